"""An action of any game: typed with `/play`, or chosen with the controls of a turn card."""

from __future__ import annotations

from discord import app_commands

from bot.desk.desk import Desk
from bot.games.parts import completion
from bot.interactions.host import Button, Choices, Interaction, Select, answering, desk_of, offered
from bot.surface import custom_ids


async def legal(interaction: Interaction, current: str) -> Choices:
    """Legal actions of the caller that match what was typed."""
    choices = await desk_of(interaction).choices(interaction, seat=interaction.namespace.seat)
    return completion.actions(choices, current)


async def own_seats(interaction: Interaction, current: str) -> Choices:
    """The seats of the caller."""
    seats = await desk_of(interaction).seats_of(interaction)
    return offered(((name, seat) for seat, name in seats.items()), current)


async def seats_seen(interaction: Interaction, current: str) -> Choices:
    """The seats of the caller, with those that they have lent."""
    seats = await desk_of(interaction).seats_of(interaction, lent_too=True)
    return offered(((name, seat) for seat, name in seats.items()), current)


@app_commands.command(name="play")
@app_commands.autocomplete(action=legal, seat=own_seats)
@app_commands.describe(
    action="The action in its notation; what is legal now is offered as you type",
    seat="Which of your seats it is for; the one that is asked by default",
)
@answering()
async def play(
    interaction: Interaction,
    action: app_commands.Range[str, 1, completion.LONGEST],
    seat: app_commands.Range[str, 1, 40] | None = None,
) -> str | None:
    """Take any action of the game that is played in this channel."""
    return await desk_of(interaction).type(interaction, action, seat=seat)


class Press(Button, template=custom_ids.PRESS):
    """Takes one action, on a turn card."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> str | None:
        return await desk.press(interaction, custom_ids.Stamp.read(self.fields), self.fields["action"])


class Pick(Select, template=custom_ids.PICK):
    """Takes the action that is chosen, on a turn card."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> str | None:
        return await desk.press(interaction, custom_ids.Stamp.read(self.fields), self.item.values[0])


CONTROLS = (Press, Pick)
