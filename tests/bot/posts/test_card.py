"""A chapter is played from one card; an older post of it keeps what it told first, and nothing else."""

from __future__ import annotations

import discord
import pytest

import engines
from bot.campaigns import messages
from bot.games.registry import presenter_of
from bot.posts.card.shares import FEW
from bot.store.errors import DatabaseLocked
from bot.undo.take_back import Undos
from tests.bot.app.test_faults import impatient, locked
from tests.core.test_channel import begun, open_posts, played
from tests.support.bot_fixtures import Tables
from tests.support.table import Table, controls, text, whispered

OLD = 3600
"""Seconds after which a card is old."""
MUCH = FEW + 6
"""Lines that a card tells before it grows old."""


async def story(table: Table) -> list[str]:
    """All lines of the present chapter."""
    campaign = await table.campaign()
    chapter = await table.bot.campaigns.chapter(campaign, table.bot.campaigns.chapter_of(campaign))
    words = presenter_of(table.bot.campaigns.title_of(campaign))
    return words.on_card(chapter.events).lines


async def long_chapter(tables: Tables) -> Table:
    """A month of the Vendée of which a card tells much, and has grown old."""
    title = engines.titles()["vendee"]
    table = await begun(tables, title)
    async for _ in played(table, title, waits=(1,)):
        if len(await story(table)) > MUCH:
            break
    await table.env.advance_time(OLD)
    return table


async def tells_more(table: Table, *, drain: bool = True) -> None:
    """Play on until the chapter has a line more."""
    title, before = engines.titles()["vendee"], await story(table)
    async for _ in played(table, title, waits=(1,), drain=drain):
        if await story(table) != before:
            break


def lines(message: discord.Message) -> list[str]:
    return text(message).splitlines()


async def test_a_card_that_tells_a_few_lines_stays_where_it_hangs_however_old_it_is(table: Table) -> None:
    await table.new()
    old = table.card()
    await table.env.advance_time(OLD)
    assert whispered(await table.press(controls(old)[0])) == ""
    (card,) = table.cards()
    assert card.id == old.id
    assert text(card) != text(old)


async def test_an_old_card_that_tells_much_is_posted_anew_and_keeps_what_it_told_first(
    closed_table: Tables,
) -> None:
    table = await long_chapter(closed_table)
    old, first = table.cards()[-1], await story(table)
    await tells_more(table)
    *_, retired, card = table.cards()
    assert retired.id == old.id
    assert controls(retired) == []
    assert lines(card)[0].startswith("## ")
    assert not any(line.startswith("## ") for line in lines(retired))
    (change,) = table.bodies("PATCH", f"/channels/{table.channel.id}/messages/{old.id}")[-1:]
    assert change["attachments"] == []
    # Each line stands once, on one of the two.
    both = [line for line in await story(table) if line in lines(retired)]
    rest = [line for line in await story(table) if line in lines(card)]
    assert sorted(both + rest) == sorted(await story(table))
    assert first[0] in both
    assert open_posts(table) == [card.id]


async def test_a_card_that_is_posted_anew_is_posted_once_whenever_the_bot_dies(closed_table: Tables) -> None:
    table = await long_chapter(closed_table)
    await tells_more(table, drain=False)
    hung = len(table.posts())
    # The bot dies after it has posted the card, and before that is noted; then somebody is quicker than it.
    store = table.bot.store
    due = await store.due_messages(table.env.now())
    await store.mark_sent([row.id for row in due if row.kind != messages.CARD])
    await impatient(table)
    with locked(table), pytest.raises(DatabaseLocked):
        await table.bot.outbox.drain()
    # What the bot has posted it would know, were it still the same.
    await table.restart()
    await tells_more(table, drain=False)
    await table.sweep()
    # Discord takes a nonce once, and gives back what hangs; the newest card puts that right.
    first, *again = [body["nonce"] for body in table.posts()][hung:]
    assert again == [first]
    newest = table.cards()[-1]
    assert [line for line in (await story(table))[-3:] if line not in lines(newest)] == []


async def test_what_is_taken_back_is_told_anew_on_the_card(closed_table: Tables) -> None:
    table = await long_chapter(closed_table)
    await tells_more(table)
    campaign = await table.campaign()
    undos = Undos(table.bot.campaigns)
    await undos.take_back(1, campaign.version, 1, user_id=table.camille.id, source="moderator")
    await table.bot.outbox.drain()
    assert [line for line in await story(table) if line not in lines(table.cards()[-1])] == []


async def test_a_form_that_comes_in_is_no_post(closed_table: Tables) -> None:
    title = engines.titles()["revolution"]
    table = await begun(closed_table, title)
    (card,) = table.cards()
    forms = 0
    async for _ in played(table, title, waits=(OLD,)):
        campaign = await table.campaign()
        if not title.given(table.bot.campaigns.state_of(campaign)):
            break
        forms += 1
        assert [message.id for message in table.cards()] == [card.id]
        assert text(table.cards()[0]).count("✅") == forms
    assert forms == len(title.seats) - 1
