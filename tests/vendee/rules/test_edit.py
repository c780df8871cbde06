"""What a moderator can put right, and when it is refused."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from engines.core.edits import MOST_CHOICES
from engines.core.errors import IllegalAction, NotationError
from engines.core.events import Edited
from engines.vendee.alike import other_backs
from engines.vendee.frames import Condition, Operations
from engines.vendee.state import State
from tests.vendee.battles import attack
from tests.vendee.builder import Given, given, title
from tests.vendee.rules.test_play import moves


def edited(position: Given, text: str) -> State:
    """The state after an edit."""
    return title().edit(position.state, text).state


def refused(state: State, text: str) -> str:
    """Why an edit is refused; nothing changes."""
    before = msgspec.json.encode(state)
    with pytest.raises(IllegalAction) as refusal:
        title().edit(state, text)
    assert msgspec.json.encode(state) == before
    return refusal.value.message


def sampled() -> Iterator[State]:
    """Some positions of random games."""
    for number, (state, _, _, _, _) in enumerate(moves()):
        if number % 300 == 0:
            yield state


def test_combat_points_are_put_into_an_area() -> None:
    assert edited(given().more(), "points cholet anjou 7").forces["cholet"] == {"anjou": Condition(fresh=7)}


def test_combat_points_are_taken_off_an_area() -> None:
    assert "cholet" not in edited(given().more().points("cholet", anjou=4), "points cholet anjou 0").forces


def test_who_was_activated_stays_so_when_points_are_added() -> None:
    position = given().more().points("cholet", anjou=4, ready="activated")
    held = edited(position, "points cholet anjou 6").forces["cholet"]["anjou"]
    assert held == Condition(fresh=2, activated=4)


def test_the_fresh_go_first_when_points_are_taken_off() -> None:
    position = given().more().points("cholet", anjou=4, ready="routed").points("cholet", anjou=3)
    held = edited(position, "points cholet anjou 5").forces["cholet"]["anjou"]
    assert held == Condition(fresh=1, routed=4)


def test_counters_that_were_changed_lie_as_the_fewest_again() -> None:
    position = given().more().points("cholet", anjou=5).having(shown={"cholet": {"royalist": 4}})
    assert edited(position, "points cholet anjou 7").shown == {}


def test_the_place_is_held_by_those_who_are_put_there() -> None:
    after = edited(given().more(), "points fontenay anjou 3")
    assert after.holder["fontenay"] == "royalist"
    assert after.morale == {"republican": 0, "royalist": 0}


def test_a_general_is_put_into_an_area() -> None:
    officer = edited(given().more(), "general cathelineau cholet").officers["cathelineau"]
    assert (officer.fate, officer.area, officer.due) == ("map", "cholet", None)


@pytest.mark.parametrize(
    ("fate", "due"),
    [("light", 3), ("serious", 3), ("arriving", 3), ("captured", None), ("killed", None), ("removed", None)],
)
def test_a_general_is_taken_off_the_map(fate: str, due: int | None) -> None:
    position = given().more().general("stofflet", "cholet")
    officer = edited(position, f"general stofflet {fate}").officers["stofflet"]
    assert (officer.fate, officer.area, officer.due) == (fate, None, due)


def test_who_arrives_during_reinforcements_is_placed_in_this_turn() -> None:
    position = given().more().reinforcing("royalist", anjou=2)
    assert edited(position, "general stofflet arriving").officers["stofflet"].due == 2


def test_tracks_and_markers_are_set() -> None:
    position = given().more()
    assert edited(position, "morale royalist 2").morale["royalist"] == 2
    assert edited(position, "powder anjou 1").powder["anjou"] == 1
    assert edited(position, "event e1 2").markers["e1"] == 2


@pytest.mark.parametrize("text", ["points cholet anjou 3", "general stofflet cholet", "event e1 1"])
def test_counters_are_left_alone_in_a_combat(text: str) -> None:
    position = given().powder(centre=0).points("chantonnay", centre=6).points("les-essarts", centre=2)
    position.general("sapinaud", "les-essarts")
    fray = attack(position, "chantonnay", "sainte-hermine", force={"la_rochelle": 6})
    assert "current step" in refused(fray.state, text)
    assert title().edit(fray.state, "morale royalist 1").state.morale["royalist"] == 1


REFUSED = {
    "morale that is so already": (given().more(), "morale royalist 0", "so already"),
    "powder that is so already": (given().more(), "powder anjou -2", "so already"),
    "markers that are so already": (given().more(), "event e6 1", "so already"),
    "points where the enemy is": (given().points("cholet", anjou=4), "points cholet saumur 3", "Cholet"),
    "a general where the enemy is": (given().points("cholet", anjou=4), "general menou cholet", "Cholet"),
    "more markers than the box has": (given().more(), "event e6 3", "Fortifications"),
    "points of Mayence before their event": (given().more(), "points nantes mayence 3", "E12"),
    "a general of Mayence before their event": (given().more(), "general kleber nantes", "E12"),
    "a general without an army": (given().more(), "general lechelle nantes", "no army"),
    "a wound that outlasts the game": (
        given().more().turn(8).general("stofflet", "cholet"),
        "general stofflet light",
        "removed",
    ),
    "a stack that is bound to go": (
        given().more().phase("operations", Operations("royalist", bound="les-herbiers")),
        "points les-herbiers centre 0",
        "current step",
    ),
}


@pytest.mark.parametrize(("position", "text", "why"), REFUSED.values(), ids=REFUSED)
def test_what_can_not_be_is_not_put_right(position: Given, text: str, why: str) -> None:
    assert why in refused(position.state, text)


def test_the_turn_can_not_be_edited() -> None:
    with pytest.raises(NotationError) as refusal:
        title().edit(given().more().state, "turn 4")
    assert refusal.value.choices


def test_nothing_is_edited_after_the_end() -> None:
    over = moves_to_the_end()
    assert title().edit_choices(over, "") == []
    assert "The game is over" in refused(over, "morale royalist 1")


def moves_to_the_end() -> State:
    """A finished game."""
    return [after for _, _, _, after, _ in moves()][-1]


@pytest.mark.parametrize("typed", ["", "points", "general", "morale", "powder", "event", "no such thing"])
def test_every_edit_that_is_offered_can_be_made(typed: str) -> None:
    for state in sampled():
        choices = title().edit_choices(state, typed)
        assert 0 < len(choices) <= MOST_CHOICES
        for choice in choices[::6]:
            step = title().edit(state, choice)
            assert step.events == [Edited(choice)]
            title().check(step.state)
            for decision in title().decisions(step.state):
                assert title().legal_actions(step.state, decision.seat)


def test_edits_are_out_of_reach_of_the_pool() -> None:
    for state in sampled():
        for choice in title().edit_choices(state, ""):
            assert title().edit(state, choice).state.incidents == state.incidents


@pytest.mark.case("V-3.6-a")
def test_edits_tell_no_secret() -> None:
    different = 0
    for number, (state, _, _, _, _) in enumerate(moves()):
        if number % 200:
            continue
        twin = other_backs(title().box, state, None)
        different += twin != state
        for verb in ("points", "general"):
            choices = title().edit_choices(state, verb)
            assert title().edit_choices(twin, verb) == choices
            for choice in choices[:3]:
                one, other = title().edit(state, choice), title().edit(twin, choice)
                assert title().redact_all(one.events, None) == title().redact_all(other.events, None)
                # Where a general was before a moderator took him away, all can see; and how many
                # counters lie there after points of one army were put to those of another.
                named = choice.split()[1]
                was = [(known.officers.get(named), [*known.forces.get(named, {})]) for known in (state, twin)]
                if was[0] == was[1]:
                    assert title().view(one.state, None) == title().view(other.state, None)
    assert different > 2


@pytest.mark.case("V-3.6-a")
def test_points_face_down_are_not_told_by_a_refusal() -> None:
    state = given().more().points("cholet", anjou=5).state
    assert title().edit(state, "points cholet anjou 5").state == state
