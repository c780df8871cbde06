"""What the adviser has learned: `adviser.toml`, a small net for each scenario."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec


class Net(msgspec.Struct, frozen=True):
    """Sums that facts add to, in thousandths, and how much each sum says for victory.

    The first sum counts as it is. Each other counts while it is above 0, which lets facts speak together.
    """

    counts: list[float]
    """How much each sum counts; the first by 1."""
    facts: dict[str, list[float]]
    """What a fact adds to each sum."""


def scaled(net: Net, scale: float) -> Net:
    """A net with other units for what facts add."""
    return Net(net.counts, {fact: [each * scale for each in row] for fact, row in net.facts.items()})


@cache
def nets() -> dict[str, Net]:
    """The nets by scenario, in ones. They are of our own deck and serve any other as well as they can."""
    read = files("data.levee").joinpath("adviser.toml").read_bytes()
    learned = msgspec.toml.decode(read, type=dict[str, Net])
    return {scenario: scaled(net, 1 / 1000) for scenario, net in learned.items()}
