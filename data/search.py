"""Finds the statements that answer a question in plain words: SQLite's full text search."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from rapidfuzz import fuzz, process

from data import glossary
from data.cases import Kind, Statement, load
from data.catalogue import spoken
from data.reading import LIKE, Reader, words

_STANDING: dict[Kind, float] = {
    "rule": 1.0,
    "ambiguity": 0.7,
    "interrupt": 0.6,
    "example": 0.5,
    "derived": 0.4,
    "data": 0.4,
}
"""The weight of a match: a player who asks wants the rule before its examples."""
_OPENING = 1.25
"""The same for the first statement of a case, which introduces the others."""
_TEXTS = "SELECT rowid, -bm25(texts, 2.0, 2.0, 1.0, 0.4) FROM texts WHERE texts MATCH ?"
"""Weighs the heading above, the first words, all of the text, and the adopted reading."""
_TOPICS = "SELECT rowid, -bm25(topics) FROM topics WHERE topics MATCH ?"
_TOPIC = 3.0
"""The weight of a match in the subject index."""
_OTHER = 0.8
"""The weight of another name of a thing."""
_WHOLE = 1.5
"""The power by which a match of only some words counts less."""
_WORDS = 12
"""Most words of a question that are searched."""
_SUBJECT = 6
"""The number of first words of a statement that name its subject."""


def search(title_id: str, query: str, limit: int = 5) -> list[Statement]:
    """Statements of a title that answer `query`, best first; accents, case, endings and slips are forgiven.

    :raises KeyError: if no title has this id.
    """
    statements = _statements(title_id)
    return [statements[place] for place in _index(title_id, spoken()).search(query, limit)]


@cache
def _statements(title_id: str) -> list[Statement]:
    return [statement for statement in load(title_id) if statement.kind != "gap"]


@cache
def _index(title_id: str, language: str) -> Index:
    topics = glossary.index(title_id)
    entries = []
    seen: set[str] = set()
    for each in _statements(title_id):
        text = glossary.spelled(title_id, each.text)
        subject = " ".join(words(text, " " if language else "")[:_SUBJECT])
        reading = glossary.spelled(title_id, each.reading)
        opening = each.kind == "rule" and each.case not in seen
        seen.add(each.case)
        entries.append(
            Entry(
                (glossary.spelled(title_id, each.section), subject, text, reading),
                list(filter(None, topics.get(each.id, "").split(", "))),
                _STANDING[each.kind] * (_OPENING if opening else 1.0),
            )
        )
    return Index(entries, glossary.load(title_id).same, language)


class Entry(NamedTuple):
    """One thing that can be found."""

    texts: tuple[str, str, str, str]
    """The heading above, the first words, all of the text, and what else is said of it."""
    topics: list[str]
    """What readers may call it."""
    standing: float = 1.0
    """The weight of a match with the texts."""


class Index:
    """Finds entries by the words of a question; accents, case, endings and slips are forgiven."""

    def __init__(self, entries: Sequence[Entry], same: Iterable[glossary.Same], language: str = "") -> None:
        self._reader = Reader(same, language)
        self._standing = [entry.standing for entry in entries]
        topics = [(place, topic) for place, entry in enumerate(entries) for topic in entry.topics]
        self._topics = [place for place, _ in topics]
        self._lengths = [
            len([w for w in self._reader.words(topic) if w not in self._reader.silent]) for _, topic in topics
        ]
        self._table = sqlite3.connect(":memory:", check_same_thread=False)
        tokens = "tokenize='unicode61 remove_diacritics 2'"
        self._table.execute(
            f"CREATE VIRTUAL TABLE texts USING fts5 (section, subject, text, reading, {tokens})"
        )
        self._table.execute(f"CREATE VIRTUAL TABLE topics USING fts5 (topic, {tokens})")
        self._table.executemany(
            "INSERT INTO texts (rowid, section, subject, text, reading) VALUES (?, ?, ?, ?, ?)",
            [(place, *map(self._kept, entry.texts)) for place, entry in enumerate(entries)],
        )
        self._table.executemany(
            "INSERT INTO topics (rowid, topic) VALUES (?, ?)",
            [(number, self._kept(topic)) for number, (_, topic) in enumerate(topics)],
        )
        said = (part for entry in entries for part in (*entry.texts, *entry.topics))
        self._vocabulary = sorted({word for part in said for word in self._reader.words(part)})

    def _kept(self, text: str) -> str:
        """A text as the table keeps it: the stems of its words."""
        return " ".join(self._reader.stems(text))

    def search(self, query: str, limit: int) -> list[int]:
        """Places of the entries that answer a question, best first."""
        asked = self._reader.words(query)
        asked = ([word for word in asked if word not in self._reader.silent] or asked)[:_WORDS]
        names = [self._names(word) for word in asked]
        scores: dict[int, float] = defaultdict(float)
        for place, (score, met) in self._matches(_TEXTS, names).items():
            scores[place] += score * self._standing[place] * (met / len(asked)) ** _WHOLE
        best: dict[int, float] = defaultdict(float)
        for number, (score, met) in self._matches(_TOPICS, names).items():
            whole = met / len(asked) * min(1.0, met / max(1, self._lengths[number]))
            place = self._topics[number]
            best[place] = max(best[place], _TOPIC * score * whole**_WHOLE)
        for place, score in best.items():
            scores[place] += score
        return sorted(scores, key=lambda place: (-scores[place], place))[:limit]

    def _matches(self, query: str, names: list[list[tuple[str, float]]]) -> dict[int, tuple[float, int]]:
        """The match of rows with a question's words, each by its names, and the number of words matched."""
        scored: dict[int, tuple[float, int]] = {}
        for name in names:
            best: dict[int, float] = {}
            for pattern, worth in name:
                for row, score in self._table.execute(query, (pattern,)):
                    best[row] = max(best.get(row, 0.0), score * worth)
            for row, score in best.items():
                before, met = scored.get(row, (0.0, 0))
                scored[row] = (before + score, met + 1)
        return scored

    def _names(self, word: str) -> list[tuple[str, float]]:
        """The search terms of a word with weights: its forms, other names, or the nearest spelling."""
        others = [(f'"{name}"', _OTHER) for name in sorted(self._reader.others(word))]
        same = [(f'"{self._reader.stem(word)}"', 1.0), *others]
        if any(self._is_there(pattern) for pattern, _ in same):
            return same
        begun = [(f'"{word}"*', 0.9)] if len(word) >= 3 else []
        if len(word) < 4:
            return begun
        close = process.extract(word, self._vocabulary, scorer=fuzz.ratio, score_cutoff=LIKE, limit=5)
        return begun + [(f'"{self._kept(match)}"', (score / 100) ** 2 * 0.8) for match, score, _ in close]

    def _is_there(self, pattern: str) -> bool:
        return any(self._table.execute(query, (pattern,)).fetchone() for query in (_TEXTS, _TOPICS))
