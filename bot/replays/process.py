"""A process of its own for one long piece of work that a person waits for."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from contextvars import Context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple, TypeVar

from bot.errors import PoliteError
from bot.replays.work import Work
from bot.surface.drawers import Drawers
from bot.surface.processes import begin, starting
from data.catalogue import N_, speaking
from render.errors import RenderError

try:
    import resource
except ImportError:  # A system without it bounds no process.
    resource = None  # type: ignore[assignment]

SECONDS = 600
"""Most seconds of a processor for one piece of work."""
EVERY = 0.25
"""Seconds between two looks whether the work is still wanted."""
PIECE = 2048
"""Bytes of a message that are sent at once. A pipe has such a piece whole or not at all, so that nobody waits
for the rest of one from a process that stands still."""

T = TypeVar("T")
Tell = Callable[[int, int], None]
"""Gets how much of the work is done, and of how much."""
Task = Callable[[Tell], T]
"""The work; it goes to its process pickled, and what it gives comes back so."""


class _Progress(NamedTuple):
    done: int
    of: int


class _Refused(NamedTuple):
    error: Exception


class _Made(NamedTuple):
    value: Any


def worked(task: Task[T], work: Work, died: N_, language: str) -> T:
    """Have a task done by a process of its own; to be called from a thread, because it is waited for.

    :param died: what people are told if the process dies.
    :param language: of the person who waits.
    :raises PoliteError: the task refuses, is no longer wanted, or its process has died.
    :raises RenderError: as the task does.
    """
    context = starting()
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(sender, task, language), name="work", daemon=True)
    try:
        started(process)
        sender.close()
        pieces: list[bytes] = []
        while True:
            work.check()
            if not receiver.poll(EVERY):
                continue
            if piece := receiver.recv_bytes():
                pieces.append(piece)
                continue
            message, pieces = b"".join(pieces), []
            match pickle.loads(message):  # noqa: S301 - pickled by `_send`
                case _Progress(done, of):
                    work.done(done, of)
                case _Refused(error):
                    raise error
                case _Made(value):
                    made: T = value
                    return made
    except (EOFError, OSError):
        raise PoliteError(died) from None
    finally:
        if process.pid is not None:
            process.kill()
            process.join()
        receiver.close()


async def worked_elsewhere(drawers: Drawers, task: Task[T], work: Work, died: N_, language: str) -> T:
    """Have a task done by a drawer; as `worked`, but on the event loop.

    :raises NoDrawer: there is none, or none any more.
    """
    making: asyncio.Future[T] = asyncio.ensure_future(
        drawers.made("film", (task, died, language), progress=work.done)
    )
    try:
        while not making.done():
            work.check()
            await asyncio.wait([making], timeout=EVERY)
        return await making
    finally:
        making.cancel()


def started(process: BaseProcess) -> None:
    """Start a process; a simulated clock would stand still in its bot's context."""
    Context().run(process.start)


def _work(sender: Connection, task: Task[Any], language: str) -> None:
    """The process's part."""
    begin()
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    last = -1

    def tell(done: int, of: int) -> None:
        nonlocal last
        percent = 100 * done // max(1, of)
        if percent != last:
            last = percent
            _send(sender, _Progress(done, of))

    with speaking(language):
        try:
            _send(sender, _Made(task(tell)))
        except (PoliteError, RenderError) as error:
            _send(sender, _Refused(error))


def _send(sender: Connection, message: _Progress | _Refused | _Made) -> None:
    whole = pickle.dumps(message)
    for start in range(0, len(whole), PIECE):
        sender.send_bytes(whole[start : start + PIECE])
    sender.send_bytes(b"")
