"""Standing orders of a seat, and what a set of further orders would change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection

from bot.campaigns.service import Campaigns
from bot.errors import PoliteError
from bot.store import Campaign, Order, rows
from data.catalogue import _, retold
from data.sentences import _l
from engines.core.contract import AnyTitle
from engines.core.events import Event
from engines.core.ordered import OrderKind, OrderSet

LONGEST = 400
"""Most characters of an order as it is kept, with names in full."""

Texts = Mapping[str, str]
"""Orders by kind of decision."""


class Filing(NamedTuple):
    """The changes to a seat's orders when it gets a set."""

    given: dict[str, str]
    """Orders that are new, or replace others."""
    kept: dict[str, str]
    """Different orders of its own that stay."""
    had: dict[str, str]
    """Orders that it has already."""


def kinds_of(title: AnyTitle, seat: str) -> list[OrderKind]:
    """The kinds of decisions that the seat may be asked and can answer beforehand."""
    return [kind for kind in title.order_kinds if kind.concerns(seat)]


def set_of(title: AnyTitle, typed: str | None) -> OrderSet:
    """The set of orders with the typed id or name; the usual set if none was typed.

    :raises PoliteError: the game has no such set, or no sets.
    """
    if not title.order_sets:
        raise PoliteError(
            _(
                "{name} has no ready-made set of orders. `/orders set` gives single orders.",
                name=title.name,
            )
            if title.order_kinds
            else none_in(title)
        )
    if typed is None:
        return title.order_sets[0]
    wanted = typed.strip().casefold()
    for orders in title.order_sets:
        if wanted in (orders.id, retold(orders.name).casefold()):
            return orders
    names = ", ".join(f"`{orders.id}` ({retold(orders.name)})" for orders in title.order_sets)
    raise PoliteError(_l("{name} has no such set of orders. It has {names}.", name=title.name, names=names))


def none_in(title: AnyTitle) -> str:
    """The message that a game has no standing orders."""
    return _(
        "{name} never asks you anything outside your turn, so it has no standing orders.", name=title.name
    )


async def of_seat(campaigns: Campaigns, campaign: Campaign, seat: str) -> dict[str, str]:
    """The orders of a seat."""
    given = (await campaigns.around(campaign)).orders
    return {kind: text for (whose, kind), text in given.items() if whose == seat}


def filing(title: AnyTitle, chosen: OrderSet, seat: str, present: Texts, *, replace: bool) -> Filing:
    """What a set would change for a seat that has these orders.

    :param replace: the set replaces the seat's own orders.
    """
    offered = title.orders_in(chosen, seat)
    kept = {
        kind: present[kind]
        for kind, text in offered.items()
        if not replace and present.get(kind, text) != text
    }
    had = {kind: text for kind, text in offered.items() if present.get(kind) == text}
    given = {kind: text for kind, text in offered.items() if kind not in kept and kind not in had}
    return Filing(given, kept, had)


async def give(
    campaigns: Campaigns, campaign: Campaign, seat: str, texts: Mapping[str, str | None], *, user_id: int
) -> list[Event]:
    """Keep orders and revoke others, all or none, and let them answer what the seat already owes.

    The caller is the campaign's only writer.

    :param texts: by kind, as the title's `read_order` gave them; None revokes an order.
    :returns: the events, as the seat may know them; empty if the seat owed nothing.
    :raises PoliteError: an order is too long; nothing was changed.
    """
    if any(len(text or "") > LONGEST for text in texts.values()):
        raise PoliteError(
            _l(
                "With all names written out, that order is longer than {longest} characters. Name "
                "fewer units.",
                longest=LONGEST,
            )
        )
    store = campaigns.store
    now = store.now()

    def keep(connection: Connection) -> None:
        for kind, text in texts.items():
            if text is None:
                rows.orders.revoke(connection, campaign.id, seat, kind)
            else:
                rows.orders.give(connection, campaign.id, Order(seat=seat, kind=kind, text=text), now)

    await store.transact(keep, campaign_id=campaign.id)
    progress = await campaigns.progress(campaign)
    await campaigns.commit(progress, user_id=user_id)
    return progress.title.redact_all(progress.events, seat)


async def take_back(campaigns: Campaigns, campaign: Campaign, seat: str, kind: str | None = None) -> int:
    """Revoke one order of a seat, or all (None); returns how many there were."""
    count = 0

    def away(connection: Connection) -> None:
        nonlocal count
        count = rows.orders.revoke(connection, campaign.id, seat, kind)

    await campaigns.store.transact(away, campaign_id=campaign.id)
    return count
