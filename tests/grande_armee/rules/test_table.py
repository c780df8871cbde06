"""The table of La Grande Armée as its scenarios lay it out, the count of phases, and disruption."""

from __future__ import annotations

import re

import msgspec
import pytest

import data.grande_armee
from engines.grande_armee.box import Box
from engines.grande_armee.position import Piece
from engines.grande_armee.score import fortress_points
from engines.grande_armee.state import State, create, disrupted, laid_out, position, recovered
from tests.grande_armee.builder import CENTRE

BOX = Box(data.grande_armee.load())
FIGURES = BOX.figures
EACH = pytest.mark.parametrize("scenario", BOX.scenarios)


def phase(turn: int, name: str) -> int:
    """Index of a phase: `am` is Allied Movement, `fc` French Combat."""
    return 6 * (turn - 1) + ("am", "ac", "as", "fm", "fc", "fs").index(name)


@pytest.mark.case("G-SEQ-1", "G-SEQ-2", "A-03")
def test_six_phases_to_a_turn_the_allied_ones_first() -> None:
    state = laid_out(BOX, "1805", {})
    seen = [msgspec.structs.replace(state, index=index) for index in range(8)]
    assert [(each.turn, each.side) for each in seen] == [
        *[(1, "allied")] * 3,
        *[(1, "french")] * 3,
        *[(2, "allied")] * 2,
    ]
    assert (state.turn, state.side) == (1, "allied")


@pytest.mark.case("G-GEN-6", "A-124")
@EACH
def test_a_scenario_is_laid_out_with_ids_of_their_kinds(scenario: str) -> None:
    state = laid_out(BOX, scenario, {})
    for id, piece in state.pieces.items():
        assert piece.kind in BOX.kinds
        assert id == piece.kind or re.fullmatch(rf"{piece.kind}-[1-9]\d*", id)
        assert piece.hex in BOX.terrain
    table = position(BOX, state)
    for hex, stack in table.at.items():
        assert {table.kind(id).side for id in stack} == {table.holders[hex]}
    assert state.control.keys() == BOX.prizes(scenario).keys()


@pytest.mark.case("G-VP-A-1")
@EACH
def test_the_score_at_the_start_is_what_the_french_hold(scenario: str) -> None:
    prizes, state = BOX.prizes(scenario), laid_out(BOX, scenario, {})
    held = sum(prize.points for prize in prizes.values() if prize.control == "french")
    assert fortress_points(BOX, state) == held


def test_ids_are_never_used_again() -> None:
    state = laid_out(BOX, "1805", {})
    first = create(state, "french-2-5", CENTRE)
    state.pieces = {}
    assert create(state, "french-2-5", CENTRE) != first


def test_a_state_goes_through_json_unchanged() -> None:
    state = laid_out(BOX, "1809", {"only-troops-hold": True})
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


# ---- disruption


@pytest.mark.case("G-DIS-B-1", "G-DIS-B-2", "E-07", "E-d-24", "E-v-02", "E-v-45")
@pytest.mark.parametrize(
    ("when", "until"),
    [
        ((2, "fm"), (3, "fm")),
        ((3, "fm"), (4, "fm")),
        ((2, "ac"), (3, "ac")),
        ((1, "fc"), (2, "fc")),
    ],
)
def test_a_unit_recovers_at_the_end_of_the_same_phase_of_the_next_turn(
    when: tuple[int, str], until: tuple[int, str]
) -> None:
    piece = disrupted(Piece("french-5-4", CENTRE), phase(*when), FIGURES)
    assert piece is not None
    assert piece.disrupted == phase(*until)
    assert recovered({"french-5-4-1": piece}, phase(*until) - 1) == {}
    assert recovered({"french-5-4-1": piece}, phase(*until)) == {"french-5-4-1": Piece("french-5-4", CENTRE)}


@pytest.mark.case("G-DIS-C-1", "E-d-25", "E-v-46")
def test_a_unit_that_is_disrupted_again_is_destroyed() -> None:
    piece = disrupted(Piece("french-5-4", CENTRE), phase(1, "ac"), FIGURES)
    assert piece is not None
    assert disrupted(piece, phase(2, "ac"), FIGURES) is None
