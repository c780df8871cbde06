"""The messages for Discord, in the order of their decisions, and the places of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import (
    BigInteger,
    Connection,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    type_coerce,
    update,
)

from bot.store.columns import Instant
from bot.store.errors import UnknownCampaign
from bot.store.often import Often
from bot.store.records import CardRow, Message, OutboxRow
from bot.store.rows import share
from bot.store.rows.upserts import upsert
from bot.store.schema import campaign, card, outbox

PRIVATE = ("direct", "letter")
"""Kinds of messages to one person."""

_ADD = Often(
    insert(outbox),
    *("campaign_id", "kind", "chapter", "payload", "not_before", "version", "created_at", "attempts"),
)
# Locked, so that messages get their ids in the order of the versions for which they are written.
_VERSION = select(campaign.c.version).where(campaign.c.id == bindparam("of")).with_for_update(key_share=True)

_WAITING = and_(outbox.c.sent_at.is_(None), outbox.c.given_up_at.is_(None))
_newer = outbox.alias("newer")
_SAME_CARD_NEWER = and_(
    outbox.c.kind == "card",
    _newer.c.kind == "card",
    _newer.c.campaign_id == outbox.c.campaign_id,
    _newer.c.chapter == outbox.c.chapter,
    _newer.c.id > outbox.c.id,
)
_SUPERSEDED = exists().where(_newer.c.sent_at.is_(None), _newer.c.given_up_at.is_(None), _SAME_CARD_NEWER)
_WITH_OLDER_CARDS = or_(
    outbox.c.id == bindparam("of"), exists().where(_newer.c.id == bindparam("of"), _SAME_CARD_NEWER)
)
_SENT = Often(update(outbox).where(_WAITING, _WITH_OLDER_CARDS).values(sent_at=bindparam("at"), error=None))

_ROW = [outbox.c[name] for name in OutboxRow.__struct_fields__]
_ALL_DUE = (
    select(*_ROW)
    .where(
        _WAITING,
        or_(outbox.c.not_before.is_(None), outbox.c.not_before <= bindparam("now")),
        ~_SUPERSEDED,
    )
    .order_by(outbox.c.id)
)
_DUE = _ALL_DUE.limit(bindparam("most"))
_SINCE = func.coalesce(outbox.c.not_before, outbox.c.created_at)
_BACKLOG = select(func.count(), func.min(_SINCE, type_=Instant)).where(
    _WAITING, bindparam("now", type_=Instant) >= _SINCE
)
_NEXT = Often(_ALL_DUE.where(outbox.c.campaign_id == bindparam("of")).limit(1))

_SPEAKS = Often(
    select(outbox.c.id)
    .where(_WAITING, outbox.c.campaign_id == bindparam("of"), outbox.c.kind != "card")
    .limit(1)
)

_OLDER_CARDS = Often(
    select(outbox.c.id)
    .where(
        _WAITING,
        outbox.c.kind == "card",
        outbox.c.campaign_id == bindparam("of"),
        outbox.c.chapter == bindparam("of_chapter"),
        outbox.c.id < bindparam("than"),
    )
    .order_by(outbox.c.id)
)

_CARD_ROW = [card.c[name] for name in CardRow.__struct_fields__]
_CARD = Often(
    select(*_CARD_ROW).where(card.c.campaign_id == bindparam("of"), card.c.chapter == bindparam("of_chapter"))
)
_HANG = Often(upsert(card, CardRow.__struct_fields__), *CardRow.__struct_fields__)
_NEWEST_CARD = Often(
    select(*_CARD_ROW).where(card.c.campaign_id == bindparam("of")).order_by(card.c.chapter.desc()).limit(1)
)


class Post(msgspec.Struct, frozen=True):
    """A message in a channel, as notes and payloads keep it."""

    channel: int
    message: int


def backlog(connection: Connection, now: datetime) -> tuple[int, datetime | None]:
    """How many messages may be sent now, and since when the oldest."""
    query = share.by_campaign(connection, _BACKLOG, outbox.c.campaign_id)
    number, oldest = connection.execute(query, {"now": now}).one()
    return number, oldest


def put(
    connection: Connection, campaign_id: int, version: int, messages: Sequence[Message], now: datetime
) -> None:
    """Write messages for one version of a campaign."""
    for message in messages:
        _ADD.write(
            connection,
            {
                "campaign_id": campaign_id,
                "kind": message.kind,
                "chapter": message.chapter,
                "payload": message.payload,
                "not_before": message.not_before,
                "version": version,
                "created_at": now,
                "attempts": 0,
            },
        )


def retract(connection: Connection, campaign_id: int, version: int, chapter: int, now: datetime) -> None:
    """Have the cards of this chapter and later ones marked as taken back, and forget their places.

    Cards that wait are given up; one that is being posted meanwhile is marked as soon as it hangs.
    """
    later = (card.c.campaign_id == campaign_id, card.c.chapter >= chapter)
    hung = select(card.c.channel_id, card.c.message_id).where(*later).order_by(card.c.chapter)
    messages = [_retraction(*row) for row in connection.execute(hung)]
    connection.execute(delete(card).where(*later))
    waiting = (_WAITING, outbox.c.kind == "card", outbox.c.campaign_id == campaign_id)
    connection.execute(update(outbox).where(*waiting, outbox.c.chapter >= chapter).values(given_up_at=now))
    put(connection, campaign_id, version, messages, now)


def _retraction(channel_id: int, message_id: int) -> Message:
    return Message(kind="retract", payload=msgspec.json.encode(Post(channel_id, message_id)))


def add(connection: Connection, campaign_id: int, messages: Sequence[Message], now: datetime) -> None:
    """Write messages for the present version of a campaign.

    :raises UnknownCampaign: there is no such campaign.
    """
    version: int | None = connection.scalar(_VERSION, {"of": campaign_id})
    if version is None:
        raise UnknownCampaign(campaign_id)
    put(connection, campaign_id, version, messages, now)


def due(connection: Connection, now: datetime, limit: int, but: Sequence[int]) -> list[OutboxRow]:
    """Messages that may be sent, oldest first, except of some campaigns; of a chapter's cards the newest."""
    wanted = _DUE.where(outbox.c.campaign_id.not_in(but)) if but else _DUE
    own = share.by_campaign(connection, wanted, outbox.c.campaign_id)
    rows = connection.execute(own, {"now": now, "most": limit})
    return [OutboxRow(**row) for row in rows.mappings()]


