"""The last events, as far as the pictures show them."""

from __future__ import annotations

from typing import Literal

import msgspec

from data.grande_armee.schema import Side
from data.hexes import Hex

Manner = Literal["march", "forced", "retreat", "advance", "attack", "planned", "rolled", "ordered"]
AHEAD: frozenset[Manner] = frozenset(("planned", "rolled", "ordered"))
"""Marches still to be made: one turn's, one with a roll, and one of several turns."""


class Move(msgspec.Struct, frozen=True):
    """Units that went from hex to hex; an attack goes from their hex into the one that it is aimed at."""

    side: Side
    path: tuple[Hex, ...]
    manner: Manner = "march"
