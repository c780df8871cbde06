"""The process that looks back on one campaign: it may use a processor for minutes."""

from __future__ import annotations

from contextvars import Context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

import msgspec

from bot.errors import PoliteError
from bot.replays.work import Work
from bot.reviews.words import Reviewed, reviewed
from bot.surface.processes import Pack, begin, opened, starting
from data.catalogue import N_, speaking
from engines import with_pack
from engines.core.errors import EngineError
from engines.core.record import Record

try:
    import resource
except ImportError:  # A system without it bounds no process.
    resource = None  # type: ignore[assignment]

SECONDS = 600
"""Most seconds of a processor for one campaign."""
EVERY = 0.25
"""Seconds between two looks whether the review is still wanted."""
DIED = N_("The review broke off before it was done. Ask again.")


class Order(NamedTuple):
    """All that a review is made of."""

    pack: Pack
    record: bytes
    only: str | None
    language: str


class _Progress(msgspec.Struct, frozen=True, tag=True):
    done: int
    of: int


class _Refused(msgspec.Struct, frozen=True, tag=True):
    why: str


class _Made(msgspec.Struct, frozen=True, tag=True):
    reviewed: Reviewed


_Message = _Progress | _Refused | _Made


def analysed(order: Order, work: Work) -> Reviewed:
    """Have a review made by a process of its own; to be called from a thread, because it is waited for.

    :raises PoliteError: it can't be made, is no longer wanted, or its process has died.
    """
    context = starting()
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(sender, order), name="review", daemon=True)
    started(process)
    sender.close()
    try:
        while True:
            work.check()
            if not receiver.poll(EVERY):
                continue
            match msgspec.msgpack.decode(receiver.recv_bytes(), type=_Message):
                case _Progress(done, of):
                    work.done(done, of)
                case _Refused(why):
                    raise PoliteError(why)
                case _Made(made):
                    return made
    except (EOFError, OSError):
        raise PoliteError(DIED) from None
    finally:
        process.kill()
        process.join()
        receiver.close()


def started(process: BaseProcess) -> None:
    """Start a process; a simulated clock would stand still in its bot's context."""
    Context().run(process.start)


def _work(sender: Connection, order: Order) -> None:
    """The worker's part."""
    begin()
    _bounded()
    last = -1

    def tell(done: int, of: int) -> None:
        nonlocal last
        percent = 100 * done // max(1, of)
        if percent != last:
            last = percent
            _send(sender, _Progress(done, of))

    with speaking(order.language):
        try:
            record = msgspec.json.decode(order.record, type=Record)
            title = with_pack(opened(order.pack))
            _send(sender, _Made(reviewed(title, record, tell, only=order.only)))
        except EngineError as refused:
            _send(sender, _Refused(f"{refused}."))


def _send(sender: Connection, message: Any) -> None:
    sender.send_bytes(msgspec.msgpack.encode(message))


def _bounded() -> None:
    """Let the system end the process where it uses too much of a processor."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
