"""The packs of campaigns, each stored whole and once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import Connection, bindparam, select, tuple_

from bot.store.rows.upserts import insert
from bot.store.schema import campaign, pack

_NAMES = select(pack.c.title, pack.c.pack)
_PLAYED = campaign.c.title, campaign.c.pack
# One step in the index for each pack, instead of one for each campaign.
_NEXT = (
    select(*_PLAYED)
    .where(tuple_(*_PLAYED) > tuple_(bindparam("after_title"), bindparam("after_pack")))
    .order_by(*_PLAYED)
    .limit(1)
)


def keep(connection: Connection, title: str, name: str, whole: bytes | None, now: datetime) -> None:
    """Store a pack, if it is not stored yet.

    :param name: its id and digest, as campaigns have them.
    :param whole: packed by `data.kept`; None if its files are missing.
    """
    if whole is None or (title, name) in known(connection):
        return
    kept = insert(pack).values(title=title, pack=name, whole=whole, at=now)
    connection.execute(kept.on_conflict_do_nothing())


def known(connection: Connection) -> set[tuple[str, str]]:
    """Title and name of each stored pack."""
    return {(row.title, row.pack) for row in connection.execute(_NAMES)}


def of(connection: Connection, title: str, name: str) -> bytes:
    """A stored pack."""
    wholes = connection.scalars(select(pack.c.whole).where(pack.c.title == title, pack.c.pack == name))
    whole: bytes = wholes.one()
    return whole


def played(connection: Connection) -> Iterator[tuple[str, str]]:
    """Title and name of each pack that a campaign names, in order."""
    title, name = "", ""
    while row := connection.execute(_NEXT, {"after_title": title, "after_pack": name}).first():
        title, name = row
        yield title, name


def not_kept(connection: Connection) -> Iterator[tuple[str, str]]:
    """Title and name of each pack that a campaign names and that is not stored."""
    kept = known(connection)
    for title, name in played(connection):
        begun = select(campaign.c.id).where(
            campaign.c.title == title, campaign.c.pack == name, campaign.c.status != "lobby"
        )
        if (title, name) not in kept and connection.scalar(begun.limit(1)) is not None:
            yield title, name
