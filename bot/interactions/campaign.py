"""`/campaign`: starts the campaign of a channel; other modules hold the other sub-commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from discord import app_commands

import engines
from bot.campaigns import options
from bot.campaigns.languages import SPOKEN
from bot.campaigns.ranks import settings_of
from bot.campaigns.setup import Wish
from bot.campaigns.telling import begun, opened
from bot.clock import notation
from bot.desk import standing
from bot.desk.desk import Desk, may_post
from bot.desk.left_over import make_room
from bot.errors import PoliteError
from bot.interactions import board, clocks, endings, lists, lobby, records, replay, review, seek, undo
from bot.interactions.board import THEMES
from bot.interactions.clocks import clock_choices
from bot.interactions.host import Choices, Interaction, answering, desk_of, group, host_of, offered
from bot.interactions.seats import STRENGTHS, strength_of
from bot.interactions.which import games_of
from bot.seats.automatic import Automatic
from bot.seats.named import seat_named
from bot.store import Campaign, CampaignRunningError, Images, Theme
from bot.surface import layout
from data.catalogue import N_, _, speaking
from data.folding import fold
from engines.core.contract import AnyTitle

IMAGES = [
    app_commands.Choice(name="after every action", value="every-action"),
    app_commands.Choice(name="once a turn", value="every-turn"),
    app_commands.Choice(name="never", value="never"),
]
SPEAKING = [app_commands.Choice(name=name, value=value) for value, name in SPOKEN.items()]
SEATS = [
    app_commands.Choice(name="open the seats, one for each person", value="open"),
    app_commands.Choice(name="open the seats, several for one person if they like", value="several"),
    app_commands.Choice(name="all mine", value="mine"),
]


_IN_THE_WAY = {
    False: N_(
        "This channel already has a campaign: `/campaign show` brings its card. Start another one in "
        "another channel."
    ),
    True: N_(
        "This channel already has an open lobby. Its card shows the free seats. Start another "
        "campaign in another channel."
    ),
}


def chosen_game(desk: Desk, typed: str) -> AnyTitle:
    """The game with this id or name.

    :raises PoliteError: there is no such game; the message names the games.
    """
    for title in desk.campaigns.titles.values():
        if fold(typed) in (title.id, fold(title.name)):
            return title
    names = ", ".join(title.name for title in desk.campaigns.titles.values())
    raise PoliteError(
        _(
            "There is no game '{typed}' here. There are: {names}.",
            typed=layout.plain(layout.cut(typed, 40)),
            names=names,
        )
    )


async def rule_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The usual rules of the game, and the typed list with one rule more or one fewer."""
    title = _typed_game(interaction)
    try:
        typed = interaction.namespace
        alone = typed.side is not None or typed.seats == "mine" or len(title.seats) == 1
        _, usual = options.setting(title, typed.scenario, lobby=not alone)
    except PoliteError:
        return []
    offers = options.suggestions(title, current, usual, layout.PER_SELECT)
    return [app_commands.Choice(name=offer.label, value=offer.typed) for offer in offers]


async def scenario_choices(interaction: Interaction, current: str) -> Choices:
    """The presets and scenarios of the game that was typed so far."""
    return offered(options.settings(_typed_game(interaction)), current)


def _typed_game(interaction: Interaction) -> AnyTitle:
    """The game that was chosen so far, or the first game."""
    titles = desk_of(interaction).campaigns.titles
    return titles.get(str(interaction.namespace.game)) or next(iter(titles.values()))


