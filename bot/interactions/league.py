"""`/league`: leagues and cups, from the first player to the final table."""

from __future__ import annotations

import discord
import msgspec
from discord import app_commands, ui

import engines
from bot.campaigns import options
from bot.campaigns.proposals import OfLeague
from bot.campaigns.ranks import require_here
from bot.desk import standing
from bot.desk.desk import Desk, may_post
from bot.errors import PoliteError
from bot.interactions.campaign import IMAGES, chosen_game, rule_choices, scenario_choices
from bot.interactions.clocks import clock_choices
from bot.interactions.confirm import offer
from bot.interactions.host import (
    HEAVY,
    Button,
    Command,
    ForOne,
    Interaction,
    answering,
    desk_of,
    group,
    host_of,
)
from bot.interactions.leagues import (
    game_here,
    league_choices,
    meant,
    require,
    require_to_end,
    shown_name,
)
from bot.interactions.seats import a_person
from bot.interactions.which import games_of
from bot.leagues import rounds, words
from bot.leagues.board import drawn
from bot.leagues.changes import Act, known
from bot.posts.openings import see_that_threads_open
from bot.store import Images
from bot.store.leagues import Format, Plan, Whole
from bot.surface import layout
from bot.surface.custom_ids import ROW
from data.catalogue import _
from data.nouns import counted

FORMS = [
    app_commands.Choice(name="Swiss rounds: players with equal points meet", value="swiss"),
    app_commands.Choice(name="round robin: everyone meets everyone", value="round-robin"),
    app_commands.Choice(name="knock-out: who loses is out", value="knock-out"),
]
LEGS = [
    app_commands.Choice(name="one game", value=1),
    app_commands.Choice(name="two games at once, with sides exchanged", value=2),
]
RULINGS = [
    app_commands.Choice(name="somebody wins", value="win"),
    app_commands.Choice(name="a draw", value="draw"),
    app_commands.Choice(name="no points for anybody", value="none"),
    app_commands.Choice(name="it may end later: no round waits for it", value="later"),
]
Reason = app_commands.Range[str, 1, 200]


@app_commands.command(name="new")
@app_commands.choices(form=FORMS, images=IMAGES)
@app_commands.choices(legs=LEGS)
@app_commands.autocomplete(scenario=scenario_choices, rules=rule_choices, clock=clock_choices)
@app_commands.describe(
    name="What the league is called",
    game="The game to play",
    form="Who meets whom: Swiss rounds by default",
    rounds="Number of Swiss rounds: 4 by default; the other forms have as many as they need",
    days="How many days a round lasts: 14 by default",
    legs="Games of each pair in a round: one by default",
    scenario="What is set up; the first scenario by default",
    rules="Optional rules, separated by commas; the usual ones by default",
    clock="How long a decision may take, such as 48h; the server's own by default",
    images="When the map is drawn: by the server's template by default",
)
@answering()
async def new(
    interaction: Interaction,
    name: app_commands.Range[str, 1, 60],
    game: str,
    form: str = "swiss",
    rounds: app_commands.Range[int, 1, rounds.ROUNDS] = 4,
    days: app_commands.Range[int, 1, 180] = 14,
    legs: int = 1,
    scenario: app_commands.Range[str, 1, 80] | None = None,
    rules: str | None = None,
    clock: app_commands.Range[str, 1, 80] | None = None,
    images: str | None = None,
) -> str:
    """Open a league in this channel; people take part by a button until you begin it."""
    desk = desk_of(interaction)
    await require_here(desk.campaigns, interaction, to=_("open a league"))
    may_post(interaction)
    if not isinstance(interaction.channel, discord.TextChannel):
        raise PoliteError(_("A league needs a text channel: each of its games gets a thread there."))
    see_that_threads_open(interaction.channel)
    title = chosen_game(desk, game)
    called = layout.line(name)
    if not called:
        raise PoliteError(_("That name is empty: nothing of it can be seen. Give some letters or signs."))
    setting, usual = options.setting(title, scenario, lobby=True)
    plan = Plan(
        title=title.id,
        format=msgspec.convert(form, Format),
        rounds=rounds,
        days=days,
        legs=legs,
        scenario=None if scenario is None else setting,
        options=None if rules is None and scenario is None else options.read(title, rules, usual),
        clock=clock,
        images=None if images is None else msgspec.convert(images, Images),
    )
    service = host_of(interaction).leagues
    of = {"guild_id": interaction.guild_id or 0, "channel_id": interaction.channel.id}
    whole = await service.create(plan, called, user_id=interaction.user.id, **of)
    service.show_soon(whole.league.id)
    return _(
        "The league is open. People take part by the button below; `/league begin` pairs the first round."
    )


