"""The last events, as far as the map shows them."""

from __future__ import annotations

from typing import Literal

import msgspec

from data.vendee.schema import Side
from render.battle import End

Manner = Literal["march", "attack", "retreat", "rout", "landing"]


class Move(msgspec.Struct, frozen=True):
    """A stack that went from area to area, in the order of its steps.

    `attack` has crossed swords at its last area; a single area is a battle where the attacker stood
    already. A landing comes from the sea to the last area of its path.
    """

    side: Side
    path: tuple[str, ...]
    manner: Manner = "march"


class Fallen(msgspec.Struct, frozen=True):
    """A general who was lost, or wounded, in an area."""

    side: Side
    general: str
    area: str
    end: End
