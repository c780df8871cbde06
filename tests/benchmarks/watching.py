"""What counting and timing for Prometheus costs an action, of the processor.

How many values are noted is counted over a busy evening; what one costs is measured apart, since it is far
below what one evening differs from another. A simulated Discord is asked without a session, so that what
each request to a real one notes is added.
"""

from __future__ import annotations

import asyncio
from collections import Counter as Tally
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import process_time
from typing import Any
from unittest.mock import patch

from prometheus_client import Counter, Histogram

from bot import metrics
from tests.benchmarks.load import copied_quickly, measure
from tests.benchmarks.measure import Figure, Report, scratch

GAME = "levee"
MOST = 0.01
"""Of what an action costs."""
TIMES = 200_000


@contextmanager
def _tallied() -> Iterator[Tally[str]]:
    """Count the values that are noted."""
    tally: Tally[str] = Tally()
    observed, counted = Histogram.observe, Counter.inc

    def observe(self: Histogram, amount: float, *more: Any) -> None:
        tally["timed"] += 1
        observed(self, amount, *more)

    def inc(self: Counter, *amount: Any) -> None:
        tally["counted"] += 1
        counted(self, *amount)

    with patch.object(Histogram, "observe", observe), patch.object(Counter, "inc", inc):
        yield tally


def _timed() -> None:
    with metrics.READ.time():
        pass


def _counted() -> None:
    metrics.REQUESTS.labels("2xx").inc()


def _cost(note: Callable[[], None]) -> float:
    """Seconds of the processor for one."""
    begun = process_time()
    for _ in range(TIMES):
        note()
    return (process_time() - begun) / TIMES


def run() -> Report:
    """Measure."""
    with scratch() as folder, copied_quickly(), _tallied() as tally:
        evening = asyncio.run(measure(folder, GAME, begun=partial(tally.clear)))
    actions = len(evening.answers)
    timed = (tally["timed"] + evening.requests) / actions
    counted = (tally["counted"] + evening.requests) / actions
    cost = timed * _cost(_timed) + counted * _cost(_counted)
    action = evening.bot / actions
    return Report(
        [
            Figure(
                "metrics of an action",
                f"{cost * 1e6:.0f} µs",
                f"an action: {action * 1e3:.1f} ms",
                cost / action,
                MOST,
            )
        ],
        (f"metrics: an action notes {timed:.1f} times and {counted:.1f} counts",),
    )
