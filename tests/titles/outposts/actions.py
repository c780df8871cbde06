"""The actions as values, and their notation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

import msgspec
from rapidfuzz import process

from engines.core.errors import AmbiguousNotation, NotationError
from tests.titles.outposts.pack import UNITS, Pack, Unit, Units

_LONGEST = 200


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

_ALONE: dict[str, Action] = {"pass": Pass(), "stand": Stand(), "guns": Guns()}
_VERBS = ("commit", "move", "retreat", "lose", *_ALONE)


def notation(action: Action) -> str:
    """The action in the words that `parse` reads."""
    match action:
        case Commit(chit, area):
            return f"commit {chit} {area}"
        case Move(path):
            units = " ".join(f"{unit}:{count}" for unit, count in action.units.items() if count)
            return f"move {' > '.join(path)} with {units}"
        case Retreat(area):
            return f"retreat {area}"
        case Lose(unit):
            return f"lose {unit or 'auto'}"
        case Pass() | Stand() | Guns():
            return next(word for word, alone in _ALONE.items() if alone == action)


def parse(pack: Pack, text: str, legal: Callable[[], list[str]]) -> Action:
    """Read an action: `move nantes > clisson with foot:2`. A word may be cut short.

    :param legal: gives the notations to suggest, asked for only when it can't be read.
    :raises NotationError: it can't be read.
    :raises AmbiguousNotation: a word cut short could be several.
    """
    folded = unicodedata.normalize("NFKD", text[: _LONGEST + 1].casefold())
    typed = " ".join("".join(c for c in folded if not unicodedata.combining(c)).split())
    if len(text) > _LONGEST:
        typed = ""
    verb, _, rest = typed.partition(" ")
    try:
        return _read(pack, _word(verb, _VERBS, "an action"), rest)
    except AmbiguousNotation:
        raise
    except NotationError as error:
        # Suggestions come from whoever typed it alone: another seat's would tell its secrets.
        near = tuple(choice for choice, _, _ in process.extract(typed, legal(), limit=3))
        raise NotationError(error.message, choices=near) from None


def _read(pack: Pack, verb: str, rest: str) -> Action:
    if verb in _ALONE:
        if rest:
            raise NotationError(f"{verb!r} stands alone")
        return _ALONE[verb]
    if verb == "commit":
        chit, _, area = rest.partition(" ")
        return Commit(_number(chit), _word(area, pack.area, "an area"))
    if verb == "retreat":
        return Retreat(_word(rest, pack.area, "an area"))
    if verb == "lose":
        unit = _word(rest, (*UNITS, "auto"), "a kind of unit")
        return Lose(next((known for known in UNITS if known == unit), None))
    path, _, units = rest.partition(" with ")
    counts: dict[str, int] = {}
    for part in re.sub(r" ?: ?", ":", units).split():
        unit, _, count = part.partition(":")
        unit = _word(unit, UNITS, "a kind of unit")
        if unit in counts:
            raise NotationError(f"{unit} is named twice")
        counts[unit] = _number(count)
    areas = tuple(_word(area.strip(), pack.area, "an area") for area in path.split(">"))
    if not counts or len(areas) < 2:
        raise NotationError("A march has a path and units: move nantes > clisson with foot:1")
    return Move(areas, **counts)


def _number(typed: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", typed) or int(typed) == 0:
        raise NotationError(f"{typed!r} is not a number of 1 or more")
    return int(typed)


def _word(typed: str, known: Iterable[str], what: str) -> str:
    known = tuple(known)
    if typed in known:
        return typed
    begun = tuple(word for word in known if typed and word.startswith(typed))
    if len(begun) > 1:
        raise AmbiguousNotation(f"{typed!r} could be {' or '.join(begun)}", choices=begun)
    if not begun:
        raise NotationError(f"{typed!r} is not {what}")
    return begun[0]
