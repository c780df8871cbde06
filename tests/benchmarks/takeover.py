"""How soon a bot that stands by on PostgreSQL writes, after the one before was killed or frozen.

From the signal to the first number that the next process has committed; each is then the one to be stopped,
and another stands by. A frozen one is woken afterwards: what it writes then would be a number by its name.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from sqlalchemy import URL

from bot.store.server import connect
from tests.benchmarks.measure import ROOT, Figure, Report
from tests.support.postgresql import missing, serving

KILLS = int(os.environ.get("TOCSIN_TEST_KILLS", "10"))
FREEZES = 5
LATEST = 10.0
"""Seconds."""


async def _begun(url: URL, name: str) -> asyncio.subprocess.Process:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.store.standby_child", url.render_as_string(hide_password=False), name),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    await _says(process, "waits".__eq__)
    return process


async def _says(process: asyncio.subprocess.Process, wanted: Callable[[str], bool]) -> None:
    assert process.stdout is not None
    while not wanted((await process.stdout.readline()).decode().strip()):
        assert not process.stdout.at_eof()


async def _measured(url: URL) -> tuple[list[float], list[float]]:
    """Seconds after each kill, and after each freeze."""
    killed: list[float] = []
    frozen: list[float] = []
    holder = await _begun(url, "0")
    await _says(holder, str.isdigit)
    for number in range(1, KILLS + FREEZES + 1):
        after = await _begun(url, str(number))
        # It has asked for the lock once.
        await asyncio.sleep(1)
        freeze = number > KILLS
        begun = perf_counter()
        holder.send_signal(signal.SIGSTOP if freeze else signal.SIGKILL)
        await _says(after, str.isdigit)
        (frozen if freeze else killed).append(perf_counter() - begun)
        if freeze:
            holder.send_signal(signal.SIGCONT)
            await _says(holder, "lost".__eq__)
        await holder.wait()
        holder = after
    holder.kill()
    await holder.wait()
    await _whole(url)
    return killed, frozen


async def _whole(url: URL) -> None:
    """Check that no number is missing, and that nobody has written after the next."""
    own = await connect(url)
    found = await own.fetch("SELECT key, value FROM meta WHERE key LIKE 'number:%' ORDER BY key")
    await own.close()
    assert [row["key"] for row in found] == [f"number:{n:06}" for n in range(1, len(found) + 1)]
    names = [int(row["value"]) for row in found]
    assert names == sorted(names)


def run() -> Report:
    """Measure."""
    if lacking := missing():
        return Report([], (f"takeover: not measured, there is no {', '.join(lacking)} on the PATH",))
    with serving() as server, server.database() as url:
        killed, frozen = asyncio.run(_measured(url))
    return Report(
        [
            Figure(
                f"{name}: latest of {len(times)} takeovers",
                f"{max(times):.1f} s",
                f"median {median(times):.1f} s",
                max(times),
                LATEST,
                unit="s",
            )
            for name, times in (("a bot that is killed", killed), ("a bot that is frozen", frozen))
        ]
    )
