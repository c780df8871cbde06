"""Shared state of a thread that makes something and the event loop that waits for it."""

from __future__ import annotations

import threading
from time import monotonic

from bot.errors import PoliteError
from data.catalogue import N_, _

LONGEST = 600.0
"""Most seconds of work: an interaction can be answered for fifteen minutes."""
STOPPED = N_("I am restarting and had to stop your film or page. Ask again in a minute.")


class Work:
    """One piece of work.

    :param stopped: what people are told whose work is stopped.
    :ivar told: how much of it is done, and of how much.
    """

    def __init__(self, stop: threading.Event, stopped: N_ = STOPPED) -> None:
        self.told = (0, 0)
        self._stop = stop
        self._stopped = stopped
        self._given_up: N_ | None = None
        self._until = monotonic() + LONGEST

    def cancel(self, why: N_ | None = None) -> None:
        """Give the work up; whoever waits for it is told why."""
        self._given_up = why or self._stopped

    def done(self, frames: int, of: int) -> None:
        self.told = (frames, of)

    def check(self) -> None:
        """Stop the work here if the caller no longer wants it.

        :raises PoliteError: the bot is stopping, or the work takes too long.
        """
        if self._stop.is_set() or self._given_up is not None:
            raise PoliteError(self._given_up or self._stopped)
        if monotonic() > self._until:
            raise PoliteError(_("This takes too long to make. Try a smaller size."))
