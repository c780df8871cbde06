"""Seats that are lent for a time: stood in for, taken back, given back when the time is over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from bot.clock.hours import Hours
from bot.errors import PoliteError
from bot.interactions.seats import read_until
from bot.replays.playback import viewers_of
from bot.seats.handover import Seats
from bot.seats.lapses import LOBBY, OFFERED, UNFILLED, settle
from bot.store import Order, Seat, rows
from bot.store.rows import orders
from tests.support.bot_fixtures import Tables
from tests.support.clocked import calls, hours_pass, quiet, set_hours
from tests.support.sitters import (
    answered,
    begun,
    georges,
    holders,
    left,
    lend,
    moderator,
    pinged,
    seat,
    sitting,
    told,
)
from tests.support.table import Table, said, whispered


@pytest.fixture
async def duel(closed_table: Tables) -> Table:
    """Camille plays Blue, Maxime plays White; Georges watches."""
    return await begun(closed_table, clock="48h interrupts 12h")


NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


async def test_a_stand_in_accepts_and_plays(duel: Table) -> None:
    stand_in = georges(duel)
    await lend(duel, stand_in)
    kept = await sitting(duel)
    assert (kept.user_id, kept.owner_id, kept.until) == (stand_in.id, duel.maxime.id, None)


async def test_until_somebody_stands_in_the_owner_plays(duel: Table) -> None:
    await seat(duel, duel.maxime, "substitute", user=georges(duel))
    assert (await holders(duel))["white"] == duel.maxime.id


async def test_the_owner_takes_a_seat_back_at_once(duel: Table) -> None:
    await lend(duel, georges(duel))
    assert "You play White" in await seat(duel, duel.maxime, "back")
    assert await sitting(duel) == Seat(seat="white", user_id=duel.maxime.id)


async def test_an_offer_to_stand_in_is_withdrawn_by_back(duel: Table) -> None:
    stand_in = georges(duel)
    await seat(duel, duel.maxime, "substitute", user=stand_in)
    await seat(duel, duel.maxime, "back")
    assert "is no longer on offer." in whispered(await answered(duel, stand_in))


async def test_a_stand_in_who_leaves_gives_the_seat_back(duel: Table) -> None:
    stand_in = georges(duel)
    await lend(duel, stand_in)
    await left(duel, stand_in)
    assert await sitting(duel) == Seat(seat="white", user_id=duel.maxime.id)


async def test_a_stand_in_can_not_lend(duel: Table) -> None:
    stand_in = georges(duel)
    await lend(duel, stand_in)
    louis = duel.guild.add_member(duel.env.create_user("louis"))
    assert "only they can lend it" in await seat(duel, stand_in, "substitute", user=louis)


async def test_a_stand_in_can_not_swap(duel: Table) -> None:
    stand_in = georges(duel)
    await lend(duel, stand_in)
    assert "only they can swap it" in await seat(duel, stand_in, "swap", other="blue")


async def test_an_owner_can_not_leave_a_seat_that_is_lent(duel: Table) -> None:
    await lend(duel, georges(duel))
    with pytest.raises(PoliteError, match="Take it back"):
        await Seats(duel.bot.campaigns).leave(1, duel.maxime.id, "white")


async def test_the_other_player_can_not_stand_in(duel: Table) -> None:
    assert "both sides" in await seat(duel, duel.maxime, "substitute", user=duel.camille)


async def test_nobody_stands_in_for_themselves(duel: Table) -> None:
    assert "stand in for yourself" in await seat(duel, duel.maxime, "substitute", user=duel.maxime)


async def test_a_seat_is_given_back_when_the_time_is_over_and_once(duel: Table) -> None:
    await lend(duel, georges(duel), "48h")
    await duel.env.advance_time(49 * 3600)
    for _ in range(2):
        await settle(duel.bot.campaigns, duel.bot.store.now())
    await duel.bot.outbox.drain()
    assert await sitting(duel) == Seat(seat="white", user_id=duel.maxime.id)
    assert sum("time in **White** is over" in (body.get("content") or "") for body in duel.posts()) == 1


async def test_a_seat_is_not_given_back_before(duel: Table) -> None:
    stand_in = georges(duel)
    await lend(duel, stand_in, "48h")
    await duel.env.advance_time(47 * 3600)
    await settle(duel.bot.campaigns, duel.bot.store.now())
    assert (await holders(duel))["white"] == stand_in.id


async def test_an_offer_that_nobody_took_in_time_is_withdrawn(duel: Table) -> None:
    await seat(duel, duel.maxime, "substitute", user=georges(duel), until="2h")
    await duel.env.advance_time(3 * 3600)
    await settle(duel.bot.campaigns, duel.bot.store.now())
    assert await sitting(duel) == Seat(seat="white", user_id=duel.maxime.id)


async def test_a_seat_comes_back_to_an_owner_who_has_left_the_server(duel: Table) -> None:
    await lend(duel, georges(duel), "2h")
    duel.guild.remove_member(duel.maxime)
    await duel.env.advance_time(3 * 3600)
    await settle(duel.bot.campaigns, duel.bot.store.now())
    await duel.bot.outbox.drain()
    assert (await holders(duel))["white"] == duel.maxime.id


async def test_a_campaign_that_ended_meanwhile_is_left_as_it_is(duel: Table) -> None:
    stand_in = georges(duel)
    await lend(duel, stand_in, "2h")
    campaign = await duel.campaign()
    await duel.bot.campaigns.end(campaign, version=campaign.version)
    await duel.env.advance_time(3 * 3600)
    for _ in range(2):
        await settle(duel.bot.campaigns, duel.bot.store.now())
    kept = await sitting(duel)
    assert (kept.user_id, kept.owner_id) == (stand_in.id, duel.maxime.id)
    await duel.bot.outbox.drain()
    assert not [body for body in duel.posts() if "is over: it is" in (body.get("content") or "")]
    due = partial(rows.lapses.due, now=duel.bot.store.now())
    assert await duel.bot.store.look(due) == {}


async def test_standing_orders_do_not_outlive_their_giver(duel: Table) -> None:
    now = duel.bot.store.now()
    for name in ("blue", "white"):
        order = Order(seat=name, kind="answer", text="stand")
        await duel.bot.store.transact(partial(orders.give, campaign_id=1, given=order, now=now))
    await left(duel, duel.maxime)
    assert await duel.bot.store.look(partial(orders.of_campaign, campaign_id=1)) == {
        ("blue", "answer"): "stand"
    }


async def orders_of(table: Table) -> dict[tuple[str, str], str]:
    """Every standing order that holds."""
    return await table.bot.store.look(partial(orders.of_campaign, campaign_id=1))


async def test_an_owner_has_his_orders_back_and_the_stand_ins_die_with_the_loan(duel: Table) -> None:
    stand_in = georges(duel)
    await duel.maxime.slash(duel.channel, "orders set", kind="answer", order="never")
    mine = await orders_of(duel)
    await lend(duel, stand_in)
    assert await orders_of(duel) == {}
    await stand_in.slash(duel.channel, "orders set", kind="answer", order="stand")
    assert await orders_of(duel) not in ({}, mine)
    await seat(duel, duel.maxime, "back")
    assert await orders_of(duel) == mine
    # What was laid by is nobody else's, and is not kept for a seat that is left.
    await lend(duel, stand_in)
    await duel.bot.store.transact(partial(orders.revoke_for_good, campaign_id=1, seat="white"))
    await seat(duel, duel.maxime, "back")
    assert await orders_of(duel) == {}


async def test_an_owner_sees_on_what_his_seat_knows_and_decides_nothing(duel: Table) -> None:
    stand_in = georges(duel)
    await lend(duel, stand_in)
    for shown in (
        said(await duel.maxime.slash(duel.channel, "campaign view")),
        said(await duel.maxime.slash(duel.channel, "campaign view", seat="white")),
        await seat(duel, duel.maxime, "brief"),
    ):
        assert "White" in shown
        assert "Your stacks" in shown
    title = duel.bot.campaigns.titles["outposts"]
    assert viewers_of(await duel.campaign(), title, duel.maxime.id) == ["white", None]
    offered = await duel.maxime.autocomplete(duel.channel, "campaign view", "seat", "")
    assert [choice["value"] for choice in offered] == ["white"]
    assert "You can watch this campaign, but not play in it:" in said(
        await duel.maxime.slash(duel.channel, "play", action="commit 1 nantes")
    )
    assert "don't hold" in said(await duel.camille.slash(duel.channel, "campaign view", seat="white"))


async def test_an_offer_that_is_not_answered_lapses_with_a_word_and_once(duel: Table) -> None:
    await seat(duel, duel.maxime, "substitute", user=georges(duel))
    await duel.env.advance_time(OFFERED.total_seconds() - 60)
    await settle(duel.bot.campaigns, duel.bot.store.now())
    assert (await sitting(duel)).reserved_for is not None
    await duel.env.advance_time(120)
    for _ in range(2):
        await settle(duel.bot.campaigns, duel.bot.store.now())
    await duel.bot.outbox.drain()
    assert await sitting(duel) == Seat(seat="white", user_id=duel.maxime.id)
    assert sum("has lapsed" in (body.get("content") or "") for body in duel.posts()) == 1


async def test_who_has_declined_a_seat_is_not_asked_again_within_a_day(duel: Table) -> None:
    stand_in = georges(duel)
    await seat(duel, duel.maxime, "substitute", user=stand_in)
    await duel.env.advance_time(2 * 86400)
    await answered(duel, stand_in, "No, thank you")
    refused = await seat(duel, duel.maxime, "substitute", user=stand_in)
    assert refused.startswith(f"<@{stand_in.id}> has declined White. You can ask them again <t:")
    # A moderator who offers the same seat calls them no sooner.
    again = await seat(duel, moderator(duel), "replace", seat="white", user=stand_in, reason="away")
    assert "has declined White" in again
    assert (await sitting(duel)).reserved_for is None
    await duel.env.advance_time(86400)
    await seat(duel, duel.maxime, "substitute", user=stand_in)
    assert pinged(told(duel, "asks you to stand in")) == {stand_in.id}


async def test_an_offer_that_is_put_right_calls_nobody_again(duel: Table) -> None:
    stand_in = georges(duel)
    await seat(duel, duel.maxime, "substitute", user=stand_in, until="2d")
    assert pinged(told(duel, "asks you to stand in")) == {stand_in.id}
    await seat(duel, duel.maxime, "back")
    await seat(duel, duel.maxime, "substitute", user=stand_in, until="4d")
    assert pinged(told(duel, "asks you to stand in")) == set()
    await seat(duel, duel.maxime, "substitute", user=stand_in, until="5d")
    assert pinged(told(duel, "asks you to stand in")) == set()
    await answered(duel, stand_in)
    assert (await sitting(duel)).user_id == stand_in.id
    # Whoever took the seat does not mind, and is called when it is lent anew.
    await seat(duel, duel.maxime, "back")
    await seat(duel, duel.maxime, "substitute", user=stand_in)
    assert pinged(told(duel, "asks you to stand in")) == {stand_in.id}


async def test_a_lobby_that_does_not_fill_says_so_after_a_day_and_a_week(closed_table: Tables) -> None:
    table = await closed_table()
    await table.start()
    await table.camille.slash(table.channel, "campaign new", game="outposts", images="never")
    await table.maxime.slash(table.channel, "seat take", seat="white")
    opened = (await table.campaign()).created_at
    day, week = (opened + age for age in UNFILLED)
    await settle(table.bot.campaigns, day - timedelta(minutes=1))
    await table.bot.outbox.drain()
    assert not [body for body in table.posts() if "still waits for" in (body.get("content") or "")]
    for number, at in enumerate([day, day, week, week]):
        await settle(table.bot.campaigns, at)
        await table.bot.outbox.drain()
        said = [
            body
            for body in table.posts()
            if "this lobby still waits for **Blue**" in (body.get("content") or "")
        ]
        assert len(said) == 1 + number // 2
    said = [
        body for body in table.posts() if "this lobby still waits for **Blue**" in (body.get("content") or "")
    ]
    assert pinged(said[0]) == {table.camille.id, table.maxime.id}


async def test_a_lobby_in_which_nothing_happens_closes_with_a_word(closed_table: Tables) -> None:
    table = await closed_table()
    await table.start()
    await table.camille.slash(table.channel, "campaign new", game="outposts", images="never")
    await table.env.advance_time(3600)
    await table.maxime.slash(table.channel, "seat take", seat="white")
    idle = (await table.campaign()).updated_at + LOBBY
    await settle(table.bot.campaigns, idle - timedelta(minutes=30))
    assert (await table.campaign()).status == "lobby"
    for _ in range(2):
        await settle(table.bot.campaigns, idle)
    await table.bot.outbox.drain()
    assert (await table.campaign()).status == "ended"
    assert pinged(told(table, "🏁 Nothing has happened in this lobby for")) == {table.maxime.id}


@pytest.mark.parametrize(
    ("typed", "until"),
    [
        ("48h", NOW + timedelta(hours=48)),
        ("10 days", NOW + timedelta(days=10)),
        ("2w", NOW + timedelta(days=14)),
        ("friday", datetime(2026, 3, 7, tzinfo=UTC)),
    ],
)
def test_until_is_read_as_a_length_or_to_the_end_of_a_day(typed: str, until: datetime) -> None:
    assert read_until(typed, Hours(), NOW) == until


@pytest.mark.parametrize("typed", ["yesterday-ish", "2026-03-01", "400d"])
def test_an_until_that_can_not_be_is_refused(typed: str) -> None:
    with pytest.raises(PoliteError):
        read_until(typed, Hours(), NOW)


async def test_a_loan_that_ends_while_the_bot_is_away_is_told_when_it_is_back(duel: Table) -> None:
    await lend(duel, georges(duel), "48h")
    await duel.env.advance_time(60 * 3600)
    await duel.restart()
    for _ in range(2):
        await duel.sweep()
    assert await sitting(duel) == Seat(seat="white", user_id=duel.maxime.id)
    assert sum("time in **White** is over" in (body.get("content") or "") for body in duel.posts()) == 1


async def test_a_loan_that_ends_while_the_channel_can_not_be_reached_is_told_when_it_is_back(
    duel: Table,
) -> None:
    stand_in = georges(duel)
    await lend(duel, stand_in, "48h")
    await duel.bot.parking.park(1, duel.channel.id)
    await duel.sweep(50 * 3600)
    # Nobody could read it.
    assert (await sitting(duel)).user_id == stand_in.id
    await duel.bot.parking.let_go_on(1)
    for _ in range(2):
        await duel.sweep()
    assert (await sitting(duel)).user_id == duel.maxime.id
    assert pinged(told(duel, "time in **White** is over")) == {duel.maxime.id, stand_in.id}


async def test_an_owner_is_not_overdue_by_his_stand_in(duel: Table) -> None:
    await lend(duel, georges(duel), "3d")
    await duel.bot.campaigns.take(1, duel.camille.id, "commit 1 nantes", seat="blue")
    await hours_pass(duel, 49)
    assert "time of <@" in str(calls(duel))
    moderating = moderator(duel)
    assert "overdue" in said(await moderating.slash(duel.channel, "mod overview"))
    await hours_pass(duel, 24)
    kept = await sitting(duel)
    assert (kept.user_id, kept.missed) == (duel.maxime.id, 0)
    assert "overdue" not in said(await moderating.slash(duel.channel, "mod overview"))
    (owed,) = await duel.bot.store.deadlines_of(1)
    assert owed.due_at is not None
    assert owed.due_at - duel.env.now() > timedelta(hours=46)


async def test_what_a_stand_in_missed_is_not_on_the_owners_record(closed_table: Tables) -> None:
    table = await begun(closed_table, clock="24h overtime pass")
    stand_in = georges(table)
    await lend(table, stand_in, "3d")
    await table.bot.campaigns.take(1, table.camille.id, "commit 1 nantes", seat="blue")
    await hours_pass(table, 30)
    assert (await sitting(table)).missed > 0
    await seat(table, table.maxime, "back")
    assert (await sitting(table)).missed == 0


def letters(table: Table, user_id: int) -> list[str]:
    """What the bot has written to one person alone."""
    channels = [
        c.id for c in table.env.backend.channels.values() if c.type == 1 and user_id in c.recipient_ids
    ]
    return [
        str(body.get("content"))
        for id in channels
        for body in table.bodies("POST", f"/channels/{id}/messages")
    ]


async def test_an_owner_who_slept_is_briefed_as_it_stands_when_they_wake(duel: Table) -> None:
    stand_in = georges(duel)
    await lend(duel, stand_in, "2h")
    await set_hours(duel, duel.maxime.id, **quiet(duel, 1, 6))
    await duel.camille.slash(duel.channel, "play", action="commit 1 nantes")
    await hours_pass(duel, 3)
    assert letters(duel, duel.maxime.id) == []
    await duel.maxime.slash(duel.channel, "play", action="commit 6 cholet")
    await hours_pass(duel, 4)
    (letter,) = letters(duel, duel.maxime.id)
    assert "You play White" in letter
    # White has committed since, and marches now.
    assert "March with one stack or pass." in letter


async def test_nobody_is_briefed_about_a_seat_that_is_not_theirs_any_more_when_they_wake(duel: Table) -> None:
    await lend(duel, georges(duel), "2h")
    await set_hours(duel, duel.maxime.id, **quiet(duel, 1, 6))
    await hours_pass(duel, 3)
    assert (await holders(duel))["white"] == duel.maxime.id
    await seat(duel, moderator(duel), "replace", seat="white", user=georges(duel), now=True, reason="Away")
    await hours_pass(duel, 5)
    assert letters(duel, duel.maxime.id) == []
