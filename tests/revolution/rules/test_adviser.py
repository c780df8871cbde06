"""The adviser: it sees what its Current sees, and its best comes first."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import islice

import pytest

from data.revolution.tables import SEATS
from engines.core.dice import Dice
from engines.core.record import digest
from engines.revolution.actions import File
from engines.revolution.state import State
from tests.revolution.fixtures import FIXTURE, TITLE
from tests.support.depth import depth, seed
from tests.support.worth import distance, lessons

ADVISER = TITLE.adviser
PRIVATE = {"private-cash": True}


def positions(name: str, options: Mapping[str, bool], every: int) -> Iterator[State]:
    """Positions of a game in which all play by chance or as the automatic player."""
    rng, dice = random.Random(name), Dice(name)
    state = TITLE.setup("historical", TITLE.chosen(options), dice).state
    for number in range(600):
        owed = TITLE.deciding(state)
        if not owed:
            return
        if number % every == 0:
            yield state
        seat = rng.choice(owed)
        legal = TITLE.legal_actions(state, seat)
        chosen = rng.choice(legal) if rng.random() < 0.5 else TITLE.suggest(state, seat, rng)
        assert chosen is not None
        state = TITLE.apply(state, seat, chosen, dice).state


@pytest.mark.deep(seconds=10)
@pytest.mark.parametrize("options", [{}, PRIVATE, {"letter": True}])
def test_a_sampled_position_looks_the_same_to_its_seat(options: Mapping[str, bool]) -> None:
    drawn = 0
    for number in range(depth(1, 20)):
        for state in positions(seed(f"sampled {number}"), options, depth(19, 7)):
            for seat in SEATS:
                sampled = ADVISER.sample(ADVISER.known(state, seat), seat, random.Random(number))
                assert TITLE.view(sampled, seat) == TITLE.view(state, seat)
                assert TITLE.can_be(sampled)
                drawn += digest(sampled) != digest(state)
    assert drawn


@pytest.mark.deep(seconds=10)
@pytest.mark.parametrize("options", [{}, PRIVATE])
def test_what_is_hidden_from_a_seat_changes_no_sample(options: Mapping[str, bool]) -> None:
    fixture, met = FIXTURE(), 0
    for state in positions(seed("twins"), options, depth(41, 5)):
        for seat in SEATS:
            for twin in fixture.twins(state, seat):
                met += digest(twin) != digest(state)
                known = ADVISER.known(state, seat)
                assert digest(ADVISER.known(twin, seat)) == digest(known)
                assert digest(ADVISER.sample(known, seat, random.Random(1))) == digest(
                    ADVISER.sample(ADVISER.known(twin, seat), seat, random.Random(1))
                )
    assert met


def test_advice_is_the_same_whatever_others_hide() -> None:
    fixture, rng, met = FIXTURE(), random.Random(3), 0
    for state in islice(positions("advised", PRIVATE, 37), 1, 3):
        seat = TITLE.deciding(state)[0]
        advice = TITLE.advise(state, seat, rng)
        assert 1 <= len(advice) <= 3
        chances = [each.expected for each in advice]
        assert chances == sorted(chances, reverse=True)
        for each in advice:
            assert 0 <= each.expected <= 1
            assert TITLE.is_legal(state, seat, each.action)
            assert each.reason.endswith(".")
        for twin in islice(fixture.twins(state, seat), 1):
            met += 1
            assert TITLE.advise(twin, seat, rng) == advice
    assert met


def test_nothing_is_advised_to_a_current_that_owes_nothing() -> None:
    dice = Dice("owes nothing")
    state = TITLE.setup("historical", TITLE.chosen({}), dice).state
    rng = random.Random(0)
    state = TITLE.apply(state, "marais", TITLE.advise(state, "marais", rng)[0].action, dice).state
    assert TITLE.advise(state, "marais", rng) == []


def test_a_form_is_compared_with_what_it_would_be_without_each_kind_of_answer() -> None:
    state = next(state for state in positions("kinds", {}, 1) if TITLE.decisions(state)[0].kind == "plan")
    seat = TITLE.deciding(state)[0]
    first, *others = ADVISER.candidates(state, seat)
    assert first == TITLE.suggest(state, seat, random.Random(0))
    assert isinstance(first, File)
    assert others[-1] == File()
    for other in others:
        assert isinstance(other, File)
        gone = {answer.question for answer in first.answers} - {answer.question for answer in other.answers}
        assert set(other.answers) == {answer for answer in first.answers if answer.question not in gone}


@pytest.mark.deep(seconds=8)
def test_chances_by_the_weights_come_near_the_wins() -> None:
    met = [lesson for number in range(9001, 9001 + depth(12, 200)) for lesson in lessons(ADVISER, number)]
    assert distance(ADVISER.weights, met) < depth(12, 4)
