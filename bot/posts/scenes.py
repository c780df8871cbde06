"""Scenes with public posts of their own, such as battles: posted once, and updated stage by stage."""

from __future__ import annotations

import logging
from collections.abc import Callable
from enum import Enum
from functools import partial
from hashlib import sha256

import discord
import msgspec
from discord import ui

from bot.campaigns.service import Campaigns
from bot.games.registry import presenter_of
from bot.games.shown import Scene
from bot.posts.card.face import doors
from bot.posts.card.poster import width_of
from bot.store import Campaign, OutboxRow, Post, rows
from bot.surface import layout
from bot.surface.pictured import REPOST, pictured
from bot.surface.pictures import Pictures
from data.catalogue import N_
from render import Picture, RenderError

log = logging.getLogger("tocsin.scenes")

Build = Callable[[layout.Media | None], ui.LayoutView]
"""Makes the message of a scene with a picture, or without."""

UNKNOWN_MESSAGE = 10008
TAKEN_BACK = N_("↩️ *This was taken back.*")


class Phase(Enum):
    """The stage of a scene, as its post shows it."""

    GOES_ON = "goes-on"
    OVER = "over"
    """The scene is decided, and its post is still the newest one with controls."""
    CLOSED = "closed"
    """The post is final, without controls."""


class Hung(Post, frozen=True):
    """A scene's post, and what it shows.

    :ivar tells: digest of its title and lines; empty if it may show an old version of the campaign.
    :ivar asks: digest of what the game waits for; empty if it asks nothing.
    :ivar pictured: whether it has a picture.
    """

    tells: str
    asks: str
    phase: Phase
    pictured: bool = True


class Scenes:
    """Posts the scenes of chapters, and updates their posts."""

    def __init__(self, client: discord.Client, campaigns: Campaigns, pictures: Pictures) -> None:
        self._client = client
        self._campaigns = campaigns
        self._store = campaigns.store
        self._pictures = pictures

    async def post(self, row: OutboxRow, campaign: Campaign) -> None:
        """Update the posts of a chapter's scenes, from the newest back to one that is final.

        The newest scene of the present chapter has controls while the campaign goes on; the others have none.
        """
        assert row.chapter is not None
        key = f"scene/{campaign.id}/{row.chapter}"
        noted = await self._store.look(partial(rows.people.noted, key=key))
        hung = [] if noted is None else msgspec.json.decode(noted, type=list[Hung])
        if not campaign.state or row.chapter > self._campaigns.chapter_of(campaign):
            await self._take_back(campaign, key, hung, 0)
            return
        chapter = await self._campaigns.chapter(campaign, row.chapter)
        words = presenter_of(self._campaigns.title_of(campaign))
        scenes = words.scenes(chapter.events)
        await self._take_back(campaign, key, hung, len(scenes))
        present = not campaign.is_over and row.chapter == self._campaigns.chapter_of(campaign)
        stale: list[tuple[int, Phase, str]] = []
        for number in reversed(range(len(scenes))):
            newest = present and number == len(scenes) - 1
            phase = _phase(scenes[number], newest=newest)
            due = words.due(self._campaigns.state_of(campaign)) if phase is Phase.GOES_ON else ""
            if number < len(hung) and _shows(hung[number]) == (_told(scenes[number]), _asked(due), phase):
                if phase is Phase.CLOSED:
                    break
                continue
            stale.append((number, phase, due))
        for number, phase, due in reversed(stale):
            nonce = f"{campaign.id}-b{row.id}-{number}"
            before = hung[number] if number < len(hung) else None
            shown = await self._show(campaign, scenes[number], before, nonce, phase, due)
            anew = before is None or shown.message != before.message
            if anew and row.version != campaign.version:
                # A bot that died after this post may be given an old version of it: the next message, which
                # has this version, updates it.
                shown = msgspec.structs.replace(shown, tells="", asks="")
            hung[number : number + 1] = [shown]
            # A new post is noted at once, edits together with the last of them.
            if anew or number == stale[0][0]:
                await self._note(key, hung)

    async def _note(self, key: str, hung: list[Hung]) -> None:
        note = partial(rows.people.note, value=msgspec.json.encode(hung).decode())
        await self._store.set(partial(note if hung else rows.people.unnote, key=key))

    async def _show(
        self, campaign: Campaign, scene: Scene, hung: Hung | None, nonce: str, phase: Phase, due: str
    ) -> Hung:
        """Post a scene, or edit its post.

        :param hung: its post so far.
        :param due: what the game waits for, if that is in this scene.
        """
        channel = self._client.get_partial_messageable(campaign.channel_id, guild_id=campaign.guild_id)
        build_with = partial(build, campaign, scene, due=due, controls=phase is not Phase.CLOSED)
        shows = _told(scene), _asked(due), phase
        if hung is not None and hung.channel == campaign.channel_id:
            message = channel.get_partial_message(hung.message)
            has = await self._changed(message, campaign, scene, build_with, hung)
            if has is not None:
                return Hung(hung.channel, hung.message, *shows, has)
        sent, has = await self._send(channel, build_with, await self._picture(campaign, scene), nonce)
        return Hung(campaign.channel_id, sent.id, *shows, has)

    async def _send(
        self, channel: discord.PartialMessageable, build_with: Build, picture: Picture | None, nonce: str
    ) -> tuple[discord.Message, bool]:
        """Post a scene; gives it, and whether it has a picture."""

        async def show(drawn: Picture | None) -> tuple[discord.Message, bool]:
            file = None if drawn is None else layout.attachment(drawn)
            sent = await channel.send(
                view=build_with(file),
                files=[] if file is None else [file],
                nonce=nonce,
                allowed_mentions=layout.NO_MENTIONS,
            )
            return sent, file is not None

        sent, has = await pictured(show, picture, f"the scene {nonce}")
        self._campaigns.newest.posted(sent)
        return sent, has

    async def _changed(
        self,
        message: discord.PartialMessage,
        campaign: Campaign,
        scene: Scene,
        build_with: Build,
        hung: Hung,
    ) -> bool | None:
        """Edit a post; gives whether it has a picture, None if it has to be posted again.

        If the post tells the same already, only what it asks or its controls change. The board has moved on,
        so its picture stays. A post that was deleted or can't be edited stays so.
        """
        unchanged = hung.tells == _told(scene)
        kept = layout.KEPT if hung.pictured and campaign.images != "never" else None
        try:
            return await self._change(
                message, build_with, kept if unchanged else await self._picture(campaign, scene)
            )
        except discord.HTTPException as error:
            if error.code not in (REPOST if unchanged else (UNKNOWN_MESSAGE,)):
                raise
            return hung.pictured if unchanged else None

    async def _change(
        self, message: discord.PartialMessage, build_with: Build, picture: Picture | str | None
    ) -> bool:
        """Edit a post; gives whether it has a picture.

        :param picture: a new picture, or the address of its present one.
        """

        async def show(drawn: Picture | str | None) -> bool:
            if isinstance(drawn, str):
                await message.edit(view=build_with(drawn), allowed_mentions=layout.NO_MENTIONS)
                return True
            file = None if drawn is None else layout.attachment(drawn)
            await message.edit(
                view=build_with(file),
                attachments=[] if file is None else [file],
                allowed_mentions=layout.NO_MENTIONS,
            )
            return file is not None

        return await pictured(show, picture, f"the scene {message.id}")

    async def _take_back(self, campaign: Campaign, key: str, hung: list[Hung], first: int) -> None:
        """Mark posts whose scenes were taken back, and forget them.

        :param first: the first of them.
        """
        if len(hung) <= first:
            return
        for each in hung[first:]:
            channel = self._client.get_partial_messageable(each.channel, guild_id=campaign.guild_id)
            try:
                await channel.get_partial_message(each.message).edit(
                    view=layout.question(str(TAKEN_BACK)), attachments=[], allowed_mentions=layout.NO_MENTIONS
                )
            except (discord.NotFound, discord.Forbidden) as error:
                # The bot can do nothing more in a channel that the campaign has left.
                if error.code != UNKNOWN_MESSAGE and each.channel == campaign.channel_id:
                    raise
        del hung[first:]
        await self._note(key, hung)

    async def _picture(self, campaign: Campaign, scene: Scene) -> Picture | None:
        """The picture of a scene; None if the campaign wants none, or it can't be drawn."""
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
            # The battle may be over by now, so its board is gone: the next scene has its own picture.
            log.warning("a scene of campaign %s goes without its picture: %s", campaign.id, error)
            return None


