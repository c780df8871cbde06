"""Messages in a campaign's channel or to one person; no person is pinged in their quiet hours, and no role in
the nights of the server's settings."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import partial

import discord
import msgspec
from discord import ui

from bot.campaigns import messages
from bot.campaigns.consent import lapsed
from bot.campaigns.ranks import settings_of
from bot.campaigns.requests import request_view
from bot.campaigns.service import Campaigns
from bot.clock.hours import Hours, is_open, next_open
from bot.people import digest
from bot.seats.briefing import briefing
from bot.store import Campaign, OutboxRow, Post, Store, rows
from bot.surface import custom_ids, layout, links
from data.catalogue import N_, _, speaking, spoken
from data.nouns import listed

log = logging.getLogger("tocsin.say")

UNKNOWN_MESSAGE, ARCHIVED = 10008, 50083
_LABELS = {"Sit down": N_("Sit down"), "Swap seats": N_("Swap seats")}
CLOSED = 50007
"""Discord's error for a person who takes no direct messages from the bot."""


class Asked(msgspec.Struct, frozen=True, array_like=True):
    """A message that asks seats for something; kept until they have answered."""

    channel: int
    message: int
    seq: int
    """The last journal entry when it was posted."""
    seats: list[str]

    @classmethod
    async def of(cls, store: Store, campaign: Campaign) -> list[Asked]:
        """The messages of a campaign that still wait for an answer."""
        noted = await store.look(partial(rows.people.noted, key=messages.asked_key(campaign)))
        return [] if noted is None else msgspec.json.decode(noted, type=list[Asked])


