"""Housekeeping (8)."""

from __future__ import annotations

import pytest

from data.levee.schema import ARMIES, Army, Drm
from engines.core.events import PhaseBegun
from engines.levee.events import (
    FrenchArmyReset,
    FrenchArmySet,
    LiberationReturned,
    MarkerMoved,
    ParisFell,
)
from tests.levee.builder import card, position


@pytest.mark.case("L-8.1-a")
@pytest.mark.parametrize("army", ARMIES)
def test_any_army_in_paris_ends_the_game(army: Army) -> None:
    result = position().army(army, 0).play("end")

    assert result.state.phase == "over"
    assert result.state.paris_fell
    assert result.of(ParisFell) == [ParisFell([army])]
    assert [event.phase for event in result.of(PhaseBegun)] == ["housekeeping"]


@pytest.mark.case("L-8.1-a", "A-26")
def test_the_rest_of_housekeeping_is_not_carried_out_when_paris_falls() -> None:
    here = position().army("piedmont", 0).army("austria", 3).liberated("liege").disorder()
    result = here.tracks(m=0, d=0, r=3).card(card(military_drm=1)).play("end")

    assert result.mdr == (0, 0, 3)
    assert result.liberated == {"liege"}
    assert result.state.french_army == 2


@pytest.mark.case("L-8.1-a")
@pytest.mark.parametrize("army", ARMIES)
def test_an_army_at_the_gates_does_not_end_the_game(army: Army) -> None:
    result = position().army(army, 1).play("end")

    assert result.outcome is None
    assert not result.state.paris_fell


@pytest.mark.case("L-8.1-b")
def test_an_army_that_was_expelled_in_time_does_not_end_the_game() -> None:
    entered = position().army("austria", 1).reveal(card(("austria", 1)))
    assert entered.boxes["austria"] == 0
    assert entered.outcome is None

    assert entered.play("military austria", "end", faces=[6]).outcome is None
    assert entered.play("military austria", "end", faces=[1]).outcome is not None


@pytest.mark.case("L-8.2-a", "E-d-11")
@pytest.mark.parametrize(("before", "after"), [(4, 3), (0, -1), (-1, -1)])
def test_disorder_costs_the_republic_one_box(before: int, after: int) -> None:
    assert position().disorder().tracks(m=1, d=2, r=before).play("end").mdr == (1, 2, after)
    assert position().tracks(m=1, d=2, r=before).play("end").mdr == (1, 2, before)


@pytest.mark.case("L-8.2-a")
def test_disorder_costs_a_box_each_turn_from_the_turn_it_came() -> None:
    arrived = position().tracks(m=0, d=0, r=2).reveal(card(journee=True))
    assert arrived.mdr == (0, 0, 2)

    first = arrived.play("end")
    second = first.play("end")
    assert (first.mdr, second.mdr) == ((0, 0, 1), (0, 0, 0))


@pytest.mark.case("L-8.2-a")
def test_order_restored_in_time_costs_nothing() -> None:
    here = position().tracks(m=0, d=0, r=2).disorder()

    assert here.play("restore-order", "end", faces=[6]).mdr == (0, 0, 2)


@pytest.mark.case("L-8.3-a")
def test_an_army_conquers_the_marker_in_its_space_and_it_can_be_placed_again() -> None:
    ended = position().army("austria", 3).liberated("liege", "savoy").play("end")

    assert (ended.liberated, ended.held) == ({"savoy"}, 1)
    assert ended.of(LiberationReturned) == [LiberationReturned("liberation-1", "liege", "8.3")]
    assert ended.play("liberate brussels", faces=[6]).liberated == {"brussels", "savoy"}


@pytest.mark.case("L-8.3-a")
def test_a_marker_in_front_of_its_army_or_on_another_track_stays() -> None:
    here = position().army("austria", 3).army("piedmont", 5).liberated("brussels", "savoy")

    assert here.play("end").liberated == {"brussels", "savoy"}


@pytest.mark.case("A-20", "E-d-26")
@pytest.mark.parametrize("box", [1, 2])
def test_markers_in_contested_and_in_allied_spaces_are_conquered(box: int) -> None:
    """One stands beside its Army, the other is behind the same Army."""
    here = position().army("austria", box).liberated("brussels", "liege").play("end")

    assert (here.liberated, here.held) == (set(), 2)


@pytest.mark.case("A-20", "A-18")
def test_nobody_conquers_on_the_track_of_an_army_that_was_removed() -> None:
    assert position().off("austria").liberated("brussels").play("end").liberated == {"brussels"}


@pytest.mark.case("L-8.4-a", "L-6.0-b")
def test_all_modifiers_of_the_turn_are_dropped() -> None:
    drm = [Drm("military", 2), Drm("military", 1, army="austria"), Drm("political", 1)]
    result = position().army("austria", 3).card(card(drm=drm)).play("end")

    assert len(result.of(FrenchArmyReset)) == 1
    assert result.state.french_army == 0
    for action in ("military austria", "political republic"):
        odds = result.odds(action)
        assert odds is not None
        assert odds.modifiers == []


@pytest.mark.case("L-8.4-a")
def test_the_free_attacks_of_a_turn_come_again_in_the_next() -> None:
    here = position().army("austria", 0).option("spirit-of-89").army("prussia", 3).liberated("coblenz")
    used = here.play("military austria", "spirit coblenz", "end", faces=[6, 6])

    assert used.state.stormed == []
    assert used.state.rallied == []


@pytest.mark.case("L-8.4-b")
def test_what_disorder_does_to_the_republic_reaches_the_army_in_the_next_turn_only() -> None:
    """The Republic loses its reign in Housekeeping; the army is 0 until the next French Army phase."""
    here = position().tracks(m=0, d=0, r=1).disorder()
    result = here.play("end")
    names = [type(event) for event in result.events]
    moved, reset = names.index(MarkerMoved), names.index(FrenchArmyReset)

    assert moved < reset < names.index(FrenchArmySet)
    assert names.count(FrenchArmySet) == 1
    assert (result.mdr, result.state.french_army) == ((0, 0, 0), 0)


@pytest.mark.case("L-8.4-b")
def test_the_army_stays_at_0_after_the_last_housekeeping() -> None:
    result = position().deck("red", left=0).tracks(m=2, d=0, r=3).disorder().play("end")

    assert result.mdr == (2, 0, 2)
    assert result.state.french_army == 0
    assert not result.of(FrenchArmySet)
