"""What the automatic player and standing orders decide: at once, whatever has led to the decision."""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import partial

from bot.campaigns import deputies, messages
from bot.campaigns.service import Campaigns
from bot.errors import StaleError
from bot.store import Campaign, StoreError, rows
from data.catalogue import _
from data.nouns import listed

log = logging.getLogger("tocsin.automatic")


class Automatic:
    """Lets the automatic player and standing orders go on where no action of a person has led to a decision.

    After an action they answer with it, in one commit, as far as one commit goes: the rest follows here,
    portion by portion. A seat that the automatic player is given owes something before, and so does one in a
    campaign that has just begun, or that a pause or a killed bot has left there.
    """

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns

    async def go_on(self, campaign_id: int, user_id: int) -> None:
        """Let it decide what it owes after what somebody has done; the caller is the campaign's one writer.

        That stands and is answered, whatever becomes of this: the sweep makes it good.

        :param user_id: who has brought it about, and need not be told that it is their turn.
        """
        try:
            await self._decide(await self._campaigns.by_id(campaign_id), user_id)
        except StoreError as error:
            log.warning("the automatic player of campaign %s waits for the database: %s", campaign_id, error)

    async def _decide(self, campaign: Campaign, user_id: int | None = None) -> None:
        # Another process may have been quicker: the next sweep looks again.
        with suppress(StaleError):
            progress = await self._campaigns.progress(campaign)
            await self._campaigns.commit(progress, user_id=user_id)

    async def look(self, campaign: Campaign) -> bool:
        """Let them go on where they owe something; the caller is the campaign's one writer.

        :returns: whether the automatic player is asked, and finds nothing to play.
        """
        hours, now = (
            await deputies.hours_by_seat(self._campaigns.store, campaign),
            self._campaigns.store.now(),
        )
        begins = deputies.next_vacation(hours, now)
        if begins is not None:
            later = partial(rows.wakes.put_once, campaign_id=campaign.id, at=begins)
            await self._campaigns.store.transact(later)
        automatic = bool(campaign.automatic) or bool(deputies.deputised(campaign, hours, now))
        if not automatic and not await self._campaigns.orders_of(campaign):
            return False
        await self._decide(campaign)
        after = await self._campaigns.by_id(campaign.id)
        if after.version != campaign.version or after.status != "running":
            # Each commit has it looked at once more.
            return False
        title = self._campaigns.title_of(after)
        owed = title.decisions(self._campaigns.state_of(after))
        stuck = [title.seat_names[each.seat] for each in owed if after.seating[each.seat].automatic]
        await self._call(after, stuck)
        return bool(stuck)

    async def _call(self, campaign: Campaign, stuck: list[str]) -> None:
        """Say once that it finds nothing to play, where no bell will."""
        store = self._campaigns.store
        key, board = f"stuck:{campaign.id}", str(campaign.last_seq)
        noted = await store.look(partial(rows.people.noted, key=key))
        if campaign.clock != "none" or not stuck or noted == board:
            return
        text = _(
            "🪑 The automatic player finds nothing to play for **{stuck}**, and the game waits for "
            "it. `/seat take` takes the seat, or a moderator acts for it with `/mod act-for`.",
            stuck=listed(stuck),
        )
        said = [messages.say(text, people=campaign.people)]
        await store.transact(
            partial(rows.people.note, key=key, value=board),
            partial(rows.outbox.add, campaign_id=campaign.id, messages=said, now=store.now()),
        )
