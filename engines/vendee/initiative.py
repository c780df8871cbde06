"""Phase 3: who has the initiative, and who begins (2.3)."""

from __future__ import annotations

from data.vendee.schema import Side
from engines.core.contract import Decision
from engines.core.events import PhaseBegun, TableRoll
from engines.vendee.actions import BEGIN, YIELD, Action
from engines.vendee.box import Box
from engines.vendee.events import InitiativeWon, Opened
from engines.vendee.frames import SIDES, Initiative, Operations, enemy
from engines.vendee.orders import yields
from engines.vendee.refusals import Refusal, out_of_place
from engines.vendee.state import State, generals_on_map
from engines.vendee.turn import Turn


def roll(turn: Turn) -> None:
    """A die, the best strategic rating on the map and morale; a tie is rolled again (V-2.3-a, A-11)."""
    box, state = turn.box, turn.state
    while True:
        totals: dict[Side, int] = {}
        for side in SIDES:
            face = turn.dice.roll(f"initiative {side}")
            best = box.best_strategic(generals_on_map(box, state, side))
            totals[side] = face + best + state.morale[side]
            terms = f"strategic {best:+d}; morale {state.morale[side]:+d}"
            turn.say(TableRoll(f"initiative {side}", [face], terms, str(totals[side]), "2.3"))
        if totals["republican"] != totals["royalist"]:
            break
    winner: Side = max(SIDES, key=lambda side: totals[side])
    state.initiative = winner
    turn.say(InitiativeWon(winner, totals))
    turn.push(Initiative(winner))


def asks(box: Box, state: State, frame: Initiative) -> Decision:
    """To begin or to yield."""
    return Decision(frame.winner, "initiative", "Begin the operations, or yield to the other side", "2.3")


def legal(box: Box, state: State, frame: Initiative) -> list[Action]:
    """Both."""
    return [BEGIN, YIELD]


def refusal(box: Box, state: State, frame: Initiative, action: Action) -> Refusal | None:
    """Nothing else."""
    return None if action in (BEGIN, YIELD) else out_of_place("begin or yield")


def act(turn: Turn, frame: Initiative, action: Action) -> None:
    """Open the operations; to yield is no pass (A-13)."""
    first = frame.winner if action == BEGIN else enemy(frame.winner)
    turn.state.phase = "operations"
    turn.say(PhaseBegun("operations", "2.4"), Opened(first))
    turn.replace(Operations(first))


def go_on(turn: Turn, frame: Initiative) -> bool:
    """Wait."""
    return True


def fallback(box: Box, state: State, frame: Initiative) -> Action | None:
    """Begin (I-21)."""
    return BEGIN


def ordered(box: Box, state: State, frame: Initiative, order: str) -> Action | None:
    """`begin`, `yield`, or `yield on turn N, …`."""
    return YIELD if yields(order, state.turn) else BEGIN
