"""Private screens that are updated in place: a player's panel, and the preview of an action."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from hashlib import sha256
from typing import Any
from weakref import WeakValueDictionary

import aiohttp
import discord
import msgspec
from discord import ui

from bot.campaigns import proposals, table
from bot.campaigns.actions import Meant
from bot.campaigns.proposals import Play
from bot.campaigns.service import Campaigns
from bot.campaigns.table import Around
from bot.desk import panel, panel_face
from bot.desk.maps import Maps
from bot.desk.open_panels import (
    UNANSWERABLE,
    Look,
    Moment,
    Open,
    OpenPanels,
    Screen,
    Sent,
    Shown,
    deleted,
)
from bot.desk.spots import Map, attached
from bot.errors import incident
from bot.games.registry import presenter_of
from bot.games.shown import THEN, Group
from bot.posts.card.face import TONES
from bot.store import Campaign
from bot.surface import custom_ids, layout
from bot.surface.pictured import pictured
from data.catalogue import N_, _, alone
from render import WHOLE, CloseUp

log = logging.getLogger("tocsin.showing")

Interaction = discord.Interaction[Any]

PATIENCE = 0.02
"""Seconds that a view waits for its picture: a cached picture is there by then, and no answer is late."""

RENEWED = 3.0
"""Seconds that a panel that is brought up to date waits for its picture: nobody waits for its answer."""

Build = Callable[[Map | None], ui.LayoutView]
"""Makes a view with a picture, or without."""
BACK = N_("Back to the panel")
PLAY_ON = N_("Play on")
PREVIEW = N_("-# Preview only: nothing has been done.")
ENDS = N_("This panel no longer follows the game. **Play** on the card shows the present.")


class Screens:
    """Shows people their private views.

    Screens with a view under way are kept by message id; others are forgotten.
    """

    def __init__(self, campaigns: Campaigns, maps: Maps) -> None:
        self._campaigns = campaigns
        self._maps = maps
        self._screens: WeakValueDictionary[int, Screen] = WeakValueDictionary()
        self.panels = OpenPanels(campaigns.clock, campaigns.newest, self._renew)

    def _of(self, message_id: int | None) -> Screen:
        """The screen of a message; a new one for a message that is yet to come."""
        return Screen() if message_id is None else self._screens.setdefault(message_id, Screen())

    async def previewed(self, interaction: Interaction, meant: Meant) -> bool:
        """Show what an action leads to, with the button that takes it and the way back.

        Returns False and shows nothing if the action has no preview; it also leaves a refusal to the caller.
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
        heading = _("## {name} · {seat}", name=title.name, seat=title.seat_names[seat])
        row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(
            ui.Button(
                style=TONES["success"],
                label=layout.cut(preview.label, layout.LABEL),
                custom_id=custom_ids.go(campaign.id, proposal),
            ),
            back(campaign.id, seat, BACK if title.secrets else PLAY_ON),
        )
        asked = await panel.question(self._campaigns, campaign, seat, interaction.user.id, meant.around)
        lines = [heading, str(PREVIEW), asked.text, *preview.lines]
        shown = Shown(campaign.id, seat, Moment.of(campaign), version, inside=True)
        await self.show_lines(interaction, campaign, seat, lines, preview.close, row, shown=shown)
        return True

    async def show_lines(
        self,
        interaction: Interaction,
        campaign: Campaign,
        seat: str | None,
        lines: Sequence[str],
        close: CloseUp,
        *rows: ui.ActionRow[ui.LayoutView],
        shown: Shown | None = None,
    ) -> None:
        """Show lines with a part of the map as a seat knows it, or the public (None).

        :param shown: as in `put`.
        """

        def build(picture: Map | None) -> ui.LayoutView:
            view = ui.LayoutView(timeout=None)
            box: ui.Container[ui.LayoutView] = ui.Container()
            box.add_item(ui.TextDisplay(layout.first_lines(lines, layout.TEXT, more=layout.MORE_LINES)))
            if picture is not None:
                box.add_item(layout.gallery(picture, ""))
            view.add_item(box)
            for row in rows:
                view.add_item(row)
            # As on the card: its custom ids hold all its data, so discord.py need not keep it.
            view.stop()
            return view

        picture = self._close_up(interaction.user.id, campaign, seat, None if close == WHOLE else close)
        await self.put(interaction, build, picture, shown)

    async def show_panel(
        self,
        interaction: Interaction,
        campaign: Campaign,
        seat: str,
        news: Sequence[str] = (),
        key: str = "",
        around: Around | None = None,
    ) -> None:
        """Show the panel of a seat as it is now, with the part of the map for its choices.

        :param key: of further choices that the player has opened.
        :param around: what stands beside the board, if it was read with the campaign.
        """
        with alone():
            made = await panel.of(self._campaigns, campaign, seat, interaction.user.id, news, key, around)
            picture = self._close_up(interaction.user.id, campaign, seat, made.close, made.groups)
            await self.put(
                interaction, lambda map_: panel_face.build(made, map_), picture, _shown(made, campaign)
            )

    async def show_next(
        self,
        interaction: Interaction,
        campaign: Campaign,
        seat: str,
        news: Sequence[str],
        around: Around | None = None,
    ) -> None:
        """Show the next panel: another seat of the player's if only that one owes a decision.

        :param around: as in `show_panel`.
        """
        seat = self._next(campaign, seat, interaction.user.id)
        await self.show_panel(interaction, campaign, seat, news, around=around)

    def _next(self, campaign: Campaign, seat: str, user_id: int) -> str:
        """A seat, or another one of the same person if only that owes a decision."""
        if campaign.status != "running":
            return seat
        decisions = self._campaigns.title_of(campaign).decisions(self._campaigns.state_of(campaign))
        owing = {decision.seat for decision in decisions}
        own = panel.held(campaign, user_id)
        return seat if seat in owing else next((other for other in own if other in owing), seat)

    async def _renew(self, open_: Open) -> bool:
        """Bring an open panel up to date, if it would look otherwise.

        What a person has opened from it stays as long as it can be used. Returns False if it is no longer a
        panel of theirs.
        """
        was, turn, user_id = open_.shown, open_.screen.turn, open_.user_id
        campaign, around, _card = await table.of(self._campaigns.store, was.campaign)
        moment = Moment.of(campaign)
        valid = campaign.opened <= was.stamped <= campaign.version
        if was.inside and valid and moment.stands(was.moment):
            open_.shown = was._replace(moment=moment)
            return True
        if not self._campaigns.title_of(campaign).secrets:
            # The card asked a question here; the game itself is played on the card.
            await self.panels.delete(open_)
            return False
        seat = self._next(campaign, was.seat, user_id)
        if campaign.seats.get(seat) != user_id:
            return False
        with alone():
            same = seat == was.seat and moment == was.moment
            news = was.news if same else await panel.since(self._campaigns, campaign, seat)
            made = await panel.of(self._campaigns, campaign, seat, user_id, news, around=around)
            if made.waits and was.waits and seat == was.seat:
                # What their press came to stays, until they are asked again.
                made = made._replace(news=[*was.news, *(line for line in news if line not in was.news)])
            if valid:
                # Its controls would differ in nothing but the version, and can still be used.
                made = made._replace(stamp=made.stamp._replace(version=was.stamped))
            if open_.ends and not made.asks:
                made = made._replace(barred=[str(ENDS), *made.barred])
            drawn = self._close_up(user_id, campaign, seat, made.close, made.groups)
            drawing = asyncio.ensure_future(drawn)
            try:
                await asyncio.wait({drawing}, timeout=RENEWED)
                late = not drawing.done()
                turn = await self._redone(open_, turn, made, campaign, _there(drawing))
                if late and turn:
                    await self._redone(open_, turn, made, campaign, await drawing)
            finally:
                drawing.cancel()
        return True

    async def _redone(
        self, open_: Open, turn: int, made: panel.Panel, campaign: Campaign, picture: Map | None
    ) -> int:
        """Show a panel in place of the open one, if that looks otherwise; gives its turn.

        0 if something else was shown meanwhile: an answer shows the present itself.
        """
        build, screen = partial(panel_face.build, made), open_.screen
        shown = _shown(made, campaign)._replace(look=_look(build(picture), picture))
        async with screen.lock:
            if screen.turn != turn or not self.panels.is_open(open_):
                return 0
            if made.asks and self._campaigns.newest.of(open_.key[0]) > open_.message.id:
                turn = screen.begin()
                await self._lower(open_, build, picture)
            elif shown.look != open_.shown.look:
                turn = screen.begin()
                await pictured(partial(_redo, open_.message, build), picture, "a close-up")
            open_.shown = shown
        return turn

    async def _lower(self, open_: Open, build: Build, picture: Map | None) -> None:
        """Show a panel in a new message, below what was posted since, and delete the old one."""

        async def send(picture: Map | None) -> Sent:
            return await open_.followup.send(
                view=build(picture),
                files=[] if picture is None else [picture],
                ephemeral=True,
                wait=True,
                allowed_mentions=layout.NO_MENTIONS,
            )

        above, open_.message = open_.message, await pictured(send, picture, "a close-up")
        self._screens[open_.message.id] = open_.screen
        await deleted(above)

    async def _close_up(
        self,
        user_id: int,
        campaign: Campaign,
        seat: str | None,
        close: CloseUp | None,
        groups: Sequence[Group] = (),
    ) -> Map | None:
        """A part of the map; None if there is none, the campaign wants none, or it can't be drawn.

        :param groups: the choices among whose places its player chooses.
        """
        if close is None or campaign.images == "never":
            return None
        try:
            # A player who has gone on needs it no more: the next picture takes its place in the queue.
            line = ("close-up", user_id, campaign.id, seat)
            return attached(await self._maps.of(campaign, seat, campaign.theme, close, line=line), groups)
        except Exception as error:  # noqa: BLE001 - play goes on without a picture
            incident(error, f"drawing a close-up of campaign {campaign.id}")
            return None

    async def put(
        self,
        interaction: Interaction,
        build: Build,
        drawn: Coroutine[Any, Any, Map | None],
        shown: Shown | None = None,
    ) -> None:
        """Show a view in place of the one before, and drop that one's picture.

        The view does not wait for a slow picture: it is shown without it, and again with it, unless the
        message shows another view by then.

        :param shown: what it shows of a panel; None for anything that does not replace a panel elsewhere.
        """
        drawing = asyncio.ensure_future(drawn)
        screen = self._of(_in_place(interaction))
        turn = screen.begin(drawing)
        await asyncio.wait({drawing}, timeout=PATIENCE)
        async with screen.lock:
            # A view that was overtaken while it waited is not shown.
            overtaken, late = screen.turn != turn, not drawing.done()
            sent = None if overtaken else await _edit_with(interaction, build, _there(drawing), shown)
        # The view may have been pressed already, and the message may show another one.
        if sent is not None and self._screens.setdefault(sent[0].id, screen) is screen:
            await self.panels.shows(interaction, sent[0], screen, sent[1])
            if late:
                await self._follow(interaction, build, drawing, screen, turn, sent[0])
        drawing.cancel()

    async def _follow(
        self,
        interaction: Interaction,
        build: Build,
        drawing: asyncio.Future[Map | None],
        screen: Screen,
        turn: int,
        message: Sent,
    ) -> None:
        """Add a picture to a view that is shown without it, unless the message shows another view by then.

        The view is complete without it, and the next press brings another picture: a failure is not reported.
        """
        await asyncio.wait({drawing})
        picture = None if drawing.cancelled() else drawing.result()
        if picture is None:
            return
        async with screen.lock:
            if screen.turn != turn:
                return
            look = _look(build(picture), picture)
            try:
                await _redo(message, build, picture)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.warning("a close-up that was late is not shown: %s", error)
            else:
                self.panels.looks(interaction, message, look)

    async def close_question(self, interaction: Interaction) -> None:
        """Delete the message whose control was pressed: the game is played on the card."""
        self.panels.closes(interaction)
        await interaction.delete_original_response()


