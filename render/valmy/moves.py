"""The last events, as far as the pictures show them."""

from __future__ import annotations

from typing import Literal

import msgspec

from data.valmy.tables import Side

Manner = Literal["march", "attack", "reaction", "retreat", "exit"]
Deed = Literal["fire", "charge", "counter-charge", "melee", "loss"]


class Move(msgspec.Struct, frozen=True):
    """Counters that went from box to box, in the order of their steps.

    `attack` has crossed swords at its last box; a single box is a battle where the attacker stood already.
    An exit ends beyond the west edge, at `engines.valmy.box.OUT`.
    """

    side: Side
    path: tuple[str, ...]
    manner: Manner = "march"


class Blow(msgspec.Struct, frozen=True):
    """A part of the last exchange in a battle: the units that did or suffered it, and the result."""

    side: Side
    deed: Deed
    who: tuple[str, ...]
    """Units, by whose boxes the battle board shows it; at a loss those that suffered it."""
    text: str = ""
    """The result, beside its arrow: `2 hits`, `drives them off`, `1 step lost for 2`."""
    place: str = ""
    """The box of the board from which it came, where its units are no longer in it."""
