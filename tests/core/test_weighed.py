"""Advisers of games with weighed facts: each sees what its seat sees, and its best comes first."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import pytest

from engines import titles
from engines.core.dice import Dice
from engines.core.record import digest
from engines.core.search import Branch, Worth
from engines.core.weighed import Weighed, shares
from engines.valmy.actions import END, PASS
from tests.support.depth import depth, seed
from tests.support.fixture import fixture_of
from tests.support.worth import Lesson, distance, fitted

SETTINGS: tuple[tuple[str, Mapping[str, bool]], ...] = (
    ("revolution", {}),
    ("revolution", {"private-cash": True}),
    ("revolution", {"letter": True}),
    ("valmy", {}),
)


def adviser_of(game: str) -> Weighed[Any, Any]:
    title: Any = titles()[game]
    adviser: Weighed[Any, Any] = title.adviser
    return adviser


def positions(game: str, name: str, options: Mapping[str, bool], every: int) -> Iterator[Any]:
    """Positions of a game that is played half by chance and half by the automatic player."""
    title, rng, dice = titles()[game], random.Random(name), Dice(name)
    state = title.setup(title.scenarios[0].id, title.chosen(options), dice).state
    for number in range(900):
        owed = title.deciding(state)
        if not owed:
            return
        if number % every == 0:
            yield state
        seat = rng.choice(owed)
        chosen = title.suggest(state, seat, rng)
        if chosen is None or rng.random() < 0.3:
            chosen = rng.choice(title.legal_actions(state, seat))
        state = title.apply(state, seat, chosen, dice).state


@pytest.mark.deep(seconds=15)
@pytest.mark.parametrize(("game", "options"), SETTINGS)
def test_a_sampled_position_looks_the_same_to_its_seat(game: str, options: Mapping[str, bool]) -> None:
    title, adviser, drawn = titles()[game], adviser_of(game), 0
    for number in range(depth(1, 20)):
        for state in positions(game, seed(f"sampled {number}"), options, depth(59, 7)):
            for seat in title.seats:
                sampled = adviser.sample(adviser.known(state, seat), seat, random.Random(number))
                assert title.view(sampled, seat) == title.view(state, seat)
                assert title.can_be(sampled)
                drawn += digest(sampled) != digest(state)
    assert drawn


@pytest.mark.deep(seconds=15)
@pytest.mark.parametrize(("game", "options"), SETTINGS)
def test_what_is_hidden_from_a_seat_changes_nothing_that_it_knows(
    game: str, options: Mapping[str, bool]
) -> None:
    title, adviser, fixture, met = titles()[game], adviser_of(game), fixture_of(game), 0
    for state in positions(game, seed("twins"), options, depth(61, 5)):
        for seat in title.seats:
            known = digest(adviser.known(state, seat))
            for twin in fixture.twins(state, seat):
                met += digest(twin) != digest(state)
                assert digest(adviser.known(twin, seat)) == known
    assert met


@pytest.mark.deep(seconds=15)
@pytest.mark.parametrize(
    ("game", "options", "every"), [("revolution", {"private-cash": True}, 37), ("valmy", {}, 83)]
)
def test_advice_is_legal_best_first_and_the_same_whatever_others_hide(
    game: str, options: Mapping[str, bool], every: int
) -> None:
    title, fixture, rng, met = titles()[game], fixture_of(game), random.Random(3), 0
    for state in islice(positions(game, "advised", options, every), 1, depth(2, 12)):
        seat = title.deciding(state)[0]
        advice = title.advise(state, seat, rng)
        assert 1 <= len(advice) <= 3
        chances = [each.expected for each in advice]
        assert chances == sorted(chances, reverse=True)
        for each in advice:
            assert 0 <= each.expected <= 1
            assert title.is_legal(state, seat, each.action)
            assert each.reason.endswith(".")
        for twin in islice(fixture.twins(state, seat), 1):
            met += 1
            assert title.advise(twin, seat, rng) == advice
    assert met


@pytest.mark.parametrize("game", sorted({game for game, _options in SETTINGS}))
def test_nothing_is_advised_to_a_seat_that_owes_nothing(game: str) -> None:
    title, dice, rng = titles()[game], Dice("owes nothing"), random.Random(0)
    state = title.setup(title.scenarios[0].id, title.chosen({}), dice).state
    seat = title.seats[0]
    state = title.apply(state, seat, title.advise(state, seat, rng)[0].action, dice).state
    assert title.advise(state, seat, rng) == []


def branch(action: Any, chance: float, points: tuple[float, ...], weight: float) -> Branch[Any]:
    """An action after which a side had so many points in each playout, and so many more than the other."""
    terms = [{"points": each, ("adds", "lasting"): weight * each} for each in points]
    return Branch(action, chance, tuple(Worth(chance, term) for term in terms))


def test_a_reason_names_the_fact_that_tells_two_actions_apart_on_the_playouts_that_both_have() -> None:
    adviser = adviser_of("valmy")
    state: Any = None
    best = branch(END, 0.6, (10.0, 12.0, 30.0), 0.1)
    other = branch(PASS, 0.5, (8.0, 10.5), 0.1)
    assert adviser.reason(state, "french", best, other, best=True) == (
        "In 2 playouts it led to 11.0 points on average, and `pass` to 9.2."
    )
    assert adviser.reason(state, "french", other, best, best=False) == (
        "In 2 playouts it led to 9.2 points on average, and `end` to 11.0."
    )
    # More points of the action that won less are no reason, nor is a difference within its error.
    odd = branch(PASS, 0.5, (11.0, 13.5), 0.1)
    assert "much the same as `pass`" in adviser.reason(state, "french", best, odd, best=True)
    vague = branch(PASS, 0.5, (2.0, 19.0), 0.1)
    assert "much the same as `pass`" in adviser.reason(state, "french", best, vague, best=True)
    assert adviser.reason(state, "french", best, None, best=True) == "There is no other choice."


def test_shares_of_a_score_add_up_and_follow_its_facts() -> None:
    found = shares(
        {"points": 1.0}, {"one": {"points": 1.0}, "two": {"points": 0.0}, "three": {"points": 0.0}}
    )
    assert sum(found.values()) == pytest.approx(1)
    assert found["one"] == pytest.approx(2.718281828 * found["two"])
    assert found["two"] == found["three"]


def test_fitted_weights_give_the_chances_by_which_games_were_won() -> None:
    """Games are drawn by weights that are known, and the fit finds them again."""
    rng, made = random.Random("fitted"), {"points": 0.8, "late": -0.3}
    known = []
    for number in range(600):
        facts = {seat: {name: rng.gauss(0, 2) for name in made} for seat in ("one", "two")}
        winner = "one" if rng.random() < shares(made, facts)["one"] else "two"
        known.append(Lesson(number, facts, {seat: float(seat == winner) for seat in facts}))
    found = fitted(made, known)
    assert found == pytest.approx(made, abs=0.12)
    assert distance(found, known) < 4
