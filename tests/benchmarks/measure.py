"""How the benchmarks measure: ours and theirs by turns, in one run, so that both meet the same machine.

The first rounds only warm up. What is compared are medians, which one busy moment does not move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]

Sample = Callable[[int], float]
"""Measures once, in any unit; it is told the number of its round."""


class Figure(NamedTuple):
    """One comparison and its bound."""

    name: str
    ours: str
    """Our measurement with its unit."""
    theirs: str
    """The baseline's."""
    value: float
    """What the bound is set on: a ratio, or a size."""
    bound: float
    at_least: bool = False
    """Whether the bound is the least and not the most that `value` may be."""
    unit: str = ""
    """Unit of value and bound; none where it is a ratio."""

    @property
    def kept(self) -> bool:
        """Whether the bound is kept."""
        return self.value >= self.bound if self.at_least else self.value <= self.bound


class Report(NamedTuple):
    """What one benchmark found."""

    figures: list[Figure]
    notes: tuple[str, ...] = ()
    """What is worth knowing and has no bound."""


class Pair(NamedTuple):
    """Medians of both sides."""

    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """Ours to theirs."""
        return self.ours / self.theirs


class Stopwatch:
    """Seconds, in `spent`, of the block that was last timed.

    :param clock: of the wall; or `process_time`, where a block only computes: other processes that run at
        the same time make it no longer.
    """

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.spent = 0.0
        self._clock = clock

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Time a block."""
        begun = self._clock()
        yield
        self.spent = self._clock() - begun


def by_turns(ours: Sample, theirs: Sample, *, rounds: int, warm_up: int = 1) -> Pair:
    """Medians of `rounds` measurements of each, ours and theirs by turns."""
    pairs = [(ours(number), theirs(number)) for number in range(warm_up + rounds)][warm_up:]
    return Pair(median(our for our, _ in pairs), median(their for _, their in pairs))


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for databases, on this checkout's disk: `/tmp` may be memory, where a commit costs nothing."""
    with TemporaryDirectory(prefix=".bench-", dir=ROOT) as folder:
        yield Path(folder)


def milliseconds(seconds: float) -> str:
    """A time as it is printed."""
    return f"{seconds * 1e3:.1f} ms"
