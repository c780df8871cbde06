"""The state of a game: plain data, JSON out and in without loss.

Changing parts are dictionaries and lists of frozen values, so that a copy is shallow and quick. Each change
makes new dictionaries of counters, which copies share: positions are computed once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Literal, NamedTuple

import msgspec

from data.valmy.schema import Army, Ratings
from data.valmy.tables import Side
from engines.core.memo import MemoLast, Written
from engines.core.state import GameState
from engines.valmy.box import Box, Face, enemy
from engines.valmy.combat.frames import COMBAT_FRAMES
from engines.valmy.frames import OWN_FRAMES

Phase = Literal["set-up", "initiative", "activations", "recovery", "army-morale", "over"]
Fate = Literal["waiting", "map", "pursuing", "exited", "eliminated"]
"""A counter's place: yet to arrive, in a box, away until the turn ends (9.4.5), gone by the west, or lost."""
Morale = Literal["steady", "shaken", "broken"]
AnyFrame = OWN_FRAMES | COMBAT_FRAMES


class Unit(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The state of a unit."""

    fate: Fate
    box: str | None = None
    """The unit's box, or the box that pursuers come back to."""
    leader: str | None = None
    """The leader in whose holding box it is; None: openly on the map (Y-2.3-f)."""
    reduced: bool = False
    spent: bool = False
    """Whether it was activated, or tried to be, this turn (Y-6.1-b)."""


class Leader(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The state of a leader."""

    fate: Fate
    box: str | None = None
    superior: str | None = None
    """The superior in whose holding box he is; None: on the map (Y-2.3-e)."""
    spent: bool = False
    """Rotated: activated, or tried to be, this turn (Y-6.0-d, e)."""
    replaced: bool = False
    """Killed once: his replacement serves (Y-9.5.2-d)."""


class State(GameState, forbid_unknown_fields=True, kw_only=True):
    """Everything on the table, both hidden and public."""

    turn: int
    phase: Phase
    stack: list[AnyFrame]
    """The frames being resolved, the topmost last; empty when the game is over."""
    units: Mapping[str, Unit]
    leaders: Mapping[str, Leader]
    chits: dict[Side, tuple[int, ...]]
    initiative: Side
    """The side that has it this turn; until it is determined, the side that had it in the last."""
    traffic: dict[Side, tuple[tuple[str, str], ...]]
    """Lines that units of a side have used in this turn's movement (Y-7.1.8-b), each in map order."""
    came: dict[str, Mapping[Side, tuple[str, ...]]]
    """For each box and side, the boxes from which units in it came, until the last of them leaves."""
    veiled: dict[str, Mapping[Side, tuple[str, ...]]] = msgspec.field(default_factory=dict)
    """The boxes from which leaders came, likewise, if it is not public whether units were with them."""
    lost: dict[Side, int]
    """Units eliminated this turn."""
    morale: dict[Side, Morale]
    fallen: list[Army]
    """Armies that have lost their base: shaken for the rest of the game (Y-10.2-g)."""
    just_fallen: list[Army] = msgspec.field(default_factory=list)
    """The armies whose base was lost in this turn (A-10.2-4)."""
    control: dict[str, Side]
    """The last occupier of each city (Y-11.2-e)."""
    verdun: int = 0
    """Consecutive turn ends at which the French held the Allied base (Y-11.1.2-b)."""
    left: list[str] = msgspec.field(default_factory=list)
    """Leaders who went out by the west edge this turn."""
    gates: list[str] = msgspec.field(default_factory=list)
    """Boxes of the west edge by which counters have gone out (A-11.1.1-3)."""
    ended: str | None = None
    """The statement by which a side has won at once."""

    def written(self) -> State:
        """The state in plain values; unchanged counters keep the values that were written before."""
        units, leaders = _UNITS_WRITTEN(self.units), _LEADERS_WRITTEN(self.leaders)
        return msgspec.structs.replace(self, units=units, leaders=leaders)


class _Places(NamedTuple):
    """The counters by place."""

    at: Mapping[Side, Mapping[str, Sequence[str]]]
    """The counters of each side and box, in the order of the pack."""
    box: Mapping[str, str]
    """The box of each counter that is in one."""
    rank: Mapping[str, tuple[Side, int]]
    """The side of each, and its place in the order of the pack."""


_Known = Mapping[str, Unit] | Mapping[str, Leader]


def _standing(counter: Unit | Leader) -> str | None:
    return counter.box if counter.fate == "map" else None


def _placed(known: _Known, of: Mapping[Side, Sequence[str]]) -> _Places:
    at: dict[Side, dict[str, list[str]]] = {side: {} for side in of}
    where: dict[str, str] = {}
    for side, ids in of.items():
        for id in ids:
            box = _standing(known[id])
            if box is not None:
                at[side].setdefault(box, []).append(id)
                where[id] = box
    return _Places(at, where, {id: (side, place) for side, ids in of.items() for place, id in enumerate(ids)})


def _shifted(places: _Places, known: _Known, changed: Set[str]) -> _Places:
    at = {side: dict(boxes) for side, boxes in places.at.items()}
    where = dict(places.box)
    for id in changed:
        before, now = where.pop(id, None), _standing(known[id])
        if now is not None:
            where[id] = now
        if before == now:
            continue
        boxes = at[places.rank[id][0]]
        if before is not None:
            boxes[before] = [other for other in boxes[before] if other != id]
            if not boxes[before]:
                del boxes[before]
        if now is not None:
            boxes[now] = sorted([*boxes.get(now, ()), id], key=places.rank.__getitem__)
    return _Places(at, where, places.rank)


def _holding(units: Mapping[str, Unit]) -> Mapping[str, Sequence[str]]:
    by_leader: dict[str, list[str]] = {}
    for id, unit in units.items():
        if unit.leader is not None:
            by_leader.setdefault(unit.leader, []).append(id)
    return by_leader


_UNITS: MemoLast[Mapping[str, Unit], _Places] = MemoLast(_placed, _shifted)
_LEADERS: MemoLast[Mapping[str, Leader], _Places] = MemoLast(_placed, _shifted)
_HOLDING: MemoLast[Mapping[str, Unit], Mapping[str, Sequence[str]]] = MemoLast(_holding)
_UNITS_WRITTEN, _LEADERS_WRITTEN = Written(), Written()


def _moved(before: _Known, changed: _Known) -> Set[str]:
    return {id for id, now in changed.items() if (was := before[id]).box != now.box or was.fate != now.fate}


def put_units(state: State, changed: Mapping[str, Unit]) -> None:
    """Set the states of units."""
    if not changed:
        return
    before = state.units
    after = state.units = {**before, **changed}
    _UNITS.follow(before, after, _moved(before, changed))
    _UNITS_WRITTEN.follow(before, after, changed.keys())


def put_leaders(state: State, changed: Mapping[str, Leader]) -> None:
    """Set the states of leaders."""
    if not changed:
        return
    before = state.leaders
    after = state.leaders = {**before, **changed}
    _LEADERS.follow(before, after, _moved(before, changed))
    _LEADERS_WRITTEN.follow(before, after, changed.keys())


def units_in(box: Box, state: State, area: str, side: Side) -> Sequence[str]:
    """Units of a side in a box, in the order of the pack."""
    return _UNITS(state.units, box.units_of).at[side].get(area, ())


def forget(box: Box, state: State, place: str, side: Side) -> None:
    """Forget the lines by which a side came into a box that it has left (9.7)."""
    if units_in(box, state, place, side):
        return
    for kept in (state.came, state.veiled):
        if side in (lines := kept.get(place, {})):
            rest = {other: by for other, by in lines.items() if other != side}
            if rest:
                kept[place] = rest
            else:
                del kept[place]


def leaders_in(box: Box, state: State, area: str, side: Side) -> Sequence[str]:
    """Leaders of a side in a box, in the order of the pack."""
    return _LEADERS(state.leaders, box.leaders_of).at[side].get(area, ())


def held_by(state: State, leader: str) -> Sequence[str]:
    """Units in a leader's holding box."""
    return _HOLDING(state.units).get(leader, ())


def ratings(box: Box, state: State, leader: str) -> Ratings:
    """A leader's ratings, his replacement's once he has fallen (Y-9.5.2-d)."""
    card = box.leader[leader]
    return card.replacement if state.leaders[leader].replaced else card.ratings


def face(box: Box, state: State, unit: str) -> Face:
    """The side of a unit's counter that lies up (Y-10.0-a)."""
    card = box.unit[unit]
    return card.reduced if state.units[unit].reduced and card.reduced is not None else card.full


def strength(box: Box, state: State, units: Iterable[str]) -> int:
    """Strength points on the sides that lie up (A-9.4.3-3)."""
    return sum(face(box, state, id).strength for id in units)


def steps(box: Box, state: State, unit: str) -> int:
    """Steps that a unit has left."""
    counter = state.units[unit]
    return 0 if counter.fate == "eliminated" else box.unit[unit].steps - counter.reduced


def held(box: Box, state: State, side: Side, *, in_sight: bool = False) -> Set[str]:
    """Boxes with units of a side; leaders without units never block.

    :param in_sight: only those in which the other side sees units: openly on the map, or facing its own. A
        leader who stands apart may have a holding box full of units, or an empty one (2.3).
    """
    places = _UNITS(state.units, box.units_of).at
    if not in_sight:
        return places[side].keys()
    others = places[enemy(side)]
    return {
        place
        for place, units in places[side].items()
        if place in others or any(state.units[id].leader is None for id in units)
    }


def plays(state: State, option: str) -> bool:
    """Whether a campaign plays an option that was added after games had been recorded."""
    return state.options.get(option, False)


def army_morale(box: Box, state: State, side: Side) -> int:
    """A side's present army morale, with its losses of this turn (A-10.2-1, A-9.5.2-3)."""
    figures = box.figures
    return figures.army_morale[side] - state.lost[side] // figures.eliminated
