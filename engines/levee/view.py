"""What France may know, which is all there is: the game has no secret but the order of the deck."""

from __future__ import annotations

from typing import Literal

import msgspec

from data.levee.schema import Border, Colour, Marker, Shape


class DeckView(msgspec.Struct, frozen=True):
    """The Draw Pile: its colour and how many cards are left in it."""

    colour: Colour
    left: int


class ArmyView(msgspec.Struct, frozen=True):
    """One Army. `box`, `space` and `shape` are None when it is off the map."""

    box: int | None
    space: str | None
    """Id of the space: `brussels`, `paris`."""
    shape: Shape | None
    border: Border | None
    rotated: bool
    battle_value: int


class LiberatedView(msgspec.Struct, frozen=True):
    """A space with a Liberation marker."""

    box: int
    battle_value: int


class LiberationView(msgspec.Struct, frozen=True):
    """Where the Liberation markers are."""

    out_of_play: int
    holding: int
    spent: int
    """Markers given up for good for a levée en masse (10.1)."""
    spaces: dict[str, LiberatedView]


class View(msgspec.Struct, frozen=True):
    """The public view; the only seat's view is the same."""

    turn: int
    phase: Literal["actions", "emergency", "over"]
    headline: str
    """Number of the Current Event, as text."""
    headline_title: str
    actions_left: int
    actions_given: int
    """Actions that the Current Event gave this turn."""
    deck: DeckView
    tracks: dict[Marker, int]
    reigning: Marker | None
    french_army: int
    disorder: bool
    armies: dict[str, ArmyView]
    liberation: LiberationView
    options: dict[str, bool]
    paris_fell: bool
    score: int | None
    """Victory Points that this position would come to; None where none are counted."""
    level: str
    """The result that they would be, in words."""
