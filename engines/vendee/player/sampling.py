"""What a side knows of the table, and whole tables that look to it like the present one."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from data.vendee.schema import Side
from engines.vendee.box import Box
from engines.vendee.foresight.what_if import presumed
from engines.vendee.frames import Activation, Condition, Kind, enemy
from engines.vendee.position.sight import fewest, look
from engines.vendee.state import AnyFrame, State, generals_in, kinds_of, put_force, put_officer, side_of
from engines.vendee.view import counters

_NUMBERS = {
    count: [points for points in range(1, 100) if fewest({"anjou": points}) == count]
    for count in range(1, 13)
}
"""For each number of counters, the numbers of combat points that lie as so many."""
_OWN_ARMY = 4
"""How much more likely a general is where he leads the combat points than elsewhere."""


def known(box: Box, state: State, side: Side) -> State:
    """The state as a side knows it: hidden counters are numbers in `shown`, and hidden generals are nowhere.

    States that look alike to the side give the same value.
    """
    foe, twin = enemy(side), state.copy()
    backs = look(box, state, side).backs
    counts = {area: counters(box, state, foe, area) for area in backs}
    twin.shown = {}
    for area in box.ground.area:
        seen = {
            of: count for of, count in state.shown.get(area, {}).items() if area not in backs or of == side
        }
        if area in counts:
            seen[foe] = counts[area]
        if seen:
            twin.shown[area] = seen
    forces: dict[str, dict[Kind, Condition]] = {}
    for area, kinds in state.forces.items():
        present = {kind: held for kind, held in kinds.items() if area not in backs or side_of(kind) == side}
        if present:
            forces[area] = present
    twin.forces = forces
    for area in backs:
        for general in generals_in(box, state, area, foe):
            put_officer(twin, general, replace(twin.officers[general], area=None, ready="fresh"))
    twin.arrivals = {kind: count for kind, count in state.arrivals.items() if side_of(kind) == side}
    twin.stack = [_seen(frame, side, backs) for frame in state.stack]
    if side == "republican":
        twin.landing, twin.tested = None, []
    else:
        twin.at_sea = ["nantes"] * len(state.at_sea)
    return twin


def _seen(frame: AnyFrame, side: Side, backs: frozenset[str]) -> AnyFrame:
    """A frame without the enemy's intentions, and without the hidden group that it names."""
    if not isinstance(frame, Activation) or frame.side == side:
        return frame
    seen = replace(frame, plan=(), foes=())
    if frame.at not in backs:
        return seen
    return replace(seen, points={}, generals=(), led=(), ap=0, spent=0, picked=UNSET)


def sample(box: Box, known: State, side: Side, rng: random.Random) -> State:
    """A whole state that looks to a side like the known one.

    Hidden counters are general or combat points of the army that is likely there; none was activated yet.
    """
    foe, state = enemy(side), known.copy()
    backs = {
        area: known.shown[area][foe]
        for area in box.ground.area
        if foe in known.shown.get(area, {}) and not _points(known, area, foe)
    }
    state.shown = {
        area: left
        for area, shown in known.shown.items()
        if (left := {of: count for of, count in shown.items() if of == side or area not in backs})
    }
    hidden = [
        general
        for general in box.generals_of[foe]
        if known.officers[general].fate == "map" and known.officers[general].area is None
    ]
    armies = {area: presumed(box, known, foe, area) for area in backs}
    rng.shuffle(hidden)
    for general in hidden:
        # A general is likelier to be in a stack of many counters, and with his own army.
        open_ = [area for area, count in backs.items() if count]
        weights = [
            (backs[area] * _OWN_ARMY if armies[area] == known.officers[general].army else backs[area])
            for area in open_
        ]
        area = rng.choices(open_, weights)[0]
        backs[area] -= 1
        put_officer(state, general, replace(state.officers[general], area=area))
    for area, count in backs.items():
        if count:
            points = rng.choice(_NUMBERS[min(count, len(_NUMBERS))])
            put_force(box, state, area, armies[area], Condition(fresh=points))
    state.stack = [_whole(box, state, frame, side) for frame in state.stack]
    return state


def _points(state: State, area: str, side: Side) -> Sequence[Kind]:
    return [kind for kind in kinds_of(side) if kind in state.forces.get(area, {})]


def _whole(box: Box, state: State, frame: AnyFrame, side: Side) -> AnyFrame:
    """A frame with a group for the hidden one: the whole stack, as it goes most often."""
    hidden = isinstance(frame, Activation) and frame.side != side and not frame.points and not frame.generals
    if not isinstance(frame, Activation) or not hidden:
        return frame
    generals = tuple(generals_in(box, state, frame.at, frame.side))
    points = {kind: state.forces[frame.at][kind].total for kind in _points(state, frame.at, frame.side)}
    group = replace(frame, points=points, generals=generals)
    if not frame.rolled:
        return group
    for kind, count in points.items():
        put_force(box, state, frame.at, kind, Condition(activated=count))
    for general in generals:
        put_officer(state, general, replace(state.officers[general], ready="activated"))
    return replace(group, led=tuple(points), ap=box.charts.action_points_without_general)
