"""People who follow campaigns, the threads in which they talk, and what they are told of each turn."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, Text, bindparam, delete, func, select, type_coerce

from bot.store.often import Often
from bot.store.preferences import THREAD, Follows
from bot.store.records import Message
from bot.store.rows import outbox, upserts
from bot.store.schema import campaign, person
from bot.store.spectator_tables import follower, spectators

TURN = "turn"
"""A turn that is over, for the spectators' thread."""
LETTER = "letter"
"""The same, for one person."""
SETTLE = "spectators"
"""The thread has to be opened, closed, or given other members."""


class Spectators(msgspec.Struct, frozen=True, kw_only=True):
    """The thread of a campaign's spectators.

    :ivar members: noted before they are added: the thread never has another follower.
    """

    campaign_id: int
    wanted: bool = True
    thread_id: int | None = None
    open: bool = False
    members: list[int] = []


class Settle(msgspec.Struct, frozen=True):
    """Have a thread opened, closed, or given other members."""

    people: list[int] = []
    """Whose place is put right whatever is noted of them."""
    moved: bool = False
    """Whether the campaign is played in another channel now."""


class Turn(msgspec.Struct, frozen=True):
    """A turn that is over, or if none is named the one in which the campaign ended."""

    user_id: int
    """Whom a letter is for; 0 in the thread."""
    chapter: int | None


_FIELDS = [spectators.c[name] for name in Spectators.__struct_fields__]
_OF = Often(select(*_FIELDS).where(spectators.c.campaign_id == bindparam("of")))
_FOLLOWERS = Often(
    select(follower.c.user_id, func.coalesce(person.c.follows, THREAD).label("follows"))
    .join(person, person.c.user_id == follower.c.user_id, isouter=True)
    .where(follower.c.campaign_id == bindparam("of"))
    .order_by(follower.c.at, follower.c.user_id)
)


def of_campaign(connection: Connection, campaign_id: int) -> Spectators | None:
    """The thread of a campaign; None if nothing was decided about one."""
    kept = _OF.rows(connection, {"of": campaign_id})
    return Spectators(**kept[0]) if kept else None


def alter(connection: Connection, campaign_id: int, **changes: Any) -> None:
    """Change what is known of a thread; the rest stays, which others may have changed meanwhile."""
    kept = Spectators(campaign_id=campaign_id, **changes)
    upserts.put(connection, spectators, msgspec.structs.asdict(kept), replaced=changes)


def note(connection: Connection, campaign_id: int, user_id: int, *, inside: bool) -> None:
    """Note that a person is a member of a thread, or is none any more."""
    known = of_campaign(connection, campaign_id)
    others = [] if known is None else [user for user in known.members if user != user_id]
    alter(connection, campaign_id, members=[*others, *([user_id] if inside else [])])


def member_of(connection: Connection, user_id: int) -> list[int]:
    """The campaigns in whose threads a person is noted to be, also of those that are over."""
    noted = type_coerce(spectators.c.members, Text).contains(str(user_id))
    named = connection.execute(select(spectators.c.campaign_id, spectators.c.members).where(noted))
    return sorted(row.campaign_id for row in named if user_id in row.members)


def followers(connection: Connection, campaign_id: int) -> dict[int, Follows]:
    """The people who follow a campaign, and what they want to get."""
    return {row["user_id"]: row["follows"] for row in _FOLLOWERS.rows(connection, {"of": campaign_id})}


def followed(connection: Connection, user_id: int, guild_id: int | None = None) -> list[int]:
    """Ids of the campaigns that a person follows and that go on, newest first, on one server or all."""
    query = select(follower.c.campaign_id).join(campaign, campaign.c.id == follower.c.campaign_id)
    query = query.where(follower.c.user_id == user_id, campaign.c.status.in_(("lobby", "running")))
    if guild_id is not None:
        query = query.where(campaign.c.guild_id == guild_id)
    return list(connection.scalars(query.order_by(follower.c.campaign_id.desc())))


def follow(connection: Connection, campaign_id: int, user_id: int, now: datetime) -> None:
    """Let a person follow a campaign."""
    row = {"campaign_id": campaign_id, "user_id": user_id, "at": now}
    upserts.put(connection, follower, row)
    settle(connection, campaign_id, now, [user_id])


def leave(
    connection: Connection, campaign_id: int, people: Collection[int], now: datetime, *, seated: bool = False
) -> None:
    """Let people follow a campaign no more, and put them out of its thread.

    :param seated: they play now: a person who was forgotten may still be in the thread without following.
    """
    theirs = follower.c.campaign_id == campaign_id, follower.c.user_id.in_(people)
    left = connection.execute(delete(follower).where(*theirs)).rowcount > 0
    if left or (seated and people):
        settle(connection, campaign_id, now, people)


def settle(
    connection: Connection,
    campaign_id: int,
    now: datetime,
    people: Collection[int] = (),
    *,
    moved: bool = False,
) -> None:
    """Have a thread opened, closed or given other members, if something was decided about one."""
    if of_campaign(connection, campaign_id) is not None:
        payload = msgspec.json.encode(Settle(list(people), moved))
        outbox.add(connection, campaign_id, [Message(kind=SETTLE, payload=payload)], now)


def tell(
    connection: Connection,
    campaign_id: int,
    version: int,
    turns: Sequence[int | None],
    now: datetime,
    *,
    over: bool,
) -> None:
    """Tell the spectators of turns that are over; with the campaign, its thread closes."""
    if not turns:
        return
    thread = of_campaign(connection, campaign_id)
    opened = thread is not None and thread.open
    written = [
        user for user, gets in followers(connection, campaign_id).items() if _gets_letters(gets, opened)
    ]
    said = [
        *(_turn(TURN, 0, turn) for turn in turns if opened),
        *(_turn(LETTER, user, turn) for turn in turns for user in written),
    ]
    if over:
        connection.execute(delete(follower).where(follower.c.campaign_id == campaign_id))
        said += [Message(kind=SETTLE)] if thread is not None else []
    outbox.put(connection, campaign_id, version, said, now)


def _gets_letters(gets: Follows, opened: bool) -> bool:
    return gets == "letter" or (gets == "thread" and not opened)


def _turn(kind: str, user_id: int, chapter: int | None) -> Message:
    return Message(kind=kind, payload=msgspec.json.encode(Turn(user_id, chapter)))
