"""`/rules` and `/help`."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any

from discord import app_commands

import engines
import render
from bot.campaigns import guards
from bot.campaigns.ranks import moderates, settings_of
from bot.campaigns.telling import aim
from bot.desk import panel, screens, standing
from bot.desk.desk import Desk
from bot.errors import NoCampaignError, NotSeatedError, PoliteError
from bot.games.registry import presenter_of
from bot.games.shown import Sheet
from bot.games.wording import tabled
from bot.interactions import rules_search
from bot.interactions.host import HEAVY, Command, Interaction, answering, desk_of, host_of, show
from bot.interactions.which import games_of
from bot.posts import greeting
from bot.surface import layout
from data.answers import Answer
from data.cases import Statement
from data.catalogue import _, retold
from data.folding import fold
from data.glossary import spelled
from data.nouns import labelled
from render import Picture, Table, ThemeName

SHOWN = 20
QUICK = "reference"
"""The typed text that means the quick reference."""
SIGNS = "key"
"""The typed text that means the key to the map."""
SAID = {
    "end": ("stop", "done"),
    "pass": ("hand-over",),
    "ally": ("alliance",),
    "declare": ("stand",),
    "put": ("place",),
    **dict.fromkeys(("begin", "yield"), ("initiative",)),
    **dict.fromkeys(("desert", "land", "note", "show", "spare"), ("choose",)),
}
"""Verbs whose command has another name, because players use that name or verbs share a command."""
LOOKING_UP = ("card", "odds", "forecast", "map", "events", "area", "general")
"""Sub-commands of a game that take no action; `/help` lists them."""


async def _game(desk: Desk, interaction: Interaction, game: str | None) -> str:
    if game is not None:
        return game
    try:
        return (await desk.campaign_here(interaction)).title
    except NoCampaignError:
        return next(iter(engines.titles()))


async def _statements(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    desk = desk_of(interaction)
    game = await _game(desk, interaction, interaction.namespace.game)
    offered = [(_("Quick reference: {name}", name=name), f"{QUICK} {name}") for name in _parts(desk, game)]
    offered.insert(0, (_("Quick reference: everything on one picture"), QUICK))
    if render.has_key(game):
        offered.insert(1, (_("Quick reference: key to the map"), f"{QUICK} {SIGNS}"))
    if not current.strip():
        offered = [pair for pair in offered if pair[1] in (QUICK, f"{QUICK} {SIGNS}")]
    quick = [pair for pair in offered if fold(current) in fold(f"{pair[1]} {pair[0]}")]
    statements = await asyncio.to_thread(rules_search.suggest, game, current, layout.PER_SELECT)
    choices = [*quick, *((suggestion.label, suggestion.value) for suggestion in statements)]
    return [app_commands.Choice(name=name, value=value) for name, value in choices[: layout.PER_SELECT]]


@app_commands.command(name="rules", extras=HEAVY)
@app_commands.autocomplete(find=_statements)
@app_commands.describe(
    find="A question in plain words, a case number such as 7.2, or: reference",
    game="The rulebook; this channel's by default",
)
@answering()
async def _rules(interaction: Interaction, find: str, game: str | None = None) -> str | None:
    """Find a rule by a question or its number, or show the quick reference."""
    desk = desk_of(interaction)
    title = await _game(desk, interaction, game)
    if fold(find).split()[:1] == [QUICK]:
        return await _quick(desk, interaction, title, find)
    replies = await asyncio.to_thread(rules_search.answered, title, find)
    statements = (
        rules_search.behind(title, replies[0])
        if replies
        else await asyncio.to_thread(rules_search.find, title, find, SHOWN)
    )
    if not statements:
        raise PoliteError(
            _(
                "I found no rule for '{find}'. Try a case number such as 7.2, a word such as "
                "liberation, or `reference` for all tables.",
                find=layout.plain(layout.cut(find, 60)),
            )
        )
    tables = {table.case: tabled(table) for table in presenter_of(desk.campaigns.titles[title]).reference()}
    entries = [
        (statement.id, "\n".join(filter(None, [spelled_out(title, statement), tables.get(statement.id)])))
        for statement in statements
    ]
    return fitting([*(("", line) for line in _replied(replies)), *entries])


def _replied(replies: list[Answer]) -> list[str]:
    """The first of some answers, and the questions of the others; empty without answers."""
    if not replies:
        return []
    first, *others = replies
    lines = [f"**{first.ask}** {first.text}"]
    if others:
        asked = " · ".join(answer.ask for answer in others)
        lines.append(_("-# Other answers: {asked}", asked=asked))
    return ["\n".join([*lines, _("-# The rules behind it:")])]


def _parts(desk: Desk, title: str) -> list[str]:
    """The titles of the tables in a game's quick reference."""
    return [table.title for table in presenter_of(desk.campaigns.titles[title]).reference()]


