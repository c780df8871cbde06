"""What a choice says, before it is known how it is typed."""

from __future__ import annotations

from typing import NamedTuple


class Label(NamedTuple):
    """What a choice says."""

    text: str
    reason: str
    tone: str = "secondary"
    chance: str = ""
