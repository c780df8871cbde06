"""The adviser's learned weights: `adviser.toml`, a small net for each scenario."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec


class Net(msgspec.Struct, frozen=True):
    """Sums that facts add to, in thousandths, and the weight of each sum for victory.

    The first sum counts as it is. Each other counts while it is above 0, so that facts can combine.
    """

    counts: list[float]
    """The weight of each sum; the first has 1."""
    facts: dict[str, list[float]]
    """The addend of a fact for each sum."""


def scaled(net: Net, scale: float) -> Net:
    """A net with other units for the addends of facts."""
    return Net(net.counts, {fact: [each * scale for each in row] for fact, row in net.facts.items()})


@cache
def nets() -> dict[str, Net]:
    """The nets by scenario, in ones. They were learned with our own deck and are used with every other."""
    read = files("data.levee").joinpath("adviser.toml").read_bytes()
    learned = msgspec.toml.decode(read, type=dict[str, Net])
    return {scenario: scaled(net, 1 / 1000) for scenario, net in learned.items()}
