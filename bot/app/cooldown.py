"""Rate limits for each person: token buckets; the caller passes the time."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import NamedTuple

USERS = 10_000
"""Most buckets in memory; beyond them, the one used longest ago is forgotten."""


class Rate(NamedTuple):
    """A rate: `burst` uses at once, then one in each interval."""

    burst: int
    every: timedelta


PRESSES = Rate(30, timedelta(seconds=1))
"""Commands and controls: a large decision takes many small presses, which experts make fast."""
HEAVY = Rate(5, timedelta(seconds=10))
"""Commands that draw pictures, or write or read a whole campaign."""
LOOKUPS = Rate(60, timedelta(milliseconds=200))
"""Autocomplete, which asks at each letter."""


class Cooldown:
    """One bucket for each person, at one rate. A refusal takes no token."""

    def __init__(self, rate: Rate, users: int = USERS) -> None:
        self._rate = rate
        self._users = users
        self._full_at: OrderedDict[int, datetime] = OrderedDict()
        """The time when each bucket will be full again; a person without an entry has a full one."""

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, user_id: int, now: datetime) -> datetime | None:
        """Take a token; if there is none, returns the moment of the next one."""
        full_at = max(self._full_at.get(user_id, now), now)
        taken = full_at + self._rate.every
        free_at = taken - self._rate.burst * self._rate.every
        if free_at > now:
            return free_at
        self._full_at[user_id] = taken
        self._full_at.move_to_end(user_id)
        if len(self._full_at) > self._users:
            self._full_at.popitem(last=False)
        return None
