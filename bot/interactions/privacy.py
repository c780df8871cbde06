"""`/privacy`: the personal data that the bot keeps, and how to delete it."""

from __future__ import annotations

from io import BytesIO

import discord
from discord import app_commands, ui

from bot.campaigns.conduct import COUNTED
from bot.desk.desk import Desk
from bot.errors import PoliteError
from bot.interactions.host import HEAVY, Button, Command, Interaction, answering, desk_of, group, show
from bot.people import privacy
from bot.surface import layout
from bot.surface.custom_ids import USER
from data.catalogue import _
from data.nouns import counted

FORGET = rf"t1:forget:(?P<user>{USER})"


@app_commands.command(name="export", extras=HEAVY)
@answering()
async def export(interaction: Interaction) -> None:
    """Everything that is kept of you, as a file for you alone."""
    desk = desk_of(interaction)
    kept = await privacy.copy(desk.campaigns, interaction.user.id, interaction.filesize_limit)
    await interaction.edit_original_response(
        content=_("This is everything stored with your user id. Discord itself keeps what was posted there.")
        + f"\n-# {COUNTED}",
        attachments=[discord.File(BytesIO(kept.data), filename=kept.name)],
    )


@app_commands.command(name="forget")
@answering()
async def forget(interaction: Interaction) -> None:
    """Let everything that is kept of you be forgotten; asks once more."""
    desk = desk_of(interaction)
    campaigns = len(await privacy.concerned(desk.campaigns, interaction.user.id))
    touched = _(
        "This affects {campaigns} in progress, on every server.", campaigns=counted(campaigns, "campaign")
    )
    question = _(
        "**Do you want to be forgotten?** This can't be taken back. {touched}\n"
        "• Your seats become vacant, and their standing orders go; somebody you stand in for has "
        "theirs back. The channels are told that the seats are vacant, without your name.\n"
        "• Your actions stay in the journals, without your name: the games go on.\n"
        "• Results of campaigns that are over keep your seats, without your name, and you are in no table "
        "and no rating.\n"
        "• Your language, time zone, quiet hours, vacations, digest and notes are dropped, and so are your "
        "name on what you did as a moderator and on the campaigns that you began.\n"
        "• You are on no waiting list and no list of substitutes, and what counted for your reliability is "
        "gone. You follow no campaign.\n"
        "• What was posted in Discord stays until you or a moderator delete it there.\n"
        "-# `/privacy export` gives you a copy first. {counted}",
        counted=COUNTED,
        touched=touched if campaigns else _("You play in no running campaign."),
    )
    button: ui.Button[ui.LayoutView] = ui.Button(
        style=discord.ButtonStyle.danger, label=_("Forget me"), custom_id=f"t1:forget:{interaction.user.id}"
    )
    await show(interaction, layout.question(question, button))


class ConfirmForget(Button, template=FORGET):
    """Deletes the data of the person who asked for it: the second press of `/privacy forget`."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        if interaction.user.id != int(self.fields["user"]):
            raise PoliteError(_("Only you can have yourself forgotten, with `/privacy forget`."))
        left = await privacy.forget(desk.campaigns, interaction.user.id)
        await desk.screens.panels.forget_person(interaction.user.id)
        desk.outbox.kick()
        running = sum(seat.status in ("lobby", "running") for seat in left)
        seats = (
            _(" You have lost {seats} in a running campaign.", seats=counted(running, "seat"))
            if running == 1
            else _(" You have lost {seats} in running campaigns.", seats=counted(running, "seat"))
        )
        text = _(
            "You are forgotten: your user id is no longer stored here.{seats}", seats=seats if running else ""
        )
        await show(interaction, layout.question(text))


COMMANDS: tuple[Command, ...] = (export, forget)
CONTROLS = (ConfirmForget,)


def commands() -> app_commands.Group:
    """The group, with its sub-commands."""
    return group("privacy", "See what is kept of you, or be forgotten.", COMMANDS)
