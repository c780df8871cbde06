"""A lobby: seats are taken, given back, reserved, drawn for, and the campaign begins."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.campaigns.messages import LOBBY
from bot.errors import PoliteError, StaleError
from bot.games.registry import presenter_of
from bot.seats.change import By
from bot.seats.handover import Seats
from bot.seats.lobby import Lobby
from bot.store import Guild
from bot.store.rows import people
from bot.surface import layout
from data.catalogue import speaking
from data.games import GAMES
from tests.core.play import TITLES
from tests.support.bot_fixtures import Tables
from tests.support.table import Table, controls, said, text, whispered

LOT = "t1:lobby-lot:"


@pytest.fixture
async def hall(closed_table: Tables) -> Table:
    """A table at which the game with two seats can be played."""
    table = await closed_table()
    await table.start()
    return table


async def opened(table: Table, **options: object) -> InteractionResult:
    """Camille opens a lobby by the command."""
    chosen = {"game": "outposts", "images": "never", **options}
    result = await table.camille.slash(table.channel, "campaign new", **chosen)
    await table.bot.outbox.drain()
    return result


def lobby_card(table: Table) -> discord.Message:
    """The newest card of a lobby."""
    return next(
        message
        for message in reversed(table.cards())
        if "for each decision" in text(message) or "No clock" in text(message)
    )


async def press(table: Table, actor: MemberActor, label: str) -> InteractionResult:
    """Press a button of the lobby's card."""
    card = lobby_card(table)
    control = next(control for control in controls(card) if control.label == label)
    result = await actor.click(card, custom_id=control.custom_id)
    await table.bot.outbox.drain()
    return result


async def draw_lots(table: Table, actor: MemberActor, seat: str) -> InteractionResult:
    """Choose a seat, or `-` for any, in the select of the lobby's card."""
    card = lobby_card(table)
    custom_id = next(c.custom_id for c in controls(card) if c.custom_id.startswith(LOT))
    result = await actor.select(card, [seat], custom_id=custom_id)
    await table.bot.outbox.drain()
    return result


async def holders(table: Table) -> dict[str, int]:
    """Who holds which seat."""
    return (await table.campaign()).seats


async def at_once(table: Table, seat: str, *actors: MemberActor) -> list[BaseException]:
    """Several people press a seat in the same moment; gives what the refused are told."""
    version, lobby = (await table.campaign()).version, Lobby(table.bot.campaigns)
    results = await asyncio.gather(
        *(lobby.press(1, actor.id, seat, version) for actor in actors), return_exceptions=True
    )
    return [result for result in results if isinstance(result, BaseException)]


def told(table: Table, part: str) -> list[dict[str, Any]]:
    """What was posted in the channel with these words in it."""
    return [body for body in table.posts() if part in (body.get("content") or "")]


def pinged(body: dict[str, Any]) -> set[int]:
    """Whom a message pings."""
    return {int(user) for user in body["allowed_mentions"]["users"]}


def third(table: Table) -> MemberActor:
    """One more person."""
    return table.guild.add_member(table.env.create_user("georges", global_name="Georges"))


@pytest.mark.parametrize("game", GAMES)
async def test_a_lobby_says_how_each_side_wins(hall: Table, game: str) -> None:
    title = TITLES[game]
    if len(title.seats) == 1:
        return
    aims = presenter_of(title).seat_aims
    assert aims.keys() == {*title.seats}
    for language in ("en", "fr"):
        with speaking(language):
            assert all(len(str(aim)) <= layout.DETAIL for aim in aims.values())
    await opened(hall, game=game)
    # Also those of seats that are taken.
    await press(hall, hall.maxime, f"Take {title.seat_names[title.seats[0]]}")
    lines = text(lobby_card(hall)).splitlines()
    for seat, aim in aims.items():
        at = next(n for n, line in enumerate(lines) if line.startswith(f"**{title.seat_names[seat]}**"))
        assert lines[at + 1] == f"-# {aim}"


async def test_a_card_that_is_posted_anew_leaves_its_heading_behind(hall: Table) -> None:
    await opened(hall)
    old = lobby_card(hall)
    await hall.sweep(3600)
    await press(hall, hall.maxime, "Take White")
    left, card = hall.cards()
    assert left.id == old.id
    assert text(left) == "## Outposts\n*The lanes of the Sèvre*\n-# The card of this lobby is further down."
    assert f"<@{hall.maxime.id}>" in text(card)
    assert {control.label for control in controls(card)} >= {"Take Blue", "Begin"}
    assert not controls(left)


