"""The refusals of actions: one function per kind, each returning the statement that forbids it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from data.catalogue import _
from data.levee.schema import Marker, Unit
from data.nouns import listed
from data.sentences import _l
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
from engines.levee.state import State, control, held, marker_in, nearest, on_track

GOAL: dict[Marker, int] = {"monarchy": -1, "despotism": -1, "republic": 4}
"""The box from which each political marker can be moved no further by a Political Action (7.1)."""
AT_SEA = 4
"""The box in which the British are on the Royal Navy, and no Military Action reaches them (7.2)."""
AFLOAT = (1, 2, AT_SEA)
"""Boxes in which the British have the Royal Navy behind them, or are on it (7.3)."""


def driven_off(at: int) -> int:
    """The box to which a lost fight at sea sends the British: from France two boxes back (7.3.2)."""
    return at + (1 if at == AT_SEA else 2)


def refusal(box: Box, state: State, action: Action) -> Refusal | None:
    """The reason why the rules forbid an action now, or None."""
    if state.phase == "over":
        return Refusal("L-9.0-a", _l("The game is over"))
    kind = type(action)
    if state.phase == "emergency" and kind is not Military:
        return Refusal("L-10.1-b", _l("The levée en masse has been called: its Emergency attack comes first"))
    if state.phase == "die" and kind not in (Reroll, Commit, Keep):
        return Refusal("X-10.4-a", _l("The die of the last attack lies there still: keep it, or answer it"))
    return _BY_KIND[kind](box, state, action)


def allowed(box: Box, state: State, actions: Iterable[Action]) -> list[Action]:
    """The actions that are not refused, of the kinds that the phase asks for."""
    return [action for action in actions if _BY_KIND[type(action)](box, state, action) is None]


def free_storm(state: State, army: Unit) -> bool:
    """Whether an attack on this Army would be its free attempt To the Barricades! (L-7.2-h)."""
    return state.boxes.get(army) == 0 and army not in state.stormed


def free_attack(box: Box, state: State, army: Unit) -> str | None:
    """The case by which an attack on this Army costs no action now: 7.2, 10.1 or 10.5."""
    if state.phase == "emergency":
        return "10.1"
    if free_storm(state, army):
        return "7.2"
    # It is valid only inside France, so it goes before an action that is valid everywhere.
    return "10.5" if state.extra and in_france(box, state, army) else None


def _spent(state: State) -> Refusal | None:
    return None if state.actions_left else Refusal("L-4.3-b", _l("No action is left this turn"))


def _political(box: Box, state: State, action: Political) -> Refusal | None:
    marker = action.marker
    if state.tracks[marker] != GOAL[marker]:
        return _spent(state)
    if marker == "republic":
        return Refusal("L-7.1-b", _l("Republic stands at 4 and cannot be raised further"))
    return Refusal(
        "L-7.1-b", _l("{marker} stands at -1 and cannot be lowered further", marker=marker.title())
    )


def _unassailable(box: Box, state: State, army: Unit) -> Refusal | None:
    at = state.boxes.get(army)
    if at is None:
        return Refusal("L-7.2-e", _l("The {army} is not on the map", army=box.army_name(army)))
    if at == START and not decisive(state, army):
        return Refusal("L-7.2-d", _l("An army in its starting box cannot be attacked"))
    if army == "britain" and at == AT_SEA:
        return Refusal("L-7.2-f", _l("At sea the British can be fought by a Naval Action only"))
    return _shielded(box, state, army, at)


def _shielded(box: Box, state: State, army: Unit, at: int) -> Refusal | None:
    """The refusal to fight a unit before others of its track (X-7.2)."""
    for other in box.company[army]:
        place = state.boxes.get(other)
        if place is not None and place <= at:
            break
    else:
        return None
    first = nearest(box, state, box.track_of[army])
    if army in first:
        return None
    before = first[0]
    if state.boxes[before] == at:
        return Refusal(
            "X-7.2-b", _l("The {before} there has to be beaten first", before=box.army_name(before))
        )
    return Refusal(
        "X-7.2-a", _l("The {before} stands before it, nearer to Paris", before=box.army_name(before))
    )


def _military(box: Box, state: State, action: Military) -> Refusal | None:
    unassailable = _unassailable(box, state, action.army)
    if unassailable:
        return unassailable
    if state.phase == "emergency":
        if free_storm(state, action.army):
            return Refusal(
                "L-10.1-b",
                _l(
                    "The free attack on the {army} in Paris has to be made first",
                    army=box.army_name(action.army),
                ),
            )
        return None
    if state.actions_left or free_storm(state, action.army):
        return None
    if not state.extra:
        return _spent(state)
    if in_france(box, state, action.army):
        return None
    name = box.army_name(action.army)
    return Refusal(
        "X-10.5-b",
        _l("No action is left, and the extra attack is for France: the {name} is outside", name=name),
    )


def in_france(box: Box, state: State, army: Unit) -> bool:
    """Whether a unit stands in a square space or in Paris (X-10.5-f, A-08)."""
    at = state.boxes.get(army)
    return at is not None and box.shape(army, at) in ("square", PARIS)


def _naval(box: Box, state: State, action: Naval) -> Refusal | None:
    at = state.boxes["britain"]
    if at not in AFLOAT:
        where = _("off the map") if at is None else _("in {at}", at=box.name(box.at["britain"][at]))
        return Refusal(
            "L-7.3-c",
            _l(
                "The British are {where}; the Royal Navy can be fought At Sea or behind boxes 1 and 2",
                where=where,
            ),
        )
    return _spent(state)


def _liberate(box: Box, state: State, action: Liberate) -> Refusal | None:
    space = action.space
    markers = held(state)
    if not markers:
        return Refusal("L-7.4-a", _l("There is no Liberation marker in the Holding Box"))
    if space == PARIS or box.space[space].shape != "round":
        return Refusal("L-7.4-b", _l("{space} is not a round space outside France", space=box.name(space)))
    if space in state.markers.values():
        return Refusal("L-7.4-b", _l("{space} is liberated already", space=box.name(space)))
    held_by = _foreign(box, state, space)
    if held_by is not None:
        return held_by
    if action.marker is None:
        if not box.alike(markers):
            names = _(" or ").join(markers)
            return Refusal("L-7.4-c", _l("The markers differ; name the one to place: {names}", names=names))
    elif action.marker not in markers:
        return Refusal("L-7.4-a", _l("{marker} is not in the Holding Box", marker=action.marker))
    return _spent(state)


def _foreign(box: Box, state: State, space: str) -> Refusal | None:
    """The refusal for a space that is not French-controlled, with its controller (L-7.4-g)."""
    held_by = control(box, state, space)
    if held_by == "french":
        return None
    here = box.space[space].box
    units = on_track(box, state, box.army_of[space])
    match held_by:
        case "contested":
            powers = listed([box.power(unit) for unit, at in units if at == here])
            return Refusal(
                "L-7.4-b", _l("{space} is contested: {power} is there", space=box.name(space), power=powers)
            )
        case _:
            unit, _at = min(units, key=lambda placed: placed[1])
            return Refusal(
                "L-7.4-b",
                _l(
                    "{space} is under Allied control, behind {power}",
                    space=box.name(space),
                    power=box.power(unit),
                ),
            )


def _restore_order(box: Box, state: State, action: RestoreOrder) -> Refusal | None:
    if not state.disorder:
        return Refusal("L-7.5-a", _l("Paris is in order"))
    return _spent(state)


def _levy(box: Box, state: State, action: Levy) -> Refusal | None:
    if not state.on("levee-en-masse"):
        return Refusal("L-10.0-a", _l("This campaign is played without calling a levée en masse"))
    if action.origin == HOLDING:
        markers = held(state)
        if not markers:
            return Refusal("L-10.1-c", _l("There is no Liberation marker in the Holding Box to give up"))
        if action.marker is None and not box.alike(markers):
            names = _(" or ").join(markers)
            return Refusal(
                "L-10.1-a", _l("The markers differ; name the one to give up: {names}", names=names)
            )
        if action.marker is not None and action.marker not in markers:
            return Refusal("L-10.1-c", _l("{marker} is not in the Holding Box", marker=action.marker))
    elif action.origin not in state.markers.values() or action.origin in (OUT, SPENT):
        return Refusal(
            "L-10.1-c",
            _l("There is no Liberation marker in {origin} to give up", origin=box.name(action.origin)),
        )
    elif action.marker not in (None, marker_in(state, action.origin)):
        return Refusal(
            "L-10.1-c",
            _l("{marker} is not in {origin}", marker=action.marker, origin=box.name(action.origin)),
        )
    for army in state.boxes:
        if _unassailable(box, state, army) is None and not free_storm(state, army):
            return None
    return Refusal("L-10.1-b", _l("There is no Army that the Emergency attack could be made on"))


def _spirit(box: Box, state: State, action: Spirit) -> Refusal | None:
    if not state.on("spirit-of-89"):
        return Refusal("L-10.0-a", _l("This campaign is played without the Spirit of '89"))
    space = action.space
    if space not in state.markers.values():
        return Refusal("L-10.2-e", _l("There is no Liberation marker in {space}", space=box.name(space)))
    if control(box, state, space) != "contested":
        return Refusal("L-10.2-e", _l("There is no Army in {space}", space=box.name(space)))
    first = nearest(box, state, box.army_of[space])
    at = box.space[space].box
    if state.boxes[first[0]] != at:
        return Refusal(
            "X-7.2-a",
            _l("The {army_name} stands before it, nearer to Paris", army_name=box.army_name(first[0])),
        )
    if action.army is None and len(first) > 1:
        names = _(" or ").join(first)
        return Refusal("X-7.2-c", _l("Several Armies are there; name the one to fight: {names}", names=names))
    army = action.army or first[0]
    if state.boxes.get(army) != at or box.at[army][at] != space:
        return Refusal(
            "L-10.2-e", _l("The {army} is not in {space}", army=box.army_name(army), space=box.name(space))
        )
    if army == "britain" and at == AT_SEA:
        return Refusal("L-7.2-f", _l("At sea the British can be fought by a Naval Action only"))
    if army not in first:
        return _shielded(box, state, army, at)
    if army in state.rallied:
        return Refusal(
            "L-10.2-a", _l("The Spirit of '89 was tried against {army} this turn", army=box.power(army))
        )
    return None


def _deploy(box: Box, state: State, action: Deploy) -> Refusal | None:
    army = action.army
    if state.napoleon == OUT:
        return Refusal("X-5.N-a", _l("Napoleon has not come yet"))
    if state.napoleon != HOLDING:
        return Refusal(
            "X-5.N-i",
            _l("Napoleon is with {power}; he has to be recalled first", power=box.power(_unit(state))),
        )
    if state.recalled:
        return Refusal("X-5.N-g", _l("Napoleon came back this turn; he can be sent again in the next"))
    if state.boxes.get(army) is None:
        return Refusal("X-5.N-b", _l("The {army} is not on the map", army=box.army_name(army)))
    if state.on("napoleon-historical") and box.track_of[army] not in ("piedmont", "austria"):
        return Refusal("X-5.N-j", _l("In this campaign Napoleon fights in Italy and against Austria only"))
    return None


def _recall(box: Box, state: State, action: Recall) -> Refusal | None:
    if state.napoleon in (OUT, HOLDING):
        return Refusal("X-5.N-f", _l("Napoleon is with no Army"))
    if state.acted:
        return Refusal("X-5.N-f", _l("Napoleon is recalled before anything else is done in the turn"))
    unit = _unit(state)
    if state.boxes[unit] not in (4, START):
        return Refusal(
            "X-5.N-f", _l("The {unit} is nearer than box 4; Napoleon stays with it", unit=box.army_name(unit))
        )
    return None


def _unit(state: State) -> Unit:
    """The unit that Napoleon is with."""
    return next(unit for unit in state.boxes if unit == state.napoleon)


def _commit(box: Box, state: State, action: Commit) -> Refusal | None:
    if not state.on("he-who-fears"):
        return Refusal("X-10.0-a", _l("This campaign is played without giving up order in Paris (10.5)"))
    if state.disorder:
        return Refusal("X-10.5-a", _l("Paris is in Disorder already"))
    if state.pending is not None:
        army = state.pending.army
        at = state.boxes[army]
        assert at is not None
        if may_tip(test_pending(box, state, state.pending), state, state.pending, box.shape(army, at)):
            return None
        return Refusal("X-10.5-c", _l("One more would not make a victory of that die"))
    for army in state.boxes:
        exposed = in_france(box, state, army) and _unassailable(box, state, army) is None
        if exposed and not free_storm(state, army):
            return None
    return Refusal("X-10.5-b", _l("There is no Army inside France that one more attack could be made on"))


def _reroll(box: Box, state: State, action: Reroll) -> Refusal | None:
    if not state.on("single-battalion"):
        return Refusal("X-10.0-a", _l("This campaign is played without the last reserves (10.4)"))
    if not may_reroll(state):
        return Refusal("X-10.4-b", _l("The last reserves have been committed this turn"))
    if state.pending is None:
        return Refusal("X-10.4-a", _l("There is no attack to roll again"))
    return None


def _keep(box: Box, state: State, action: Keep) -> Refusal | None:
    return None if state.pending is not None else Refusal("X-10.4-a", _l("No die waits for an answer"))


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
