"""A real process is killed at random again and again: nothing is lost, nothing is said twice.

What a campaign and its channel come to is compared with what a bot leaves that nobody killed.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.kill.scenarios import SCENARIOS
from tests.support import installed
from tests.support.depth import depth, seed

ROOT = Path(__file__).parents[2]
KILLS = depth(2, 100)
"""In each scenario."""
ONE_CARD = ("action", "lobby", "import")
"""Scenarios in which no card is posted anew because it is old or was taken back."""
SAID = {"sweep": ("the tocsin rings", "The time of|ran out of time"), "parking": ("user 80001",)}
"""Rings and words for one person, as patterns: they are among what is compared."""
ENVIRONMENT = {**os.environ, **installed.seen()}
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: processes die here, not disks."""
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path
        return
    with TemporaryDirectory(dir=MEMORY) as made:
        yield Path(made)


@pytest.mark.deep(seconds=12)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_bot_that_is_killed_again_and_again_leaves_what_another_leaves(scenario: str, folder: Path) -> None:
    command = [sys.executable, "-m", "tests.kill.child", scenario, str(folder), seed(scenario), str(KILLS)]
    ran = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    runs: list[dict[str, Any]] = json.loads(ran.stdout)

    assert sum(run["kills"] for run in runs) >= KILLS
    for run in runs:
        killed = run["killed"]
        assert seen(killed) == seen(run["spared"]), run["folder"]
        assert killed["faults"] == []
        assert killed["unsaid"] == []
        assert killed["campaigns"] == 1
        assert killed["replayed"] == killed["journal"][-1][-1]
        assert [seq for seq, *_ in killed["journal"]] == list(range(len(killed["journal"])))
        if scenario in ONE_CARD:
            chapters = [chapter for chapter, _ in killed["heard"]["cards"]]
            assert len(chapters) == len(set(chapters)), run["folder"]
        heard = json.dumps(killed["heard"], ensure_ascii=False)
        assert all(re.search(word, heard) for word in SAID.get(scenario, ())), run["folder"]


def seen(left: dict[str, Any]) -> dict[str, Any]:
    """What is left, with the newest card of each chapter: a killed bot may be late and need a fresh one."""
    return {**left, "heard": {**left["heard"], "cards": dict(left["heard"]["cards"])}}
