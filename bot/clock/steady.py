"""Two clocks: the time of day, which may step, and one that always runs evenly."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

STEP = timedelta(minutes=2)
"""The tolerated difference between the time of day and the even clock; more is a step."""


class Steady:
    """A clock that runs evenly from the time of day at which it was started.

    :param clock: the time of day, aware.
    :param ticks: seconds that never go back, such as `time.monotonic`; without them the time of day is used.
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
    """Detects steps of the time of day.

    :ivar passed: the even time between the last two looks.
    """

    def __init__(self, clock: Callable[[], datetime], steady: Callable[[], datetime]) -> None:
        self._clock = clock
        self._steady = steady
        self._seen: tuple[datetime, datetime] | None = None
        self.passed = timedelta()

    def look(self) -> timedelta:
        """How far the time of day has stepped since the last look; zero if it has not."""
        now = self._clock(), self._steady()
        before, self._seen = self._seen or now, now
        self.passed = now[1] - before[1]
        step = now[0] - before[0] - self.passed
        return step if abs(step) > STEP else timedelta()
