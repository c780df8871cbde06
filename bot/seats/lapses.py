"""What ends by time: loans end, offers and requests lapse, and a lobby without activity closes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from functools import partial

from bot.campaigns import messages, requests
from bot.campaigns.apart import AFTER_TROUBLE, apart
from bot.campaigns.consent import Consent
from bot.campaigns.service import Campaigns
from bot.seats import substitutes
from bot.seats.change import Change
from bot.seats.rules import lent
from bot.seats.substitutes import Sees, Substitutes, everybody_sees
from bot.store import Campaign, Seat, rows
from data.catalogue import _, ngettext
from data.nouns import listed

OFFERED = timedelta(days=7)
"""How long an offer of a seat waits for an answer."""
UNFILLED = (timedelta(days=1), timedelta(days=7))
"""The age of a lobby at which its people are told what it still waits for."""
LOBBY = timedelta(days=30)
"""Time without activity after which a lobby closes."""


async def settle(campaigns: Campaigns, now: datetime, sees: Sees = everybody_sees) -> None:
    """Handle each campaign in which something may have ended, and no other.

    The time of the next look is written in the same transaction.
    """
    store = campaigns.store
    for campaign_id, seen in (await store.look(partial(rows.lapses.due, now=now))).items():
        looked: list[datetime | None] = []
        await apart(campaigns, campaign_id, partial(_settle, campaigns, now=now, looked=looked, sees=sees))
        at = looked[0] if looked else now + AFTER_TROUBLE
        again = [] if at is None else [partial(rows.lapses.put, campaign_id=campaign_id, at=at)]
        await store.transact(partial(rows.lapses.done, ids=seen), *again, campaign_id=campaign_id)


async def _settle(
    campaigns: Campaigns, campaign: Campaign, *, now: datetime, looked: list[datetime | None], sees: Sees
) -> None:
    """End what is over in one campaign, and add to `looked` when the next thing may be."""
    if _ends_seats(campaign):
        await Substitutes(campaigns, sees).settle(campaign.id, now)
        campaign = await campaigns.by_id(campaign.id)
    asked = await substitutes.offers(campaigns.store, campaign)
    for name in [name for name in campaign.seating if name not in asked]:
        # The change of one seat may change the others.
        campaign = await campaigns.by_id(campaign.id)
        await _settle_seat(campaigns, campaign, campaign.seating[name], now)
    if campaign.status == "lobby":
        await _settle_lobby(campaigns, campaign, now)
    campaign = await campaigns.by_id(campaign.id)
    await Consent(campaigns).expire(campaign)
    asked = await substitutes.offers(campaigns.store, campaign)
    times = [*_times(campaign, now, asked), *await requests.remind(campaigns, campaign)]
    looked.append(min(times, default=None))


def _times(campaign: Campaign, now: datetime, asked: Collection[str]) -> Iterator[datetime]:
    """The times at which something ends in a campaign.

    :param asked: the seats that are offered to a substitute.
    """
    if campaign.status == "lobby":
        ages = [campaign.created_at + age for age in UNFILLED]
        yield from (at for at in (*ages, campaign.updated_at + LOBBY) if at > now)
    for sitting in campaign.seating.values() if _ends_seats(campaign) else ():
        long = substitutes.ANSWER if sitting.seat in asked else OFFERED
        for at in (sitting.until, _answered_by(sitting, long)):
            if at is not None:
                # What is over and can't be ended now, as in a paused campaign, is looked at again later.
                yield at if at > now else now + AFTER_TROUBLE


def _ends_seats(campaign: Campaign) -> bool:
    """Whether loans and offers end by time in a campaign.

    Without a channel they wait until it is back, so that players are told.
    """
    return campaign.status == "running" and campaign.parked_at is None


def _answered_by(sitting: Seat, long: timedelta = OFFERED) -> datetime | None:
    """The time until which an offer of a seat waits for its answer; None if the seat is not offered."""
    if sitting.reserved_for is None or sitting.offered_at is None:
        return None
    return sitting.offered_at + long


async def _settle_seat(campaigns: Campaigns, campaign: Campaign, sitting: Seat, now: datetime) -> None:
    """Give back a seat whose loan is over; withdraw an offer that was not answered in time."""
    answered_by = _answered_by(sitting)
    if not _ends_seats(campaign):
        return
    if sitting.until is not None and sitting.until <= now:
        await _return(campaigns, campaign, sitting)
    elif answered_by is not None and answered_by <= now:
        await _lapse(campaigns, campaign, sitting)


async def _return(campaigns: Campaigns, campaign: Campaign, sitting: Seat) -> None:
    change = Change(campaigns, campaign)
    changed = change.sitting.returned(sitting.seat)
    owner, name = sitting.owner_id, change.name(sitting.seat)
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


async def _lapse(campaigns: Campaigns, campaign: Campaign, sitting: Seat) -> None:
    assert sitting.reserved_for is not None
    change = Change(campaigns, campaign)
    text = _(
        "🪑 <@{reserved_for}> has not answered for {days} days: the offer of **{seat}** has lapsed.",
        reserved_for=sitting.reserved_for,
        days=OFFERED.days,
        seat=change.name(sitting.seat),
    )
    if sitting.user_id is None:
        text += _(" `/seat take` takes the seat.")
    people = [sitting.user_id] if sitting.user_id is not None else []
    await change.write(change.sitting.decline(sitting.seat, sitting.reserved_for), text, people=people)


async def _settle_lobby(campaigns: Campaigns, campaign: Campaign, now: datetime) -> None:
    """Close a lobby without activity; before that, say once what it waits for."""
    if campaign.updated_at <= now - LOBBY:
        await _close(campaigns, campaign)
    elif (age := sum(campaign.created_at <= now - each for each in UNFILLED)) and campaign.parked_at is None:
        key = f"unfilled:{campaign.id}"
        if await campaigns.store.look(partial(rows.people.noted, key=key)) != str(age):
            await _unfilled(campaigns, campaign, key, str(age), now)


async def _unfilled(campaigns: Campaigns, campaign: Campaign, key: str, age: str, now: datetime) -> None:
    """Tell the people of a lobby that it does not fill."""
    names = campaigns.packs.seat_names(campaign)
    guests = await campaigns.store.look(partial(rows.seats.guests, campaign_id=campaign.id))
    drawing = [guest.user_id for guest in guests.values() if guest.waiting]
    free = [names[seat.seat] for seat in campaign.seating.values() if not (seat.user_id or seat.automatic)]
    opened = [campaign.created_by] if campaign.created_by is not None else []
    people = list(dict.fromkeys([*campaign.seats.values(), *drawing, *opened]))
    lacks = len(free) - len(drawing)
    waits = (
        _("for {free}", free=listed([f"**{name}**" for name in free]))
        if not drawing
        else ngettext("for {n} more player", "for {n} more players", lacks)
    )
    text = _(
        "🪑 {people}: this lobby still waits {waits}. **{begin}** on its card lets the automatic player have "
        "what is missing, `/campaign invite` asks somebody, `/campaign abort` closes the lobby.",
        begin=_("Begin"),
        people=listed([f"<@{user}>" for user in people]),
        waits=waits,
    )
    said = [messages.say(text, people=people)] if lacks > 0 else []
    await campaigns.store.transact(
        partial(rows.people.note, key=key, value=age),
        partial(rows.outbox.add, campaign_id=campaign.id, messages=said, now=now),
        campaign_id=campaign.id,
    )


async def _close(campaigns: Campaigns, campaign: Campaign) -> None:
    text = _(
        "🏁 Nothing has happened in this lobby for {days} days, so it is closed. `/campaign new` "
        "opens another.",
        days=LOBBY.days,
    )
    people = list(dict.fromkeys(campaign.seats.values()))
    await campaigns.end(campaign, version=campaign.version, say=[messages.say(text, people=people)])
