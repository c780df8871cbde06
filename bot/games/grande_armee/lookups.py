"""The look-ups of `/grande-armee`: hexes, and the sheets of the map."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.grande_armee.names import Names
from bot.games.grande_armee.standing import lines
from data.catalogue import N_, _
from data.grande_armee.hexes import Hex
from data.grande_armee.tables import Terrain
from data.grande_armee.texts import CROSSINGS, SEATS, TERRAIN
from data.nouns import labelled, numbered
from engines.grande_armee.view import View


def sheet(names: Names, view: View, which: str) -> list[str]:
    """The lines beside a sheet of the map: beside that of zones, what its signs mean."""
    if which != "zones":
        return list(lines(names, view))
    signs = _(
        "-# Hatching is control, rising of the Allies and falling of the French; dense is total, wide is "
        "partial (ZOC). A frame is the reach of supply."
    )
    return [next(lines(names, view)), signs]


def hex(names: Names, view: View, id: Hex) -> Iterator[str]:
    """A hex: its ground, the units on it, and the hexside and cost of each step out of it."""
    box = names.box
    kind: Terrain = box.terrain[id]
    yield f"## {names.hex(id)}"
    yield _("-# {ground}, defence ×{factor}", ground=TERRAIN[kind], factor=box.factor(id))
    fortress = next((each for each in view.fortresses.values() if each.hex == id), None)
    if fortress is not None:
        held = N_("Fortress of the {side}, {points} points")
        besieged = N_("Fortress of the {side}, {points} points, besieged")
        words = besieged if fortress.besieged else held
        yield words(side=SEATS[fortress.control], points=fortress.value)
    here = [(unit_id, unit) for unit_id, unit in view.units.items() if unit.hex == id]
    for unit_id, unit in here:
        hurt = _(", disrupted") if unit.disrupted is not None else ""
        left = "" if unit.left is None else _(", {points} left", points=numbered(unit.left, "movement point"))
        yield f"- {names.name(unit_id)}{hurt}{left}"
    if not here:
        yield _("Nobody is there.")
    yield _("**Neighbours**")
    costs = {way.end: way.cost for way in box.ways[id]}
    for near, crossing in box.crossings[id].items():
        cost = costs.get(near)
        points = "" if cost is None else _(", {cost} to go there", cost=cost)
        way = f"{TERRAIN[box.terrain[near]]}, {CROSSINGS[crossing.value]}{points}"
        yield f"- {labelled(names.hex(near), way)}"
