"""How much code a game takes for each rule of its book: no more than before."""

from __future__ import annotations

import pytest

from data.games import GAMES
from tests.architecture.source import rules, size
from tests.support.fixture import fixture_of


@pytest.mark.parametrize("game", GAMES)
def test_a_game_takes_no_more_code_for_a_rule_than_before(game: str) -> None:
    lines, most = size(game), fixture_of(game).lines
    assert all(lines.values()), lines
    assert sum(lines.values()) / rules(game) <= most, (
        f"{lines}, {rules(game)} rules: write less, or say in the commit why `lines` of its fixture grows"
    )
