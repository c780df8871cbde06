"""The sequence of a turn (4): the order of the phases."""

from __future__ import annotations

from data.valmy.tables import Side
from engines.core.events import ChapterBegun, PhaseBegun
from engines.valmy.box import enemy
from engines.valmy.events import InitiativeWon, Rejoined
from engines.valmy.frames import Activations, Recovery
from engines.valmy.phases import army_morale, initiative, placement, recovery
from engines.valmy.resolution import Resolution
from engines.valmy.score import holds_verdun, marched_out
from engines.valmy.state import Phase, held


def next_phase(ctx: Resolution) -> bool:
    """Begin the phase after the one that is over; False when the game is over (Y-4.0-a)."""
    state = ctx.state
    match state.phase:
        case "set-up":
            _begin(ctx, "initiative", "5.3")
            state.initiative = ctx.box.scenario[state.scenario].initiative
            ctx.say(InitiativeWon(state.initiative, None, "5.3"))
        case "initiative":
            _begin(ctx, "activations", "4.2")
            ctx.push(Activations(state.initiative))
        case "activations":
            _begin(ctx, "recovery", "4.4")
            recovery.read_bases(ctx)
            ctx.push(Recovery(enemy(state.initiative)), Recovery(state.initiative))
        case "recovery":
            _begin(ctx, "army-morale", "4.5")
            army_morale.sit(ctx)
        case "army-morale":
            _end_turn(ctx)
        case _:
            pass
    return state.phase != "over"


def _begin(ctx: Resolution, phase: Phase, case: str) -> None:
    ctx.state.phase = phase
    ctx.say(PhaseBegun(phase, case))


def _end_turn(ctx: Resolution) -> None:
    """Check for a win at the end of a turn, then begin the next, or count points (11)."""
    state, box = ctx.state, ctx.box
    if marched_out(box, state):
        ctx.finish("Y-11.1.1-b")
        return
    state.verdun = state.verdun + 1 if holds_verdun(box, state) else 0
    if state.verdun == 2:
        ctx.finish("Y-11.1.2-b")
        return
    army_morale.reset(ctx)
    turns = box.scenario[state.scenario].turn
    if state.turn == len(turns):
        ctx.finish(None)
        return
    _rejoin(ctx)
    state.turn += 1
    state.left = []
    state.traffic = dict.fromkeys(state.traffic, ())
    ctx.set_unit(*(id for id, unit in state.units.items() if unit.spent), spent=False)
    ctx.set_leader(*(id for id, leader in state.leaders.items() if leader.spent), spent=False)
    ctx.say(ChapterBegun(state.turn, turns[state.turn - 1].dates))
    placement.arrive(ctx)
    _begin(ctx, "initiative", "4.1")
    initiative.begin(ctx)


def _rejoin(ctx: Resolution) -> None:
    """Pursuers come back to the battle's box; if enemies hold it, to the nearest without (A-9.4.5-3)."""
    state, box = ctx.state, ctx.box
    for unit, counter in state.units.items():
        if counter.fate != "pursuing":
            continue
        assert counter.box is not None
        side: Side = box.unit[unit].side
        barred = held(box, state, enemy(side))
        here = counter.box
        free = [place for place in box.boxes if place not in barred]
        place = min(free, key=lambda id: (box.apart(here, id), box.order[id]))
        ctx.set_unit(unit, fate="map", box=place)
        ctx.say(Rejoined(side, unit, place))
        ctx.occupy(place)
        ctx.displace(place, enemy(side))
