"""Values that are stored as one text each, as in states, events and journals."""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class Written(StrEnum):
    """Base of values with parts whose stored form is a text: enumerations that are open.

    msgspec reads and writes enumerations by itself, also as keys, so that nothing else has to know of the
    text. A subclass has at least one member, makes other values with `kept`, and reads them in `read`.
    """

    parts: tuple[str, ...]

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        return cls.read(value) if isinstance(value, str) else None

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The value with a text that is no member's; None if there is none."""
        raise NotImplementedError

    @classmethod
    def kept(cls, text: str, *parts: str) -> Self:
        """A value with a text and its parts."""
        value = str.__new__(cls, text)
        value._name_ = value._value_ = text
        value.parts = parts
        return value
