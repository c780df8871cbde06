"""Deadlines: rung when due, each ring once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from functools import partial

import msgspec
import pytest

from bot.store import Campaign, Deadline, DeadlineRow, Message, Store, UnknownCampaign
from bot.store.rows import deadlines
from tests.store.builders import CHANNEL, HOUR, MINUTE, START, bells, change, entry, new, owed

NUDGE = Message(kind="nudge")


@pytest.fixture
async def made(store: Store) -> Campaign:
    both = [owed("royalist"), owed("republic", due=START + 2 * HOUR)]
    return await store.create(new(), entry(), (), both)


async def owed_by(store: Store, made: Campaign, seat: str = "royalist") -> DeadlineRow:
    """What a seat owes, as it is stored."""
    return next(row for row in await store.deadlines_of(made.id) if row.seat == seat)


async def ring(
    store: Store, row: DeadlineRow, then: tuple[int, datetime] | None, said: Sequence[Message] = ()
) -> bool:
    """Whether a deadline was rung as it was seen."""
    rung: list[bool] = []
    await store.transact(lambda c: rung.append(deadlines.ring(c, row, then, said, store.now())))
    return rung == [True]


async def replace(store: Store, campaign_id: int, written: Sequence[Deadline]) -> None:
    """Set deadlines without an action, as when clocks are paused or extended."""
    await store.transact(
        partial(deadlines.replace, campaign_id=campaign_id, deadlines=written), campaign_id=campaign_id
    )


async def test_a_campaign_has_a_bell_to_ring_from_the_minute_on_when_it_is_due(
    store: Store, made: Campaign
) -> None:
    other = await store.create(new(channel_id=CHANNEL + 1), entry(), (), [owed(due=START + 2 * HOUR)])

    assert await bells(store, START + HOUR - MINUTE) == []
    assert await bells(store, START + HOUR) == [made.id]
    assert await bells(store, START + 9 * HOUR) == [made.id, other.id]


async def test_ringing_counts_and_says_so_in_one(store: Store, made: Campaign) -> None:
    row = await owed_by(store, made)

    assert await ring(store, row, (1, START + 5 * HOUR), [NUDGE])

    assert await bells(store, START + HOUR) == []
    rung = await owed_by(store, made)
    assert (rung.seat, rung.ring, rung.next_ring_at, rung.due_at) == (
        "royalist",
        1,
        START + 5 * HOUR,
        START + HOUR,
    )
    assert [message.kind for message in await store.due_messages(START)] == ["nudge"]


async def test_two_sweeps_ring_a_deadline_once(store: Store, made: Campaign) -> None:
    row = await owed_by(store, made)

    rung = await asyncio.gather(*(ring(store, row, (1, START + 5 * HOUR), [NUDGE]) for _ in range(2)))

    assert sorted(rung) == [False, True]
    assert len(await store.due_messages(START)) == 1


async def test_a_deadline_that_was_replaced_is_not_rung_as_the_old_one(store: Store, made: Campaign) -> None:
    row = await owed_by(store, made)
    await store.commit(change(made.id, 0, deadlines=[owed("royalist", due=START + 8 * HOUR)]))

    assert not await ring(store, row, None, [NUDGE])
    assert await store.due_messages(START) == []


async def test_a_deadline_that_was_met_is_not_rung(store: Store, made: Campaign) -> None:
    row = await owed_by(store, made)
    await store.commit(change(made.id, 0))

    assert not await ring(store, row, None, [NUDGE])


async def test_a_deadline_without_another_ring_keeps_quiet(store: Store, made: Campaign) -> None:
    row = await owed_by(store, made)

    assert await ring(store, row, None)

    assert {left.seat: left.next_ring_at for left in await store.deadlines_of(made.id)} == {
        "royalist": None,
        "republic": START + 2 * HOUR,
    }
    assert await store.due_messages(START) == []


async def test_deadlines_are_extended_without_an_action(store: Store, made: Campaign) -> None:
    await replace(store, made.id, [owed("royalist", due=START + 9 * HOUR, ring=2)])

    assert [(row.seat, row.due_at, row.ring) for row in await store.deadlines_of(made.id)] == [
        ("royalist", START + 9 * HOUR, 2)
    ]
    found = await store.campaign(made.id)
    assert found is not None
    assert found.version == 0


async def test_no_campaign_has_no_deadline(store: Store) -> None:
    with pytest.raises(UnknownCampaign):
        await replace(store, 41, [owed()])


async def test_everything_about_a_deadline_is_read_back_as_it_was_written(
    store: Store, made: Campaign
) -> None:
    written = [
        owed("republic", "action", allowed=2 * HOUR + MINUTE, ring=1, interrupt=True, muted=True),
        owed("royalist", "action", allowed=None, due_at=None, next_ring_at=None),
    ]

    await replace(store, made.id, written)

    found = await store.deadlines_of(made.id)
    assert [{name: getattr(row, name) for name in Deadline.__struct_fields__} for row in found] == [
        msgspec.structs.asdict(one) for one in written
    ]


async def test_a_ring_passes_to_the_number_that_follows(store: Store, made: Campaign) -> None:
    row = await owed_by(store, made)

    # Numbers have gaps where a ring was left out.
    assert await ring(store, row, (2, START + 3 * HOUR), [NUDGE, NUDGE])

    rung = await owed_by(store, made)
    assert (rung.ring, rung.next_ring_at, rung.since) == (2, START + 3 * HOUR, START)
    assert len(await store.due_messages(START)) == 2


async def test_a_deadline_set_anew_with_the_same_rings_is_not_rung_as_the_old_one(
    store: Store, made: Campaign
) -> None:
    row = await owed_by(store, made)
    await replace(store, made.id, [owed("royalist", since=START + MINUTE)])

    assert not await ring(store, row, None, [NUDGE])

    assert await store.due_messages(START) == []
    assert [left.next_ring_at for left in await store.deadlines_of(made.id)] == [START + HOUR]


async def test_a_clock_that_stands_still_rings_nobody(store: Store, made: Campaign) -> None:
    await replace(store, made.id, [owed("royalist", due_at=None, next_ring_at=None)])

    assert await bells(store, START + 99 * HOUR) == []


async def test_a_seat_is_muted_for_what_it_owes_now(store: Store, made: Campaign) -> None:
    muted: list[bool] = []
    for seat in ("royalist", "vendee"):
        await store.transact(lambda c, seat=seat: muted.append(deadlines.mute(c, made.id, seat)))  # type: ignore[misc]

    assert muted == [True, False]
    assert {row.seat: row.muted for row in await store.deadlines_of(made.id)} == {
        "royalist": True,
        "republic": False,
    }
    await store.commit(change(made.id, 0, deadlines=[owed("royalist")]))
    assert [row.muted for row in await store.deadlines_of(made.id)] == [False]


async def test_an_action_may_leave_deadlines_as_they_are(store: Store, made: Campaign) -> None:
    before = await store.deadlines_of(made.id)

    await store.commit(change(made.id, 0, deadlines=None))

    assert await store.deadlines_of(made.id) == before
