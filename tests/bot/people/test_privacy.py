"""`/privacy`: a person sees all that is kept of them, and is kept nowhere after being forgotten."""

from __future__ import annotations

import asyncio
import gzip
import json
from functools import partial
from typing import Any

import msgspec
import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st
from simcord import InteractionResult, MemberActor
from sqlalchemy import Connection

from bot.campaigns import messages
from bot.campaigns.proposals import ActingFor
from bot.moderation.impartial import leave_key
from bot.people import privacy
from bot.store import Audit, Ended, Guest, Guild, Order, Person, Seat, Sight
from bot.store import privacy as kept
from bot.store.rows import (
    audits,
    campaigns,
    notes,
    offers,
    orders,
    people,
    proposals,
    requests,
    seats,
    sights,
)
from bot.store.schema import metadata
from engines.core.record import verify
from tests.support.bot_fixtures import Tables
from tests.support.facing import TITLE, facing, played_out
from tests.support.sitters import answered, georges, seat
from tests.support.table import Table, controls, said, text, whispered
from tests.support.traces import traces

LOUIS = 10**17 + 18
"""Somebody who stands in."""


@pytest.fixture
async def camp(closed_table: Tables) -> Table:
    """A campaign of Camille's in which Maxime plays White."""
    table = await closed_table()
    await table.start()
    await facing(table)
    return table


def agreed(connection: Connection, user_id: int) -> None:
    """Note that a person has agreed to the first request."""
    asked = requests.by_id(connection, 1)
    assert asked is not None
    requests.agree(connection, asked, user_id)


async def everywhere(table: Table, user_id: int) -> None:
    """Let a person leave a trace in whatever can hold one."""
    store, campaign_id = table.bot.store, 1
    name, now = f"<@{user_id}>", table.env.now()
    put = Seat(seat="white", user_id=table.maxime.id, reserved_for=user_id, owner_id=user_id, until=now)
    audit = Audit(
        guild_id=table.guild.id,
        campaign_id=campaign_id,
        actor_id=user_id,
        act="seat",
        reason=f"{name} asked",
        detail=f"white: held by {user_id}",
    )
    body = msgspec.json.encode({"user": user_id})
    acting = ActingFor(campaign=campaign_id, seats=["white"], user=user_id)
    say = messages.say(f"{name} and others", people=[table.maxime.id, user_id])
    await store.transact(
        partial(seats.change, campaign_id=campaign_id, seats=[put]),
        partial(seats.put_guest, campaign_id=campaign_id, came=Guest(user_id=user_id, waiting=True)),
        partial(people.put_person, settings=Person(user_id=user_id, digest=480)),
        partial(requests.ask, campaign_id=campaign_id, version=0, asker_id=user_id, body=body, now=now),
        partial(agreed, user_id=user_id),
        partial(offers.note, campaign_id=campaign_id, seat="white", user_id=user_id, now=now),
        partial(
            campaigns.alter,
            campaign_id=campaign_id,
            paused_by=user_id,
            ending=Ended("void", by=user_id, reason=f"{name} is gone"),
        ),
        partial(
            notes.add, campaign_id=campaign_id, user_id=user_id, line=f"{name} is slow", now=now, most=99
        ),
        partial(people.note, key=f"seen-{user_id}", value="1"),
        partial(people.note, key="last", value=f"{user_id}"),
        partial(people.note, key=leave_key(acting, "white"), value=now.isoformat()),
        partial(audits.put, noted=audit, now=now),
        partial(proposals.put, actor_id=user_id, body=body, now=now),
        partial(proposals.put, actor_id=table.maxime.id, body=body, now=now),
    )
    await store.add_outbox(campaign_id, [say, messages.direct(user_id, f"Your turn, {name}.")])


async def asked(table: Table, who: MemberActor) -> InteractionResult:
    """The first press."""
    return await who.slash(table.channel, "privacy forget")


async def forgotten(table: Table, who: MemberActor) -> str:
    """Both presses; gives what the person is told."""
    shown = await asked(table, who)
    assert shown.response is not None
    (button,) = controls(shown.response.message)
    told = whispered(await who.click(shown.response.message, custom_id=button.custom_id))
    await table.bot.outbox.drain()
    return told


def _button(custom_id: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.ActionRow(ui.Button(label="Forget me", custom_id=custom_id)))
    view.stop()
    return view


async def exported(table: Table, who: MemberActor) -> Any:
    """The file of what is kept of somebody."""
    shown = await who.slash(table.channel, "privacy export")
    assert shown.response is not None
    assert shown.response.ephemeral
    (file,) = shown.response.attachments
    assert file.filename == "tocsin-about-you.json"
    return json.loads(await file.read())


