"""Phase 3: the player's actions (7, 10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engines.core.dice import Dice
from engines.core.events import Event, GameOver
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
from engines.levee.box import HOLDING, SPENT, Box
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
from engines.levee.refusals import driven_off, free_attack
from engines.levee.resolution import Resolution
from engines.levee.reveal import deck_to_reveal_from, reveal
from engines.levee.score import outcome
from engines.levee.state import State, held, marker_in, nearest


def act(ctx: Resolution, action: Action) -> None:
    """Carry out one action that the rules allow; its result is known before the next action (L-7.0-a)."""
    _BY_KIND[type(action)](ctx, action)


def foreseen(box: Box, state: State, action: Action, faces: Iterable[int]) -> list[Event]:
    """What follows if the dice fall so and the last one is accepted; the state stays as it is."""
    dice = Dice(None)
    dice.feed(faces)
    ctx = Resolution(box, state.copy(), dice)
    act(ctx, action)
    if ctx.state.pending is not None:
        keep(ctx)
    return ctx.events


def _pay(ctx: Resolution, action: Action, free: str | None = None) -> None:
    cost = 0 if free else 1
    ctx.state.actions_left -= cost
    ctx.state.acted = ctx.state.setting.kit
    ctx.say(ActionTaken(notation(action), cost, ctx.state.actions_left, free))


def _test(ctx: Resolution, action: Action) -> bool:
    test = test_of(ctx.box, ctx.state, action)
    assert test is not None
    return ctx.test(test)


def _political(ctx: Resolution, action: Political) -> None:
    """Raise Republic, or lower one of the others (7.1)."""
    _pay(ctx, action)
    if _test(ctx, action):
        ctx.move_marker(action.marker, +1 if action.marker == "republic" else -1, "political")
        ctx.adjust_french_army()


def _liberate(ctx: Resolution, action: Liberate) -> None:
    """Place a Liberation marker (7.4)."""
    _pay(ctx, action)
    marker = action.marker or held(ctx.state)[0]
    if _test(ctx, action):
        ctx.state.markers[marker] = action.space
        ctx.say(LiberationPlaced(marker, action.space))


def _restore_order(ctx: Resolution, action: RestoreOrder) -> None:
    """Take the Disorder marker out of Paris, by a die unless the Republic reigns high (7.5)."""
    _pay(ctx, action)
    automatic = automatic_order(ctx.state)
    if automatic or _test(ctx, action):
        ctx.state.disorder = False
        ctx.say(OrderRestored(automatic))


def _naval(ctx: Resolution, action: Naval) -> None:
    """Fight the Royal Navy: in France the army is cut off from its ships and falls back twice (7.3.2)."""
    _pay(ctx, action)
    if _test(ctx, action):
        at = ctx.state.boxes["britain"]
        assert at is not None
        ctx.move_army("britain", driven_off(at), "naval")


def _military(ctx: Resolution, action: Military) -> None:
    """Fight an Army; free as the first attack in Paris (7.2), by a levée (10.1), for Disorder (10.5)."""
    state, army = ctx.state, action.army
    free = free_attack(ctx.box, state, army)
    state.phase = "actions"
    if free == "10.5":
        state.extra -= 1
    _pay(ctx, action, free)
    attack(ctx, "military", army, free)


def _levy(ctx: Resolution, action: Levy) -> None:
    """Give up a marker for good; the Emergency attack is owed at once (A-28)."""
    state = ctx.state
    holding = action.marker or next(iter(held(state)), "")
    marker = holding if action.origin == HOLDING else marker_in(state, action.origin)
    assert marker is not None
    _pay(ctx, action, free="10.1")
    state.markers[marker] = SPENT
    state.phase = "emergency"
    ctx.say(LiberationSpent(marker, action.origin))


def _spirit(ctx: Resolution, action: Spirit) -> None:
    """A liberated space attacks an Army in it; failure costs the marker and Republic 1 (10.2)."""
    army = action.army or nearest(ctx.box, ctx.state, ctx.box.army_of[action.space])[0]
    _pay(ctx, action, free="10.2")
    attack(ctx, "spirit", army, free="10.2")


def _deploy(ctx: Resolution, action: Deploy) -> None:
    """Send Napoleon to an Army (X-5.N-b)."""
    _pay(ctx, action, free="5.0")
    ctx.state.napoleon = action.army
    ctx.say(NapoleonMoved(action.army, "deployed"))


def _recall(ctx: Resolution, action: Recall) -> None:
    """Call Napoleon back (X-5.N-f)."""
    _pay(ctx, action, free="5.0")
    ctx.state.napoleon, ctx.state.recalled = HOLDING, True
    ctx.say(NapoleonMoved(None, "recalled"))


def _commit(ctx: Resolution, action: Commit) -> None:
    """Give up order in Paris for one more attack, or for +1 to the waiting die (X-10.5)."""
    _pay(ctx, action, free="10.5")
    if ctx.state.pending is None:
        buy_attack(ctx)
    else:
        tip(ctx)


def _reroll(ctx: Resolution, action: Reroll) -> None:
    """Commit the last reserves (X-10.4)."""
    _pay(ctx, action, free="10.4")
    reroll(ctx)


def _keep(ctx: Resolution, action: Keep) -> None:
    """Let the waiting die stand (X-10.4)."""
    _pay(ctx, action, free="10.4")
    keep(ctx)


def _end(ctx: Resolution, action: End) -> None:
    """Stop acting: Housekeeping, and the next headline unless the game is over (4.4, 4.1)."""
    ctx.say(ActionsEnded(ctx.state.actions_left))
    if not housekeeping(ctx) and deck_to_reveal_from(ctx):
        reveal(ctx)
        return
    ctx.state.phase = "over"
    result = outcome(ctx.box, ctx.state)
    assert result is not None
    ctx.say(GameOver(result.level, result.case))


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
