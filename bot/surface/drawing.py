"""Drawing of pictures: in separate processes, which share no interpreter with the event loop."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Hashable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, wait
from contextvars import Context
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import msgspec

import render
from bot.surface import room
from bot.surface.room import Drawn, Held
from data.catalogue import speaking
from engines.core.contract import AnyTitle
from render import CloseUp, Picture, RenderError, ThemeName, once
from render.encode import Format

POLITE = 10
"""The workers' nice value: they yield to the event loop if the processor is busy."""
LONGEST = 30.0
"""Seconds that a worker may draw, without the time in which it waits for a processor."""


class Pack(NamedTuple):
    """The data of a title, in the form that goes to another process."""

    digest: str
    pickled: bytes


class Wish(NamedTuple):
    """All that a picture is drawn from."""

    title_id: str
    pack: Pack
    view: msgspec.Struct
    moves: tuple[Hashable, ...]
    theme: ThemeName
    width: int
    budget: int
    format: Format
    close: CloseUp
    language: str
    """As in `catalogue.spoken`: the drawing process has no language of its own."""

    @property
    def ground(self) -> tuple[str, ...]:
        """Identifies the ground, which a worker that has drawn nothing of the kind has to draw first.

        Even a worker that has may need another ground for a view or a close-up: it says so when it draws.
        """
        return self.title_id, self.pack.digest, self.theme, str(self.width), self.language


_packs: dict[str, Any] = {}
"""Packs that this process has drawn with: the ground of a map is cached with its pack."""


def pack_of(title: AnyTitle) -> Pack:
    """The data of a title, for any process."""
    _packs.setdefault(title.pack, title.data)
    return Pack(title.pack, pickle.dumps(title.data))


def opened(pack: Pack) -> Any:
    """The data of a title, from another process."""
    if pack.digest not in _packs:
        _packs[pack.digest] = pickle.loads(pack.pickled)  # noqa: S301 - pickled by `pack_of`
    return _packs[pack.digest]


def drawn(wish: Wish) -> Picture:
    """Draw one picture, in the present process.

    :raises render.RenderError: it can't be drawn.
    """
    pack = opened(wish.pack)
    with speaking(wish.language):
        return render.picture(
            wish.title_id,
            wish.view,
            pack,
            moves=wish.moves,
            theme=wish.theme,
            width=wish.width,
            budget=wish.budget,
            format=wish.format,
            close=wish.close,
        )


def measured(wish: Wish, *, large: bool) -> tuple[Picture, Held]:
    """Draw one picture in a worker; returns also the memory that the worker holds afterwards.

    :param large: whether there is memory to make a ground.
    :raises render.once.RoomNeeded: a ground has to be made, and there is no memory for it.
    :raises render.RenderError: it can't be drawn.
    """
    with once.room(granted=large):
        picture = drawn(wish)
    return picture, room.held()


def starved(process: int) -> float:
    """Seconds that a process was ready but not running; 0 if the system does not tell."""
    try:
        _, waited, _ = Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return 0.0
    return int(waited) / 1e9


class Hung(RenderError):
    """A picture that was not drawn in time."""


class Worker:
    """One process that draws; it starts with its first picture.

    :ivar grounds: the grounds of its pictures, which it keeps.
    :ivar held: its memory after the last picture; zero before it has started.
    """

    def __init__(self) -> None:
        # A fork of this process would inherit its threads' locks; a fork server has no threads. Without a
        # fork server each worker is a new process.
        server = "forkserver" in multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if server else "spawn")
        if server:
            context.set_forkserver_preload([__name__])
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=begin)
        self.grounds: set[tuple[str, ...]] = set()
        self.held = Held()

    def draw(self, wish: Wish, seconds: float, *, large: bool) -> Picture:
        """Draw one picture.

        :param large: whether there is memory to make a ground.
        :raises Hung: it took longer; the worker was ended.
        :raises BrokenExecutor, OSError: the worker died, or can't be started.
        :raises render.RenderError: it can't be drawn.
        """
        self.grounds.add(wish.ground)
        # A simulated clock stands still in its bot's context. The pool's look for ended workers waits until a
        # time-out: in that context, for ever.
        under_way = Context().run(self._pool.submit, partial(measured, wish, large=large))
        over = monotonic() + seconds - self._starved()
        while (left := over + self._starved() - monotonic()) > 0:
            if wait([under_way], left).done:
                break
        else:
            for process in [*self._pool._processes.values()]:
                process.kill()
            raise Hung(f"The picture was not drawn within {seconds:.0f} seconds")
        picture, self.held = under_way.result()
        return picture

    def has_drawn(self, wish: Wish, *, anew: bool) -> Drawn:
        """What the worker has drawn before a wish; `anew` says that the wish needs another ground."""
        if wish.ground in self.grounds and not anew:
            return "same"
        return "like" if any(ground[:2] == wish.ground[:2] for ground in self.grounds) else "other"

    def _starved(self) -> float:
        """Seconds that it has waited for a processor since it started, because it yields to all others."""
        return sum(map(starved, self.processes()))

    def processes(self) -> list[int]:
        """The id of its process, once it has started."""
        return list(self._pool._processes or ())

    def dismiss(self, *, wait: bool) -> None:
        """Stop it; a picture under way is finished first."""
        self._pool.shutdown(wait=wait, cancel_futures=True)


