"""What people hear of waiting lists: the question of a lobby, that they still wait, the ping of a role."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial

import aiohttp
import discord
import msgspec
from discord import ui
from sqlalchemy import Connection

from bot.campaigns import messages
from bot.campaigns.apart import AFTER_TROUBLE
from bot.campaigns.service import Campaigns
from bot.errors import incident
from bot.posts.say import Speaker
from bot.seats.waiting_lists import LOOKS, WaitingLists
from bot.store import Campaign, OutboxRow, StoreError, rows
from bot.store.lobbies import Seeker
from bot.surface import custom_ids, layout
from data.catalogue import _, aloud, ngettext, retold, speaking
from data.nouns import listed

log = logging.getLogger("tocsin.waiting")

PINGED = timedelta(days=1)
"""How often the role of a game is pinged at most."""
_TROUBLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)


class Asks:
    """Asks people of a waiting list, in the thread of their lobby, whether it still suits them."""

    def __init__(self, campaigns: Campaigns, speaker: Speaker) -> None:
        self._campaigns = campaigns
        self._speaker = speaker

    async def post(self, row: OutboxRow, campaign: Campaign) -> None:
        """Ask those who have not answered yet; nothing if there are none."""
        asked = msgspec.json.decode(row.payload, type=messages.Ask).people
        store = self._campaigns.store
        opening = await store.look(partial(rows.openings.of_campaign, campaign_id=campaign.id))
        if opening is None or campaign.status != "lobby":
            return
        pending = await store.look(partial(rows.seekers.asked, opening_id=opening.id))
        people = [each.user_id for each in pending if each.user_id in asked]
        if not people:
            return
        yes: ui.Button[ui.LayoutView] = ui.Button(
            label=_("Yes, I play"),
            style=discord.ButtonStyle.success,
            custom_id=custom_ids.suits(campaign.id, "yes"),
        )
        no: ui.Button[ui.LayoutView] = ui.Button(
            label=_("No, not now"), custom_id=custom_ids.suits(campaign.id, "no")
        )
        view = layout.question(self._text(campaign, people), yes, no)
        posted = await self._speaker.post(campaign, row, "", people, view=view)
        await self._speaker.remind(campaign, posted, people, messages.Awaits())

    def _text(self, campaign: Campaign, people: list[int]) -> str:
        title = self._campaigns.packs.game_of(campaign)
        return _(
            "🪑 {people}: you wait for **{name}** (*{scenario}*, clock `{clock}`), and you can play it "
            "together here. Does it still suit you? Please answer within a day; after that, the next "
            "person on the waiting list is asked.",
            people=listed([f"<@{user}>" for user in people]),
            name=title.name,
            scenario=retold(title.scenario(campaign.scenario).name),
            clock=campaign.clock,
        )


class WaitingListPosts:
    """Says outside of campaigns what happens on waiting lists."""

    def __init__(self, client: discord.Client, campaigns: Campaigns) -> None:
        self._client = client
        self._campaigns = campaigns
        self._store = campaigns.store

    async def settle(self) -> None:
        """Look at those whose time for an answer is over, and at those who have waited for long."""
        for seen in await self._store.look(partial(rows.seekers.due, now=self._store.now())):
            try:
                await self._settle(seen)
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - one person must not hold up the others
                incident(error, f"looking at the waiting list of {seen.title} on server {seen.guild_id}")
                later = self._store.now() + AFTER_TROUBLE
                await self._store.transact(partial(rows.seekers.put_off, seen=seen, then=later))

    async def _settle(self, seen: Seeker) -> None:
        lists = WaitingLists(self._campaigns)
        if seen.opening_id is not None or self._store.now() - seen.at >= LOOKS[-1]:
            await lists.lapse(seen)
        elif (number := await lists.look(seen)) is not None:
            await self._tell(seen, number)

    async def _tell(self, seen: Seeker, number: int) -> None:
        """Tell a person that they still wait; a person who takes no direct messages is not tried again."""
        guild, title = self._client.get_guild(seen.guild_id), self._campaigns.titles.get(seen.title)
        if guild is None or title is None:
            return
        languages = self._campaigns.languages
        with speaking(await languages.of_person(seen.user_id, await languages.of_server(seen.guild_id))):
            text = _(
                "⏳ You have waited since {since} for **{name}** on {guild}. {number} You need not wait: "
                "`/campaign new` with the option `side` begins at once against the automatic player, and "
                "`/campaign seek` without options takes you off the list. After a month you are "
                "taken off it.",
                since=discord.utils.format_dt(seen.at, "D"),
                name=title.name,
                guild=layout.plain(guild.name),
                number=ngettext("{n} person waits for it.", "{n} people wait for it.", number),
            )
            try:
                user = self._client.get_user(seen.user_id) or await self._client.fetch_user(seen.user_id)
                await user.send(text, nonce=f"w-{seen.id}-{seen.stage}", allowed_mentions=layout.NO_MENTIONS)
            except _TROUBLE as error:
                log.info("somebody can't be told that they still wait: %s", error)

    async def ring(self, guild_id: int, channel_id: int, title_id: str) -> None:
        """Ping the role of a game, at most once a day: somebody waits for it."""
        title, now = self._campaigns.titles[title_id], self._store.now()
        pinged: list[bool] = []

        def work(connection: Connection) -> None:
            pinged.append(rows.guild_games.ping(connection, guild_id, title_id, now, now - PINGED))

        await self._store.transact(work)
        if not pinged[0]:
            return
        game = await self._store.look(partial(rows.guild_games.of, guild_id=guild_id, title=title_id))
        waiting = await self._store.look(partial(rows.seekers.waiting, guild_id=guild_id, title=title_id))
        with aloud():
            text = _(
                "🔔 <@&{role}>: {number} `/campaign seek` lets you choose scenario, clock and time zone.",
                role=game.role_id,
                number=ngettext(
                    "{n} person waits for **{name}**.",
                    "{n} people wait for **{name}**.",
                    len(waiting),
                    name=title.name,
                ),
            )
            view = layout.under(
                ui.Button(
                    label=_("I wait too"),
                    style=discord.ButtonStyle.success,
                    custom_id=custom_ids.seek(title_id),
                )
            )
        channel = self._client.get_partial_messageable(channel_id, guild_id=guild_id)
        mentions = discord.AllowedMentions(
            everyone=False, users=False, roles=[discord.Object(game.role_id or 0)]
        )
        try:
            await channel.send(text, view=view, allowed_mentions=mentions)
        except _TROUBLE as error:
            log.info("the role of %s could not be pinged: %s", title_id, error)
