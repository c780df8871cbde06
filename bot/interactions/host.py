"""What commands and controls need from the bot that received them, and their base classes."""

from __future__ import annotations

import copy
import inspect
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar, cast

import discord
from discord import app_commands, ui

from bot.desk.desk import Desk
from bot.desk.open_panels import UNANSWERABLE
from bot.errors import PoliteError
from bot.leagues.service import Leagues
from bot.outbox.parking import Parking
from bot.posts.openings import Openings
from bot.posts.waiting_lists import WaitingListPosts
from bot.replays.films import Films
from bot.replays.playback import Replays
from bot.reviews.reviews import Reviews
from bot.store import Store
from bot.surface import layout
from data.catalogue import _, alone
from data.folding import fold

log = logging.getLogger("tocsin.interactions")

Interaction = discord.Interaction[Any]
Command = app_commands.Command[Any, Any, Any]
Choices = list[app_commands.Choice[str]]
ItemT = TypeVar("ItemT", bound=ui.Item[Any])
P = ParamSpec("P")
Work = Callable[Concatenate[Interaction, P], Awaitable[str | None]]
Callback = Callable[Concatenate[Interaction, P], Coroutine[Any, Any, None]]


class Admission(Protocol):
    """Says whether the bot accepts an interaction; a person who is turned away gets the reason."""

    async def admits(self, interaction: Interaction) -> bool:
        """Whether the bot accepts it."""

    async def at_home(self, interaction: Interaction, campaign_id: int, store: Store) -> bool:
        """Whether the interaction comes from the server of that campaign."""


class Rooms(Protocol):
    """One channel for each game, as at the local table, which shows one channel at a time."""

    spare: int
    """The channel for a game whose own channel is taken."""

    def of(self, game: str) -> int | None:
        """A game's channel; None if it has none."""

    def turn_to(self, channel_id: int) -> None:
        """Show another channel, once the present work is done."""


class Host(Protocol):
    """The bot, as commands and controls know it.

    :ivar rooms: None on Discord, where any channel can hold any game.
    """

    desk: Desk
    rooms: Rooms | None
    gate: Admission
    parking: Parking
    store: Store
    replays: Replays
    films: Films
    openings: Openings
    leagues: Leagues
    reviews: Reviews
    waiting_lists: WaitingListPosts
    tree: app_commands.CommandTree[Any]


def host_of(interaction: Interaction) -> Host:
    """The bot that received an interaction."""
    host: Host = interaction.client
    return host


HEAVY = {"heavy": True}
"""The `extras` of a command that draws or reads much; it may be used less often than the others."""


def desk_of(interaction: Interaction) -> Desk:
    """The desk of the bot that received an interaction."""
    return host_of(interaction).desk


def answering(*, public: bool = False, tells: bool = False) -> Callable[[Work[P]], Callback[P]]:
    """Decorate a command so that it answers with the text that it returns; None means that it has answered.

    :param public: the answer is public, so that the command makes it `aloud`; a refusal is still private.
    :param tells: what the command wrote for channels is sent at once.
    """

    def decorate(work: Work[P]) -> Callback[P]:
        @wraps(work)
        async def answered(interaction: Interaction, /, *args: P.args, **kwargs: P.kwargs) -> None:
            desk = desk_of(interaction)
            given = cast(Any, {name: storable(value) for name, value in kwargs.items()})

            async def handler() -> str | None:
                try:
                    with alone():
                        return await work(interaction, *args, **given)
                finally:
                    # If the other players are asked first, the channel must hear of it although nothing is
                    # done yet.
                    if tells:
                        desk.outbox.kick()

            await desk.answer(interaction, handler, public=public)

        # discord.py looks here for the types of the command's options.
        cast(Any, answered).__signature__ = inspect.signature(work, eval_str=True)
        return answered

    return decorate


def storable(value: object) -> object:
    """What was typed, without the one character that no database server stores in a text."""
    return value.replace("\0", "") if isinstance(value, str) else value


def offered(pairs: Iterable[tuple[str, str]], typed: str = "") -> Choices:
    """Choices from pairs of label and value, kept if they match what was typed so far."""
    choices = [
        app_commands.Choice(name=layout.cut(shown, layout.DETAIL), value=value)
        for shown, value in pairs
        if len(value) <= layout.DETAIL and fold(typed) in fold(f"{value} {shown}")
    ]
    return choices[: layout.PER_SELECT]


async def show(interaction: Interaction, view: ui.LayoutView) -> None:
    """Answer with a view that pings no one."""
    await interaction.edit_original_response(view=view, allowed_mentions=layout.NO_MENTIONS)


async def progress(interaction: Interaction, **changes: Any) -> None:
    """Edit the answer while the work for it goes on; a later edit makes up for one that is not taken.

    :raises PoliteError: nobody can be answered any more.
    """
    try:
        await interaction.edit_original_response(**changes)
    except discord.HTTPException as error:
        if error.code in UNANSWERABLE:
            raise PoliteError(_("There is nobody left to answer.")) from None
        log.warning("progress was not taken: %s", error)


def group(name: str, description: str, commands: Sequence[Command]) -> app_commands.Group:
    """A new group with these sub-commands; they are copied, because each command tree needs its own."""
    made = app_commands.Group(name=name, description=description)
    for command in commands:
        made.add_command(copy.copy(command))
    return made


class Control(ui.DynamicItem[ItemT], template=r"t1:nothing"):
    """A control whose custom id holds all its data, so that it survives a restart.

    A subclass sets its template, reads the template's named parts from `fields`, and defines `pressed`.
    """

    def __init__(self, item: ItemT, fields: dict[str, str]) -> None:
        super().__init__(item)
        self.fields = fields

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Build the control anew at each press or choice."""
        return cls(cast(ItemT, item), match.groupdict())

    @property
    def campaign(self) -> int:
        """The campaign that the control belongs to."""
        return int(self.fields["campaign"])

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether the press is accepted, asked before `callback`; if not, the person has been told why."""
        host = host_of(interaction)
        return await host.gate.admits(interaction) and (
            "campaign" not in self.fields or await host.gate.at_home(interaction, self.campaign, host.store)
        )

    async def callback(self, interaction: Interaction) -> None:
        """Carry a press out, and answer it."""
        desk = desk_of(interaction)
        await desk.answer(interaction, lambda: self.pressed(desk, interaction), fresh=self.fresh(interaction))

    def fresh(self, interaction: Interaction) -> bool:
        """Whether the answer is a new message, instead of an edit of the pressed one."""
        return False

    async def pressed(self, desk: Desk, interaction: Interaction) -> str | None:
        """Do what a press does; returns the answer, or None if it has answered already."""
        raise NotImplementedError


class ForOne(Control[Any], template=r"t1:no-one"):
    """A control whose answer never replaces a message that other people see."""

    def fresh(self, interaction: Interaction) -> bool:
        return interaction.message is None or not interaction.message.flags.ephemeral


class Button(Control[ui.Button[Any]], template=r"t1:no-button"):
    """A button."""


class Select(Control[ui.Select[Any]], template=r"t1:no-select"):
    """A select."""
