"""What every command and every client of the referee waits for before the first answer: CPU of a new process.

Bytecode is on disk, as it is where somebody has run the program once.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Sequence

from tests.benchmarks.measure import ROOT, Figure, Report, by_turns, milliseconds

ROUNDS = 7
MOST = 0.5
"""Seconds of CPU."""
PROGRAM = (sys.executable, "-c", "from bot.cli import main; main()")
STARTS: dict[str, tuple[Sequence[str], bytes]] = {
    "import bot.cli": ((sys.executable, "-c", "import bot.cli"), b""),
    "tocsin --help": ((*PROGRAM, "--help"), b""),
    "tocsin referee": ((*PROGRAM, "referee"), b'{"op": "titles"}\n'),
}
BARE = (sys.executable, "-c", "pass")
KEEPING_BYTECODE = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
"""The first round, which is not counted, leaves it on disk also where the environment forbids it."""


def run() -> Report:
    """Measure."""
    return Report([_figure(name, *start) for name, start in STARTS.items()])


def _figure(name: str, command: Sequence[str], request: bytes) -> Figure:
    cpu = by_turns(lambda _: _cpu(command, request), lambda _: _cpu(BARE, b""), rounds=ROUNDS)
    ours, theirs = milliseconds(cpu.ours), milliseconds(cpu.theirs)
    return Figure(f"start-up, {name}", ours, theirs, cpu.ours * 1e3, MOST * 1e3, unit="ms")


def _cpu(command: Sequence[str], request: bytes) -> float:
    """Seconds of CPU, of the program and of the system, that a process took from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command, input=request, stdout=subprocess.DEVNULL, check=True, cwd=ROOT, env=KEEPING_BYTECODE
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
