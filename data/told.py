"""Translated data: a copy with other texts, and nothing else changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from types import UnionType
from typing import Annotated, Any, TypeAlias, TypeVar, Union, cast, get_args, get_origin

import msgspec

from data.catalogue import translation
from data.language import Language
from data.schema import Text

T = TypeVar("T", bound=msgspec.Struct)
Change: TypeAlias = Callable[[str], str]


def told(entry: T) -> T:
    """A pack, a lesson or a part of one in the current language.

    A text that the catalogue lacks, as of another author's pack, stays as it is.
    """
    language = translation()
    return entry if language is None else cast(T, _told(_Same(entry), language))


class _Same:
    """A value compared by identity: its contents take long to compare, and have no hash."""

    __slots__ = ("it",)

    def __init__(self, it: msgspec.Struct) -> None:
        self.it = it

    def __hash__(self) -> int:
        return id(self.it)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.it is other.it


@lru_cache(maxsize=32)
def _told(entry: _Same, language: Language) -> msgspec.Struct:
    return changed(entry.it, lambda text: language.gettext(text) if text else text)


def changed(entry: T, change: Change) -> T:
    """The entry with each field changed that its type declares as `Text`."""
    made = _changer(type(entry))
    return entry if made is None else made(entry, change)


@cache
def _changer(type_: Any) -> Callable[[Any, Change], Any] | None:
    """The function that changes texts in a value of that type; None where it has none."""
    if type_ == Text:
        return lambda text, change: change(text)
    if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
        parts = {part.name: made for part in msgspec.structs.fields(type_) if (made := _changer(part.type))}
        return _struct(parts) if parts else None
    origin, inner = get_origin(type_), get_args(type_)
    if origin is Annotated:
        return _changer(inner[0])
    if origin is list and (one := _changer(inner[0])):
        return lambda entries, change: [one(entry, change) for entry in entries]
    if origin is dict and (value := _changer(inner[1])):
        return lambda entries, change: {key: value(entry, change) for key, entry in entries.items()}
    if origin in (Union, UnionType) and (some := next(filter(None, map(_changer, inner)), None)):
        return lambda entry, change: some(entry, change) if entry else entry
    return None


def _struct(parts: dict[str, Callable[[Any, Change], Any]]) -> Callable[[Any, Change], Any]:
    def made(entry: Any, change: Change) -> Any:
        return msgspec.structs.replace(
            entry, **{name: part(getattr(entry, name), change) for name, part in parts.items()}
        )

    return made
