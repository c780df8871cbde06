"""Rights at a table: moderators, the creator with the milder half of them, players, spectators."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, Literal, NamedTuple

import discord

from bot.campaigns.service import Campaigns
from bot.errors import PoliteError
from bot.store import CampaignHead, Guild, rows
from data.catalogue import N_, _
from data.nouns import listed

Rank = Literal["moderator", "creator", "player", "spectator"]

MODERATORS = N_("A moderator is anyone who may manage this channel, or has the role that `/settings` names.")

COMPETES = N_("You play in this league, so another moderator has to decide that. Nothing was changed.")


async def settings_of(campaigns: Campaigns, guild_id: int) -> Guild:
    """The settings of a server."""
    return await campaigns.store.look(partial(rows.people.guild_of, guild_id=guild_id))


def moderates(interaction: discord.Interaction[Any], guild: Guild) -> bool:
    """Whether a person may manage channels here, or has the role that `/settings` names."""
    if interaction.permissions.manage_channels:
        return True
    roles = interaction.user.roles if isinstance(interaction.user, discord.Member) else []
    return guild.moderator_role is not None and any(role.id == guild.moderator_role for role in roles)


async def rank(campaigns: Campaigns, interaction: discord.Interaction[Any], campaign: CampaignHead) -> Rank:
    """The highest rank that a person has in a campaign; who plays in a league moderates none of its games."""
    highest = await _highest(campaigns, interaction, campaign)
    if highest in ("moderator", "creator") and await _competes(campaigns, interaction, campaign):
        return "player" if interaction.user.id in campaign.people else "spectator"
    return highest


async def _competes(
    campaigns: Campaigns, interaction: discord.Interaction[Any], campaign: CampaignHead
) -> bool:
    """Whether a person takes part, or took part, in the league that a campaign is a game of."""
    in_it = partial(rows.leagues.competes, campaign_id=campaign.id, user_id=interaction.user.id)
    return await campaigns.store.look(in_it)


async def _highest(
    campaigns: Campaigns, interaction: discord.Interaction[Any], campaign: CampaignHead
) -> Rank:
    if moderates(interaction, await settings_of(campaigns, campaign.guild_id)):
        return "moderator"
    if interaction.user.id == campaign.created_by:
        return "creator"
    return "player" if interaction.user.id in campaign.people else "spectator"


async def require(
    campaigns: Campaigns,
    interaction: discord.Interaction[Any],
    campaign: CampaignHead,
    *ranks: Rank,
    to: str,
) -> Rank:
    """The rank of a person who may do something; checked before any work is done.

    :param to: what they want, as in "Only a moderator can {to}."
    :raises PoliteError: their rank is none of these.
    """
    own = await rank(campaigns, interaction, campaign)
    if own not in ranks:
        if await _highest(campaigns, interaction, campaign) in ranks:
            raise PoliteError(str(COMPETES))
        names = {
            "moderator": _("a moderator"),
            "creator": _("the player who began the campaign"),
            "player": _("a player of it"),
        }
        allowed = listed([names[each] for each in ("moderator", "creator", "player") if each in ranks], "or")
        raise PoliteError(
            _("Only {allowed} can {to}. {moderators}", allowed=allowed, to=to, moderators=MODERATORS)
        )
    return own


class Right(NamedTuple):
    """The right of a person to decide about a campaign for all its players."""

    alone: bool
    """Whether they decide without the other players; if not, `bot.campaigns.consent` asks those."""
    moderator: bool
    """Whether they do so as a moderator."""


async def right(
    campaigns: Campaigns, interaction: discord.Interaction[Any], campaign: CampaignHead, *, to: str
) -> Right:
    """Whether a person decides alone about a campaign, or has to ask the other players.

    A moderator and the creator decide alone if they do not play. A person who plays, or can return to their
    seat, counts as a player.

    :param to: as in `require`.
    :raises PoliteError: they have no part in the campaign.
    """
    held = await require(campaigns, interaction, campaign, "moderator", "creator", "player", to=to)
    user_id = interaction.user.id
    plays = bool(campaign.open_to(user_id) or await left_open(campaigns, campaign, user_id))
    others = [each for each in campaign.people if each != user_id]
    return Right(alone=not plays or not others, moderator=held == "moderator" and not plays)


async def left_open(campaigns: Campaigns, campaign: CampaignHead, user_id: int) -> list[str]:
    """The seats that a person has left and can take again, because no other person has had them since.

    In a game with secrets, a person who has seen another player's secrets can't: the others would be asked.
    """
    free = [seat for seat, sitting in campaign.seating.items() if sitting.user_id is None]
    if not free or campaign.status != "running":
        return []
    sights = await campaigns.store.look(partial(rows.sights.of_campaign, campaign_id=campaign.id))
    seen = {sight.seat for sight in sights if sight.user_id == user_id} - {rows.sights.RULED}
    if campaigns.titles[campaign.title].secrets and not seen <= set(free):
        return []
    return [seat for seat in free if seat in seen]


async def require_here(campaigns: Campaigns, interaction: discord.Interaction[Any], *, to: str) -> None:
    """Check that a person moderates the channel that they write in, with or without a campaign.

    :param to: as in `require`.
    :raises PoliteError: they don't.
    """
    if not moderates(interaction, await settings_of(campaigns, interaction.guild_id or 0)):
        raise PoliteError(_("Only a moderator can {to}. {moderators}", to=to, moderators=MODERATORS))


def moderates_in(
    member: discord.Member | discord.User, channel: discord.abc.GuildChannel | discord.Thread, guild: Guild
) -> bool:
    """Whether a person moderates a channel other than the one that they write in."""
    if not isinstance(member, discord.Member):
        return False
    try:
        if channel.permissions_for(member).manage_channels:
            return True
    except discord.ClientException:
        # discord.py can't tell the permissions in a thread whose parent is gone.
        return False
    return guild.moderator_role is not None and any(role.id == guild.moderator_role for role in member.roles)


def moderates_everywhere(interaction: discord.Interaction[Any], guild: Guild) -> bool:
    """Whether a person moderates the whole server, and not only the channel that they write in."""
    member = interaction.user
    if not isinstance(member, discord.Member):
        return False
    role = any(role.id == guild.moderator_role for role in member.roles)
    return role or member.guild_permissions.manage_channels


async def shut_out(
    guild: discord.Guild, channel: discord.abc.GuildChannel | discord.Thread, people: Iterable[int]
) -> list[int]:
    """The people among these members of a server who can't see a channel; former members do not count.

    :raises discord.HTTPException: Discord does not tell the members.
    """
    return [user_id for user_id in people if await sees(guild, channel, user_id) is False]


async def sees(
    guild: discord.Guild, channel: discord.abc.GuildChannel | discord.Thread, user_id: int
) -> bool | None:
    """Whether a member of a server can see a channel; None for a person who is no member any more.

    :raises discord.HTTPException: Discord does not tell the members.
    """
    try:
        member = guild.get_member(user_id) or await guild.fetch_member(user_id)
    except discord.NotFound:
        return None
    allowed = channel.permissions_for(member)
    if allowed.view_channel and isinstance(channel, discord.Thread) and channel.is_private():
        return allowed.manage_threads or await _in_thread(channel, user_id)
    return allowed.view_channel


async def sees_campaign(client: discord.Client, campaign: CampaignHead, user_id: int) -> bool:
    """Whether a person can see the channel of a campaign.

    :raises discord.HTTPException: Discord does not tell.
    """
    guild = client.get_guild(campaign.guild_id)
    if guild is None:
        return False
    try:
        channel = guild.get_channel_or_thread(campaign.channel_id) or await guild.fetch_channel(
            campaign.channel_id
        )
    except (discord.NotFound, discord.Forbidden):
        return False
    return bool(await sees(guild, channel, user_id))


async def _in_thread(thread: discord.Thread, user_id: int) -> bool:
    try:
        await thread.fetch_member(user_id)
    except discord.NotFound:
        return False
    return True


def require_to_set(interaction: discord.Interaction[Any]) -> None:
    """Check that a person may change the settings of the whole server.

    :raises PoliteError: they may manage neither its channels nor the server.
    """
    member = interaction.user
    if isinstance(member, discord.Member):
        # Permissions in this channel do not count for the server.
        allowed = member.guild_permissions
        if allowed.manage_channels or allowed.manage_guild:
            return
    raise PoliteError(
        _(
            "Only members who may Manage Channels or Manage Server for the whole server can change "
            "its settings."
        )
    )
