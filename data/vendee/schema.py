"""The shape of a pack of *For God and For the King*: the map, the counters and their effects.

The tables of the rulebook have a module of their own, `data/vendee/tables.py`.
"""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from data.about import About as AnyAbout
from data.schema import Provenance, Text
from data.vendee.tables import Column, Tables

Side = Literal["royalist", "republican"]
RoyalArmy = Literal["anjou", "centre", "loroux", "bas-poitou"]
BlueArmy = Literal["nantes", "saumur", "la-rochelle", "mayence"]
Army = Literal["anjou", "centre", "loroux", "bas-poitou", "nantes", "saumur", "la-rochelle", "mayence"]
Band = Literal["chouans", "deserters", "emigres"]
Zone = Literal["anjou", "gatine", "centre", "loroux", "bas-poitou"]
Terrain = Literal["clear", "mixed", "bocage", "marsh"]
Bank = Literal["left", "right", "island"]
Rank = Literal["royal", "major"]
Objective = Literal["primary", "secondary"]
Port = Literal["great", "lesser"]
Status = Literal["noble", "sans-culotte", "neutral"]
EventId = Literal[
    "e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9", "e10", "e11", "e12", "e13", "e14", "e15"
]
IncidentId = Literal["t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "t10", "t11", "t12"]
Window = Literal["reinforcement", "any-time", "entry", "occupation", "end"]
Stage = Literal["before", "during", "after"]

ROYAL_ARMIES: tuple[RoyalArmy, ...] = get_args(RoyalArmy)
BLUE_ARMIES: tuple[BlueArmy, ...] = get_args(BlueArmy)
ARMIES: tuple[Army, ...] = get_args(Army)
BANDS: tuple[Band, ...] = get_args(Band)
EVENTS: tuple[EventId, ...] = get_args(EventId)
INCIDENTS: tuple[IncidentId, ...] = get_args(IncidentId)

Place = tuple[float, float]
"""Longitude and latitude in degrees."""


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An area of the map (V-0.2-a)."""

    id: str
    name: Text
    terrain: Terrain
    zone: Zone | None = None
    """Influence zone; `gatine` joins Anjou's when E2 is played (V-6-E2-c)."""
    bank: Bank
    """Side of the Loire; `island` is joined to the mainland by a causeway only."""
    town: bool = False
    """Drawn only: towns change nothing (V-0.2-c)."""
    stronghold: bool = False
    base: BlueArmy | None = None
    objective: Objective | None = None
    port: Port | None = None
    """Access to the sea: where the English land six combat points, or four (V-6-E5-e, f)."""
    south: bool = False
    """Access to the south (V-7.2-b)."""
    at: Place
    """Where counters and name are drawn."""
    source: dict[str, Provenance]


class Road(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A road from area to area; only its steps are cheap (V-3.3-b)."""

    id: str
    name: Text
    rank: Rank
    through: list[str]
    source: dict[str, Provenance]


class Bridge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A bridge over the Loire: control crosses from the town to the far end only (V-3.4-d, e)."""

    town: str
    far: str
    source: dict[str, Provenance]


class Causeway(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The Gois, the only way to an island by land (V-3.3-f)."""

    island: str
    mainland: str
    source: dict[str, Provenance]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`board.toml`: areas in map order, north-west to south-east by country, and their connections."""

    area: list[Area]
    road: list[Road]
    bridge: list[Bridge]
    causeway: list[Causeway]


class Border(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line between two areas, or between an area and the sea or the edge of the sheet.

    Areas with a border are neighbours; those that only meet at a point are not. Between the two banks
    the border is the Loire.
    """

    between: list[str]
    outer: Literal["sea", "sheet"] | None = None
    closed: Text = ""
    """The reason why two areas with a border are no neighbours; empty where they are."""
    line: list[Place]
    source: dict[str, Provenance] = {}


class Borders(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`borders.toml`; `source` speaks for every border without one of its own."""

    source: dict[str, Provenance]
    border: list[Border]


class ArmyCounters(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An army: its name, its dress on the map and its limits (V-1.3-a)."""

    id: Army
    side: Side
    name: Text
    """The name with its article, for sentences: `the Army of Anjou`."""
    short: Text
    letter: str
    """One or two letters that tell the army apart without colour."""
    colour: str
    pattern: Literal["plain", "diagonal", "cross", "chevron"]
    column: Column | None = None
    """Column on which a Vendée army is raised (V-T-REINF)."""
    powder: bool = False
    """Whether it has an arms-and-powder marker (V-1.6-c)."""
    pool: int | None = None
    """Most combat points that the box has for it; None: no limit (A-01, A-07)."""
    source: dict[str, Provenance]


class BandCounters(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Royalist combat points that belong to no army's total and never desert (V-1.3-c, V-2.5-c)."""

    id: Band
    name: Text
    short: Text
    letter: str
    colour: str
    army: RoyalArmy | None = None
    """The army as which it counts otherwise; None: the one that it is with (A-02)."""
    most: int | None = None
    """Most combat points over the whole game."""
    source: dict[str, Provenance]


class Armies(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`armies.toml`."""

    army: list[ArmyCounters]
    band: list[BandCounters]


class General(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A general (V-1.1-a, V-1.1-b)."""

    id: str
    name: Text
    side: Side
    army: Army | None = None
    """The general's army; None if it is chosen when he arrives (A-75)."""
    strategic: int
    tactical: int
    status: Status | None = None
    """The general's status before the Committee; None for Royalists."""
    enters: str
    """`setup`, or the event that brings him."""
    leaves: EventId | None = None
    """The event that takes him out of the game."""
    at: str | None = None
    """The area where he appears, if his side does not choose it."""
    alone: bool = False
    """May not stack with another general (V-3.5-m)."""
    quota: int = 0
    """Percent of his army's combat points that he must be given (V-3.5-n)."""
    bold: bool = False
    """May try to join Anjou and Centre (V-3.5-l)."""
    life: Text
    """One or two sentences of history, our own words."""
    source: dict[str, Provenance]


class Generals(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`generals.toml`."""

    general: list[General]


class Late(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A general who comes at once on a die of at least `at_once`, else a turn later (V-6-E10-b)."""

    general: str
    at_once: int


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An event marker (V-1.4-a). Generals name the event that brings or removes them."""

    id: EventId
    side: Side
    name: Text
    copies: int
    window: Window
    from_turn: int = 1
    to_turn: int = 8
    group: str = ""
    """The group of the event; at most one event of a group is played in a turn (V-2.2-r)."""
    occupied: str | None = None
    """The area whose first occupation opens the window (V-6-E3-a, V-6-E4-a)."""
    costs: list[BlueArmy] = []
    """A combat point of one of these armies is removed (V-6-E7-a, V-6-E8-a)."""
    rolls: dict[Army, Column] = {}
    """Reinforcement rolls that it gives."""
    gift: int = 0
    """Anjou combat points given where no Alarm is played in the phase (V-6-E2-b)."""
    late: Late | None = None
    clears: BlueArmy | None = None
    """The army whose other generals leave, except for one (V-6-E11-b)."""
    drm: int = 0
    """Die modifier in favour of its side (V-6-E6-a)."""
    text: Text
    history: Text
    source: dict[str, Provenance]


class Events(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`events.toml`."""

    event: list[Event]


class Incident(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tactical incident marker (V-4.3-b)."""

    id: IncidentId
    name: Text
    copies: int
    stage: Stage
    favours: Side | None = None
    drm: int = 0
    """Die modifier in favour of that side."""
    drm_clear: int | None = None
    """The die modifier in clear terrain, if it is another there."""
    shift: int = 0
    """Columns in favour of that side."""
    adds_up: bool = False
    """Each copy drawn counts (V-4.3-c)."""
    text: Text
    history: Text
    source: dict[str, Provenance]


class Incidents(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`incidents.toml`."""

    incident: list[Incident]


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The start of a game (V-7.1)."""

    id: str
    name: Text
    summary: Text
    months: list[Text]
    """Name of each turn."""
    morale: dict[Side, int]
    powder: int
    rolls: dict[Army, Column]
    """The column on which each army's first combat points are rolled."""
    source: dict[str, Provenance]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`setup.toml`."""

    scenario: list[Scenario]


class About(AnyAbout, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`pack.toml`: the description of the pack."""

    title: Literal["vendee"]


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """All parts of a pack that the game uses."""

    board: Board
    borders: Borders
    tables: Tables
    armies: Armies
    generals: Generals
    events: Events
    incidents: Incidents
    setup: Setup


class Pack(Parts, frozen=True, kw_only=True):
    """A whole pack, checked."""

    about: About
    digest: str
    """SHA-256, canonical JSON, of all that the rules read: a record names the pack by it."""
