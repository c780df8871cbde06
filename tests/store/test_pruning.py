"""What need not be kept is dropped; what waits or may come again is not."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from sqlalchemy import Connection, func, select

from bot.store import Store, pruning
from bot.store.rows import requests
from bot.store.schema import interaction, journal, outbox, request
from tests.store.builders import USER, Hands, card, change, entry, new

DAY = timedelta(days=1)


async def counts(store: Store) -> dict[str, int]:
    def count(connection: Connection) -> dict[str, int]:
        tables = (interaction, outbox, request, journal)
        return {t.name: connection.scalar(select(func.count()).select_from(t)) or 0 for t in tables}

    return await store.look(count)


async def prune(store: Store) -> dict[str, int]:
    await store.transact(partial(pruning.prune, now=store.now()))
    return await counts(store)


async def test_what_was_said_and_settled_is_dropped_after_its_time(store: Store, clock: Hands) -> None:
    made = await store.create(new(), entry(), outbox=[card()], interaction_id=1)
    await store.commit(change(made.id, 0, outbox=[card(2)], interaction_id=2))
    await store.mark_sent([row.id for row in await store.due_messages(clock())])
    await store.transact(
        partial(requests.ask, campaign_id=made.id, version=1, asker_id=USER, body=b"{}", now=store.now()),
        partial(requests.settle, request_id=1, now=store.now()),
    )
    clock.advance(pruning.INTERACTIONS - DAY)
    assert await prune(store) == {"interaction": 2, "outbox": 2, "request": 1, "journal": 2}
    clock.advance(2 * DAY)
    assert await prune(store) == {"interaction": 0, "outbox": 2, "request": 1, "journal": 2}
    clock.advance(pruning.SAID)
    assert await prune(store) == {"interaction": 0, "outbox": 0, "request": 0, "journal": 2}


async def test_what_waits_to_be_said_or_agreed_to_is_kept(store: Store, clock: Hands) -> None:
    made = await store.create(new(), entry(), outbox=[card()])
    await store.transact(
        partial(requests.ask, campaign_id=made.id, version=0, asker_id=USER, body=b"{}", now=store.now())
    )
    clock.advance(100 * pruning.SAID)
    kept = await prune(store)
    assert (kept["outbox"], kept["request"]) == (1, 1)
    assert [row.kind for row in await store.due_messages(clock())] == ["card"]
