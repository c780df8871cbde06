"""`/levee`: one sub-command for each kind of action, completed from the legal actions alone."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from discord import app_commands

from bot import layout, panel, refusals
from bot.commands.asking import Interaction, desk_of
from bot.errors import PoliteError
from bot.games import presenter
from bot.games.levee import effects
from engines.levee.title import Levee

TITLE = "levee"

Complete = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def legal(verb: str) -> Complete:
    """Autocomplete of one verb: its legal targets, each with its chance."""

    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        choices = await desk_of(interaction).choices(interaction, verb, title_id=TITLE)
        return [
            app_commands.Choice(
                name=layout.cut(f"{choice.label}: {choice.reason}", layout.DETAIL),
                value=choice.notation.removeprefix(f"{verb} "),
            )
            for choice in choices
            if current.casefold() in f"{choice.label} {choice.notation}".casefold()
        ][: layout.PER_SELECT]

    return complete


class LeveeCommands(app_commands.Group):
    """Actions of *Levée en Masse*."""

    def __init__(self) -> None:
        super().__init__(
            name="levee", description="Play Levée en Masse: one command for each kind of action."
        )

    @app_commands.command(name="political")
    @app_commands.autocomplete(marker=legal("political"))
    @app_commands.describe(marker="The marker to act on")
    async def political(self, interaction: Interaction, marker: str) -> None:
        """Raise the Republic, or lower Monarchy or Despotism (7.1)."""
        await desk_of(interaction).type(interaction, f"political {marker}", title_id=TITLE)

    @app_commands.command(name="military")
    @app_commands.autocomplete(army=legal("military"))
    @app_commands.describe(army="The Army to push back")
    async def military(self, interaction: Interaction, army: str) -> None:
        """Attack an Army; the first attack on each Army in Paris is free (7.2)."""
        await desk_of(interaction).type(interaction, f"military {army}", title_id=TITLE)

    @app_commands.command(name="naval")
    async def naval(self, interaction: Interaction) -> None:
        """Fight the Royal Navy to throw the British back (7.3)."""
        await desk_of(interaction).type(interaction, "naval", title_id=TITLE)

    @app_commands.command(name="liberate")
    @app_commands.autocomplete(space=legal("liberate"))
    @app_commands.describe(space="The space to liberate")
    async def liberate(self, interaction: Interaction, space: str) -> None:
        """Place a Liberation marker outside France (7.4)."""
        await desk_of(interaction).type(interaction, f"liberate {space}", title_id=TITLE)

    @app_commands.command(name="restore-order")
    async def restore_order(self, interaction: Interaction) -> None:
        """Take the Disorder marker out of Paris (7.5)."""
        await desk_of(interaction).type(interaction, "restore-order", title_id=TITLE)

    @app_commands.command(name="levy")
    @app_commands.autocomplete(marker=legal("levy"))
    @app_commands.describe(marker="Where the Liberation marker is that is given up")
    async def levy(self, interaction: Interaction, marker: str) -> None:
        """Call a levée en masse: give up a Liberation marker, attack at once (10.1)."""
        await desk_of(interaction).type(interaction, f"levy {marker}", title_id=TITLE)

    @app_commands.command(name="spirit")
    @app_commands.autocomplete(space=legal("spirit"))
    @app_commands.describe(space="The liberated space that fights the Army in it")
    async def spirit(self, interaction: Interaction, space: str) -> None:
        """Let a liberated space fight for itself in the Spirit of '89 (10.2)."""
        await desk_of(interaction).type(interaction, f"spirit {space}", title_id=TITLE)

    @app_commands.command(name="done")
    async def done(self, interaction: Interaction) -> None:
        """End your turn: Housekeeping, then the next headline (8)."""
        await desk_of(interaction).type(interaction, "end", title_id=TITLE)

    @app_commands.command(name="card")
    async def card(self, interaction: Interaction) -> None:
        """The current headline: its history and everything that it does."""
        desk = desk_of(interaction)

        async def handler() -> str:
            campaign = await desk.board_here(interaction)
            title = _levee(desk.campaigns.title_of(campaign))
            card = title.box.cards[desk.campaigns.state_of(campaign).headline]
            return "\n".join(
                [
                    f"**{card.number} · {card.title}** ({card.date})",
                    f"*{card.text}*",
                    *effects(title.box, card),
                ]
            )

        await desk.answer(interaction, handler)

    @app_commands.command(name="odds")
    async def odds(self, interaction: Interaction) -> None:
        """The exact chance of every action that is legal now."""
        desk = desk_of(interaction)

        async def handler() -> str:
            campaign = refusals.running(await desk.board_here(interaction))
            title = _levee(desk.campaigns.title_of(campaign))
            words = presenter(title)
            own = panel.held(campaign, interaction.user.id) or title.seats
            groups = words.groups(desk.campaigns.state_of(campaign), own[0])
            lines = []
            for group in groups:
                if group.id != "end":
                    lines.append(f"**{group.prompt}**")
                    lines += [f"`{choice.notation}` {choice.detail}" for choice in group.choices]
            return layout.lines_within(lines or ["Nothing but ending the turn is legal now."], layout.REPLY)

        await desk.answer(interaction, handler)


def _levee(title: object) -> Levee:
    if not isinstance(title, Levee):
        raise PoliteError(
            "This channel plays another game: `/play` takes its actions, `/campaign view` shows it."
        )
    return title