async def side_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The seats of the game that was typed so far."""
    titles = desk_of(interaction).campaigns.titles
    title = titles.get(str(interaction.namespace.game))
    if title is None or len(title.seats) == 1:
        return []
    return offered(((name, seat) for seat, name in title.seat_names.items()), current)


@app_commands.command(name="new")
@app_commands.choices(images=IMAGES, theme=THEMES, language=SPEAKING, seats=SEATS, strength=STRENGTHS)
@app_commands.autocomplete(
    scenario=scenario_choices, rules=rule_choices, clock=clock_choices, side=side_choices
)
@app_commands.describe(
    game="The game to play",
    scenario="What is set up, or what goes well together; the first scenario by default",
    rules="Optional rules, separated by commas; the usual ones by default",
    images="When the map is drawn: after every action by default",
    theme="Colours of the map: light by default",
    clock="How long a decision may take, such as 48h; the server's own by default",
    language="The language of what everybody reads of it; the server's own by default",
    seats="How the seats are filled: by a lobby by default, where the game has several",
    reliable="Percent of decisions in time that a place in the lobby takes; any by default",
    private="Whether seats are taken by invitation only; anybody may by default",
    side="The seat that you play against the automatic player, which has the others",
    strength="How well the automatic player plays: normal by default",
)
@answering(public=True, tells=True)
async def new(
    interaction: Interaction,
    game: str,
    scenario: app_commands.Range[str, 1, 80] | None = None,
    rules: str | None = None,
    images: str = "every-action",
    theme: str = "light",
    clock: app_commands.Range[str, 1, 80] | None = None,
    language: str = "",
    seats: str | None = None,
    private: bool = False,
    side: app_commands.Range[str, 1, 80] | None = None,
    reliable: app_commands.Range[int, 1, 100] | None = None,
    strength: str | None = None,
) -> str:
    """Start a campaign in this channel."""
    desk = desk_of(interaction)
    title = chosen_game(desk, game)
    how = strength_of(title, strength)
    if how is not None and side is None:
        raise PoliteError(_("Choose your side, `side`, too: the automatic player then has the others."))
    if side is not None:
        if seats is not None or private or reliable is not None:
            raise PoliteError(
                _(
                    "You chose a seat against the automatic player, which takes all other seats. So "
                    "don't set who may join as well."
                )
            )
        return await begin(
            interaction,
            title,
            scenario=scenario,
            rules=rules,
            images=images,
            theme=theme,
            clock=clock,
            language=language,
            automatic=frozenset(title.seats) - {seat_named(title, side)},
            strengths={} if how is None else dict.fromkeys(title.seats, how),
        )
    lobby = seats in ("open", "several") or (seats is None and (private or len(title.seats) > 1))
    if reliable is not None and not lobby:
        raise PoliteError(_("You take all seats yourself, so don't set a condition for others as well."))
    if private and not lobby:
        raise PoliteError(_("You take all seats yourself, so don't make the campaign private as well."))
    return await begin(
        interaction,
        title,
        scenario=scenario,
        rules=rules,
        images=images,
        theme=theme,
        clock=clock,
        language=language,
        private=private,
        lobby=lobby,
        several=seats == "several",
        reliable=reliable,
    )


async def begin(
    interaction: Interaction,
    title: AnyTitle,
    *,
    scenario: str | None = None,
    rules: str | None = None,
    images: str = "every-action",
    theme: str = "light",
    clock: str | None = None,
    language: str = "",
    chosen: Mapping[str, bool] | None = None,
    channel_id: int | None = None,
    **seats: Any,
) -> str:
    """Start a campaign in the channel of an interaction; returns the message for the channel.

    :param chosen: all optional rules, instead of the typed ones.
    :param channel_id: another channel.
    :param seats: the arguments of `Wish` that concern seats.
    :raises PoliteError: the channel has a campaign already, or an argument can't be read.
    """
    desk = desk_of(interaction)
    may_post(interaction)
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    setting, usual = options.setting(title, scenario, lobby=bool(seats.get("lobby")))
    wish = Wish(
        guild_id=interaction.guild_id,
        channel_id=channel_id or interaction.channel_id,
        user_id=interaction.user.id,
        title=title.id,
        scenario=setting,
        options=options.read(title, rules, usual) if chosen is None else chosen,
        images=msgspec.convert(images, Images),
        theme=msgspec.convert(theme, Theme),
        clock=notation.written(notation.read(clock or await _usual_clock(desk, interaction.guild_id))),
        language=language if language in SPOKEN else "",
        **seats,
    )
    public = wish.language or await desk.campaigns.languages.of_server(wish.guild_id)
    try:
        with speaking(public):
            campaign = await _started(desk, interaction, wish)
    except CampaignRunningError as running:
        old = await desk.campaigns.store.campaign(running.campaign_id)
        assert old is not None
        here = old.channel_id == interaction.channel_id
        why = str(_IN_THE_WAY[old.status == "lobby"]) if here else _elsewhere(desk, interaction, old)
        raise PoliteError(why + await standing.link(desk.campaigns, old)) from None
    if campaign.automatic and campaign.status == "running":
        async with desk.campaigns.writing(campaign.id, wait=True):
            await Automatic(desk.campaigns).go_on(campaign.id, interaction.user.id)
    with speaking(public):
        return opened(title, campaign) if campaign.status == "lobby" else begun(title, campaign)


async def _started(desk: Desk, interaction: Interaction, wish: Wish) -> Campaign:
    """Create a campaign; a lesson that its creator left unfinished makes room for it.

    :raises CampaignRunningError: the channel has another campaign.
    """
    try:
        return await desk.campaigns.new(wish, interaction.id)
    except CampaignRunningError:
        if not await make_room(desk.campaigns, wish.channel_id, wish.user_id):
            raise
    return await desk.campaigns.new(wish, interaction.id)


def _elsewhere(desk: Desk, interaction: Interaction, old: Campaign) -> str:
    """The message that another channel is taken, with a link to it."""
    name = desk.campaigns.packs.name_of(old)
    if host_of(interaction).rooms is None:
        return _("{name} is already being played in <#{channel}>.", name=name, channel=old.channel_id)
    return _(
        "{name} is already being played in <#{channel}>. `/table` takes you there.",
        name=name,
        channel=old.channel_id,
    )


async def begin_in(
    interaction: Interaction, title: AnyTitle, channel_id: int | None = None, **wish: Any
) -> None:
    """Start a campaign in a channel and announce it there; a caller in another channel gets a link.

    :param channel_id: the channel of the interaction by default.
    :param wish: the other arguments of `begin`.
    :raises PoliteError: as in `begin`.
    """
    text = await begin(interaction, title, channel_id=channel_id, **wish)
    if channel_id in (None, interaction.channel_id):
        # Public, because it has the hash of the seed.
        await interaction.followup.send(text, allowed_mentions=layout.NO_MENTIONS)
    else:
        room = interaction.client.get_partial_messageable(channel_id, guild_id=interaction.guild_id)
        await room.send(text, allowed_mentions=layout.NO_MENTIONS)
        led = _("**{name}** begins in <#{channel}>.", name=title.name, channel=channel_id)
        led += turned(interaction, channel_id)
        await interaction.followup.send(led, ephemeral=True, allowed_mentions=layout.NO_MENTIONS)
    desk_of(interaction).outbox.kick()


def turned(interaction: Interaction, channel_id: int) -> str:
    """A note that the local page turns to another channel; empty on Discord, which has no such page."""
    rooms = host_of(interaction).rooms
    if rooms is None:
        return ""
    rooms.turn_to(channel_id)
    return _(" The table switches to it.")


async def _usual_clock(desk: Desk, guild_id: int) -> str:
    """The clock of a campaign of this server for which no clock was named."""
    return (await settings_of(desk.campaigns, guild_id)).clock or "none"


def commands() -> app_commands.Group:
    """The group, with the sub-commands of each module and the games that are installed."""
    return group(
        "campaign",
        "Start, follow and end the campaign of this channel.",
        (
            app_commands.choices(game=games_of(engines.titles().values()))(new),
            *seek.commands(list(engines.titles().values())),
            *lobby.COMMANDS,
            *endings.COMMANDS,
            *board.COMMANDS,
            *lists.COMMANDS,
            *clocks.COMMANDS,
            *undo.COMMANDS,
            *replay.COMMANDS,
            *review.COMMANDS,
            *records.COMMANDS,
        ),
    )
