"""Time after an outage: clocks count as stopped while the bot was away, so no seat loses time by it."""

from __future__ import annotations

from contextlib import AsyncExitStack
from datetime import datetime, timedelta
from functools import partial

import discord
import msgspec
from sqlalchemy import Connection

from bot.campaigns import messages
from bot.campaigns.service import Campaigns
from bot.clock import deadlines, notation
from bot.clock.steady import STEP
from bot.errors import incident
from bot.shards import ALL, Shards
from bot.store import StoreError, Write, rows
from data.catalogue import N_

LONGEST = timedelta(hours=1)
"""A longer time without a sweep is an outage."""

FAR = timedelta(days=60)
"""A digest this far away is due only because a clock was ahead."""
WEEK = timedelta(days=7)
"""A week that is announced later than this is due only because a clock was ahead."""
SWEPT = "swept_at"
"""The store's key for the time of the last sweep of a bot that serves all servers."""
UNREADABLE = "unreadable:"
"""Begins the store's key for the time since when a campaign's game has not been installed; its id follows."""
_OUTAGE = "outage"
_AWAY = N_(
    "🛠️ The bot was offline from {since} to {until}. The clocks were stopped, so nobody lost time. "
    "`/campaign deadline` shows the new deadlines."
)


class Outage(msgspec.Struct, frozen=True):
    """A time in which the bot was away, and how far its campaigns have been handled."""

    since: datetime
    until: datetime
    done: int = 0
    """The campaigns up to this id are done."""


class Swept(msgspec.Struct, frozen=True):
    """The last sweep of a bot that serves a group of shards."""

    shards: Shards
    at: datetime


async def settle(campaigns: Campaigns, now: datetime) -> timedelta:
    """Record that the bot is awake; after an outage, move every deadline and announce it, once per campaign.

    A crash on the way repeats nothing: the progress is written with each campaign.

    :returns: how long it was away.
    """
    store = campaigns.store
    begun = await store.look(partial(rows.people.noted, key=_of_group(_OUTAGE, store.shards)))
    if begun is not None:
        await _settle(campaigns, msgspec.json.decode(begun, type=Outage))
    awake = _awake(store.shards, now)
    since = await store.look(partial(_last_sweep, shards=store.shards)) or now
    if since - now > STEP:
        # The clock went back while the bot was away: how long it was away is not known, and counts as
        # nothing.
        await stepped(campaigns, now - since, timedelta())
        return now - since
    if now - since <= LONGEST:
        await store.set(awake)
        return timedelta()
    outage = Outage(since, now)
    await store.transact(
        awake,
        _noting(store.shards, outage),
        partial(rows.wakes.shift, by=now - since),
        partial(rows.seekers.shift, by=now - since, asked=True),
        partial(rows.seats.shift_offers, by=now - since),
        partial(rows.leagues.shift, by=now - since),
    )
    await _settle(campaigns, outage)
    return now - since


async def stepped(campaigns: Campaigns, step: timedelta, passed: timedelta) -> None:
    """Keep the real distance of all that is due, after a step of the time of day.

    All times move by the step, so that a clock which steps back undoes it exactly. It is no outage:
    there is no message, but the cards show the new times.

    :param passed: the real time since the last sweep: what began in it began by the new time.
    """
    store = campaigns.store
    async with AsyncExitStack() as writing:
        # In the order of ids, so that two callers never wait for each other.
        for campaign_id in await store.look(rows.deadlines.with_bell):
            await writing.enter_async_context(campaigns.writing(campaign_id, wait=True))
        now = store.now()
        shown = await store.look(partial(rows.deadlines.with_clock, after=0))
        cards = [(head, campaigns.present_card(await campaigns.by_id(head))) for head in shown]
        await store.transact(
            partial(rows.deadlines.shift, by=step, began=now - passed, now=now),
            partial(rows.outbox.shift, by=step, written=now - passed, now=now),
            partial(rows.wakes.shift, by=step),
            rows.lapses.hasten,
            rows.openings.hasten,
            partial(rows.seekers.shift, by=step, asked=False),
            partial(rows.seats.shift_offers, by=step),
            partial(rows.leagues.shift, by=step),
            partial(rows.people.hasten_digests, beyond=now + FAR, now=now),
            partial(rows.people.hasten_weeks, latest=now + WEEK),
            _awake(store.shards, now),
            *(partial(rows.outbox.add, campaign_id=head, messages=card, now=now) for head, card in cards),
        )


