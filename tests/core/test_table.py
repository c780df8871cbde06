"""Undone entries and rolls for the table, as a journal has them."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.dice import Dice, Draw
from engines.core.errors import DiceError, NotationError, ReplayError, UsageError
from engines.core.events import TableDice
from engines.core.record import Entry
from engines.core.table import Line, roll, roll_notation, standing, undo_notation, undo_target


def act() -> Entry:
    return Entry("france", "end", [], "")


def undo(to: int) -> Entry:
    return Entry("", undo_notation(to), [], "", "undo")


def edit() -> Entry:
    return Entry("", "army austria 3", [], "", "edit")


def throw() -> Entry:
    return Entry("", "roll 1", [], "", "roll")


@pytest.mark.parametrize(
    ("entries", "left"),
    [
        ([], []),
        ([act(), act()], [1, 2]),
        ([act(), edit(), throw()], [1, 2, 3]),
        ([act(), act(), undo(1)], [1]),
        ([act(), act(), undo(0)], []),
        ([act(), act(), undo(1), act()], [1, 4]),
        ([act(), act(), undo(1), act(), undo(1), undo(0), act()], [7]),
    ],
)
def test_what_was_undone_does_not_stand(entries: list[Entry], left: list[int]) -> None:
    assert standing(entries) == left


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ([undo(0)], "Nothing that could be undone"),
        ([act(), undo(1)], "Nothing that could be undone"),
        ([act(), undo(2)], "Entry 2 does not stand"),
        ([act(), act(), undo(9)], "Entry 9 does not stand"),
        ([act(), act(), undo(1), act(), undo(2)], "Entry 2 does not stand"),
        ([act(), act(), undo(0), undo(0)], "Nothing that could be undone"),
        ([act(), act(), undo(1), act(), act(), undo(3)], "Entry 3 does not stand"),
        ([act(), Entry("", "undo", [], "", "undo")], "'undo' is not an undo"),
        ([act(), Entry("", "undo 00", [], "", "undo")], "'undo 00' is not an undo"),
    ],
)
def test_an_undo_that_cannot_be_is_named(entries: list[Entry], reason: str) -> None:
    with pytest.raises(ReplayError, match=f"Entry {len(entries)}: {reason}") as refusal:
        standing(entries)
    assert refusal.value.entry == len(entries)


def test_a_refused_undo_leaves_the_line_alone() -> None:
    line = Line()
    line.add(1, act())
    with pytest.raises(UsageError):
        line.undo(5)
    assert line.numbers == [0, 1]


@given(st.integers(0, 999_999_999))
def test_an_undo_reads_back(to: int) -> None:
    assert undo_target(undo_notation(to)) == to


@pytest.mark.parametrize(("count", "reason"), [*product((1, 10), ("", "the weather", "for  all\n of us"))])
def test_a_roll_is_of_the_dice_and_tells_its_reason(count: int, reason: str) -> None:
    dice = Dice("seed")
    rolled = roll(roll_notation(count, reason), dice)
    assert rolled == TableDice([int(draw.value) for draw in dice.draws], " ".join(reason.split()))
    assert len(rolled.faces) == count
    assert {(draw.of, draw.purpose) for draw in dice.draws} == {("d6", "table")}


@pytest.mark.parametrize(("count", "reason"), [(0, ""), (11, ""), (-1, ""), (1, "x" * 201), (1, "a\u202eb")])
def test_a_roll_that_cannot_be_is_refused(count: int, reason: str) -> None:
    with pytest.raises(UsageError):
        roll_notation(count, reason)


@pytest.mark.parametrize(
    "text", ["", "roll", "roll x", "roll 2 dice", "roll 02", "roll 2  for a", "roll 2 for a "]
)
def test_a_roll_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not"):
        roll(text, Dice("seed"))


def test_a_roll_of_too_many_dice_is_refused_before_one_is_thrown() -> None:
    dice = Dice("seed")
    with pytest.raises(UsageError):
        roll("roll 11", dice)
    assert (dice.counter, dice.draws) == (0, [])


def test_a_roll_wants_a_die() -> None:
    with pytest.raises(DiceError):
        roll("roll 1", Dice(None))
    dice = Dice(None)
    dice.feed([4])
    assert roll("roll 1", dice).faces == [4]
    assert dice.draws == [Draw("d6", "table", "4", fed=True)]
