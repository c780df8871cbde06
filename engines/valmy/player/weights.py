"""What each side of the automatic player holds dear, in victory points."""

from __future__ import annotations

from typing import NamedTuple

from data.valmy.tables import Side


class Weights(NamedTuple):
    """What a side thinks things are worth."""

    kill: float = 1.0
    """A point of the enemy's troops."""
    point: float = 1.0
    """A point of one's own."""
    city: float = 4.0
    """A city changes hands: two points less here, two more there."""
    early: float = 0.8
    """Share of a city's worth in the first turn; in the last it is all of it."""
    base: float = 3.0
    """One's own base, besides, or one of the enemy's."""
    all_bases: float = 8.0
    """The last base that a side has: its army is shaken for good."""
    fade: float = 0.93
    """What is left of a hope for each movement point on the way."""
    mass: float = 0.025
    """What a stack of one is worth by itself; it grows faster than the stack."""
    exposed: float = 0.75
    """Chance that the enemy attacks where he gains by it."""
    paris: float = 12.0
    """The march out by the west edge, for the Allies; for the French, to stand in its way."""
    back: float = 0.6
    """What keeps a group from going back to where its side has come from, unless there is more to it."""
    gate: float = 6.0
    """A box of the west edge by which somebody has left: the line home begins there."""
    shaken: float = 5.0
    """A failed test of the army's morale."""


WEIGHTS: dict[Side, Weights] = {
    "french": Weights(mass=0.06),
    "allied": Weights(all_bases=14.0, back=1.2),
}
"""The Allies lose the game with Verdun; the French have two armies to unite, and go back on inner lines."""
