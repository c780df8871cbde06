"""Questions with one possible answer that are asked to reveal nothing: they answer themselves.

An answer at once would tell the other side that there was no choice, and so would an answer at a time when
the player is asleep. So it comes after a random time, in the player's waking hours.
"""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import timedelta
from functools import partial

import msgspec

from bot.campaigns.forced import only_answer
from bot.campaigns.progress import Progress
from bot.campaigns.service import Campaigns
from bot.clock.hours import next_open
from bot.errors import StaleError
from bot.store import Campaign, rows

LEAST, MOST = timedelta(minutes=2), timedelta(minutes=12)
"""How long a question waits for the player, who may answer it first."""


class Empty:
    """Answers questions that have only one possible answer, for players who want that."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns

    async def look(self, campaign: Campaign) -> None:
        """Set the time of such an answer; the caller is the campaign's only writer."""
        # A board that can't be read is reported to its readers, and to moderators when time runs out.
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
            await store.transact(later, campaign_id=campaign.id)

    def _forced(self, campaign: Campaign) -> tuple[str, str] | None:
        """The seat of a player that has only one possible answer, and the answer."""
        title, state = self._campaigns.title_of(campaign), self._campaigns.state_of(campaign)
        for decision in title.decisions(state):
            if campaign.seats.get(decision.seat) is None:
                continue
            only = only_answer(title, state, decision)
            if only is not None:
                return decision.seat, title.notation(only)
        return None

    async def answer(self, campaign: Campaign) -> None:
        """Give the only answer of a board whose time has come; the caller is the campaign's only writer."""
        forced, title = self._forced(campaign), self._campaigns.title_of(campaign)
        if forced is not None:
            seat, action = forced
            # A player who was quicker has been asked something else since.
            with suppress(StaleError):
                progress = Progress(title, campaign)
                progress.take(seat, action, user_id=campaign.seats[seat], source="forced")
                await self._campaigns.commit(progress, user_id=None)
