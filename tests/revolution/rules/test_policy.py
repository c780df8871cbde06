"""The six automatic players: what they may look at, what they know they win by, and whole games of theirs."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from data.revolution.player import players
from data.revolution.tables import REGIMES, SEATS
from engines.core.dice import Dice
from engines.revolution.actions import Action, File
from engines.revolution.answers import Declare, Modify, Objective, Verdict, Vote
from engines.revolution.player.aims import objectives
from engines.revolution.player.deeds import placed
from engines.revolution.player.policy import STUDY
from engines.revolution.player.prospects import Prospects
from engines.revolution.player.sight import Sight
from engines.revolution.state import State
from engines.revolution.title import Revolution
from tests.revolution.builder import BOX, At
from tests.revolution.fixtures import FIXTURE

TITLE = Revolution()
CHANCE = random.Random(0)


def chosen(state: State, seat: str) -> Action:
    action = TITLE.suggest(state, seat, CHANCE)
    assert action is not None
    return action


def played(name: str, options: dict[str, bool], automatic: tuple[str, ...] = SEATS) -> Iterator[State]:
    """The positions of a game of automatic players; who is none of them plays by chance."""
    rng, dice = random.Random(name), Dice(name)
    state = TITLE.setup("historical", options, dice).state
    while owed := TITLE.decisions(state):
        yield state
        seat = owed[0].seat
        action = chosen(state, seat) if seat in automatic else rng.choice(TITLE.legal_actions(state, seat))
        state = TITLE.apply(state, seat, action, dice).state
    yield state


def test_who_means_to_raise_the_commune_has_somebody_in_paris() -> None:
    poor = Sight(BOX, At("placement", "-letter").purse(sans_culotte=0).state, "sans-culotte")
    assert "paris" not in placed(poor, Objective("suppress", "bourges")).values()
    assert "paris" in placed(poor, Objective("raise")).values()


@pytest.mark.parametrize("option", ["", "letter", "fast"])
def test_six_of_them_play_a_game_to_its_end(option: str) -> None:
    options = {option: True} if option else {}
    *_, last = played("whole", options)
    outcome = TITLE.outcome(last)
    assert outcome is not None
    assert outcome.winner in SEATS


def test_a_seat_chooses_alike_whatever_others_hide() -> None:
    fixture, tried = FIXTURE(), 0
    for number, state in enumerate(played("hidden", {"private-cash": True})):
        owed = TITLE.decisions(state)
        if number % 10 or not owed:
            continue
        seat = owed[-1].seat
        mine = chosen(state, seat)
        richer = state.copy()
        for other in SEATS:
            richer.purses[other] += 700 * (other != seat)
        richer.spent += 900
        for twin in (richer, *fixture.twins(state, seat)):
            assert chosen(twin, seat) == mine
            tried += 1
    assert tried > 60


def test_a_point_is_worth_what_the_count_makes_of_it() -> None:
    """R-WIN: one's own points, a partner's of the same camp, and a rival's for the same prize."""
    even = [24.0] * len(SEATS)
    at_end = Prospects(TITLE.box, players().common, even, "thermidor", 1)
    assert at_end.weights("marais")["gironde"] < 0
    assert at_end.weights("gironde")["mountain"] > 0
    assert at_end.weights("royalist") == pytest.approx(
        {seat: float(seat == "royalist") for seat in SEATS}, abs=0.6
    )
    # Whoever can't win under a regime has more of it by another.
    terror = Prospects(TITLE.box, players().common, even, "terror", 1)
    assert terror.under("sans-culotte", "terror") > terror.under("sans-culotte", "thermidor")
    for regime in REGIMES:
        worth = [at_end.under(seat, regime) for seat in SEATS]
        assert all(0 <= share <= 1 for share in worth)


def test_a_gift_buys_no_promise() -> None:
    """A transfer is answered with nothing: votes and declarations stay what they were."""
    tried = 0
    for state in played("gift", {}):
        asked = [owed.seat for owed in TITLE.decisions(state) if owed.kind == "votes"]
        for seat in asked[:1]:
            richer = replace(state, purses={**state.purses, seat: state.purses[seat] + 500})
            before, after = (
                [answer for answer in form.answers if isinstance(answer, Vote | Modify | Verdict | Declare)]
                for form in (chosen(state, seat), chosen(richer, seat))
                if isinstance(form, File)
            )
            assert before == after
            tried += bool(before)
    assert tried > 10


def test_the_study_knows_every_end() -> None:
    assert set(STUDY.stages) == set(REGIMES)
    assert len(STUDY.levels) == 9


def test_who_has_to_act_itself_counts_on_nobody_and_is_weighed_as_its_table_needs() -> None:
    open_, own = (At("objectives", *options) for options in ((), ("own-objectives",)))
    for seat in SEATS:
        before, after = Sight(BOX, open_.state, seat), Sight(BOX, own.state, seat)
        by = players().common.tables["own-objectives"]
        for other in SEATS:
            change = after.weights[other] - before.weights[other]
            assert change == pytest.approx(by.get(other, 0.0) if other != seat else 0.0)
    # Anybody may put the revolt down, and the Government does so first.
    named = [objectives(Sight(BOX, at.state, "marais"), "")[0] for at in (open_, own)]
    assert named[0] == Objective("suppress", "bourges")
    assert named[1] != named[0]
