"""`/campaign review`: made beside all else, for everybody once it is over, before that for one seat."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest
from simcord import InteractionResult

from bot.errors import PoliteError
from bot.replays import process
from bot.reviews import analyst
from bot.reviews.reviews import Reviews
from bot.store import Campaign
from tests.support.bot_fixtures import Tables
from tests.support.facing import facing, played_out
from tests.support.moderated import confirmed
from tests.support.table import Table, controls, said, text, whispered


async def nothing(done: int, of: int) -> None:
    """Progress that nobody is told of."""


async def lost(table: Table) -> Campaign:
    """A campaign of *Levée en Masse* in which France does nothing until it is over."""
    await table.new()
    while (campaign := await table.campaign()).status == "running":
        legal = await table.legal()
        await table.bot.campaigns.take(1, table.camille.id, "end" if "end" in legal else legal[0])
    await table.bot.outbox.drain()
    return campaign


async def marching(table: Table, actions: int = 4) -> Campaign:
    """A campaign of the Vendée: Camille has the Republic, the automatic player the other side."""
    wish = table.wish()._replace(title="vendee", automatic=frozenset({"royalist"}))
    await table.bot.campaigns.new(wish)
    await table.bot.outbox.drain()
    title = table.bot.campaigns.title_of(await table.campaign())
    for _number in range(actions):
        campaign = await table.campaign()
        state = table.bot.campaigns.state_of(campaign)
        action = title.notation(title.legal_actions(state, "republican")[0])
        await table.bot.campaigns.take(1, table.camille.id, action, seat="republican")
    await table.bot.outbox.drain()
    return await table.campaign()


def folder(table: Table) -> Path:
    """Where reviews are kept."""
    return table.bot.reviews._folder


class Idle:
    """Counts the processes that are begun for reviews."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun = 0
        self.reached = threading.Event()
        made = analyst.analysed

        def counted(*args: Any) -> Any:
            self.begun += 1
            self.reached.set()
            return made(*args)

        monkeypatch.setattr("bot.reviews.reviews.analysed", counted)


def pictures(result: InteractionResult) -> list[discord.Attachment]:
    """The files of an answer."""
    message = result.response or result.followups[-1]
    assert message is not None
    return list(message.attachments)


async def test_the_summary_leads_to_the_review_of_a_game_that_is_over(table: Table) -> None:
    await lost(table)
    summary = table.channel.history()[-1]
    (button,) = [each for each in controls(summary) if each.label == "Review"]
    pressed = await table.maxime.click(summary, custom_id=button.custom_id)
    told = whispered(pressed)
    assert told.startswith("## 🔍 Levée en Masse in hindsight")
    assert "**1 · −" in told
    assert "Played: **" in told
    assert "better: **" in told
    assert "🎲 **Luck of the dice** France " in told
    # The words of the button, as of the decisions: not what a player would type.
    assert "France `End the turn" in told
    assert "Review" not in text(summary)
    (sheet,) = pictures(pressed)
    assert sheet.description is not None
    assert "The chance of France goes from " in sheet.description


async def test_a_game_of_two_sides_tells_whose_decisions_are_wanted(table: Table) -> None:
    await marching(table)
    await confirmed(table.camille, await table.camille.slash(table.channel, "campaign concede"))
    await table.bot.outbox.drain()
    made = await table.bot.reviews.of(await table.campaign(), None, nothing)
    assert list(made.review.dear) == ["republican"]
    assert set(made.review.luck()) == {"republican", "royalist"}
    told = said(await table.maxime.slash(table.channel, "campaign review", campaign="1"))
    assert told.startswith("## 🔍 For God and For the King in hindsight\nConceded")
    assert "Luck of the dice** " in told


async def test_it_is_shared_with_the_channel_where_that_is_asked_for(table: Table) -> None:
    await lost(table)
    made = await table.camille.slash(table.channel, "campaign review", share=True)
    assert said(made) == "The review is posted in the channel."
    (posted,) = made.followups
    assert not posted.ephemeral
    assert "in hindsight" in text(posted.message)


