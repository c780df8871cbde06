"""Spectators' threads, in which no player reads, and what is told of each turn there and to followers."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Literal, NamedTuple

import discord
import msgspec
from discord import ui

from bot.campaigns import lessons, messages
from bot.campaigns.ranks import sees_campaign, settings_of
from bot.campaigns.service import Campaigns
from bot.people import digest
from bot.posts.card import face
from bot.posts.card.poster import Cards
from bot.posts.say import CLOSED as TAKES_NO_MESSAGES
from bot.posts.summary import CLOSED
from bot.store import Campaign, OutboxRow, Write, rows
from bot.store.preferences import THREAD
from bot.store.rows.spectators import Settle, Spectators
from bot.surface import layout, links
from bot.surface.pictured import pictured
from bot.surface.threads import let_in, shut
from data.catalogue import N_, _, speaking, spoken
from render import Picture

log = logging.getLogger("tocsin.spectators")

UNUSED: Literal[10080] = 10080
"""Minutes without a message after which Discord archives a thread."""
ASLEEP = 50083
"""Discord's error for a thread that is archived."""
GAME = 60
"""Characters of a game's name in that of a thread, which may have a hundred."""
SHUT = (*CLOSED, ASLEEP)
"""Errors of a thread that is gone or shut: they concern the thread alone, and not the campaign's channel."""


_LOST = N_(
    "The spectators' thread of this campaign was deleted or locked, so its followers get a message for each "
    "turn instead. A moderator can open it again with `/mod spectators`."
)


class Told(NamedTuple):
    """A turn that is over, as it is told."""

    leaf: face.Face
    picture: Picture | None
    url: str
    """The campaign's own account of it."""


