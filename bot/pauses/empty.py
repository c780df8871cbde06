"""Questions that have one answer and are asked all the same, so that nothing is told: they answer themselves.

To go on at once would tell the other side that nothing else could be done, and so would a player who is fast
asleep. So the answer comes after a time that is drawn anew for each, in the waking hours of whom it is for.
"""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import msgspec

from bot.campaigns import guards
from bot.campaigns.apart import apart
from bot.campaigns.service import Campaigns
from bot.clock.hours import next_open
from bot.errors import StaleError
from bot.store import Campaign, rows

LEAST, MOST = timedelta(minutes=2), timedelta(minutes=12)
"""How long a question stands for whoever may answer it themselves."""


class Asked(NamedTuple):
    """What a board asks, by the version of its campaign."""

    version: int
    at: datetime | None
    """When it answers itself; None where nothing does."""


class Empty:
    """Answers questions to which nothing but one answer is left, for those who like it."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns
        self._asked: dict[int, Asked] = {}

    async def catch_up(self) -> None:
        """Look at each board that is new, and answer what has stood for its time."""
        store = self._campaigns.store
        going = dict(await store.look(rows.campaigns.going))
        self._asked = {each: asked for each, asked in self._asked.items() if going.get(each) == asked.version}
        for campaign_id in going.keys() - self._asked.keys():
            await apart(self._campaigns, campaign_id, self._look)
        for campaign_id, asked in self._asked.copy().items():
            if asked.at is not None and asked.at <= store.now():
                await apart(self._campaigns, campaign_id, self._answer)

    async def _look(self, campaign: Campaign) -> None:
        self._asked[campaign.id] = Asked(campaign.version, None)
        # Of a board that can't be read whoever looks at it is told, and moderators when time runs out.
        with suppress(msgspec.ValidationError):
            forced = self._forced(campaign)
            if forced is not None:
                await self._let_stand(campaign, forced[0])

    async def _let_stand(self, campaign: Campaign, seat: str) -> None:
        user_id, store = campaign.seats[seat], self._campaigns.store
        assert user_id is not None
        people = await store.look(partial(rows.people.persons, ids=[user_id]))
        if people[user_id].goes_on:
            rng = random.Random(f"{campaign.seed}:{campaign.version}:empty")  # noqa: S311 - no secret
            hours = (await self._campaigns.timekeeper.hours_of(campaign.seating))[seat]
            at = next_open(hours, store.now() + rng.uniform(0, 1) * (MOST - LEAST) + LEAST)
            self._asked[campaign.id] = Asked(campaign.version, at)

    def _forced(self, campaign: Campaign) -> tuple[str, str] | None:
        """The seat of a person that is asked what has one answer, and the answer."""
        if campaign.title not in self._campaigns.titles or campaign.stands_still:
            return None
        title, state = self._campaigns.title_of(campaign), self._campaigns.state_of(campaign)
        for decision in title.decisions(state):
            if decision.interrupt and campaign.seats.get(decision.seat) is not None:
                legal = title.legal_actions(state, decision.seat)
                if len(legal) == 1:
                    return decision.seat, title.notation(legal[0])
        return None

    async def _answer(self, campaign: Campaign) -> None:
        guards.playable(campaign)
        del self._asked[campaign.id]
        forced = self._forced(campaign)
        if forced is not None:
            seat, action = forced
            # Whoever was quicker has been asked something else since.
            with suppress(StaleError):
                progress = await self._campaigns.progress(campaign)
                progress.take(seat, action, user_id=campaign.seats[seat], source="forced")
                await self._campaigns.commit(progress, user_id=None)
