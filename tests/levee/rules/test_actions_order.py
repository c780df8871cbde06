"""7.5: Restore Order Actions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from data.levee.schema import Drm
from engines.levee.events import ActionTaken, OrderRestored
from tests.levee.builder import card, position


@pytest.mark.case("L-7.5-a")
def test_without_disorder_there_is_nothing_to_restore() -> None:
    assert position().refused("restore-order").case == "7.5"
    assert position().tracks(0, 0, 4).refused("restore-order").case == "7.5"


@pytest.mark.parametrize("republic", [3, 4])
@pytest.mark.case("L-7.5-b")
def test_a_reigning_republic_at_3_or_4_needs_no_die(republic: int) -> None:
    result = position().tracks(2, 2, republic).disorder().play("restore-order", faces=[])
    assert not result.state.disorder
    assert [(taken.cost, taken.left) for taken in result.of(ActionTaken)] == [(1, 2)]
    assert [restored.automatic for restored in result.of(OrderRestored)] == [True]


@pytest.mark.case("L-7.5-b")
def test_the_automatic_case_costs_an_action_all_the_same() -> None:
    assert position().tracks(0, 0, 4).disorder().actions(0).refused("restore-order").case == "4.3"


@pytest.mark.parametrize(
    "tracks", [(3, 0, 3), (0, 4, 4), (4, 4, 4), (4, 0, 3), (1, 0, 2), (0, 0, 1), (-1, -1, 0)]
)
@pytest.mark.case("L-7.5-c")
def test_otherwise_a_die_is_needed(tracks: tuple[int, int, int]) -> None:
    start = position().tracks(*tracks).disorder().start()
    assert start.play("restore-order", faces=[3]).state.disorder
    assert not start.play("restore-order", faces=[4]).state.disorder


@pytest.mark.case("L-7.5-d")
def test_the_markers_value_has_to_be_beaten() -> None:
    start = position().disorder().start()
    for face in range(1, 7):
        result = start.play("restore-order", faces=[face])
        assert result.rolls[0].needed == 4
        assert result.state.disorder == (face <= 3)


@pytest.mark.parametrize("drm", [-2, -1, 1])
@pytest.mark.case("L-7.5-d")
def test_restore_order_drms_count(drm: int) -> None:
    start = position().disorder().card(card(drm=[Drm("restore-order", drm)])).start()
    for face in (2, 3, 4, 5):
        assert start.play("restore-order", faces=[face]).rolls[0].success == (face + drm > 3)


@pytest.mark.case("L-7.5-e")
def test_success_takes_the_marker_out_of_paris_and_failure_leaves_it() -> None:
    start = position().disorder().start()
    restored = start.play("restore-order", faces=[4])
    assert (restored.state.disorder, restored.view.disorder, restored.state.actions_left) == (False, False, 2)
    assert [event.automatic for event in restored.of(OrderRestored)] == [False]
    failed = start.play("restore-order", faces=[3])
    assert (failed.state.disorder, failed.state.actions_left) == (True, 2)
    assert failed.of(OrderRestored) == []


@pytest.mark.parametrize("military", [-2, 2])
@pytest.mark.case("L-7.5-e")
def test_no_other_drm_counts(military: int) -> None:
    drm = [Drm("political", military), Drm("naval", military), Drm("liberation", military)]
    start = position().disorder().card(card(military_drm=military, drm=drm)).start()
    for face in (2, 3, 4, 5):
        (roll,) = start.play("restore-order", faces=[face]).rolls
        assert (roll.modifiers, roll.success) == ([], face > 3)


@pytest.mark.case("L-7.5-f")
def test_the_automatic_case_is_certain_whatever_the_modifiers() -> None:
    start = position().tracks(0, 0, 3).disorder().card(card(drm=[Drm("restore-order", -9)])).start()
    odds = start.odds("restore-order")
    assert odds is not None
    assert odds.chance == Fraction(1)
    result = start.play("restore-order", faces=[])
    assert (result.rolls, result.draws, result.state.disorder) == ([], [], False)


@pytest.mark.case("A-19")
def test_natural_faces_decide_here_too() -> None:
    easy = position().disorder().card(card(drm=[Drm("restore-order", 9)]))
    assert easy.play("restore-order", faces=[1]).state.disorder
    hard = position().disorder().card(card(drm=[Drm("restore-order", -9)]))
    assert not hard.play("restore-order", faces=[6]).state.disorder
