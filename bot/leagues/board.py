"""The posts of leagues: one for each round in the league's channel, edited while it goes on."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial

import aiohttp
import discord
from discord import ui

import render
from bot.campaigns.service import Campaigns
from bot.errors import incident
from bot.leagues import words
from bot.store import rows
from bot.store.leagues import Whole
from bot.surface import layout
from bot.surface.pictured import REPOST, pictured
from data.catalogue import _, speaking
from engines.core.contract import AnyTitle
from render import Picture, RenderError

log = logging.getLogger("tocsin.leagues")


class Posts:
    """Posts rounds and tables of leagues."""

    def __init__(self, client: discord.Client, campaigns: Campaigns) -> None:
        self._client = client
        self._campaigns = campaigns

    async def show(self, whole: Whole) -> bool:
        """Post the present round, or edit its post; False if Discord did not take it."""
        league = whole.league
        title = self._campaigns.titles.get(league.plan.title)
        if title is None:
            return False
        with speaking(await self._campaigns.languages.of_server(league.guild_id)):
            lines, picture = words.post(title, whole), await drawn(title, whole)
            message_id = league.message_id if league.message_round == league.round else None

            put = partial(self._put, whole, lines, message_id)
            if league.message_id is not None and message_id is None:
                await self._retire(title, whole)
            file = None if picture is None else layout.attachment(picture)
            try:
                message_id = await pictured(put, file, "the table of a league")
            except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
                log.info("the post of league %s waits: %s", league.id, error)
                return False
        if (message_id, league.round) != (league.message_id, league.message_round):
            note = partial(rows.leagues.hangs, league_id=league.id, message_id=message_id, round=league.round)
            await self._campaigns.store.set(note)
        return True

    async def _retire(self, title: AnyTitle, whole: Whole) -> None:
        """Leave the post of the round before as it stands, without controls."""
        league = whole.league
        text = layout.first_lines(words.past(title, whole, league.message_round), layout.TEXT - 200)
        channel = self._client.get_partial_messageable(league.channel_id, guild_id=league.guild_id)
        with suppress(discord.HTTPException):
            await channel.get_partial_message(league.message_id or 0).edit(
                view=layout.question(text), attachments=[], allowed_mentions=layout.NO_MENTIONS
            )

    async def _put(
        self, whole: Whole, lines: list[str], message_id: int | None, file: discord.File | None
    ) -> int:
        league = whole.league
        channel = self._client.get_partial_messageable(league.channel_id, guild_id=league.guild_id)
        view = build(whole, lines, file)
        files = [] if file is None else [file]
        if message_id is not None:
            try:
                await channel.get_partial_message(message_id).edit(
                    view=view, attachments=files, allowed_mentions=layout.NO_MENTIONS
                )
            except discord.HTTPException as error:
                if error.code not in REPOST:
                    raise
                # Discord edits an old message only a few times.
                with suppress(discord.HTTPException):
                    await channel.get_partial_message(message_id).delete()
                for each in files:
                    each.reset()
            else:
                return message_id
        nonce = f"l-{league.id}-{league.round}-{league.channel_id}"[-25:]
        sent = await channel.send(view=view, files=files, nonce=nonce, allowed_mentions=layout.NO_MENTIONS)
        return sent.id


async def drawn(title: AnyTitle, whole: Whole) -> Picture | None:
    """The picture of a table, if there is one and it can be drawn."""
    facts = words.grid(title, whole)
    if facts is None:
        return None
    try:
        return await asyncio.to_thread(render.grid, facts)
    except RenderError as error:
        incident(error, "drawing the table of a league")
        return None


def build(whole: Whole, lines: list[str], file: discord.File | None) -> ui.LayoutView:
    """The post of a league, with the controls that it has now."""
    league = whole.league
    text = layout.first_lines(lines, layout.TEXT - 200)
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(text)]
    items += [] if file is None else [layout.gallery(file, "")]
    controls: list[ui.Button[ui.LayoutView]] = []
    if league.phase != "over":
        label = _("Take part") if league.phase == "open" else _("Be a substitute")
        style = discord.ButtonStyle.success if league.phase == "open" else discord.ButtonStyle.secondary
        controls.append(ui.Button(label=label, style=style, custom_id=f"t1:league-join:{league.id}"))
        if league.phase == "open":
            controls.append(ui.Button(label=_("Leave"), custom_id=f"t1:league-leave:{league.id}"))
    if league.phase != "open":
        controls.append(ui.Button(label=_("Table"), custom_id=f"t1:league-table:{league.id}"))
    return layout.message(*items, ui.ActionRow(*controls))
