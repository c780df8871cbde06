"""One start of the bot on the database named: prints its seconds, and the most memory held in MiB."""

from __future__ import annotations

import asyncio
import resource
import sys
from pathlib import Path
from time import perf_counter

import discord
from simcord import Env

from bot.app.client import create_bot
from bot.settings import Settings

STATUS = Path("/proc/self/status")
KIB = 1024


async def start(database: Path) -> float:
    """Seconds from making the bot until nothing is left to do."""
    env = Env(discord.Client(intents=discord.Intents.none()))
    await env.start()
    env.create_guild("The Convention").create_text_channel("levee")
    begun = perf_counter()
    bot = create_bot(Settings(database=database), clock=env.now)
    await env.restart_bot(bot)
    spent = perf_counter() - begun
    await bot.close()
    await env.shutdown()
    return spent


def most_memory() -> float:
    """The most memory that this process ever held, in MiB."""
    if STATUS.exists():
        # Linux lets `ru_maxrss` begin with what the parent held; this begins with the program.
        line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / KIB
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held / KIB / (KIB if sys.platform == "darwin" else 1)


if __name__ == "__main__":
    seconds = asyncio.run(start(Path(sys.argv[1])))
    print(seconds, most_memory())
