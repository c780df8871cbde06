"""Modifiers and special events of the headline cards (5.4, 5.5)."""

from __future__ import annotations

import pytest

from data.levee.schema import Drm, Grant, Remove, Restore, Rotate
from engines.levee.events import ArmyRotated, ArmyStayed, LiberationGranted
from tests.levee.builder import Result, card, position


def modifiers(result: Result, action: str) -> int:
    """Sum of the modifiers that an action would have."""
    odds = result.odds(action)
    assert odds is not None
    return sum(value for _, value in odds.modifiers)


ALL = position().army("austria", 3).army("prussia", 3).army("britain", 2).holding().disorder()
ROLLS = (
    "military austria",
    "military prussia",
    "naval",
    "political republic",
    "political monarchy",
    "liberate savoy",
    "restore-order",
)


@pytest.mark.case("L-5.4-a")
@pytest.mark.parametrize(
    ("drm", "only"),
    [
        (Drm("military", 2, army="austria"), "military austria"),
        (Drm("military", 2, space="coblenz"), "military prussia"),
        (Drm("restore-order", 2), "restore-order"),
        (Drm("liberation", 2, space="savoy"), "liberate savoy"),
        (Drm("political", 2, marker="republic"), "political republic"),
    ],
)
def test_a_modifier_applies_to_what_it_is_tied_to(drm: Drm, only: str) -> None:
    here = ALL.card(card(drm=[drm])).start()

    assert {action: modifiers(here, action) for action in ROLLS} == {
        action: 2 if action == only else 0 for action in ROLLS
    }


@pytest.mark.case("L-5.4-a")
def test_a_modifier_tied_to_a_space_waits_for_the_army_to_be_there() -> None:
    here = ALL.card(card(drm=[Drm("military", 2, space="trier"), Drm("liberation", 1, space="brussels")]))
    assert modifiers(here.start(), "military prussia") == 0
    assert modifiers(here.start(), "liberate savoy") == 0
    assert modifiers(here.start(), "liberate brussels") == 1

    assert modifiers(here.army("prussia", 2).start(), "military prussia") == 2


@pytest.mark.case("L-5.4-a")
def test_a_modifier_tied_to_an_army_decides_the_roll() -> None:
    here = ALL.card(card(drm=[Drm("military", 1, army="austria")]))

    assert here.play("military austria", faces=[4]).boxes["austria"] == 4
    assert here.play("military prussia", faces=[4]).boxes["prussia"] == 3


@pytest.mark.case("L-5.5-a")
@pytest.mark.parametrize("box", [5, 2, 0])
def test_a_card_may_remove_an_army_though_no_battle_does(box: int) -> None:
    result = position().army("vendee", box if box else 1)
    orders = [("vendee", 1)] if box == 0 else []
    removed = result.reveal(card(*orders, special=[Remove("vendee")]))  # type: ignore[arg-type]
    assert removed.boxes["vendee"] is None
    assert removed.refused("military vendee").case == "7.2"
    assert removed.play("end").outcome is None


@pytest.mark.case("L-5.5-a")
def test_a_removed_army_stays_away() -> None:
    here = position().army("prussia", 2).rotated("prussia").next(card(special=[Remove("prussia")]))
    result = here.next(card(("prussia", 1), special=[Restore("prussia")]), card(("prussia", -1)))

    assert result.play("end", "end", "end").boxes["prussia"] is None


@pytest.mark.case("L-5.1-a", "L-5.5-a")
def test_a_removed_army_cannot_be_rotated() -> None:
    result = position().off("prussia").reveal(card(special=[Rotate("prussia")]))

    assert result.state.rotated == []
    assert [event.changed for event in result.of(ArmyRotated)] == [False]


@pytest.mark.case("L-5.5-a")
def test_special_events_are_carried_out_as_printed_and_in_order() -> None:
    result = position().reveal(card(special=[Rotate("prussia"), Grant(2), Restore("prussia")]))

    assert result.state.rotated == []
    assert result.held == 2
    assert [event.rotated for event in result.of(ArmyRotated)] == [True, False]


