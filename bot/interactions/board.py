"""`/campaign status`, `show`, `map`, `view` and `log`: how campaigns stand and how they went."""

from __future__ import annotations

from io import BytesIO

import discord
import msgspec
from discord import app_commands, ui

from bot.campaigns import awaited, guards, messages
from bot.campaigns.telling import book, chronicle, ended
from bot.desk import panel, screens, standing
from bot.desk.desk import Desk, may_post
from bot.desk.spots import Map, attached
from bot.errors import PoliteError, incident
from bot.games.registry import presenter_of
from bot.interactions import which
from bot.interactions.host import HEAVY, Button, Command, ForOne, Interaction, answering, desk_of, host_of
from bot.interactions.play import seats_seen
from bot.posts.card.face import EARLIER, TONES
from bot.store import Campaign, Theme
from bot.surface import custom_ids, layout
from bot.surface.pictures import Crowded
from data.catalogue import _
from data.nouns import upper
from engines.core.contract import Outcome
from render import WHOLE, RenderError

THEMES = [app_commands.Choice(name=name, value=name) for name in ("light", "dark")]
VIEW, LEAST = 3000, 300
"""Most characters of a campaign's status, in a message that has nothing else, and fewest beside a form."""
PAGE = 800
"""Characters of a page of the log: a phone shows it without scrolling."""
LAST = 999
"""The oldest page of a chapter, for any number of pages."""
TOLD = 3
"""Most chapters that `/campaign log` shows where no turn is named."""


@app_commands.command(name="status")
@app_commands.autocomplete(campaign=which.choices)
@app_commands.describe(campaign=which.ABOUT)
@answering()
async def status(interaction: Interaction, campaign: which.Number | None = None) -> str:
    """How the campaign of this channel stands, or another one."""
    desk = desk_of(interaction)
    return await standing.in_words(desk.campaigns, await which.meant(desk, interaction, campaign))


@app_commands.command(name="show")
@answering()
async def show(interaction: Interaction) -> str:
    """Bring the turn card up to date, or post it again if it was deleted."""
    desk = desk_of(interaction)
    may_post(interaction)
    campaign = await desk.campaign_here(interaction)
    if campaign.parked_at is not None and await host_of(interaction).parking.let_go_on(campaign.id):
        await desk.outbox.drain()
        return _(
            "The campaign was parked. Its channel is back, so the campaign resumes."
        ) + await standing.link(desk.campaigns, campaign)
    chapter = desk.campaigns.card_chapter(campaign)
    await desk.campaigns.store.add_outbox(campaign.id, [messages.card(chapter)])
    await desk.outbox.drain()
    return _("The turn card is up to date.") + await standing.link(desk.campaigns, campaign)


@app_commands.command(name="map", extras=HEAVY)
@app_commands.choices(theme=THEMES)
@app_commands.describe(theme="Colours of the map: the campaign's by default")
@answering()
async def map(interaction: Interaction, theme: str | None = None) -> None:
    """The map of the campaign, for you alone."""
    desk = desk_of(interaction)
    campaign = await desk.board_here(interaction)
    chosen = msgspec.convert(theme or campaign.theme, Theme)
    picture = await desk.maps.of(campaign, None, chosen)
    await interaction.edit_original_response(attachments=[layout.attachment(picture)])


@app_commands.command(name="view", extras=HEAVY)
@app_commands.autocomplete(seat=seats_seen)
@app_commands.describe(seat="Which of your seats; the one that is asked by default")
@answering()
async def view(interaction: Interaction, seat: app_commands.Range[str, 1, 40] | None = None) -> None:
    """The board as your seat knows it, text and map, for you alone."""
    desk = desk_of(interaction)
    campaign = await desk.board_here(interaction)
    chosen = None if seat is None else desk.seat_seen(campaign, interaction.user.id, seat)
    await show_view(desk, interaction, campaign, chosen)


async def show_view(
    desk: Desk, interaction: Interaction, campaign: Campaign, seat: str | None = None
) -> None:
    """Show the board as one seat of a player knows it, text and map; a spectator gets the public view."""
    if seat is None:
        seat = panel.viewer_of(desk.campaigns, campaign, interaction.user.id)
    title = desk.campaigns.title_of(campaign)
    whose = _("public view") if seat is None else title.seat_names[seat]
    due, form, own = "\n".join(awaited.lines(desk.campaigns, campaign)), None, list[str]()
    if seat is not None:
        # A view that is lent has no part in what its player is writing.
        if campaign.seats.get(seat) == interaction.user.id:
            form = await panel.writing(desk.campaigns, campaign, seat)
        due = panel.due_from(desk.campaigns, campaign, seat, form=form)
        own = await panel.results(desk.campaigns, campaign, seat) if campaign.status == "running" else []
    # A list would take the line after it for its own.
    lines_of_form = [*form.lines, *(each.line() for each in form.placed), ""] if form else []
    if own:
        lines_of_form = [
            _("**Your last orders**"),
            *(f"- {upper(phrase)}" for phrase in own),
            "",
            *lines_of_form,
        ]
    written = layout.first_lines(lines_of_form, VIEW - LEAST, more=layout.MORE_LINES)
    lines = [
        f"## {title.name} · {whose}",
        f"-# {standing.where(desk.campaigns, campaign)}",
        written,
        panel.knows(desk.campaigns, campaign, seat, VIEW - len(written)),
        layout.cut(due, layout.TEXT - VIEW - 300),
    ]
    # The view was opened from a panel, or in place of one.
    panelled = interaction.type is discord.InteractionType.component and title.secrets
    way_back = None if seat is None or not panelled else screens.back(campaign.id, seat)

    async def drawn() -> Map | None:
        try:
            # With the ways of all that is written, as on the panel.
            ways = WHOLE._replace(moves=form.close.moves) if form is not None and form.close else WHOLE
            return attached(await desk.maps.of(campaign, seat, campaign.theme, ways), ())
        except Crowded:
            lines.append(_("-# Too many maps are being drawn at the moment. Ask for this one again soon."))
            return None
        except RenderError as error:
            lines.append(incident(error, f"drawing a view of campaign {campaign.id}"))
            return None

    def build(picture: Map | None) -> ui.LayoutView:
        shown = ui.LayoutView(timeout=None)
        shown.add_item(ui.TextDisplay("\n".join(line for line in lines if line)))
        if picture is not None:
            shown.add_item(layout.gallery(picture, ""))
        if way_back is not None:
            shown.add_item(ui.ActionRow(way_back))
        shown.stop()
        return shown

    await desk.screens.put(interaction, build, drawn())


