"""Forced marches of La Grande Armée: the rolls of each nation, the legs, and chances by enumeration."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from data.grande_armee.tables import March
from engines.grande_armee.movement.forced import Forced, first_roll, second_roll
from tests.grande_armee.builder import plain

TABLES = plain().tables
MODIFIER = {"french": -1, "russian": 0, "austrian": 1, "prussian": 1}


def first(nation: str, march: Forced, die: int) -> March:
    return first_roll(TABLES, march, die, MODIFIER[nation])


def again(nation: str, march: Forced, die: int, second: int) -> March:
    return second_roll(TABLES, march, die, second, MODIFIER[nation])


@pytest.mark.case("E-d-05", "G-FM-1", "G-FM-2", "G-FM-4")
@pytest.mark.parametrize(
    ("nation", "march", "results"),
    [
        ("french", "double", "go go go op op disrupted"),
        ("austrian", "double", "go op op disrupted eliminated eliminated"),
        ("russian", "triple", "op op op disrupted eliminated eliminated"),
        ("french", "triple", "go op op op disrupted eliminated"),
    ],
)
def test_first_rolls(nation: str, march: Forced, results: str) -> None:
    assert [first(nation, march, die) for die in range(1, 7)] == results.split()


@pytest.mark.case("E-d-06", "G-FM-3", "G-FM-5")
@pytest.mark.parametrize(
    ("nation", "march", "die", "results"),
    [
        ("french", "double", 4, "go go disrupted disrupted disrupted disrupted"),
        ("austrian", "triple", 2, "disrupted disrupted eliminated eliminated eliminated eliminated"),
        ("russian", "triple", 3, "disrupted disrupted disrupted eliminated eliminated eliminated"),
    ],
)
def test_second_rolls(nation: str, march: Forced, die: int, results: str) -> None:
    assert [again(nation, march, die, second) for second in range(1, 7)] == results.split()


@pytest.mark.case("E-v-01", "E-v-02", "E-v-03")
def test_the_french_five_four() -> None:
    assert (first("french", "double", 4), again("french", "double", 4, 2)) == ("op", "go")
    assert (first("french", "double", 5), again("french", "double", 5, 2)) == ("op", "disrupted")
    assert again("french", "double", 5, 6) == "eliminated"
    killed = [
        (die, second)
        for die, second in product(range(1, 7), repeat=2)
        if first("french", "double", die) == "op" and again("french", "double", die, second) == "eliminated"
    ]
    assert killed == [(5, 6)]


@pytest.mark.case("E-v-04", "E-v-05", "E-v-06")
def test_the_others() -> None:
    assert first("austrian", "double", 3) == "op"
    assert first("austrian", "double", 6) == "eliminated"
    assert (first("russian", "triple", 2), again("russian", "triple", 2, 2)) == ("op", "disrupted")
    assert (first("prussian", "triple", 2), again("prussian", "triple", 2, 1)) == ("op", "disrupted")
    assert again("prussian", "triple", 2, 3) == "eliminated"


def chances(nation: str, march: Forced, *, rolls_again: bool) -> tuple[int, ...]:
    """Thirty-sixths of a march that succeeds, disrupts, kills, or halts."""
    counted: Counter[str] = Counter()
    for die, second in product(range(1, 7), repeat=2):
        result = first(nation, march, die)
        if result == "op" and rolls_again:
            result = again(nation, march, die, second)
        counted[result] += 1
    return tuple(counted[each] for each in ("go", "disrupted", "eliminated", "op"))


@pytest.mark.case("E-d-07", "E-d-08", "G-FM-7")
@pytest.mark.parametrize(
    ("march", "nation", "rolling", "halting"),
    [
        ("double", "french", (21, 14, 1, 0), (18, 6, 0, 12)),
        ("double", "russian", (13, 14, 9, 0), (12, 6, 6, 12)),
        ("double", "austrian", (6, 13, 17, 0), (6, 6, 12, 12)),
        ("triple", "french", (12, 15, 9, 0), (6, 6, 6, 18)),
        ("triple", "russian", (3, 15, 18, 0), (0, 6, 12, 18)),
        ("triple", "prussian", (0, 11, 25, 0), (0, 6, 18, 12)),
    ],
)
def test_chances(march: Forced, nation: str, rolling: tuple[int, ...], halting: tuple[int, ...]) -> None:
    assert chances(nation, march, rolls_again=True) == rolling
    assert chances(nation, march, rolls_again=False) == halting
