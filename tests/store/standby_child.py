"""A bot on a server that counts: `python -m tests.store.standby_child URL NAME [inside]`.

It waits for the lock, then writes one number after the other, each with its name; it prints what it has
written. With `inside` it stops in the middle of its first transaction.
"""

from __future__ import annotations

import asyncio
import sys
import time
from datetime import UTC, datetime
from functools import partial

from sqlalchemy import Connection, make_url

from bot.store import DatabaseLost, Store
from bot.store.rows import people

LAST = "counted"


def count(connection: Connection, name: str, *, inside: bool) -> int:
    """Write the next number."""
    number = int(people.noted(connection, LAST) or 0) + 1
    people.note(connection, LAST, str(number))
    people.note(connection, f"number:{number:06}", name)
    if inside:
        say("inside")
        time.sleep(3600)
    return number


def say(*words: object) -> None:
    print(*words, flush=True)


async def run(url: str, name: str, *, inside: bool) -> None:
    say("waits")
    async with await Store.open(make_url(url), lambda: datetime.now(UTC), alone=True, wait=True) as store:
        say("holds")
        while True:
            say(await store.database.write(partial(count, name=name, inside=inside)))
            await asyncio.sleep(0.01)


if __name__ == "__main__":
    try:
        asyncio.run(run(sys.argv[1], sys.argv[2], inside="inside" in sys.argv[3:]))
    except DatabaseLost:
        say("lost")
