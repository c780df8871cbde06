"""Groups: who of a stack is meant, who may be activated together (3.2), and what combat leaves of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from data.vendee.schema import Side
from engines.vendee.box import Box
from engines.vendee.frames import Activation, Kind, Points
from engines.vendee.refusals import Refusal
from engines.vendee.stacking import armies, illegal_mix, together
from engines.vendee.state import (
    State,
    army_of,
    fresh_in,
    generals_in,
    led_kinds,
    side_of,
    sorted_points,
    total,
)
from engines.vendee.turn import Turn
from engines.vendee.words import ALL, Who, exactly

Group = tuple[Points, tuple[str, ...]]
"""Combat points and generals."""


def choose(who: Who, points: Mapping[Kind, int], generals: Sequence[str]) -> Group | Refusal:
    """The counters that are meant of those that there are."""
    named: dict[Kind, int] = {}
    for typed, count in who.points:
        if typed is None and len(points) != 1:
            return Refusal("V-3.2-c", f"Say of which army the {count} combat points are, as in anjou:{count}")
        kind = next(iter(points)) if typed is None else typed
        named[kind] = named.get(kind, 0) + count
        if named[kind] > points.get(kind, 0):
            return Refusal(
                "V-3.2-c", f"There are {points.get(kind, 0)} combat points of {kind} to choose from"
            )
    for general in who.generals:
        if general not in generals:
            return Refusal("V-3.2-c", f"{general} is not among those who could be chosen")
    if not who.every:
        return sorted_points(named), tuple(general for general in generals if general in who.generals)
    left = {kind: count - named.get(kind, 0) for kind, count in points.items()}
    return sorted_points(left), tuple(general for general in generals if general not in who.generals)


def fresh(box: Box, state: State, area: str, side: Side) -> Group:
    """Counters of a side in an area that can still be activated in this phase."""
    generals = [id for id in generals_in(box, state, area, side) if state.officers[id].ready == "fresh"]
    return fresh_in(state, area, side), tuple(generals)


def group_refusal(box: Box, state: State, side: Side, area: str, group: Group) -> Refusal | None:
    """Why these counters, all of them fresh, may not be activated as one group (3.2)."""
    points, generals = group
    if not points and not generals:
        return Refusal("V-2.4-a", f"Nobody in {box.name(area)} is activated by that")
    available, present = fresh(box, state, area, side)
    led = led_kinds(state, generals, points)
    split = next(
        (kind for kind, count in points.items() if count < available[kind] and kind not in led), None
    )
    if split:
        return Refusal(
            "V-3.2-c",
            f"Without a general of {_army(box, split)} its combat points move together or not at all",
        )
    apart = together(box, state, side, points, generals, area)
    if apart:
        return apart
    if points and not led:
        whole = together(box, state, side, available, (), area) is None
        due = available if whole else {kind: available[kind] for kind in points}
        if sorted_points(due) != points:
            return Refusal(
                "V-3.2-g",
                f"Without a general of their own all combat points in {box.name(area)} move together",
            )
    of = armies(state, points, generals)
    # Where all are of one army it is La Cathelinière who may not stay, and any part may go (V-3.5-m).
    if armies(state, available, present) - of and illegal_mix(box, state, side, area):
        stay = {
            kind
            for kind in available
            if armies(state, (kind,), ()) & of and available[kind] != points.get(kind)
        }
        if stay or any(army_of(state, id) in of and id not in generals for id in present):
            return Refusal(
                "V-3.5-d",
                f"Armies thrown together in {box.name(area)} part: all of one that can leave go together",
            )
    return None


def _army(box: Box, kind: Kind) -> str:
    names: dict[str, str] = {army.id: army.name for army in box.pack.armies.army}
    names.update((band.id, band.name) for band in box.pack.armies.band)
    return names[kind]


def variants(box: Box, state: State, side: Side, area: str) -> list[Who]:
    """Sensible groups of an area: everybody, all but one point, each general with his own, each alone."""
    points, generals = fresh(box, state, area, side)
    found: list[Who] = []
    if points or generals:
        found.append(ALL)
    if points and generals:
        found.append(exactly(points))
    for general in generals:
        own = {kind: count for kind, count in points.items() if led_kinds(state, (general,), (kind,))}
        if own:
            found.append(exactly(own, (general,)))
            largest: Kind = max(own, key=lambda kind: own[kind])
            if own[largest] > 1:
                found.append(exactly({**own, largest: own[largest] - 1}, (general,)))
                if own[largest] > 3:
                    found.append(exactly({largest: own[largest] // 2}, (general,)))
        if len(generals) > 1 or points:
            found.append(exactly({}, (general,)))
    if illegal_mix(box, state, side, area):
        # Whoever parts from another army goes whole, and nothing less is legal (V-3.5-d).
        for army in sorted(armies(state, points, generals)):
            own = {kind: count for kind, count in points.items() if army in armies(state, (kind,), ())}
            found.append(exactly(own, tuple(id for id in generals if army_of(state, id) == army)))
    seen: set[tuple[tuple[tuple[Kind, int], ...], tuple[str, ...]]] = set()
    legal: list[Who] = []
    for who in found:
        group = choose(who, points, generals)
        if isinstance(group, Refusal):
            continue
        key = (tuple(group[0].items()), group[1])
        if key not in seen and group_refusal(box, state, side, area, group) is None:
            seen.add(key)
            legal.append(who)
    return legal


def activation(state: State) -> Activation | None:
    """The activation under way."""
    return next((frame for frame in reversed(state.stack) if isinstance(frame, Activation)), None)


def after_combat(
    turn: Turn, *, won: bool, points: Mapping[Kind, int], generals: Iterable[str], at: str | None = None
) -> None:
    """Tell the activation under way what a combat has left of its group; nothing where there is none.

    :param points: survivors of the group, without those who marched to the guns.
    :param at: where the group is now, if it has withdrawn.
    """
    stack = turn.state.stack
    index = next((i for i in reversed(range(len(stack))) if isinstance(stack[i], Activation)), None)
    if index is None:
        return
    frame = stack[index]
    assert isinstance(frame, Activation)
    stack[index] = msgspec.structs.replace(
        frame,
        at=at or frame.at,
        points=sorted_points(points),
        generals=tuple(generals),
        by_road=False,
        stated={},
        plan=() if at else frame.plan,
        over=not won,
    )


def readied(box: Box, state: State, side: Side) -> bool:
    """Whether a side has a counter that could be activated (V-2.4-e)."""
    if any(
        condition.fresh
        for kinds in state.forces.values()
        for kind, condition in kinds.items()
        if side_of(kind) == side
    ):
        return True
    return any(
        officer.fate == "map" and officer.ready == "fresh" and box.general[id].side == side
        for id, officer in state.officers.items()
    )


def is_empty(group: Group) -> bool:
    """Whether nobody is in it."""
    return not total(group[0]) and not group[1]
