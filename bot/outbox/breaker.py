"""The circuit breaker: while Discord fails nothing is asked of it, but for one probe now and then."""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta
from typing import Literal

FAILURES = 5
"""Failures one after another that are Discord's and not a message's."""
FIRST = timedelta(seconds=10)
LONGEST = timedelta(minutes=10)
REFUSALS = 300
WINDOW = timedelta(minutes=10)
"""Discord shuts out whoever is refused 10,000 times (401, 403, 429) in this time."""

State = Literal["closed", "open", "half-open"]


class Breaker:
    """Counts what comes of requests; the time is passed in. It opens for longer each time in a row."""

    def __init__(self) -> None:
        self._failures = 0
        self._wait = FIRST
        self._failing_until: datetime | None = None
        self._spent_until: datetime | None = None
        self._refusals: deque[datetime] = deque(maxlen=REFUSALS)

    def state(self, now: datetime) -> State:
        """Closed: ask; open: do not; half-open: ask once."""
        until = self.until
        if until is not None and now < until:
            return "open"
        return "closed" if self._failing_until is None else "half-open"

    @property
    def until(self) -> datetime | None:
        """Until when it is open, or was."""
        moments = [moment for moment in (self._failing_until, self._spent_until) if moment is not None]
        return max(moments, default=None)

    def answered(self) -> None:
        """Discord did as it was asked, or said why it would not."""
        self._failures = 0
        self._wait = FIRST
        self._failing_until = None

    def failed(self, now: datetime) -> bool:
        """Discord failed, or could not be reached; True where that opens the breaker."""
        state = self.state(now)
        self._failures += 1
        if state == "open" or (state == "closed" and self._failures < FAILURES):
            return False
        self._failing_until = now + self._wait
        self._wait = min(self._wait * 2, LONGEST)
        return True

    def refused(self, now: datetime) -> bool:
        """Discord refused (401, 403, 429); True where it did so often that the breaker opens."""
        opened = self.state(now) == "open"
        self._refusals.append(now)
        spent_until = self._refusals[0] + WINDOW
        if len(self._refusals) < REFUSALS or spent_until <= now:
            return False
        self._spent_until = spent_until
        return not opened
