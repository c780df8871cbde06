"""What an action costs on a file, on a PostgreSQL server, and where two bots share the server.

Each bot is a process with a simulated Discord of its own, in which twelve campaigns without images are played
at once, each action as soon as the last is answered. Processor time counts, which other programs on the
machine make no longer; SimCord's is in that of a bot. What two bots carry follows from it: one bot has a
processor for itself and the server another; two bots and the server share both.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from bot.settings import variable_of
from tests.benchmarks.load import spent
from tests.benchmarks.measure import ROOT, Figure, Report, milliseconds, scratch
from tests.benchmarks.processes_child import Spent
from tests.support.postgresql import PostgreSQL, missing, serving

PROCESSORS = 2
MOST_ON_SERVER = 1.2
MOST_TRANSACTIONS = 4.0
LEAST_OF_TWO = 1.6
SETTINGS = {"picture_workers": "0", "cooldown": "off", "sync": "never"}


class Trial(NamedTuple):
    """What bots did at the same time."""

    bots: Sequence[Spent]
    server: float
    """Processor seconds of the server."""

    @property
    def actions(self) -> int:
        return sum(bot.actions for bot in self.bots)

    @property
    def bot(self) -> float:
        """Processor seconds of a bot for an action."""
        return sum(bot.bot for bot in self.bots) / self.actions

    @property
    def of_server(self) -> float:
        """Processor seconds of the server for an action."""
        return self.server / self.actions

    @property
    def transactions(self) -> float:
        """Transactions for an entry, with those that ran again."""
        return sum(bot.transactions + bot.again for bot in self.bots) / sum(bot.entries for bot in self.bots)

    @property
    def rate(self) -> float:
        """Actions a second, on the machine as busy as it was."""
        return sum(bot.actions / bot.seconds for bot in self.bots)

    def __str__(self) -> str:
        again = sum(bot.again for bot in self.bots)
        return (
            f"an action takes {milliseconds(self.bot)} of the processor in a bot and "
            f"{milliseconds(self.of_server)} in the server, an entry {self.transactions:.1f} transactions; "
            f"{again:.0f} ran again for {self.actions} actions, {self.rate:.1f} actions a second in this run"
        )


class Bot:
    """A bot in a process of its own."""

    def __init__(self, **settings: str) -> None:
        given = {variable_of(name): value for name, value in {**SETTINGS, **settings}.items()}
        self._process = subprocess.Popen(
            (sys.executable, "-m", "tests.benchmarks.processes_child"),
            cwd=ROOT,
            env={**os.environ, **given},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def go_on(self) -> None:
        """Let it do the next."""
        assert self._process.stdin is not None
        print(file=self._process.stdin, flush=True)

    def says(self) -> str:
        """What it says next."""
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def close(self) -> None:
        """End it."""
        self._process.communicate()
        assert self._process.returncode == 0


def family(parent: int) -> float:
    """Processor seconds of a process and of its children, those that have ended too."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return spent(parent, ended=True) + sum(spent(int(child)) for child in children)


def tried(settings: Sequence[Mapping[str, str]], server: int | None = None) -> Trial:
    """Play with bots of these settings at the same time."""
    with ExitStack() as leaving:
        bots = [leaving.enter_context(closing(Bot(**each))) for each in settings]
        for bot in bots:
            assert bot.says() == "ready\n"
        before = 0.0 if server is None else family(server)
        for bot in bots:
            bot.go_on()
        costs = [msgspec.json.decode(bot.says(), type=Spent) for bot in bots]
        return Trial(costs, 0.0 if server is None else family(server) - before)


def on_server(server: PostgreSQL, *shards: str) -> Trial:
    """Play on a database of their own, by a bot for each group of shards."""
    with server.database() as url:
        address = url.render_as_string(hide_password=False)
        return tried([{"database": address, "shards": each} for each in shards], server.process())


def run() -> Report:
    """Measure."""
    if lacking := missing():
        return Report([], (f"processes: not measured, there is no {', '.join(lacking)} on the PATH",))
    with scratch() as folder:
        file = tried([{"database": str(folder / "tocsin.db")}])
    # As a server runs: what is committed is on the disk.
    with serving(settings={}) as server:
        one, two = on_server(server, ""), on_server(server, "0/2", "1/2")
    carried = PROCESSORS / (two.bot + two.of_server) * one.bot
    return Report(
        [
            Figure(
                "an action on a server, against a file",
                milliseconds(one.bot),
                milliseconds(file.bot),
                one.bot / file.bot,
                MOST_ON_SERVER,
            ),
            Figure(
                "transactions for an entry",
                f"{one.transactions:.1f}",
                f"on a file {file.transactions:.1f}",
                one.transactions,
                MOST_TRANSACTIONS,
            ),
            Figure(
                f"actions of two bots and a server on {PROCESSORS} processors, of one bot",
                f"{PROCESSORS / (two.bot + two.of_server):.0f} a second",
                f"{1 / one.bot:.0f} a second",
                carried,
                LEAST_OF_TWO,
                at_least=True,
            ),
        ],
        (f"processes, file: {file}", f"processes, one bot: {one}", f"processes, two bots: {two}"),
    )
