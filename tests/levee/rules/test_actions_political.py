"""7.1: Political Actions."""

from __future__ import annotations

import pytest

from data.levee.schema import Drm, Marker
from engines.levee.events import FrenchArmySet, MarkerMoved
from tests.levee.builder import Position, card, position

MARKERS: tuple[Marker, ...] = ("monarchy", "despotism", "republic")
LOWEST_FACE = {-1: 2, 0: 2, 1: 2, 2: 3, 3: 4, 4: 5}
"""Lowest face that succeeds without DRM, by the marker's box."""
TARGETS = [
    (marker, box)
    for marker in MARKERS
    for box in LOWEST_FACE
    if not (marker == "republic" and box == 4) and not (marker != "republic" and box == -1)
]


def at(marker: Marker, box: int) -> Position:
    """One marker in a box, the others in 0."""
    boxes: dict[Marker, int] = dict.fromkeys(MARKERS, 0)
    boxes[marker] = box
    return position().tracks(boxes["monarchy"], boxes["despotism"], boxes["republic"])


@pytest.mark.parametrize(("marker", "box"), TARGETS)
@pytest.mark.case("L-7.1-a", "L-7.1-e")
def test_a_die_has_to_beat_the_markers_box(marker: Marker, box: int) -> None:
    for face in range(1, 7):
        (roll,) = at(marker, box).play(f"political {marker}", faces=[face]).rolls
        assert roll.success == (face >= LOWEST_FACE[box])


@pytest.mark.parametrize("drm", [-2, -1, 1, 2])
@pytest.mark.case("L-7.1-a")
def test_political_drms_of_the_card_count(drm: int) -> None:
    political = card(drm=[Drm("political", drm)])
    for face in (2, 3, 4, 5):
        (roll,) = at("monarchy", 3).card(political).play("political monarchy", faces=[face]).rolls
        assert roll.success == (face + drm > 3)
        assert [modifier.value for modifier in roll.modifiers] == [drm]


@pytest.mark.case("L-7.1-a")
def test_a_political_drm_may_be_tied_to_one_marker() -> None:
    start = at("monarchy", 3).card(card(drm=[Drm("political", 1, marker="monarchy")])).start()
    assert start.play("political monarchy", faces=[3]).mdr == (2, 0, 0)
    assert start.play("political republic", faces=[2]).rolls[0].modifiers == []
    assert start.play("political despotism", faces=[2]).rolls[0].modifiers == []


@pytest.mark.case("L-7.1-a")
def test_drms_of_other_rolls_do_not_count() -> None:
    others = [
        Drm("military", 2, "austria"),
        Drm("naval", 2),
        Drm("liberation", 2),
        Drm("restore-order", 2),
    ]
    result = at("monarchy", 3).card(card(drm=others)).play("political monarchy", faces=[3])
    assert (result.mdr, result.rolls[0].modifiers) == ((3, 0, 0), [])


@pytest.mark.parametrize(
    ("marker", "after"), [("monarchy", (1, 2, 2)), ("despotism", (2, 1, 2)), ("republic", (2, 2, 3))]
)
@pytest.mark.case("L-7.1-b")
def test_success_moves_that_marker_one_box(marker: Marker, after: tuple[int, int, int]) -> None:
    result = position().tracks(2, 2, 2).play(f"political {marker}", faces=[6])
    assert result.mdr == after
    assert [moved.marker for moved in result.of(MarkerMoved)] == [marker]


@pytest.mark.case("L-7.1-b")
def test_there_is_one_way_to_move_each_marker() -> None:
    political = [action for action in position().tracks(2, 2, 2).legal if action.startswith("political")]
    assert political == ["political monarchy", "political despotism", "political republic"]


@pytest.mark.case("L-7.1-c")
def test_the_french_army_follows_at_once() -> None:
    result = position().tracks(1, 0, 0).army("prussia", 3).start()
    assert result.state.french_army == -1
    toppled = result.play("political monarchy", faces=[2])
    assert toppled.state.french_army == 0
    assert [set_.value for set_ in toppled.of(FrenchArmySet)] == [0]
    reigning = toppled.play("political republic", faces=[2])
    assert reigning.state.french_army == 1
    (roll,) = reigning.play("military prussia", faces=[4]).rolls
    assert (roll.total, roll.success) == (5, True)


@pytest.mark.parametrize("marker", MARKERS)
@pytest.mark.case("L-7.1-d")
def test_failure_changes_nothing(marker: Marker) -> None:
    result = position().tracks(2, 2, 2).play(f"political {marker}", faces=[2])
    assert result.mdr == (2, 2, 2)
    assert result.of(MarkerMoved) == []
    assert result.state.actions_left == 2


@pytest.mark.parametrize(("marker", "box"), [("republic", 4), ("monarchy", -1), ("despotism", -1)])
@pytest.mark.case("A-12")
def test_a_marker_at_its_bound_is_no_target(marker: Marker, box: int) -> None:
    refusal = at(marker, box).refused(f"political {marker}")
    assert refusal.case == "7.1"
    assert str(box) in refusal.message


@pytest.mark.case("L-4.3-b")
def test_without_an_action_left_there_is_no_political_action() -> None:
    assert position().actions(0).refused("political republic").case == "4.3"
