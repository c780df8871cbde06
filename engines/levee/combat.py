"""An attack on an Army: its die, the answers to it, the result (7.2, 10.2, X-10.3 to X-10.6)."""

from __future__ import annotations

from msgspec.structs import replace

from data.levee.schema import Marker, Unit
from data.sentences import _l
from engines.levee.box import HOLDING, PARIS, START
from engines.levee.events import (
    ArmyStayed,
    DisorderPlaced,
    LastReserves,
    LiberationReturned,
    OrderGivenUp,
)
from engines.levee.march import step
from engines.levee.odds import Test, decisive, passes, test_pending, tipped
from engines.levee.resolution import Resolution
from engines.levee.state import Fight, Pending, State, list_army, marker_in, reigning


def attack(ctx: Resolution, fight: Fight, army: Unit, free: str | None) -> None:
    """Roll for an attack; it is settled at once unless the die may be answered."""
    state = ctx.state
    at = state.boxes[army]
    assert at is not None
    space = ctx.box.at[army][at]
    if free == "7.2":
        # The die uses up the one free attempt, with any result (L-7.2-h).
        list_army(state.stormed, army)
    if fight == "spirit":
        list_army(state.rallied, army)
    _cast(ctx, Pending(fight, army, 1, free, space))


def reroll(ctx: Resolution) -> None:
    """Roll the waiting attack again; the second die stands, except for the +1 of X-10.5 (X-10.4-a)."""
    pending = _waiting(ctx.state)
    ctx.say(LastReserves(pending.army))
    ctx.state.committed = pending.army
    _cast(ctx, pending)


def keep(ctx: Resolution) -> None:
    """Let the waiting die stand."""
    pending = _waiting(ctx.state)
    _settle(ctx, pending, test_pending(ctx.box, ctx.state, pending))


def tip(ctx: Resolution) -> None:
    """Add 1 to the waiting die and pay for it with Disorder in Paris (X-10.5-c)."""
    pending = _waiting(ctx.state)
    test = tipped(test_pending(ctx.box, ctx.state, pending))
    ctx.say(OrderGivenUp(pending.army))
    _disorder(ctx)
    _settle(ctx, pending, test)


def buy_attack(ctx: Resolution) -> None:
    """Buy one more attack inside France with Disorder in Paris (X-10.5-b)."""
    ctx.say(OrderGivenUp(None))
    _disorder(ctx)
    ctx.state.extra += 1


def fed(state: State) -> Marker:
    """The marker that rises with each free victory in Paris (X-10.3)."""
    return "monarchy" if state.colour == "blue" else "despotism"


def may_reroll(state: State) -> bool:
    """Whether the last reserves are still available (X-10.4-b)."""
    return state.on("single-battalion") and state.committed is None


def may_tip(test: Test, state: State, pending: Pending, shape: str) -> bool:
    """Whether +1 would make the waiting die a victory (X-10.5-c, X-10.5-e, X-10.5-f)."""
    if not state.on("he-who-fears") or state.disorder or pending.fight == "spirit":
        return False
    return (
        shape in ("square", PARIS) and not passes(test, pending.face) and passes(tipped(test), pending.face)
    )


def _waiting(state: State) -> Pending:
    assert state.pending is not None
    return state.pending


def _disorder(ctx: Resolution) -> None:
    ctx.say(DisorderPlaced(already=ctx.state.disorder))
    ctx.state.disorder = True


def _cast(ctx: Resolution, pending: Pending) -> None:
    """Roll a die; the game waits for the player where an answer could change the result (A-60)."""
    state = ctx.state
    test = test_pending(ctx.box, state, pending)
    face, won = ctx.rolled(test)
    pending = replace(pending, face=face)
    shaken = won and decisive(state, pending.army) and pending.face >= test.sure
    at = state.boxes[pending.army]
    assert at is not None
    rerolled = may_reroll(state) and (not won or shaken or state.on("reserves-any-die"))
    if rerolled or may_tip(test, state, pending, ctx.box.shape(pending.army, at)):
        state.pending, state.phase = pending, "die"
        return
    _settle(ctx, pending, test)


def _settle(ctx: Resolution, pending: Pending, test: Test) -> None:
    """Carry out the result of the die."""
    state, army = ctx.state, pending.army
    state.pending, state.phase = None, "actions"
    if passes(test, pending.face):
        _won(ctx, pending)
        if pending.free == "7.2" and state.on("nothing-is-free"):
            ctx.move_marker(fed(state), +1, "barricades")
        if decisive(state, army) and pending.face >= test.sure:
            _decide(ctx, pending, led=test.sure < 6)
    else:
        if pending.fight == "spirit":
            _lost_spirit(ctx, pending.space)
        if decisive(state, army) and pending.face == 1:
            _blunder(ctx, army)
    ctx.adjust_french_army()


def _won(ctx: Resolution, pending: Pending) -> None:
    """Move a beaten Army one box back; a stationary one is removed (X-5.0-c), one in box 5 stays."""
    army = pending.army
    at = ctx.state.boxes[army]
    assert at is not None
    if army in ctx.box.stationary:
        ctx.remove(army)
    elif at == START:
        ctx.say(ArmyStayed(army, pending.space, "start", "10.6"))
        # Any victory over it disorganizes it; a decisive one does so no further (X-10.6.1-g, A-47).
        ctx.change_condition(army, +1)
    else:
        ctx.move_army(army, at + 1, pending.fight)


def _lost_spirit(ctx: Resolution, space: str) -> None:
    """Return the marker of a space that lost, and lower the Republic (L-10.2-d)."""
    marker = marker_in(ctx.state, space)
    assert marker is not None
    ctx.state.markers[marker] = HOLDING
    ctx.say(LiberationReturned(marker, space, "10.2"))
    ctx.move_marker("republic", -1, "spirit")


def _decide(ctx: Resolution, pending: Pending, led: bool) -> None:
    """Carry out a decisive victory (X-10.6.1): the Army gets one step worse, the highest marker goes up."""
    state, army = ctx.state, pending.army
    started = pending.space == ctx.box.at[army][START]
    if army not in ctx.box.stationary and not started:
        ctx.change_condition(army, +1)
    raised = "despotism" if led else reigning(state.tracks)
    if raised is not None:
        ctx.move_marker(raised, +1, "decisive")


def _blunder(ctx: Resolution, army: Unit) -> None:
    """Carry out a natural 1 (X-10.6.2): the Army may come on, and the highest marker goes down."""
    state = ctx.state
    at = state.boxes[army]
    assert at is not None
    if army not in ctx.box.stationary:
        # It advances when the second die is at most its box; a higher die is a success for France.
        stays = ctx.die(_l("{army} after a decisive defeat", army=ctx.box.power(army)), at + 1, "10.6")
        if not stays:
            step(ctx, army, "decisive")
    lowered = reigning(state.tracks)
    if lowered is not None:
        ctx.move_marker(lowered, -1, "decisive")
