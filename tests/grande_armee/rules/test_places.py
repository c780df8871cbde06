"""What is typed in the wrong step is refused with the statement that gives it its place."""

from __future__ import annotations

import pytest

from engines.core.errors import IllegalAction
from engines.grande_armee.title import GrandeArmee
from tests.grande_armee.table import Table, moving

UNITS = {"french-2-5-1": "0612", "french-2-5-2": "0612", "ney": "0612", "austrian-5-4-1": "0611"}


def refusal(table: Table, text: str) -> str:
    """The sentence and the case of a refusal."""
    assert table.asked is not None
    title: GrandeArmee = table.title
    with pytest.raises(IllegalAction) as refused:
        title.apply(table.state, table.asked[0], title.parse(table.state, text), table.dice)
    return str(refused.value)


@pytest.mark.case("G-SEQ-2", "G-SEQ-3", "G-SEQ-11", "G-MOV-Q-1")
@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("combine french-2-5-1, french-2-5-2", "G-MOV-Q-1"),
        ("break french-2-5-1", "G-MOV-Q-1"),
        ("onward ney > 0613", "G-FM-6"),
        ("rest", "G-FM-6"),
        ("roll", "G-FM-7"),
        ("halt", "G-FM-7"),
        ("spend french-supply-1", "G-SUP-0-1"),
        ("destroy french-2-5-1", "G-MOV-M-3"),
        ("attack 0611 by french-2-5-1", "G-SEQ-5"),
        ("call off 0611", "G-SEQ-5"),
        ("retreat ney > 0613", "G-RET-1"),
        ("retreat auto", "G-RET-1"),
        ("supply-first french-2-5-1", "A-71"),
        ("stand", "G-SEQ-6"),
        ("resolve 0611", "G-SEQ-8"),
        ("lose french-2-5-1", "G-CRT-7"),
        ("advance ney > 0611", "G-SEQ-9"),
        ("create all", "G-SEQ-10"),
        ("pass", "G-SEQ-2"),
    ],
)
def test_while_units_move_what_belongs_elsewhere_says_where(text: str, statement: str) -> None:
    assert refusal(moving(UNITS), text).endswith(f"({statement})")


@pytest.mark.case("G-SEQ-5", "G-SEQ-11", "G-COM-L-3")
@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("move ney > 0613", "G-SEQ-11"),
        ("march ney > 0613", "G-SEQ-11"),
        ("triple french-2-5-1 > 0613", "G-SEQ-11"),
        ("eliminate 0611 by french-2-5-1", "G-COM-L-3"),
    ],
)
def test_what_belongs_to_movement_is_refused_in_combat(text: str, statement: str) -> None:
    assert refusal(Table({"french-2-5-1": "0612", "austrian-5-4-1": "0611"}), text).endswith(f"({statement})")


@pytest.mark.case("G-SEQ-8")
def test_a_step_that_has_to_be_played_is_not_ended() -> None:
    table = Table({"french-2-5-1": "0612", "austrian-5-4-1": "0611"}).do("attack 0611 by french-2-5-1", "end")
    table.stand()
    assert refusal(table, "end").startswith("That leaves open what is asked: Choose the battle")
