"""The actions as values, and their notation."""

from __future__ import annotations

import re

import msgspec

from engines.core.errors import NotationError
from engines.core.notation import Alone, Grammar, Part, Verb, Vocabulary, number
from tests.outposts.game.data.pack import UNITS, Pack, Unit, Units


class Commit(msgspec.Struct, frozen=True, tag="commit", tag_field="kind"):
    """Commit a chit and the area of a recruit, in secret (O-3.1-a)."""

    chit: int
    area: str


class Move(msgspec.Struct, frozen=True, tag="move", tag_field="kind"):
    """March along a path with so many units (O-5.1-a)."""

    path: tuple[str, ...]
    foot: int = 0
    horse: int = 0

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

    area: str


class Lose(msgspec.Struct, frozen=True, tag="lose", tag_field="kind"):
    """Lose one unit of a kind; without a kind all losses are taken at once, foot first."""

    unit: Unit | None = None


Action = Commit | Move | Pass | Stand | Guns | Retreat | Lose


class Words:
    """What areas are called."""

    def __init__(self, pack: Pack) -> None:
        self.areas = Vocabulary.of(pack.area, "an area")

    def path(self, typed: str) -> tuple[str, ...]:
        """Areas with `>` between them."""
        return tuple(self.areas.meant(area.strip()) for area in typed.split(">"))


def _march(words: Words, rest: str) -> Move:
    path, _, units = rest.partition(" with ")
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
    return Move(areas, **counts)


def _marched(march: Move) -> str:
    units = " ".join(f"{unit}:{count}" for unit, count in march.units.items() if count)
    return f"{' > '.join(march.path)} with {units}"


_UNITS = Vocabulary.of(UNITS, "a kind of unit")
_NUMBER = Part(lambda _, typed: number(typed))
_AREA = Part(lambda words, typed: words.areas.meant(typed))
GRAMMAR: Grammar[Words, Action] = Grammar(
    (
        Verb("commit", Commit, _NUMBER, _AREA),
        Verb("move", Move, read=_march, write=_marched),
        Verb("retreat", Retreat, _AREA),
        Verb("lose", Lose, Part(lambda _, typed: _UNITS.meant(typed)), auto=Lose()),
        Alone("pass", Pass()),
        Alone("stand", Stand()),
        Alone("guns", Guns()),
    )
)
notation = GRAMMAR.notation
parse = GRAMMAR.parse
