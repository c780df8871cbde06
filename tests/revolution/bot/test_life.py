"""Whole campaigns of six people: one typed, one pressed, from the lobby to the verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.revolution.bot.assembly import Assembly
from tests.revolution.bot.six import Six


async def begun(life: Six, seed: str) -> Assembly:
    """All six have sat down."""
    life.seed = seed
    await life.gathers()
    campaign = Assembly(life)
    await campaign.as_it_should_be()
    return campaign


async def test_a_turn_is_typed_and_pressed_by_turns_as_the_rules_have_it(life: Six) -> None:
    campaign = await begun(life, "life")
    number = 0
    while campaign.state.turn == 1:
        await campaign.goes_on(typing=bool(number % 2))
        number += 1
    assert campaign.met >= {"talk", "plan", "people", "regions", "politics", "votes", "war"}
    posts = life.public()
    assert len(posts) <= 10 * len(life.of)


@pytest.mark.nightly(seconds=240)
@pytest.mark.parametrize(
    ("typing", "seed"), [(True, "whole 3"), (False, "whole 4")], ids=["typed", "pressed"]
)
async def test_a_whole_campaign_is_played_by_commands_alone_and_by_panels_alone(
    life: Six, tmp_path: Path, typing: bool, seed: str
) -> None:
    campaign = await begun(life, seed)
    while campaign.game.outcome is None:
        await campaign.goes_on(typing=typing)
    assert campaign.said >= {"objective", "put", "plot", "propose", "vote", "march", "declare"}
    await campaign.is_told(tmp_path)
