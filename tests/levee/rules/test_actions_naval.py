"""7.3: Naval Actions."""

from __future__ import annotations

import pytest

from data.levee.schema import Drm
from engines.core.errors import NotationError
from engines.levee.events import ActionTaken
from tests.levee.builder import card, position


@pytest.mark.parametrize("box", [1, 2, 4])
@pytest.mark.case("L-7.3-a", "L-7.3.1-a")
def test_the_royal_navys_value_has_to_be_beaten(box: int) -> None:
    start = position().army("britain", box).start()
    for face in range(1, 7):
        result = start.play("naval", faces=[face])
        assert result.rolls[0].needed == 5
        assert (result.boxes["britain"] != box) == (face >= 5)


@pytest.mark.case("L-7.3-a")
def test_the_navys_value_is_its_own() -> None:
    weak = position().army("britain", 4).values(navy=2, britain=5)
    assert weak.play("naval", faces=[3]).boxes["britain"] == 5


@pytest.mark.parametrize("box", [1, 2, 4])
@pytest.mark.case("L-7.3-b", "A-15")
def test_the_british_can_be_fought_at_sea_and_in_squares(box: int) -> None:
    legal = position().army("britain", box).legal
    assert "naval" in legal
    assert ("military britain" in legal) == (box != 4)


@pytest.mark.parametrize("box", [0, 3, 5, None])
@pytest.mark.case("L-7.3-c")
def test_elsewhere_the_navy_has_no_target(box: int | None) -> None:
    away = position().off("britain") if box is None else position().army("britain", box)
    assert away.refused("naval").case == "7.3"


@pytest.mark.parametrize("army", ["prussia", "austria", "piedmont", "vendee"])
@pytest.mark.case("L-7.3-d")
def test_no_other_army_can_be_fought_by_sea(army: str) -> None:
    others = position().army("prussia", 1).army("austria", 2).army("piedmont", 4).army("vendee", 4)
    start = others.start()
    assert start.refused("naval").case == "7.3"
    with pytest.raises(NotationError, match="stands alone"):
        start.play(f"naval {army}")


@pytest.mark.parametrize("drm", [-2, -1, 1, 2])
@pytest.mark.case("L-7.3.1-a")
def test_naval_drms_count(drm: int) -> None:
    start = position().army("britain", 4).card(card(drm=[Drm("naval", drm)])).start()
    for face in (2, 3, 4, 5):
        (roll,) = start.play("naval", faces=[face]).rolls
        assert roll.success == (face + drm > 4)


@pytest.mark.parametrize("value", [-2, 2])
@pytest.mark.case("L-7.3.1-a")
def test_no_other_drm_counts(value: int) -> None:
    drm = [
        Drm("military", value, "britain"),
        Drm("military", value, space="rouen"),
        Drm("political", value),
        Drm("liberation", value),
        Drm("restore-order", value),
    ]
    start = position().army("britain", 1).card(card(military_drm=value, drm=drm)).start()
    assert start.state.french_army == value
    for face in (2, 3, 4, 5):
        (roll,) = start.play("naval", faces=[face]).rolls
        assert (roll.modifiers, roll.success) == ([], face > 4)


@pytest.mark.case("L-7.3.2-a")
def test_from_the_sea_the_british_sail_home() -> None:
    assert position().army("britain", 4).play("naval", faces=[5]).boxes["britain"] == 5


@pytest.mark.parametrize(("box", "after"), [(1, 3), (2, 4)])
@pytest.mark.case("L-7.3.2-b")
def test_from_france_they_fall_back_two_boxes(box: int, after: int) -> None:
    assert position().army("britain", box).play("naval", faces=[5]).boxes["britain"] == after


@pytest.mark.parametrize("face", [1, 4])
@pytest.mark.case("L-7.3.2-a", "L-7.0-e")
def test_failure_leaves_them_where_they_are(face: int) -> None:
    result = position().army("britain", 2).play("naval", faces=[face])
    assert (result.boxes["britain"], result.state.actions_left) == (2, 2)


@pytest.mark.case("L-7.3-e")
def test_a_naval_action_is_never_free() -> None:
    start = position().army("britain", 1).start()
    (taken,) = start.play("naval", faces=[1]).of(ActionTaken)
    assert (taken.cost, taken.free) == (1, None)
    assert position().army("britain", 1).actions(0).refused("naval").case == "4.3"


@pytest.mark.case("L-7.3-e")
def test_a_naval_action_does_not_use_up_the_free_attack() -> None:
    again = position().army("britain", 1).next(card(("britain", 1), actions=1))
    result = again.play("naval", "end", "military britain", faces=[1, 1])
    assert result.boxes["britain"] == 0
    assert [taken.cost for taken in result.of(ActionTaken)] == [1, 0]
    assert again.play("naval", faces=[1]).state.stormed == []


@pytest.mark.case("L-7.3-f")
def test_natural_faces_decide() -> None:
    calm = position().army("britain", 4).card(card(drm=[Drm("naval", 9)]))
    assert calm.play("naval", faces=[1]).boxes["britain"] == 4
    storm = position().army("britain", 4).card(card(drm=[Drm("naval", -9)]))
    assert storm.play("naval", faces=[6]).boxes["britain"] == 5


@pytest.mark.case("A-16")
def test_from_rouen_they_fall_back_to_dunkirk_which_is_round() -> None:
    start = position().army("britain", 1).start()
    assert start.view.armies["britain"].space == "rouen"
    dunkirk = start.play("naval", faces=[5]).view.armies["britain"]
    assert (dunkirk.box, dunkirk.space, dunkirk.shape) == (3, "dunkirk", "round")


@pytest.mark.case("A-16")
def test_dunkirk_can_be_liberated() -> None:
    result = position().army("britain", 4).holding().play("liberate dunkirk", faces=[3])
    assert result.view.liberation.spaces["dunkirk"].box == 3
