"""Forms that seats fill in: stored beside the game until the decision is over, and private."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import msgspec

from bot.campaigns import lessons, standing_orders, talks
from bot.campaigns.service import Campaigns
from bot.games.registry import presenter_of
from bot.games.shown import Sheet
from bot.store import Campaign, rows


class Kept(msgspec.Struct, frozen=True, array_like=True):
    """What a player has filled in for a seat."""

    of: str
    """The decision that it is for; it is void for any other decision."""
    text: str
    last: int
    """The interaction that changed it last; an interaction that is delivered twice changes it once."""


def _key(campaign: Campaign, seat: str) -> str:
    return f"sheets:{campaign.id}:{seat}"


def _of(campaigns: Campaigns, campaign: Campaign, seat: str) -> str | None:
    """The decision whose form a seat can fill in now; None if it owes none."""
    title = campaigns.title_of(campaign)
    if not presenter_of(title).has_sheets:
        return None
    state = campaigns.state_of(campaign)
    asked = [*title.decisions(state), *title.changeable(state)]
    kind = next((decision.kind for decision in asked if decision.seat == seat), None)
    return None if kind is None else f"{title.chapter(state)[0]}:{kind}"


async def _kept(campaigns: Campaigns, campaign: Campaign, seat: str, of: str) -> dict[str, Kept]:
    """The forms kept for a decision, by a hash of the player: each player finds only their own again."""
    noted = await campaigns.store.look(partial(rows.people.noted, key=_key(campaign, seat)))
    by_person = {} if noted is None else msgspec.json.decode(noted, type=dict[str, Kept])
    return {by: kept for by, kept in by_person.items() if kept.of == of}


async def sheet(campaigns: Campaigns, campaign: Campaign, seat: str, key: str = "") -> Sheet | None:
    """The form that a seat is filling in; None if its decision has no form."""
    of = _of(campaigns, campaign, seat)
    if of is None:
        return None
    kept = (await _kept(campaigns, campaign, seat, of)).get(talks.sitters(campaign, [seat]))
    return await _sheet(campaigns, campaign, seat, kept, key)


async def _sheet(
    campaigns: Campaigns, campaign: Campaign, seat: str, kept: Kept | None, key: str = ""
) -> Sheet | None:
    title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
    orders = await standing_orders.of_seat(campaigns, campaign, seat)
    taught = lessons.is_on(title, campaign, title.chapter(state)[0])
    text = None if kept is None else kept.text
    # Proposals for forty units take too long for the event loop.
    return await asyncio.to_thread(presenter_of(title).sheet, state, seat, text, orders, key, blank=taught)


async def write(campaigns: Campaigns, campaign: Campaign, seat: str, change: str, interaction: int) -> bool:
    """Change the form that a seat is filling in; returns False if its decision has no form.

    :raises EngineError: the change can't be read, or is not allowed in the form.
    """
    async with campaigns.writing(campaign.id, wait=True):
        of = _of(campaigns, campaign, seat)
        if of is None:
            return False
        by_person, own = await _kept(campaigns, campaign, seat, of), talks.sitters(campaign, [seat])
        kept = by_person.get(own)
        present = await _sheet(campaigns, campaign, seat, kept)
        if present is None:
            return False
        if kept is not None and kept.last == interaction:
            return True
        words: Any = presenter_of(campaigns.title_of(campaign))
        state = campaigns.state_of(campaign)
        text = await asyncio.to_thread(words.written, state, seat, present.text, change)
        value = msgspec.json.encode({**by_person, own: Kept(of, text, interaction)}).decode()
        await campaigns.store.transact(partial(rows.people.note, key=_key(campaign, seat), value=value))
    return True
