"""Seats: who sits where, on what terms, and for how long."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from bot.store import Campaign, Seat, Store, UnknownCampaign
from bot.store.rows import campaigns, lapses, seats
from tests.store.builders import CHANNEL, HOUR, MINUTE, START, USER, change, entry, new, playing_in

TWO = {"royalist": USER, "republic": USER + 1}


@pytest.fixture
async def made(store: Store) -> Campaign:
    return await store.create(new(seats=TWO), entry())


async def sit(store: Store, campaign_id: int, *sitting: Seat) -> None:
    await store.transact(partial(seats.change, campaign_id=campaign_id, seats=sitting))


async def seating(store: Store, campaign_id: int) -> dict[str, Seat]:
    found = await store.campaign_head(campaign_id)
    assert found is not None
    return found.seating


async def test_a_seat_changes_hands_and_nothing_else_does(store: Store, made: Campaign) -> None:
    await sit(store, made.id, Seat(seat="royalist", user_id=USER + 2), Seat(seat="republic"))

    found = await store.campaign(made.id)
    assert found is not None
    assert found.seats == {"royalist": USER + 2}
    assert (found.version, found.state) == (made.version, made.state)


async def test_seats_keep_the_titles_order_whoever_sits_in_them(store: Store, made: Campaign) -> None:
    await sit(store, made.id, Seat(seat="republic", user_id=1), Seat(seat="royalist"))

    assert list(await seating(store, made.id)) == ["royalist", "republic"]


async def test_everything_about_a_seat_is_read_back_as_it_was_written(store: Store, made: Campaign) -> None:
    lent = Seat(
        seat="republic",
        user_id=USER + 2,
        reserved_for=USER + 3,
        owner_id=USER + 1,
        until=START + HOUR,
        bank=timedelta(days=2, milliseconds=1),
    )

    await sit(store, made.id, lent)

    assert await seating(store, made.id) == {
        "royalist": Seat(seat="royalist", user_id=USER),
        "republic": lent,
    }


@pytest.mark.parametrize(("campaign_id", "seat"), [(1, "vendee"), (41, "royalist")])
async def test_nobody_sits_in_a_seat_that_there_is_not(
    store: Store, made: Campaign, campaign_id: int, seat: str
) -> None:
    with pytest.raises(UnknownCampaign):
        await sit(store, campaign_id, Seat(seat="royalist", user_id=9), Seat(seat=seat, user_id=9))

    assert (await seating(store, made.id))["royalist"].user_id == USER


async def test_seats_of_another_campaign_are_left_alone(store: Store, made: Campaign) -> None:
    other = await store.create(new(channel_id=CHANNEL + 1, seats=TWO), entry())

    await sit(store, other.id, Seat(seat="royalist", user_id=9))

    assert await seating(store, made.id) == made.seating


@pytest.mark.parametrize("ends", [{"until": START + HOUR}, {"reserved_for": 8, "offered_at": START}])
async def test_a_seat_that_time_may_change_has_its_campaign_looked_at(
    store: Store, made: Campaign, ends: dict[str, Any]
) -> None:
    other = await store.create(new(channel_id=CHANNEL + 1, seats=TWO), entry())
    await sit(store, made.id, Seat(seat="royalist", user_id=9, owner_id=USER, **ends))
    await sit(store, other.id, Seat(seat="royalist", user_id=9, owner_id=USER))

    assert [*await store.look(partial(lapses.due, now=START))] == [made.id]


async def test_what_is_looked_at_later_is_not_due_before(store: Store, made: Campaign) -> None:
    await store.transact(partial(lapses.put, campaign_id=made.id, at=START + HOUR))
    assert await store.look(partial(lapses.due, now=START + HOUR - MINUTE)) == {}
    due = await store.look(partial(lapses.due, now=START + HOUR))
    assert [*due] == [made.id]
    await store.transact(partial(lapses.done, ids=due[made.id]))
    assert await store.look(partial(lapses.due, now=START + HOUR)) == {}


async def test_an_action_notes_what_seats_hold_on_their_clocks(store: Store, made: Campaign) -> None:
    await store.commit(change(made.id, 0, banks={"royalist": timedelta(hours=30)}))

    found = await seating(store, made.id)
    assert {name: sitting.bank for name, sitting in found.items()} == {
        "royalist": timedelta(hours=30),
        "republic": None,
    }
    assert found["royalist"].user_id == USER


async def test_a_vacant_seat_counts_for_nobody(store: Store, made: Campaign) -> None:
    await sit(store, made.id, Seat(seat="royalist"))

    assert await playing_in(store, USER) == []
    assert await playing_in(store, USER + 1) == [made.id]


async def test_campaigns_are_made_with_vacant_seats_too(store: Store) -> None:
    made = await store.create(new(seats={"royalist": None, "republic": USER}), entry())

    found = await store.look(partial(campaigns.by_id, campaign_id=made.id))
    assert found is not None
    assert found.seating["royalist"] == Seat(seat="royalist")
    assert found.seats == {"republic": USER}
