"""10,000 campaigns that are over, listed as `/results` lists them: read, chosen, counted, told.

The clock is that of the process: other processes make it no longer. The picture and the table, which are
made beside the event loop, are in the note.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from sqlalchemy import Connection

import engines
import render
from bot.results import table, words
from bot.results.tally import Wish, chosen
from bot.store import Ended, JournalEntry, NewCampaign, Store, rows
from engines.core.record import How
from tests.benchmarks.measure import Figure, Report, Stopwatch, milliseconds, scratch

CAMPAIGNS = 10_000
PLAYERS = 60
ROUNDS = 9
MOST = 100.0
GUILD = 1
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
    took = median(spent)
    name = f"list {CAMPAIGNS:,} results"
    return Report(
        [Figure(name, milliseconds(took), milliseconds(MOST / 1e3), took * 1e3, MOST, unit="ms")],
        (f"their picture and table beside it: {milliseconds(besides)}",),
    )


async def _measured(path: Path) -> tuple[list[float], float]:
    titles = engines.titles()
    watch = Stopwatch(process_time)
    spent = []
    async with await Store.open(path, lambda: BEGINNING) as store:
        await store.transact(_filled)
        for _ in range(ROUNDS):
            with watch.timed():
                every = await store.look(partial(rows.results.of_guild, guild_id=GUILD))
                ended = chosen(every, Wish())
                lines = [
                    *words.tallies(titles, ended),
                    *(words.line(titles, each) for each in ended[:-11:-1]),
                ]
            assert (len(ended), len(lines)) == (CAMPAIGNS, 10 + len(titles))
            spent.append(watch.spent)
        with watch.timed():
            season = words.season(titles, ended, "Results")
            assert season is not None
            assert render.results(season).data
            assert table.written(ended)
    return spent, watch.spent


def _filled(connection: Connection) -> None:
    """Begin and end campaigns of all games by turns, a few hours apart."""
    chance, titles = Random("results"), list(engines.titles().values())
    for number in range(CAMPAIGNS):
        title = titles[number % len(titles)]
        seats = chance.sample(range(10**17, 10**17 + PLAYERS), len(title.seats))
        begun = BEGINNING + number * timedelta(hours=3)
        new = NewCampaign(
            guild_id=GUILD,
            channel_id=number + 1,
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
