"""A message with its picture, or without it if Discord refuses the picture."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord

log = logging.getLogger("tocsin.pictures")

REPOST = (10008, 30046, 50005)
"""Unknown message, too many edits of an old message, another author's message: post again."""
_REFUSED = (400, 403, 413)
"""Statuses that may concern only the picture: it is too large, or not allowed, or was never there."""

T = TypeVar("T")


async def pictured(show: Callable[[Any], Awaitable[T]], picture: object | None, what: str) -> T:
    """Show something with its picture; if Discord refuses that, without it.

    :param show: posts or edits a message, with a picture or with None.
    :param what: its name in the log.
    """
    if picture is not None:
        try:
            return await show(picture)
        except discord.HTTPException as error:
            if error.code in REPOST or error.status not in _REFUSED:
                raise
            log.warning("%s goes without its picture: %s", what, error)
    return await show(None)
