"""10,000 campaigns that are over, listed as `/results` lists them: read, chosen, counted, told.

The whole server, one of its sixty people, and two of them against each other; the picture is measured apart.
Each was played in a thread of its own, which Discord has archived since, and the asker can see all of them.
They are a member of a server that SimCord simulates; the interaction is discord.py's own. The clock is that
of the process: other processes make it no longer. The picture and the table, which are made beside the event
loop, are in the note.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import discord
from simcord import Env
from sqlalchemy import Connection

import engines
import render
from bot.app.client import Tocsin
from bot.campaigns.places import thread
from bot.interactions.host import Interaction
from bot.interactions.results import seen
from bot.results import table, words
from bot.results.tally import Wish
from bot.settings import Settings
from bot.store import Ended, JournalEntry, NewCampaign, rows
from engines.core.record import How
from tests.benchmarks.measure import Figure, Report, Stopwatch, milliseconds, scratch

CAMPAIGNS = 10_000
PLAYERS = 60
ROUNDS = 9
MOST = 100.0
FIRST = 10**17
"""The first of the players' numbers."""
THREAD = 2 * 10**17
"""The first of the threads."""
WISHES = {
    "of a server": Wish(),
    "of a person": Wish(player=FIRST),
    "of a pair": Wish(player=FIRST, against=FIRST + 1),
}
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
ENDS: tuple[How, ...] = ("conceded", "conceded", "drawn", "void")
SETUP = JournalEntry(
    seq=0,
    seat="",
    user_id=None,
    action="",
    draws=[],
    events=b"[]",
    digest="",
    chapter_before=1,
    chapter_after=1,
)


def run() -> Report:
    """Measure."""
    with scratch() as folder:
        spent, besides = asyncio.run(_measured(folder / "tocsin.db"))
    figures = []
    for whose, times in spent.items():
        took = median(times)
        name = f"list {CAMPAIGNS:,} results: {whose}"
        figures.append(
            Figure(name, milliseconds(took), milliseconds(MOST / 1e3), took * 1e3, MOST, unit="ms")
        )
    return Report(figures, (f"their picture and table beside it: {milliseconds(besides)}",))


async def _measured(path: Path) -> tuple[dict[str, list[float]], float]:
    env = Env(discord.Client(intents=discord.Intents.none()))
    await env.start()
    guild = env.create_guild("The Convention")
    channel = guild.create_text_channel("hall")
    member = guild.add_member(env.create_user("camille"))
    settings = Settings(database=path, cooldown="off", sweep_seconds=24 * 60 * 60)
    bot = Tocsin(settings, clock=lambda: BEGINNING)
    await env.restart_bot(bot)
    await bot.store.transact(partial(_filled, guild_id=guild.id, hall=channel.id))
    asked = asyncio.create_task(bot.wait_for("interaction"))
    await member.slash(channel, "help")
    try:
        return await _listed(bot, await asked)
    finally:
        await bot.close()
        await env.shutdown()


async def _listed(bot: Tocsin, interaction: Interaction) -> tuple[dict[str, list[float]], float]:
    titles = engines.titles()
    watch = Stopwatch(process_time)
    spent: dict[str, list[float]] = {whose: [] for whose in WISHES}
    read = partial(rows.results.of_guild, guild_id=interaction.guild_id or 0)
    for whose, wish in [*WISHES.items()] * ROUNDS:
        with watch.timed():
            every = await bot.store.look(read)
            ended = await seen(bot.desk, interaction, every, wish)
            lines = [
                *(words.of_player(ended, user) for user in (wish.player, wish.against) if user),
                *words.tallies(titles, ended),
                *(words.line(titles, each) for each in ended[:-11:-1]),
            ]
        assert len(every) == CAMPAIGNS
        assert lines
        assert len(ended) == CAMPAIGNS or 10 < len(ended) < CAMPAIGNS / 2
        spent[whose].append(watch.spent)
    ended = await seen(bot.desk, interaction, every, Wish())
    with watch.timed():
        season = words.season(titles, ended, "Results")
        assert season is not None
        assert render.results(season).data
        assert table.written(ended)
    return spent, watch.spent


def _filled(connection: Connection, guild_id: int, hall: int) -> None:
    """Begin and end campaigns of all games by turns, a few hours apart."""
    chance, titles = Random("results"), list(engines.titles().values())
    for number in range(CAMPAIGNS):
        title = titles[number % len(titles)]
        seats = chance.sample(range(FIRST, FIRST + PLAYERS), len(title.seats))
        begun = BEGINNING + number * timedelta(hours=3)
        new = NewCampaign(
            guild_id=guild_id,
            channel_id=THREAD + number,
            title=title.id,
            scenario=title.scenarios[0].id,
            options=title.chosen({}),
            pack=title.pack,
            seed="",
            commitment="",
            state=b"{}",
            dice_counter=0,
            seats=dict(zip(title.seats, seats, strict=True)),
            created_by=seats[0],
        )
        made = rows.campaigns.create(
            connection, new, SETUP, messages=(), owed=(), interaction_id=None, now=begun
        )
        rows.campaigns.end(
            connection,
            made,
            0,
            messages=(),
            interaction_id=None,
            audit=None,
            ending=Ended(chance.choice(ENDS), chance.choice(title.seats), by=seats[0]),
            now=begun + timedelta(days=20),
        )
        rows.people.note(connection, thread(guild_id, THREAD + number), str(hall))
