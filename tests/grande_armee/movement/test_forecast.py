"""What a march or an elimination may come to, foretold by the rules themselves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from data.grande_armee.tables import Fate
from engines.grande_armee.actions import Eliminate, March, Triple
from engines.grande_armee.branches import branches
from engines.grande_armee.forecast import fates, starved_by, starving
from tests.grande_armee.table import Table, moving

KINDS = {"french": "french-5-4-1", "russian": "russian-4-4-1", "prussian": "prussian-3-3-1"}


FATES: tuple[Fate, ...] = ("unharmed", "disrupted", "eliminated", "halted")


def foretold(nation: str, verb: str, *, again: bool) -> list[int]:
    """The chances of a march in 36ths: unharmed, disrupted, eliminated, halted."""
    side = "french" if nation == "french" else "allied"
    table = moving({KINDS[nation]: "0602"}, side=side)  # type: ignore[arg-type]
    action = table.title.parse(table.state, f"{verb} {KINDS[nation]} > 0603")
    assert isinstance(action, March | Triple)
    chances = fates(table.title.box, table.state, action, again=again)
    return [int(36 * chances.get(fate, Fraction(0))) for fate in FATES]


@pytest.mark.case("E-d-07")
@pytest.mark.parametrize(
    ("nation", "verb", "chances"),
    [
        ("french", "march", [21, 14, 1, 0]),
        ("russian", "march", [13, 14, 9, 0]),
        ("prussian", "march", [6, 13, 17, 0]),
        ("french", "triple", [12, 15, 9, 0]),
        ("russian", "triple", [3, 15, 18, 0]),
        ("prussian", "triple", [0, 11, 25, 0]),
    ],
)
def test_the_risks_of_a_march_that_rolls_again(nation: str, verb: str, chances: list[int]) -> None:
    assert foretold(nation, verb, again=True) == chances


@pytest.mark.case("E-d-08", "A-23")
@pytest.mark.parametrize(
    ("nation", "verb", "chances"),
    [
        ("french", "march", [18, 6, 0, 12]),
        ("russian", "march", [12, 6, 6, 12]),
        ("prussian", "march", [6, 6, 12, 12]),
        ("french", "triple", [6, 6, 6, 18]),
        ("russian", "triple", [0, 6, 12, 18]),
        ("prussian", "triple", [0, 6, 18, 12]),
    ],
)
def test_the_risks_of_a_march_that_halts(nation: str, verb: str, chances: list[int]) -> None:
    assert foretold(nation, verb, again=False) == chances


def eliminating(table: Table, text: str) -> list[tuple[str, ...]]:
    """The stacks that an elimination would starve."""
    action = table.title.parse(table.state, text)
    assert isinstance(action, Eliminate)
    return starved_by(table.title.box, table.state, action)


@pytest.mark.case("A-45", "E-v-19")
def test_an_elimination_that_eats_the_supply_of_its_stack_is_foretold() -> None:
    units = {
        "french-2-5-1": "0612",
        "french-3-7-1": "0612",
        "french-supply-1": "0612",
        "austrian-1-5-1": "0611",
    }
    text = "eliminate 0611 by french-2-5-1, french-3-7-1 with french-supply-1"
    stack = ("french-2-5-1", "french-3-7-1")
    assert eliminating(moving(units, scenario="1805"), text) == [stack]
    assert eliminating(moving(units, scenario="1805", ae_supply_lasts=True), text) == []
    assert eliminating(moving({**units, "french-supply-2": "0613"}, scenario="1805"), text) == []


@pytest.mark.case("A-14")
def test_a_stack_out_of_reach_of_supply_is_foretold() -> None:
    table = moving({"french-2-5-1": "0612", "french-2-5-2": "0612", "french-2-5-3": "0712"})
    assert [*starving(table.title.box, table.state)] == [("french-2-5-1", "french-2-5-2")]


def test_chances_of_all_faces_add_up() -> None:
    chances = branches(
        lambda dice: dice.roll("one") + (dice.roll("two") if dice.draws[-1].value == "6" else 0)
    )
    assert sum(chances.values()) == 1
    assert chances[5] == Fraction(1, 6)
    assert chances[12] == Fraction(1, 36)
