"""The view under stable names for programs, independent of later changes to the game's own view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engines.vendee.box import Box
from engines.vendee.frames import SIDES, Kind
from engines.vendee.state import State
from engines.vendee.view import StackView, view


class Stack(msgspec.Struct, frozen=True):
    """One side's counters in an area; empty where it has none, and where the viewer can't see them."""

    strength: dict[Kind, int]
    """Combat points of each army."""
    generals: list[str]
    hidden: bool
    """Whether there are counters that the viewer can't identify."""
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
    }


def _stack(stack: StackView | None) -> Stack:
    if stack is None:
        return Stack({}, [], hidden=False, counters=0)
    if stack.points is None or stack.generals is None:
        return Stack({}, [], hidden=True, counters=stack.counters)
    strength = {kind: held.total for kind, held in stack.points.items()}
    return Stack(strength, list(stack.generals), hidden=False, counters=stack.counters)
