"""What the moderators of a server should know of its campaigns, found by indexes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, Text, func, select, text, type_coerce

from bot.store.league_tables import league, league_game
from bot.store.records import Request
from bot.store.results import Result
from bot.store.rows.seats import LAPSED
from bot.store.schema import audit, campaign, deadline, opening, person, request, result, seat

# As the index says it, or SQLite does not use that.
_GOING = text("campaign.status IN ('lobby', 'running')")
_PLANNED = '%"vacations":[{%'
_REQUEST = [request.c[name] for name in Request.__struct_fields__]


class Late(NamedTuple):
    """A seat whose time is over."""

    campaign_id: int
    seat: str
    since: datetime


class Lapsed(NamedTuple):
    """A seat that the automatic player has for now, because its player has missed too many turns."""

    campaign_id: int
    seat: str
    user_id: int
    missed: int


class Planned(NamedTuple):
    """A person with a seat in a campaign, and their hours as JSON, with vacations in them."""

    campaign_id: int
    user_id: int
    hours: bytes


class Disputed(NamedTuple):
    """A game of a league over which players disagree."""

    league: str
    number: int
    why: str
    channel_id: int
    campaign_id: int | None


class Weekly(NamedTuple):
    """All of it."""

    late: list[Late]
    lapsed: list[Lapsed]
    planned: list[Planned]
    asked: list[Request]
    disputed: list[Disputed]
    decided: Sequence[Result]
    acts: dict[str, int]
    """How often moderators did what."""


def of_guild(connection: Connection, guild_id: int, since: datetime, now: datetime) -> Weekly:
    """What happened on a server since a moment, and what waits for somebody."""
    return Weekly(
        _late(connection, guild_id, now),
        _lapsed(connection, guild_id),
        _planned(connection, guild_id),
        _asked(connection, guild_id),
        _disputed(connection, guild_id),
        _decided(connection, guild_id, since),
        _acts(connection, guild_id, since),
    )


def _late(connection: Connection, guild_id: int, now: datetime) -> list[Late]:
    query = (
        select(deadline.c.campaign_id, deadline.c.seat, func.min(deadline.c.due_at).label("since"))
        .join(campaign, campaign.c.id == deadline.c.campaign_id)
        .where(_GOING, campaign.c.guild_id == guild_id, deadline.c.due_at <= now)
        .where(campaign.c.paused_at.is_(None), campaign.c.parked_at.is_(None))
        .group_by(deadline.c.campaign_id, deadline.c.seat)
        .order_by("since")
    )
    return [Late(*row) for row in connection.execute(query)]


def _lapsed(connection: Connection, guild_id: int) -> list[Lapsed]:
    query = (
        select(seat.c.campaign_id, seat.c.seat, seat.c.user_id, seat.c.missed)
        .join(campaign, campaign.c.id == seat.c.campaign_id)
        .where(_GOING, campaign.c.guild_id == guild_id)
        .where(text("seat.missed > 0"), seat.c.missed >= LAPSED, seat.c.user_id.is_not(None))
        .order_by(seat.c.missed.desc(), seat.c.campaign_id)
    )
    return [Lapsed(*row) for row in connection.execute(query)]


def _planned(connection: Connection, guild_id: int) -> list[Planned]:
    query = (
        select(campaign.c.id, person.c.user_id, person.c.hours)
        .join(seat, seat.c.user_id == person.c.user_id)
        .join(campaign, campaign.c.id == seat.c.campaign_id)
        .where(_GOING, campaign.c.guild_id == guild_id, type_coerce(person.c.hours, Text).like(_PLANNED))
        .distinct()
        .order_by(person.c.user_id, campaign.c.id)
    )
    return [Planned(*row) for row in connection.execute(query)]


def _asked(connection: Connection, guild_id: int) -> list[Request]:
    query = (
        select(*_REQUEST)
        .join(campaign, campaign.c.id == request.c.campaign_id)
        .where(request.c.settled_at.is_(None), campaign.c.guild_id == guild_id, _GOING)
        .order_by(request.c.id)
    )
    return [Request(**row) for row in connection.execute(query).mappings()]


def _disputed(connection: Connection, guild_id: int) -> list[Disputed]:
    query = (
        select(
            league.c.name,
            league_game.c.number,
            league_game.c.disputed,
            league.c.channel_id,
            opening.c.campaign_id,
        )
        .join(league, league.c.id == league_game.c.league_id)
        .outerjoin(opening, opening.c.id == league_game.c.opening_id)
        .where(league_game.c.disputed.is_not(None), league.c.guild_id == guild_id)
        .order_by(league.c.id, league_game.c.number)
    )
    return [Disputed(*row) for row in connection.execute(query)]


def _decided(connection: Connection, guild_id: int, since: datetime) -> Sequence[Result]:
    query = select(result.c.body).where(result.c.guild_id == guild_id, result.c.ended_at >= since)
    return connection.scalars(query.order_by(result.c.ended_at.desc())).all()


def _acts(connection: Connection, guild_id: int, since: datetime) -> dict[str, int]:
    query = (
        select(audit.c.act, func.count())
        .where(audit.c.guild_id == guild_id, audit.c.at >= since, audit.c.actor_id.is_not(None))
        .group_by(audit.c.act)
        .order_by(func.count().desc(), audit.c.act)
    )
    return dict(connection.execute(query).tuples().all())
