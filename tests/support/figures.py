"""What is counted in whole games of the automatic players, as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import fmean, stdev
from typing import Protocol


class Counted(Protocol):
    """A game with its figures."""

    def figures(self) -> Iterator[tuple[str, float]]:
        """Each figure with its name."""
        ...


def table(games: Iterable[Counted]) -> Iterator[str]:
    """The mean of each figure, with its standard error."""
    played = [dict(each.figures()) for each in games]
    yield f"| a game, of {len(played)} | mean | error |\n|---|---|---|"
    for name in played[0]:
        values = [each[name] for each in played]
        yield f"| {name} | {fmean(values):.2f} | {stdev(values) / len(values) ** 0.5:.2f} |"