@app_commands.command(name="log")
@app_commands.autocomplete(campaign=which.choices)
@app_commands.describe(turn="One turn; the last few by default", campaign=which.ABOUT)
@answering()
async def log(
    interaction: Interaction,
    turn: app_commands.Range[int, 1, 999] | None = None,
    campaign: which.Number | None = None,
) -> None:
    """The history of the campaign, with the whole of it as a file."""
    desk = desk_of(interaction)
    logged = guards.begun(await which.meant(desk, interaction, campaign))
    title = desk.campaigns.title_of(logged)
    chapters = await desk.campaigns.chapters(logged)
    shown = [c for c in chapters if c.number == turn] if turn else chapters[-TOLD:]
    if not shown:
        raise PoliteError(
            _(
                "Turn {turn} has not been played yet. The latest is turn {number}.",
                turn=turn,
                number=chapters[-1].number,
            )
        )
    parts = chronicle(title, logged.scenario, shown)
    if logged.outcome is not None and shown[-1] is chapters[-1]:
        outcome = msgspec.json.decode(logged.outcome, type=Outcome)
        parts.append("\n".join(presenter_of(title).verdict(outcome)))
    elif logged.status == "ended" and shown[-1] is chapters[-1]:
        result = ended(title, logged.ending)
        parts.append(f"## {result.heading}\n{result.sentence}")
    while len("\n\n".join(parts)) > layout.REPLY and len(parts) > 1:
        # The caller asked for the newest chapters; the file has the others.
        parts.pop(0)
    if parts and not turn and len(shown) < len(chapters):
        parts.insert(0, _("-# The file has everything before this."))
    file = discord.File(
        BytesIO(book(title, logged, chapters).encode()), filename=f"{logged.title}-{logged.id}.md"
    )
    await interaction.edit_original_response(
        content=layout.cut("\n\n".join(parts), layout.REPLY),
        attachments=[file],
        allowed_mentions=layout.NO_MENTIONS,
    )


class Before(ForOne, Button, template=custom_ids.BEFORE):
    """Shows one person the log, a page at a time, from the end of a chapter back to its first page."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        campaign = guards.begun(await desk.board(self.campaign))
        words = presenter_of(desk.campaigns.title_of(campaign))
        # An undo may have removed the chapter that the button names.
        newest = desk.campaigns.chapter_of(campaign)
        number = min(int(self.fields["chapter"]), newest)
        chapter = await desk.campaigns.chapter(campaign, number)
        if not chapter.events:
            raise PoliteError(_("Nothing happened before that."))
        pages = _pages(words.on_card(chapter.events).lines)
        page = min(int(self.fields["page"]), len(pages) - 1)
        older = (number, page + 1) if page + 1 < len(pages) else (number - 1, 0)
        later = (number, page - 1) if page else (number + 1, LAST)
        row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
        if page + 1 < len(pages) or (await desk.campaigns.chapter(campaign, number - 1)).events:
            row.add_item(_turn(str(EARLIER), custom_ids.before(campaign.id, *older)))
        if page or number < newest:
            row.add_item(_turn(_("Later"), custom_ids.before(campaign.id, *later)))
        heading = f"## {words.heading(campaign.scenario, number, chapter.events).title}"
        rows = [row] if row.children else []
        await desk.screens.show_lines(interaction, campaign, None, [heading, *pages[page]], WHOLE, *rows)


def _turn(label: str, custom_id: str) -> ui.Button[ui.LayoutView]:
    return ui.Button(style=TONES["secondary"], label=label, custom_id=custom_id)


def _pages(lines: list[str]) -> list[list[str]]:
    """Split lines into pages that a phone can show; the newest page comes first."""
    pages: list[list[str]] = [[]]
    for line in reversed(lines):
        full = sum(len(each) for each in pages[-1]) + len(line) > PAGE
        # Small print belongs to the line before it.
        if full and pages[-1] and not pages[-1][0].startswith(layout.SMALL):
            pages.append([])
        pages[-1].insert(0, line)
    return pages


CONTROLS = (Before,)
COMMANDS: tuple[Command, ...] = (status, show, map, view, log)
