"""Searches of automatic seats: off the event loop, without a lock, one after the other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from functools import partial

from bot.campaigns.thought import Decided, Thought, decided
from bot.errors import incident
from bot.store import StoreError
from bot.surface import room
from bot.surface.processes import Process

log = logging.getLogger("tocsin.automatic")

LONGEST = 60.0
"""Seconds that a search may take; the hardest takes five of an idle processor."""
MOST_HELD = 150.0
"""MiB above which the worker is ended after a search."""


async def nobody(campaign_id: int) -> None:
    """Stands in for whoever waits for decisions, where nobody does."""


class Thinking:
    """The decisions that campaigns wait for, one of each. A lost one is looked for again by the sweep.

    :param workers: with 0 a thread of this process thinks.
    :ivar found: called with the id of a campaign whose decision has been made.
    """

    def __init__(self, workers: int = 0) -> None:
        self.found: Callable[[int], Awaitable[None]] = nobody
        self._within = workers == 0
        self._closed = False
        self._process: Process | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="thinking")
        self._tasks: dict[int, tuple[Thought, asyncio.Task[None]]] = {}
        self._decided: dict[int, tuple[Thought, Decided]] = {}

    def take(self, campaign_id: int, thought: Thought) -> Decided | None:
        """The decision of a campaign, once; None while it is being made, which this begins."""
        before, made = self._decided.pop(campaign_id, (None, None))
        if before is not None and before.key == thought.key:
            return made
        begun, task = self._tasks.get(campaign_id, (None, None))
        if begun is None or begun.key != thought.key:
            if task is not None:
                task.cancel()
            going = asyncio.get_running_loop().create_task(self._think(campaign_id, thought))
            self._tasks[campaign_id] = thought, going
        return None

    def about(self, campaign_id: int) -> bool:
        """Whether a decision of the campaign is being made."""
        return campaign_id in self._tasks

    @property
    def under_way(self) -> int:
        """The number of decisions that are being made."""
        return len(self._tasks)

    async def _think(self, campaign_id: int, thought: Thought) -> None:
        made = Decided(None)
        try:
            loop = asyncio.get_running_loop()
            made = await loop.run_in_executor(self._thread, partial(self._made, thought))
        except Exception as error:  # noqa: BLE001 - whatever it is, the quick player plays on
            incident(error, f"thinking for {thought.seat} in campaign {campaign_id}")
        # A later thought of the campaign would have ended this one.
        self._decided[campaign_id] = thought, made
        del self._tasks[campaign_id]
        try:
            await self.found(campaign_id)
        except StoreError as error:
            log.warning("the automatic player of campaign %s waits for the database: %s", campaign_id, error)
        if self._decided.get(campaign_id, (None,))[0] is thought:
            # The board has changed, or the game is over: nobody asks for it any more.
            del self._decided[campaign_id]

    def _made(self, thought: Thought) -> Decided:
        """Have a decision made; if the worker dies at it, another one makes it.

        :raises LateError: it took too long.
        :raises BrokenExecutor, OSError: the second worker died too, or can't be started.
        """
        if self._within:
            return decided(thought)
        try:
            return self._by_the_worker(thought)
        except (BrokenExecutor, OSError):
            if self._closed:
                raise
            return self._by_the_worker(thought)

    def _by_the_worker(self, thought: Thought) -> Decided:
        worker = self._process = self._process or Process()
        sound = False
        try:
            made = worker.run(partial(decided, thought), LONGEST)
            sound = made.held.now <= MOST_HELD
            room.beside[self] = made.held.now
            return made
        finally:
            if not sound:
                worker.dismiss(wait=False)
                self._process = None
                room.beside.pop(self, None)

    def processes(self) -> list[int]:
        """The id of the worker, once it has started."""
        return [] if self._process is None else self._process.processes()

    async def close(self) -> None:
        """Stop; what is being thought about is thought about again after the next start."""
        self._closed = True
        for _thought, task in [*self._tasks.values()]:
            task.cancel()
        if self._process is not None:
            self._process.kill()
        await asyncio.to_thread(self._thread.shutdown, wait=True, cancel_futures=True)
        room.beside.pop(self, None)
