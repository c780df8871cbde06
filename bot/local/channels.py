"""The channels of the local table's server."""

from __future__ import annotations

from bot.games.registry import game_of
from data.catalogue import N_
from data.games import games

SPARE = "lessons"
"""What finds its game's own channel taken is played here."""
_TOPIC = N_("Lessons in games that are being played in their own channels.")
_FIFTH = 4
"""Where the spare channel stands: what is installed has stood behind it from the first."""


def channels() -> dict[str, str]:
    """Name and topic of each channel; a campaign belongs to its channel.

    Discord's ids follow the order, so that what is there already keeps its place when a game is added.
    """
    each = [(game.channel, str(game.topic)) for game in map(game_of, games())]
    each.insert(_FIFTH, (SPARE, str(_TOPIC)))
    return dict(each)
