"""The Army Morale phase (10.2): tests, shaken and broken armies; neither side has a choice in it."""

from __future__ import annotations

from data.catalogue import marked
from data.valmy.schema import SIDE, Army
from data.valmy.tables import Side
from engines.valmy.box import Box, enemy
from engines.valmy.events import MoraleChanged
from engines.valmy.phases.recovery import shaken_for_good
from engines.valmy.purposes import Purpose
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, army_morale, face, units_in


def sit(ctx: Resolution) -> None:
    """Both sides test, the initiative's first; a side that breaks has lost (Y-4.5-a, A-4.4-1, A-10.2-7)."""
    state = ctx.state
    order = (state.initiative, enemy(state.initiative))
    for side in order:
        _side(ctx, side)
    broken = [side for side in order if state.morale[side] == "broken"]
    if len(broken) == 1:
        winner = enemy(broken[0])
        ctx.finish("Y-11.1.1-a" if winner == "allied" else "Y-11.1.2-a")
    elif broken:
        # With no side first, points decide (A-10.2-7).
        ctx.finish(None)


def _side(ctx: Resolution, side: Side) -> None:
    state = ctx.state
    for army in state.just_fallen:
        if SIDE[army] == side:
            _check_units(ctx, side, army)
    tested = False
    if state.lost[side] >= ctx.box.figures.eliminated:
        tested = True
        _test(ctx, side)
    if state.options["falling-morale"] and not tested and not shaken_for_good(ctx.box, state, side):
        _settle(ctx, side)


def _test(ctx: Resolution, side: Side) -> None:
    """Two dice against its morale after losses (Y-10.2-b); a failure shakes, another breaks (Y-10.2-d)."""
    state, box = ctx.state, ctx.box
    if _passes(ctx, side):
        if not shaken_for_good(box, state, side):
            _settle(ctx, side)
        return
    if state.morale[side] == "shaken":
        _break(ctx, side)
        return
    state.morale[side] = "shaken"
    ctx.say(MoraleChanged(side, "shaken"))
    before = state.lost[side]
    _check_units(ctx, side, None)
    again = state.lost[side] - before >= box.figures.eliminated
    # With the track of 10.2.2 an army breaks in a later phase at the earliest.
    if again and not state.options["falling-morale"] and not _passes(ctx, side):
        _break(ctx, side)


def _passes(ctx: Resolution, side: Side) -> bool:
    highest = army_morale(ctx.box, ctx.state, side)
    return ctx.test(Purpose.of("army", side), 2, highest, "10.2", side)


def _settle(ctx: Resolution, side: Side) -> None:
    """A shaken army is steady again (A-10.2-3)."""
    if ctx.state.morale[side] == "shaken":
        ctx.state.morale[side] = "steady"
        ctx.say(MoraleChanged(side, "steady"))


def _break(ctx: Resolution, side: Side) -> None:
    ctx.state.morale[side] = "broken"
    ctx.say(MoraleChanged(side, "broken"))


def _check_units(ctx: Resolution, side: Side, army: Army | None) -> None:
    """Every unit that has lost a step checks its morale (Y-10.2.1-a, b)."""
    box, state = ctx.box, ctx.state
    modifiers = {marked("Bases in enemy hands"): _base_modifier(box, state, side)}
    for unit in box.units_of[side]:
        counter = state.units[unit]
        if counter.fate != "map" or not counter.reduced or army not in (None, box.unit[unit].army):
            continue
        hidden = counter.leader is not None
        highest = face(box, state, unit).morale
        purpose = Purpose.of("shaken", unit)
        if not ctx.test(purpose, 2, highest, "10.2.1", side, modifiers, hidden=hidden):
            ctx.eliminate(unit, "10.2.1")
            if counter.box is not None:
                ctx.displace(counter.box, side)


def _base_modifier(box: Box, state: State, side: Side) -> int:
    held = [
        base
        for army, base in box.bases.items()
        if SIDE[army] == side and units_in(box, state, base, enemy(side))
    ]
    return len(held) * box.modifiers.base_lost[side]


def reset(ctx: Resolution) -> None:
    """The turn ends: losses come off the track, the markers go back (Y-10.2.1-d)."""
    state = ctx.state
    state.just_fallen = []
    for side in state.lost:
        state.lost[side] = 0
        keeps = state.options["falling-morale"] or shaken_for_good(ctx.box, state, side)
        if state.morale[side] == "shaken" and not keeps:
            _settle(ctx, side)
