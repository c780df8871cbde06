"""Golden playthroughs: whole games, each step with its legal actions, draws and digest.

`python -m tests.levee.playthrough` plays them again on the frozen pack and writes
`tests/levee/golden/*.json`. Do that only when a rule is meant to change, and read the difference.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from engines.core.dice import below
from engines.core.game import Game
from engines.levee.state import State
from engines.levee.title import SEAT, Levee
from tests.levee.builder import frozen

GOLDEN = Path(__file__).parent / "golden"


class Plan(NamedTuple):
    """A game to play: the seed of the dice, its options."""

    seed: str
    options: dict[str, bool]


PLANS = {
    "to-the-end": Plan("golden-24", {}),
    "paris-falls": Plan("golden-1", {}),
    "spirit-of-89": Plan("golden-24", {"spirit-of-89": True}),
    "all-options": Plan("golden-24", {"levee-en-masse": True, "spirit-of-89": True}),
}


def choose(state: State, legal: list[str], seed: str, number: int) -> str:
    """Push back whoever is near Paris, else anything; end the turn when nothing else is left."""
    wanted = [action for action in legal if action != "end"]
    near = [army for army, box in state.boxes.items() if box is not None and box <= 2]
    for army in sorted(near, key=lambda army: (state.boxes[army], army)):
        if f"military {army}" in wanted:
            return f"military {army}"
    return wanted[below(f"{seed}, choices", number, len(wanted))] if wanted else "end"


def play_through(plan: Plan) -> dict[str, Any]:
    """Play a game from its plan and write down each step."""
    game = Game(Levee(frozen()), options=plan.options, seed=plan.seed)
    steps: list[dict[str, Any]] = []
    while game.decisions:
        legal = game.legal(SEAT)
        assert isinstance(game.state, State)
        action = choose(game.state, legal, plan.seed, len(steps))
        events = game.act(SEAT, action)
        entry = game.journal[-1]
        steps.append(
            {
                "action": action,
                "legal": legal,
                "draws": [f"{draw.of} {draw.value}" for draw in entry.draws],
                "events": [type(event).__struct_config__.tag for event in events],
                "digest": entry.digest[:16],
            }
        )
    outcome = game.outcome
    assert outcome is not None
    return {
        "seed": plan.seed,
        "options": game.options,
        "opening": game.opening_digest[:16],
        "outcome": {"level": outcome.level, "score": outcome.score},
        "steps": steps,
    }


def text(game: dict[str, Any]) -> str:
    """A playthrough as JSON with one line for each step."""
    head = [f'"{name}": {json.dumps(value)}' for name, value in game.items() if name != "steps"]
    steps = ",\n".join(json.dumps(step) for step in game["steps"])
    return "{\n" + ",\n".join(head) + ',\n"steps": [\n' + steps + "\n]\n}\n"


def write() -> None:
    """Play every plan and write its file."""
    GOLDEN.mkdir(exist_ok=True)
    for name, plan in PLANS.items():
        (GOLDEN / f"{name}.json").write_text(text(play_through(plan)), encoding="utf-8")


if __name__ == "__main__":
    write()
