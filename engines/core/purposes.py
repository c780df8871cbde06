"""Purposes of rolls: values that journals and events store as one text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Self

from engines.core.written import Written


def leads(*forms: str) -> dict[str, str]:
    """The text before the subject by kind, of forms such as `recovery of {}`; the first word is the kind."""
    return {form.split()[0]: form.removesuffix("{}") for form in forms}


class Purpose(Written):
    """The purpose of a roll: its kind, and a subject, such as a unit or a side, if the kind has one.

    Stored as `recovery of stofflet`; one without a subject is stored as its kind.
    """

    def __new__(cls, text: str) -> Self:
        return cls.read(text)

    @classmethod
    def leads(cls) -> Mapping[str, str]:
        """The kinds of the game that have a subject, with the text before it."""
        raise NotImplementedError

    @property
    def kind(self) -> str:
        """The kind, which is the first word where there is a subject."""
        return self.parts[0]

    @property
    def subject(self) -> str:
        """The id of the subject; empty if there is none."""
        return self.parts[1]

    @classmethod
    @lru_cache(maxsize=1024)
    def of(cls, kind: str, subject: str) -> Self:
        """The purpose with a kind that has a subject."""
        return cls.kept(f"{cls.leads()[kind]}{subject}", kind, subject)

    @classmethod
    def read(cls, text: str) -> Self:
        kind = text.partition(" ")[0]
        lead = cls.leads().get(kind)
        if lead is None or not text.startswith(lead):
            return cls.kept(text, text, "")
        return cls.kept(text, kind, text.removeprefix(lead))
