"""`/campaign undo`: players take back their actions, alone or with the other players' consent."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.campaigns import guards
from bot.campaigns.consent import others_of
from bot.campaigns.proposals import Ask, TakeBack, confirm
from bot.desk.desk import may_post
from bot.interactions.host import Command, Interaction, answering, desk_of, show
from bot.surface import layout
from bot.undo.extent import before_own, crosses, listing, obstacles, undoable
from bot.undo.take_back import examined
from data.catalogue import _
from data.nouns import clauses


@app_commands.command(name="undo")
@app_commands.describe(actions="How many of your own last actions; one by default")
@answering()
async def undo(interaction: Interaction, actions: app_commands.Range[int, 1, 20] = 1) -> None:
    """Take back your last actions, or ask the others whether you may."""
    may_post(interaction)
    desk, user_id = desk_of(interaction), interaction.user.id
    campaigns = desk.campaigns
    campaign = await desk.campaign_here(interaction)
    own = guards.own_seats(campaign, user_id)
    undoable(campaign)
    title = campaigns.title_of(campaign)
    rows = await campaigns.store.journal(campaign.id)
    present = campaigns.state_of(campaign)
    extent = await examined(title, campaign, present, rows, before_own(rows, own, actions), own)
    in_the_way = obstacles(title, extent, own, campaign.automatic)
    buttons = []
    if not in_the_way:
        top = _("This would be taken back:")
        act = TakeBack(campaign=campaign.id, version=campaign.version, back_to=extent.back_to)
        buttons = [await confirm(campaigns.store, user_id, act, _("Take back"))]
    else:
        top = _("You can't take this back alone: ") + clauses(in_the_way) + "."
        if others_of(campaign, TakeBack, user_id):
            asking = Ask(
                wanted=TakeBack(campaign=campaign.id, version=campaign.version, back_to=extent.back_to)
            )
            primary = discord.ButtonStyle.primary
            buttons = [await confirm(campaigns.store, user_id, asking, _("Ask the others"), primary)]
        else:
            top += _(" No other player can agree to it, so ask a moderator to use `/mod undo`.")
    text = "\n".join(line for line in (top, listing(title, extent), crosses(extent)) if line)
    await show(interaction, layout.question(text, *buttons))


COMMANDS: tuple[Command, ...] = (undo,)
