"""Golden playthroughs: a whole game of each scenario, each step with its action, draws and digest.

`python -m tests.grande_armee.playthrough` plays them again and writes `tests/grande_armee/golden/*.json`. Do
that only when a rule, or the box, is meant to change, and read the difference.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from data.grande_armee.hexes import distance
from engines.core.game import Game
from engines.grande_armee import actions
from engines.grande_armee.actions import END, Action
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee
from tests.grande_armee.rules.test_random import SCENARIOS

GOLDEN = Path(__file__).parent / "golden"
TITLE = GrandeArmee()


def choose(state: State, legal: Sequence[Action], rng: random.Random) -> Action:
    """Anything, but rather towards the enemy and against him; the games that are kept were chosen so."""
    attacks = [action for action in legal if isinstance(action, actions.Attack | actions.Eliminate)]
    if attacks and rng.random() < 0.8:
        return rng.choice(attacks)
    moves = [action for action in legal if isinstance(action, actions.Move | actions.March | actions.Triple)]
    if moves and rng.random() < 0.9:
        few = rng.sample(moves, min(len(moves), 12))
        enemies = [
            piece.hex for piece in state.pieces.values() if TITLE.box.kinds[piece.kind].side != state.side
        ]
        near = rng.sample(enemies, min(len(enemies), 10))
        return min(few, key=lambda move: min((distance(move.route[-1], hex) for hex in near), default=0))
    busy = [action for action in legal if action != END]
    return rng.choice(busy if busy and rng.random() < 0.7 else legal)


def play_through(scenario: str) -> dict[str, Any]:
    """Play a game in which both sides look for a fight, and write down each step."""
    game = Game(TITLE, scenario, {}, seed=f"golden {scenario}")
    rng = random.Random(f"golden {scenario}")
    steps: list[list[Any]] = []
    while game.decisions:
        assert isinstance(game.state, State)
        seat = game.decisions[0].seat
        legal = TITLE.legal_actions(game.state, seat)
        action = choose(game.state, legal, rng)
        game.act(seat, action)
        entry = game.journal[-1]
        draws = "".join(draw.value for draw in entry.draws)
        steps.append([TITLE.notation(action), len(legal), draws, entry.digest[:8]])
    outcome = game.outcome
    assert outcome is not None
    return {"scenario": scenario, "winner": outcome.winner, "score": outcome.score, "steps": steps}


def written(played: dict[str, Any]) -> str:
    """A playthrough as its file has it: a line a step."""
    lines = ",\n".join(json.dumps(step) for step in played["steps"])
    head = json.dumps({key: value for key, value in played.items() if key != "steps"})
    return f'{head[:-1]}, "steps": [\n{lines}\n]}}\n'


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for scenario in SCENARIOS:
        (GOLDEN / f"{scenario}.json").write_text(written(play_through(scenario)))
