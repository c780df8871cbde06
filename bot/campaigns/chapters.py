"""Chapters of campaigns as their readers may know them; each read continues where the last one ended."""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import msgspec

from bot.campaigns import journal, records
from bot.campaigns.journal import Chapter
from bot.games.registry import presenter_of
from bot.games.telling import Final, Lines, Telling
from bot.store import Campaign, JournalEntry, JournalRow, Store
from bot.store.rows import chapter_starts
from engines.core.contract import AnyTitle, Outcome
from engines.core.errors import ReplayError
from engines.core.record import replay

K = TypeVar("K")

log = logging.getLogger("tocsin.chapters")

KEPT = 50
"""Chapters that are kept in memory as they were read: some 150 kB each."""
PACKED = 2000
"""Chapters that are kept compressed, if they are not read for a while: some 10 kB each."""
STARTS = 4000
"""Positions in which chapters began that are kept compressed: some 3 kB each."""

Key = tuple[int, int, str | None]
"""Campaign, number of the chapter, seat that reads it."""


class _Packed(msgspec.Struct, array_like=True):
    """A chapter, as far as it was read, in values that are encoded in no time."""

    pack: str
    name: str
    latest: int
    events: bytes
    seq: int
    until: int
    told: dict[str, JournalEntry]
    lines: Sequence[str]
    lines_of: int
    """How many events these lines tell."""


class _Read:
    """A chapter, as far as it was read."""

    def __init__(self, title: AnyTitle, number: int) -> None:
        self.reading = asyncio.Lock()
        self.title = title
        self.chapter = Chapter(number, "", [])
        self.seq = -1
        """Number of the last entry of this chapter that was read."""
        self.until = -1
        """Number of the last entry of the campaign when it was read, or after which it was continued."""
        self.told: dict[str, JournalEntry] = {}
        """The last described entry of each seat: the description of the next one depends on it."""
        self.telling = Telling(presenter_of(title).on_card)

    def packed(self) -> bytes:
        """The chapter in compressed form."""
        chapter, final = self.chapter, self.telling.final
        events = msgspec.json.encode(chapter.events)
        read = self.seq, self.until, self.told
        packed = _Packed(self.title.pack, chapter.title, chapter.latest, events, *read, *final)
        return zlib.compress(msgspec.msgpack.encode(packed), 1)

    @classmethod
    def unpacked(cls, title: AnyTitle, number: int, packed: bytes) -> _Read:
        """What was compressed; a chapter that was not read yet, if it was of another pack."""
        read, kept = cls(title, number), msgspec.msgpack.decode(zlib.decompress(packed), type=_Packed)
        if kept.pack == title.pack:
            events = journal.read_events(title, kept.events)
            read.chapter = Chapter(number, kept.name, events, kept.latest)
            read.seq, read.until, read.told = kept.seq, kept.until, kept.told
            read.telling.final = Final(kept.lines, kept.lines_of)
        return read

    def go_on(self, rows: Sequence[JournalRow], seat: str | None, until: int) -> None:
        """Continue with rows that begin or end in the chapter or pass through it.

        :param until: number of the last entry that was looked at.
        """
        # Another task may have read further in the meantime.
        fresh = [row for row in rows if row.seq > self.seq]
        self.until = max(self.until, until)
        if not fresh:
            return
        self.seq = fresh[-1].seq
        self.chapter = self.chapter._replace(latest=0)
        self.until = max(self.until, self.seq)
        for part in journal.chapters(self.title, fresh, seat, self.told):
            if part.number == self.chapter.number:
                self.chapter.events.extend(part.events)
                name = self.chapter.title or part.title
                self.chapter = self.chapter._replace(title=name, latest=part.latest)