@pytest.mark.case("L-5.5.1-a")
def test_modifiers_live_as_long_as_their_card_is_the_current_event() -> None:
    drm = [Drm("military", 1), Drm("military", 1, army="austria"), Drm("political", -1), Drm("naval", 1)]
    quiet = ALL.start()
    in_force = ALL.reveal(card(drm=drm))
    gone = in_force.play("end")

    for state, expected in ((quiet, (0, 0, 0, 0)), (in_force, (1, 2, -1, 1)), (gone, (0, 0, 0, 0))):
        actions = ("military prussia", "military austria", "political monarchy", "naval")
        assert tuple(modifiers(state, action) for action in actions) == expected
    assert (in_force.state.french_army, gone.state.french_army) == (1, 0)


@pytest.mark.case("L-5.5.1-a")
def test_modifiers_survive_every_action_of_the_turn() -> None:
    here = ALL.card(card(drm=[Drm("military", 1), Drm("military", 1, army="austria")]))
    result = here.play("military austria", "political monarchy", faces=[1, 1])

    assert modifiers(result, "military austria") == 2


PRUSSIA = position().rotated("prussia")


def advance(box: int, boxes: int = 1) -> Result:
    return PRUSSIA.army("prussia", box).reveal(card(("prussia", boxes)))


@pytest.mark.case("L-5.5.2-a", "A-08", "E-d-12")
@pytest.mark.parametrize("box", [2, 1])
def test_rotated_prussia_does_not_advance_into_a_square_or_paris(box: int) -> None:
    result = advance(box)

    assert result.boxes["prussia"] == box
    (stayed,) = result.of(ArmyStayed)
    assert (stayed.reason, stayed.case) == ("rotated", "5.5.2")


@pytest.mark.case("L-5.5.2-b", "A-07", "E-d-12")
@pytest.mark.parametrize("box", [5, 4, 3])
def test_rotated_prussia_advances_into_round_spaces(box: int) -> None:
    assert advance(box).boxes["prussia"] == box - 1


@pytest.mark.case("L-5.5.2-a", "L-5.5.2-b")
def test_rotated_prussia_goes_as_far_as_the_frontier() -> None:
    assert advance(4, boxes=4).boxes["prussia"] == 2


@pytest.mark.case("L-5.5.2-b")
@pytest.mark.parametrize(("face", "box"), [(2, 3), (3, 2)])
def test_a_marker_defends_against_rotated_prussia(face: int, box: int) -> None:
    here = PRUSSIA.army("prussia", 3).liberated("trier")

    assert here.reveal(card(("prussia", 1)), faces=[face]).boxes["prussia"] == box


@pytest.mark.case("L-5.5.2-b", "A-07")
@pytest.mark.parametrize("box", [4, 2, 1])
def test_rotated_prussia_is_attacked_as_usual(box: int) -> None:
    here = PRUSSIA.army("prussia", box)

    assert here.play("military prussia", faces=[5]).boxes["prussia"] == box + 1
    assert here.play("military prussia", faces=[4]).boxes["prussia"] == box


@pytest.mark.case("L-5.5.2-b")
def test_only_the_rotated_army_is_barred() -> None:
    here = PRUSSIA.army("prussia", 2).army("piedmont", 3).army("austria", 1)
    result = here.reveal(card(("piedmont", 1), ("austria", 1), ("prussia", 1)))

    assert (result.boxes["piedmont"], result.boxes["austria"], result.boxes["prussia"]) == (2, 0, 2)


@pytest.mark.case("A-07", "E-d-12")
@pytest.mark.parametrize("box", [1, 2, 4])
def test_rotated_prussia_obeys_a_retreat(box: int) -> None:
    assert PRUSSIA.army("prussia", box).reveal(card(("prussia", -1))).boxes["prussia"] == box + 1


@pytest.mark.case("L-5.5.2-c")
def test_prussia_rotated_inside_france_stays_until_it_is_pushed_out_for_good() -> None:
    here = position().army("prussia", 1).next(card(special=[Rotate("prussia")]), card(("prussia", 1)))
    inside = here.play("end", "end")
    assert inside.boxes["prussia"] == 1

    pushed = inside.play("military prussia", faces=[6])
    assert pushed.boxes["prussia"] == 2

    kept_out = here.next(card(("prussia", 1))).play("end", "end", "military prussia", "end", faces=[6])
    assert kept_out.boxes["prussia"] == 2
    assert [event.reason for event in kept_out.of(ArmyStayed)] == ["rotated", "rotated"]


