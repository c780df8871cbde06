"""Chapters of campaigns as their readers may know them; each read continues where the last one ended."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bot.campaigns import records
from bot.campaigns.journal import Chapter, chapters
from bot.store import Campaign, JournalEntry, JournalRow, Store
from engines.core.contract import AnyTitle, Outcome
from engines.core.errors import ReplayError
from engines.core.record import replay

log = logging.getLogger("tocsin.chapters")

KEPT = 200
"""Number of chapters kept in memory, with a hundred or more events each."""

Key = tuple[int, int, str | None]
"""Campaign, number of the chapter, seat that reads it."""


class Begun(NamedTuple):
    """The position when a chapter began; empty if the record can no longer be replayed."""

    standings: Mapping[str | None, Outcome | None] = {}
    """The outcome that the position would have, as each seat may know it; None stands for the public."""
    view: Any = None
    """The board in the public view."""


class _Read:
    """A chapter, as far as it was read."""

    def __init__(self, title: AnyTitle, number: int) -> None:
        self.title = title
        self.chapter = Chapter(number, "", [])
        self.seq = -1
        """Number of the last entry of this chapter that was read."""
        self.until = -1
        """Number of the last entry of the campaign when it was read, or after which it was continued."""
        self.told: dict[str, JournalEntry] = {}
        """The last described entry of each seat: the description of the next one depends on it."""

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
        for part in chapters(self.title, fresh, seat, self.told):
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
        self._begun: OrderedDict[tuple[int, int], Begun] = OrderedDict()
        """The position at the beginning of chapters."""

    async def of(self, campaign: Campaign, title: AnyTitle, number: int, seat: str | None) -> Chapter:
        """A chapter's events in order, as a seat may know them, or the public (None). Not to be changed.

        While the chapter only grows, this is the same list.
        """
        key = (campaign.id, number, seat)
        read = self._read.get(key)
        if read is None or read.title is not title:
            read = self._read[key] = _Read(title, number)
            while len(self._read) > KEPT:
                self._read.popitem(last=False)
        self._read.move_to_end(key)
        if read.until < campaign.last_seq:
            rows = await self._store.journal_of_chapter(campaign.id, number, after=read.seq)
            read.go_on(rows, seat, campaign.last_seq)
        return read.chapter

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
        for key in [key for key in self._read if key[0] == campaign_id]:
            del self._read[key]
        for begun in [key for key in self._begun if key[0] == campaign_id]:
            del self._begun[begun]

    def begins(self, campaign_id: int, title: AnyTitle, number: int, state: Any) -> Begun:
        """Keep the position when a chapter began: the last board of the chapter before it."""
        standings = {seat: title.known_outcome(state, seat) for seat in (None, *title.seats)}
        stood = Begun(standings, title.view(state, None))
        self._begun[campaign_id, number] = stood
        while len(self._begun) > KEPT:
            self._begun.popitem(last=False)
        return stood

    async def stood(self, campaign: Campaign, title: AnyTitle, number: int) -> Begun:
        """The position when a chapter began."""
        known = self._begun.get((campaign.id, number))
        if known is not None:
            return known
        rows = await self._store.journal(campaign.id, 0, campaign.last_seq)
        try:
            state = await asyncio.to_thread(_board_before, title, campaign, rows, number)
        except ReplayError as error:
            log.warning("how campaign %s stood can't be found out: %s", campaign.id, error)
            return Begun()
        return self.begins(campaign.id, title, number, state)


def _board_before(title: AnyTitle, campaign: Campaign, rows: Sequence[JournalRow], number: int) -> Any:
    """The last board before a chapter, or the board of the set-up. Not for the event loop."""
    stand = [row for row in rows if row.undone_by is None and row.kind != "undo"]
    last = max((row.seq for row in stand if row.chapter_after < number), default=0)
    for played in replay(title, records.record(campaign, rows[: last + 1])):
        state = played.state
    return state
