"""Processes that work for the bot: they share no interpreter with the event loop, and yield to it."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, wait
from contextvars import Context
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from engines.core.contract import AnyTitle

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

POLITE = 10
"""The workers' nice value: they yield to the event loop if the processor is busy."""
_PRELOADED = ["bot.surface.drawing"]
"""What the fork server imports before it starts a worker."""

T = TypeVar("T")


class Pack(NamedTuple):
    """The data of a title, in the form that goes to another process."""

    digest: str
    pickled: bytes


_packs: dict[str, Any] = {}
"""Packs that this process has worked with: the ground of a map is cached with its pack."""


_pickled: dict[str, Pack] = {}


def pack_of(title: AnyTitle) -> Pack:
    """The data of a title, for any process."""
    if title.pack not in _pickled:
        _packs.setdefault(title.pack, title.data)
        _pickled[title.pack] = Pack(title.pack, pickle.dumps(title.data))
    return _pickled[title.pack]


def opened(pack: Pack) -> Any:
    """The data of a title, in this process the same at each call."""
    if pack.digest not in _packs:
        _packs[pack.digest] = pickle.loads(pack.pickled)  # noqa: S301 - pickled by `pack_of`
    return _packs[pack.digest]


def starved(process: int) -> float:
    """Seconds that a process was ready but not running; 0 if the system does not tell."""
    try:
        _, waited, _ = Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return 0.0
    return int(waited) / 1e9


class LateError(Exception):
    """Work was not done in time; the worker was ended."""


def starting() -> ForkServerContext | SpawnContext:
    """The way in which workers are started.

    A fork of this process would inherit its threads' locks; a fork server has no threads. Without a fork
    server each worker is a new process.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOADED)
    return context


class Process:
    """A worker; it starts with its first work."""

    def __init__(self) -> None:
        self._pool = ProcessPoolExecutor(1, mp_context=starting(), initializer=begin)

    def run(self, work: Callable[[], T], seconds: float) -> T:
        """Have work done; to be called from a thread, because it is waited for.

        :param seconds: how long it may take, without the time in which it waits for a processor.
        :raises LateError: it took longer.
        :raises BrokenExecutor, OSError: the worker died, or can't be started.
        """
        # A simulated clock stands still in its bot's context. The pool's look for ended workers waits until a
        # time-out: in that context, for ever.
        under_way = Context().run(self._pool.submit, work)
        over = monotonic() + seconds - self._starved()
        while (left := over + self._starved() - monotonic()) > 0:
            if wait([under_way], left).done:
                return under_way.result()
        self.kill()
        raise LateError

    def _starved(self) -> float:
        """Seconds that it has waited for a processor since it started, because it yields to all others."""
        return sum(map(starved, self.processes()))

    def processes(self) -> list[int]:
        """The id of its process, once it has started."""
        return list(self._pool._processes or ())

    def kill(self) -> None:
        """End it at once, with what it has under way."""
        for process in [*(self._pool._processes or {}).values()]:
            process.kill()

    def dismiss(self, *, wait: bool) -> None:
        """Stop it; what it has under way is finished first."""
        self._pool.shutdown(wait=wait, cancel_futures=True)


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
