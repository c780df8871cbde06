"""What is kept of what units reach is what would be found anew."""

from __future__ import annotations

import random

import pytest

from engines.core.dice import Dice
from engines.grande_armee import TITLE
from engines.grande_armee.movement import reach

GAME = TITLE()


@pytest.mark.parametrize("scenario", ["1805", "1806", "1809"])
def test_what_is_listed_after_a_move_is_what_would_be_listed_afresh(scenario: str) -> None:
    rng, dice = random.Random(scenario), Dice(scenario)
    state = GAME.setup(scenario, {}, dice).state
    for _ in range(60):
        decision = GAME.decisions(state)[0]
        kept = GAME.legal_actions(state, decision.seat)
        reach.forget()
        assert kept == GAME.legal_actions(state, decision.seat)
        state = GAME.apply(state, decision.seat, rng.choice(kept), dice).state
