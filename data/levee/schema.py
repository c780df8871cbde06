"""The shape of a *Levée en Masse* pack: `board.toml` and `cards.toml`.

A pack is the contents of the box. All effects of a card are data here; the engine knows how to carry out
each kind of effect but no card by its number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from data.about import About as AnyAbout
from data.schema import Provenance, Text

Army = Literal["britain", "prussia", "austria", "piedmont", "vendee"]
"""The five Armies, each with a track of its own, which bears its name."""
Kit = Literal["spain", "suvorov", "korsakov", "support"]
"""Units of the Expansion Kit, each on the track of one of the five."""
Unit = Army | Kit
Marker = Literal["monarchy", "despotism", "republic"]
Colour = Literal["blue", "white", "red"]
Shape = Literal["start", "round", "square", "paris"]
Border = Literal["red", "orange"]
Roll = Literal["military", "political", "naval", "liberation", "restore-order"]

Part = Literal["military", "political", "social", "special"]
"""A part of a card's text; modifiers and actions are no order."""

ARMIES: tuple[Army, ...] = ("britain", "prussia", "austria", "piedmont", "vendee")
KIT: tuple[Kit, ...] = ("spain", "suvorov", "korsakov", "support")
UNITS: tuple[Unit, ...] = (*ARMIES, *KIT)
PARTS: tuple[Part, ...] = ("military", "political", "social", "special")
MARKERS: tuple[Marker, ...] = ("monarchy", "despotism", "republic")
COLOURS: tuple[Colour, ...] = ("blue", "white", "red")
SEA = "at-sea"
"""The space that is no place on land."""


class Space(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One box of an Army's track (L-2.0-d, L-2.0-e)."""

    id: str
    name: Text
    box: int
    """5 (starting space) down to 1; Paris, box 0, is common to all tracks and not listed."""
    shape: Shape
    border: Border | None = None
    at: tuple[float, float]
    """Longitude and latitude at which the picture sets the space, in degrees."""
    source: dict[str, Provenance]
    """Provenance by field name."""


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An Army, its Battle Value and its way to Paris."""

    army: Army
    name: Text
    """The Army's name in a sentence, without article: `Austrian Army`."""
    short: Text
    """The power's name: `Austria`."""
    letter: str
    """One or two letters that tell the Army apart without colour."""
    battle_value: int
    source: dict[str, Provenance]
    space: list[Space]


class Liberation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Liberation marker (A-17: markers may bear different values)."""

    id: str
    battle_value: int
    set: Literal["kit"] | UnsetType = UNSET
    """The Expansion Kit's own, out of play without it."""
    source: dict[str, Provenance]


class KitUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit of the Expansion Kit; a card says where it enters (X-5)."""

    id: Kit
    track: Army
    """The track that it shares."""
    name: Text
    short: Text
    letter: str
    battle_value: int
    stationary: bool
    """Whether its Battle Value is in brackets: it never moves, and a defeat removes it (X-5.0-b, X-5.0-c)."""
    source: dict[str, Provenance]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`board.toml`: tracks, spaces and Battle Values."""

    paris: tuple[float, float]
    paris_border: Border | None = None
    navy_battle_value: int
    disorder_battle_value: int
    source: dict[str, Provenance]
    liberation: list[Liberation]
    track: list[Track]
    unit: list[KitUnit] | UnsetType = UNSET
    """Units of the Expansion Kit, none in a pack of the base game."""


class March(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order of the military part: `boxes` > 0 advances, < 0 retreats (5.1)."""

    army: Unit
    boxes: int


class Drm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Die Roll Modifier that lives while its card is the Current Event (5.4, 5.5.1).

    A `military` DRM without target is the card's Military DRM, part of the French Army's ±2 (6.1);
    with an army or space it is added outside that limit (A-11). A `political` DRM may name one
    marker.
    """

    roll: Roll
    value: int
    army: Unit | None = None
    space: str | None = None
    marker: Marker | None = None


class Rotate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="rotate"):
    """Turn an Army 180 degrees: it cannot advance into France (5.5.2)."""

    army: Army


class Restore(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="restore"):
    """Turn a rotated Army back to normal (5.5.2)."""

    army: Army


class Remove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="remove"):
    """Take a unit off the map."""

    army: Unit
    last: bool | UnsetType = UNSET
    """Whether it is taken at the last moment only (9.3), when no headline is left to come."""


class Grant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="grant"):
    """Move Liberation markers from out of play to the Holding Box (5.5.3)."""

    markers: int = 1
    marker: str | UnsetType = UNSET
    """The very marker, for the Expansion Kit's, which no other card grants."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="place"):
    """Put a unit of the Expansion Kit into a box of its track, from any place (X-5.0-a, X-5.0-g)."""

    unit: Kit
    box: int


class Napoleon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="napoleon"):
    """Put Napoleon into the Holding Box (X-5.N-a)."""


Special = Rotate | Restore | Remove | Grant | Place | Napoleon


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Headline card (5.0). Its parts are carried out in their order (L-5.0-a)."""

    number: int
    deck: Colour
    set: Literal["kit"] | UnsetType = UNSET
    """A card of the Expansion Kit, with a red number (X-1.0-a)."""
    flag: bool = False
    """French flag behind the number: first or last card of its deck (L-3.0-h)."""
    title: Text
    date: Text
    """The date of the event for readers: `20 June 1789`."""
    text: Text
    """One or two sentences of history, our own words."""
    military: list[March] = []
    political: dict[Marker, int] = {}
    reaction: bool = False
    """`Reaction!` in the political part (5.2)."""
    journee: bool = False
    """A *Journée* in the social part (5.3)."""
    drm: list[Drm] = []
    special: list[Special] = []
    order: list[Part] | UnsetType = UNSET
    """The parts as the card lists them, if that is not military, political, social, special."""
    actions: int
    source: dict[str, Provenance]
    """Provenance by field name, or by a part of a list (`special[0].box`), whose origin is then another;
    `*` stands for every field not named.
    """

    @property
    def parts(self) -> Sequence[Part]:
        """The parts in the order in which they are carried out."""
        return PARTS if self.order is UNSET else self.order


class About(AnyAbout, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`pack.toml`: the description of the pack."""

    title: Literal["levee"]


class Pack(msgspec.Struct, frozen=True):
    """A whole pack, checked."""

    about: About
    board: Board
    cards: list[Card]
    digest: str
    """SHA-256, canonical JSON, of all that the rules read: a record names the pack by it."""