async def test_an_export_has_everything_that_is_kept(camp: Table) -> None:
    await camp.camille.slash(camp.channel, "play", action="commit 6 clisson")
    await everywhere(camp, camp.camille.id)
    found = await exported(camp, camp.camille)
    assert found["user"] == str(camp.camille.id)
    assert [row["digest"] for row in found["settings"]] == [480]
    assert [row["id"] for row in found["campaigns begun"]] == [1]
    assert [row["seat"] for row in found["seats"]] == ["blue", "white"]
    assert [row["campaign_id"] for row in found["waiting for a seat"]] == [1]
    assert [row["action"] for row in found["actions"]] == ["", "commit 6 clisson"]
    assert [row["seq"] for row in found["interactions"]] == [1]
    assert [row["act"] for row in found["acts as a moderator"]] == ["seat"]
    assert len(found["proposals"]) == 1
    assert {"say", "direct"} <= {row["kind"] for row in found["messages"]}


async def test_an_export_has_nothing_of_others(camp: Table) -> None:
    await camp.bot.campaigns.take(1, camp.camille.id, "commit 6 clisson", seat="blue")
    blue = Order(seat="blue", kind="answer", text="guns")
    await camp.bot.store.transact(partial(orders.give, campaign_id=1, given=blue, now=camp.env.now()))
    found = await exported(camp, camp.maxime)
    assert "clisson" not in json.dumps(found)
    assert str(camp.camille.id) not in json.dumps(found["seats"])
    assert found["standing orders"] == []


async def test_an_export_that_is_too_large_is_packed(camp: Table) -> None:
    copy = await privacy.copy(camp.bot.campaigns, camp.camille.id, 10)
    assert copy.name == "tocsin-about-you.json.gz"
    assert json.loads(gzip.decompress(copy.data))["user"] == str(camp.camille.id)


async def test_nothing_is_forgotten_before_the_second_press(camp: Table) -> None:
    shown = await asked(camp, camp.camille)
    assert "This can't be taken back. This affects 1 campaign in progress" in said(shown)
    assert (await camp.campaign()).seats["blue"] == camp.camille.id


async def test_the_id_of_whoever_is_forgotten_is_nowhere(camp: Table) -> None:
    await camp.camille.slash(camp.channel, "play", action="commit 6 clisson")
    await everywhere(camp, camp.camille.id)
    assert len(set(traces(camp, camp.camille.id))) > 12
    told = await forgotten(camp, camp.camille)
    assert told.endswith("no longer stored here. You have lost 2 seats in running campaigns.")
    assert traces(camp, camp.camille.id) == []


async def test_others_are_kept(camp: Table) -> None:
    await camp.maxime.slash(camp.channel, "play", action="commit 1 cholet")
    await everywhere(camp, camp.maxime.id)
    await camp.bot.store.transact(
        partial(seats.change, campaign_id=1, seats=[Seat(seat="white", user_id=camp.maxime.id)])
    )
    before = await exported(camp, camp.maxime)
    await forgotten(camp, camp.camille)
    after = await exported(camp, camp.maxime)
    for name in ("seats", "actions", "interactions", "acts as a moderator", "settings", "waiting for a seat"):
        assert after[name] == before[name]


async def test_the_table_and_its_moderators_are_told_without_the_name(camp: Table) -> None:
    role = camp.guild.create_role("Moderators")
    settings = Guild(id=camp.guild.id, moderator_role=role.id)
    await camp.bot.store.transact(partial(people.put_guild, settings=settings))
    await forgotten(camp, camp.camille)
    (told,) = [body for body in camp.posts() if "is vacant" in (body.get("content") or "")]
    assert told["content"].startswith("🪑 The player of **Blue** has left the campaign")
    assert str(camp.camille.id) not in told["content"]
    assert told["allowed_mentions"]["roles"] == [role.id]


async def test_the_card_names_the_person_no_more(camp: Table) -> None:
    assert any(str(camp.camille.id) in text(card) for card in camp.cards())
    await forgotten(camp, camp.camille)
    assert all(str(camp.camille.id) not in text(card) for card in camp.cards())


async def test_the_game_goes_on_and_its_record_verifies(camp: Table) -> None:
    await camp.bot.campaigns.take(1, camp.camille.id, "commit 6 clisson", seat="blue")
    await forgotten(camp, camp.camille)
    taken = Seat(seat="blue", user_id=camp.maxime.id)
    await camp.bot.store.transact(partial(seats.change, campaign_id=1, seats=[taken]))
    campaign = await played_out(camp.bot.campaigns, 1)
    assert verify(TITLE, await camp.bot.campaigns.record(campaign)).seed_known


