"""Words as people type them: names of areas, generals and armies, and who of a stack is meant."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

import msgspec
from rapidfuzz import process

from engines.core.errors import AmbiguousNotation, NotationError
from engines.vendee.box import Box
from engines.vendee.frames import KINDS, Kind

Word = TypeVar("Word", bound=str)

_ALIKE = 70
"""Likeness, of 100, from which a mistyped word is worth suggesting."""


class Who(msgspec.Struct, frozen=True, omit_defaults=True):
    """Some counters of a stack: those named, or all but those named."""

    every: bool = False
    points: tuple[tuple[Kind | None, int], ...] = ()
    """Combat points by army; None where only a number was typed."""
    generals: tuple[str, ...] = ()

    def __str__(self) -> str:
        """As it is typed: `anjou:8 lescure`, `all`, `all but 3`."""
        named = [str(count) if kind is None else f"{kind}:{count}" for kind, count in self.points]
        named.extend(self.generals)
        if not self.every:
            return " ".join(named)
        return " ".join(("all but", *named)) if named else "all"


ALL = Who(every=True)


def exactly(points: Mapping[Kind, int], generals: Iterable[str] = ()) -> Who:
    """Just these counters."""
    return Who(False, tuple((kind, count) for kind, count in points.items() if count), tuple(generals))


def fold(text: str) -> str:
    """Lower case without accents, signs and spaces made uniform: `St-Fulgent` is `saint-fulgent`."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe"))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    plain = plain.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace("'", "-")
    plain = re.sub(r"\bst(e?)[.-] ?", r"saint\1-", plain)
    return " ".join(re.sub(r"([>:])", r" \1 ", plain).split()).replace(" : ", ":")


class Words:
    """The words of a box."""

    def __init__(self, box: Box) -> None:
        self.areas = _named((id, area.name) for id, area in box.ground.area.items())
        self.generals = _named((id, general.name) for id, general in box.general.items())
        self.kinds: dict[str, Kind] = {kind: kind for kind in KINDS}

    def area(self, typed: str) -> str:
        """The area meant; it may be cut short.

        :raises NotationError: none is meant.
        :raises AmbiguousNotation: it could be several.
        """
        return meant(typed.strip().replace(" ", "-"), self.areas, "an area")

    def general(self, typed: str) -> str:
        """The general meant."""
        return meant(typed.strip().replace(" ", "-"), self.generals, "a general")

    def kind(self, typed: str) -> Kind:
        """The army or band meant."""
        return meant(typed.strip().replace(" ", "-"), self.kinds, "an army")

    def path(self, typed: str) -> tuple[str, ...]:
        """Areas with `>` between them."""
        return tuple(self.area(area) for area in typed.split(">"))

    def who(self, typed: str) -> Who:
        """`anjou:8 lescure`, `all`, `all but 3`; with commas or without.

        :raises NotationError: nobody is named, or somebody twice.
        """
        parts = typed.replace(",", " ").split()
        every = bool(parts) and parts[0] == "all"
        if every:
            parts = parts[1:]
            if parts:
                if parts[0] != "but" or len(parts) == 1:
                    raise NotationError("After 'all' comes nothing, or 'but' and who stays: all but 3")
                parts = parts[1:]
        elif not parts:
            raise NotationError("Nobody is named: anjou:8 lescure, or all, or all but 3")
        points: dict[Kind | None, int] = {}
        generals: list[str] = []
        for part in parts:
            kind: Kind | None = None
            name, colon, count = part.partition(":")
            if colon:
                kind = self.kind(name)
            elif not part.isdecimal():
                general = self.general(part)
                if general in generals:
                    raise NotationError(f"{general} is named twice")
                generals.append(general)
                continue
            else:
                count = part
            if kind in points:
                raise NotationError(f"{kind or 'A number'} is named twice")
            points[kind] = number(count)
        return Who(every, tuple(points.items()), tuple(generals))


@lru_cache(maxsize=8)
def words_of(box: Box) -> Words:
    """The words of a box, made once."""
    return Words(box)


def number(typed: str) -> int:
    """A whole number of 1 or more.

    :raises NotationError: it is none.
    """
    if not re.fullmatch(r"[0-9]{1,3}", typed) or int(typed) == 0:
        raise NotationError(f"{typed!r} is not a number of 1 or more")
    return int(typed)


def meant(typed: str, known: Mapping[str, Word], what: str) -> Word:
    """What a word stands for; it may be cut short where that leaves one meaning.

    :raises NotationError: nothing is meant; the nearest word is named.
    :raises AmbiguousNotation: it could be several.
    """
    if typed in known:
        return known[typed]
    begun = {found: word for word, found in known.items() if typed and word.startswith(typed)}
    if len(begun) == 1:
        return next(iter(begun))
    if begun:
        names = tuple(sorted(begun))
        raise AmbiguousNotation(f"{typed!r} could be {' or '.join(names[:6])}", choices=names)
    near = process.extractOne(typed, list(known), score_cutoff=_ALIKE)
    hint = f", perhaps {str(known[near[0]])!r}" if near else ""
    raise NotationError(f"{typed[:40]!r} is not {what}{hint}")


def _named(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Ids by id and by folded name."""
    known: dict[str, str] = {}
    for id, name in pairs:
        known[fold(name).replace(" ", "-")] = id
        known[id] = id
    return known
