"""What must be said in Discord, said after the commit: once, in order, until it is said."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import discord
import msgspec

from bot import card, ids, layout
from bot.campaigns import CARD, Campaigns
from bot.errors import PoliteError, incident
from bot.games import presenter
from bot.pictures import Pictures
from bot.store import Campaign, CardRow, OutboxRow, StoreError
from engines.core.contract import Outcome
from render import RenderError

log = logging.getLogger("tocsin.outbox")

FRESH = timedelta(minutes=45)
"""A card older than this is posted anew: Discord limits edits of messages older than an hour."""
RETRY = (timedelta(seconds=10), timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30))
ATTEMPTS = 12
AT_ONCE = 16
"""Messages taken up together."""
GONE = (10003, 10004)
"""Unknown channel, unknown guild."""
REPOST = (10008, 30046, 50005)
"""Unknown message, too many edits of an old message, somebody else's message: post anew."""
PICTURE_REFUSED = (400, 403, 413)
"""Statuses that may be about the picture alone: it is too large, or not allowed, or was never there."""


class Nudge(msgspec.Struct, frozen=True):
    """Payload of a nudge."""

    user_id: int
    due: str


class Outbox:
    """Drains the outbox table into Discord.

    `kick` starts a drain that ends when nothing is due; there is never more than one under way.
    """

    def __init__(
        self,
        client: discord.Client,
        campaigns: Campaigns,
        pictures: Pictures,
        clock: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._campaigns = campaigns
        self._store = campaigns.store
        self._pictures = pictures
        self._clock = clock
        self._drain: asyncio.Task[None] | None = None
        self._draining = asyncio.Lock()
        self._again = False

    def kick(self) -> None:
        """Something is due: see to it in the background."""
        self._again = True
        if self._drain is None or self._drain.done():
            self._drain = asyncio.get_running_loop().create_task(self._run(), name="outbox")

    async def close(self) -> None:
        """Let a drain under way finish what it is at."""
        self._again = False
        if self._drain is not None:
            await asyncio.gather(self._drain, return_exceptions=True)

    async def _run(self) -> None:
        while self._again:
            self._again = False
            try:
                await self.drain()
            except StoreError as error:
                log.warning("the outbox waits for the database: %s", error)

    async def drain(self) -> None:
        """Send whatever is due, until nothing is; one drain at a time, or a message would be sent twice."""
        async with self._draining:
            while rows := await self._store.due_messages(self._clock(), AT_ONCE):
                by_campaign: dict[int, list[OutboxRow]] = {}
                for row in rows:
                    by_campaign.setdefault(row.campaign_id, []).append(row)
                # In order within a campaign; one campaign's slow channel does not hold up the others.
                await asyncio.gather(*(self._send_all(group) for group in by_campaign.values()))

    async def _send_all(self, rows: Sequence[OutboxRow]) -> None:
        for row in rows:
            await self._send(row)

    async def _send(self, row: OutboxRow) -> None:
        try:
            campaign = await self._store.campaign(row.campaign_id)
            assert campaign is not None
            posted = await (self._card if row.kind == CARD else self._nudge)(row, campaign)
        except (discord.HTTPException, PoliteError, RenderError, OSError) as error:
            await self._failed(row, error)
        except Exception as error:  # noqa: BLE001 - one bad message must not hold up the others
            incident(error, f"sending message {row.id} of campaign {row.campaign_id}")
            await self._failed(row, error)
        else:
            await self._store.mark_sent([row.id], posted)

    async def _failed(self, row: OutboxRow, error: Exception) -> None:
        code = getattr(error, "code", 0)
        if code in GONE or row.attempts + 1 >= ATTEMPTS:
            log.warning("message %s of campaign %s is given up: %s", row.id, row.campaign_id, error)
            await self._store.give_up(row.id, str(error))
            return
        log.info("message %s of campaign %s waits: %s", row.id, row.campaign_id, error)
        wait = RETRY[min(row.attempts, len(RETRY) - 1)]
        await self._store.postpone(row.id, str(error), self._clock() + wait)

    async def _card(self, row: OutboxRow, campaign: Campaign) -> CardRow:
        assert row.chapter is not None
        live = campaign.status != "ended" and row.chapter == self._campaigns.chapter_of(campaign)
        posted = await self._store.card(campaign.id, row.chapter)
        channel = self._client.get_partial_messageable(campaign.channel_id, guild_id=campaign.guild_id)
        leaf = await self._leaf(campaign, row.chapter, live=live)
        if posted is not None:
            message = channel.get_partial_message(posted.message_id)
            try:
                if live and self._clock() - posted.posted_at > FRESH:
                    await self._retire(message, campaign, row.chapter)
                else:
                    await self._edit(message, campaign, leaf, live=live)
                    return msgspec.structs.replace(posted, version=campaign.version)
            except discord.HTTPException as error:
                if error.code not in REPOST:
                    raise
        picture = await self._picture(campaign, row.chapter) if live else None
        sent = await self._post(channel, leaf, picture, f"{campaign.id}-{row.chapter}-{row.id}")
        return CardRow(
            campaign_id=campaign.id,
            chapter=row.chapter,
            channel_id=campaign.channel_id,
            message_id=sent.id,
            version=campaign.version,
            posted_at=self._clock(),
        )

    async def _post(
        self, channel: discord.PartialMessageable, leaf: card.Leaf, picture: discord.File | None, nonce: str
    ) -> discord.Message:
        """Post a card; where its picture is refused, the card without it."""
        if picture is not None:
            try:
                return await channel.send(
                    view=card.build(leaf, picture),
                    files=[picture],
                    nonce=nonce,
                    allowed_mentions=layout.NO_MENTIONS,
                )
            except discord.HTTPException as error:
                if error.status not in PICTURE_REFUSED:
                    raise
                log.warning("the card %r is posted without its picture: %s", nonce, error)
        return await channel.send(
            view=card.build(leaf, None), nonce=nonce, allowed_mentions=layout.NO_MENTIONS
        )

    async def _edit(
        self, message: discord.PartialMessage, campaign: Campaign, leaf: card.Leaf, *, live: bool
    ) -> None:
        """Bring a card up to date; the picture is uploaded again only when the board on it has changed."""
        media: discord.File | str | None = None if campaign.images == "never" else layout.KEPT
        if live and (campaign.images == "every-action" or leaf.ending):
            media = await self._picture(campaign, self._campaigns.chapter_of(campaign))
        if media is not None:
            try:
                await message.edit(
                    view=card.build(leaf, media),
                    attachments=[media] if isinstance(media, discord.File) else discord.utils.MISSING,
                    allowed_mentions=layout.NO_MENTIONS,
                )
                return
            except discord.HTTPException as error:
                if error.code in REPOST or error.status not in PICTURE_REFUSED:
                    raise
                log.warning("card %s is edited without its picture: %s", message.id, error)
        await message.edit(view=card.build(leaf, None), attachments=[], allowed_mentions=layout.NO_MENTIONS)

    async def _retire(self, message: discord.PartialMessage, campaign: Campaign, chapter: int) -> None:
        """Take the controls off a card that is about to be posted anew."""
        await self._edit(message, campaign, await self._leaf(campaign, chapter, live=False), live=False)

    async def _leaf(self, campaign: Campaign, number: int, *, live: bool) -> card.Leaf:
        title = self._campaigns.title_of(campaign)
        words = presenter(title)
        state = self._campaigns.state_of(campaign)
        chapter = await self._campaigns.chapter(campaign, number)
        playing = live and campaign.status == "running"
        seats = [decision.seat for decision in title.decisions(state)] if playing else []
        ending: list[str] = []
        if live and campaign.outcome is not None:
            outcome = msgspec.json.decode(campaign.outcome, type=Outcome)
            ending = card.ending(outcome, campaign.seed, campaign.commitment)
        elif campaign.status == "ended" and number == self._campaigns.chapter_of(campaign):
            ending = ["The campaign was ended here."]
        return card.Leaf(
            heading=words.heading(number, chapter.events),
            story=words.story(chapter.events),
            due=await self._due(campaign, words.due(state), seats) if playing else "",
            groups=words.groups(state, seats[0]) if seats else [],
            stamp=ids.Stamp(campaign.id, campaign.version, seats[0]) if seats else None,
            ending=ending,
        )

    async def _due(self, campaign: Campaign, due: str, seats: list[str]) -> str:
        people = " and ".join(f"<@{campaign.seats[seat]}>" for seat in seats if seat in campaign.seats)
        until = ""
        if campaign.nudge_hours is not None:
            deadlines = await self._store.deadlines_of(campaign.id)
            if deadlines:
                until = f" · due {discord.utils.format_dt(deadlines[0].due_at, 'R')}"
        return f"**{due}** · {people}{until}"

    async def _picture(self, campaign: Campaign, number: int) -> discord.File | None:
        """The map with what changed this chapter; None where the campaign wants none or it can't be drawn."""
        if campaign.images == "never":
            return None
        title = self._campaigns.title_of(campaign)
        chapter = await self._campaigns.chapter(campaign, number)
        view = title.view(self._campaigns.state_of(campaign), None)
        try:
            picture = await self._pictures.draw(
                title, view, presenter(title).moves(chapter.events), campaign.theme
            )
        except RenderError as error:
            # A campaign goes on without its map rather than not at all; `tocsin doctor` says what is missing.
            incident(error, f"drawing the map of campaign {campaign.id}")
            return None
        return layout.attachment(picture)

    async def _nudge(self, row: OutboxRow, campaign: Campaign) -> None:
        if campaign.version != row.version:
            # What the until was to ring for was done while the message waited.
            return
        nudge = msgspec.json.decode(row.payload, type=Nudge)
        posted = await self._store.card(campaign.id, self._campaigns.chapter_of(campaign))
        where = f" [To the turn card]({card_url(campaign.guild_id, posted)})" if posted else ""
        title = self._campaigns.title_of(campaign)
        channel = self._client.get_partial_messageable(campaign.channel_id, guild_id=campaign.guild_id)
        await channel.send(
            f"🔔 <@{nudge.user_id}>, the tocsin rings: {title.name} waits for you. {nudge.due}.{where}",
            nonce=f"{campaign.id}-n-{row.id}",
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(nudge.user_id)]),
        )


def card_url(guild_id: int, posted: CardRow) -> str:
    """The link that jumps to a card."""
    return f"https://discord.com/channels/{guild_id}/{posted.channel_id}/{posted.message_id}"
