"""What stands for hexes and units in a standing order, while it is read and while it is typed."""

from __future__ import annotations

from collections.abc import Sequence

from data.catalogue import _
from data.grande_armee.schema import Side
from data.hexes import Hex
from engines.core.errors import NotationError
from engines.core.notation import joined
from engines.core.orders import Named
from engines.grande_armee.box import Box
from engines.grande_armee.position import UnitId
from engines.grande_armee.state import State
from engines.grande_armee.words import nameable, town_or_hex


class OrderWords:
    """Words of orders, which may name units that are not on the map yet."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def hex(self, typed: str) -> Hex:
        """A hex by its figures or its town.

        :raises NotationError: there is none.
        """
        return town_or_hex(self._box, typed.strip())

    def unit(self, typed: str) -> UnitId:
        """A leader, or a unit by its kind and number.

        :raises NotationError: there can be none.
        """
        id = joined(typed.strip())
        if nameable(self._box, id):
            return id
        raise NotationError(_("{typed!r} is no unit", typed=typed))


def named(box: Box, state: State, side: Side) -> Named:
    """What a side may mean by a word of a form: its Fortresses first, and its own units, or the enemy's."""
    own = [box.place[town] for town, holder in state.control.items() if holder == side]
    towns = [town.hex for town in box.pack.towns.town]
    known: dict[str, Sequence[str]] = {
        "HEX": (*dict.fromkeys((*own, *towns)),),
        "UNIT": sorted(state.pieces),
    }
    return lambda word, before: known.get(word, ())
