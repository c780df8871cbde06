"""What is kept of what units reach is what would be found anew."""

from __future__ import annotations

import random

import msgspec
import pytest

from engines.core.dice import Dice
from engines.grande_armee import TITLE
from engines.grande_armee.state import State

GAME = TITLE()


@pytest.mark.parametrize("scenario", ["1805", "1806", "1809"])
def test_what_is_listed_after_a_move_is_what_would_be_listed_afresh(scenario: str) -> None:
    rng, dice = random.Random(scenario), Dice(scenario)
    state = GAME.setup(scenario, {}, dice).state
    for _ in range(120):
        decision = GAME.decisions(state)[0]
        kept = [*GAME.legal_actions(state, decision.seat)]
        afresh = msgspec.json.decode(msgspec.json.encode(state), type=State)
        assert kept == GAME.legal_actions(afresh, decision.seat)
        # The last is to end the step: now and then it is taken, so that the enemy moves, too.
        action = kept[-1] if rng.random() < 1 / 8 else rng.choice(kept)
        state = GAME.apply(state, decision.seat, action, dice).state


def test_two_games_in_which_the_same_units_go_elsewhere_do_not_mix_up_what_they_reach() -> None:
    start = GAME.setup("1809", {}, Dice("two")).state
    while GAME.decisions(start)[0].kind != "movement":
        start = GAME.apply(start, "allied", GAME.parse(start, "end", "allied"), Dice("two")).state
    legal = GAME.legal_actions(start, "allied")
    for action in (legal[0], legal[-2], legal[len(legal) // 2]):
        after = GAME.apply(start, "allied", action, Dice("two")).state
        afresh = msgspec.json.decode(msgspec.json.encode(after), type=State)
        assert GAME.legal_actions(after, "allied") == GAME.legal_actions(afresh, "allied")


def test_a_state_of_a_game_gives_what_was_worked_out_of_it_to_the_next() -> None:
    before = GAME.setup("1805", {}, Dice("on")).state
    decision = GAME.decisions(before)[0]
    action = GAME.legal_actions(before, decision.seat)[0]
    after = GAME.apply(before, decision.seat, action, Dice("on")).state
    assert "position" in after.__dict__
    assert "position" not in before.__dict__


@pytest.mark.parametrize("unit", ["bagration", "russian-4-4-1"])
def test_what_is_listed_for_a_unit_that_the_table_has_moved_is_what_would_be_listed_afresh(unit: str) -> None:
    state = GAME.setup("1805", {}, Dice("edited")).state
    while GAME.decisions(state)[0].kind != "movement":
        state = GAME.apply(state, "allied", GAME.parse(state, "end", "allied"), Dice("edited")).state
    assert unit in state.pieces
    back = state.pieces[unit].hex
    for hex in ("3011", back, "3212"):
        listed = [*GAME.legal_actions(state, "allied")]
        state = GAME.edit(state, f"unit {unit} {hex}").state
        afresh = msgspec.json.decode(msgspec.json.encode(state), type=State)
        assert GAME.legal_actions(state, "allied") != listed
        assert GAME.legal_actions(state, "allied") == GAME.legal_actions(afresh, "allied")
