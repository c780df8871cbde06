"""What one person alone is shown in place: their panel, and what an action leads to before it is done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord import ui

from bot.campaigns import proposals
from bot.campaigns.actions import Meant
from bot.campaigns.proposals import Play
from bot.campaigns.service import Campaigns
from bot.desk import panel, panel_face
from bot.desk.maps import Maps
from bot.errors import incident
from bot.games.registry import presenter_of
from bot.games.shown import THEN
from bot.posts.card.face import TONES
from bot.store import Campaign
from bot.surface import custom_ids, layout
from bot.surface.pictured import pictured
from data.catalogue import N_, _, speaking
from render import WHOLE, CloseUp

log = logging.getLogger("tocsin.showing")

Interaction = discord.Interaction[Any]

UNANSWERABLE = (10062, 40060, 50027, 10008, 10015)
"""The interaction is gone, answered elsewhere, or its token has run out: the card tells it all the same."""


PATIENCE = 0.02
"""Seconds that a view waits for its picture: one that is kept is there by then, and no answer is late."""

Build = Callable[[discord.File | None], ui.LayoutView]
"""Makes a view with a picture, or without."""
BACK = N_("Back to the panel")
PLAY_ON = N_("Play on")


class Screen:
    """A message of one person's own, in which one thing after another is shown."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.turn = 0
        self._drawing: asyncio.Future[discord.File | None] | None = None

    def begin(self, drawing: asyncio.Future[discord.File | None]) -> int:
        """Something new is to be shown: a picture of what was shown before is called off."""
        if self._drawing is not None:
            self._drawing.cancel()
        self._drawing = drawing
        self.turn += 1
        return self.turn


class Screens:
    """Shows people what is for them alone.

    The screens in which something is being shown are known by their message; the others are forgotten.
    """

    def __init__(self, campaigns: Campaigns, maps: Maps) -> None:
        self._campaigns = campaigns
        self._maps = maps
        self._screens: WeakValueDictionary[int, Screen] = WeakValueDictionary()

    def _of(self, message_id: int | None) -> Screen:
        """The screen of a message; a new one where the message is yet to come."""
        return Screen() if message_id is None else self._screens.setdefault(message_id, Screen())

    async def previewed(self, interaction: Interaction, meant: Meant) -> bool:
        """Show what an action leads to, with the button that goes through with it and the way back.

        False, and nothing is shown, where it is done at once; or refused, which whoever carries it out does.
        """
        campaign, seat = meant.campaign, meant.seat
        title = self._campaigns.title_of(campaign)
        preview = presenter_of(title).preview(meant.state, seat, meant.action)
        if preview is None:
            return False
        version = campaign.version if meant.version is None else meant.version
        after = f"{THEN}{meant.then}" if meant.then else ""
        play = Play(campaign.id, version, seat, title.notation(meant.action) + after)
        proposal = await proposals.offer(self._campaigns.store, interaction.user.id, play)
        heading = _(
            "## {name} · {seat}\n-# Nothing is done yet.", name=title.name, seat=title.seat_names[seat]
        )
        row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(
            ui.Button(
                style=TONES["success"],
                label=layout.cut(preview.label, layout.LABEL),
                custom_id=custom_ids.go(campaign.id, proposal),
            ),
            back(campaign.id, seat, BACK if title.secrets else PLAY_ON),
        )
        lines = [heading, *preview.lines]
        await self.show_lines(interaction, campaign, seat, lines, preview.close, row)
        return True

    async def show_lines(
        self,
        interaction: Interaction,
        campaign: Campaign,
        seat: str | None,
        lines: Sequence[str],
        close: CloseUp,
        *rows: ui.ActionRow[ui.LayoutView],
    ) -> None:
        """Show lines with a part of the map as a seat, or with None the public, knows it."""

        def build(picture: discord.File | None) -> ui.LayoutView:
            view = ui.LayoutView(timeout=None)
            box: ui.Container[ui.LayoutView] = ui.Container()
            box.add_item(ui.TextDisplay(layout.first_lines(lines, layout.TEXT, more=layout.MORE_LINES)))
            if picture is not None:
                box.add_item(layout.gallery(picture, ""))
            view.add_item(box)
            for row in rows:
                view.add_item(row)
            # As on the card: discord.py need not keep what its custom ids say.
            view.stop()
            return view

        picture = self._close_up(interaction, campaign, seat, None if close == WHOLE else close)
        await self.put(interaction, build, picture)

    async def show_panel(
        self,
        interaction: Interaction,
        campaign: Campaign,
        seat: str,
        news: Sequence[str] = (),
        key: str = "",
    ) -> None:
        """Show the panel of a seat as it is now, with the part of the map that goes with its choices.

        :param key: of further choices, that one has opened.
        """
        with speaking(interaction.locale):
            made = await panel.of(self._campaigns, campaign, seat, interaction.user.id, news, key)
            picture = self._close_up(interaction, campaign, seat, made.close)
            await self.put(interaction, lambda shown: panel_face.build(made, shown), picture)

    async def show_next(
        self, interaction: Interaction, campaign: Campaign, seat: str, news: Sequence[str]
    ) -> None:
        """Show the panel to go on with: of another seat of theirs where only that one owes a decision."""
        if campaign.status == "running":
            decisions = self._campaigns.title_of(campaign).decisions(self._campaigns.state_of(campaign))
            owing = {decision.seat for decision in decisions}
            own = panel.held(campaign, interaction.user.id)
            seat = seat if seat in owing else next((other for other in own if other in owing), seat)
        await self.show_panel(interaction, campaign, seat, news)

    async def _close_up(
        self, interaction: Interaction, campaign: Campaign, seat: str | None, close: CloseUp | None
    ) -> discord.File | None:
        """That part of the map; None where there is none, the campaign wants none, or it can't be drawn."""
        if close is None or campaign.images == "never":
            return None
        try:
            # Somebody who has gone on from it wants it no more: the next one takes its place.
            line = ("close-up", interaction.user.id, campaign.id, seat)
            return layout.attachment(await self._maps.of(campaign, seat, campaign.theme, close, line=line))
        except Exception as error:  # noqa: BLE001 - whatever is wrong with a picture, play goes on without it
            incident(error, f"drawing a close-up of campaign {campaign.id}")
            return None

    async def put(
        self, interaction: Interaction, build: Build, drawn: Coroutine[Any, Any, discord.File | None]
    ) -> None:
        """Show a view in place of what was shown, whose picture goes.

        Nobody waits for a picture that takes its time: the view is shown without it, and with it as soon as
        it is there, unless something else is shown in the same message by then.
        """
        drawing = asyncio.ensure_future(drawn)
        screen = self._of(_in_place(interaction))
        turn = screen.begin(drawing)
        await asyncio.wait({drawing}, timeout=PATIENCE)
        async with screen.lock:
            # Whoever was overtaken while they waited comes too late with all that they have to show.
            overtaken, late = screen.turn != turn, not drawing.done()
            message = None if overtaken else await _edit_with(interaction, build, _there(drawing))
        # What was new a moment ago may have been pressed already, and show something else.
        if late and message is not None and self._screens.setdefault(message.id, screen) is screen:
            await _follow(interaction, build, drawing, screen, turn)
        else:
            drawing.cancel()


