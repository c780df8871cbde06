"""The policies: what greedy play does in positions where the sensible action is plain."""

from __future__ import annotations

import random

import pytest

from engines.core.errors import UsageError
from engines.core.simulate import play, policy_named
from engines.levee.player.policy import STUDY
from engines.levee.title import SEAT, Levee
from tests.levee.builder import Position, card, position


def greedy(given: Position) -> str:
    """The action that greedy play takes, in its notation."""
    here = given.start()
    legal = here.title.legal_actions(here.state, SEAT)
    return here.title.notation(STUDY.policies["greedy"](here.title, here.state, legal, random.Random(0)))


def test_free_attacks_come_first_even_against_the_odds() -> None:
    hopeless = card(military_drm=-2)
    assert greedy(position().army("austria", 0).tracks(m=4, d=0, r=-1).card(hopeless)) == "military austria"


def test_an_army_in_paris_is_attacked_again_when_the_free_attack_failed() -> None:
    assert greedy(position().army("austria", 0).stormed("austria").army("vendee", 1)) == "military austria"


def test_the_army_nearest_to_paris_is_pushed_back() -> None:
    ahead = position().tracks(m=-1, d=-1, r=4)
    assert greedy(ahead.army("piedmont", 1).army("vendee", 3)) == "military piedmont"


def test_of_two_armies_as_near_the_weaker_is_attacked() -> None:
    ahead = position().tracks(m=-1, d=-1, r=4).army("vendee", 1).army("prussia", 1)
    assert greedy(ahead.values(vendee=2, prussia=5)) == "military vendee"


def test_a_rotated_army_waits() -> None:
    ahead = position().tracks(m=-1, d=-1, r=4).army("prussia", 2).army("austria", 2)
    assert greedy(ahead.rotated("prussia")) == "military austria"


def test_the_british_in_france_are_cut_off_at_sea_when_the_fleet_can_be_beaten() -> None:
    ahead = position().tracks(m=-1, d=-1, r=4).army("britain", 1)
    assert greedy(ahead.values(navy=1)) == "naval"
    assert greedy(ahead.values(navy=5)) == "military britain"


def test_the_republic_is_brought_to_reign() -> None:
    assert greedy(position().tracks(m=1, d=1, r=1)) == "political republic"


def test_order_is_restored_when_no_army_is_near() -> None:
    assert greedy(position().tracks(m=-1, d=-1, r=4).disorder()) == "restore-order"


def test_a_marker_is_placed_where_it_scores_most_in_the_last_turn() -> None:
    last = position().deck("red", left=0).tracks(m=-1, d=-1, r=4).holding()
    assert greedy(last.army("britain", 5)) == "liberate at-sea"


def test_an_army_that_costs_nothing_is_left_alone_in_the_last_turn() -> None:
    last = position().deck("red", left=0).tracks(m=-1, d=-1, r=4)
    assert greedy(last.army("austria", 2)) == "end"
    assert greedy(last.army("austria", 1)) == "military austria"


def test_the_turn_is_ended_when_nothing_gains() -> None:
    assert greedy(position().tracks(m=-1, d=-1, r=4)) == "end"


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_policy_chooses_among_the_legal_actions(policy: str) -> None:
    here = position().army("austria", 2).army("britain", 1).holding().disorder().start()
    legal = here.title.legal_actions(here.state, SEAT)
    for seed in range(20):
        assert STUDY.policies[policy](here.title, here.state, legal, random.Random(seed)) in legal


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_the_same_seed_gives_the_same_game(policy: str) -> None:
    title = Levee()
    first = play(title, STUDY, policy, "fraternity")
    assert play(title, STUDY, policy, "fraternity") == first
    assert play(title, STUDY, policy, "equality") != first


def test_a_policy_that_the_title_lacks() -> None:
    with pytest.raises(UsageError, match="it has random, greedy"):
        policy_named(Levee(), STUDY, "cautious")
