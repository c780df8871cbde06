"""Checks of the stack in a state that came from outside, frame by frame.

Each frame names parts of the box and lies where it can; its counters are on the map where it says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch

from data.catalogue import _
from data.nouns import listed
from data.vendee.schema import BLUE_ARMIES, Side
from engines.core.checks import require
from engines.vendee.box import Box
from engines.vendee.combat.frames import Battle, Contingent, Losses, Party, Pursuit, Retreat
from engines.vendee.combat.losses import payers
from engines.vendee.combat.pursuit import with_group
from engines.vendee.combat.reckoning import contingents_of, strength
from engines.vendee.frames import (
    SIDES,
    Activation,
    Committee,
    Condition,
    Desertion,
    EndOfTurn,
    Fortify,
    Initiative,
    Kind,
    Leaders,
    Lechelle,
    Occupied,
    Operations,
    Plan,
    Powder,
    Preempt,
    Refuge,
    Reinforce,
    Sail,
    Wounded,
    enemy,
)
from engines.vendee.state import AnyFrame, Phase, State, generals_in, on_map, side_of, total

_FIRST: dict[type[AnyFrame], tuple[Phase, ...]] = {
    Wounded: ("wounded",),
    Plan: ("wounded", "reinforcements"),
    Reinforce: ("reinforcements",),
    Initiative: ("initiative",),
    Operations: ("operations",),
    Desertion: ("desertion",),
    Committee: ("committee",),
    EndOfTurn: ("end",),
}
"""Frames that a phase begins with, and the phases that do."""
_UPON: dict[type[AnyFrame], tuple[type[AnyFrame], ...]] = {
    Reinforce: (Reinforce,),
    Plan: (Reinforce,),
    Powder: (Reinforce,),
    Sail: (Reinforce,),
    Activation: (Operations,),
    Preempt: (Activation,),
    Fortify: (Activation, Pursuit),
    Battle: (Activation,),
    Retreat: (Battle,),
    Losses: (Battle, Retreat),
    Pursuit: (Activation,),
}
"""The frames on which each other frame lies."""
_DECIDED = ("loser", "winner", "retreat", "spoils", "fates", "end")
"""Stages of a combat after its dice were thrown."""
_UNDECIDED = ("guns", "answer", "draw", "powder", "dice", "end")
"""Stages without dice: those before them, and the end where the Royalists have withdrawn."""
_BEATEN_GONE = ("spoils", "fates", "end")
"""Stages of a combat from which the loser's counters have left its area."""


def check_stack(box: Box, state: State) -> None:
    """Check the stack.

    :raises StateError: names it, with the condition that holds in every possible state.
    """
    below: AnyFrame | None = None
    for frame in state.stack:
        _place(state, frame, below)
        below = frame
    counters = _Counters(state)
    for below, frame, above in zip([None, *state.stack], state.stack, [*state.stack[1:], None], strict=False):
        _frame(frame, box, state, below)
        if isinstance(frame, Activation):
            fits = frame.rolled != isinstance(above, Preempt)
            _stack(fits, _("action points are rolled unless the activation may be pre-empted"))
        counters.count(frame, above)
    counters.check()


def _stack(fits: bool, expected: str) -> None:
    require(fits, "stack", expected)


def _place(state: State, frame: AnyFrame, below: AnyFrame | None) -> None:
    kind = type(frame)
    if kind in _FIRST:
        _stack(state.phase in _FIRST[kind], _("this is not the phase of {name}", name=kind.__name__))
    if kind in _UPON and (below is not None or kind not in _FIRST):
        fits = isinstance(below, _UPON[kind])
        _stack(
            fits,
            _(
                "{name} lies on {kind}",
                name=kind.__name__,
                kind=listed((each.__name__ for each in _UPON[kind]), "or"),
            ),
        )
    elif kind in _FIRST:
        _stack(below is None, _("a phase begins with {name}", name=kind.__name__))


@singledispatch
def _frame(frame: AnyFrame, box: Box, state: State, below: AnyFrame | None) -> None:
    """Check the names in one frame, and the conditions on every frame of its kind."""


