"""A bot for a group of shards that sends: `python -m tests.store.shards_child URL FIRST LAST COUNT`.

It waits for the lock of its group, then sends what is due there by the bot's own outbox; it prints the number
of each message as Discord would get it.
"""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime

import discord
from sqlalchemy import make_url

import engines
from bot.campaigns.service import Campaigns
from bot.outbox.outbox import Outbox
from bot.outbox.parking import Parking
from bot.shards import Shards
from bot.store import Campaign, CardRow, DatabaseLost, Due, Store


def say(*words: object) -> None:
    print(*words, flush=True)


def now() -> datetime:
    return datetime.now(UTC)


async def post(due: Due, campaign: Campaign) -> CardRow | None:
    say(due.id)
    return None


async def run(url: str, shards: Shards) -> None:
    say("waits")
    async with await Store.open(make_url(url), now, alone=True, wait=True, shards=shards) as store:
        client = discord.Client(intents=discord.Intents.none())
        parking = Parking(client, Campaigns(store, engines.titles().values(), now))
        outbox = Outbox(store, {"say": post}, parking, now)
        say("holds")
        while True:
            await outbox.drain()
            await asyncio.sleep(0.01)


if __name__ == "__main__":
    try:
        asyncio.run(run(sys.argv[1], Shards(*map(int, sys.argv[2:]))))
    except DatabaseLost:
        say("lost")