class Speaker:
    """Posts messages; what they say is checked again when they are posted."""

    def __init__(self, client: discord.Client, campaigns: Campaigns) -> None:
        self._client = client
        self._campaigns = campaigns

    async def say(self, row: OutboxRow, campaign: Campaign) -> None:
        """Tell the channel something."""
        said = msgspec.json.decode(row.payload, type=messages.Say)
        people, view, text, settled = said.people, None, _calling(said), False
        if said.awaits is not None and not (people := await self._awaited(campaign, said)):
            return
        if said.request is not None:
            request = await self._campaigns.store.look(partial(rows.requests.by_id, request_id=said.request))
            settled = request is None or request.settled_at is not None
            view = layout.question(text) if settled else request_view(text, said.request)
            people = [] if settled else people
        where = said.room or campaign.channel_id
        roles = [] if said.role is None else [said.role]
        asked = self._owing(campaign, said.asked)
        try:
            if said.topic is not None and await self._edited(campaign, said.topic, text, view, where):
                if settled:
                    await self._campaigns.store.set(partial(rows.people.unnote, key=said.topic))
                return
            posted = await self.post(
                campaign, row, text, people, roles=roles, view=view, asked=asked, where=where
            )
        except (discord.NotFound, discord.Forbidden) as error:
            if said.room is None:
                raise
            # The room is gone or closed: the campaign's own channel still works.
            log.info("nothing can be said in the thread %s: %s", said.room, error)
            return
        if said.topic is not None and not settled:
            hangs = msgspec.json.encode(Post(where, posted.id)).decode()
            note = partial(rows.people.note, key=said.topic, value=hangs)
            await self._campaigns.store.set(note)
        awaits = said.awaits if said.request is None else messages.Awaits(request=said.request)
        if awaits is not None:
            await self.remind(campaign, posted, people, awaits, room=said.room)
        morning = None if said.role is None else await self.morning(campaign.guild_id)
        if morning is not None:
            url = links.message_url(campaign.guild_id, campaign.channel_id, posted.id)
            again = messages.say(
                _("🌅 <@&{role}>, this was posted during the night: {url}", role=said.role, url=url),
                role=said.role,
            )
            again = msgspec.structs.replace(again, not_before=morning)
            await self._campaigns.store.add_outbox(campaign.id, [again])

    async def _awaited(self, campaign: Campaign, said: messages.Say) -> list[int]:
        """The people of a reminder who have still to answer."""
        assert said.awaits is not None
        if said.awaits.seat is not None:
            sitting = campaign.seating[said.awaits.seat]
            reserved = None if sitting.user_id == sitting.reserved_for else sitting.reserved_for
            return [user for user in said.people if user == reserved and not campaign.is_over]
        number = said.awaits.request
        if number is None:
            return [user for user in said.people if user not in campaign.people and not campaign.is_over]
        request = await self._campaigns.store.look(partial(rows.requests.by_id, request_id=number))
        if (
            request is None
            or request.settled_at
            or lapsed(request, campaign, campaign.last_seq, self._campaigns.store.now())
        ):
            return []
        # The call to a turn names the requests that wait for an answer.
        called = {
            campaign.seats.get(seat)
            for asked in await Asked.of(self._campaigns.store, campaign)
            if discord.utils.snowflake_time(asked.message) > request.at
            for seat in asked.seats
        }
        return [user for user in said.people if user not in request.agreed and user not in called]

    async def remind(
        self,
        campaign: Campaign,
        posted: discord.Message,
        people: Sequence[int],
        awaits: messages.Awaits,
        room: int | None = None,
    ) -> None:
        """Tell the people who were not pinged, when they wake, that they were asked something.

        :param room: the private thread in which they were asked, and are told.
        """
        now, store = self._campaigns.store.now(), self._campaigns.store
        hours = await self._campaigns.timekeeper.hours_of_people(people)
        waking: dict[datetime, list[int]] = {}
        for user in people:
            waking.setdefault(next_open(hours[user], now), []).append(user)
        url = links.message_url(campaign.guild_id, room or campaign.channel_id, posted.id)
        later = [
            messages.later(
                _(
                    "🌅 {asked}: please answer the question here: {url}",
                    asked=listed([f"<@{user}>" for user in asked]),
                    url=url,
                ),
                asked,
                awaits,
                at,
                room,
            )
            for at, asked in waking.items()
            if at > now
        ]
        if later:
            await store.add_outbox(campaign.id, later)

    async def _edited(
        self, campaign: Campaign, topic: str, text: str, view: ui.LayoutView | None, where: int
    ) -> bool:
        """Edit the message on a topic; False if there is none."""
        noted = await self._campaigns.store.look(partial(rows.people.noted, key=topic))
        hung = None if noted is None else msgspec.json.decode(noted, type=Post)
        if hung is None or hung.channel != where:
            return False
        channel = self._client.get_partial_messageable(where, guild_id=campaign.guild_id)
        try:
            message = channel.get_partial_message(hung.message)
            if view is None:
                await message.edit(
                    content=layout.cut(text, layout.REPLY), allowed_mentions=layout.NO_MENTIONS
                )
            else:
                await message.edit(view=view, allowed_mentions=layout.NO_MENTIONS)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return False
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            # A closed room keeps what was said in it.
        return True

    def _owing(self, campaign: Campaign, seats: Collection[str]) -> list[tuple[str, str]]:
        """What seats owe, by seat and kind."""
        if not seats or campaign.status != "running":
            return []
        decisions = self._campaigns.title_of(campaign).decisions(self._campaigns.state_of(campaign))
        return [(owed.seat, owed.kind) for owed in decisions if owed.seat in seats]

    async def morning(self, guild_id: int) -> datetime | None:
        """The time when the moderators' role of a server may be pinged again; None if it may be now."""
        nights = (await settings_of(self._campaigns, guild_id)).nights
        now = self._campaigns.store.now()
        at = now if nights is None else next_open(msgspec.json.decode(nights, type=Hours), now)
        return None if at == now else at

    async def direct(self, row: OutboxRow, campaign: Campaign) -> None:
        """Tell one person something; a person who takes no direct messages is not tried again."""
        word = msgspec.json.decode(row.payload, type=messages.Direct)
        store, key = self._campaigns.store, digest.undelivered(word.user_id)
        if word.still == messages.PARKED and campaign.parked_at is None:
            return
        if word.still not in ("", messages.PARKED) and not await store.look(
            partial(rows.people.noted, key=word.still)
        ):
            return
        text = await self._briefing(campaign, word) if word.seat else word.text
        if not text:
            return
        try:
            user = self._client.get_user(word.user_id) or await self._client.fetch_user(word.user_id)
            await user.send(text, nonce=f"d-{row.id}", allowed_mentions=layout.NO_MENTIONS)
        except discord.Forbidden as error:
            if error.code != CLOSED:
                raise
            await store.transact(partial(digest.refused, user_id=word.user_id))
        else:
            if await store.look(partial(rows.people.noted, key=key)) is not None:
                await store.set(partial(rows.people.unnote, key=key))

    async def _briefing(self, campaign: Campaign, word: messages.Direct) -> str:
        """The briefing for a seat; empty if the person no longer holds it, or the game is over."""
        if campaign.status != "running" or campaign.seats.get(word.seat) != word.user_id:
            return ""
        with speaking(await self._campaigns.languages.of_reader(word.user_id, spoken() or "en")):
            return await briefing(self._campaigns, campaign, word.seat)

    async def offer(self, row: OutboxRow, campaign: Campaign) -> None:
        """Offer a person a seat, unless the offer has lapsed in the meantime."""
        offered = msgspec.json.decode(row.payload, type=messages.Offer)
        if campaign.status != "running" or campaign.seating[offered.seat].reserved_for != offered.user_id:
            return
        sit = custom_ids.sit(campaign.id, offered.seat)
        decline = custom_ids.decline(campaign.id, offered.seat)
        view = layout.under(
            ui.Button(label=str(_LABELS[offered.label]), style=discord.ButtonStyle.success, custom_id=sit),
            ui.Button(label=_("No, thank you"), custom_id=decline),
        )
        called = [offered.user_id] if offered.called else []
        posted = await self.post(campaign, row, offered.text, called, view=view)
        await self.remind(campaign, posted, called, messages.Awaits(seat=offered.seat))

    async def post(
        self,
        campaign: Campaign,
        row: OutboxRow,
        text: str,
        people: Iterable[int],
        *,
        roles: Sequence[int] = (),
        view: ui.View | ui.LayoutView | None = None,
        asked: Collection[tuple[str, str]] = (),
        where: int | None = None,
    ) -> discord.Message:
        """Post a text, unless the view is a layout, which has the text in it.

        :param asked: seats, and kinds of their decisions, that learn from it what they owe.
        :param where: the thread for it, instead of the channel.
        """
        channel = self._client.get_partial_messageable(
            where or campaign.channel_id, guild_id=campaign.guild_id
        )
        nonce = f"{campaign.id}-{row.kind[0]}-{row.id}"
        reached, now = await awake(self._campaigns, people), self._campaigns.store.now()
        rung = bool(roles) and await self.morning(campaign.guild_id) is None
        mentions = discord.AllowedMentions(
            everyone=False,
            users=[discord.Object(user) for user in reached],
            roles=[discord.Object(role) for role in roles] if rung else [],
        )
        if isinstance(view, ui.LayoutView):
            posted = await channel.send(view=view, nonce=nonce, allowed_mentions=mentions)
        else:
            posted = await channel.send(
                layout.cut(text, layout.REPLY),
                nonce=nonce,
                allowed_mentions=mentions,
                view=discord.utils.MISSING if view is None else view,
            )
        self._campaigns.newest.posted(posted)
        pinged = [(seat, kind) for seat, kind in asked if campaign.seats.get(seat) in reached]
        await self._campaigns.timekeeper.told(campaign, pinged, now)
        return posted


async def awake(campaigns: Campaigns, people: Iterable[int]) -> list[int]:
    """The people who may be pinged now, each once."""
    asked = dict.fromkeys(people)
    if not asked:
        return []
    hours, now = await campaigns.timekeeper.hours_of_people(asked), campaigns.store.now()
    return [user for user in asked if is_open(hours[user], now)]


def _calling(said: messages.Say) -> str:
    """The text, with mentions of the people to reach: Discord pings only people who are mentioned."""
    names = [f"<@{user}>" for user in said.people] + ([] if said.role is None else [f"<@&{said.role}>"])
    missing = [name for name in dict.fromkeys(names) if name not in said.text]
    if not missing:
        return said.text
    called = f"\n-# {' '.join(missing)}"
    return layout.cut(said.text, layout.REPLY - len(called)) + called
