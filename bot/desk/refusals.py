"""The text of a refusal: by the rules, or because the store failed."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.errors import PoliteError
from bot.store import DatabaseCorrupt, DatabaseLocked, DiskFull, StoreError
from data.catalogue import N_, _
from data.nouns import listed
from engines.core.errors import EngineError, NotationError

_NEAR = 3
"""Most suggestions after a mistyped action."""


def sentence(error: EngineError | PoliteError) -> str:
    """A refusal as text; one by the rules with its reason, its case, and the nearest legal choices."""
    if isinstance(error, PoliteError):
        return str(error)
    # A refusal quotes the typed text, which may hold Markdown and mentions.
    message = discord.utils.escape_mentions(discord.utils.escape_markdown(error.message))
    text = f"{message} ({error.case})." if error.case else f"{message}."
    if error.choices:
        text += _(" You can now: ") + ", ".join(f"`{choice}`" for choice in error.choices) + "."
    return text


def mistyped(error: NotationError, labels: Mapping[str, str]) -> str:
    """The refusal of an action that can't be read: the reason, and similar actions in words.

    :param labels: labels of the offered actions, by notation.
    """
    near = [f"**{labels[choice]}**" for choice in error.choices if choice in labels][:_NEAR]
    why = sentence(type(error)(error.message, case=error.case))
    return _("{told} You can: {near}.", told=why, near=listed(near, "or")) if near else why


def trouble(error: StoreError) -> str:
    """The store's error for a player; only the log says where the database is."""
    for kind, words in _TROUBLES.items():
        if isinstance(error, kind):
            return str(words)
    return _("I can't load or save the game at the moment.")


_TROUBLES: dict[type[StoreError], N_] = {
    DiskFull: N_("The disk is full, so I can't save anything."),
    DatabaseLocked: N_("Another program has locked the saved games."),
    DatabaseCorrupt: N_("The saved games are damaged. The operator of this bot has to restore a backup."),
}