def back(campaign: int, seat: str, label: N_ = BACK) -> ui.Button[ui.LayoutView]:
    """The button that leads back to the panel."""
    return ui.Button(style=TONES["secondary"], label=str(label), custom_id=custom_ids.again(campaign, seat))


async def edit(interaction: Interaction, **changes: Any) -> Sent | None:
    """Edit the answer; None if it can't be reached any more.

    A press on a card is answered in a private message below it.
    """
    try:
        if on_card(interaction):
            files = changes.pop("attachments", [])
            return await interaction.followup.send(
                files=files, ephemeral=True, wait=True, allowed_mentions=layout.NO_MENTIONS, **changes
            )
        # A press that was delivered twice may have a text as its answer already, which can't stand beside a
        # view.
        return await interaction.edit_original_response(
            allowed_mentions=layout.NO_MENTIONS, **{"content": None, **changes}
        )
    except discord.HTTPException as error:
        if error.code not in UNANSWERABLE:
            raise
        return None


def _there(drawing: asyncio.Future[Map | None]) -> Map | None:
    """A picture, if it is done."""
    return drawing.result() if drawing.done() else None


async def _edit_with(
    interaction: Interaction, build: Build, picture: Map | None, shown: Shown | None
) -> tuple[Sent, Shown | None] | None:
    """Show a view with its picture, or without it if Discord refuses the picture.

    Returns the message, and what it shows with how it looks.
    """

    async def show(picture: Map | None) -> tuple[Sent, Shown | None] | None:
        view = build(picture)
        looks = shown and shown._replace(look=_look(view, picture))
        message = await edit(interaction, view=view, attachments=[] if picture is None else [picture])
        return None if message is None else (message, looks)

    return await pictured(show, picture, "a close-up")


