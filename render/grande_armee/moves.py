"""The last events, as far as the pictures show them."""

from __future__ import annotations

from typing import Literal

import msgspec

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side

Manner = Literal["march", "forced", "retreat", "advance", "attack", "planned", "rolled", "ordered", "aimed"]
AHEAD: frozenset[Manner] = frozenset(("planned", "rolled", "ordered", "aimed"))
"""Still to be made: a turn's march, one with a roll, one of several turns, and an attack."""
FIGHTS: frozenset[Manner] = frozenset(("attack", "aimed"))
"""Swords instead of arrows."""


class Move(msgspec.Struct, frozen=True):
    """Units that went from hex to hex; an attack goes from their hex into the one that it is aimed at."""

    side: Side
    path: tuple[Hex, ...]
    manner: Manner = "march"
