"""Run one operation of the store again and again, killed one step later each time.

`python -m tests.store.crash_child OPERATION TEMPLATE FOLDER` works on copies `1.db`, `2.db`, … of the
template and prints the number of the first that lived to its end. A step is a statement, the commit,
or the answer to the caller.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from bot.store import Message, Store
from tests.store.builders import CHANNEL, HOUR, START, Hands, card, change, entry, new, owed


class Fuse:
    """Kills this process at a step."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def burn(self, *_: Any) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def light(self) -> None:
        event.listen(Engine, "before_cursor_execute", self.burn)
        event.listen(Engine, "commit", self.burn)


async def commit(path: Path, fuse: Fuse) -> None:
    async with await Store.open(path, Hands()) as store:
        fuse.light()
        await store.commit(
            change(1, 0, deadlines=[owed(due=START + 2 * HOUR)], outbox=[card(), card(2)], interaction_id=5)
        )
        fuse.burn()


async def create(path: Path, fuse: Fuse) -> None:
    async with await Store.open(path, Hands()) as store:
        fuse.light()
        await store.create(new(channel_id=CHANNEL + 1), entry(), [card()], [owed()], interaction_id=6)
        fuse.burn()


async def ring(path: Path, fuse: Fuse) -> None:
    async with await Store.open(path, Hands()) as store:
        (row,) = await store.due_deadlines(START + HOUR)
        fuse.light()
        await store.ring(row, None, Message(kind="nudge"))
        fuse.burn()


async def migrate(path: Path, fuse: Fuse) -> None:
    fuse.light()
    await (await Store.open(path, Hands())).close()


OPERATIONS: dict[str, Callable[[Path, Fuse], Awaitable[None]]] = {
    "commit": commit,
    "create": create,
    "ring": ring,
    "migrate": migrate,
}


def survives(operation: str, path: Path, steps: int) -> bool:
    """Run the operation in a process of its own; True when it was not killed."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            asyncio.run(_run(operation, path, steps))
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return False
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{operation} failed by itself at step {steps}")
    return True


async def _run(operation: str, path: Path, steps: int) -> None:
    await OPERATIONS[operation](path, Fuse(steps))


def main(operation: str, template: Path, folder: Path) -> None:
    steps = 0
    alive = False
    while not alive:
        steps += 1
        path = folder / f"{steps}.db"
        if template.exists():
            shutil.copyfile(template, path)
        alive = survives(operation, path, steps)
    print(steps)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
