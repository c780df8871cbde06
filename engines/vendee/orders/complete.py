"""Completions of a standing order while it is typed: own names first, or the enemy's where he is meant."""

from __future__ import annotations

from collections.abc import Sequence

from data.vendee.schema import Side
from engines.core.orders import Named
from engines.vendee.box import Box
from engines.vendee.frames import REPUBLICAN, enemy
from engines.vendee.orders.slots import COLUMNS
from engines.vendee.position.sight import occupied
from engines.vendee.state import State, generals_on_map

_FOES = ("against", "near")
"""Words after which the enemy's areas and generals are meant."""
_SIDES = (*_FOES, "with", "from")


def named(box: Box, state: State, side: Side) -> Named:
    """The alternatives of a side for a word of a form."""
    points, generals = occupied(box, state, side)
    own = [area for area in box.ground.area if area in points or area in generals]
    others = [area for area in box.ground.area if area not in own]
    leaders = generals_on_map(box, state, side)
    ours: dict[str, Sequence[str]] = {
        "AREA": (*own, *others),
        "GENERAL": (*leaders, *(id for id in box.generals_of[side] if id not in leaders)),
        "ARMY": REPUBLICAN if side == "republican" else tuple(box.powder),
    }
    theirs = {**ours, "AREA": (*others, *own), "GENERAL": box.generals_of[enemy(side)]}

    def meant(word: str, before: Sequence[str]) -> Sequence[str]:
        if word in COLUMNS:
            return (word, *(column for column in COLUMNS if column != word))
        if word == "AREA" and before[-1:] == (">",):
            return box.ground.neighbours.get(before[-2], ())
        foes = next((known in _FOES for known in reversed(before) if known in _SIDES), False)
        return (theirs if foes else ours).get(word, ())

    return meant
