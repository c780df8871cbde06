"""The shape of a pack of *La Grande Armée*: the map, the counters, and the charts of its scenarios.

The tables of the rulebook have a module of their own, `data/grande_armee/tables.py`.
"""

from __future__ import annotations

import datetime
from typing import Literal, get_args

import msgspec

from data.about import About as AnyAbout
from data.grande_armee.hexes import SPAN, Hex, Hexside, place
from data.grande_armee.tables import Tables, Terrain
from data.schema import Provenance, Text

Side = Literal["allied", "french"]
Nation = Literal["french", "austrian", "prussian", "russian"]
Arm = Literal["infantry", "cavalry"]
Size = Literal["X", "XX", "XXX", "XXXX"]
"""The size of a unit as it is printed; no rule reads it (G-GEN-3)."""
Stand = Literal["town", "fortress", "battlefield"]

SIDES: tuple[Side, ...] = get_args(Side)
NATIONS: tuple[Nation, ...] = get_args(Nation)

GROUND: dict[str, Terrain | None] = {
    ".": "clear",
    "^": "mountain",
    "=": "pass",
    "#": "fortress",
    "~": None,
    "o": None,
    "x": None,
}
"""What each character of `Board.ground` stands for: None is sea, lake, or outside the country in play."""
NOWHERE = "."
"""The letter in `Board.land` for ground that no rule names."""

Place = tuple[float, float]
"""Longitude and latitude in degrees."""


