"""The view under the names that programs may rely on, whatever the game's own view becomes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from data.vendee.schema import Side
from engines.vendee.box import Box
from engines.vendee.frames import SIDES, Kind
from engines.vendee.score import working
from engines.vendee.state import State, side_of
from engines.vendee.view import StackView, sees, view


class Stack(msgspec.Struct, frozen=True):
    """One side's counters in an area; empty where it has none, and where the viewer can't see them."""

    strength: dict[Kind, int]
    """Combat points of each army."""
    generals: list[str]
    hidden: bool
    """Whether there are counters that the viewer can't see into."""
    counters: int


def published(box: Box, state: State, seat: str | None) -> Mapping[str, Any]:
    """The view of a seat, or with None of the public: every area with both sides, and the score so far."""
    seen = view(box, state, seat)
    return {
        **msgspec.structs.asdict(seen),
        "turn": box.scenario[state.scenario].months[state.turn - 1].casefold(),
        "number": state.turn,
        "areas": {
            area: {side: _stack(seen.areas.get(area, {}).get(side)) for side in SIDES}
            for area in box.ground.area
        },
        "score": score(box, state, seat),
    }


def score(box: Box, state: State, seat: str | None) -> dict[Side, int]:
    """Victory points of each side if the game ended now (7.2).

    While it goes on, what the viewer can't see counts for nobody.
    """
    known = state.copy()
    if state.phase != "over":
        known.forces = {
            area: {kind: held for kind, held in kinds.items() if sees(box, state, seat, side_of(kind), area)}
            for area, kinds in state.forces.items()
        }
    lines = [line.value for line in working(box, known)]
    return {
        "republican": sum(value for value in lines if value > 0),
        "royalist": -sum(value for value in lines if value < 0),
    }


def _stack(stack: StackView | None) -> Stack:
    if stack is None:
        return Stack({}, [], hidden=False, counters=0)
    if stack.points is None or stack.generals is None:
        return Stack({}, [], hidden=True, counters=stack.counters)
    strength = {kind: held.total for kind, held in stack.points.items()}
    return Stack(strength, list(stack.generals), hidden=False, counters=stack.counters)
