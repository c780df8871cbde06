"""What of the tables belongs to the shards that a bot serves: it looks for work there, and nowhere else."""

from __future__ import annotations

from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Delete, Select, Update, exists, literal

from bot.shards import ALL, Shards
from bot.store.schema import campaign

SHARDS = "shards"
"""The option of a connection by which it knows the shards of its bot."""
Query = TypeVar("Query", Select[Any], Update, Delete)


def of(connection: Connection) -> Shards:
    """The shards that a connection is for."""
    shards: Shards = connection.get_execution_options().get(SHARDS, ALL)
    return shards


def by_server(connection: Connection, query: Query, guild_id: ColumnElement[int]) -> Query:
    """A query, limited to the servers of the bot."""
    shards = of(connection)
    return query if shards.every else query.where(_serves(shards, guild_id))


def by_campaign(connection: Connection, query: Query, campaign_id: ColumnElement[int]) -> Query:
    """A query, limited to the campaigns on the servers of the bot."""
    shards = of(connection)
    if shards.every:
        return query
    return query.where(exists().where(campaign.c.id == campaign_id, _serves(shards, campaign.c.guild_id)))


def _serves(shards: Shards, guild_id: ColumnElement[int]) -> ColumnElement[bool]:
    # Within the statement, so that the server plans for them.
    first, last, count, bits = (
        literal(number, literal_execute=True) for number in (shards.first, shards.last, shards.count, 22)
    )
    return (guild_id.bitwise_rshift(bits) % count).between(first, last)