class Projection(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a hex lies on the earth: Lambert's conformal conic projection of a sphere."""

    radius: float
    """The radius of the sphere, in kilometres."""
    longitude: float
    latitude: float
    """The latitude of the middle, in degrees."""
    parallels: tuple[float, float]
    """The parallels of true scale, in degrees."""
    origin: tuple[float, float]
    """Kilometres east and north from the middle to that of hex 0000."""
    spacing: float
    """Kilometres between the middles of neighbours."""


class Region(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A country whose ground a rule names."""

    id: str
    name: Text
    letter: str
    """The region's letter in `Board.land`."""
    source: dict[str, Provenance]


class Range(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Mountains with their passes, named for players; the ground says what each hex is."""

    id: str
    name: Text
    hexes: list[Hex]
    source: dict[str, Provenance]


class Road(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A road over a range, whose hexes are mountain passes; named for players."""

    id: str
    name: Text
    hexes: list[Hex]
    source: dict[str, Provenance]


class Cession(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Ground that a treaty gave to another country, as the map shows it; no rule reads it."""

    id: str
    name: Text
    """The region's name from then on."""
    land: str
    """Id of its former region."""
    to: str
    """Id of its new country, which gives its colour."""
    scenarios: list[str]
    columns: tuple[int, int] = (0, SPAN - 1)
    rows: tuple[int, int] = (0, SPAN - 1)
    """First and last of its hexes, of those of the region."""
    source: dict[str, Provenance]

    def has(self, hex: Hex, region: str) -> bool:
        """Whether a hex of a region is part of it."""
        (west, east), (north, south), (column, row) = self.columns, self.rows, place(hex)
        return region == self.land and west <= column <= east and north <= row <= south


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`board.toml`: the hexes, a line of characters for each row."""

    ground: list[str]
    """A character of `GROUND` for each hex."""
    land: list[str]
    """The letter of its region for each hex, or a full stop."""
    lakes: list[Hexside]
    """Sides that nothing crosses (A-06)."""
    projection: Projection
    source: dict[str, Provenance]
    region: list[Region]
    cession: list[Cession] = []
    range: list[Range]
    road: list[Road]


class River(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A river on its hexsides."""

    id: str
    name: Text
    into: str | None = None
    """The river that it falls into, where that is on the map."""
    sides: list[Hexside]
    source: dict[str, Provenance]


class Bridge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A crossing, which makes its hexside a bridged one."""

    id: str
    name: Text
    river: str
    side: Hexside
    source: dict[str, Provenance]


class Rivers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`rivers.toml`."""

    river: list[River]
    bridge: list[Bridge]


class Town(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A place with a name; a fortress is one by its hex, too."""

    id: str
    name: Text
    also: str = ""
    """Another name of it, which players may type."""
    kind: Stand
    hex: Hex
    at: Place
    note: Text = ""
    source: dict[str, Provenance]


class Towns(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`towns.toml`."""

    town: list[Town]


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A nation's army."""

    id: Nation
    name: Text
    side: Side
    march: int
    """The modifier of its rolls for forced marches (G-FM-1)."""
    depot_allowance: int
    supplies: int
    depots: int
    """Counters of the box; they limit nothing (A-18, A-67)."""
    source: dict[str, Provenance]


class Troop(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of combat unit (G-GEN-3)."""

    id: str
    nation: Nation
    kind: Arm
    strength: int
    allowance: int
    size: Size
    scenarios: list[str]
    count: int
    """Counters of the box; they limit no swap (A-18)."""
    source: dict[str, Provenance]


class Swap(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of the combine/breakdown chart (G-CB-1)."""

    whole: str
    piece: str
    number: int
    scenarios: list[str]
    source: dict[str, Provenance]


class Leader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Leader (G-LDR-0-1); his strength is in parentheses (G-COM-H-1)."""

    id: str
    name: Text
    nation: Nation
    offence: int
    defence: int
    strength: int
    allowance: int
    scenarios: list[str]
    source: dict[str, Provenance]


class Supply(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The common data of all supply units."""

    strength: int
    allowance: int
    source: dict[str, Provenance]


class Depot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The common data of all depots; their strength is in parentheses (G-COM-H-1)."""

    strength: int
    source: dict[str, Provenance]


class Units(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`units.toml`."""

    nation: list[Army]
    troop: list[Troop]
    swap: list[Swap]
    leader: list[Leader]
    supply: Supply
    depot: Depot


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Game-Turn of the calendar, ten days from its first."""

    from_: datetime.date = msgspec.field(name="from")
    dates: Text
    history: Text


class Prize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Fortress of a scenario chart: the points for French control, and its holder at the start."""

    town: str
    points: int
    control: Side


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario chart; its units are the forces that name it."""

    id: str
    name: Text
    summary: Text
    threshold: int
    """Points with which the French win."""
    closed: list[str]
    """Regions that neither side may enter (A-97)."""
    opening: str | None = None
    """Region of them that may be opened (`Prussia`)."""
    leaving: int = 0
    """Turns in which units that start on closed ground may still march over it."""
    turn: list[Turn]
    fortress: list[Prize]
    source: dict[str, Provenance]


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A source of French points beside Fortresses (G-VP-0-2): once in a hex, or by losses."""

    id: str
    scenario: str
    text: Text
    points: int
    hex: Hex | None = None
    """The hex where a French combat unit has to end a French Movement Phase."""
    each: int = 0
    """Points of strength of Allied combat units eliminated that score once; 0: it is scored in a hex."""
    most: int
    """Points that it can score in all."""
    source: dict[str, Provenance]


class Prussia(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The entry of Prussia into the war of 1805 (F-11, M-09)."""

    scenario: str
    ground: str
    """Her own region: French who enter it bring her in."""
    border: list[str]
    """Regions by which the French may pass, and roll for it once in each of their Movement Phases."""
    border_needed: int
    """Highest die that brings her in."""
    beaten: int
    """Least French strength with Napoleon whose defeat makes her roll, once the border was passed."""
    beaten_needed: int
    delay: int
    """Allied Player-Turns until her army is there."""
    joining: list[str] = []
    """Closed regions that stand with her: both sides may enter them once she is in."""
    fortress: list[Prize]
    source: dict[str, Provenance]


class Post(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Units that stand or arrive on a hex."""

    hex: Hex
    troops: list[str] = []
    leaders: list[str] = []
    supplies: int = 0
    depots: int = 0


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A formation of an order of battle, or an army's supply."""

    id: str
    scenario: str
    name: Text
    nation: Nation
    turn: int = 0
    """The turn of its arrival; 0: it is there when the game starts."""
    called: bool = False
    """Whether it comes only when Prussia is in the war."""
    men: int | None = None
    place: list[Post]
    source: dict[str, Provenance]


class Scenarios(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`scenarios.toml`."""

    scenario: list[Scenario]
    action: list[Action]
    prussia: Prussia | None = None
    force: list[Force]


class About(AnyAbout, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`pack.toml`: the description of the pack."""

    title: Literal["grande-armee"]


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """All parts of a pack that the game uses."""

    board: Board
    rivers: Rivers
    towns: Towns
    units: Units
    scenarios: Scenarios
    tables: Tables


class Pack(Parts, frozen=True, kw_only=True):
    """A whole pack, checked."""

    about: About
    digest: str
    """SHA-256, canonical JSON, of all that the rules read: a record names the pack by it."""
