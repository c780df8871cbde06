"""What time alone does: loans end, offers and requests lapse, and lobbies close in which nothing happens."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

import msgspec

from bot.campaigns import messages, requests
from bot.campaigns.apart import apart
from bot.campaigns.consent import Consent, lapsed
from bot.campaigns.service import Campaigns
from bot.seats.change import Change
from bot.seats.rules import lent
from bot.store import Campaign, Request, Seat, rows
from data.catalogue import _
from data.nouns import listed

OFFERED = timedelta(days=7)
"""How long an offer of a seat waits for an answer."""
UNFILLED = timedelta(days=3)
"""After so long in which nobody moves in a lobby its players are told, once, whom it still waits for."""
LOBBY = timedelta(days=30)
"""How long a lobby stays open in which nothing happens."""


async def return_lent(campaigns: Campaigns, now: datetime) -> None:
    """Give back every seat whose stand-in's time is over, once; withdraw offers that nobody took in time."""
    for campaign_id, seat in await campaigns.store.look(partial(rows.seats.lent_until, now=now)):
        await apart(campaigns, campaign_id, partial(_return, campaigns, seat=seat, now=now))


async def _return(campaigns: Campaigns, campaign: Campaign, *, seat: str, now: datetime) -> None:
    sitting: Seat = campaign.seating[seat]
    if sitting.until is None or sitting.until > now:
        return
    if campaign.status != "running":
        # Who played last stays on record; the time only is not looked for again.
        kept = [msgspec.structs.replace(sitting, until=None)]
        await campaigns.store.transact(partial(rows.seats.change, campaign_id=campaign.id, seats=kept))
        return
    change = Change(campaigns, campaign)
    changed = change.sitting.returned(seat)
    owner, name = sitting.owner_id, change.name(seat)
    people = [each for each in (owner, sitting.user_id) if each is not None]
    if lent(sitting):
        text = _(
            "🪑 <@{user_id}>'s time in **{name}** is over: it is <@{owner}>'s again.",
            user_id=sitting.user_id,
            name=name,
            owner=owner,
        )
    else:
        text = _(
            "🪑 <@{reserved_for}> did not stand in for <@{owner}> in **{name}** in time.",
            reserved_for=sitting.reserved_for,
            owner=owner,
            name=name,
        )
    await change.write(changed, text, people=people)


async def expire(campaigns: Campaigns, now: datetime) -> None:
    """Withdraw offers and requests that nobody has answered, and close lobbies in which nothing happens."""
    offers = partial(rows.seats.offered_before, before=now - OFFERED)
    for campaign_id, seat in await campaigns.store.look(offers):
        await apart(campaigns, campaign_id, partial(_lapse, campaigns, seat=seat, now=now))
    for request in await campaigns.store.look(rows.requests.open_anywhere):
        await apart(campaigns, request.campaign_id, partial(_unasked, campaigns, request=request, now=now))
    unfilled = partial(rows.campaigns.idle_lobbies, before=now - UNFILLED)
    for campaign_id in await campaigns.store.look(unfilled):
        if await campaigns.store.look(partial(rows.people.noted, key=_unfilled_key(campaign_id))) is None:
            await apart(campaigns, campaign_id, partial(_unfilled, campaigns, now=now))
    idle = partial(rows.campaigns.idle_lobbies, before=now - LOBBY)
    for campaign_id in await campaigns.store.look(idle):
        await apart(campaigns, campaign_id, partial(_close, campaigns, now=now))


async def _unasked(campaigns: Campaigns, campaign: Campaign, *, request: Request, now: datetime) -> None:
    if lapsed(request, campaign, campaign.last_seq, now):
        await Consent(campaigns).expire(campaign)
    else:
        await requests.remind(campaigns, campaign)


async def _lapse(campaigns: Campaigns, campaign: Campaign, *, seat: str, now: datetime) -> None:
    sitting = campaign.seating[seat]
    if sitting.offered_at is None or sitting.offered_at > now - OFFERED:
        return
    if campaign.status != "running" or sitting.reserved_for is None:
        kept = [msgspec.structs.replace(sitting, offered_at=None)]
        await campaigns.store.transact(partial(rows.seats.change, campaign_id=campaign.id, seats=kept))
        return
    change = Change(campaigns, campaign)
    text = _(
        "🪑 <@{reserved_for}> has not answered for {days} days: the offer of **{seat}** has lapsed.",
        reserved_for=sitting.reserved_for,
        days=OFFERED.days,
        seat=change.name(seat),
    )
    if sitting.user_id is None:
        text += _(" `/seat take` takes the seat.")
    people = [sitting.user_id] if sitting.user_id is not None else []
    await change.write(change.sitting.decline(seat, sitting.reserved_for), text, people=people)


def _unfilled_key(campaign_id: int) -> str:
    return f"unfilled:{campaign_id}"


async def _unfilled(campaigns: Campaigns, campaign: Campaign, *, now: datetime) -> None:
    """Say once that a lobby does not fill, to those who have a seat in it or opened it."""
    if campaign.status != "lobby" or campaign.parked_at or campaign.updated_at > now - UNFILLED:
        return
    names = campaigns.packs.seat_names(campaign)
    free = [names[seat.seat] for seat in campaign.seating.values() if not (seat.user_id or seat.automatic)]
    opened = [campaign.created_by] if campaign.created_by is not None else []
    people = list(dict.fromkeys([*campaign.seats.values(), *opened]))
    text = _(
        "🪑 {people}: this lobby still waits for {free}. `/campaign invite` asks somebody, `/seat automatic` "
        "lets the automatic player have a seat, `/campaign abort` closes the lobby.",
        people=listed([f"<@{user}>" for user in people]),
        free=listed([f"**{name}**" for name in free]),
    )
    said = [messages.say(text, people=people)] if free else []
    await campaigns.store.transact(
        partial(rows.people.note, key=_unfilled_key(campaign.id), value=now.isoformat()),
        partial(rows.outbox.add, campaign_id=campaign.id, messages=said, now=now),
    )


async def _close(campaigns: Campaigns, campaign: Campaign, *, now: datetime) -> None:
    if campaign.status != "lobby" or campaign.updated_at > now - LOBBY:
        return
    text = _(
        "🏁 Nobody has moved in this lobby for {days} days, so it is closed. `/campaign new` opens another.",
        days=LOBBY.days,
    )
    people = list(dict.fromkeys(campaign.seats.values()))
    await campaigns.end(campaign, version=campaign.version, say=[messages.say(text, people=people)])
