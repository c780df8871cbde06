"""The state of a game: plain data, JSON out and in without loss.

Changing parts are dictionaries and lists of frozen values, so that a copy is shallow and quick. Each change
makes new dictionaries of positions, which copies share: what follows from them is computed once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Literal

import msgspec

from data.vendee.schema import ARMIES, ROYAL_ARMIES, Army, BlueArmy, EventId, IncidentId, RoyalArmy, Side
from engines.core.memo import MemoLast, Written
from engines.core.state import GameState
from engines.vendee.box import Box
from engines.vendee.combat.frames import COMBAT_FRAMES
from engines.vendee.frames import KINDS, OWN_FRAMES, REPUBLICAN, ROYALIST, Condition, Kind, Points
from engines.vendee.stacks import put

Phase = Literal[
    "wounded", "reinforcements", "initiative", "operations", "desertion", "committee", "end", "over"
]
Fate = Literal["pool", "arriving", "map", "light", "serious", "tribunal", "captured", "killed", "removed"]
"""A general's status: not yet in play, to be placed, on the map, wounded, before the Committee, or gone."""
Readiness = Literal["fresh", "activated", "routed"]
AnyFrame = OWN_FRAMES | COMBAT_FRAMES

_SIDE: dict[Kind, Side] = {**dict.fromkeys(ROYALIST, "royalist"), **dict.fromkeys(REPUBLICAN, "republican")}
_KINDS: dict[Side, frozenset[Kind]] = {"republican": frozenset(REPUBLICAN), "royalist": frozenset(ROYALIST)}
_LEADING: dict[Kind, frozenset[Army]] = {
    **{army: frozenset((army,)) for army in ARMIES},
    "chouans": frozenset(("anjou",)),
    "deserters": frozenset(ROYAL_ARMIES),
    "emigres": frozenset(ROYAL_ARMIES),
}
"""Armies whose generals lead each kind: Chouans are Anjou's (V-1.3-c), all armies lead other bands (A-02)."""


class Officer(msgspec.Struct, frozen=True, gc=False):
    """The state of a general."""

    fate: Fate
    area: str | None = None
    """His area on the map."""
    due: int | None = None
    """The earliest turn of his placement, or of his roll if wounded."""
    ready: Readiness = "fresh"
    army: Army | None = None
    """His army, also where it was chosen (A-75)."""


class Landing(msgspec.Struct, frozen=True):
    """The Royalists' secret note: where and when the English land (V-6-E5-c)."""

    area: str
    turn: int


class State(GameState, forbid_unknown_fields=True, kw_only=True):
    """Everything on the table, both hidden and public."""

    turn: int
    phase: Phase
    stack: list[AnyFrame]
    """The frames being resolved, the topmost last; empty when the game is over."""
    morale: dict[Side, int]
    powder: dict[RoyalArmy, int]
    forces: Mapping[str, Mapping[Kind, Condition]]
    """Combat points by area and kind; only areas and kinds that have some, in map order."""
    officers: Mapping[str, Officer]
    arrivals: Points
    """Combat points of the side whose step it is that are still to be placed."""
    markers: dict[EventId, int]
    """Event markers left."""
    played: list[EventId]
    """Events played this turn, in order."""
    past: list[EventId]
    """Events that were played at some time, each once."""
    incidents: list[IncidentId]
    """The incident pool, in the box's order."""
    holder: dict[str, Side]
    """The last holder of each base and stronghold (A-60)."""
    entered: list[str]
    """Bressuire and Thouars, once Royalists were there."""
    objective_lost: bool = False
    """Whether Republicans have been on a primary objective (V-5.1-c)."""
    mayence_beaten: bool = False
    """Whether Mayençais have retreated or routed (V-5.1-e)."""
    attached: BlueArmy | None = None
    """The army that the Mayençais reinforce."""
    deserters: int = 0
    """Deserters that have joined so far (V-4.3-T2-d)."""
    bishop: bool = False
    """Whether the bishop of Agra is believed in (V-6-E4-b)."""
    bishop_since: int = 0
    """The turn in which E4 was played."""
    messengers: bool = False
    """Whether messengers to England are rolled for (V-6-E5-b)."""
    landing: Landing | None = None
    delayed: bool = False
    """Whether the fleet waits a second turn (V-6-E5-h)."""
    gift: bool = False
    """Whether E2 was played in this phase and its combat points are still to be given (V-6-E2-b)."""
    at_sea: list[Army] = msgspec.field(default_factory=list)
    """Combat points that sail a turn longer (V-6-E15-b)."""
    initiative: Side | None = None
    """The side that won it this turn."""
    preempted: bool = False
    """Whether the attempt at pre-emption has been made in this phase (V-2.4-f)."""
    tested: list[str] = msgspec.field(default_factory=list)
    """Generals who have tried to join Anjou and Centre in this phase (V-3.5-p)."""
    fought: list[str] = msgspec.field(default_factory=list)
    """Republican generals who fought royalist combat points in this turn's operations (V-2.6-b)."""
    shown: dict[str, dict[Side, int]] = msgspec.field(default_factory=dict)
    """Counters into which a side has changed its combat points in an area, where not the fewest (A-31)."""
    galerne: bool = False
    """Whether E14 has ended the game."""

    def written(self) -> State:
        """The state in plain values; unchanged positions keep the values that were written before."""
        forces, officers = _FORCES_WRITTEN(self.forces), _OFFICERS_WRITTEN(self.officers)
        return msgspec.structs.replace(self, forces=forces, officers=officers)


