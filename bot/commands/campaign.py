"""`/campaign`: start, look at, export and end the campaign of a channel."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from itertools import combinations
from typing import TYPE_CHECKING, Any

import discord
import msgspec
from discord import app_commands, ui

import engines
from bot import card, ids, layout
from bot.campaigns import CARD, Wish
from bot.desk import Desk, may_post
from bot.errors import PoliteError, StaleError
from bot.games import presenter
from bot.history import Chapter
from bot.store import Campaign, CampaignRunningError, Images, Message, Theme
from engines.core.contract import AnyTitle, Outcome

if TYPE_CHECKING:
    from bot.app import Tocsin

Interaction = discord.Interaction[Any]

GAMES = [app_commands.Choice(name=title.name, value=title.id) for title in engines.titles().values()]
IMAGES = [
    app_commands.Choice(name="after every action", value="every-action"),
    app_commands.Choice(name="once a turn", value="every-turn"),
    app_commands.Choice(name="never", value="never"),
]
THEMES = [app_commands.Choice(name=name, value=name) for name in ("light", "dark")]
LISTED = 20
TOLD = 3
"""Most chapters that `/campaign log` shows where no turn is named."""


def desk_of(interaction: Interaction) -> Desk:
    """The desk of the bot that an interaction came to."""
    bot: Tocsin = interaction.client
    return bot.desk


async def rule_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Every combination of the game's optional rules, by name and case."""
    title = engines.titles().get(str(interaction.namespace.game)) or next(iter(engines.titles().values()))
    subsets = [
        subset for size in range(len(title.options) + 1) for subset in combinations(title.options, size)
    ]
    found = []
    for subset in subsets:
        name = " and ".join(f"{option.name} ({option.case})" for option in subset) or "none"
        if current.casefold() in name.casefold():
            found.append(
                app_commands.Choice(
                    name=layout.cut(name, layout.DETAIL),
                    value=",".join(option.id for option in subset) or "none",
                )
            )
    return found[: layout.PER_SELECT]


def chosen_rules(title: AnyTitle, typed: str | None) -> dict[str, bool]:
    """Options named by id or case number, separated by commas.

    :raises PoliteError: one is unknown; it names those that there are.
    """
    options: dict[str, bool] = {}
    by_word = {option.id: option.id for option in title.options}
    by_word |= {option.case: option.id for option in title.options}
    for word in (typed or "none").replace(" ", "").split(","):
        if word in ("", "none"):
            continue
        if word not in by_word:
            known = ", ".join(f"{option.case} ({option.name})" for option in title.options)
            raise PoliteError(
                f"{title.name} has no optional rule '{layout.plain(layout.cut(word, 40))}'. "
                f"There are: {known or 'none'}."
            )
        options[by_word[word]] = True
    return options


