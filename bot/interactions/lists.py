"""`/campaign list`, `/mod overview` and `/mod digest`: the campaigns of a server."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands, ui

from bot.campaigns.ranks import require_here
from bot.campaigns.telling import stands
from bot.desk.desk import Desk
from bot.interactions import which
from bot.interactions.host import Button, Command, ForOne, Interaction, answering, desk_of, show
from bot.moderation import digest as digests
from bot.moderation import overview as overviews
from bot.moderation.impartial import Favours, favours
from bot.store import CampaignHead
from bot.surface import layout
from data.catalogue import N_, _

PAGE = r"t1:list:(?P<of>all|wrong):(?P<page>\d{1,5})"
ROWS = 10


@app_commands.command(name="list")
@answering()
async def list_(interaction: Interaction) -> None:
    """The campaigns of this server, newest first, in channels that you can see."""
    await _show(desk_of(interaction), interaction, "all", 0)


@app_commands.command(name="overview", extras=favours(Favours.NOBODY))
@answering()
async def overview(interaction: Interaction) -> None:
    """Every campaign of the server that is not over, by what is wrong with it."""
    await _show(desk_of(interaction), interaction, "wrong", 0)


@app_commands.command(name="digest", extras=favours(Favours.NOBODY))
@answering()
async def digest(interaction: Interaction) -> str:
    """The last week: what is late, disputed or decided, and who is away."""
    desk = desk_of(interaction)
    assert interaction.guild_id is not None
    await require_here(desk.campaigns, interaction, to=_("see all campaigns"))
    sees = desk.places.viewer(interaction)
    return await digests.written(desk.campaigns, interaction.guild_id, desk.campaigns.store.now(), sees)


async def _show(desk: Desk, interaction: Interaction, of: str, page: int) -> None:
    assert interaction.guild_id is not None
    if of == "wrong":
        await require_here(desk.campaigns, interaction, to=_("see all campaigns"))
        heading, none = _("## Running campaigns"), _("No campaign is running on this server.")
        campaigns = await overviews.of_guild(desk.campaigns, interaction.guild_id)
        sees = await desk.places.learn(interaction, [each.head.channel_id for each in campaigns])
        lines = [overviews.line(each) for each in campaigns if sees(each.head.channel_id, each.head.people)]
    else:
        heading = _("## Campaigns of this server")
        none = _("No campaign has been played on this server yet. Start one with `/campaign new`.")
        lines = [_line(desk, head) for head in await which.seen(desk, interaction)]
    pages = _pages(lines)
    page = min(page, len(pages) - 1)
    count = _("\n-# Page {page} of {number}.", page=page + 1, number=len(pages)) if len(pages) > 1 else ""
    text = "\n".join([heading, *pages[page]]) + count if lines else none
    buttons: list[ui.Button[ui.LayoutView]] = []
    if page:
        buttons.append(ui.Button(label=_("Back"), custom_id=f"t1:list:{of}:{page - 1}"))
    if page < len(pages) - 1:
        buttons.append(ui.Button(label=_("More"), custom_id=f"t1:list:{of}:{page + 1}"))
    await show(interaction, layout.question(text, *buttons))


def _pages(lines: Sequence[str]) -> list[list[str]]:
    """Split lines into pages that fit into a message; no line is left out."""
    pages: list[list[str]] = [[]]
    for line in lines:
        if len(pages[-1]) == ROWS or sum(map(len, pages[-1])) + len(line) > layout.TEXT - 300:
            pages.append([])
        pages[-1].append(line)
    return pages


def _line(desk: Desk, head: CampaignHead) -> str:
    holders = ", ".join(f"<@{user}>" for user in dict.fromkeys(head.seats.values())) or _("nobody yet")
    name = desk.campaigns.packs.name_of(head)
    when = discord.utils.format_dt(head.updated_at, "R")
    line = N_("{id} · **{name}** in <#{channel_id}> · {holders} · {head}, last played {when}")
    if head.status == "lobby":
        when = discord.utils.format_dt(head.created_at, "R")
        line = N_("{id} · **{name}** in <#{channel_id}> · {holders} · {head}, opened {when}")
    return line(
        id=head.id,
        name=name,
        channel_id=head.channel_id,
        holders=holders,
        head=stands(head),
        when=when,
    )


class Page(ForOne, Button, template=PAGE):
    """Turns a page of a list."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        await _show(desk, interaction, self.fields["of"], int(self.fields["page"]))


COMMANDS: tuple[Command, ...] = (list_,)
MODERATORS: tuple[Command, ...] = (overview, digest)
CONTROLS = (Page,)
