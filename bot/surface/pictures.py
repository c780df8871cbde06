"""Pictures as they are wished for: one drawing per wish, so many at a time, the newest kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic

import msgspec

from bot.surface.drawing import Crew, Pack, Wish, pack_of
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
"""Wishes that may wait; with more of them everybody would wait for ever longer."""
PATIENT = 1.0
"""Seconds that a wish waits at most for those who are answered first; then the oldest is seen to."""
WIDTH = 1600
"""Pixels, where nobody has asked for another size."""

Key = tuple[str, str, bytes, tuple[Hashable, ...], str, int, CloseUp, str]


class _Job:
    """A wish and whoever waits for it, in a place of the queue."""

    def __init__(self, place: Hashable, key: Key, wish: Wish, *, hangs: bool) -> None:
        self.place = place
        self.key = key
        self.wish = wish
        self.hangs = hangs
        self.since = monotonic()
        self.awaited = 0
        """How many wait for it."""
        self.picture: asyncio.Future[Picture] = asyncio.get_running_loop().create_future()


class Pictures:
    """Draws maps off the event loop. Equal wishes are one piece of work.

    :param workers: processes that draw; 0 draws in a thread of this one.
    :param budget: most bytes of a picture.
    """

    def __init__(self, workers: int, budget: int) -> None:
        self._crew = Crew(workers)
        self._at_once = max(workers, 1)
        self._threads = ThreadPoolExecutor(self._at_once, thread_name_prefix="picture")
        self._budget = budget
        self._packs: dict[str, Pack] = {}
        self._kept: OrderedDict[Key, Picture] = OrderedDict()
        self._waiting: OrderedDict[Hashable, _Job] = OrderedDict()
        """The wishes that wait, the oldest first, by their line, or by themselves where they are in none."""
        self._drawing: dict[Key, list[_Job]] = {}
        """What is being drawn, and all whom it answers."""

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
        """The picture of a view, in the language that is spoken.

        :param moves: as the title's presenter gives them.
        :param close: a close-up and what is ringed in it, where the title's map has them.
        :param line: pictures of which only the newest is wanted: a wish that still waits in the line gives
            its place up to a newer one, which then is the answer to both.
        :param hangs: it is for what hangs in the channel, and comes after what somebody has asked for.
        :raises render.RenderError: it can't be drawn (a font is missing, say), or too many wait.
        """
        # What a game of others gives may be of any kind, and what another process sends may not arrive.
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
            return kept
        place: Hashable = key if line is None else ("line", line)
        job = self._equal(key, place)
        if job is None:
            pack = self._packs.get(title.pack)
            if pack is None:
                pack = self._packs[title.pack] = pack_of(title)
            wish = Wish(
                title.id, pack, view, tuple(moves), theme, width, self._budget, FORMAT, close, language
            )
            job = self._queue(key, wish, place, hangs=hangs)
        job.awaited += 1
        try:
            # Shielded, so that one waiter who gives up does not spoil the picture for the others.
            return await asyncio.shield(job.picture)
        finally:
            job.awaited -= 1
            if not job.awaited and self._waiting.get(job.place) is job:
                # Nobody looks at it any more, and it has not been begun.
                del self._waiting[job.place]

    def _equal(self, key: Key, place: Hashable) -> _Job | None:
        """A wish that will be answered by just this picture; what waits in a line may yet give way."""
        if key in self._drawing:
            return self._drawing[key][0]
        waits = self._waiting.get(place)
        return waits if waits is not None and waits.key == key else None

    def _queue(self, key: Key, wish: Wish, place: Hashable, *, hangs: bool) -> _Job:
        job = self._waiting.get(place)
        if job is not None:
            job.key, job.wish = key, wish
        elif len(self._waiting) >= WAITING:
            raise RenderError(f"{WAITING} pictures wait to be drawn; this one would come too late")
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
        """The place of the wish to see to: the oldest, once it has waited for long; until then somebody's who
        waits for an answer comes before what hangs."""
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
            for picture in answered:
                picture.set_exception(error)
                # Whoever waited may have given up: then nobody hears of it, and that is no fault.
                picture.exception()
        else:
            drawn = self._kept[key] = under_way.result()
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            for picture in answered:
                picture.set_result(drawn)
        self._go_on()

    @property
    def hung(self) -> int:
        """How many pictures in a row were not drawn in time."""
        return self._crew.hung

    def close(self) -> None:
        """Stop the workers; a picture under way is finished first, and what waits is not begun."""
        while self._waiting:
            self._waiting.popitem()[1].picture.cancel()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._crew.dismiss()