async def test_a_title_with_several_seats_opens_a_lobby(hall: Table) -> None:
    result = await opened(hall)
    assert "take your seats" in said(result)
    campaign = await hall.campaign()
    assert (campaign.status, campaign.seats) == ("lobby", {})


async def test_the_card_tells_game_rules_clock_and_vacant_seats(hall: Table) -> None:
    await opened(hall, clock="48h", rules="more-guns")
    shown = text(lobby_card(hall))
    for part in (
        "Outposts",
        "More guns",
        "48 hours for each decision",
        "**Blue** *vacant*",
        "Anyone here can join.",
    ):
        assert part in shown


async def test_the_card_offers_each_seat_lots_leave_and_begin(hall: Table) -> None:
    await opened(hall)
    labels = [control.label for control in controls(lobby_card(hall))]
    seats = ["Blue", "White"]
    assert labels == ["Take Blue", "Take White", "Any seat", *seats, *seats, "Leave", "Begin"]


async def test_a_seat_is_taken_by_its_button_and_the_card_tells_it(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.maxime, "Take White")
    assert await holders(hall) == {"white": hall.maxime.id}
    assert f"**White** <@{hall.maxime.id}>" in text(lobby_card(hall))


async def test_nobody_is_pinged_by_the_card(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.maxime, "Take White")
    edits = hall.bodies("PATCH", f"/channels/{hall.channel.id}/messages")
    assert edits[-1]["allowed_mentions"] == {"parse": []}


async def test_a_second_press_gives_the_seat_back(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.maxime, "Take White")
    await press(hall, hall.maxime, "Give back White")
    assert await holders(hall) == {}


async def test_a_hasty_second_press_does_not_give_the_seat_back(hall: Table) -> None:
    await opened(hall)
    version = (await hall.campaign()).version
    await press(hall, hall.maxime, "Take White")
    with pytest.raises(StaleError, match=r"To give it back, press its button again."):
        await Lobby(hall.bot.campaigns).press(1, hall.maxime.id, "white", version)
    assert await holders(hall) == {"white": hall.maxime.id}


async def test_somebody_elses_seat_is_refused_with_the_present_lobby(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.maxime, "Take White")
    late = await press(hall, hall.camille, "Give back White")
    assert f"White has just been taken by <@{hall.maxime.id}>." in whispered(late)
    assert "**Blue** *vacant*" in whispered(late)


async def test_two_who_press_one_seat_at_once_do_not_both_get_it(hall: Table) -> None:
    await opened(hall)
    refused = await at_once(hall, "blue", hall.camille, hall.maxime)
    assert len(await holders(hall)) == 1
    assert [str(error)[:25] for error in refused] == ["The seat Blue has just be"]


async def test_it_begins_by_itself_when_the_last_seat_is_taken(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.maxime, "Take White")
    await press(hall, hall.camille, "Take Blue")
    campaign = await hall.campaign()
    assert campaign.status == "running"
    assert campaign.seats == {"blue": hall.camille.id, "white": hall.maxime.id}


async def test_two_who_press_the_last_seat_at_once(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.maxime, "Take White")
    refused = await at_once(hall, "blue", hall.camille, third(hall))
    assert (await hall.campaign()).status == "running"
    assert [str(error)[:24] for error in refused] == ["This campaign has begun."]


async def test_the_beginning_pings_every_player_once(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.maxime, "Take White")
    await press(hall, hall.camille, "Take Blue")
    post = told(hall, "begins")[-1]
    assert (await hall.campaign()).commitment in post["content"]
    assert pinged(post) == set()
    (notice,) = told(hall, "📣")
    assert pinged(notice) == {hall.camille.id, hall.maxime.id}


async def test_the_card_of_a_lobby_that_has_begun_has_no_controls(hall: Table) -> None:
    await opened(hall)
    first = lobby_card(hall)
    await press(hall, hall.maxime, "Take White")
    await press(hall, hall.camille, "Take Blue")
    card = next(message for message in hall.channel.history() if message.id == first.id)
    assert "The campaign has begun." in text(card)
    assert controls(card) == []


async def test_all_mine_begins_at_once(hall: Table) -> None:
    assert "begins" in said(await opened(hall, seats="mine"))
    assert (await hall.campaign()).status == "running"
    assert await holders(hall) == {"blue": hall.camille.id, "white": hall.camille.id}


async def test_a_title_of_one_seat_begins_at_once(hall: Table) -> None:
    await opened(hall, game="levee")
    assert (await hall.campaign()).status == "running"


