"""`/results`: how the campaigns of a server ended, of all, of a person, of a pair or of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from io import BytesIO
from typing import NamedTuple

import discord
from discord import app_commands, ui

import engines
import render
from bot.desk.desk import Desk
from bot.errors import incident
from bot.interactions.host import HEAVY, Button, Command, ForOne, Interaction, answering, desk_of, show
from bot.interactions.which import games_of
from bot.results import table, words
from bot.results.tally import Wish, chosen
from bot.store import Result, rows
from bot.surface import layout
from bot.surface.custom_ids import USER
from bot.surface.pictured import pictured
from data.catalogue import N_, _
from data.nouns import counted, labelled, upper
from render import Picture, RenderError

ROWS = 10
NUMBERS = ("player", "against", "days")
_NONE = N_("No such campaign has ended here yet, in a channel that you can see.")
PAGE = (
    rf"t1:results:(?P<game>[a-z0-9-]{{0,31}}):(?P<player>(?:{USER})?):(?P<against>(?:{USER})?):"
    r"(?P<days>\d{0,4}):(?P<page>\d{1,4})"
)


class Asked(NamedTuple):
    """The options of the command, as a button that turns the page keeps them."""

    game: str = ""
    player: int | None = None
    against: int | None = None
    days: int | None = None

    def wish(self, now: datetime) -> Wish:
        """The results that are asked for."""
        since = None if self.days is None else now - timedelta(days=self.days)
        return Wish(self.game or None, self.player, self.against, since)

    def custom_id(self, page: int) -> str:
        """The custom id of the button that turns to a page."""
        return f"t1:results:{self.game}:{self.player or ''}:{self.against or ''}:{self.days or ''}:{page}"

    @property
    def heading(self) -> str:
        """Whose results they are, for a picture."""
        if self.player is None:
            return _("Results of this server")
        return _("Results of a player") if self.against is None else _("Results of two players")

    @property
    def mentioned(self) -> str:
        """Whose results they are, for a message."""
        if self.player is None:
            return self.heading
        if self.against is None:
            return _("Results of <@{player}>", player=self.player)
        return _("Results of <@{player}> against <@{against}>", player=self.player, against=self.against)


@app_commands.command(name="results", extras=HEAVY)
@app_commands.describe(
    game="One game; all by default",
    player="The campaigns of one person",
    against="The campaigns of that person, or yours, against this one",
    days="Only campaigns that ended in the last so many days",
)
@answering()
async def _results(
    interaction: Interaction,
    game: app_commands.Choice[str] | None = None,
    player: discord.User | None = None,
    against: discord.User | None = None,
    days: app_commands.Range[int, 1, 3650] | None = None,
) -> None:
    """How the campaigns of this server ended, with a picture and a table."""
    whose = None if against is None else interaction.user.id
    asked = Asked(
        "" if game is None else game.value,
        whose if player is None else player.id,
        None if against is None else against.id,
        days,
    )
    await _show(desk_of(interaction), interaction, asked, 0)


async def _show(desk: Desk, interaction: Interaction, asked: Asked, page: int) -> None:
    """A page of results, newest first; the first has the tallies, the picture and the table too."""
    store, titles = desk.campaigns.store, desk.campaigns.titles
    read = partial(rows.results.of_guild, guild_id=interaction.guild_id or 0)
    every = await store.look(read)
    ended = await seen(desk, interaction, every, asked.wish(store.now()))
    if not ended:
        await show(interaction, layout.question(str(_NONE)))
        return
    pages = -(-len(ended) // ROWS)
    page = min(page, pages - 1)
    newest = ended[::-1][page * ROWS : (page + 1) * ROWS]
    lines = [f"## {asked.mentioned}"]
    if not page:
        lines += [_("{campaigns}.", campaigns=upper(counted(len(ended), "campaign")))]
        lines += _of_people(asked, ended)
        lines += words.tallies(titles, ended)
    lines += ["", *(words.line(titles, result) for result in newest)]
    if pages > 1:
        lines.append(_("-# Page {page} of {number}.", page=page + 1, number=pages))
    text = layout.first_lines(lines, layout.TEXT - 100)
    turns = _turns(asked, page, pages)
    if page:
        await interaction.edit_original_response(
            view=layout.message(ui.TextDisplay(text), *turns),
            attachments=[],
            allowed_mentions=layout.NO_MENTIONS,
        )
        return
    picture, written = await asyncio.to_thread(_made, titles, ended, asked.heading)
    sheet = None if picture is None else layout.attachment(picture)
    file = discord.File(BytesIO(written), filename="results.csv")

    async def answer(files: tuple[discord.File | None, discord.File] | None) -> None:
        drawn, csv = files or (None, None)
        items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(text)]
        items += [] if drawn is None else [layout.gallery(drawn, asked.heading)]
        items += [] if csv is None else [ui.File(csv)]
        await interaction.edit_original_response(
            view=layout.message(*items, *turns),
            attachments=[each for each in (drawn, csv) if each is not None],
            allowed_mentions=layout.NO_MENTIONS,
        )

    await pictured(answer, (sheet, file), "a sheet of results")


async def seen(desk: Desk, interaction: Interaction, every: Sequence[Result], wish: Wish) -> list[Result]:
    """The results that a wish is for, of the channels that the asker may see."""
    meant = chosen(every, wish)
    sees = await desk.places.learn(interaction, [result.channel_id for result in reversed(meant)])
    return [
        result for result in meant if sees(result.channel_id, [part.user_id or 0 for part in result.parts])
    ]


def _of_people(asked: Asked, ended: Sequence[Result]) -> list[str]:
    """How the campaigns ended for the people who are asked for."""
    people = [user for user in (asked.player, asked.against) if user is not None]
    return [labelled(f"<@{user}>", words.of_player(ended, user)) for user in people]


def _turns(asked: Asked, page: int, pages: int) -> list[ui.ActionRow[ui.LayoutView]]:
    buttons: list[ui.Button[ui.LayoutView]] = []
    if page:
        buttons.append(ui.Button(label=_("Back"), custom_id=asked.custom_id(page - 1)))
    if page < pages - 1:
        buttons.append(ui.Button(label=_("More"), custom_id=asked.custom_id(page + 1)))
    return [ui.ActionRow(*buttons)] if buttons else []


def _made(titles: words.Titles, ended: Sequence[Result], heading: str) -> tuple[Picture | None, bytes]:
    """The picture, if any campaign had a result and it can be drawn, and the table."""
    season = words.season(titles, ended, heading)
    picture = None
    if season is not None:
        try:
            picture = render.results(season)
        except RenderError as error:
            incident(error, "drawing a sheet of results")
    return picture, table.written(ended)


class Page(ForOne, Button, template=PAGE):
    """Turns a page of the results."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        numbers = {name: int(self.fields[name]) if self.fields[name] else None for name in NUMBERS}
        await _show(desk, interaction, Asked(self.fields["game"], **numbers), int(self.fields["page"]))


def results() -> Command:
    """`/results`, with the installed games."""
    return app_commands.choices(game=games_of(engines.titles().values()))(_results)


CONTROLS = (Page,)
