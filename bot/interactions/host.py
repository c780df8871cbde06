"""What commands and controls need of the bot that they came to, and what every one of them is."""

from __future__ import annotations

import copy
import inspect
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar, cast

import discord
from discord import app_commands, ui

from bot.desk.desk import Desk
from bot.outbox.parking import Parking
from bot.replays.films import Films
from bot.replays.playback import Replays
from bot.store import Store
from bot.surface import layout
from data.folding import fold

Interaction = discord.Interaction[Any]
Command = app_commands.Command[Any, Any, Any]
Choices = list[app_commands.Choice[str]]
ItemT = TypeVar("ItemT", bound=ui.Item[Any])
P = ParamSpec("P")
Work = Callable[Concatenate[Interaction, P], Awaitable[str | None]]
Callback = Callable[Concatenate[Interaction, P], Coroutine[Any, Any, None]]


class Admission(Protocol):
    """Says whether an interaction is taken up at all; who is turned away has been told why."""

    async def admits(self, interaction: Interaction) -> bool:
        """Whether it is taken up."""

    async def at_home(self, interaction: Interaction, campaign_id: int, store: Store) -> bool:
        """Whether it is on the server of that campaign."""


class Rooms(Protocol):
    """Channels of which each game has its own, as at the local table, where one is shown at a time."""

    spare: int
    """The channel for what finds its game's own taken."""

    def of(self, game: str) -> int | None:
        """A game's channel; None where it has none."""

    def turn_to(self, channel_id: int) -> None:
        """Show another channel, after whatever is under way."""


class Host(Protocol):
    """The bot, as commands and controls know it.

    :ivar rooms: None where a game is played in whatever channel one stands.
    """

    desk: Desk
    rooms: Rooms | None
    gate: Admission
    parking: Parking
    store: Store
    replays: Replays
    films: Films
    tree: app_commands.CommandTree[Any]


def host_of(interaction: Interaction) -> Host:
    """The bot that an interaction came to."""
    host: Host = interaction.client
    return host


HEAVY = {"heavy": True}
"""The `extras` of a command that draws or reads much: nobody may use it as often as the others."""


def desk_of(interaction: Interaction) -> Desk:
    """The desk of the bot that an interaction came to."""
    return host_of(interaction).desk


def answering(*, public: bool = False, tells: bool = False) -> Callable[[Work[P]], Callback[P]]:
    """Let a command be answered with the text that it gives; None where it has answered by itself.

    :param public: everybody reads the answer; a refusal is for whoever asked alone.
    :param tells: what it has to say in channels is sent at once.
    """

    def decorate(work: Work[P]) -> Callback[P]:
        @wraps(work)
        async def answered(interaction: Interaction, /, *args: P.args, **kwargs: P.kwargs) -> None:
            desk = desk_of(interaction)

            async def handler() -> str | None:
                try:
                    return await work(interaction, *args, **kwargs)
                finally:
                    # Where others are asked first, the channel is told though nothing is done yet.
                    if tells:
                        desk.outbox.kick()

            await desk.answer(interaction, handler, public=public)

        # discord.py would look here for the types that the options of the command are declared with.
        cast(Any, answered).__signature__ = inspect.signature(work, eval_str=True)
        return answered

    return decorate


def offered(pairs: Iterable[tuple[str, str]], typed: str = "") -> Choices:
    """Choices of what is shown and what is typed for it, where they are like what was typed so far."""
    choices = [
        app_commands.Choice(name=layout.cut(shown, layout.DETAIL), value=value)
        for shown, value in pairs
        if len(value) <= layout.DETAIL and fold(typed) in fold(f"{value} {shown}")
    ]
    return choices[: layout.PER_SELECT]


async def show(interaction: Interaction, view: ui.LayoutView) -> None:
    """Answer with a view; nobody is pinged by it."""
    await interaction.edit_original_response(view=view, allowed_mentions=layout.NO_MENTIONS)


def group(name: str, description: str, commands: Sequence[Command]) -> app_commands.Group:
    """Commands as the sub-commands of a new group; each tree wants its own."""
    made = app_commands.Group(name=name, description=description)
    for command in commands:
        made.add_command(copy.copy(command))
    return made


class Control(ui.DynamicItem[ItemT], template=r"t1:nothing"):
    """A control: all that it knows is in its custom id, so that it survives any restart.

    A subclass has its template, reads the named parts of it from `fields`, and says what a press does.
    """

    def __init__(self, item: ItemT, fields: dict[str, str]) -> None:
        super().__init__(item)
        self.fields = fields

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Made anew at each press and choice."""
        return cls(cast(ItemT, item), match.groupdict())

    @property
    def campaign(self) -> int:
        """The campaign that the control is of."""
        return int(self.fields["campaign"])

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Asked before the callback: whether the press is taken up; if not, its person has been told why."""
        host = host_of(interaction)
        return await host.gate.admits(interaction) and (
            "campaign" not in self.fields or await host.gate.at_home(interaction, self.campaign, host.store)
        )

    async def callback(self, interaction: Interaction) -> None:
        """Carry a press out, and answer it."""
        desk = desk_of(interaction)
        await desk.answer(interaction, lambda: self.pressed(desk, interaction), fresh=self.fresh(interaction))

    def fresh(self, interaction: Interaction) -> bool:
        """Whether a message of its own answers, in place of a change of the one that was pressed."""
        return False

    async def pressed(self, desk: Desk, interaction: Interaction) -> str | None:
        """What a press does; gives the answer, or None where it has answered by itself."""
        raise NotImplementedError


class ForOne(Control[Any], template=r"t1:no-one"):
    """A control that never lets what it shows take the place of a message that others see."""

    def fresh(self, interaction: Interaction) -> bool:
        return interaction.message is None or not interaction.message.flags.ephemeral


class Button(Control[ui.Button[Any]], template=r"t1:no-button"):
    """A button."""


class Select(Control[ui.Select[Any]], template=r"t1:no-select"):
    """A select."""
