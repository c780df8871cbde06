"""The view of a side, or of the public (3.6)."""

from __future__ import annotations

import msgspec

from data.vendee.schema import Army, BlueArmy, EventId, RoyalArmy, Side
from engines.core.contract import Outcome, Working
from engines.vendee.box import Box
from engines.vendee.frames import SIDES, Condition, Desertion, Kind, Points, enemy
from engines.vendee.position.groups import activation
from engines.vendee.position.sight import fewest, lies_hidden
from engines.vendee.score import in_sight, points_of, provisional_outcome
from engines.vendee.state import Fate, Landing, Phase, Readiness, State, by_kind, generals_in, side_of


class StackView(msgspec.Struct, frozen=True):
    """Counters of one side in an area; face down, only their number is seen (A-31)."""

    counters: int
    points: dict[Kind, Condition] | None
    generals: dict[str, Readiness] | None


class OfficerView(msgspec.Struct, frozen=True):
    """A general who is not on the map, or whom the viewer sees there."""

    fate: Fate
    area: str | None
    due: int | None
    army: Army | None


class ActivationView(msgspec.Struct, frozen=True):
    """The activation under way; its group and points left, where the viewer may know them."""

    side: Side
    at: str
    points: Points | None
    generals: tuple[str, ...] | None
    left: int | None
    """Action points left, in halves."""


class View(msgspec.Struct, frozen=True):
    """The view of one seat or of the public."""

    turn: int
    phase: Phase
    morale: dict[Side, int]
    powder: dict[RoyalArmy, int]
    areas: dict[str, dict[Side, StackView]]
    officers: dict[str, OfficerView]
    """Generals that are in sight, or off the map."""
    arrivals: Points | None
    """Points still to be placed; only the owner knows them."""
    leaving: Points | None
    """Points that have still to go home, by army; only the Royalists know them (2.5)."""
    markers: dict[EventId, int]
    played: list[EventId]
    past: list[EventId]
    holder: dict[str, Side]
    attached: BlueArmy | None
    deserters: int
    bishop: bool
    messengers: bool
    landing: Landing | None
    """The Royalists' secret note; only they know it."""
    at_sea: int
    initiative: Side | None
    preempted: bool
    tested: list[str]
    """Generals who have tried to join Anjou and Centre; the Royalists know (A-92)."""
    fought: list[str]
    activation: ActivationView | None
    scenario: str
    score: dict[Side, int]
    """Victory points of each side if the game ended now; counters that the viewer can't see don't count."""
    working: list[Working]
    """The lines of the score, the Royalists' points negative."""


def sees(box: Box, state: State, seat: str | None, side: Side, area: str) -> bool:
    """Whether a side's counters in an area lie face up to a seat, or to the public (None)."""
    if seat == side or not lies_hidden(box, state, side, area):
        return True
    other = enemy(side)
    return bool(by_kind(state, area, other) or generals_in(box, state, area, other))


def view(box: Box, state: State, seat: str | None) -> View:
    """The table as `seat` sees it; None is the public."""
    areas: dict[str, dict[Side, StackView]] = {}
    officers: dict[str, OfficerView] = {}
    occupied = {officer.area for officer in state.officers.values() if officer.area} | set(state.forces)
    visible: set[tuple[Side, str]] = set()
    for area in sorted(occupied, key=box.ground.order.__getitem__):
        for side in SIDES:
            if sees(box, state, seat, side, area):
                visible.add((side, area))
            stack = _stack(box, state, side, area, (side, area) in visible)
            if stack.counters:
                areas.setdefault(area, {})[side] = stack
    for id, officer in state.officers.items():
        if officer.area is None or (box.general[id].side, officer.area) in visible:
            officers[id] = OfficerView(officer.fate, officer.area, officer.due, officer.army)
    placing = {side_of(kind) for kind in state.arrivals}
    stands = standing(box, state, seat)
    return View(
        turn=state.turn,
        phase=state.phase,
        morale=dict(state.morale),
        powder=dict(state.powder),
        areas=areas,
        officers=officers,
        arrivals=dict(state.arrivals) if placing <= {seat} else None,
        leaving=_leaving(state) if seat == "royalist" else None,
        markers=dict(state.markers),
        played=list(state.played),
        past=list(state.past),
        holder=dict(state.holder),
        attached=state.attached,
        deserters=state.deserters,
        bishop=state.bishop,
        messengers=state.messengers,
        landing=state.landing if seat == "royalist" else None,
        at_sea=len(state.at_sea),
        initiative=state.initiative,
        preempted=state.preempted,
        tested=list(state.tested) if seat == "royalist" else [],
        fought=list(state.fought),
        activation=_activation(box, state, seat),
        scenario=state.scenario,
        score=points_of(stands),
        working=stands.working,
    )


def standing(box: Box, state: State, seat: str | None) -> Outcome:
    """The result if the game ended now, as `seat` or the public sees it; when it is over its result."""
    if state.phase == "over":
        return provisional_outcome(box, state)
    held = (
        (side, area) for area, kinds in state.forces.items() for side in {side_of(kind) for kind in kinds}
    )
    return in_sight(box, state, {(side, area) for side, area in held if sees(box, state, seat, side, area)})


def _leaving(state: State) -> Points:
    frame = state.stack[-1] if state.stack else None
    return dict(frame.owed.items()) if isinstance(frame, Desertion) else {}


def counters(box: Box, state: State, side: Side, area: str) -> int:
    """The number of a side's counters in an area, all changed into the fewest unless it made change."""
    points = by_kind(state, area, side)
    shown = state.shown.get(area, {}).get(side, fewest(points))
    return shown + len(generals_in(box, state, area, side))


def seen(box: Box, state: State, seat: str | None, side: Side, area: str) -> StackView:
    """The counters of a side in an area as a seat, or the public (None), sees them."""
    return _stack(box, state, side, area, sees(box, state, seat, side, area))


def _stack(box: Box, state: State, side: Side, area: str, visible: bool) -> StackView:
    count = counters(box, state, side, area)
    if not visible:
        return StackView(count, None, None)
    points = {kind: held for kind, held in state.forces.get(area, {}).items() if side_of(kind) == side}
    generals = {id: state.officers[id].ready for id in generals_in(box, state, area, side)}
    return StackView(count, points, generals)


def _activation(box: Box, state: State, seat: str | None) -> ActivationView | None:
    frame = activation(state)
    if frame is None:
        return None
    if not sees(box, state, seat, frame.side, frame.at):
        return ActivationView(frame.side, frame.at, None, None, None)
    left = max(0, frame.ap - frame.spent) if frame.rolled and seat == frame.side else None
    # A combat takes losses from the area first, and from the group when it is over.
    forces = state.forces.get(frame.at, {})
    points = {kind: min(n, forces[kind].total) for kind, n in frame.points.items() if kind in forces}
    return ActivationView(frame.side, frame.at, points, frame.generals, left)
