"""The shape of a pack of *La Révolution Française*: the country, its people, laws, regimes and events.

The tables of the rulebook have a module of their own, `data/revolution/tables.py`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from data.about import About as AnyAbout
from data.revolution.tables import Camp, Regime, Seat, Tables, Three, Track
from data.schema import Provenance, Text

Group = Literal["king", "excessive", "merciful", "terrorist", "lawmaker", "organiser", "general"]
"""`organiser`: shifts a combat under the Terror (R-REGIME-39)."""
Side = Literal["allied", "catholic", "revolutionary"]
Kind = Literal["regular", "volunteer", "temporary", "catholic", "first-wave", "second-wave", "third-wave"]
LawType = Literal["economic", "anti-privilege", "anti-clerical", "political", "military", "special"]
TableName = Literal["economy", "politics", "counter-revolution", "commune"]
TABLES: tuple[TableName, ...] = ("economy", "politics", "counter-revolution", "commune")
"""The event tables in the order in which they are rolled on (R-EVENT-01)."""
Vote = Literal["deputies", "fame"]
"""The way in which a law is decided: by majority, or by a roll."""
Place = tuple[float, float]
"""Longitude and latitude in degrees."""


class Region(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A region of the map (R-SETUP-01)."""

    id: str
    name: Text
    income: int
    hot: bool = False
    """Easier to raise in revolt (R-ACT-48)."""
    vendee: bool = False
    """Where Catholic Royal armies are raised and need no general (R-MIL-11, R-MIL-26)."""
    about: Text
    """The history of the place, for players who look it up; no rule reads it."""
    at: Place
    source: dict[str, Provenance]


