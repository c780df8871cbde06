"""Let the bot do something while it is killed again and again at random, until it is done.

`python -m tests.kill.child SCENARIO FOLDER SEED KILLS` prints a JSON object: the number of kills, and for
each run what is left in the end, beside what a bot leaves that nobody killed. This process has imported
everything and forks one child for each life, before there is a thread or an event loop.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from bot.store import Person, Store, check
from bot.store.rows import audits, people
from engines.core.record import verify
from tests.kill.scenarios import GUILD, PEOPLE, SCENARIOS, START, UNTIMED, Life, Step
from tests.kill.world import Fuse, World
from tests.store.builders import counted, unsaid
from tests.support.depth import depth

LIVES = 40
"""After so many deaths the next life is left alone."""
OUTSIDE = 0.2
"""Share of the lives that are killed from outside, at any moment."""
LONGEST = 0.05
"""Seconds after which they are, at most."""
EARLY = 0.1
"""Share of the lives that can be killed while the store is opened."""
HURRIED = 0.4
"""Share of the lives in which a player is quicker than the start."""
VARIANTS = depth(2, 3)
"""Different campaigns of a scenario."""


def forked(body: Callable[[], Coroutine[Any, Any, None]], after: float | None = None) -> bool:
    """Run something in a process of its own, killed from outside after some seconds; True when it lived."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            asyncio.run(body())
            code = 0
        finally:
            sys.stderr.flush()
            os._exit(code)
    if after is not None:
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return False
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit("the bot failed by itself")
    return True


async def live(
    folder: Path, steps: list[Step], fuse: Fuse, *, early: bool = False, hurried: bool = False
) -> None:
    """One life; an early fuse burns while the store is opened too."""
    fuse.listen()
    fuse.lit = early
    life = await Life.open(folder, World(folder, fuse))
    fuse.lit = True
    await life.live(steps, hurried=hurried)
    fuse.lit = False
    await life.close()


async def look(folder: Path) -> None:
    """Write what is left in the end."""
    world = World(folder, Fuse())
    life = await Life.open(folder, world)
    store, campaigns = life.store, life.campaigns
    campaign = await campaigns.by_id(1)
    rows = await store.journal(1)
    verdict = verify(campaigns.title_of(campaign), await campaigns.record(campaign))
    left = {
        "campaigns": await counted(store),
        "journal": [
            [row.seq, row.seat, row.action, row.source, row.kind, row.undone_by, row.digest] for row in rows
        ],
        "replayed": verdict.digest,
        "standing": [campaign.status, campaign.version, str(campaign.parked_at), campaign.seats],
        # Whoever is told later, as the bot was killed before it could, has their waking hours from then.
        "deadlines": [
            msgspec.structs.replace(row, told_at=None, awake=timedelta())
            for row in await store.deadlines_of(1)
        ],
        "audit": [row.act for row in await store.look(lambda c: audits.of_guild(c, GUILD))],
        "interactions": await store.look(
            lambda c: [list(row) for row in c.exec_driver_sql("SELECT id, seq FROM interaction ORDER BY id")]
        ),
        "unsaid": await unsaid(store),
        "heard": world.heard(),
    }
    await life.close()
    left["faults"] = check(folder / "tocsin.db")
    (folder / "left.json").write_bytes(msgspec.json.encode(left))


async def make(path: Path) -> None:
    """A database with our tables; nobody's turn ends by itself, but as in the game that is replayed."""
    async with await Store.open(path, lambda: START) as store:
        for user in PEOPLE:
            await store.transact(partial(people.put_person, settings=Person(user_id=user, goes_on=False)))


def left(folder: Path) -> Any:
    """What is left of a run that has come to its end."""
    asyncio.run(look(folder))
    return json.loads((folder / "left.json").read_bytes())


def spared(scenario: str, root: Path, variant: int) -> tuple[Any, Counter[str]]:
    """What a bot leaves that nobody kills, and what it burns.

    In this process, so that its children find all that is made at first use. Its threads end with it.
    """
    folder = fresh(root, f"{variant}-spared")
    fuse = Fuse()
    asyncio.run(live(folder, SCENARIOS[scenario](variant), fuse))
    return left(folder), fuse.burnt


def killed(scenario: str, folder: Path, steps: list[Step], burnt: Counter[str], seed: str) -> int:
    """Let the bot live again and again until it is done; gives how often it was killed."""
    for kills in range(LIVES):
        # How far another life came hangs on the machine, where it was killed from outside.
        rng = random.Random(f"{seed} {kills}")
        outside = rng.random() < OUTSIDE
        fuse = Fuse() if outside else Fuse.drawn(rng, burnt, max(1, len(steps) // 3))
        early, hurried = rng.random() < EARLY, scenario in UNTIMED and rng.random() < HURRIED
        after = rng.uniform(0, LONGEST) if outside else None
        if forked(partial(live, folder, steps, fuse, early=early, hurried=hurried), after):
            return kills
    assert forked(partial(live, folder, steps, Fuse()))
    return LIVES


def fresh(root: Path, name: str) -> Path:
    """A folder with an empty database."""
    folder = root / name
    folder.mkdir()
    shutil.copyfile(root / "template.db", folder / "tocsin.db")
    return folder


def main(scenario: str, root: Path, seed: str, most: int) -> None:
    asyncio.run(make(root / "template.db"))
    ends = [spared(scenario, root, variant) for variant in range(VARIANTS)]
    assert not any(end["unsaid"] for end, _ in ends), "what nobody interrupts is left unsaid"
    runs: list[dict[str, Any]] = []
    kills = 0
    while kills < most or not runs:
        name = f"{seed} {len(runs)}"
        variant = random.Random(name).randrange(VARIANTS)
        end, burnt = ends[variant]
        folder = fresh(root, f"{variant}-{len(runs)}")
        died = killed(scenario, folder, SCENARIOS[scenario](variant), burnt, name)
        runs.append({"folder": folder.name, "kills": died, "spared": end, "killed": left(folder)})
        kills += died
    print(json.dumps(runs))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
