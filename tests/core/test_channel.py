"""What a channel reads after a whole game: each thing is said once, and old posts can't be played on."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from functools import partial
from random import Random

import pytest

import engines
from bot.app.client import create_bot
from bot.games.registry import presenter_of
from bot.store import Seat
from bot.store.rows import seats
from engines.core.contract import AnyTitle
from tests.support.bot_fixtures import Tables, closed_table, database, empty_database
from tests.support.depth import depth
from tests.support.table import Table, controls, text

__all__ = ["closed_table", "database", "empty_database"]

WAITS = (30, 60, 120, 600, 3600, 5 * 3600)
"""Seconds between two actions: cards grow old, and some do not."""
REPEATED = 0.3
"""Most of a channel's lines that may tell something once more."""
MOST = depth(30, 100_000)
"""Actions after which a game is ended by its people."""
LOOKED = depth(10, 1)
"""Every how many actions a channel is looked at."""
PLAYED_ON = ("act", "pick", "play", "view")
"""Kinds of controls by which a board is played on or looked at."""


async def begun(tables: Tables, title: AnyTitle) -> Table:
    """A campaign with a person in each seat."""
    table = await tables(lambda settings, clock: create_bot(settings, clock=clock, titles=[title]))
    await table.start()
    assert table.bot.scheduler is not None
    table.bot.scheduler.pause()
    wish = table.wish("channel", clock="none", images="never")._replace(title=title.id)
    campaign = await table.bot.campaigns.new(wish)
    people = [
        table.guild.add_member(table.env.create_user(seat, global_name=seat.title())) for seat in title.seats
    ]
    sitting = [Seat(seat=seat, user_id=person.id) for seat, person in zip(title.seats, people, strict=True)]
    await table.bot.store.transact(
        partial(seats.change, campaign_id=campaign.id, seats=sitting), campaign_id=campaign.id
    )
    await table.bot.outbox.drain()
    return table


async def played(
    table: Table, title: AnyTitle, waits: Sequence[int] = WAITS, *, drain: bool = True
) -> AsyncIterator[None]:
    """Play a game to its end, an action at a time.

    :param waits: seconds of which one goes by before each.
    :param drain: whether it is told at once what came of each.
    """
    chooser = Random(title.id)
    while (campaign := await table.campaign()).status == "running":
        state = table.bot.campaigns.state_of(campaign)
        asked = chooser.choice(title.decisions(state))
        action = title.suggest(state, asked.seat, chooser)
        assert action is not None
        await table.env.advance_time(chooser.choice(waits))
        user = campaign.seats[asked.seat]
        assert user is not None
        await table.bot.campaigns.take(1, user, title.notation(action), seat=asked.seat)
        if drain:
            await table.bot.outbox.drain()
        yield


def open_posts(table: Table) -> list[int]:
    """The posts from which a board is played on."""
    return [
        message.id
        for message in table.channel.history()
        if any(control.custom_id.split(":")[1] in PLAYED_ON for control in controls(message))
    ]


async def repeated(table: Table, title: AnyTitle) -> float:
    """The share of a channel's lines that tell once more what another line tells.

    The same words for two things that happened, such as two equal rolls, are no repetition.
    """
    words, campaign = presenter_of(title), await table.campaign()
    happened = Counter[str]()
    for chapter in await table.bot.campaigns.chapters(campaign):
        scenes = [line for scene in words.scenes(chapter.events) for line in scene.lines]
        for line in (*words.on_card(chapter.events).lines, *scenes):
            happened.update(line.splitlines())
    lines = Counter(
        line for message in table.channel.history() for line in text(message).splitlines() if line
    )
    once_more = sum(max(0, count - max(1, happened[line])) for line, count in lines.items())
    return once_more / lines.total()


@pytest.mark.deep(seconds=120)
@pytest.mark.parametrize("name", engines.titles())
async def test_a_channel_tells_a_game_once_and_is_played_on_from_its_newest_posts_alone(
    closed_table: Tables, name: str
) -> None:
    title = engines.titles()[name]
    table = await begun(closed_table, title)
    taken = 0
    async for _ in played(table, title):
        taken += 1
        if taken % LOOKED == 0:
            # The turn card, and the newest battle or vote.
            assert len(open_posts(table)) <= 2
        if taken == MOST:
            campaign = await table.campaign()
            await table.bot.campaigns.end(campaign, version=campaign.version)
            await table.bot.outbox.drain()
    assert open_posts(table) == []
    assert await repeated(table, title) <= REPEATED
