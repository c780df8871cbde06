"""10.2: the Spirit of '89."""

from __future__ import annotations

from typing import Any

import pytest

from data.levee.schema import Army, Drm
from engines.levee.events import ActionTaken, FrenchArmySet, LiberationReturned, MarkerMoved
from tests.levee.builder import VALUES, Position, card, position

FREE: list[tuple[Army, int, str]] = [
    ("britain", 3, "dunkirk"),
    ("prussia", 2, "trier"),
    ("austria", 3, "liege"),
    ("piedmont", 4, "piedmont"),
]
"""Liberated spaces with the Army that stands in each."""


def free_liege() -> Position:
    """The Austrians in Liège, which is liberated, in a campaign that plays 10.2."""
    return position().option("spirit-of-89").army("austria", 3).liberated("liege")


@pytest.mark.case("L-10.0-a")
def test_without_the_option_spaces_do_not_fight() -> None:
    for board in (position(), position().option("levee-en-masse")):
        assert board.army("austria", 3).liberated("liege").refused("spirit liege").case == "10.0"


@pytest.mark.parametrize(("army", "box", "space"), FREE)
@pytest.mark.case("L-10.2-a")
def test_a_liberated_space_fights_the_army_in_it_free(army: Army, box: int, space: str) -> None:
    start = position().option("spirit-of-89").army(army, box).liberated(space).actions(0).start()
    for face in range(1, 7):
        result = start.play(f"spirit {space}", faces=[face])
        assert (result.boxes[army] == box + 1) == (face > VALUES[army])
        assert [(taken.cost, taken.free) for taken in result.of(ActionTaken)] == [(0, "10.2")]
        assert result.state.actions_left == 0


@pytest.mark.case("L-10.2-a")
def test_natural_faces_decide() -> None:
    assert free_liege().values(austria=1).play("spirit liege", faces=[1]).boxes["austria"] == 3
    assert free_liege().values(austria=6).play("spirit liege", faces=[6]).boxes["austria"] == 4


@pytest.mark.parametrize("military", [-2, 2])
@pytest.mark.case("L-10.2-b")
def test_the_french_army_does_not_count(military: int) -> None:
    start = free_liege().card(card(military_drm=military)).start()
    assert start.state.french_army == military
    for face in (2, 3, 4, 5):
        (roll,) = start.play("spirit liege", faces=[face]).rolls
        assert (roll.modifiers, roll.success) == ([], face > 4)


@pytest.mark.case("L-10.2-c")
def test_success_pushes_the_army_back_and_keeps_the_marker() -> None:
    result = free_liege().play("spirit liege", faces=[5])
    assert (result.boxes["austria"], result.liberated, result.mdr) == (4, {"liege"}, (0, 0, 0))
    assert result.play("end").liberated == {"liege"}


@pytest.mark.case("L-10.2-d")
def test_failure_costs_the_marker_and_a_box_of_republic() -> None:
    result = free_liege().tracks(0, 0, 2).play("spirit liege", faces=[4])
    assert (result.boxes["austria"], result.liberated, result.held) == (3, set(), 1)
    assert result.mdr == (0, 0, 1)
    returned: list[Any] = result.of(LiberationReturned)
    assert [(event.space, event.case) for event in returned] == [("liege", "10.2")]


@pytest.mark.case("L-10.2-d")
def test_republic_goes_no_lower_than_minus_1() -> None:
    result = free_liege().tracks(0, 0, -1).play("spirit liege", faces=[4])
    assert result.mdr == (0, 0, -1)
    assert [(moved.origin, moved.target) for moved in result.of(MarkerMoved)] == [(-1, -1)]


@pytest.mark.case("L-10.2-d", "L-6.2-c")
def test_failure_sets_the_french_army_anew_at_once() -> None:
    start = free_liege().tracks(0, 0, 1).start()
    assert start.state.french_army == 1
    failed = start.play("spirit liege", faces=[4])
    assert (failed.view.reigning, failed.state.french_army) == (None, 0)
    assert [event.value for event in failed.of(FrenchArmySet)] == [0]


@pytest.mark.case("L-10.2-d")
def test_a_returned_marker_can_be_placed_again_the_same_turn() -> None:
    result = free_liege().play("spirit liege", "liberate brussels", faces=[4, 3])
    assert result.liberated == {"brussels"}


@pytest.mark.parametrize("space", ["brussels", "liege", "freiburg", "savoy", "rouen", "paris", "innsbruck"])
@pytest.mark.case("L-10.2-e")
def test_marker_and_army_have_to_be_in_the_same_space(space: str) -> None:
    board = (
        position().option("spirit-of-89").army("austria", 3).army("britain", 1).liberated("brussels", "savoy")
    )
    assert board.refused(f"spirit {space}").case == "10.2"


@pytest.mark.case("L-10.2-e")
def test_a_space_that_the_army_has_left_behind_fights_nobody() -> None:
    """In the turn in which an Army goes through it, a space may be liberated and under Allied control."""
    board = position().option("spirit-of-89").army("austria", 2).liberated("liege")
    assert board.refused("spirit liege").case == "10.2"


@pytest.mark.parametrize("value", [-3, 3])
@pytest.mark.case("A-29")
def test_no_modifier_counts_at_all(value: int) -> None:
    drm = [Drm("military", value, "austria"), Drm("military", value, space="liege")]
    start = free_liege().card(card(drm=drm)).start()
    for face in (2, 3, 4, 5):
        (roll,) = start.play("spirit liege", faces=[face]).rolls
        assert (roll.modifiers, roll.success) == ([], face > 4)


@pytest.mark.case("A-30")
def test_it_does_not_reach_the_sea() -> None:
    board = position().option("spirit-of-89").army("britain", 4).liberated("at-sea")
    refusal = board.refused("spirit at-sea")
    assert refusal.case == "7.2"
    assert "Naval" in refusal.message


@pytest.mark.case("A-31")
def test_it_is_made_once_per_army_and_turn() -> None:
    board = free_liege().liberated("freiburg")
    pushed = board.play("spirit liege", faces=[5])
    assert pushed.view.armies["austria"].space == "freiburg"
    assert pushed.refused("spirit freiburg").case == "10.2"


@pytest.mark.case("A-31")
def test_each_army_may_be_fought_by_its_own_space() -> None:
    board = free_liege().army("prussia", 2).liberated("trier")
    result = board.play("spirit liege", "spirit trier", faces=[5, 5])
    assert (result.boxes["austria"], result.boxes["prussia"]) == (4, 3)


@pytest.mark.case("A-31")
def test_it_is_there_again_in_the_next_turn() -> None:
    board = free_liege().next(card(("austria", 1)))
    result = board.play("spirit liege", "end", "spirit liege", faces=[5, 3, 5])
    assert result.boxes["austria"] == 4


@pytest.mark.case("L-10.2-a")
def test_a_french_attack_on_the_same_army_is_its_own_affair() -> None:
    result = free_liege().play("military austria", "spirit liege", faces=[2, 5])
    assert (result.boxes["austria"], result.state.actions_left) == (4, 2)
