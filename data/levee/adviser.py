"""What the adviser has learned: `adviser.toml`, a table of weights for each scenario."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

Weights = dict[str, list[float]]
"""Of each fact of a position its weight at some points, evenly spread over the game."""


@cache
def weights() -> dict[str, Weights]:
    """The weights by scenario. They are of our own deck and serve any other as well as they can."""
    return msgspec.toml.decode(
        files("data.levee").joinpath("adviser.toml").read_bytes(), type=dict[str, Weights]
    )
