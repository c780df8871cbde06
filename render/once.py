"""Results that are made once and used for many pictures: of a pack, or in a language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from operator import is_
from typing import Any, Generic, ParamSpec, TypeVar

from data.catalogue import spoken
from render.errors import RenderError

P = ParamSpec("P")
R = TypeVar("R")


_room: ContextVar[bool] = ContextVar("room", default=True)


class RoomNeeded(RenderError):
    """The base of a picture has to be made again, and the caller has not granted room for it."""


@contextmanager
def room(*, granted: bool) -> Iterator[None]:
    """Draw with room for `large` results, or without."""
    before = _room.set(granted)
    try:
        yield
    finally:
        _room.reset(before)


_forget: list[Callable[[], None]] = []
"""Functions that clear all caches of this module."""


class Kept(Generic[P, R]):
    """A function whose results are kept as by `lru_cache`, and by the current language too."""

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
    """Keep `most` results that have no words in them, and are large together."""

    def decorated(make: Callable[P, R]) -> Callable[P, R]:
        kept = lru_cache(most)(make)
        _forget.append(kept.cache_clear)
        made: Callable[..., R] = kept
        return made

    return decorated


def told_once(most: int) -> Callable[[Callable[P, R]], Kept[P, R]]:
    """Keep `most` results that have words in them."""
    return lambda make: Kept(make, most)


def large(most: int) -> Callable[[Callable[P, R]], Kept[P, R]]:
    """Keep `most` results that take much memory, above all while they are made.

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
    """Clear all caches, when no picture is drawn for a while."""
    for clear in _forget:
        clear()


def once(make: Callable[P, R]) -> Callable[P, R]:
    """A function that caches the last result of another, as long as its arguments are the same objects.

    Comparing packs by their contents would take longer than making most results again.
    """
    # One tuple that is replaced as a whole, because pictures are drawn in several threads.
    last: tuple[tuple[object, ...], R] | None = None

    @wraps(make)
    def made(*args: P.args, **named: P.kwargs) -> R:
        nonlocal last
        known, asked = last, (*args, *named, *named.values())
        if known is None or len(known[0]) != len(asked) or not all(map(is_, known[0], asked)):
            known = last = (asked, make(*args, **named))
        return known[1]

    return made
