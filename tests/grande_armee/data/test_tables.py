"""The tables of La Grande Armée against the rulebook's, cell by cell, and against what it says of them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.grande_armee.data.country import TABLES

COMBAT, DOUBLE, TRIPLE = TABLES.combat, TABLES.double, TABLES.triple


@pytest.mark.case("G-CRT-1", "E-d-02")
def test_the_columns_of_the_combat_table() -> None:
    counted = {
        column: Counter(row[index] for row in COMBAT.rows) for index, column in enumerate(COMBAT.columns)
    }
    assert counted == {
        0: {"Ars": 5, "Ae": 1},
        80: {"Ars": 3, "Ar1Drs": 3},
        100: {"Ars": 1, "Ar1Drs": 2, "Dr1": 2, "Dr2": 1},
        110: {"Ar1Drs": 2, "Dr1": 1, "Dr2": 1, "Drs": 2},
        120: {"Dr1": 1, "Dr2": 2, "Drs": 3},
        140: {"Drs": 6},
        160: {"Drs": 5, "1/2ex": 1},
        180: {"Drs": 3, "1/2ex": 1, "De": 2},
        200: {"Drs": 1, "1/2ex": 1, "De": 4},
        300: {"1/2ex": 1, "De": 5},
        400: {"De": 6},
    }
    assert all(len(row) == len(COMBAT.columns) for row in COMBAT.rows)


@pytest.mark.case("E-06")
def test_a_two_at_equal_strengths() -> None:
    assert COMBAT.rows[1][COMBAT.columns.index(100)] == "Ar1Drs"


@pytest.mark.case("G-CRT-1", "A-52")
@pytest.mark.parametrize(
    ("die", "results"),
    [
        (1, "Ars Ars Ars Ar1Drs Dr1 Drs Drs Drs Drs 1/2ex De"),
        (3, "Ars Ars Ar1Drs Dr1 Dr2 Drs Drs Drs De De De"),
        (6, "Ae Ar1Drs Dr2 Drs Drs Drs 1/2ex De De De De"),
    ],
)
def test_rows_of_the_combat_table(die: int, results: str) -> None:
    assert COMBAT.rows[die - 1] == results.split()


LETTER = {"go": "-", "op": "O", "disrupted": "D", "eliminated": "e"}


@pytest.mark.case("G-FM-2", "G-FM-3", "A-20")
def test_the_double_march() -> None:
    assert "".join(LETTER[each] for each in DOUBLE.first) == "---OODee"
    again = {first: "".join(LETTER[each] for each in row) for first, row in DOUBLE.again.items()}
    assert again == {"3": "--DDDDee", "4": "-DDDDeee"}


@pytest.mark.case("G-FM-4", "G-FM-5")
def test_the_triple_march() -> None:
    assert "".join(LETTER[each] for each in TRIPLE.first) == "-OOODeee"
    again = {first: "".join(LETTER[each] for each in row) for first, row in TRIPLE.again.items()}
    assert again == {"1": "---DDDee", "2": "--DDDeee", "3": "-DDDeeee"}


@pytest.mark.case("F-02", "F-05", "F-10", "G-GEN-5")
def test_the_terrain_chart_and_what_of_it_is_stated() -> None:
    ground = {kind: (each.cost, each.defence) for kind, each in TABLES.terrain.items()}
    assert ground == {"clear": (1, 1), "mountain": (3, 2), "pass": (2, 2), "fortress": (1, 3)}
    assert (TABLES.sides.river, TABLES.sides.bridge) == (1, 0)
    assert (TABLES.figures.fortress, TABLES.figures.elimination, TABLES.figures.river) == (18, 500, 160)


@pytest.mark.case("F-08", "G-DIS-B-1")
def test_the_costs_of_actions() -> None:
    figures = TABLES.figures
    assert (figures.stacking, figures.swap, figures.leaving, figures.doomed) == (1, 1, 2, 1)
    assert figures.recovery == 6
