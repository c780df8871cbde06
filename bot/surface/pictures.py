"""The queue of pictures: one drawing for equal wishes, several at a time, the newest cached."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic

import msgspec

from bot import metrics
from bot.surface.drawers import Drawers, NoDrawer
from bot.surface.drawing import Crew, Wish
from bot.surface.processes import pack_of
from data.catalogue import spoken
from engines.core.contract import AnyTitle
from render import WHOLE, CloseUp, Picture, RenderError, ThemeName
from render.encode import Format
from render.errors import drawing

FORMAT: Format = "png"
"""Smaller than WebP at the quality of these maps and truer to their flat tints."""
KEPT = 32
"""Pictures kept in memory; at 400 KiB each that is 12 MiB at most."""
WAITING = 64
"""Most wishes of people that wait; with more, waiting would become longer and longer.

Wishes for public posts always wait: the outbox makes only a few posts at a time.
"""
PATIENT = 1.0
"""Most seconds that a wish waits for wishes that come first; after that the oldest is drawn."""
WIDTH = 1600
"""Default width in pixels."""

Key = tuple[str, str, bytes, tuple[Hashable, ...], str, int, CloseUp, str]


class Crowded(RenderError):
    """Too many people wait for their pictures."""


class _Job:
    """A wish in the queue, with the tasks that wait for it."""

    def __init__(self, place: Hashable, key: Key, wish: Wish, *, hangs: bool) -> None:
        self.place = place
        self.key = key
        self.wish = wish
        self.hangs = hangs
        self.since = monotonic()
        self.awaited = 0
        """Number of tasks that wait for it."""
        self.picture: asyncio.Future[Picture] = asyncio.get_running_loop().create_future()


class Pictures:
    """Draws maps off the event loop. Equal wishes are drawn once.

    :param workers: processes that draw; 0 draws in a thread of this one.
    :param budget: most bytes of a picture.
    :param drawers: they draw in the workers' place, while there are any. They get no more wishes than they
        draw at a time: the others wait here, where a newer one may still replace them.
    """

    def __init__(self, workers: int, budget: int, drawers: Drawers | None = None) -> None:
        self._crew = Crew(workers)
        self._own = max(workers, 1)
        self._threads = ThreadPoolExecutor(self._own, thread_name_prefix="picture")
        self._drawers = drawers
        if drawers is not None:
            drawers.changed = self._go_on
        self._budget = budget
        self._kept: OrderedDict[Key, Picture] = OrderedDict()
        self._waiting: OrderedDict[Hashable, _Job] = OrderedDict()
        """The waiting wishes, oldest first, by their line, or by their key if they have no line."""
        self._drawing: dict[Key, list[_Job]] = {}
        """The wishes that are being drawn, with all the jobs that each answers."""
        self._asked: dict[Key, asyncio.Task[Picture]] = {}
        """The wishes that drawers have, or had."""

    async def draw(
        self,
        title: AnyTitle,
        view: msgspec.Struct,
        moves: Sequence[Hashable] = (),
        theme: ThemeName = "light",
        width: int = WIDTH,
        close: CloseUp = WHOLE,
        *,
        line: Hashable = None,
        hangs: bool = False,
    ) -> Picture:
        """The picture of a view, in the present language.

        :param moves: as the title's presenter gives them.
        :param close: a close-up and the rings in it, if the title's map has them.
        :param line: pictures of which only the newest is wanted: a newer wish replaces a waiting one in its
            line, and answers both.
        :param hangs: it is for a public post, and comes after wishes of a person who waits.
        :raises render.RenderError: it can't be drawn: a font is missing, for example.
        :raises Crowded: it is for a person, and too many wait.
        """
        # A third-party game may return anything, and a message from another process may be lost.
        with drawing(f"The map of {title.id}"):
            return await self._drawn(title, view, moves, theme, width, close, line, hangs=hangs)

    async def _drawn(
        self,
        title: AnyTitle,
        view: msgspec.Struct,
        moves: Sequence[Hashable],
        theme: ThemeName,
        width: int,
        close: CloseUp,
        line: Hashable,
        *,
        hangs: bool,
    ) -> Picture:
        language = spoken()
        key = (title.id, title.pack, msgspec.json.encode(view), tuple(moves), theme, width, close, language)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            metrics.PICTURES.labels("kept").inc()
            return kept
        place: Hashable = key if line is None else ("line", line)
        job = self._equal(key, place)
        if job is None:
            wish = Wish(
                title.id,
                pack_of(title),
                view,
                tuple(moves),
                theme,
                width,
                self._budget,
                FORMAT,
                close,
                language,
            )
            job = self._queue(key, wish, place, hangs=hangs)
        job.awaited += 1
        try:
            # Shielded, so that a caller who gives up does not stop it for the others.
            with metrics.PICTURE.time():
                return await asyncio.shield(job.picture)
        finally:
            job.awaited -= 1
            if not job.awaited:
                self._unwanted(job)

    def _unwanted(self, job: _Job) -> None:
        """Do not draw what no task waits for any more; what a worker has begun, it finishes."""
        if self._waiting.get(job.place) is job:
            del self._waiting[job.place]
        elif job.key in self._asked and not any(each.awaited for each in self._drawing[job.key]):
            del self._drawing[job.key]
            self._asked.pop(job.key).cancel()
            self._go_on()

    def _equal(self, key: Key, place: Hashable) -> _Job | None:
        """A wish that this picture will answer; a wish that waits in a line may still be replaced."""
        if key in self._drawing:
            return self._drawing[key][0]
        waits = self._waiting.get(place)
        return waits if waits is not None and waits.key == key else None

    def _queue(self, key: Key, wish: Wish, place: Hashable, *, hangs: bool) -> _Job:
        job = self._waiting.get(place)
        if job is not None:
            job.key, job.wish = key, wish
        elif not hangs and sum(not waits.hangs for waits in self._waiting.values()) >= WAITING:
            metrics.PICTURES.labels("crowded").inc()
            raise Crowded(f"{WAITING} pictures wait to be drawn; this one would come too late")
        else:
            job = self._waiting[place] = _Job(place, key, wish, hangs=hangs)
        self._go_on()
        return job

    def _go_on(self) -> None:
        at_once = self._own if self._drawers is None else self._drawers.slots or self._own
        while self._waiting and len(self._drawing) < at_once:
            job = self._waiting.pop(self._next())
            if (kept := self._kept.get(job.key)) is not None:
                job.picture.set_result(kept)
            elif job.key in self._drawing:
                self._drawing[job.key].append(job)
            else:
                self._begin(job)

    def _next(self) -> Hashable:
        """The place of the next wish: the oldest, if it has waited long; otherwise one of a person who waits
        comes before a public post."""
        oldest = next(iter(self._waiting))
        if monotonic() - self._waiting[oldest].since > PATIENT:
            return oldest
        asked = (place for place, job in self._waiting.items() if not job.hangs)
        return next(asked, oldest)

    def _begin(self, job: _Job) -> None:
        jobs = self._drawing[job.key] = [job]
        under_way: asyncio.Future[Picture]
        if self._drawers is None:
            under_way = self._by_a_worker(job.wish)
        else:
            under_way = self._asked[job.key] = asyncio.create_task(self._by_a_drawer(self._drawers, job))
        under_way.add_done_callback(partial(self._ended, job.key, jobs))

    def _by_a_worker(self, wish: Wish) -> asyncio.Future[Picture]:
        return asyncio.get_running_loop().run_in_executor(self._threads, self._crew.draw, wish)

    async def _by_a_drawer(self, drawers: Drawers, job: _Job) -> Picture:
        try:
            return await drawers.draw(job.wish, hangs=job.hangs)
        except NoDrawer:
            return await self._by_a_worker(job.wish)

    def _ended(self, key: Key, jobs: list[_Job], under_way: asyncio.Future[Picture]) -> None:
        if self._drawing.get(key) is not jobs:
            # No longer wanted; its error, if it has one, is of no use to anybody.
            under_way.cancelled() or under_way.exception()
            return
        del self._drawing[key]
        self._asked.pop(key, None)
        answered = [job.picture for job in jobs]
        if under_way.cancelled():
            for picture in answered:
                picture.cancel()
        elif (error := under_way.exception()) is not None:
            metrics.PICTURES.labels("failed").inc()
            for picture in answered:
                picture.set_exception(error)
                # The callers may all have given up: then no one reads the error, which is no fault.
                picture.exception()
        else:
            metrics.PICTURES.labels("drawn").inc()
            drawn = self._kept[key] = under_way.result()
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            for picture in answered:
                picture.set_result(drawn)
        self._go_on()

    @property
    def queue(self) -> tuple[int, int]:
        """The number of maps that wait, and of those that are being drawn."""
        return len(self._waiting), len(self._drawing)

    @property
    def hung(self) -> int:
        """Number of pictures in a row that were not drawn in time."""
        return self._crew.hung

    async def leave(self) -> None:
        """Ask the drawers no more."""
        if self._drawers is not None:
            await self._drawers.close()

    def close(self) -> None:
        """Stop the workers; a picture under way is finished first, and waiting ones are dropped."""
        while self._waiting:
            self._waiting.popitem()[1].picture.cancel()
        for asked in self._asked.values():
            asked.cancel()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._crew.dismiss()
