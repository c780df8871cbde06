"""`/campaign replay`, `gif` and `export`: a campaign looked back on, and taken away as a file."""

from __future__ import annotations

import math
from io import BytesIO

import discord
import msgspec
from discord import app_commands

from bot import album, films, layout, replaying
from bot.commands.asking import Command, Interaction, desk_of
from bot.desk import may_post
from bot.errors import PoliteError
from bot.films import Film, Films
from bot.replaying import Replays

SIZES = [
    app_commands.Choice(name=f"{name}, {width} pixels", value=name) for name, width in films.WIDTHS.items()
]


@app_commands.command(name="replay")
@app_commands.describe(turn="The turn to begin with; the first by default")
async def replay(interaction: Interaction, turn: app_commands.Range[int, 0, 999] | None = None) -> None:
    """Leaf through the maps of the campaign, for you alone."""
    desk = desk_of(interaction)
    replays: Replays = interaction.client.replays

    async def handler() -> None:
        campaign = await desk.campaign_here(interaction)
        await album.opened(desk, replays, interaction, campaign, turn)

    await desk.answer(interaction, handler)


@app_commands.command(name="gif")
@app_commands.choices(size=SIZES)
@app_commands.describe(
    size="How wide it is at most; medium by default",
    share="Whether the channel sees it; only you by default",
)
async def gif(interaction: Interaction, size: str = "medium", share: bool = False) -> None:
    """Make an animated picture of the whole campaign."""
    desk = desk_of(interaction)
    maker: Films = interaction.client.films

    async def tell(done: int, of: int) -> None:
        await interaction.edit_original_response(content=films.bar(done, of))

    async def handler() -> None:
        if share:
            may_post(interaction)
        campaign = await desk.campaign_here(interaction)
        film = await maker.make(
            campaign,
            interaction.user.id,
            width=films.WIDTHS[size],
            limit=interaction.filesize_limit,
            tell=tell,
        )
        file = discord.File(
            BytesIO(film.animation.data),
            filename=f"{campaign.title}-{campaign.id}{film.animation.suffix}",
            description=film.alt,
        )
        title = desk.campaigns.title_of(campaign)
        if share:
            shown = f"🎞️ **{title.name}**, shown by {interaction.user.mention}. {_size(film)}"
            # Discord lets the first message after the acknowledgement be as private as that was.
            await interaction.edit_original_response(content="The animation is done: the channel sees it.")
            await interaction.followup.send(
                shown, file=file, ephemeral=False, allowed_mentions=layout.NO_MENTIONS
            )
        else:
            await interaction.edit_original_response(
                content=f"🎞️ **{title.name}**. {_size(film)}", attachments=[file]
            )

    await desk.answer(interaction, handler)


def _size(film: Film) -> str:
    made = film.animation
    frames = f"{made.frames} picture{'' if made.frames == 1 else 's'}"
    left = f", {made.left_out} left out for room" if made.left_out else ""
    return f"{frames}{left}, {made.width} × {made.height} pixels, {_weight(len(made.data))}."


def _weight(size: int) -> str:
    kib = math.ceil(size / 1024)
    return f"{kib} KiB" if kib < 1024 else f"{kib / 1024:.1f} MiB"


@app_commands.command(name="export")
async def export(interaction: Interaction) -> None:
    """The campaign as a record that `tocsin verify` checks anywhere."""
    desk = desk_of(interaction)

    async def handler() -> None:
        campaign = await desk.campaign_here(interaction)
        if campaign.last_seq < 0:
            raise PoliteError("The game of this campaign has not begun: there is no record of it yet.")
        if desk.campaigns.title_of(campaign).secrets and not replaying.over(campaign):
            raise PoliteError(
                "The record tells every seat's secrets, and so it comes when the campaign is over. "
                "Until then a moderator can take it with `/mod export`, which the channel is told of."
            )
        record = await desk.campaigns.record(campaign)
        note = (
            "The seed of the dice is told when the campaign is over."
            if record.seed is None
            else "The seed of the dice is in it: `tocsin verify` checks every roll."
        )
        file = discord.File(
            BytesIO(msgspec.json.format(msgspec.json.encode(record))),
            filename=f"{campaign.title}-{campaign.id}.json",
        )
        await interaction.edit_original_response(content=note, attachments=[file])

    await desk.answer(interaction, handler)


COMMANDS: tuple[Command, ...] = (replay, gif, export)
