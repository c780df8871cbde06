"""`/play`: any action of any game, typed in its notation and completed from what is legal."""

from __future__ import annotations

from discord import app_commands

from bot import layout
from bot.commands.asking import Interaction, desk_of


async def legal(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Legal actions of whoever types that are like what was typed."""
    sought = current.casefold().split()
    return [
        app_commands.Choice(
            name=layout.cut(f"{choice.notation}: {choice.detail or choice.label}", layout.DETAIL),
            value=choice.notation,
        )
        for choice in await desk_of(interaction).choices(interaction, seat=interaction.namespace.seat)
        if len(choice.notation) <= layout.DETAIL
        and all(word in f"{choice.label} {choice.notation}".casefold() for word in sought)
    ][: layout.PER_SELECT]


async def own_seats(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The seats of whoever types."""
    return [
        app_commands.Choice(name=layout.cut(name, layout.DETAIL), value=seat)
        for seat, name in (await desk_of(interaction).seats_of(interaction)).items()
        if current.casefold() in f"{name} {seat}".casefold()
    ][: layout.PER_SELECT]


@app_commands.command(name="play")
@app_commands.autocomplete(action=legal, seat=own_seats)
@app_commands.describe(
    action="The action in its notation; what is legal now is offered as you type",
    seat="Which of your seats it is for; the one that is asked by default",
)
async def play(
    interaction: Interaction,
    action: app_commands.Range[str, 1, 200],
    seat: app_commands.Range[str, 1, 40] | None = None,
) -> None:
    """Take any action of the game that is played in this channel."""
    await desk_of(interaction).type(interaction, action, seat=seat)
