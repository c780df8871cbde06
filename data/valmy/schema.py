"""The shape of a pack of *The Valmy Campaign*: the map, the counters and the start of a game.

The tables of the rulebook have a module of their own, `data/valmy/tables.py`.
"""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from data.about import About as AnyAbout
from data.schema import Provenance, Text
from data.valmy.tables import Arm, Side, Tables

Army = Literal["adn", "adc", "allied"]
"""Armée du Nord, Armée du Centre and the Allies, who are one army (Y-2.1-b)."""
Position = Literal["S", "M", "F"]
Road = Literal["great-road", "road", "track"]
Rank = Literal[1, 2, 3]
Nation = Literal["french", "prussian", "austrian"]

SIDES: tuple[Side, ...] = get_args(Side)
ARMIES: tuple[Army, ...] = get_args(Army)
SIDE: dict[Army, Side] = {"adn": "french", "adc": "french", "allied": "allied"}
FLAG: dict[Side, Nation] = {"french": "french", "allied": "prussian"}

Place = tuple[float, float]
"""Longitude and latitude in degrees."""
MAP: Place = (1552.0, 1460.0)
"""Width and height of the map in the units of `Box.drawn`."""


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A box of the map (Y-2.2-a)."""

    id: str
    name: Text
    short: Text = ""
    """The text on the map where the name is too long; empty where it is not."""
    about: Text
    """The history of the place, for players who look it up; no rule reads it."""
    city: Side | None = None
    """The side that controls the city at the start; None if the box is no city (Y-11.2-e, f)."""
    base: Army | None = None
    """The army whose logistical base it is (Y-10.2-f)."""
    exit: bool = False
    """Whether the box is on the west edge (Y-11.1.1-b)."""
    gap: int | None = None
    """Number of the pass of the Argonne, from the south; drawn only."""
    at: Place
    drawn: Place | None = None
    """The middle of the box on the map, which is stretched so that all boxes have room, from its upper left
    corner (`MAP`). A board has it for all its boxes, or for none, which stand at their true places then.
    """
    source: dict[str, Provenance]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`board.toml`: boxes from north to south by country."""

    box: list[Box]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A communications line between two boxes, passable both ways (Y-2.2-a)."""

    between: list[str]
    cost: int
    """Movement points, paid on entering either box (Y-7.1.6-a)."""
    road: Road
    defile: bool = False
    """Through forest, a defile or a bad crossing: shown and drawn; the cost includes it already."""
    source: dict[str, Provenance] = {}


class Lines(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`lines.toml`; `source` covers the fields of a line that have no source of their own."""

    source: dict[str, Provenance]
    line: list[Line]


class River(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A river, drawn only: bridges are everywhere that a line crosses it."""

    id: str
    name: Text
    course: list[list[Place]]
    """The stretches of the river, each from end to end."""
    source: dict[str, Provenance]


class Forest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A forest, drawn only: the lines through it have its cost."""

    id: str
    name: Text
    outline: list[Place]
    source: dict[str, Provenance]


class Country(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`country.toml`: the country under the boxes of the map."""

    river: list[River]
    forest: list[Forest]


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A command: whose Leaders of rank 1 and 2 lead its units and no others (Y-2.1-g, h)."""

    id: str
    army: Army
    name: Text
    """The name for sentences: `Leveneur's division`."""
    short: Text
    """The name as on the counters."""
    colour: str
    """The colour of the band on its counters."""
    nation: Nation | None = None
    """The nation whose flag its counters fly; None: the first nation of its side."""
    exits: bool = False
    """One of those of which three must leave with Brunswick (Y-11.1.1-b)."""
    source: dict[str, Provenance]


class Ratings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A face of a Leader counter (Y-2.1-e)."""

    offence: int
    command: int
    defence: int
    initiative: int


class Leader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Leader; his replacement has the same rank and command (Y-9.5.2-b)."""

    id: str
    name: Text
    command: str
    rank: Rank
    face: Ratings
    replacement: Ratings
    force: str
    """The force with which he starts or arrives."""
    life: Text
    """One or two sentences of history, our own words."""
    source: dict[str, Provenance]


class Leaders(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`leaders.toml`."""

    command: list[Command]
    leader: list[Leader]


class Reduced(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The back of a counter of two steps (Y-10.0-a)."""

    strength: int
    morale: int


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The common data of the counters of one kind of troops (Y-2.1-c)."""

    id: str
    name: Text
    arm: Arm
    position: Position
    strength: int
    morale: int
    reduced: Reduced | None = None
    """The face after a step is lost; None for a unit of one step."""
    source: dict[str, Provenance]


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit counter."""

    id: str
    name: Text
    kind: str
    command: str
    force: str
    """The force with which it starts or arrives."""
    source: dict[str, Provenance] = {}


class Units(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`units.toml`; `source` covers the fields of a unit that have no source of their own."""

    source: dict[str, Provenance]
    kind: list[Kind]
    unit: list[Unit]


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A turn of the calendar."""

    dates: Text
    history: Text
    """The events of these days, our own words."""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The start and the length of a game."""

    id: str
    name: Text
    summary: Text
    initiative: Side
    """The side with the initiative on turn 1 (Y-5.3-a)."""
    turn: list[Turn]
    source: dict[str, Provenance]


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A start group, whose units its owner spreads over its Leaders (Y-3.0-e), or an arrival (A-3.0-4)."""

    id: str
    name: Text
    box: str
    turn: int = 1
    """1: it is there when the game starts."""
    joins: str | None = None
    """The Leader in whose box it arrives while he is on the map; `box` is for when he is not."""
    source: dict[str, Provenance]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`setup.toml`."""

    scenario: list[Scenario]
    force: list[Force]


class About(AnyAbout, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`pack.toml`: the description of the pack."""

    title: Literal["valmy"]


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """All parts of a pack that the game uses."""

    board: Board
    lines: Lines
    country: Country
    leaders: Leaders
    units: Units
    setup: Setup
    tables: Tables


class Pack(Parts, frozen=True, kw_only=True):
    """A whole pack, checked."""

    about: About
    digest: str
    """SHA-256, canonical JSON, of all that the rules read: a record names the pack by it."""
