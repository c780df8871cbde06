"""Checks of a state that came from outside."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from data.catalogue import _
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.checks import require
from engines.valmy.box import Box
from engines.valmy.frames import SetUp, Surplus
from engines.valmy.phases.recovery import shaken_for_good
from engines.valmy.score import AT_ONCE
from engines.valmy.stack_checks import check_stack
from engines.valmy.state import State, held_by, ratings, units_in


def check(box: Box, state: State) -> None:
    """Check that a state from outside is one that the game can have.

    :raises StateError: names the field.
    """
    _tracks(box, state)
    _units(box, state)
    _leaders(box, state)
    _lines(box, state)
    _ends(state)
    check_stack(box, state)


def canonical(box: Box, state: State) -> State:
    """A state with keys in the engine's own order."""
    state.units = {id: state.units[id] for id in box.unit}
    state.leaders = {id: state.leaders[id] for id in box.leader}
    state.control = {id: state.control[id] for id in box.cities}
    for by_side in (state.chits, state.traffic, state.lost, state.morale):
        _reorder(by_side, SIDES)
    state.came, state.veiled = _in_order(box, state.came), _in_order(box, state.veiled)
    state.stack = [
        replace(frame, given={seat: frame.given[seat] for seat in frame.seats if seat in frame.given})
        if isinstance(frame, SetUp)
        else frame
        for frame in state.stack
    ]
    return state


def _in_order(
    box: Box, lines: Mapping[str, Mapping[Side, tuple[str, ...]]]
) -> dict[str, Mapping[Side, tuple[str, ...]]]:
    return {
        place: {side: lines[place][side] for side in SIDES if side in lines[place]}
        for place in box.boxes
        if place in lines
    }


def _reorder(known: dict, order: Collection[str]) -> None:  # type: ignore[type-arg]
    for key in order:
        known[key] = known.pop(key)


def _sides(field: str, known: Mapping[Side, object]) -> None:
    require(set(known) == set(SIDES), field, _("both sides have it, and nobody else"))


def _tracks(box: Box, state: State) -> None:
    last = len(box.scenario[state.scenario].turn)
    require(1 <= state.turn <= last, "turn", _("there are {last} turns", last=last))
    _sides("chits", state.chits)
    for side, chits in state.chits.items():
        left = tuple(chit for chit in box.figures.chits if chit in chits)
        require(chits == left, f"chits.{side}", _("they are those of the box, in order and each once"))
    _sides("morale", state.morale)
    _sides("lost", state.lost)
    for side, lost in state.lost.items():
        gone = sum(state.units[id].fate == "eliminated" for id in box.units_of[side] if id in state.units)
        require(0 <= lost <= gone, f"lost.{side}", _("no more were lost this turn than are eliminated"))
    for field, armies in (("fallen", state.fallen), ("just_fallen", state.just_fallen)):
        require(len(set(armies)) == len(armies), field, _("a base is lost once"))
        require(set(armies) <= set(box.bases), field, _("these armies have bases"))
    require(set(state.just_fallen) <= set(state.fallen), "just_fallen", _("what was just lost is lost"))
    for side, morale in state.morale.items():
        steady = morale == "steady" and shaken_for_good(box, state, side)
        require(not steady, f"morale.{side}", _("who has lost every base is shaken for good"))
    require(
        set(state.control) == set(box.cities),
        "control",
        _("the cities are {cities}", cities=", ".join(box.cities)),
    )


def _units(box: Box, state: State) -> None:
    require(set(state.units) == set(box.unit), "units", _("these are not the box's units"))
    for id, unit in state.units.items():
        field = f"units.{id}"
        placed = unit.fate in ("map", "pursuing")
        require(placed == (unit.box is not None), field, _("who is on the map has a box"))
        require(unit.box is None or unit.box in box.boxes, field, _("there is no such box"))
        require(not unit.reduced or box.unit[id].steps > 1, field, _("it has a single step"))
        if unit.leader is not None:
            require(unit.leader in state.leaders, field, _("there is no such leader"))
            require(unit.leader in box.commanders[id], field, _("he may not command it"))
            chief = state.leaders[unit.leader]
            together = unit.fate == chief.fate == "map" and unit.box == chief.box
            require(together, field, _("who is in a holding box is in its leader's box"))


def _leaders(box: Box, state: State) -> None:
    require(set(state.leaders) == set(box.leader), "leaders", _("these are not the box's leaders"))
    shedding = {frame.leader for frame in state.stack if isinstance(frame, Surplus)}
    for id, leader in state.leaders.items():
        field = f"leaders.{id}"
        require(leader.fate != "pursuing", field, _("leaders pursue nobody"))
        require((leader.fate == "map") == (leader.box is not None), field, _("who is on the map has a box"))
        require(leader.box is None or leader.box in box.boxes, field, _("there is no such box"))
        if leader.superior is not None:
            require(leader.superior in state.leaders, field, _("there is no such leader"))
            require(box.may_lead(leader.superior, id), field, _("he may not lead him"))
            together = leader.box is not None and state.leaders[leader.superior].box == leader.box
            require(together, field, _("who is in a holding box is in its leader's box"))
        if id not in shedding:
            fits = len(held_by(state, id)) <= ratings(box, state, id).command
            require(fits, field, _("no more are in a holding box than its leader commands"))


def _lines(box: Box, state: State) -> None:
    _sides("traffic", state.traffic)
    for side, lines in state.traffic.items():
        for one, other in lines:
            fits = other in box.cost.get(one, ()) and box.order[one] < box.order[other]
            require(fits, f"traffic.{side}", _("it is a line of the map, its ends in map order"))
        require(len(set(lines)) == len(lines), f"traffic.{side}", _("a line is listed once"))
    west = set(state.gates) <= set(box.west) and len(set(state.gates)) == len(state.gates)
    require(west, "gates", _("they are boxes of the west edge, each listed once"))
    for place, known in state.came.items():
        field = f"came.{place}"
        require(place in box.boxes, "came", _("there is no box {place!r}", place=place))
        require(bool(known), field, _("a box is listed where somebody came into it"))
        for side, origins in known.items():
            require(
                bool(units_in(box, state, place, side)), field, _("it is forgotten when the last has left")
            )
            fits = bool(origins) and len(set(origins)) == len(origins) and set(origins) <= set(box.boxes)
            require(fits, field, _("they came from boxes, each listed once"))
    for place, known in state.veiled.items():
        fits = place in box.boxes and all(set(lines) <= set(box.boxes) for lines in known.values())
        require(fits, f"veiled.{place}", _("they came from boxes, each listed once"))


def _ends(state: State) -> None:
    over = state.phase == "over"
    require(bool(state.stack) != over, "stack", _("somebody has a choice until the game is over"))
    require(state.ended is None or (over and state.ended in AT_ONCE), "ended", _("nobody has won by that"))
    broken = "broken" in state.morale.values()
    require(over or not broken, "morale", _("the game is over when an army is broken"))
    require(0 <= state.verdun <= (2 if over else 1), "verdun", _("the second turn end wins"))
    gone = all(id in state.leaders and state.leaders[id].fate == "exited" for id in state.left)
    require(gone and len(set(state.left)) == len(state.left), "left", _("who left is out, and left once"))
