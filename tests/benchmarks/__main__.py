"""`python -m tests.benchmarks [NAME …]`: measure, print a table, fail where a bound is missed."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from data.games import GAMES
from tests.benchmarks import (
    command,
    command_line,
    drawers,
    due,
    load,
    long,
    many,
    memory,
    pace,
    picture,
    play,
    processes,
    results,
    start,
    sweep,
    takeover,
    watching,
)
from tests.benchmarks.measure import Figure, Report
from tests.support.fixture import fixture_of

BENCHMARKS: dict[str, Callable[[], Report]] = {
    "play": play.run,
    "command": command.run,
    "picture": picture.run,
    "memory": memory.run,
    "start-up": command_line.run,
    "start": start.run,
    "sweep": sweep.run,
    "load": load.run,
    "long": long.run,
    "many": many.run,
    "pace": pace.run,
    "results": results.run,
    "takeover": takeover.run,
    "processes": processes.run,
    "metrics": watching.run,
    "drawers": drawers.run,
    "due": due.run,
    **{name: run for game in GAMES for name, run in fixture_of(game).benchmarks.items()},
}


def main() -> int:
    """Run the benchmarks that are asked for, all by default; 1 where a bound is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(BENCHMARKS)}")
    names = parser.parse_args().names or list(BENCHMARKS)
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]}; there are {', '.join(BENCHMARKS)}")
    reports = []
    for name in names:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        # What one has left behind is not to be looked through in the time of the next.
        gc.collect()
        gc.freeze()
        reports.append(BENCHMARKS[name]())
    figures = [figure for report in reports for figure in report.figures]
    console = Console()
    console.print(_table(figures))
    for report in reports:
        for note in report.notes:
            console.print(note, highlight=False, soft_wrap=True)
    load = ", ".join(f"{value:.2f}" for value in os.getloadavg())
    console.print(f"load average of {os.cpu_count()} processors: {load}", highlight=False)
    return 0 if all(figure.kept for figure in figures) else 1


def _table(figures: list[Figure]) -> Table:
    table = Table("figure", "ours", "theirs", "ratio", "bound", "")
    for figure in figures:
        value = f"{figure.value:.0f} {figure.unit}" if figure.unit else f"{figure.value:.2f}"
        bound = f"{figure.bound:g} {figure.unit}".strip()
        sign = "≥" if figure.at_least else "≤"
        verdict = "ok" if figure.kept else "missed"
        table.add_row(figure.name, figure.ours, figure.theirs, value, f"{sign} {bound}", verdict)
    return table


if __name__ == "__main__":
    sys.exit(main())
