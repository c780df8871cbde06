"""`/levee`: one sub-command for each kind of action, completed only from the legal actions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

import msgspec
from discord import app_commands

from bot.campaigns import guards
from bot.games.levee import lookups
from bot.games.parts.asked import Asked
from bot.interactions import counsel
from bot.interactions.games import Commands, SeatContext, ViewContext, command
from bot.interactions.host import Command, Interaction, desk_of, group
from data.catalogue import N_, _
from engines.core import declared
from engines.levee import actions
from engines.levee.state import State

_LEVEE = Commands(
    "levee",
    elsewhere=N_("This channel plays another game. `/play` takes its actions, `/campaign view` shows it."),
)


_SEATS = SeatContext("levee", lambda words, state, seat, who: Asked[State](words, state, seat))


def _declared(kind: type[msgspec.Struct], name: str = "") -> Command:
    complete = _LEVEE.targets(declared.word(kind))
    options = {option.name: complete for option in declared.options(kind)}
    return _LEVEE.declared(kind, _SEATS, name=name, completes=options)


@cache
def commands() -> app_commands.Group:
    """Actions and look-ups of *Levée en Masse*; made once, for the bots of a process share them."""
    look_up = _LEVEE.look_up
    return group(
        "levee",
        "Play Levée en Masse: one command for each kind of action.",
        [
            *(_declared(kind) for kind in get_args(actions.Action) if kind is not actions.End),
            _declared(actions.End, "done"),
            look_up(
                "card",
                "The current headline: its history and everything that it does.",
                lambda eyes: lookups.card(eyes.words.title.box, eyes.state.headline, eyes.state.setting.kit),
                boxed=False,
            ),
            command(
                "advice",
                "The best three actions now, with the chance to win the game after each.",
                _advice,
            ),
            command("aide", "Let the aide-de-camp play your turn to its end, and watch.", _aide),
            look_up("odds", "The exact chance of every action that is legal now.", _odds, boxed=False),
        ],
    )


async def _advice(interaction: Interaction, _typed: Mapping[str, Any]) -> None:
    eyes = await _LEVEE.eyes(interaction)
    guards.running(eyes.campaign)
    await counsel.give(desk_of(interaction), interaction, eyes.campaign, eyes.words.title.seats[0])


async def _aide(interaction: Interaction, _typed: Mapping[str, Any]) -> None:
    eyes = await _LEVEE.eyes(interaction)
    seat = eyes.words.title.seats[0]
    await counsel.play_turn(desk_of(interaction), interaction, eyes.campaign, seat)


def _odds(eyes: ViewContext) -> list[str]:
    guards.running(eyes.campaign)
    seats = eyes.words.title.seats
    groups = [group for group in eyes.words.groups(eyes.state, eyes.seat or seats[0]) if group.id != "end"]
    lines = [
        line
        for group in groups
        for line in (
            f"**{group.prompt}**",
            *(f"`{choice.notation}` {choice.detail}" for choice in group.choices),
        )
    ]
    return lines or [_("You can only end the turn now.")]


COMMANDS = commands