_Forces = Mapping[str, Mapping[Kind, Condition]]
_Held = Mapping[Side, frozenset[str]]


def _held(forces: _Forces) -> _Held:
    return {
        side: frozenset([area for area, present in forces.items() if not kinds.isdisjoint(present)])
        for side, kinds in _KINDS.items()
    }


def _held_again(before: _Held, forces: _Forces, changed: Set[str]) -> _Held:
    now = _held({area: forces[area] for area in changed if area in forces})
    return {side: (before[side] - changed) | now[side] for side in before}


_Fresh = Mapping[Side, Mapping[str, Points]]


def _fresh(forces: _Forces) -> _Fresh:
    by_side: dict[Side, dict[str, Points]] = {side: {} for side in _KINDS}
    for area, kinds in forces.items():
        for kind, condition in kinds.items():
            if condition.fresh:
                by_side[_SIDE[kind]].setdefault(area, {})[kind] = condition.fresh
    return by_side


def _fresh_again(before: _Fresh, forces: _Forces, changed: Set[str]) -> _Fresh:
    now = _fresh({area: forces[area] for area in changed if area in forces})
    stays = {side: {area: known[area] for area in known.keys() - changed} for side, known in before.items()}
    return {side: {**stays[side], **now[side]} for side in before}


def _stationed(officers: Mapping[str, Officer], box: Box) -> Mapping[Side, Mapping[str, Sequence[str]]]:
    by_side: dict[Side, dict[str, list[str]]] = {}
    for side, generals in box.generals_of.items():
        posts = by_side[side] = {}
        for id in generals:
            area = officers[id].area
            if area is not None:
                posts.setdefault(area, []).append(id)
    return by_side


_HELD: MemoLast[_Forces, _Held] = MemoLast(_held, _held_again)
_FRESH: MemoLast[_Forces, _Fresh] = MemoLast(_fresh, _fresh_again)
_STATIONED: MemoLast[Mapping[str, Officer], Mapping[Side, Mapping[str, Sequence[str]]]] = MemoLast(_stationed)
_FORCES_WRITTEN, _OFFICERS_WRITTEN = Written(), Written()


def kinds_of(side: Side) -> tuple[Kind, ...]:
    """Armies and bands of a side."""
    return ROYALIST if side == "royalist" else REPUBLICAN


def side_of(kind: Kind) -> Side:
    """The side of an army or band."""
    return _SIDE[kind]


def points_in(state: State, area: str, side: Side) -> int:
    """Combat points of a side in an area."""
    forces = state.forces.get(area)
    if not forces:
        return 0
    count = 0
    for kind, condition in forces.items():
        if _SIDE[kind] == side:
            count += condition.fresh + condition.activated + condition.routed
    return count


def by_kind(state: State, area: str, side: Side) -> Points:
    """Combat points of a side in an area by kind."""
    forces = state.forces.get(area)
    if not forces:
        return {}
    return {kind: condition.total for kind, condition in forces.items() if _SIDE[kind] == side}


def kinds_in(state: State, area: str, side: Side) -> list[Kind]:
    """Armies and bands of a side with combat points in an area."""
    return [kind for kind in state.forces.get(area, ()) if _SIDE[kind] == side]


