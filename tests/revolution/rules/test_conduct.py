"""What an expert looks for in the automatic players: people where they can act, generals out of reach.

`tests/revolution/conduct.py` measures it; `data/revolution/BALANCE.md` has the figures of the long run.
"""

from __future__ import annotations

from collections import Counter

import pytest

from engines.revolution.answers import Objective
from engines.revolution.box import PARIS
from engines.revolution.player.aims import objectives
from engines.revolution.player.deeds import placed
from engines.revolution.player.sight import Sight
from tests.revolution.builder import BOX, At
from tests.revolution.conduct import watched
from tests.support.depth import seed

GAMES = 12


def sight(seat: str, stage: str = "placement", **purses: int) -> Sight:
    return Sight(BOX, At(stage).purse(**purses).state, seat)


def test_a_general_is_not_sent_to_paris_for_a_roll_that_somebody_there_can_pay() -> None:
    where = placed(sight("royalist", royalist=400), None)
    assert where["dantraigues"] == PARIS
    assert not [id for id in where if where[id] == PARIS and "general" in BOX.person[id].groups]


def test_nobody_waits_in_paris_for_deputies_whom_no_money_can_turn() -> None:
    assert Counter(placed(sight("mountain", mountain=0), None).values())[PARIS] <= 1


@pytest.mark.parametrize("region", ["nimes", "lille", "bordeaux"])
def test_somebody_goes_where_the_plot_is_that_was_named(region: str) -> None:
    for seat in ("royalist", "gironde", "mountain"):
        assert region in placed(sight(seat), Objective("plot", region)).values(), seat


def test_a_form_names_an_objective_and_places_people_for_it() -> None:
    for seat in ("royalist", "feuillant", "marais", "gironde", "mountain", "sans-culotte"):
        known = sight(seat, "objectives")
        aim = objectives(known, "")[0]
        assert isinstance(aim, Objective)
        if aim.aim in ("plot", "revolt"):
            assert aim.of in placed(known, aim).values(), seat


@pytest.mark.nightly(seconds=30)
def test_the_automatic_players_keep_what_an_expert_looks_for() -> None:
    """The mean of a few games; each bound is the mean of many with about three standard errors of so many."""
    games = [dict(watched(seed(f"conduct {number}")).figures()) for number in range(GAMES)]
    mean = {name: sum(game[name] for game in games) / GAMES for name in games[0]}
    assert mean["of them achieved"] >= 0.55 * mean["objectives"]
    assert mean["of them where nobody of one's own is"] <= 0.5
    assert mean["of them arrested in Paris"] <= 2
    assert mean["of them against a Current that gains by this one, with a free region at hand"] <= 0.5
