"""A card of one of a thousand long campaigns that are played by turns, against one of a dozen.

Campaigns of the Vendée without images, at a simulated Discord on a real SQLite file. A few are played for
three hundred entries by random play; the others are their copies, in channels of their own. Each in turn
takes one more action, and what counts is the processor's time until its card is up to date: nothing that is
kept in memory for a campaign is still there when the turn comes back to it.
"""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from itertools import cycle
from pathlib import Path
from random import Random
from time import process_time

from bot.app.client import Tocsin
from bot.campaigns.setup import Wish
from bot.settings import Settings
from bot.store import Campaign
from tests.benchmarks.command import Ours, Seat
from tests.benchmarks.measure import Figure, Report, by_turns, milliseconds, scratch
from tests.benchmarks.start import multiply

FEW, MANY = 12, 1000
PATTERNS = 3
"""Campaigns that are played; the others are their copies."""
ENTRIES = 300
ROUNDS = 120
MOST = 1.3


class Club:
    """A server with campaigns that one person plays by turns, both sides of each."""

    def __init__(self, folder: Path, count: int) -> None:
        self._path = folder / f"{count}.db"
        settings = Settings(database=self._path, sync="never", cooldown="off", picture_workers=0)
        self.seat = Seat(lambda env: Ours(settings, clock=env.now))
        self._chooser = Random("many")
        self.seat.run(self._begin())
        _copied(self._path, self.seat, count)
        self._turns = cycle(range(1, count + 1))
        for _ in range(count):
            # Cards of the copies are posted for the first time.
            self.once()

    @property
    def bot(self) -> Tocsin:
        """The bot of this server."""
        assert isinstance(self.seat.bot, Tocsin)
        return self.seat.bot

    async def _begin(self) -> None:
        seat = self.seat
        for number in range(PATTERNS):
            wish = Wish(
                guild_id=seat.guild_id,
                channel_id=seat.env.guild.create_text_channel(f"pattern-{number}").id,
                user_id=seat.person.id,
                title="vendee",
                images="never",
                seed=f"many {number}",
            )
            campaign = await self.bot.campaigns.new(wish)
            while campaign.last_seq < ENTRIES:
                campaign = await self._act(campaign)
                assert campaign.status == "running"
        await self.bot.outbox.drain()

    async def _act(self, campaign: Campaign) -> Campaign:
        campaigns = self.bot.campaigns
        title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
        seat = title.decisions(state)[0].seat
        action = title.notation(self._chooser.choice(title.legal_actions(state, seat)))
        return (await campaigns.take(campaign.id, self.seat.person.id, action, seat=seat)).campaign

    async def _once(self) -> float:
        await self._act(await self.bot.campaigns.by_id(next(self._turns)))
        begun = process_time()
        await self.bot.outbox.drain()
        return process_time() - begun

    def once(self) -> float:
        """Processor seconds for the card after one more action in the next campaign."""
        return self.seat.run(self._once())


def _copied(path: Path, seat: Seat, count: int) -> None:
    """Copy the campaigns that were played, and give each a channel of the server."""
    multiply(path, count)
    with closing(sqlite3.connect(path)) as connection:
        for campaign_id in range(1, count + 1):
            channel = seat.env.guild.create_text_channel(f"campaign-{campaign_id}")
            connection.execute("UPDATE campaign SET channel_id = ? WHERE id = ?", (channel.id, campaign_id))
        connection.execute("UPDATE seat SET user_id = ?", (seat.person.id,))
        connection.execute("DELETE FROM card")
        connection.commit()


def run() -> Report:
    """Measure."""
    with scratch() as folder, ExitStack() as leaving:
        few, many = (Club(folder, count) for count in (FEW, MANY))
        for club in (few, many):
            leaving.callback(club.seat.leave)
        pair = by_turns(lambda _: many.once(), lambda _: few.once(), rounds=ROUNDS, warm_up=0)
    name = f"a card of {MANY:,} campaigns of {ENTRIES} entries, against {FEW}"
    return Report([Figure(name, milliseconds(pair.ours), milliseconds(pair.theirs), pair.ratio, MOST)])
