"""7.2: Military Actions and To the Barricades!"""

from __future__ import annotations

import pytest

from data.levee.schema import ARMIES, Army, Drm
from engines.levee.events import ActionTaken, ArmyMoved
from tests.levee.builder import VALUES, Position, card, position

FOUGHT: list[tuple[Army, int]] = [
    (army, box) for army in ARMIES for box in (1, 2, 3, 4) if (army, box) != ("britain", 4)
]
"""Where an Army can be attacked at the price of an action."""


def stormed(*armies: Army) -> Position:
    """Armies in Paris on a card of two actions."""
    quiet = position().card(card(actions=2))
    for army in armies:
        quiet = quiet.army(army, 0)
    return quiet


@pytest.mark.parametrize(("army", "box"), FOUGHT)
@pytest.mark.case("L-7.2-a", "L-7.2-b", "L-7.2-c")
def test_a_die_has_to_beat_the_armys_battle_value(army: Army, box: int) -> None:
    start = position().army(army, box).start()
    for face in range(1, 7):
        result = start.play(f"military {army}", faces=[face])
        beaten = face > VALUES[army]
        assert result.boxes == start.boxes | {army: box + beaten}
        assert [(moved.origin, moved.target) for moved in result.of(ArmyMoved)] == [(box, box + 1)] * beaten
        assert result.state.actions_left == 2


@pytest.mark.parametrize("military", [-2, -1, 1, 2])
@pytest.mark.case("L-7.2-a")
def test_the_french_army_counts(military: int) -> None:
    start = position().army("austria", 3).card(card(military_drm=military)).start()
    for face in (2, 3, 4, 5):
        (roll,) = start.play("military austria", faces=[face]).rolls
        assert roll.success == (face + military > 4)
        assert sum(modifier.value for modifier in roll.modifiers) == military


@pytest.mark.case("L-7.2-a")
def test_a_drm_on_an_army_counts_against_that_army_wherever_it_is() -> None:
    start = (
        position().army("austria", 3).army("prussia", 3).card(card(drm=[Drm("military", 1, "austria")]))
    ).start()
    assert start.play("military austria", faces=[4]).boxes["austria"] == 4
    assert start.play("military prussia", faces=[4]).boxes["prussia"] == 3


@pytest.mark.case("L-7.2-a", "L-5.4-a")
def test_a_drm_on_a_space_counts_against_the_army_in_it() -> None:
    liege = card(drm=[Drm("military", 1, space="liege")])
    assert position().army("austria", 3).card(liege).play("military austria", faces=[4]).boxes["austria"] == 4
    for box in (2, 4):
        away = position().army("austria", box).card(liege).play("military austria", faces=[4])
        assert away.boxes["austria"] == box
    assert position().army("prussia", 3).card(liege).play("military prussia", faces=[4]).boxes["prussia"] == 3


@pytest.mark.case("A-11")
def test_drms_of_an_army_or_a_space_are_outside_the_limit_of_2() -> None:
    """Card +2 and Republic make +2 by the limit; Army and space add theirs to it: 2 + 2 + 1 + 1 > 5."""
    drm = [Drm("military", 1, "austria"), Drm("military", 1, space="liege")]
    start = (
        position().tracks(0, 0, 1).army("austria", 3).card(card(military_drm=2, drm=drm)).values(austria=5)
    )
    (roll,) = start.play("military austria", faces=[2]).rolls
    assert [modifier.value for modifier in roll.modifiers] == [2, 1, 1]
    assert roll.success


@pytest.mark.case("A-11")
@pytest.mark.parametrize("drm", [Drm("military", 1, "austria"), Drm("military", 1, space="liege")])
def test_drms_of_an_army_or_a_space_do_not_move_the_french_army(drm: Drm) -> None:
    result = position().army("austria", 3).reveal(card(drm=[drm]))
    assert result.state.french_army == 0
    (roll,) = result.play("military austria", faces=[3]).rolls
    assert (roll.total, roll.success) == (4, False)


@pytest.mark.case("A-11")
def test_the_cards_military_drm_counts_once() -> None:
    start = position().army("austria", 3).card(card(military_drm=1)).start()
    (roll,) = start.play("military austria", faces=[3]).rolls
    assert (roll.total, roll.success) == (4, False)


@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.case("L-7.2-d")
def test_an_army_in_its_starting_box_cannot_be_attacked(army: Army) -> None:
    refusal = position().refused(f"military {army}")
    assert (refusal.message, refusal.case) == ("An army in its starting box cannot be attacked", "7.2")


@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.case("L-7.2-e")
def test_a_removed_army_cannot_be_attacked(army: Army) -> None:
    refusal = position().off(army).refused(f"military {army}")
    assert "not on the map" in refusal.message
    assert refusal.case == "7.2"


@pytest.mark.case("L-7.2-f")
def test_at_sea_the_british_cannot_be_attacked_by_the_army() -> None:
    refusal = position().army("britain", 4).refused("military britain")
    assert "Naval" in refusal.message
    assert refusal.case == "7.2"


@pytest.mark.parametrize("army", [army for army in ARMIES if army != "britain"])
@pytest.mark.case("L-7.2-f")
def test_box_4_of_other_tracks_is_no_sea(army: Army) -> None:
    assert f"military {army}" in position().army(army, 4).legal


