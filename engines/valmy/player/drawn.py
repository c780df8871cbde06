"""What a side knows of a position, and others that look like it: holding boxes are drawn again (2.3)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict, replace

from data.valmy.tables import Side
from engines.valmy.actions import ARRANGE_AUTO
from engines.valmy.box import Box, as_side, enemy
from engines.valmy.combat.frames import Battle, Combat
from engines.valmy.combat.phase import has_choice
from engines.valmy.frames import Activation, Displaced, Mover, Overrun, SetUp, Surplus
from engines.valmy.phases.placement import lay_out
from engines.valmy.state import (
    Leader,
    State,
    Unit,
    held_by,
    leaders_in,
    put_leaders,
    put_units,
    ratings,
    units_in,
)
from engines.valmy.view import battle_of, shown_units

_WORN = 0.1
"""Chance that a hidden unit of two steps has lost one."""
_OTHERS = 0.7
"""How much sooner a unit is thought to be with a leader of its own command; 1: always."""
_TRIES = 30


def known_part(box: Box, state: State, seat: str) -> State:
    """A position without what a side may not know, the same for all that look alike to it.

    Hidden units and leaders are in no box, but where all know their number: in battles and overruns.
    """
    foe = enemy(as_side(seat))
    known = state.copy()
    if state.phase == "set-up":
        put_units(known, {id: unit for id, unit in lay_out(box)[0].items() if box.unit[id].side == foe})
        top = state.stack[-1]
        if isinstance(top, SetUp):
            given = {side: made if side == seat else ARRANGE_AUTO for side, made in top.given.items()}
            known.stack[-1] = replace(top, given=given)
        return known
    units, leaders = _hidden_units(box, state, foe), _hidden_leaders(box, state, foe)
    fight = _fight(state, foe)
    in_battle = [] if fight is None else [id for id in units if state.units[id].box == fight.box]
    # A hidden unit is in the holding box of some leader; the box of that leader is drawn later.
    gone: dict[str, Unit] = dict.fromkeys(units, Unit("map", leader=box.leaders_of[foe][0]))
    if fight is not None and in_battle:
        chief = next(id for id in box.leaders_of[foe] if _in_view(state, id, fight.box))
        gone |= dict.fromkeys(units[: len(in_battle)], Unit("map", fight.box, chief))
    put_units(known, gone)
    put_leaders(known, {id: Leader("map", replaced=state.leaders[id].replaced) for id in leaders})
    names = {*units, *leaders}
    known.stack = [_without(frame, foe, names) for frame in state.stack]
    known.traffic = {**state.traffic, foe: ()}
    seen = {state.units[id].box for id in shown_units(box, state, seat) if box.unit[id].side == foe}
    known.came, known.veiled = {}, {}
    for place, lines in state.came.items():
        dark = state.veiled.get(place, {}).get(foe, ())
        open_ = tuple(line for line in lines.get(foe, ()) if line not in dark) if place in seen else ()
        kept = {side: by for side, by in lines.items() if side != foe} | ({foe: open_} if open_ else {})
        if kept:
            known.came[place] = kept
    for place, lines in state.veiled.items():
        if own := {side: by for side, by in lines.items() if side != foe}:
            known.veiled[place] = own
    return known


def drawn(box: Box, known: State, seat: str, rng: random.Random) -> State:
    """A whole position that looks to a side like its known part."""
    if known.phase == "set-up":
        return known.copy()
    foe = enemy(as_side(seat))
    for _attempt in range(_TRIES):
        state = known.copy()
        units = _hidden_units(box, known, foe)
        _post(box, state, foe, rng)
        under = _spread(box, state, foe, units, rng)
        if under is not None:
            break
    else:
        raise AssertionError(f"{units} fit under no leaders")
    put_units(
        state,
        {
            id: Unit(
                "map",
                state.leaders[chief].box,
                chief,
                reduced=box.unit[id].steps > 1 and rng.random() < _WORN,
                spent=state.leaders[chief].spent,
            )
            for id, chief in under.items()
        },
    )
    state.stack = [_with(state, frame, foe, under) for frame in state.stack]
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Combat) and top.side == foe:
        state.stack[-1] = _asked(box, state, top, under, rng)
    return state


def _fight(state: State, foe: Side) -> Battle | Overrun | None:
    """The battle under way, or the overrun of one of their units: all know how many they have there."""
    met = (frame for frame in state.stack if isinstance(frame, Overrun) and frame.side != foe)
    return battle_of(state) or next(met, None)


def _hidden_units(box: Box, state: State, foe: Side) -> list[str]:
    shown = shown_units(box, state, enemy(foe))
    return [id for id in box.units_of[foe] if id not in shown and state.units[id].fate == "map"]


def _hidden_leaders(box: Box, state: State, foe: Side) -> list[str]:
    """Leaders under others; those in a battle's box are on its board, or will be."""
    battle = battle_of(state)
    return [
        id
        for id in box.leaders_of[foe]
        if (known := state.leaders[id]).superior is not None
        and known.fate == "map"
        and (battle is None or known.box != battle.box)
    ]


