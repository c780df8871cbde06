"""`/levee`: one sub-command for each kind of action, completed only from the legal actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import app_commands

from bot.campaigns import guards
from bot.games.levee import lookups
from bot.interactions import counsel
from bot.interactions.games import Commands, Field, ViewContext, command
from bot.interactions.host import Interaction, desk_of, group
from data.catalogue import N_, _

_LEVEE = Commands(
    "levee",
    elsewhere=N_("This channel plays another game: `/play` takes its actions, `/campaign view` shows it."),
)


def _target(name: str, about: str, verb: str) -> Field:
    return Field(name, about, _LEVEE.targets(verb), str)


def commands() -> app_commands.Group:
    """Actions and look-ups of *Levée en Masse*."""
    verb, look_up = _LEVEE.verb, _LEVEE.look_up
    return group(
        "levee",
        "Play Levée en Masse: one command for each kind of action.",
        [
            verb(
                "political",
                "Raise the Republic, or lower Monarchy or Despotism (7.1).",
                _target("marker", "The marker to act on", "political"),
            ),
            verb(
                "military",
                "Attack an Army; the first attack on each Army in Paris is free (7.2).",
                _target("army", "The Army to push back", "military"),
            ),
            verb("naval", "Fight the Royal Navy to throw the British back (7.3)."),
            verb(
                "liberate",
                "Place a Liberation marker outside France (7.4).",
                _target("space", "The space to liberate", "liberate"),
            ),
            verb("restore-order", "Take the Disorder marker out of Paris (7.5)."),
            verb(
                "levy",
                "Call a levée en masse: give up a Liberation marker, attack at once (10.1).",
                _target("marker", "Where the Liberation marker is that is given up", "levy"),
            ),
            verb(
                "spirit",
                "Let a liberated space fight for itself in the Spirit of '89 (10.2).",
                _target("space", "The liberated space that fights the Army in it", "spirit"),
            ),
            verb(
                "napoleon",
                "Send Napoleon against an Army: +1 to land attacks on it, -1 politics (kit, 5.0).",
                _target("army", "The Army that he fights", "napoleon"),
            ),
            verb("recall", "Recall Napoleon, before anything else in the turn (kit, 5.0)."),
            verb("commit", "Give up order in Paris for an attack in France, or for +1 to its die (10.5)."),
            verb("reroll", "Commit the last reserves: roll the attack anew (10.4)."),
            verb("keep", "Let the die that waits stand (10.4, 10.5)."),
            verb("done", "End your turn: Housekeeping, then the next headline (8).", word="end"),
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
    return lines or [_("Nothing but ending the turn is legal now.")]


COMMANDS = commands
