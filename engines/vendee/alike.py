"""States that look the same to a side: other counters lie face down, and other secrets are still to come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from data.vendee.schema import Side
from engines.vendee.box import Box
from engines.vendee.combat.frames import Retreat
from engines.vendee.frames import SIDES, Condition, Desertion, Refuge, Reinforce, enemy
from engines.vendee.phases.desertion import without_choice
from engines.vendee.position.groups import activation
from engines.vendee.position.sight import fewest
from engines.vendee.state import (
    Landing,
    State,
    by_kind,
    controlled,
    generals_in,
    on_map,
    points_in,
    put_force,
    put_officer,
    side_of,
)
from engines.vendee.view import counters, sees

_Stack = tuple[Side, str]
"""Counters of a side in an area."""
_Mixed = tuple[Side, list[str], list[str]]
"""Areas of a side's stacks with equal numbers of counters: with combat points, and with generals only."""
_Change = Callable[[Box, State, Sequence[_Stack]], State]
"""A function that changes face-down stacks of a state."""


def alike(box: Box, state: State, watcher: str | None) -> Iterator[State]:
    """States that differ only in counters face down to the watcher, and in his enemy's secret note."""
    twin = other_backs(box, state, watcher)
    twin.arrivals = {
        kind: count if side_of(kind) == watcher else count + 1 for kind, count in state.arrivals.items()
    }
    if watcher != "royalist" and state.landing is not None:
        twin.landing = Landing("pornic" if state.landing.area != "pornic" else "les-sables", 8)
    yield twin
    unseen = [*_unseen(box, state, watcher)]
    for extreme in (min, max):
        yield _at_rest(box, state, unseen, partial(_renumbered, other=partial(_extreme, extreme)))
    top = state.stack[-1] if state.stack else None
    # Where Royalists place, the Republicans have to say which areas they control (V-2.2-l).
    if not (watcher == "royalist" and isinstance(top, Reinforce)):
        known = _told_to_fugitives(box, state, watcher)
        unknown = [place for place in unseen if place[1] not in known]
        for change in (_traded, *_gatherings(box, state, watcher, unknown)):
            twin = _at_rest(box, state, unknown, change)
            if _as_stated(box, state, twin):
                yield twin


def other_backs(box: Box, state: State, watcher: str | None) -> State:
    """The state with other numbers of combat points, and other generals, where they lie face down."""
    return _at_rest(box, state, [*_unseen(box, state, watcher)], partial(_renumbered, other=_next))


def _at_rest(
    box: Box,
    state: State,
    unseen: Sequence[_Stack],
    change: _Change,
) -> State:
    """The state with unseen stacks changed, but so that no unit would have gone home already (2.5)."""
    twin = change(box, state, unseen)
    top = twin.stack[-1] if twin.stack else None
    if isinstance(top, Desertion) and without_choice(box, twin, top) is not None:
        staying = [place for place in unseen if top.owed.keys().isdisjoint(state.forces.get(place[1], {}))]
        return change(box, state, staying)
    return twin


def _renumbered(
    box: Box, state: State, unseen: Sequence[_Stack], other: Callable[[int, Sequence[int]], int]
) -> State:
    twin = state.copy()
    lone: dict[tuple[Side, str], list[str]] = {}
    for side, area in unseen:
        for general in generals_in(box, state, area, side):
            lone.setdefault((side, state.officers[general].ready), []).append(general)
        for kind, held in state.forces.get(area, {}).items():
            masked = area in state.shown
            if side_of(kind) == side and held.fresh == held.total and not masked:
                count = other(held.total, _as_many_counters(held.total))
                put_force(box, twin, area, kind, Condition(fresh=count))
    top = twin.stack[-1] if twin.stack else None
    if isinstance(top, Desertion):
        # An army can't owe more than it has.
        owed = {army: min(count, on_map(twin, army)) for army, count in top.owed.items()}
        twin.stack[-1] = replace(top, owed=owed)
    for generals in lone.values():
        areas = [state.officers[general].area for general in generals]
        for general, elsewhere in zip(generals, (*areas[1:], areas[0]), strict=True):
            put_officer(twin, general, replace(twin.officers[general], area=elsewhere))
    return twin


def _as_many_counters(count: int) -> list[int]:
    """Numbers of combat points that show as equally many counters."""
    fewest_of = fewest({"anjou": count})
    return [other for other in range(1, 41) if fewest({"anjou": other}) == fewest_of] or [count]


def _next(count: int, numbers: Sequence[int]) -> int:
    return numbers[(numbers.index(count) + 1) % len(numbers)] if count in numbers else count


def _extreme(of: Callable[[Sequence[int]], int], count: int, numbers: Sequence[int]) -> int:
    return of(numbers)


def _unseen(box: Box, state: State, watcher: str | None) -> Iterator[_Stack]:
    """Stacks that lie face down to the watcher, without those that a frame is about."""
    busy = {getattr(frame, field, None) for frame in state.stack for field in ("at", "area", "bound")}
    retreats = [frame for frame in state.stack if isinstance(frame, Retreat)]
    busy |= {party.path[-1] for frame in retreats for party in (*frame.parties, *frame.gone)}
    occupied = {*state.forces, *(o.area for o in state.officers.values() if o.area)}
    for area in sorted(occupied, key=box.ground.order.__getitem__):
        for side in SIDES:
            if area not in busy and not sees(box, state, watcher, side, area):
                yield side, area


def _traded(box: Box, state: State, unseen: Sequence[_Stack]) -> State:
    """Stacks of equally many counters have swapped places, so that generals may lie where points did."""
    sources: dict[_Stack, str] = {}
    for side, areas in _interchangeable(box, state, unseen):
        for area, elsewhere in zip(areas, (*areas[1:], areas[0]), strict=True):
            sources[side, elsewhere] = area
    return _moved(box, state, sources)


