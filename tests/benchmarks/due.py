"""Five thousand messages that fall due at once on PostgreSQL, while people play on.

A thousand campaigns have five messages each; others are played at a steady pace meanwhile. Discord is
simulated, and takes 80 milliseconds for each message. The bounds are on when the last message is there, and
on how long the bot takes to answer people until then, without the time that Discord takes for that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from time import perf_counter
from typing import Any
from unittest.mock import patch

import discord
from simcord import Env
from simcord.http.client import FakeHTTPClient
from sqlalchemy import URL, Connection, func, select

import engines
from bot.app.client import Tocsin, now
from bot.campaigns.messages import say
from bot.campaigns.setup import Wish
from bot.settings import Settings
from bot.store.schema import outbox
from tests.benchmarks.load import LATEST_ANSWER, Evening, copied_quickly
from tests.benchmarks.measure import Figure, Report, milliseconds
from tests.support.bot_fixtures import sent
from tests.support.postgresql import missing, serving

CAMPAIGNS, EACH = 1000, 5
TOGETHER = 8
"""Campaigns that are begun at the same time."""
LATENCY = 0.08
"""Seconds that Discord takes for a message."""
WARM_UP = 5.0
LATEST = 120.0
"""Seconds after which all has to be told."""
GAME = "levee"


@contextmanager
def far_away() -> Iterator[None]:
    """Have the simulated Discord take its time for each message."""
    request = FakeHTTPClient.request

    async def slowly(*given: Any, **more: Any) -> Any:
        answer = await request(*given, **more)
        await asyncio.sleep(LATENCY)
        return answer

    with patch.object(FakeHTTPClient, "request", slowly):
        yield


async def fill(bot: Tocsin, evening: Evening) -> list[int]:
    """Begin the campaigns, each in a channel of its own."""
    guild = evening.env.create_guild("The Convention's provinces")
    guild.add_member(evening.env.create_user("georges"))
    places = iter([guild.create_text_channel(f"province-{number}").id for number in range(CAMPAIGNS)])
    begun: list[int] = []

    async def begin() -> None:
        for channel in places:
            wish = Wish(guild.id, channel, evening.person.id, GAME, seed=f"due {channel}", images="never")
            begun.append((await bot.campaigns.new(wish)).id)

    await asyncio.gather(*(begin() for _ in range(TOGETHER)))
    await bot.outbox.drain()
    return begun


def untold(connection: Connection) -> int:
    """How many of the messages have not been sent."""
    query = select(func.count()).where(outbox.c.kind == "say", outbox.c.sent_at.is_(None))
    return connection.execute(query).scalar_one()


async def measure(url: URL) -> tuple[float, list[float], tuple[int, float]]:
    """Seconds until all is told, those of each answer, and the actions with the seconds that they took."""
    env = Env(discord.Client(intents=discord.Intents.none()), check_errors=False, settle_timeout=600)
    await env.start()
    env.backend.register_commands(None, sent())
    bot = Tocsin(Settings(database=url, sync="never", cooldown="off", picture_workers=0), clock=now)
    evening = Evening(env, bot, engines.find(GAME))
    await evening.begin(images="never")
    begun = await fill(bot, evening)
    with far_away():
        await evening.play(WARM_UP)
        await bot.outbox.drain()
        evening.forget()
        before = len(env.backend.http_requests)
        for campaign_id in begun:
            await bot.store.add_outbox(campaign_id, [say(f"To arms, {number}!") for number in range(EACH)])
        since = perf_counter()
        bot.outbox.kick()
        playing = asyncio.create_task(evening.play(5 * LATEST))
        while await bot.store.look(untold):  # noqa: ASYNC110 - the database is asked, as one would from outside
            await asyncio.sleep(0.5)
        told = perf_counter() - since
        seconds, acted = told, len(evening.actions)
        assert len(env.backend.http_requests) - before >= CAMPAIGNS * EACH
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await asyncio.gather(*evening._playing, return_exceptions=True)
    answers = [action.answered - action.begun for action in evening.actions[:acted]]
    await bot.close()
    await env.shutdown()
    return told, answers, (acted, seconds)


def run() -> Report:
    """Measure."""
    if lacking := missing():
        return Report([], (f"due: not measured, there is no {', '.join(lacking)} on the PATH",))
    with serving() as server, server.database() as url, copied_quickly():
        told, answers, (acted, seconds) = asyncio.run(measure(url))
    slow = quantiles(answers, n=20)[-1]
    return Report(
        [
            Figure(f"the last of {CAMPAIGNS * EACH} messages", f"{told:.0f} s", "", told, LATEST, unit="s"),
            Figure(
                "meanwhile nineteen answers of twenty",
                milliseconds(slow),
                f"median {milliseconds(median(answers))}",
                slow * 1e3,
                LATEST_ANSWER,
                unit="ms",
            ),
        ],
        (f"due: {acted / seconds:.1f} actions a second meanwhile",),
    )
