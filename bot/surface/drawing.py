"""Where pictures are drawn: in processes of their own, which share no interpreter with the event loop."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Hashable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextvars import Context
from typing import Any, NamedTuple

import msgspec

import render
from data.catalogue import speaking
from engines.core.contract import AnyTitle
from render import CloseUp, Picture, RenderError, ThemeName
from render.encode import Format

POLITE = 10
"""How far workers stand back for the event loop, where there is not processor enough for all."""


class Pack(NamedTuple):
    """The data of a title, as it goes to another process."""

    digest: str
    pickled: bytes


class Wish(NamedTuple):
    """Everything that a picture is drawn from."""

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
    """As `catalogue.spoken` has it: nobody speaks it yet in the process that draws."""


_packs: dict[str, Any] = {}
"""Packs that this process has drawn with: what a map stands on is kept with its pack."""


def pack_of(title: AnyTitle) -> Pack:
    """The data of a title, for any process."""
    _packs.setdefault(title.pack, title.data)
    return Pack(title.pack, pickle.dumps(title.data))


def drawn(wish: Wish) -> Picture:
    """Draw one picture, in whatever process this is.

    :raises render.RenderError: it can't be drawn.
    """
    pack = _packs.get(wish.pack.digest)
    if pack is None:
        pack = _packs[wish.pack.digest] = pickle.loads(wish.pack.pickled)  # noqa: S301 - pickled by `pack_of`
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


class Crew:
    """Whoever draws; to be asked from threads, as each picture is waited for.

    :param workers: how many processes; with 0 the asking thread draws itself.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._changing = threading.Lock()
        self._pool = self._hired()

    def _hired(self) -> ProcessPoolExecutor | None:
        if self._workers == 0:
            return None
        # A fork of this process would inherit its threads' locks; a server that forks has none, and where
        # there is none each worker starts anew.
        server = "forkserver" in multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if server else "spawn")
        if server:
            context.set_forkserver_preload([__name__])
        return ProcessPoolExecutor(self._workers, mp_context=context, initializer=_begin)

    def draw(self, wish: Wish) -> Picture:
        """Draw one picture, by another worker where one dies at it or can't be had.

        :raises render.RenderError: it can't be drawn.
        """
        for _ in range(2):
            pool = self._pool
            if pool is None:
                return drawn(wish)
            try:
                # A simulated clock stands still within the context of its bot, and looking for workers that
                # have ended waits until no time is left: in that context for ever.
                return Context().run(pool.submit, drawn, wish).result()
            except (BrokenExecutor, OSError):
                # One death ends a whole pool, and one that can't begin a worker is no better: whoever comes
                # to know of it first makes another.
                with self._changing:
                    if self._pool is pool:
                        pool.shutdown(wait=False)
                        self._pool = self._hired()
        raise RenderError("What draws pictures has died twice at this one, or can't be begun")

    def processes(self) -> list[int]:
        """The ids of the workers that there are now."""
        return [] if self._pool is None else list(self._pool._processes)

    def dismiss(self) -> None:
        """Stop the workers; pictures under way are finished first."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """What a worker does first: leave Ctrl-C to the bot, stand back for it, and end when it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(POLITE)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    """A bot that is killed leaves no workers behind that wait for it for ever."""
    bot = multiprocessing.parent_process()
    assert bot is not None
    bot.join()
    os._exit(0)
