"""What has to be said in Discord, in the order it was decided, and where the cards hang."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, and_, bindparam, exists, insert, or_, select, update

from bot.store.errors import UnknownCampaign
from bot.store.records import CardRow, Message, OutboxRow
from bot.store.schema import campaign, card, outbox

_ADD = insert(outbox)
_VERSION = select(campaign.c.version).where(campaign.c.id == bindparam("of"))

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

_ROW = [outbox.c[name] for name in OutboxRow.__struct_fields__]
_DUE = (
    select(*_ROW)
    .where(
        _WAITING,
        or_(outbox.c.not_before.is_(None), outbox.c.not_before <= bindparam("now")),
        ~_SUPERSEDED,
    )
    .order_by(outbox.c.id)
    .limit(bindparam("most"))
)
_PENDING = select(outbox.c.campaign_id).where(_WAITING).distinct().order_by(outbox.c.campaign_id)

_CARD_ROW = [card.c[name] for name in CardRow.__struct_fields__]
_CARD = select(*_CARD_ROW).where(
    card.c.campaign_id == bindparam("of"), card.c.chapter == bindparam("of_chapter")
)
_NEWEST_CARD = (
    select(*_CARD_ROW).where(card.c.campaign_id == bindparam("of")).order_by(card.c.chapter.desc()).limit(1)
)


def put(
    connection: Connection, campaign_id: int, version: int, messages: Sequence[Message], now: datetime
) -> None:
    """Write messages that stand for one version of a campaign."""
    if messages:
        connection.execute(
            _ADD,
            [
                {
                    "campaign_id": campaign_id,
                    "kind": message.kind,
                    "chapter": message.chapter,
                    "payload": message.payload,
                    "not_before": message.not_before,
                    "version": version,
                    "created_at": now,
                    "attempts": 0,
                }
                for message in messages
            ],
        )


def add(connection: Connection, campaign_id: int, messages: Sequence[Message], now: datetime) -> None:
    """Write messages for a campaign as it stands.

    :raises UnknownCampaign: there is no such campaign.
    """
    version: int | None = connection.scalar(_VERSION, {"of": campaign_id})
    if version is None:
        raise UnknownCampaign(campaign_id)
    put(connection, campaign_id, version, messages, now)


def due(connection: Connection, now: datetime, limit: int) -> list[OutboxRow]:
    """Messages that may be sent now, oldest first; of one chapter's cards the newest only."""
    rows = connection.execute(_DUE, {"now": now, "most": limit})
    return [OutboxRow(**row) for row in rows.mappings()]


def sent(connection: Connection, ids: Sequence[int], posted: CardRow | None, now: datetime) -> None:
    """Mark messages, and the older cards that they stand for, as sent; note where the card hangs."""
    connection.execute(update(outbox).where(_WAITING, _with_older_cards(ids)).values(sent_at=now, error=None))
    if posted is not None:
        hang(connection, posted)


def postpone(connection: Connection, message_id: int, error: str, not_before: datetime) -> None:
    """Try a message again later."""
    connection.execute(
        update(outbox)
        .where(_WAITING, outbox.c.id == message_id)
        .values(attempts=outbox.c.attempts + 1, error=error, not_before=not_before)
    )


def give_up(connection: Connection, message_id: int, error: str, now: datetime) -> None:
    """Try a message, and the older cards that it stands for, no more."""
    connection.execute(
        update(outbox)
        .where(_WAITING, _with_older_cards([message_id]))
        .values(attempts=outbox.c.attempts + 1, error=error, given_up_at=now)
    )


def pending(connection: Connection) -> list[int]:
    """Ids of the campaigns that have something to say."""
    return list(connection.scalars(_PENDING))


def hang(connection: Connection, posted: CardRow) -> None:
    """Note the message that shows a chapter, in place of the one before."""
    values = {name: getattr(posted, name) for name in CardRow.__struct_fields__}
    moved = connection.execute(
        update(card)
        .where(card.c.campaign_id == posted.campaign_id, card.c.chapter == posted.chapter)
        .values(values)
    )
    if moved.rowcount == 0:
        connection.execute(insert(card).values(values))


def hanging(connection: Connection, campaign_id: int, chapter: int) -> CardRow | None:
    """The message that shows a chapter."""
    row = connection.execute(_CARD, {"of": campaign_id, "of_chapter": chapter}).mappings().first()
    return None if row is None else CardRow(**row)


def newest(connection: Connection, campaign_id: int) -> CardRow | None:
    """The message that shows the last chapter that one was posted for."""
    row = connection.execute(_NEWEST_CARD, {"of": campaign_id}).mappings().first()
    return None if row is None else CardRow(**row)


def _with_older_cards(ids: Sequence[int]) -> ColumnElement[bool]:
    return or_(outbox.c.id.in_(ids), exists().where(_newer.c.id.in_(ids), _SAME_CARD_NEWER))