async def _redo(message: Sent, build: Build, picture: Map | None) -> None:
    """Show another view in a private message."""
    attachments = [] if picture is None else [picture]
    await message.edit(view=build(picture), attachments=attachments, allowed_mentions=layout.NO_MENTIONS)


def _look(view: ui.LayoutView, picture: Map | None) -> Look:
    """How a message looks with a view, and a picture that was not sent yet."""
    components: Any = view
    parts = sha256(msgspec.json.encode(_unnumbered(components.to_components()))).digest()
    if picture is None:
        return Look(parts, None)
    drawn = sha256(picture.fp.read()).digest()
    picture.reset()
    return Look(parts, drawn)


def _unnumbered(part: Any) -> Any:
    """Components without the random numbers of selects."""
    if isinstance(part, list):
        return [_unnumbered(each) for each in part]
    if isinstance(part, dict):
        return {key: _unnumbered(value) for key, value in part.items() if key != "id"}
    return part


def _shown(made: panel.Panel, campaign: Campaign) -> Shown:
    """What a panel shows."""
    stamp = made.stamp
    return Shown(
        stamp.campaign,
        stamp.seat,
        Moment.of(campaign),
        stamp.version,
        made.news,
        waits=made.waits,
        asks=made.asks,
        inside=made.inside,
    )


def on_card(interaction: Interaction) -> bool:
    """Whether the answer would change a public message."""
    in_place = interaction.response.type is discord.InteractionResponseType.deferred_message_update
    return in_place and _in_place(interaction) is None


def _in_place(interaction: Interaction) -> int | None:
    """The message that the answer edits; None if the answer is a new one."""
    message = interaction.message
    return message.id if message is not None and message.flags.ephemeral else None
