"""Processes of the bot that hand over while people play, or forget a person, on a real server."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from itertools import count
from random import Random

import pytest
from sqlalchemy import select

import engines
from bot.campaigns.service import Campaigns
from bot.campaigns.setup import Wish
from bot.games.registry import presenter_of
from bot.shards import ALL, Shards
from bot.store import Campaign, Person, Store, privacy
from bot.store.claim import stood_by
from bot.store.rows import people
from bot.store.schema import interaction
from tests.cli.fake_discord import ACCEPTED
from tests.cli.live_discord import PLAYER, LiveDiscord
from tests.cli.program import ONE_GAME, Ran, ended, started
from tests.support.postgresql import PostgreSQL

PATIENCE = 240.0
PATIENT = "from bot.app import client, gate; gate.HELD = 120.0; client.QUICKLY = 60.0"
"""On a busy machine whatever Discord's three seconds: how fast it is has its own measurement."""
CAMPAIGNS = 4
REST = 1.0
"""Most seconds from an answer to the next action, three times what it took: a bot starts beside them."""
HALVES = [Shards(0, 0, 2), Shards(1, 1, 2)]


def now() -> datetime:
    return datetime.now(UTC)


class Evening:
    """Campaigns in which one action follows the other, whoever answers."""

    def __init__(self, discord: LiveDiscord, store: Store) -> None:
        self.discord = discord
        self.store = store
        self.campaigns = Campaigns(store, engines.titles().values(), now)
        self.answered = asyncio.Semaphore(0)
        self.over = False
        self._chance = Random("upgrade")

    async def play(self, channel: int) -> None:
        """Play one game after the other in a channel, until it is over."""
        seeds = count()
        campaign = await self._begun(channel, next(seeds))
        while not self.over:
            campaign = await self.campaigns.by_id(campaign.id)
            if campaign.is_over:
                campaign = await self._begun(channel, next(seeds))
            begun = time.monotonic()
            press = await self.discord.press(channel, **self._choice(campaign))
            async with asyncio.timeout(PATIENCE):
                await press.answered.wait()
            self.answered.release()
            await asyncio.sleep(min(REST, 3 * (time.monotonic() - begun)))

    async def _begun(self, channel: int, seed: int) -> Campaign:
        guild = int(self.discord.channels[channel])
        wish = Wish(guild, channel, int(PLAYER), "levee", seed=f"{channel} {seed}", images="never")
        return await self.campaigns.new(wish)

    def _choice(self, campaign: Campaign) -> dict[str, str]:
        title, state = self.campaigns.title_of(campaign), self.campaigns.state_of(campaign)
        (seat,) = title.deciding(state)
        legal = self._chance.sample(legal := title.legal_actions(state, seat), len(legal))
        words = presenter_of(title)
        action = next(each for each in legal if words.preview(state, seat, each) is None)
        return {"action": title.notation(action), "seat": seat}

    async def go_on(self, actions: int) -> None:
        """Wait until so many more are answered."""
        async with asyncio.timeout(PATIENCE):
            for _ in range(actions):
                await self.answered.acquire()

    async def is_stood_by(self, group: Shards) -> None:
        """Wait until a bot stands by for a group that is connected."""
        waits = partial(stood_by, shards=group)
        async with asyncio.timeout(PATIENCE):
            while not await self.store.look(waits):  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)


@pytest.fixture
async def evening(
    request: pytest.FixtureRequest, postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Evening]:
    """An evening on as many servers as the test asks for, each with a shard of its own."""
    servers: int = getattr(request, "param", 1)
    with postgresql.database() as url:
        settings = {
            "TOKEN": ACCEPTED,
            "DATABASE": url.render_as_string(hide_password=False),
            "STANDBY": "on",
            "LOG_LEVEL": "ERROR",
            "SYNC": "never",
            "COOLDOWN": "off",
            "PICTURE_WORKERS": "0",
            "SWEEP_SECONDS": "1",
        }
        for name, value in settings.items():
            monkeypatch.setenv(f"TOCSIN_{name}", value)
        discord = LiveDiscord(CAMPAIGNS, servers)
        async with discord.open(), await Store.open(url, now) as store:
            await store.set(partial(people.put_person, settings=Person(user_id=int(PLAYER), goes_on=False)))
            yield Evening(discord, store)


