"""The weights of what counts in a position: `worth.toml` says where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec


@cache
def weights(game: str) -> Mapping[str, float]:
    """The weights of a game of ours, by the names of its facts."""
    return msgspec.toml.decode(
        files(f"data.{game}").joinpath("worth.toml").read_bytes(), type=dict[str, float]
    )
