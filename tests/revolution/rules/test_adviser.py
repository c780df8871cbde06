"""The adviser: the forms that it compares, and how far its chances are right."""

from __future__ import annotations

import random

import pytest

from engines.revolution.actions import File
from tests.core.test_weighed import positions
from tests.revolution.fixtures import TITLE
from tests.support.depth import depth
from tests.support.worth import distance, lessons

ADVISER = TITLE.adviser


def test_a_form_is_compared_with_what_it_would_be_without_each_kind_of_answer() -> None:
    state = next(
        state for state in positions("revolution", "kinds", {}, 1) if TITLE.decisions(state)[0].kind == "plan"
    )
    seat = TITLE.deciding(state)[0]
    first, *others = ADVISER.candidates(state, seat, TITLE.legal_actions(state, seat))
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
