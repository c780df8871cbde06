"""`/campaign seek`: the waiting lists of a server, the questions of their lobbies, and the role of a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import discord
from discord import app_commands, ui

from bot.campaigns import conduct, options
from bot.campaigns.ranks import settings_of
from bot.clock import notation, zones
from bot.desk.desk import Desk
from bot.errors import PoliteError
from bot.interactions.clocks import clock_choices
from bot.interactions.host import (
    Button,
    Command,
    ForOne,
    Interaction,
    Select,
    answering,
    desk_of,
    host_of,
    show,
)
from bot.interactions.lobby_settings import only_pings
from bot.interactions.my import zone_choices
from bot.interactions.which import games_of
from bot.posts.openings import see_that_lobbies_open, template_of
from bot.seats.waiting_lists import WaitingLists, first_look
from bot.store import rows
from bot.store.lobbies import Seeker
from bot.surface import custom_ids, layout
from data.catalogue import N_, _, ngettext, retold
from engines.core.contract import AnyTitle

_UNKNOWN_ROLE = 10011
GONE = N_("The role of that game is gone. A moderator can set another in `/settings`.")


@app_commands.command(name="seek")
@app_commands.autocomplete(clock=clock_choices, zone=zone_choices)
@app_commands.describe(
    game="The game that you would like to play; leave it out to see what you wait for",
    scenario="A scenario of that game; any suits you by default",
    clock="How long a decision may take, such as 48h; any suits you by default",
    zone="A city whose time zone the others should be near to; any suits you by default",
)
@answering(tells=True)
async def seek(
    interaction: Interaction,
    game: str | None = None,
    scenario: app_commands.Range[str, 1, 80] | None = None,
    clock: app_commands.Range[str, 1, 80] | None = None,
    zone: app_commands.Range[str, 1, 60] | None = None,
) -> None:
    """Wait for others who want to play the same, or see what you wait for."""
    desk = desk_of(interaction)
    if game is None:
        own = await desk.campaigns.store.look(
            partial(rows.seekers.of_person, guild_id=interaction.guild_id or 0, user_id=interaction.user.id)
        )
        await show(interaction, await _standing(desk, own))
        return
    await wait(interaction, game, scenario, clock, zone)


async def wait(
    interaction: Interaction,
    game: str,
    scenario: str | None = None,
    clock: str | None = None,
    zone: str | None = None,
) -> None:
    """Put the person of an interaction on the waiting list of a game, and answer.

    :raises PoliteError: it is for one person, no thread can be opened, or an argument can't be read.
    """
    desk, guild = desk_of(interaction), interaction.guild
    title = desk.campaigns.titles.get(game)
    if title is None or len(title.seats) == 1 or guild is None:
        raise PoliteError(_("You play that game alone: `/campaign new` begins it at once."))
    settings = await settings_of(desk.campaigns, guild.id)
    place = see_that_lobbies_open(guild, template_of(settings), interaction.channel)
    least = template_of(settings).reliable
    await conduct.see_reliable(desk.campaigns.store, guild.id, interaction.user.id, least)
    now = desk.campaigns.store.now()
    seeks = Seeker(
        guild_id=guild.id,
        channel_id=place,
        user_id=interaction.user.id,
        title=title.id,
        scenario=None if scenario is None else options.setting(title, scenario)[0],
        clock=None if clock is None else notation.written(notation.read(clock)),
        zone=None if zone is None else zones.read_zone(zone),
        at=now,
        look_at=first_look(now),
    )
    own = await WaitingLists(desk.campaigns).seek(seeks)
    await show(interaction, await _standing(desk, own))
    host = host_of(interaction)
    if any(each.title == title.id and each.opening_id is not None for each in own):
        await host.openings.settle()
    await host.waiting_lists.say()


async def _standing(desk: Desk, own: Sequence[Seeker]) -> ui.LayoutView:
    """What a person waits for, with the buttons to stop."""
    if not own:
        text = _("You wait for nothing here. `/campaign seek` with a game puts you on its waiting list.")
        return layout.question(text)
    lines, buttons = [], list[ui.Button[ui.LayoutView]]()
    for each in own:
        title = desk.campaigns.titles.get(each.title)
        name = each.title if title is None else title.name
        lines.append(await _line(desk, title, each))
        buttons.append(
            ui.Button(
                label=layout.cut(_("Stop waiting: {name}", name=name), layout.LABEL),
                custom_id=custom_ids.seek_stop(each.title),
            )
        )
    games = await desk.campaigns.store.look(partial(rows.guild_games.of_guild, guild_id=own[0].guild_id))
    for game in games:
        title = desk.campaigns.titles.get(game.title)
        if title is not None and game.role_id is not None and any(each.title == game.title for each in own):
            label = layout.cut(_("Pings for {name}: on or off", name=title.name), layout.LABEL)
            buttons.append(ui.Button(label=label, custom_id=custom_ids.hear(game.title)))
    lines.append(
        _(
            "-# When enough people wait for the same, a lobby opens in a thread and asks each of you whether "
            "it still suits you. The list shows nobody's time zone."
        )
    )
    rows_of = range(0, len(buttons), layout.PER_ROW)
    return layout.message(
        ui.TextDisplay("\n".join(lines)),
        *(ui.ActionRow(*buttons[start : start + layout.PER_ROW]) for start in rows_of),
    )


async def _line(desk: Desk, title: AnyTitle | None, each: Seeker) -> str:
    """What a person waits for, and how many wait for that game."""
    if title is None:
        return _("**{name}** is not installed any more.", name=each.title)
    if each.opening_id is not None:
        return _("**{name}**: a lobby opens now in a thread, and asks you there.", name=title.name)
    waiting = await desk.campaigns.store.look(
        partial(rows.seekers.waiting, guild_id=each.guild_id, title=each.title)
    )
    enough = len(waiting) >= len(title.seats)
    wishes = [
        _("any scenario") if each.scenario is None else retold(title.scenario(each.scenario).name),
        _("any clock") if each.clock is None else _("clock `{clock}`", clock=each.clock),
        _("any time zone") if each.zone is None else _("near {zone}", zone=each.zone),
    ]
    return _(
        "⏳ **{name}** ({wishes}). {number}",
        name=title.name,
        wishes=", ".join(wishes),
        number=ngettext(
            "You are the first of {seats} players.",
            "{n} people wait for this game of {seats}.",
            len(waiting),
            seats=len(title.seats),
        )
        + (" " + _("Their wishes differ too much.") if enough else ""),
    )


class Seek(Button, ForOne, template=custom_ids.SEEK):
    """Puts a person on the waiting list of a game, whatever its form."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        await wait(interaction, self.fields["title"])
        desk.outbox.kick()


