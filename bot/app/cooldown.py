"""How fast one person may ask: token buckets, in time that is passed in."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import NamedTuple

USERS = 10_000
"""Buckets that are kept; beyond them the one that was used longest ago is forgotten."""


class Rate(NamedTuple):
    """So many at once, then one every so often."""

    burst: int
    every: timedelta


PRESSES = Rate(30, timedelta(seconds=1))
"""Commands and controls: a big choice is a sequence of small ones, and a player knows it by heart."""
HEAVY = Rate(5, timedelta(seconds=10))
"""What draws pictures, or writes or reads a whole campaign."""
LOOKUPS = Rate(60, timedelta(milliseconds=200))
"""Autocomplete asks at each letter."""


class Cooldown:
    """One bucket for each person, at one rate. A refusal costs nothing more."""

    def __init__(self, rate: Rate, users: int = USERS) -> None:
        self._rate = rate
        self._users = users
        self._full_at: OrderedDict[int, datetime] = OrderedDict()
        """When each bucket will be full again; whoever is not in here has a full one."""

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, user_id: int, now: datetime) -> datetime | None:
        """Take a token; where there is none, the moment when there will be one."""
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
