"""Golden playthroughs: a whole game of each scenario, each step with its action, draws and digest.

`python -m tests.grande_armee.playthrough` plays them again and writes `tests/grande_armee/golden/*.json`. Do
that only when a rule, or the box, is meant to change, and read the difference.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from engines.core.game import Game
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee
from tests.grande_armee.rules.test_random import SCENARIOS, choose

GOLDEN = Path(__file__).parent / "golden"


def play_through(scenario: str) -> dict[str, Any]:
    """Play a game in which both sides look for a fight, and write down each step."""
    title = GrandeArmee()
    game = Game(title, scenario, {}, seed=f"golden {scenario}")
    rng = random.Random(f"golden {scenario}")
    steps: list[list[Any]] = []
    while game.decisions:
        assert isinstance(game.state, State)
        seat = game.decisions[0].seat
        legal = title.legal_actions(game.state, seat)
        action = choose(game.state, legal, rng)
        game.act(seat, action)
        entry = game.journal[-1]
        draws = "".join(draw.value for draw in entry.draws)
        steps.append([title.notation(action), len(legal), draws, entry.digest[:8]])
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
