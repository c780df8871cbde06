"""Decisions of the automatic player and of standing orders: taken at once, from any cause."""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import partial

from bot.campaigns import deputies, messages
from bot.campaigns.service import Campaigns
from bot.errors import StaleError
from bot.store import Campaign, StoreError, rows
from data.catalogue import _
from data.nouns import several

log = logging.getLogger("tocsin.automatic")


class Automatic:
    """Lets the automatic player and standing orders go on when no person's action has led to the decision.

    After an action they answer in the same commit, up to its limit; the rest follows here, commit by commit.
    A seat may also owe a decision when the automatic player gets it, when a campaign begins, after a pause,
    and after the bot was killed.
    """

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns

    async def go_on(self, campaign_id: int, user_id: int) -> None:
        """Take the automatic decisions after a person's change; the caller is the campaign's only writer.

        That change stands and is answered, even if this fails: the sweep does it later.

        :param user_id: the person who made the change, and needs no notice of their turn.
        """
        try:
            await self._decide(await self._campaigns.by_id(campaign_id), user_id)
        except StoreError as error:
            log.warning("the automatic player of campaign %s waits for the database: %s", campaign_id, error)

    async def _decide(self, campaign: Campaign, user_id: int | None = None) -> None:
        # Another process may have been quicker: the next sweep tries again.
        with suppress(StaleError):
            progress = await self._campaigns.progress(campaign)
            await self._campaigns.commit(progress, user_id=user_id)

    async def look(self, campaign: Campaign) -> bool:
        """Let both go on if they owe a decision; the caller is the campaign's only writer.

        :returns: whether the automatic player is asked, but finds nothing to play.
        """
        hours, now = (
            deputies.hours_by_seat(
                campaign, await self._campaigns.timekeeper.hours_of_people(campaign.seats.values())
            ),
            self._campaigns.store.now(),
        )
        begins = deputies.next_vacation(hours, now)
        if begins is not None:
            later = partial(rows.wakes.put_once, campaign_id=campaign.id, at=begins)
            await self._campaigns.store.transact(later, campaign_id=campaign.id)
        automatic = bool(campaign.automatic) or bool(deputies.deputised(campaign, hours, now))
        if not automatic and not (await self._campaigns.around(campaign)).orders:
            return False
        await self._decide(campaign)
        after = await self._campaigns.by_id(campaign.id)
        if after.version != campaign.version or after.status != "running":
            # After each commit the campaign is looked at once more.
            return False
        title = self._campaigns.title_of(after)
        if self._campaigns.thinking.about(campaign.id):
            return False
        owed = title.decisions(self._campaigns.state_of(after))
        stuck = [title.seat_names[each.seat] for each in owed if after.seating[each.seat].automatic]
        await self._call(after, stuck)
        return bool(stuck)

    async def _call(self, campaign: Campaign, stuck: list[str]) -> None:
        """Tell the channel that it finds nothing to play, if no reminder will."""
        store = self._campaigns.store
        key, board = f"stuck:{campaign.id}", str(campaign.last_seq)
        noted = await store.look(partial(rows.people.noted, key=key))
        if campaign.clock != "none" or not stuck or noted == board:
            return
        text = _(
            "🪑 The automatic player is stuck for **{stuck}**, and the game waits. Take the seat with "
            "`/seat take`, or ask a moderator to act for it with `/mod act-for`.",
            stuck=several(stuck),
        )
        said = [messages.say(text, people=campaign.people)]
        await store.transact(
            partial(rows.people.note, key=key, value=board),
            partial(rows.outbox.add, campaign_id=campaign.id, messages=said, now=store.now()),
            campaign_id=campaign.id,
        )
