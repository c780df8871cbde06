"""After an outage: the clocks stood still while the bot was away, and no turn is forfeited for it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import discord
import msgspec
from sqlalchemy import Connection

from bot.campaigns import messages
from bot.campaigns.service import Campaigns
from bot.clock import deadlines, notation
from bot.errors import incident
from bot.store import StoreError, rows

LONGEST = timedelta(hours=1)
"""A longer time without a sweep is an outage."""

SWEPT = "swept_at"
"""Under this word the store keeps when the bot last swept."""
_OUTAGE = "outage"


class Outage(msgspec.Struct, frozen=True):
    """A time in which the bot was away, and how far its campaigns have been seen to."""

    since: datetime
    until: datetime
    done: int = 0
    """All campaigns up to this id."""


async def settle(campaigns: Campaigns, now: datetime) -> None:
    """Note that the bot is awake; where it was away, move every deadline and say so, once for each campaign.

    A crash on the way repeats nothing: how far it came is written with each campaign.
    """
    store = campaigns.store
    begun = await store.look(partial(rows.people.noted, key=_OUTAGE))
    if begun is not None:
        await _settle(campaigns, msgspec.json.decode(begun, type=Outage))
    swept = await store.look(partial(rows.people.noted, key=SWEPT))
    awake = partial(rows.people.note, key=SWEPT, value=now.isoformat())
    since = now if swept is None else datetime.fromisoformat(swept)
    if now - since <= LONGEST:
        await store.transact(awake)
        return
    outage = Outage(since, now)
    await store.transact(awake, _noting(outage))
    await _settle(campaigns, outage)


async def _settle(campaigns: Campaigns, outage: Outage) -> None:
    store = campaigns.store
    for campaign_id in await store.look(partial(rows.deadlines.with_clock, after=outage.done)):
        try:
            await _move(campaigns, campaign_id, msgspec.structs.replace(outage, done=campaign_id))
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - one campaign that can't be read must not hold up the others
            incident(error, f"moving the deadlines of campaign {campaign_id} after an outage")
    await store.transact(partial(rows.people.unnote, key=_OUTAGE))


async def _move(campaigns: Campaigns, campaign_id: int, outage: Outage) -> None:
    store = campaigns.store
    async with campaigns.writing(campaign_id, wait=True):
        campaign = await store.campaign_head(campaign_id)
        owed = await store.deadlines_of(campaign_id)
        if campaign is None or campaign.status != "running" or not any(row.due_at for row in owed):
            return
        clock, hours = notation.read(campaign.clock), await campaigns.timekeeper.hours_of(campaign.seating)
        moved = [
            deadlines.after_outage(clock, row, hours[row.seat], outage.since, outage.until) for row in owed
        ]
        since, until = (discord.utils.format_dt(at, "f") for at in (outage.since, outage.until))
        text = (
            f"🛠️ The bot was away from {since} to {until}. The clocks stood still meanwhile: "
            "nothing was forfeited. `/campaign deadline` shows the new ones."
        )
        await store.transact(
            partial(rows.deadlines.replace, campaign_id=campaign_id, deadlines=moved),
            partial(rows.outbox.add, campaign_id=campaign_id, messages=[messages.say(text)], now=store.now()),
            _noting(outage),
            campaign_id=campaign_id,
        )


def _noting(outage: Outage) -> Callable[[Connection], None]:
    return partial(rows.people.note, key=_OUTAGE, value=msgspec.json.encode(outage).decode())
