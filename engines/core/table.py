"""Journal entries beside the game's own actions: undos and dice for the table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, Protocol

from data.catalogue import _
from engines.core.dice import Dice
from engines.core.errors import NotationError, ReplayError, UsageError
from engines.core.events import TableDice

Kind = Literal["act", "undo", "edit", "roll"]

MOST_DICE = 10
"""Dice that can be rolled for the table at once."""
LONGEST_REASON = 200
"""Characters."""

PURPOSE = "table"
"""Purpose of their draws in the journal."""

_UNDO = re.compile(r"undo (0|[1-9][0-9]{0,8})")
_ROLL = re.compile(r"roll ([1-9][0-9]?)(?: for (\S.*))?")


class Written(Protocol):
    """The fields that an entry of any journal has."""

    @property
    def kind(self) -> str:
        """The kind of the entry: `act`, `undo`, `edit` or `roll`."""

    @property
    def action(self) -> str:
        """The action in its notation."""


class Line:
    """The entries of a journal that still stand, as it grows.

    :ivar numbers: their sequence numbers, ascending; 0 is the set-up, which always stands.
    """

    def __init__(self) -> None:
        self.numbers: list[int] = [0]

    def add(self, number: int, entry: Written) -> list[int]:
        """Add the next entry; returns the numbers that it takes back.

        :raises NotationError: an undo that can't be read.
        :raises UsageError: an undo back to an entry that does not stand, or of nothing.
        """
        if entry.kind != "undo":
            self.numbers.append(number)
            return []
        return self.undo(undo_target(entry.action))

    def undo(self, to: int) -> list[int]:
        """Make entry `to` the last that stands; returns the numbers that are taken back.

        :raises UsageError: it does not stand, or nothing stands after it.
        """
        self.check(to)
        cut = self.numbers.index(to) + 1
        self.numbers, back = self.numbers[:cut], self.numbers[cut:]
        return back

    def check(self, to: int) -> None:
        """Check that the game can go back to entry `to`.

        :raises UsageError: it does not stand, or nothing stands after it.
        """
        if to not in self.numbers:
            raise UsageError(
                _(
                    "Entry {to} does not stand, so that the game can't go back to it; the last that "
                    "stands is {numbers}",
                    to=to,
                    numbers=self.numbers[-1],
                )
            )
        if to == self.numbers[-1]:
            raise UsageError(_("Nothing that could be undone stands after entry {to}", to=to))


def standing(entries: Iterable[Written]) -> list[int]:
    """Sequence numbers, counted from 1, of the entries that still stand; undos themselves are not among them.

    :raises ReplayError: names the first undo that is impossible.
    """
    line = Line()
    for number, entry in enumerate(entries, start=1):
        try:
            line.add(number, entry)
        except (NotationError, UsageError) as error:
            raise ReplayError(number, error.message) from error
    return line.numbers[1:]


def undo_notation(to: int) -> str:
    """`undo 12`: the game stands after entry 12 again; 0 is the set-up."""
    return f"undo {to}"


def undo_target(text: str) -> int:
    """The entry that an undo goes back to.

    :raises NotationError: it can't be read.
    """
    read = _UNDO.fullmatch(text)
    if read is None:
        raise NotationError(_("{text!r} is not an undo, which is written as 'undo 12'", text=text[:40]))
    return int(read[1])


def roll_notation(count: int, reason: str = "") -> str:
    """`roll 2 for the weather`: six-sided dice for the table.

    :raises UsageError: no such number of dice, or the reason is not one short line.
    """
    if not 1 <= count <= MOST_DICE:
        raise UsageError(
            _(
                "Between 1 and {most_dice} dice can be rolled at once, not {count}",
                most_dice=MOST_DICE,
                count=count,
            )
        )
    plain = " ".join(reason.split())
    if len(plain) > LONGEST_REASON or not plain.isprintable():
        raise UsageError(
            _(
                "The reason for a roll is one line of at most {longest_reason} characters",
                longest_reason=LONGEST_REASON,
            )
        )
    return f"roll {count} for {plain}" if plain else f"roll {count}"


def roll(text: str, dice: Dice) -> TableDice:
    """Roll dice for the table.

    :raises NotationError: it can't be read.
    :raises UsageError: too many dice, or too long a reason.
    """
    read = _ROLL.fullmatch(text)
    if read is None:
        raise NotationError(
            _("{text!r} is not a roll, which is written as 'roll 2 for the weather'", text=text[:40])
        )
    count, reason = int(read[1]), read[2] or ""
    if roll_notation(count, reason) != text:
        raise NotationError(_("{text!r} is not written as 'roll 2 for the weather'", text=text[:40]))
    return TableDice([dice.roll(PURPOSE) for _ in range(count)], reason)