def _gatherings(box: Box, state: State, watcher: str | None, unseen: Sequence[_Stack]) -> Iterator[_Change]:
    """Two changes for each place that face-down counters may hold or control: one so that they do, and one so
    that they do not.

    A step from one such place to another is forbidden where both are controlled.
    """
    near = {place for _, area in unseen for place in (area, *box.ground.controls[area])}
    places = sorted(near, key=box.ground.order.__getitem__)
    wanted = [(place,) for place in places]
    steps = [
        (start, end)
        for start in places
        if any(side == watcher for side in SIDES if by_kind(state, start, side))
        for end in box.ground.neighbours[start]
        if end in near
    ]
    mixed = _mixed(box, state, unseen)
    boards: set[frozenset[_Stack]] = {frozenset()}
    for held, goals in ((True, [*wanted, *steps]), (False, wanted)):
        for goal in goals if mixed else ():
            sources = _gathering(box, mixed, goal, held=held)
            board = frozenset(sources)
            if board not in boards:
                boards.add(board)
                yield partial(_gathered, goal=goal, held=held, known=(unseen, sources))


def _gathered(
    box: Box,
    state: State,
    unseen: Sequence[_Stack],
    goal: Sequence[str],
    *,
    held: bool,
    known: tuple[Sequence[_Stack], Mapping[_Stack, str]],
) -> State:
    """Combat points have changed places with lone generals, to hold or control some places, or not to.

    :param known: the old areas of the stacks that change places, where it is these stacks that may.
    """
    if unseen is known[0]:
        return _moved(box, state, known[1])
    return _moved(box, state, _gathering(box, _mixed(box, state, unseen), goal, held=held))


def _gathering(box: Box, mixed: Sequence[_Mixed], goal: Sequence[str], *, held: bool) -> dict[_Stack, str]:
    """The old areas of the stacks that change places."""
    sources: dict[_Stack, str] = {}
    for side, armed, lone in mixed:
        before, others = (armed, lone) if held else (lone, armed)
        after = _first(box, [*armed, *lone], goal)[: len(before)]
        coming = [area for area in before if area not in after]
        going = [area for area in after if area in others]
        for one, other in zip(coming, going, strict=True):
            sources[side, one], sources[side, other] = other, one
    return sources


def _mixed(box: Box, state: State, unseen: Sequence[_Stack]) -> list[_Mixed]:
    kinds: list[_Mixed] = []
    for side, areas in _interchangeable(box, state, unseen):
        armed = [area for area in areas if by_kind(state, area, side)]
        lone = [area for area in areas if area not in armed]
        if armed and lone:
            kinds.append((side, armed, lone))
    return kinds


def _first(box: Box, areas: Sequence[str], goal: Sequence[str]) -> list[str]:
    """Areas in the order in which they hold or control places: each place once before any of them again."""
    first: list[str] = []
    reached: dict[str, set[str]] = {}
    for area in areas:
        if places := {place for place in goal if place == area or place in box.ground.controls[area]}:
            reached[area] = places
    missing: set[str] = set()
    while reached:
        missing = missing or set(goal)
        best = max(reached, key=lambda area: (len(reached[area] & missing), area in goal))
        if best not in goal and reached[best].isdisjoint(missing):
            # None of those that are left reaches a place that is missing.
            break
        first.append(best)
        missing -= reached.pop(best)
    return [*first, *(area for area in areas if area not in first)]


def _interchangeable(box: Box, state: State, unseen: Sequence[_Stack]) -> Iterable[tuple[Side, list[str]]]:
    """Areas of stacks with equally many counters, by side."""
    areas: dict[tuple[Side, int], list[str]] = {}
    for side, area in unseen:
        count = counters(box, state, side, area)
        if count and not by_kind(state, area, enemy(side)):
            areas.setdefault((side, count), []).append(area)
    return [(side, places) for (side, _), places in areas.items()]


def _moved(box: Box, state: State, sources: Mapping[_Stack, str]) -> State:
    """The state with the stacks of other areas in some areas; equal stacks give an equal state."""
    twin, forces, shown = state.copy(), dict(state.forces), dict(state.shown)
    for (side, area), source in sources.items():
        for general in generals_in(box, state, source, side):
            put_officer(twin, general, replace(twin.officers[general], area=area))
        forces.pop(area, None)
        shown.pop(area, None)
        if source in state.forces:
            forces[area] = state.forces[source]
        if source in state.shown:
            shown[area] = state.shown[source]
    twin.forces = {area: forces[area] for area in sorted(forces, key=box.ground.order.__getitem__)}
    twin.shown = shown
    return twin


def _as_stated(box: Box, state: State, twin: State) -> bool:
    """Whether the owner's earlier statements to the moving group still hold (V-3.6-e)."""
    group = activation(state)
    if group is None:
        return True
    foe = enemy(group.side)
    controls = all(
        controlled(box, twin, area, foe) == controlled(box, state, area, foe) for area in group.stated
    )
    return controls and all(
        bool(points_in(twin, area, foe)) == bool(points_in(state, area, foe))
        for area in (*group.stated, *group.barred)
    )


def _told_to_fugitives(box: Box, state: State, watcher: str | None) -> set[str]:
    """Areas whose combat points a retreat reveals: those next to its ways (A-94)."""
    here: set[str] = set()
    for frame in state.stack:
        if isinstance(frame, Retreat) and frame.side == watcher:
            here |= {party.path[-1] for party in frame.parties}
        elif isinstance(frame, Refuge) and frame.side == watcher:
            here.add(frame.area)
    ground = box.ground
    near = {area for place in here for area in ground.ways[place]}
    return near | {area for place in near for area in ground.controlled_from[place]}
