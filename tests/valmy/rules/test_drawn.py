"""What a side may take the hidden board for: boards that look to it like the present one."""

from __future__ import annotations

import random

import pytest

from engines.valmy.player.drawn import drawn, known_part
from engines.valmy.state import State
from engines.valmy.view import battle_of, view
from tests.valmy.builder import given
from tests.valmy.small import small


def check_that_boards_look_alike(state: State, seat: str) -> None:
    box, known = small(), known_part(small(), state, seat)
    for number in range(12):
        board = drawn(box, known, seat, random.Random(number))
        assert view(box, board, seat) == view(box, state, seat)


def test_a_leader_alone_among_enemies_may_have_no_unit_that_is_hidden() -> None:
    position = given().force("leveneur", "verdun", "f1-f6").leader("kohler", "verdun")
    check_that_boards_look_alike(position.force("borch", "metz", "g1-g4").state, "french")


@pytest.mark.case("Y-2.3-b")
def test_units_in_a_battle_are_under_leaders_who_may_command_them() -> None:
    position = given().force("leveneur", "clermont", "f1-f6").force("borch", "verdun", "g1-g6")
    table = position.leader("kohler", "verdun").leader("eben", "verdun").table()
    table.roll_on("activate leveneur")
    table.roll_on("move clermont > verdun")
    while battle_of(table.state) is None:
        table.roll_on(table.legal[-1])
    check_that_boards_look_alike(table.state, "french")
