"""The journal: its rows grouped into chapters of events, and new entries made from steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, Union

import msgspec

from bot.store import JournalEntry, JournalRow
from engines.core.contract import AnyTitle, Step
from engines.core.dice import Draw
from engines.core.events import TABLE_EVENTS, ChapterBegun, Event, GivenFor, Source
from engines.core.record import digest
from engines.core.table import Kind


class Chapter(NamedTuple):
    """One chapter of a campaign's history."""

    number: int
    title: str
    events: list[Event]
    latest: int = 0
    """How many of the last events belong to the latest action and the automatic answers to it."""


FOLLOWING: tuple[Source, ...] = ("automatic", "order", "forced")
"""Sources of actions that follow another action in the same commit."""


def _last_done(rows: Sequence[JournalRow]) -> int:
    """Index of the first row of the latest action; the automatic answers to it come after that row."""
    first = len(rows) - 1
    while first > 0 and rows[first].source in FOLLOWING and rows[first - 1].at == rows[first].at:
        first -= 1
    return first


def chapters(
    title: AnyTitle,
    rows: Sequence[JournalRow],
    seat: str | None,
    before: dict[str, JournalEntry] | None = None,
) -> list[Chapter]:
    """The events of journal rows by chapter, as a seat may know them, or the public (None).

    The rows may begin in the middle of a history.

    :param before: the last row of each seat that was described before; it is updated with these rows.
    """
    by_number: dict[int, Chapter] = {}
    before = {} if before is None else before
    latest: Counter[int] = Counter()
    standing = [row for row in rows if row.undone_by is None]
    first = _last_done(standing)
    for place, row in enumerate(standing):
        # An undo is told in the chapter that it returns to, not in the one that it left.
        number, name = row.chapter_after if row.kind == "undo" else row.chapter_before, ""
        happened = unrepeated(read_events(title, row.events), row, before)
        for event in title.redact_all(happened, seat):
            if isinstance(event, ChapterBegun):
                number, name = event.number, event.title
            chapter = by_number.get(number)
            if chapter is None or (name and not chapter.title):
                chapter = Chapter(number, name, chapter.events if chapter else [])
                by_number[number] = chapter
            chapter.events.append(event)
            latest[number] += place >= first
    return [chapter._replace(latest=latest[number]) for number, chapter in by_number.items()]


def unrepeated(
    events: Sequence[Event], entry: JournalEntry, before: dict[str, JournalEntry]
) -> Sequence[Event]:
    """The events of an entry, without a repeated notice that the automatic player plays for a seat.

    That is said once in a chapter, and again after the seat's own player has acted.

    :param before: the last described entry of each seat; it is updated with this one.
    """
    last, before[entry.seat] = before.get(entry.seat), entry
    if last is None or entry.source != "automatic" or last.source != "automatic":
        return events
    if last.chapter_before != entry.chapter_before:
        return events
    return [event for event in events if not isinstance(event, GivenFor)]


def entry(
    seq: int,
    step: Step[Any],
    chapters: tuple[int, int],
    *,
    draws: list[Draw],
    user_id: int | None,
    seat: str = "",
    action: str = "",
    kind: Kind = "act",
    source: Source = "player",
) -> JournalEntry:
    """The journal entry of one step: entry 0 is the set-up, later ones are actions."""
    return JournalEntry(
        seq=seq,
        seat=seat,
        user_id=user_id,
        kind=kind,
        source=source,
        action=action,
        draws=draws,
        events=msgspec.json.encode(step.events),
        digest=digest(step.state),
        chapter_before=chapters[0],
        chapter_after=chapters[1],
    )


@cache
def _event_decoder(title: AnyTitle) -> msgspec.json.Decoder[Any]:
    types = dict.fromkeys((*title.event_types(), *TABLE_EVENTS))
    return msgspec.json.Decoder(list[Union[tuple(types)]])  # type: ignore[misc]  # noqa: UP007


def read_events(title: AnyTitle, events: bytes | str) -> list[Event]:
    """The events of a journal row."""
    read: list[Event] = _event_decoder(title).decode(events)
    return read