class Border(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two regions that armies pass between."""

    between: list[str]
    doubtful: bool = False
    """Whether the printed map may have none here."""
    source: dict[str, Provenance] = {}


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`board.toml`; `source` covers the fields of a border that have no source of their own."""

    source: dict[str, Provenance]
    region: list[Region]
    border: list[Border]


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A personality, with the Currents that may have him."""

    id: str
    name: Text
    start: Seat
    primary: Seat
    """Convinces him without a penalty; others of `secondary` with one (R-ACT-33)."""
    secondary: list[Seat] = []
    """The second face of his counter."""
    influence: list[str] = []
    groups: list[Group] = []
    life: Text
    """A sentence or two of history, our own words."""
    source: dict[str, Provenance]


class People(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`people.toml`."""

    person: list[Person]


class Law(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A law that can be proposed (R-POL-17 to 26)."""

    id: str
    name: Text
    type: LawType
    cost: int
    """Paid by the Government when it passes, before the Economy multiplies it."""
    fame: int = 0
    """The proposer's."""
    tracks: dict[Track, int] = {}
    outlaws: list[Group] = []
    """The groups that it outlaws (R-POL-25)."""
    regimes: list[Regime] = []
    """The regimes under which it may be proposed; none named: all."""
    government: bool = False
    """Whether only the Government proposes it."""
    once: bool = False
    repeats: bool = False
    """Whether it may be voted on more than once a turn (R-POL-14)."""
    armies: int = 0
    """Volunteers that it raises: at once, or each turn while it holds (R-MIL-15)."""
    summary: Text
    source: dict[str, Provenance]


class Laws(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`laws.toml`."""

    law: list[Law]


class Arrests(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The people whom the Government may arrest under a regime."""

    currents: list[Seat] = []
    named: list[str] = []
    """People of any Current who may be arrested by name (R-REGIME-05)."""
    outlawed: list[Group] = []
    """Groups that may be arrested while a law has outlawed them."""


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A regime: its Government, its seated Currents, and the effects of its beginning."""

    id: Regime
    name: Text
    follows: list[Regime] = []
    government: list[Seat]
    """The governing Current; of several the one that the Critics' vote leaves there."""
    seated: list[Seat]
    hidden: list[Seat]
    outlawed: list[Seat] = []
    """The outlawed Currents; under Thermidor also Mountain or Sans-Culotte, if it governed (R-REGIME-47)."""
    outlaws_former: bool = False
    arrests: Arrests
    commune: dict[Seat, int] = {}
    """The Commune's level, 1 to 3, from which its controller may install the regime."""
    fame: int = 10
    """The Government's at least, when it begins (R-REGIME-02)."""
    tracks: dict[Track, int] = {}
    frees: list[Seat] = []
    """The Currents whose prisoners go free when it begins (R-REGIME-03)."""
    elects: bool = False
    """Whether it begins with an election (R-REGIME-24)."""
    vote: Vote
    government_proposes: bool = False
    """Whether only the Government proposes laws (R-POL-09)."""
    critics: bool = False
    turning: bool = False
    """Whether deputies may be turned (R-POL-01)."""
    summary: Text
    source: dict[str, Provenance]


class Regimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`regimes.toml`."""

    regime: list[Order]


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An army counter (R-SETUP-15)."""

    id: str
    name: Text
    side: Side
    kind: Kind
    enters: list[str] = []
    """The region of the army at the start, or of its entry; its owner chooses one of several."""
    landing: str | None = None
    """A region that the Royalist must control for it to come (R-MIL-10); of `quiberon` any that it enters."""
    route: list[str] = []
    """The army's route (R-MIL-21); with a single region it stays there."""
    source: dict[str, Provenance]


class Current(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A seat at the start."""

    id: Seat
    name: Text
    camp: Camp
    fame: int
    cash: int
    deputies: int
    regions: list[str]
    turns: list[Seat]
    """The Currents whose deputies it may turn (R-POL-02)."""
    about: Text
    source: dict[str, Provenance]


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Half a year."""

    dates: Text
    history: Text
    """The events of that time, our own words."""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The start and the length of a game."""

    id: str
    name: Text
    summary: Text
    regime: Regime
    government: Seat
    government_fame: int
    government_cash: int
    revolts: list[str]
    tracks: dict[Track, int]
    election: int
    """Turn of the first election; then every fourth (R-SETUP-14, R-REGIME-13)."""
    turn: list[Turn]
    source: dict[str, Provenance]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`setup.toml`."""

    scenario: list[Scenario]
    current: list[Current]
    army: list[Army]


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Modifiers of the dice of a table (R-EVENT-02); absent: none."""

    economy: Three | None = None
    clergy: Three | None = None
    coalition: Three | None = None
    commune: Three | None = None
    war: int = 0
    peace: int = 0
    king_dead: int = 0
    king_alive: int = 0
    gironde_governs: int = 0
    gironde_ousted: int = 0
    """Since it has been voted out of the Government."""
    sans_culotte_fame: int = 0
    """While its Fame is above nine."""
    marat_alive: int = 0
    excessive_outlawed: int = 0
    merciful_outlawed: int = 0


class Mods(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Modifiers of one of the sixteen tables."""

    id: str
    regime: Regime
    table: TableName
    terms: Terms
    source: dict[str, Provenance]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of one of the sixteen tables (R-EVENT-15 to 18)."""

    id: str
    regime: Regime
    table: TableName
    rolls: list[int]
    title: Text
    """The event, in a few words of ours."""
    needs: str | None = None
    """The person who must be alive and out of prison (R-EVENT-05)."""
    once: bool = False
    war: bool = False
    """Whether the event happens only in foreign war."""
    effects: list[str] = []
    yes: list[str] = []
    """Where the Government decides, the effects of yes and no; by the deputies with `special deposition`."""
    no: list[str] = []
    unless: Literal["roux-gone", "excessive", "terrorists"] | None = None
    """A condition that prevents the effects at the end of the turn (R-EVENT-13)."""
    later: list[str] = []
    """The effects at the end of the turn."""
    source: dict[str, Provenance] = {}


class Events(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`events.toml`; `source` covers the fields of a row that have no source of their own."""

    source: dict[str, Provenance]
    mods: list[Mods]
    row: list[Row]


class About(AnyAbout, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`pack.toml`: the description of the pack."""

    title: Literal["revolution"]


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """All parts of a pack that the game uses."""

    board: Board
    people: People
    setup: Setup
    laws: Laws
    regimes: Regimes
    events: Events
    tables: Tables


class Pack(Parts, frozen=True, kw_only=True):
    """A whole pack, checked."""

    about: About
    digest: str
    """SHA-256, canonical JSON, of all that the rules read: a record names the pack by it."""
