"""The view of France, which is everything: the game has no secret but the order of the deck."""

from __future__ import annotations

from typing import Literal

import msgspec

from data.levee.schema import Border, Colour, Marker, Shape


class DeckView(msgspec.Struct, frozen=True):
    """The Draw Pile: its colour, None where it is mixed, and how many cards are left in it."""

    colour: Colour | None
    left: int
    colours: dict[Colour, int] = {}
    """The number of cards of each colour still to come, including those of later decks."""


class ArmyView(msgspec.Struct, frozen=True):
    """One Army. `box`, `space` and `shape` are None when it is off the map."""

    box: int | None
    space: str | None
    """Id of the space: `brussels`, `paris`."""
    shape: Shape | None
    border: Border | None
    rotated: bool
    battle_value: int
    stationary: bool = False
    condition: int = 0
    """1 for Disorganized, 2 for Routed (10.6)."""
    napoleon: bool = False
    """Whether Napoleon fights it."""


class PendingView(msgspec.Struct, frozen=True):
    """An attack whose die waits for an answer (10.4, 10.5)."""

    army: str
    face: int
    total: int
    needed: int
    success: bool


class LiberatedView(msgspec.Struct, frozen=True):
    """A space with a Liberation marker."""

    box: int
    battle_value: int


class LiberationView(msgspec.Struct, frozen=True):
    """The places of the Liberation markers."""

    out_of_play: int
    holding: int
    spent: int
    """Markers given up for good for a levée en masse (10.1)."""
    spaces: dict[str, LiberatedView]


class View(msgspec.Struct, frozen=True):
    """The public view; the only seat's view is the same."""

    turn: int
    phase: Literal["actions", "emergency", "die", "over"]
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
    """Victory Points for this position; None where none are counted."""
    level: str
    """The result for these points, in words."""
    kit: bool = False
    """Whether the Expansion Kit is in play."""
    era: Colour = "blue"
    """Colour of the Current Event."""
    napoleon: str = "out"
    """`out`, `holding`, or the Army that he is with."""
    pending: PendingView | None = None
    extra: int = 0
    """Attacks inside France bought with Disorder (10.5)."""
    reserves: bool = False
    """Whether an attack can be rolled again this turn (10.4)."""