class Chapters:
    """Reads chapters, and never reads an entry twice.

    After an undo or a repair under other rules, the caller has to call `forget`.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: OrderedDict[Key, _Read] = OrderedDict()
        self._packed: OrderedDict[Key, bytes] = OrderedDict()
        self._starts: OrderedDict[tuple[int, int], bytes] = OrderedDict()
        """The positions in which chapters began."""

    async def of(self, campaign: Campaign, title: AnyTitle, number: int, seat: str | None) -> Chapter:
        """A chapter's events in order, as a seat may know them, or the public (None). Not to be changed.

        While the chapter only grows and is not packed, this is the same list.
        """
        return (await self._of(campaign, title, number, seat)).chapter

    async def on_card(self, campaign: Campaign, title: AnyTitle, number: int) -> tuple[Chapter, Lines]:
        """A chapter as the public may know it, and its lines on its card."""
        read = await self._of(campaign, title, number, None)
        return read.chapter, read.telling.lines(read.chapter.events)

    async def _of(self, campaign: Campaign, title: AnyTitle, number: int, seat: str | None) -> _Read:
        key = (campaign.id, number, seat)
        read = self._read.get(key)
        if read is None or read.title is not title:
            packed = self._packed.pop(key, None)
            read = _Read(title, number) if packed is None else _Read.unpacked(title, number, packed)
            self._read[key] = read
            while len(self._read) > KEPT:
                left, unread = self._read.popitem(last=False)
                _keep(self._packed, left, unread.packed(), PACKED)
        self._read.move_to_end(key)
        # A panel and a card that need the same entries read them once.
        async with read.reading:
            if read.until < campaign.last_seq:
                rows = await self._store.journal_of_chapter(campaign.id, number, after=read.seq)
                read.go_on(rows, seat, campaign.last_seq)
        return read

    def grow(self, campaign: Campaign, entries: Sequence[JournalEntry]) -> None:
        """Continue the chapters that were read of a campaign with entries that were just written.

        :param campaign: the campaign after that.
        """
        rows = [JournalRow.of(entry, campaign.updated_at) for entry in entries]
        for (campaign_id, number, seat), read in self._read.items():
            if campaign_id == campaign.id and read.until == rows[0].seq - 1:
                passed = [row for row in rows if row.chapter_before <= number <= row.chapter_after]
                read.go_on(passed, seat, rows[-1].seq)

    def forget(self, campaign_id: int) -> None:
        """Forget what was read of a campaign."""
        kept: tuple[OrderedDict[Any, Any], ...] = (self._read, self._packed, self._starts)
        for chapters in kept:
            for key in [key for key in chapters if key[0] == campaign_id]:
                del chapters[key]

    def begins(self, campaign_id: int, number: int, state: bytes) -> None:
        """Keep the position in which a chapter began: the last board of the chapter before it, as JSON."""
        _keep(self._starts, (campaign_id, number), zlib.compress(state, 1), STARTS)

    async def start(self, campaign: Campaign, title: AnyTitle, number: int) -> Any:
        """The position in which a chapter began; None if the record can no longer be replayed."""
        packed = self._starts.get((campaign.id, number))
        if packed is not None:
            return msgspec.json.decode(zlib.decompress(packed), type=title.state_type)
        of_chapter = partial(chapter_starts.of, campaign_id=campaign.id, chapter=number)
        encoded = await self._store.look(of_chapter)
        state = None
        if encoded is not None:
            # An earlier program may have had another form of state.
            with suppress(msgspec.DecodeError):
                state = msgspec.json.decode(encoded, type=title.state_type)
        if encoded is None or state is None:
            try:
                state = await self._replayed(campaign, title, number)
            except ReplayError as error:
                log.warning("how campaign %s stood can't be found out: %s", campaign.id, error)
                return None
            encoded = msgspec.json.encode(state)
            fill = partial(
                chapter_starts.fill,
                campaign_id=campaign.id,
                version=campaign.version,
                chapter=number,
                state=encoded,
            )
            await self._store.transact(fill, campaign_id=campaign.id)
        self.begins(campaign.id, number, encoded)
        return state

    async def outcome_before(self, campaign: Campaign, title: AnyTitle, number: int) -> Outcome | None:
        """What everybody knew of the score when a chapter began; None if that is not known."""
        began = await self.start(campaign, title, number)
        return None if began is None else title.known_outcome(began, None)

    async def _replayed(self, campaign: Campaign, title: AnyTitle, number: int) -> Any:
        """The position when a chapter began, by the journal."""
        entries = await self._store.journal(campaign.id, 0, campaign.last_seq)
        return await asyncio.to_thread(_board_before, title, campaign, entries, number)


def _board_before(title: AnyTitle, campaign: Campaign, rows: Sequence[JournalRow], number: int) -> Any:
    """The last board before a chapter, or the board of the set-up. Not for the event loop."""
    stand = [row for row in rows if row.undone_by is None and row.kind != "undo"]
    last = max((row.seq for row in stand if row.chapter_after < number), default=0)
    for played in replay(title, records.record(campaign, rows[: last + 1])):
        state = played.state
    return state


def _keep(kept: OrderedDict[K, bytes], key: K, value: bytes, most: int) -> None:
    kept[key] = value
    while len(kept) > most:
        kept.popitem(last=False)
