"""Seats: the only table that knows people, and the guests of a lobby."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Connection,
    bindparam,
    delete,
    insert,
    literal_column,
    select,
    type_coerce,
    update,
)

from bot.store.columns import Instant
from bot.store.errors import UnknownCampaign
from bot.store.often import Often
from bot.store.records import Absence, Guest, Rest, Seat
from bot.store.rows import lapses, share, sights, upserts
from bot.store.rows.wakes import AT_ONCE
from bot.store.schema import campaign, guest, lapse, seat
from engines.core.strength import USUAL, Strength

_NOBODY: Mapping[str, int] = MappingProxyType({})
_NONE: Mapping[str, Strength] = MappingProxyType({})
_FIELDS = Seat.__struct_fields__
LAPSED = 2
"""Missed turns in a row after which the automatic player plays a seat, and a substitute is sought."""
_PUT = insert(seat)
# In the order in which they were written, which is the title's.
_OF_ONE = Often(
    select(*(seat.c[name] for name in _FIELDS))
    .where(seat.c.campaign_id == bindparam("of"))
    .order_by(seat.c.place)
)
_OF = (
    select(seat.c.campaign_id, *(seat.c[name] for name in _FIELDS))
    .where(seat.c.campaign_id.in_(bindparam("ids", expanding=True)))
    .order_by(seat.c.campaign_id, seat.c.place)
)
_SET = update(seat).where(seat.c.campaign_id == bindparam("of"), seat.c.seat == bindparam("of_seat"))
_BANK = _SET.values(bank=bindparam("holds"))
_REST = _SET.values(
    rest=bindparam("was_left"), rest_hours=bindparam("by_hours"), rest_handed=bindparam("was_handed")
)
_ABSENT = _SET.values(missed=bindparam("has_missed"), played_in=bindparam("last"))
_GUESTS = select(*(guest.c[name] for name in Guest.__struct_fields__)).where(
    guest.c.campaign_id == bindparam("of")
)


def put(
    connection: Connection,
    campaign_id: int,
    users: Mapping[str, int | None],
    automatic: Mapping[str, Strength] = _NONE,
    reserved: Mapping[str, int] = _NOBODY,
) -> None:
    """Write the seats of a new campaign, in the title's order; each holder counts as having seen the seat.

    :param automatic: seats of the automatic player, and how well it plays them.
    :param reserved: people for whom other seats are reserved.
    """
    if users:
        connection.execute(
            _PUT,
            [
                {
                    "campaign_id": campaign_id,
                    "seat": name,
                    "place": place,
                    "user_id": user,
                    "rest_handed": False,
                    "missed": 0,
                    "automatic": name in automatic,
                    "strength": automatic.get(name, USUAL),
                    "reserved_for": reserved.get(name),
                }
                for place, (name, user) in enumerate(users.items())
            ],
        )
    for name, user in users.items():
        if user is not None:
            sights.saw(connection, campaign_id, user, [name])


def of_campaign(connection: Connection, campaign_id: int) -> dict[str, Seat]:
    """The seats of a campaign, in the title's order."""
    return {row["seat"]: Seat(**row) for row in _OF_ONE.rows(connection, {"of": campaign_id})}


def of_campaigns(connection: Connection, ids: Iterable[int]) -> dict[int, dict[str, Seat]]:
    """The seats of campaigns, by campaign and seat, in the title's order."""
    seating: dict[int, dict[str, Seat]] = {campaign_id: {} for campaign_id in ids}
    if seating:
        for campaign_id, *fields in connection.execute(_OF, {"ids": list(seating)}):
            sitting = _seat(fields)
            seating[campaign_id][sitting.seat] = sitting
    return seating


def _seat(fields: Iterable[Any]) -> Seat:
    return Seat(**dict(zip(_FIELDS, fields, strict=True)))


def change(connection: Connection, campaign_id: int, seats: Sequence[Seat]) -> None:
    """Replace these seats; each holder counts as having seen the seat, for good.

    :raises UnknownCampaign: there is no such campaign, or it has no such seat.
    """
    for sitting in seats:
        values = {name: getattr(sitting, name) for name in _FIELDS}
        changed = connection.execute(
            update(seat)
            .where(seat.c.campaign_id == campaign_id, seat.c.seat == sitting.seat)
            .values(**values)
        )
        if changed.rowcount != 1:
            raise UnknownCampaign(campaign_id)
        for user in {sitting.user_id, sitting.owner_id} - {None}:
            assert user is not None
            sights.saw(connection, campaign_id, user, [sitting.seat])
    if any(sitting.until or sitting.offered_at or _wants_substitute(sitting) for sitting in seats):
        lapses.put(connection, campaign_id)
    else:
        lapses.put_if_asked(connection, campaign_id)


