"""Phase 1: the wounded, the bishop of Agra and the messengers to England (2.1)."""

from __future__ import annotations

from engines.core.contract import Decision
from engines.core.events import TableRoll
from engines.vendee.actions import Action
from engines.vendee.box import Box
from engines.vendee.english import roll_messengers
from engines.vendee.events import BishopExposed
from engines.vendee.frames import Wounded
from engines.vendee.refusals import Refusal, out_of_place
from engines.vendee.state import State
from engines.vendee.turn import Turn


def go_on(turn: Turn, frame: Wounded) -> bool:
    """Everything in this phase is left to the dice."""
    turn.pop()
    state = turn.state
    for general, officer in state.officers.items():
        if officer.fate in ("light", "serious") and officer.due == state.turn:
            _check(turn, general)
    if state.bishop and state.turn > state.bishop_since:
        _doubt(turn)
    if state.messengers:
        roll_messengers(turn)
    return False


def _check(turn: Turn, general: str) -> None:
    """V-2.1-a to d; after the last turn there is no box to wait in (A-06)."""
    box, state = turn.box, turn.state
    wounds = box.charts.tables.wounds
    purpose = f"recovery of {general}"
    if state.officers[general].fate == "serious":
        back = turn.die(purpose, wounds.recovers, "2.1")
    else:
        back = turn.dice_pair(purpose, wounds.recovers, "2.1")
    if back:
        turn.send_off(general, "arriving", "2.1", state.turn)
    elif state.turn == len(box.scenario[state.scenario].months):
        turn.send_off(general, "removed", "2.1")
    else:
        turn.set_officer(general, due=state.turn + 1)


def _doubt(turn: Turn) -> None:
    """V-6-E4-b: a double one finds the bishop out."""
    faces = turn.pair("bishop")
    found_out = faces == (1, 1)
    turn.say(TableRoll("bishop", list(faces), "double one", "found out" if found_out else "believed", "6 E4"))
    if found_out:
        turn.state.bishop = False
        turn.say(BishopExposed())
        face = turn.dice.roll("fraud")
        change = turn.box.charts.fraud(face)
        turn.say(TableRoll("fraud", [face], "fraud", str(change), "6 E4"))
        turn.change_morale("royalist", change, "The bishop is a fraud", "6 E4")


def asks(box: Box, state: State, frame: Wounded) -> Decision:
    """Nobody is asked."""
    raise AssertionError("the phase of the wounded waits for nobody")


def legal(box: Box, state: State, frame: Wounded) -> list[Action]:
    """Nothing."""
    return []


def refusal(box: Box, state: State, frame: Wounded, action: Action) -> Refusal | None:
    """Everything."""
    return out_of_place("nothing: the dice decide")


def act(turn: Turn, frame: Wounded, action: Action) -> None:
    """Nothing can be done."""


def fallback(box: Box, state: State, frame: Wounded) -> Action | None:
    """Nothing."""
    return None


def ordered(box: Box, state: State, frame: Wounded, order: str) -> Action | None:
    """Nothing."""
    return None
