"""Memory of the bot and its workers: what they hold, and their limits."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

MOST = 440.0
"""Most MiB of the bot and its workers together; the shipped configuration gives them 512."""
AROUND = 25.0
"""MiB of the processes that start and watch the workers."""
BEGUN = 35.0
"""MiB of a worker that has drawn nothing."""
MOST_HELD = 200.0
"""MiB above which a worker draws no further picture."""
AGAIN, ANEW = 5.0, 50.0
"""Temporary MiB of a drawing: with a cached ground; the first of a game, besides its ground."""
EACH = 28.0
"""Temporary MiB of a new ground, for each million pixels of a square as wide as the picture."""
FILM = 280.0
"""MiB of the process that makes a film or page."""
MILLION = 1_000_000
KIB = 1024


Drawn = Literal["same", "like", "other"]
"""What a worker has drawn: a map on the same ground, a map of the same game, or neither."""


class Held(NamedTuple):
    """Memory of one process in MiB; shared memory counts by its share."""

    now: float = 0.0
    most: float = 0.0
    """The most since it started."""


def held() -> Held:
    """The memory of this process; zero if the system does not tell."""
    process = Path("/proc/self")
    try:
        shares, sizes = ((process / name).read_text() for name in ("smaps_rollup", "status"))
    except OSError:
        return Held()
    now = _mib("Pss", shares)
    return Held(now, now + _mib("VmHWM", sizes) - _mib("VmRSS", sizes))


beside: dict[Hashable, float] = {}
"""The MiB of processes that draw no pictures, by who has them."""
_growing: list[float] = []
"""The most MiB that this process will hold while its present work runs."""


def expected() -> float:
    """The MiB that this process holds, or will hold with its present work, and those beside it."""
    return _expected() + sum(beside.values())


def _expected() -> float:
    return max(held().now, *_growing, 0.0)


@contextmanager
def growing(by: float) -> Iterator[None]:
    """Count `by` MiB for the work inside; afterwards, free memory goes back to the system."""
    most = _expected() + by
    _growing.append(most)
    try:
        yield
    finally:
        _growing.remove(most)
        give_back()


def _mib(field: str, text: str) -> float:
    line = re.search(rf"^{field}:\s*(\d+) kB$", text, re.MULTILINE)
    return int(line[1]) / KIB if line else 0.0


def wanted(holds: float, width: int, most: float | None, drawn: Drawn) -> float:
    """The most MiB that a worker holds while it draws.

    :param holds: its memory before; 0 before it has started.
    :param most: the most that another worker held at its first similar picture, if there was one.
    :param drawn: what it has drawn before.
    """
    ground = EACH * width**2 / MILLION
    match drawn:
        case "same":
            # The second picture on a ground makes counters that the first did not have.
            return max(holds, most or 0.0) + AGAIN
        case "like":
            return holds + ground + AGAIN
        case "other":
            return (holds or BEGUN) + max(ANEW + ground, (most or 0.0) - BEGUN + AGAIN)


def give_back() -> None:
    """Return freed memory to the system, if its C library keeps such memory."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