def fresh_in(state: State, area: str, side: Side) -> Points:
    """Combat points of a side in an area that can still be activated in this phase."""
    return fresh_of(state, side).get(area) or {}


def fresh_of(state: State, side: Side) -> Mapping[str, Points]:
    """The fresh combat points of a side by area, for all areas that have any."""
    return _FRESH(state.forces)[side]


def held_by(state: State, side: Side) -> frozenset[str]:
    """Areas with combat points of a side."""
    return _HELD(state.forces)[side]


def held(state: State, side: Side) -> list[str]:
    """Areas with combat points of a side, in map order."""
    areas = held_by(state, side)
    return [area for area in state.forces if area in areas]


def on_map(state: State, kind: Kind) -> int:
    """Combat points of a kind on the map."""
    return sum(kinds[kind].total for kinds in state.forces.values() if kind in kinds)


def total(points: Mapping[Kind, int]) -> int:
    """The number of combat points."""
    return sum(points.values())


def sorted_points(points: Mapping[Kind, int]) -> Points:
    """Points without zeros, in the order of `KINDS`."""
    if len(points) < 2:
        return {kind: count for kind, count in points.items() if count}
    return {kind: count for kind in KINDS if (count := points.get(kind))}


def put_force(box: Box, state: State, area: str, kind: Kind, condition: Condition) -> None:
    """Set the combat points of a kind in an area; map order and order of kinds are kept."""
    before = state.forces
    after = dict(before)
    put(after, area, kind, condition, box.ground.order, KINDS)
    state.forces = after
    # If a kind was there before and after, all armies hold what they held.
    stays = kind in before.get(area, ()) and kind in after.get(area, ())
    _HELD.follow(before, after, frozenset() if stays else {area})
    _FRESH.follow(before, after, {area})
    _FORCES_WRITTEN.follow(before, after, {area})


def put_officer(state: State, general: str, officer: Officer) -> None:
    """Set the state of a general."""
    before = state.officers
    after = state.officers = {**before, general: officer}
    if before[general].area == officer.area:
        _STATIONED.follow(before, after)
    _OFFICERS_WRITTEN.follow(before, after, {general})


def where(box: Box, state: State) -> tuple[object, object]:
    """The positions of all counters: the same two values while none of them moves."""
    return _HELD(state.forces), _STATIONED(state.officers, box)


def stationed(box: Box, state: State, side: Side) -> Mapping[str, Sequence[str]]:
    """Generals of a side by their areas, in the box's order."""
    return _STATIONED(state.officers, box)[side]


def generals_in(box: Box, state: State, area: str, side: Side) -> Sequence[str]:
    """Generals of a side in an area, in the box's order."""
    return _STATIONED(state.officers, box)[side].get(area, ())


def generals_on_map(box: Box, state: State, side: Side) -> list[str]:
    """Generals of a side on the map, in the box's order."""
    return [id for id in box.generals_of[side] if state.officers[id].fate == "map"]


def army_of(state: State, general: str) -> Army | None:
    """The army of a general; None until it is chosen (A-75)."""
    return state.officers[general].army


def leads(state: State, general: str, kind: Kind) -> bool:
    """Whether a general is of the army of such combat points (V-3.1-b)."""
    return state.officers[general].army in _LEADING[kind]


def led_kinds(state: State, generals: Iterable[str], kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    """The kinds of combat points that one of the generals leads."""
    officers = state.officers
    of: set[Army | None] = set()
    for general in generals:
        of.add(officers[general].army)
    return tuple([kind for kind in kinds if not of.isdisjoint(_LEADING[kind])]) if of else ()


def gatine(state: State) -> bool:
    """Whether la Gâtine has risen (V-6-E2-c)."""
    return "e2" in state.past


def merged(state: State) -> bool:
    """Whether Republican armies may stack (V-3.5-f)."""
    return "e13" in state.past


def in_zone(box: Box, state: State, area: str) -> bool:
    """Whether an area is in any influence zone."""
    return box.ground.zone_of(area, gatine(state)) is not None


def controlled(box: Box, state: State, area: str, by: Side) -> bool:
    """Whether a side's combat points control an area from next to it (V-3.4)."""
    return not box.ground.controlled_from[area].isdisjoint(held_by(state, by))
