"""Seats of a running campaign: taken, left, replaced and swapped."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial

import pytest
from simcord import MemberActor

from bot.errors import NotSeatedError, PoliteError, StaleError
from bot.people import privacy
from bot.seats.briefing import briefing
from bot.seats.change import By
from bot.seats.handover import Seats
from bot.store import Guild, Seat
from bot.store.rows import audits, campaigns, deadlines, people, seats, sights
from tests.support.bot_fixtures import Tables
from tests.support.duel import sit
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
    vacate,
)
from tests.support.table import Table, controls, said, text, whispered


@pytest.fixture
async def duel(closed_table: Tables) -> Table:
    """Camille plays Blue, Maxime plays White; Georges watches."""
    return await begun(closed_table, clock="48h interrupts 12h")


async def test_a_vacant_seat_is_taken_with_a_private_briefing(duel: Table) -> None:
    await vacate(duel, "white")
    newcomer = georges(duel)
    briefed = await seat(duel, newcomer, "take", seat="White")
    assert (await holders(duel))["white"] == newcomer.id
    for part in ("You play White", "Your decision", "Only you know", "Your stacks"):
        assert part in briefed


async def test_a_seat_that_is_taken_is_said_in_the_channel_in_one_line(duel: Table) -> None:
    await vacate(duel, "white")
    newcomer = georges(duel)
    await seat(duel, newcomer, "take", seat="White")
    assert told(duel, "takes")["content"] == f"🪑 <@{newcomer.id}> takes **White**."


async def test_a_held_seat_is_refused(duel: Table) -> None:
    assert f"<@{duel.maxime.id}> plays White" in await seat(duel, georges(duel), "take", seat="white")


async def test_two_who_take_a_seat_at_once_do_not_both_get_it(duel: Table) -> None:
    await vacate(duel, "white")
    seating = Seats(duel.bot.campaigns)
    results = await asyncio.gather(
        seating.take(1, 501, "white"), seating.take(1, 502, "white"), return_exceptions=True
    )
    assert [isinstance(result, PoliteError) for result in results].count(True) == 1


async def test_who_plays_alone_may_take_the_other_side(duel: Table) -> None:
    await vacate(duel, "white")
    assert "You play White" in await seat(duel, duel.camille, "take", seat="white")


async def test_a_seat_of_a_private_campaign_is_taken_by_invitation(closed_table: Tables) -> None:
    table = await begun(closed_table, private=True)
    await vacate(table, "white")
    newcomer = georges(table)
    assert "This campaign is private" in await seat(table, newcomer, "take", seat="white")
    await table.camille.slash(table.channel, "campaign invite", user=newcomer)
    await seat(table, newcomer, "take", seat="white")
    assert (await holders(table))["white"] == newcomer.id
    # Whoever was seated without an invitation may take back what they let the automatic player have.
    other = table.guild.add_member(table.env.create_user("paul", global_name="Paul"))
    await vacate(table, "white")
    await seat(table, table.camille, "replace", seat="white", user=other)
    await Seats(table.bot.campaigns).sit(1, other.id, "white")
    assert "The automatic player now plays White" in await seat(table, other, "automatic", seat="white")
    await seat(table, other, "take", seat="white")
    assert (await holders(table))["white"] == other.id


async def test_a_seat_typed_wrongly_is_answered_with_the_nearest(duel: Table) -> None:
    answer = await seat(duel, georges(duel), "take", seat="whte")
    assert "Did you mean White? There are: Blue, White." in answer


async def test_seats_are_offered_while_one_types(duel: Table) -> None:
    await vacate(duel, "white")
    offered = await duel.camille.autocomplete(duel.channel, "seat take", "seat", "")
    assert [choice["name"] for choice in offered] == ["Blue (yours)", "White (vacant)"]


async def test_leaving_is_asked_once_more(duel: Table) -> None:
    asked = await duel.maxime.slash(duel.channel, "seat leave")
    assert "Leave White for good?" in said(asked)
    assert (await holders(duel))["white"] == duel.maxime.id


async def test_a_seat_that_was_left_is_vacant_and_the_others_are_told(duel: Table) -> None:
    assert "You have left White" in await left(duel, duel.maxime)
    assert await holders(duel) == {"blue": duel.camille.id}
    assert pinged(told(duel, "has left")) == {duel.camille.id}


async def test_moderators_are_told_of_a_seat_that_was_left(duel: Table) -> None:
    role = duel.guild.create_role("Officers")
    known = Guild(id=duel.guild.id, moderator_role=role.id)
    await duel.bot.store.transact(partial(people.put_guild, settings=known))
    await left(duel, duel.maxime)
    assert [int(each) for each in told(duel, "has left")["allowed_mentions"]["roles"]] == [role.id]


async def test_nobody_leaves_somebody_elses_seat(duel: Table) -> None:
    assert "You don't play White" in await seat(duel, duel.camille, "leave", seat="white")


async def test_what_the_leaver_knew_is_shown_to_nobody_else(duel: Table) -> None:
    before = len(duel.posts())
    secret = (await briefing(duel.bot.campaigns, await duel.campaign(), "white")).split(
        "**Only you know**\n"
    )[1]
    await left(duel, duel.maxime)
    assert not any(secret.split("\n")[0] in (body.get("content") or "") for body in duel.posts()[before:])


async def test_a_newcomer_is_asked_and_sits_down_by_a_button(duel: Table) -> None:
    newcomer = georges(duel)
    await seat(duel, moderator(duel), "replace", seat="white", user=newcomer)
    assert (await holders(duel))["white"] == duel.maxime.id
    sat = await answered(duel, newcomer)
    assert "You play White" in whispered(sat)
    assert (await holders(duel))["white"] == newcomer.id


async def test_an_offer_pings_whom_it_is_made_to(duel: Table) -> None:
    newcomer = georges(duel)
    await seat(duel, moderator(duel), "replace", seat="white", user=newcomer)
    assert pinged(told(duel, "asks you to take over")) == {newcomer.id}


async def test_nobody_else_sits_down_in_an_offered_seat(duel: Table) -> None:
    await seat(duel, moderator(duel), "replace", seat="white", user=georges(duel))
    stranger = duel.guild.add_member(duel.env.create_user("louis"))
    assert "is offered to" in whispered(await answered(duel, stranger))
    assert (await holders(duel))["white"] == duel.maxime.id


async def test_an_offer_that_was_answered_has_no_buttons(duel: Table) -> None:
    newcomer = georges(duel)
    await seat(duel, moderator(duel), "replace", seat="white", user=newcomer)
    await answered(duel, newcomer)
    offer = next(m for m in duel.channel.history() if "asks you to take over" in m.content)
    assert controls(offer) == []


async def test_an_offer_can_be_declined(duel: Table) -> None:
    newcomer = georges(duel)
    await seat(duel, moderator(duel), "replace", seat="white", user=newcomer)
    await answered(duel, newcomer, "No, thank you")
    assert await sitting(duel) == Seat(seat="white", user_id=duel.maxime.id)


async def test_a_watcher_can_not_replace_a_player(duel: Table) -> None:
    watcher = georges(duel)
    assert "Only a moderator" in await seat(duel, watcher, "replace", seat="blue", user=watcher)


async def test_who_plays_can_not_seat_anybody_without_asking(duel: Table) -> None:
    answer = await seat(duel, duel.camille, "replace", seat="white", user=georges(duel), now=True)
    assert "Only a moderator who does not play can do that without asking" in answer


async def test_the_creator_can_not_take_over_the_other_side(duel: Table) -> None:
    assert "both sides" in await seat(duel, duel.camille, "replace", seat="white", user=duel.camille)


async def test_a_moderator_seats_somebody_at_once_with_a_briefing(duel: Table) -> None:
    newcomer = georges(duel)
    await seat(duel, moderator(duel), "replace", seat="white", user=newcomer, now=True, reason="Gone")
    assert (await holders(duel))["white"] == newcomer.id
    assert any("You play White" in (b.get("content") or "") for b in duel.bodies("POST", "/channels/"))


async def test_what_a_moderator_does_is_in_the_audit_log(duel: Table) -> None:
    who = moderator(duel)
    await seat(duel, who, "replace", seat="white", user=georges(duel), now=True, reason="Gone for a month")
    (entry,) = await duel.bot.store.look(partial(audits.of_guild, guild_id=duel.guild.id))
    assert (entry.actor_id, entry.act, entry.reason) == (who.id, "unseat", "Gone for a month")


async def test_a_bot_gets_no_seat(duel: Table) -> None:
    robot = duel.guild.add_member(duel.env.create_user("robot", bot=True))
    assert "> is a bot, and bots can't take seats." in await seat(
        duel, duel.camille, "replace", seat="white", user=robot
    )


async def test_the_old_holders_controls_are_refused(duel: Table) -> None:
    await seat(duel, moderator(duel), "replace", seat="white", user=georges(duel), now=True)
    result = await duel.maxime.slash(duel.channel, "play", action="commit 1 nantes")
    assert "You can watch this campaign, but not play in it:" in said(result)


async def test_swapping_needs_the_other_side(duel: Table) -> None:
    await seat(duel, duel.camille, "swap", other="white")
    assert await holders(duel) == {"blue": duel.camille.id, "white": duel.maxime.id}
    swapped = await answered(duel, duel.maxime, "Swap seats")
    assert "You play Blue" in whispered(swapped)
    assert await holders(duel) == {"blue": duel.maxime.id, "white": duel.camille.id}


async def test_the_other_side_of_a_swap_is_briefed(duel: Table) -> None:
    await seat(duel, duel.camille, "swap", other="white")
    await answered(duel, duel.maxime, "Swap seats")
    briefings = [
        b["content"] for b in duel.bodies("POST", "/channels/") if "You play" in (b.get("content") or "")
    ]
    assert ["You play White" in each for each in briefings] == [True]


async def test_who_offered_a_swap_can_not_accept_it(duel: Table) -> None:
    await seat(duel, duel.camille, "swap", other="white")
    assert "is offered to" in whispered(await answered(duel, duel.camille, "Swap seats"))


async def test_a_swap_with_oneself_is_refused(duel: Table) -> None:
    await sit(duel, white=duel.camille.id)
    answer = await seat(duel, duel.camille, "swap", other="white", seat="blue")
    assert "Both seats belong to the same person." in answer


async def test_a_swap_lapses_when_a_seat_changes_hands(duel: Table) -> None:
    newcomer = georges(duel)
    await seat(duel, duel.camille, "swap", other="white")
    await seat(duel, moderator(duel), "replace", seat="white", user=newcomer, now=True)
    assert "so you can't swap it." in whispered(await answered(duel, duel.maxime, "Swap seats"))
    assert (await holders(duel))["white"] == newcomer.id


async def test_a_moderator_swaps_at_once_where_there_is_nothing_to_hide_and_else_when_both_agree(
    duel: Table,
) -> None:
    who = moderator(duel)
    answer = await seat(duel, who, "swap", other="white", seat="blue", now=True)
    assert "has seen White" in answer
    assert "has seen Blue" in answer
    await answered(duel, duel.camille, "Agree")
    assert await holders(duel) == {"blue": duel.camille.id, "white": duel.maxime.id}
    await answered(duel, duel.maxime, "Agree")
    assert await holders(duel) == {"blue": duel.maxime.id, "white": duel.camille.id}


async def test_a_newcomer_has_a_full_clock_and_the_others_keep_theirs(duel: Table) -> None:
    before = {row.seat: row for row in await duel.bot.store.deadlines_of(1)}
    await duel.env.advance_time(40 * 3600)
    await seat(duel, moderator(duel), "replace", seat="white", user=georges(duel), now=True)
    after = {row.seat: row for row in await duel.bot.store.deadlines_of(1)}
    due = after["white"].due_at
    assert due is not None
    assert due - duel.bot.store.now() == timedelta(hours=48)
    assert after["blue"] == before["blue"]


async def test_a_newcomer_is_reminded_though_the_old_holder_was_not(duel: Table) -> None:
    await duel.bot.store.transact(partial(deadlines.mute, campaign_id=1, seat="white"))
    await seat(duel, moderator(duel), "replace", seat="white", user=georges(duel), now=True)
    assert [row.muted for row in await duel.bot.store.deadlines_of(1)] == [False, False]


async def test_a_stopped_clock_stays_stopped(duel: Table) -> None:
    now = duel.bot.store.now()
    await duel.bot.store.transact(partial(campaigns.alter, campaign_id=1, paused_at=now))
    await seat(duel, moderator(duel), "replace", seat="white", user=georges(duel), now=True)
    row = next(row for row in await duel.bot.store.deadlines_of(1) if row.seat == "white")
    assert (row.due_at, row.next_ring_at, row.allowed) == (None, None, timedelta(hours=48))


async def test_a_bank_is_full_for_a_newcomer(closed_table: Tables) -> None:
    table = await begun(closed_table, clock="bank 4d +12h max 7d")
    spent = Seat(seat="white", user_id=table.maxime.id, bank=timedelta(hours=13))
    await table.bot.store.transact(partial(seats.change, campaign_id=1, seats=[spent]))
    await seat(table, moderator(table), "replace", seat="white", user=georges(table), now=True)
    row = next(row for row in await table.bot.store.deadlines_of(1) if row.seat == "white")
    assert ((await sitting(table)).bank, row.allowed) == (None, timedelta(days=4))


async def test_the_game_knows_nothing_of_it(duel: Table) -> None:
    before = await duel.snapshot()
    await seat(duel, moderator(duel), "replace", seat="white", user=georges(duel), now=True)
    after = await duel.snapshot()
    assert before[1:] == after[1:]


async def test_the_card_names_the_newcomer(duel: Table) -> None:
    newcomer = georges(duel)
    await seat(duel, moderator(duel), "replace", seat="white", user=newcomer, now=True)
    assert f"<@{newcomer.id}>" in text(duel.cards()[-1])


async def test_a_press_that_was_made_before_still_holds(duel: Table) -> None:
    opened = (await duel.campaign()).opened
    await seat(duel, moderator(duel), "replace", seat="white", user=georges(duel), now=True)
    assert (await duel.campaign()).opened == opened


async def test_the_briefing_can_be_read_again_by_the_holder_alone(duel: Table) -> None:
    assert "You play White" in await seat(duel, duel.maxime, "brief")
    assert "You don't play White" in await seat(duel, duel.camille, "brief", seat="white")


async def test_a_briefing_knows_nothing_of_the_other_side(duel: Table) -> None:
    await duel.camille.slash(duel.channel, "play", action="commit 1 nantes")
    brief = await briefing(duel.bot.campaigns, await duel.campaign(), "white")
    assert "chit 1" not in brief


async def test_a_briefing_stays_within_one_message(duel: Table) -> None:
    brief = await briefing(duel.bot.campaigns, await duel.campaign(), "white")
    assert 0 < len(brief) <= 2000


async def test_the_seats_are_listed_for_everybody(duel: Table) -> None:
    stand_in = georges(duel)
    await lend(duel, stand_in, "48h")
    listed = await seat(duel, georges_again(duel), "list")
    assert f"**Blue** <@{duel.camille.id}>" in listed
    assert f"**White** <@{stand_in.id}> · stands in for <@{duel.maxime.id}> until <t:" in listed


def georges_again(table: Table) -> MemberActor:
    """One more watcher."""
    return table.guild.add_member(table.env.create_user("louis"))


@pytest.mark.parametrize("command", ["back", "brief"])
async def test_who_has_no_seat_is_told_so(duel: Table, command: str) -> None:
    assert "You have no seat in this campaign." in await seat(duel, georges(duel), command)


async def test_seats_of_a_campaign_that_is_over_stay_as_they_are(duel: Table) -> None:
    campaign = await duel.campaign()
    await duel.bot.campaigns.end(campaign, version=campaign.version)
    assert "is over" in await seat(duel, georges(duel), "take", seat="white")


async def test_a_forged_seat_is_refused(duel: Table) -> None:
    with pytest.raises(PoliteError, match="no such seat"):
        await Seats(duel.bot.campaigns).sit(1, duel.camille.id, "france")


async def test_whoever_had_a_seat_that_was_vacated_can_not_act_on_what_they_saw_before(duel: Table) -> None:
    campaigns = duel.bot.campaigns
    meant = campaigns.meant(await duel.campaign(), "white", "commit 6 cholet")
    await Seats(campaigns).vacate(1, "white", By(duel.camille.id, "gone"))
    with pytest.raises(NotSeatedError):
        await campaigns.go_through(meant, duel.maxime.id)


async def test_a_seat_that_is_vacant_is_not_vacated_again(duel: Table) -> None:
    await vacate(duel, "white")
    with pytest.raises(StaleError, match="The seat White is vacant already"):
        await Seats(duel.bot.campaigns).vacate(1, "white", By(duel.camille.id))


async def test_who_has_acted_for_one_side_plays_the_other_only_if_the_others_agree(duel: Table) -> None:
    await duel.bot.campaigns.take(1, duel.maxime.id, "commit 6 cholet", seat="white")
    newcomer = georges(duel)
    await sit(duel, blue=None, white=newcomer.id)
    asked = await seat(duel, duel.maxime, "take", seat="blue")
    assert asked.startswith(f"<@{duel.maxime.id}>, who would play Blue, has seen White.")
    request = text(duel.channel.history()[-1])
    assert f"<@{newcomer.id}>: <@{duel.maxime.id}> asks to take **Blue**" in request
    assert "has seen White" in request
    before = len(duel.posts())
    agreed = await answered(duel, newcomer, "Agree")
    assert (await holders(duel))["blue"] == duel.maxime.id
    # What Blue knows is told to Maxime alone, and not to whoever pressed.
    assert "Only you know" not in whispered(agreed)
    assert any("takes **Blue**" in (body.get("content") or "") for body in duel.posts()[before:])
    assert any("You play Blue" in (b.get("content") or "") for b in duel.bodies("POST", "/channels/"))


async def test_who_was_refused_a_seat_for_having_acted_may_ask_again_after_a_day(duel: Table) -> None:
    await duel.bot.campaigns.take(1, duel.maxime.id, "commit 6 cholet", seat="white")
    newcomer = georges(duel)
    await sit(duel, blue=None, white=newcomer.id)
    await seat(duel, duel.maxime, "take", seat="blue")
    await answered(duel, newcomer, "Refuse")
    before = len(duel.posts())
    again = await seat(duel, duel.maxime, "take", seat="blue")
    assert "refused" in again
    assert len(duel.posts()) == before
    assert "blue" not in await holders(duel)


async def test_who_sat_in_a_vacant_seat_and_looked_does_not_come_back_to_play_against_it(
    duel: Table,
) -> None:
    newcomer = georges(duel)
    await left(duel, duel.maxime)
    assert "You play White" in await seat(duel, duel.camille, "take", seat="white")
    await left(duel, duel.camille, seat="white")
    # Camille plays Blue and has seen White: whoever sits down now is told so first.
    question = await newcomer.slash(duel.channel, "seat take", seat="white")
    assert f"<@{duel.camille.id}>, who would play Blue, has seen White" in said(question)
    assert "white" not in await holders(duel)
    assert question.response is not None
    (button,) = controls(question.response.message)
    sat = await newcomer.click(question.response.message, custom_id=button.custom_id)
    assert "You play White" in text(sat.response.message) if sat.response else False
    assert (await holders(duel))["white"] == newcomer.id


async def test_whoever_accepts_an_offer_is_told_first_what_the_other_side_has_seen(duel: Table) -> None:
    newcomer = georges(duel)
    await left(duel, duel.maxime)
    await seat(duel, duel.camille, "take", seat="white")
    await left(duel, duel.camille, seat="white")
    await seat(duel, moderator(duel), "replace", seat="white", user=newcomer)
    warned = await answered(duel, newcomer)
    assert f"<@{duel.camille.id}>, who would play Blue, has seen White" in whispered(warned)
    assert "white" not in await holders(duel)
    question = warned.followups[-1].message
    (button,) = controls(question)
    await newcomer.click(question, custom_id=button.custom_id)
    assert (await holders(duel))["white"] == newcomer.id


async def test_a_newcomer_whom_a_moderator_seats_agrees_to_what_the_other_side_has_seen(duel: Table) -> None:
    newcomer = georges(duel)
    await vacate(duel, "white")
    await duel.bot.store.transact(
        partial(sights.saw, campaign_id=1, user_id=duel.camille.id, seats=["white"]),
        partial(sights.saw, campaign_id=1, user_id=newcomer.id, seats=["blue"]),
    )
    await moderator(duel).slash(duel.channel, "mod seat", seat="white", user=newcomer, reason="r")
    await duel.bot.outbox.drain()
    request = text(duel.channel.history()[-1])
    assert f"<@{duel.camille.id}>, who would play Blue, has seen White" in request
    assert f"<@{newcomer.id}>, who would play White, has seen Blue" in request
    await answered(duel, duel.camille, "Agree")
    assert "white" not in await holders(duel)
    await answered(duel, newcomer, "Agree")
    assert (await holders(duel))["white"] == newcomer.id


async def test_somebody_new_may_be_who_was_forgotten(duel: Table) -> None:
    newcomer, louis = georges(duel), georges_again(duel)
    await privacy.forget(duel.bot.campaigns, duel.maxime.id)
    # White was seen by somebody who is unknown now: in White itself there is nothing to fear of them.
    assert "You play White" in await seat(duel, newcomer, "take", seat="white")
    await left(duel, duel.camille)
    assert f"<@{louis.id}>, who would play Blue, has seen White" in await seat(
        duel, louis, "take", seat="blue"
    )
    await answered(duel, newcomer, "Agree")
    assert (await holders(duel))["blue"] == louis.id


async def test_who_has_acted_for_a_seat_may_come_back_to_it(duel: Table) -> None:
    await duel.bot.campaigns.take(1, duel.maxime.id, "commit 6 cholet", seat="white")
    await vacate(duel, "white")
    await seat(duel, duel.maxime, "take", seat="white")
    assert (await holders(duel))["white"] == duel.maxime.id


async def test_a_moderator_may_seat_whoever_knows_the_other_side_where_nobody_plays_it(duel: Table) -> None:
    await duel.bot.campaigns.take(1, duel.maxime.id, "commit 6 cholet", seat="white")
    await vacate(duel, "white")
    await seat(duel, moderator(duel), "replace", seat="blue", user=duel.maxime, now=True)
    assert (await holders(duel))["blue"] == duel.maxime.id


async def test_the_question_whether_to_leave_is_gone_once_it_is_answered(duel: Table) -> None:
    question = await duel.maxime.slash(duel.channel, "seat leave")
    assert question.response is not None
    (button,) = controls(question.response.message)
    answer = await duel.maxime.click(question.response.message, custom_id=button.custom_id)
    assert answer.response is not None
    assert text(answer.response.message).startswith("You have left White.")
    assert controls(answer.response.message) == []
