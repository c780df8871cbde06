"""Whole games by chance over the optional rules: every pair of them in every order of play, and any set."""

from __future__ import annotations

from itertools import combinations
from random import Random

import msgspec
import pytest

from engines.core.fuzz import random_options
from engines.core.game import Game
from engines.core.record import verify
from engines.levee.player.greedy import greedy
from engines.levee.state import State
from engines.levee.title import SEAT, Levee
from tests.support.depth import depth, seed

TITLE = Levee()
PAIRS = [(one.id, other.id) for one, other in combinations(TITLE.options, 2) if other.id not in one.excludes]
BOLD = (1.0, 0.2, 0.05)
"""How often an action is any at all: games by chance alone end early, others go on into the red deck."""


def played(name: str, scenario: str, options: dict[str, bool]) -> Game:
    """A game to its end, held to the laws of its states on the way."""
    chooser = Random(name)
    bold = chooser.choice(BOLD)
    game = Game(TITLE, scenario, options, seed=name)
    while game.decisions:
        state = game.state
        assert isinstance(state, State)
        TITLE.check(state)
        legal = TITLE.legal_actions(state, SEAT)
        action = chooser.choice(legal) if chooser.random() < bold else greedy(TITLE.box, state, legal)
        assert TITLE.parse(state, TITLE.notation(action)) == action
        game.act(SEAT, action)
    TITLE.check(game.state)  # type: ignore[arg-type]
    return game


@pytest.mark.deep(seconds=100)
@pytest.mark.parametrize("scenario", [scenario.id for scenario in TITLE.scenarios])
def test_games_with_pairs_of_options_and_with_any_of_them_end_by_the_rules(scenario: str) -> None:
    verbs, levels = set(), set()
    for number in range(depth(8, 1700)):
        name = seed(f"{scenario} {number}")
        options = dict.fromkeys(PAIRS[number // 2 % len(PAIRS)], True)
        if number % 2:
            options = random_options(TITLE, name)
        game = played(name, scenario, options)
        result = game.outcome
        assert result is not None
        assert not result.winner or not result.facts["paris-fell"] or options["paris-may-fall"]
        levels.add(result.level)
        verbs |= {entry.action.split(" ")[0] for entry in game.journal}
        if number % 8 == 0:
            assert verify(TITLE, game.record()).outcome == result
            assert msgspec.json.decode(msgspec.json.encode(game.state), type=State) == game.state
    # Thirteen kinds of action are in the Expansion Kit, eleven without Napoleon.
    assert len(verbs) >= depth(8, 13 if scenario.startswith("extended") else 11)
    assert len(levels) >= depth(1, 7)
