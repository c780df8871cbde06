"""Forms that seats fill in: stored beside the game until the decision is over, and private."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection

from bot.campaigns import lessons, talks
from bot.campaigns.service import Campaigns
from bot.campaigns.table import Around, form_key
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


def _of(campaigns: Campaigns, campaign: Campaign, seat: str) -> str | None:
    """The decision whose form a seat can fill in now; None if it owes none."""
    title = campaigns.title_of(campaign)
    words = presenter_of(title)
    if not words.has_sheets:
        return None
    state = campaigns.state_of(campaign)
    asked = [*title.decisions(state), *title.changeable(state)]
    kind = next((decision.kind for decision in asked if decision.seat == seat), None)
    return None if kind is None else f"{title.chapter(state)[0]}:{words.sheet_of.get(kind, kind)}"


class _OnFile(NamedTuple):
    """What a form is made from beside the board."""

    forms: dict[str, Kept]
    """The forms kept for a decision, by a hash of the player: each player finds only their own again."""
    orders: dict[str, str]
    """The standing orders of the seat, by kind of decision."""


def _on_file(around: Around, seat: str, of: str) -> _OnFile:
    noted = around.forms.get(seat)
    by_person = {} if noted is None else msgspec.json.decode(noted, type=dict[str, Kept])
    return _OnFile(
        {by: kept for by, kept in by_person.items() if kept.of == of},
        {kind: text for (whose, kind), text in around.orders.items() if whose == seat},
    )


class _Changed(Exception):
    """The form was changed since it was read."""


async def sheet(
    campaigns: Campaigns, campaign: Campaign, seat: str, key: str = "", around: Around | None = None
) -> Sheet | None:
    """The form that a seat is filling in; None if its decision has no form.

    :param around: what stands beside the board, if it was read with the campaign.
    """
    of = _of(campaigns, campaign, seat)
    if of is None:
        return None
    on_file = _on_file(around or await campaigns.around(campaign), seat, of)
    kept = on_file.forms.get(talks.sitters(campaign, [seat]))
    return await _sheet(campaigns, campaign, seat, kept, on_file.orders, key)


async def _sheet(
    campaigns: Campaigns,
    campaign: Campaign,
    seat: str,
    kept: Kept | None,
    orders: Mapping[str, str],
    key: str = "",
) -> Sheet | None:
    title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
    taught = lessons.is_on(title, campaign, title.chapter(state)[0])
    text = None if kept is None else kept.text
    # Proposals for forty units take too long for the event loop.
    return await asyncio.to_thread(presenter_of(title).sheet, state, seat, text, orders, key, blank=taught)


async def write(
    campaigns: Campaigns,
    campaign: Campaign,
    seat: str,
    change: str,
    interaction: int,
    around: Around | None = None,
) -> Around | None:
    """Change the form that a seat is filling in.

    :param around: what stands beside the board, if it was read with the campaign.
    :returns: what stands beside the board then; None if the seat's decision has no form.
    :raises EngineError: the change can't be read, or is not allowed in the form.
    """
    of = _of(campaigns, campaign, seat)
    if of is None:
        return None
    async with campaigns.writing(campaign.id, wait=True):
        while True:
            around = around or await campaigns.around(campaign)
            try:
                return await _written(campaigns, campaign, seat, of, change, interaction, around)
            except _Changed:
                # It was read before this was the only writer.
                around = None


async def _written(
    campaigns: Campaigns,
    campaign: Campaign,
    seat: str,
    of: str,
    change: str,
    interaction: int,
    around: Around,
) -> Around | None:
    by_person, orders = _on_file(around, seat, of)
    own = talks.sitters(campaign, [seat])
    kept = by_person.get(own)
    present = await _sheet(campaigns, campaign, seat, kept, orders)
    if present is None:
        return None
    if kept is not None and kept.last == interaction:
        return around
    words: Any = presenter_of(campaigns.title_of(campaign))
    state = campaigns.state_of(campaign)
    text = await asyncio.to_thread(words.written, state, seat, present.text, change)
    key = form_key(campaign.id, seat)
    value = msgspec.json.encode({**by_person, own: Kept(of, text, interaction)}).decode()

    def keep(connection: Connection) -> None:
        if rows.people.noted(connection, key) != around.forms.get(seat):
            raise _Changed
        rows.people.note(connection, key, value)

    await campaigns.store.transact(keep, campaign_id=campaign.id)
    return around._replace(forms={**around.forms, seat: value})
