"""The actions as values, and their notation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated

import msgspec

from engines.core.declared import NUMBER, Field, Kind, verbs
from engines.core.errors import NotationError
from engines.core.notation import AUTO, Grammar, Vocabulary, number
from tests.outposts.game.data.pack import UNITS, Pack, Unit, Units

_UNITS = Vocabulary.of(UNITS, "a kind of unit")
_UNIT = Kind(lambda _, typed: _UNITS.meant(typed), nothing=AUTO)
_AREA = Kind(lambda words, typed: words.areas.meant(typed))


class Commit(msgspec.Struct, frozen=True, tag="commit", tag_field="kind"):
    """Commit a chit and the area of a recruit, in secret (O-3.1-a)."""

    chit: Annotated[int, Field(NUMBER)]
    area: Annotated[str, Field(_AREA)]


class Move(msgspec.Struct, frozen=True, tag="move", tag_field="kind"):
    """March along a path with so many units (O-5.1-a)."""

    path: Annotated[tuple[str, ...], Field(_AREA)]
    foot: int = 0
    horse: int = 0

    @classmethod
    def typed(cls, words: Words, texts: Mapping[str, str]) -> Move:
        """A path, and how many of each kind."""
        path, _, units = texts["path"].partition(" with ")
        counts: dict[str, int] = {}
        for part in re.sub(r" ?: ?", ":", units).split():
            typed, _, count = part.partition(":")
            unit = _UNITS.meant(typed)
            if unit in counts:
                raise NotationError(f"{unit} is named twice")
            counts[unit] = number(count)
        areas = words.path(path)
        if not counts or len(areas) < 2:
            raise NotationError("A march has a path and units: move nantes > clisson with foot:1")
        return cls(areas, **counts)

    def written(self) -> str:
        """`nantes > clisson with foot:1`."""
        units = " ".join(f"{unit}:{count}" for unit, count in self.units.items() if count)
        return f"{' > '.join(self.path)} with {units}"

    @property
    def units(self) -> Units:
        """The units that march."""
        return {"foot": self.foot, "horse": self.horse}


class Pass(msgspec.Struct, frozen=True, tag="pass", tag_field="kind"):
    """March with nothing."""


class Stand(msgspec.Struct, frozen=True, tag="stand", tag_field="kind"):
    """Await the attack."""


class Guns(msgspec.Struct, frozen=True, tag="guns", tag_field="kind"):
    """Call the guns and await the attack (O-6.3-a)."""


class Retreat(msgspec.Struct, frozen=True, tag="retreat", tag_field="kind"):
    """Give way to a neighbouring area (O-6.2-a)."""

    area: Annotated[str, Field(_AREA)]


class Lose(msgspec.Struct, frozen=True, tag="lose", tag_field="kind"):
    """Lose one unit of a kind; without a kind all losses are taken at once, foot first."""

    unit: Annotated[Unit | None, Field(_UNIT, always=True)] = None


Action = Commit | Move | Pass | Stand | Guns | Retreat | Lose


class Words:
    """What areas are called."""

    def __init__(self, pack: Pack) -> None:
        self.areas = Vocabulary.of(pack.area, "an area")

    def path(self, typed: str) -> tuple[str, ...]:
        """Areas with `>` between them."""
        return tuple(self.areas.meant(area.strip()) for area in typed.split(">"))


GRAMMAR: Grammar[Words, Action] = Grammar(verbs(Commit, Move, Retreat, Lose, Pass, Stand, Guns))
notation = GRAMMAR.notation
parse = GRAMMAR.parse