@_frame.register
def _lechelle(frame: Lechelle, box: Box, state: State, below: AnyFrame | None) -> None:
    _stack(frame.general in box.general, _("there is no general {general!r}", general=frame.general))
    _stack(box.general[frame.general].army is None, _("he has an army"))


@_frame.register
def _operations(frame: Operations, box: Box, state: State, below: AnyFrame | None) -> None:
    _areas(box, [frame.bound])
    if frame.bound is not None:
        led = any(
            state.officers[id].ready == "fresh" for id in generals_in(box, state, frame.bound, frame.hand)
        )
        _stack(led and frame is state.stack[-1], _("the stack that pre-empted is activated next"))


@_frame.register
def _preempt(frame: Preempt, box: Box, state: State, below: AnyFrame | None) -> None:
    assert isinstance(below, Activation)
    announced = not below.rolled and (below.at, below.side) == (frame.area, enemy(frame.side))
    _stack(announced, _("a stack of the other side is announced there"))


@_frame.register
def _fortify(frame: Fortify, box: Box, state: State, below: AnyFrame | None) -> None:
    assert isinstance(below, Activation | Pursuit)
    entered = below.entering if isinstance(below, Activation) else next(iter(below.plan), None)
    _stack(entered == frame.area and below.side == "republican", _("Republicans are about to enter there"))
    _stack(state.markers["e6"] > 0, _("E6 is left"))


@_frame.register
def _refuge(frame: Refuge, box: Box, state: State, below: AnyFrame | None) -> None:
    _areas(box, [frame.area, *frame.crossed, *(frame.barred or ())])
    near = not frame.first or frame.first in box.ground.ways[frame.area] or bool(frame.crossed)
    _stack(near, _("they flee to the next area"))
    _generals(box, frame.generals, frame.side)
    _stack(bool(frame.generals), _("somebody flees"))


@_frame.register
def _occupied(frame: Occupied, box: Box, state: State, below: AnyFrame | None) -> None:
    fits = box.event[frame.event].occupied == frame.area and state.markers[frame.event] > 0
    _stack(fits, _("it is for that area, and left"))


@_frame.register
def _leaders(frame: Leaders, box: Box, state: State, below: AnyFrame | None) -> None:
    if isinstance(below, Battle):
        verdict = below.verdict
        fits = verdict is not None and verdict.rout and (frame.amount > 0) == (verdict.loser == "republican")
        _stack(fits, _("powder is dealt after a rout"))
    armies = [*(frame.before or ()), *frame.tied, *frame.rest]
    _stack(frame.amount != 0 and len(frame.tied) > 1, _("armies tie for a gain or a loss"))
    _stack(len(set(armies)) == len(armies), _("an army is dealt to once in a round"))


@_frame.register
def _desertion(frame: Desertion, box: Box, state: State, below: AnyFrame | None) -> None:
    _areas(box, frame.stripped)
    _stack(bool(frame.owed), _("somebody deserts"))
    for army, owed in frame.owed.items():
        _stack(0 < owed <= on_map(state, army), _("who deserts is on the map"))


@_frame.register
def _committee(frame: Committee, box: Box, state: State, below: AnyFrame | None) -> None:
    _generals(box, frame.tried, "republican")
    _stack(bool(frame.accused), _("somebody is spared"))
    for army, accused in frame.accused.items():
        _generals(box, accused, "republican")
        _stack(army in BLUE_ARMIES and len(accused) > 1, _("one of several is spared"))
        officers = [state.officers[id] for id in accused]
        fits = all((officer.army, officer.fate) == (army, "map") for officer in officers)
        _stack(fits, _("the accused are on the map, and of that army"))


@_frame.register
def _activation(frame: Activation, box: Box, state: State, below: AnyFrame | None) -> None:
    _areas(box, [frame.at, frame.origin, *frame.plan, *frame.foes, frame.entering])
    _areas(box, [*frame.stated, *frame.barred])
    _generals(box, frame.generals, frame.side)
    _kinds(frame.points, frame.side)
    for kind, count in (frame.picked or {}).items():
        _stack(0 < count <= frame.points.get(kind, 0), _("who was picked up is in the group"))
    fits = 0 <= frame.spent <= frame.ap and frame.steps >= 0
    _stack(fits, _("no more action points are spent than there are"))


