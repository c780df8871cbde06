"""Weights of the automatic players: `player.toml`, a temper for each Current and common values."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from data.revolution.tables import Regime, Seat, Track


class Common(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """Common values of all players; worths are in points of the final count."""

    prizes: list[float]
    """The worth of each place at the end, from the first, as a share of the first."""
    spread: tuple[float, float]
    """The uncertainty of points: now, and more for each turn that is left."""
    changes: dict[Regime, dict[Regime, float]]
    """Chance in each turn that a regime gives way to another."""
    rivalry: float
    """The share of the worth of another's loss, as all the others gain by it too."""
    fame: float
    """A point of Fame: it counts, and helps every roll."""
    income: float
    """A hundred assignats of income, for each turn in which they can still be spent."""
    elected: float
    """The weight of today's points among those that a coming election would bring."""
    elects: dict[Seat, float]
    """The deputies of a region at an election that is to come, in points; of a neutral one the Marais's."""
    lasts: dict[str, float]
    """Chance that an achievement lasts out the turn, by objectives; `paris` is for plots there."""
    person: float
    """A personality, for each turn that is left."""
    away: float
    """A personality who misses a turn."""
    treasury: float
    """A hundred assignats of the Government's, which it has to give back."""
    govern: float
    """The worth of running the Government."""
    deputy: float
    """A deputy for a near vote of some importance."""
    regime: float
    """The worth in points of the whole chance to win, where a regime is chosen."""
    aim: float
    """The worth of achieving the own objective, in points of Fame."""
    others_raise: float
    """Chance in a turn that others raise the Commune, or put it down."""
    others_suppress: float
    """Chance in a turn that others put a revolt down."""
    own: dict[str, float]
    """The share of a chance, by objectives, where a Current has to achieve it before others do."""
    tables: dict[str, dict[Seat, float]]
    """For each option, the addition for all others to the worth of a Current's point."""
    most_rolls: int
    """Rolls that are bought at most for one action."""


class Temper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Current's differences from play by the count only."""

    thrift: float
    """The worth of a hundred assignats in the purse in points."""
    people: float
    """Share of the purse that may go into winning people over and driving them out."""
    regions: float
    """Share of the rest that may go into regions and the Commune."""
    tracks: dict[Track, float]
    """The worth of a box up on a track in points."""
    laws: dict[str, float] = {}
    """The worth of a law in points besides its tracks and Fame; `type`s of laws too."""
    homes: list[str] = []
    """The regions that the Current prefers."""
    home: float = 0.0
    """The extra worth of one of them."""
    others: dict[Seat, float] = {}
    """The addition to the worth of another's point, where its own counts 1."""
    regimes: dict[Regime, float] = {}
    """The addition to the chance of the game that a regime gives."""
    commune: float = 0.0
    """The worth of controlling the raised Commune, besides Paris."""
    quell: float = 1.0
    """The share of it where the Commune is to be put down, which others may do as well."""
    king: float = 0.0
    """The worth of holding the King, or of taking him from another."""
    revolt: float = 0.0
    """The worth of a region in revolt by itself."""
    guilty: float = 0.0
    """The worth of the King's death, besides its effects."""


class Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    common: Common
    temper: dict[Seat, Temper]


@cache
def players() -> Players:
    """The tempers; they were made for our own pack, and are used with every other."""
    return msgspec.toml.decode(files("data.revolution").joinpath("player.toml").read_bytes(), type=Players)
