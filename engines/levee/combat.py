"""How an attack on an Army goes: its die, the answers to it, what follows (7.2, 10.2, X-10.3 to X-10.6)."""

from __future__ import annotations

from data.catalogue import Recorded
from data.levee.schema import Unit
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

BLUNDER = Recorded("{army} after a decisive defeat")


def attack(now: Resolution, fight: Fight, army: Unit, free: str | None) -> None:
    """Roll for an attack; it is settled at once unless the die may be answered."""
    state = now.state
    at = state.boxes[army]
    assert at is not None
    space = now.box.at[army][at]
    if free == "7.2":
        # The one free attempt is made when the die is cast, whatever becomes of it (L-7.2-h).
        list_army(state.stormed, army)
    if fight == "spirit":
        list_army(state.rallied, army)
    _cast(now, Pending(fight, army, 1, free, space))


def reroll(now: Resolution) -> None:
    """Roll the waiting attack anew; the second die stands, but for the +1 of X-10.5 (X-10.4-a)."""
    pending = _waiting(now.state)
    now.say(LastReserves(pending.army))
    now.state.committed = pending.army
    _cast(now, pending)


def keep(now: Resolution) -> None:
    """Let the waiting die stand."""
    pending = _waiting(now.state)
    _settle(now, pending, test_pending(now.box, now.state, pending))


def tip(now: Resolution) -> None:
    """Add 1 to the waiting die for Disorder in Paris (X-10.5-c)."""
    pending = _waiting(now.state)
    test = tipped(test_pending(now.box, now.state, pending))
    now.say(OrderGivenUp(pending.army))
    _disorder(now)
    _settle(now, pending, test)


def buy_attack(now: Resolution) -> None:
    """One more attack inside France for Disorder in Paris (X-10.5-b)."""
    now.say(OrderGivenUp(None))
    _disorder(now)
    now.state.extra += 1


def may_reroll(state: State) -> bool:
    """Whether the last reserves are there still (X-10.4-b)."""
    return state.on("single-battalion") and state.committed is None


def may_tip(now_test: Test, state: State, pending: Pending, shape: str) -> bool:
    """Whether +1 would make a victory of the waiting die (X-10.5-c, X-10.5-e, X-10.5-f)."""
    if not state.on("he-who-fears") or state.disorder or pending.fight == "spirit":
        return False
    return (
        shape in ("square", PARIS)
        and not passes(now_test, pending.face)
        and passes(tipped(now_test), pending.face)
    )


def _waiting(state: State) -> Pending:
    assert state.pending is not None
    return state.pending


def _disorder(now: Resolution) -> None:
    now.say(DisorderPlaced(already=now.state.disorder))
    now.state.disorder = True


def _cast(now: Resolution, pending: Pending) -> None:
    """Roll; the game waits where the rules leave an answer that could matter (A-60)."""
    state = now.state
    test = test_pending(now.box, state, pending)
    face, won = now.rolled(test)
    pending = Pending(pending.fight, pending.army, face, pending.free, pending.space)
    shaken = won and decisive(state, pending.army) and pending.face >= test.sure
    at = state.boxes[pending.army]
    assert at is not None
    anew = may_reroll(state) and (not won or shaken or state.on("reserves-any-die"))
    if anew or may_tip(test, state, pending, now.box.shape(pending.army, at)):
        state.pending, state.phase = pending, "die"
        return
    _settle(now, pending, test)


def _settle(now: Resolution, pending: Pending, test: Test) -> None:
    """Carry out what the die comes to."""
    state, army = now.state, pending.army
    state.pending, state.phase = None, "actions"
    if passes(test, pending.face):
        _won(now, pending)
        if pending.free == "7.2" and state.on("nothing-is-free"):
            now.move_marker("monarchy" if state.colour == "blue" else "despotism", +1, "barricades")
        if decisive(state, army) and pending.face >= test.sure:
            _decide(now, pending, led=test.sure < 6)
    else:
        if pending.fight == "spirit":
            _lost_spirit(now, pending.space)
        if decisive(state, army) and pending.face == 1:
            _blunder(now, army)
    now.adjust_french_army()


def _won(now: Resolution, pending: Pending) -> None:
    """A beaten Army falls back one box; a stationary one is removed (X-5.0-c), one in box 5 stays."""
    army = pending.army
    at = now.state.boxes[army]
    assert at is not None
    if army in now.box.stationary:
        now.remove(army)
    elif at == START:
        now.say(ArmyStayed(army, pending.space, "start", "10.6"))
        # Any victory over it disorganizes it; a decisive one does so no further (X-10.6.1-g, A-47).
        now.change_condition(army, +1)
    else:
        now.move_army(army, at + 1, pending.fight)


def _lost_spirit(now: Resolution, space: str) -> None:
    """The marker of a space that lost goes back, and the Republic with it (L-10.2-d)."""
    marker = marker_in(now.state, space)
    assert marker is not None
    now.state.markers[marker] = HOLDING
    now.say(LiberationReturned(marker, space, "10.2"))
    now.move_marker("republic", -1, "spirit")


def _decide(now: Resolution, pending: Pending, led: bool) -> None:
    """A decisive victory (X-10.6.1): the Army one step worse, the highest marker up."""
    state, army = now.state, pending.army
    started = pending.space == now.box.at[army][START]
    if army not in now.box.stationary and not started:
        now.change_condition(army, +1)
    raised = "despotism" if led else reigning(state.tracks)
    if raised is not None:
        now.move_marker(raised, +1, "decisive")


def _blunder(now: Resolution, army: Unit) -> None:
    """A natural 1 (X-10.6.2): the Army may come on, and the highest marker goes down."""
    state = now.state
    at = state.boxes[army]
    assert at is not None
    if army not in now.box.stationary:
        # It comes on when the second die is at most its box, so it fails France above that.
        stays = now.die(BLUNDER(army=now.box.power[army]), at + 1, "10.6")
        if not stays:
            step(now, army, "decisive")
    lowered = reigning(state.tracks)
    if lowered is not None:
        now.move_marker(lowered, -1, "decisive")
