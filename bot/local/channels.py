"""The channels of the local table's server."""

from __future__ import annotations

from bot.games.registry import game_of
from data.catalogue import N_
from data.games import games

SPARE = "lessons"
"""The channel for a game whose own channel is taken."""
_TOPIC = N_("Lessons in games that are being played in their own channels.")
_FIFTH = 4
"""Position of the spare channel: older installations have it here."""


def channels() -> dict[str, str]:
    """Name and topic of each channel; a campaign belongs to its channel.

    Discord's ids follow the order, so that existing channels keep their ids when a game is added.
    """
    each = [(game.channel, str(game.topic)) for game in map(game_of, games())]
    each.insert(_FIFTH, (SPARE, str(_TOPIC)))
    return dict(each)
