"""The weights of each side of the automatic player, in points of the final count (7.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from data.vendee.schema import Side, Terrain


class Weights(NamedTuple):
    """The worth of things to a side."""

    place: tuple[float, ...]
    """Share of the worth of an objective by turn: an early gain may be lost again."""
    way: tuple[float, ...]
    """The same for ports, bridges and towns of the south."""
    pull: tuple[float, ...]
    """Share of the worth of a place that is still to be reached."""
    spare: float = 0.12
    """A port, a bridge or a town of the south while the side has another."""
    guard: float = 0.12
    """A way that the enemy has not taken, for the Republic."""
    kept: float = 0.0
    """A base, a stronghold and a bridge that the enemy can't just walk into, each."""
    distance: float = 0.9
    """The factor of a worth for each action point on the way to it."""
    morale: float = 0.8
    """A level of morale."""
    fear: tuple[float, ...] = (0.3, 1.0, 4.0, 10.0)
    """Royalist morale at its lowest, by the primary objectives that the Republic holds."""
    crossing: tuple[float, ...] = (0.0, 1.0, 8.0)
    """A primary objective with royalist morale at its lowest, by the others that the Republic holds."""
    head: float = 3.0
    """A general of no strategic skill, who may be guillotined."""
    powder: float = 0.4
    """A level of arms and powder below 0."""
    point: float = 0.12
    """An own combat point."""
    kill: float = 0.15
    """A combat point of the enemy."""
    later: float = 0.5
    """Share of the worth of a fight that is still to be reached."""
    mass: float = 0.02
    """The worth of a stack of one by itself; it grows faster than the stack."""
    whole: int = 12
    """Combat points that can hope for the full worth of an aim."""
    exposed: float = 0.6
    """Chance that the enemy attacks where he can, if he is still to act in this turn."""
    answered: float = 0.4
    """The same when he has handed over."""
    late: float = 0.25
    """The same in the last turn, if he is still to act."""
    ended: float = 0.15
    """The same in the last turn, when he has handed over."""
    front: tuple[float, ...] = (1.0, 0.6, 0.3)
    """The weight of an enemy stack where it can be in one activation, in one and a half, in two."""
    hidden: float = 3.5
    """Expected combat points of a face-down counter."""
    ground: Mapping[Terrain, float] = {"clear": 1.0, "mixed": 1.0, "bocage": 1.0, "marsh": 1.0}
    """The factor of combat points' strength in a terrain."""


_ROYALIST = Weights(
    place=(0.4, 0.4, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0),
    way=(0.03, 0.03, 0.03, 0.03, 0.03, 0.05, 0.15, 1.0),
    pull=(0.1, 0.1, 0.1, 0.1, 0.15, 0.25, 0.6, 1.0),
    point=0.1,
    kill=0.2,
    whole=20,
    ground={"clear": 0.7, "mixed": 1.0, "bocage": 1.4, "marsh": 1.4},
)
_REPUBLICAN = Weights(
    place=(0.4, 0.5, 0.6, 0.7, 0.9, 1.1, 1.2, 1.0),
    way=(0.1, 0.1, 0.15, 0.2, 0.3, 0.4, 0.7, 1.0),
    pull=(0.5, 0.5, 0.6, 0.6, 0.7, 0.8, 0.9, 1.0),
    guard=0.16,
    kept=1.0,
    point=0.1,
    kill=0.25,
    mass=0.0,
    whole=8,
    exposed=0.45,
    answered=0.25,
    hidden=2.0,
    ground={"clear": 1.4, "mixed": 1.0, "bocage": 0.7, "marsh": 0.7},
)
WEIGHTS: dict[Side, Weights] = {"royalist": _ROYALIST, "republican": _REPUBLICAN}
"""Royalists keep one army and trust bocage; the Republic holds ground with many columns and trusts plains."""
