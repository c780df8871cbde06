"""What commands and buttons of leagues share: which one is meant, who moderates it, what is confirmed."""

from __future__ import annotations

from functools import partial

import discord

from bot.campaigns.proposals import OfLeague
from bot.campaigns.ranks import MODERATORS, moderates, moderates_everywhere, moderates_in, settings_of
from bot.errors import PoliteError
from bot.interactions.host import Choices, Interaction, desk_of, host_of, offered
from bot.interactions.which import number_of
from bot.leagues.changes import Act, see_neutral
from bot.store import rows
from bot.store.leagues import League, Whole
from bot.surface import layout
from data.catalogue import _
from data.nouns import listed


async def league_choices(interaction: Interaction, current: str) -> Choices:
    """The leagues of the server, newest first."""
    return offered(((each.name, str(each.id)) for each in await _of_guild(interaction)), current)


async def _of_guild(interaction: Interaction) -> list[League]:
    store = desk_of(interaction).campaigns.store
    return await store.look(partial(rows.leagues.of_guild, guild_id=interaction.guild_id or 0))


async def meant(interaction: Interaction, typed: str | None) -> Whole:
    """The league that was named; else that of this channel or thread, or the only one that is not over.

    :raises PoliteError: it is unknown or unclear which.
    """
    service, guild_id = host_of(interaction).leagues, interaction.guild_id or 0
    every = await _of_guild(interaction)
    if typed is not None:
        named = [each.id for each in every if each.name.casefold() == typed.strip().casefold()]
        return await service.whole(named[0] if named else number_of(typed), guild_id)
    of_game = await game_here(interaction)
    if of_game is not None:
        return await service.whole(of_game[0], guild_id)
    here = [each for each in every if each.channel_id == interaction.channel_id]
    going = [each for each in every if each.phase != "over"]
    fits = [each for each in here if each.phase != "over"] or going or here[:1] or every
    if not fits:
        raise PoliteError(_("This server has no league. A moderator opens one with `/league new`."))
    if len(fits) > 1:
        names = listed((f"**{layout.plain(each.name)}**" for each in fits), "or")
        raise PoliteError(_("Which league do you mean: {names}? Choose it in `league`.", names=names))
    return await service.whole(fits[0].id, guild_id)


async def game_here(interaction: Interaction) -> tuple[int, int] | None:
    """The league and the number of the game that is played in this channel, if one is."""
    store = desk_of(interaction).campaigns.store
    campaign = await store.latest_in(interaction.channel_id or 0)
    if campaign is None:
        return None
    return await store.look(partial(rows.leagues.of_campaign, campaign_id=campaign.id))


async def require(interaction: Interaction, whole: Whole, *, to: str, neutral: bool = False) -> None:
    """Check that a person moderates the channel of a league.

    :param to: what they want, as in "Only a moderator can {to}."
    :param neutral: whether nobody may do it who takes part in the league.
    :raises PoliteError: they may not.
    """
    campaigns, guild = desk_of(interaction).campaigns, interaction.guild
    settings = await settings_of(campaigns, whole.league.guild_id)
    channel = None if guild is None else guild.get_channel_or_thread(whole.league.channel_id)
    if interaction.channel_id == whole.league.channel_id:
        allowed = moderates(interaction, settings)
    elif channel is not None:
        allowed = moderates_in(interaction.user, channel, settings)
    else:
        allowed = moderates_everywhere(interaction, settings)
    if not allowed:
        raise PoliteError(_("Only a moderator can {to}. {moderators}", to=to, moderators=MODERATORS))
    if neutral:
        see_neutral(whole, interaction.user.id)


async def require_to_end(interaction: Interaction, whole: Whole) -> None:
    """Check that a person may end a league; whoever ends one that is played makes its table final.

    :raises PoliteError: they may not.
    """
    await require(interaction, whole, to=_("end a league"), neutral=whole.league.phase == "running")


async def done(interaction: Interaction, act: OfLeague) -> str:
    """Carry out what was confirmed; returns what came of it."""
    service, guild_id = host_of(interaction).leagues, interaction.guild_id or 0
    whole = await service.whole(act.league, guild_id)
    user_id = interaction.user.id
    if act.how == "leave":
        text = await service.leave(act.league, guild_id, user_id)
    elif act.how == "withdraw":
        await require(interaction, whole, to=_("take somebody out of a league"), neutral=True)
        by = Act(user_id, "league-withdraw", act.reason)
        text = await service.leave(act.league, guild_id, act.user, by)
    elif act.how == "end":
        await require_to_end(interaction, whole)
        await service.end(act.league, guild_id, Act(user_id, "league-end", act.reason))
        text = _("The league is over. `/league show` has its table.")
    else:
        await require(interaction, whole, to=_("rule a game"), neutral=True)
        by = Act(user_id, "league-rule", act.reason, _("game {number}", number=act.game))
        await service.rule(act.league, guild_id, act.game, act.points, by)
        text = _("Game {number} is ruled. The audit log has a note of it.", number=act.game)
    service.show_soon(act.league)
    return text


def shown_name(user: discord.abc.User) -> str:
    """What a person is called on the server."""
    return user.display_name
