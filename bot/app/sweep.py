"""The sweep: whatever is due is rung, whatever is unsaid is said. It may run at any time, twice or late."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from sqlalchemy import Connection

from bot.campaigns import messages
from bot.campaigns.service import Campaigns
from bot.clock import deadlines, notation
from bot.clock.hours import Hours, is_open, next_open
from bot.clock.notation import Clock
from bot.clock.rings import Stage
from bot.errors import StaleError, incident
from bot.outbox.outbox import Outbox
from bot.pauses import outage, time_out
from bot.people import digest
from bot.seats import lapses
from bot.store import Campaign, DatabaseLost, DeadlineRow, StoreError, pruning, rows

log = logging.getLogger("tocsin.sweep")

AFTER_TROUBLE = timedelta(hours=1)
DAY = timedelta(days=1)
PRUNED = "pruned_at"

_REMINDERS: tuple[Stage, ...] = ("nudge", "half", "near")

Step = Callable[[Connection], object]


class Sweep:
    """Reads the deadlines and rings those that are due; the scheduler only wakes it.

    :param lose: told when the database is no longer where it was.
    """

    def __init__(
        self,
        campaigns: Campaigns,
        outbox: Outbox,
        lose: Callable[[DatabaseLost], None] = lambda why: None,
    ) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store
        self._outbox = outbox
        self._lose = lose
        self._sweeping = asyncio.Lock()
        self.ended = self._store.now()
        """When the last sweep came to its end; before the first, when this was made."""

    async def __call__(self) -> None:
        """Ring what is due, once each, and see to the outbox."""
        async with self._sweeping:
            try:
                self._store.check_place()
                await outage.settle(self._campaigns, self._store.now())
                await self._campaigns.packs.learn()
                await self._ring_all()
                await lapses.return_lent(self._campaigns, self._store.now())
                await lapses.expire(self._campaigns, self._store.now())
                await digest.send(self._campaigns)
                await self._prune()
            except DatabaseLost as error:
                self._lose(error)
                return
            except StoreError as error:
                log.warning("the sweep waits for the database: %s", error)
            else:
                self.ended = self._store.now()
        self._outbox.kick()

    async def _prune(self) -> None:
        """Once a day, drop what need not be kept."""
        now = self._store.now()
        last = await self._store.look(partial(rows.people.noted, key=PRUNED))
        if last is not None and now < datetime.fromisoformat(last) + DAY:
            return
        noted = partial(rows.people.note, key=PRUNED, value=now.isoformat())
        await self._store.transact(partial(pruning.prune, now=now), noted)

    async def _ring_all(self) -> None:
        # Each campaign once, so that it comes to an end whatever becomes of the rows.
        for campaign_id in await self._store.look(partial(rows.deadlines.to_ring, now=self._store.now())):
            await self._ring_or_report(campaign_id)

    async def _ring_or_report(self, campaign_id: int) -> None:
        async with self._campaigns.writing(campaign_id, wait=True):
            due = await self._due(campaign_id)
            try:
                await self._ring(campaign_id, due)
            except StaleError:
                # Another process was quicker: whatever is still due is rung by the next sweep.
                return
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - one campaign that can't be read must not silence the others
                incident(error, f"ringing for campaign {campaign_id}")
                later = self._store.now() + AFTER_TROUBLE
                await self._store.transact(*(self._put_off(row, later) for row in due))

    async def _due(self, campaign_id: int) -> list[DeadlineRow]:
        now = self._store.now()
        return [
            row
            for row in await self._store.deadlines_of(campaign_id)
            if row.next_ring_at is not None and row.next_ring_at <= now
        ]

    async def _ring(self, campaign_id: int, due: Sequence[DeadlineRow]) -> None:
        campaign = await self._campaigns.by_id(campaign_id)
        if campaign.status != "running" or campaign.paused_at or campaign.parked_at:
            return
        clock = notation.read(campaign.clock)
        hours = await self._campaigns.timekeeper.hours_of(campaign.seating)
        now = self._store.now()
        bells = [Bell(campaign, clock, row, hours[row.seat], now) for row in due]
        over = [bell.row for bell in bells if bell.stage == "over" and bell.open]
        if over and await time_out.play(self._campaigns, campaign, clock, over):
            # What it did has changed the rows; the rest is rung as it stands now, and may be no more.
            campaign = await self._campaigns.by_id(campaign_id)
            bells = [Bell(campaign, clock, row, hours[row.seat], now) for row in await self._due(campaign_id)]
        steps: list[Step] = []
        reminded: set[int | None] = set()
        for bell in bells:
            if not bell.open:
                steps.append(self._put_off(bell.row, next_open(bell.hours, now)))
            else:
                steps.append(bell.ring(silent=bell.holder in reminded and bell.stage in _REMINDERS))
                if not bell.muted:
                    reminded.add(bell.holder)
        if steps:
            await self._store.transact(*steps)

    def _put_off(self, row: DeadlineRow, at: datetime) -> Step:
        return partial(rows.deadlines.ring, seen=row, then=(row.ring, at), messages=(), now=self._store.now())


class Bell:
    """One ring that is due."""

    def __init__(
        self, campaign: Campaign, clock: Clock, row: DeadlineRow, hours: Hours, now: datetime
    ) -> None:
        self.row = row
        self.hours = hours
        self.now = now
        self.holder = campaign.seats.get(row.seat)
        self.open = is_open(hours, now)
        self.stage, self.then = deadlines.next_bell(clock, row, hours, now)
        self.muted = row.muted and self.stage in _REMINDERS

    def ring(self, *, silent: bool) -> Step:
        """Pass on to the next ring and say what is to be said.

        A person is reminded once of all that they owe in a campaign, and a vacant seat not at all: when its
        time comes, the moderators hear of it once.

        :param silent: its holder was spoken to just now.
        """
        then = None if self.then is None else (self.then.number, self.then.at)
        said = []
        if self.holder is None and self.stage in ("half", "near"):
            pass
        elif self.holder is None:
            then, said = None, [messages.nudge(self.row.seat, self.row.kind, self.stage)]
        elif not silent and not self.muted:
            said = [messages.nudge(self.row.seat, self.row.kind, self.stage)]
        return partial(rows.deadlines.ring, seen=self.row, then=then, messages=said, now=self.now)


def schedule(sweep: Callable[[], Awaitable[None]], seconds: int) -> AsyncIOScheduler:
    """Wake the sweep every so often, in real time. Nothing is lost when a wake-up is missed."""

    async def wake() -> None:
        # APScheduler awaits coroutine functions only, not whatever can be called.
        await sweep()

    def start() -> AsyncIOScheduler:
        scheduler = AsyncIOScheduler(
            timezone="UTC",
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        )
        scheduler.add_job(wake, "interval", seconds=seconds, id="sweep")
        scheduler.start()
        return scheduler

    # In a context of its own, so that nothing that started the bot is kept alive by its clock.
    started: AsyncIOScheduler = contextvars.Context().run(start)
    return started
