"""The data about one person, and how it is deleted: the seat remains, the name goes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    LargeBinary,
    String,
    Table,
    Text,
    and_,
    case,
    delete,
    exists,
    or_,
    select,
    type_coerce,
    update,
)
from sqlalchemy.types import TypeDecorator

from bot.store.records import Seat
from bot.store.rows import deadlines, leagues, orders, seats, seekers, sights
from bot.store.rows.outbox import PRIVATE
from bot.store.schema import (
    audit,
    campaign,
    conduct,
    deadline,
    guest,
    interaction,
    journal,
    metadata,
    note,
    offer,
    opening,
    outbox,
    person,
    proposal,
    request,
    result,
    seat,
    seeker,
    sight,
    standing_order,
    substitute,
)
from bot.store.spectator_tables import follower

LEAST = 10**14
"""Discord gave no person a smaller id; a smaller number in a text is not a person."""
SOMEBODY = "somebody"
"""Replaces the mention of a forgotten person in a text."""
NOBODY = "0"
"""The same in JSON, where a number has to stay a number."""

_CAMPAIGN = select(campaign.c.guild_id, campaign.c.title, campaign.c.status)
_PEOPLE = re.compile(r'"people":\[([\d,]*)\]')
_OF_THEM = (and_(interaction.c.campaign_id == journal.c.campaign_id, interaction.c.seq == journal.c.seq),)


class Left(NamedTuple):
    """A seat of a person who was forgotten."""

    campaign_id: int
    guild_id: int
    title: str
    """Id of the title."""
    status: str
    seat: str
    back_to: int | None
    """The owner who has the seat again; None if it is vacant now."""
    stood_in: int | None = None
    """The stand-in who no longer plays the seat."""


def of(connection: Connection, user_id: int) -> dict[str, Any]:
    """All data about a person, by kind. Ids are text, because JSON readers round large numbers."""
    theirs = exists().where(
        seat.c.campaign_id == standing_order.c.campaign_id,
        seat.c.seat == standing_order.c.seat,
        seat.c.user_id == user_id,
    )
    acted = exists().where(*_OF_THEM, journal.c.user_id == user_id)
    begun = [campaign.c[name] for name in ("id", "guild_id", "channel_id", "title", "status", "created_at")]
    entry = [journal.c[name] for name in ("campaign_id", "seq", "kind", "source", "seat", "action", "at")]
    said = [outbox.c[name] for name in ("campaign_id", "kind", "payload", "created_at", "sent_at")]
    # Without its number: how many others were asked for in between may be a secret of two players.
    asked = [column for column in request.c if column.name != "id"]
    named = outbox.c.id < 0
    if user_id >= LEAST:
        payload = type_coerce(outbox.c.payload, Text)
        # A private message to another person is that person's data, whomever it mentions.
        theirs_alone = payload.like(f'{{"user_id":{user_id},%')
        named = and_(_names(outbox.c.payload, user_id), or_(outbox.c.kind.not_in(PRIVATE), theirs_alone))
        # What is said in a private room is its players' data, whomever they name there: a mention that they
        # type themselves is broken.
        elsewhere = or_(payload.not_like('%"room":%'), payload.like('%"room":null%'))
        named = and_(named, or_(elsewhere, payload.like(f"%<@{user_id}>%")))
    # The hours are those of the seat's player, even if another person owns the seat or has it reserved.
    own_hours = case((seat.c.user_id == user_id, seat.c.rest_hours)).label("rest_hours")
    sitting = [*(column for column in seat.c if column.name != "rest_hours"), own_hours]
    running = exists().where(
        seat.c.campaign_id == deadline.c.campaign_id,
        seat.c.seat == deadline.c.seat,
        seat.c.user_id == user_id,
    )
    queries = {
        "settings": select(person).where(person.c.user_id == user_id),
        "campaigns begun": select(*begun).where(campaign.c.created_by == user_id),
        "seats": select(*sitting).where(_in_seat(user_id)),
        "clocks": select(deadline.c.campaign_id, deadline.c.kind, deadline.c.hours).where(running),
        "seats seen": select(sight).where(sight.c.user_id == user_id),
        "seats offered": select(offer).where(offer.c.user_id == user_id),
        "waiting for a seat": select(guest).where(guest.c.user_id == user_id),
        "waiting lists": select(seeker).where(seeker.c.user_id == user_id).order_by(seeker.c.id),
        "lobbies to be opened": select(opening.c.id, opening.c.guild_id, opening.c.at).where(
            _names(opening.c.body, user_id)
        ),
        "substitute for": select(substitute).where(substitute.c.user_id == user_id),
        "reliability": select(conduct).where(conduct.c.user_id == user_id),
        "campaigns followed": select(follower).where(follower.c.user_id == user_id),
        "notes": select(note).where(note.c.user_id == user_id).order_by(note.c.campaign_id),
        "standing orders": select(standing_order).where(theirs),
        "requests": select(*asked).where(request.c.asker_id == user_id),
        "actions": select(*entry)
        .where(journal.c.user_id == user_id)
        .order_by(journal.c.campaign_id, journal.c.seq),
        "interactions": select(interaction).where(acted),
        "proposals": select(proposal).where(proposal.c.actor_id == user_id),
        "acts as a moderator": select(audit).where(audit.c.actor_id == user_id).order_by(audit.c.id),
        "messages": select(*said).where(named).order_by(outbox.c.id),
    }
    kept = {
        name: [_plain(row) for row in connection.execute(query).mappings()] for name, query in queries.items()
    }
    for name, own in leagues.of_person(connection, user_id).items():
        kept[name] = [_plain(row) for row in own]
    return {"user": str(user_id), **kept, "results": _results(connection, user_id)}


def _results(connection: Connection, user_id: int) -> list[dict[str, Any]]:
    """How the person's campaigns ended for their own seats."""
    query = select(result.c.body).where(_names(result.c.body, user_id)).order_by(result.c.campaign_id)
    return [
        {"campaign_id": ended.campaign_id, "ended_at": ended.ended_at, "how": ended.how}
        | {"winner": ended.winner, "seat": part.seat, "own": part.own, "others": part.others}
        for ended in connection.scalars(query)
        for part in ended.part_of(user_id)
    ]


