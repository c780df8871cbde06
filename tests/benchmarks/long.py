"""One action and its card in a chapter of two thousand entries, against one of fifty.

A campaign of *Levée en Masse* without images, at a simulated Discord on a real SQLite file. Dice for the
table make the chapter long; then the table rolls once more, and what counts is the processor's time until the
card is up to date.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from time import process_time

from bot.app.client import Tocsin
from bot.campaigns.progress import Progress
from bot.campaigns.setup import Wish
from bot.settings import Settings
from bot.store import Campaign
from tests.benchmarks.command import Ours, Seat
from tests.benchmarks.measure import Figure, Report, by_turns, milliseconds, scratch

SHORT, LONG = 50, 2000
ROUNDS = 40
MOST = 1.3


class Table:
    """A campaign whose first chapter grows by dice that are rolled for the table."""

    def __init__(self, folder: Path, entries: int) -> None:
        settings = Settings(
            database=folder / f"{entries}.db", sync="never", cooldown="off", picture_workers=0
        )
        self.seat = Seat(lambda env: Ours(settings, clock=env.now))
        self.seat.run(self._begin(entries))

    @property
    def bot(self) -> Tocsin:
        """The bot of this table."""
        assert isinstance(self.seat.bot, Tocsin)
        return self.seat.bot

    async def _begin(self, entries: int) -> None:
        seat = self.seat
        wish = Wish(
            guild_id=seat.guild_id,
            channel_id=seat.channel.id,
            user_id=seat.person.id,
            title="levee",
            images="never",
            seed="long",
        )
        self.campaign_id = (await self.bot.campaigns.new(wish)).id
        for _ in range(entries):
            await self._roll()
        await self.bot.outbox.drain()

    async def _roll(self) -> Campaign:
        campaigns = self.bot.campaigns
        async with campaigns.writing(self.campaign_id):
            campaign = await campaigns.by_id(self.campaign_id)
            progress = Progress(campaigns.title_of(campaign), campaign)
            progress.roll(2, "luck", user_id=self.seat.person.id)
            return (await campaigns.commit(progress, user_id=self.seat.person.id)).campaign

    async def _once(self) -> float:
        begun = process_time()
        await self._roll()
        await self.bot.outbox.drain()
        return process_time() - begun

    def once(self) -> float:
        """Processor seconds for one more entry and its card."""
        return self.seat.run(self._once())


def run() -> Report:
    """Measure."""
    with scratch() as folder, ExitStack() as leaving:
        short, long = (Table(folder, entries) for entries in (SHORT, LONG))
        for table in (short, long):
            leaving.callback(table.seat.leave)
        pair = by_turns(lambda _: long.once(), lambda _: short.once(), rounds=ROUNDS, warm_up=0)
    name = f"entry {LONG} of a chapter, against entry {SHORT}"
    return Report([Figure(name, milliseconds(pair.ours), milliseconds(pair.theirs), pair.ratio, MOST)])
