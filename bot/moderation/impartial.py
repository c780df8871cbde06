"""A moderator who plays: the other side is for one who does not, or theirs by the table's leave."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from functools import partial
from typing import Any

import discord
import msgspec

from bot.campaigns.consent import Agreed, others_of
from bot.campaigns.proposals import Moderating, Wanted
from bot.campaigns.ranks import moderates_in, settings_of
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError
from bot.store import Campaign, rows
from data.catalogue import _
from data.nouns import listed

GRANTED = timedelta(days=1)
"""How long a table's leave holds."""

_DECODER: msgspec.json.Decoder[Wanted] = msgspec.json.Decoder(Wanted)


class Partial(PoliteError):
    """Somebody plays against those for whom, or at whom, they would act or look as a moderator.

    :ivar wanted: what the others can be asked for.
    :ivar alone: whether there is no other moderator, so that they may after confirming.
    """

    def __init__(self, text: str, wanted: Moderating, *, alone: bool) -> None:
        super().__init__(text)
        self.wanted = wanted
        self.alone = alone


async def see_impartial(
    campaigns: Campaigns,
    interaction: discord.Interaction[Any],
    campaign: Campaign,
    seats: Collection[str],
    *,
    sure: bool = False,
) -> None:
    """See that a moderator plays against none of the seats that they want to see, or to decide for.

    :param sure: they have confirmed it.
    :raises Partial: they do, and the table has given no leave.
    """
    title, user_id = campaigns.title_of(campaign), interaction.user.id
    own, others = campaign.open_to(user_id), [user for user in campaign.people if user != user_id]
    if not title.secrets or campaign.status != "running" or not own or not others or set(seats) <= set(own):
        return
    wanted = Moderating(campaign=campaign.id, seats=sorted(set(seats) - set(own)), user=user_id)
    if await _granted(campaigns, campaign, wanted):
        return
    plays = listed([title.seat_names[seat] for seat in own])
    theirs = listed([title.seat_names[seat] for seat in wanted.seats])
    other = await _another(campaigns, interaction, campaign)
    if other is not None:
        raise Partial(
            _(
                "You play {plays}, and that is for a moderator who does not play: <@{other}> is one. "
                "Nothing is done, unless those whom you play against agree.",
                plays=plays,
                other=other,
            ),
            wanted,
            alone=False,
        )
    if not sure:
        text = _(
            "⚠️ You play {plays}. Do you have to do that for {theirs} all the same? The channel is told.",
            plays=plays,
            theirs=theirs,
        )
        raise Partial(text, wanted, alone=True)


async def grant(campaigns: Campaigns, agreed: Agreed, wanted: Moderating) -> None:
    """Note that all have agreed, and play on against somebody who may see."""
    by = others_of(agreed.campaign, wanted, wanted.user)
    await campaigns.store.transact(
        agreed.settling,
        *(
            partial(rows.sights.agree, campaign_id=wanted.campaign, seat=seat, user_id=wanted.user, by=by)
            for seat in wanted.seats
        ),
        campaign_id=wanted.campaign,
    )


async def _granted(campaigns: Campaigns, campaign: Campaign, wanted: Moderating) -> bool:
    """Whether all whom they play against have given leave not long ago."""
    since = campaigns.store.now() - GRANTED
    settled = partial(rows.requests.settled_since, campaign_id=campaign.id, since=since)
    for request in await campaigns.store.look(settled):
        asked = _DECODER.decode(request.body)
        if not isinstance(asked, Moderating) or asked.user != wanted.user:
            continue
        agreed = set(others_of(campaign, asked, wanted.user)) <= set(request.agreed)
        if agreed and set(wanted.seats) <= set(asked.seats):
            return True
    return False


async def _another(
    campaigns: Campaigns, interaction: discord.Interaction[Any], campaign: Campaign
) -> int | None:
    """A moderator of the campaign's channel who does not play, among those whom the bot knows."""
    guild = interaction.guild
    channel = None if guild is None else guild.get_channel_or_thread(campaign.channel_id)
    if guild is None or channel is None:
        return None
    settings = await settings_of(campaigns, guild.id)
    log = await campaigns.store.look(partial(rows.audits.of_guild, guild_id=guild.id, limit=100))
    # Discord tells a bot of few members: those who have moderated here, and whoever owns the server.
    known = [*(row.actor_id for row in log), *(member.id for member in guild.members), guild.owner_id]
    for user_id in dict.fromkeys(known):
        if user_id is None or user_id == interaction.user.id or user_id in campaign.people:
            continue
        member = guild.get_member(user_id) or await _fetched(guild, user_id)
        if member is not None and not member.bot and moderates_in(member, channel, settings):
            return user_id
    return None


async def _fetched(guild: discord.Guild, user_id: int) -> discord.Member | None:
    try:
        return await guild.fetch_member(user_id)
    except discord.HTTPException:
        # Whoever has left is no moderator any more.
        return None