def _in_view(state: State, leader: str, place: str | None = None) -> bool:
    """Whether all see a leader's box."""
    counter = state.leaders[leader]
    return (
        counter.fate == "map"
        and counter.superior is None
        and counter.box is not None
        and place in (None, counter.box)
    )


def _post(box: Box, state: State, foe: Side, rng: random.Random) -> None:
    """Put each hidden leader under one who is seen."""
    battle = battle_of(state)
    seen = [
        id
        for id in box.leaders_of[foe]
        if _in_view(state, id) and (battle is None or state.leaders[id].box != battle.box)
    ]
    posted: dict[str, Leader] = {}
    for id in box.leaders_of[foe]:
        counter = state.leaders[id]
        if counter.fate == "map" and counter.box is None:
            chief = rng.choice([other for other in seen if box.may_lead(other, id)])
            above = state.leaders[chief]
            posted[id] = replace(counter, box=above.box, superior=chief, spent=above.spent)
    put_leaders(state, posted)


def _spread(
    box: Box, state: State, foe: Side, units: Sequence[str], rng: random.Random
) -> Mapping[str, str] | None:
    """A leader for each hidden unit, as far as ratings allow; None where those who were posted have no room.

    The box of a battle, or of a unit that is overrun, holds the number that all know. A leader among enemies
    has a unit if one can be his: else he is about to be displaced, and nobody is with him (A-8.0-1). A
    leader's replacement who is to release units has one too many (9.5.2).
    """
    fight, own = _fight(state, foe), enemy(foe)
    full = 0 if fight is None else sum(state.units[id].box == fight.box for id in units)
    bare = {frame.box for frame in state.stack if isinstance(frame, Displaced) and frame.side == foe}
    over = {frame.leader for frame in state.stack if isinstance(frame, Surplus)}
    places: list[str] = []
    fixed: list[int] = []
    wanted: list[int] = []
    for place in box.boxes:
        battle = fight is not None and place == fight.box
        chiefs = [] if place in bare and not battle else leaders_in(box, state, place, foe)
        room = {
            chief: ratings(box, state, chief).command + (chief in over) - _shown_under(state, chief, units)
            for chief in chiefs
        }
        slots = [chief for chief in chiefs for _slot in range(room[chief])]
        rng.shuffle(slots)
        if battle:
            slots.sort(key=lambda chief: chief not in over)
            theirs = {
                slot: [id for id in units if box.may_command(chief, id)] for slot, chief in enumerate(slots)
            }
            slots = [slots[slot] for slot in [*_matched(theirs, theirs)][:full]]
            if len(slots) < full:
                return None
        elif slots and {*units_in(box, state, place, foe)} <= {*units} and units_in(box, state, place, own):
            wanted.append(len(places))
        fixed += (len(places) + at for at, chief in enumerate(slots) if battle or chief in over)
        places.extend(slots)
    order = rng.sample(list(units), len(units))
    able = {
        id: sorted(
            (slot for slot, chief in enumerate(places) if box.may_command(chief, id)),
            key=lambda slot, command=box.unit[id].command: (  # type: ignore[misc]
                rng.random() + _OTHERS * (box.leader[places[slot]].command != command)
            ),
        )
        for id in order
    }
    takers = {slot: [id for id in order if slot in able[id]] for slot in (*fixed, *wanted)}
    unit_of = _matched(takers, takers)
    slot_of = {id: slot for slot, id in unit_of.items()}
    if not unit_of.keys() >= {*fixed}:
        return None
    slot_of = _matched(able, order, slot_of)
    return {id: places[slot] for id, slot in slot_of.items()} if len(slot_of) == len(units) else None


