"""A war in the Vendée whose royalist stays away: what the channel has to bear of it, and how it goes on."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from engines.core.contract import AnyTitle
from engines.vendee.combat.events import Fought
from engines.vendee.title import Vendee
from tests.support.life import Life
from tests.vendee.bot.duel import TITLE

CLOCK = "48h interrupts 6h overtime player"
AUTOPILOT = "missed two turns in a row"


@pytest.fixture
def titles() -> list[AnyTitle]:
    """The Vendée."""
    return [Vendee()]


class Borne(NamedTuple):
    """What a channel was posted in so many days."""

    days: float
    posts: int
    pings: int


async def answers(life: Life, month: int) -> None:
    """Maxime answers all that he is asked until a month begins, as the automatic player would."""
    campaigns = life.table.bot.campaigns
    while True:
        campaign = await life.table.campaign()
        if campaign.status != "running" or campaign.stands_still:
            return
        state = campaigns.state_of(campaign)
        owed = TITLE.decisions(state)
        if state.turn >= month or not owed or campaign.seats[owed[0].seat] != life.maxime.id:
            return
        action = TITLE.suggest(state, owed[0].seat, random.Random(1))
        assert action is not None
        await campaigns.take(1, life.maxime.id, TITLE.notation(action), seat=owed[0].seat)
        await life.table.bot.outbox.drain()


async def until_month(life: Life, month: int) -> Borne:
    """Let time go by until a month begins, hour by hour."""
    begun, posted = life.env.now(), len(life.table.posts())
    for _ in range(24 * 60):
        await answers(life, month)
        if (await life.table.state()).turn >= month:
            break
        await life.wait(1)
    posts = life.table.posts()[posted:]
    pings = sum(len((post.get("allowed_mentions") or {}).get("users", [])) for post in posts)
    return Borne((life.env.now() - begun).total_seconds() / 86400, len(posts), pings)


async def fights(life: Life, month: int) -> int:
    """Combats that were fought before a month."""
    campaigns, campaign = life.table.bot.campaigns, await life.table.campaign()
    chapters = [await campaigns.chapter(campaign, number) for number in range(1, month)]
    return sum(isinstance(event, Fought) for chapter in chapters for event in chapter.events)


async def test_two_months_without_the_royalist_are_soon_over_and_quiet(life: Life) -> None:
    life.seed = "absence"
    await life.slash(life.camille, "campaign new", game="vendee", clock=CLOCK, images="never")
    await life.types(life.camille, "seat take", seat="royalist")
    await life.types(life.maxime, "seat take", seat="republican")
    borne = await until_month(life, 3)
    assert borne.days <= 4
    assert borne.posts <= 14 + await fights(life, 3)  # Each combat has one post of its own.
    assert borne.pings <= 10
    notes = [post for post in life.table.posts() if AUTOPILOT in (post.get("content") or "")]
    assert len(notes) == 1
    assert notes[0]["allowed_mentions"]["users"] == [life.camille.id]
    await life.table.verify()

    # To read changes nothing; who comes to play, whatever she types, plays again: her next decision waits.
    await life.types(life.camille, "campaign status")
    assert "is back and plays" not in life.told()
    await life.types(life.camille, "play", action="no such thing")
    assert f"<@{life.camille.id}> is back and plays **Royalists** again." in life.told()
    await answers(life, 4)
    campaign = await life.table.campaign()
    assert [owed.seat for owed in TITLE.decisions(await life.table.state())] == ["royalist"]
    assert campaign.seating["royalist"].missed == 0
    assert life.pinged("📣") == {life.camille.id}
