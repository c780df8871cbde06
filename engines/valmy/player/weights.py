"""The weights of each side of the automatic player, in victory points."""

from __future__ import annotations

from typing import NamedTuple

from data.valmy.tables import Side


class Weights(NamedTuple):
    """The worth of things to a side."""

    kill: float = 1.0
    """A point of the enemy's troops."""
    point: float = 1.0
    """A point of own troops."""
    city: float = 4.0
    """A city changes hands: two points less here, two more there."""
    early: float = 0.8
    """Share of a city's worth in the first turn; in the last it is all of it."""
    base: float = 3.0
    """An own base, in addition, or one of the enemy's."""
    all_bases: float = 8.0
    """The last base that a side has: its army is shaken for good."""
    fade: float = 0.93
    """The factor of a hope for each movement point on the way."""
    mass: float = 0.025
    """The worth of a stack of one by itself; it grows faster than the stack."""
    exposed: float = 0.75
    """Chance that the enemy attacks where he gains by it."""
    paris: float = 12.0
    """The march out by the west edge, for the Allies; for the French, to stand in its way."""
    back: float = 0.6
    """The cost that keeps a group from going back to where its side has come from."""
    gate: float = 6.0
    """A box of the west edge by which counters have left: the line home begins there."""
    shaken: float = 5.0
    """A failed test of the army's morale."""


WEIGHTS: dict[Side, Weights] = {
    "french": Weights(mass=0.06),
    "allied": Weights(all_bases=14.0, back=1.2),
}
"""The Allies lose the game with Verdun; the French have two armies to unite, and go back on inner lines."""
