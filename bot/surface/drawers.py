"""Pictures and other work that drawers do: processes beside the bots, which a queue on the server calls."""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
import pickle
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import Context
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import URL

from bot import metrics
from bot.settings import Settings
from bot.store.errors import StoreError
from bot.store.jobs import MOST, PING, TRIES, Kind, Look, Queue
from bot.surface.drawing import Wish
from bot.surface.processes import Pack
from render import Picture, RenderError

AGAIN = 2.0
"""Seconds until the next try to reach the server."""
_ROOT = Path(__file__).parents[2]
_LAYERS = ("data", "engines", "render", "bot")

log = logging.getLogger("tocsin.drawers")


class NoDrawer(Exception):
    """No drawer does it: the bot has to."""


class Undrawn(RenderError):
    """Drawers have died at it."""

    def __str__(self) -> str:
        return f"{TRIES} drawers have died at this one"


class Made(NamedTuple):
    """What has come of a job."""

    value: Any


class Refused(NamedTuple):
    """Why nothing has come of a job."""

    error: Exception


class Lacking(NamedTuple):
    """The data of a title are not on the server, which has lost them."""


def program() -> str:
    """Identifies this program's code: what goes from process to process is read only by the same code."""
    whole = hashlib.sha256()
    for layer in _LAYERS:
        for file in sorted((_ROOT / layer).rglob("*.py")):
            whole.update(str(file.relative_to(_ROOT)).encode())
            whole.update(file.read_bytes())
    return whole.hexdigest()[:16]


async def running(url: URL) -> Look | None:
    """How the queue on a server is; None where no program has made one.

    :raises StoreError: the server can't be used.
    """
    build = await asyncio.to_thread(program)
    async with Queue.opened(url, build, make=False) as queue:
        return await queue.look() if await queue.there() else None


