"""Which campaign of a server a command is for: the channel's own, or another by its number."""

from __future__ import annotations

import re
from collections.abc import Iterable

from discord import app_commands

from bot.campaigns import guards
from bot.campaigns.telling import stands
from bot.desk.desk import Desk
from bot.errors import NoCampaignError
from bot.games.registry import game_of
from bot.interactions.host import Choices, Interaction, desk_of, offered
from bot.store import Campaign, CampaignHead
from bot.surface import layout
from bot.surface.custom_ids import ROW
from data.catalogue import _
from engines.core.contract import AnyTitle

READ = 200
"""Number of campaigns that are read at once."""
Number = app_commands.Range[str, 1, layout.DETAIL]
ABOUT = "A campaign of this server by its number; this channel's by default"


def games_of(titles: Iterable[AnyTitle]) -> list[app_commands.Choice[str]]:
    """The choices of a game, each with name and topic, so that typed text finds either."""
    named = ((f"{title.name} · {game_of(title.id).topic}".rstrip("."), title.id) for title in titles)
    choices = [app_commands.Choice(name=layout.cut(name, layout.LABEL), value=id) for name, id in named]
    return choices[: layout.PER_SELECT]


async def together_choices(interaction: Interaction, current: str) -> Choices:
    """The games that several people play."""
    titles = desk_of(interaction).campaigns.titles.values()
    return offered(((title.name, title.id) for title in titles if len(title.seats) > 1), current)


async def seen(desk: Desk, interaction: Interaction, *, asks: bool = True) -> list[CampaignHead]:
    """The campaigns of the server in channels that the caller can see, newest first.

    :param asks: whether Discord may be asked for channels that are not known, which takes time.
    """
    heads: list[CampaignHead] = []
    store, guild_id = desk.campaigns.store, interaction.guild_id or 0
    sees, offset = desk.places.viewer(interaction), 0
    while read := await store.campaigns_of(guild_id, limit=READ, offset=offset):
        if asks:
            await desk.places.learn(interaction, [head.channel_id for head in read])
        heads += [head for head in read if sees(head.channel_id, head.people)]
        offset += READ
    return heads


async def choices(interaction: Interaction, current: str) -> Choices:
    """Campaigns by number, game, channel and status; this channel's come first, the newest first."""
    desk = desk_of(interaction)
    heads = await seen(desk, interaction, asks=False)
    heads.sort(key=lambda head: head.channel_id != interaction.channel_id)
    return offered(((named(desk, interaction, head), str(head.id)) for head in heads), current)


def named(desk: Desk, interaction: Interaction, head: CampaignHead) -> str:
    """One line for a campaign: number, game, channel and status."""
    guild = interaction.guild
    channel = None if guild is None else desk.places.find(guild, head.channel_id)
    where = f"#{channel.name}" if channel is not None else _("a deleted channel")
    return f"{head.id} · {desk.campaigns.packs.name_of(head)} · {where} · {stands(head)}"


def number_of(typed: str) -> int:
    """The number at the beginning of the typed text, or 0."""
    number = typed.partition(" ")[0]
    return int(number) if re.fullmatch(ROW, number, re.ASCII) else 0


async def meant(desk: Desk, interaction: Interaction, typed: str | None) -> Campaign:
    """The campaign with the typed number, or the channel's if none was typed.

    :raises NoCampaignError: there is none that the caller may see.
    """
    if typed is None:
        return await desk.campaign_here(interaction)
    campaign = await desk.campaigns.store.campaign(number_of(typed))
    if campaign is None or campaign.guild_id != interaction.guild_id:
        raise NoCampaignError(guards.UNKNOWN)
    sees = await desk.places.learn(interaction, [campaign.channel_id])
    if not sees(campaign.channel_id, campaign.people):
        raise NoCampaignError(guards.UNKNOWN)
    return campaign
