"""A lobby: seats are taken, guests come and go, and then its game begins, once."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

from bot.store import (
    Applied,
    Campaign,
    CampaignRunningError,
    DuplicateInteraction,
    Guest,
    NotRunningError,
    Seat,
    StaleVersionError,
    Store,
    UnknownCampaign,
)
from bot.store.rows import campaigns, seats
from tests.store.builders import (
    CHANNEL,
    HOUR,
    START,
    USER,
    Hands,
    applied,
    begun,
    card,
    change,
    entry,
    lobby,
    new,
    owed,
)

TABLE = [Seat(seat="royalist", user_id=USER), Seat(seat="republic", user_id=USER + 1)]


@pytest.fixture
async def made(store: Store) -> Campaign:
    return await store.create(lobby(private=True), None, [card(0)], interaction_id=1)


async def guests(store: Store, campaign_id: int) -> dict[int, Guest]:
    return await store.look(partial(seats.guests, campaign_id=campaign_id))


async def test_a_lobby_has_seats_in_the_titles_order_and_no_game_yet(store: Store, made: Campaign) -> None:
    assert await store.campaign(made.id) == made
    assert (made.status, made.version, made.last_seq, made.state, made.seed) == ("lobby", 0, -1, b"", "")
    assert made.private
    assert list(made.seating) == ["royalist", "republic"]
    assert made.seats == {}
    assert await store.journal(made.id) == []


async def test_a_lobby_takes_up_its_channel(store: Store, made: Campaign) -> None:
    with pytest.raises(CampaignRunningError) as refused:
        await store.create(new(), entry())

    assert refused.value.campaign_id == made.id
    found = await store.running_in(CHANNEL)
    assert found is not None
    assert found.id == made.id


async def test_a_game_that_begins_is_set_up_and_everything_follows(
    store: Store, made: Campaign, clock: Hands
) -> None:
    clock.advance(HOUR)

    version = await store.begin(
        made.id,
        0,
        begun(),
        sitting=TABLE,
        outbox=[card(0), card(1)],
        deadlines=[owed("royalist", since=clock())],
        interaction_id=2,
    )

    found = await store.campaign(made.id)
    assert found is not None
    assert (version, found.version, found.opened, found.last_seq) == (1, 1, 1, 0)
    assert (found.status, found.pack, found.seed, found.dice_counter) == (
        "running",
        "outposts-2:def",
        "a seed",
        3,
    )
    assert (found.state, found.updated_at, found.created_at) == (b'{"turn":1}', START + HOUR, START)
    assert found.seating == {sitting.seat: sitting for sitting in TABLE}
    assert [row.seq for row in await store.journal(made.id)] == [0]
    assert [row.seat for row in await store.deadlines_of(made.id)] == ["royalist"]
    assert [(row.chapter, row.version) for row in await store.due_messages(clock())] == [(0, 1), (1, 1)]
    assert await applied(store, 2) is not None


async def test_a_game_begins_once(store: Store, made: Campaign) -> None:
    await store.begin(made.id, 0, begun(), sitting=TABLE, interaction_id=2)

    with pytest.raises(DuplicateInteraction):
        await store.begin(made.id, 0, begun(), sitting=TABLE, interaction_id=2)
    with pytest.raises(StaleVersionError):
        await store.begin(made.id, 0, begun(), sitting=TABLE)
    with pytest.raises(NotRunningError):
        await store.begin(made.id, 1, begun(), sitting=TABLE)
    with pytest.raises(UnknownCampaign):
        await store.begin(made.id + 1, 0, begun(), sitting=TABLE)
    assert len(await store.journal(made.id)) == 1


async def test_a_game_does_not_begin_with_a_seat_that_there_is_not(store: Store, made: Campaign) -> None:
    with pytest.raises(UnknownCampaign):
        await store.begin(made.id, 0, begun(), sitting=[Seat(seat="vendee", user_id=USER)])

    assert await store.campaign(made.id) == made


async def test_a_game_that_has_begun_is_played_on_from_its_version(store: Store, made: Campaign) -> None:
    await store.begin(made.id, 0, begun(), sitting=TABLE)

    assert (await store.commit(change(made.id, 1, entries=[entry(1)]))).campaign.version == 2


async def test_no_action_is_taken_in_a_lobby(store: Store, made: Campaign) -> None:
    with pytest.raises(NotRunningError):
        await store.commit(change(made.id, 0))

    assert await store.journal(made.id) == []


async def test_a_lobby_can_be_closed_and_frees_its_channel(store: Store, made: Campaign) -> None:
    await store.end(made.id, 0, interaction_id=3)

    found = await store.latest_in(CHANNEL)
    assert found is not None
    assert found.status == "ended"
    assert await store.running_in(CHANNEL) is None
    assert await applied(store, 3) == Applied(made.id, 0)


async def test_a_change_of_a_lobby_makes_presses_on_its_earlier_card_late(
    store: Store, made: Campaign, clock: Hands
) -> None:
    clock.advance(HOUR)

    await store.transact(
        partial(campaigns.touch, campaign_id=made.id, expected_version=0, now=clock()),
        partial(seats.change, campaign_id=made.id, seats=TABLE[:1]),
    )

    found = await store.campaign(made.id)
    assert found is not None
    assert (found.version, found.opened, found.updated_at) == (1, 1, START + HOUR)
    assert found.seats == {"royalist": USER}


async def test_of_two_changes_of_one_lobby_the_second_is_late_and_leaves_no_trace(
    store: Store, made: Campaign
) -> None:
    await store.transact(partial(campaigns.touch, campaign_id=made.id, expected_version=0, now=START))

    with pytest.raises(StaleVersionError):
        await store.transact(
            partial(seats.change, campaign_id=made.id, seats=TABLE),
            partial(campaigns.touch, campaign_id=made.id, expected_version=0, now=START),
        )

    found = await store.campaign(made.id)
    assert found is not None
    assert (found.version, found.seats) == (1, {})


async def test_guests_are_known_until_they_are_sent_away(store: Store, made: Campaign) -> None:
    invited = Guest(user_id=USER, invited=True)
    waiting = Guest(user_id=USER + 1, waiting=True, preference="republic")
    await store.transact(
        partial(seats.put_guest, campaign_id=made.id, came=invited),
        partial(seats.put_guest, campaign_id=made.id, came=waiting),
    )

    assert await guests(store, made.id) == {USER: invited, USER + 1: waiting}

    await store.transact(partial(seats.drop_guest, campaign_id=made.id, user_id=USER))
    assert await guests(store, made.id) == {USER + 1: waiting}
    assert await guests(store, made.id + 1) == {}


async def test_what_is_known_of_a_guest_is_replaced(store: Store, made: Campaign) -> None:
    came = Guest(user_id=USER, invited=True)
    await store.transact(partial(seats.put_guest, campaign_id=made.id, came=came))
    waits = msgspec.structs.replace(came, waiting=True)

    await store.transact(partial(seats.put_guest, campaign_id=made.id, came=waits))

    assert await guests(store, made.id) == {USER: waits}


async def test_nobody_is_a_guest_of_no_campaign(store: Store) -> None:
    with pytest.raises(UnknownCampaign):
        await store.transact(
            partial(seats.put_guest, campaign_id=41, came=Guest(user_id=USER)), campaign_id=41
        )
