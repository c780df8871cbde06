"""Phase 3: the player's actions (7, 10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core.events import GameOver
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
from engines.levee.housekeeping import housekeeping
from engines.levee.odds import automatic_order, test_of
from engines.levee.refusals import free_storm, in_france
from engines.levee.resolution import Resolution
from engines.levee.reveal import deck_to_reveal_from, reveal
from engines.levee.score import outcome
from engines.levee.state import held, marker_in, nearest


def act(now: Resolution, action: Action) -> None:
    """Carry out one action that the rules allow; the result is known before the next (L-7.0-a)."""
    _BY_KIND[type(action)](now, action)


def _pay(now: Resolution, action: Action, free: str | None = None) -> None:
    cost = 0 if free else 1
    now.state.actions_left -= cost
    now.state.acted = now.state.setting.kit
    now.say(ActionTaken(notation(action), cost, now.state.actions_left, free))


def _test(now: Resolution, action: Action) -> bool:
    test = test_of(now.box, now.state, action)
    assert test is not None
    return now.test(test)


def _political(now: Resolution, action: Political) -> None:
    """Raise Republic, or lower one of the others (7.1)."""
    _pay(now, action)
    if _test(now, action):
        now.move_marker(action.marker, +1 if action.marker == "republic" else -1, "political")
        now.adjust_french_army()


def _liberate(now: Resolution, action: Liberate) -> None:
    """Place a Liberation marker (7.4)."""
    _pay(now, action)
    marker = action.marker or held(now.state)[0]
    if _test(now, action):
        now.state.markers[marker] = action.space
        now.say(LiberationPlaced(marker, action.space))


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
    marker = holding if action.origin == HOLDING else marker_in(state, action.origin)
    assert marker is not None
    _pay(now, action, free="10.1")
    state.markers[marker] = SPENT
    state.phase = "emergency"
    now.say(LiberationSpent(marker, action.origin))


def _spirit(now: Resolution, action: Spirit) -> None:
    """A liberated space attacks an Army in it; failure costs the marker and Republic 1 (10.2)."""
    army = action.army or nearest(now.box, now.state, now.box.army_of[action.space])[0]
    _pay(now, action, free="10.2")
    attack(now, "spirit", army, free="10.2")


def _deploy(now: Resolution, action: Deploy) -> None:
    """Send Napoleon to an Army (X-5.N-b)."""
    _pay(now, action, free="5.0")
    now.state.napoleon = action.army
    now.say(NapoleonMoved(action.army, "deployed"))


def _recall(now: Resolution, action: Recall) -> None:
    """Call Napoleon back (X-5.N-f)."""
    _pay(now, action, free="5.0")
    now.state.napoleon, now.state.recalled = HOLDING, True
    now.say(NapoleonMoved(None, "recalled"))


def _commit(now: Resolution, action: Commit) -> None:
    """Give up order in Paris for one more attack, or for +1 to the die that waits (X-10.5)."""
    _pay(now, action, free="10.5")
    if now.state.pending is None:
        buy_attack(now)
    else:
        tip(now)


def _reroll(now: Resolution, action: Reroll) -> None:
    """Commit the last reserves (X-10.4)."""
    _pay(now, action, free="10.4")
    reroll(now)


def _keep(now: Resolution, action: Keep) -> None:
    """Let the die that waits stand (X-10.4)."""
    _pay(now, action, free="10.4")
    keep(now)


def _end(now: Resolution, action: End) -> None:
    """Stop acting: Housekeeping, and the next headline unless the game is over (4.4, 4.1)."""
    now.say(ActionsEnded(now.state.actions_left))
    if not housekeeping(now) and deck_to_reveal_from(now):
        reveal(now)
        return
    now.state.phase = "over"
    result = outcome(now.box, now.state)
    assert result is not None
    now.say(GameOver(result.level, result.case))


_BY_KIND: dict[type[Action], Callable[[Resolution, Any], None]] = {
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
