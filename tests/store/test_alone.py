"""Transactions that name their campaigns, which `tests.support.apart` watches, and those that run alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select, update

from bot.store import Order, Store, rows, schema
from bot.store.league_tables import entrant
from bot.store.schema import metadata
from tests.store.builders import CHANNEL, START, USER, change, entry, new
from tests.support.apart import SHARED, strays

WRITERS = 6


def test_tables_that_campaigns_share_exist() -> None:
    assert {*SHARED} <= {table.name for table in metadata.sorted_tables}


@pytest.mark.parametrize(
    ("write", "named"),
    [
        (lambda c: rows.campaigns.by_id(c, 2), "campaign"),
        (lambda c: rows.orders.of_campaign(c, 2), "standing_order"),
        (lambda c: rows.deadlines.replace(c, 2, []), "deadline"),
        (lambda c: rows.notes.clear(c, 2, USER), "note"),
        (lambda c: c.execute(select(entrant)), "entrant"),
        (lambda c: c.execute(update(schema.seat).values(missed=0)), "seat"),
        (lambda c: c.execute(select(func.count()).select_from(schema.journal)), "journal"),
    ],
)
async def test_rows_of_others_are_noticed(
    store: Store, write: Callable[[Connection], Any], named: str
) -> None:
    await store.create(new(), entry())

    with pytest.raises(AssertionError, match=rf"uses .*\b{named}\b"):
        await store.transact(write, campaign_id=1)


def test_what_a_statement_means_is_known_by_its_values() -> None:
    named = select(schema.seat).where(schema.seat.c.campaign_id == 3)

    assert strays(named, [{}], [3]) == []
    assert strays(named, [{}], [3, 4]) == []
    assert strays(named, [{}], [4]) == ["seat"]
    assert strays(named, [{}], []) == ["seat"]


def test_a_row_is_known_by_its_values_wherever_they_are_given() -> None:
    row = insert(schema.journal)

    for statement, values in ((row, {"campaign_id": 3}), (row.values(campaign_id=3, seq=1), {})):
        assert strays(statement, [values], [3]) == []
        assert strays(statement, [values], [4]) == ["journal"]


@pytest.mark.parametrize("alone", [(), (0,), (0, 1), (0, 1, 2, 3, 4, 5)])
async def test_whoever_reads_and_then_writes_is_not_overtaken(store: Store, alone: tuple[int, ...]) -> None:
    """Each writes as many orders as it has found, and one more; some name the campaign and others nothing."""
    made = await store.create(new(), entry())
    found: list[int] = []

    def work(connection: Connection) -> None:
        before = rows.orders.of_campaign(connection, made.id)
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_sleep(0.02)))
        order = Order(seat="france", kind=f"{len(before)}", text="pass")
        rows.orders.give(connection, made.id, order, START)
        found.append(len(before))

    await asyncio.gather(
        *(store.transact(work, campaign_id=made.id, alone=n in alone) for n in range(WRITERS))
    )

    assert found == [*range(WRITERS)]


async def test_the_end_of_a_game_waits_for_all_and_all_for_it(store: Store) -> None:
    """Actions in several campaigns, of which some end: each result is there once, and each action."""
    made = [await store.create(new(channel_id=CHANNEL + n), entry()) for n in range(WRITERS)]

    await asyncio.gather(
        *(
            store.commit(
                change(each.id, 0, status="finished", outcome=b"{}") if n % 2 else change(each.id, 0)
            )
            for n, each in enumerate(made)
        )
    )

    campaigns = [await store.campaign(each.id) for each in made]
    assert [each and (each.version, each.status) for each in campaigns] == [
        (1, "finished" if n % 2 else "running") for n in range(WRITERS)
    ]
    kept = await store.look(lambda c: c.scalars(select(schema.result.c.campaign_id)).all())
    assert sorted(kept) == [each.id for n, each in enumerate(made) if n % 2]
