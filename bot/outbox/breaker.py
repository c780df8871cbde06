"""The circuit breaker: while Discord fails, the bot sends it nothing but an occasional probe."""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta
from typing import Literal

FAILURES = 5
"""Failures in a row that are Discord's fault and not the message's."""
FIRST = timedelta(seconds=10)
LONGEST = timedelta(minutes=10)
REFUSALS = 300
WINDOW = timedelta(minutes=10)
"""Discord shuts out a bot that it refuses 10,000 times (401, 403, 429) in this time."""

State = Literal["closed", "open", "half-open"]


class Breaker:
    """Counts the results of requests; the caller passes the time. Each opening in a row is longer."""

    def __init__(self) -> None:
        self._failures = 0
        self._wait = FIRST
        self._failing_until: datetime | None = None
        self._spent_until: datetime | None = None
        self._refusals: deque[datetime] = deque(maxlen=REFUSALS)

    def state(self, now: datetime) -> State:
        """Closed: send; open: do not; half-open: send one probe."""
        until = self.until
        if until is not None and now < until:
            return "open"
        return "closed" if self._failing_until is None else "half-open"

    @property
    def until(self) -> datetime | None:
        """The time until which the breaker is open, or was."""
        moments = [moment for moment in (self._failing_until, self._spent_until) if moment is not None]
        return max(moments, default=None)

    def answered(self) -> None:
        """Discord did what was asked, or explained a refusal."""
        self._failures = 0
        self._wait = FIRST
        self._failing_until = None

    def failed(self, now: datetime) -> bool:
        """Discord failed or could not be reached; returns True if that opens the breaker."""
        state = self.state(now)
        self._failures += 1
        if state == "open" or (state == "closed" and self._failures < FAILURES):
            return False
        self._failing_until = now + self._wait
        self._wait = min(self._wait * 2, LONGEST)
        return True

    def refused(self, now: datetime) -> bool:
        """Discord refused (401, 403, 429); returns True if it did so too often, and the breaker opens."""
        opened = self.state(now) == "open"
        self._refusals.append(now)
        spent_until = self._refusals[0] + WINDOW
        if len(self._refusals) < REFUSALS or spent_until <= now:
            return False
        self._spent_until = spent_until
        return not opened
