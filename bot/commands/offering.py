"""What moderators' commands have in common: the campaign, and the act that waits for a second press."""

from __future__ import annotations

from discord import ui

from bot import layout
from bot.commands.asking import Interaction
from bot.desk import Desk
from bot.moderation import require
from bot.proposals import Act, confirm, propose, question
from bot.store import Campaign


async def campaign_for(desk: Desk, interaction: Interaction, *, to: str) -> Campaign:
    """The campaign of the channel, for a moderator.

    :param to: what they want, as in "Only a moderator can {to}."
    :raises PoliteError: there is none, or they are none.
    """
    campaign = await desk.campaign_here(interaction)
    await require(desk.campaigns, interaction, campaign, "moderator", to=to)
    return campaign


async def show(interaction: Interaction, view: ui.LayoutView) -> None:
    """Answer with a view; nobody is pinged by it."""
    await interaction.edit_original_response(view=view, allowed_mentions=layout.NO_MENTIONS)


async def offer(
    desk: Desk, interaction: Interaction, act: Act, label: str, *lines: str, limit: int = 3500
) -> None:
    """Show what would be done, with the button that does it."""
    made = await propose(desk.campaigns.store, interaction.user.id, act)
    text = layout.cut("\n".join(line for line in lines if line), limit)
    await show(interaction, question(text, confirm(label, made)))
