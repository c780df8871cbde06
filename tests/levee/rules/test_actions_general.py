"""7.0: what every action has in common."""

from __future__ import annotations

import msgspec
import pytest

from data.levee.schema import Drm
from engines.core.events import Roll
from engines.levee.events import ActionsEnded, ArmyMoved, LiberationPlaced, MarkerMoved, OrderRestored
from tests.levee.builder import Position, card, position


def board(*drm: Drm, military: int = 0) -> Position:
    """A position in which an action of each kind can be taken."""
    return (
        position()
        .army("austria", 3)
        .army("britain", 2)
        .tracks(2, 0, 1)
        .disorder()
        .holding()
        .card(card(drm=drm, military_drm=military, actions=6))
    )


KINDS = {
    "political republic": Drm("political", 1),
    "military austria": Drm("military", 1, army="austria"),
    "naval": Drm("naval", 1),
    "liberate brussels": Drm("liberation", 1),
    "restore-order": Drm("restore-order", 1),
}
"""An action of each kind and a card's DRM that helps it."""
THRESHOLDS = {
    "political republic": 1,
    "military austria": 4,
    "naval": 4,
    "liberate brussels": 2,
    "restore-order": 3,
}
ACTIONS = pytest.mark.parametrize("action", KINDS)


def succeeded(action: str, face: int, drm: int) -> Roll:
    """The roll of an action with a DRM of the card in force."""
    helped = msgspec.structs.replace(KINDS[action], value=drm)
    (roll,) = board(helped).play(action, faces=[face]).rolls
    return roll


@ACTIONS
@pytest.mark.case("L-7.0-a")
def test_the_result_is_known_before_the_next_choice(action: str) -> None:
    result = board().play(action, faces=[6])
    (roll,) = result.rolls
    assert roll.success
    assert (
        result.of(MarkerMoved) + result.of(ArmyMoved) + result.of(LiberationPlaced) + result.of(OrderRestored)
    )
    (decision,) = result.title.decisions(result.state)
    assert (decision.kind, result.state.actions_left) == ("action", 5)
    assert "end" in result.legal


@ACTIONS
@pytest.mark.case("L-7.0-b")
def test_a_natural_1_fails_whatever_the_modifiers(action: str) -> None:
    roll = succeeded(action, face=1, drm=9)
    assert roll.total >= roll.needed
    assert (roll.success, roll.natural) == (False, True)


@ACTIONS
@pytest.mark.case("L-7.0-b")
def test_a_natural_6_succeeds_whatever_the_modifiers(action: str) -> None:
    roll = succeeded(action, face=6, drm=-9)
    assert roll.total < roll.needed
    assert (roll.success, roll.natural) == (True, True)


@ACTIONS
@pytest.mark.parametrize("drm", [-1, 0, 1])
@pytest.mark.case("L-7.0-b")
def test_other_faces_have_to_beat_the_value(action: str, drm: int) -> None:
    """A modified 6 is not a natural 6, a modified 1 not a natural 1; a tie fails."""
    base = -1 if action == "military austria" else 0  # Monarchy reigns
    for face in (2, 3, 4, 5):
        roll = succeeded(action, face, drm)
        assert roll.success == (face + drm + base > THRESHOLDS[action])
        assert not roll.natural


@pytest.mark.case("L-7.0-c")
def test_a_total_above_6_is_not_cut() -> None:
    quiet = position().army("austria", 3).values(austria=7).card(card(drm=[Drm("military", 3, "austria")]))
    result = quiet.play("military austria", faces=[5])
    assert result.rolls[0].total == 8
    assert result.boxes["austria"] == 4


@pytest.mark.case("L-7.0-c")
def test_a_total_below_1_is_not_raised() -> None:
    quiet = position().tracks(0, 0, -1).card(card(drm=[Drm("political", -4)]))
    result = quiet.play("political republic", faces=[2])
    assert result.rolls[0].total == -2
    assert result.mdr == (0, 0, -1)


@pytest.mark.case("L-7.0-d")
def test_a_target_can_be_tried_again_and_again() -> None:
    result = board().play(
        "naval",
        "military britain",
        "political republic",
        "military britain",
        "naval",
        "military britain",
        faces=[2, 2, 2, 2, 2, 6],
    )
    assert result.boxes["britain"] == 3
    assert result.state.actions_left == 0


@ACTIONS
@pytest.mark.case("L-7.0-e")
def test_failure_costs_the_action_and_nothing_else(action: str) -> None:
    start = board().start()
    failed = start.play(action, faces=[1])
    assert failed.state == msgspec.structs.replace(start.state, actions_left=5)


@pytest.mark.parametrize("action", [action for action in KINDS if action != "military austria"])
@pytest.mark.parametrize("military", [-2, 2])
@pytest.mark.case("L-7.0-f")
def test_the_french_army_counts_in_military_actions_only(action: str, military: int) -> None:
    result = board(military=military).start()
    assert result.state.french_army != 0
    for face in (2, 3, 4, 5):
        (roll,) = result.play(action, faces=[face]).rolls
        assert (roll.modifiers, roll.total) == ([], face)
        assert roll.success == (face > THRESHOLDS[action])


@pytest.mark.case("L-7.0-f")
def test_the_french_army_counts_in_a_military_action() -> None:
    quiet = position().army("austria", 3).card(card(military_drm=2))
    assert quiet.play("military austria", faces=[3]).boxes["austria"] == 4


@pytest.mark.case("A-02", "L-4.3-b")
def test_stopping_early_tells_what_is_lost() -> None:
    result = board().play("naval", "end", faces=[1])
    assert [ended.unspent for ended in result.of(ActionsEnded)] == [5]
    assert result.state.actions_left == 3


@pytest.mark.parametrize(
    ("action", "purpose"),
    [
        ("political republic", "raise Republic"),
        ("political monarchy", "lower Monarchy"),
        ("military austria", "attack on Austria"),
        ("naval", "attack on the Royal Navy"),
        ("liberate brussels", "liberation of Brussels"),
        ("restore-order", "order in Paris"),
    ],
)
@pytest.mark.case("L-7.0-a")
def test_a_roll_says_what_it_is_for(action: str, purpose: str) -> None:
    result = board().play(action, faces=[1])
    assert (
        [str(roll.purpose) for roll in result.rolls] == [draw.purpose for draw in result.draws] == [purpose]
    )