class Greeted(Select, ForOne, template=custom_ids.NEW_SEEK):
    """Puts a person on the waiting list of a game that they chose from the greeting."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        await wait(interaction, self.item.values[0])
        desk.outbox.kick()


class Stop(Button, template=custom_ids.SEEK_STOP):
    """Takes a person off a waiting list."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> str:
        lists = WaitingLists(desk.campaigns)
        await lists.stop(interaction.guild_id or 0, interaction.user.id, self.fields["title"])
        desk.outbox.kick()
        return _("You don't wait for that game any more.")


class Suits(Button, ForOne, template=custom_ids.SUITS):
    """Answers whether a lobby still suits a person."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> str:
        lists = WaitingLists(desk.campaigns)
        answer = lists.accept if self.fields["answer"] == "yes" else lists.decline
        try:
            return await answer(self.campaign, interaction.user.id)
        finally:
            desk.outbox.kick()


class Hear(Button, ForOne, template=custom_ids.HEAR):
    """Gives a person the role that hears of a game, or takes it."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> str:
        game = await desk.campaigns.store.look(
            partial(rows.guild_games.of, guild_id=interaction.guild_id or 0, title=self.fields["title"])
        )
        member = interaction.user
        if game.role_id is None or not isinstance(member, discord.Member):
            raise PoliteError(_("No role hears of that game here. A moderator can set one in `/settings`."))
        role = member.guild.get_role(game.role_id)
        if role is None:
            raise PoliteError(GONE)
        try:
            if member.get_role(role.id) is not None:
                await member.remove_roles(role)
                return _("You don't hear of that game any more.")
            if not only_pings(role):
                raise PoliteError(
                    _(
                        "With <@&{role}> you could do or see more than others, so I don't give it away. A "
                        "moderator can give you the role.",
                        role=role.id,
                    )
                )
            await member.add_roles(role)
        except discord.Forbidden:
            raise PoliteError(
                _(
                    "I may not give you <@&{role}>: I need the permission Manage Roles, and a role above it. "
                    "A moderator can give you the role.",
                    role=game.role_id,
                )
            ) from None
        except discord.HTTPException as error:
            if error.code != _UNKNOWN_ROLE:
                raise
            raise PoliteError(GONE) from None
        return _(
            "You have <@&{role}> now: when somebody waits for that game, you are pinged, once a day at most.",
            role=game.role_id,
        )


CONTROLS = (Seek, Greeted, Stop, Suits, Hear)


def commands(titles: Sequence[AnyTitle]) -> tuple[Command, ...]:
    """The command, with the games that people can play together."""
    together = [title for title in titles if len(title.seats) > 1]
    return (app_commands.choices(game=games_of(together))(seek),)
