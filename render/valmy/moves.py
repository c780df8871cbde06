"""What happened last, as far as the map shows it."""

from __future__ import annotations

from typing import Literal

import msgspec

from data.valmy.tables import Side

Manner = Literal["march", "attack", "reaction", "retreat", "exit"]


class Move(msgspec.Struct, frozen=True):
    """Counters that went from box to box, in the order of their steps.

    `attack` has crossed swords at its last box; one box alone is a battle where the attacker stood already.
    An exit ends beyond the west edge, at `engines.valmy.box.OUT`.
    """

    side: Side
    path: tuple[str, ...]
    manner: Manner = "march"
