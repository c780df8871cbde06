"""Checks of a state that came from outside."""

from __future__ import annotations

from data.catalogue import _
from data.vendee.schema import BLUE_ARMIES
from engines.core.checks import require
from engines.vendee.box import Box
from engines.vendee.frames import KINDS, SIDES
from engines.vendee.position.occupation import first_holders
from engines.vendee.position.sight import fewest
from engines.vendee.stack_checks import check_stack
from engines.vendee.state import State, by_kind, points_in, sorted_points, total


def check(box: Box, state: State) -> None:
    """Check that a state from outside is one that the game can have.

    :raises StateError: names the field.
    """
    _tracks(box, state)
    _counters(box, state)
    _officers(box, state)
    _once_only(box, state)
    _frames(box, state)


def canonical(box: Box, state: State) -> State:
    """A state with keys and incidents in the engine's own order."""
    state.forces = {
        area: {kind: state.forces[area][kind] for kind in KINDS if kind in state.forces[area]}
        for area in box.ground.area
        if area in state.forces
    }
    state.officers = {id: state.officers[id] for id in box.general}
    state.arrivals = sorted_points(state.arrivals)
    state.incidents.sort(key=box.incident_pool.index)
    return state


def _tracks(box: Box, state: State) -> None:
    tables = box.charts.tables
    last = len(box.scenario[state.scenario].months)
    require(1 <= state.turn <= last, "turn", _("there are {last} turns", last=last))
    require(set(state.morale) == set(SIDES), "morale", _("both sides have it, and nobody else"))
    for side, value in state.morale.items():
        fits = tables.morale.lowest <= value <= tables.morale.highest
        require(fits, f"morale.{side}", _("morale stands between -2 and 2"))
    require(
        set(state.powder) == set(box.powder),
        "powder",
        _("the markers are {powder}", powder=", ".join(box.powder)),
    )
    for army, value in state.powder.items():
        fits = tables.powder.lowest <= value <= tables.powder.highest
        require(fits, f"powder.{army}", _("a marker stands between -2 and 2"))


def _counters(box: Box, state: State) -> None:
    for area, kinds in state.forces.items():
        require(area in box.ground.area, "forces", _("there is no area {area!r}", area=area))
        require(bool(kinds), f"forces.{area}", _("an area without combat points is not listed"))
        for kind, condition in kinds.items():
            least = min(condition.fresh, condition.activated, condition.routed)
            require(least >= 0 and condition.total > 0, f"forces.{area}.{kind}", _("there is one or more"))
            fits = state.phase == "operations" or condition.fresh == condition.total
            require(fits, f"forces.{area}.{kind}", _("markers come off after the operations"))
    for kind, count in state.arrivals.items():
        require(count > 0, f"arrivals.{kind}", _("there is one or more"))
    for area, counts in state.shown.items():
        for side, count in counts.items():
            points = by_kind(state, area, side)
            fits = fewest(points) < count <= total(points)
            require(fits, f"shown.{area}", _("it is more than the fewest counters, and one a point at most"))


def _officers(box: Box, state: State) -> None:
    require(set(state.officers) == set(box.general), "officers", _("these are not the box's generals"))
    for id, officer in state.officers.items():
        field = f"officers.{id}"
        require(
            (officer.fate == "map") == (officer.area is not None), field, _("who is on the map has an area")
        )
        require(officer.area is None or officer.area in box.ground.area, field, _("there is no such area"))
        waits = officer.fate in ("light", "serious", "arriving")
        require(waits == (officer.due is not None), field, _("who waits has a turn for which he waits"))
        require(officer.fate != "map" or officer.army is not None, field, _("who is on the map has an army"))
        own = box.general[id].army
        require(own is None or officer.army == own, field, _("he is of another army"))
        require(
            officer.ready == "fresh" or state.phase == "operations",
            field,
            _("markers come off after operations"),
        )


def _once_only(box: Box, state: State) -> None:
    require(set(state.markers) == set(box.event), "markers", _("these are not the box's events"))
    for id, left in state.markers.items():
        require(0 <= left <= box.event[id].copies, f"markers.{id}", _("more are left than the box has"))
    pool = list(box.incident_pool)
    for incident in state.incidents:
        require(incident in pool, "incidents", _("more are in the pool than the box has"))
        pool.remove(incident)
    require(set(state.holder) == set(first_holders(box)), "holder", _("they are the bases and strongholds"))
    if state.landing is not None:
        require(state.landing.area in box.ground.landing, "landing", _("nobody can land there"))
    first = {event.occupied for event in box.event.values()}
    require(set(state.entered) <= first, "entered", _("nothing happens when it is entered first"))
    require(len(set(state.entered)) == len(state.entered), "entered", _("it is entered first once"))
    require(set(state.at_sea) <= set(BLUE_ARMIES), "at_sea", _("they are Republicans"))
    most = box.charts.tables.deserters.most
    require(0 <= state.deserters <= most, "deserters", _("no more than {most} join", most=most))
    require(set(state.tested) <= set(box.general), "tested", _("there is no such general"))
    require(set(state.fought) <= set(box.general), "fought", _("there is no such general"))


def _frames(box: Box, state: State) -> None:
    require(
        bool(state.stack) == (state.phase != "over"),
        "stack",
        _("somebody has a choice until the game is over"),
    )
    check_stack(box, state)
    if state.phase != "operations":
        contested = [
            area
            for area in state.forces
            if points_in(state, area, "republican") and points_in(state, area, "royalist")
        ]
        require(not contested, "forces", _("both sides are in one area outside operations"))
