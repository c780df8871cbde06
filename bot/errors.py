"""What the bot says when it can't: expected errors carry their sentence, the rest an incident number."""

from __future__ import annotations

import logging
import secrets

import discord

from bot.store import DatabaseCorrupt, DatabaseLocked, DiskFull, StoreError
from engines.core.errors import EngineError

log = logging.getLogger("tocsin.incident")


class PoliteError(Exception):
    """An expected refusal; its text is for the person who asked."""


class NoCampaignError(PoliteError):
    """The channel has no campaign, or none that runs."""


class NotSeatedError(PoliteError):
    """Somebody else's game."""


class StaleError(PoliteError):
    """A button or command that speaks of a board that is no longer there."""


class BusyError(PoliteError):
    """Another action of the campaign is being carried out."""


def sentence(error: EngineError) -> str:
    """A refusal as it is told: the reason, the case, the nearest legal choices."""
    # A refusal quotes what was typed, which may be anything.
    told = discord.utils.escape_mentions(discord.utils.escape_markdown(error.message))
    text = f"{told} ({error.case})." if error.case else f"{told}."
    if error.choices:
        text += " Legal now: " + ", ".join(f"`{choice}`" for choice in error.choices) + "."
    return text


def trouble(error: StoreError) -> str:
    """What a player is told of the store's trouble; where the database lies is for the log only."""
    for kind, told in _TROUBLES.items():
        if isinstance(error, kind):
            return told
    return "The game can't be read or saved at the moment."


_TROUBLES: dict[type[StoreError], str] = {
    DiskFull: "The disk is full, so that nothing more can be saved.",
    DatabaseLocked: "Another program is holding the saved games.",
    DatabaseCorrupt: "The saved games are damaged: whoever runs this bot has to restore a backup.",
}


def incident(error: BaseException, doing: str) -> str:
    """Log an unexpected error under a number and give the apology that names it."""
    number = secrets.token_hex(3)
    log.error("incident %s while %s", number, doing, exc_info=error)
    return (
        f"Something went wrong on our side (incident `{number}`). Nothing was lost: "
        "what was accepted is kept. Please try again, and tell whoever runs this bot if it happens twice."
    )
