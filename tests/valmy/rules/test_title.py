"""The title under the contract: the start, what programs may rely on, what is typed."""

from __future__ import annotations

import msgspec
import pytest

from data.valmy.schema import SIDES
from engines.core.dice import Dice
from engines.core.events import ChapterBegun, PhaseBegun
from engines.valmy.actions import DECLINE, END, NO_BID, PASS, Action
from engines.valmy.combat.actions import STAY, Charge
from engines.valmy.frames import Activations, Bid, Overrun, Reaction
from engines.valmy.state import State
from engines.valmy.title import Valmy
from engines.valmy.words import words_of
from tests.valmy.builder import LATER, OPTIONS, Given

TITLE = Valmy()


def begun() -> State:
    """A game of the whole box, both sides set up."""
    state = TITLE.setup("campaign", {}, Dice("title")).state
    for seat in SIDES:
        state = TITLE.apply(state, seat, TITLE.parse(state, "arrange auto", seat), Dice("title")).state
    return state


def test_a_game_begins_with_its_first_turn_and_both_sides_setting_up() -> None:
    step = TITLE.setup("campaign", {}, Dice("title"))
    assert [type(event) for event in step.events] == [ChapterBegun, PhaseBegun]
    assert TITLE.chapter(step.state) == (1, "1–2 September")
    assert [owed.seat for owed in TITLE.decisions(step.state)] == list(SIDES)


@pytest.mark.case("Y-2.3-b", "Y-2.3-d", "Y-3.0-b")
def test_programs_get_the_view_under_the_names_of_the_protocol() -> None:
    state = begun()
    seen = {
        seat: msgspec.json.decode(msgspec.json.encode(TITLE.published(state, seat)))
        for seat in (*SIDES, None)
    }
    first = seen["french"]
    assert first["phase"] == "activations"
    assert first["initiative"] == "french"
    assert first["chits"] == {"french": [1, 2, 3], "allied": [1, 2, 3]}
    assert first["morale"]["allied"] == {"rating": 11, "eliminated": 0, "state": "steady"}
    assert first["cities"]["verdun"] == "allied"
    assert set(first["score"]) == set(SIDES)
    assert first["battle"] is None
    dillon = first["leaders"]["dillon"]
    assert (dillon["rank"], dillon["offence"], dillon["command"], dillon["defence"]) == (2, 1, 5, 1)
    assert (dillon["box"], dillon["spent"], dillon["replaced"]) == ("la-berliere", False, False)
    here = TITLE.box.force[next(iter(TITLE.box.force))].box
    assert first["boxes"][here]["french"]["held"] is not None
    assert seen[None]["boxes"][here]["french"]["held"] is None
    assert {unit["side"] for unit in first["units"].values()} == {"french"}
    assert not seen[None]["units"]
    unit = next(iter(first["units"].values()))
    assert set(unit) >= {
        "side", "leader", "steps", "strength", "morale", "allowance", "position", "army", "box"
    }  # fmt: skip


def test_titles_options_are_the_readings_that_can_be_switched() -> None:
    assert {option.id: option.default for option in TITLE.options} == {
        "all-battles": False,
        "mounted-fire": True,
        "morale-difference": False,
        "falling-morale": False,
        "any-line": False,
        "any-retreat": False,
        "exit-any-turn": False,
        "base-entered": False,
    }
    # A campaign that was recorded before a reading became an option goes on as it was.
    assert {option.id for option in TITLE.options if option.later} == set(LATER)
    state = TITLE.setup("campaign", {}, Dice("options")).state
    assert state.options == {name: name == "mounted-fire" for name in OPTIONS}


@pytest.mark.parametrize(
    ("frame", "typed", "meant"),
    [
        (Activations("french"), "pass", PASS),
        (Bid("french"), "pass", NO_BID),
        (Bid("french"), "no bid", NO_BID),
        (Overrun("french", "sedan", ("f1",)), "pass", DECLINE),
        (Reaction("french", ("sedan",)), "pass", END),
        (Reaction("french", ("sedan",)), "decline", END),
        (Reaction("french", ("sedan",)), "stay", STAY),
    ],
)
def test_a_pass_declines_whatever_is_asked(frame: Activations, typed: str, meant: Action) -> None:
    state = begun()
    state.stack = [frame]
    assert TITLE.parse(state, typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("drop 81 RLi", "drop 81-rli"),
        ("assign 81 RLi, 17 RL Belges to Leveneur", "assign 81-rli 17-rl belges to leveneur"),
        ("activate von Köhler with all but I Vsg Cha", "activate kohler with all but i-vsg-cha"),
        ("lose 81 RLi 81 RLi", "lose 81-rli 81-rli"),
        ("boost 81 RLi: 2, 17 RL +1 I Vsg Cha by 3 2 Hus", "boost 81-rli:2 17-rl:1 i-vsg-cha:3 2-hus:1"),
        ("boost Grenadier Pückler", "boost grenadier-puckler:1"),
        ("arrange La Bourdonnaye : 81 RLi 17-rl", "arrange labourdonnaye : 81-rli 17-rl"),
    ],
)
def test_names_of_several_words_are_typed_as_they_are_read(typed: str, meant: str) -> None:
    assert TITLE.notation(TITLE.parse(begun(), typed)) == meant


@pytest.mark.case("Y-9.2.6-a")
def test_a_counter_charge_is_typed_as_one() -> None:
    state = Given().state
    words = words_of(TITLE.box)
    unit = next(id for id, card in TITLE.box.unit.items() if card.arm == "cavalry")
    assert unit in words.units
    assert TITLE.parse(state, f"counter left : {unit}") == Charge((("left", (unit,)),))
