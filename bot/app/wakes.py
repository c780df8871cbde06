"""What goes on by itself in campaigns: standing orders, the automatic player, forced answers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import timedelta
from functools import partial

from bot.campaigns.apart import AFTER_TROUBLE, apart
from bot.campaigns.service import Campaigns
from bot.pauses.empty import Empty
from bot.seats.automatic import Automatic
from bot.store import Campaign, rows
from bot.store.rows.wakes import Wake

AFTER_THOUGHT = timedelta(minutes=1)
"""The time after which a campaign is looked at again whose automatic player was thinking."""


class Wakes:
    """Looks at the campaigns that are due, and at no others.

    :param kick: called when there may be something to say.
    """

    def __init__(self, campaigns: Campaigns, kick: Callable[[], object] = lambda: None) -> None:
        self._campaigns = campaigns
        self._kick = kick
        self._automatic = Automatic(campaigns)
        campaigns.thinking.found = self.found
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
            # A fault occurs once, and not again in each sweep.
            after: partial[None] = partial(rows.wakes.put_off, wakes=wakes, at=rows.wakes.NEXT_START)
            if not await apart(self._campaigns, campaign_id, partial(self._look, wakes=wakes, going=going)):
                after = partial(rows.wakes.put_off, wakes=wakes, at=now + AFTER_TROUBLE)
            elif self._campaigns.thinking.about(campaign_id):
                # It goes on when the decision is found; a bot that dies at it looks for it again.
                after = partial(rows.wakes.put_off, wakes=wakes, at=now + AFTER_THOUGHT)
            elif going:
                after = partial(rows.wakes.done, wakes=wakes)
            await store.transact(after, campaign_id=campaign_id)

    async def found(self, campaign_id: int) -> None:
        """Go on in a campaign of which a decision was found."""

        async def go_on(campaign: Campaign) -> None:
            if campaign.status == "running":
                await self._automatic.look(campaign)

        await apart(self._campaigns, campaign_id, go_on)
        self._kick()

    async def _look(self, campaign: Campaign, *, wakes: Collection[Wake], going: set[int]) -> None:
        """Handle one campaign; a campaign without trouble is added to `going`."""
        # Any change that restarts a stopped campaign has it looked at again.
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
