"""A bot that is to be killed while its workers work: `python -m tests.kill.worker_child KIND`.

It prints the ids of its workers once one is at work, and waits for it.
"""

from __future__ import annotations

import multiprocessing
import sys
import threading
from collections.abc import Callable
from time import sleep

from bot.replays import films, process
from bot.replays.work import Work
from bot.surface.processes import Process

LONG = 120
"""Seconds of work, more than a test waits."""


def busy() -> None:
    """Keep a worker busy, as a picture does."""
    for _ in range(LONG * 10):
        sleep(0.1)


def telling(tell: process.Tell) -> None:
    """Keep a worker busy that says so, as a film does."""
    tell(1, 2)
    busy()


def film() -> list[int]:
    """A film is being made."""
    work = Work(threading.Event())
    making = threading.Thread(target=process.worked, args=(telling, work, films.DIED, "en"), daemon=True)
    making.start()
    while work.told != (1, 2):
        sleep(0.01)
    return [child.pid for child in multiprocessing.active_children() if child.pid is not None]


def picture() -> list[int]:
    """A picture is being drawn."""
    drawer = Process()
    threading.Thread(target=drawer.run, args=(busy, LONG), daemon=True).start()
    while not drawer.processes():
        sleep(0.01)
    return drawer.processes()


KINDS: dict[str, Callable[[], list[int]]] = {"film": film, "picture": picture}


if __name__ == "__main__":
    print(*KINDS[sys.argv[1]](), flush=True)
    sleep(LONG)
