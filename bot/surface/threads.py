"""What is done to threads wherever they hang: shutting them, and letting people in."""

from __future__ import annotations

import logging

import discord

log = logging.getLogger("tocsin.threads")


async def shut(thread: discord.Thread, *, locked: bool = True) -> bool:
    """Archive a thread; returns whether it is also locked as asked.

    Locking takes another permission; the bot may archive a thread that it opened.
    """
    try:
        await thread.edit(archived=True, locked=locked)
    except discord.Forbidden:
        await thread.edit(archived=True)
        return False
    return True


async def let_in(thread: discord.Thread, user_id: int) -> None:
    """Let a person into a thread, unless they can't be: whoever has left must not keep the others out."""
    try:
        await thread.add_user(discord.Object(user_id))
    except (discord.NotFound, discord.Forbidden) as error:
        log.info("somebody can't be let into the thread %s: %s", thread.id, error)