@app_commands.command(name="begin")
@app_commands.autocomplete(league=league_choices)
@app_commands.describe(league="Which league, where the channel does not say it")
@answering()
async def begin(interaction: Interaction, league: str | None = None) -> str:
    """Pair the first round, as a moderator; from then on, who joins is a substitute."""
    whole = await meant(interaction, league)
    await require(interaction, whole, to=_("begin a league"))
    service = host_of(interaction).leagues
    after = await service.begin(
        whole.league.id, whole.league.guild_id, Act(interaction.user.id, "league-begin")
    )
    service.show_soon(whole.league.id)
    games = counted(sum(game.points is None for game in after.games.values()), "game")
    return _("The league begins with {games}. Their threads are being opened.", games=games)


@app_commands.command(name="show", extras=HEAVY)
@app_commands.autocomplete(league=league_choices)
@app_commands.describe(league="Which league, where the channel does not say it")
@answering()
async def show_(interaction: Interaction, league: str | None = None) -> None:
    """The table of a league with its picture, and the games of its round."""
    await _show(interaction, await meant(interaction, league))


async def _show(interaction: Interaction, whole: Whole) -> None:
    title = host_of(interaction).leagues.title_of(whole)
    lines = words.post(title, whole)
    if whole.league.phase == "running":
        lines += [_("**Table**"), *words.table(title, whole), *words.terms(title, whole.league.plan)]
    elif whole.league.phase == "over":
        lines = [lines[0], *words.table(title, whole)]
    picture = await drawn(title, whole)
    file = None if picture is None else layout.attachment(picture)
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(layout.first_lines(lines, layout.TEXT - 100))]
    items += [] if file is None else [layout.gallery(file, "")]
    await interaction.edit_original_response(
        view=layout.message(*items),
        attachments=[] if file is None else [file],
        allowed_mentions=layout.NO_MENTIONS,
    )


@app_commands.command(name="join")
@app_commands.autocomplete(league=league_choices)
@app_commands.describe(league="Which league, where the channel does not say it")
@answering()
async def join(interaction: Interaction, league: str | None = None) -> str:
    """Take part in a league, or be a substitute once it has begun."""
    return await _join(interaction, await meant(interaction, league), interaction.user)


async def _join(interaction: Interaction, whole: Whole, user: discord.abc.User) -> str:
    service, of = host_of(interaction).leagues, whole.league
    text = await service.join(of.id, of.guild_id, user.id, shown_name(user))
    service.show_soon(of.id)
    return text


@app_commands.command(name="add")
@app_commands.autocomplete(league=league_choices)
@app_commands.describe(
    user="Who takes part, or is a substitute once it has begun",
    league="Which league, where the channel does not say it",
)
@answering()
async def add(interaction: Interaction, user: discord.Member, league: str | None = None) -> str:
    """Let somebody take part, as a moderator."""
    whole = await meant(interaction, league)
    await require(interaction, whole, to=_("let somebody take part"))
    a_person(user)
    await _join(interaction, whole, user)
    return _("<@{user}> is in.", user=user.id)


@app_commands.command(name="leave")
@app_commands.autocomplete(league=league_choices)
@app_commands.describe(league="Which league, where the channel does not say it")
@answering()
async def leave(interaction: Interaction, league: str | None = None) -> str | None:
    """Leave a league for good; asks once more after it has begun."""
    return await _leave(interaction, await meant(interaction, league))


