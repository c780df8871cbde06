"""What happened last, as far as the picture shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

Manner = Literal["march", "battle"]


class Move(msgspec.Struct, frozen=True):
    """Somebody or something went from region to region; of a battle, where it was fought."""

    side: str
    """`revolutionary`, `allied` or `catholic`."""
    path: tuple[str, ...]
    """Regions by id, the last where it ended; one alone: it came from off the map."""
    manner: Manner = "march"


class Change(msgspec.Struct, frozen=True):
    """A region that came into other hands, or rose, or was calmed: it is ringed."""

    region: str


class Vote(msgspec.Struct, frozen=True):
    """How the deputies voted, as all may know now."""

    title: str
    """What they voted on."""
    cast: tuple[tuple[str, bool | None], ...]
    """By Current; None: it abstained. In pairs, because pictures are kept by what they show."""
    yes: int
    no: int
    result: str
    """What it came to: `carried`, say, or `guilty`."""
    held: tuple[tuple[str, int], ...] = ()
    """With how many deputies each Current voted; none: with as many as it has now."""

    def sitting(self, now: Mapping[str, int]) -> Mapping[str, int]:
        """The deputies who voted, by Current."""
        return dict(self.held) or now


Shown = Move | Change | Vote
