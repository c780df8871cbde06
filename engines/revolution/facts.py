"""What has happened in a turn: achievements, which objectives look up, and what was done already.

Events of tables and armies that pacify a region are no achievements (R-FAME-06, R-FAME-07); an army that puts
the Commune down, or calls it forth, makes one (A-109).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, Self, get_args

from data.revolution.tables import SEATS
from engines.core.written import Written
from engines.revolution.box import GOVERNMENT

FactKind = Literal[
    "convince", "revolt", "suppress", "plot", "raise", "quell", "law", "regime", "arrest", "defeat"
]
_KINDS: dict[str, FactKind] = {kind: kind for kind in get_args(FactKind)}
_ACTORS = frozenset((*SEATS, GOVERNMENT))
_BY = "by"
_MOVE, _LED = "move", "led"
_DOERS = frozenset((_MOVE, _LED, *_ACTORS))


class Fact(Written):
    """An achievement: its kind; the person, region, law or regime that it is of; a seat, or the Government.

    Stored as `plot nimes by feuillant`.
    """

    def __new__(cls, kind: FactKind, of: str, actor: str) -> Self:
        return cls.made(kind, of, actor)

    QUELLED = "quell", "", GOVERNMENT

    @property
    def kind(self) -> str:
        """One of `FactKind`."""
        return self.parts[0]

    @property
    def of(self) -> str:
        """The id that the deed was done to; empty for the Commune."""
        return self.parts[1]

    @property
    def actor(self) -> str:
        """A seat, or the Government."""
        return self.parts[2]

    @classmethod
    @lru_cache(maxsize=1024)
    def made(cls, kind: FactKind, of: str, actor: str) -> Self:
        """The fact with these parts."""
        text = " ".join(filter(None, (kind, of, _BY, actor)))
        return cls.kept(text, kind, of, actor)

    @classmethod
    def read(cls, text: str) -> Self | None:
        deed, by, actor = text.rpartition(f" {_BY} ")
        kind, _, of = deed.partition(" ")
        return cls.made(_KINDS[kind], of, actor) if by and kind in _KINDS and actor in _ACTORS else None


class Aim(Written):
    """The kind of an objective, and the person, region, law or regime that it is of, as `plot nimes`."""

    def __new__(cls, kind: str, of: str) -> Self:
        return cls.made(kind, of)

    NONE = "none", ""

    @classmethod
    def made(cls, kind: str, of: str) -> Self:
        """The aim with these parts."""
        return cls.kept(" ".join(filter(None, (kind, of))), kind, of)

    @classmethod
    def read(cls, text: str) -> Self:
        kind, _, of = text.partition(" ")
        return cls.made(kind, of)


class Tried(Written):
    """What was done in a turn, and is not done again: an army's move, a general's lead, an actor's deed.

    Stored as `move regular-paris`, `led hoche paris lille`, `government arrest marat`.
    """

    NOTHING = ""

    @classmethod
    def made(cls, *parts: str) -> Self:
        """The deed with these parts."""
        return cls.kept(" ".join(parts))

    @classmethod
    def read(cls, text: str) -> Self | None:
        first, _, rest = text.partition(" ")
        return cls.kept(text) if rest and first in _DOERS else None


def moved(army: str) -> Tried:
    """An army has moved."""
    return Tried.made(_MOVE, army)


def led(general: str, path: Sequence[str]) -> Tried:
    """A general has led an army along a way, and leads others of the same march."""
    return Tried.made(_LED, general, path[0], path[-1])


def deed(actor: str, notation: str) -> Tried:
    """An actor's action in a round of turns."""
    return Tried.made(actor, notation)


def known(facts: Iterable[Fact], kind: str, of: str = "", actor: str = "") -> bool:
    """Whether such a fact is among them; with no actor given, by any actor."""
    return any(fact.kind == kind and fact.of == of and actor in ("", fact.actor) for fact in facts)
