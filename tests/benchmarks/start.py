"""A start of the bot with 100,000 stored campaigns against an empty store: time, and memory.

Each start is a process of its own, `start_child`, which tells the time from making the bot until it is
ready and its first sweep done, and the most memory that it ever held. The campaigns run. Some are played
by random play, two actions each; the others are copies of these with their journals, cards, deadlines
and answered interactions, with a channel and a player of their own.
"""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import engines
from bot.app.wakes import Wakes
from bot.campaigns.service import Campaigns
from bot.campaigns.setup import Wish
from bot.store import CardRow, Store
from tests.benchmarks.measure import Figure, Report, by_turns, milliseconds, scratch

ROUNDS = 15
WARM_UP = 2
CAMPAIGNS = 100_000
PATTERNS = 20
"""Campaigns that are played; the others are their copies."""
ACTIONS = 2
"""Actions in a campaign."""
TABLES = (
    "campaign",
    "seat",
    "journal",
    "chapter_start",
    "deadline",
    "wake",
    "outbox",
    "card",
    "interaction",
)
"""Tables with rows of the campaigns that are played."""
MOST_TIME = 1.1
MOST_MIB = 20
MIB = 1024 * 1024
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""The instant at which SimCord's clock starts too."""


class Started(NamedTuple):
    """One start."""

    seconds: float
    mib: float


def run() -> Report:
    """Measure."""
    starts: dict[Path, list[Started]] = {}

    def start(path: Path) -> float:
        command = [sys.executable, "-m", "tests.benchmarks.start_child", str(path)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        seconds, mib = map(float, done.stdout.split())
        starts.setdefault(path, []).append(Started(seconds, mib))
        return seconds

    with scratch() as folder:
        empty, full = folder / "empty.db", folder / "full.db"
        asyncio.run(_play(empty, 0))
        asyncio.run(_play(full, PATTERNS))
        multiply(full, CAMPAIGNS)
        size = full.stat().st_size / MIB
        times = by_turns(lambda _: start(full), lambda _: start(empty), rounds=ROUNDS, warm_up=WARM_UP)
    memory = by_turns(
        lambda number: starts[full][number].mib,
        lambda number: starts[empty][number].mib,
        rounds=ROUNDS,
        warm_up=WARM_UP,
    )
    ours, theirs, more = (
        f"{memory.ours:.1f} MiB",
        f"{memory.theirs:.1f} MiB",
        max(0.0, memory.ours - memory.theirs),
    )
    return Report(
        [
            Figure("start", milliseconds(times.ours), milliseconds(times.theirs), times.ratio, MOST_TIME),
            Figure("start, memory", ours, theirs, more, MOST_MIB, unit="MiB"),
        ],
        (f"start: {CAMPAIGNS:,} campaigns are {size:.0f} MiB on disk",),
    )


async def _play(path: Path, wanted: int) -> None:
    """A store with campaigns that run, each in a channel of its own, all their cards posted."""
    title = engines.find("levee")
    seat = title.seats[0]
    async with await Store.open(path, lambda: BEGINNING) as store:
        campaigns = Campaigns(store, [title], lambda: BEGINNING)
        for channel in range(1, wanted + 1):
            chooser = Random(f"start {channel}")
            for seed in count():
                wish = Wish(
                    guild_id=1,
                    channel_id=channel,
                    user_id=channel,
                    title=title.id,
                    clock="none nudge 24h",
                    seed=f"start {channel} {seed}",
                )
                campaign = await campaigns.new(wish)
                while campaign.status == "running" and campaign.last_seq < ACTIONS:
                    action = chooser.choice(title.legal_actions(campaigns.state_of(campaign), seat))
                    acted = await campaigns.take(
                        campaign.id,
                        channel,
                        title.notation(action),
                        interaction_id=campaign.id * 1000 + campaign.version,
                    )
                    campaign = acted.campaign
                if campaign.status == "running":
                    break
            await _post(store)
        # As in a bot that has run: what nobody has to be waited for has gone on.
        await Wakes(campaigns).catch_up()


async def _post(store: Store) -> None:
    """Note every message as said."""
    while due := await store.due_messages(BEGINNING):
        for row in due:
            campaign = await store.campaign(row.campaign_id)
            assert campaign is not None
            hung = None
            if row.chapter is not None:
                hung = CardRow(
                    campaign_id=campaign.id,
                    chapter=row.chapter,
                    channel_id=campaign.channel_id,
                    message_id=row.id,
                    version=row.version,
                    posted_at=BEGINNING,
                )
            await store.mark_sent([row.id], hung)


def multiply(path: Path, wanted: int) -> None:
    """Copy the campaigns that run until there are as many as are wanted."""
    with sqlite3.connect(path) as connection:
        connection.row_factory = sqlite3.Row
        running = [
            row["id"] for row in connection.execute("SELECT id FROM campaign WHERE status = 'running'")
        ]
        last = connection.execute("SELECT max(id) FROM campaign").fetchone()[0]
        copies = [(running[number % len(running)], number + 1) for number in range(wanted - len(running))]
        for table in TABLES:
            key = "id" if table == "campaign" else "campaign_id"
            patterns: dict[int, list[dict[str, Any]]] = {}
            for row in connection.execute(f"SELECT * FROM {table}"):  # noqa: S608 - a name from the line above
                patterns.setdefault(row[key], []).append(dict(row))
            if not patterns:
                continue
            columns = list(dict.fromkeys(name for rows in patterns.values() for row in rows for name in row))
            values = ", ".join(f":{name}" for name in columns)
            connection.executemany(
                f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values})",  # noqa: S608
                _copies(table, patterns, copies, last),
            )
    connection.close()


def _copies(
    table: str, patterns: dict[int, list[dict[str, Any]]], copies: list[tuple[int, int]], last: int
) -> Iterator[dict[str, Any]]:
    """Rows of the copies, with ids, channel and player of their own."""
    for pattern, number in copies:
        for row in patterns.get(pattern, ()):
            new = last + number
            changed: dict[str, Any] = {"id": new} if table == "campaign" else {"campaign_id": new}
            changed |= {name: new for name in ("channel_id", "user_id") if name in row}
            if table in ("outbox", "wake"):
                changed["id"] = None
            if table == "interaction":
                changed["id"] = new * 1000 + row["seq"]
            yield row | changed