async def _leave(interaction: Interaction, whole: Whole) -> str | None:
    service, of, user_id = host_of(interaction).leagues, whole.league, interaction.user.id
    place = whole.place_of(user_id)
    if place is None or not place.seed or of.phase != "running":
        text = await service.leave(of.id, of.guild_id, user_id)
        service.show_soon(of.id)
        return text
    question = _(
        "Leave **{league}** for good? A substitute takes over your place and your game; if there is none, "
        "the others win it.",
        league=layout.plain(of.name),
    )
    act = OfLeague(how="leave", league=of.id, user=user_id)
    await offer(desk_of(interaction), interaction, act, _("Leave the league"), question)
    return None


@app_commands.command(name="withdraw")
@app_commands.autocomplete(league=league_choices)
@app_commands.describe(
    user="Who no longer plays",
    reason="Why; it goes into the audit log",
    league="Which league, where the channel does not say it",
)
@answering()
async def withdraw(
    interaction: Interaction, user: discord.User, reason: Reason, league: str | None = None
) -> None:
    """Take somebody out of a league, as a moderator who does not play in it."""
    whole = await meant(interaction, league)
    await require(interaction, whole, to=_("take somebody out of a league"), neutral=True)
    if whole.place_of(user.id) is None:
        raise PoliteError(_("<@{user}> is not in this league.", user=user.id))
    act = OfLeague(how="withdraw", league=whole.league.id, user=user.id, reason=reason)
    question = _(
        "Take <@{user}> out of **{league}**? A substitute takes over; if there is none, the others win the "
        "game.",
        user=user.id,
        league=layout.plain(whole.league.name),
    )
    await offer(desk_of(interaction), interaction, act, _("Take them out"), question)


async def _game(interaction: Interaction, whole: Whole, number: int | None) -> int:
    """The number of the game that is meant: the one played in this thread by default.

    :raises PoliteError: none was named, and this is no thread of a game.
    """
    here = await game_here(interaction)
    if number is None and (here is None or here[0] != whole.league.id):
        raise PoliteError(_("Which game? Give its number, or write in its thread."))
    return known(whole, number or (here or (0, 0))[1]).number


@app_commands.command(name="dispute")
@app_commands.autocomplete(league=league_choices)
@app_commands.describe(
    why="What is wrong",
    game="The game's number; the one of this thread by default",
    league="Which league, where the channel does not say it",
)
@answering(tells=True)
async def dispute(
    interaction: Interaction,
    why: Reason,
    game: app_commands.Range[int, 1, 9999] | None = None,
    league: str | None = None,
) -> str:
    """Call a moderator to one of your games in a league: the round waits for a ruling."""
    whole = await meant(interaction, league)
    number = await _game(interaction, whole, game)
    service, of = host_of(interaction).leagues, whole.league
    text = await service.dispute(of.id, of.guild_id, number, interaction.user.id, layout.plain(why))
    service.show_soon(of.id)
    return text


@app_commands.command(name="rule")
@app_commands.choices(result=RULINGS)
@app_commands.autocomplete(league=league_choices)
@app_commands.describe(
    result="How the game ends",
    reason="Why; the players read it",
    winner="Who wins",
    game="The game's number; the one of this thread by default",
    league="Which league, where the channel does not say it",
)
@answering()
async def rule(
    interaction: Interaction,
    result: str,
    reason: Reason,
    winner: discord.User | None = None,
    game: app_commands.Range[int, 1, 9999] | None = None,
    league: str | None = None,
) -> None:
    """Decide a game, as a moderator who does not play; shows its score first."""
    desk = desk_of(interaction)
    whole = await meant(interaction, league)
    await require(interaction, whole, to=_("rule a game"), neutral=True)
    number = await _game(interaction, whole, game)
    ruled = whole.games[number]
    if (winner is None) == (result == "win"):
        raise PoliteError(_("Name a `winner` if somebody wins, and only then."))
    won = None if winner is None else whole.place_of(winner.id)
    if winner is not None and (won is None or won.number not in ruled.entrants):
        raise PoliteError(_("<@{user}> does not play game {number}.", user=winner.id, number=number))
    each = {"win": 0, "draw": 1, "none": 0}.get(result)
    points = None if each is None else dict.fromkeys(ruled.entrants, each)
    if points is not None and won is not None:
        points[won.number] = 2
    act = OfLeague(how="rule", league=whole.league.id, game=number, points=points, reason=reason)
    title = host_of(interaction).leagues.title_of(whole)
    lines = [words.game_line(title, whole, ruled)]
    if ruled.campaign_id is not None:
        campaign = await desk.campaigns.by_id(ruled.campaign_id)
        lines.append(await standing.in_words(desk.campaigns, campaign))
    if points is None:
        lines.append(_("Let this game end later? The next round does not wait for it."))
    else:
        after = msgspec.structs.replace(ruled, points=points, how="ruled", reason=reason)
        lines += [words.verdict(whole, after), _("Its campaign ends, and can't go on.")]
    await offer(desk, interaction, act, _("Rule it"), *lines)


