"""The automatic player of La Grande Armée."""

from __future__ import annotations

import random

import pytest

from engines.core.dice import Dice
from engines.grande_armee.player.policy import STUDY
from engines.grande_armee.title import GrandeArmee
from tests.grande_armee.builder import plain
from tests.grande_armee.table import Table
from tests.support.depth import depth, seed

TITLE = GrandeArmee()


def winner(scenario: str, seat: str, name: str) -> str | None:
    """The winner where one seat is played by the greedy policy and the other at random."""
    rng, dice = random.Random(name), Dice(name)
    state = TITLE.setup(scenario, {}, dice).state
    while decisions := TITLE.decisions(state):
        asked = decisions[0].seat
        action = TITLE.suggest(state, asked, rng) if asked == seat else None
        action = action or rng.choice(TITLE.legal_actions(state, asked))
        state = TITLE.apply(state, asked, action, dice).state
    outcome = TITLE.outcome(state)
    assert outcome is not None
    return outcome.winner


@pytest.mark.deep(seconds=15)
@pytest.mark.parametrize(("scenario", "seat"), [("1805", "french"), ("1809", "french"), ("1806", "allied")])
def test_it_beats_random_play(scenario: str, seat: str) -> None:
    games = [winner(scenario, seat, seed(f"{scenario} {nth}")) for nth in range(depth(1, 20))]
    assert games.count(seat) >= 0.9 * len(games)


def suggested(table: Table) -> str:
    """What it does for the seat that is asked."""
    assert table.asked is not None
    action = table.title.suggest(table.state, table.asked[0], random.Random(0))
    assert action is not None
    return table.title.notation(action)


def test_no_stack_starves_by_its_own_choice() -> None:
    units = {"french-5-4-1": "0612", "french-5-4-2": "0612", "french-supply-1": "0612"}
    assert suggested(Table(units)) == "spend french-supply-1"


def test_it_attacks_what_promises_something_and_nothing_else() -> None:
    units = {"french-18-2-1": "0612", "austrian-4-3-1": "0611"}
    assert suggested(Table(units)) == "attack 0611 by french-18-2-1"
    weak = {"french-2-5-1": "0612", "austrian-4-3-1": "0611"}
    assert suggested(Table(weak)) == "end"
    river = {"french-5-4-1": "0612", "austrian-4-3-1": "0611"}
    assert suggested(Table(river, plain(rivers=["0611/0612"]))) == "end"


def test_the_study_names_every_end_and_part_of_a_game() -> None:
    assert set(STUDY.policies) == {"random", "greedy"}
    state = TITLE.setup("1805", {}, Dice("study")).state
    assert STUDY.stage(state) == STUDY.stages[0]
    assert set(STUDY.levels) == set(TITLE.seats)