async def _settle(campaigns: Campaigns, outage: Outage) -> None:
    store = campaigns.store
    for campaign_id in await store.look(partial(rows.deadlines.with_clock, after=outage.done)):
        try:
            await _move(campaigns, campaign_id, msgspec.structs.replace(outage, done=campaign_id))
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - one campaign that can't be read must not hold up the others
            incident(error, f"moving the deadlines of campaign {campaign_id} after an outage")
    await store.set(partial(rows.people.unnote, key=_of_group(_OUTAGE, store.shards)))


async def _move(campaigns: Campaigns, campaign_id: int, outage: Outage) -> None:
    store = campaigns.store
    async with campaigns.writing(campaign_id, wait=True):
        if await store.look(partial(rows.people.noted, key=f"{UNREADABLE}{campaign_id}")) is not None:
            # Its clocks are stopped already, and restart when its game is back.
            return
        steps = await moved(campaigns, campaign_id, outage.since, outage.until, _AWAY)
        if steps:
            await store.transact(*steps, _noting(store.shards, outage), campaign_id=campaign_id)


async def moved(
    campaigns: Campaigns, campaign_id: int, since: datetime, until: datetime, text: N_
) -> list[Write]:
    """Writes that move a campaign's deadlines after a time in which the bot could ping no one.

    Empty if it has no running deadlines. The caller is the campaign's only writer.

    :param text: the message for its channel, with places for both moments.
    """
    store = campaigns.store
    campaign = await store.campaign_head(campaign_id)
    owed = await store.deadlines_of(campaign_id)
    if campaign is None or campaign.status != "running" or not any(row.due_at for row in owed):
        return []
    clock, hours = notation.read(campaign.clock), await campaigns.timekeeper.hours_of(campaign.seating)
    after = [deadlines.after_outage(clock, row, hours[row.seat], since, until) for row in owed]
    moments = {name: discord.utils.format_dt(at, "f") for name, at in (("since", since), ("until", until))}
    card = campaigns.present_card(await campaigns.by_id(campaign_id))
    said = [*card, messages.say(text(**moments))]
    return [
        partial(rows.deadlines.replace, campaign_id=campaign_id, deadlines=after),
        partial(rows.outbox.add, campaign_id=campaign_id, messages=said, now=store.now()),
    ]


def _noting(shards: Shards, outage: Outage) -> Write:
    key = _of_group(_OUTAGE, shards)
    return partial(rows.people.note, key=key, value=msgspec.json.encode(outage).decode())


def _awake(shards: Shards, now: datetime) -> Write:
    """Record that a group of shards was swept."""
    value = now.isoformat()
    if shards != ALL:
        value = msgspec.json.encode(Swept(shards, now)).decode()
    return partial(rows.people.note, key=_of_group(SWEPT, shards), value=value)


def _last_sweep(connection: Connection, shards: Shards) -> datetime | None:
    """The last sweep of a bot that may have served these shards, also one that had others besides."""
    of_all = rows.people.noted(connection, SWEPT)
    times = [] if of_all is None else [datetime.fromisoformat(of_all)]
    for value in rows.people.noted_under(connection, f"{SWEPT}:").values():
        swept = msgspec.json.decode(value, type=Swept)
        if swept.shards.crosses(shards):
            times.append(swept.at)
    return max(times, default=None)


def _of_group(key: str, shards: Shards) -> str:
    return key if shards == ALL else f"{key}:{shards}"