@app_commands.command(name="extend")
@app_commands.autocomplete(league=league_choices)
@app_commands.describe(days="How many days longer", league="Which league, where the channel does not say it")
@answering()
async def extend(
    interaction: Interaction, days: app_commands.Range[int, 1, 60], league: str | None = None
) -> str:
    """Let the present round last longer, as a moderator."""
    whole = await meant(interaction, league)
    await require(interaction, whole, to=_("give a round more time"))
    service, of = host_of(interaction).leagues, whole.league
    act = Act(interaction.user.id, "league-extend", detail=counted(days, "day"))
    after = await service.extend(of.id, of.guild_id, days, act)
    service.show_soon(of.id)
    assert after.league.due_at is not None
    return _("The round lasts until {due}.", due=discord.utils.format_dt(after.league.due_at, "f"))


@app_commands.command(name="here")
@app_commands.autocomplete(league=league_choices)
@app_commands.describe(league="Which league, where the channel does not say it")
@answering()
async def here(interaction: Interaction, league: str) -> str:
    """Go on with a league in this channel, also where its own is gone."""
    whole = await meant(interaction, league)
    await require(interaction, whole, to=_("move a league"))
    await require_here(desk_of(interaction).campaigns, interaction, to=_("move a league"))
    may_post(interaction)
    if not isinstance(interaction.channel, discord.TextChannel):
        raise PoliteError(_("A league needs a text channel: each of its games gets a thread there."))
    see_that_threads_open(interaction.channel)
    service, of = host_of(interaction).leagues, whole.league
    act = Act(interaction.user.id, "league-here")
    await service.bring(of.id, of.guild_id, interaction.channel.id, act)
    service.show_soon(of.id)
    return _("The league goes on in this channel.")


@app_commands.command(name="end")
@app_commands.autocomplete(league=league_choices)
@app_commands.describe(
    reason="Why; it goes into the audit log", league="Which league, where the channel does not say it"
)
@answering()
async def end(interaction: Interaction, reason: Reason, league: str | None = None) -> None:
    """End a league before its last round, as a moderator; its table stays."""
    whole = await meant(interaction, league)
    await require_to_end(interaction, whole)
    act = OfLeague(how="end", league=whole.league.id, reason=reason)
    name = layout.plain(whole.league.name)
    question = _("End **{league}** now? Games that are not over no longer count.", league=name)
    await offer(desk_of(interaction), interaction, act, _("End the league"), question)


class OfPost(ForOne, Button, template=r"t1:no-league"):
    """A button under the post of a league."""

    async def whole(self, interaction: Interaction) -> Whole:
        """The league of the post."""
        return await host_of(interaction).leagues.whole(int(self.fields["league"]), interaction.guild_id)


class Join(OfPost, template=rf"t1:league-join:(?P<league>{ROW})"):
    """Takes part, or is a substitute."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> str:
        return await _join(interaction, await self.whole(interaction), interaction.user)


class Leave(OfPost, template=rf"t1:league-leave:(?P<league>{ROW})"):
    """Leaves."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> str | None:
        return await _leave(interaction, await self.whole(interaction))


class Table(OfPost, template=rf"t1:league-table:(?P<league>{ROW})"):
    """Shows the table."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        await _show(interaction, await self.whole(interaction))


COMMANDS: tuple[Command, ...] = (begin, show_, join, leave, add, withdraw, dispute, rule, extend, here, end)
CONTROLS = (Join, Leave, Table)


def commands() -> app_commands.Group:
    """The group, with the installed games."""
    opens: Command = app_commands.choices(game=games_of(engines.titles().values()))(new)
    return group("league", "Leagues and cups: rounds, tables and rulings.", (opens, *COMMANDS))
