"""Boards that look the same to a side: others lie face down, and something else is still to come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from data.vendee.schema import Side
from engines.vendee.box import Box
from engines.vendee.combat.frames import Retreat
from engines.vendee.frames import SIDES, Condition, Desertion, Refuge, Reinforce, enemy
from engines.vendee.phases.desertion import without_choice
from engines.vendee.position.sight import fewest
from engines.vendee.state import (
    Landing,
    State,
    by_kind,
    generals_in,
    on_map,
    put_force,
    put_officer,
    side_of,
)
from engines.vendee.view import counters, sees

_Stack = tuple[Side, str]
"""Counters of a side in an area."""


def alike(box: Box, state: State, watcher: str | None) -> Iterator[State]:
    """States that differ only in what lies face down to somebody, and in what is his enemy's own note."""
    twin = other_backs(box, state, watcher)
    twin.arrivals = {
        kind: count if side_of(kind) == watcher else count + 1 for kind, count in state.arrivals.items()
    }
    if watcher != "royalist" and state.landing is not None:
        twin.landing = Landing("pornic" if state.landing.area != "pornic" else "les-sables", 8)
    yield twin
    top = state.stack[-1] if state.stack else None
    # Where Royalists place, the Republicans have to say what they control (V-2.2-l).
    if not (watcher == "royalist" and isinstance(top, Reinforce)):
        known = _told_to_fugitives(box, state, watcher)
        unseen = [place for place in _unseen(box, state, watcher) if place[1] not in known]
        yield _at_rest(box, state, unseen, _traded)


def other_backs(box: Box, state: State, watcher: str | None) -> State:
    """The state with other numbers of combat points, and other generals, where they lie face down."""
    return _at_rest(box, state, [*_unseen(box, state, watcher)], _renumbered)


def _at_rest(
    box: Box,
    state: State,
    unseen: Sequence[_Stack],
    change: Callable[[Box, State, Sequence[_Stack]], State],
) -> State:
    """The state with unseen stacks changed, but so that nobody would have gone home already (2.5)."""
    twin = change(box, state, unseen)
    top = twin.stack[-1] if twin.stack else None
    if isinstance(top, Desertion) and without_choice(box, twin, top) is not None:
        staying = [place for place in unseen if top.owed.keys().isdisjoint(state.forces.get(place[1], {}))]
        return change(box, state, staying)
    return twin


def _renumbered(box: Box, state: State, unseen: Sequence[_Stack]) -> State:
    twin = state.copy()
    lone: dict[tuple[Side, str], list[str]] = {}
    for side, area in unseen:
        for general in generals_in(box, state, area, side):
            lone.setdefault((side, state.officers[general].ready), []).append(general)
        for kind, held in state.forces.get(area, {}).items():
            if side_of(kind) == side and held.fresh == held.total:
                other = _as_many_counters(held.total)
                put_force(box, twin, area, kind, Condition(fresh=other))
    top = twin.stack[-1] if twin.stack else None
    if isinstance(top, Desertion):
        # No more can owe it than there are.
        owed = {army: min(count, on_map(twin, army)) for army, count in top.owed.items()}
        twin.stack[-1] = replace(top, owed=owed)
    for generals in lone.values():
        areas = [state.officers[general].area for general in generals]
        for general, elsewhere in zip(generals, (*areas[1:], areas[0]), strict=True):
            put_officer(twin, general, replace(twin.officers[general], area=elsewhere))
    return twin


def _as_many_counters(count: int) -> int:
    """Another number of combat points that lies as as many counters."""
    alike = [other for other in range(1, 41) if fewest({"anjou": other}) == fewest({"anjou": count})]
    return alike[(alike.index(count) + 1) % len(alike)] if count in alike else count


def _unseen(box: Box, state: State, watcher: str | None) -> Iterator[_Stack]:
    """Stacks that lie face down to somebody, but for those that something is being resolved with."""
    busy = {getattr(frame, field, None) for frame in state.stack for field in ("at", "area", "bound")}
    retreats = [frame for frame in state.stack if isinstance(frame, Retreat)]
    busy |= {party.path[-1] for frame in retreats for party in (*frame.parties, *frame.gone)}
    occupied = {*state.forces, *(o.area for o in state.officers.values() if o.area)}
    for area in sorted(occupied, key=box.ground.order.__getitem__):
        for side in SIDES:
            open_to = area in busy or area in state.shown or sees(box, state, watcher, side, area)
            if not open_to:
                yield side, area


def _traded(box: Box, state: State, unseen: Sequence[_Stack]) -> State:
    """Stacks of as many counters have changed places, so that generals may lie where combat points did."""
    twin, forces = state.copy(), dict(state.forces)
    alike: dict[tuple[Side, int], list[str]] = {}
    for side, area in unseen:
        count = counters(box, state, side, area)
        if count and not by_kind(state, area, enemy(side)):
            alike.setdefault((side, count), []).append(area)
    for (side, _), areas in alike.items():
        for area, elsewhere in zip(areas, (*areas[1:], areas[0]), strict=True):
            for general in generals_in(box, state, area, side):
                put_officer(twin, general, replace(twin.officers[general], area=elsewhere))
            forces.pop(elsewhere, None)
            if area in state.forces:
                forces[elsewhere] = state.forces[area]
    twin.forces = {area: forces[area] for area in sorted(forces, key=box.ground.order.__getitem__)}
    return twin


def _told_to_fugitives(box: Box, state: State, watcher: str | None) -> set[str]:
    """Where it is told to whoever falls back whether combat points lie: next to his ways (A-94)."""
    here: set[str] = set()
    for frame in state.stack:
        if isinstance(frame, Retreat) and frame.side == watcher:
            here |= {party.path[-1] for party in frame.parties}
        elif isinstance(frame, Refuge) and frame.side == watcher:
            here.add(frame.area)
    ground = box.ground
    near = {area for place in here for area in ground.ways[place]}
    return near | {area for place in near for area in ground.controlled_from[place]}
