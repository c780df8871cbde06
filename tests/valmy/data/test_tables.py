"""The tables of Valmy: as the cases file has them, and of the shape that the rulebook's words ask for."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import pairwise, product

import pytest

from data.cases import load
from data.glossary import spelled
from tests.valmy.data.roads import PACK

FIRE, CHARGE, MELEE = PACK.tables.fire, PACK.tables.charge, PACK.tables.melee
CASES = files("data.valmy").joinpath("cases.md").read_text(encoding="utf-8")
ORDER = ["AE", "AR*", "AR", "EX", "BR", "DR", "DR*", "½DE", "DE"]


def printed(table: int) -> list[list[str]]:
    """The rows of a table of the cases file, its head first, without the totals."""
    text = CASES.split(f"### Table {table}:")[1].split("Why:")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if "|" in line
    ]
    return [row[1:] for row in rows if not set(row[0]) <= {"-"}]


def lowest(table: int) -> int:
    text = CASES.split(f"### Table {table}:")[1]
    found = re.search(r"^\| <=(-?\d+) \|", text, re.M)
    assert found
    return int(found[1])


def test_the_pack_has_the_tables_of_the_cases_file() -> None:
    head, *rows = printed(1)
    assert (head, lowest(1)) == (["SK", *map(str, FIRE.morale)], FIRE.lowest)
    assert [[0 if cell == "-" else int(cell) for cell in row] for row in rows] == FIRE.rows
    head, *rows = printed(2)
    assert (head, rows, lowest(2)) == (CHARGE.odds, CHARGE.rows, CHARGE.lowest)
    head, *rows = printed(3)
    losses = [["-" if cell == (0, 0) else f"{cell[0]}/{cell[1]}" for cell in row] for row in MELEE.rows]
    assert (head, rows, lowest(3)) == (MELEE.odds, losses, MELEE.lowest)


def test_a_higher_roll_a_better_column_and_a_higher_morale_never_hurt() -> None:
    for low, high in pairwise(FIRE.rows):
        assert all(a <= b for a, b in zip(low, high, strict=True))
    for row in FIRE.rows:
        assert row[1:] == sorted(row[1:])
    ranks = [[ORDER.index(result) for result in row] for row in CHARGE.rows]
    spared = [[-own for own, _ in row] for row in MELEE.rows]
    hit = [[theirs for _, theirs in row] for row in MELEE.rows]
    for table in (ranks, spared, hit):
        assert all(row == sorted(row) for row in table)
        assert all(list(column) == sorted(column) for column in zip(*table, strict=True))


@pytest.mark.case("F-8", "Y-9.4.3-a")
def test_every_result_of_a_charge_comes_up_on_a_plain_die_and_melee_is_even_at_one_to_one() -> None:
    plain = [CHARGE.rows[die - CHARGE.lowest] for die in range(1, 7)]
    assert {result for row in plain for result in row} == set(ORDER)
    column = MELEE.odds.index("1:1")
    totals = [a + b for a, b in product(range(1, 7), repeat=2)]
    lost = [MELEE.rows[total - MELEE.lowest][column] for total in totals]
    assert sum(a for a, _ in lost) == sum(d for _, d in lost) == 37


@pytest.mark.case("F-8", "F-10", "F-11", "Y-5.1-a", "Y-5.3-a", "Y-10.2-a")
def test_the_figures_of_the_text() -> None:
    figures = PACK.tables.figures
    assert figures.army_morale == {"french": 9, "allied": 11}
    assert (figures.eliminated, figures.morale_cap, figures.chits) == (5, 10, [1, 2, 3])
    assert (figures.allowance, figures.leader_allowance) == ({"infantry": 2, "cavalry": 4}, 4)
    assert PACK.setup.scenario[0].initiative == "french"


def test_the_glossary_spells_out_the_shorthand_of_every_statement() -> None:
    left = re.compile(r"\b(?:MP|MA|VP|REFUSE|1d6|2d6|SO)\b|[<=]=|=>|>=")
    for statement in load("valmy"):
        spelled_out = spelled("valmy", f"{statement.text} {statement.reading}")
        assert not left.search(spelled_out), (statement.id, spelled_out)
    refused = spelled("valmy", load("valmy")["Y-2.1-j"].text)
    assert refused == "Not allowed: subordinating a Leader to one of equal or lower rank."
