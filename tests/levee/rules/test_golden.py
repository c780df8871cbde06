"""Golden playthroughs: whole games on the frozen pack, played again bit for bit."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines.core.game import Game
from engines.levee.title import SEAT, Levee
from tests.levee.builder import frozen
from tests.levee.playthrough import GOLDEN, PLANS, play_through, text


def golden(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def test_every_golden_file_has_its_plan() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(PLANS)


@pytest.mark.parametrize("name", PLANS)
def test_each_step_follows_as_it_was_written_down(name: str) -> None:
    written = golden(name)
    game = Game(Levee(frozen()), options=written["options"], seed=written["seed"])
    assert game.opening_digest.startswith(written["opening"])

    for number, step in enumerate(written["steps"], start=1):
        legal = game.legal(SEAT)
        events = game.act(SEAT, step["action"])
        entry = game.journal[-1]
        found = {
            "action": step["action"],
            "legal": legal,
            "draws": [f"{draw.of} {draw.value}" for draw in entry.draws],
            "events": [type(event).__struct_config__.tag for event in events],
            "digest": entry.digest[:16],
        }
        assert found == step, f"step {number}"
    assert game.outcome is not None
    assert {"level": game.outcome.level, "score": game.outcome.score} == written["outcome"]


@pytest.mark.parametrize("name", PLANS)
def test_the_script_gives_the_files(name: str) -> None:
    assert text(play_through(PLANS[name])) == (GOLDEN / f"{name}.json").read_text(encoding="utf-8")


def test_the_golden_games_use_every_kind_of_action() -> None:
    steps = [step for name in PLANS for step in golden(name)["steps"]]

    assert {step["action"].split()[0] for step in steps} == {
        *("political", "military", "naval", "liberate", "restore-order", "levy", "spirit", "end")
    }
    assert {event for step in steps for event in step["events"]} >= {
        *("deck-built", "reaction", "disorder-placed", "army-rotated", "army-removed", "liberation-returned"),
        *("liberation-granted", "paris-fell", "game-over"),
    }