def _shown_under(state: State, leader: str, hidden: Iterable[str]) -> int:
    return len(set(held_by(state, leader)) - set(hidden))


def _matched(
    able: Mapping[Any, Sequence[Any]], order: Iterable[Any], before: Mapping[Any, Any] = {}
) -> dict[Any, Any]:
    """The most pairs that are possible, by augmenting paths; whatever `before` pairs stays paired."""
    pairs = dict(before)
    taken = {other: one for one, other in pairs.items()}

    def find(one: Any, seen: set[Any]) -> bool:
        for other in able[one]:
            if other not in seen:
                seen.add(other)
                if other not in taken or find(taken[other], seen):
                    pairs[one], taken[other] = other, one
                    return True
        return False

    for one in order:
        if one not in pairs:
            find(one, set())
    return pairs


# ---- the stack


def _without(frame: Any, foe: Side, names: set[str]) -> Any:
    """A frame that names nobody who is hidden."""
    if isinstance(frame, Activation) and frame.side == foe:
        return replace(frame, movers=tuple(_bare(mover, names) for mover in frame.movers))
    changed = {
        field: tuple(id for id in value if id not in names)
        for field, value in asdict(frame).items()
        if isinstance(value, tuple) and any(isinstance(id, str) and id in names for id in value)
    }
    return replace(frame, **changed) if changed else frame


def _bare(mover: Mover, names: set[str]) -> Mover:
    leaders, units = (tuple(id for id in ids if id not in names) for ids in (mover.leaders, mover.units))
    # Leaders alone pay a point a box.
    spent = min(mover.spent, mover.steps) if mover.leaders else mover.spent
    return replace(mover, leaders=leaders, units=units, spent=spent, first=())


def _with(state: State, frame: Any, foe: Side, under: Mapping[str, str]) -> Any:
    """A frame of the enemy's activation with those who were drawn to go along."""
    if isinstance(frame, Activation) and frame.side == foe:
        return replace(frame, movers=tuple(_led(state, mover, under) for mover in frame.movers))
    if isinstance(frame, Overrun) and frame.side == foe:
        return replace(frame, units=(*frame.units, *(id for id in under if state.units[id].box == frame.box)))
    if isinstance(frame, Combat) and frame.side == foe:
        along = [id for id in under if state.units[id].box in frame.entered and id not in frame.units]
        return replace(frame, units=(*frame.units, *along))
    return frame


def _asked(box: Box, state: State, combat: Combat, under: Mapping[str, str], rng: random.Random) -> Combat:
    """The enemy's combats where he has a choice: else some of his stand where they may attack (A-9.0-2)."""
    here = [
        place
        for place in box.boxes
        if place not in (*combat.touched, *combat.fought)
        and any(state.units[id].box == place for id in under)
        and units_in(box, state, place, enemy(combat.side))
    ]
    if has_choice(box, state, combat) or not here:
        return combat
    place = rng.choice(here)
    return replace(combat, units=(*combat.units, *(id for id in under if state.units[id].box == place)))


def _led(state: State, mover: Mover, under: Mapping[str, str]) -> Mover:
    below = tuple(
        id
        for id, counter in state.leaders.items()
        if counter.superior in mover.leaders and counter.superior is not None and id not in mover.leaders
    )
    leaders = (*mover.leaders, *below)
    units = (*mover.units, *(id for id, chief in under.items() if chief in leaders and id not in mover.units))
    return replace(mover, leaders=leaders, units=units)