async def test_the_second_time_it_is_there_at_once_also_after_a_restart(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign, idle = await lost(table), Idle(monkeypatch)
    first = await table.bot.reviews.of(campaign, None, nothing)
    assert await table.bot.reviews.of(campaign, None, nothing) is first
    await table.restart()
    assert await table.bot.reviews.of(campaign, None, nothing) == first
    assert idle.begun == 1


async def test_what_is_kept_of_another_game_with_its_number_does_not_count(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign, idle = await lost(table), Idle(monkeypatch)
    first = await table.bot.reviews.of(campaign, None, nothing)
    (file,) = folder(table).iterdir()
    other = msgspec.structs.replace(campaign, commitment="another")
    assert await table.bot.reviews.of(other, None, nothing) == first
    file.write_bytes(b"{")
    assert await Reviews(table.bot.campaigns, folder(table)).of(campaign, None, nothing) == first
    assert idle.begun == 3


async def test_it_names_nobody_and_nothing_is_left_of_a_forgotten_person(table: Table) -> None:
    campaign = await lost(table)
    await table.bot.reviews.of(campaign, None, nothing)
    (file,) = folder(table).iterdir()
    for person in (table.camille, table.maxime):
        assert str(person.id) not in file.read_text()
        assert person.user.name not in file.read_text()


# ---- while it goes on


async def test_whoever_plays_alone_looks_back_on_their_own_decisions(table: Table) -> None:
    campaign = await marching(table)
    told = said(await table.camille.slash(table.channel, "campaign review"))
    assert told.startswith("## 🔍 For God and For the King so far\n-# Decisions of Republicans, judged ")
    assert "Luck" not in told
    assert not folder(table).exists(), "nothing of a game that goes on is written to the disk"
    made = await table.bot.reviews.of(campaign, "republican", nothing)
    assert made.review.only == "republican"
    assert "royalist" not in made.review.turns[0].chances


async def test_nobody_is_advised_against_people_nor_without_a_seat(table: Table) -> None:
    await marching(table, 1)
    assert "You can watch this campaign" in said(await table.maxime.slash(table.channel, "campaign review"))
    refused = said(await table.camille.slash(table.channel, "campaign review", share=True))
    assert refused == "Until the campaign is over, a review is for you alone."


async def test_there_is_no_review_of_a_running_game_against_people(closed_table: Tables) -> None:
    table = await closed_table()
    await table.start()
    await facing(table)
    told = said(await table.camille.slash(table.channel, "campaign review"))
    assert told == "You play against people here, so there is no review before the campaign is over."


async def test_a_game_without_an_adviser_says_so(closed_table: Tables) -> None:
    table = await closed_table()
    await table.start()
    await facing(table)
    await played_out(table.bot.campaigns, 1)
    await table.bot.outbox.drain()
    assert "Review" not in [each.label for each in controls(table.channel.history()[-1])]
    told = said(await table.camille.slash(table.channel, "campaign review", campaign="1"))
    assert "Outposts has no adviser, so I can't review its campaigns." in told


# ---- the process


async def test_a_process_that_dies_is_told_and_the_next_one_makes_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lost(table)
    with monkeypatch.context() as patch:
        ended: list[int] = []
        run = process.started

        def killed(begun: Any) -> None:
            run(begun)
            os.kill(begun.pid, signal.SIGKILL)
            ended.append(begun.pid)

        patch.setattr(process, "started", killed)
        told = said(await table.camille.slash(table.channel, "campaign review"))
        assert told == "The review broke off before it was done. Ask again."
        assert ended
    assert not folder(table).exists()
    assert "in hindsight" in said(await table.camille.slash(table.channel, "campaign review"))


async def test_a_server_has_one_made_at_a_time_and_those_who_want_the_same_wait_together(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign, idle = await lost(table), Idle(monkeypatch)
    service = table.bot.reviews
    first, same = (asyncio.ensure_future(service.of(campaign, None, nothing)) for _each in range(2))
    assert await asyncio.to_thread(idle.reached.wait, 60)
    with pytest.raises(PoliteError, match="Another review is being made for this server"):
        await service.of(msgspec.structs.replace(campaign, commitment="another"), None, nothing)
    elsewhere = msgspec.structs.replace(campaign, commitment="elsewhere", guild_id=1)
    with pytest.raises(PoliteError, match="Another review is being made at the moment"):
        await service.of(elsewhere, None, nothing)
    assert await first == await same
    assert idle.begun == 1


async def test_a_bot_that_stops_tells_those_who_wait(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign, idle = await lost(table), Idle(monkeypatch)
    waiting = asyncio.ensure_future(table.bot.reviews.of(campaign, None, nothing))
    assert await asyncio.to_thread(idle.reached.wait, 60)
    await table.bot.reviews.close()
    with pytest.raises(PoliteError, match="I am restarting and had to stop your review"):
        await waiting
    with pytest.raises(PoliteError, match="I am restarting"):
        await table.bot.reviews.of(campaign, None, nothing)
