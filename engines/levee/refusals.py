"""Why an action can't be taken: one function per kind, each giving the statement that forbids it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from data.levee.schema import Army
from engines.core.refusals import Refusal
from engines.levee.actions import (
    Action,
    End,
    Levy,
    Liberate,
    Military,
    Naval,
    Political,
    RestoreOrder,
    Spirit,
)
from engines.levee.box import HOLDING, OUT, PARIS, SPENT, START, Box
from engines.levee.state import State, control, held


def refusal(box: Box, state: State, action: Action) -> Refusal | None:
    """The reason why the rules forbid an action now, or None."""
    if state.phase == "over":
        return Refusal("L-9.0-a", "The game is over")
    if state.phase == "emergency" and not isinstance(action, Military):
        return Refusal("L-10.1-b", "The levée en masse has been called: its Emergency attack comes first")
    return _BY_KIND[type(action)](box, state, action)


def allowed(box: Box, state: State, actions: Iterable[Action]) -> list[Action]:
    """Those of some actions that nothing is said against; while an Emergency attack is owed, of attacks."""
    return [action for action in actions if _BY_KIND[type(action)](box, state, action) is None]


def free_storm(state: State, army: Army) -> bool:
    """Whether an attack on this Army would be its free attempt To the Barricades! (L-7.2-h)."""
    return state.boxes[army] == 0 and army not in state.stormed


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
    at = state.boxes[action.army]
    if at is None:
        return Refusal("L-7.2-e", f"The {box.army_name[action.army]} is not on the map")
    if at == START:
        return Refusal("L-7.2-d", "An army in its starting box cannot be attacked")
    if action.army == "britain" and at == 4:
        return Refusal("L-7.2-f", "At sea the British can be fought by a Naval Action only")
    return None


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
    return None if free else _spent(state)


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
    if not state.options["levee-en-masse"]:
        return Refusal("L-10.0-a", "This campaign is played without calling a levée en masse")
    if action.origin == HOLDING:
        if not held(state):
            return Refusal("L-10.1-c", "There is no Liberation marker in the Holding Box to give up")
    elif action.origin not in state.markers.values() or action.origin in (OUT, SPENT):
        return Refusal("L-10.1-c", f"There is no Liberation marker in {box.name(action.origin)} to give up")
    for army in state.boxes:
        target = Military(army)
        if _unassailable(box, state, target) is None and not free_storm(state, army):
            return None
    return Refusal("L-10.1-b", "There is no Army that the Emergency attack could be made on")


def _spirit(box: Box, state: State, action: Spirit) -> Refusal | None:
    if not state.options["spirit-of-89"]:
        return Refusal("L-10.0-a", "This campaign is played without the Spirit of '89")
    space = action.space
    if space not in state.markers.values():
        return Refusal("L-10.2-e", f"There is no Liberation marker in {box.name(space)}")
    army = box.army_of[space]
    if control(box, state, space) != "contested":
        return Refusal("L-10.2-e", f"There is no Army in {box.name(space)}")
    if army == "britain" and box.space[space].box == 4:
        return Refusal("L-7.2-f", "At sea the British can be fought by a Naval Action only")
    if army in state.rallied:
        return Refusal("L-10.2-a", f"The Spirit of '89 was tried against {box.power[army]} this turn")
    return None


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
    End: _end,
}
