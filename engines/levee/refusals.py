"""Why an action can't be taken: one function per kind, each giving the statement that forbids it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from data.levee.schema import Unit
from engines.core.refusals import Refusal
from engines.levee.actions import (
    Action,
    Commit,
    Deploy,
    End,
    Keep,
    Levy,
    Liberate,
    Military,
    Naval,
    Political,
    Recall,
    Reroll,
    RestoreOrder,
    Spirit,
)
from engines.levee.box import HOLDING, OUT, PARIS, SPENT, START, Box
from engines.levee.combat import may_reroll, may_tip
from engines.levee.odds import decisive, test_pending
from engines.levee.state import State, control, held, liberated, nearest


def refusal(box: Box, state: State, action: Action) -> Refusal | None:
    """The reason why the rules forbid an action now, or None."""
    if state.phase == "over":
        return Refusal("L-9.0-a", "The game is over")
    if state.phase == "emergency" and not isinstance(action, Military):
        return Refusal("L-10.1-b", "The levée en masse has been called: its Emergency attack comes first")
    if state.phase == "die" and not isinstance(action, Reroll | Commit | Keep):
        return Refusal("X-10.4-a", "The die of the last attack lies there still: keep it, or answer it")
    return _BY_KIND[type(action)](box, state, action)


def allowed(box: Box, state: State, actions: Iterable[Action]) -> list[Action]:
    """Those of some actions that nothing is said against; of those that the phase asks for."""
    return [action for action in actions if _BY_KIND[type(action)](box, state, action) is None]


def free_storm(state: State, army: Unit) -> bool:
    """Whether an attack on this Army would be its free attempt To the Barricades! (L-7.2-h)."""
    return state.boxes.get(army) == 0 and army not in state.stormed


def _spent(state: State) -> Refusal | None:
    return None if state.actions_left else Refusal("L-4.3-b", "No action is left this turn")


def _political(box: Box, state: State, action: Political) -> Refusal | None:
    value = state.tracks[action.marker]
    if action.marker == "republic":
        if value == 4:
            return Refusal("L-7.1-b", "Republic stands at 4 and cannot be raised further")
    elif value == -1:
        return Refusal("L-7.1-b", f"{action.marker.title()} stands at -1 and cannot be lowered further")
    return _spent(state)


def _unassailable(box: Box, state: State, action: Military) -> Refusal | None:
    army = action.army
    at = state.boxes.get(army)
    if at is None:
        return Refusal("L-7.2-e", f"The {box.army_name[army]} is not on the map")
    if at == START and not decisive(state, army):
        return Refusal("L-7.2-d", "An army in its starting box cannot be attacked")
    if army == "britain" and at == 4:
        return Refusal("L-7.2-f", "At sea the British can be fought by a Naval Action only")
    return _shielded(box, state, army, at)


def _shielded(box: Box, state: State, army: Unit, at: int) -> Refusal | None:
    """Why a unit can't be fought before others of its track (X-7.2)."""
    first = nearest(box, state, box.track_of[army])
    if army in first:
        return None
    before = first[0]
    if state.boxes[before] == at:
        return Refusal("X-7.2-b", f"The {box.army_name[before]} there has to be beaten first")
    return Refusal("X-7.2-a", f"The {box.army_name[before]} stands before it, nearer to Paris")


def _military(box: Box, state: State, action: Military) -> Refusal | None:
    unassailable = _unassailable(box, state, action)
    if unassailable:
        return unassailable
    free = free_storm(state, action.army)
    if state.phase == "emergency":
        if free:
            return Refusal(
                "L-10.1-b",
                f"The free attack on the {box.army_name[action.army]} in Paris has to be made first",
            )
        return None
    if free or (state.extra and in_france(box, state, action.army)):
        return None
    if state.extra and not state.actions_left:
        name = box.army_name[action.army]
        return Refusal(
            "X-10.5-b", f"No action is left, and the extra attack is for France: the {name} is outside"
        )
    return _spent(state)