class Crew:
    """The workers; to be called from threads, because each picture is waited for.

    A worker never returns the memory of its caches: it is ended when it holds too much, or when another
    worker needs the memory. A drawing waits for those under way if there is not enough memory for both.

    :param workers: number of processes; with 0 the calling thread draws itself.
    :param seconds: how long a worker may draw.
    :ivar hung: number of pictures in a row that were not drawn in time.
    """

    def __init__(self, workers: int, seconds: float = LONGEST) -> None:
        self._seconds = seconds
        self._within = workers == 0
        self._free = [Worker() for _ in range(workers)]
        """The worker that has been idle longest comes first."""
        self._busy: dict[Worker, float] = {}
        """The workers that draw, with the MiB that each may need."""
        self._most: dict[tuple[str, int], float] = {}
        """The most MiB that a new worker has held at its first map, by title and width."""
        self._changed = threading.Condition()
        self._next = threading.Lock()
        self.hung = 0

    def draw(self, wish: Wish) -> Picture:
        """Draw one picture; if a worker dies at it or can't be started, another worker draws it.

        :raises render.RenderError: it can't be drawn, or not in time.
        """
        if self._within:
            return drawn(wish)
        for _ in range(2):
            try:
                try:
                    picture = self._by_a_worker(wish, anew=False)
                except once.RoomNeeded:
                    picture = self._by_a_worker(wish, anew=True)
            except Hung:
                self.hung += 1
                raise
            except (BrokenExecutor, OSError):
                continue
            self.hung = 0
            return picture
        raise RenderError("What draws pictures has died twice at this one, or can't be begun")

    def _by_a_worker(self, wish: Wish, *, anew: bool) -> Picture:
        """Draw it; `anew` says that no worker has made its ground, although some have drawn the like."""
        worker = self._taken(wish, anew=anew)
        sound, begun = False, worker.held == Held()
        try:
            picture = worker.draw(wish, self._seconds, large=anew or wish.ground not in worker.grounds)
            sound = worker.held.now <= room.MOST_HELD
            return picture
        except RenderError as error:
            sound = not isinstance(error, Hung)
            raise
        finally:
            if not sound:
                worker.dismiss(wait=False)
            with self._changed:
                del self._busy[worker]
                if sound and begun:
                    kind = wish.title_id, wish.width
                    self._most[kind] = max(self._most.get(kind, 0.0), worker.held.most)
                self._free.append(worker if sound else Worker())
                self._changed.notify_all()

    def _taken(self, wish: Wish, *, anew: bool) -> Worker:
        # Later calls wait: if small pictures could overtake, a large one might never get its memory.
        with self._next, self._changed:
            while (chosen := self._chosen(wish, anew=anew)) is None:
                self._changed.wait()
            worker, self._busy[worker] = chosen
            self._free.remove(worker)
            return worker

    def _chosen(self, wish: Wish, *, anew: bool) -> tuple[Worker, float] | None:
        """A worker that has drawn a similar picture, or the one idle longest, with the MiB that it may need.

        Without enough memory, wait for a busy worker that has drawn a similar picture. If there is none, end
        idle workers, the largest first, and at last the chosen one, with its caches of other maps.
        """
        if not self._free:
            return None
        most = self._most.get((wish.title_id, wish.width))
        left = room.MOST - room.AROUND - room.expected() - sum(self._busy.values())

        def needed(worker: Worker) -> float:
            return room.wanted(worker.held.now, wish.width, most, worker.has_drawn(wish, anew=anew))

        free = sorted(self._free, key=lambda worker: wish.ground not in worker.grounds)
        kept = sum(worker.held.now for worker in free)
        worker = next((one for one in free if needed(one) + kept - one.held.now <= left), None)
        if worker is None:
            if any(wish.ground in one.grounds for one in self._busy):
                return None
            worker = free[0]
        idle = sorted((one for one in free if one is not worker), key=lambda one: one.held.now)
        while idle and sum(one.held.now for one in idle) > left - needed(worker):
            self._begun_anew(idle.pop())
        if needed(worker) > left and worker.grounds and worker.has_drawn(wish, anew=anew) != "same":
            worker = self._begun_anew(worker)
        return (worker, needed(worker)) if needed(worker) <= left or not self._busy else None

    def _begun_anew(self, worker: Worker) -> Worker:
        # Its memory has to be free before another worker draws.
        worker.dismiss(wait=True)
        self._free[self._free.index(worker)] = begun = Worker()
        return begun

    def processes(self) -> list[int]:
        """The ids of the workers' processes."""
        with self._changed:
            return [process for worker in (*self._free, *self._busy) for process in worker.processes()]

    def dismiss(self) -> None:
        """Stop the workers; pictures under way are finished first."""
        for worker in (*self._free, *self._busy):
            worker.dismiss(wait=True)


def begin() -> None:
    """The first steps of a worker: leave Ctrl-C to the bot, yield to it, and end when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(POLITE)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    """End the worker when the bot dies: a killed bot must not leave workers behind."""
    bot = multiprocessing.parent_process()
    assert bot is not None
    bot.join()
    os._exit(0)
