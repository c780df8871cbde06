"""`/follow` and its button, `/my following`, and `/mod spectators`: campaigns that people watch."""

from __future__ import annotations

from functools import partial

import msgspec
from discord import app_commands, ui

from bot.campaigns import guards
from bot.desk.desk import Desk
from bot.interactions import which
from bot.interactions.confirm import campaign_for
from bot.interactions.host import Button, Command, ForOne, Interaction, answering, desk_of, show
from bot.moderation.impartial import Favours, favours
from bot.people.following import Following
from bot.store import Audit, Campaign, rows
from bot.store.preferences import Follows
from bot.surface import custom_ids, layout
from data.catalogue import _

GETS = [
    app_commands.Choice(name="the spectators' thread, or messages where there is none", value="thread"),
    app_commands.Choice(name="a silent direct message for each turn", value="letter"),
    app_commands.Choice(name="nothing: only a line in /my games", value="list"),
]
THREADS = [
    app_commands.Choice(name="open a thread that players can't read", value="on"),
    app_commands.Choice(name="close it", value="off"),
]


@app_commands.command(name="follow")
@app_commands.autocomplete(campaign=which.choices)
@app_commands.describe(campaign=which.ABOUT, stop="Follow it no more")
@answering(tells=True)
async def follow(
    interaction: Interaction, campaign: which.Number | None = None, stop: bool = False
) -> str | None:
    """Watch a campaign that you don't play in, without a ping."""
    desk = desk_of(interaction)
    return await _follow(desk, interaction, await which.meant(desk, interaction, campaign), stop=stop)


class Follow(ForOne, Button, template=custom_ids.FOLLOW):
    """Follows a campaign, or stops it."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> str | None:
        campaign = await desk.campaigns.by_id(self.campaign)
        try:
            return await _follow(desk, interaction, campaign, stop=bool(self.fields["stop"]))
        finally:
            desk.outbox.kick()


async def _follow(desk: Desk, interaction: Interaction, campaign: Campaign, *, stop: bool) -> str | None:
    following = Following(desk.campaigns)
    if stop:
        return await following.stop(campaign, interaction.user.id)
    text = await following.follow(campaign, interaction.user.id)
    away: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Stop following"), custom_id=custom_ids.follow(campaign.id, stop=True)
    )
    await show(interaction, layout.question(text, away))
    return None


@app_commands.command(name="following")
@app_commands.choices(gets=GETS)
@app_commands.describe(gets="What I send you")
@answering(tells=True)
async def following_(interaction: Interaction, gets: str) -> str:
    """What you get of the campaigns that you follow."""
    desk = desk_of(interaction)
    chosen = msgspec.convert(gets, Follows)
    await Following(desk.campaigns).choose(interaction.user.id, chosen)
    return {
        "thread": _(
            "You are let into the spectators' threads of the campaigns that you follow. Where there is none, "
            "you get a silent direct message when a turn ends."
        ),
        "letter": _("You get a silent direct message when a turn ends in a campaign that you follow."),
        "list": _("You get no messages. `/my games` lists the campaigns that you follow."),
    }[chosen]


@app_commands.command(name="spectators", extras=favours(Favours.NOBODY))
@app_commands.choices(thread=THREADS)
@app_commands.describe(thread="Whether spectators of this campaign have a thread of their own")
@answering(tells=True)
async def spectators_(interaction: Interaction, thread: str) -> str:
    """Open or close the spectators' thread of the campaign."""
    desk = desk_of(interaction)
    campaign = await campaign_for(desk, interaction, to=_("open a thread for spectators"))
    guards.unfinished(campaign)
    store, wanted = desk.campaigns.store, thread == "on"
    now = store.now()
    await store.transact(
        partial(rows.spectators.alter, campaign_id=campaign.id, wanted=wanted),
        partial(rows.spectators.settle, campaign_id=campaign.id, now=now),
        partial(
            rows.audits.put,
            noted=Audit.on(campaign, interaction.user.id, "spectators", detail=thread),
            now=now,
        ),
        campaign_id=campaign.id,
    )
    if not wanted:
        return _("The spectators' thread is closed. Followers get a message for each turn instead.")
    return _(
        "Spectators get a thread that players can't read. Press **Follow** on the turn card or use `/follow` "
        "to be let in. It closes with the campaign."
    )


COMMANDS: tuple[Command, ...] = (following_,)
MODERATORS: tuple[Command, ...] = (spectators_,)
CONTROLS = (Follow,)
