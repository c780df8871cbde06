"""The most memory that a bot and its workers hold, against the limit that is shipped.

A process of its own, `memory_child`, has two workers draw the maps of all games in both themes, at each width
that a server can choose, two at a time, and then makes a film of each game while maps of all are drawn. From
here, outside of it, the proportional set sizes of that process and all its children are added up, again and
again: memory that is shared counts once, as it does for the container, and what looks is not counted.
"""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from pathlib import Path

from tests.benchmarks.measure import ROOT, Figure, Report, scratch

PROC = Path("/proc")
EVERY = 0.05
"""Seconds between two looks."""
MARGIN = 0.1
"""What part of the limit is to be left: the container also counts pages of files."""
KIB = 1024


def limit() -> int:
    """The MiB that the container is given."""
    text = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    (limit,) = re.findall(r"^ *mem_limit: (\d+)m$", text, re.MULTILINE)
    return int(limit)


def family(process: int) -> set[int]:
    """A process and all that have come from it."""
    parents: dict[int, int] = {}
    for folder in PROC.iterdir():
        if folder.name.isdigit():
            try:
                stat = (folder / "stat").read_text()
            except OSError:
                continue
            parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])
    own, before = {process}, 0
    while len(own) > before:
        before = len(own)
        own |= {child for child, parent in parents.items() if parent in own}
    return own


def proportional(process: int) -> float:
    """The MiB of a process, what it shares counted by its share; 0 where it has ended."""
    try:
        lines = (PROC / str(process) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / KIB


class Watch:
    """Looks at a process and its children until it is ended.

    :ivar most: the most MiB that they held in each step.
    """

    def __init__(self, process: int) -> None:
        self.most: dict[str, float] = {}
        self._process = process
        self._step: str | None = None
        self._over = threading.Event()
        self._watching = threading.Thread(target=self._watch)
        self._watching.start()

    def begin(self, step: str) -> None:
        """What is held from now on is held in another step."""
        self._step = step

    def end(self) -> None:
        """Look no more."""
        self._over.set()
        self._watching.join()

    def _watch(self) -> None:
        while not self._over.wait(EVERY):
            if (step := self._step) is not None:
                held = sum(map(proportional, family(self._process)))
                self.most[step] = max(self.most.get(step, 0.0), held)


def measure(database: Path, *arguments: str) -> dict[str, float]:
    """The most MiB that were held in each step, in order."""
    command = [sys.executable, "-m", "tests.benchmarks.memory_child", str(database), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        watch = Watch(child.pid)
        try:
            for line in child.stdout:
                watch.begin(line.strip())
        finally:
            watch.end()
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    return watch.most


def run() -> Report:
    """Measure."""
    with scratch() as folder:
        steps = measure(folder / "tocsin.db")
    most, bound = max(steps.values()), limit() * (1 - MARGIN)
    figure = Figure("memory of bot and workers", f"{most:.0f} MiB", f"{limit()} MiB", most, bound, unit="MiB")
    return Report([figure], tuple(f"memory: {mib:.0f} MiB at most in {step}" for step, mib in steps.items()))