async def test_standing_orders_go_with_whoever_gave_them(camp: Table) -> None:
    blue, white = (Order(seat=seat, kind="loss", text="auto") for seat in ("blue", "white"))
    give = partial(orders.give, campaign_id=1, now=camp.env.now())
    await camp.bot.store.transact(partial(give, given=blue), partial(give, given=white))
    await forgotten(camp, camp.camille)
    assert await camp.bot.store.look(partial(orders.of_campaign, campaign_id=1)) == {
        ("white", "loss"): "auto"
    }


async def test_a_stand_in_gives_the_seat_back(camp: Table) -> None:
    lent = Seat(seat="white", user_id=camp.camille.id, owner_id=camp.maxime.id, until=camp.env.now())
    await camp.bot.store.transact(partial(seats.change, campaign_id=1, seats=[lent]))
    await forgotten(camp, camp.camille)
    assert (await camp.campaign()).seating["white"] == Seat(seat="white", user_id=camp.maxime.id)


async def test_a_seat_that_they_have_lent_is_vacant_with_its_orders_and_the_channel_is_told(
    camp: Table,
) -> None:
    lent = Seat(seat="blue", user_id=LOUIS, owner_id=camp.camille.id, until=camp.env.now())
    give = partial(orders.give, campaign_id=1, given=Order(seat="blue", kind="loss", text="auto"))
    await camp.bot.store.transact(
        partial(give, now=camp.env.now()),
        partial(orders.lay_by, campaign_id=1, seat="blue"),
        partial(give, now=camp.env.now()),
        partial(seats.change, campaign_id=1, seats=[lent]),
    )
    await forgotten(camp, camp.camille)
    assert (await camp.campaign()).seating["blue"] == Seat(seat="blue")
    await camp.bot.store.transact(partial(orders.bring_back, campaign_id=1, seat="blue"))
    assert await camp.bot.store.look(partial(orders.of_campaign, campaign_id=1)) == {}
    said_last = next(b["content"] for b in reversed(camp.posts()) if "has left" in (b.get("content") or ""))
    assert f"<@{LOUIS}> is no longer the substitute" in said_last


async def test_that_somebody_has_seen_a_seat_stays_known_but_not_who(camp: Table) -> None:
    await forgotten(camp, camp.camille)
    seen = await camp.bot.store.look(partial(sights.of_campaign, campaign_id=1))
    assert Sight(seat="blue", user_id=0) in seen
    assert {sight.user_id for sight in seen} == {0, camp.maxime.id}


async def test_a_lobby_that_somebody_leaves_so_has_changed(table: Table) -> None:
    await table.bot.campaigns.new(table.wish(lobby=True))
    taken = Seat(seat="france", user_id=table.camille.id)
    await table.bot.store.transact(partial(seats.change, campaign_id=1, seats=[taken]))
    before = await table.campaign()
    await forgotten(table, table.camille)
    after = await table.campaign()
    assert (after.version, after.opened) == (before.version + 1, before.version + 1)
    assert (after.seats, after.created_by) == ({}, None)
    shown = "\n".join(map(text, table.channel.history()))
    assert "drawn by lot. The player who opened it or a moderator can begin it earlier." in shown


async def test_nobody_has_another_person_forgotten(camp: Table) -> None:
    shown = await asked(camp, camp.camille)
    assert shown.response is not None
    (button,) = controls(shown.response.message)
    public = await camp.bot.get_partial_messageable(camp.channel.id, guild_id=camp.guild.id).send(
        view=_button(button.custom_id)
    )
    told = whispered(await camp.maxime.click(public, custom_id=button.custom_id))
    assert told == "Only you can have yourself forgotten, with `/privacy forget`."
    assert (await camp.campaign()).seats["blue"] == camp.camille.id


async def test_to_be_forgotten_twice_does_no_harm(camp: Table) -> None:
    await forgotten(camp, camp.camille)
    assert "your user id is no longer stored here." in await forgotten(camp, camp.camille)


async def test_forgetting_waits_for_whoever_is_writing(camp: Table) -> None:
    async with camp.bot.campaigns.writing(1):
        forgetting = asyncio.ensure_future(privacy.forget(camp.bot.campaigns, camp.camille.id))
        done, _ = await asyncio.wait([forgetting], timeout=0.5)
        assert not done
    assert [left.seat for left in await forgetting] == ["blue"]


IDS = st.integers(kept.LEAST, 2**63 - 1)


