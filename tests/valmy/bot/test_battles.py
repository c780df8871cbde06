"""What a battle would come to, where there can be none."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.games.registry import presenter_of
from bot.games.valmy.completion import Asked
from bot.games.valmy.presenter import ValmyPresenter
from engines.core.dice import Dice
from engines.core.errors import UsageError
from engines.valmy.state import put_leaders, put_units, units_in
from engines.valmy.view import battle_of
from tests.valmy.bot.campaign import TITLE
from tests.valmy.bot.games import games


def test_against_a_leader_whose_side_has_no_unit_out_of_sight_there_is_no_battle() -> None:
    state = TITLE.setup("campaign", {}, Dice("battle")).state
    box, words = TITLE.box, presenter_of(TITLE)
    assert isinstance(words, ValmyPresenter)
    state.stack.clear()
    state.phase = "recovery"
    put_units(
        state,
        {
            id: replace(state.units[id], fate="eliminated", box=None, leader=None)
            for id in box.units_of["allied"]
        },
    )
    unit = next(id for id in box.units_of["french"] if state.units[id].fate == "map")
    put_units(state, {unit: replace(state.units[unit], box="sedan", leader=None)})
    put_leaders(state, {"brunswick": replace(state.leaders["brunswick"], box="verdun", superior=None)})
    with pytest.raises(UsageError, match="none is in Verdun"):
        Asked(words, state, "french").forecast({"box": "verdun", "with": unit}, {})


def test_of_a_battle_in_which_no_enemy_is_left_there_is_no_forecast() -> None:
    """Leaders may still have to go, or to be given up."""
    moment = next(moment for moment in games() if battle_of(moment.state) is not None)
    state = moment.state.copy()
    battle, box = battle_of(state), TITLE.box
    assert battle is not None
    gone = units_in(box, state, battle.box, "allied")
    put_units(state, {id: replace(state.units[id], fate="eliminated", box=None, leader=None) for id in gone})
    words = presenter_of(TITLE)
    assert isinstance(words, ValmyPresenter)
    with pytest.raises(UsageError, match="No enemies are left"):
        Asked(words, state, "french").forecast({"box": battle.box, "with": None}, {})
