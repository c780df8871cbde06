"""Positions within a turn, small enough to search some thousands for each that is played."""

from __future__ import annotations

from typing import NamedTuple

from data.levee.schema import MARKERS
from engines.levee.actions import Action
from engines.levee.state import Pending

GONE = 6
"""The box of a unit that is off the map."""
REPUBLIC = MARKERS.index("republic")


class Rest(NamedTuple):
    """The parts that seldom change within a turn; units by their index in the turn's list."""

    phase: str
    stormed: frozenset[int]
    rallied: frozenset[int]
    rotated: frozenset[int]
    conditions: tuple[int, ...]
    napoleon: str
    """Where Napoleon is, as in the state; a unit is given by its name."""
    recalled: bool
    fresh: bool
    """Whether a recall is still in time (X-5.N-f)."""
    committed: bool
    extra: int
    pending: Pending | None


class Board(NamedTuple):
    """A position within a turn, without the actions that are left in it."""

    boxes: tuple[int, ...]
    tracks: tuple[int, ...]
    markers: tuple[str, ...]
    """Places of the Liberation markers; those with one value are sorted, as they are interchangeable."""
    disorder: bool
    rest: Rest


class Move(NamedTuple):
    """An action, what it costs, and the positions that it may lead to with their chances."""

    action: Action
    cost: int
    outcomes: tuple[tuple[float, Board], ...]
    wins: int | None = None
    """How many of the outcomes, from the first, follow on success; None where no die decides."""


def put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """Some values with another in one place."""
    return (*values[:index], value, *values[index + 1 :])
