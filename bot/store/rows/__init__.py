"""Queries, a module for each table: functions of a connection, for `Store.look` and `Store.transact`."""

from bot.store.rows import (
    audits,
    campaigns,
    deadlines,
    due,
    journal,
    lapses,
    offers,
    orders,
    outbox,
    packs,
    people,
    proposals,
    requests,
    seats,
    sights,
    wakes,
)

__all__ = [
    "audits",
    "campaigns",
    "deadlines",
    "due",
    "journal",
    "lapses",
    "offers",
    "orders",
    "outbox",
    "packs",
    "people",
    "proposals",
    "requests",
    "seats",
    "sights",
    "wakes",
]
