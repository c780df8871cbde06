"""The adviser of the Vendée: what it is given, and what it says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import fmean

import pytest

from data.vendee.texts import COMPARED
from engines.core.dice import Dice
from engines.core.search import Branch, Worth, search
from engines.vendee.actions import HAND_OVER, Action
from engines.vendee.frames import as_side
from engines.vendee.player.adviser import Adviser
from engines.vendee.player.chances import Term, chance, measures
from engines.vendee.state import State
from tests.support.depth import depth, seed
from tests.vendee.builder import Given, title

WAR = Adviser(title())


def positions(name: str, every: int) -> Iterator[tuple[State, str]]:
    """Positions of a game between automatic players, with the seat that is asked."""
    dice, rng = Dice(name), random.Random(name)
    state = title().setup("campaign", {}, dice).state
    number = 0
    while seats := title().deciding(state):
        if number % every == every - 1:
            yield state, seats[0]
        action = title().suggest(state, seats[0], rng)
        assert action is not None
        state = title().apply(state, seats[0], action, dice).state
        number += 1


@pytest.mark.deep(seconds=20)
def test_it_is_given_nothing_that_the_seat_may_not_know() -> None:
    twins = 0
    for state, seat in positions(seed("known"), every=23):
        known = WAR.known(state, seat)
        for twin in title().alike(state, seat):
            twins += 1
            assert WAR.known(twin, seat) == known
    assert twins > 50


@pytest.mark.deep(seconds=20)
def test_sampled_tables_look_to_the_seat_like_the_present_one() -> None:
    rng, others = random.Random("sample"), 0
    for state, seat in positions(seed("sampled"), every=11):
        for _ in range(depth(2, 5)):
            sampled = WAR.sample(WAR.known(state, seat), seat, rng)
            assert title().view(sampled, seat) == title().view(state, seat)
            others += sampled != state
    assert others > 20


@pytest.mark.deep(seconds=30)
def test_twins_with_other_hidden_numbers_get_the_same_advice() -> None:
    asked = 0
    for state, seat in positions(seed("twins"), every=depth(401, 211)):
        twin = next(iter(title().alike(state, seat)))
        if twin != state:
            asked += 1
            rng = random.Random(asked)
            assert title().advise(twin, seat, rng) == title().advise(state, seat, rng)
    assert asked


@pytest.mark.deep(seconds=20)
def test_at_most_three_legal_actions_are_advised_best_first() -> None:
    for state, seat in positions(seed("best"), every=depth(409, 219)):
        advice = title().advise(state, seat, random.Random(0))
        assert 1 <= len(advice) <= 3
        assert [each.expected for each in advice] == sorted((each.expected for each in advice), reverse=True)
        for each in advice:
            assert 0 <= each.expected <= 1
            assert title().is_legal(state, seat, each.action)
            assert "playouts to the end of the month" in each.reason
        other = next(name for name in title().seats if name != seat)
        assert title().advise(state, other, random.Random(0)) == []


def branch(chance: float, **terms: float) -> Branch[Action]:
    counted = {Term(name.replace("_", "-")): value for name, value in terms.items()}
    return Branch(HAND_OVER, chance, (Worth(chance, counted),) * 4)


def test_a_reason_names_what_differs_most_for_the_side() -> None:
    more, less = branch(0.6, primary=5, royal=40, blue=90), branch(0.5, primary=4.5, royal=43, blue=90)
    state = Given().state
    told = WAR.reason(state, "republican", more, less, best=True)
    assert told == (
        "In 4 playouts to the end of the month it leads, against the next action, to 0.5 more primary "
        "objectives for the Republic and 3.0 fewer Royalist combat points."
    )
    assert "0.5 fewer primary" in WAR.reason(state, "republican", less, more, best=False)
    assert "3.0 more Royalist combat points" in WAR.reason(state, "royalist", less, more, best=True)
    assert "nothing that is counted" in WAR.reason(state, "royalist", more, more, best=True)


@pytest.mark.deep(seconds=20)
def test_what_a_reason_says_is_what_happens_when_it_is_played() -> None:
    """The playouts are played once more here, and each difference that is named is counted in them."""
    asked = named = 0
    for state, seat in positions(seed("reasons"), every=151):
        if asked >= depth(1, 5) and named:
            break
        known = WAR.asked(state, seat)
        branches = search(WAR, known, seat, "true", WAR.budget)
        if len(branches) < 2:
            continue
        asked += 1
        best, other = branches[:2]
        reason = WAR.reason(state, seat, best, other, best=True)
        rng, number = random.Random("true"), min(len(best.results), len(other.results))
        samples = [WAR.sample(known.state, seat, rng) for _ in range(number)]
        ends = [
            [measures(title().box, played(one, seat, branch.action, at)) for at, one in enumerate(samples)]
            for branch in (best, other)
        ]
        apart = {term: fmean(one[term] - two[term] for one, two in zip(*ends, strict=True)) for term in Term}
        phrases = [
            COMPARED[term.value][by < 0](amount=f"{abs(by):.1f}", percent=round(100 * abs(by)))
            for term, by in apart.items()
        ]
        assert f"{number} playouts" in reason
        told = [phrase for phrase in phrases if phrase in reason]
        assert bool(told) == ("nothing that is counted" not in reason)
        named += len(told)
    assert named


def played(start: State, seat: str, action: Action, number: int) -> State:
    """The end of the month after an action."""
    dice = Dice(f"true:{number}")
    state = WAR.act(WAR.copy(start), seat, action, dice)
    while not WAR.settled(start, state, seat) and (follows := WAR.follow(state)):
        state = WAR.act(state, *follows, dice)
    return state


def test_the_chances_of_both_sides_add_up() -> None:
    for state, _seat in positions(seed("sum"), every=120):
        both = [chance(title().box, state, as_side(seat)).chance for seat in title().seats]
        assert sum(both) == pytest.approx(1.0)


def test_what_the_count_rewards_raises_the_chance() -> None:
    def republican(given: Given) -> float:
        return chance(title().box, given.state, "republican").chance

    none = republican(Given())
    assert none < republican(Given().points("nantes", nantes=3))
    assert none > republican(Given().points("nantes", anjou=30))


@pytest.mark.deep(seconds=20)
def test_sampled_tables_are_played_on_to_the_end_of_the_month() -> None:
    """Also from interrupts of a group that lies face down, whose frame the sample completes."""
    rng, interrupted = random.Random("on"), 0
    for state, seat in positions(seed("on"), every=7):
        if len(state.stack) < 2 or state.stack[-2].in_hand in (seat, None):
            continue
        interrupted += 1
        sampled = WAR.sample(WAR.known(state, seat), seat, rng)
        after = sampled
        while not WAR.settled(state, after, seat) and (follows := WAR.follow(after)):
            after = WAR.act(after, *follows, Dice("on"))
        assert after.turn == state.turn + 1 or title().outcome(after) is not None
    assert interrupted
