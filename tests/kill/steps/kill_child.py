"""Let the bot do one thing again and again, killed one step later each time, then let another bot go on.

`python -m tests.kill.steps.kill_child OPERATION TEMPLATE FOLDER STRIDE` works in a folder for each step, or
each so many steps, with a copy of the template and prints the number of the first whose bot lived. A step is
a write or commit of the database, or a request to Discord before and after it was carried out. The simulated
Discord dies with its process, so what it has said is kept in `world.jsonl`: the second bot finds its messages
there.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from bot.local.world import World as Simulated
from bot.settings import Settings
from tests.support.killing import Fuse, first_to_live, lives
from tests.support.table import PATIENCE, Table

SEEN = 20
"""Seconds after which is sent what waited until Discord had told what there is on the server."""
LATER = 3600 + 600
"""Seconds after which the second bot starts; the first one's nudge is due by then, its second is not."""


class World:
    """What Discord has heard, kept in a file. Like Discord, it takes a nonce once and knows old messages."""

    def __init__(self, path: Path, run: str) -> None:
        self._file = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        self._run = run
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        posts = [line["message"] for line in lines if line["kind"] == "post"]
        self._by_nonce = {post["nonce"]: post for post in posts}
        self._by_id = {post["id"]: post for post in posts}
        self.fuse: Fuse | None = None

    def write(self, **line: Any) -> None:
        os.write(self._file, json.dumps({"run": self._run, **line}).encode() + b"\n")

    def burn(self, step: str) -> None:
        if self.fuse is not None:
            self.fuse.burn(step)

    def listen(self) -> None:
        """Stand between the bot and the simulated Discord."""
        request, webhook = FakeHTTPClient.request, FakeWebhookAdapter.request

        async def bot_request(client: Any, route: Any, **given: Any) -> Any:
            name = f"{route.method} {route.path}"
            self.burn(f"before {name}")
            answer = self._known(route, given.get("json") or {})
            if answer is None:
                answer = await request(client, route, **given)
                if name == "POST /channels/{channel_id}/messages":
                    sent = given["json"]
                    self.write(kind="post", message={**answer, "nonce": sent["nonce"]}, body=sent)
            self.burn(f"after {name}")
            return answer

        async def answer_request(adapter: Any, route: Any, *given: Any, **named: Any) -> Any:
            self.burn(f"before {route.method} {route.path}")
            answer = await webhook(adapter, route, *given, **named)
            if route.method == "PATCH":
                self.write(kind="answer", content=(named.get("payload") or {}).get("content"))
            self.burn(f"after {route.method} {route.path}")
            return answer

        FakeHTTPClient.request = bot_request  # type: ignore[method-assign,assignment]
        FakeWebhookAdapter.request = answer_request  # type: ignore[method-assign,assignment]

    def _known(self, route: Any, body: dict[str, Any]) -> Any:
        """The answer to a request about a message of the first bot's."""
        if route.method == "POST" and body.get("nonce") in self._by_nonce:
            self.write(kind="repeat", nonce=body["nonce"])
            return self._by_nonce[body["nonce"]]
        if route.method == "PATCH" and (message := self._by_id.get(route.url.rpartition("/")[2])):
            self.write(kind="edit", nonce=message["nonce"], body=body)
            return {**message, **{key: body[key] for key in ("components",) if key in body}}
        return None


async def act(table: Table, fuse: Fuse) -> None:
    """End a turn: one card is edited, another posted."""
    await table.new("ca-ira")
    await table.camille.slash(table.channel, "levee political", marker="republic")
    fuse.light()
    await table.camille.slash(table.channel, "levee done")


async def new(table: Table, fuse: Fuse) -> None:
    """Begin a campaign."""
    fuse.light()
    await table.camille.slash(table.channel, "campaign new", game="levee", images="never")


async def ring(table: Table, fuse: Fuse) -> None:
    """Ring for a turn that is due."""
    await table.new("ca-ira", clock="none nudge 1h")
    await table.env.advance_time(3600)
    fuse.light()
    await table.sweep()


OPERATIONS: dict[str, Callable[[Table, Fuse], Awaitable[None]]] = {"act": act, "new": new, "ring": ring}


async def first(operation: str, folder: Path, steps: int) -> None:
    """The bot that is killed."""
    world = World(folder / "world.jsonl", "first")
    world.fuse = Fuse(steps, lambda step: world.write(kind="killed", at=step))
    # A death at a read changes nothing.
    world.fuse.listen(reads=False)
    world.listen()
    table = await _open(folder, 0)
    await OPERATIONS[operation](table, world.fuse)
    world.fuse.burn("the end")


async def second(folder: Path) -> None:
    """The bot that goes on: it puts right what is left to be said, then ends a turn."""
    world = World(folder / "world.jsonl", "second")
    world.listen()
    table = await _open(folder, LATER)
    await table.sweep(SEEN)
    running = await table.bot.store.running_in(table.channel.id)
    world.write(kind="recovered", actions=None if running is None else await table.actions())
    if running is None:
        await table.camille.slash(table.channel, "campaign new", game="levee", images="never")
    await table.camille.slash(table.channel, "levee done")
    await table.sweep(SEEN)
    await table.bot.close()


async def _open(folder: Path, seconds: float) -> Table:
    client = discord.Client(intents=discord.Intents(guilds=True))
    env = Simulated(client, check_errors=False, settle_timeout=PATIENCE)
    await env.start()
    table = Table(env, Settings(database=folder / "tocsin.db", sync="always"))
    await env.advance_time(seconds)
    await table.start()
    return table


async def ready(folder: Path) -> None:
    """Start a bot in this process, so that its children find all that is made at first use."""
    table = await _open(folder, 0)
    await table.bot.close()


def main(operation: str, template: Path, root: Path, stride: int) -> None:
    def made(name: str) -> Path:
        folder = root / name
        folder.mkdir(parents=True)
        shutil.copyfile(template, folder / "tocsin.db")
        return folder

    asyncio.run(ready(made("ready")))

    def lived(steps: int) -> bool:
        folder = made(str(steps))
        alive = lives(lambda: asyncio.run(first(operation, folder, steps)), f"{operation} at step {steps}")
        lives(lambda: asyncio.run(second(folder)), f"what follows {operation} at step {steps}")
        return alive

    print(first_to_live(lived, stride))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))
