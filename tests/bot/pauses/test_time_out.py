"""When time is over: the default for an interrupt, and for a turn what the campaign has chosen; once."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta

import pytest

from bot.campaigns import autopilot
from bot.seats.handover import Seats
from engines.core.contract import AnyTitle
from tests.support.bot_fixtures import Tables
from tests.support.clocked import (
    act,
    both_commit,
    calls,
    contents,
    hours_pass,
    pinged,
    quiet,
    rings,
    rows,
    set_hours,
    started,
    two_seats,
)
from tests.support.table import Table, text


async def attacked(table: Table) -> str:
    """Play until one side has to answer an attack; gives it."""
    await both_commit(table)
    for _ in range(40):
        title = table.bot.campaigns.title_of(await table.campaign())
        state = await table.state()
        owed = title.decisions(state)[0]
        if owed.interrupt:
            return owed.seat
        legal = [title.notation(action) for action in title.legal_actions(state, owed.seat)]
        await act(table, owed.seat, _towards_the_enemy(title, state, owed.seat, legal))
    raise AssertionError("nobody was attacked")


def _towards_the_enemy(title: AnyTitle, state: object, seat: str, legal: list[str]) -> str:
    """An action after which somebody is asked out of turn, or else any."""
    from engines.core.dice import Dice

    for notation in legal:
        step = title.apply(state, seat, title.parse(state, notation, seat), Dice("look"))
        if any(decision.interrupt for decision in title.decisions(step.state)):
            return notation
    return legal[-1]


async def test_a_turn_is_passed(table: Table) -> None:
    await table.new(clock="24h overtime pass")
    turn = (await table.state()).turn
    await hours_pass(table, 24)
    assert await table.actions() == ["end"]
    assert (await table.state()).turn == turn + 1
    assert ": the default was taken" in text(table.cards()[0])
    (journal,) = (await table.bot.store.journal(1))[1:]
    assert (journal.source, journal.user_id) == ("default", None)
    await table.verify()


async def test_whoever_was_played_for_is_told(table: Table) -> None:
    await table.new(clock="24h overtime pass")
    await hours_pass(table, 24)
    (told,) = [said for said in contents(table) if said.startswith("⏳")]
    assert told == f"⏳ <@{table.camille.id}> (**France**) ran out of time. The default was used."
    assert pinged(table, told) == [table.camille.id]


async def test_the_automatic_player_plays_the_turn_out_and_the_next_has_a_whole_clock(table: Table) -> None:
    await table.new(clock="24h overtime player")
    turn = (await table.state()).turn
    await hours_pass(table, 24)
    journal = (await table.bot.store.journal(1))[1:]
    assert {row.source for row in journal} == {"automatic"}
    assert (await table.state()).turn == turn + 1
    assert (await rows(table))["france"].due_at == table.env.now() + timedelta(hours=24)


async def test_the_automatic_player_is_bound_to_the_seed(table: Table) -> None:
    await table.new(clock="24h overtime player")
    campaign = await table.campaign()
    title, state = table.bot.campaigns.title_of(campaign), await table.state()
    expected = await autopilot.best(
        title, state, "france", random.Random(f"{campaign.seed}:{campaign.version}")
    )
    await hours_pass(table, 24)
    assert (await table.actions())[0] == title.notation(expected)


async def test_moderators_are_called_and_nothing_is_played(table: Table) -> None:
    await table.new(clock="24h")
    await hours_pass(table, 24)
    assert await table.actions() == []
    (call,) = calls(table)
    assert f"The time of <@{table.camille.id}> (**France**) is over." in call
    assert "Still to decide: Take an action or end the turn" in call


async def test_overtime_happens_once_however_often_it_is_swept(table: Table) -> None:
    await table.new(clock="24h overtime pass")
    await hours_pass(table, 23.5)
    await table.env.advance_time(1800)
    await asyncio.gather(*(table.bot.sweep() for _ in range(3)))
    await table.restart()
    await table.sweep()
    assert await table.actions() == ["end"]


async def test_an_interrupt_is_answered_by_default_after_its_own_clock(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "72h interrupts 6h")
    seat = await attacked(table)
    assert (await rows(table))[seat].due_at == table.env.now() + timedelta(hours=6)
    before = len(await table.actions())
    await hours_pass(table, 5.9)
    assert len(await table.actions()) == before
    await hours_pass(table, 0.1)
    assert (await table.actions())[before:] == ["stand"]
    await table.verify()


async def test_both_sides_may_be_over_at_once(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h overtime pass")
    await hours_pass(table, 24)
    journal = (await table.bot.store.journal(1))[1:]
    assert [(row.seat, row.source) for row in journal] == [("blue", "default"), ("white", "default")]
    assert (await table.state()).phase == "march"
    # What was committed is not said before both were in.
    await table.verify()


async def test_a_deadline_moves_to_an_hour_after_quiet_hours(table: Table) -> None:
    await set_hours(table, table.camille.id, **quiet(table, 22, 30))
    await table.new(clock="24h overtime pass")
    await hours_pass(table, 30.9)
    assert await table.actions() == []
    await hours_pass(table, 0.1)
    assert await table.actions() == ["end"]


async def test_a_late_sweep_plays_for_nobody_in_quiet_hours(table: Table) -> None:
    await set_hours(table, table.camille.id, **quiet(table, 24.1, 30))
    await table.new(clock="24h overtime pass")
    await hours_pass(table, 23.9)
    await table.sweep(0.5 * 3600)
    assert await table.actions() == []
    await hours_pass(table, 6)
    assert await table.actions() == ["end"]


async def test_moderators_hear_once_that_a_seat_is_vacant(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h", white=None)
    await act(table, "blue", "commit 1 nantes")
    await hours_pass(table, 100)
    (call,) = calls(table)
    assert call.startswith("🪑 The seat **White** is vacant, and the game waits for it.")
    assert pinged(table, call) == [table.env.backend.guilds[table.guild.id].owner_id]
    assert rings(table) == []


@pytest.mark.parametrize(("overtime", "source"), [("pass", "default"), ("player", "automatic")])
async def test_a_vacant_seat_costs_no_clock_where_the_clock_says_what_is_done(
    closed_table: Tables, overtime: str, source: str
) -> None:
    table = await started(closed_table)
    await two_seats(table, f"24h overtime {overtime}", white=None)
    await act(table, "blue", "commit 1 nantes")
    journal = (await table.bot.store.journal(1))[1:]
    assert [(row.seat, row.source) for row in journal[:2]] == [("blue", "player"), ("white", source)]
    # It goes on until Camille is asked again.
    state = await table.state()
    assert "blue" in table.bot.campaigns.title_of(await table.campaign()).deciding(state)


async def test_a_seat_that_is_left_is_passed_at_once_and_where_all_have_left_nothing_goes_on(
    closed_table: Tables,
) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h overtime pass")
    await act(table, "blue", "commit 1 nantes")
    await Seats(table.bot.campaigns).leave(1, table.maxime.id, "white")
    journal = (await table.bot.store.journal(1))[1:]
    assert journal[1].source == "default"
    stood = len(journal)
    await Seats(table.bot.campaigns).leave(1, table.camille.id, "blue")
    assert len((await table.bot.store.journal(1))[1:]) == stood


async def test_a_title_without_a_default_calls_the_moderators(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = table.bot.campaigns.titles["levee"]
    monkeypatch.setattr(type(title), "fallback", lambda *_: None)
    await table.new(clock="24h overtime pass")
    await hours_pass(table, 24)
    assert await table.actions() == []
    assert len(calls(table)) == 1


async def test_an_empty_bank_has_the_increment_only(table: Table) -> None:
    await table.new(clock="bank 24h +6h max 48h overtime pass")
    await hours_pass(table, 24)
    assert await table.actions() == ["end"]
    assert (await rows(table))["france"].allowed == timedelta(hours=6)
    await hours_pass(table, 6)
    assert await table.actions() == ["end"]
    assert (await table.campaign()).paused_at == table.env.now()  # nobody plays any more


async def test_a_bank_pays_for_the_time_that_was_used(table: Table) -> None:
    await table.new(clock="bank 24h +6h max 48h")
    await hours_pass(table, 10)
    await act(table, "france", "end")
    assert (await rows(table))["france"].allowed == timedelta(hours=20)
    assert (await table.campaign()).seating["france"].bank == timedelta(hours=20)


async def test_the_automatic_player_stops_at_a_bound(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autopilot, "MOST", 0)
    await table.new(clock="24h overtime player")
    await hours_pass(table, 24)
    assert len(await table.actions()) == 1


async def test_two_late_seats_are_one_call(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")
    await hours_pass(table, 25)
    (call,) = calls(table)
    both = f"<@{table.camille.id}> (**Blue**) and <@{table.maxime.id}> (**White**)"
    assert call.startswith(f"⏳ The time of {both} is over. Still to decide: ")
    owner = table.env.backend.guilds[table.guild.id].owner_id
    assert set(pinged(table, call)) == {table.camille.id, table.maxime.id, owner}
    await hours_pass(table, 72)
    assert len([said for said in calls(table) if both in said]) == len(calls(table)) > 1


async def test_two_vacant_seats_are_one_call(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h", white=None)
    await Seats(table.bot.campaigns).leave(1, table.camille.id, "blue")
    await hours_pass(table, 100)
    (call,) = calls(table)
    assert "**Blue** is vacant" in call
    assert "**White** is vacant" in call
