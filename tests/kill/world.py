"""A Discord that outlives the bot: what it has heard is in a file, and it takes a nonce once."""

from __future__ import annotations

import json
import os
import random
import re
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sqlalchemy import Engine, event

from tests.support.statements import listen

_ID = re.compile(r"\d{5,}")
_HASH = re.compile(r"\b[0-9a-f]{64}\b")


def _plain(text: str) -> str:
    """What a text says but for what is made up anew."""
    return _ID.sub("#", _HASH.sub("#", text))


class Fuse:
    """Kills this process at the n-th of one kind of step: statement, commit or request."""

    def __init__(self, kind: str = "", left: int = 0) -> None:
        self._kind = kind
        self._left = left
        self.lit = False
        self.burnt: Counter[str] = Counter()

    @classmethod
    def drawn(cls, rng: random.Random, burnt: Counter[str], parts: int) -> Fuse:
        """A fuse that goes off somewhere in a part of what is to be done, or just after it.

        :param burnt: what a whole run burns.
        """
        kind = rng.choice(("statement", "commit", "request"))
        return cls(kind, rng.randint(1, burnt[kind] // parts + 2))

    def burn(self, kind: str) -> None:
        if not self.lit:
            return
        self.burnt[kind] += 1
        if kind == self._kind and self.burnt[kind] == self._left:
            os.kill(os.getpid(), signal.SIGKILL)

    def listen(self) -> None:
        """Burn at each statement, and before each commit."""
        listen(lambda *_: self.burn("statement"))
        event.listen(Engine, "commit", lambda _: self.burn("commit"))


class World:
    """Discord as the outbox sees it, with the one server, channel and people of a campaign."""

    def __init__(self, folder: Path, fuse: Fuse) -> None:
        path = folder / "world.jsonl"
        self._file = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        self.fuse = fuse
        self.lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        self._by_nonce = {line["nonce"]: line["id"] for line in self.lines if line["kind"] == "post"}
        self.gone = any(line["kind"] == "gone" for line in self.lines)

    def write(self, **line: Any) -> None:
        """Remember something, whatever happens to this process."""
        os.write(self._file, json.dumps(line).encode() + b"\n")
        self.lines.append(line)

    def done(self) -> int:
        """Steps of the scenario that were finished."""
        return sum(line["kind"] == "done" for line in self.lines)

    def say(self, place: str, nonce: str, text: str) -> Any:
        self.fuse.burn("request")
        if nonce in self._by_nonce:
            self.write(kind="repeat", nonce=nonce)
        else:
            self._by_nonce[nonce] = 10_000 + len(self._by_nonce)
            self.write(kind="post", place=place, nonce=nonce, id=self._by_nonce[nonce], text=text)
        self.fuse.burn("request")
        return SimpleNamespace(id=self._by_nonce[nonce], channel=SimpleNamespace(id=1))

    def edit(self, message_id: int, text: str) -> None:
        self.fuse.burn("request")
        self.write(kind="edit", id=message_id, text=text)
        self.fuse.burn("request")

    def delete(self, message_id: int) -> None:
        self.fuse.burn("request")
        self.write(kind="delete", id=message_id)
        self.fuse.burn("request")

    def heard(self) -> dict[str, Any]:
        """What people see in the end: cards by chapter, the oldest first, as they stand, and the rest."""
        texts = {
            line["id"]: _ID.sub("#", _HASH.sub("#", line["text"])) for line in self.lines if "text" in line
        }
        posts = [line for line in self.lines if line["kind"] == "post"]
        cards = [(line["nonce"].rpartition("-")[0], texts[line["id"]]) for line in posts if _card(line)]
        others = Counter(f"{line['place']}: {texts[line['id']]}" for line in posts if not _card(line))
        return {"cards": sorted(cards, key=lambda card: card[0]), "others": sorted(others.items())}

    # What the bot's parts ask of discord.py's client.

    def get_partial_messageable(self, channel_id: int, *, guild_id: int) -> Any:
        return Channel(self, channel_id)

    def get_user(self, user_id: int) -> Any:
        return User(self, user_id)

    def get_guild(self, guild_id: int) -> Any:
        bots, moderators = _role(1, managed=True), _role(2, managed=False)
        us = SimpleNamespace(roles=[bots])
        return SimpleNamespace(
            id=guild_id,
            unavailable=False,
            name="The Convention",
            owner_id=80_009,
            me=us,
            roles=[bots, moderators],
            preferred_locale="en-US",
        )

    def is_ready(self) -> bool:
        return True


class Channel:
    """Where messages are posted, and found again."""

    def __init__(self, world: World, channel_id: int) -> None:
        self._world = world
        self.id = channel_id

    async def send(self, content: str = "", *, nonce: str, view: Any = None, **_: Any) -> Any:
        return self._world.say("channel", nonce, content or said(view))

    def get_partial_message(self, message_id: int) -> Any:
        async def edit(*, view: Any = None, **_: Any) -> None:
            self._world.edit(message_id, said(view))

        async def delete() -> None:
            self._world.delete(message_id)

        return SimpleNamespace(id=message_id, edit=edit, delete=delete)


class User:
    """Somebody who takes direct messages."""

    def __init__(self, world: World, user_id: int) -> None:
        self._world = world
        self.id = user_id

    async def send(self, content: str, *, nonce: str, **_: Any) -> Any:
        return self._world.say(f"user {self.id}", nonce, content)


def _role(role_id: int, *, managed: bool) -> Any:
    permissions = SimpleNamespace(manage_channels=True, administrator=False)
    return SimpleNamespace(id=role_id, managed=managed, permissions=permissions)


def said(view: Any) -> str:
    """All text of a view."""
    return "" if view is None else "\n".join(_texts(view.to_components()))


def _texts(components: Any) -> Iterator[str]:
    for component in components:
        if "content" in component:
            yield component["content"]
        yield from _texts(component.get("components", ()))


def _card(line: dict[str, Any]) -> bool:
    return re.fullmatch(r"\d+-\d+-\d+", line["nonce"]) is not None
