"""The channels of the local table's server."""

from __future__ import annotations

from bot.games.registry import game_of
from data.catalogue import N_
from data.games import GAMES, games

COMING = {
    "grande-armee": N_("The Emperor's campaigns."),
}
"""Channels that wait for their games."""


def channels() -> dict[str, str]:
    """Name and topic of each channel; a campaign belongs to its channel.

    Discord's ids follow the order: what is installed stands behind what has always been there.
    """
    ours, all_ = ({game.channel: str(game.topic) for game in map(game_of, ids)} for ids in (GAMES, games()))
    return {**ours, **{name: str(topic) for name, topic in COMING.items()}, **all_}
