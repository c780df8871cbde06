"""The most memory that a bot and its workers hold, against the limit that is shipped.

A process of its own, `memory_child`, has two workers draw the maps of all games in both themes, at each width
that a server can choose, two at a time, and then makes a film of each game while maps of all are drawn.
Meanwhile the proportional set sizes of the process and all its children are added up, again and again: memory
that is shared counts once, as it does for the container.
"""

from __future__ import annotations

import re
import subprocess
import sys

from tests.benchmarks.measure import ROOT, Figure, Report, scratch


def limit() -> int:
    """The MiB that the container is given."""
    text = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    (limit,) = re.findall(r"^ *mem_limit: (\d+)m$", text, re.MULTILINE)
    return int(limit)


def run() -> Report:
    """Measure."""
    with scratch() as folder:
        command = [sys.executable, "-m", "tests.benchmarks.memory_child", str(folder / "tocsin.db")]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    steps = [line.rsplit(" ", 1) for line in done.stdout.splitlines()]
    most = max(float(mib) for _, mib in steps)
    ours, theirs = f"{most:.0f} MiB", f"{limit()} MiB"
    notes = tuple(f"memory: {float(mib):.0f} MiB at most in {step}" for step, mib in steps)
    return Report([Figure("memory of bot and workers", ours, theirs, most, limit(), unit="MiB")], notes)
