"""Who has seen what which seat knows: kept with whatever lets them see it."""

from __future__ import annotations

from functools import partial

from bot.store import Seat, Store
from bot.store.rows import seats, sights
from tests.store.builders import USER, begun, entry, lobby, new

THREE = ("royalist", "republic", "england")


async def seen(store: Store, campaign_id: int) -> dict[tuple[int, str], list[int]]:
    """Those who have agreed to it, by who has seen which seat."""
    rows = await store.look(partial(sights.of_campaign, campaign_id=campaign_id))
    return {(row.user_id, row.seat): row.agreed for row in rows}


async def test_whoever_sits_down_has_seen_but_not_in_a_lobby(store: Store) -> None:
    made = await store.create(lobby(seats=dict.fromkeys(THREE)), None)
    taken = [Seat(seat="royalist", user_id=USER)]
    await store.transact(partial(seats.change, campaign_id=made.id, seats=taken))
    assert await seen(store, made.id) == {}
    sitting = [Seat(seat=name, user_id=USER + (name == "england")) for name in THREE]
    await store.begin(made.id, 0, begun(), sitting=sitting)
    # Who sits down where somebody has several seats plays against them knowingly.
    assert await seen(store, made.id) == {
        (USER, "royalist"): [USER + 1],
        (USER, "republic"): [USER + 1],
        (USER + 1, "england"): [],
    }
    lent = [Seat(seat="england", user_id=USER + 2, owner_id=USER + 1)]
    await store.transact(partial(seats.change, campaign_id=made.id, seats=lent))
    assert (USER + 2, "england") in await seen(store, made.id)


async def test_whoever_brings_a_record_has_seen_all_of_it(store: Store) -> None:
    nobody = dict.fromkeys(THREE)
    made = await store.create(new(seats=nobody), entry())
    assert set(await seen(store, made.id)) == {(USER, name) for name in THREE}


async def test_somebody_new_may_be_who_was_forgotten_and_the_others_are_not(store: Store) -> None:
    made = await store.create(new(seats={"royalist": USER, "republic": USER + 1}), entry())
    await store.transact(partial(sights.forget, user_id=USER))
    for user in (USER + 1, USER + 2):
        took = [Seat(seat="republic", user_id=user)]
        await store.transact(partial(seats.change, campaign_id=made.id, seats=took))
    assert set(await seen(store, made.id)) == {
        (sights.SOMEBODY, "royalist"),
        (USER + 1, "republic"),
        (USER + 2, "republic"),
        (USER + 2, "royalist"),
    }