@pytest.mark.parametrize("box", [0, 1, 2, 3])
@pytest.mark.case("L-7.2-g")
def test_the_british_on_land_are_fought_with_their_armys_value(box: int) -> None:
    start = position().army("britain", box).card(card(military_drm=1)).start()
    assert start.play("military britain", faces=[2]).boxes["britain"] == box
    assert start.play("military britain", faces=[3]).boxes["britain"] == box + 1


@pytest.mark.case("L-7.2-h")
def test_each_army_in_paris_can_be_attacked_once_free() -> None:
    result = stormed("prussia", "austria", "vendee").play(
        "military prussia", "military austria", "military vendee", faces=[1, 1, 1]
    )
    assert result.state.actions_left == 2
    assert [(taken.cost, taken.free) for taken in result.of(ActionTaken)] == [(0, "7.2")] * 3


@pytest.mark.case("L-7.2-h")
def test_an_attack_elsewhere_is_not_free() -> None:
    (taken,) = position().army("austria", 1).play("military austria", faces=[1]).of(ActionTaken)
    assert (taken.cost, taken.left, taken.free) == (1, 2, None)


@pytest.mark.case("L-7.2-i")
def test_a_free_attack_is_a_full_one() -> None:
    drm = [Drm("military", 1, "austria")]
    start = position().army("austria", 0).card(card(military_drm=1, drm=drm)).start()
    for face in range(1, 7):
        result = start.play("military austria", faces=[face])
        beaten = face > 2  # face + 1 + 1 > 4
        assert result.boxes["austria"] == (1 if beaten else 0)
    hopeless = position().army("austria", 0).card(card(drm=[Drm("military", -9, "austria")]))
    assert hopeless.play("military austria", faces=[6]).boxes["austria"] == 1
    certain = position().army("austria", 0).card(card(drm=[Drm("military", 9, "austria")]))
    assert certain.play("military austria", faces=[1]).boxes["austria"] == 0


@pytest.mark.case("L-7.2-j")
def test_after_a_free_attack_failed_further_ones_cost() -> None:
    result = stormed("austria").play("military austria", "military austria", faces=[1, 1])
    assert [taken.cost for taken in result.of(ActionTaken)] == [0, 1]
    assert result.state.actions_left == 1


@pytest.mark.parametrize("given", [0, 2])
@pytest.mark.case("L-7.2-k", "L-4.3-b")
def test_free_attacks_need_no_action(given: int) -> None:
    start = position().army("austria", 0).army("prussia", 1).card(card(actions=given)).actions(0).start()
    assert start.legal == ["military austria", "end"]
    failed = start.play("military austria", faces=[2])
    assert (failed.boxes["austria"], failed.state.actions_left) == (0, 0)
    assert failed.refused("military austria").case == "4.3"
    assert start.refused("military prussia").case == "4.3"


@pytest.mark.case("L-7.2-l")
def test_free_attacks_come_at_any_point() -> None:
    result = stormed("austria", "vendee").play(
        "military vendee",
        "political republic",
        "political republic",
        "military austria",
        faces=[1, 1, 1, 6],
    )
    assert [taken.cost for taken in result.of(ActionTaken)] == [0, 1, 1, 0]
    assert result.boxes["austria"] == 1


@pytest.mark.case("L-7.2-l")
def test_free_attacks_may_be_left_out() -> None:
    start = stormed("austria").start()
    assert {"political republic", "end"} <= set(start.legal)
    assert start.play("end").view.paris_fell


@pytest.mark.case("A-13")
def test_the_first_attack_in_paris_is_the_free_one_and_there_is_one_a_turn() -> None:
    start = stormed("austria").start()
    first = start.play("military austria", faces=[1])
    assert (first.state.actions_left, first.state.stormed) == (2, ["austria"])
    odds = first.odds("military austria")
    assert odds is not None
    second = first.play("military austria", faces=[1])
    assert second.state.actions_left == 1


@pytest.mark.case("A-13")
def test_an_attack_before_paris_does_not_use_up_the_free_one() -> None:
    outside = position().army("austria", 1).play("military austria", faces=[1])
    assert outside.state.stormed == []


@pytest.mark.case("A-13")
def test_the_free_attack_is_there_again_in_the_next_turn() -> None:
    back = stormed("austria").next(card(("austria", 1), actions=0))
    result = back.play("military austria", "end", "military austria", faces=[6, 6])
    assert [taken.cost for taken in result.of(ActionTaken)] == [0, 0]
    assert result.boxes["austria"] == 1


@pytest.mark.case("A-14")
def test_a_marker_does_not_block_a_retreat() -> None:
    result = position().army("austria", 2).liberated("liege").play("military austria", faces=[6])
    assert result.boxes["austria"] == 3
    assert result.liberated == {"liege"}


@pytest.mark.parametrize("box", [0, 1, 2])
@pytest.mark.case("A-14", "A-07")
def test_rotation_does_not_block_a_retreat(box: int) -> None:
    result = position().army("prussia", box).rotated("prussia").play("military prussia", faces=[6])
    assert result.boxes["prussia"] == box + 1


@pytest.mark.case("A-14")
def test_other_armies_do_not_block_a_retreat() -> None:
    crowded = position()
    for army in ARMIES:
        crowded = crowded.army(army, 1)
    assert crowded.play("military vendee", faces=[6]).boxes["vendee"] == 2


@pytest.mark.case("A-14", "L-5.1-c")
def test_a_retreat_stops_at_the_starting_box() -> None:
    result = position().army("austria", 4).play("military austria", faces=[6])
    assert result.boxes["austria"] == 5
    assert result.refused("military austria").case == "7.2"
