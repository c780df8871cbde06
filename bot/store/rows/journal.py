"""The journal of a campaign: every accepted action with its draws and events, in order."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, and_, bindparam, exists, func, insert, or_, select, update

from bot.store.often import Often
from bot.store.records import JournalEntry, JournalRow
from bot.store.schema import campaign, journal
from bot.store.spectator_tables import archive
from engines.core.table import undo_target

LAST_SEQ = (
    select(func.coalesce(func.max(journal.c.seq), -1))
    .where(journal.c.campaign_id == campaign.c.id)
    .scalar_subquery()
)
"""Sequence number of a campaign's last entry, −1 if it has none, as a column beside the campaign."""

_LATELY = 200
_ARCHIVED = Often(select(archive.c.journal).where(archive.c.campaign_id == bindparam("of")))
_PUT = Often(insert(journal), *journal.c.keys())
_UNDO = (
    update(journal)
    .where(
        journal.c.campaign_id == bindparam("of"),
        journal.c.seq > bindparam("back_to"),
        journal.c.seq < bindparam("by"),
        journal.c.undone_by.is_(None),
    )
    .values(undone_by=bindparam("by"))
)
_ROW = [journal.c[name] for name in JournalRow.__struct_fields__]
_ROWS = select(*_ROW).where(journal.c.campaign_id == bindparam("of"))
_FROM = _ROWS.where(journal.c.seq >= bindparam("first")).order_by(journal.c.seq)
_BETWEEN = _FROM.where(journal.c.seq <= bindparam("last"))
_OF_CHAPTER = Often(
    _ROWS.where(
        journal.c.seq > bindparam("after"),
        journal.c.chapter_after >= bindparam("chapter"),
        or_(
            journal.c.chapter_before <= bindparam("chapter"),
            # An undo belongs to the chapter that it returns to.
            and_(journal.c.kind == "undo", journal.c.chapter_after == bindparam("chapter")),
        ),
    ).order_by(journal.c.seq)
)
_TAIL = _ROWS.order_by(journal.c.seq.desc()).limit(bindparam("most"))
_LAST = select(func.max(journal.c.seq)).where(journal.c.campaign_id == bindparam("of"))


def put(connection: Connection, campaign_id: int, added: Sequence[JournalEntry], now: datetime) -> None:
    """Write entries; an undo marks the entries that it takes back."""
    for entry in added:
        values = {name: getattr(entry, name) for name in JournalEntry.__struct_fields__}
        _PUT.write(connection, {"campaign_id": campaign_id, "at": now, "undone_by": None, **values})
    for entry in added:
        if entry.kind == "undo":
            back_to = undo_target(entry.action)
            connection.execute(_UNDO, {"of": campaign_id, "back_to": back_to, "by": entry.seq})


def entries(connection: Connection, campaign_id: int, first: int, last: int | None) -> list[JournalRow]:
    """Entries `first` to `last`, both included; without `last`, all later entries."""
    if last is None:
        rows = _rows(connection.execute(_FROM, {"of": campaign_id, "first": first}).mappings())
    else:
        values = {"of": campaign_id, "first": first, "last": last}
        rows = _rows(connection.execute(_BETWEEN, values).mappings())
    if rows and rows[0].seq <= first:
        return rows
    old = archived(connection, campaign_id)
    return (
        rows
        if old is None
        else [row for row in old if first <= row.seq and (last is None or row.seq <= last)]
    )


def of_chapter(connection: Connection, campaign_id: int, chapter: int, after: int) -> list[JournalRow]:
    """Entries after `after` that began in a chapter, ended in it or passed through it."""
    wanted = {"of": campaign_id, "chapter": chapter, "after": after}
    rows = _rows(_OF_CHAPTER.rows(connection, wanted))
    # Of a campaign that is archived only the last entry is left.
    old = archived(connection, campaign_id) if len(rows) <= 1 else None
    return rows if old is None else [row for row in old if row.seq > after and _passes(row, chapter)]


def _passes(row: JournalRow, chapter: int) -> bool:
    """Whether an entry began in a chapter, ended in it or passed through it, as `_OF_CHAPTER` says."""
    returns = row.kind == "undo" and row.chapter_after == chapter
    return row.chapter_after >= chapter and (row.chapter_before <= chapter or returns)


def archived(connection: Connection, campaign_id: int) -> list[JournalRow] | None:
    """The journal of a campaign that is archived, whole except for the people; None of any other."""
    kept = _ARCHIVED.rows(connection, {"of": campaign_id})
    return msgspec.json.decode(zlib.decompress(kept[0]["journal"]), type=list[JournalRow]) if kept else None


