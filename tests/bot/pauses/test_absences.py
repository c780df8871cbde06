"""Whoever stays away: the automatic player takes over with one word, and nobody has to wait for them."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import msgspec

from bot.campaigns import autopilot
from bot.clock.hours import Hours
from bot.pauses import by_hand
from bot.seats.handover import Seats
from bot.store import Guild, rows
from tests.support.bot_fixtures import Tables
from tests.support.clocked import (
    act,
    calls,
    contents,
    hours_pass,
    pinged,
    quiet,
    rings,
    set_hours,
    started,
    two_seats,
)
from tests.support.clocked import rows as deadlines_of
from tests.support.life import Life
from tests.support.table import Table, said

PLAYED = "24h interrupts 6h overtime player"


async def type_(table: Table, command: str, **options: object) -> str:
    """What Maxime is told of a command."""
    return said(await table.maxime.slash(table.channel, command, **options))


async def test_when_nobody_plays_the_campaign_pauses_and_goes_on_with_whoever_comes_back(
    closed_table: Tables,
) -> None:
    table = await started(closed_table)
    await two_seats(table, PLAYED)
    await hours_pass(table, 24)
    first = [
        line
        for line in contents(table)
        if "The automatic player has decided, and plays the rest of the turn until they play here again."
        in line
    ]
    assert len(first) == 1  # both at once
    assert "plays the rest of the turn until they play here" in first[0]
    while (await table.campaign()).paused_at is None:
        before = len(contents(table))
        await hours_pass(table, 1)
    (asleep,) = contents(table)[before:]
    assert asleep.startswith(
        "😴 Nobody has decided anything here for two turns, so the "
        "campaign is paused and its clocks are stopped."
    )
    assert set(pinged(table, asleep)) == {table.camille.id, table.maxime.id}
    stood = len(contents(table)), await table.actions()
    await hours_pass(table, 60)
    assert (len(contents(table)), await table.actions()) == stood

    # Who only reads is not there to play.
    for reading in ("campaign deadline", "help", "my games"):
        await type_(table, reading)
    assert (await table.campaign()).paused_at is not None
    await type_(table, "play", action="no such thing")
    await table.bot.outbox.drain()
    campaign = await table.campaign()
    assert campaign.paused_at is None
    assert [campaign.seating[seat].missed for seat in ("blue", "white")] == [2, 0]
    assert f"👋 <@{table.maxime.id}> is back and plays **White** again. The campaign resumes." in contents(
        table
    )
    told = await type_(table, "campaign deadline")
    assert f"🤖 The automatic player plays for **Blue** until <@{table.camille.id}> plays here." in told
    # What Camille owes is decided for her at once, as soon as he has decided.
    row = (await deadlines_of(table))["white"]
    assert row.told_at == table.env.now()
    await anything(table)
    assert "blue" not in await deadlines_of(table)


async def test_one_missed_turn_is_played_out_and_then_everybody_is_asked_as_before(
    closed_table: Tables,
) -> None:
    table = await started(closed_table)
    await two_seats(table, PLAYED)
    await act(table, "blue", "commit 1 nantes")
    await hours_pass(table, 24)
    turn = (await table.state()).turn
    asked = len(contents(table))
    while (await table.state()).turn == turn and "blue" in await deadlines_of(table):
        await anything(table)
    assert (await table.state()).turn == turn + 1
    assert not any(f"<@{table.maxime.id}>" in line and "March" in line for line in contents(table)[asked:])
    assert "white" in await deadlines_of(table)
    assert (await table.campaign()).seating["white"].missed == 1
    await anything(table, "white")
    assert (await table.campaign()).seating["white"].missed == 0


async def test_a_pause_brings_nobody_back_who_is_away(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, PLAYED)
    await act(table, "blue", "commit 6 nantes")
    await hours_pass(table, 24)
    assert (await table.campaign()).seating["white"].missed == 1
    await by_hand.pause(table.bot.campaigns, 1, user_id=1, reason="", moderator=True)
    await by_hand.resume(table.bot.campaigns, 1, user_id=1)
    await act(table, "blue", "pass")
    # White's march follows in the same turn, which the automatic player has said that it plays.
    assert ((await table.state()).turn, "white" in (await deadlines_of(table))) == (2, True)
    await by_hand.pause(table.bot.campaigns, 1, user_id=1, reason="", moderator=True)
    await by_hand.resume(table.bot.campaigns, 1, user_id=1)
    await hours_pass(table, 24)
    assert (await table.campaign()).seating["white"].missed == 2


async def test_who_has_left_the_server_is_noticed_before_their_time_is_over(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, PLAYED)
    await act(table, "blue", "commit 1 nantes")
    table.guild.remove_member(table.maxime)
    await hours_pass(table, 12)
    (told,) = [line for line in contents(table) if line.startswith("🚪")]
    assert told.endswith("From now on the automatic player decides for them at once.")
    assert rings(table) == []
    assert autopilot.left(autopilot.absence((await table.campaign()).seating["white"]))


async def test_a_moderator_is_called_once_for_who_has_left_where_nobody_plays_for_them(
    closed_table: Tables,
) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")
    await act(table, "blue", "commit 1 nantes")
    table.guild.remove_member(table.maxime)
    await hours_pass(table, 200)
    (call,) = calls(table)
    assert call.startswith(f"🚪 <@{table.maxime.id}> has left the server, and the game waits for **White**.")
    assert rings(table) == []


async def test_nobody_is_defaulted_in_their_sleep_or_as_soon_as_they_wake(closed_table: Tables) -> None:
    table = await started(closed_table)
    await set_hours(table, table.maxime.id, **quiet(table, 1, 11))
    await two_seats(table, "6h overtime pass")
    await act(table, "white", "commit 6 cholet")
    await hours_pass(table, 1.5)
    await act(table, "blue", "commit 1 nantes")
    assert "white" in await deadlines_of(table)
    actions, posted = len(await table.actions()), len(contents(table))
    await hours_pass(table, 9.4)
    assert contents(table)[posted:] == []
    await hours_pass(table, 0.2)
    (notice,) = contents(table)[posted:]
    assert pinged(table, notice) == [table.maxime.id]
    await hours_pass(table, 2.7)
    assert len(await table.actions()) == actions
    await hours_pass(table, 0.4)
    assert len(await table.actions()) == actions + 1


async def anything(table: Table, seat: str = "blue") -> None:
    """A seat does what it may."""
    campaign = await table.campaign()
    title, state = table.bot.campaigns.title_of(campaign), await table.state()
    seats = [owed.seat for owed in title.decisions(state)]
    acting = seat if seat in seats else seats[0]
    await act(table, acting, title.notation(title.legal_actions(state, acting)[-1]))


async def nights(table: Table, begins: float, ends: float) -> int:
    """A role of moderators that is not rung from so many hours from now to so many; gives it."""
    role = table.guild.create_role("Committee")
    hours = Hours(**quiet(table, begins, ends))
    head = Guild(id=table.guild.id, moderator_role=role.id, nights=msgspec.json.encode(hours))
    await table.bot.store.transact(partial(rows.people.put_guild, settings=head))
    return role.id


async def test_the_moderators_role_is_rung_in_the_morning(closed_table: Tables) -> None:
    table = await started(closed_table)
    role = await nights(table, 23, 33)
    await two_seats(table, "24h")
    await hours_pass(table, 32.5)
    (over,) = calls(table)
    (post,) = [each for each in table.posts() if each.get("content") == over]
    people = [table.camille.id, table.maxime.id]
    assert [int(each) for each in post["allowed_mentions"]["users"]] == people
    assert post["allowed_mentions"]["roles"] == []
    await hours_pass(table, 1)
    assert len(calls(table)) == 2
    assert [int(each) for each in table.posts()[-1]["allowed_mentions"]["roles"]] == [role]


async def test_what_was_said_to_the_role_in_the_night_is_shown_to_it_in_the_morning(
    closed_table: Tables,
) -> None:
    table = await started(closed_table)
    role = await nights(table, -1, 9)
    await two_seats(table, "24h")
    await Seats(table.bot.campaigns).leave(1, table.maxime.id, "white")
    await table.bot.outbox.drain()
    left = next(each for each in table.posts() if "has left **White**" in (each.get("content") or ""))
    assert left["allowed_mentions"]["roles"] == []
    await hours_pass(table, 9.1)
    (again,) = [
        each
        for each in table.posts()
        if "this was posted during the night: https" in (each.get("content") or "")
    ]
    assert [int(each) for each in again["allowed_mentions"]["roles"]] == [role]


async def test_a_channel_that_the_bot_may_not_write_in_keeps_clocks_still(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h overtime pass")
    await hours_pass(table, 2)
    fault = {"status": 403, "code": 50013}
    table.env.inject_error("POST", f"/channels/{table.channel.id}/messages", times=None, **fault)  # type: ignore[arg-type]
    await act(table, "blue", "commit 1 nantes")
    await hours_pass(table, 100)
    assert await table.actions() == ["commit 1 nantes"]
    letters = [
        body["content"]
        for body in table.bodies("POST", "/channels/")
        if "I can't write in <#" in (body.get("content") or "")
    ]
    assert len(letters) == 2
    assert all("its clocks are stopped and its news waits." in letter for letter in letters)

    table.env.backend.faults.clear()
    await hours_pass(table, 1)
    assert any(line.startswith("🔓 I could not write here from") for line in contents(table))
    left = (await deadlines_of(table))["white"].due_at
    assert left is not None
    assert timedelta(hours=11) < left - table.env.now() < timedelta(hours=24)
    await hours_pass(table, 24)
    assert len(await table.actions()) > 1


async def test_the_end_of_reminders_without_a_clock_advises_what_works(table: Table) -> None:
    await table.new(clock="none nudge 1h")
    await hours_pass(table, 31)
    (call,) = calls(table)
    assert "No more reminders will be sent for this." in call
    assert "`/campaign nudge`" in call
    assert "`/campaign extend`" not in call
    assert "A reminder was sent" in said(await table.camille.slash(table.channel, "campaign nudge"))


async def test_who_sits_down_while_the_campaign_sleeps_wakes_it_too(life: Life) -> None:
    await life.outposts(clock=PLAYED)
    await life.types(life.camille, "seat substitute", user=life.lucien, until="72h")
    await life.presses(life.lucien, life.newest("Sit down"), "Sit down")
    await life.wait(80)
    campaign = await life.table.campaign()
    assert (campaign.asleep, campaign.seats["blue"]) == (True, life.camille.id)
    await life.types(life.lucien, "campaign status")
    assert (await life.table.campaign()).asleep
    await life.types(life.camille, "play", action="no such thing")
    assert f"👋 <@{life.camille.id}> is here. The campaign resumes." in life.told()
    assert (await life.table.campaign()).paused_at is None


async def test_who_left_the_server_is_passed_at_once_from_then_on_where_turns_are_passed(
    closed_table: Tables,
) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h overtime pass")
    await act(table, "blue", "commit 1 nantes")
    table.guild.remove_member(table.maxime)
    # It is noticed when White would be rung for the first time, and not when the time is over.
    await hours_pass(table, 13)
    journal = (await table.bot.store.journal(1))[1:]
    assert [(row.seat, row.source) for row in journal[:2]] == [("blue", "player"), ("white", "default")]
    assert f"🚪 <@{table.maxime.id}> (**White**) left the server. From now on their decisions get" in str(
        contents(table)
    )
    turn, began = (await table.state()).turn, table.env.now()
    while (await table.state()).turn == turn:
        title = table.bot.campaigns.title_of(await table.campaign())
        state = await table.state()
        assert title.deciding(state)[0] == "blue"
        await act(table, "blue", title.notation(title.legal_actions(state, "blue")[-1]))
    assert table.env.now() == began
    assert len([said for said in contents(table) if "left the server" in said]) == 1
