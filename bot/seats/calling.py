"""How often a person is called for a seat: at most once a day, and not within a day after they declined."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import discord

from bot.errors import StaleError
from bot.store import Store, rows
from data.catalogue import _

AGAIN = timedelta(days=1)
"""The time after which a person may be called again for the same seat."""


async def calls(store: Store, campaign_id: int, seat: str, user_id: int, name: str) -> bool:
    """Whether a person who is offered a seat is pinged; False if they were pinged a short time ago.

    :param name: name of the seat.
    :raises StaleError: they declined it a short time ago.
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
