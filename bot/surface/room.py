"""How much memory the bot and its workers hold, and how much they may hold."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

MOST = 440.0
"""MiB that the bot and all that draws for it hold at most; what is shipped gives them 512."""
AROUND = 25.0
"""MiB of what begins workers and looks after them."""
BEGUN = 35.0
"""MiB of a worker that has drawn nothing."""
MOST_HELD = 200.0
"""MiB with which a worker draws nothing more."""
AGAIN, ANEW = 5.0, 50.0
"""MiB that a drawing takes for a while: on ground that is kept; the first of a game, besides its ground."""
EACH = 28.0
"""MiB that ground takes for a while for each million of pixels that a square as wide as the picture has."""
FILM = 60.0
"""MiB that a film takes while it is made."""
MILLION = 1_000_000
KIB = 1024


Drawn = Literal["same", "like", "other"]
"""What a worker has drawn: a map on the same ground; one of the same game; or neither."""


class Held(NamedTuple):
    """MiB of memory of one process, what it shares counted by its share."""

    now: float = 0.0
    most: float = 0.0
    """Since it was begun."""


def held() -> Held:
    """What this process holds; nothing where the system does not tell."""
    process = Path("/proc/self")
    try:
        shares, sizes = ((process / name).read_text() for name in ("smaps_rollup", "status"))
    except OSError:
        return Held()
    now = _mib("Pss", shares)
    return Held(now, now + _mib("VmHWM", sizes) - _mib("VmRSS", sizes))


_growing: list[float] = []
"""The MiB that this process will hold at most while what it makes is under way."""


def expected() -> float:
    """The MiB that this process holds, or will hold with what it makes."""
    return max(held().now, *_growing, 0.0)


@contextmanager
def growing(by: float) -> Iterator[None]:
    """Count so many MiB for what is made meanwhile; then the system has back what was freed."""
    most = expected() + by
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
    """The MiB that a worker holds at most while it draws.

    :param holds: what it holds before; 0 before it is begun.
    :param most: what another held at most when it drew the like first, if one has.
    :param drawn: what it has drawn before.
    """
    ground = EACH * width**2 / MILLION
    match drawn:
        case "same":
            # The second picture on the same ground makes counters that the first had none of.
            return max(holds, most or 0.0) + AGAIN
        case "like":
            return holds + ground + AGAIN
        case "other":
            return (holds or BEGUN) + max(ANEW + ground, (most or 0.0) - BEGUN + AGAIN)


def give_back() -> None:
    """Give the system back what this process has freed, where its C library keeps such memory."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
