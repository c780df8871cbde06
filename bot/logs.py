"""The log: as text for people, or a JSON object a line, with what each line is about."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Literal

import msgspec

TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"

_subject: ContextVar[Mapping[str, int]] = ContextVar("subject", default={})  # noqa: B039 - never changed


def about(**ids: int | None) -> None:
    """Note what the rest of the present task is about, beside what was noted before."""
    _subject.set(_with(ids))


def about_nothing() -> None:
    """Forget whose task this one was begun by."""
    _subject.set({})


@contextmanager
def within(**ids: int | None) -> Iterator[None]:
    """Note what a block is about."""
    token = _subject.set(_with(ids))
    try:
        yield
    finally:
        _subject.reset(token)


def _with(ids: Mapping[str, int | None]) -> Mapping[str, int]:
    return {**_subject.get(), **{name: id for name, id in ids.items() if id is not None}}


class JsonFormatter(logging.Formatter):
    """A line as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger, message; campaign, guild and interaction if known; a traceback as `error`."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **_subject.get(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def begin(level: str, form: Literal["text", "json"]) -> None:
    """Log to standard error from now on."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if form == "json" else logging.Formatter(TEXT))
    logging.basicConfig(level=level.upper(), handlers=[handler])
