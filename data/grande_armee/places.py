"""Names of hexes without a town of their own: by the nearest town."""

from __future__ import annotations

import math
from collections.abc import Mapping

from data.catalogue import N_
from data.grande_armee.hexes import Hex, depth, distance, place
from data.sentences import Sentence, _l

COMPASS = (N_("N"), N_("NE"), N_("E"), N_("SE"), N_("S"), N_("SW"), N_("W"), N_("NW"))
"""Clockwise, an eighth of a circle each: enough for the six hexes around a town."""
FINE = (
    *(N_("N"), N_("NNE"), N_("NE"), N_("ENE"), N_("E"), N_("ESE"), N_("SE"), N_("SSE")),
    *(N_("S"), N_("SSW"), N_("SW"), N_("WSW"), N_("W"), N_("WNW"), N_("NW"), N_("NNW")),
)
"""Clockwise, a sixteenth each: the twelve hexes two steps from a town have each their own."""


class Places:
    """The hexes of a map by its towns.

    :param towns: names of towns by their hexes.
    """

    def __init__(self, towns: Mapping[Hex, str]) -> None:
        self._towns = towns
        self._known: dict[Hex, tuple[int, str, str]] = {}

    def beside(self, hex: Hex) -> Sentence:
        """`1542 (2 SE of Ulm)`: the figures, and steps and bearing from the nearest town."""
        if not self._towns:
            return Sentence(hex)
        steps, way, name = self._from_town(hex)
        if steps == 1:
            return _l("{hex} ({way} of {town})", hex=hex, way=way, town=name)
        return _l("{hex} ({steps} {way} of {town})", hex=hex, steps=steps, way=way, town=name)

    def near(self, hex: Hex) -> Sentence:
        """`Ulm`, `SE of Ulm` or `2 hexes SSE of Ulm`: without figures, for a reader who sees the map."""
        if not self._towns or hex in self._towns:
            return Sentence(self._towns.get(hex, hex))
        steps, way, name = self._from_town(hex)
        if steps == 1:
            return _l("{way} of {town}", way=way, town=name)
        return _l("{steps} hexes {way} of {town}", steps=steps, way=way, town=name)

    def _from_town(self, hex: Hex) -> tuple[int, str, str]:
        """Steps and bearing from the nearest town, and its name."""
        if hex not in self._known:
            steps, town = min((distance(hex, town), town) for town in self._towns)
            winds = COMPASS if steps == 1 else FINE
            self._known[hex] = steps, winds[_bearing(town, hex, len(winds))].message, self._towns[town]
        return self._known[hex]


def _bearing(start: Hex, end: Hex, winds: int) -> int:
    """The part of a compass of so many winds in which a hex lies, seen from another."""
    (column, row), (far, low) = place(start), place(end)
    east, south = 1.5 * (far - column), math.sqrt(3) / 2 * (depth(far, low) - depth(column, row))
    return round(math.atan2(east, -south) * winds / (2 * math.pi)) % winds
