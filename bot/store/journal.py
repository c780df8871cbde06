"""The journal of a campaign: every accepted action with its draws and events, in order."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, func, insert, select

from bot.store.records import JournalEntry, JournalRow
from bot.store.schema import campaign, journal

LAST_SEQ = select(func.max(journal.c.seq)).where(journal.c.campaign_id == campaign.c.id).scalar_subquery()
"""Sequence number of a campaign's last entry, as a column beside the campaign."""

_PUT = insert(journal)
_ROW = [journal.c[name] for name in JournalRow.__struct_fields__]
_ROWS = select(*_ROW).where(journal.c.campaign_id == bindparam("of"))
_FROM = _ROWS.where(journal.c.seq >= bindparam("first")).order_by(journal.c.seq)
_BETWEEN = _FROM.where(journal.c.seq <= bindparam("last"))
_OF_CHAPTER = _ROWS.where(
    journal.c.chapter_before <= bindparam("chapter"), journal.c.chapter_after >= bindparam("chapter")
).order_by(journal.c.seq)
_TAIL = _ROWS.order_by(journal.c.seq.desc()).limit(bindparam("most"))
_LAST = select(func.max(journal.c.seq)).where(journal.c.campaign_id == bindparam("of"))


def put(connection: Connection, campaign_id: int, entry: JournalEntry, now: datetime) -> None:
    """Write one entry."""
    values: dict[str, Any] = {name: getattr(entry, name) for name in JournalEntry.__struct_fields__}
    connection.execute(_PUT, {"campaign_id": campaign_id, "at": now, **values})


def entries(connection: Connection, campaign_id: int, first: int, last: int | None) -> list[JournalRow]:
    """Entries `first` to `last`, both included; without `last` all that follow."""
    if last is None:
        return _rows(connection.execute(_FROM, {"of": campaign_id, "first": first}).mappings())
    return _rows(connection.execute(_BETWEEN, {"of": campaign_id, "first": first, "last": last}).mappings())


def of_chapter(connection: Connection, campaign_id: int, chapter: int) -> list[JournalRow]:
    """Entries that began, ended or passed in a chapter."""
    return _rows(connection.execute(_OF_CHAPTER, {"of": campaign_id, "chapter": chapter}).mappings())


def tail(connection: Connection, campaign_id: int, most: int) -> list[JournalRow]:
    """The last entries, in order."""
    rows = _rows(connection.execute(_TAIL, {"of": campaign_id, "most": most}).mappings())
    return rows[::-1]


def last_seq(connection: Connection, campaign_id: int) -> int:
    """Sequence number of the last entry; 0 where there is none."""
    return connection.scalar(_LAST, {"of": campaign_id}) or 0


def _rows(found: Iterable[RowMapping]) -> list[JournalRow]:
    return [JournalRow(**row) for row in found]
