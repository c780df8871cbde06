"""What is made once, as picture after picture is drawn from it: of a pack, or in a language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, Generic, ParamSpec, TypeVar

from data.catalogue import spoken
from render.errors import RenderError

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")


_room: ContextVar[bool] = ContextVar("room", default=True)


class RoomNeeded(RenderError):
    """What a picture stands on has to be made anew, and there may be no room for that yet."""


@contextmanager
def room(*, granted: bool) -> Iterator[None]:
    """Draw with room for what is `large`, or without."""
    before = _room.set(granted)
    try:
        yield
    finally:
        _room.reset(before)


_forget: list[Callable[[], None]] = []
"""What clears everything that is kept here."""


class Kept(Generic[P, R]):
    """A function whose results are kept as `lru_cache` does, by the language that was spoken, too."""

    def __init__(self, make: Callable[P, R], most: int) -> None:
        def told(_language: str, *args: Any, **named: Any) -> R:
            return make(*args, **named)

        kept = lru_cache(most)(told)
        self._kept: Callable[..., R] = kept
        self.cache_info = kept.cache_info
        _forget.append(kept.cache_clear)

    def __call__(self, *args: P.args, **named: P.kwargs) -> R:
        return self._kept(spoken(), *args, **named)


def cached(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep so many of what has no words in it, and is large together."""

    def decorated(make: Callable[P, R]) -> Callable[P, R]:
        kept = lru_cache(most)(make)
        _forget.append(kept.cache_clear)
        made: Callable[..., R] = kept
        return made

    return decorated


def told_once(most: int) -> Callable[[Callable[P, R]], Kept[P, R]]:
    """Keep so many of what has words in it."""
    return lambda make: Kept(make, most)


def large(most: int) -> Callable[[Callable[P, R]], Kept[P, R]]:
    """Keep so many of what takes much memory, above all while it is made.

    :raises RoomNeeded: one has to be made, and no room was granted.
    """

    def decorated(make: Callable[P, R]) -> Kept[P, R]:
        @wraps(make)
        def made(*args: P.args, **named: P.kwargs) -> R:
            if not _room.get():
                raise RoomNeeded("There is no room yet for what this picture stands on")
            return make(*args, **named)

        return Kept(made, most)

    return decorated


def forget() -> None:
    """Keep nothing of what was made, where nothing is drawn for a while."""
    for clear in _forget:
        clear()


def once(make: Callable[[T], R]) -> Callable[[T], R]:
    """The same function, which gives again what it made as long as it is asked of the same object.

    Packs can't be told apart by their contents in less time than most things take to be made of them.
    """
    # One tuple that is replaced as a whole, as pictures are drawn in several threads.
    last: tuple[T, R] | None = None

    def made(thing: T) -> R:
        nonlocal last
        known = last
        if known is None or known[0] is not thing:
            known = last = (thing, make(thing))
        return known[1]

    return made
