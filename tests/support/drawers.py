"""Drawers for the tests: processes of the program, as an operator starts them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL

from bot.store.server import connect
from bot.surface.drawers import Drawers

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0


class Drawing:
    """A drawer under way."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    async def ends(self) -> int:
        """Wait for its end; returns its status."""
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()


Begin = Callable[..., Any]


@asynccontextmanager
async def beginner(url: URL) -> AsyncIterator[Begin]:
    """Starts drawers, and ends them at the end."""
    begun: list[Drawing] = []

    async def begin(workers: int = 1, root: Path = ROOT) -> Drawing:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", "from bot.cli import main; main()", "draw"),
            cwd=root,
            stdout=asyncio.subprocess.DEVNULL,
            env={
                **os.environ,
                "PYTHONPATH": str(root),
                "TOCSIN_DATABASE": url.render_as_string(hide_password=False),
                "TOCSIN_PICTURE_WORKERS": str(workers),
                "TOCSIN_LOG_LEVEL": "WARNING",
            },
        )
        begun.append(Drawing(process))
        return begun[-1]

    yield begin
    for each in begun:
        if each.process.returncode is None:
            each.process.kill()
            await each.process.wait()


@pytest.fixture
async def begin(url: URL) -> AsyncIterator[Begin]:
    """Starts drawers for the database of the test."""
    async with beginner(url) as begin:
        yield begin


@pytest.fixture
async def drawers(url: URL) -> AsyncIterator[Drawers]:
    """The drawers as a bot sees them."""
    drawers = Drawers(url)
    yield drawers
    await drawers.close()


async def until(holds: Callable[[], Any], seconds: float = PATIENCE) -> None:
    """Wait until a function, whose result may be awaited, gives something true."""
    async with asyncio.timeout(seconds):
        while True:
            answer = holds()
            if await answer if asyncio.iscoroutine(answer) else answer:
                return
            await asyncio.sleep(0.02)


async def asked(url: URL, statement: str) -> Any:
    """The value that a statement gives."""
    connection = await connect(url)
    try:
        return await connection.fetchval(statement)
    finally:
        await connection.close()


async def left(url: URL) -> int:
    """Number of jobs on the server."""
    return int(await asked(url, "SELECT count(*) FROM drawing.job"))


async def taken(url: URL) -> bool:
    """Whether a drawer has a job."""
    return bool(
        await asked(url, "SELECT count(*) FROM drawing.job WHERE drawer IS NOT NULL AND made IS NULL")
    )