async def _quick(desk: Desk, interaction: Interaction, title_id: str, typed: str) -> str | None:
    """The quick reference: a picture, the table of that title, or the tables whose titles have the words."""
    title = desk.campaigns.titles[title_id]
    tables = presenter_of(title).reference()
    if not tables:
        raise PoliteError(_("{name} has no quick reference. Ask `/rules` in plain words.", name=title.name))
    words = fold(typed).split()[1:]
    if words == [SIGNS] and render.has_key(title_id):
        signs = await asyncio.to_thread(_signs, title_id, await _theme(desk, interaction))
        text = _("**{name}, key to the map.**", name=title.name)
        await screens.edit(interaction, content=text, attachments=[layout.attachment(signs)])
        return None
    if words:
        meant = [table for table in tables if fold(table.title).split() == words] or [
            table for table in tables if all(word in fold(table.title) for word in words)
        ]
        if not meant:
            named = ", ".join(table.title for table in tables)
            raise PoliteError(_("The quick reference of {name} has: {named}.", name=title.name, named=named))
        return fitting([(table.title, tabled(table)) for table in meant])
    picture = await asyncio.to_thread(_drawn, title.name, tuple(tables), await _theme(desk, interaction))
    text = _(
        "**{name}, quick reference.** Each table as text: `/rules find:{quick} {title}`.",
        name=title.name,
        quick=QUICK,
        title=tables[0].title,
    )
    await screens.edit(interaction, content=text, attachments=[layout.attachment(picture)])
    return None


async def _theme(desk: Desk, interaction: Interaction) -> ThemeName:
    """The theme of this channel's campaign, or the light theme."""
    try:
        return (await desk.campaign_here(interaction)).theme
    except NoCampaignError:
        return "light"


@lru_cache(maxsize=8)
def _signs(title_id: str, theme: ThemeName) -> Picture:
    return render.key(title_id, engines.find(title_id).data, theme)


@lru_cache(maxsize=8)
def _drawn(name: str, tables: tuple[Table, ...], theme: ThemeName) -> Picture:
    return render.reference(name, tables, theme)


def rules() -> Command:
    """`/rules`, with the installed games."""
    return app_commands.choices(game=games_of(engines.titles().values()))(_rules)


def fitting(entries: list[tuple[str, str]]) -> str:
    """The statements that one answer has room for, and the numbers of the others."""
    shown: list[str] = []
    room = layout.REPLY - 300
    for place, (_name, text) in enumerate(entries):
        if shown and len(text) > room:
            rest = ", ".join(name for name, _ in entries[place:])
            return "\n".join([*shown, layout.cut(_("-# More of it: {rest}", rest=rest), 280)])
        shown.append(layout.cut(text, layout.REPLY - 300))
        room -= len(text) + 1
    return "\n".join(shown)


def spelled_out(title_id: str, statement: Statement) -> str:
    """A statement for readers: id, text, adopted reading."""
    text = spelled(title_id, statement.text)
    if not statement.reading:
        return f"**{statement.id}** {text}"
    return _(
        "**{id}** {text}\n> Read as: {title_id}",
        id=statement.id,
        text=text,
        title_id=spelled(title_id, statement.reading),
    )


@app_commands.command(name="help")
@answering()
async def help_(interaction: Interaction) -> str | None:
    """What you can do here, now."""
    desk = desk_of(interaction)
    now = await _now(desk, interaction)
    if now is None:
        # A beginner reads a few words, and presses a button; what is for players comes when they play.
        text = "\n".join([str(greeting.WHAT), *_here(interaction), *await _moderating(desk, interaction)])
        channel = str(getattr(interaction.channel, "name", None) or "")
        await show(interaction, greeting.build(desk.campaigns.titles.values(), text, channel))
        return None
    text = "\n".join(await _help(desk, interaction, now))
    if len(text) <= layout.REPLY:
        return text
    await show(interaction, layout.question(text))
    return None


def _here(interaction: Interaction) -> list[str]:
    """What the local table adds; empty elsewhere."""
    return [str(greeting.AT_THE_TABLE).strip()] if host_of(interaction).rooms else []


