"""The process is killed at each step and another goes on: nothing is lost, nothing is said twice."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import engines
from bot.campaigns.service import Campaigns
from bot.store import Store, check
from engines.core.record import verify
from tests.store.builders import counted
from tests.support.depth import depth

ROOT = Path(__file__).parents[3]
STRIDE = depth(19, 1)
"""By day the process is killed at some steps, by night at each of them."""
pytestmark = pytest.mark.deep(seconds=28)


class Run:
    """What is left of one death and what came after it."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "tocsin.db"
        lines = (folder / "world.jsonl").read_text(encoding="utf-8").splitlines()
        self.lines: list[dict[str, Any]] = [json.loads(line) for line in lines]
        (self.recovered,) = [line["actions"] for line in self.lines if line["kind"] == "recovered"]
        self.killed_at = next((line["at"] for line in self.lines if line["kind"] == "killed"), None)

    def of(self, kind: str, run: str = "") -> list[dict[str, Any]]:
        """What Discord heard of one kind, from one bot or both, in order."""
        return [line for line in self.lines if line["kind"] == kind and line["run"].startswith(run)]

    def before_playing_on(self, kind: str) -> list[dict[str, Any]]:
        """The same, up to the moment when the second bot had put everything right."""
        (place,) = [n for n, line in enumerate(self.lines) if line["kind"] == "recovered"]
        return [line for line in self.lines[:place] if line["kind"] == kind]

    def turns(self) -> Counter[str]:
        """Cards in the channel, by turn."""
        posts = [json.dumps(line["body"], ensure_ascii=False) for line in self.before_playing_on("post")]
        return Counter(found[1] for post in posts if (found := re.search(r"## Turn (\d+) ", post)))

    def _unsaid(self) -> list[tuple[str, str | None]]:
        """What waits still to be said, and why."""
        with closing(sqlite3.connect(self.database)) as connection:
            query = "SELECT kind, error FROM outbox WHERE sent_at IS NULL AND given_up_at IS NULL"
            return connection.execute(query).fetchall()

    async def actions(self) -> list[str]:
        """The journal at the very end, checked for gaps and replayed against the seed."""
        assert check(self.database) == []
        async with await Store.open(self.database, partial(datetime.now, UTC)) as store:
            campaigns = Campaigns(store, engines.titles().values(), partial(datetime.now, UTC))
            assert await counted(store) == 1
            campaign = await store.campaign(1)
            assert campaign is not None
            assert self._unsaid() == []
            rows = await store.journal(1)
            assert [row.seq for row in rows] == list(range(len(rows)))
            title = campaigns.title_of(campaign)
            verdict = verify(title, await campaigns.record(campaign))
            assert verdict.digest == rows[-1].digest
            assert campaign.version == len(rows) - 1
            return [row.action for row in rows[1:]]


def killed(operation: str, template: Path, folder: Path) -> list[Run]:
    """One operation killed at each `STRIDE` steps in turn; the last was not killed."""
    child = [sys.executable, "-m", "tests.kill.steps.kill_child"]
    command = [*child, operation, str(template), str(folder), str(STRIDE)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return [Run(folder / str(step)) for step in range(1, int(ran.stdout) + 1, STRIDE)]


async def test_an_action_is_whole_or_not_at_all_and_its_cards_are_posted_once(
    empty_database: Path, tmp_path: Path
) -> None:
    runs = killed("act", empty_database, tmp_path)

    *dead, alive = runs
    assert alive.killed_at is None
    steps = [run.killed_at for run in dead]
    assert STRIDE > 1 or {
        *("INSERT INTO journal", "INSERT INTO outbox", "UPDATE outbox SET", "commit"),
        "before POST /channels/{channel_id}/messages",
        "after POST /channels/{channel_id}/messages",
    } <= set(steps)
    for run in runs:
        accepted = run.recovered == ["political republic", "end"]
        assert accepted or run.recovered == ["political republic"]
        assert run.turns() == ({"1": 1, "2": 1} if accepted else {"1": 1})
        assert await run.actions() == [*run.recovered, "end"]
        nonces = [line["message"]["nonce"] for line in run.of("post")]
        assert len(set(nonces)) == len(nonces)
        told = [line["content"] for line in run.of("answer", "first")]
        assert accepted or len(told) == 1
    assert [run.recovered for run in runs] == sorted((run.recovered for run in runs), key=len)
    assert STRIDE > 1 or any(run.of("repeat", "second") for run in dead)


async def test_a_campaign_begins_whole_or_not_at_all(empty_database: Path, tmp_path: Path) -> None:
    runs = killed("new", empty_database, tmp_path)

    steps = {run.killed_at for run in runs}
    assert (
        STRIDE > 1 or {"INSERT INTO campaign", "INSERT INTO journal", "INSERT INTO outbox", "commit"} <= steps
    )
    for run in runs:
        assert run.recovered in (None, [])
        assert run.turns() == ({} if run.recovered is None else {"1": 1})
        assert await run.actions() == ["end"]
        assert (run.recovered is not None) or not run.of("answer", "first")


async def test_the_bell_is_heard_once(empty_database: Path, tmp_path: Path) -> None:
    runs = killed("ring", empty_database, tmp_path)

    steps = {run.killed_at for run in runs}
    assert STRIDE > 1 or {"UPDATE deadline SET", "INSERT INTO outbox", "commit"} <= steps
    for run in runs:
        rung = [line for line in run.of("post") if "the tocsin rings" in (line["body"].get("content") or "")]
        assert len(rung) == 1
        assert await run.actions() == ["end"]
    assert STRIDE > 1 or any(run.of("repeat", "second") for run in runs)