@_frame.register
def _battle(frame: Battle, box: Box, state: State, below: AnyFrame | None) -> None:
    _areas(box, [frame.area, *frame.tried, *(frame.balked or ())])
    _paths(box, frame.paths)
    _stack(bool(frame.attacking) and bool(frame.defending), _("both sides are in a combat"))
    _stack(frame.active or frame.pursuit, _("without the active group a combat comes of a pursuit"))
    _active(frame.active, frame.attacker, below)
    for part in frame.attacking:
        _contingent(box, part, frame.attacker)
    for part in frame.defending:
        _contingent(box, part, enemy(frame.attacker))
    stages = _UNDECIDED if frame.verdict is None else _DECIDED
    _stack(frame.stage in stages, _("it is the dice that decide a combat"))
    if frame.verdict is None and frame.stage != "end":
        sides = (contingents_of(frame, side) for side in SIDES)
        _stack(all(total(strength(parts)) for parts in sides), _("both sides have combat points in a combat"))
    if frame.verdict is not None:
        _stack(set(frame.verdict.losses) == set(SIDES), _("both sides have losses"))
        _stack(set(frame.verdict.began) == set(SIDES), _("both sides have begun it"))
        _stack(set(frame.verdict.generals) == set(SIDES), _("both sides have generals or none"))
        for side in SIDES:
            _kinds(frame.verdict.began[side], side)
            _generals(box, frame.verdict.generals[side], side)
        victors = contingents_of(frame, enemy(frame.verdict.loser))
        # No winner is wiped out (D-06).
        _stack(total(strength(victors)) > 0, _("the winner of a combat has combat points left"))


@_frame.register
def _losses(frame: Losses, box: Box, state: State, below: AnyFrame | None) -> None:
    _areas(box, [frame.area])
    paying = payers(state, frame)
    most = sum(condition.total for part in paying for condition in part.points.values())
    _stack(0 < frame.owed < most, _("less is lost than there is"))
    if isinstance(below, Battle):
        _stack(below.stage in ("winner", "retreat"), _("losses follow the dice of a combat"))
        assert below.verdict is not None
        loser = below.verdict.loser
        side = loser if below.stage == "winner" else enemy(loser)
        fits = (frame.side, frame.area) == (side, below.area) and frame.owed <= below.verdict.losses[side]
        _stack(fits, _("each side pays the losses that the dice gave it"))


@_frame.register
def _retreat(frame: Retreat, box: Box, state: State, below: AnyFrame | None) -> None:
    assert isinstance(below, Battle)
    if below.verdict is None:
        fits = frame.withdrawal and below.stage == "end" and frame.side == "royalist"
    else:
        beaten = (below.verdict.loser, below.verdict.rout)
        fits = not frame.withdrawal and below.stage == "spoils" and (frame.side, frame.rout) == beaten
    _stack(fits, _("the loser of a combat retreats, or Royalists without powder withdraw"))
    tolls = frame.tolls or {}
    _areas(box, [*frame.barred, *tolls])
    _stack(min(tolls.values(), default=0) >= 0, _("a toll is taken"))
    _paths(box, frame.paths)
    everybody = (*frame.parties, *(frame.halted or ()), *frame.gone)
    _paths(box, [party.path for party in everybody])
    done = frame is not state.stack[-1] and bool(frame.paths)
    _stack(bool(frame.parties) or done, _("somebody retreats"))
    for party in everybody:
        _contingent(box, party, frame.side)


@_frame.register
def _pursuit(frame: Pursuit, box: Box, state: State, below: AnyFrame | None) -> None:
    _areas(box, [frame.at, *frame.plan])
    _active(frame.active, frame.side, below)
    _stack(bool(frame.paths), _("the routed went somewhere"))
    _paths(box, frame.paths)
    for part in (*frame.contingents, *(frame.victors or ())):
        _contingent(box, part, frame.side)


def _active(active: bool, side: Side, below: AnyFrame | None) -> None:
    fits = not active or (isinstance(below, Activation) and below.side == side)
    _stack(fits, _("the active group is of that side"))


