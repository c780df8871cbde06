"""A side's chance to win, read from a position by the weights of `worth.toml`."""

from __future__ import annotations

from enum import Enum
from math import erf, sqrt

from data.vendee.schema import Side
from data.worth import weights
from engines.core.search import Worth
from engines.vendee.box import Box
from engines.vendee.frames import REPUBLICAN, ROYALIST
from engines.vendee.score import has_bridge, holds, outcome
from engines.vendee.state import State, on_map


class Term(Enum):
    """What a chance is read from."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    BLUE = "blue"
    ROYAL = "royal"
    SEA = "sea"
    BRIDGE = "bridge"
    SOUTH = "south"
    BLUE_MORALE = "blue-morale"
    ROYAL_MORALE = "royal-morale"
    POWDER = "powder"
    BLUE_GENERALS = "blue-generals"
    ROYAL_GENERALS = "royal-generals"


_MORALE, _POWDER, _GENERAL = 0.8, 0.4, 0.5
"""What a level of morale, one of arms and powder and a general are taken to be worth, in such points."""
_IN_PLAY = ("map", "arriving", "light", "serious")
"""Fates of generals who may still lead."""


def measures(box: Box, state: State) -> dict[Term, float]:
    """What a chance is read from, as players count it."""
    ground = box.ground
    count = {
        side: sum(state.officers[id].fate in _IN_PLAY for id in generals)
        for side, generals in box.generals_of.items()
    }
    return {
        Term.PRIMARY: sum(holds(state, area, "republican") for area in ground.primary),
        Term.SECONDARY: sum(holds(state, area, "republican") for area in ground.secondary),
        Term.BLUE: sum(on_map(state, kind) for kind in REPUBLICAN),
        Term.ROYAL: sum(on_map(state, kind) for kind in ROYALIST),
        Term.SEA: any(holds(state, area, "royalist") for area in ground.ports),
        Term.BRIDGE: has_bridge(box, state),
        Term.SOUTH: any(holds(state, area, "royalist") for area in ground.south),
        Term.BLUE_MORALE: state.morale["republican"],
        Term.ROYAL_MORALE: state.morale["royalist"],
        Term.POWDER: sum(state.powder.values()),
        Term.BLUE_GENERALS: count["republican"],
        Term.ROYAL_GENERALS: count["royalist"],
    }


def chance(box: Box, state: State, side: Side) -> Worth:
    """A side's chance to win; the Royalists' is that the Republic does not, which is its defeat (7.2)."""
    seen = measures(box, state)
    result = outcome(box, state)
    if result is not None:
        blue = float(result.winner == "republican")
    else:
        known, left = weights("vendee"), len(box.scenario[state.scenario].months) + 1 - state.turn
        count = known["count"] + known["month"] * left
        count += sum(known[term.value] * value for term, value in seen.items())
        beyond = count - box.charts.tables.victory.tactical + 0.5
        blue = 0.5 * (1 + erf(beyond / known["spread"] / sqrt(2)))
    return Worth(blue if side == "republican" else 1 - blue, seen)


def counted(box: Box) -> dict[Term, float]:
    """What each of a measure is worth to the Republic in points of the final count (7.2), or comes to be."""
    points = box.charts.tables.victory
    return {
        Term.PRIMARY: points.primary,
        Term.SECONDARY: points.secondary,
        Term.BLUE: points.republican_ten / 10,
        Term.ROYAL: -points.royalist_ten / 10,
        Term.SEA: -points.sea,
        Term.BRIDGE: -points.bridge,
        Term.SOUTH: -points.south,
        Term.BLUE_MORALE: _MORALE,
        Term.ROYAL_MORALE: -_MORALE,
        Term.POWDER: -_POWDER,
        Term.BLUE_GENERALS: _GENERAL,
        Term.ROYAL_GENERALS: -_GENERAL,
    }
