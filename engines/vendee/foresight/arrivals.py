"""Forecast of an event that raises men: the arrivals, from what the side that plays it knows (2.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from data.vendee.schema import ROYAL_ARMIES, Army
from data.vendee.tables import Column
from engines.core.odds import two_dice
from engines.vendee.box import Box
from engines.vendee.state import State
from engines.vendee.tracks.raising import modifiers, raised, within_pool


class Raising(NamedTuple):
    """The arrivals of an army by a roll."""

    army: Army
    terms: dict[str, int]
    """Modifiers of the roll by reason."""
    least: int
    most: int
    mean: Fraction


def raisings(box: Box, state: State, rolls: Mapping[Army, Column]) -> Iterator[Raising]:
    """The rolls of an event, each by itself: only of own armies, as the counters on the map count."""
    for army, column in rolls.items():
        royal = next((known for known in ROYAL_ARMIES if known == army), None)
        terms = modifiers(box, state, royal) if royal else {}
        sums = two_dice().map(sum)
        added = sum(terms.values())
        counts = {roll: _brought(box, state, army, column, roll + added) for roll in sums.weights}
        few, many = min(counts.values()), max(counts.values())
        yield Raising(army, terms, few, many, sums.mean(counts.__getitem__))


def _brought(box: Box, state: State, army: Army, column: Column, roll: int) -> int:
    return within_pool(box, state, army, raised(state, army, box.charts.reinforcements(column, roll)))