def back(campaign: int, seat: str, label: N_ = BACK) -> ui.Button[ui.LayoutView]:
    """The way from what is shown in a panel's place to the panel."""
    return ui.Button(style=TONES["secondary"], label=str(label), custom_id=custom_ids.again(campaign, seat))


async def edit(interaction: Interaction, **changes: Any) -> discord.Message | None:
    """Put the answer right; None where it can't be reached any more.

    What was pressed on a card is answered below it, for whoever pressed alone.
    """
    try:
        if on_card(interaction):
            files = changes.pop("attachments", [])
            return await interaction.followup.send(
                files=files, ephemeral=True, wait=True, allowed_mentions=layout.NO_MENTIONS, **changes
            )
        # What was delivered twice may have been answered in words already, which no view can stand beside.
        return await interaction.edit_original_response(
            allowed_mentions=layout.NO_MENTIONS, **{"content": None, **changes}
        )
    except discord.HTTPException as error:
        if error.code not in UNANSWERABLE:
            raise
        return None


def _there(drawing: asyncio.Future[discord.File | None]) -> discord.File | None:
    """A picture, if it is there already."""
    return drawing.result() if drawing.done() else None


async def _follow(
    interaction: Interaction,
    build: Build,
    drawing: asyncio.Future[discord.File | None],
    screen: Screen,
    turn: int,
) -> None:
    """Put a picture into what is shown without it, unless that is something else by then.

    What is shown is whole without it, and the next press brings another: a refusal is not worth a word more.
    """
    await asyncio.wait({drawing})
    picture = None if drawing.cancelled() else drawing.result()
    if picture is None:
        return
    async with screen.lock:
        if screen.turn != turn:
            return
        try:
            await interaction.edit_original_response(
                view=build(picture), attachments=[picture], allowed_mentions=layout.NO_MENTIONS
            )
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("a close-up that was late is not shown: %s", error)


async def _edit_with(
    interaction: Interaction, build: Build, picture: discord.File | None
) -> discord.Message | None:
    """Show a view with its picture, or without it where that is refused."""

    async def show(picture: discord.File | None) -> discord.Message | None:
        attachments = [] if picture is None else [picture]
        return await edit(interaction, view=build(picture), attachments=attachments)

    return await pictured(show, picture, "a close-up")


def on_card(interaction: Interaction) -> bool:
    """Whether the answer would change a message that others see."""
    in_place = interaction.response.type is discord.InteractionResponseType.deferred_message_update
    return in_place and _in_place(interaction) is None


def _in_place(interaction: Interaction) -> int | None:
    """The message that is changed by the answer; None where the answer is a new one."""
    message = interaction.message
    return message.id if message is not None and message.flags.ephemeral else None
