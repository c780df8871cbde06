"""A person who stands in during a vacation: asked in each campaign, released when the vacation ends."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from bot.campaigns.deputies import LEAST
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError
from bot.seats.handover import Seats
from bot.store import rows
from data.catalogue import _


async def ask(
    campaigns: Campaigns, user_id: int, deputy: int, until: datetime, guild_id: int | None
) -> list[str]:
    """Ask a person to stand in until a vacation ends, for each seat on a server; returns the results.

    The rules of lending hold: a person who has seen one side's secrets plays no other, unless all agree.
    """
    store, lines = campaigns.store, []
    playing = partial(rows.people.playing_in, user_id=user_id, guild_id=guild_id)
    for campaign_id in await store.look(playing):
        head = await store.campaign_head(campaign_id)
        if head is None or head.status != "running" or len(head.seating) < LEAST:
            continue
        for seat in head.held_by(user_id):
            try:
                answer = await Seats(campaigns).lend(campaign_id, user_id, seat, deputy, until)
            except PoliteError as error:
                answer = str(error)
            lines.append(_("- <#{channel_id}>: {answer}", channel_id=head.channel_id, answer=answer))
    return lines


async def thank(campaigns: Campaigns, user_id: int, until: datetime) -> None:
    """Give back the seats that were lent until the end of a vacation that has ended early."""
    lent = partial(rows.seats.lent_by, user_id=user_id, until=until)
    for campaign_id, seat in await campaigns.store.look(lent):
        await Seats(campaigns).back(campaign_id, user_id, seat)
