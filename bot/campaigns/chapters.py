"""Chapters of campaigns as their readers may know them, read on from what was read."""

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
"""Chapters that are kept in memory, some hundred events each."""

Key = tuple[int, int, str | None]
"""Campaign, number of the chapter, seat that reads it."""


class Begun(NamedTuple):
    """How a campaign stood when a chapter began; where its record follows no longer, nothing of it."""

    standings: Mapping[str | None, Outcome | None] = {}
    """What the position would come to, as each seat, and with None the public, may know it."""
    view: Any = None
    """The board as the public saw it."""


class _Read:
    """A chapter as far as it was read."""

    def __init__(self, title: AnyTitle, number: int) -> None:
        self.title = title
        self.chapter = Chapter(number, "", [])
        self.seq = -1
        """The last entry that was looked at."""
        self.told: dict[str, JournalEntry] = {}
        """The last entry of each seat that was told: what is told of the next depends on it."""


class Chapters:
    """Reads chapters; what stands is not read again.

    What was taken back, or made to follow under other rules, has to be forgotten by whoever does it.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: OrderedDict[Key, _Read] = OrderedDict()
        self._begun: OrderedDict[tuple[int, int], Begun] = OrderedDict()
        """How campaigns stood when a chapter began."""

    async def of(self, campaign_id: int, title: AnyTitle, number: int, seat: str | None) -> Chapter:
        """A chapter's events in order, as a seat, or with None the public, may know them; not to be changed.

        While it only grows, its list of events is the same one.
        """
        key = (campaign_id, number, seat)
        read = self._read.get(key)
        if read is None or read.title is not title:
            read = self._read[key] = _Read(title, number)
            while len(self._read) > KEPT:
                self._read.popitem(last=False)
        self._read.move_to_end(key)
        rows = await self._store.journal_of_chapter(campaign_id, number, after=read.seq)
        # Somebody else may have read on meanwhile.
        fresh = [row for row in rows if row.seq > read.seq]
        if fresh:
            read.seq = fresh[-1].seq
            read.chapter = read.chapter._replace(latest=0)
        for part in chapters(title, fresh, seat, read.told):
            if part.number == number:
                read.chapter.events.extend(part.events)
                name = read.chapter.title or part.title
                read.chapter = read.chapter._replace(title=name, latest=part.latest)
        return read.chapter

    def forget(self, campaign_id: int) -> None:
        """What was read of a campaign no longer holds."""
        for key in [key for key in self._read if key[0] == campaign_id]:
            del self._read[key]
        for begun in [key for key in self._begun if key[0] == campaign_id]:
            del self._begun[begun]

    def begins(self, campaign_id: int, title: AnyTitle, number: int, state: Any) -> Begun:
        """Note how a campaign stood when a chapter began: on the last board of the one before."""
        standings = {seat: title.known_outcome(state, seat) for seat in (None, *title.seats)}
        stood = Begun(standings, title.view(state, None))
        self._begun[campaign_id, number] = stood
        while len(self._begun) > KEPT:
            self._begun.popitem(last=False)
        return stood

    async def stood(self, campaign: Campaign, title: AnyTitle, number: int) -> Begun:
        """How a campaign stood when a chapter began."""
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
    """The last board of the chapters before one, or that of the set-up. Not for the event loop."""
    stand = [row for row in rows if row.undone_by is None and row.kind != "undo"]
    last = max((row.seq for row in stand if row.chapter_after < number), default=0)
    for played in replay(title, records.record(campaign, rows[: last + 1])):
        state = played.state
    return state
