"""Whether the bot is healthy: shown by a file, of which a supervisor has to check only the age."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from bot import metrics
from bot.app.sweep import Sweep
from bot.outbox.outbox import Outbox
from bot.store import DatabaseCorrupt, StoreError
from bot.surface.pictures import Pictures

log = logging.getLogger("tocsin.health")

EVERY = 30
"""Seconds between two checks."""
STUCK = timedelta(minutes=10)
"""A message that has been due for longer, while Discord answers, is stuck."""
HUNG_SWEEP = timedelta(hours=1)
"""How much later than it should a sweep may end before the bot counts as hung: a long one is no fault."""
HUNG = 3
"""Number of pictures in a row that were not drawn in time, from which on it is no accident."""


def note_beside(anchor: Path) -> Path:
    """The path of the health file, by `Settings.anchor`."""
    return anchor.with_name(f"{anchor.name}.alive")


def see_that_it_was_not_emptied(database: Path) -> None:
    """Accept an empty file as a new database only if no bot has ever run on it.

    :raises DatabaseCorrupt: a bot has.
    """
    if not database.is_file() or database.stat().st_size:
        return
    if note_beside(database).exists():
        raise DatabaseCorrupt(
            f"The database {database} is an empty file, and a bot has run on it: restore a backup, or delete "
            f"the file and {note_beside(database).name} beside it to begin anew."
        )
    log.warning("the database %s is an empty file: the bot begins anew in it", database)


class Health:
    """Renews the file while the bot is healthy; if the bot hangs or is disconnected, the file grows old.

    :param connected: whether Discord's gateway is connected.
    :param patience: the time in which a sweep has to end.
    :param clock: the time, aware, UTC.
    """

    def __init__(
        self,
        note: Path,
        sweep: Sweep,
        outbox: Outbox,
        pictures: Pictures,
        connected: Callable[[], bool],
        patience: timedelta,
        clock: Callable[[], datetime],
    ) -> None:
        self._note = note
        self._sweep = sweep
        self._outbox = outbox
        self._pictures = pictures
        self._connected = connected
        self._patience = patience
        self._clock = clock

    async def look(self) -> None:
        """Check once."""
        wrong = await self.wrong()
        if wrong:
            log.warning("the bot is not well: %s", wrong)
            return
        try:
            self._note.parent.mkdir(parents=True, exist_ok=True)
            self._note.touch()
        except OSError as error:
            log.warning("that the bot is well can't be noted: %s", error)

    async def measure(self) -> None:
        """Set the gauges of what is watched here."""
        metrics.SWEEP_AGE.set((self._clock() - self._sweep.ended) / timedelta(seconds=1))
        waiting, drawing = self._pictures.queue
        metrics.PICTURES_WAITING.set(waiting)
        metrics.PICTURES_DRAWING.set(drawing)
        metrics.SHUT.set(not self._outbox.sends)
        try:
            number, age = await self._outbox.backlog()
        except StoreError:
            # How it was at the last look says more than nothing; whether it is well is asked beside this.
            return
        metrics.OUTBOX_DUE.set(number)
        metrics.OUTBOX_AGE.set(age / timedelta(seconds=1))

    def hung(self) -> str:
        """Why only a new start would help; empty if it would not."""
        still = self._clock() - self._sweep.ended
        return f"its sweep has not ended for {still}" if still > self._patience + HUNG_SWEEP else ""

    async def wrong(self) -> str:
        """What is wrong; empty if nothing is."""
        if not self._connected():
            return "it is not connected to Discord"
        if self._clock() - self._sweep.ended > self._patience:
            return "its sweep does not end"
        if self._pictures.hung >= HUNG:
            return f"the last {self._pictures.hung} pictures were not drawn in time"
        try:
            stuck = await self._outbox.stuck(STUCK)
        except StoreError as error:
            return str(error)
        return f"message {stuck} does not go out" if stuck is not None else ""
