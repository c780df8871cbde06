"""Whole campaigns of six people: one typed, one pressed, from the lobby to the verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.revolution.bot.assembly import Assembly
from tests.revolution.bot.six import ZONES, Six


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


@pytest.mark.nightly(seconds=120)
async def test_a_whole_campaign_in_three_zones_outlives_silence_a_substitute_and_a_restart(
    life: Six, tmp_path: Path
) -> None:
    for zone, actor in zip(ZONES * 2, life.of.values(), strict=True):
        await life.types(actor, "my hours", zone=zone)
    campaign = await begun(life, "whole 4")
    number, left = 0, False
    while campaign.game.outcome is None:
        if campaign.state.turn == 3 and campaign.decision.kind == "regions" and not left:
            left = True
            await campaign.is_left("feuillant", "marais", life.theroigne)
        await campaign.goes_on(typing=bool(number % 2))
        number += 1
    assert left
    await campaign.is_told(tmp_path)
