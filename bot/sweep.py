"""The sweep: whatever is due is rung, whatever is unsaid is said. It may run at any time, twice or late."""

from __future__ import annotations

import contextvars
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import msgspec
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.campaigns import NUDGE, Campaigns
from bot.errors import PoliteError, incident
from bot.games import presenter
from bot.outbox import Nudge, Outbox
from bot.store import DeadlineRow, Message, StoreError

log = logging.getLogger("tocsin.sweep")

BATCH = 100
AFTER_TROUBLE = timedelta(hours=1)
RINGS = 5
"""A turn is rung for this often, each time after twice the pause, and then no more."""


class Sweep:
    """Reads the deadlines and rings those that are due; the scheduler only wakes it."""

    def __init__(self, campaigns: Campaigns, outbox: Outbox, clock: Callable[[], datetime]) -> None:
        self._campaigns = campaigns
        self._outbox = outbox
        self._clock = clock

    async def __call__(self) -> None:
        """Ring what is due, once each, and see to the outbox."""
        try:
            while due := await self._campaigns.store.due_deadlines(self._clock(), BATCH):
                for deadline in due:
                    await self._ring_or_report(deadline)
        except StoreError as error:
            log.warning("the sweep waits for the database: %s", error)
        self._outbox.kick()

    async def _ring_or_report(self, deadline: DeadlineRow) -> None:
        try:
            await self._ring(deadline)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - one campaign that can't be read must not silence the others
            incident(error, f"ringing for campaign {deadline.campaign_id}")
            await self._campaigns.store.ring(deadline, self._clock() + AFTER_TROUBLE, None)

    async def _ring(self, deadline: DeadlineRow) -> None:
        campaign = await self._campaigns.store.campaign(deadline.campaign_id)
        assert campaign is not None
        rung = deadline.rung + 1
        hours = campaign.nudge_hours or 24
        again = None if rung >= RINGS else self._clock() + timedelta(hours=hours * 2**rung)
        try:
            title = self._campaigns.title_of(campaign)
            due = presenter(title).due(self._campaigns.state_of(campaign))
        except PoliteError as error:
            due = str(error)
        nudge = Nudge(user_id=campaign.seats.get(deadline.seat, campaign.created_by), due=due)
        message = Message(kind=NUDGE, payload=msgspec.json.encode(nudge))
        await self._campaigns.store.ring(deadline, again, message)


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
