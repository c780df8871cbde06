"""`/campaign new` and `end`: how a campaign begins, and how its people end it."""

from __future__ import annotations

import discord
import msgspec
from discord import app_commands, ui

from bot import clock as clocks
from bot import ids, layout, optional
from bot.commands.asking import Command, Interaction, desk_of
from bot.commands.seat import a_person
from bot.desk import Desk, may_post
from bot.errors import PoliteError, StaleError
from bot.lobby import Lobby
from bot.moderating import Moderating
from bot.moderation import require, settings_of
from bot.proposals import question
from bot.store import CampaignRunningError, Images, Theme
from bot.telling import begun, opened
from bot.wishes import Wish
from engines.core.contract import AnyTitle

IMAGES = [
    app_commands.Choice(name="after every action", value="every-action"),
    app_commands.Choice(name="once a turn", value="every-turn"),
    app_commands.Choice(name="never", value="never"),
]
SEATS = [
    app_commands.Choice(name="open the seats", value="open"),
    app_commands.Choice(name="all mine", value="mine"),
]
THEMES = [app_commands.Choice(name=name, value=name) for name in ("light", "dark")]


_IN_THE_WAY = {
    False: "A campaign is being played in this channel. Finish it,",
    True: "The lobby of a campaign is open in this channel. Let it begin,",
}


async def game_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The games that can be played here."""
    return [
        app_commands.Choice(name=title.name, value=title.id)
        for title in desk_of(interaction).campaigns.titles.values()
        if current.casefold() in title.name.casefold()
    ][: layout.PER_SELECT]


async def clock_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Common clocks, and what is typed when it is one."""
    found = [
        app_commands.Choice(name=label, value=text)
        for label, text in clocks.CHOICES
        if current.casefold() in f"{label} {text}".casefold()
    ]
    if not found:
        try:
            typed = clocks.read(current)
        except PoliteError:
            return []
        name = layout.cut(clocks.words(typed), layout.DETAIL)
        found = [app_commands.Choice(name=name, value=clocks.written(typed))]
    return found[: layout.PER_SELECT]


def chosen_game(desk: Desk, typed: str) -> AnyTitle:
    """The game of an id or a name.

    :raises PoliteError: there is none; it names those that there are.
    """
    for title in desk.campaigns.titles.values():
        if typed.casefold() in (title.id, title.name.casefold()):
            return title
    known = ", ".join(title.name for title in desk.campaigns.titles.values())
    raise PoliteError(f"There is no game '{layout.plain(layout.cut(typed, 40))}' here. There are: {known}.")


async def rule_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The usual rules of the game, and one more or less than what was typed so far."""
    titles = desk_of(interaction).campaigns.titles
    title = titles.get(str(interaction.namespace.game)) or next(iter(titles.values()))
    return [
        app_commands.Choice(name=offer.label, value=offer.typed)
        for offer in optional.offers(title, current, layout.PER_SELECT)
    ]


@app_commands.command(name="new")
@app_commands.choices(images=IMAGES, theme=THEMES, seats=SEATS)
@app_commands.autocomplete(game=game_choices, rules=rule_choices, clock=clock_choices)
@app_commands.describe(
    game="The game to play",
    rules="Optional rules, separated by commas; the usual ones by default",
    images="When the map is drawn: after every action by default",
    theme="Colours of the map: light by default",
    clock="How long a decision may take, such as 48h; the server's own by default",
    seats="Who sits down: a lobby by default, where the game has several seats",
    private="Whether seats are taken by invitation only; anybody may by default",
)
async def new(
    interaction: Interaction,
    game: str,
    rules: str | None = None,
    images: str = "every-action",
    theme: str = "light",
    clock: app_commands.Range[str, 1, 80] | None = None,
    seats: str | None = None,
    private: bool = False,
) -> None:
    """Start a campaign in this channel."""
    desk = desk_of(interaction)

    async def handler() -> str:
        may_post(interaction)
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        title = chosen_game(desk, game)
        lobby = seats == "open" or (seats is None and (private or len(title.seats) > 1))
        if private and not lobby:
            raise PoliteError(
                "All seats are yours then, so there is nothing to be private: leave one of both."
            )
        wish = Wish(
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            user_id=interaction.user.id,
            title=title.id,
            options=optional.read(title, rules),
            images=msgspec.convert(images, Images),
            theme=msgspec.convert(theme, Theme),
            clock=clocks.written(clocks.read(clock or await _usual_clock(desk, interaction.guild_id))),
            private=private,
            lobby=lobby,
        )
        try:
            campaign = await desk.campaigns.new(wish, interaction.id)
        except CampaignRunningError as running:
            old = await desk.campaigns.store.campaign(running.campaign_id)
            assert old is not None
            raise PoliteError(
                f"{_IN_THE_WAY[old.status == 'lobby']} or end it with `/campaign end`." + await desk.link(old)
            ) from None
        desk.outbox.kick()
        return opened(title, campaign) if campaign.status == "lobby" else begun(title, campaign)

    await desk.answer(interaction, handler, public=True)


async def _usual_clock(desk: Desk, guild_id: int) -> str:
    """The clock of a server's campaigns that name none."""
    return (await settings_of(desk.campaigns, guild_id)).clock or "none"


