"""Drawing of pictures: in separate processes, which share no interpreter with the event loop."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from concurrent.futures import BrokenExecutor
from functools import partial
from typing import NamedTuple

import msgspec

import render
from bot.surface import room
from bot.surface.processes import LateError, Pack, Process, opened
from bot.surface.room import Drawn, Held
from data.catalogue import speaking
from render import CloseUp, Picture, RenderError, ThemeName, once
from render.encode import Format

LONGEST = 30.0
"""Seconds that a worker may draw, without the time in which it waits for a processor."""


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
    """The language of the words, as in `catalogue.spoken`: the drawing process has none of its own."""

    @property
    def ground(self) -> tuple[str, ...]:
        """Identifies the ground, which a worker that has drawn nothing of the kind has to draw first.

        Even a worker that has may need another ground for a view or a close-up: it says so when it draws.
        """
        return self.title_id, self.pack.digest, self.theme, str(self.width), self.language


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


class Hung(RenderError):
    """A picture that was not drawn in time."""


class Worker(Process):
    """One process that draws.

    :ivar grounds: the grounds of its pictures, which it keeps.
    :ivar held: its memory after the last picture; zero before it has started.
    """

    def __init__(self) -> None:
        super().__init__()
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
        try:
            picture, self.held = self.run(partial(measured, wish, large=large), seconds)
        except LateError:
            raise Hung(f"The picture was not drawn within {seconds:.0f} seconds") from None
        return picture

    def has_drawn(self, wish: Wish, *, anew: bool) -> Drawn:
        """What the worker has drawn before a wish; `anew` says that the wish needs another ground."""
        if wish.ground in self.grounds and not anew:
            return "same"
        return "like" if any(ground[:2] == wish.ground[:2] for ground in self.grounds) else "other"


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
