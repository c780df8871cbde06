"""The last events, as far as the picture shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

Manner = Literal["march", "battle"]


class Move(msgspec.Struct, frozen=True):
    """An army or the King that went from region to region; for a battle, its region."""

    side: str
    """`revolutionary`, `allied` or `catholic`."""
    path: tuple[str, ...]
    """Regions by id, the last is the end; a single one: it came from off the map."""
    manner: Manner = "march"


class Change(msgspec.Struct, frozen=True):
    """A region with a new holder, or a new or ended revolt: it is ringed."""

    region: str


class Vote(msgspec.Struct, frozen=True):
    """The deputies' vote, now public."""

    title: str
    """The subject of the vote."""
    cast: tuple[tuple[str, bool | None], ...]
    """The vote of each Current; None: it abstained. Pictures are cached by it, so it is a tuple."""
    yes: int
    no: int
    result: str
    """The result: `carried`, say, or `guilty`."""
    held: tuple[tuple[str, int], ...] = ()
    """The number of deputies with which each Current voted; none: as many as it has now."""

    def sitting(self, now: Mapping[str, int]) -> Mapping[str, int]:
        """The deputies who voted, by Current."""
        return dict(self.held) or now


Shown = Move | Change | Vote