def _wants_substitute(sitting: Seat) -> bool:
    return (sitting.user_id is None and not sitting.automatic) or sitting.missed >= LAPSED


def bank(connection: Connection, campaign_id: int, holds: Mapping[str, timedelta]) -> None:
    """Write the time on the bank clocks of seats."""
    for name, left in holds.items():
        connection.execute(_BANK, {"of": campaign_id, "of_seat": name, "holds": left})


def rest(connection: Connection, campaign_id: int, was_left: Mapping[str, Rest]) -> None:
    """Write the time that was left on the clocks of seats when they decided."""
    for name, rest in was_left.items():
        values = {"was_left": rest.left, "by_hours": rest.hours, "was_handed": rest.handed}
        connection.execute(_REST, {"of": campaign_id, "of_seat": name, **values})


def absent(connection: Connection, campaign_id: int, absences: Mapping[str, Absence]) -> None:
    """Write the missed turns of seats."""
    for name, absence in absences.items():
        values = {"has_missed": absence.missed, "last": absence.played_in}
        connection.execute(_ABSENT, {"of": campaign_id, "of_seat": name, **values})
    if absences:
        # A substitute is sought, or no longer, as the player is back.
        lapses.put(connection, campaign_id)


def of_absent(connection: Connection) -> set[int]:
    """The people for whom the automatic player plays, or has played a turn, in a campaign that goes on,
    and those who sit in a sleeping one: `CampaignHead.asleep`."""
    going = (
        select(seat.c.user_id)
        .join(campaign, campaign.c.id == seat.c.campaign_id)
        .where(seat.c.user_id.is_not(None), campaign.c.status == "running")
    )
    asleep = going.where(
        campaign.c.paused_at.is_not(None), campaign.c.paused_by.is_(None), campaign.c.paused_as.is_(None)
    )
    # Two queries, each with an index of its own.
    return {
        *connection.scalars(going.where(seat.c.missed > literal_column("0"))),
        *connection.scalars(asleep),
    }


def lent_by(connection: Connection, user_id: int, until: datetime) -> list[tuple[int, str]]:
    """Campaign and seat of every seat that a person has lent, or offered to lend, until then."""
    theirs = (
        select(seat.c.campaign_id, seat.c.seat)
        .join(campaign, campaign.c.id == seat.c.campaign_id)
        .where(
            seat.c.owner_id == user_id,
            seat.c.until == until,
            campaign.c.parked_at.is_(None),
            campaign.c.status == "running",
        )
    )
    return [(campaign_id, name) for campaign_id, name in connection.execute(theirs)]


def guests(connection: Connection, campaign_id: int) -> dict[int, Guest]:
    """The guests of a lobby, by user."""
    rows = connection.execute(_GUESTS, {"of": campaign_id}).mappings()
    return {row["user_id"]: Guest(**row) for row in rows}


def put_guest(connection: Connection, campaign_id: int, came: Guest) -> None:
    """Write a guest; this replaces the guest's row."""
    upserts.put(connection, guest, {"campaign_id": campaign_id, **msgspec.structs.asdict(came)})


def drop_guest(connection: Connection, campaign_id: int, user_id: int) -> None:
    """Delete a guest."""
    connection.execute(delete(guest).where(guest.c.campaign_id == campaign_id, guest.c.user_id == user_id))


def empty_banks(connection: Connection, campaign_id: int) -> None:
    """Delete the time on the bank clocks of seats, so that each begins with a full one."""
    connection.execute(update(seat).where(seat.c.campaign_id == campaign_id).values(bank=None))


def shift_offers(connection: Connection, by: timedelta) -> None:
    """Move the time since which seats are offered, after the clock has stepped or stood still.

    Only campaigns are looked at in which something may lapse: where a seat is offered, something may.
    """
    moved = type_coerce(type_coerce(seat.c.offered_at, BigInteger) + by // timedelta(milliseconds=1), Instant)
    may_lapse = seat.c.campaign_id.in_(select(lapse.c.campaign_id).where(lapse.c.at >= AT_ONCE))
    shifted = update(seat).where(may_lapse, seat.c.offered_at.is_not(None)).values(offered_at=moved)
    connection.execute(share.by_campaign(connection, shifted, seat.c.campaign_id))
