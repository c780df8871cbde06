"""A game that is no longer installed: its campaigns' clocks are stopped until it is back."""

from __future__ import annotations

import logging
from datetime import datetime
from functools import partial

from sqlalchemy import Connection

from bot.campaigns.apart import apart
from bot.campaigns.service import Campaigns
from bot.pauses import outage
from bot.store import Campaign, Write, rows
from data.catalogue import N_

log = logging.getLogger("tocsin.sweep")

_BACK = N_(
    "📦 This campaign's game or pack was not installed from {since} to {until}. The clocks were "
    "stopped, so nobody lost time. `/campaign deadline` shows the new deadlines."
)


async def settle(campaigns: Campaigns) -> None:
    """Record which campaigns can no longer be read, and let those go on that can be read again."""
    store, now = campaigns.store, campaigns.store.now()
    standing = await store.look(partial(rows.people.noted_under, prefix=outage.UNREADABLE))
    for title, pack in await store.look(_played):
        if campaigns.packs.at_hand(title, pack):
            continue
        for campaign_id in await store.look(partial(rows.deadlines.played_with, title=title, pack=pack)):
            if str(campaign_id) not in standing:
                log.warning("nothing is rung for campaign %s: %s is not installed", campaign_id, pack)
                key = f"{outage.UNREADABLE}{campaign_id}"
                await store.set(partial(rows.people.note, key=key, value=now.isoformat()))
    for number, since in standing.items():
        gone = datetime.fromisoformat(since)
        await apart(campaigns, int(number), partial(_go_on, campaigns, gone=gone))


async def _go_on(campaigns: Campaigns, campaign: Campaign, *, gone: datetime) -> None:
    served = campaigns.store.shards.serves(campaign.guild_id)
    if served and campaigns.packs.at_hand(campaign.title, campaign.pack):
        going = await outage.moved(campaigns, campaign.id, gone, campaigns.store.now(), _BACK)
        key = f"{outage.UNREADABLE}{campaign.id}"
        woken = partial(rows.wakes.put, campaign_id=campaign.id)
        steps: list[Write] = [*going, partial(rows.people.unnote, key=key), woken]
        await campaigns.store.transact(*steps, campaign_id=campaign.id)


def _played(connection: Connection) -> list[tuple[str, str]]:
    return [*rows.packs.played(connection)]
