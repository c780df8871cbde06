"""Run one operation of the store again and again, killed `STRIDE` steps later each time.

`python -m tests.store.crash_child OPERATION TEMPLATE FOLDER STRIDE` works on copies `1.db`, … of the
template and prints the number of the first that lived to its end. A step is a statement, the commit,
or the answer to the caller.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

from bot.store import Message, Seat, Store
from bot.store.rows import deadlines
from tests.store.builders import (
    CHANNEL,
    HOUR,
    START,
    USER,
    Hands,
    audit,
    begun,
    card,
    change,
    entry,
    lobby,
    new,
    owed,
    undo,
)
from tests.support.killing import Fuse, first_to_live, lives


async def commit(store: Store) -> None:
    await store.commit(
        change(1, 0, deadlines=[owed(due=START + 2 * HOUR)], outbox=[card(), card(2)], interaction_id=5)
    )


async def create(store: Store) -> None:
    await store.create(new(channel_id=CHANNEL + 1), entry(), [card()], [owed()], interaction_id=6)


async def gather(store: Store) -> None:
    """Open a lobby."""
    await store.create(lobby(channel_id=CHANNEL + 1), None, [card(0)], interaction_id=6)


async def begin(store: Store) -> None:
    """Let the lobby of the template begin."""
    await store.begin(
        2,
        0,
        begun(),
        sitting=[Seat(seat="royalist", user_id=USER), Seat(seat="republic", user_id=USER + 1)],
        outbox=[card(0), card(1)],
        deadlines=[owed("royalist")],
        interaction_id=6,
    )


async def take_back(store: Store) -> None:
    """Take actions back, with all that this may bring with it."""
    await store.commit(
        change(
            1,
            0,
            entries=[entry(1), undo(2, back_to=0)],
            deadlines=[owed()],
            banks={"france": timedelta(days=3)},
            retract_from=1,
            outbox=[card()],
            audit=audit(),
            interaction_id=5,
        )
    )


async def end(store: Store) -> None:
    await store.end(1, 0, [card()], interaction_id=5, audit=audit())


async def ring(store: Store) -> None:
    (row,) = await store.deadlines_of(1)
    said = [Message(kind="nudge")]
    await store.transact(partial(deadlines.ring, seen=row, then=None, messages=said, now=store.now()))


OPERATIONS: dict[str, Callable[[Store], Awaitable[None]]] = {
    work.__name__: work for work in (commit, create, gather, begin, take_back, end, ring)
}
MIGRATE = "migrate"
"""Opening the store, where its tables are missing or old."""


async def run(operation: str, path: Path, fuse: Fuse) -> None:
    if operation == MIGRATE:
        fuse.light()
        await (await Store.open(path, Hands())).close()
        return
    async with await Store.open(path, Hands()) as store:
        fuse.light()
        await OPERATIONS[operation](store)
        fuse.burn("the answer")


def main(operation: str, template: Path, folder: Path, stride: int) -> None:
    def work(name: str, fuse: Fuse) -> None:
        path = folder / f"{name}.db"
        if template.exists():
            shutil.copyfile(template, path)
        asyncio.run(run(operation, path, fuse))

    def killed(steps: int) -> None:
        fuse = Fuse(steps)
        fuse.listen()
        work(str(steps), fuse)

    def lived(steps: int) -> bool:
        return lives(lambda: killed(steps), f"{operation} at step {steps}")

    # Once in this process, so that its children find all that is made at first use.
    work("ready", Fuse(0))
    print(first_to_live(lived, stride))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))
