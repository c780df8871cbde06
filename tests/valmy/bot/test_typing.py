"""What is completed and forecast for one side of *The Valmy Campaign* names nobody whom it can't see."""

from __future__ import annotations

import pytest

from bot.games.valmy.completion import Asked
from bot.games.valmy.presenter import ValmyPresenter
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.dice import Dice
from engines.core.errors import UsageError
from engines.valmy.actions import ARRANGE_AUTO
from engines.valmy.box import enemy
from engines.valmy.state import State, held_by
from tests.valmy.fixtures import TITLE

WORDS = ValmyPresenter(TITLE)


@pytest.fixture
def state() -> State:
    """Both sides have set up."""
    dice = Dice("typing")
    state = TITLE.setup("campaign", {}, dice).state
    for side in SIDES:
        state = TITLE.apply(state, side, ARRANGE_AUTO, dice).state
    return state


@pytest.mark.parametrize("side", SIDES)
def test_nobody_is_offered_who_goes_with_an_enemy_leader(state: State, side: Side) -> None:
    here = Asked(WORDS, state, side)
    theirs = TITLE.box.leaders_of[enemy(side)]
    assert any(held_by(state, leader) for leader in theirs)
    assert [offer for leader in theirs for offer in here.followers(leader, "")] == []
    assert any(list(here.followers(leader, "")) for leader in TITLE.box.leaders_of[side])


@pytest.mark.parametrize("side", SIDES)
def test_nothing_is_forecast_of_an_attack_by_enemies(state: State, side: Side) -> None:
    here = Asked(WORDS, state, side)
    for id in (*TITLE.box.leaders_of[enemy(side)], *TITLE.box.units_of[enemy(side)]):
        with pytest.raises(UsageError, match="is not yours"):
            here.forecast({"box": "stenay", "with": id}, {})
