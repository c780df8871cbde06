"""A month of six in simulated time: one is on vacation for half of it, and the five others play on."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from bot.campaigns import autopilot
from tests.revolution.bot.six import Six

MONTH, PACE = timedelta(days=30), 12
"""The five look in each so many hours."""


async def half_a_day(life: Six) -> None:
    """Let time go by hour by hour, as the scheduler does: a longer step would be taken for an outage."""
    for _ in range(PACE):
        await life.table.sweep(3600)


async def five_play(life: Six, rng: random.Random) -> None:
    """Each of the five does what is asked of them."""
    campaigns = life.table.bot.campaigns
    for seat in [each for each in await life.owing() if each != "sans-culotte"]:
        if seat in await life.owing():
            action = await autopilot.best(life.title, await life.state(), seat, rng)
            assert action is not None
            await campaigns.take(1, life.of[seat].id, life.title.notation(action), seat=seat)
    await life.table.bot.outbox.drain()


@pytest.mark.parametrize("wait", [False, True], ids=["deputy", "wait"])
async def test_one_vacation_stops_the_five_only_where_they_are_asked_to_wait(life: Six, wait: bool) -> None:
    life.seed = "vacation"
    await life.gathers(clock="72h")
    started, rng = life.env.now(), random.Random(6)
    await life.types(life.manon, "my vacation", until="+16 days", wait=wait)
    stood, longest, acted = started, timedelta(), 0
    while life.env.now() - started < timedelta(days=16):
        await half_a_day(life)
        await five_play(life, rng)
        if len(await life.table.actions()) > acted:
            stood, acted = life.env.now(), len(await life.table.actions())
        longest = max(longest, life.env.now() - stood)
    journal = await life.table.bot.store.journal(1)
    sources = {row.source for row in journal if row.seat == "sans-culotte"}
    if wait:
        assert longest > timedelta(days=14)
        assert "automatic" not in sources
        return
    assert longest <= timedelta(hours=PACE)
    assert sources == {"automatic"}
    # The vacation is over: the seat is hers again by itself, and is waited for.
    while life.env.now() - started < MONTH and "sans-culotte" not in await life.owing():
        await half_a_day(life)
        await five_play(life, rng)
    assert "sans-culotte" in await life.owing()
    await life.table.verify()
