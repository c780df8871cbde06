"""A bot whose people act as fast as they are answered, with the settings of its environment.

It says `ready`; for a line it takes the actions that count and says what they cost; for another it ends.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterable
from time import perf_counter, process_time

import discord
import msgspec
from prometheus_client import Counter, Histogram
from simcord import Env

import engines
from bot import metrics
from bot.app.client import create_bot, now
from bot.settings import from_environment
from bot.shards import ALL
from tests.benchmarks.load import Evening, copied_quickly
from tests.support.bot_fixtures import sent

GAME = "levee"
"""The lightest: the more a game computes, the less counts where its tables are."""
WARM_UP, MEASURED = 5, 20
"""Actions of each campaign."""


class Spent(msgspec.Struct, frozen=True):
    """What a process has done and what it took."""

    actions: int
    entries: float
    transactions: float
    again: float
    """Transactions that ran again."""
    seconds: float
    bot: float
    """Processor seconds, with SimCord's."""


def total(metric: Counter | Histogram, ends: str) -> float:
    """The value of a metric, of all its labels together."""
    samples = [sample for family in metric.collect() for sample in family.samples]
    return sum(sample.value for sample in samples if sample.name.endswith(ends))


def counted() -> Iterable[float]:
    """Entries, transactions and repetitions until now."""
    return (
        total(metrics.ENTRIES, "_total"),
        total(metrics.READ, "_count") + total(metrics.WRITE, "_count"),
        total(metrics.RETRIES, "_total"),
    )


def say(word: str) -> None:
    print(word, flush=True)


async def main() -> None:
    """Play."""
    env = Env(discord.Client(intents=discord.Intents.none()), check_errors=False, settle_timeout=600)
    await env.start()
    # Of two bots only the first would send them, to its own Discord.
    env.backend.register_commands(None, sent())
    settings = from_environment(os.environ)
    shards = settings.shards or ALL
    env._shard_count, env._shard_ids = shards.count, (shards.first,)
    # Ids go by the time: two simulated Discords would give the same.
    env.backend.advance_clock(shards.first * 24 * 60 * 60)
    bot = create_bot(settings, clock=now)
    evening = Evening(env, bot, engines.find(GAME))
    await evening.begin(shards.first, images="never")
    await evening.hurry(WARM_UP)
    await bot.outbox.drain()
    evening.forget()
    say("ready")
    await asyncio.to_thread(sys.stdin.readline)
    before, chosen, cpu, begun = counted(), evening.choosing, process_time(), perf_counter()
    await evening.hurry(MEASURED)
    await bot.outbox.drain()
    seconds, cpu, chosen = perf_counter() - begun, process_time() - cpu, evening.choosing - chosen
    entries, transactions, again = (after - earlier for after, earlier in zip(counted(), before, strict=True))
    spent = Spent(
        actions=len(evening.actions),
        entries=entries,
        # The person here reads the campaign before each action and after it.
        transactions=transactions - 2 * len(evening.actions),
        again=again,
        seconds=seconds,
        bot=cpu - chosen,
    )
    say(msgspec.json.encode(spent).decode())
    await asyncio.to_thread(sys.stdin.readline)
    await bot.close()
    await env.shutdown()


if __name__ == "__main__":
    with copied_quickly():
        asyncio.run(main())
