"""10.1: calling a levée en masse."""

from __future__ import annotations

import msgspec
import pytest

from data.levee.schema import ARMIES, Drm, Grant
from engines.levee.box import SPENT
from engines.levee.events import ActionTaken, LiberationGranted, LiberationSpent
from tests.levee.builder import Position, card, plain, position


def levy() -> Position:
    """A position of the campaign that plays 10.1, with an Army to attack."""
    return position().option("levee-en-masse").army("austria", 3)


@pytest.mark.case("L-10.0-a")
def test_without_the_option_there_is_no_levee() -> None:
    for board in (position(), position().option("spirit-of-89")):
        held = board.army("austria", 3).holding().liberated("brussels")
        assert held.refused("levy holding").case == "10.0"
        assert held.refused("levy brussels").case == "10.0"


@pytest.mark.case("L-10.1-a", "L-10.1-c", "A-17")
def test_of_markers_that_differ_the_one_to_give_up_is_named() -> None:
    pack = plain()
    first, *others = pack.board.liberation
    strong = msgspec.structs.replace(first, battle_value=5)
    board = msgspec.structs.replace(pack.board, liberation=[strong, *others])
    differing = Position(msgspec.structs.replace(pack, board=board)).option("levee-en-masse")
    start = differing.army("austria", 3).holding(2)
    assert start.refused("levy holding").case == "10.1"
    for marker in (first.id, others[0].id):
        assert start.play(f"levy holding with {marker}").state.markers[marker] == SPENT
    single = differing.army("austria", 3).holding()
    assert single.refused(f"levy holding with {others[0].id}").case == "10.1"
    assert single.play("levy holding").state.markers[first.id] == SPENT


@pytest.mark.case("L-10.0-a")
def test_the_two_options_may_be_played_together() -> None:
    legal = levy().option("spirit-of-89").liberated("liege").legal
    assert {"levy liege", "spirit liege"} <= set(legal)


@pytest.mark.parametrize("origin", ["holding", "brussels", "savoy"])
@pytest.mark.case("L-10.1-a")
def test_a_marker_of_the_map_or_the_holding_box_leaves_the_game(origin: str) -> None:
    board = levy().holding() if origin == "holding" else levy().liberated(origin)
    result = board.play(f"levy {origin}")
    liberation = result.view.liberation
    assert (liberation.spent, liberation.holding, liberation.spaces) == (1, 0, {})
    assert [spent.origin for spent in result.of(LiberationSpent)] == [origin]


@pytest.mark.case("L-10.1-a")
def test_the_marker_that_was_named_is_the_one_that_goes() -> None:
    result = levy().liberated("brussels", "savoy").play("levy savoy")
    assert result.liberated == {"brussels"}


@pytest.mark.case("L-10.1-a")
def test_a_marker_that_no_card_has_granted_cannot_be_given_up() -> None:
    start = levy().start()
    assert start.view.liberation.out_of_play == 2
    assert start.refused("levy holding").case == "10.1"


@pytest.mark.case("L-10.1-b")
def test_the_emergency_attack_costs_no_action() -> None:
    result = levy().holding().play("levy holding", "military austria", faces=[5])
    assert (result.boxes["austria"], result.state.actions_left) == (4, 3)
    assert [(taken.cost, taken.free) for taken in result.of(ActionTaken)] == [(0, "10.1"), (0, "10.1")]


@pytest.mark.case("L-10.1-b")
def test_the_emergency_attack_is_a_normal_military_action() -> None:
    drm = [Drm("military", 1, "austria")]
    called = levy().holding().card(card(military_drm=1, drm=drm)).play("levy holding")
    for face in range(1, 7):
        result = called.play("military austria", faces=[face])
        assert result.rolls[0].total == face + 2
        assert (result.boxes["austria"] == 4) == (face > 2)
    weak = levy().holding().card(card(drm=[Drm("military", -9, "austria")])).play("levy holding")
    assert weak.play("military austria", faces=[6]).boxes["austria"] == 4
    strong = levy().holding().card(card(drm=[Drm("military", 9, "austria")])).play("levy holding")
    assert strong.play("military austria", faces=[1]).boxes["austria"] == 3