@app_commands.command(name="invite")
@app_commands.describe(user="Who may take a seat")
async def invite(interaction: Interaction, user: discord.User) -> None:
    """Invite somebody to take a seat of this channel's campaign."""
    desk = desk_of(interaction)

    async def handler() -> str:
        may_post(interaction)
        campaign = await desk.campaigns.running(interaction.channel_id or 0)
        await require(
            desk.campaigns, interaction, campaign, "moderator", "creator", "player", to="invite somebody"
        )
        guest = a_person(user)
        told = await Lobby(desk.campaigns).invite(campaign.id, interaction.user.id, guest)
        desk.outbox.kick()
        return told

    await desk.answer(interaction, handler)


@app_commands.command(name="end")
async def end(interaction: Interaction) -> None:
    """End the campaign before its game is over; asks once more."""
    desk = desk_of(interaction)

    async def handler() -> None:
        campaign = await desk.campaigns.running(interaction.channel_id or 0)
        await require(desk.campaigns, interaction, campaign, "moderator", "creator", to="end it")
        view = ui.LayoutView(timeout=None)
        view.add_item(
            ui.TextDisplay(
                "Close this lobby for good? The campaign will not begin."
                if campaign.status == "lobby"
                else "End this campaign for good? It can still be read and exported, but not played on."
            )
        )
        row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
        row.add_item(
            ui.Button(
                style=discord.ButtonStyle.danger,
                label="Close the lobby" if campaign.status == "lobby" else "End the campaign",
                custom_id=ids.end(campaign.id, campaign.version),
            )
        )
        view.add_item(row)
        # As on the card: discord.py need not keep what its custom id says.
        view.stop()
        await interaction.edit_original_response(view=view)

    await desk.answer(interaction, handler)


async def confirm_end(desk: Desk, interaction: Interaction, campaign_id: int, version: int) -> None:
    """The second press of `/campaign end`."""

    async def handler() -> None:
        campaign = await desk.campaigns.store.campaign(campaign_id)
        if campaign is None or campaign.status not in ("lobby", "running"):
            raise StaleError("That campaign is over already.")
        await require(desk.campaigns, interaction, campaign, "moderator", "creator", to="end it")
        moderating = Moderating(desk.campaigns, desk.outbox)
        await moderating.end(campaign.id, version, "", user_id=interaction.user.id)
        desk.outbox.kick()
        ended = "The campaign is ended. `/campaign export` has its record, with the seed of its dice."
        if campaign.status == "lobby":
            ended = "The lobby is closed. `/campaign new` opens another."
        await interaction.edit_original_response(view=question(ended))

    await desk.answer(interaction, handler)


COMMANDS: tuple[Command, ...] = (new, invite, end)