async def test_a_title_of_one_seat_has_a_lobby_where_it_is_asked_for(hall: Table) -> None:
    await opened(hall, game="levee", seats="open")
    await press(hall, hall.maxime, "Take France")
    campaign = await hall.campaign()
    assert (campaign.status, campaign.seats) == ("running", {"france": hall.maxime.id})


async def test_a_single_seat_is_not_drawn_for(hall: Table) -> None:
    await opened(hall, game="levee", seats="open")
    assert [control.label for control in controls(lobby_card(hall))] == ["Take France", "Leave", "Begin"]


async def test_the_clock_of_the_server_counts_where_none_is_named(hall: Table) -> None:
    await hall.bot.store.transact(partial(people.put_guild, settings=Guild(id=hall.guild.id, clock="3d")))
    await opened(hall)
    assert (await hall.campaign()).clock == "3d interrupts 18h"


async def test_a_clock_that_is_named_counts_before_the_servers(hall: Table) -> None:
    await hall.bot.store.transact(partial(people.put_guild, settings=Guild(id=hall.guild.id, clock="3d")))
    await opened(hall, clock="none")
    assert (await hall.campaign()).clock == "none"


async def test_two_who_wait_for_the_lot_fill_the_table(hall: Table) -> None:
    await opened(hall)
    waits = await draw_lots(hall, hall.camille, "-")
    assert "You are in the draw for seats, which takes place when the campaign begins." in whispered(waits)
    await draw_lots(hall, hall.maxime, "-")
    assert sorted((await holders(hall)).values()) == sorted([hall.camille.id, hall.maxime.id])


async def test_the_card_names_who_waits_and_what_they_would_rather_have(hall: Table) -> None:
    await opened(hall)
    await draw_lots(hall, hall.maxime, "white")
    assert f"**Waiting for the lot** <@{hall.maxime.id}> (rather White)" in text(lobby_card(hall))


async def test_a_preference_that_nobody_shares_is_granted(hall: Table) -> None:
    await opened(hall)
    await draw_lots(hall, hall.maxime, "white")
    await draw_lots(hall, hall.camille, "-")
    assert await holders(hall) == {"blue": hall.camille.id, "white": hall.maxime.id}


async def test_who_waits_gives_up_a_seat_and_who_takes_one_waits_no_more(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.maxime, "Take White")
    assert "You have given up White" in whispered(await draw_lots(hall, hall.maxime, "blue"))
    assert await holders(hall) == {}
    await press(hall, hall.maxime, "Take White")
    assert "Waiting" not in text(lobby_card(hall))


async def test_who_gets_no_seat_by_lot_is_told(hall: Table) -> None:
    await opened(hall)
    georges = third(hall)
    await hall.camille.slash(hall.channel, "seat reserve", seat="white", user=hall.camille)
    await draw_lots(hall, hall.maxime, "blue")
    await draw_lots(hall, georges, "blue")
    await press(hall, hall.camille, "Begin")
    (winner,) = (await holders(hall)).values()
    loser = ({hall.maxime.id, georges.id} - {winner}).pop()
    post = told(hall, "If one becomes vacant, `/seat take` takes it.")[-1]
    assert f"<@{loser}>: you did not draw a seat" in post["content"]
    assert loser in pinged(post)


async def test_leave_gives_seats_back_and_waits_no_more(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.maxime, "Take White")
    assert "You have left the lobby" in whispered(await press(hall, hall.maxime, "Leave"))
    assert await holders(hall) == {}
    assert "You have no seat here and are not waiting for one." in whispered(
        await press(hall, hall.maxime, "Leave")
    )


async def test_only_creator_and_moderators_let_it_begin(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.maxime, "Take White")
    assert "Only a moderator" in whispered(await press(hall, hall.maxime, "Begin"))
    assert (await hall.campaign()).status == "lobby"


async def test_the_creator_may_begin_with_a_vacant_seat_which_is_taken_later(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.camille, "Take White")
    asked = (await press(hall, hall.camille, "Begin")).followups[-1].message
    wait = next(control for control in controls(asked) if control.label == "Begin and wait")
    await hall.camille.click(asked, custom_id=wait.custom_id)
    assert (await hall.campaign()).status == "running"
    await hall.maxime.slash(hall.channel, "seat take", seat="Blue")
    assert await holders(hall) == {"blue": hall.maxime.id, "white": hall.camille.id}


