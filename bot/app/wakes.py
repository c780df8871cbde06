"""What goes on by itself in campaigns: standing orders, the automatic player, questions with one answer."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from bot.campaigns.apart import AFTER_TROUBLE, apart
from bot.campaigns.service import Campaigns
from bot.pauses.empty import Empty
from bot.seats.automatic import Automatic
from bot.store import Campaign, rows
from bot.store.rows.wakes import Wake


class Wakes:
    """Looks at the campaigns that are due to be looked at, and at no others."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns
        self._automatic = Automatic(campaigns)
        self._empty = Empty(campaigns)
        self._started = False

    async def catch_up(self) -> None:
        """Look at each campaign that is due; after a crash one may be looked at twice, which does no harm."""
        store = self._campaigns.store
        if not self._started:
            await store.transact(rows.wakes.hasten)
            self._started = True
        now = store.now()
        for campaign_id, wakes in (await store.look(partial(rows.wakes.due, now=now))).items():
            going: set[int] = set()
            # A fault is met once, and not again by each sweep.
            after: partial[None] = partial(rows.wakes.put_off, wakes=wakes, at=rows.wakes.NEXT_START)
            if not await apart(self._campaigns, campaign_id, partial(self._look, wakes=wakes, going=going)):
                after = partial(rows.wakes.put_off, wakes=wakes, at=now + AFTER_TROUBLE)
            elif going:
                after = partial(rows.wakes.done, wakes=wakes)
            await store.transact(after)

    async def _look(self, campaign: Campaign, *, wakes: Collection[Wake], going: set[int]) -> None:
        """See to one campaign; one with which nothing is wrong is put among those that go on."""
        # Whatever lets one go on that stands still has it looked at anew.
        stuck = False
        if campaign.status == "running" and not campaign.stands_still:
            boards = {wake.version for wake in wakes}
            if campaign.version in boards:
                await self._empty.answer(campaign)
            if None in boards:
                stuck = await self._automatic.look(await self._campaigns.by_id(campaign.id))
                await self._empty.look(await self._campaigns.by_id(campaign.id))
        if not stuck:
            going.add(campaign.id)
