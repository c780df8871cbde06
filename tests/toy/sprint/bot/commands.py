"""`/sprint`: a sub-command for each verb, made from its declaration."""

from __future__ import annotations

from discord import app_commands

from bot.games.parts.asked import Asked
from bot.interactions.games import Commands, SeatContext
from bot.interactions.host import group
from engines.core.notation import fold

from ..engine.handlers import HANDLERS
from ..engine.state import State


class Runner(Asked[State]):
    """What a runner is asked while its player types."""

    fold = staticmethod(fold)


GAME = Commands("sprint")
SEATS = SeatContext("sprint", lambda words, state, seat, who: Runner(words, state, seat))


def commands() -> app_commands.Group:
    """The actions of *Sprint*."""
    verbs = [GAME.declared(kind, SEATS) for kind in HANDLERS]
    return group("sprint", "Play Sprint: one command for each kind of action.", verbs)


COMMANDS = commands
