"""The part of `/settings` about lobbies that the bot opens: their template, and what holds for a game."""

from __future__ import annotations

from functools import partial

import discord
import msgspec
from discord import app_commands

from bot.campaigns import options
from bot.desk.desk import Desk
from bot.errors import PoliteError
from bot.posts.openings import see_that_threads_open, template_of
from bot.store import Guild, rows
from bot.store.lobbies import GuildGame, Template
from bot.surface import layout
from data.catalogue import N_, _
from data.nouns import labelled

ARCHIVES = [
    app_commands.Choice(name="after a day", value=1440),
    app_commands.Choice(name="after three days", value=4320),
    app_commands.Choice(name="after a week", value=10080),
]
_ARCHIVED = {1440: N_("after a day"), 4320: N_("after three days"), 10080: N_("after a week")}
_DRAWN = {
    "every-action": N_("after every action"),
    "every-turn": N_("once a turn"),
    "never": N_("never"),
}
Change = tuple[GuildGame, list[str]]
"""What is set for a game, and the names of what has changed."""


def changed(
    guild: Guild,
    *,
    channel: discord.TextChannel | None,
    name: str | None,
    images: str | None,
    archive: int | None,
    reliable: int | None,
) -> dict[str, object]:
    """The changes of a server's settings by what was given of the template; none if nothing was.

    :raises PoliteError: the bot can't open threads in the channel.
    """
    if channel is not None:
        see_that_threads_open(channel)
    given = {
        "channel": None if channel is None else channel.id,
        "name": None if name is None else _thread_name(name),
        "images": images,
        "archive": archive,
    }
    given = {field: value for field, value in given.items() if value is not None}
    if reliable is not None:
        given["reliable"] = reliable or None
    if not given:
        return {}
    template = msgspec.structs.replace(template_of(guild), **given)
    return {"lobbies": None if template == Template() else msgspec.json.encode(template)}


def _thread_name(typed: str) -> str:
    """A template of names, on one line.

    :raises PoliteError: nothing of it could be seen.
    """
    name = layout.line(typed)
    if not name:
        raise PoliteError(_("That name is empty: nothing of it can be seen. Give some letters or signs."))
    return name


def of_game(
    desk: Desk, guild_id: int, game: str | None, role: discord.Role | None, rules: str | None
) -> Change | None:
    """What is set for a game; None if nothing is.

    :raises PoliteError: the game is missing or unknown, or a rule is.
    """
    if role is None and rules is None:
        if game is not None:
            raise PoliteError(_("Say with `role` or `rules` what is to hold for that game."))
        return None
    title = desk.campaigns.titles.get(game or "")
    if title is None:
        raise PoliteError(_("Choose with `game` the game that `role` and `rules` are about."))
    if role is not None and role.is_default():
        raise PoliteError(_("That role is everybody's. Choose one that people take for this game."))
    if role is not None and not only_pings(role):
        raise PoliteError(
            _(
                "Anybody may take the role of a game, and with <@&{role}> they could do or see more than "
                "others. Choose a role without permissions.",
                role=role.id,
            )
        )
    _scenario, usual = options.setting(title, None, lobby=True)
    chosen = None if rules is None else options.read(title, rules, usual)
    fields = (["role_id"] if role is not None else []) + (["options"] if rules is not None else [])
    holds = GuildGame(
        guild_id=guild_id,
        title=title.id,
        role_id=None if role is None else role.id,
        options=None if chosen == usual else chosen,
    )
    return holds, ["guild_id", "title", *fields]


def only_pings(role: discord.Role) -> bool:
    """Whether a role lets its members do and see nothing that others can't."""
    guild = role.guild
    opens = any(channel.overwrites_for(role).pair()[0].value for channel in guild.channels)
    return role.permissions <= guild.default_role.permissions and not opens


def noted(change: Change) -> str:
    """A change for the audit log."""
    game, fields = change
    said = [_("role {role}", role=f"<@&{game.role_id}>")] if "role_id" in fields else []
    if "options" in fields:
        rules = _("the usual rules") if game.options is None else _listed(game.options)
        said.append(_("rules {rules}", rules=rules))
    return labelled(game.title, ", ".join(said))


async def games(desk: Desk, guild_id: int) -> str:
    """What is set for each game, a line each."""
    lines = []
    for game in await desk.campaigns.store.look(partial(rows.guild_games.of_guild, guild_id=guild_id)):
        title = desk.campaigns.titles.get(game.title)
        role = _("no role") if game.role_id is None else f"<@&{game.role_id}>"
        rules = _("the usual rules") if game.options is None else _listed(game.options)
        name = game.title if title is None else title.name
        lines.append(_("**{name}** {role}; {rules}\n", name=name, role=role, rules=rules))
    return "".join(lines)


def line(guild: Guild) -> str:
    """The template of a server."""
    return _("**Lobbies** {template}", template=words(template_of(guild)))


def words(template: Template) -> str:
    """A template in words."""
    place = (
        _("in the channel where they are asked for") if template.channel is None else f"<#{template.channel}>"
    )
    return _(
        "{place}; threads “{name}”, archived {archive}; maps {images}; {reliable}",
        place=place,
        name=layout.plain(template.name),
        archive=_ARCHIVED[template.archive],
        images=_DRAWN[template.images],
        reliable=_("no condition")
        if template.reliable is None
        else _("for people who decide in time in {percent}% of cases", percent=template.reliable),
    )


def _listed(chosen: dict[str, bool]) -> str:
    return ", ".join(f"`{name}`" for name, on in chosen.items() if on) or "`none`"
