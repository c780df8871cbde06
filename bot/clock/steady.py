"""Two clocks: the time of day, which may step, and one that goes on evenly whatever becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

STEP = timedelta(minutes=2)
"""What the time of day may be off against the even clock; more is a step."""


class Steady:
    """A clock that goes on evenly from the time of day at which it was started.

    :param clock: the time of day, aware.
    :param ticks: seconds that never go back, such as `time.monotonic`; without them the time of day is
        trusted.
    """

    def __init__(self, clock: Callable[[], datetime], ticks: Callable[[], float] | None = None) -> None:
        self._clock = clock
        self._ticks = ticks
        self._started = clock()
        self._first = ticks() if ticks is not None else 0.0

    def __call__(self) -> datetime:
        """The even time."""
        if self._ticks is None:
            return self._clock()
        return self._started + timedelta(seconds=self._ticks() - self._first)


class Steps:
    """Notices when the time of day has stepped.

    :ivar passed: what went by, evenly, between the last two looks.
    """

    def __init__(self, clock: Callable[[], datetime], steady: Callable[[], datetime]) -> None:
        self._clock = clock
        self._steady = steady
        self._seen: tuple[datetime, datetime] | None = None
        self.passed = timedelta()

    def look(self) -> timedelta:
        """How far the time of day has stepped since the last look; nothing where it has not."""
        now = self._clock(), self._steady()
        before, self._seen = self._seen or now, now
        self.passed = now[1] - before[1]
        step = now[0] - before[0] - self.passed
        return step if abs(step) > STEP else timedelta()