async def run(evening: Evening, shards: Shards) -> asyncio.subprocess.Process:
    """A bot as a process of its own."""
    given = "" if shards == ALL else f"import os; os.environ['TOCSIN_SHARDS'] = '{shards}'\n"
    return await started("run", base=evening.discord.base, before=f"{given}{ONE_GAME}\n{PATIENT}")


async def stopped(process: asyncio.subprocess.Process) -> Ran:
    process.send_signal(signal.SIGTERM)
    return await ended(process)


@pytest.mark.slow(seconds=60)
@pytest.mark.parametrize(
    ("evening", "groups"),
    [
        pytest.param(1, [ALL], id="one", marks=pytest.mark.nightly(seconds=15)),
        pytest.param(2, HALVES, id="two"),
    ],
    indirect=["evening"],
)
async def test_an_upgrade_under_load_refuses_nothing_and_does_nothing_twice(
    evening: Evening, groups: list[Shards]
) -> None:
    discord, store = evening.discord, evening.store
    bots = {group: await run(evening, group) for group in groups}
    async with asyncio.timeout(PATIENCE):
        await discord.connected.wait()
    playing = [asyncio.ensure_future(evening.play(channel)) for channel in discord.channels]
    await evening.go_on(10)
    left = []
    # The groups one after the other, as an upgrade goes; a group alone twice.
    for group in [*groups, *groups][:2]:
        after = await run(evening, group)
        await evening.is_stood_by(group)
        await evening.go_on(5)
        left.append(await stopped(bots[group]))
        bots[group] = after
        await evening.go_on(10)
    evening.over = True
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*playing)
        while await store.due_messages(now(), 100):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.1)
    left += [await stopped(bot) for bot in bots.values()]

    assert left == [Ran(0, "Stopped; nothing is lost.\n", "")] * (2 + len(groups))
    presses = discord.presses
    assert {(len(each.acknowledged), len(each.answers)) for each in presses.values()} == {(1, 1)}
    # Each was applied, and none is told to come again.
    applied = await store.look(lambda c: set(c.execute(select(interaction.c.id)).scalars()))
    assert applied == presses.keys()
    assert set(discord.nonces.values()) == {1}
    assert discord.unknown == []


@pytest.mark.slow(seconds=60)
@pytest.mark.parametrize("evening", [2], indirect=True)
async def test_a_person_is_forgotten_in_the_campaigns_of_all_groups_while_they_play(evening: Evening) -> None:
    """The bot of one server deletes what those of both have written, and each says so on its own."""
    discord, store = evening.discord, evening.store
    bots = [await run(evening, group) for group in HALVES]
    async with asyncio.timeout(PATIENCE):
        await discord.connected.wait()
    playing = [asyncio.ensure_future(evening.play(channel)) for channel in discord.channels]
    await evening.go_on(10)
    known = await store.look(partial(privacy.of, user_id=int(PLAYER)))
    assert {row["campaign_id"] for row in known["actions"]} == {1, 2, 3, 4}

    forgetting = await discord.click(next(iter(discord.channels)), f"t1:forget:{PLAYER}")
    async with asyncio.timeout(PATIENCE):
        await forgetting.answered.wait()
    # Whoever still presses has no seat any more, and writes nothing.
    await evening.go_on(2 * CAMPAIGNS)
    evening.over = True
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*playing)
        while await store.due_messages(now(), 100):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.1)
    assert [await stopped(bot) for bot in bots] == [Ran(0, "Stopped; nothing is lost.\n", "")] * 2

    assert "You are forgotten" in forgetting.answers[0]
    kept = await store.look(partial(privacy.of, user_id=int(PLAYER)))
    assert [name for name, found in kept.items() if found and name != "user"] == []
    for campaign_id in (1, 2, 3, 4):
        campaign = await store.campaign(campaign_id)
        assert campaign is not None
        assert campaign.people == []
    assert {(len(each.acknowledged), len(each.answers)) for each in discord.presses.values()} == {(1, 1)}
    assert set(discord.nonces.values()) == {1}
    assert discord.unknown == []
