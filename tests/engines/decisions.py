"""What each title asks of its seats, for the tests that look for all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

import engines
from engines.vendee.frames import Condition, EndOfTurn, Leaders, Operations, Powder, Reinforce
from engines.vendee.state import State as VendeeState
from engines.vendee.title import Vendee
from tests.titles.outposts.state import State as OutpostsState

KINDS: Mapping[str, set[str]] = {
    "levee": {"action", "emergency"},
    "outposts": {"commit", "march", "answer", "loss"},
    "vendee": {
        "activation",
        "commander",
        "committee",
        "desertion",
        "fortify",
        "galerne",
        "initiative",
        "landing",
        "losses",
        "march",
        "occupation",
        "operations",
        "port",
        "powder",
        "powder-tie",
        "preemption",
        "pursuit",
        "refuge",
        "reinforcements",
        "retreat",
        "withdraw",
    },
}
"""Kinds of decision. Standing orders are kept by these words, so they may be added to and never changed."""

AT_ONCE = ("outposts",)
"""Titles in which several seats decide at once."""

ALONE: Mapping[str, int] = {"levee": 300, "outposts": 50}
"""Titles in which one roll decides an action, and how many such odds are to be looked at.

The chances of a combat in the Vendée hang on draws and a table; its own tests count them out.
"""

FOR_ME: Mapping[str, Mapping[str, str]] = {
    "levee": {},
    "outposts": {"lose auto": "lose "},
    "vendee": {"desert auto": "desert "},
}
"""For each title: the actions that take several small decisions at once, and how those begin.

What the Vendée places, loses or retreats by itself has too many ways, or is interrupted on them.
"""

ORDERED: Mapping[str, str] = {"AREA": "cholet", "ARMY": "anjou", "GENERAL": "menou", "N": "6"}
"""What stands for a choice in the form of a standing order, and one choice."""


def _marching(state: msgspec.Struct) -> str | None:
    assert isinstance(state, OutpostsState)
    return state.marching[0] if state.marching else None


def _under_way(state: msgspec.Struct) -> str | None:
    assert isinstance(state, VendeeState)
    for frame in reversed(state.stack):
        if isinstance(frame, Operations):
            return frame.hand
        if isinstance(frame, Reinforce):
            return frame.side
    return None


IN_HAND: Mapping[str, Callable[[msgspec.Struct], str | None]] = {
    "levee": lambda state: "france",
    "outposts": _marching,
    "vendee": _under_way,
}
"""For each title: whose turn it is; None while it is everybody's."""


def _seldom_in_the_vendee(state: msgspec.Struct) -> Iterator[msgspec.Struct]:
    """The English land at a middling place; armies tie for most combat points; the Vendée is lost."""
    assert isinstance(state, VendeeState)
    title = engines.find("vendee")
    assert isinstance(title, Vendee)
    twin = state.copy()
    match state.stack:
        case [*_, Reinforce("royalist", True)]:
            twin.stack.append(Powder())
            yield twin
        case [Operations()]:
            twin.stack.append(Leaders(1, ("anjou", "centre"), ("bas-poitou",), True, "A battle", "5.2"))
            yield twin
        case [] | [EndOfTurn()]:
            pass
        case _ if state.phase == "committee" and state.markers["e14"]:
            twin.phase, twin.stack = "end", [EndOfTurn()]
            twin.morale["royalist"] = title.box.charts.tables.morale.lowest
            for area in title.box.ground.primary:
                twin.forces[area] = {"saumur": Condition(1)}
            yield twin


SELDOM: Mapping[str, Callable[[msgspec.Struct], Iterator[msgspec.Struct]]] = {"vendee": _seldom_in_the_vendee}
"""For a title that has decisions which random play hardly ever meets: states with them, made of one met."""
