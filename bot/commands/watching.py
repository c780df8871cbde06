"""`/campaign status`, `show`, `map`, `view`, `log` and `list`: how campaigns stand and how they went."""

from __future__ import annotations

from io import BytesIO

import discord
import msgspec
from discord import app_commands

from bot import layout, messages, private
from bot.commands.asking import Command, Interaction, desk_of
from bot.commands.play import own_seats
from bot.commands.starting import THEMES
from bot.desk import may_post
from bot.errors import PoliteError
from bot.games import presenter
from bot.moderation import sees
from bot.store import Theme
from bot.telling import book, chronicle
from engines.core.contract import Outcome

LISTED = 20
LOOKED_AT = 200
"""Campaigns of a server among which are those that somebody can see."""
STATES = {"lobby": "in its lobby", "running": "running", "finished": "over", "ended": "ended early"}
TOLD = 3
"""Most chapters that `/campaign log` shows where no turn is named."""


@app_commands.command(name="status")
async def status(interaction: Interaction) -> None:
    """How the campaign of this channel stands."""
    desk = desk_of(interaction)

    async def handler() -> str:
        return await desk.standing(await desk.campaign_here(interaction))

    await desk.answer(interaction, handler)


@app_commands.command(name="show")
async def show(interaction: Interaction) -> None:
    """Bring the turn card up to date, or post it again if it was deleted."""
    desk = desk_of(interaction)

    async def handler() -> str:
        may_post(interaction)
        campaign = await desk.campaign_here(interaction)
        chapter = desk.campaigns.chapter_of(campaign) if campaign.state else messages.LOBBY
        await desk.campaigns.store.add_outbox(campaign.id, [messages.card(chapter)])
        await desk.outbox.drain()
        return "The turn card is up to date." + await desk.link(campaign)

    await desk.answer(interaction, handler)


@app_commands.command(name="map")
@app_commands.choices(theme=THEMES)
@app_commands.describe(theme="Colours of the map: the campaign's by default")
async def map(interaction: Interaction, theme: str | None = None) -> None:
    """The map of the campaign, for you alone."""
    desk = desk_of(interaction)

    async def handler() -> None:
        campaign = await desk.board_here(interaction)
        chosen = msgspec.convert(theme or campaign.theme, Theme)
        picture = await desk.map(campaign, None, chosen)
        await interaction.edit_original_response(attachments=[layout.attachment(picture)])

    await desk.answer(interaction, handler)


@app_commands.command(name="view")
@app_commands.autocomplete(seat=own_seats)
@app_commands.describe(seat="Which of your seats; the one that is asked by default")
async def view(interaction: Interaction, seat: app_commands.Range[str, 1, 40] | None = None) -> None:
    """The board as your seat knows it, text and map, for you alone."""
    desk = desk_of(interaction)

    async def handler() -> None:
        campaign = await desk.board_here(interaction)
        chosen = None if seat is None else desk.own_seat(campaign, interaction.user.id, seat)
        await private.show_view(desk, interaction, campaign, chosen)

    await desk.answer(interaction, handler)


@app_commands.command(name="log")
@app_commands.describe(turn="One turn; the last few by default")
async def log(interaction: Interaction, turn: app_commands.Range[int, 1, 999] | None = None) -> None:
    """The history of the campaign, with the whole of it as a file."""
    desk = desk_of(interaction)

    async def handler() -> None:
        campaign = await desk.board_here(interaction)
        title = desk.campaigns.title_of(campaign)
        chapters = await desk.campaigns.chapters(campaign)
        told = [c for c in chapters if c.number == turn] if turn else chapters[-TOLD:]
        if not told:
            raise PoliteError(f"There has been no turn {turn} yet; the last is turn {chapters[-1].number}.")
        parts = chronicle(title, told)
        if campaign.outcome is not None and told[-1] is chapters[-1]:
            outcome = msgspec.json.decode(campaign.outcome, type=Outcome)
            parts.append("\n".join(presenter(title).verdict(outcome)))
        while len("\n\n".join(parts)) > layout.REPLY and len(parts) > 1:
            # The newest is what was asked for; the file has the rest.
            parts.pop(0)
        file = discord.File(
            BytesIO(book(title, campaign, chapters).encode()),
            filename=f"{campaign.title}-{campaign.id}.md",
        )
        await interaction.edit_original_response(
            content=layout.cut("\n\n".join(parts), layout.REPLY),
            attachments=[file],
            allowed_mentions=layout.NO_MENTIONS,
        )

    await desk.answer(interaction, handler)


@app_commands.command(name="list")
async def list_(interaction: Interaction) -> None:
    """The campaigns of this server, in channels that you can see."""
    desk = desk_of(interaction)

    async def handler() -> str:
        assert interaction.guild_id is not None
        known = await desk.campaigns.store.campaigns_of(interaction.guild_id, limit=LOOKED_AT)
        heads = [head for head in known if sees(interaction, head.channel_id)][:LISTED]
        if not heads:
            return "No campaign has been played on this server yet. Start one with `/campaign new`."
        lines = []
        for head in heads:
            title = desk.campaigns.titles.get(head.title)
            holders = ", ".join(f"<@{user}>" for user in dict.fromkeys(head.seats.values())) or "nobody yet"
            state = STATES[head.status]
            when = discord.utils.format_dt(head.updated_at, "R")
            name = title.name if title else head.title
            lines.append(f"<#{head.channel_id}> · **{name}** · {holders} · {state}, last played {when}")
        return layout.lines_within(lines, layout.REPLY)

    await desk.answer(interaction, handler)


COMMANDS: tuple[Command, ...] = (status, show, map, view, log, list_)