async def test_it_does_not_begin_with_nobody(hall: Table) -> None:
    await opened(hall)
    assert "A campaign needs at least one player." in whispered(await press(hall, hall.camille, "Begin"))
    assert (await hall.campaign()).status == "lobby"


async def test_a_begin_of_a_lobby_that_has_changed_is_not_taken(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.camille, "Take White")
    version = (await hall.campaign()).version
    await draw_lots(hall, hall.camille, "white")
    with pytest.raises(StaleError, match=r"The lobby has changed."):
        await Lobby(hall.bot.campaigns).begin(1, hall.camille.id, version)
    assert (await hall.campaign()).status == "lobby"


async def test_a_seat_of_another_game_is_refused(hall: Table) -> None:
    await opened(hall)
    with pytest.raises(PoliteError, match="no such seat"):
        await Lobby(hall.bot.campaigns).press(1, hall.camille.id, "france", 0)


async def test_a_reserved_seat_is_for_that_person_alone(hall: Table) -> None:
    await opened(hall)
    await hall.camille.slash(hall.channel, "seat reserve", seat="white", user=hall.maxime)
    await hall.bot.outbox.drain()
    assert f"White is reserved for <@{hall.maxime.id}>" in whispered(
        await press(hall, hall.camille, "Take White")
    )
    await press(hall, hall.maxime, "Take White")
    assert await holders(hall) == {"white": hall.maxime.id}


async def test_whom_a_seat_is_reserved_for_gets_a_word(hall: Table) -> None:
    await opened(hall)
    result = await hall.camille.slash(hall.channel, "seat reserve", seat="white", user=hall.maxime)
    await hall.bot.outbox.drain()
    assert "is reserved for" in said(result)
    assert pinged(hall.posts()[-1]) == {hall.maxime.id}


async def test_a_seat_that_is_reserved_again_and_again_calls_its_player_once(hall: Table) -> None:
    await opened(hall)
    for _ in range(2):
        await hall.camille.slash(hall.channel, "seat reserve", seat="white", user=hall.maxime)
        await hall.camille.slash(hall.channel, "seat reserve", seat="white")
    await hall.bot.outbox.drain()
    kept = [body for body in hall.posts() if "keeps **White**" in (body.get("content") or "")]
    assert [pinged(body) for body in kept] == [{hall.maxime.id}, set()]


async def test_a_reservation_is_lifted(hall: Table) -> None:
    await opened(hall)
    await hall.camille.slash(hall.channel, "seat reserve", seat="white", user=hall.maxime)
    await hall.camille.slash(hall.channel, "seat reserve", seat="white")
    await hall.bot.outbox.drain()
    await press(hall, hall.camille, "Take White")
    assert await holders(hall) == {"white": hall.camille.id}


async def test_a_player_can_not_reserve_a_seat(hall: Table) -> None:
    await opened(hall)
    result = await hall.maxime.slash(hall.channel, "seat reserve", seat="white", user=hall.maxime)
    assert "Only a moderator" in said(result)


async def test_a_private_lobby_is_for_those_who_are_invited(hall: Table) -> None:
    await opened(hall, private=True)
    refused = await press(hall, hall.maxime, "Take White")
    assert f"You need an invitation from <@{hall.camille.id}>" in whispered(refused)
    await hall.camille.slash(hall.channel, "campaign invite", user=hall.maxime)
    await press(hall, hall.maxime, "Take White")
    assert await holders(hall) == {"white": hall.maxime.id}


async def test_lots_of_a_private_lobby_are_for_those_who_are_invited(hall: Table) -> None:
    await opened(hall, private=True)
    assert "This campaign is private" in whispered(await draw_lots(hall, hall.maxime, "-"))


async def test_an_invitation_is_said_once_and_pings(hall: Table) -> None:
    await opened(hall, private=True)
    await hall.camille.slash(hall.channel, "campaign invite", user=hall.maxime)
    again = await hall.camille.slash(hall.channel, "campaign invite", user=hall.maxime)
    await hall.bot.outbox.drain()
    assert "has been invited already" in said(again)
    words = told(hall, "invites you")
    assert [pinged(body) for body in words] == [{hall.maxime.id}]


async def test_who_gives_a_seat_back_is_still_invited(hall: Table) -> None:
    await opened(hall, private=True)
    await hall.camille.slash(hall.channel, "campaign invite", user=hall.maxime)
    for label in ("Take White", "Give back White", "Take White"):
        await press(hall, hall.maxime, label)
    assert await holders(hall) == {"white": hall.maxime.id}


