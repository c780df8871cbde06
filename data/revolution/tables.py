"""The shape of `tables.toml`: the result table, costs, modifiers, and the count of victory."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from data.schema import Provenance

Seat = Literal["royalist", "feuillant", "marais", "gironde", "mountain", "sans-culotte"]
Regime = Literal["legislative", "convention", "terror", "thermidor"]
Track = Literal["economy", "clergy", "coalition", "commune"]
Camp = Literal["reaction", "revolution"]
Letter = Literal["A", "B", "C"]
"""Result of a roll: in full, in part, not at all."""
Deed = Literal[
    "arrest",
    "remove",
    "convince",
    "plot",
    "revolt",
    "suppress",
    "pacify",
    "raise",
    "quell",
    "turn",
    "propose",
    "kidnap",
]
"""Actions that cost: `suppress` is a Current's, `pacify` the Government's."""

SEATS: tuple[Seat, ...] = get_args(Seat)
REGIMES: tuple[Regime, ...] = get_args(Regime)
TRACKS: tuple[Track, ...] = get_args(Track)
DEEDS: tuple[Deed, ...] = get_args(Deed)
Three: TypeAlias = tuple[int, int, int]
"""The values for the levels I to III of a track."""


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The Action Resolution Table: a row for each sum of two dice from 2, a column for each pair of Fame."""

    rows: list[list[Letter]]
    combat: int
    """The column, from 0, that combat always uses (R-MIL-33)."""
    source: dict[str, Provenance]


class Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Effects of the levels of the tracks, which begin at `second` and `third`."""

    second: int
    third: int
    highest: int
    factor: Three
    """Multiplier of every cost, by the Economy (R-ACT-09)."""
    clergy: Three
    """Fame of the Royalist on his rolls (R-ECON-03)."""
    commune: dict[Seat, Three]
    """Fame on rolls by the Commune's level (R-ECON-04)."""
    coalition: Three
    """The Royalist's extra income (R-ECON-05)."""
    source: dict[str, Provenance]


class Costs(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Costs, before the Economy multiplies them."""

    deed: dict[Deed, int]
    king: dict[Seat, int]
    """The King's action, by his holder."""
    army: int
    """Maintenance of an army, a turn."""
    source: dict[str, Provenance]


class Modifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Modifiers of the Fame that a roll is made on."""

    own_region: int
    """For an arrest, where the target's Current controls the region (R-ACT-20)."""
    influence: int
    """For an arrest or removal of a person who is influential where he stands (R-ACT-21, R-ACT-27)."""
    outlaw: int
    """For the arrest of an outlaw in Paris (R-ACT-22)."""
    secondary: int
    """For an attempt to convince a person whose first Current it is not (R-ACT-33)."""
    person: int
    """For each of the Current's own people who is influential there (R-ACT-38)."""
    enemy_held: int
    """For the Royalist where the enemy is (R-ACT-39)."""
    neutral: int
    """For a plot in a neutral region (R-ACT-41)."""
    hot: int
    """For a revolt in a hot region (R-ACT-48)."""
    suppress: int
    """For every suppression (R-ACT-51)."""
    terrorist: int
    """For the Government where a Terrorist is, under the Terror (R-REGIME-37)."""
    lawmaker: int
    """For laws of the Government under the Terror (R-REGIME-38)."""
    commune: dict[Seat, int]
    """For a rising of the Commune by the Current that may raise it, and for its suppression (R-ACT-58)."""
    recaptured: int
    """Votes against a King who was kidnapped and taken again (R-KING-12)."""
    source: dict[str, Provenance]


class Commune(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The results of A and B, by the Commune's level (R-ACT-59, R-ACT-63)."""

    raised: list[tuple[Literal["mine"], Literal["mine", "leaderless", "nothing"]]]
    quelled: list[tuple[Literal["mine"], Literal["mine", "neutral", "nothing"]]]
    source: dict[str, Provenance]


class Money(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Income and inflation."""

    base: int
    """The minimum of a Current (R-ECON-09)."""
    person: int
    """The addition to that minimum for each personality (R-ECON-09)."""
    government: int
    """The Government's income before deductions (R-ECON-12)."""
    floor: int
    """The Government's least income (R-ECON-13)."""
    inflation: int
    """Assignats spent for which the Economy rises by one (R-ECON-06)."""
    bankruptcy: int
    """The Fame that the governing Current loses by bankruptcy (R-ECON-14)."""
    bankrupt_government: int
    """The Fame that the Government loses by bankruptcy (R-ECON-15)."""
    source: dict[str, Provenance]


class Trial(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The effects of a guilty verdict; an innocent one has the opposite (R-KING-15, R-KING-16)."""

    tracks: dict[Track, int]
    fame: dict[Seat, int]
    source: dict[str, Provenance]


class Tally(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Current's points at the end besides regions and Fame, at one point each (R-WIN-01)."""

    seat: Seat
    camp: Camp
    paris: int = 0
    regime: Regime | None = None
    """The regime under which it has more at the end."""
    in_regime: int = 0
    deputies: Literal["none", "each", "or-king"] = "none"
    """`or-king`: the points for the King's death, where they are more."""
    king_dead: int = 0
    kidnapped: int = 0
    coalition: int = 0
    """Points for each region that the Coalition holds."""
    commune: int = 0
    """Points for a raised Commune."""
    source: dict[str, Provenance]


class Winner(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The winner under a final regime by the majority; of several the highest, in this order in a tie."""

    regime: Regime
    reaction: list[Seat]
    revolution: list[Seat]
    source: dict[str, Provenance]


class Ranks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Places of all seats, in their order, when one has won (R-WIN-15); no regimes: any."""

    winner: Seat
    regimes: list[Regime] = []
    places: list[int]
    source: dict[str, Provenance]


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`tables.toml`."""

    result: Result
    levels: Levels
    costs: Costs
    modifiers: Modifiers
    commune: Commune
    money: Money
    trial: Trial
    enough: int
    """Points with which a Current votes for its own camp, and the Royalist wins (R-WIN-08, R-WIN-09)."""
    tally: list[Tally]
    winner: list[Winner]
    ranks: list[Ranks]
