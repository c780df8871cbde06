"""The command tree of the bot, and what Discord has of it."""

from __future__ import annotations

import logging

import discord
from discord import app_commands
from discord.http import Route

from bot.app import tree
from bot.errors import incident
from bot.interactions.host import Interaction, host_of
from bot.settings import Settings
from bot.store import Store

log = logging.getLogger("tocsin")


class Tree(app_commands.CommandTree[discord.Client]):
    """The command tree; an error that reaches its handler is an incident."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether the bot accepts the command; asked before any work."""
        return await host_of(interaction).gate.admits(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Apologise with a number; the traceback goes to the log only."""
        text = incident(error, "answering a command")
        if not interaction.response.is_done():
            await interaction.response.send_message(text, ephemeral=True)

    async def bring_up_to_date(self, settings: Settings, store: Store, *, fresh: bool) -> None:
        """Send the commands to Discord where it has others.

        :param fresh: Discord has none.
        """
        if not fresh:
            if settings.sync == "never" or not store.shards.leads:
                return
            if settings.sync == "changed" and await self._is_known():
                return
        try:
            await self.sync()
        except (discord.HTTPException, discord.RateLimited) as error:
            # Campaigns go on with the commands that Discord has; the next start tries again.
            incident(error, "sending the command tree")
        else:
            log.info("the command tree was sent to Discord")

    async def _is_known(self) -> bool:
        """Whether Discord has the same tree already; sending it uses part of a daily limit."""
        assert self.client.application_id is not None
        # In Discord's form: discord.py's own model of a command loses the contexts. Of descriptions in other
        # languages Discord tells only when it is asked.
        route = Route("GET", "/applications/{id}/commands", id=self.client.application_id)
        known = await self.client.http.request(route, params={"with_localizations": "true"})
        sent = {command["name"]: command for command in known}
        ours = {
            command.name: command.to_dict(self)
            if self.translator is None
            else await command.get_translated_payload(self, self.translator)
            for command in self.get_commands()
        }
        return sent.keys() == ours.keys() and all(tree.covers(sent[name], ours[name]) for name in ours)