async def test_a_stranger_can_not_invite(hall: Table) -> None:
    await opened(hall, private=True)
    result = await hall.maxime.slash(hall.channel, "campaign invite", user=hall.maxime)
    assert "Only a moderator" in said(result)


async def test_private_and_all_mine_do_not_go_together(hall: Table) -> None:
    assert "You take all seats yourself, so don't make the campaign private as well." in whispered(
        await opened(hall, seats="mine", private=True)
    )


async def test_a_lobby_that_was_closed_says_so(hall: Table) -> None:
    await opened(hall)
    asked = await hall.camille.slash(hall.channel, "campaign abort")
    assert asked.response is not None
    (close,) = controls(asked.response.message)
    closed = await hall.camille.click(asked.response.message, custom_id=close.custom_id)
    await hall.bot.outbox.drain()
    assert closed.response is not None
    assert text(closed.response.message) == "The lobby is closed. `/campaign new` opens another."
    assert controls(closed.response.message) == []
    assert f"🏁 <@{hall.camille.id}> closes the lobby." in [post.get("content") for post in hall.posts()]
    card = lobby_card(hall)
    assert "The lobby was closed" in text(card)
    assert controls(card) == []


async def test_a_second_campaign_is_refused_while_a_lobby_is_open(hall: Table) -> None:
    await opened(hall)
    assert "This channel already has an open lobby." in whispered(await opened(hall))


async def test_a_refusal_to_begin_is_for_whoever_asked_alone(hall: Table) -> None:
    await opened(hall)
    before = len(hall.channel.history())
    result = await opened(hall)
    assert result.response is None
    assert [answer.ephemeral for answer in result.followups] == [True]
    assert len(hall.channel.history()) == before


async def test_a_card_that_was_deleted_is_posted_anew(hall: Table) -> None:
    await opened(hall)
    first = lobby_card(hall)
    hall.env.inject_error("PATCH", f"*/messages/{first.id}", status=404, code=10008)
    await hall.maxime.slash(hall.channel, "seat take", seat="White")
    await hall.bot.outbox.drain()
    posted = await hall.bot.store.card(1, LOBBY)
    assert posted is not None
    assert posted.message_id != first.id


async def test_an_old_card_is_posted_anew_and_loses_its_controls(hall: Table) -> None:
    await opened(hall)
    first = lobby_card(hall)
    await hall.env.advance_time(46 * 60)
    await hall.maxime.slash(hall.channel, "seat take", seat="White")
    await hall.bot.outbox.drain()
    old, new = hall.cards()
    assert (old.id, controls(old)) == (first.id, [])
    assert f"**White** <@{hall.maxime.id}>" in text(new)


async def test_the_buttons_work_after_a_restart(hall: Table) -> None:
    await opened(hall)
    await hall.restart()
    await press(hall, hall.maxime, "Take White")
    assert await holders(hall) == {"white": hall.maxime.id}


async def test_a_seat_list_of_a_lobby(hall: Table) -> None:
    await opened(hall)
    assert "**Blue** *vacant*" in said(await hall.maxime.slash(hall.channel, "seat list"))


async def test_whoever_filled_the_lobby_can_be_seated_again(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.camille, "Take Blue")
    await press(hall, hall.maxime, "Take White")
    seating = Seats(hall.bot.campaigns)
    await seating.leave(1, hall.maxime.id, "white")
    await seating.offer(1, "white", hall.maxime.id, By(hall.camille.id))
    await seating.leave(1, hall.camille.id, "blue")
    assert "You play Blue" in await seating.take(1, hall.camille.id, "blue")
    assert "You play White" in await seating.sit(1, hall.maxime.id, "white")


async def test_who_takes_a_second_seat_moves_over(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.camille, "Take Blue")
    await press(hall, hall.camille, "Take White")
    assert await holders(hall) == {"white": hall.camille.id}
    told = said(await hall.camille.slash(hall.channel, "seat take", seat="Blue"))
    assert told == "You play Blue. You have given up White for it."
    assert await holders(hall) == {"blue": hall.camille.id}
    assert (await hall.campaign()).status == "lobby"
    # Whoever opens a lobby may say that one person plays several.
    await hall.bot.campaigns.end(await hall.campaign(), version=(await hall.campaign()).version)
    await opened(hall, seats="several")
    assert "One person may take several seats." in text(lobby_card(hall))
    await press(hall, hall.camille, "Take Blue")
    await press(hall, hall.camille, "Take White")
    begun = await hall.campaign(2)
    assert (begun.status, set(begun.seats.values())) == ("running", {hall.camille.id})
