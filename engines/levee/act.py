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
from engines.levee.state import held, liberated, list_army
from engines.levee.turn import Turn


def act(turn: Turn, action: Action) -> None:
    """Carry out one action that the rules allow; the result is known before the next (L-7.0-a)."""
    match action:
        case Political(marker):
            _pay(turn, action)
            if _test(turn, action):
                turn.move_marker(marker, +1 if marker == "republic" else -1, "political")
                turn.adjust_french_army()
        case Military():
            _military(turn, action)
        case Naval():
            _pay(turn, action)
            if _test(turn, action):
                at = turn.state.boxes["britain"]
                assert at is not None
                # In France the army is cut off from its ships and falls back twice (7.3.2).
                turn.move_army("britain", at + (1 if at == 4 else 2), "naval")
        case Liberate(space, marker_id):
            _pay(turn, action)
            marker_id = marker_id or held(turn.state)[0]
            if _test(turn, action):
                turn.state.markers[marker_id] = space
                turn.say(LiberationPlaced(marker_id, space))
        case RestoreOrder():
            _pay(turn, action)
            automatic = automatic_order(turn.state)
            if automatic or _test(turn, action):
                turn.state.disorder = False
                turn.say(OrderRestored(automatic))
        case Levy():
            _levy(turn, action)
        case Spirit():
            _spirit(turn, action)
        case End():
            turn.say(ActionsEnded(turn.state.actions_left))


def _pay(turn: Turn, action: Action, free: str | None = None) -> None:
    cost = 0 if free else 1
    turn.state.actions_left -= cost
    turn.say(ActionTaken(notation(action), cost, turn.state.actions_left, free))


def _test(turn: Turn, action: Action) -> bool:
    test = test_of(turn.box, turn.state, action)
    assert test is not None
    return turn.test(test)


def _military(turn: Turn, action: Military) -> None:
    """Fight an Army: free on the first attack in Paris (7.2) and after a levée en masse (10.1)."""
    state, army = turn.state, action.army
    if state.phase == "emergency":
        state.phase = "actions"
        _pay(turn, action, free="10.1")
    elif free_storm(state, army):
        list_army(state.stormed, army)
        _pay(turn, action, free="7.2")
    else:
        _pay(turn, action)
    at = state.boxes[army]
    assert at is not None
    if _test(turn, action):
        turn.move_army(army, at + 1, "military")


def _levy(turn: Turn, action: Levy) -> None:
    """Give up a marker for good; the Emergency attack is owed at once (A-28)."""
    state = turn.state
    marker = held(state)[0] if action.origin == HOLDING else liberated(state)[action.origin]
    _pay(turn, action, free="10.1")
    state.markers[marker] = SPENT
    state.phase = "emergency"
    turn.say(LiberationSpent(marker, action.origin))


def _spirit(turn: Turn, action: Spirit) -> None:
    """A liberated space attacks the Army in it; failure costs the marker and Republic 1 (10.2)."""
    state = turn.state
    army = turn.box.army_of[action.space]
    list_army(state.rallied, army)
    _pay(turn, action, free="10.2")
    at = state.boxes[army]
    assert at is not None
    if _test(turn, action):
        turn.move_army(army, at + 1, "spirit")
        return
    marker = liberated(state)[action.space]
    state.markers[marker] = HOLDING
    turn.say(LiberationReturned(marker, action.space, "10.2"))
    turn.move_marker("republic", -1, "spirit")
    turn.adjust_french_army()
