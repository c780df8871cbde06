"""`/campaign undo`: players take back what they did, alone or with the others' consent."""

from __future__ import annotations

import discord
from discord import app_commands

from bot import layout
from bot.commands.asking import Command, Interaction, desk_of
from bot.desk import Desk, may_post
from bot.proposals import Ask, TakeBack, confirm, propose, question
from bot.undoing import (
    ANSWER,
    Undoing,
    before_own,
    crosses,
    obstacles,
    others_of,
    own_seats,
    plan,
    told,
    undoable,
)

__all__ = ["ANSWER", "COMMANDS", "answer_request"]


@app_commands.command(name="undo")
@app_commands.describe(actions="How many of your own last actions; one by default")
async def undo(interaction: Interaction, actions: app_commands.Range[int, 1, 20] = 1) -> None:
    """Take back your last actions, or ask the others whether you may."""
    desk = desk_of(interaction)

    async def handler() -> None:
        may_post(interaction)
        view = await _proposed(desk, interaction, actions)
        await interaction.edit_original_response(view=view, allowed_mentions=layout.NO_MENTIONS)

    await desk.answer(interaction, handler)


async def _proposed(desk: Desk, interaction: Interaction, actions: int) -> discord.ui.LayoutView:
    """What would be taken back, and the button that does it or asks the others."""
    campaigns, user_id = desk.campaigns, interaction.user.id
    campaign = await desk.campaign_here(interaction)
    own = own_seats(campaign, user_id)
    undoable(campaign)
    title = campaigns.title_of(campaign)
    rows = await campaigns.store.journal(campaign.id)
    planned = plan(title, rows, before_own(rows, own, actions), own=own)
    shown = [told(title, planned), crosses(planned)]
    in_the_way = obstacles(title, planned, own)
    if not in_the_way:
        act = TakeBack(campaign=campaign.id, version=campaign.version, back_to=planned.back_to)
        button = confirm("Take back", await propose(campaigns.store, user_id, act))
        return question("\n".join(line for line in ("This would be taken back:", *shown) if line), button)
    stands = "You can't take this back alone: " + "; ".join(in_the_way) + "."
    if not others_of(campaign, user_id):
        stands += " Nobody else plays who could agree to it, so a moderator has to: `/mod undo`."
        return question("\n".join(line for line in (stands, *shown) if line))
    asking = Ask(campaign=campaign.id, version=campaign.version, back_to=planned.back_to)
    button = confirm(
        "Ask the others", await propose(campaigns.store, user_id, asking), discord.ButtonStyle.primary
    )
    return question("\n".join(line for line in (stands, *shown) if line), button)


async def answer_request(interaction: Interaction, request_id: int, answer: str) -> None:
    """Somebody agrees to a request to take back, refuses it, or withdraws it."""
    desk = desk_of(interaction)

    async def handler() -> str:
        found = await Undoing(desk.campaigns).answer(
            request_id, interaction.user.id, answer, guild_id=interaction.guild_id
        )
        desk.outbox.kick()
        if found.settled is not None:
            await interaction.edit_original_response(
                view=question(f"↩️ {found.settled}"), allowed_mentions=layout.NO_MENTIONS
            )
        return found.told

    await desk.answer(interaction, handler)


COMMANDS: tuple[Command, ...] = (undo,)
