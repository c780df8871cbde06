"""The positions in which chapters began, so that no card has to replay the journal to compare with one.

They are a cache: a row that is missing is written again from the journal.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from bot.store.often import Often
from bot.store.records import JournalEntry
from bot.store.rows import upserts
from bot.store.schema import campaign, chapter_start, journal
from engines.core.table import undo_target

_PUT = Often(insert(chapter_start), *chapter_start.c.keys())
_OF = Often(
    select(chapter_start.c.state).where(
        chapter_start.c.campaign_id == bindparam("of"), chapter_start.c.chapter == bindparam("of_chapter")
    )
)
_AFTER = Often(
    delete(chapter_start).where(
        chapter_start.c.campaign_id == bindparam("of"), chapter_start.c.chapter > bindparam("last")
    )
)
_VERSION = select(campaign.c.version).where(campaign.c.id == bindparam("of")).with_for_update()
_LOWEST = select(func.min(journal.c.chapter_after)).where(
    journal.c.campaign_id == bindparam("of"), journal.c.seq >= bindparam("back_to")
)


def put(connection: Connection, campaign_id: int, starts: Mapping[int, bytes]) -> None:
    """Write the positions in which chapters of a campaign began that have none."""
    for chapter, state in starts.items():
        values = {"campaign_id": campaign_id, "chapter": chapter, "state": zlib.compress(state, 1)}
        _PUT.write(connection, values)


def go_on(
    connection: Connection, campaign_id: int, entries: Sequence[JournalEntry], starts: Mapping[int, bytes]
) -> None:
    """Write the positions in which chapters began, and forget those that entries have left or taken back.

    :param entries: entries that were just written.
    """
    first = entries[0].chapter_before
    lowest = min(entry.chapter_after for entry in entries)
    for entry in entries:
        if entry.kind == "undo":
            wanted = {"of": campaign_id, "back_to": undo_target(entry.action)}
            # A chapter that was left by what is taken back, and begun again, has another beginning.
            lowest = min(lowest, connection.execute(_LOWEST, wanted).scalar_one())
    if starts or lowest < first:
        forget(connection, campaign_id, min(first, lowest))
        put(connection, campaign_id, starts)


def forget(connection: Connection, campaign_id: int, last: int = -1) -> None:
    """Forget the positions of the chapters after one."""
    _AFTER.write(connection, {"of": campaign_id, "last": last})


def of(connection: Connection, campaign_id: int, chapter: int) -> bytes | None:
    """The position in which a chapter began; None if it is not known."""
    rows = _OF.rows(connection, {"of": campaign_id, "of_chapter": chapter})
    return zlib.decompress(rows[0]["state"]) if rows else None


def fill(connection: Connection, campaign_id: int, version: int, chapter: int, state: bytes) -> None:
    """Write a position that was found out from the journal, unless the campaign has moved on since."""
    if connection.scalar(_VERSION, {"of": campaign_id}) == version:
        values = {"campaign_id": campaign_id, "chapter": chapter, "state": zlib.compress(state, 1)}
        upserts.put(connection, chapter_start, values)
