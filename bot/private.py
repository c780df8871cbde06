"""What is for one person alone: the panel that they play on, and the board as their seat knows it."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from discord import ui

from bot import ids, layout, owed, panel, proposals, refusals, showing
from bot.campaigns import Acted
from bot.desk import Desk, may_post
from bot.errors import BusyError, NotSeatedError, StaleError, incident, sentence
from bot.games import presenter
from bot.store import Campaign
from engines.core.errors import EngineError
from render import RenderError

Interaction = discord.Interaction[Any]

VIEW = 3000
"""Characters of how things stand, where the whole message is for that."""
GONE = "What was shown there is more than a day old. Nothing was done; here is the present board."


async def open_panel(desk: Desk, interaction: Interaction, campaign_id: int) -> None:
    """Give whoever presses a panel of their own; the seat that owes a decision comes first."""

    async def handler() -> None:
        campaign = await desk.board(campaign_id)
        await _look(desk, interaction, campaign, desk.campaigns.seat_of(campaign, interaction.user.id))

    await desk.answer(interaction, handler, fresh=True)


async def look(desk: Desk, interaction: Interaction, campaign_id: int, seat: str) -> None:
    """Bring a panel up to date, or turn it to another seat of the same person."""

    async def handler() -> None:
        campaign = await desk.board(campaign_id)
        _must_hold(campaign, interaction.user.id, seat)
        await _look(desk, interaction, campaign, seat)

    await desk.answer(interaction, handler, fresh=_public(interaction))


async def _look(desk: Desk, interaction: Interaction, campaign: Campaign, seat: str) -> None:
    """Whoever comes back to a panel reads first what the others did meanwhile."""
    news = await panel.since(desk.campaigns, campaign, seat)
    await showing.show_panel(desk, interaction, campaign, seat, news)


async def take(desk: Desk, interaction: Interaction, stamp: ids.Stamp, action: str) -> None:
    """Take an action that a panel offered; the panel shows what followed, or why it was refused.

    Where the action leads to something that has to be seen first, that is shown, and nothing is done.
    """

    async def handler() -> None:
        may_post(interaction)
        campaign = await desk.board(stamp.campaign)
        _must_hold(campaign, interaction.user.id, stamp.seat)
        shown = showing.foreseen(desk.campaigns, campaign, stamp, action)
        if shown is not None:
            await showing.show_preview(desk, interaction, campaign, shown)
        else:
            await _take(desk, interaction, campaign, stamp, action)

    await desk.answer(interaction, handler, fresh=_public(interaction))


async def go(desk: Desk, interaction: Interaction, campaign_id: int, proposal_id: int) -> None:
    """Take the action that was shown; the panel shows what followed, or why it was refused."""

    async def handler() -> None:
        may_post(interaction)
        campaign = await desk.board(campaign_id)
        user_id = interaction.user.id
        play = await proposals.offered(desk.campaigns.store, proposal_id, user_id)
        if play is None or play.campaign != campaign_id:
            seat = desk.campaigns.seat_of(campaign, user_id)
            await showing.show_panel(desk, interaction, campaign, seat, [GONE])
            return
        _must_hold(campaign, user_id, play.seat)
        stamp = ids.Stamp(play.campaign, play.version, play.seat)
        await _take(desk, interaction, campaign, stamp, play.action)

    await desk.answer(interaction, handler, fresh=_public(interaction))


async def _take(
    desk: Desk, interaction: Interaction, campaign: Campaign, stamp: ids.Stamp, action: str
) -> None:
    """Take an action and show the panel after it."""
    try:
        acted = await _acted(desk, interaction, stamp, action, at_once=_at_once(desk, campaign))
    except (StaleError, EngineError) as refused:
        news = [sentence(refused) if isinstance(refused, EngineError) else str(refused)]
        campaign = await desk.campaigns.known(campaign.id)
    else:
        desk.outbox.kick()
        campaign = acted.campaign
        news = presenter(desk.campaigns.title_of(campaign)).tell(acted.events)
    await showing.show_next(desk, interaction, campaign, stamp.seat, news)


def _public(interaction: Interaction) -> bool:
    """Whether the control was pressed on a message that others see: a panel must never take its place."""
    return interaction.message is None or not interaction.message.flags.ephemeral


def _at_once(desk: Desk, campaign: Campaign) -> bool:
    """Whether several seats decide at the moment."""
    title = desk.campaigns.title_of(campaign)
    return campaign.status == "running" and len(title.decisions(desk.campaigns.state_of(campaign))) > 1


async def _acted(
    desk: Desk,
    interaction: Interaction,
    stamp: ids.Stamp,
    action: str,
    *,
    at_once: bool,
) -> Acted:
    act = partial(desk.take, interaction, stamp, action)
    try:
        return await act()
    except BusyError:
        # Another seat that gives its part in the same instant is no reason to turn this one away.
        if not at_once:
            raise
    async with desk.campaigns.writing(stamp.campaign, wait=True):
        pass
    return await act()


async def view(desk: Desk, interaction: Interaction, campaign_id: int, seat: str | None) -> None:
    """Show whoever presses the board as their seat knows it, text and map."""

    async def handler() -> None:
        campaign = await desk.board(campaign_id)
        if seat is not None:
            _must_hold(campaign, interaction.user.id, seat)
        await show_view(desk, interaction, campaign, seat)

    await desk.answer(interaction, handler, fresh=True)


async def show_view(
    desk: Desk, interaction: Interaction, campaign: Campaign, seat: str | None = None
) -> None:
    """The board as a seat of somebody knows it, text and map; as the public does to those who watch."""
    if seat is None and panel.held(campaign, interaction.user.id):
        seat = desk.campaigns.seat_of(campaign, interaction.user.id)
    title = desk.campaigns.title_of(campaign)
    whose = "as everybody sees it" if seat is None else title.seat_names[seat]
    due = "\n".join(await owed.lines(desk.campaigns, campaign))
    if seat is not None:
        due = await panel.due(desk.campaigns, campaign, seat)
    lines = [
        f"## {title.name} · {whose}",
        f"-# {desk.where(campaign)}",
        panel.knows(desk.campaigns, campaign, seat, VIEW),
        layout.cut(due, layout.TEXT - VIEW - 300),
    ]
    try:
        picture = layout.attachment(await desk.map(campaign, seat, campaign.theme))
    except RenderError as error:
        lines.append(incident(error, f"drawing a view of campaign {campaign.id}"))
        picture = None
    shown = ui.LayoutView(timeout=None)
    shown.add_item(ui.TextDisplay("\n".join(line for line in lines if line)))
    if picture is not None:
        shown.add_item(layout.gallery(picture, ""))
    shown.stop()
    await showing.edit(interaction, view=shown, attachments=[picture] if picture else [])


def _must_hold(campaign: Campaign, user_id: int, seat: str) -> None:
    if campaign.seats.get(seat) != user_id:
        raise NotSeatedError(refusals.NOT_YOURS)