@given(st.text(), st.text(), IDS)
def test_a_text_without_an_id_has_it_no_more(before: str, after: str, user_id: int) -> None:
    without = kept.without(f"{before}<@{user_id}> {user_id} <@!{user_id}>{after}", user_id)
    assert f"<@{user_id}>" not in without
    assert f" {user_id} " not in without


@given(st.lists(IDS, max_size=4), IDS, st.text())
def test_a_payload_without_an_id_can_be_read_and_pings_the_others(
    others: list[int], user_id: int, words: str
) -> None:
    message = messages.say(f"{words} <@{user_id}>", people=[*others, user_id, *others])
    read = msgspec.json.decode(kept.without(message.payload.decode(), user_id), type=messages.Say)
    assert read.people == [other for other in [*others, *others] if other != user_id]


def test_every_column_that_may_hold_a_user_is_known() -> None:
    named = {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.columns
        if column.name in ("user_id", "created_by", "reserved_for") or column.name.endswith(("_id", "_by"))
    }
    assert named == {
        # Of people.
        "audit.actor_id",
        "campaign.created_by",
        "campaign.paused_by",
        "conduct.user_id",
        "entrant.user_id",
        "follower.user_id",
        "guest.user_id",
        "journal.user_id",
        "league.created_by",
        "league_game.ruled_by",
        "offer.user_id",
        "person.user_id",
        "proposal.actor_id",
        "note.user_id",
        "request.asker_id",
        "seat.owner_id",
        "seat.user_id",
        "seeker.user_id",
        "substitute.user_id",
        "sight.user_id",
        # Of seats, entries and what is Discord's.
        "audit.campaign_id",
        "audit.guild_id",
        "campaign.channel_id",
        "campaign.guild_id",
        "card.campaign_id",
        "card.channel_id",
        "card.message_id",
        "chapter_start.campaign_id",
        "deadline.campaign_id",
        "archive.campaign_id",
        "follower.campaign_id",
        "spectators.campaign_id",
        "spectators.thread_id",
        "guest.campaign_id",
        "interaction.campaign_id",
        "journal.campaign_id",
        "laid_by.campaign_id",
        "lapse.campaign_id",
        "journal.undone_by",
        "offer.campaign_id",
        "note.campaign_id",
        "outbox.campaign_id",
        "request.campaign_id",
        "result.campaign_id",
        "result.guild_id",
        "seat.campaign_id",
        "sight.campaign_id",
        "standing_order.campaign_id",
        "wake.campaign_id",
        "seat.reserved_for",
        "conduct.guild_id",
        "entrant.league_id",
        "guild_game.guild_id",
        "guild_game.role_id",
        "league.channel_id",
        "league.guild_id",
        "league.message_id",
        "league_game.league_id",
        "league_game.opening_id",
        "opening.campaign_id",
        "opening.channel_id",
        "opening.guild_id",
        "opening.thread_id",
        "seeker.channel_id",
        "seeker.guild_id",
        "seeker.opening_id",
        "substitute.guild_id",
    }


async def test_a_holders_hours_are_told_to_nobody_who_is_to_have_their_seat(camp: Table) -> None:
    put = Seat(seat="white", user_id=camp.maxime.id, reserved_for=LOUIS, rest_hours=b'{"zone":"Asia/Tokyo"}')
    await camp.bot.store.transact(partial(seats.change, campaign_id=1, seats=[put]))
    for user, knows in ((camp.maxime.id, True), (LOUIS, False)):
        copy = await privacy.copy(camp.bot.campaigns, user, 10**6)
        assert (b"Asia/Tokyo" in copy.data) == knows


async def test_nobody_gets_a_seat_by_a_request_for_somebody_who_was_forgotten(camp: Table) -> None:
    newcomer = georges(camp)
    await seat(camp, camp.camille, "replace", seat="white", user=newcomer)
    await forgotten(camp, newcomer)
    lapsed = await answered(camp, camp.maxime, "Agree")
    assert whispered(lapsed) == "The player it was for has left: the request has lapsed."
    assert (await camp.campaign()).seating["white"].reserved_for is None
    await camp.bot.store.transact(
        partial(seats.change, campaign_id=1, seats=[Seat(seat="white")]),
        partial(sights.saw, campaign_id=1, user_id=newcomer.id, seats=["blue"]),
    )
    assert "the others are asked" in await seat(camp, newcomer, "take", seat="white")
    await forgotten(camp, newcomer)
    assert whispered(await answered(camp, camp.camille, "Agree")) == whispered(lapsed)
    assert "white" not in (await camp.campaign()).seats
