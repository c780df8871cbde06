"""The frontiers of a year, where they are no longer those of 1805.

By the treaties of Pressburg (1805: Tyrol and Vorarlberg to Bavaria), of Paris (1806: Ansbach to Bavaria) and
of Tilsit (1807: the Prussian lands west of the Elbe and Hesse to the Kingdom of Westphalia, Bayreuth to the
French). No rule reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from data.catalogue import N_
from data.hexes import Hex, place


class Ceded(NamedTuple):
    """Ground that another has."""

    land: str
    """Id of the region that it was of, in 1805."""
    to: str
    """Id of the land that it is."""
    name: N_
    where: Callable[[int, int], bool] = lambda _column, _row: True
    """Which of its hexes, by column and row."""


_TYROL = Ceded("austria", "tyrol", N_("Tyrol, Bavarian"), lambda column, row: column <= 28 and row >= 45)
_ANSBACH = Ceded("ansbach", "ansbach-bavarian", N_("Ansbach, Bavarian"))
_PEACE = (_TYROL, _ANSBACH)
CHANGES: Mapping[str, tuple[Ceded, ...]] = {
    "1806": _PEACE,
    "1809": (
        *_PEACE,
        Ceded("bayreuth", "bayreuth-french", N_("Bayreuth, French")),
        Ceded("hesse", "westphalia", N_("Westphalia")),
        Ceded("prussia", "westphalia", N_("Westphalia"), lambda column, row: column <= 23 and row >= 5),
    ),
}
"""By the scenario."""


def of_year(region: Mapping[Hex, str], scenario: str) -> dict[Hex, str]:
    """The land of each hex in a scenario."""
    changes = CHANGES.get(scenario, ())

    def land(hex: Hex, id: str) -> str:
        column, row = place(hex)
        return next((each.to for each in changes if each.land == id and each.where(column, row)), id)

    return {hex: land(hex, id) for hex, id in region.items()}


def names(scenario: str) -> dict[str, str]:
    """What the lands are called that are not those of 1805."""
    return {each.to: str(each.name) for each in CHANGES.get(scenario, ())}