class CampaignCommands(app_commands.Group):
    """The campaign of a channel, whatever its game."""

    def __init__(self) -> None:
        super().__init__(name="campaign", description="Start, follow and end the campaign of this channel.")

    @app_commands.command(name="new")
    @app_commands.choices(game=GAMES, images=IMAGES, theme=THEMES)
    @app_commands.autocomplete(rules=rule_choices)
    @app_commands.describe(
        game="The game to play",
        rules="Optional rules, none by default",
        images="When the map is drawn: after every action by default",
        theme="Colours of the map: light by default",
        nudge="Hours after which the tocsin rings for whose turn it is; never by default",
    )
    async def new(
        self,
        interaction: Interaction,
        game: str,
        rules: str | None = None,
        images: str = "every-action",
        theme: str = "light",
        nudge: app_commands.Range[int, 1, 720] | None = None,
    ) -> None:
        """Start a campaign in this channel."""
        desk = desk_of(interaction)

        async def handler() -> str:
            may_post(interaction)
            assert interaction.guild_id is not None
            assert interaction.channel_id is not None
            title = desk.campaigns.titles[game]
            wish = Wish(
                guild_id=interaction.guild_id,
                channel_id=interaction.channel_id,
                user_id=interaction.user.id,
                title=game,
                options=chosen_rules(title, rules),
                images=msgspec.convert(images, Images),
                theme=msgspec.convert(theme, Theme),
                nudge_hours=nudge,
            )
            try:
                campaign = await desk.campaigns.new(wish, interaction.id)
            except CampaignRunningError as running:
                old = await desk.campaigns.store.campaign(running.campaign_id)
                assert old is not None
                raise PoliteError(
                    "A campaign is being played in this channel. Finish it, or end it with `/campaign end`."
                    + await desk.link(old)
                ) from None
            desk.outbox.kick()
            return begun(title, campaign)

        await desk.answer(interaction, handler, public=True)

    @app_commands.command(name="status")
    async def status(self, interaction: Interaction) -> None:
        """How the campaign of this channel stands."""
        desk = desk_of(interaction)

        async def handler() -> str:
            return await desk.standing(await desk.campaign_here(interaction))

        await desk.answer(interaction, handler)

    @app_commands.command(name="show")
    async def show(self, interaction: Interaction) -> None:
        """Bring the turn card up to date, or post it again if it was deleted."""
        desk = desk_of(interaction)

        async def handler() -> str:
            may_post(interaction)
            campaign = await desk.campaign_here(interaction)
            chapter = desk.campaigns.chapter_of(campaign)
            await desk.campaigns.store.add_outbox(campaign.id, [Message(kind=CARD, chapter=chapter)])
            await desk.outbox.drain()
            return "The turn card is up to date." + await desk.link(campaign)

        await desk.answer(interaction, handler)

    @app_commands.command(name="map")
    @app_commands.choices(theme=THEMES)
    @app_commands.describe(theme="Colours of the map: the campaign's by default")
    async def map(self, interaction: Interaction, theme: str | None = None) -> None:
        """The map of the campaign, for you alone."""
        desk = desk_of(interaction)

        async def handler() -> None:
            campaign = await desk.campaign_here(interaction)
            title = desk.campaigns.title_of(campaign)
            view = title.view(desk.campaigns.state_of(campaign), None)
            chapter = await desk.campaigns.chapter(campaign, desk.campaigns.chapter_of(campaign))
            moves = presenter(title).moves(chapter.events)
            picture = await desk.pictures.draw(
                title, view, moves, msgspec.convert(theme or campaign.theme, Theme)
            )
            await interaction.edit_original_response(attachments=[layout.attachment(picture)])

        await desk.answer(interaction, handler)

    @app_commands.command(name="log")
    @app_commands.describe(turn="One turn; the last few by default")
    async def log(
        self, interaction: Interaction, turn: app_commands.Range[int, 1, 999] | None = None
    ) -> None:
        """The history of the campaign, with the whole of it as a file."""
        desk = desk_of(interaction)

        async def handler() -> None:
            campaign = await desk.campaign_here(interaction)
            title = desk.campaigns.title_of(campaign)
            chapters = await desk.campaigns.chapters(campaign)
            told = [c for c in chapters if c.number == turn] if turn else chapters[-TOLD:]
            if not told:
                raise PoliteError(
                    f"There has been no turn {turn} yet; the last is turn {chapters[-1].number}."
                )
            parts = chronicle(title, told)
            if campaign.outcome is not None and told[-1] is chapters[-1]:
                outcome = msgspec.json.decode(campaign.outcome, type=Outcome)
                parts.append("\n".join(card.result(outcome)))
            while len("\n\n".join(parts)) > layout.REPLY and len(parts) > 1:
                # The newest is what was asked for; the file has the rest.
                parts.pop(0)
            file = discord.File(
                BytesIO(book(title, campaign, chapters).encode()),
                filename=f"{campaign.title}-{campaign.id}.md",
            )
            await interaction.edit_original_response(
                content=layout.cut("\n\n".join(parts), layout.REPLY),
                attachments=[file],
                allowed_mentions=layout.NO_MENTIONS,
            )

        await desk.answer(interaction, handler)

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """The campaigns of this server."""
        desk = desk_of(interaction)

        async def handler() -> str:
            assert interaction.guild_id is not None
            heads = await desk.campaigns.store.campaigns_of(interaction.guild_id, limit=LISTED)
            if not heads:
                return "No campaign has been played on this server yet. Start one with `/campaign new`."
            lines = []
            for head in heads:
                title = desk.campaigns.titles.get(head.title)
                holders = ", ".join(f"<@{user}>" for user in dict.fromkeys(head.seats.values()))
                state = {"running": "running", "finished": "over", "ended": "ended early"}[head.status]
                when = discord.utils.format_dt(head.updated_at, "R")
                name = title.name if title else head.title
                lines.append(f"<#{head.channel_id}> · **{name}** · {holders} · {state}, last played {when}")
            return layout.lines_within(lines, layout.REPLY)

        await desk.answer(interaction, handler)

    @app_commands.command(name="export")
    async def export(self, interaction: Interaction) -> None:
        """The campaign as a record that `tocsin verify` checks anywhere."""
        desk = desk_of(interaction)

        async def handler() -> None:
            campaign = await desk.campaign_here(interaction)
            record = await desk.campaigns.record(campaign)
            note = (
                "The seed of the dice is told when the campaign is over."
                if record.seed is None
                else "The seed of the dice is in it: `tocsin verify` checks every roll."
            )
            file = discord.File(
                BytesIO(msgspec.json.format(msgspec.json.encode(record))),
                filename=f"{campaign.title}-{campaign.id}.json",
            )
            await interaction.edit_original_response(content=note, attachments=[file])

        await desk.answer(interaction, handler)

    @app_commands.command(name="end")
    async def end(self, interaction: Interaction) -> None:
        """End the campaign before its game is over; asks once more."""
        desk = desk_of(interaction)

        async def handler() -> None:
            campaign = await desk.campaigns.running(interaction.channel_id or 0)
            may_end(interaction, campaign)
            view = ui.LayoutView(timeout=None)
            view.add_item(
                ui.TextDisplay(
                    "End this campaign for good? It can still be read and exported, but not played on."
                )
            )
            row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
            row.add_item(
                ui.Button(
                    style=discord.ButtonStyle.danger,
                    label="End the campaign",
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

    async def handler() -> str:
        campaign = await desk.campaigns.store.campaign(campaign_id)
        if campaign is None or campaign.status != "running":
            raise StaleError("That campaign is over already.")
        may_end(interaction, campaign)
        await desk.campaigns.end(campaign, version=version)
        desk.outbox.kick()
        return "The campaign is ended. `/campaign export` has its record, with the seed of its dice."

    await desk.answer(interaction, handler)


def may_end(interaction: Interaction, campaign: Campaign) -> None:
    """Who may end a campaign: whoever began it, or who may manage the channel.

    :raises PoliteError: neither.
    """
    if interaction.user.id != campaign.created_by and not interaction.permissions.manage_channels:
        raise PoliteError(
            f"Only <@{campaign.created_by}>, who began this campaign, or somebody who may manage "
            "this channel can end it."
        )


def begun(title: AnyTitle, campaign: Campaign) -> str:
    """What the channel is told of a new campaign, the hash of its seed above all."""
    lines = [
        f"📯 **{title.name}** begins: {title.scenario(campaign.scenario).name}.",
        f"-# By {', '.join(title.designers)}, {title.publisher}.",
        f"-# {_rules(title, campaign)}",
        (
            f"-# The dice are bound to a secret seed; its hash is `{campaign.commitment}`. "
            "The seed is told at the end, so that anyone can check every roll."
        ),
        "-# Play with the buttons below or with `/levee`; `/help` says what can be done now.",
    ]
    return "\n".join(lines)


def chronicle(title: AnyTitle, chapters: Iterable[Chapter]) -> list[str]:
    """Chapters as history, a heading and a paragraph each."""
    words = presenter(title)
    told = []
    for chapter in chapters:
        heading = words.heading(chapter.number, chapter.events)
        told.append(
            f"### {heading.title}\n-# {heading.line}\n*{heading.text}*\n{words.chronicle(chapter.events)}"
        )
    return told


def book(title: AnyTitle, campaign: Campaign, chapters: Iterable[Chapter]) -> str:
    """The whole history as a Markdown file that reads well anywhere."""
    words = presenter(title)
    parts = [f"# {title.name}", f"{title.scenario(campaign.scenario).name}. {_rules(title, campaign)}"]
    for chapter in chapters:
        heading = words.heading(chapter.number, chapter.events)
        parts += [f"## {heading.title}", f"*{heading.line}*", f"> {heading.text}"]
        parts.append(words.chronicle(chapter.events))
    if campaign.outcome is not None:
        first, *working = card.result(msgspec.json.decode(campaign.outcome, type=Outcome))
        parts += [first, "\n".join(f"- {line.removeprefix('-# ')}" for line in working)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _rules(title: AnyTitle, campaign: Campaign) -> str:
    rules = [f"{option.name} ({option.case})" for option in title.options if campaign.options.get(option.id)]
    return f"Optional rules: {' and '.join(rules) or 'none'}."
