"""What people hear of waiting lists: the question of a lobby, that they still wait, the ping of a role."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from zlib import crc32

import aiohttp
import discord
import msgspec
from discord import ui

from bot.campaigns import messages
from bot.campaigns.apart import AFTER_TROUBLE
from bot.campaigns.service import Campaigns
from bot.errors import incident
from bot.posts.say import Speaker
from bot.seats.waiting_lists import LOOKS, PINGED, UNSAID, WaitingLists, Word
from bot.store import Campaign, OutboxRow, StoreError, rows
from bot.store.lobbies import Seeker
from bot.surface import custom_ids, layout
from data.catalogue import _, ngettext, retold, speaking
from data.nouns import listed

log = logging.getLogger("tocsin.waiting")

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
        self._saying = asyncio.Lock()

    async def settle(self) -> None:
        """Look at those whose time for an answer is over, and at those who have waited for long; then say
        what is to be said."""
        for seen in await self._store.look(partial(rows.seekers.due, now=self._store.now())):
            try:
                await self._settle(seen)
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - one person must not hold up the others
                incident(error, f"looking at the waiting list of {seen.title} on server {seen.guild_id}")
                later = self._store.now() + AFTER_TROUBLE
                await self._store.set(partial(rows.seekers.put_off, seen=seen, then=later))
        await self.say()

    async def _settle(self, seen: Seeker) -> None:
        lists = WaitingLists(self._campaigns)
        if seen.opening_id is not None or self._store.now() - seen.at >= LOOKS[-1]:
            await lists.lapse(seen)
        else:
            await lists.look(seen)

    async def say(self) -> None:
        """Say what is still unsaid, each once; what Discord does not take is tried again for a day."""
        async with self._saying:
            for kept in (await self._store.look(partial(rows.people.noted_under, prefix=UNSAID))).values():
                word = msgspec.json.decode(kept, type=Word)
                if not self._store.shards.serves(word.guild):
                    continue
                try:
                    await (self._tell(word, kept) if word.user is not None else self._ring(word, kept))
                except (discord.Forbidden, discord.NotFound) as error:
                    log.info("nobody can be told of the waiting list of %s: %s", word.title, error)
                except _TROUBLE as error:
                    log.info("the waiting list of %s is told of later: %s", word.title, error)
                    if self._store.now() - word.at < PINGED:
                        continue
                await self._store.set(partial(rows.people.unnote, key=word.key))

    async def _number(self, word: Word) -> int:
        """How many people wait for a game."""
        waiting = partial(rows.seekers.waiting, guild_id=word.guild, title=word.title)
        return len(await self._store.look(waiting))

    async def _tell(self, word: Word, kept: str) -> None:
        """Tell a person that they still wait."""
        guild, title = self._client.get_guild(word.guild), self._campaigns.titles.get(word.title)
        if guild is None or title is None or word.user is None or word.since is None:
            return
        languages = self._campaigns.languages
        with speaking(await languages.of_reader(word.user, await languages.of_server(word.guild))):
            text = _(
                "⏳ You have waited since {since} for **{name}** on {guild}. {number} You need not wait: "
                "`/campaign new` with the option `side` begins at once against the automatic player, and "
                "`/campaign seek` without options takes you off the list. After a month you are "
                "taken off it.",
                since=discord.utils.format_dt(word.since, "D"),
                name=title.name,
                guild=layout.plain(guild.name),
                number=ngettext(
                    "{n} person waits for it.", "{n} people wait for it.", await self._number(word)
                ),
            )
        user = self._client.get_user(word.user) or await self._client.fetch_user(word.user)
        await user.send(text, nonce=_nonce(kept), allowed_mentions=layout.NO_MENTIONS)

    async def _ring(self, word: Word, kept: str) -> None:
        """Ping the role of a game: somebody waits for it."""
        title = self._campaigns.titles.get(word.title)
        game = await self._store.look(partial(rows.guild_games.of, guild_id=word.guild, title=word.title))
        number = await self._number(word)
        if title is None or game.role_id is None or word.channel is None or not number:
            return
        with speaking(await self._campaigns.languages.of_server(word.guild)):
            text = _(
                "🔔 <@&{role}>: {number} `/campaign seek` lets you choose scenario, clock and time zone.",
                role=game.role_id,
                number=ngettext(
                    "{n} person waits for **{name}**.",
                    "{n} people wait for **{name}**.",
                    number,
                    name=title.name,
                ),
            )
            view = layout.under(
                ui.Button(
                    label=_("I wait too"),
                    style=discord.ButtonStyle.success,
                    custom_id=custom_ids.seek(word.title),
                )
            )
        channel = self._client.get_partial_messageable(word.channel, guild_id=word.guild)
        mentions = discord.AllowedMentions(everyone=False, users=False, roles=[discord.Object(game.role_id)])
        await channel.send(text, view=view, nonce=_nonce(kept), allowed_mentions=mentions)


def _nonce(kept: str) -> str:
    """The nonce by which Discord knows a message that it already got before the process died."""
    return f"w-{crc32(kept.encode()):x}"