def _areas(box: Box, areas: Iterable[str | None]) -> None:
    for area in areas:
        _stack(area is None or area in box.ground.area, _("there is no area {area!r}", area=area))


def _paths(box: Box, paths: Iterable[Sequence[str]]) -> None:
    for path in paths:
        _stack(bool(path), _("a way has areas"))
        _areas(box, path)


def _generals(box: Box, generals: Sequence[str], side: Side) -> None:
    for id in generals:
        _stack(
            id in box.general and box.general[id].side == side,
            _("there is no general {id!r} on that side", id=id),
        )
    _stack(len(set(generals)) == len(generals), _("a general is there once"))


def _kinds(points: Mapping[Kind, int], side: Side) -> None:
    _stack(all(side_of(kind) == side for kind in points), _("combat points are of that side"))
    _stack(all(count > 0 for count in points.values()), _("there is one or more of each kind"))


def _contingent(box: Box, part: Contingent | Party, side: Side) -> None:
    _areas(box, [part.origin])
    _generals(box, part.generals, side)
    for condition in part.points.values():
        _stack(min(condition.fresh, condition.activated, condition.routed) >= 0, _("there is one or more"))
    _kinds({kind: condition.total for kind, condition in part.points.items()}, side)


class _Counters:
    """The counters that frames name, to be compared with the map."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._points: dict[tuple[str, Kind], Condition] = {}

    def count(self, frame: AnyFrame, above: AnyFrame | None) -> None:
        """Count the counters of a frame, if they are its own now."""
        match frame:
            case Activation() if isinstance(above, Battle | Pursuit):
                if not _told_later(frame, above):
                    self._stays(frame)
            case Activation():
                fresh = not frame.rolled
                for kind, number in frame.points.items():
                    here = Condition(fresh=number) if fresh else Condition(activated=number)
                    self._add(frame.at, {kind: here})
                self._there(frame.at, frame.generals)
            case Battle():
                gone = _gone(frame, above)
                for part in (
                    *(() if gone == frame.attacker else frame.attacking),
                    *(() if gone == enemy(frame.attacker) else frame.defending),
                ):
                    self._add(frame.area, part.points)
            case Retreat():
                for party in (*frame.parties, *(frame.halted or ())):
                    self._add(party.path[-1], party.points)
            case Pursuit():
                for part in frame.contingents:
                    self._add(frame.at, part.points)
            case Refuge():
                self._there(frame.area, frame.generals)
            case _:
                pass

    def check(self) -> None:
        """Compare them with the map.

        :raises StateError: they are not there.
        """
        for (area, kind), said in self._points.items():
            left = self._state.forces.get(area, {}).get(kind, Condition()).plus(said, -1)
            fits = min(left.fresh, left.activated, left.routed) >= 0
            _stack(fits, _("combat points are not where they should be"))

    def _stays(self, group: Activation) -> None:
        """A group goes on with its present counters; the frame above may name some of them again."""
        present = self._state.forces.get(group.at, {})
        for kind, number in group.points.items():
            fits = number <= present.get(kind, Condition()).activated
            _stack(fits, _("combat points of the group are not where they should be"))

    def _add(self, area: str, points: Mapping[Kind, Condition]) -> None:
        for kind, condition in points.items():
            known = self._points.get((area, kind), Condition())
            self._points[area, kind] = known.plus(condition)

    def _there(self, area: str, generals: Iterable[str]) -> None:
        for id in generals:
            _stack(self._state.officers[id].area == area, _("a general is not where he should be"))


def _told_later(group: Activation, above: Battle | Pursuit) -> bool:
    """Whether the group is in a combat or a pursuit, which reports its losses at the end."""
    if isinstance(above, Pursuit):
        return above.entered and with_group(above)
    attacked = above.attacker != group.side and above.area == group.at
    return above.active or attacked


def _gone(battle: Battle, above: AnyFrame | None) -> Side | None:
    """The side whose counters have left the area of a combat: it retreats, or has."""
    if isinstance(above, Retreat):
        return above.side
    if battle.verdict is not None and battle.stage in _BEATEN_GONE:
        return battle.verdict.loser
    return None