def in_france(box: Box, state: State, army: Unit) -> bool:
    """Whether a unit stands in a square space or in Paris (X-10.5-f, A-08)."""
    at = state.boxes.get(army)
    return at is not None and box.shape(army, at) in ("square", PARIS)


def _naval(box: Box, state: State, action: Naval) -> Refusal | None:
    at = state.boxes["britain"]
    if at not in (1, 2, 4):
        where = "off the map" if at is None else f"in {box.name(box.at['britain'][at])}"
        return Refusal(
            "L-7.3-c", f"The British are {where}; the Royal Navy can be fought At Sea or behind boxes 1 and 2"
        )
    return _spent(state)


def _liberate(box: Box, state: State, action: Liberate) -> Refusal | None:
    space = action.space
    markers = held(state)
    if not markers:
        return Refusal("L-7.4-a", "There is no Liberation marker in the Holding Box")
    if space == PARIS or box.space[space].shape != "round":
        return Refusal("L-7.4-b", f"{box.name(space)} is not a round space outside France")
    if space in state.markers.values():
        return Refusal("L-7.4-b", f"{box.name(space)} is liberated already")
    power = box.power[box.army_of[space]]
    match control(box, state, space):
        case "contested":
            return Refusal("L-7.4-b", f"{box.name(space)} is contested: {power} is there")
        case "allied":
            return Refusal("L-7.4-b", f"{box.name(space)} is under Allied control, behind {power}")
        case _:
            pass
    if action.marker is None:
        if len({box.marker_value[marker] for marker in markers}) > 1:
            names = " or ".join(markers)
            return Refusal("L-7.4-c", f"The markers differ; name the one to place: {names}")
    elif action.marker not in markers:
        return Refusal("L-7.4-a", f"{action.marker} is not in the Holding Box")
    return _spent(state)


def _restore_order(box: Box, state: State, action: RestoreOrder) -> Refusal | None:
    if not state.disorder:
        return Refusal("L-7.5-a", "Paris is in order")
    return _spent(state)


def _levy(box: Box, state: State, action: Levy) -> Refusal | None:
    if not state.on("levee-en-masse"):
        return Refusal("L-10.0-a", "This campaign is played without calling a levée en masse")
    if action.origin == HOLDING:
        markers = held(state)
        if not markers:
            return Refusal("L-10.1-c", "There is no Liberation marker in the Holding Box to give up")
        if action.marker is None and len({box.marker_value[marker] for marker in markers}) > 1:
            names = " or ".join(markers)
            return Refusal("L-10.1-a", f"The markers differ; name the one to give up: {names}")
        if action.marker is not None and action.marker not in markers:
            return Refusal("L-10.1-c", f"{action.marker} is not in the Holding Box")
    elif action.origin not in state.markers.values() or action.origin in (OUT, SPENT):
        return Refusal("L-10.1-c", f"There is no Liberation marker in {box.name(action.origin)} to give up")
    elif action.marker not in (None, liberated(state)[action.origin]):
        return Refusal("L-10.1-c", f"{action.marker} is not in {box.name(action.origin)}")
    for army in state.boxes:
        target = Military(army)
        if _unassailable(box, state, target) is None and not free_storm(state, army):
            return None
    return Refusal("L-10.1-b", "There is no Army that the Emergency attack could be made on")


def _spirit(box: Box, state: State, action: Spirit) -> Refusal | None:
    if not state.on("spirit-of-89"):
        return Refusal("L-10.0-a", "This campaign is played without the Spirit of '89")
    space = action.space
    if space not in state.markers.values():
        return Refusal("L-10.2-e", f"There is no Liberation marker in {box.name(space)}")
    if control(box, state, space) != "contested":
        return Refusal("L-10.2-e", f"There is no Army in {box.name(space)}")
    first = nearest(box, state, box.army_of[space])
    at = box.space[space].box
    if state.boxes[first[0]] != at:
        return Refusal("X-7.2-a", f"The {box.army_name[first[0]]} stands before it, nearer to Paris")
    if action.army is None and len(first) > 1:
        names = " or ".join(first)
        return Refusal("X-7.2-c", f"Several Armies are there; name the one to fight: {names}")
    army = action.army or first[0]
    if state.boxes.get(army) != at or box.at[army][at] != space:
        return Refusal("L-10.2-e", f"The {box.army_name[army]} is not in {box.name(space)}")
    if army == "britain" and at == 4:
        return Refusal("L-7.2-f", "At sea the British can be fought by a Naval Action only")
    if army not in first:
        return _shielded(box, state, army, at)
    if army in state.rallied:
        return Refusal("L-10.2-a", f"The Spirit of '89 was tried against {box.power[army]} this turn")
    return None


