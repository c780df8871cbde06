"""How deep the suite goes: by day the same short run each time, by night a long one with a seed of its own.

`TOCSIN_TEST_NIGHT=SEED` makes it night, in child processes too. Two marks tell what belongs there:
`nightly(seconds)` runs by night alone, `deep(seconds)` by day with a small budget and by night with a large
one; what Hypothesis looks for is deep of itself. `seconds` is what a test costs by night, roughly.
`TOCSIN_TEST_SLICE=SECONDS` takes no more of a night than that: which tests follows from the seed alone.
"""

from __future__ import annotations

import os
import random
import zlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

import hypothesis
import pytest
from hypothesis import HealthCheck, settings

NIGHT = os.environ.get("TOCSIN_TEST_NIGHT", "")
"""The night's seed; empty by day."""
_LOOKED_FOR = 4.0
"""Seconds by night of a test that says nothing of them."""
_HANGS = 600.0
"""Seconds after which a test of the night hangs, beyond twenty times what it says that it costs."""

T = TypeVar("T")

settings.register_profile(
    "day",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=40,
    # A busy machine is no fault of ours.
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("night", settings.get_profile("day"), derandomize=False, max_examples=1000)
settings.load_profile("night" if NIGHT else "day")


def depth(day: int, night: int) -> int:
    """How many of something: so many by day, so many by night."""
    return night if NIGHT else day


def seed(name: object = "") -> str:
    """The seed of a random run: its own name by day, by night another one each night."""
    return f"{name} of {NIGHT}" if NIGHT else str(name)


def tonight(found: Iterable[T], most: int, chooser: random.Random) -> list[T]:
    """By day all that was found; by night so many of them, which another night draws anew.

    A law that is too long for one night proves nothing: many nights together come to all.
    """
    everything = list(found)
    return chooser.sample(everything, min(most, len(everything))) if NIGHT else everything


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "nightly(seconds): runs by night alone, for about so long")
    config.addinivalue_line("markers", "deep(seconds): goes deeper by night, for about so long")


def pytest_report_header() -> str:
    time = f"night with seed {NIGHT!r}" if NIGHT else "day"
    return f"{time}, Hypothesis profile {settings.get_current_profile_name()}"


# Last: Hypothesis marks its own tests in this hook too.
@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what belongs to the time of day."""
    chosen = {item for item in items if item.get_closest_marker("nightly") is None}
    if NIGHT:
        chosen = _tonight(items)
    left_out = [item for item in items if item not in chosen]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item in chosen]


def _tonight(items: list[pytest.Item]) -> set[pytest.Item]:
    deep = [item for item in items if _seconds(item) > 0]
    for item in deep:
        # The suite's own limit is for what runs by day.
        item.add_marker(pytest.mark.timeout(_HANGS + 20 * _seconds(item)))
        if item.get_closest_marker("hypothesis") is not None and isinstance(item, pytest.Function):
            hypothesis.seed(zlib.crc32(f"{NIGHT} {item.nodeid}".encode()))(item.function)
    room = float(os.environ.get("TOCSIN_TEST_SLICE", "inf"))
    return {deep[at] for at in cut([_seconds(item) for item in deep], room, NIGHT)}


def cut(costs: Sequence[float], room: float, night: str) -> set[int]:
    """Which of so much cost are a night's slice, by their places: together no more than the room."""
    kept = set()
    for at in random.Random(night).sample(range(len(costs)), len(costs)):
        if costs[at] <= room:
            kept.add(at)
            room -= costs[at]
    return kept


def _seconds(item: pytest.Item) -> float:
    """What a test costs by night; 0 for one that the night does not deepen."""
    marker = item.get_closest_marker("nightly") or item.get_closest_marker("deep")
    if marker is not None:
        return float(marker.kwargs.get("seconds", _LOOKED_FOR))
    return _LOOKED_FOR if item.get_closest_marker("hypothesis") is not None else 0
