"""The tocsin rings for whose turn it is: once when it is due, seldomer and seldomer after that."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from bot.app.sweep import schedule
from bot.store import Guild
from bot.store.rows import deadlines, people
from tests.store.builders import counted
from tests.support.bot_fixtures import Tables
from tests.support.clocked import (
    HOUR,
    act,
    both_commit,
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
from tests.support.table import Table, controls, text, whispered

NUDGED = {"clock": "none nudge 1h"}
DAY = {"clock": "24h interrupts 6h"}


async def test_nothing_rings_before_it_is_due(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 11.99)
    assert rings(table) == []


async def test_half_time_rings_once_and_pings_whose_turn_it_is(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 12)
    await table.sweep()
    (ring,) = rings(table)
    due = int((await rows(table))["france"].due_at.timestamp())  # type: ignore[union-attr]
    assert ring.startswith(
        f"🔔 <@{table.camille.id}>, the tocsin rings: Levée en Masse waits for you. Take an"
    )
    assert f", due <t:{due}:R>. " in ring
    assert ring.endswith(f"/{table.cards()[-1].id})")
    assert pinged(table, ring) == [table.camille.id]


async def test_it_rings_again_near_the_end(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 21)
    assert len(rings(table)) == 2
    assert "The time is nearly over." in rings(table)[1]


async def test_a_restart_does_not_ring_again(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 12)
    await table.restart()
    await table.sweep()
    assert len(rings(table)) == 1


async def test_two_sweeps_at_once_ring_once(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 11.5)
    await table.env.advance_time(HOUR / 2)
    await asyncio.gather(*(table.bot.sweep() for _ in range(3)))
    await table.bot.outbox.drain()
    assert len(rings(table)) == 1


async def test_nobody_is_called_when_the_time_of_a_person_who_plays_alone_is_over(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 24)
    (told,) = calls(table)
    assert f"The time of <@{table.camille.id}> (**France**) is over." in told
    assert "nobody is called: the game waits for you. `/campaign extend` gives you more time" in told
    assert pinged(table, told) == [table.camille.id]
    await hours_pass(table, 500)
    assert len(calls(table)) == 1
    await table.camille.slash(table.channel, "campaign extend", hours=5)
    assert (await rows(table))["france"].due_at is not None


async def test_without_a_clock_the_pause_doubles_and_the_fifth_is_the_last(table: Table) -> None:
    await table.new(**NUDGED)
    await hours_pass(table, 1)
    for rung, pause in enumerate((2, 4, 8), start=1):
        await hours_pass(table, pause - 0.5)
        assert len(rings(table)) == rung
        await hours_pass(table, 0.5)
        assert len(rings(table)) == rung + 1
    await hours_pass(table, 16)
    (call,) = calls(table)
    assert "No more reminders will be sent for this." in call
    assert "nobody is called: the game waits for you. `/campaign nudge` sends one more" in call
    assert pinged(table, call) == []
    await table.sweep(1000 * HOUR)
    assert len(rings(table) + calls(table)) == 5


async def test_an_action_gives_new_time(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 11)
    await table.press(controls(table.card())[0])
    await hours_pass(table, 11)
    assert rings(table) == []
    await hours_pass(table, 1)
    assert len(rings(table)) == 1


async def test_the_card_says_until_when(table: Table) -> None:
    await table.new(**DAY)
    due = int(table.env.now().timestamp()) + 24 * HOUR
    assert f"<t:{due}:R>" in text(table.card())


async def test_nothing_rings_for_a_campaign_without_a_clock(table: Table) -> None:
    await table.new()
    await table.sweep(10_000 * HOUR)
    assert rings(table) + calls(table) == []


async def test_nothing_rings_for_a_campaign_that_is_over(table: Table) -> None:
    campaign = await table.new(**DAY)
    await table.bot.campaigns.end(campaign, version=0)
    await hours_pass(table, 30)
    assert rings(table) + calls(table) == []
    assert await table.bot.store.deadlines_of(1) == []


async def test_a_bell_that_could_not_be_heard_is_silent_once_the_turn_was_played(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 11)
    table.env.inject_error("POST", "/channels/*/messages", status=500)
    await hours_pass(table, 1)
    assert len(rings(table)) == 1
    await table.env.advance_time(1)
    await table.press(controls(table.card())[0])
    await hours_pass(table, 1)
    assert len(rings(table)) == 1
    assert await table.unsaid() == []


async def test_a_bell_that_could_not_be_heard_rings_again_under_the_same_nonce(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 11)
    table.env.inject_error("POST", "/channels/*/messages", status=500)
    await hours_pass(table, 1)
    await table.sweep(10)
    assert len(rings(table)) == 2
    assert table.posts()[-1]["nonce"] == table.posts()[-2]["nonce"]


async def test_the_bell_of_each_campaign_is_its_own(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.new(clock="none nudge 1h")
    await table.new(channel=hall, clock="none nudge 2h")
    await hours_pass(table, 1)
    assert len(rings(table)) == 1
    assert "tocsin" not in text(hall.history()[-1])
    await hours_pass(table, 1)
    assert "the tocsin rings" in text(hall.history()[-1])


async def test_a_campaign_that_cannot_be_read_does_not_silence_the_others(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.new(channel=hall, clock="10h overtime pass")
    await table.new(clock="10h")
    await table.bot.store.transact(partial(deadlines.mute, campaign_id=1, seat="france"))
    await table.bot.store.database.write(
        lambda c: c.exec_driver_sql("UPDATE campaign SET state = '{}' WHERE id = 1").close()
    )
    await hours_pass(table, 10)
    assert len(calls(table)) == 1
    (record,) = table.incidents.take()
    assert record.getMessage().endswith("while ringing for campaign 1")
    await table.sweep()
    assert table.incidents.take() == []


async def test_nobody_is_rung_in_quiet_hours_but_at_their_end(table: Table) -> None:
    await table.new(**DAY)
    await set_hours(table, table.camille.id, **quiet(table, 11, 14))
    await hours_pass(table, 13.9)
    assert rings(table) == []
    await hours_pass(table, 0.2)
    assert len(rings(table)) == 1


async def test_a_ping_that_is_late_is_silent_in_quiet_hours(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 11)
    await set_hours(table, table.camille.id, **quiet(table, 1.1, 8))
    table.env.inject_error("POST", "/channels/*/messages", status=500, times=4)
    await hours_pass(table, 1.5)
    table.env.inject_error("POST", "/channels/*/messages", status=500, times=0)
    await hours_pass(table, 1)
    last = table.posts()[-1]
    assert "the tocsin rings" in last["content"]
    assert last["allowed_mentions"]["users"] == []


async def test_the_next_to_decide_is_told_once_with_what_is_due(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")
    before = len(contents(table))
    await both_commit(table)
    await table.sweep()
    asked = (await table.bot.store.deadlines_of(1))[0]
    holder = (await table.campaign()).seats[asked.seat]
    notices = [said for said in contents(table)[before:] if said.startswith("📣")]
    if holder == table.maxime.id:  # he has brought it about, and knows
        assert notices == []
    else:
        (notice,) = notices
        assert notice.startswith(f"📣 <@{holder}> (**")
        assert "March with one stack or pass, due <t:" in notice
        assert pinged(table, notice) == [holder]


async def test_both_are_told_at_the_beginning(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")
    (notice,) = [said for said in contents(table) if said.startswith("📣")]
    assert pinged(table, notice) == [table.camille.id, table.maxime.id]


async def test_a_notice_waits_for_the_end_of_quiet_hours(closed_table: Tables) -> None:
    table = await started(closed_table)
    await set_hours(table, table.maxime.id, **quiet(table, -1, 3))
    await two_seats(table, "24h")
    assert [pinged(table, said) for said in contents(table)] == [[table.camille.id]]
    await hours_pass(table, 3)
    assert pinged(table, contents(table)[-1]) == [table.maxime.id]


async def test_a_notice_that_waited_is_dropped_when_its_reader_has_acted(closed_table: Tables) -> None:
    table = await started(closed_table)
    await set_hours(table, table.maxime.id, **quiet(table, -1, 3))
    await two_seats(table, "48h")
    await act(table, "white", "commit 6 cholet")
    before = len(contents(table))
    await hours_pass(table, 4)
    assert contents(table)[before:] == []


async def test_a_nudge_says_who_has_given_and_who_is_awaited(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")
    await act(table, "blue", "commit 1 nantes")
    await hours_pass(table, 12)
    (ring,) = rings(table)
    assert pinged(table, ring) == [table.maxime.id]
    assert "Submitted: Blue. Still missing: White." in ring
    assert "nantes" not in ring.casefold()


async def test_all_who_decide_at_once_are_reminded_by_one_message_and_each_mutes_their_own(
    closed_table: Tables,
) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")
    await hours_pass(table, 12)
    (ring,) = rings(table)
    assert pinged(table, ring) == [table.camille.id, table.maxime.id]
    assert f"<@{table.camille.id}> and <@{table.maxime.id}>, the tocsin rings" in ring
    assert [line for line in ring.split("\n") if line != line.strip()] == []
    assert ring.index("**Blue**") < ring.index("**White**")

    outsider = table.guild.add_member(table.env.create_user("marat"))
    button = mute_button(table)
    assert "Only <@" in whispered(await outsider.click(button, label="Mute for this turn"))
    told = whispered(await table.maxime.click(button, label="Mute for this turn"))
    assert told.startswith("You get no more reminders of this turn.")
    assert {seat: row.muted for seat, row in (await rows(table)).items()} == {"blue": False, "white": True}
    await hours_pass(table, 9)
    assert pinged(table, rings(table)[-1]) == [table.camille.id]


async def test_a_person_with_several_seats_is_rung_once(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h", white=table.camille.id)
    await hours_pass(table, 12)
    (ring,) = rings(table)
    assert "**Blue**" in ring
    assert "**White**" in ring


async def test_mute_silences_the_reminders_of_this_turn_only(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 12)
    muted = await table.camille.click(mute_button(table), label="Mute for this turn")
    assert whispered(muted) == "You get no more reminders of this turn. Its deadline stays the same."
    await hours_pass(table, 11)
    assert len(rings(table)) == 1
    await act(table, "france", "end")
    await hours_pass(table, 12)
    assert len(rings(table)) == 2


async def test_a_seat_that_is_muted_does_not_silence_its_holders_other_seat(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h", white=table.camille.id)
    await table.bot.store.transact(partial(deadlines.mute, campaign_id=1, seat="blue"))
    await hours_pass(table, 12)
    assert len(rings(table)) == 1


async def test_mute_does_not_keep_the_moderators_from_being_called(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 12)
    await table.camille.click(mute_button(table), label="Mute for this turn")
    await hours_pass(table, 12)
    assert len(calls(table)) == 1


async def test_only_whoever_is_nudged_can_mute(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 12)
    refused = await table.maxime.click(mute_button(table), label="Mute for this turn")
    assert whispered(refused).startswith(f"Only <@{table.camille.id}> can mute these reminders")
    await hours_pass(table, 9)
    assert len(rings(table)) == 2


async def test_the_button_of_an_earlier_turn_mutes_nothing(table: Table) -> None:
    await table.new(**DAY)
    await hours_pass(table, 12)
    button = mute_button(table)
    # Before the message with the button is gone.
    await table.bot.campaigns.take(1, table.camille.id, "end", seat="france")
    late = await table.camille.click(button, label="Mute for this turn")
    assert whispered(late) == "That turn is over. It sends no more reminders."
    assert not (await rows(table))["france"].muted


async def test_the_bell_grows_rarer_and_gives_up_with_a_word_to_the_moderators(
    closed_table: Tables,
) -> None:
    table = await started(closed_table)
    role = table.guild.create_role("Committee")
    await table.bot.store.transact(
        partial(people.put_guild, settings=Guild(id=table.guild.id, moderator_role=role.id))
    )
    await two_seats(table, "24h")
    await hours_pass(table, 24)
    assert len(calls(table)) == 1
    for called, pause in enumerate((12, 24, 48, 96), start=1):
        await hours_pass(table, pause - 1)
        assert len(calls(table)) == called
        await hours_pass(table, 1)
        assert len(calls(table)) == called + 1
    assert all(post["allowed_mentions"]["roles"] == [role.id] for post in table.posts()[-4:])
    assert "No more reminders will be sent for this." in calls(table)[-1]
    await hours_pass(table, 200)
    assert len(calls(table)) == 5


async def test_the_scheduler_wakes_the_sweep() -> None:
    woken = asyncio.Event()

    async def sweep() -> None:
        woken.set()

    scheduler = schedule(sweep=(sweep, 3600))
    try:
        job = scheduler.get_job("sweep")
        job.modify(next_run_time=job.next_run_time.replace(year=2020))
        await asyncio.wait_for(woken.wait(), 60)
    finally:
        scheduler.shutdown(wait=False)


@pytest.mark.parametrize("clock", ["none nudge 721d", "nonsense"])
async def test_a_clock_that_cannot_be_had_begins_no_campaign(table: Table, clock: str) -> None:
    await table.camille.slash(table.channel, "campaign new", game="levee", clock=clock)
    assert await counted(table.bot.store) == 0
