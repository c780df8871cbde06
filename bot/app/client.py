"""The bot: discord.py's client with our store, desk, outbox and sweep."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, cast

import discord
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from discord import app_commands

import data.packs
import engines
from bot import metrics
from bot.app import tree
from bot.app.descriptions import Descriptions
from bot.app.gate import Gate
from bot.app.health import EVERY, Health, note_beside, see_that_it_was_not_emptied
from bot.app.locales import Locales
from bot.app.members import has_left
from bot.app.port import Port
from bot.app.sent import Tree
from bot.app.sweep import Sweep, schedule
from bot.app.wiring import posters
from bot.campaigns import messages
from bot.campaigns.languages import Languages
from bot.campaigns.places import hides, keep_hidden, keep_open
from bot.campaigns.ranks import sees_campaign
from bot.campaigns.service import Campaigns
from bot.campaigns.thinking import Thinking
from bot.clock import zones
from bot.clock.steady import Steady
from bot.desk.desk import Desk
from bot.desk.open_panels import AGED
from bot.errors import StaleError
from bot.interactions.host import Host, Rooms
from bot.leagues.board import Posts
from bot.leagues.service import Leagues
from bot.moderation.seasons import Seasons
from bot.outbox.outbox import Outbox
from bot.outbox.parking import Parking
from bot.posts import greeting
from bot.posts.openings import Openings
from bot.posts.waiting_lists import WaitingListPosts
from bot.replays.films import Films
from bot.replays.playback import Replays
from bot.reviews.reviews import Reviews
from bot.settings import Settings
from bot.shards import ALL
from bot.store import DatabaseLost, Store, StoreError
from bot.store.errors import AnotherBot
from bot.surface.drawers import Drawers
from bot.surface.pictures import Pictures
from data.catalogue import _, translations
from engines.core.contract import AnyTitle

log = logging.getLogger("tocsin")

PATIENCE = 10.0
"""Seconds in which interactions under way have to be answered before the bot closes."""
QUICKLY = 1.0
"""Seconds in which they have to be written, where people who come now wait for the bot that stands by."""
UNSAID = 10.0
"""Seconds that a start spends on old unsent messages; the others are sent afterwards."""
LONGEST_LIMIT = 60.0
"""Seconds that a request waits for a rate limit; after that its caller tries again later."""


class Tocsin(discord.Client, Host):
    """One bot on one store.

    :param clock: the time, aware, UTC; the bot reads it from nowhere else.
    :param ticks: seconds that never go back; without them the clock is trusted not to step.
    :param fresh: Discord is new at each start, as at the local table: the command tree is always sent,
        and lobbies and running campaigns get a new card.
    :param titles: the titles to play, instead of all installed ones: for example to try a rule fix.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        clock: Callable[[], datetime],
        ticks: Callable[[], float] | None = None,
        fresh: bool = False,
        titles: Iterable[AnyTitle] | None = None,
    ) -> None:
        shards = settings.shards
        ids = None if shards is None else [*range(shards.first, shards.last + 1)]
        sharding: dict[str, Any] = {} if shards is None else {"shard_ids": ids, "shard_count": shards.count}
        # Slash commands, buttons and posts need no privileged intent, and of the others only guilds.
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_ratelimit_timeout=LONGEST_LIMIT,
            http_trace=metrics.trace(),
            **sharding,
        )
        self.settings = settings
        self.clock = clock
        self.fresh = fresh
        self.rooms: Rooms | None = None
        self._titles = titles
        # A copy that a person installs for their own account could not post in a campaign's channel.
        self.tree = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        tree.add_to(self.tree)
        self.add_dynamic_items(*tree.CONTROLS)
        self.steady = Steady(clock, ticks)
        self.gate = Gate(
            clock, cooldown=settings.cooldown == "on", heavy=tree.heavy(self.tree), steady=self.steady
        )
        self.scheduler: AsyncIOScheduler | None = None
        self.lost: Exception | None = None
        """Why the bot has stopped by itself."""
        self._taking_over: asyncio.Task[None] | None = None
        self._stopping: asyncio.Task[None] | None = None
        self._connected = False
        self._away: set[int] = set()
        """Shards that are disconnected."""
        self._port: Port | None = None
        self._standing_by = False
        self.health: Health
        self.store: Store
        self.campaigns: Campaigns
        self.pictures: Pictures
        self.thinking: Thinking
        self.parking: Parking
        self.outbox: Outbox
        self.desk: Desk
        self.replays: Replays
        self.films: Films
        self.openings: Openings
        self.leagues: Leagues
        self.reviews: Reviews
        self.waiting_lists: WaitingListPosts
        self.sweep: Sweep

    async def setup_hook(self) -> None:
        """Open the store and begin; where another bot runs, stand by until it has ended.

        :raises bot.store.StoreError: the database can't be used, or another bot runs on it.
        :raises data.schema.PackError: an own pack is faulty.
        :raises bot.settings.SettingsError: the local port can't be listened to.
        """
        if self.settings.port:
            # First, so that a supervisor sees a start that takes long.
            self._port = await Port.open(self, self.settings)
        # A translator is asked for every text in each of Discord's languages.
        if any(translations(locale.value) for locale in discord.Locale):
            await self.tree.set_translator(Descriptions())
        see_that_it_was_not_emptied(self.settings.anchor.resolve())
        # Packs are loaded before the lease is taken: people wait where another bot has died or hands over.
        titles = list(all_titles(self.settings) if self._titles is None else self._titles)
        log.info("packs: %s", ", ".join(title.pack for title in titles))
        # The first search for time zones reads hundreds of files: not while a person types.
        await asyncio.to_thread(zones.zones_like, "", self.clock())
        try:
            await self._begin(await self._leased(wait=False), titles)
        except AnotherBot:
            if self.settings.standby == "off":
                raise
            self.gate.stand_by()
            self._standing_by = True
            # Meanwhile this one connects to Discord and hears what the other answers.
            self._taking_over = asyncio.create_task(self._take_over(titles), name="standby")

    async def _take_over(self, titles: Sequence[AnyTitle]) -> None:
        try:
            store = await self._leased(wait=True)
            self._standing_by = False
            await self._begin(store, titles)
            if self.is_ready():
                await self._arrive()
        except Exception as error:  # noqa: BLE001 - whatever it is, the bot can't serve anybody
            self._fail(error)

    async def _begin(self, store: Store, titles: Sequence[AnyTitle]) -> None:
        """Send messages that a crash left unsent, serve people, send the command tree if it has changed."""
        self.store = store
        store.database.lost = self._lose
        self.gate.holds = store.database.holds
        anchor = self.settings.anchor.resolve()
        self.campaigns = Campaigns(self.store, titles, self.clock)
        self.campaigns.watched = not self.fresh
        self.campaigns.languages = self.gate.languages = Languages(self.store, Locales(self))
        self.thinking = self.campaigns.thinking = Thinking(self.settings.picture_workers)
        await self.campaigns.packs.settle()
        drawers = Drawers.of(self.settings)
        self.pictures = Pictures(self.settings.picture_workers, self.settings.picture_budget, drawers)
        self.parking = Parking(self, self.campaigns)
        said_by = posters(self, self.campaigns, self.pictures, self.clock)
        self.outbox = Outbox(self.store, said_by, self.parking, self.clock, self.steady)
        self.desk = Desk(self.campaigns, self.outbox, self.pictures)
        self.replays = Replays(self.campaigns)
        self.films = Films(self.campaigns, drawers)
        self.openings = Openings(self, self.campaigns)
        self.leagues = Leagues(self.campaigns, Posts(self, self.campaigns))
        self.reviews = Reviews(self.campaigns, Path(f"{anchor}.reviews"))
        self.waiting_lists = WaitingListPosts(self, self.campaigns)
        self.sweep = Sweep(
            self.campaigns,
            self.outbox,
            self._lose,
            has_left=partial(has_left, self),
            sees=partial(sees_campaign, self),
            steady=self.steady,
            openings=self.openings,
            leagues=self.leagues,
            waiting_lists=self.waiting_lists,
            seasons=Seasons(self.campaigns, self.reviews),
        )
        if store.database.handed is None:
            await self._say_what_is_unsaid()
        self.gate.go_on(store.database.handed)
        seconds = self.settings.sweep_seconds
        patience = timedelta(seconds=3 * seconds + 60)
        watched = (self.sweep, self.outbox, self.pictures)
        self.health = Health(note_beside(anchor), *watched, lambda: self.connected, patience, self.clock)
        looks, ages = (self.health.look, EVERY), (self.desk.screens.panels.age, AGED)
        self.scheduler = schedule(sweep=(self.sweep, seconds), health=looks, panels=ages)
        await self.tree.bring_up_to_date(self.settings, self.store, fresh=self.fresh)

    async def _leased(self, *, wait: bool) -> Store:
        """The store, once no other bot serves the same servers from it.

        :raises bot.store.DatabaseLocked: another bot does.
        """
        place, shards = self.settings.database, self.settings.shards or ALL
        return await Store.open(
            place, self.clock, alone=True, wait=wait, ready=lambda: self.connected, shards=shards
        )

    def _lose(self, why: DatabaseLost) -> None:
        """Stop, because nothing can be saved: a supervisor restarts the bot on the present database."""
        # A bot that stops has given the database to another.
        if not self.gate.closed:
            self._fail(why)

    def _fail(self, why: Exception) -> None:
        if self.lost is None:
            self.lost = why
            log.critical("%s", why)
            self._stopping = asyncio.get_running_loop().create_task(self.close())

    async def _say_what_is_unsaid(self) -> None:
        """Drain the outbox before any button can be pressed.

        A killed bot may have posted a card that it did not store; an undo would not know of it.
        """
        try:
            async with asyncio.timeout(UNSAID):
                # First of all: old messages would show deadlines that an outage has moved.
                await self.sweep.settle()
                await self.outbox.drain()
        except (TimeoutError, StoreError) as error:
            log.warning("what is unsaid waits: %s", error)

    async def on_ready(self) -> None:
        """Connected to Discord for the first time, or again."""
        self._connected = True
        log.info("ready as %s in %d servers", self.user, len(self.guilds))
        if hasattr(self, "health"):
            await self._arrive()

    async def _arrive(self) -> None:
        """Handle at once what fell due while the bot was away."""
        if self.fresh:
            for guild in self.guilds:
                await self._show_again(guild.id)
                for channel in guild.text_channels:
                    await self._greet(channel)
        with self._noting():
            await self.parking.bring_back()
        await self.sweep()

    @property
    def connected(self) -> bool:
        """Whether Discord is connected, for all servers."""
        return self._connected and not self._away

    async def on_resumed(self) -> None:
        """Connected again after an interruption."""
        self._connected = True

    async def on_disconnect(self) -> None:
        """Disconnected; discord.py tries again by itself."""
        self._connected = False

    async def _show_again(self, guild_id: int) -> None:
        for status in ("lobby", "running"):
            for head in await self.store.campaigns_of(guild_id, status=status):
                campaign = await self.campaigns.by_id(head.id)
                chapter = self.campaigns.card_chapter(campaign)
                await self.store.add_outbox(campaign.id, [messages.card(chapter)])

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a form that is submitted; answer a control that this version does not know."""
        if interaction.type is discord.InteractionType.modal_submit and await tree.submitted(interaction):
            return
        if interaction.type is not discord.InteractionType.component:
            return
        custom_id = str(cast(dict[str, Any], interaction.data)["custom_id"])
        if tree.answered(custom_id) or not await self.gate.admits(interaction):
            return

        async def handler() -> str:
            raise StaleError(
                _(
                    "This button is from an older version of the bot. `/campaign show` brings the "
                    "current card."
                )
            )

        await self.desk.answer(interaction, handler)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Park the campaign of a channel that was deleted."""
        if await self.gate.minds():
            with self._noting():
                await (keep_hidden if hides(channel) else keep_open)(self.store, channel.id)
                await self.parking.park_channel(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Park the campaign of a thread that was deleted, by itself or with its channel."""
        if await self.gate.minds():
            with self._noting():
                if payload.thread_type is discord.ChannelType.private_thread:
                    await keep_hidden(self.store, payload.thread_id)
                await self.parking.park_channel(payload.thread_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Let campaigns go on after the bot's return to a server, and greet a new server."""
        if await self.gate.minds():
            with self._noting():
                await self.parking.bring_back(guild.id)
            await self._greet(guild.system_channel)

    async def _greet(self, channel: discord.TextChannel | None) -> None:
        """Post the greeting in a channel without a campaign; at the local table also beside one."""
        try:
            if channel and (self.fresh or await self.store.running_in(channel.id) is None):
                heading = str(greeting.WHAT) + (str(greeting.AT_THE_TABLE) if self.fresh else "")
                view = greeting.build(self.campaigns.titles.values(), heading, channel.name)
                # A bot that hands over and the next may both have heard of a new server.
                await channel.send(view=view, nonce=f"g-{channel.id}")
        except (StoreError, discord.HTTPException, discord.RateLimited) as error:
            log.info("a channel was not greeted: %s", error)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Park the campaigns of a server that the bot has left."""
        if await self.gate.minds():
            with self._noting():
                await self.parking.park_guild(guild.id, guild.name)

    @contextmanager
    def _noting(self) -> Iterator[None]:
        """While it is noted what is gone or back."""
        try:
            yield
        except StoreError as error:
            # The outbox notices it at the next message, and `/campaign show` restores the card.
            log.warning("what is gone or back could not be noted: %s", error)
        self.outbox.kick()

    async def wrong(self) -> str:
        """Why the bot does not serve people now; empty if it does."""
        if self.gate.closed:
            return "it is stopping"
        if not hasattr(self, "health"):
            return "it stands by" if self._standing_by else "it is starting"
        return await self.health.wrong()

    def hung(self) -> str:
        """Why only a new start would help; empty if it would not."""
        return self.health.hung() if hasattr(self, "health") else ""

    async def measure(self) -> None:
        """Set the gauges to what they are now."""
        metrics.CONNECTED.set(self.connected)
        metrics.SERVERS.set(len(self.guilds))
        metrics.OPEN_INTERACTIONS.set(self.gate.under_way)
        if not hasattr(self, "health"):
            return
        metrics.LEASE.set(self.store.database.holds())
        await self.health.measure()
        metrics.THINKING.set(self.thinking.under_way)

    async def drain(self) -> None:
        """Accept no more interactions, and finish those under way while Discord is still connected."""
        if await self._is_stood_by():
            await self._hand_over()
        await asyncio.gather(self.gate.close(PATIENCE), self._end_aside())

    async def _is_stood_by(self) -> bool:
        if not hasattr(self, "health") or self.gate.closed:
            return False
        try:
            return await self.store.database.stood_by()
        except StoreError as error:
            log.warning("whether another bot stands by can't be known: %s", error)
            return False

    async def _hand_over(self) -> None:
        """Let the bot that stands by go on: no press is refused, no message sent by both.

        Whoever presses meanwhile is held there, so what takes long comes first.
        """
        await self._end_aside()
        self._end_schedule()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.outbox.stop(), PATIENCE)
        await self.gate.leave(QUICKLY)
        await self.store.database.hand_over(self.gate.taken)
        log.info("another bot goes on")

    async def _end_aside(self) -> None:
        # A film or a review takes too long to wait for: its people are told so.
        if hasattr(self, "reviews"):
            await asyncio.gather(self.films.close(), self.reviews.close(), self.desk.screens.panels.close())

    def _end_schedule(self) -> None:
        if self.scheduler is not None and self.scheduler.running:
            self.scheduler.shutdown(wait=False)

    async def close(self) -> None:
        """Finish the work under way, then close."""
        if self._taking_over is not None and not self._taking_over.done():
            self._taking_over.cancel()
            await asyncio.wait([self._taking_over])
        await self.drain()
        self._end_schedule()
        if self._port is not None:
            await self._port.close()
        # After a failed start only some of them exist.
        if hasattr(self, "thinking"):
            await self.thinking.close()
        if hasattr(self, "outbox"):
            await self.outbox.close()
            # What is written from now on is sent after the next start.
            await self.outbox.stop()
        if hasattr(self, "pictures"):
            await self.pictures.leave()
            self.pictures.close()
        if hasattr(self, "store"):
            await self.store.close()
        await super().close()


class ShardedTocsin(Tocsin, discord.AutoShardedClient):
    """The bot for a group of shards, each with a connection of its own."""

    async def on_shard_ready(self, shard_id: int) -> None:
        """One of the connections is there, for the first time or again."""
        self._away.discard(shard_id)

    on_shard_resumed = on_shard_ready

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """One of the connections is lost; discord.py tries again by itself."""
        self._away.add(shard_id)


def all_titles(settings: Settings) -> Iterable[AnyTitle]:
    """Titles with the operator's own packs first, then with the project's data.

    :raises data.schema.PackError: an own pack is faulty.
    """
    own = [engines.with_pack(data.packs.load(folder)) for folder in settings.packs]
    return [*own, *engines.titles().values()]


def now() -> datetime:
    """The time now."""
    return datetime.now(UTC)


def create_bot(
    settings: Settings,
    *,
    clock: Callable[[], datetime] = now,
    fresh: bool = False,
    titles: Iterable[AnyTitle] | None = None,
) -> Tocsin:
    """The bot, not yet logged in; see `Tocsin` for the arguments."""
    # Another clock is set by hand, and has no ticks.
    ticks = time.monotonic if clock is now else None
    kind = Tocsin if settings.shards is None else ShardedTocsin
    return kind(settings, clock=clock, ticks=ticks, fresh=fresh, titles=titles)
