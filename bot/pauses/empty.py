"""Questions that have one answer and are asked all the same, so that nothing is told: they answer themselves.

To go on at once would tell the other side that nothing else could be done, and so would a player who is fast
asleep. So the answer comes after a time that is drawn anew for each, in the waking hours of whom it is for.
"""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import timedelta
from functools import partial

import msgspec

from bot.campaigns.progress import Progress
from bot.campaigns.service import Campaigns
from bot.clock.hours import next_open
from bot.errors import StaleError
from bot.store import Campaign, rows

LEAST, MOST = timedelta(minutes=2), timedelta(minutes=12)
"""How long a question stands for whoever may answer it themselves."""


class Empty:
    """Answers questions to which nothing but one answer is left, for those who like it."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns

    async def look(self, campaign: Campaign) -> None:
        """Let such a question stand for its time; the caller is the campaign's one writer."""
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
            later = partial(rows.wakes.put, campaign_id=campaign.id, at=at, version=campaign.version)
            await store.transact(later)

    def _forced(self, campaign: Campaign) -> tuple[str, str] | None:
        """The seat of a person that is asked what has one answer, and the answer."""
        title, state = self._campaigns.title_of(campaign), self._campaigns.state_of(campaign)
        for decision in title.decisions(state):
            if campaign.seats.get(decision.seat) is None:
                continue
            if decision.interrupt:
                legal = title.legal_actions(state, decision.seat)
                only = legal[0] if len(legal) == 1 else None
            else:
                only = title.forced(state, decision) if title.secrets else None
            if only is not None:
                return decision.seat, title.notation(only)
        return None

    async def answer(self, campaign: Campaign) -> None:
        """Give the one answer of a board that has stood for its time; the caller is the one writer."""
        forced, title = self._forced(campaign), self._campaigns.title_of(campaign)
        if forced is not None:
            seat, action = forced
            # Whoever was quicker has been asked something else since.
            with suppress(StaleError):
                progress = Progress(title, campaign)
                progress.take(seat, action, user_id=campaign.seats[seat], source="forced")
                await self._campaigns.commit(progress, user_id=None)
