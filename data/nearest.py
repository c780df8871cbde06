"""Finds the answer whose wordings are most like a question."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz, process

from data.glossary import Same
from data.reading import LIKE, Reader

_SILENT = 0.35
"""The weight of a word that every question has; how and why tell questions apart too, but less."""
_OTHER = 0.5
"""The weight of another name of a thing."""
_BEGUN = 0.9
"""The weight of a word that is only begun."""
_TEXT = 0.25
"""The weight of a word that only the answer has."""
_UNKNOWN = 2.0
"""The weight of a word that nothing has."""
_FEW = 0.6
"""How slowly the weight of a word grows with the wordings that have it: with `_FEW` wordings it is half."""
_WORDS = 20
"""Most words of a question that are searched."""
_BEGUN_LETTERS = 3
"""Fewest letters of a word that may be begun."""
_AFTER_LETTERS = "~"
"""What is sorted after all letters that words have."""
_SLIP_LETTERS = 4
"""Fewest letters of a word that may be mistyped."""


class Entry(NamedTuple):
    """One answer."""

    wordings: Sequence[str]
    """Ways to put its question."""
    text: str


class Nearest:
    """Finds entries by the words of a question; accents, case, endings and slips are forgiven."""

    def __init__(self, entries: Sequence[Entry], same: Iterable[Same], language: str = "") -> None:
        self._reader = Reader(same, language, near=True)
        self._silent = {self._reader.stem(word) for word in self._reader.silent}
        self._texts = [frozenset(self._reader.stems(entry.text)) for entry in entries]
        self._wordings = [
            (place, frozenset(self._reader.stems(wording)))
            for place, entry in enumerate(entries)
            for wording in entry.wordings
        ]
        self._having: dict[str, list[int]] = defaultdict(list)
        """The wordings that have a word."""
        self._times = [Counter[str]() for _ in entries]
        """For each answer, the number of its wordings that have a word."""
        for number, (place, wording) in enumerate(self._wordings):
            self._times[place].update(wording)
            for stem in wording:
                self._having[stem].append(number)
        self._weights = {
            stem: self._weight(stem, len({self._wordings[number][0] for number in having}))
            for stem, having in self._having.items()
        }
        for stem in set().union(*self._texts) - self._weights.keys():
            self._weights[stem] = self._weight(stem, sum(stem in text for text in self._texts))
        self._lengths = [sum(self._weights[stem] for stem in wording) for _, wording in self._wordings]
        said = (part for entry in entries for part in (entry.text, *entry.wordings))
        self._vocabulary = {
            word: self._reader.stem(word) for part in said for word in self._reader.words(part)
        }
        self._said = sorted(self._vocabulary)

    def search(self, query: str, limit: int, least: float = 0.0) -> list[int]:
        """Places of the entries that answer a question, best first.

        :param least: the share of the question, by the weight of the words that tell it from others, that an
            entry must have.
        """
        words = [*dict.fromkeys(self._reader.words(query))][:_WORDS]
        asked = [(self._names(word), word) for word in words]
        weighed = [(names, self._asked_weight(names, word)) for names, word in asked]
        whole = sum(weight for _, weight in weighed) or 1.0
        telling = [pair for pair, word in zip(weighed, words, strict=True) if word not in self._reader.silent]
        near = self._near(weighed, whole)
        scores = {}
        for place, nearness in near.items():
            share = self._part(place, weighed)
            if share and self._part(place, telling or weighed) >= least:
                scores[place] = share + nearness
        return sorted(scores, key=lambda place: (-scores[place], place))[:limit]

    def _near(self, weighed: list[tuple[dict[str, float], float]], whole: float) -> dict[int, float]:
        """How near the nearest wording of each entry is to a question."""
        met: dict[int, float] = defaultdict(float)
        for names, weight in weighed:
            best: dict[int, float] = {}
            for stem, worth in names.items():
                for number in self._having.get(stem, ()):
                    best[number] = max(best.get(number, 0.0), worth)
            for number, worth in best.items():
                met[number] += weight * worth
        near = dict.fromkeys(range(len(self._texts)), 0.0)
        for number, weight in met.items():
            place = self._wordings[number][0]
            near[place] = max(near[place], weight / math.sqrt(whole * self._lengths[number]))
        return near

    def _part(self, place: int, weighed: list[tuple[dict[str, float], float]]) -> float:
        """How much an entry has of some words of a question, 0 to 1."""
        whole = sum(weight for _, weight in weighed) or 1.0
        return sum(weight * self._share(place, names) for names, weight in weighed) / whole

    def _share(self, place: int, names: dict[str, float]) -> float:
        """How much an entry has of a word of a question."""
        times, text = self._times[place], self._texts[place]
        return max(
            (
                worth * (times[stem] / (times[stem] + _FEW) if stem in times else _TEXT * (stem in text))
                for stem, worth in names.items()
            ),
            default=0.0,
        )

    def _names(self, word: str) -> dict[str, float]:
        """The stems of a word with their worth: its own, its other names', or the nearest spelling's."""
        names = dict.fromkeys(self._reader.others(word), _OTHER)
        names[self._reader.stem(word)] = 1.0
        if known := {stem: worth for stem, worth in names.items() if stem in self._weights}:
            return known
        names = {}
        if len(word) >= _BEGUN_LETTERS:
            begun = self._said[bisect_left(self._said, word) : bisect_left(self._said, word + _AFTER_LETTERS)]
            names = {self._vocabulary[said]: _BEGUN for said in begun}
        if len(word) >= _SLIP_LETTERS:
            close = process.extract(
                word, self._vocabulary.keys(), scorer=fuzz.ratio, score_cutoff=LIKE, limit=5
            )
            for said, like, _ in close:
                stem = self._vocabulary[said]
                names[stem] = max(names.get(stem, 0.0), (like / 100) ** 2)
        return names

    def _asked_weight(self, names: dict[str, float], word: str) -> float:
        if own := self._weights.get(self._reader.stem(word)):
            return own
        if names:
            return max(self._weights[stem] * worth for stem, worth in names.items())
        return _UNKNOWN * (_SILENT if word in self._reader.silent else 1.0)

    def _weight(self, stem: str, entries: int) -> float:
        """The weight of a word that `entries` entries have: a rare word tells most."""
        return math.log(1 + len(self._texts) / entries) * (_SILENT if stem in self._silent else 1.0)
