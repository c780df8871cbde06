"""A small bot for the tests of the table itself: a card with a picture, a button, a select, a bell."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.ext import commands, tasks
from PIL import Image

from bot.errors import incident
from bot.local import Clock

TOWNS = ("Thouars", "Bressuire", "Cholet", "Saumur")
BELL_SECONDS = 2


class Advance(discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]], template=r"advance"):
    """Draws the card again, one turn later."""

    def __init__(self) -> None:
        super().__init__(discord.ui.Button(label="Advance", custom_id="advance"))

    @classmethod
    async def from_custom_id(cls, *_: object) -> Advance:
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        herald, message = interaction.client, interaction.message
        assert isinstance(herald, Herald)
        assert message is not None
        view, picture = await herald.next_card()
        herald.later(lambda: message.edit(view=view, attachments=[picture]))


class March(discord.ui.DynamicItem[discord.ui.Select[discord.ui.LayoutView]], template=r"march"):
    """Answers in private which town was chosen."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=town) for town in TOWNS]
        super().__init__(discord.ui.Select(placeholder="March to", custom_id="march", options=options))

    @classmethod
    async def from_custom_id(cls, *_: object) -> March:
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"You march to {self.item.values[0]}.", ephemeral=True)


class Herald(commands.Bot):
    """Posts cards; `rings` says whether it also posts unasked, `also` what its alt texts end with."""

    def __init__(self, clock: Clock, *, rings: bool = False, also: str = "") -> None:
        super().__init__(command_prefix=commands.when_mentioned, intents=discord.Intents(guilds=True))
        self.clock = clock
        self.rings = rings
        self.also = also
        self.turn = 0
        self.rooms: list[int] = []
        self.running: set[asyncio.Task[object]] = set()

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Advance, March)
        self.tree.add_command(card)
        self.tree.add_command(town)
        self.tree.add_command(order)
        self.tree.add_command(think)
        self.tree.add_command(fail)
        self.tree.on_error = apologise  # type: ignore[method-assign]
        await self.tree.sync()
        if self.rings:
            self.bell.start()

    @tasks.loop(seconds=BELL_SECONDS)
    async def bell(self) -> None:
        """Rings in each channel that has a card."""
        for room in self.rooms:
            await self.get_partial_messageable(room).send("The bell rings.")

    def later(self, work: Callable[[], Awaitable[object]]) -> None:
        """Does the work in a task of its own."""

        async def run() -> None:
            await work()

        task: asyncio.Task[object] = asyncio.create_task(run())
        self.running.add(task)
        task.add_done_callback(self.running.discard)

    async def next_card(self) -> tuple[discord.ui.LayoutView, discord.File]:
        """The card of the next turn and its picture."""
        self.turn += 1
        drawn = await asyncio.to_thread(_draw, self.turn)
        view = discord.ui.LayoutView(timeout=None)
        view.add_item(discord.ui.TextDisplay(f"Turn {self.turn}, <t:{int(self.clock().timestamp())}:t>"))
        gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
        gallery.add_item(media="attachment://map.png", description=f"Map of turn {self.turn}{self.also}")
        view.add_item(gallery)
        view.add_item(discord.ui.ActionRow(Advance().item))
        view.add_item(discord.ui.ActionRow(March().item))
        return view, discord.File(io.BytesIO(drawn), "map.png")


@app_commands.command(description="Posts a card.")
async def card(interaction: discord.Interaction) -> None:
    """`/card`"""
    herald = interaction.client
    assert isinstance(herald, Herald)
    assert interaction.channel_id is not None
    await interaction.response.send_message("The card is on its way.", ephemeral=True)
    room = herald.get_partial_messageable(interaction.channel_id)
    herald.rooms.append(room.id)

    async def post() -> None:
        view, picture = await herald.next_card()
        await room.send(view=view, file=picture)

    herald.later(post)


@app_commands.command(description="Names a town.")
async def town(interaction: discord.Interaction, name: str, times: int = 1, loudly: bool = False) -> None:
    """`/town name:… times:… loudly:…`"""
    await interaction.response.send_message(" ".join([name.upper() if loudly else name] * times))


@town.autocomplete("name")
async def _towns(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=t, value=t) for t in TOWNS if current.casefold() in t.casefold()]


@app_commands.command(description="Gives an order.")
@app_commands.default_permissions(manage_guild=True)
async def order(interaction: discord.Interaction) -> None:
    """`/order`, for organisers"""
    await interaction.response.send_message("Forward.")


@app_commands.command(description="Thinks.")
@app_commands.describe(seconds="For how many seconds; what is said afterwards does not depend on them at all")
async def think(interaction: discord.Interaction, seconds: float) -> None:
    """`/think seconds:…`"""
    await interaction.response.defer(ephemeral=True)
    await asyncio.to_thread(time.sleep, seconds)
    await interaction.followup.send("I think so.", ephemeral=True)


@app_commands.command(description="Fails.")
async def fail(_: discord.Interaction) -> None:
    """`/fail`"""
    raise RuntimeError("the drum is broken")


async def apologise(interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
    """Answers an error as the real bot does."""
    await interaction.response.send_message(incident(error, "drumming"), ephemeral=True)


def _draw(turn: int) -> bytes:
    drawn = io.BytesIO()
    Image.new("RGB", (1600, 1100), (40 * turn % 256, 90, 120)).save(drawn, "PNG")
    return drawn.getvalue()
