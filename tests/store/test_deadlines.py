"""Deadlines: rung when due, each ring once."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from bot.store import Campaign, Deadline, Message, Store, UnknownCampaign, deadlines
from tests.store.builders import HOUR, MINUTE, START, change, entry, new, owed

NUDGE = Message(kind="nudge")


@pytest.fixture
async def made(store: Store) -> Campaign:
    deadlines = [owed("royalist"), owed("republic", due=START + 2 * HOUR)]
    return await store.create(new(), entry(), (), deadlines)


async def test_a_deadline_is_due_from_its_minute_on(store: Store, made: Campaign) -> None:
    assert await store.due_deadlines(START + HOUR - MINUTE) == []
    assert [row.seat for row in await store.due_deadlines(START + HOUR)] == ["royalist"]
    assert [row.seat for row in await store.due_deadlines(START + 9 * HOUR)] == ["royalist", "republic"]
    assert [row.seat for row in await store.due_deadlines(START + 9 * HOUR, limit=1)] == ["royalist"]


async def test_ringing_counts_and_says_so_in_one(store: Store, made: Campaign) -> None:
    (row,) = await store.due_deadlines(START + HOUR)

    assert await store.ring(row, (1, START + 5 * HOUR), [NUDGE])

    assert await store.due_deadlines(START + HOUR) == []
    rung = (await store.deadlines_of(made.id))[1]
    assert (rung.seat, rung.ring, rung.next_ring_at, rung.due_at) == (
        "royalist",
        1,
        START + 5 * HOUR,
        START + HOUR,
    )
    assert [message.kind for message in await store.due_messages(START)] == ["nudge"]


async def test_two_sweeps_ring_a_deadline_once(store: Store, made: Campaign) -> None:
    (row,) = await store.due_deadlines(START + HOUR)

    rung = await asyncio.gather(*(store.ring(row, (1, START + 5 * HOUR), [NUDGE]) for _ in range(2)))

    assert sorted(rung) == [False, True]
    assert len(await store.due_messages(START)) == 1


async def test_a_deadline_that_was_replaced_is_not_rung_as_the_old_one(store: Store, made: Campaign) -> None:
    (row,) = await store.due_deadlines(START + HOUR)
    await store.commit(change(made.id, 0, deadlines=[owed("royalist", due=START + 8 * HOUR)]))

    assert not await store.ring(row, None, [NUDGE])
    assert await store.due_messages(START) == []


async def test_a_deadline_that_was_met_is_not_rung(store: Store, made: Campaign) -> None:
    (row,) = await store.due_deadlines(START + HOUR)
    await store.commit(change(made.id, 0))

    assert not await store.ring(row, None, [NUDGE])


async def test_a_deadline_without_another_ring_keeps_quiet(store: Store, made: Campaign) -> None:
    (row,) = await store.due_deadlines(START + HOUR)

    assert await store.ring(row, None)

    assert [left.seat for left in await store.due_deadlines(START + 99 * HOUR)] == ["republic"]
    assert await store.due_messages(START) == []


async def test_deadlines_are_extended_without_an_action(store: Store, made: Campaign) -> None:
    await store.set_deadlines(made.id, [owed("royalist", due=START + 9 * HOUR, ring=2)])

    assert [(row.seat, row.due_at, row.ring) for row in await store.deadlines_of(made.id)] == [
        ("royalist", START + 9 * HOUR, 2)
    ]
    found = await store.campaign(made.id)
    assert found is not None
    assert found.version == 0


async def test_no_campaign_has_no_deadline(store: Store) -> None:
    with pytest.raises(UnknownCampaign):
        await store.set_deadlines(41, [owed()])


async def test_everything_about_a_deadline_is_read_back_as_it_was_written(
    store: Store, made: Campaign
) -> None:
    written = [
        owed("republic", "action", allowed=2 * HOUR + MINUTE, ring=1, interrupt=True, muted=True),
        owed("royalist", "action", allowed=None, due_at=None, next_ring_at=None),
    ]

    await store.set_deadlines(made.id, written)

    found = await store.deadlines_of(made.id)
    assert [{name: getattr(row, name) for name in Deadline.__struct_fields__} for row in found] == [
        msgspec.structs.asdict(one) for one in written
    ]


async def test_a_ring_passes_to_the_number_that_follows(store: Store, made: Campaign) -> None:
    (row,) = await store.due_deadlines(START + HOUR)

    # Numbers have gaps where a ring was left out.
    assert await store.ring(row, (2, START + 3 * HOUR), [NUDGE, NUDGE])

    rung = (await store.deadlines_of(made.id))[1]
    assert (rung.ring, rung.next_ring_at, rung.since) == (2, START + 3 * HOUR, START)
    assert len(await store.due_messages(START)) == 2


async def test_a_deadline_set_anew_with_the_same_rings_is_not_rung_as_the_old_one(
    store: Store, made: Campaign
) -> None:
    (row,) = await store.due_deadlines(START + HOUR)
    await store.set_deadlines(made.id, [owed("royalist", since=START + MINUTE)])

    assert not await store.ring(row, None, [NUDGE])

    assert await store.due_messages(START) == []
    assert [left.next_ring_at for left in await store.deadlines_of(made.id)] == [START + HOUR]


async def test_a_clock_that_stands_still_rings_nobody(store: Store, made: Campaign) -> None:
    await store.set_deadlines(made.id, [owed("royalist", due_at=None, next_ring_at=None)])

    assert await store.due_deadlines(START + 99 * HOUR) == []


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
