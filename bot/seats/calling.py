"""How often somebody is called for a seat: once a day at most, and not within a day after declining it."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import discord

from bot.errors import StaleError
from bot.store import Store, rows
from data.catalogue import _

AGAIN = timedelta(days=1)
"""After so long somebody may be called again for the same seat."""


async def calls(store: Store, campaign_id: int, seat: str, user_id: int, name: str) -> bool:
    """Whether somebody who is offered a seat is pinged; not where they were a short time ago.

    :param name: what the seat is called.
    :raises StaleError: they have declined it a short time ago.
    """
    noted = partial(rows.offers.noted, campaign_id=campaign_id, seat=seat, user_id=user_id)
    before = await store.look(noted)
    if before is None or before.at <= store.now() - AGAIN:
        return True
    if before.declined:
        raise StaleError(
            _(
                "<@{user_id}> has declined {seat}. You can ask them again {again}.",
                user_id=user_id,
                seat=name,
                again=discord.utils.format_dt(before.at + AGAIN, "R"),
            )
        )
    return False
