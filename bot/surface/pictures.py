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
    """

    def __init__(self, workers: int, budget: int) -> None:
        self._crew = Crew(workers)
        self._at_once = max(workers, 1)
        self._threads = ThreadPoolExecutor(self._at_once, thread_name_prefix="picture")
        self._budget = budget
        self._kept: OrderedDict[Key, Picture] = OrderedDict()
        self._waiting: OrderedDict[Hashable, _Job] = OrderedDict()
        """The waiting wishes, oldest first, by their line, or by their key if they have no line."""
        self._drawing: dict[Key, list[_Job]] = {}
        """The wishes that are being drawn, with all the jobs that each answers."""

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
            if not job.awaited and self._waiting.get(job.place) is job:
                # No task waits for it any more, and it has not been started.
                del self._waiting[job.place]

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
        while self._waiting and len(self._drawing) < self._at_once:
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
        self._drawing[job.key] = [job]
        under_way = asyncio.get_running_loop().run_in_executor(self._threads, self._crew.draw, job.wish)
        under_way.add_done_callback(partial(self._ended, job.key))

    def _ended(self, key: Key, under_way: asyncio.Future[Picture]) -> None:
        answered = [job.picture for job in self._drawing.pop(key)]
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

    def close(self) -> None:
        """Stop the workers; a picture under way is finished first, and waiting ones are dropped."""
        while self._waiting:
            self._waiting.popitem()[1].picture.cancel()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._crew.dismiss()
