"""No sweep and no start looks at a campaign in which nothing is due."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import cast

import pytest

import engines
from bot.app.sweep import Sweep
from bot.campaigns.consent import Consent
from bot.campaigns.proposals import End
from bot.campaigns.service import Campaigns
from bot.campaigns.setup import Wish
from bot.outbox.outbox import Outbox
from bot.pauses import outage
from bot.seats import lapses
from bot.seats.handover import Seats
from bot.store import Seat, Store, rows
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


async def waiting(campaigns: Campaigns, number: int) -> None:
    """A campaign in which a loan, an offer, a request or a lobby waits for its time."""
    kind = ("loan", "offer", "request", "lobby")[number % 4]
    wish = Wish(
        guild_id=1, channel_id=number + 1, user_id=1, title="vendee", seed=str(number), lobby=kind == "lobby"
    )
    made = await campaigns.new(wish)
    if kind == "lobby":
        return
    _, seat = made.seating
    second = [Seat(seat=seat, user_id=2)]
    await campaigns.store.transact(partial(rows.seats.change, campaign_id=made.id, seats=second))
    if kind == "request":
        wanted = End(campaign=made.id, version=made.version, reason="")
        await Consent(campaigns).ask(wanted, "end the campaign", user_id=1)
        return
    until = campaigns.clock() + timedelta(days=9) if kind == "loan" else None
    await Seats(campaigns).lend(made.id, 2, seat, 3, until)


async def test_a_sweep_asks_the_same_however_much_waits_for_its_time(campaigns: Campaigns) -> None:
    clock = cast(Hands, campaigns.clock)
    sweeping = sweep(campaigns)
    for number in range(4 * MANY):
        await waiting(campaigns, number)
    await sweeping()
    clock.advance(timedelta(days=4))
    await sweeping()
    idle = await asked(sweeping)

    clock.advance(timedelta(hours=1))
    later = await asked(sweeping)
    started = await asked(sweep(campaigns))

    assert len(later) == len(idle) < 20
    assert len(started) == len(later) + 1


async def test_what_is_over_and_can_not_be_settled_is_tried_again_after_an_hour(campaigns: Campaigns) -> None:
    clock = cast(Hands, campaigns.clock)
    await waiting(campaigns, 0)
    for number, minutes in enumerate((9 * 24 * 60, 59, 1)):
        clock.advance(timedelta(minutes=minutes))
        # The third time its game is there again.
        titles = engines.titles() if number == 2 else {"levee": engines.find("levee")}
        await lapses.settle(Campaigns(campaigns.store, titles.values(), clock), clock())
        sitting = (await campaigns.by_id(1)).seating["royalist"]
        assert (sitting.reserved_for is None) == (number == 2)


async def test_what_was_put_off_by_a_wrong_clock_is_looked_at_when_it_is_right(campaigns: Campaigns) -> None:
    store, clock = campaigns.store, campaigns.clock
    await waiting(campaigns, 3)
    await lapses.settle(campaigns, clock())
    assert await store.look(partial(rows.lapses.due, now=clock())) == {}
    await outage.stepped(campaigns, timedelta(hours=-2), timedelta())
    assert await store.look(partial(rows.lapses.due, now=clock())) != {}


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
