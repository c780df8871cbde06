"""No sweep and no start looks at a campaign in which nothing is due."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import cast

import pytest

import engines
from bot.app.sweep import Sweep
from bot.campaigns.service import Campaigns
from bot.campaigns.setup import Wish
from bot.outbox.outbox import Outbox
from bot.store import Store, rows
from tests.store.builders import Hands
from tests.support.statements import heard

MANY = 30


class Unsent:
    """An outbox that is left as it is."""

    def kick(self) -> None:
        """Nothing is sent."""


@pytest.fixture
async def campaigns(tmp_path: Path) -> AsyncIterator[Campaigns]:
    clock = Hands()
    async with await Store.open(tmp_path / "tocsin.db", clock) as store:
        yield Campaigns(store, engines.titles().values(), clock)


def sweep(campaigns: Campaigns) -> Sweep:
    return Sweep(campaigns, cast(Outbox, Unsent()))


async def asked(sweep: Sweep) -> list[str]:
    """The statements of one sweep."""
    statements: list[str] = []
    with heard(lambda statement, _: statements.append(statement)):
        await sweep()
    return statements


async def fill(campaigns: Campaigns, clock: str = "48h") -> None:
    for number in range(1, MANY + 1):
        title = list(engines.titles())[number % len(engines.titles())]
        wish = Wish(guild_id=1, channel_id=number, user_id=number, title=title, clock=clock, seed=str(number))
        await campaigns.new(wish)


async def test_a_sweep_asks_the_same_however_many_campaigns_go_on(campaigns: Campaigns) -> None:
    sweeping = sweep(campaigns)
    await sweeping()
    empty = await asked(sweeping)
    await fill(campaigns)
    await sweeping()
    played = len(engines.titles())

    later = await asked(sweeping)
    started = await asked(sweep(campaigns))

    # One step of the index for each pack that is played.
    assert len(later) == len(empty) + played
    assert set(later) == set(empty)
    # A start looks again at what could not be seen to.
    assert len(started) == len(later) + 1


async def test_what_could_not_be_read_is_looked_at_again_when_it_can_be(campaigns: Campaigns) -> None:
    store, clock = campaigns.store, cast(Hands, campaigns.clock)
    made = await campaigns.new(Wish(guild_id=1, channel_id=1, user_id=1, title="levee", clock="48h"))
    sweeping = sweep(Campaigns(store, [engines.find("vendee")], clock))
    await sweeping()
    assert await store.look(lambda connection: rows.wakes.due(connection, clock())) == {}
    clock.advance(timedelta(hours=2))
    due = await store.look(lambda connection: rows.wakes.due(connection, clock()))
    assert [*due] == [made.id]


async def test_what_stands_still_is_looked_at_when_it_goes_on(campaigns: Campaigns) -> None:
    store, clock = campaigns.store, campaigns.clock
    made = await campaigns.new(Wish(guild_id=1, channel_id=1, user_id=1, title="levee", clock="48h"))

    async def due() -> list[int]:
        return [*await store.look(lambda connection: rows.wakes.due(connection, clock()))]

    await store.transact(lambda connection: rows.campaigns.alter(connection, made.id, parked_at=clock()))
    await sweep(campaigns)()
    assert await due() == []
    await store.transact(lambda connection: rows.campaigns.alter(connection, made.id, parked_at=None))
    assert await due() == [made.id]


async def test_a_question_that_stands_is_moved_with_the_clock(campaigns: Campaigns) -> None:
    store, clock = campaigns.store, campaigns.clock
    made = await campaigns.new(Wish(guild_id=1, channel_id=1, user_id=1, title="levee", clock="48h"))
    later = clock() + timedelta(minutes=5)
    await store.transact(lambda connection: rows.wakes.put(connection, made.id, later, 0))
    await store.transact(lambda connection: rows.wakes.shift(connection, timedelta(hours=2)))
    wakes = await store.look(lambda connection: rows.wakes.due(connection, later + timedelta(hours=1)))
    assert [wake.version for wake in wakes[made.id]] == [None]
    wakes = await store.look(lambda connection: rows.wakes.due(connection, later + timedelta(hours=2)))
    assert {wake.version for wake in wakes[made.id]} == {None, 0}