class _Packer(pickle.Pickler):
    """Pickles with the digests of data instead of the data, which are the same for thousands of jobs."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.packs: dict[str, bytes] = {}

    def persistent_id(self, obj: Any) -> str | None:
        if not isinstance(obj, Pack):
            return None
        self.packs[obj.digest] = obj.pickled
        return obj.digest


class _Unpacker(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, packs: Mapping[str, bytes]) -> None:
        super().__init__(file)
        self._packs = packs

    def persistent_load(self, pid: str) -> Pack:
        return Pack(pid, self._packs[pid])


def packed(work: object) -> tuple[bytes, Mapping[str, bytes]]:
    """Work in the form that goes to a drawer, and the data of titles that it names."""
    file = io.BytesIO()
    packer = _Packer(file)
    packer.dump(work)
    return file.getvalue(), packer.packs


def unpacked(work: bytes, packs: Mapping[str, bytes]) -> Any:
    """Work as it was before `packed`."""
    return _Unpacker(io.BytesIO(work), packs).load()


class _Given(NamedTuple):
    """A job that waits for a drawer, or that one has."""

    made: asyncio.Future[bytes | None]
    """The result; None if the drawers that tried it have died."""
    progress: Callable[[int, int], None]


class Drawers:
    """The drawers on a server, as a bot asks them.

    :ivar slots: how many maps they draw at a time; 0 while there are none.
    :ivar changed: called when that number has changed.
    """

    def __init__(self, url: URL) -> None:
        self.slots = 0
        self.changed: Callable[[], object] = lambda: None
        self._url = url
        self._queue: Queue | None = None
        self._known: set[str] = set()
        """Digests of data that are on the server."""
        self._given: dict[UUID, _Given] = {}
        self._unwanted: set[UUID] = set()
        self._wake = asyncio.Event()
        self._well = True
        # A simulated clock would stand still in its bot's context.
        self._serving: asyncio.Task[None] = Context().run(self._begun)

    @classmethod
    def of(cls, settings: Settings) -> Drawers | None:
        """The drawers that an installation's bot asks; None if it asks none."""
        place = settings.database
        return cls(place) if settings.drawers == "on" and isinstance(place, URL) else None

    def _begun(self) -> asyncio.Task[None]:
        return asyncio.create_task(self._serve(), name="drawers")

    async def draw(self, wish: Wish, *, hangs: bool) -> Picture:
        """Draw one picture.

        :param hangs: it is for a public post, and comes after wishes of a person who waits.
        :raises NoDrawer: there is no drawer, or none any more.
        :raises render.RenderError: it can't be drawn.
        """
        picture: Picture = await self.made("picture", wish, hangs=hangs)
        return picture

    async def made(
        self,
        kind: Kind,
        work: object,
        *,
        hangs: bool = False,
        progress: Callable[[int, int], None] = lambda _done, _of: None,
    ) -> Any:
        """Have a drawer do work; if nobody waits for it any more, no drawer does it.

        :param progress: gets how much of it is done, and of how much.
        :raises NoDrawer: there is no drawer, or none any more.
        """
        try:
            made = await self._asked(kind, work, hangs, progress)
        except NoDrawer:
            metrics.JOBS.labels("own").inc()
            raise
        if isinstance(made, Refused):
            metrics.JOBS.labels("failed").inc()
            raise made.error
        metrics.JOBS.labels("made").inc()
        return made.value

    async def _asked(
        self, kind: Kind, work: object, hangs: bool, progress: Callable[[int, int], None]
    ) -> Made | Refused:
        queue = self._queue
        if queue is None or not self.slots:
            raise NoDrawer
        data, packs = await asyncio.to_thread(packed, work)
        if len(data) > MOST:
            raise NoDrawer
        job = uuid4()
        made: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        try:
            await self._offer(queue, job, kind, data, packs, hangs=hangs)
            self._given[job] = _Given(made, progress)
            # It may be done already.
            self._wake.set()
            answered = await made
        except StoreError as error:
            raise NoDrawer from error
        finally:
            self._given.pop(job, None)
            # Also where it is not known whether the server has it.
            if not made.done() or made.cancelled():
                self._unwanted.add(job)
                self._wake.set()
        if answered is None:
            return Refused(Undrawn())
        answer: Made | Refused | Lacking = pickle.loads(answered)  # noqa: S301 - pickled by a drawer
        if isinstance(answer, Lacking):
            self._known.clear()
            raise NoDrawer
        return answer

    async def _offer(
        self,
        queue: Queue,
        job: UUID,
        kind: Kind,
        data: bytes,
        packs: Mapping[str, bytes],
        *,
        hangs: bool,
    ) -> None:
        for digest in packs.keys() - self._known:
            await queue.give_pack(digest, packs[digest])
            self._known.add(digest)
        await queue.offer(job, kind, data, packs, hangs=hangs)

    async def _serve(self) -> None:
        build = await asyncio.to_thread(program)
        while True:
            try:
                async with Queue.opened(self._url, build) as queue:
                    await queue.hear_of_results(self._wake.set)
                    self._known.clear()
                    self._queue = queue
                    await self._go_on(queue)
            except StoreError as error:
                if self._well:
                    log.warning("no drawer can be asked: %s", error)
                self._well = False
            except Exception:
                log.exception("no drawer can be asked")
            finally:
                self._queue = None
                self._count(0)
                for given in self._given.values():
                    _fail(given)
            await asyncio.sleep(AGAIN)

    async def _go_on(self, queue: Queue) -> None:
        look = monotonic()
        while True:
            self._wake.clear()
            waits = {job: given.made for job, given in self._given.items() if not given.made.done()}
            for job, made in (await queue.fetch(waits)).items() if waits else ():
                if not waits[job].done():
                    waits[job].set_result(made)
            if self._unwanted:
                unwanted, self._unwanted = self._unwanted, set()
                await queue.withdraw(unwanted)
            if monotonic() >= look:
                look = monotonic() + PING
                await self._look(queue)
            with suppress(TimeoutError):
                async with asyncio.timeout(look - monotonic()):
                    await self._wake.wait()

    async def _look(self, queue: Queue) -> None:
        seen = await queue.look()
        self._show(seen)
        self._count(seen.slots)
        asked = {job: given for job, given in self._given.items() if not given.made.done()}
        if not asked:
            return
        listed = {each.id: each for each in await queue.want()}
        for job, given in asked.items():
            if job not in listed:
                # The server has lost it, or this bot stood still for so long that it counted as dead.
                _fail(given)
        dead = {job for job, each in listed.items() if each.free and each.tries >= TRIES}
        left = {job for job, each in listed.items() if each.free} if not seen.slots else dead
        for job in await queue.withdraw_free(left) if left else ():
            if job not in asked:
                continue
            if job not in dead:
                _fail(asked[job])
            elif not asked[job].made.done():
                asked[job].made.set_result(None)
        for job in asked.keys() & listed.keys():
            if listed[job].of:
                asked[job].progress(listed[job].done, listed[job].of)

    def _show(self, seen: Look) -> None:
        metrics.DRAWERS.set(seen.drawers)
        metrics.JOBS_WAITING.set(seen.waiting)
        metrics.JOBS_AGE.set(seen.age)
        if seen.slots and not self._well:
            log.info("%d drawers draw the maps, %d at a time", seen.drawers, seen.slots)
        elif not seen.slots and self._well:
            log.warning(
                "no drawer of this version runs, and %d of another: the bot draws itself", seen.others
            )
        self._well = bool(seen.slots)

    def _count(self, slots: int) -> None:
        if slots != self.slots:
            self.slots = slots
            self.changed()

    async def close(self) -> None:
        """Withdraw what is not done yet, and leave the server."""
        given, queue = list(self._given), self._queue
        if queue is not None and given:
            with suppress(StoreError):
                await queue.withdraw(given)
        for each in self._given.values():
            each.made.cancel()
        self._serving.cancel()
        await asyncio.wait([self._serving])


def _fail(given: _Given) -> None:
    if not given.made.done():
        given.made.set_exception(NoDrawer())
        # The caller may have given up: then no one reads it, which is no fault.
        given.made.exception()
