"""The settings of people and of servers, and notes of the program."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, bindparam, delete, select, update

from bot.store.often import Often
from bot.store.preferences import Guild, Person
from bot.store.rows import share, upserts
from bot.store.schema import campaign, guild, meta, person, seat

_PERSON = [person.c[name] for name in Person.__struct_fields__]
_GUILD = [guild.c[name] for name in Guild.__struct_fields__]
_OF_ONE = Often(select(*_PERSON).where(person.c.user_id == bindparam("of")))
_NOTED = Often(select(meta.c.value).where(meta.c.key == bindparam("of")))
_DIGESTS = select(*_PERSON).where(person.c.next_digest_at <= bindparam("now")).limit(bindparam("most"))
Weekly = Literal["week_at", "log_at"]
"""What a server is told once a week: its campaigns, or what its moderators should know."""


def persons(connection: Connection, ids: Iterable[int]) -> dict[int, Person]:
    """The settings of these people; a person without settings has the defaults."""
    settings = {}
    for user_id in ids:
        kept = _OF_ONE.rows(connection, {"of": user_id})
        settings[user_id] = Person(**kept[0]) if kept else Person(user_id=user_id)
    return settings


def language_of_person(connection: Connection, id: int) -> str:
    """The language that a person has chosen; empty for Discord's."""
    kept = _OF_ONE.rows(connection, {"of": id})
    return str(kept[0]["language"]) if kept else ""


def language_of_guild(connection: Connection, id: int) -> str:
    """The language that a server has chosen; empty for Discord's."""
    return connection.scalar(select(guild.c.language).where(guild.c.id == id)) or ""


def put_person(connection: Connection, settings: Person, changed: Iterable[str] | None = None) -> None:
    """Write the settings of a person.

    :param changed: the settings that replace earlier ones; all by default.
    """
    upserts.put(connection, person, msgspec.structs.asdict(settings), changed)


def forget_person(connection: Connection, user_id: int) -> None:
    """Delete the settings of a person."""
    connection.execute(delete(person).where(person.c.user_id == user_id))


def alter_person(connection: Connection, user_id: int, **values: Any) -> None:
    """Change some settings of a person and keep the others."""
    put_person(connection, Person(user_id=user_id, **values), values)


def playing_in(connection: Connection, user_id: int, guild_id: int | None = None) -> list[int]:
    """Ids of the campaigns, running or in the lobby, in which a person has a seat, on one server or all."""
    query = select(seat.c.campaign_id).join(campaign, campaign.c.id == seat.c.campaign_id).distinct()
    query = query.where(seat.c.user_id == user_id, campaign.c.status.in_(("lobby", "running")))
    if guild_id is not None:
        query = query.where(campaign.c.guild_id == guild_id)
    return list(connection.scalars(query.order_by(seat.c.campaign_id)))


def digests_due(connection: Connection, now: datetime, limit: int) -> list[Person]:
    """People whose daily digest is due; a person belongs to no server."""
    if not share.of(connection).leads:
        return []
    rows = connection.execute(_DIGESTS, {"now": now, "most": limit})
    return [Person(**row) for row in rows.mappings()]


def hasten_digests(connection: Connection, beyond: datetime, now: datetime) -> None:
    """Make digests due now that are due only after a moment."""
    if share.of(connection).leads:
        hastened = update(person).where(person.c.next_digest_at > beyond).values(next_digest_at=now)
        connection.execute(hastened)


def next_digest(connection: Connection, seen: Person, then: datetime) -> bool:
    """Go on to the next digest; returns False if the person's row has changed since it was read."""
    passed = connection.execute(
        update(person)
        .where(person.c.user_id == seen.user_id, person.c.next_digest_at == seen.next_digest_at)
        .values(next_digest_at=then)
    )
    return passed.rowcount == 1


def hasten_weeks(connection: Connection, latest: datetime) -> None:
    """Tell no week later than at a moment."""
    for at in (guild.c.week_at, guild.c.log_at):
        hastened = update(guild).where(at > latest).values({at.name: latest})
        connection.execute(share.by_server(connection, hastened, guild.c.id))


def weeks_due(connection: Connection, of: Weekly, now: datetime, limit: int) -> list[Guild]:
    """Servers whose week is to be told."""
    query = select(*_GUILD).where(guild.c[of] <= now).limit(limit)
    rows = connection.execute(share.by_server(connection, query, guild.c.id))
    return [Guild(**row) for row in rows.mappings()]


def next_week(connection: Connection, of: Weekly, seen: Guild, then: datetime) -> bool:
    """Go on to the next week; returns False if the server's row has changed since it was read."""
    same = guild.c.id == seen.id, guild.c[of] == getattr(seen, of)
    return connection.execute(update(guild).where(*same).values({of: then})).rowcount == 1


def guild_of(connection: Connection, guild_id: int) -> Guild:
    """The settings of a server; the defaults if it has none."""
    row = connection.execute(select(*_GUILD).where(guild.c.id == guild_id)).mappings().first()
    return Guild(id=guild_id) if row is None else Guild(**row)


def put_guild(connection: Connection, settings: Guild, changed: Iterable[str] | None = None) -> None:
    """Write the settings of a server.

    :param changed: the settings that replace earlier ones; all by default.
    """
    upserts.put(connection, guild, msgspec.structs.asdict(settings), changed)


def noted(connection: Connection, key: str) -> str | None:
    """A note of the program."""
    kept = _NOTED.rows(connection, {"of": key})
    return kept[0]["value"] if kept else None


def noted_under(connection: Connection, prefix: str) -> dict[str, str]:
    """The notes whose keys begin with a prefix, which is not empty, by the rest of the key."""
    # A range, which is found in the index of keys.
    beyond = prefix[:-1] + chr(ord(prefix[-1]) + 1)
    within = meta.c.key >= prefix, meta.c.key < beyond
    rows = connection.execute(select(meta.c.key, meta.c.value).where(*within))
    return {row.key.removeprefix(prefix): row.value for row in rows}


def note(connection: Connection, key: str, value: str) -> None:
    """Write a note."""
    upserts.put(connection, meta, {"key": key, "value": value})


def unnote(connection: Connection, key: str) -> None:
    """Delete a note."""
    connection.execute(delete(meta).where(meta.c.key == key))
