"""Words as people type them: names of boxes, units and leaders, and selections of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Annotated, TypeAlias

import msgspec

from data.catalogue import N_, _
from engines.core import notation
from engines.core.declared import Field, Kind
from engines.core.errors import NotationError
from engines.core.notation import Vocabulary, joined
from engines.valmy.box import OUT, Box


def fold(text: str) -> str:
    """Lower case without accents; signs, `_` and `'` made uniform: `L'Épine` is `l-epine`."""
    plain = notation.fold(text).replace("'", "-").replace("_", "-")
    return " ".join(re.sub(r"([>:;,])", r" \1 ", plain).split())


class Party(msgspec.Struct, frozen=True, omit_defaults=True):
    """Some units and leaders: those named, or all but those named."""

    every: bool = False
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The selection as it is typed: `dillon 29-rl`, `all`, `all but 29-rl`, `nobody`."""
        named = " ".join(self.names)
        if self.every:
            return f"all but {named}" if named else "all"
        return named or "nobody"

    def of(self, present: Sequence[str]) -> tuple[str, ...]:
        """The chosen ones of those that are present."""
        return tuple(id for id in present if (id in self.names) != self.every)


ALL = Party(every=True)
Boxes: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""Boxes, or those whose they are, with the units in them."""


_LONGEST = 4
"""Words of a name."""


def _named(known: Vocabulary[str], typed: str) -> Iterator[str]:
    """Names of one word or several, with commas between them or without: `81 rli, la bourdonnaye dillon`."""
    for words in _parts(typed):
        while words:
            yield _taken(known, words)


def _parts(typed: str) -> list[list[str]]:
    """The words between commas.

    :raises NotationError: there are commas and no words.
    """
    parts = [part.split() for part in typed.split(",")]
    if typed.strip() and not any(parts):
        raise _nobody(typed)
    return parts


def _nobody(typed: str) -> NotationError:
    return NotationError(_("{all!r} names nobody here: name each, one after the other", all=typed[:40]))


def _taken(known: Vocabulary[str], words: list[str]) -> str:
    """The name that words begin with, which are taken off."""
    if words[0] == "all":
        raise _nobody(words[0])
    runs = (words[:count] for count in range(min(_LONGEST, len(words)), 1, -1))
    name = next((run for run in runs if "-".join(run) in known), words[:1])
    del words[: len(name)]
    return known.meant("-".join(name))


class Words:
    """The words of a box."""

    def __init__(self, box: Box) -> None:
        boxes = ((id, fold(place.name)) for id, place in box.boxes.items())
        units = [(id, fold(card.name)) for id, card in box.unit.items()]
        names = [name for _, name in units]
        # Names that several units share, or that a leader has, can't be typed.
        plain = [(id, name if names.count(name) == 1 else id) for id, name in units]
        leaders = [(id, fold(card.name)) for id, card in box.leader.items()]
        # A path out by the west edge may also end with `out`.
        self.boxes = Vocabulary.named([(OUT, OUT), (OUT, "out"), *boxes], N_("a box"), many=True)
        self.leaders = Vocabulary.named(leaders, N_("a leader"), many=True)
        self.units = Vocabulary.named(plain, N_("a unit"), many=True)
        self.counters = Vocabulary.named(chain(plain, leaders), N_("a unit or a leader"), many=True)

    def box(self, typed: str) -> str:
        """The box meant."""
        return self.boxes.meant(joined(typed))

    def leader(self, typed: str) -> str:
        """The leader meant."""
        return self.leaders.meant(joined(typed))

    def unit(self, typed: str) -> str:
        """The unit meant."""
        return self.units.meant(joined(typed))

    def counter(self, typed: str) -> str:
        """The unit or leader meant."""
        return self.counters.meant(joined(typed))

    def path(self, typed: str) -> tuple[str, ...]:
        """Boxes with `>` between them.

        :raises NotationError: there are none, or nothing stands before or behind a `>`.
        """
        boxes = [box.strip() for box in typed.split(">")]
        if not all(boxes):
            raise NotationError(_("A path has a box before and behind each >, the first where they stand"))
        return tuple(map(self.box, boxes))

    def those(self, typed: str) -> tuple[str, ...]:
        """Units and leaders, with commas or without.

        :raises NotationError: the text has only commas, or names one twice.
        """
        names = tuple(_named(self.counters, typed))
        if len(set(names)) < len(names):
            raise NotationError(_("{name} is named twice", name=next(n for n in names if names.count(n) > 1)))
        return names

    def several(self, typed: str) -> tuple[str, ...]:
        """Units, any of them more than once."""
        return tuple(_named(self.units, typed))

    def raised(self, typed: str) -> Iterator[tuple[str, int]]:
        """Units with points: `81 rli : 2, 17 rl +1 belges by 3`; one point where none are given."""
        for words in _parts(typed):
            while words:
                unit, points = _taken(self.units, words), "1"
                if words and words[0].startswith("+"):
                    points = words.pop(0)[1:]
                elif len(words) > 1 and words[0] in (":", "by"):
                    points = words[1]
                    del words[:2]
                yield unit, notation.number(points)

    def party(self, typed: str) -> Party:
        """`dillon 29-rl`, `all`, `all but 29-rl`, `nobody`."""
        if typed == "nobody":
            return Party()
        if typed == "all":
            return ALL
        lead, _all_but, rest = typed.partition("all but ")
        if typed.startswith("all ") and not rest:
            raise NotationError(_("`all` stands alone, or with `but` before the names: all but 29-rl"))
        return (
            Party(every=True, names=self.those(rest)) if rest and not lead else Party(names=self.those(typed))
        )


def boxes_of(
    typed: str, box: Callable[[str], str], units: Callable[[str], tuple[str, ...]], wanted: N_
) -> Boxes:
    """Boxes with what is in them: `main : 29-rl 71-rl ; left : 2-hus`.

    :raises NotationError: a part has no colon, which is what is `wanted`, or names something else.
    """
    boxes = []
    for part in typed.split(";"):
        name, colon, rest = part.partition(":")
        if not colon:
            raise NotationError(wanted(typed=part.strip()[:40]))
        boxes.append((box(name.strip()), units(rest)))
    return tuple(boxes)


def boxed(boxes: Boxes) -> str:
    """Boxes as they are typed."""
    return " ; ".join(f"{box} : {' '.join(units)}".strip() for box, units in boxes)


@lru_cache(maxsize=8)
def words_of(box: Box) -> Words:
    """The words of a box, made once."""
    return Words(box)


BOX = Kind(Words.box)
PATH = Kind(Words.path, write=" > ".join, longest=300)
UNIT = Kind(Words.unit)
LEADER = Kind(Words.leader)
THOSE = Kind(Words.those, write=" ".join, longest=300)
PARTY = Kind(Words.party, longest=300)

InBox = Annotated[str, Field(BOX, about=N_("The box"))]
BoxTo = Annotated[str, Field(BOX, about=N_("The box"), option="to")]
Unit = Annotated[str, Field(UNIT, about=N_("The unit"))]
Those = Annotated[tuple[str, ...], Field(THOSE, about=N_("Units and leaders, with spaces between them"))]
