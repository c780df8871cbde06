"""What has a public post of its own, kept in its place while it lasts: a battle, told by its stages."""

from __future__ import annotations

import logging
from functools import partial
from hashlib import sha256
from typing import NamedTuple

import discord
from discord import ui

from bot.campaigns.service import Campaigns
from bot.games.registry import presenter_of
from bot.games.shown import Scene
from bot.posts.card.face import doors
from bot.posts.card.poster import width_of
from bot.store import Campaign, OutboxRow, rows
from bot.surface import layout
from bot.surface.pictured import pictured
from bot.surface.pictures import Pictures
from data.catalogue import N_
from render import Picture, RenderError

log = logging.getLogger("tocsin.scenes")

UNKNOWN_MESSAGE = 10008
TAKEN_BACK = N_("↩️ *This was taken back.*")
OVER, GOES_ON = "over", "goes-on"


class Hung(NamedTuple):
    """Where a scene hangs, and what it tells there."""

    channel: int
    message: int
    digest: str
    """Of what it tells."""
    over: bool
    """It stands for good."""


class Scenes:
    """Posts the scenes of chapters, and puts right those that hang."""

    def __init__(self, client: discord.Client, campaigns: Campaigns, pictures: Pictures) -> None:
        self._client = client
        self._campaigns = campaigns
        self._store = campaigns.store
        self._pictures = pictures

    async def post(self, row: OutboxRow, campaign: Campaign) -> None:
        """Bring the scenes of a chapter up to date, from the newest back to one that stands for good."""
        assert row.chapter is not None
        if not campaign.state or row.chapter > self._campaigns.chapter_of(campaign):
            await self._take_back(campaign, row.chapter, 0)
            return
        chapter = await self._campaigns.chapter(campaign, row.chapter)
        scenes = presenter_of(self._campaigns.title_of(campaign)).scenes(chapter.events)
        await self._take_back(campaign, row.chapter, len(scenes))
        stale: list[int] = []
        for number in reversed(range(len(scenes))):
            hung = await self._hung(campaign, row.chapter, number)
            if hung is not None and hung.digest == _digest(scenes[number]):
                if hung.over:
                    break
                continue
            stale.append(number)
        for number in reversed(stale):
            await self._show(row, campaign, number, scenes[number])

    async def _show(self, row: OutboxRow, campaign: Campaign, number: int, scene: Scene) -> None:
        """Post a scene, or change the post that hangs."""
        assert row.chapter is not None
        hung = await self._hung(campaign, row.chapter, number)
        channel = self._client.get_partial_messageable(campaign.channel_id, guild_id=campaign.guild_id)
        picture = await self._picture(campaign, scene)
        digest, message_id = _digest(scene), 0
        if hung is not None and hung.channel == campaign.channel_id:
            try:
                await self._edit(channel.get_partial_message(hung.message), campaign, scene, picture)
                message_id = hung.message
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
        if not message_id:
            sent = await self._send(channel, campaign, scene, picture, f"{campaign.id}-b{row.id}-{number}")
            message_id = sent.id
            if row.version != campaign.version:
                # A bot that died after it had posted this may be given back what hangs, as it was then: the
                # next message, whose version this is, puts that right.
                digest = ""
        value = f"{campaign.channel_id}/{message_id}/{digest}/{OVER if scene.over else GOES_ON}"
        note = partial(rows.people.note, key=_key(campaign, row.chapter, number), value=value)
        await self._store.transact(note)

    async def _send(
        self,
        channel: discord.PartialMessageable,
        campaign: Campaign,
        scene: Scene,
        picture: Picture | None,
        nonce: str,
    ) -> discord.Message:
        async def show(drawn: Picture | None) -> discord.Message:
            file = None if drawn is None else layout.attachment(drawn)
            return await channel.send(
                view=build(campaign, scene, file),
                files=[] if file is None else [file],
                nonce=nonce,
                allowed_mentions=layout.NO_MENTIONS,
            )

        return await pictured(show, picture, f"the scene {nonce}")

    async def _edit(
        self, message: discord.PartialMessage, campaign: Campaign, scene: Scene, picture: Picture | None
    ) -> None:
        async def show(drawn: Picture | None) -> None:
            file = None if drawn is None else layout.attachment(drawn)
            await message.edit(
                view=build(campaign, scene, file),
                attachments=[] if file is None else [file],
                allowed_mentions=layout.NO_MENTIONS,
            )

        await pictured(show, picture, f"the scene {message.id}")

    async def _take_back(self, campaign: Campaign, chapter: int, first: int) -> None:
        """Mark what hangs and did not happen any more."""
        number = first
        while (hung := await self._hung(campaign, chapter, number)) is not None:
            channel = self._client.get_partial_messageable(hung.channel, guild_id=campaign.guild_id)
            try:
                await channel.get_partial_message(hung.message).edit(
                    view=layout.question(str(TAKEN_BACK)), attachments=[], allowed_mentions=layout.NO_MENTIONS
                )
            except (discord.NotFound, discord.Forbidden) as error:
                # In a channel that the campaign has left nothing more can be done.
                if error.code != UNKNOWN_MESSAGE and hung.channel == campaign.channel_id:
                    raise
            await self._store.transact(partial(rows.people.unnote, key=_key(campaign, chapter, number)))
            number += 1

    async def _hung(self, campaign: Campaign, chapter: int, number: int) -> Hung | None:
        noted = await self._store.look(partial(rows.people.noted, key=_key(campaign, chapter, number)))
        if noted is None:
            return None
        channel, message, digest, state = noted.split("/")
        return Hung(int(channel), int(message), digest, state == OVER)

    async def _picture(self, campaign: Campaign, scene: Scene) -> Picture | None:
        """What goes with a scene; None where the campaign wants none, or it can't be drawn."""
        if campaign.images == "never":
            return None
        title = self._campaigns.title_of(campaign)
        chapter = await self._campaigns.chapter(campaign, self._campaigns.chapter_of(campaign))
        try:
            return await self._pictures.draw(
                title,
                title.view(self._campaigns.state_of(campaign), None),
                presenter_of(title).moves(chapter.events if scene.events is None else scene.events),
                campaign.theme,
                await width_of(self._campaigns, campaign.guild_id),
                scene.close,
                line=("scene", campaign.id),
                hangs=True,
            )
        except RenderError as error:
            # The battle may be over by now, whose board is wanted: the next to come has its own picture.
            log.warning("a scene of campaign %s goes without its picture: %s", campaign.id, error)
            return None


def build(campaign: Campaign, scene: Scene, picture: discord.File | None) -> ui.LayoutView:
    """A scene as it hangs: its picture on top, what happened last directly above where one plays.

    It hangs below whatever panels are open: whoever has come down to it goes on from here.
    """
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=scene.colour)
    box.add_item(ui.TextDisplay(f"## {scene.title}"))
    if picture is not None:
        box.add_item(layout.gallery(picture, scene.title))
    if scene.lines:
        room = layout.TEXT - len(scene.title) - 100
        box.add_item(ui.TextDisplay(layout.last_lines(scene.lines, room)))
    if campaign.is_over:
        return layout.message(box)
    return layout.message(box, doors(campaign.id))


def _digest(scene: Scene) -> str:
    """Of what a scene tells: where it differs the post is to be changed."""
    return sha256("\n".join([scene.title, str(scene.over), *scene.lines]).encode()).hexdigest()[:16]


def _key(campaign: Campaign, chapter: int, number: int) -> str:
    return f"scene/{campaign.id}/{chapter}/{number}"
