"""`/campaign pause`, `resume`, `extend`, `nudge` and `deadline`."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import discord
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import deadlines, notation
from bot.store import Deadline
from bot.store.rows import audits
from tests.support.bot_fixtures import Tables
from tests.support.clocked import (
    act,
    calls,
    contents,
    hours_pass,
    mute_button,
    pinged,
    quiet,
    rings,
    rows,
    set_hours,
    started,
    two_seats,
)
from tests.support.moderated import marat
from tests.support.table import Table, said, text

DAY = {"clock": "24h"}


async def type_(table: Table, command: str, **options: object) -> str:
    """What Camille is told of a command."""
    return said(await table.camille.slash(table.channel, f"campaign {command}", **options))


async def audited(table: Table) -> list[tuple[str, str, str]]:
    """Act, reason and detail of every entry of the audit log, newest first."""
    log = await table.bot.store.look(partial(audits.of_guild, guild_id=table.guild.id))
    return [(entry.act, entry.reason, entry.detail) for entry in log]


async def test_a_pause_stops_the_clock_and_resuming_lets_it_go_on(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 4)
    told = await type_(table, "pause", reason="The committee is asleep")
    assert told.startswith("The campaign is paused and its clocks are stopped.")
    assert (await rows(table))["france"].due_at is None
    await hours_pass(table, 100)
    assert rings(table) + calls(table) == []
    await type_(table, "resume")
    assert (await rows(table))["france"].due_at == table.env.now() + timedelta(hours=20)


async def test_a_pause_is_said_and_noted_with_its_reason(table: Table) -> None:
    await table.new(**DAY)
    await type_(table, "pause", reason="**Everybody** is @everyone")
    assert r"has paused the campaign: \*\*Everybody\*\* is" in contents(table)[-1]
    assert "@everyone" not in contents(table)[-1]
    assert await audited(table) == [("pause", "**Everybody** is @everyone", "")]
    await type_(table, "resume")
    assert [entry[0] for entry in await audited(table)] == ["resume", "pause"]


async def test_nothing_is_played_in_a_pause(table: Table) -> None:
    await table.new(**DAY)
    await type_(table, "pause")
    refused = await table.camille.slash(table.channel, "levee done")
    assert "This campaign was paused" in said(refused)
    assert await table.actions() == []


async def test_resuming_tells_the_awaited(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")
    moderator = marat(table)
    await moderator.slash(table.channel, "campaign pause")
    await hours_pass(table, 2)
    await moderator.slash(table.channel, "campaign resume")
    notice = contents(table)[-1]
    assert notice.startswith(f"📣 <@{table.camille.id}> (**Blue**) and <@{table.maxime.id}> (**White**)")


async def test_a_notice_that_waited_is_not_said_in_a_pause(closed_table: Tables) -> None:
    table = await started(closed_table)
    await set_hours(table, table.maxime.id, **quiet(table, -1, 3))
    await two_seats(table, "24h")
    await marat(table).slash(table.channel, "campaign pause")
    before = len(contents(table))
    await hours_pass(table, 4)
    assert contents(table)[before:] == []


async def test_what_was_over_has_grace_after_a_pause(table: Table) -> None:
    await table.new(clock="24h")
    await hours_pass(table, 30)
    await type_(table, "pause")
    await type_(table, "resume")
    assert (await rows(table))["france"].due_at == table.env.now() + timedelta(hours=12)


async def test_a_paused_campaign_is_not_paused_again_nor_one_that_plays_resumed(table: Table) -> None:
    await table.new(**DAY)
    assert "is not paused" in await type_(table, "resume")
    await type_(table, "pause")
    assert "was paused" in await type_(table, "pause")


async def test_who_does_not_play_neither_pauses_nor_resumes(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")
    watcher = table.guild.add_member(table.env.create_user("jean"))
    for command in ("pause", "resume"):
        refused = said(await watcher.slash(table.channel, f"campaign {command}"))
        assert refused.startswith(
            f"Only a moderator, the player who began the campaign or a player of it can {command} it."
        )


async def test_a_moderator_extends_all_seats(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")
    due = (await rows(table))["blue"].due_at
    assert due is not None
    moderator = marat(table)
    told = said(await moderator.slash(table.channel, "campaign extend", hours=6))
    later = due + timedelta(hours=6)
    assert {row.due_at for row in (await rows(table)).values()} == {later}
    assert (
        told.splitlines()[0]
        == f"**Blue**: until <t:{int(later.timestamp())}:f> (<t:{int(later.timestamp())}:R>)."
    )
    assert contents(table)[-1].startswith(
        f"⏳ <@{moderator.id}> gives **Blue** and **White** 6 hours more, now"
    )
    assert await audited(table) == [("extend", "", "6 hours for blue, white")]
    assert f"<t:{int(later.timestamp())}:R>" in text(table.card())


async def test_a_player_extends_the_other_seats_only(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")
    due = (await rows(table))["white"].due_at
    told = said(await table.maxime.slash(table.channel, "campaign extend", hours=1))
    assert told.startswith("**Blue**: until")
    assert (await rows(table))["white"].due_at == due
    asked = said(await table.maxime.slash(table.channel, "campaign extend", hours=1, seat="white"))
    assert asked == "The others are asked in the channel. Once everyone has agreed, the time is given."
    assert (await rows(table))["white"].due_at == due
    assert await audited(table) == []


async def test_without_a_seat_ones_own_time_is_meant_where_nobody_else_owes_anything(
    closed_table: Tables,
) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")
    await act(table, "blue", "commit 1 nantes")
    asked = said(await table.maxime.slash(table.channel, "campaign extend", hours=1))
    assert asked == "The others are asked in the channel. Once everyone has agreed, the time is given."
    assert "asks to give **White** 1 hour more." in text(table.channel.history()[-1])


async def test_what_players_give_each_other_has_a_limit(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")

    async def gives(hours: int) -> str:
        return said(await table.maxime.slash(table.channel, "campaign extend", hours=hours))

    assert "1 d at once, and 2 d more in all" in await gives(25)
    assert (await gives(20)).startswith("**Blue**: until")
    assert (await gives(20)).startswith("**Blue**: until")
    assert "1 d at once, and 8 h more in all" in await gives(9)
    assert ": until" in said(await marat(table).slash(table.channel, "campaign extend", hours=100))


async def test_a_stranger_extends_nothing(table: Table) -> None:
    await table.new(**DAY)
    refused = said(await table.maxime.slash(table.channel, "campaign extend", hours=1))
    assert refused.startswith(
        "Only a moderator, the player who began the campaign or a player of it can give more"
    )


async def test_what_is_overdue_is_extended_from_now_and_rung_anew(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 26)
    await type_(table, "extend", hours=10)
    assert (await rows(table))["france"].due_at == table.env.now() + timedelta(hours=10)
    before = len(rings(table))
    await hours_pass(table, 10)
    assert len(rings(table)) == before + 2
    assert len(calls(table)) == 2


async def test_more_time_given_in_a_pause_counts_when_it_is_over(table: Table) -> None:
    await table.new(**DAY)
    await type_(table, "pause")
    assert "1 d 6 h left when the clock restarts" in await type_(table, "extend", hours=6)
    await hours_pass(table, 3)
    await type_(table, "resume")
    assert (await rows(table))["france"].due_at == table.env.now() + timedelta(hours=30)


async def test_without_a_clock_there_is_nothing_to_extend(table: Table) -> None:
    await table.new()
    assert "has no deadlines" in await type_(table, "extend", hours=6)


async def test_an_unknown_seat_is_answered_with_those_that_there_are(table: Table) -> None:
    await table.new(**DAY)
    assert await type_(table, "extend", hours=6, seat="austria") == (
        "There is no seat 'austria' here. There are: France."
    )


async def test_a_player_rings_whoever_is_awaited_once_in_twelve_hours(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "none")
    await act(table, "blue", "commit 1 nantes")
    assert await type_(table, "nudge") == "A reminder was sent to White."
    (ring,) = rings(table)
    assert pinged(table, ring) == [table.maxime.id]
    again = await type_(table, "nudge")
    assert again.startswith("A reminder was sent by hand not long ago.")
    await hours_pass(table, 12)
    assert await type_(table, "nudge") == "A reminder was sent to White."
    assert len(rings(table)) == 2


async def test_a_bell_rung_by_hand_waits_for_the_end_of_quiet_hours(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "none")
    await act(table, "blue", "commit 1 nantes")
    await set_hours(table, table.maxime.id, **quiet(table, -1, 5))
    ends = table.env.now() + timedelta(hours=5)
    told = await type_(table, "nudge")
    assert told.startswith("White has quiet hours. The reminder goes out <t:")
    assert abs(int(told.split("<t:")[1].split(":")[0]) - ends.timestamp()) <= 60
    await hours_pass(table, 4.9)
    assert rings(table) == []
    await hours_pass(table, 0.2)
    assert pinged(table, rings(table)[0]) == [table.maxime.id]


async def test_whoever_has_muted_the_turn_is_not_rung_by_hand(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")
    await act(table, "blue", "commit 1 nantes")
    await hours_pass(table, 12)
    await table.maxime.click(mute_button(table), label="Mute for this turn")
    assert "the players who have to decide have muted this turn's reminders." in await type_(table, "nudge")


async def test_a_seat_that_owes_nothing_is_not_rung(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")
    await act(table, "blue", "commit 1 nantes")
    assert "has nothing to decide now" in await type_(table, "nudge", seat="blue")


async def test_deadline_shows_who_owes_what_until_when(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "bank 24h +6h max 48h")
    await hours_pass(table, 1)
    told = (await type_(table, "deadline")).splitlines()
    due = (await rows(table))["blue"].due_at
    assert due is not None
    assert told[0].startswith("**Clock** A bank of 24 hours for each seat")
    assert told[1] == (
        f"**Blue** (<@{table.camille.id}>): Commit a chit and the area of a recruit · "
        f"until {discord.utils.format_dt(due, 'f')} ({discord.utils.format_dt(due, 'R')})"
    )
    assert told[3:] == ["-# Bank of Blue: 23 h", "-# Bank of White: 23 h"]


async def test_deadline_shows_a_pause(table: Table) -> None:
    await table.new(**DAY)
    await type_(table, "pause")
    told = await type_(table, "deadline")
    assert "⏸️ Paused" in told
    assert "1 d left when the clock restarts" in told


async def test_a_moderators_hand_in_a_pause_sets_no_clock_going(table: Table) -> None:
    from bot.campaigns.progress import Progress

    await table.new(**DAY)
    await type_(table, "pause")
    campaign = await table.campaign()
    progress = Progress(table.bot.campaigns.title_of(campaign), campaign)
    progress.take("france", "end", user_id=None, source="moderator")
    await table.bot.campaigns.commit(progress, user_id=None)
    row = (await rows(table))["france"]
    assert (row.due_at, row.next_ring_at, row.allowed) == (None, None, timedelta(hours=24))


HOURS = st.integers(0, 400).map(lambda count: timedelta(hours=count))
NOW = discord.utils.utcnow().replace(year=2026, month=3, day=2, hour=12, minute=0, second=0, microsecond=0)


@given(spent=HOURS, pause=HOURS)
def test_a_pause_takes_no_time_and_gives_whom_others_let_go_on_the_grace_period(
    spent: timedelta, pause: timedelta
) -> None:
    clock = notation.read("10d")
    owed = deadlines.timed(
        clock, Deadline(seat="france", kind="action", since=NOW, allowed=clock.time), deadlines.ANY_TIME, NOW
    )
    left = deadlines.left(owed, deadlines.ANY_TIME, NOW + spent)
    stopped = deadlines.stopped(owed, deadlines.ANY_TIME, NOW + spent)
    again = deadlines.stopped(stopped, deadlines.ANY_TIME, NOW + spent + pause)
    assert again == stopped
    assert left is not None
    until = NOW + spent + pause
    going = deadlines.resumed(clock, again, deadlines.ANY_TIME, until)
    assert going.due_at == until + max(left, deadlines.GRACE)
    knowing = deadlines.resumed(clock, again, deadlines.ANY_TIME, until, knows=True)
    assert knowing.due_at == until + (left or deadlines.GRACE)


def test_a_reminder_that_comes_after_the_end_is_left_out() -> None:
    clock = notation.read("24h")
    first = Deadline(seat="france", kind="action", since=NOW, allowed=clock.time)
    owed = deadlines.timed(clock, first, deadlines.ANY_TIME, NOW)
    stage, then = deadlines.next_bell(clock, owed, deadlines.ANY_TIME, NOW + timedelta(hours=24))
    assert stage == "over"
    assert then is not None
    assert then.stage == "call"
