"""What the automatic players are like: `player.toml`, a temper for each Current and what all reckon with."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from data.revolution.tables import Regime, Seat, Track


class Common(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """What all players reckon with; worths are in points of the final count."""

    prizes: list[float]
    """What each place at the end is worth, from the first, as a share of the first."""
    spread: tuple[float, float]
    """How uncertain points are: now, and more for each turn that is left."""
    changes: dict[Regime, dict[Regime, float]]
    """Chance in each turn that a regime gives way to another."""
    rivalry: float
    """What is left of the worth of another's loss, from which all gain who did nothing for it."""
    fame: float
    """A point of Fame: it counts, and helps every roll."""
    income: float
    """A hundred assignats of income, for each turn in which they can still be spent."""
    elected: float
    """How far the points of today are those that an election would bring, where one is to come."""
    elects: dict[Seat, float]
    """The deputies of a region at an election that is to come, in points; of a neutral one the Marais's."""
    lasts: dict[str, float]
    """Chance that what was brought about lasts out the turn, by objectives; `paris` is for plots there."""
    person: float
    """A personality, for each turn that is left."""
    away: float
    """A personality who misses a turn."""
    treasury: float
    """A hundred assignats of the Government's, which it has to give back."""
    govern: float
    """To run the Government."""
    deputy: float
    """A deputy for a vote that is near, where something hangs on it."""
    regime: float
    """What a whole chance of the game is worth in points, where a regime is chosen."""
    aim: float
    """What it is worth to bring about what one has named as an objective, in points of Fame."""
    others_raise: float
    """Chance in a turn that others raise the Commune, or put it down."""
    others_suppress: float
    """Chance in a turn that others put a revolt down."""
    own: dict[str, float]
    """What is left of a chance, by objectives, where a Current has to bring them about before others do."""
    tables: dict[str, dict[Seat, float]]
    """By option of the table: what is added for all others to the worth of a Current's point."""
    most_rolls: int
    """Rolls that are bought at most for one action."""


class Temper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a Current differs from what the count alone would have it do."""

    thrift: float
    """What a hundred assignats in hand are worth in points."""
    people: float
    """Share of the purse that may go into winning people over and driving them out."""
    regions: float
    """Share of what is left that may go into regions and the Commune."""
    tracks: dict[Track, float]
    """What a box up on a track is worth in points."""
    laws: dict[str, float] = {}
    """What a law is worth in points besides its tracks and Fame; `type`s of laws too."""
    homes: list[str] = []
    """Regions that it would have rather than others."""
    home: float = 0.0
    """What it is worth to have one of them besides."""
    others: dict[Seat, float] = {}
    """What is added to the worth of another's point, where one's own counts 1."""
    regimes: dict[Regime, float] = {}
    """What is added to the chance of the game that a regime gives."""
    commune: float = 0.0
    """What it is worth to control the raised Commune, besides Paris."""
    quell: float = 1.0
    """How much of it is left where the Commune is to be put down, which others may do as well."""
    king: float = 0.0
    """What it is worth to hold the King, or to take him from another."""
    revolt: float = 0.0
    """What a region in revolt is worth by itself."""
    guilty: float = 0.0
    """What the King's death is worth, besides what it does."""


class Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    common: Common
    temper: dict[Seat, Temper]


@cache
def players() -> Players:
    """The tempers; they are of our own pack, and serve any other as well as they can."""
    return msgspec.toml.decode(files("data.revolution").joinpath("player.toml").read_bytes(), type=Players)