def following(connection: Connection, campaign_id: int, now: datetime) -> OutboxRow | None:
    """The next message of a campaign that may be sent."""
    rows = _NEXT.rows(connection, {"of": campaign_id, "now": now})
    return OutboxRow(**rows[0]) if rows else None


def sent(connection: Connection, ids: Sequence[int], posted: CardRow | None, now: datetime) -> None:
    """Mark messages, and the older cards that they replace, as sent; store the card's place.

    A card whose message was given up while it was posted shows what was taken back, and is marked so.
    """
    waited = [_SENT.write(connection, {"of": message_id, "at": now}) for message_id in ids]
    if posted is None:
        return
    if waited and not any(waited):
        add(connection, posted.campaign_id, [_retraction(posted.channel_id, posted.message_id)], now)
    else:
        hang(connection, posted)


def postpone(
    connection: Connection, message_id: int, error: str, not_before: datetime, *, tried: bool
) -> None:
    """Try a message again later.

    :param tried: whether it was tried, and failed.
    """
    connection.execute(
        update(outbox)
        .where(_WAITING, outbox.c.id == message_id)
        .values(attempts=outbox.c.attempts + int(tried), error=error, not_before=not_before)
    )


def give_up(connection: Connection, message_id: int, error: str, now: datetime) -> None:
    """Give up a message, and the older cards that it replaces."""
    connection.execute(
        update(outbox)
        .where(_WAITING, _WITH_OLDER_CARDS)
        .values(attempts=outbox.c.attempts + 1, error=error, given_up_at=now),
        {"of": message_id},
    )


def hang(connection: Connection, posted: CardRow) -> None:
    """Store the message that shows a chapter; it replaces the one before."""
    _HANG.write(connection, msgspec.structs.asdict(posted))


