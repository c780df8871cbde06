"""The sequence of a turn (2): the order of the phases."""

from __future__ import annotations

from engines.core.events import ChapterBegun, GameOver, PhaseBegun
from engines.vendee.frames import Condition, EndOfTurn, Reinforce, Wounded
from engines.vendee.phases import committee, desertion, initiative
from engines.vendee.resolution import Resolution
from engines.vendee.score import outcome
from engines.vendee.state import Phase


def next_phase(ctx: Resolution) -> bool:
    """Begin the phase after the one that is over; False when the game is over."""
    state = ctx.state
    match state.phase:
        case "wounded":
            _begin(ctx, "reinforcements", "2.2")
            ctx.push(Reinforce("royalist"), Reinforce("republican"))
        case "reinforcements":
            _begin(ctx, "initiative", "2.3")
            state.preempted, state.tested = False, []
            initiative.roll(ctx)
        case "operations":
            _refresh(ctx)
            if state.turn <= ctx.box.charts.tables.desertion.last_turn:
                _begin(ctx, "desertion", "2.5")
                desertion.roll(ctx)
            else:
                state.phase = "desertion"
        case "desertion":
            _begin(ctx, "committee", "2.6")
            committee.sit(ctx)
        case "committee":
            _begin(ctx, "end", "2.7")
            ctx.push(EndOfTurn())
        case _:
            _end_turn(ctx)
    return state.phase != "over"


def _begin(ctx: Resolution, phase: Phase, case: str) -> None:
    ctx.state.phase = phase
    ctx.say(PhaseBegun(phase, case))


def _refresh(ctx: Resolution) -> None:
    """Activated and routed markers come off (V-2.4-d)."""
    state = ctx.state
    state.forces = {
        area: {kind: Condition(fresh=condition.total) for kind, condition in kinds.items()}
        for area, kinds in state.forces.items()
    }
    for general, officer in state.officers.items():
        if officer.ready != "fresh":
            ctx.set_officer(general, ready="fresh")


def _end_turn(ctx: Resolution) -> None:
    """Begin the next turn, or count the points (V-2.7-a)."""
    state, box = ctx.state, ctx.box
    months = box.scenario[state.scenario].months
    if state.galerne or state.turn == len(months):
        state.phase = "over"
        result = outcome(box, state)
        assert result is not None
        ctx.say(GameOver(result.level, result.case))
        return
    state.turn += 1
    state.played, state.fought, state.initiative = [], [], None
    ctx.say(ChapterBegun(state.turn, months[state.turn - 1]))
    _begin(ctx, "wounded", "2.1")
    ctx.push(Wounded())