def _in_seat(user_id: int) -> ColumnElement[bool]:
    return or_(seat.c.user_id == user_id, seat.c.reserved_for == user_id, seat.c.owner_id == user_id)


def _plain(row: Mapping[Any, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, bytes):
            plain[name] = value.decode()
        elif isinstance(value, int) and abs(value) > 2**53:
            plain[name] = str(value)
        else:
            plain[name] = value
    return plain


def playing(connection: Connection, user_id: int) -> list[int]:
    """Ids, in order, of the campaigns that are not over and have any data about a person."""
    concerned = select(seat.c.campaign_id).where(_in_seat(user_id))
    waiting = select(guest.c.campaign_id).where(guest.c.user_id == user_id)
    return list(
        connection.scalars(
            select(campaign.c.id)
            .where(
                campaign.c.status.in_(("lobby", "running")),
                or_(
                    campaign.c.id.in_(concerned),
                    campaign.c.id.in_(waiting),
                    campaign.c.created_by == user_id,
                ),
            )
            .order_by(campaign.c.id)
        )
    )


def forget(connection: Connection, user_id: int) -> list[Left]:
    """Delete a person from all data; returns the seats that they have left, in order.

    A stand-in gives the seat back; if a stand-in plays for them, the seat becomes vacant. A seat's secrets
    stay marked as seen while its game goes on, but not by whom. A lobby that they leave counts as changed,
    so that presses on its old card are known to be late.
    """
    left = _leave(connection, user_id)
    sights.forget(connection, user_id)
    changed = {each.campaign_id for each in left} | _guest_of(connection, user_id)
    moved = update(campaign).where(campaign.c.id.in_(sorted(changed)))
    connection.execute(
        moved.where(campaign.c.status.in_(("lobby", "running"))).values(version=campaign.c.version + 1)
    )
    connection.execute(moved.where(campaign.c.status == "lobby").values(opened=campaign.c.version))
    connection.execute(delete(interaction).where(exists().where(*_OF_THEM, journal.c.user_id == user_id)))
    seekers.forget(connection, user_id)
    for table in (person, guest, offer, note, substitute, conduct, follower):
        connection.execute(delete(table).where(table.c.user_id == user_id))
    connection.execute(delete(proposal).where(proposal.c.actor_id == user_id))
    for column in (
        campaign.c.created_by,
        campaign.c.paused_by,
        journal.c.user_id,
        request.c.asker_id,
        audit.c.actor_id,
    ):
        connection.execute(update(column.table).where(column == user_id).values({column.name: None}))
    leagues.forget(connection, user_id)
    if user_id >= LEAST:
        _unsay(connection, user_id)
        _scrub(connection, user_id)
    return left


def _guest_of(connection: Connection, user_id: int) -> set[int]:
    return set(connection.scalars(select(guest.c.campaign_id).where(guest.c.user_id == user_id)))


def _leave(connection: Connection, user_id: int) -> list[Left]:
    theirs = select(seat.c.campaign_id).where(_in_seat(user_id)).distinct().order_by(seat.c.campaign_id)
    left: list[Left] = []
    for campaign_id, seating in seats.of_campaigns(connection, connection.scalars(theirs).all()).items():
        changed = [(sitting, _free(sitting, user_id)) for sitting in seating.values()]
        seats.change(connection, campaign_id, [after for before, after in changed if after != before])
        of = connection.execute(_CAMPAIGN.where(campaign.c.id == campaign_id)).one()
        for before, after in changed:
            if user_id not in (before.user_id, before.owner_id):
                continue
            stood_in = before.user_id if before.user_id != user_id else None
            left.append(
                Left(campaign_id, of.guild_id, of.title, of.status, after.seat, after.user_id, stood_in)
            )
            back = after.user_id is not None
            (orders.bring_back if back else orders.revoke_for_good)(connection, campaign_id, after.seat)
            deadlines.forget_hours(connection, campaign_id, [after.seat])
    return left


def _free(sitting: Seat, user_id: int) -> Seat:
    """A seat without a person who held it, owned it or had it reserved."""
    if sitting.user_id == user_id:
        if sitting.owner_id not in (None, user_id):
            return Seat(seat=sitting.seat, user_id=sitting.owner_id, bank=sitting.bank, rest=sitting.rest)
        # A person who takes the seat over still may; a loan or a swap needs the person who is gone.
        replaced = sitting.owner_id is None and sitting.in_exchange is None
        promised = sitting.reserved_for if replaced and sitting.reserved_for != user_id else None
        return replace(
            _emptied(sitting),
            reserved_for=promised,
            offered_at=sitting.offered_at if promised else None,
        )
    if sitting.owner_id == user_id:
        awaited = sitting.reserved_for if sitting.reserved_for != user_id else None
        return replace(
            _emptied(sitting), reserved_for=awaited, offered_at=sitting.offered_at if awaited else None
        )
    if sitting.reserved_for == user_id:
        offered = sitting.owner_id == sitting.user_id
        sitting = replace(sitting, reserved_for=None, in_exchange=None)
        return replace(sitting, owner_id=None, until=None) if offered else sitting
    return sitting


def _emptied(sitting: Seat) -> Seat:
    """A vacant seat; the time on its clock belongs to the seat, and a new holder does not refill it."""
    return Seat(seat=sitting.seat, bank=sitting.bank, rest=sitting.rest, rest_handed=sitting.rest_handed)


def _unsay(connection: Connection, user_id: int) -> None:
    """Delete private messages to the person, and proposals about them."""
    connection.execute(delete(outbox).where(outbox.c.kind.in_(PRIVATE), _names(outbox.c.payload, user_id)))
    connection.execute(delete(proposal).where(_names(proposal.c.body, user_id)))


def _scrub(connection: Connection, user_id: int) -> None:
    """Remove the person's id from every text of every table, and delete rows whose key is the id."""
    for table in metadata.sorted_tables:
        keys = list(table.primary_key)
        for key in keys:
            if _is_text(key):
                connection.execute(delete(table).where(_names(key, user_id)))
        for column in table.columns:
            if _is_text(column) and column not in keys:
                for where, text in _texts(connection, table, column, user_id):
                    connection.execute(update(table).where(where).values({column: type_coerce(text, Text)}))


def _texts(
    connection: Connection, table: Table, column: Column[Any], user_id: int
) -> Iterator[tuple[ColumnElement[bool], str]]:
    keys = list(table.primary_key)
    rows = connection.execute(select(*keys, type_coerce(column, Text)).where(_names(column, user_id))).all()
    for *values, text in rows:
        where = and_(*(key == value for key, value in zip(keys, values, strict=True)))
        yield where, without(text, user_id)


def without(text: str, user_id: int) -> str:
    """A text, which may be JSON, without a person's id."""
    text = re.sub(rf"<@!?{user_id}>", SOMEBODY, text)
    # A list of people to ping loses the id; anywhere else a number stays a number.
    text = _PEOPLE.sub(lambda match: _fewer(match[1], user_id), text)
    return re.sub(rf"(?<!\d){user_id}(?!\d)", NOBODY if _is_json(text) else SOMEBODY, text)


def _is_json(text: str) -> bool:
    try:
        msgspec.json.decode(text)
    except msgspec.DecodeError:
        return False
    return True


def _fewer(people: str, user_id: int) -> str:
    left = [person for person in people.split(",") if person != str(user_id)]
    return f'"people":[{",".join(left)}]'


def _names(column: ColumnElement[Any], user_id: int) -> ColumnElement[bool]:
    return type_coerce(column, Text).like(f"%{user_id}%")


def _is_text(column: Column[Any]) -> bool:
    kind = column.type
    stored = kind.impl_instance if isinstance(kind, TypeDecorator) else kind
    return isinstance(stored, String) and not isinstance(stored, BigInteger | LargeBinary)
