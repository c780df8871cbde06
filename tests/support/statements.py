"""Hear the statements that reach a database, also one that was open before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event

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


# From the beginning: a connection looks once, when it is made, whether anybody listens at all.
@event.listens_for(Engine, "before_cursor_execute")
def _tell(_: Connection, __: Any, statement: str, values: Any, *___: Any) -> None:
    for listener in _listeners:
        listener(statement, values)
