"""Typed facts, in order. Log, message, arrows and replay are all made from these."""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="type"):
    """Base of every event; the JSON form has its `type`."""


class Modifier(msgspec.Struct, frozen=True):
    """One term of a roll's arithmetic and where it comes from."""

    label: str
    value: int


class Roll(Event, frozen=True, tag="roll"):
    """A die rolled, with its whole arithmetic.

    `total` is the sum of faces and modifiers and has to reach `needed`; a natural 1 or 6 may decide
    by itself, and `natural` says so then.
    """

    purpose: str
    faces: list[int]
    modifiers: list[Modifier]
    total: int
    needed: int
    success: bool
    case: str = ""
    natural: bool = False
    """True when the natural face decided against or beyond the arithmetic."""


class TableRoll(Event, frozen=True, tag="table-roll"):
    """Dice read on a table, one by one and in order, as a pair of 3 and 5 is not one of 5 and 3."""

    purpose: str
    faces: list[int]
    column: str
    """Heading of the column that was read."""
    result: str
    case: str = ""


class ChapterBegun(Event, frozen=True, tag="chapter-begun"):
    """A new leaf of the campaign's history begins: a turn, or what a game counts its log by."""

    number: int
    title: str


class PhaseBegun(Event, frozen=True, tag="phase-begun"):
    """A phase of the sequence of play begins."""

    phase: str
    case: str


class GameOver(Event, frozen=True, tag="game-over"):
    """The game has ended; `outcome` has the result."""

    level: str
    case: str
