"""What the automatic player and standing orders decide: at once, whatever has led to the decision."""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import partial

from bot.campaigns import guards, messages
from bot.campaigns.apart import apart
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
        self._looked: dict[int, int] = {}
        """The version of each campaign at which it was last looked at."""

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

    async def catch_up(self) -> None:
        """Let them go on in every campaign where they owe something."""
        seats = dict(await self._campaigns.store.look(rows.seats.answered_at_once))
        for campaign_id, version in seats.items():
            # A fault is met once, and not again by each sweep.
            if self._looked.get(campaign_id) != version and await apart(
                self._campaigns, campaign_id, self._in_turn
            ):
                self._looked[campaign_id] = version
        self._looked = {each: version for each, version in self._looked.items() if each in seats}

    async def _in_turn(self, campaign: Campaign) -> None:
        guards.playable(campaign)
        await self._decide(campaign)
        await self._call(await self._campaigns.by_id(campaign.id))

    async def _call(self, campaign: Campaign) -> None:
        """Say once that it finds nothing to play, where no bell will."""
        if campaign.status != "running" or campaign.clock != "none":
            return
        title, store = self._campaigns.title_of(campaign), self._campaigns.store
        owed = title.decisions(self._campaigns.state_of(campaign))
        stuck = [title.seat_names[each.seat] for each in owed if campaign.seating[each.seat].automatic]
        key, board = f"stuck:{campaign.id}", str(campaign.last_seq)
        if not stuck or await store.look(partial(rows.people.noted, key=key)) == board:
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
