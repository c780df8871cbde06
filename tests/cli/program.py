"""Runs the program: within this process, or as a process of its own."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from bot.cli import main
from tests.cli.fake_discord import SOCKET

ROOT = Path(__file__).parents[2]
MAIN = "from bot.cli import main; main()"
ONE_GAME = "from data import games; games.GAMES = games.GAMES[:1]"
"""Python that comes before the program where it need not load all games once more."""
TRACE = "Traceback"


class Ran(NamedTuple):
    """What a run of the program left."""

    status: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """What the program says of an expected error: one line, with a full stop, on standard error."""
        assert TRACE not in self.err
        assert self.err.count("\n") == 1, self.err
        assert self.err.endswith(".\n")
        return self.err.removesuffix("\n")


def tocsin(*arguments: object) -> Ran:
    """Run the program's entry point in this process."""
    out, err = io.StringIO(), io.StringIO()
    status: object = 0
    with (
        patch.object(sys, "argv", ["tocsin", *map(str, arguments)]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            status = end.code
    return Ran(status if isinstance(status, int) else int(status is not None), out.getvalue(), err.getvalue())


def command(*arguments: object, before: str = "") -> list[str]:
    """The command for a process of its own; `before` is Python that comes first."""
    return [sys.executable, "-c", f"{before}\n{MAIN}", *map(str, arguments)]


def environment(**more: str) -> dict[str, str]:
    """The environment of a process of its own, with this project before any other."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def process(
    *arguments: object, before: str = "", text: str = "", env: Mapping[str, str] | None = None
) -> Ran:
    """Run the program as a process of its own, with `text` on its standard input."""
    done = subprocess.run(
        command(*arguments, before=before),
        input=text.encode(),
        capture_output=True,
        env=environment(**(env or {})),
        timeout=150,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


async def started(*arguments: object, base: str = "", before: str = "") -> asyncio.subprocess.Process:
    """The program as a process of its own beside this one, with Discord at `base`.

    :param before: as in `command`.
    """
    gateway = f"{base.replace('http', 'ws', 1)}{SOCKET}"
    elsewhere = (
        f"from discord.http import Route; Route.BASE = {base!r}\n"
        "from discord.gateway import DiscordWebSocket, yarl\n"
        f"DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL({gateway!r})"
    )
    return await asyncio.create_subprocess_exec(
        *command(*arguments, before=f"{elsewhere if base else ''}\n{before}"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment(),
        # Tests that run in the background of a shell have Ctrl-C ignored, and so would their children.
        preexec_fn=_heed_interrupts,
    )


def _heed_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)


async def ended(process: asyncio.subprocess.Process) -> Ran:
    """What such a process left when it came to its end."""
    async with asyncio.timeout(150):
        out, err = await process.communicate()
    assert process.returncode is not None
    return Ran(process.returncode, out.decode(), err.decode())
