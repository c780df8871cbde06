"""The words of a choice, before its notation is known."""

from __future__ import annotations

from typing import NamedTuple

from data.catalogue import N_


class Label(NamedTuple):
    """The words of a choice."""

    text: str
    reason: str
    tone: str = "secondary"
    chance: str = ""


class Fixed(NamedTuple):
    """The words of a choice that never change, in any language."""

    text: N_
    reason: N_
    tone: str = "secondary"

    def label(self) -> Label:
        """The same in the current language."""
        return Label(str(self.text), str(self.reason), self.tone)
