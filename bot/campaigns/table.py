"""A campaign with what stands beside its board: read in one transaction, and passed on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from bot import logs
from bot.campaigns import guards
from bot.clock.hours import Hours
from bot.errors import NoCampaignError
from bot.store import Campaign, CampaignHead, CardRow, Person, Store, rows


class OrdersChanged(Exception):
    """Standing orders were given or taken back since they were read."""


def hours_of(people: Mapping[int, Person]) -> dict[int, Hours]:
    """The hours of people, by user."""
    return {user: msgspec.json.decode(each.hours, type=Hours) for user, each in people.items()}


def form_key(campaign_id: int, seat: str) -> str:
    """The key of the note in which the form of a seat is kept."""
    return f"sheets:{campaign_id}:{seat}"


class Around(NamedTuple):
    """What a commit and a panel depend on beside the board."""

    orders: Mapping[tuple[str, str], str]
    """The standing orders, by seat and kind of decision."""
    people: Mapping[int, Person]
    """The settings of the players, by user."""
    forms: Mapping[str, str]
    """The forms that are being filled in, by seat, as they are stored; each is private to its player."""
    notes: Mapping[int, Sequence[str]]
    """People's own notes, line by line, by user; each is private to that person."""

    @classmethod
    def read(cls, connection: Connection, campaign: CampaignHead) -> Around:
        """Read it, for one campaign."""
        return cls(
            rows.orders.of_campaign(connection, campaign.id),
            rows.people.persons(connection, set(campaign.seats.values())),
            {
                seat: kept
                for seat in campaign.seats
                if (kept := rows.people.noted(connection, form_key(campaign.id, seat))) is not None
            },
            rows.notes.of_campaign(connection, campaign.id),
        )

    @property
    def hours(self) -> dict[int, Hours]:
        """The hours of the players, by user."""
        return hours_of(self.people)


class Table(NamedTuple):
    """A campaign, with what an action in it needs beside the board."""

    campaign: Campaign
    around: Around
    card: CardRow | None
    """The newest card."""


async def running_in(store: Store, channel_id: int) -> Table:
    """The running campaign of a channel.

    :raises NoCampaignError: there is none; the text says what to do.
    """
    table = await store.look(lambda c: _read(c, rows.campaigns.latest_in(c, channel_id)))
    guards.running(None if table is None else table.campaign)
    assert table is not None
    logs.about(campaign=table.campaign.id)
    return table


async def of(store: Store, campaign_id: int) -> Table:
    """The campaign with this id.

    :raises NoCampaignError: there is none.
    """
    table = await store.look(lambda c: _read(c, rows.campaigns.by_id(c, campaign_id)))
    if table is None:
        raise NoCampaignError(guards.UNKNOWN)
    return table


def _read(connection: Connection, campaign: Campaign | None) -> Table | None:
    if campaign is None:
        return None
    card = rows.outbox.newest(connection, campaign.id)
    return Table(campaign, Around.read(connection, campaign), card)
