"""A game with secrets at a simulated table: *Outposts*, Blue for Camille and White for Maxime."""

from __future__ import annotations

from functools import partial

from simcord import ChannelHandle

from bot.campaigns.service import Campaigns
from bot.campaigns.setup import Wish
from bot.store import Campaign, Seat
from bot.store.rows import seats
from tests.outposts.game.engine.title import Outposts
from tests.support.sights import only_own
from tests.support.table import Table

TITLE = Outposts()


async def facing(table: Table, channel: ChannelHandle | None = None) -> Campaign:
    """A campaign in which Camille plays Blue and Maxime White."""
    wish = Wish(
        guild_id=table.guild.id,
        channel_id=(channel or table.channel).id,
        user_id=table.camille.id,
        title="outposts",
        seed="la-patrie",
        images="never",
    )
    campaign = await table.bot.campaigns.new(wish)
    white = Seat(seat="white", user_id=table.maxime.id)
    await table.bot.store.transact(
        partial(seats.change, campaign_id=campaign.id, seats=[white]),
        partial(only_own, campaign_id=campaign.id),
    )
    await table.bot.outbox.drain()
    return await table.campaign(campaign.id)


async def played_out(campaigns: Campaigns, campaign_id: int) -> Campaign:
    """Both sides do the least that they can, to the end."""
    campaign = await campaigns.by_id(campaign_id)
    while campaign.status == "running":
        state = campaigns.state_of(campaign)
        owed = TITLE.decisions(state)[0]
        action = TITLE.fallback(state, owed)
        assert action is not None
        holder = campaign.seats[owed.seat]
        await campaigns.take(campaign_id, holder, TITLE.notation(action), seat=owed.seat)
        campaign = await campaigns.by_id(campaign_id)
    return campaign