@pytest.mark.case("L-10.1-c")
def test_no_action_need_be_left_and_each_marker_serves_once() -> None:
    start = levy().actions(0).holding().liberated("brussels").start()
    result = start.play("levy holding", "military austria", "levy brussels", "military austria", faces=[2, 5])
    assert (result.boxes["austria"], result.state.actions_left) == (4, 0)
    assert result.refused("levy holding").case == "10.1"
    assert result.refused("levy brussels").case == "10.1"


@pytest.mark.case("L-10.1-c")
def test_a_space_without_a_marker_is_refused() -> None:
    board = levy().liberated("brussels")
    for origin in ("liege", "rouen", "paris", "holding"):
        assert board.refused(f"levy {origin}").case == "10.1"


@pytest.mark.case("L-10.1-d")
def test_the_marker_is_gone_though_the_attack_fails() -> None:
    board = levy().liberated("brussels").deck("red", 0)
    result = board.play("levy brussels", "military austria", faces=[1])
    assert (result.boxes["austria"], result.view.liberation.spent) == (3, 1)
    outcome = result.play("end").outcome
    assert outcome is not None
    assert [line.value for line in outcome.working if str(line.label).startswith("Liberated")] == [0]


@pytest.mark.case("L-10.1-d")
def test_the_marker_no_longer_defends() -> None:
    board = levy().liberated("brussels").next(card(("austria", 1)))
    result = board.play("levy brussels", "military austria", "end", faces=[1])
    assert result.boxes["austria"] == 2


@pytest.mark.case("L-10.1-d", "A-09")
def test_the_marker_cannot_be_granted_again() -> None:
    board = levy().holding(2).next(card(special=[Grant()]))
    result = board.play("levy holding", "military austria", "end", faces=[1])
    assert [granted.marker for granted in result.of(LiberationGranted)] == [None]
    assert (result.view.liberation.spent, result.held) == (1, 1)


@pytest.mark.case("L-10.1-e")
def test_outside_the_actions_phase_it_is_too_late() -> None:
    over = levy().holding().army("austria", 0).play("end")
    assert over.view.phase == "over"
    assert over.refused("levy holding").case == "9.0"


@pytest.mark.case("A-28")
def test_the_attack_has_to_follow_at_once() -> None:
    called = levy().army("britain", 2).holding(2).disorder().play("levy holding")
    (decision,) = called.title.decisions(called.state)
    assert (decision.kind, decision.case) == ("emergency", "10.1")
    assert called.legal == ["military britain", "military austria"]
    usual = called.title.fallback(called.state, decision)
    assert usual is not None
    assert called.title.notation(usual) == "military britain"
    for other in ("end", "naval", "political republic", "restore-order", "levy holding", "liberate brussels"):
        assert called.refused(other).case == "10.1"
    after = called.play("military britain", faces=[1])
    assert "levy holding" in after.legal
    assert {"end", "naval"} <= set(after.legal)


@pytest.mark.case("A-28")
def test_neither_the_sea_nor_a_starting_box_can_be_attacked() -> None:
    called = levy().army("britain", 4).off("vendee").holding().play("levy holding")
    assert called.legal == ["military austria"]
    for army in ("britain", "prussia", "vendee"):
        assert called.refused(f"military {army}").case == "7.2"


@pytest.mark.case("A-28")
def test_an_army_that_is_still_owed_its_free_attack_is_refused() -> None:
    board = levy().army("piedmont", 0).holding()
    refusal = board.play("levy holding").refused("military piedmont")
    assert refusal.case == "10.1"
    assert "free attack" in refusal.message
    again = board.play("military piedmont", "levy holding", "military piedmont", faces=[1, 6])
    assert (again.boxes["piedmont"], again.state.actions_left) == (1, 3)


@pytest.mark.case("A-28")
def test_a_marker_cannot_be_thrown_away_without_a_target() -> None:
    quiet = position().option("levee-en-masse").holding().army("britain", 4).army("vendee", 0)
    assert quiet.refused("levy holding").case == "10.1"
    removed = position().option("levee-en-masse").holding().off(*ARMIES)
    assert removed.refused("levy holding").case == "10.1"
