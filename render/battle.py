"""A battle for a picture: the opponents, the dice with their arithmetic, the result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from data.catalogue import _
from data.nouns import listed
from render.lettering import fitting

End = Literal["killed", "captured", "wounded"]


class Chief(msgspec.Struct, frozen=True):
    """A commander, and his fate."""

    name: str
    end: End | None = None


class Force(msgspec.Struct, frozen=True):
    """The force of one side in a battle."""

    side: str
    """The game's own id of the side."""
    name: str
    points: tuple[tuple[str, int], ...]
    """Counters by their kind, and the text on them."""
    chiefs: tuple[Chief, ...] = ()
    total: int = 0
    lost: str = ""
    went: str = ""
    fallen: tuple[tuple[str, int], ...] = ()
    """The counters that were lost, as `points`; empty where a game strikes none out."""


class Battle(msgspec.Struct, frozen=True):
    """A battle from its beginning to its end."""

    title: str
    forces: tuple[Force, Force]
    """The attacker first."""
    dice: tuple[int, ...]
    sums: tuple[tuple[str, str], ...]
    """The arithmetic, line by line: a number, and its source."""
    result: str
    told: str
    """One sentence."""

    @property
    def words(self) -> str:
        """The picture in words, for readers who can't see it."""
        sides = " ".join(f"{part}." for force in self.forces for part in _told(force))
        sums = ", ".join(f"{number} {label}" for number, label in self.sums)
        if self.dice:
            sums = _("Dice {faces}: {sums}", faces=listed(map(str, self.dice)), sums=sums)
        return fitting([f"{self.title}.", self.told, sides, f"{sums}.", f"{self.result}."])


def _told(force: Force) -> Iterator[str]:
    """A side's force, losses and moves."""
    if force.chiefs:
        chiefs = ", ".join(chief.name for chief in force.chiefs)
        yield _("{side} with {points} under {chiefs}", side=force.name, points=force.total, chiefs=chiefs)
    else:
        yield _("{side} with {points}", side=force.name, points=force.total)
    yield from (said.removesuffix(".") for said in (force.lost, force.went) if said)
