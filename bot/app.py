"""The bot: discord.py's client with our store, desk, outbox and sweep."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any, cast

import discord
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from discord import app_commands

import data.levee
import engines
from bot import commands
from bot.campaigns import CARD, Campaigns
from bot.controls import CONTROLS, known
from bot.desk import Desk
from bot.errors import StaleError, incident
from bot.outbox import Outbox
from bot.pictures import Pictures
from bot.settings import Settings
from bot.store import Message, Store
from bot.sweep import Sweep, schedule
from engines.core.contract import AnyTitle

log = logging.getLogger("tocsin")


class Tree(app_commands.CommandTree["Tocsin"]):
    """The command tree; what reaches its error handler is an incident."""

    async def on_error(
        self, interaction: discord.Interaction[Tocsin], error: app_commands.AppCommandError, /
    ) -> None:
        """Apologise with a number; the traceback goes to the log only."""
        text = incident(error, "answering a command")
        if not interaction.response.is_done():
            await interaction.response.send_message(text, ephemeral=True)


class Tocsin(discord.Client):
    """One bot on one store.

    :param clock: the time, aware, UTC; never read from anywhere else.
    :param fresh: the Discord that it meets is a new one each time, as the local table's: the command
        tree is always sent, and running campaigns get their card anew.
    """

    def __init__(self, settings: Settings, *, clock: Callable[[], datetime], fresh: bool = False) -> None:
        # Slash commands, buttons and posts need no privileged intent, and of the others only guilds.
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
        )
        self.settings = settings
        self.clock = clock
        self.fresh = fresh
        self.tree = Tree(self, allowed_contexts=app_commands.AppCommandContext(guild=True))
        commands.add_to(self.tree)
        self.add_dynamic_items(*CONTROLS)
        self.scheduler: AsyncIOScheduler | None = None
        self.store: Store
        self.campaigns: Campaigns
        self.pictures: Pictures
        self.outbox: Outbox
        self.desk: Desk
        self.sweep: Sweep

    async def setup_hook(self) -> None:
        """Open the store, say what a crash kept unsaid, send the command tree if it has changed.

        :raises bot.store.StoreError: the database can't be used.
        :raises data.schema.PackError: an own pack is faulty.
        """
        self.store = await Store.open(self.settings.database, self.clock)
        self.campaigns = Campaigns(self.store, all_titles(self.settings), self.clock)
        self.pictures = Pictures(self.settings.picture_workers, self.settings.picture_budget)
        self.outbox = Outbox(self, self.campaigns, self.pictures, self.clock)
        self.desk = Desk(self.campaigns, self.outbox, self.pictures)
        self.sweep = Sweep(self.campaigns, self.outbox, self.clock)
        await self._sync()
        self.scheduler = schedule(self.sweep.__call__, self.settings.sweep_seconds)

    async def on_ready(self) -> None:
        """See at once to what fell due while the bot was away."""
        log.info("ready as %s in %d servers", self.user, len(self.guilds))
        if self.fresh:
            for guild in self.guilds:
                await self._show_again(guild.id)
        await self.sweep()

    async def _show_again(self, guild_id: int) -> None:
        for head in await self.store.campaigns_of(guild_id, status="running"):
            campaign = await self.store.campaign(head.id)
            assert campaign is not None
            chapter = self.campaigns.chapter_of(campaign)
            await self.store.add_outbox(campaign.id, [Message(kind=CARD, chapter=chapter)])

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a control that nothing here knows, one of another version for instance."""
        if interaction.type is not discord.InteractionType.component:
            return
        if known(str(cast(dict[str, Any], interaction.data)["custom_id"])):
            return

        async def handler() -> str:
            raise StaleError("This control is of another version. `/campaign show` brings the present card.")

        await self.desk.answer(interaction, handler)

    async def _sync(self) -> None:
        if not self.fresh:
            if self.settings.sync == "never":
                return
            if self.settings.sync == "changed" and await self._tree_is_known():
                return
        try:
            await self.tree.sync()
        except discord.HTTPException as error:
            # Campaigns go on with the commands that Discord has; the next start tries again.
            incident(error, "sending the command tree")
        else:
            log.info("the command tree was sent to Discord")

    async def _tree_is_known(self) -> bool:
        """Whether Discord has the same tree already; sending it costs a share of a daily limit."""
        assert self.application_id is not None
        # As Discord gives it: discord.py's own model of a command loses the contexts.
        known = {
            command["name"]: command for command in await self.http.get_global_commands(self.application_id)
        }
        ours = {command.name: command.to_dict(self.tree) for command in self.tree.get_commands()}
        return known.keys() == ours.keys() and all(_covers(known[name], ours[name]) for name in ours)

    async def end_campaign(
        self, interaction: discord.Interaction[Any], campaign_id: int, version: int
    ) -> None:
        """Carry out the second press of `/campaign end`."""
        await commands.campaign.confirm_end(self.desk, interaction, campaign_id, version)

    async def close(self) -> None:
        """Finish what is under way, then close."""
        if self.scheduler is not None and self.scheduler.running:
            self.scheduler.shutdown(wait=False)
        # A start that failed has made only some of them.
        if hasattr(self, "outbox"):
            await self.outbox.close()
        if hasattr(self, "pictures"):
            self.pictures.close()
        if hasattr(self, "store"):
            await self.store.close()
        await super().close()


def _covers(known: Any, ours: Any) -> bool:
    """Whether what Discord gave back says all that we would send; it adds fields of its own."""
    if isinstance(ours, dict):
        return isinstance(known, dict) and all(
            _covers(known.get(key), value)
            for key, value in ours.items()
            # `contexts` has taken the place of `dm_permission`, which Discord answers as it likes.
            if key != "dm_permission" and value not in (None, [], {}, False)
        )
    if isinstance(ours, list):
        return isinstance(known, list) and len(known) == len(ours) and all(map(_covers, known, ours))
    return bool(known == ours)


def all_titles(settings: Settings) -> Iterable[AnyTitle]:
    """Titles with the operator's own packs first, then with the project's data.

    :raises data.schema.PackError: an own pack is faulty.
    """
    own = [] if settings.levee_pack is None else [engines.with_pack(data.levee.load(settings.levee_pack))]
    return [*own, *engines.titles().values()]


def now() -> datetime:
    """The time."""
    return datetime.now(UTC)


def create_bot(settings: Settings, *, clock: Callable[[], datetime] = now, fresh: bool = False) -> Tocsin:
    """The bot, not yet logged in; see `Tocsin` for `fresh`."""
    return Tocsin(settings, clock=clock, fresh=fresh)
