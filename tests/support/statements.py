"""Hear the statements that reach a database, also one that was open before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event

from bot.store.often import Often

Listener = Callable[[str, Any], object]
"""Is told a statement and its values."""

_listeners: list[Listener] = []


@contextmanager
def heard(listener: Listener) -> Iterator[None]:
    """Tell somebody each statement of the block."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def listen(listener: Callable[[Connection, str, Any], object]) -> None:
    """Tell somebody each statement from now on, also those that go to the driver by themselves."""

    @event.listens_for(Engine, "before_cursor_execute")
    def executed(connection: Connection, _: Any, statement: str, values: Any, *__: Any) -> None:
        listener(connection, statement, values)

    def telling(run: Callable[..., Any]) -> Callable[..., Any]:
        def ran(self: Often, connection: Connection, values: Mapping[str, Any]) -> Any:
            form = self.form(connection)
            listener(connection, form.text, form.stored(values))
            return run(self, connection, values)

        return ran

    for name in ("rows", "write"):
        setattr(Often, name, telling(getattr(Often, name)))


def _tell(_: Connection, statement: str, values: Any) -> None:
    for listener in _listeners:
        listener(statement, values)


# From the beginning: a connection looks once, when it is made, whether anybody listens at all.
listen(_tell)