def hanging(connection: Connection, campaign_id: int, chapter: int) -> CardRow | None:
    """The message that shows a chapter."""
    rows = _CARD.rows(connection, {"of": campaign_id, "of_chapter": chapter})
    return CardRow(**rows[0]) if rows else None


def newest(connection: Connection, campaign_id: int) -> CardRow | None:
    """The card of the last chapter that has one."""
    rows = _NEWEST_CARD.rows(connection, {"of": campaign_id})
    return CardRow(**rows[0]) if rows else None


def abandon(connection: Connection, campaign_id: int, error: str, now: datetime) -> None:
    """Give up a campaign's messages in its channel; private messages are still sent."""
    connection.execute(
        update(outbox)
        .where(_WAITING, outbox.c.campaign_id == campaign_id, outbox.c.kind.not_in(PRIVATE))
        .values(error=error, given_up_at=now)
    )


def unhang(connection: Connection, campaign_id: int, chapter: int) -> None:
    """Forget the place of a chapter's card, so that it is posted again."""
    connection.execute(delete(card).where(card.c.campaign_id == campaign_id, card.c.chapter == chapter))


def newest_message(connection: Connection, campaign_id: int) -> int:
    """Id of the last message that was written for a campaign; 0 if there is none."""
    return connection.scalar(select(func.max(outbox.c.id)).where(outbox.c.campaign_id == campaign_id)) or 0


def was_sent(connection: Connection, message_id: int) -> bool:
    """Whether a message has been sent."""
    query = select(outbox.c.id).where(outbox.c.id == message_id, outbox.c.sent_at.is_not(None))
    return connection.scalar(query) is not None


def waits(connection: Connection, campaign_id: int, kind: str) -> bool:
    """Whether a message of a kind still waits in a campaign."""
    query = select(outbox.c.id).where(_WAITING, outbox.c.campaign_id == campaign_id, outbox.c.kind == kind)
    return connection.scalar(query.limit(1)) is not None


def shift(connection: Connection, by: timedelta, written: datetime, now: datetime) -> None:
    """Move the times for which messages wait, except those that were written between two moments."""
    at = type_coerce(outbox.c.not_before, BigInteger) + by // timedelta(milliseconds=1)
    before = or_(outbox.c.created_at < written, outbox.c.created_at > now)
    shifted = (
        update(outbox)
        .where(_WAITING, before, outbox.c.not_before.is_not(None))
        .values(not_before=type_coerce(at, Instant))
    )
    connection.execute(share.by_campaign(connection, shifted, outbox.c.campaign_id))


def forget_names(connection: Connection, message_id: int) -> None:
    """Name nobody any more in a message: they may have wanted to be forgotten."""
    connection.execute(update(outbox).where(outbox.c.id == message_id).values(payload=b"{}"))


def speaks(connection: Connection, campaign_id: int) -> bool:
    """Whether a message of a campaign waits that is no card."""
    return bool(_SPEAKS.rows(connection, {"of": campaign_id}))


def waiting(connection: Connection, campaign_id: int, kind: str) -> list[bytes]:
    """Payloads of a campaign's waiting messages of a kind."""
    query = select(outbox.c.payload).where(
        _WAITING, outbox.c.campaign_id == campaign_id, outbox.c.kind == kind
    )
    return list(connection.scalars(query))


def older_cards(connection: Connection, campaign_id: int, chapter: int, than: int) -> list[int]:
    """The older messages for the card of a chapter that still wait, oldest first."""
    values = {"of": campaign_id, "of_chapter": chapter, "than": than}
    return [row["id"] for row in _OLDER_CARDS.rows(connection, values)]


def newer(connection: Connection, message_id: int, now: datetime) -> list[bytes]:
    """Payloads of the newer messages of the same campaign and kind that may be sent by now."""
    this = outbox.alias()
    query = select(outbox.c.payload).where(
        _WAITING,
        this.c.id == message_id,
        outbox.c.id > this.c.id,
        outbox.c.campaign_id == this.c.campaign_id,
        outbox.c.kind == this.c.kind,
        or_(outbox.c.not_before.is_(None), outbox.c.not_before <= now),
    )
    return list(connection.scalars(query))