async def _help(desk: Desk, interaction: Interaction, now: list[str]) -> list[str]:
    return [
        *now,
        "",
        (
            _(
                "**At any time** `/campaign status`, `map`, `log`, `replay` or `undo` this game. "
                "`/my games` lists what waits for you. `/rules` answers questions, and `/rules "
                "find:reference` shows all tables. `/hint` gives advice when you play without other "
                "people. To stop, use `/campaign pause`, `draw` or `concede`."
            )
        ),
        *_here(interaction),
        *await _moderating(desk, interaction),
        (
            _(
                "-# You can't break anything: an illegal action is refused with its reason and the "
                "number of the rule. Every die comes from a seed whose hash was published at the "
                "start."
            )
        ),
    ]


async def _moderating(desk: Desk, interaction: Interaction) -> list[str]:
    """The commands of moderators; empty for other people."""
    if not moderates(interaction, await settings_of(desk.campaigns, interaction.guild_id or 0)):
        return []
    return [
        (
            _(
                "**As a moderator** `/mod overview` lists the server's campaigns and their problems. "
                "`/mod undo`, `act-for`, `set` and `roll` correct the board, also during a pause. "
                "`/mod seat`, `clock`, `move` and `end` keep a campaign going. `/mod audit` shows "
                "the log of all this."
            )
        ),
    ]


async def _now(desk: Desk, interaction: Interaction) -> list[str] | None:
    """What the caller can do in the campaign of the channel; None if there is no campaign."""
    try:
        campaign = await desk.campaign_here(interaction)
    except NoCampaignError:
        return None
    title = desk.campaigns.title_of(campaign)
    if campaign.status == "lobby":
        return [
            _("**The campaign of {name} in this channel has not begun yet.**", name=title.name),
            _("Take a seat with the buttons of its card (`/campaign show` brings it) or with `/seat take`."),
        ]
    if campaign.status != "running":
        return None
    if stopped := guards.why_stopped(campaign):
        return [stopped]
    try:
        seat = desk.campaigns.seat_of(campaign, interaction.user.id)
    except NotSeatedError as error:
        return [str(error)]
    words = presenter_of(title)
    state = desk.campaigns.state_of(campaign)
    commands = host_of(interaction).tree.get_command(title.id)
    if not isinstance(commands, app_commands.Group):
        return [
            f"**{title.name}, {standing.where(desk.campaigns, campaign)}**",
            panel.due_from(desk.campaigns, campaign, seat),
            _(
                "Play with the buttons of the turn card, or with `/play`; `/campaign view` shows what "
                "you know."
            ),
            (await standing.link(desk.campaigns, campaign)).strip(),
        ]
    where = _("your panel (**Play** on the turn card opens it)") if title.secrets else _("the turn card")
    due = labelled(f"**{title.name}**", words.due(state)) + "."
    lines = [due, *aim(title), _("Press a button on {where} or type:", where=where)]
    sheet = words.sheet(state, seat, None, {}, blank=True)
    if sheet is not None:
        lines += _written(commands, sheet)
    for group in words.groups(state, seat) if sheet is None else ():
        by_command: dict[str, list[str]] = {}
        for choice in words.told_of(state, seat, group):
            by_command.setdefault(command_of(commands, choice.notation), []).append(choice.label)
        for command, labels in by_command.items():
            more = ", …" if len(labels) > 4 else ""
            lines.append(f"`{command}` {', '.join(labels[:4])}{more}")
    lines += [
        f"`/{command.qualified_name}` {retold(command.description)}"
        for command in commands.commands
        if command.name in LOOKING_UP
    ]
    return [*lines, (await standing.link(desk.campaigns, campaign)).strip()]


def _written(commands: app_commands.Group, sheet: Sheet) -> list[str]:
    """The commands that fill in one form, and the commands that every form has."""
    keys = [choice.notation.removeprefix("only ") for group in sheet.groups for choice in group.choices]
    own = [command for key in keys if (command := _verb(commands, key))]
    form = commands.get_command("form")
    written = dict.fromkeys([*own, *(form.walk_commands() if isinstance(form, app_commands.Group) else ())])
    return [f"`/{command.qualified_name}` {retold(command.description)}" for command in written]


def command_of(commands: app_commands.Group, notation: str) -> str:
    """The slash command for an action: its verb's own, also in a group, or `/play`."""
    command = _verb(commands, notation)
    return "/play" if command is None else f"/{command.qualified_name}"


def _verb(commands: app_commands.Group, notation: str) -> app_commands.Command[Any, ..., Any] | None:
    """The command of an action's verb, if it has one."""
    words = notation.split(" ")
    known = {
        command.name: command
        for command in commands.walk_commands()
        if isinstance(command, app_commands.Command)
    }
    names = ("-".join(words[:2]), words[0], *SAID.get(words[0], ()))
    return next((known[name] for name in names if name in known), None)
