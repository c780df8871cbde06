"""`/ratings`: how strong the players of a server are by their results, game by game."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import partial

from discord import app_commands, ui

import engines
from bot.campaigns.ranks import settings_of
from bot.desk.desk import Desk
from bot.errors import PoliteError
from bot.interactions.host import HEAVY, Command, Interaction, answering, desk_of, show
from bot.interactions.results import seen
from bot.interactions.which import games_of
from bot.results import ratings as reckoned
from bot.results import words
from bot.results.ratings import Ladder, Table
from bot.results.tally import Wish
from bot.store import Result, rows
from bot.surface import layout
from data.catalogue import N_, _

MOST = 10
"""Players of a table that are shown, beside the one who asks."""
OFF = N_("This server does not rate its players: `/settings` says so.")
NONE = N_("Nobody is rated here yet: no campaign that counts for a rating has ended.")
HOW = N_(
    "-# Strength and its standard error, by the method of Weng and Lin (2011); the order is by what is all "
    "but sure. 25 is the automatic player and every newcomer. To win with a weaker side counts for more. A "
    "seat counts for the player who gave most of its actions: a player who leaves a lost game loses it, a "
    "substitute does not. Not rated: campaigns without a result, and those in which a moderator intervened."
)


@app_commands.command(name="ratings", extras=HEAVY)
@app_commands.describe(game="One game; all by default")
@answering()
async def _ratings(interaction: Interaction, game: app_commands.Choice[str] | None = None) -> None:
    """How strong the players of this server are, by the results of their campaigns."""
    desk = desk_of(interaction)
    guild_id = interaction.guild_id or 0
    every = await desk.campaigns.store.look(partial(rows.results.of_guild, guild_id=guild_id))
    tables = await of_server(desk, guild_id, every)
    if tables is None:
        raise PoliteError(str(OFF))
    chosen = {ladder: table for ladder, table in tables.items() if game is None or ladder.title == game.value}
    shown = shown_on(await seen(desk, interaction, every, Wish()))
    lines: list[str] = []
    for ladder, table in sorted(chosen.items(), key=lambda each: (each[0].title, each[0].scenario or "")):
        if ladder in shown:
            lines += _told(desk.campaigns.titles, ladder, table, shown[ladder], interaction.user.id)
    if not lines:
        raise PoliteError(str(NONE))
    text = layout.first_lines([_("## Ratings of this server"), *lines], layout.TEXT - len(str(HOW)) - 100)
    await show(interaction, layout.message(ui.TextDisplay(f"{text}\n{HOW}")))


async def of_server(desk: Desk, guild_id: int, every: Sequence[Result]) -> dict[Ladder, Table] | None:
    """The ratings on each ladder of a server, by all its results; None if it does not rate its players."""
    if not (await settings_of(desk.campaigns, guild_id)).rated:
        return None
    tables = await asyncio.to_thread(reckoned.tables, every)
    return {ladder: table for ladder, table in tables.items() if table.players}


def shown_on(ended: Iterable[Result]) -> dict[Ladder, set[int]]:
    """The players of these campaigns, by ladder: that others play is told to nobody who can't see where."""
    players: defaultdict[Ladder, set[int]] = defaultdict(set)
    for result in ended:
        players[reckoned.ladder_of(result)] |= {
            part.rated for part in result.parts if isinstance(part.rated, int)
        }
    return players


def _told(
    titles: words.Titles, ladder: Ladder, table: Table, shown: Collection[int], user_id: int
) -> list[str]:
    """A ladder: its name, its best players and the one who asks, and its sides."""
    lines = [f"### {words.ladder_name(titles, ladder)}"]
    for place, (user, rated) in enumerate(table.players.items(), start=1):
        if user in shown and (place <= MOST or user == user_id):
            lines.append(f"{place}\\. <@{user}> {words.rating(rated)}")
    if ladder.scenario is None:
        lines.append(words.sides(titles, ladder, table))
    return lines


def ratings() -> Command:
    """`/ratings`, with the installed games."""
    return app_commands.choices(game=games_of(engines.titles().values()))(_ratings)