def build(
    campaign: Campaign, scene: Scene, picture: layout.Media | None, *, due: str = "", controls: bool
) -> ui.LayoutView:
    """A scene's post: what it has decided, its picture, the last events directly above the controls.

    The detail of a scene that is decided is in small print.

    It stands below open panels: a player who has scrolled down to it goes on from here.

    :param due: what the game waits for, and from whom; empty if the scene is over.
    :param controls: whether players act on this post.
    """
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=scene.colour)
    top = head(scene)
    box.add_item(ui.TextDisplay(top))
    if picture is not None:
        battle = scene.close.battle
        box.add_item(layout.gallery(picture, scene.title if battle is None else battle.words))
    if scene.lines:
        room = layout.TEXT - len(top) - len(due) - 100
        detail = (
            layout.last_lines(layout.small(scene.lines), room, elsewhere=layout.IN_REPLAY)
            if scene.headlines and scene.over
            else layout.sparing(scene.lines, room, layout.IN_REPLAY)
        )
        box.add_item(ui.TextDisplay(detail))
    if due:
        box.add_item(ui.TextDisplay(due))
    return layout.message(box, *([doors(campaign.id)] if controls else []))


def head(scene: Scene) -> str:
    """The first lines of a scene's post: what it is, or what it has decided."""
    if not scene.headlines:
        return f"## {scene.title}"
    first, *others = scene.headlines
    consequences = [first.told] if first.told else []
    further = [line for each in others for line in each.lines()]
    return "\n".join([f"## {first.title}", *consequences, *further])


def _phase(scene: Scene, *, newest: bool) -> Phase:
    """The stage that the post of a scene has to show.

    :param newest: it is the last scene of a chapter that goes on.
    """
    if not newest:
        return Phase.CLOSED
    return Phase.OVER if scene.over else Phase.GOES_ON


def _shows(hung: Hung) -> tuple[str, str, Phase]:
    return hung.tells, hung.asks, hung.phase


def _told(scene: Scene) -> str:
    """Digest of what a scene tells: if it differs, the post has to be edited, with a new picture."""
    return _short("\n".join([head(scene), str(scene.over), *scene.lines]))


def _asked(due: str) -> str:
    """Digest of what a scene asks: if it differs, the post has to be edited."""
    return _short(due) if due else ""


def _short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]
