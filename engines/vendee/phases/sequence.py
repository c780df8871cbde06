"""The sequence of a turn (2): which phase follows which."""

from __future__ import annotations

from engines.core.events import ChapterBegun, GameOver, PhaseBegun
from engines.vendee.frames import Condition, EndOfTurn, Reinforce, Wounded
from engines.vendee.phases import committee, desertion, initiative
from engines.vendee.resolution import Resolution
from engines.vendee.score import outcome
from engines.vendee.state import Phase


def next_phase(now: Resolution) -> bool:
    """Begin what follows the phase that is over; False when the game is over."""
    state = now.state
    match state.phase:
        case "wounded":
            _begin(now, "reinforcements", "2.2")
            now.push(Reinforce("royalist"), Reinforce("republican"))
        case "reinforcements":
            _begin(now, "initiative", "2.3")
            state.preempted, state.tested = False, []
            initiative.roll(now)
        case "operations":
            _refresh(now)
            if state.turn <= now.box.charts.tables.desertion.last_turn:
                _begin(now, "desertion", "2.5")
                desertion.roll(now)
            else:
                state.phase = "desertion"
        case "desertion":
            _begin(now, "committee", "2.6")
            committee.sit(now)
        case "committee":
            _begin(now, "end", "2.7")
            now.push(EndOfTurn())
        case _:
            _end_turn(now)
    return state.phase != "over"


def _begin(now: Resolution, phase: Phase, case: str) -> None:
    now.state.phase = phase
    now.say(PhaseBegun(phase, case))


def _refresh(now: Resolution) -> None:
    """Activated and routed markers come off (V-2.4-d)."""
    state = now.state
    state.forces = {
        area: {kind: Condition(fresh=condition.total) for kind, condition in kinds.items()}
        for area, kinds in state.forces.items()
    }
    for general, officer in state.officers.items():
        if officer.ready != "fresh":
            now.set_officer(general, ready="fresh")


def _end_turn(now: Resolution) -> None:
    """V-2.7-a: the next turn, or the count."""
    state, box = now.state, now.box
    months = box.scenario[state.scenario].months
    if state.galerne or state.turn == len(months):
        state.phase = "over"
        result = outcome(box, state)
        assert result is not None
        now.say(GameOver(result.level, result.case))
        return
    state.turn += 1
    state.played, state.fought, state.initiative = [], [], None
    now.say(ChapterBegun(state.turn, months[state.turn - 1]))
    _begin(now, "wounded", "2.1")
    now.push(Wounded())