@pytest.mark.case("L-5.5.2-c")
def test_prussia_rotated_inside_france_obeys_a_retreat() -> None:
    here = position().army("prussia", 1).next(card(special=[Rotate("prussia")]), card(("prussia", -1)))

    assert here.play("end", "end").boxes["prussia"] == 2


@pytest.mark.case("L-5.5.2-d")
def test_the_rotation_lasts_over_turns_and_decks_until_a_card_lifts_it() -> None:
    forward = card(("prussia", 1))
    here = position().deck("blue", left=1).army("prussia", 2)
    kept = here.next(card(special=[Rotate("prussia")]), forward, forward).play("end", "end", "end")
    assert kept.state.colour == "white"
    assert (kept.state.rotated, kept.boxes["prussia"]) == (["prussia"], 2)

    lifted = here.next(card(special=[Rotate("prussia")]), card(special=[Restore("prussia")]), forward)
    free = lifted.play("end", "end", "end")
    assert (free.state.rotated, free.boxes["prussia"]) == ([], 1)


@pytest.mark.case("L-5.5.2-e")
@pytest.mark.parametrize("special", [Rotate("prussia"), Restore("prussia")])
def test_turning_prussia_where_it_is_turned_already_does_nothing(special: Rotate | Restore) -> None:
    turned = isinstance(special, Rotate)
    here = position().army("prussia", 3)
    here = here.rotated("prussia") if turned else here
    result = here.reveal(card(special=[special, special]))

    assert result.state.rotated == (["prussia"] if turned else [])
    assert [event.changed for event in result.of(ArmyRotated)] == [False, False]


@pytest.mark.case("L-5.5.2-e")
def test_one_restoration_lifts_a_rotation_that_was_ordered_twice() -> None:
    here = position().army("prussia", 2).next(card(special=[Rotate("prussia")] * 2))
    result = here.next(card(special=[Restore("prussia")]), card(("prussia", 1))).play("end", "end", "end")

    assert result.boxes["prussia"] == 1


@pytest.mark.case("A-08")
def test_paris_is_no_naval_target() -> None:
    assert position().army("britain", 0).refused("naval").case == "7.3"


@pytest.mark.case("L-5.5.3-a", "L-3.0-e")
def test_a_granted_marker_goes_to_the_holding_box_and_by_liberation_to_the_map() -> None:
    granted = position().reveal(card(special=[Grant()]))
    assert (granted.held, granted.view.liberation.out_of_play, granted.liberated) == (1, 1, set())

    placed = granted.play("liberate brussels", faces=[6])
    assert (placed.held, placed.liberated) == (0, {"brussels"})


@pytest.mark.case("L-5.5.3-a")
def test_a_granted_marker_stays_in_the_holding_box_by_itself() -> None:
    here = position().next(card(special=[Grant()]), card(("austria", 1)), card(("austria", -1)))
    result = here.play("end", "end", "end")

    assert (result.held, result.liberated) == (1, set())


@pytest.mark.case("A-09")
@pytest.mark.parametrize(
    ("here", "held", "left"),
    [
        (position().holding(2), 2, 0),
        (position().liberated("savoy", "liege"), 0, 0),
        (position().holding().spent(), 1, 0),
        (position().spent(2), 0, 0),
        (position().spent(), 1, 0),
        (position().liberated("savoy"), 1, 0),
    ],
)
def test_a_grant_gives_only_what_is_left_out_of_play(here, held: int, left: int) -> None:  # type: ignore[no-untyped-def]
    before = here.start()
    spent = before.view.liberation.spent
    result = here.reveal(card(special=[Grant()]))

    assert (result.held, result.view.liberation.out_of_play) == (held, left)
    assert result.view.liberation.spent == spent
    assert result.liberated == before.liberated
    assert len(result.of(LiberationGranted)) == 1


@pytest.mark.case("A-09")
def test_a_grant_of_more_than_the_box_has_gives_what_there_is() -> None:
    result = position().reveal(card(special=[Grant(3)]))

    assert result.held == 2
    assert [event.marker is None for event in result.of(LiberationGranted)] == [False, False, True]
