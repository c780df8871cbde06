"""`/campaign replay` and `gif`: a campaign shown again, picture by picture or as one animated picture."""

from __future__ import annotations

import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from io import BytesIO

import discord
from discord import app_commands, ui

from bot.desk import album
from bot.desk.album import Place
from bot.desk.desk import Desk, may_post
from bot.interactions import which
from bot.interactions.host import (
    HEAVY,
    Button,
    Command,
    Interaction,
    Select,
    answering,
    desk_of,
    host_of,
    progress,
)
from bot.replays.films import WIDTHS, Film, Said, bar
from bot.store import Campaign
from bot.surface import custom_ids, layout
from data.catalogue import _, alone, speaking
from data.nouns import counted

log = logging.getLogger("tocsin.replay")

SIZES = [app_commands.Choice(name=f"{name}, {width} pixels", value=name) for name, width in WIDTHS.items()]


@app_commands.command(name="replay", extras=HEAVY)
@app_commands.autocomplete(campaign=which.choices)
@app_commands.describe(
    turn="The turn to begin with; the first by default",
    page="As one web page, a file that opens anywhere without a server",
    campaign=which.ABOUT,
)
@answering()
async def replay(
    interaction: Interaction,
    turn: app_commands.Range[int, 0, 999] | None = None,
    page: bool = False,
    campaign: which.Number | None = None,
) -> None:
    """Leaf through the maps of the campaign, for you alone."""
    desk = desk_of(interaction)
    shown = await which.meant(desk, interaction, campaign)
    if page:
        await _page(interaction, shown)
        return
    await album.opened(desk, host_of(interaction).replays, interaction, shown, turn)


async def _page(interaction: Interaction, shown: Campaign) -> None:
    """Send the whole campaign as one file, only to the person who asks."""
    async with _progress(interaction) as tell:
        made = await host_of(interaction).films.page(
            shown,
            names=_names(interaction, shown),
            limit=interaction.filesize_limit,
            tell=tell,
        )
    whose = "" if shown.is_over else _(" It shows public information only.")
    said = _(
        "🗺️ {scenes}, {number}.{whose} Open it in any browser.",
        scenes=counted(made.scenes, "scene"),
        number=_weight(len(made.data)),
        whose=whose,
    )
    file = discord.File(BytesIO(made.data), filename=f"{shown.title}-{shown.id}.html")
    await interaction.edit_original_response(
        content=f"{said} {made.left_out}".rstrip(), attachments=[file], view=None
    )


@asynccontextmanager
async def _progress(interaction: Interaction) -> AsyncIterator[Said]:
    """Shows how far a film or page is, with a button that cancels it, until it is done or broke off."""

    async def tell(done: int, of: int, token: str) -> None:
        with alone():
            cancel: ui.Button[ui.View] = ui.Button(label=_("Cancel"), custom_id=custom_ids.stop_film(token))
            said = bar(done, of) if of else _("⏳ This takes up to a minute.")
        await progress(interaction, content=said, view=layout.under(cancel))

    try:
        yield tell
    except Exception:
        # What is told of it comes into the same message, without the button.
        with suppress(discord.HTTPException):
            await interaction.edit_original_response(view=None)
        raise


def _names(interaction: Interaction, campaign: Campaign) -> dict[int, str]:
    """The names of a campaign's people on this server, as far as the bot knows them."""
    guild = interaction.guild
    members = [] if guild is None else [guild.get_member(user) for user in campaign.people]
    return {member.id: member.display_name for member in [*members, interaction.user] if member is not None}


@app_commands.command(name="gif", extras=HEAVY)
@app_commands.choices(size=SIZES)
@app_commands.autocomplete(campaign=which.choices)
@app_commands.describe(
    size="How wide it is at most; medium by default",
    share="Whether the channel sees it; only you by default",
    campaign=which.ABOUT,
)
@answering()
async def gif(
    interaction: Interaction,
    size: str = "medium",
    share: bool = False,
    campaign: which.Number | None = None,
) -> None:
    """Make an animated picture of the whole campaign."""
    desk = desk_of(interaction)
    if share:
        may_post(interaction)
    shown = await which.meant(desk, interaction, campaign)
    public = await desk.campaigns.languages.of(shown)
    async with _progress(interaction) as tell:
        with speaking(public) if share else alone():
            film = await host_of(interaction).films.make(
                shown, width=WIDTHS[size], limit=interaction.filesize_limit, tell=tell
            )

    def file() -> discord.File:
        name = f"{shown.title}-{shown.id}{film.animation.suffix}"
        return discord.File(BytesIO(film.animation.data), filename=name, description=film.alt)

    title, unposted = desk.campaigns.title_of(shown), ""
    if share:
        with speaking(public):
            words = _(
                "🎞️ **{name}**, shown by {mention}. {film}",
                name=title.name,
                mention=interaction.user.mention,
                film=_size(film),
            )
        # Discord lets the first message after the acknowledgement be as private as the acknowledgement.
        await interaction.edit_original_response(
            content=_("The animation is posted in the channel."), view=None
        )
        try:
            await interaction.followup.send(
                words, file=file(), ephemeral=False, allowed_mentions=layout.NO_MENTIONS
            )
            return
        except discord.HTTPException as error:
            log.warning("a film was not taken by its channel: %s", error)
            unposted = _("The channel did not take it, so it is for you alone.")
    said = f"🎞️ **{title.name}**. {_size(film)} {unposted}".rstrip()
    await interaction.edit_original_response(content=said, attachments=[file()], view=None)


def _size(film: Film) -> str:
    made = film.animation
    frames = (
        _("{frames} picture", frames=made.frames)
        if made.frames == 1
        else _("{frames} pictures", frames=made.frames)
    )
    left = _(", {left_out} left out for room", left_out=made.left_out) if made.left_out else ""
    return _(
        "{frames}{left}, {width} × {height} pixels, {number}.",
        frames=frames,
        left=left,
        width=made.width,
        height=made.height,
        number=_weight(len(made.data)),
    )


def _weight(size: int) -> str:
    kib = math.ceil(size / 1024)
    return _("{kib} KiB", kib=kib) if kib < 1024 else _("{kib:.1f} MiB", kib=kib / 1024)


class Leaf(Button, template=album.TURN):
    """A button that leads to the picture that its custom id names."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        await album.leafed(desk, host_of(interaction).replays, interaction, Place.read(self.fields))


class Look(Select, template=album.LOOK):
    """A select of the seat whose view shows the same picture."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        chosen = self.item.values[0]
        viewer = None if chosen == album.PUBLIC else chosen
        place = Place.read(self.fields)._replace(viewer=viewer)
        await album.leafed(desk, host_of(interaction).replays, interaction, place)


class Stop(Button, template=custom_ids.STOP_FILM):
    """A button that cancels the film or page that is being made."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> str | None:
        if host_of(interaction).films.cancel(self.fields["token"]):
            return None
        text = _("This is no longer being made. Nothing of the campaign is lost: ask for it again.")
        if interaction.message is None or interaction.message.flags.components_v2:
            return text
        await interaction.edit_original_response(content=text, view=None)
        return None


COMMANDS: tuple[Command, ...] = (replay, gif)
CONTROLS = (Leaf, Look, Stop)
