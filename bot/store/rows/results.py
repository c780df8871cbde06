"""Results of campaigns that are over: written in the transaction that ends one, and read as values."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import Connection, Text, bindparam, delete, exists, func, insert, or_, select, type_coerce

from bot.store.ending import Ended
from bot.store.often import Often
from bot.store.records import Seat
from bot.store.results import COUNTED, End, Part, Result, ended_by
from bot.store.rows import leagues, seats
from bot.store.schema import campaign, journal, result
from data.sentences import Phrase

_OVER = ("finished", "ended")
_HEAD = [campaign.c[name] for name in ("guild_id", "channel_id", "title", "scenario", "options", "ended_at")]
_OF_GUILD = Often(
    select(result.c.body)
    .where(result.c.guild_id == bindparam("of"))
    .order_by(result.c.ended_at, result.c.campaign_id)
)
_BY_HAND = type_coerce(journal.c.draws, Text).contains('"fed":true')


class _Outcome(msgspec.Struct):
    """The part of an outcome that a result keeps."""

    winner: str | None = None
    level: str | None = None
    title: Phrase = ""
    score: int | None = None


def settle(connection: Connection, campaign_id: int) -> None:
    """Update the result of a campaign that is over, and what follows from it in its league."""
    leagues.settle(connection, campaign_id, _settled(connection, campaign_id))


def _settled(connection: Connection, campaign_id: int) -> Result | None:
    """The result, written again; a campaign that goes on has none.

    A lobby that was closed has none, nor has a game that was abandoned after draws given by hand: that is a
    lesson that was left, or a record that was taken in to be looked at.
    """
    connection.execute(delete(result).where(result.c.campaign_id == campaign_id))
    query = select(*_HEAD, campaign.c.status, campaign.c.outcome, campaign.c.ending)
    head = connection.execute(query.where(campaign.c.id == campaign_id)).mappings().one()
    course = select(journal.c.chapter_after, journal.c.at).where(journal.c.campaign_id == campaign_id)
    first = connection.execute(course.order_by(journal.c.seq).limit(1)).first()
    last = connection.execute(course.order_by(journal.c.seq.desc()).limit(1)).first()
    if head["status"] not in _OVER or first is None or last is None:
        return None
    seating = seats.of_campaign(connection, campaign_id)
    how, outcome = _ended(head["outcome"], head["ending"], seating)
    by_hand = connection.scalar(select(exists().where(journal.c.campaign_id == campaign_id, _BY_HAND)))
    if by_hand and how == "abandoned":
        return None
    given = _given(connection, campaign_id)
    kept = Result(
        campaign_id=campaign_id,
        **{column.name: head[column.name] for column in _HEAD},
        began_at=first.at,
        turns=last.chapter_after - first.chapter_after + 1,
        how=how,
        winner=outcome.winner,
        level=outcome.level,
        verdict=outcome.title,
        score=outcome.score,
        edited=given.edited,
        by_hand=bool(by_hand),
        parts=tuple(_part(sitting, given.actions[sitting.seat]) for sitting in seating.values()),
    )
    row = {"campaign_id": campaign_id, "guild_id": kept.guild_id, "ended_at": kept.ended_at, "body": kept}
    connection.execute(insert(result), row)
    return kept


def _ended(outcome: bytes | None, ending: Ended | None, seating: dict[str, Seat]) -> tuple[End, _Outcome]:
    """How a campaign ended, and who won it."""
    if outcome is not None:
        return "decided", msgspec.json.decode(outcome, type=_Outcome)
    return ended_by(ending), _Outcome(winner=None if ending is None else ending.winner(seating))


class _Given(NamedTuple):
    """The actions of a campaign that were not taken back."""

    actions: defaultdict[str, Counter[int | str | None]]
    """The actions of each seat by giver: a person, None for a forgotten person, or another source."""
    edited: bool
    """Whether a moderator intervened, as in `Result`."""


def _given(connection: Connection, campaign_id: int) -> _Given:
    by = (journal.c.seat, journal.c.user_id, journal.c.kind, journal.c.source)
    # That a moderator took something back stays true when the game went back further since.
    counted = or_(journal.c.undone_by.is_(None), journal.c.kind == "undo")
    query = select(*by, func.count()).where(journal.c.campaign_id == campaign_id, counted, journal.c.seq > 0)
    actions: defaultdict[str, Counter[int | str | None]] = defaultdict(Counter)
    edited = False
    for seat, user, kind, source, count in connection.execute(query.group_by(*by)):
        edited |= kind == "edit" or (source == "moderator" and kind in ("act", "undo"))
        if kind == "act" and source in COUNTED:
            actions[seat][user if source == "player" else source] += count
    return _Given(actions, edited)


def _part(sitting: Seat, actions: Counter[int | str | None]) -> Part:
    user = None if sitting.automatic else sitting.owner_id or sitting.user_id
    giver = "automatic" if sitting.automatic else user
    own = 0 if giver is None else actions[giver]
    shares = Counter(actions)
    shares["automatic"] += shares.pop("default", 0)
    # Of equal shares the later player's counts: whoever gives a seat away is out of it.
    most, number = max(shares.items(), key=lambda each: (each[1], each[0] == giver))
    return Part(
        seat=sitting.seat,
        user_id=user,
        automatic=sitting.automatic,
        own=own,
        others=actions.total() - own,
        most=_whose(most) if number else None,
    )


def _whose(giver: int | str | None) -> int | Literal["automatic"] | None:
    """A giver of actions as a result keeps it; a moderator's are nobody's."""
    if giver is None or isinstance(giver, int):
        return giver or 0
    return "automatic" if giver == "automatic" else None


def fill(connection: Connection) -> None:
    """Write the results of campaigns that were over before results were kept.

    A record that was over when it was taken in was not played here.
    """
    over = select(campaign.c.id).where(
        campaign.c.status.in_(_OVER), campaign.c.ended_at > campaign.c.created_at
    )
    for campaign_id in connection.scalars(over.order_by(campaign.c.id)).all():
        settle(connection, campaign_id)


def of_guild(connection: Connection, guild_id: int) -> list[Result]:
    """The results of a server, in the order in which the campaigns ended."""
    return [row["body"] for row in _OF_GUILD.rows(connection, {"of": guild_id})]
