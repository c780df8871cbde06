"""`/campaign review`: what a campaign's dearest decisions were, what was better, and the luck of its dice."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands, ui

from bot.campaigns import guards
from bot.desk.desk import Desk, may_post
from bot.errors import PoliteError, incident
from bot.interactions import which
from bot.interactions.host import (
    HEAVY,
    Button,
    Choices,
    Command,
    ForOne,
    Interaction,
    Select,
    answering,
    desk_of,
    host_of,
    offered,
    progress,
    show,
)
from bot.replays.films import bar
from bot.reviews import words
from bot.reviews.words import Reviewed
from bot.seats.named import seat_named
from bot.store import Campaign
from bot.surface import custom_ids, layout
from bot.surface.custom_ids import ANY_SEAT
from bot.surface.pictured import pictured
from data.catalogue import _, alone
from engines.core.contract import AnyTitle
from render import Picture, RenderError

ACCENT = 0x1E4284


async def seats(interaction: Interaction, current: str) -> Choices:
    """The seats of the campaign that was typed so far, or of the channel's."""
    desk = desk_of(interaction)
    try:
        campaign = await which.meant(desk, interaction, interaction.namespace.campaign)
    except PoliteError:
        return []
    names = desk.campaigns.title_of(campaign).seat_names
    return offered(((name, seat) for seat, name in names.items()), current)


@app_commands.command(name="review", extras=HEAVY)
@app_commands.autocomplete(campaign=which.choices, seat=seats)
@app_commands.describe(
    seat="Whose decisions are told; everybody's by default",
    share="Whether the channel sees it, once the campaign is over; only you by default",
    campaign=which.ABOUT,
)
@answering()
async def review(
    interaction: Interaction,
    seat: app_commands.Range[str, 1, 80] | None = None,
    share: bool = False,
    campaign: which.Number | None = None,
) -> None:
    """Look back: the dearest decisions, what was better, and the luck of the dice."""
    desk = desk_of(interaction)
    shown = guards.begun(await which.meant(desk, interaction, campaign))
    if share:
        may_post(interaction)
        if not shown.is_over:
            raise PoliteError(_("Until the campaign is over, a review is for you alone."))
    if not share:
        await _review(desk, interaction, shown, seat)
        return
    async with desk.campaigns.languages.aloud(shown):
        await _review(desk, interaction, shown, seat, share=True)


async def _review(
    desk: Desk, interaction: Interaction, campaign: Campaign, typed: str | None, *, share: bool = False
) -> None:
    title = desk.campaigns.title_of(campaign)
    only, seat = None, None
    if not campaign.is_over:
        only = _own(desk, campaign, interaction.user.id, typed)
    elif typed is not None:
        seat = seat_named(title, typed)

    async def tell(done: int, of: int) -> None:
        with alone():
            view = layout.question(_("🔍 Looking back: {bar}", bar=bar(done, of)))
        await progress(interaction, view=view, allowed_mentions=layout.NO_MENTIONS)

    reviewed = await host_of(interaction).reviews.of(campaign, only, tell)
    await _shown(interaction, title, campaign, reviewed, seat, share=share)


def _own(desk: Desk, campaign: Campaign, user_id: int, typed: str | None) -> str:
    """The seat whose decisions a person may look back on while the campaign goes on.

    :raises PoliteError: they have none, or play against people, who would play against advice.
    """
    seat = desk.own_seat(campaign, user_id, typed)
    if guards.unadvised(campaign, user_id):
        raise PoliteError(
            _("You play against people here, so there is no review before the campaign is over.")
        )
    return seat


async def _shown(
    interaction: Interaction,
    title: AnyTitle,
    campaign: Campaign,
    reviewed: Reviewed,
    seat: str | None,
    *,
    share: bool = False,
) -> None:
    picture = await _picture(title, campaign, reviewed, seat)

    async def send(sheet: Picture | None) -> None:
        file = None if sheet is None else layout.attachment(sheet)
        files = [] if file is None else [file]
        view = _card(title, campaign, reviewed, seat, file, chooses=not share)
        if share:
            await interaction.followup.send(
                view=view, files=files, ephemeral=False, allowed_mentions=layout.NO_MENTIONS
            )
        else:
            await interaction.edit_original_response(
                view=view, attachments=files, allowed_mentions=layout.NO_MENTIONS
            )

    if share:
        with alone():
            await show(interaction, layout.question(_("The review is posted in the channel.")))
    await pictured(send, picture, "review")


async def _picture(
    title: AnyTitle, campaign: Campaign, reviewed: Reviewed, seat: str | None
) -> Picture | None:
    try:
        return await asyncio.to_thread(words.picture, title, reviewed, seat, campaign.theme)
    except RenderError as error:
        incident(error, f"drawing the review of campaign {campaign.id}")
        return None


def _card(
    title: AnyTitle,
    campaign: Campaign,
    reviewed: Reviewed,
    seat: str | None,
    picture: discord.File | None,
    *,
    chooses: bool,
) -> ui.LayoutView:
    """The message: picture, decisions, luck; and the choice of a seat where several were looked at."""
    top, *rest = words.lines(title, reviewed, seat)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=ACCENT)
    box.add_item(ui.TextDisplay(top))
    if picture is not None:
        box.add_item(layout.gallery(picture, _("Review")))
    room = layout.TEXT - len(top) - 100
    for text in rest:
        parts = layout.cut(text, room)
        box.add_item(ui.TextDisplay(parts))
        room -= len(parts)
        if room < 100:
            break
    looked = list(reviewed.review.dear)
    if not chooses or len(looked) < 2:
        return layout.message(box)
    options = [discord.SelectOption(label=_("Everybody's decisions"), value=ANY_SEAT, default=seat is None)]
    options += [
        discord.SelectOption(
            label=_("Decisions of {seat}", seat=title.seat_names[one]), value=one, default=one == seat
        )
        for one in looked
    ]
    return layout.message(box, layout.select(custom_ids.reviewed(campaign.id), options))


class Look(ForOne, Button, template=custom_ids.REVIEW):
    """Shows the review, from the summary of a campaign."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        campaign = guards.begun(await which.meant(desk, interaction, str(self.campaign)))
        await _review(desk, interaction, campaign, None)


class Whose(ForOne, Select, template=custom_ids.REVIEWED):
    """A select of the seat whose decisions are told."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        chosen = self.item.values[0]
        campaign = guards.begun(await which.meant(desk, interaction, str(self.campaign)))
        await _review(desk, interaction, campaign, None if chosen == ANY_SEAT else chosen)


COMMANDS: tuple[Command, ...] = (review,)
CONTROLS = (Look, Whose)
