"""Standing orders: one for each seat and kind of decision, until it is revoked."""

from __future__ import annotations

from functools import partial

import pytest

from bot.store import Campaign, Order, Store, UnknownCampaign
from bot.store.rows import orders
from tests.store.builders import CHANNEL, HOUR, START, USER, entry, new

RETREAT = Order(seat="royalist", kind="answer", text="always")
HOLD = Order(seat="royalist", kind="losses", text="never")
THEIRS = Order(seat="republic", kind="answer", text="when stronger")


@pytest.fixture
async def made(store: Store) -> Campaign:
    made = await store.create(new(seats={"royalist": USER, "republic": USER + 1}), entry())
    for given in (RETREAT, HOLD, THEIRS):
        await store.transact(partial(orders.give, campaign_id=made.id, given=given, now=START))
    return made


async def standing(store: Store, campaign_id: int) -> dict[tuple[str, str], str]:
    return await store.look(partial(orders.of_campaign, campaign_id=campaign_id))


async def test_orders_are_found_by_seat_and_kind(store: Store, made: Campaign) -> None:
    other = await store.create(new(channel_id=CHANNEL + 1), entry())

    assert await standing(store, made.id) == {
        ("royalist", "answer"): "always",
        ("royalist", "losses"): "never",
        ("republic", "answer"): "when stronger",
    }
    assert await standing(store, other.id) == {}


async def test_a_new_order_takes_the_place_of_the_one_before(store: Store, made: Campaign) -> None:
    anew = Order(seat="royalist", kind="answer", text="never")

    await store.transact(partial(orders.give, campaign_id=made.id, given=anew, now=START + HOUR))

    assert (await standing(store, made.id))["royalist", "answer"] == "never"
    assert len(await standing(store, made.id)) == 3


async def test_one_order_or_all_of_a_seat_can_be_revoked(store: Store, made: Campaign) -> None:
    revoked: list[int] = []
    for kind in ("answer", "answer", None):
        await store.transact(lambda c, kind=kind: revoked.append(orders.revoke(c, made.id, "royalist", kind)))  # type: ignore[misc]

    assert revoked == [1, 0, 1]
    assert await standing(store, made.id) == {("republic", "answer"): "when stronger"}


async def test_seats_that_change_hands_lose_their_orders(store: Store, made: Campaign) -> None:
    await store.transact(partial(orders.lay_by, campaign_id=made.id, seat="republic"))
    gone = partial(orders.revoke_for_good, campaign_id=made.id)
    await store.transact(partial(gone, seat="royalist"), partial(gone, seat="republic"))

    await store.transact(partial(orders.bring_back, campaign_id=made.id, seat="republic"))
    assert await standing(store, made.id) == {}


async def test_no_order_is_given_in_no_campaign(store: Store) -> None:
    with pytest.raises(UnknownCampaign):
        await store.transact(partial(orders.give, campaign_id=41, given=RETREAT, now=START), campaign_id=41)
