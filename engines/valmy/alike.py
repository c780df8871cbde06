"""States that look the same to a side: other units are in holding boxes, and elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import msgspec
from msgspec.structs import replace

from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.valmy.box import Box, enemy
from engines.valmy.frames import Activation
from engines.valmy.state import State, forget, held_by, put_units, ratings, units_in
from engines.valmy.view import battle_of, shown_units


def alike(box: Box, state: State, seat: str | None) -> Iterator[State]:
    """States in which units of a command swapped places and steps, or steps only; one holding box has more
    units, another none.
    """
    yield swapped(box, state, seat)
    yield worn(box, state, seat)
    yield from unburdened(state, seat)
    for leader, counter in state.leaders.items():
        if box.leader[leader].side != seat and counter.fate == "map":
            yield from filled(box, state, seat, leader)
    for side in SIDES:
        for place in dict.fromkeys(state.leaders[leader].box for leader in box.leaders_of[side]):
            if side != seat and place is not None:
                yield from bared(box, state, seat, place, side)


def unseen(box: Box, state: State, seat: str | None) -> list[str]:
    """Units in holding boxes that are hidden from a seat, except those that the stack names."""
    shown = shown_units(box, state, seat)
    named = set(_texts(msgspec.to_builtins(state.stack)))
    return [
        id
        for id, unit in state.units.items()
        if id not in shown and unit.leader is not None and id not in named
    ]


def _texts(value: object) -> Iterator[str]:
    """Each text in nested lists and dictionaries, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in chain(value, value.values()):
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)


def movable(box: Box, state: State, seat: str | None) -> list[str]:
    """The unseen units whose number is hidden too; the number is known where there is a battle."""
    battle = battle_of(state)
    place = None if battle is None else battle.box
    return [id for id in unseen(box, state, seat) if state.units[id].box != place]


def swapped(box: Box, state: State, seat: str | None) -> State:
    """The hidden units of each command have swapped places, and have other steps."""
    twin = state.copy()
    commands: dict[str, list[str]] = {}
    for id in unseen(box, state, seat):
        commands.setdefault(box.unit[id].command, []).append(id)
    for units in commands.values():
        for id, other in zip(units, (*units[1:], units[0]), strict=True):
            reduced = box.unit[id].steps > 1 and not state.units[id].reduced
            put_units(twin, {id: replace(state.units[other], reduced=reduced)})
    return twin


def worn(box: Box, state: State, seat: str | None) -> State:
    """Other steps of the same units: where a unit stands decides whether it can recover one."""
    twin = state.copy()
    for id in unseen(box, state, seat):
        if box.unit[id].steps > 1:
            put_units(twin, {id: replace(state.units[id], reduced=not state.units[id].reduced)})
    return twin


def filled(box: Box, state: State, seat: str | None, leader: str) -> Iterator[State]:
    """A unit has come into a leader's holding box from elsewhere."""
    for id in movable(box, state, seat):
        elsewhere = state.units[id].box != state.leaders[leader].box
        if leader in box.commanders[id] and elsewhere and not _alone(box, state, id):
            twin = state.copy()
            if _put(box, twin, id, leader):
                yield twin
                return


def _alone(box: Box, state: State, id: str) -> bool:
    """Whether a unit is the last of its side among enemies: without it its leaders would not be there."""
    side, place = box.unit[id].side, state.units[id].box
    assert place is not None
    return len(units_in(box, state, place, side)) == 1 and bool(units_in(box, state, place, enemy(side)))


def bared(box: Box, state: State, seat: str | None, place: str, side: Side) -> Iterator[State]:
    """A side's leaders are alone in a box without enemy units, and their units are elsewhere.

    Among enemy units the leaders would have had to go (A-8.0-1).
    """
    twin, units = state.copy(), units_in(box, state, place, side)
    own = set(movable(box, state, seat))
    if units_in(box, state, place, enemy(side)) or not units or set(units) - own:
        return
    for id in units:
        others = (other for other in box.commanders[id] if state.leaders[other].box not in (None, place))
        if not any(_put(box, twin, id, other) for other in others):
            return
    yield twin


def unburdened(state: State, seat: str | None) -> Iterator[State]:
    """Moving leaders take no unit along, and paid a point a box: with units a movement ends sooner.

    The units in their holding boxes stay there, as another place for them would need room.
    """
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, Activation) or top.side == seat:
        return
    movers = tuple(
        replace(
            mover, units=open_to_all, spent=min(mover.spent, mover.steps) if mover.leaders else mover.spent
        )
        for mover in top.movers
        for open_to_all in [tuple(id for id in mover.units if state.units[id].leader is None)]
    )
    if movers != top.movers and all(mover.leaders or mover.units for mover in movers):
        twin = state.copy()
        twin.stack[-1] = replace(top, movers=movers)
        yield twin


def _put(box: Box, twin: State, id: str, leader: str) -> bool:
    """Put a unit into a holding box, if there is room and no battle shows the number."""
    chief, battle = twin.leaders[leader], battle_of(twin)
    if chief.fate != "map" or (battle is not None and chief.box == battle.box):
        return False
    if len(held_by(twin, leader)) >= ratings(box, twin, leader).command:
        return False
    left = twin.units[id].box
    put_units(twin, {id: replace(twin.units[id], box=chief.box, leader=leader)})
    if left is not None:
        forget(box, twin, left, box.unit[id].side)
    return True
