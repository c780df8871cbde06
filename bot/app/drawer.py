"""A drawer: a process that draws maps and makes films for all bots on a server; Discord is nothing to it."""

from __future__ import annotations

import asyncio
import logging
import pickle
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import Any
from uuid import UUID

from sqlalchemy import URL

from bot import metrics
from bot.errors import PoliteError
from bot.replays.process import worked
from bot.replays.work import Work
from bot.settings import Settings, SettingsError
from bot.store.jobs import MADE, OLD, PING, Job, Kind, Queue
from bot.surface import room
from bot.surface.drawers import Lacking, Made, Refused, program, unpacked
from bot.surface.drawing import Crew
from data.catalogue import _
from render import RenderError
from render.errors import drawing

log = logging.getLogger("tocsin.drawer")


class Drawer:
    """Takes jobs from the queue and does them: maps by its workers, and a film or page beside them.

    :param workers: processes that draw.
    """

    def __init__(self, url: URL, workers: int) -> None:
        self._url = url
        self._workers = workers
        self._crew = Crew(workers)
        self._threads = ThreadPoolExecutor(workers + 1, thread_name_prefix="job")
        self._under_way: dict[asyncio.Task[None], Job] = {}
        self._films: dict[UUID, Work] = {}
        self._wake = asyncio.Event()
        self._ends = asyncio.Event()
        self._queue: Queue

    @classmethod
    def of(cls, settings: Settings) -> Drawer:
        """The drawer of an installation.

        :raises SettingsError: its database is no server.
        """
        if not isinstance(settings.database, URL):
            raise SettingsError(
                _("A drawer needs a PostgreSQL server in TOCSIN_DATABASE: on a file, the bot draws itself")
            )
        return cls(settings.database, max(settings.picture_workers, 1))

    async def serve(self) -> None:
        """Do jobs until `stop`; the maps that are under way then are still drawn.

        :raises StoreError: the server can't be used.
        """
        build = await asyncio.to_thread(program)
        try:
            async with Queue.opened(self._url, build) as self._queue:
                await self._queue.hear_of_jobs(self._wake.set)
                log.info("draws %d maps at a time; program %s", self._workers, build)
                await self._go_on()
        finally:
            self._give_up_films()
            self._threads.shutdown(wait=True, cancel_futures=True)
            self._crew.dismiss()

    def stop(self) -> None:
        """Take no more jobs, give films back, and end when the maps under way are drawn."""
        self._ends.set()
        self._wake.set()

    async def _go_on(self) -> None:
        look = tidied = 0.0
        while not self._ends.is_set():
            self._wake.clear()
            if monotonic() >= look:
                look = monotonic() + PING
                await self._queue.sign(self._workers)
                await self._keep()
            if monotonic() >= tidied:
                tidied = monotonic() + OLD
                await self._queue.tidy()
            while (kinds := self._kinds()) and (job := await self._queue.claim(kinds)) is not None:
                self._begin(job)
            await self._waited(look)
        await self._queue.leave()
        for job in self._under_way.values():
            if job.kind == "film":
                await self._queue.release(job.id)
        self._give_up_films()
        while self._under_way:
            self._wake.clear()
            await self._keep()
            await self._waited(monotonic() + PING)

    def _give_up_films(self) -> None:
        for work in self._films.values():
            work.cancel()

    async def _waited(self, until: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(until - monotonic()):
                await self._wake.wait()
        for task in [each for each in self._under_way if each.done()]:
            del self._under_way[task]
            task.result()

    def _kinds(self) -> list[Kind]:
        """What it could begin now."""
        if self._ends.is_set():
            return []
        kinds = [job.kind for job in self._under_way.values()]
        most: dict[Kind, int] = {"picture": self._workers, "film": 1}
        return [kind for kind, number in most.items() if kinds.count(kind) < number]

    async def _keep(self) -> None:
        """Keep the jobs that are still this drawer's; a film that is not is given up."""
        if not self._under_way:
            return
        kept = await self._queue.renew()
        for job, work in [*self._films.items()]:
            if job in kept:
                await self._queue.tell(job, *work.told)
            else:
                work.cancel()

    def _begin(self, job: Job) -> None:
        task = asyncio.create_task(self._done(job))
        self._under_way[task] = job
        task.add_done_callback(lambda _task: self._wake.set())

    async def _done(self, job: Job) -> None:
        """Do a job and answer it."""
        packs = await self._queue.packs(job.packs)
        lacking = packs.keys() < set(job.packs)
        answer = Lacking() if lacking else await self._answer(job, packs)
        made = pickle.dumps(answer)
        if len(made) > MADE:
            made = pickle.dumps(Refused(RenderError(f"What has come of it has {len(made)} bytes")))
        await self._queue.answer(job.id, made)

    async def _answer(self, job: Job, packs: Mapping[str, bytes]) -> Made | Refused:
        """Whatever is wrong with a job, its bot is told, and no other drawer tries it."""
        make = self._picture if job.kind == "picture" else self._film
        try:
            with drawing("What a drawer was asked for"):
                try:
                    return Made(await make(job.id, unpacked(job.work, packs)))
                except PoliteError as error:
                    return Refused(error)
        except RenderError as error:
            return Refused(error)

    async def _picture(self, _job: UUID, wish: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._crew.draw, wish)

    async def _film(self, job: UUID, ordered: Any) -> Any:
        task, died, language = ordered
        work = self._films[job] = Work(threading.Event())
        room.beside[self, job] = room.FILM
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._threads, worked, task, work, died, language
            )
        finally:
            del self._films[job], room.beside[self, job]

    # For the local port.

    async def wrong(self) -> str:
        """Why it does no jobs now; empty if it does."""
        return "it stops" if self._ends.is_set() else ""

    async def measure(self) -> None:
        """Set the gauges to what they are now."""
        look = await self._queue.look()
        metrics.DRAWERS.set(look.drawers)
        metrics.JOBS_WAITING.set(look.waiting)
        metrics.JOBS_AGE.set(look.age)
