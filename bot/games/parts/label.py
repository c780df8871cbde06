"""What a choice says, before it is known how it is typed."""

from __future__ import annotations

from typing import NamedTuple

from data.catalogue import N_


class Label(NamedTuple):
    """What a choice says."""

    text: str
    reason: str
    tone: str = "secondary"
    chance: str = ""


class Fixed(NamedTuple):
    """What a choice says whenever it is offered, in whatever language."""

    text: N_
    reason: N_
    tone: str = "secondary"

    def label(self) -> Label:
        """The same in the language that is spoken."""
        return Label(str(self.text), str(self.reason), self.tone)
