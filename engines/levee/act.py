"""Phase 3: the player's actions (7, 10)."""

from __future__ import annotations

from engines.levee.actions import (
    Action,
    Commit,
    Deploy,
    End,
    Levy,
    Liberate,
    Military,
    Naval,
    Political,
    Recall,
    Reroll,
    RestoreOrder,
    Spirit,
    notation,
)
from engines.levee.box import HOLDING, SPENT
from engines.levee.combat import attack, buy_attack, keep, reroll, tip
from engines.levee.events import (
    ActionsEnded,
    ActionTaken,
    LiberationPlaced,
    LiberationSpent,
    NapoleonMoved,
    OrderRestored,
)
from engines.levee.odds import automatic_order, test_of
from engines.levee.refusals import free_storm, in_france
from engines.levee.resolution import Resolution
from engines.levee.state import held, liberated, nearest


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
            _naval(now, action)
        case Liberate(space, marker_id):
            _pay(now, action)
            marker_id = marker_id or held(now.state)[0]
            if _test(now, action):
                now.state.markers[marker_id] = space
                now.say(LiberationPlaced(marker_id, space))
        case RestoreOrder():
            _restore_order(now, action)
        case Levy():
            _levy(now, action)
        case Spirit():
            _spirit(now, action)
        case End():
            now.say(ActionsEnded(now.state.actions_left))
        case _:
            _act_of_the_kit(now, action)


def _act_of_the_kit(now: Resolution, action: Action) -> None:
    """What the Expansion Kit and its rules add; none of it costs an action."""
    state = now.state
    match action:
        case Deploy(army):
            _pay(now, action, free="5.0")
            state.napoleon = army
            now.say(NapoleonMoved(army, "deployed"))
        case Recall():
            _pay(now, action, free="5.0")
            state.napoleon, state.recalled = HOLDING, True
            now.say(NapoleonMoved(None, "recalled"))
        case Commit():
            _pay(now, action, free="10.5")
            if state.pending is None:
                buy_attack(now)
            else:
                tip(now)
        case Reroll():
            _pay(now, action, free="10.4")
            reroll(now)
        case _:
            _pay(now, action, free="10.4")
            keep(now)


def _pay(now: Resolution, action: Action, free: str | None = None) -> None:
    cost = 0 if free else 1
    now.state.actions_left -= cost
    now.state.acted = now.state.setting.kit
    now.say(ActionTaken(notation(action), cost, now.state.actions_left, free))


def _test(now: Resolution, action: Action) -> bool:
    test = test_of(now.box, now.state, action)
    assert test is not None
    return now.test(test)


def _restore_order(now: Resolution, action: RestoreOrder) -> None:
    """Take the Disorder marker out of Paris, by a die unless the Republic reigns high (7.5)."""
    _pay(now, action)
    automatic = automatic_order(now.state)
    if automatic or _test(now, action):
        now.state.disorder = False
        now.say(OrderRestored(automatic))


def _naval(now: Resolution, action: Naval) -> None:
    """Fight the Royal Navy: in France the army is cut off from its ships and falls back twice (7.3.2)."""
    _pay(now, action)
    if _test(now, action):
        at = now.state.boxes["britain"]
        assert at is not None
        now.move_army("britain", at + (1 if at == 4 else 2), "naval")


def _military(now: Resolution, action: Military) -> None:
    """Fight an Army; free as the first attack in Paris (7.2), by a levée (10.1), for Disorder (10.5)."""
    state, army = now.state, action.army
    free: str | None = None
    if state.phase == "emergency":
        state.phase, free = "actions", "10.1"
    elif free_storm(state, army):
        free = "7.2"
    elif state.extra and in_france(now.box, state, army):
        # It is good inside France alone, so that it goes before an action that is good everywhere.
        state.extra -= 1
        free = "10.5"
    _pay(now, action, free)
    attack(now, "military", army, free)


def _levy(now: Resolution, action: Levy) -> None:
    """Give up a marker for good; the Emergency attack is owed at once (A-28)."""
    state = now.state
    holding = action.marker or next(iter(held(state)), "")
    marker = holding if action.origin == HOLDING else liberated(state)[action.origin]
    _pay(now, action, free="10.1")
    state.markers[marker] = SPENT
    state.phase = "emergency"
    now.say(LiberationSpent(marker, action.origin))


def _spirit(now: Resolution, action: Spirit) -> None:
    """A liberated space attacks an Army in it; failure costs the marker and Republic 1 (10.2)."""
    army = action.army or nearest(now.box, now.state, now.box.army_of[action.space])[0]
    _pay(now, action, free="10.2")
    attack(now, "spirit", army, free="10.2")
