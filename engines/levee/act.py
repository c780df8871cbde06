"""Phase 3: the player's actions (7, 10)."""

from __future__ import annotations

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
    notation,
)
from engines.levee.box import HOLDING, SPENT
from engines.levee.events import (
    ActionsEnded,
    ActionTaken,
    LiberationPlaced,
    LiberationReturned,
    LiberationSpent,
    OrderRestored,
)
from engines.levee.odds import automatic_order, test_of
from engines.levee.refusals import free_storm
from engines.levee.resolution import Resolution
from engines.levee.state import held, liberated, list_army


def act(now: Resolution, action: Action) -> None:
    """Carry out one action that the rules allow; the result is known before the next (L-7.0-a)."""
    match action:
        case Political(marker):
            _pay(now, action)
            if _test(now, action):
                now.move_marker(marker, +1 if marker == "republic" else -1, "political")
                now.adjust_french_army()
        case Military():
            _military(now, action)
        case Naval():
            _pay(now, action)
            if _test(now, action):
                at = now.state.boxes["britain"]
                assert at is not None
                # In France the army is cut off from its ships and falls back twice (7.3.2).
                now.move_army("britain", at + (1 if at == 4 else 2), "naval")
        case Liberate(space, marker_id):
            _pay(now, action)
            marker_id = marker_id or held(now.state)[0]
            if _test(now, action):
                now.state.markers[marker_id] = space
                now.say(LiberationPlaced(marker_id, space))
        case RestoreOrder():
            _pay(now, action)
            automatic = automatic_order(now.state)
            if automatic or _test(now, action):
                now.state.disorder = False
                now.say(OrderRestored(automatic))
        case Levy():
            _levy(now, action)
        case Spirit():
            _spirit(now, action)
        case End():
            now.say(ActionsEnded(now.state.actions_left))


def _pay(now: Resolution, action: Action, free: str | None = None) -> None:
    cost = 0 if free else 1
    now.state.actions_left -= cost
    now.say(ActionTaken(notation(action), cost, now.state.actions_left, free))


def _test(now: Resolution, action: Action) -> bool:
    test = test_of(now.box, now.state, action)
    assert test is not None
    return now.test(test)


def _military(now: Resolution, action: Military) -> None:
    """Fight an Army: free on the first attack in Paris (7.2) and after a levée en masse (10.1)."""
    state, army = now.state, action.army
    if state.phase == "emergency":
        state.phase = "actions"
        _pay(now, action, free="10.1")
    elif free_storm(state, army):
        list_army(state.stormed, army)
        _pay(now, action, free="7.2")
    else:
        _pay(now, action)
    at = state.boxes[army]
    assert at is not None
    if _test(now, action):
        now.move_army(army, at + 1, "military")


def _levy(now: Resolution, action: Levy) -> None:
    """Give up a marker for good; the Emergency attack is owed at once (A-28)."""
    state = now.state
    marker = held(state)[0] if action.origin == HOLDING else liberated(state)[action.origin]
    _pay(now, action, free="10.1")
    state.markers[marker] = SPENT
    state.phase = "emergency"
    now.say(LiberationSpent(marker, action.origin))


def _spirit(now: Resolution, action: Spirit) -> None:
    """A liberated space attacks the Army in it; failure costs the marker and Republic 1 (10.2)."""
    state = now.state
    army = now.box.army_of[action.space]
    list_army(state.rallied, army)
    _pay(now, action, free="10.2")
    at = state.boxes[army]
    assert at is not None
    if _test(now, action):
        now.move_army(army, at + 1, "spirit")
        return
    marker = liberated(state)[action.space]
    state.markers[marker] = HOLDING
    now.say(LiberationReturned(marker, action.space, "10.2"))
    now.move_marker("republic", -1, "spirit")
    now.adjust_french_army()