def _deploy(box: Box, state: State, action: Deploy) -> Refusal | None:
    army = action.army
    if state.napoleon == OUT:
        return Refusal("X-5.N-a", "Napoleon has not come yet")
    if state.napoleon != HOLDING:
        return Refusal("X-5.N-i", f"Napoleon is with {box.power[_unit(state)]}; he has to be recalled first")
    if state.recalled:
        return Refusal("X-5.N-g", "Napoleon came back this turn; he can be sent again in the next")
    if state.boxes.get(army) is None:
        return Refusal("X-5.N-b", f"The {box.army_name[army]} is not on the map")
    if state.on("napoleon-historical") and box.track_of[army] not in ("piedmont", "austria"):
        return Refusal("X-5.N-j", "In this campaign Napoleon fights in Italy and against Austria only")
    return None


def _recall(box: Box, state: State, action: Recall) -> Refusal | None:
    if state.napoleon in (OUT, HOLDING):
        return Refusal("X-5.N-f", "Napoleon is with no Army")
    if state.acted:
        return Refusal("X-5.N-f", "Napoleon is recalled before anything else is done in the turn")
    unit = _unit(state)
    if state.boxes[unit] not in (4, START):
        return Refusal("X-5.N-f", f"The {box.army_name[unit]} is nearer than box 4; Napoleon stays with it")
    return None


def _unit(state: State) -> Unit:
    """The unit that Napoleon is with."""
    return next(unit for unit in state.boxes if unit == state.napoleon)


def _commit(box: Box, state: State, action: Commit) -> Refusal | None:
    if not state.on("he-who-fears"):
        return Refusal("X-10.0-a", "This campaign is played without giving up order in Paris (10.5)")
    if state.disorder:
        return Refusal("X-10.5-a", "Paris is in Disorder already")
    if state.pending is not None:
        army = state.pending.army
        at = state.boxes[army]
        assert at is not None
        if may_tip(test_pending(box, state, state.pending), state, state.pending, box.shape(army, at)):
            return None
        return Refusal("X-10.5-c", "One more would not make a victory of that die")
    for army in state.boxes:
        target = Military(army)
        exposed = in_france(box, state, army) and _unassailable(box, state, target) is None
        if exposed and not free_storm(state, army):
            return None
    return Refusal("X-10.5-b", "There is no Army inside France that one more attack could be made on")


def _reroll(box: Box, state: State, action: Reroll) -> Refusal | None:
    if not state.on("single-battalion"):
        return Refusal("X-10.0-a", "This campaign is played without the last reserves (10.4)")
    if not may_reroll(state):
        return Refusal("X-10.4-b", "The last reserves have been committed this turn")
    if state.pending is None:
        return Refusal("X-10.4-a", "There is no attack to roll anew")
    return None


def _keep(box: Box, state: State, action: Keep) -> Refusal | None:
    return None if state.pending is not None else Refusal("X-10.4-a", "No die waits for an answer")


def _end(box: Box, state: State, action: End) -> Refusal | None:
    return None


_BY_KIND: dict[type[Action], Callable[[Box, State, Any], Refusal | None]] = {
    Political: _political,
    Military: _military,
    Naval: _naval,
    Liberate: _liberate,
    RestoreOrder: _restore_order,
    Levy: _levy,
    Spirit: _spirit,
    Deploy: _deploy,
    Recall: _recall,
    Commit: _commit,
    Reroll: _reroll,
    Keep: _keep,
    End: _end,
}
