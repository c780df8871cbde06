"""The golden playthroughs of La Grande Armée come out again bit for bit."""

from __future__ import annotations

import pytest

from tests.grande_armee.playthrough import GOLDEN, play_through, written
from tests.grande_armee.rules.test_random import SCENARIOS


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_golden_game_is_played_as_it_was(scenario: str) -> None:
    assert written(play_through(scenario)) == (GOLDEN / f"{scenario}.json").read_text()