class SpectatorThreads:
    """Opens and closes the threads of spectators, and tells them of each turn; nobody is ever pinged."""

    def __init__(self, client: discord.Client, campaigns: Campaigns, cards: Cards) -> None:
        self._client = client
        self._campaigns = campaigns
        self._store = campaigns.store
        self._cards = cards

    async def settle(self, row: OutboxRow, campaign: Campaign) -> None:
        """Open a thread that is wanted, give it its members, or close it with its campaign."""
        known = await self._store.look(partial(rows.spectators.of_campaign, campaign_id=campaign.id))
        if known is None:
            if not await self._is_usual(campaign):
                return
            known = Spectators(campaign_id=campaign.id)
        if campaign.status == "lobby":
            return
        asked = msgspec.json.decode(row.payload, type=Settle)
        people = asked.people
        if known.thread_id is not None and not known.open:
            # Whoever has sat down since it was closed.
            people = [*people, *campaign.people]
        try:
            if asked.moved and known.open and not campaign.is_over:
                known = await self._left_behind(campaign, known)
            if known.wanted and not campaign.is_over:
                await self._seat(campaign, await self._opened(row, campaign, known), people)
            elif known.open:
                await self._close(campaign, known)
            elif known.thread_id is not None and asked.people:
                await self._let_go(campaign, known.thread_id, asked.people)
        except discord.HTTPException as error:
            if error.code not in SHUT:
                raise
            await self._lost(campaign, error)
        if asked.people:
            await self._store.set(partial(rows.outbox.forget_names, message_id=row.id))

    async def _is_usual(self, campaign: Campaign) -> bool:
        """Whether a campaign gets a thread although nobody has asked for one."""
        if campaign.status != "running":
            return False
        lesson = lessons.lesson_of(self._campaigns.title_of(campaign), campaign)
        return lesson is None and (await settings_of(self._campaigns, campaign.guild_id)).spectators

    async def _opened(self, row: OutboxRow, campaign: Campaign, known: Spectators) -> Spectators:
        """The thread of a campaign that goes on, opened where it is not."""
        if known.open:
            return known
        thread = None if known.thread_id is None else await self._again(known.thread_id)
        members = [] if thread is None else known.members
        thread = thread or await self._made(campaign)
        if thread is None:
            await self._refused(campaign)
            return known
        # Before anybody is greeted: after a crash it is known.
        opened = msgspec.structs.replace(known, thread_id=thread.id, open=True, members=members)
        await self._alter(campaign, thread_id=thread.id, open=True, members=members)
        text = _(
            "👁️ Here spectators of **{game}** in <#{channel}> can say what they think: its players can't "
            "read this thread. Please tell no player what is said here. When a turn ends, I post what "
            "happened and the map. I don't read this thread, but members who may manage threads can.",
            game=self._campaigns.packs.name_of(campaign),
            channel=campaign.channel_id,
        )
        await thread.send(text, nonce=f"{campaign.id}-o-{row.id}", allowed_mentions=layout.NO_MENTIONS)
        return opened

    async def _left_behind(self, campaign: Campaign, known: Spectators) -> Spectators:
        """Close the thread of a campaign that has moved to another channel; what is in it stays there."""
        assert known.thread_id is not None
        try:
            thread = await self._client.fetch_channel(known.thread_id)
            if isinstance(thread, discord.Thread):
                if thread.parent_id == getattr(await self._place(campaign), "id", None):
                    return known
                await shut(thread)
        except discord.HTTPException as error:
            if error.code not in SHUT:
                raise
        await self._alter(campaign, thread_id=None, open=False, members=[])
        return msgspec.structs.replace(known, thread_id=None, open=False, members=[])

    async def _let_go(self, campaign: Campaign, thread_id: int, people: Iterable[int]) -> None:
        """Put people out of a thread that is shut, and shut it again."""
        thread = await self._client.fetch_channel(thread_id)
        assert isinstance(thread, discord.Thread)
        locked = thread.locked
        thread = await thread.edit(archived=False)
        for user in people:
            await _put_out(thread, user)
            await self._note(campaign, user, inside=False)
        await shut(thread, locked=locked)

    async def _again(self, thread_id: int) -> discord.Thread | None:
        """A thread that was closed before, open again; None if it is gone."""
        try:
            thread = await self._client.fetch_channel(thread_id)
            if not isinstance(thread, discord.Thread):
                return None
            return await thread.edit(archived=False, locked=False)
        except discord.NotFound:
            return None

    async def _made(self, campaign: Campaign) -> discord.Thread | None:
        """A new private thread, beside the campaign's where that is a thread; None if there can be none."""
        place = await self._place(campaign)
        if place is None:
            return None
        allowed = place.permissions_for(place.guild.me)
        if not (allowed.create_private_threads and allowed.send_messages_in_threads):
            return None
        # With the number, so that a thread that a dying process has made is found again.
        game = layout.cut(self._campaigns.packs.name_of(campaign), GAME)
        name = _("Spectators · {game} · {id}", game=game, id=campaign.id)
        us = self._client.user
        for thread in await place.guild.active_threads():
            ours = us is not None and (thread.owner_id, thread.parent_id, thread.name) == (
                us.id,
                place.id,
                name,
            )
            if ours and thread.is_private():
                return thread
        try:
            return await place.create_thread(
                name=name,
                type=discord.ChannelType.private_thread,
                auto_archive_duration=UNUSED,
                invitable=False,
            )
        except discord.Forbidden as error:
            log.info("campaign %s can have no thread for spectators: %s", campaign.id, error)
            return None

    async def _place(self, campaign: Campaign) -> discord.TextChannel | None:
        """The channel under which the threads of a campaign hang; None where none can."""
        channel = self._client.get_channel(campaign.channel_id) or await self._client.fetch_channel(
            campaign.channel_id
        )
        place = channel.parent if isinstance(channel, discord.Thread) else channel
        return place if isinstance(place, discord.TextChannel) else None

    async def _alter(self, campaign: Campaign, **changes: Any) -> None:
        alter = partial(rows.spectators.alter, campaign_id=campaign.id, **changes)
        await self._store.transact(alter, campaign_id=campaign.id)

    async def _refused(self, campaign: Campaign) -> None:
        """Say once that there can be no thread; its followers get letters instead."""
        off = partial(rows.spectators.alter, campaign_id=campaign.id, wanted=False)
        await self._store.transact(off, self._saying(campaign, no_thread()), campaign_id=campaign.id)

    async def _seat(self, campaign: Campaign, known: Spectators, people: Collection[int] = ()) -> None:
        """Let new followers into a thread, and put those out who follow no more: players above all.

        :param people: whose place is put right whatever is noted of them.
        """
        if not known.open or known.thread_id is None:
            return
        following = await self._store.look(partial(rows.spectators.followers, campaign_id=campaign.id))
        if campaign.is_over:
            # Nobody follows it any more, and whoever did may read it to the end.
            following = dict.fromkeys(known.members, THREAD)
        wanted = [
            user for user, gets in following.items() if gets == "thread" and user not in campaign.people
        ]
        apart = self._is_apart(campaign, known.thread_id)
        if apart:
            wanted = await self._seeing(campaign, wanted)
        came = [user for user in wanted if user in people or user not in known.members]
        if not apart:
            came = await self._seeing(campaign, came)
        # In the place of a person who was forgotten there is 0.
        gone = [user for user in dict.fromkeys((*known.members, *people)) if user and user not in wanted]
        if not came and not gone:
            return
        thread = await self._awake(known.thread_id)
        # Players go first, and nobody is in it of whom it is not noted.
        for user in gone:
            await _put_out(thread, user)
            await self._note(campaign, user, inside=False)
        for user in came:
            await self._note(campaign, user, inside=True)
            await let_in(thread, user)

    async def _seeing(self, campaign: Campaign, people: Iterable[int]) -> list[int]:
        """The people who can see the channel of a campaign."""
        return [user for user in people if await sees_campaign(self._client, campaign, user)]

    async def _note(self, campaign: Campaign, user_id: int, *, inside: bool) -> None:
        note = partial(rows.spectators.note, campaign_id=campaign.id, user_id=user_id, inside=inside)
        await self._store.transact(note, campaign_id=campaign.id)

    def _is_apart(self, campaign: Campaign, thread_id: int) -> bool:
        """Whether people may see a thread who can't see the channel of its campaign, which has moved or is a
        thread itself."""
        guild = self._client.get_guild(campaign.guild_id)
        thread = None if guild is None else guild.get_thread(thread_id)
        return thread is None or thread.parent_id != campaign.channel_id

    async def _awake(self, thread_id: int) -> discord.Thread:
        """A thread, which Discord may have archived: nobody can be let in or put out while it is."""
        thread = await self._client.fetch_channel(thread_id)
        assert isinstance(thread, discord.Thread)
        return await thread.edit(archived=False) if thread.archived else thread

    async def _close(self, campaign: Campaign, known: Spectators) -> None:
        """Archive a thread; its members can still read it."""
        assert known.thread_id is not None
        thread = await self._client.fetch_channel(known.thread_id)
        assert isinstance(thread, discord.Thread)
        await shut(thread)
        await self._alter(campaign, open=False)

    async def _lost(self, campaign: Campaign, error: discord.HTTPException) -> None:
        """A thread that a moderator has deleted or shut: it is not opened again unless they ask for it."""
        log.info("the spectators' thread of campaign %s is gone: %s", campaign.id, error)
        off = partial(rows.spectators.alter, campaign_id=campaign.id, wanted=False, open=False)
        said = [] if campaign.is_over else [self._saying(campaign, _LOST())]
        await self._store.transact(off, *said, campaign_id=campaign.id)

    def _saying(self, campaign: Campaign, text: str) -> Write:
        said = [messages.say(text)]
        return partial(rows.outbox.add, campaign_id=campaign.id, messages=said, now=self._store.now())

    async def turn(self, row: OutboxRow, campaign: Campaign) -> None:
        """Post a turn that is over in the spectators' thread."""
        known = await self._store.look(partial(rows.spectators.of_campaign, campaign_id=campaign.id))
        if known is None or known.thread_id is None or not known.open:
            return
        made = await self._told(row, campaign)
        if made is None:
            return
        thread = self._client.get_partial_messageable(known.thread_id, guild_id=campaign.guild_id)
        nonce = f"{campaign.id}-w-{row.id}"
        try:
            # Somebody may be in it who can't see the campaign any more.
            await self._seat(campaign, known)
            try:
                await self._send(thread, made, nonce)
            except discord.HTTPException as error:
                if error.code != ASLEEP:
                    raise
                await self._awake(known.thread_id)
                await self._send(thread, made, nonce)
        except discord.HTTPException as error:
            if error.code not in SHUT:
                raise
            await self._lost(campaign, error)

    async def letter(self, row: OutboxRow, campaign: Campaign) -> None:
        """Tell one person of a turn that is over, if they still see the channel of the campaign.

        A person who takes no direct messages keeps the campaign on their list.
        """
        user_id = msgspec.json.decode(row.payload, type=messages.Turn).user_id
        if user_id in campaign.people or not await sees_campaign(self._client, campaign, user_id):
            return
        with speaking(await self._campaigns.languages.of_person(user_id, spoken() or "en")):
            made = await self._told(row, campaign)
        if made is None:
            return
        try:
            user = self._client.get_user(user_id) or await self._client.fetch_user(user_id)
            await self._send(user, made, f"f-{row.id}")
        except discord.Forbidden as error:
            if error.code != TAKES_NO_MESSAGES:
                raise
            await self._store.transact(partial(digest.refused, user_id=user_id))

    async def _told(self, row: OutboxRow, campaign: Campaign) -> Told | None:
        """A turn as it is told; None for one that is not over any more, because it was taken back."""
        over = msgspec.json.decode(row.payload, type=messages.Turn)
        if not campaign.state:
            return None
        number = self._campaigns.chapter_of(campaign) if over.chapter is None else over.chapter
        made = await self._cards.turn(campaign, number)
        if made is None:
            return None
        leaf, picture = made
        again = await self._store.look(
            partial(rows.journal.was_taken_back, campaign_id=campaign.id, chapter=number)
        )
        if again:
            leaf = leaf._replace(due=_("-# Told again: some of it was taken back and played anew."))
        card = await self._store.card(campaign.id, number)
        url = links.channel_url(campaign.guild_id, campaign.channel_id)
        return Told(leaf, picture, url if card is None else links.card_url(campaign.guild_id, card))

    async def _send(self, whom: discord.abc.Messageable, turn: Told, nonce: str) -> None:
        """Post a turn without a notification."""
        link: ui.Button[ui.LayoutView] = ui.Button(label=_("To the campaign"), url=turn.url)

        async def show(file: discord.File | None) -> None:
            view = face.build(turn.leaf, file)
            view.add_item(ui.ActionRow(link))
            await whom.send(
                view=view,
                files=[] if file is None else [file],
                nonce=nonce,
                silent=True,
                allowed_mentions=layout.NO_MENTIONS,
            )

        picture = None if turn.picture is None else layout.attachment(turn.picture)
        await pictured(show, picture, f"the card {nonce}")


async def _put_out(thread: discord.Thread, user_id: int) -> None:
    # They may have left by themselves.
    with suppress(discord.NotFound):
        await thread.remove_user(discord.Object(user_id))


def no_thread() -> str:
    """The message that a campaign can have no thread for spectators."""
    return _(
        "I can't open a thread for spectators here. I need the permissions Create Private Threads and Send "
        "Messages in Threads in a text channel. A moderator can grant them, and then use `/mod spectators`."
    )
