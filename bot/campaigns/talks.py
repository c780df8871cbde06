"""Private rooms of some seats: the data that is kept of them, which is never what is said there."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from bot.campaigns import messages
from bot.campaigns.packs import Packs
from bot.errors import PoliteError
from bot.store import Campaign, CampaignHead, Message, Store, rows
from engines.core.contract import AnyTitle


class Talk(msgspec.Struct, frozen=True, array_like=True):
    """A private thread of some seats."""

    thread: int
    seats: list[str]
    sitters: str
    """A hash of the holders when it was opened: a later holder must not read what they have said."""
    open: bool
    members: list[int] = []
    """Members of the room, noted before they are added: the room never has another member."""


def sitters(campaign: Campaign, seats: Sequence[str]) -> str:
    """A hash of the holders of seats, without names."""
    people = ",".join(str(campaign.seats.get(seat)) for seat in seats)
    return hashlib.sha256(f"{campaign.seed} {people}".encode()).hexdigest()[:16]


async def of(store: Store, campaign: CampaignHead) -> list[Talk]:
    """The rooms of a campaign, open and closed."""
    noted = await store.look(partial(rows.people.noted, key=key(campaign.id)))
    return [] if noted is None else msgspec.json.decode(noted, type=list[Talk])


async def keep(store: Store, campaign: CampaignHead, talks: Sequence[Talk]) -> None:
    """Keep the rooms of a campaign."""
    value = msgspec.json.encode(talks).decode()
    await store.set(partial(rows.people.note, key=key(campaign.id), value=value))


def key(campaign_id: int) -> str:
    """The store's key for the rooms of a campaign."""
    return f"talks:{campaign_id}"


def over(title: AnyTitle, before: Any, state: Any) -> list[Message]:
    """The messages that close the rooms when the phase for talk ends."""
    return [messages.rooms()] if title.talks(before) and not title.talks(state) else []


def ended(packs: Packs, campaign: Campaign) -> list[Message]:
    """The same, when people end the campaign."""
    with suppress(PoliteError):
        title = packs.of_campaign(campaign)
        if campaign.state and title.talks(msgspec.json.decode(campaign.state, type=title.state_type)):
            return [messages.rooms()]
    return []


def partners(title: AnyTitle, state: Any, campaign: Campaign, seat: str) -> list[str]:
    """The seats of other people with whom a seat may talk in private now."""
    if campaign.status != "running" or not title.talks(state):
        return []
    holder = campaign.seats.get(seat)
    return [
        other
        for other in title.seats
        if campaign.seats.get(other, holder) != holder and title.talk_refusal(state, [seat, other]) is None
    ]


async def between(
    store: Store, title: AnyTitle, state: Any, campaign: Campaign, one: str, other: str
) -> Talk | None:
    """The open room of two seats; None if they have none now."""
    rooms = await of(store, campaign)
    # The newest: an older one of the same people was deleted.
    alone = (talk for talk in reversed(rooms) if talk.open and set(talk.seats) == {one, other})
    return next((talk for talk in alone if lasts(title, state, campaign, talk)), None)


def lasts(title: AnyTitle, state: Any, campaign: Campaign, talk: Talk) -> bool:
    """Whether a room stays open: talk is allowed, and the same people hold its seats."""
    if campaign.status != "running" or not title.talks(state):
        return False
    return talk.sitters == sitters(campaign, talk.seats)
