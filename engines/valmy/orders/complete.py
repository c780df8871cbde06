"""Completions of a standing order while it is typed: the side's own counters, and boxes."""

from __future__ import annotations

from collections.abc import Sequence

from data.valmy.tables import Side
from engines.core.orders import Named
from engines.valmy.box import Box
from engines.valmy.orders.slots import ODDS
from engines.valmy.state import State


def named(box: Box, state: State, side: Side) -> Named:
    """The alternatives of a side for a word of a form."""
    units = [id for id in box.units_of[side] if state.units[id].fate == "map"]
    leaders = [id for id in box.leaders_of[side] if state.leaders[id].fate == "map"]
    held = {state.units[id].box for id in units} | {state.leaders[id].box for id in leaders}
    own = [place for place in box.boxes if place in held]
    known: dict[str, Sequence[str]] = {
        "BOX": (*own, *(place for place in box.boxes if place not in held)),
        "LEADER": leaders,
        "UNIT": units,
    }

    def meant(word: str, before: Sequence[str]) -> Sequence[str]:
        if word in ODDS:
            return (word, *(odds for odds in ODDS if odds != word))
        return known.get(word, ())

    return meant
