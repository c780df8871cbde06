"""Kill a process one step later each time, until it lives: what the tests of sudden death have in common."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from itertools import count
from typing import Any

from sqlalchemy import Connection, Engine, event

from tests.support.statements import listen

WRITES = ("INSERT", "UPDATE", "DELETE")


class Fuse:
    """Kills this process at a step: a statement or commit of a database, or whatever else burns it.

    :param last_words: is told the step at the end.
    """

    def __init__(self, steps: int, last_words: Callable[[str], None] = lambda _: None) -> None:
        self.left = steps
        self._last_words = last_words
        self._lit = False

    def light(self) -> None:
        """From now on every step counts."""
        self._lit = True

    def burn(self, step: str) -> None:
        """One step has come."""
        if not self._lit:
            return
        self.left -= 1
        if self.left == 0:
            self._last_words(step)
            os.kill(os.getpid(), signal.SIGKILL)

    def listen(self, *, reads: bool = True) -> None:
        """Burn at each statement and commit of a database.

        :param reads: whether those count that write nothing; a death there changes nothing.
        """

        def statement(connection: Connection, text: str, _: Any) -> None:
            if reads or text.startswith(WRITES):
                connection.info["counts"] = True
                self.burn(" ".join(text.split()[:3]))

        def commit(connection: Connection) -> None:
            if connection.info.pop("counts", False):
                self.burn("commit")

        listen(statement)
        event.listen(Engine, "commit", commit)


def lives(work: Callable[[], object], name: str) -> bool:
    """Do work in a process of its own; True when it was not killed.

    :raises SystemExit: it failed by itself.
    """
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        except BaseException:  # noqa: BLE001 - the parent is told by the code, the reader by the trace
            traceback.print_exc()
        finally:
            # Threads of what was never closed must not hold up the end.
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return False
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{name} failed by itself")
    return True


def first_to_live(lived: Callable[[int], bool], stride: int = 1) -> int:
    """The number of the first step at which nothing is left to be killed; `stride` leaves steps out."""
    return next(step for step in count(1, stride) if lived(step))
