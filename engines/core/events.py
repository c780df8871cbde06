"""Typed facts, in order. Log, message, arrows and replay are all made from these."""

from __future__ import annotations

from types import ModuleType
from typing import ClassVar, Literal

import msgspec
from msgspec import UNSET, UnsetType

from data.sentences import Phrase

Source = Literal["player", "order", "default", "automatic", "moderator", "forced"]
"""The source of an action: the player, a standing order, the default when time ran out, the automatic player,
a moderator for the seat, or the program itself (`automatic`) where only one action was left.
"""


class Event(msgspec.Struct, frozen=True, tag_field="type", gc=False):
    """Base of every event; the JSON form has its `type`."""

    reveals: ClassVar[bool] = False
    """True of an event that tells a seat something which it can't unlearn.

    An undo does not cross it unless players confirm it.
    """
    hands_over: ClassVar[bool] = False
    """True of an event by which a seat gives another something, which is no longer its own to take back."""
    owner_only: ClassVar[tuple[str, ...]] = ()
    """Fields that only the owner sees; others get None. Where none is named, others don't get the event."""

    @property
    def owner(self) -> str | None:
        """The seat that owns the event; None where every seat sees all of it."""
        return None


class Learnt(Event, frozen=True):
    """Base of events that tell a seat something which it can't unlearn."""

    reveals: ClassVar[bool] = True


class Modifier(msgspec.Struct, frozen=True):
    """One term of a roll's arithmetic and where it comes from."""

    label: Phrase
    value: int


class Roll(Event, frozen=True, tag="roll"):
    """A die rolled, with its whole arithmetic.

    `total` is the sum of faces and modifiers and has to reach `needed`; a natural 1 or 6 may decide
    by itself, and `natural` says so then.
    """

    purpose: Phrase
    faces: list[int]
    modifiers: list[Modifier]
    total: int
    needed: int
    success: bool
    case: str = ""
    natural: bool = False
    """True when the natural face decided against or beyond the arithmetic."""
    roller: str | UnsetType = UNSET
    """The seat whose roll is secret: other seats don't learn of the roll, as it would name the seat."""

    @property
    def owner(self) -> str | None:
        return self.roller or None


class TableRoll(Event, frozen=True, tag="table-roll"):
    """Dice read on a table, one by one and in order, as a pair of 3 and 5 is not one of 5 and 3."""

    purpose: str
    faces: list[int]
    column: Phrase | None
    """Heading of the column that was read; None for a viewer who may not know who rolls."""
    result: str
    case: str = ""
    roller: str | UnsetType = UNSET
    """The seat that owns the column while it rolls for something hidden: others get die and result."""
    modifiers: list[Modifier] | UnsetType = UNSET
    """The modifiers of the face before the table is read, where a game has any."""
    subject: str | UnsetType = UNSET
    """The unit that the roll is for, where there is one."""

    owner_only = ("column",)

    @property
    def owner(self) -> str | None:
        return self.roller or None


class ChapterBegun(Event, frozen=True, tag="chapter-begun"):
    """A new chapter of the campaign's history begins: a turn, or the unit by which a game divides its log."""

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


class GivenFor(Event, frozen=True, tag="given-for"):
    """The action that follows was not given by the seat's player; it comes before the action's own events."""

    seat: str
    source: Source
    secret: bool | UnsetType = UNSET
    """True of an order whose existence is hidden from other seats, as when several decide at once."""

    @property
    def owner(self) -> str | None:
        return self.seat if self.secret is True else None


class Undone(Event, frozen=True, tag="undone"):
    """Entries of the journal were taken back."""

    back_to: int
    """Sequence number of the entry that the game stands after again; 0 is the set-up."""
    entries: int
    """How many entries stood after it."""


class Edited(Event, frozen=True, tag="edited"):
    """A moderator corrected something on the table; the game's own events say what changed."""

    text: str
    """The edit in its notation."""

    @property
    def words(self) -> tuple[str, ...]:
        """The verb and its words, as the grammar of edits read them."""
        return tuple(self.text.split())


class TableDice(Learnt, frozen=True, tag="table-dice"):
    """Six-sided dice were rolled for the table; the game itself did not ask for them."""

    faces: list[int]
    reason: str


TABLE_EVENTS: tuple[type[Event], ...] = (GivenFor, Undone, Edited, TableDice)
"""Events of the table and not of any game."""


def events_in(*modules: ModuleType) -> list[type[Event]]:
    """Every type of event in modules, in their order; a type that others are based on is no event itself."""
    return [
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Event) and not kind.__subclasses__()
    ]
