"""The controls of the greeting: a campaign begins by one click."""

from __future__ import annotations

from typing import Any

from bot.desk.desk import Desk
from bot.interactions.campaign import begin, chosen_game
from bot.interactions.host import Button, Control, Interaction, Select
from bot.seats.named import seat_named
from bot.surface import custom_ids, layout


class Beginning(Control[Any], template=r"t1:no-beginning"):
    """Begins a campaign; the greeting stays, for the channel's next."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        text = await self.begin(desk, interaction)
        # For everybody: it has the hash of the seed.
        await interaction.followup.send(text, allowed_mentions=layout.NO_MENTIONS)
        desk.outbox.kick()

    async def begin(self, desk: Desk, interaction: Interaction) -> str:
        """What the channel is told."""
        raise NotImplementedError


class Alone(Beginning, Button, template=custom_ids.NEW_ALONE):
    """Begins a game for one."""

    async def begin(self, desk: Desk, interaction: Interaction) -> str:
        return await begin(interaction, chosen_game(desk, self.fields["title"]))


class Together(Beginning, Select, template=custom_ids.NEW_PRESET):
    """Begins a game for one with a scenario and rules that go well together."""

    async def begin(self, desk: Desk, interaction: Interaction) -> str:
        game, _, preset = self.item.values[0].partition(" ")
        return await begin(interaction, chosen_game(desk, game), scenario=preset)


class Against(Beginning, Select, template=custom_ids.NEW_AGAINST):
    """Begins a game against the automatic player."""

    async def begin(self, desk: Desk, interaction: Interaction) -> str:
        game, _, side = self.item.values[0].partition(" ")
        title = chosen_game(desk, game)
        others = frozenset(title.seats) - {seat_named(title, side)}
        return await begin(interaction, title, automatic=others)


class Open(Beginning, Select, template=custom_ids.NEW_OPEN):
    """Opens a lobby."""

    async def begin(self, desk: Desk, interaction: Interaction) -> str:
        return await begin(interaction, chosen_game(desk, self.item.values[0]), lobby=True)


CONTROLS = (Alone, Together, Against, Open)
