"""What a person is told when the rules refuse what they want, or the store can't keep it."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.store import DatabaseCorrupt, DatabaseLocked, DiskFull, StoreError
from data.catalogue import N_, _
from data.nouns import listed
from engines.core.errors import EngineError, NotationError

_NEAR = 3
"""Most things that are said to be like what was mistyped."""


def sentence(error: EngineError) -> str:
    """A refusal as it is told: the reason, the case, the nearest legal choices."""
    # A refusal quotes what was typed, which may be anything.
    message = discord.utils.escape_mentions(discord.utils.escape_markdown(error.message))
    text = f"{message} ({error.case})." if error.case else f"{message}."
    if error.choices:
        text += _(" Legal now: ") + ", ".join(f"`{choice}`" for choice in error.choices) + "."
    return text


def mistyped(error: NotationError, labels: Mapping[str, str]) -> str:
    """What is told of an action that can't be read: the reason, and what is like it, in words.

    :param labels: how what is offered is called, by its notation.
    """
    near = [f"**{labels[choice]}**" for choice in error.choices if choice in labels][:_NEAR]
    why = sentence(type(error)(error.message, case=error.case))
    return _("{told} Now you can: {near}.", told=why, near=listed(near, "or")) if near else why


def trouble(error: StoreError) -> str:
    """What a player is told of the store's trouble; where the database lies is for the log only."""
    for kind, words in _TROUBLES.items():
        if isinstance(error, kind):
            return str(words)
    return _("The game can't be read or saved at the moment.")


_TROUBLES: dict[type[StoreError], N_] = {
    DiskFull: N_("The disk is full, so that nothing more can be saved."),
    DatabaseLocked: N_("Another program is holding the saved games."),
    DatabaseCorrupt: N_("The saved games are damaged: whoever runs this bot has to restore a backup."),
}