def was_taken_back(connection: Connection, campaign_id: int, chapter: int) -> bool:
    """Whether a chapter was over before, and something of it was taken back."""
    undone = journal.c.kind == "undo", journal.c.chapter_before > chapter, journal.c.chapter_after <= chapter
    query = select(exists().where(journal.c.campaign_id == campaign_id, *undone))
    return bool(connection.scalar(query))


def tail(connection: Connection, campaign_id: int, most: int) -> list[JournalRow]:
    """The last entries, in order."""
    rows = _rows(connection.execute(_TAIL, {"of": campaign_id, "most": most}).mappings())
    return rows[::-1]


def players_since(connection: Connection, campaign_id: int, since: datetime) -> list[int]:
    """The players of actions that were taken by hand since a moment, newest first; limited in number."""
    query = select(journal.c.user_id).where(
        journal.c.campaign_id == campaign_id,
        journal.c.source == "player",
        journal.c.user_id.is_not(None),
        journal.c.at >= since,
    )
    return list(connection.scalars(query.order_by(journal.c.seq.desc()).limit(_LATELY)))


def newest_chapters(
    connection: Connection, campaign_id: int, last: int, since: datetime, most: int
) -> list[int]:
    """The chapters in which something has happened since a moment, the newest first."""
    when = select(func.max(journal.c.at)).where(journal.c.campaign_id == campaign_id)
    for number in range(last, last - most, -1):
        at = connection.scalar(when.where(journal.c.chapter_after == number))
        if at is None or at < since:
            return list(range(last, number, -1))
    return list(range(last, last - most, -1))


def undone_by_moderators(connection: Connection, campaign_id: int) -> list[int]:
    """Sequence numbers of moderators' undos."""
    query = select(journal.c.seq).where(
        journal.c.campaign_id == campaign_id, journal.c.kind == "undo", journal.c.source == "moderator"
    )
    return list(connection.scalars(query))


def drawn_before(connection: Connection, campaign_id: int, chapter: int) -> list[JournalRow]:
    """Actions from a chapter on with draws that a moderator took back and no action has repeated yet."""
    undos = set(undone_by_moderators(connection, campaign_id))
    query = _ROWS.where(journal.c.kind == "act", journal.c.chapter_before >= chapter).order_by(journal.c.seq)
    drew = [row for row in _rows(connection.execute(query, {"of": campaign_id}).mappings()) if row.draws]
    repeated = {draw.again for row in drew for draw in row.draws}
    return [row for row in drew if row.undone_by in undos and row.seq not in repeated]


def last_seq(connection: Connection, campaign_id: int) -> int:
    """Sequence number of the last entry; 0 if there is none."""
    return connection.scalar(_LAST, {"of": campaign_id}) or 0


def _rows(mappings: Iterable[RowMapping | dict[str, Any]]) -> list[JournalRow]:
    return [JournalRow(**row) for row in mappings]


def rewrite(connection: Connection, campaign_id: int, entries: Sequence[JournalEntry]) -> None:
    """Replace what followed from these entries, under rules that have changed since.

    Action, person and draws of each entry stay as they were written.
    """
    if entries:
        rows = [
            {
                "of": campaign_id,
                "of_seq": entry.seq,
                "new_digest": entry.digest,
                "new_events": entry.events,
                "new_before": entry.chapter_before,
                "new_after": entry.chapter_after,
            }
            for entry in entries
        ]
        connection.execute(
            update(journal)
            .where(journal.c.campaign_id == bindparam("of"), journal.c.seq == bindparam("of_seq"))
            .values(
                digest=bindparam("new_digest"),
                events=bindparam("new_events"),
                chapter_before=bindparam("new_before"),
                chapter_after=bindparam("new_after"),
            ),
            rows,
        )


def actors(connection: Connection, campaign_id: int) -> dict[str, set[int]]:
    """Everyone who has acted for a seat, by seat, also if the action was taken back since.

    The set-up is not the action of a player.
    """
    query = select(journal.c.seat, journal.c.user_id).where(
        journal.c.campaign_id == campaign_id,
        journal.c.kind == "act",
        journal.c.seq > 0,
        journal.c.user_id.is_not(None),
    )
    users: dict[str, set[int]] = {}
    for row in connection.execute(query.distinct()):
        users.setdefault(row.seat, set()).add(row.user_id)
    return users
