"""The sequence of a turn (2): which phase follows which."""

from __future__ import annotations

from engines.core.events import ChapterBegun, GameOver, PhaseBegun
from engines.vendee import committee, desertion, initiative
from engines.vendee.frames import Condition, EndOfTurn, Reinforce, Wounded
from engines.vendee.score import outcome
from engines.vendee.state import Phase
from engines.vendee.turn import Turn


def next_phase(turn: Turn) -> None:
    """Begin what follows the phase that is over."""
    state = turn.state
    match state.phase:
        case "wounded":
            _begin(turn, "reinforcements", "2.2")
            turn.push(Reinforce("royalist"), Reinforce("republican"))
        case "reinforcements":
            _begin(turn, "initiative", "2.3")
            state.preempted, state.tested = False, []
            initiative.roll(turn)
        case "operations":
            _refresh(turn)
            if state.turn <= turn.box.charts.tables.desertion.last_turn:
                _begin(turn, "desertion", "2.5")
                desertion.roll(turn)
            else:
                state.phase = "desertion"
        case "desertion":
            _begin(turn, "committee", "2.6")
            committee.sit(turn)
        case "committee":
            _begin(turn, "end", "2.7")
            turn.push(EndOfTurn())
        case _:
            _end_turn(turn)


def _begin(turn: Turn, phase: Phase, case: str) -> None:
    turn.state.phase = phase
    turn.say(PhaseBegun(phase, case))


def _refresh(turn: Turn) -> None:
    """Activated and routed markers come off (V-2.4-d)."""
    state = turn.state
    state.forces = {
        area: {kind: Condition(fresh=condition.total) for kind, condition in kinds.items()}
        for area, kinds in state.forces.items()
    }
    for general, officer in state.officers.items():
        if officer.ready != "fresh":
            turn.set_officer(general, ready="fresh")


def _end_turn(turn: Turn) -> None:
    """V-2.7-a: the next turn, or the count."""
    state, box = turn.state, turn.box
    months = box.scenario[state.scenario].months
    if state.galerne or state.turn == len(months):
        state.phase = "over"
        result = outcome(box, state)
        assert result is not None
        turn.say(GameOver(result.level, result.case))
        return
    state.turn += 1
    state.played, state.fought, state.initiative = [], [], None
    turn.say(ChapterBegun(state.turn, months[state.turn - 1]))
    _begin(turn, "wounded", "2.1")
    turn.push(Wounded())
