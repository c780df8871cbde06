"""All that the bot told a simulated Discord, as its readers read it, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import discord
from simcord import Env, InteractionResult

TONGUES = {
    "en": {"the", "you", "your", "is", "are", "and", "of", "or", "to", "this", "not", "with", "for", "from"},
    "fr": {"le", "la", "les", "vous", "votre", "est", "et", "ou", "une", "pour", "dans", "avec", "du", "sur"},
}
"""Words that make up a good part of every text in a language, as they are within a sentence."""
_NO_WORDS = re.compile(r"```.*?```|`[^`]*`|<[^>]+>|https?://\S+|\*\*[^*]+\*\*|“[^”]*”|«[^»]*»", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]+")


class Told(NamedTuple):
    """One text: when, where or to whom, what it says, what can be pressed, and whether it is an edit."""

    moment: datetime
    where: str
    to: int | None
    """The person who alone reads it; None for what everybody reads."""
    says: str
    controls: list[str]
    edit: bool
    pings: list[str]

    @property
    def at(self) -> str:
        """When it was told."""
        return f"{self.moment:%a %d %b %H:%M}"

    def __str__(self) -> str:
        notes = [self.at, self.where, *(["edited"] if self.edit else []), *self.pings]
        pressed = [f"    [{']  ['.join(self.controls)}]"] if self.controls else []
        return "\n".join([" · ".join(notes), *(f"    {line}" for line in self.says.splitlines()), *pressed])


class Transcript:
    """Keeps what was told, in order.

    :ivar told: all texts so far; an edit that changes nothing is left out.
    """

    def __init__(self, env: Env) -> None:
        self._env = env
        self._seen = 0
        self._last: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._lines: list[str] = []
        self.told: list[Told] = []

    def note(self, line: str) -> None:
        """Write down what somebody does."""
        self.look()
        self._lines.append(f"\n>>> {self._now} {line}")

    def look(self) -> None:
        """Take in what was posted and edited in channels since the last look."""
        new, self._seen = self._env.http_requests[self._seen :], len(self._env.http_requests)
        for entry in new:
            found = re.fullmatch(r"/channels/(\d+)/messages(/\d+)?", entry.path)
            if found and entry.method in ("POST", "PATCH") and isinstance(entry.json, dict):
                channel = self._env.backend.channels.get(int(found[1]))
                private = channel is not None and channel.type == discord.ChannelType.private.value
                to = next(iter({*channel.recipient_ids}), None) if channel is not None and private else None
                where = f"to {self.name(to)}" if to else f"#{getattr(channel, 'name', 'gone')}"
                self._keep(where, to, entry.json, entry.path if found[2] else "")

    def answered(self, actor: Any, result: InteractionResult) -> None:
        """Take in what a person was answered, and what was posted meanwhile."""
        for message in (result.response, *result.followups):
            if message is not None:
                shown = message.message
                body = {"content": shown.content, "components": [each.to_dict() for each in shown.components]}
                to = actor.id if message.ephemeral else None
                where = f"to {self.name(actor.id)}" if to else "answer to all"
                self._keep(where, to, body, "")
        self.look()

    @property
    def _now(self) -> str:
        return f"{self._env.now():%a %d %b %H:%M}"

    def name(self, user_id: int | None) -> str:
        user = self._env.backend.users.get(user_id or 0)
        return "nobody" if user is None else str(user.global_name or user.name)

    def _keep(self, where: str, to: int | None, body: dict[str, Any], key: str) -> None:
        says, pressed = "\n".join(said(body)), list(labels(body))
        if key:
            if self._last.get(key) == (says, tuple(pressed)):
                return
            self._last[key] = (says, tuple(pressed))
        mentions = body.get("allowed_mentions") or {}
        pings = [f"pings {self.name(int(user))}" for user in mentions.get("users", [])]
        pings += ["pings a role" for _role in mentions.get("roles", [])]
        text = Told(self._env.now(), where, to, says, pressed, bool(key), pings)
        self.told.append(text)
        self._lines.append(str(text))

    def write(self, path: Path) -> None:
        """Write everything down, to be read."""
        path.write_text("\n".join(self._lines) + "\n", encoding="utf-8")


def said(part: Any) -> Iterator[str]:
    """What a message says, pictures by their descriptions."""
    match part:
        case dict():
            if isinstance(part.get("content"), str) and part["content"]:
                yield part["content"]
            if part.get("description") and "media" in part:
                yield f"({part['description']})"
            for key in ("components", "items", "accessory"):
                yield from said(part.get(key))
        case list():
            for each in part:
                yield from said(each)


def labels(part: Any) -> Iterator[str]:
    """What can be pressed on a message: labels of buttons, and of options with what stands before them."""
    match part:
        case dict():
            if isinstance(part.get("label"), str) and ("custom_id" in part or "url" in part):
                yield part["label"]
            if part.get("options"):
                options = " | ".join(str(option["label"]) for option in part["options"])
                yield f"{part.get('placeholder') or ''}: {options}"
            for key in ("components", "accessory"):
                yield from labels(part.get(key))
        case list():
            for each in part:
                yield from labels(each)


def foreign(text: str, language: str) -> list[str]:
    """The lines of a text that are in the other language; a name in it does not make them so."""
    (other,) = TONGUES.keys() - {language}
    return [line for line in text.splitlines() if _count(line, other) > max(1, _count(line, language))]


def _count(line: str, language: str) -> int:
    return sum(word in TONGUES[language] for word in _WORD.findall(_NO_WORDS.sub(" ", line)))
