"""The controls of a lobby's card, and `/campaign invite`."""

from __future__ import annotations

from typing import Any

import discord
import msgspec
from discord import app_commands, ui

from bot.campaigns import conduct, messages
from bot.campaigns.languages import SERVERS, SPOKEN
from bot.campaigns.ranks import require
from bot.desk.desk import Desk, may_post
from bot.errors import StaleError
from bot.interactions.host import Button, Command, Control, Interaction, Select, answering, desk_of
from bot.interactions.seats import a_person
from bot.moderation.administration import Administration
from bot.moderation.impartial import Favours, favours
from bot.posts.lobby_card import standing
from bot.seats.lobby import Empty, Lobby, SeatsEmpty
from bot.surface import custom_ids, layout
from data.catalogue import _, ngettext

LANGUAGES = [app_commands.Choice(name=name, value=code) for code, name in (*SPOKEN.items(), SERVERS)]


class OfLobby(Control[Any], template=r"t1:no-lobby"):
    """A control of a lobby's card; a late press is told how the lobby stands, and its card is updated."""

    @property
    def version(self) -> int:
        """The version of the lobby that the person who presses has seen."""
        return int(self.fields["version"])

    async def pressed(self, desk: Desk, interaction: Interaction) -> str | None:
        may_post(interaction)
        try:
            text = await self.change(Lobby(desk.campaigns), desk, interaction)
        except StaleError as stale:
            campaign = await desk.campaigns.by_id(self.campaign)
            await desk.campaigns.store.add_outbox(self.campaign, [messages.card(messages.LOBBY)])
            text = f"{stale}\n{await standing(desk.campaigns, campaign)}"
        desk.outbox.kick()
        return text

    async def change(self, lobby: Lobby, desk: Desk, interaction: Interaction) -> str | None:
        """Make the change that the press asks for."""
        raise NotImplementedError


class Seat(OfLobby, Button, template=custom_ids.LOBBY_SEAT):
    """A seat: the person who presses takes it, or gives it back if it is theirs."""

    async def change(self, lobby: Lobby, desk: Desk, interaction: Interaction) -> None:
        await lobby.press(self.campaign, interaction.user.id, self.fields["seat"], self.version)


class Lot(OfLobby, Select, template=custom_ids.LOBBY_LOT):
    """Takes part in the drawing of lots, with a preference."""

    async def change(self, lobby: Lobby, desk: Desk, interaction: Interaction) -> str:
        chosen = self.item.values[0]
        preference = None if chosen == custom_ids.ANY_SEAT else chosen
        return await lobby.wait(self.campaign, interaction.user.id, preference)


class Automate(OfLobby, Select, template=custom_ids.LOBBY_AUTOMATE):
    """Gives a seat to the automatic player, or takes it back."""

    async def change(self, lobby: Lobby, desk: Desk, interaction: Interaction) -> str:
        opened = await desk.campaigns.by_id(self.campaign)
        to = _("let the automatic player have a seat")
        await require(desk.campaigns, interaction, opened, "moderator", "creator", to=to)
        chosen = custom_ids.Automated.read(self.item.values[0])
        strength, free = chosen.strength, chosen.free
        return await lobby.automate(self.campaign, interaction.user.id, chosen.seat, strength, free=free)


class Leave(OfLobby, Button, template=custom_ids.LOBBY_LEAVE):
    """Gives back every seat of the person, and leaves the drawing of lots."""

    async def change(self, lobby: Lobby, desk: Desk, interaction: Interaction) -> str:
        return await lobby.leave(self.campaign, interaction.user.id)


class Object(OfLobby, Button, template=custom_ids.LOBBY_OBJECT):
    """Objects to a rule on which people play only together: it is left out."""

    async def change(self, lobby: Lobby, desk: Desk, interaction: Interaction) -> None:
        await lobby.object(self.campaign, interaction.user.id, self.fields["rule"])


class Begin(OfLobby, Button, template=custom_ids.LOBBY_BEGIN):
    """Starts the campaign with the seats that are taken."""

    async def change(self, lobby: Lobby, desk: Desk, interaction: Interaction) -> str | None:
        opened = await desk.campaigns.by_id(self.campaign)
        if not await Lobby(desk.campaigns).came_from_list(opened, interaction.user.id):
            await require(desk.campaigns, interaction, opened, "moderator", "creator", to=_("let it begin"))
        empty = msgspec.convert(self.fields["empty"], Empty | None)
        try:
            await lobby.begin(self.campaign, interaction.user.id, self.version, empty=empty)
        except SeatsEmpty as left:
            # Which seats they are, the lots may not have said yet.
            question = ngettext(
                "{n} seat has no player yet. Who should play it?",
                "{n} seats have no player yet. Who should play them?",
                len(left.names),
            )
            at = (self.campaign, self.version)
            buttons: list[ui.Button[ui.LayoutView]] = [
                ui.Button(
                    label=_("The automatic player"),
                    style=discord.ButtonStyle.primary,
                    custom_id=custom_ids.lobby_begin(*at, "automatic"),
                ),
                ui.Button(label=_("Begin and wait"), custom_id=custom_ids.lobby_begin(*at, "vacant")),
            ]
            await interaction.followup.send(view=layout.question(question, *buttons), ephemeral=True)
            return None
        if empty is None:
            return None
        return _("The campaign has begun. Its card is below.")


@app_commands.command(name="invite")
@app_commands.describe(user="Who may take a seat")
@answering(tells=True)
async def invite(interaction: Interaction, user: discord.User) -> str:
    """Invite somebody to take a seat of this channel's campaign."""
    desk = desk_of(interaction)
    may_post(interaction)
    campaign = await desk.campaigns.running(interaction.channel_id or 0)
    await require(
        desk.campaigns, interaction, campaign, "moderator", "creator", "player", to=_("invite somebody")
    )
    done = await Lobby(desk.campaigns).invite(campaign.id, interaction.user.id, a_person(user))
    return done + await conduct.lines(desk.campaigns.store, campaign.guild_id, [user.id])


@app_commands.command(name="language", extras=favours(Favours.NOBODY))
@app_commands.choices(language=LANGUAGES)
@app_commands.describe(language="In which everybody reads of this campaign: cards, maps, messages")
@answering(tells=True)
async def language_(interaction: Interaction, language: str) -> str:
    """Set the language of this channel's campaign, of its lobby too."""
    desk = desk_of(interaction)
    may_post(interaction)
    campaign = await desk.campaigns.running(interaction.channel_id or 0)
    await require(desk.campaigns, interaction, campaign, "moderator", "creator", to=_("set its language"))
    chosen = language if language in SPOKEN else ""
    await Administration(desk.campaigns).set_language(campaign.id, chosen, user_id=interaction.user.id)
    return _("What everybody reads of this campaign is in that language from now on.")


COMMANDS: tuple[Command, ...] = (invite,)
MODERATORS: tuple[Command, ...] = (language_,)
CONTROLS = (Seat, Lot, Automate, Leave, Object, Begin)
