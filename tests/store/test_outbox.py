"""The outbox: said once, in order, the newest card for all."""

from __future__ import annotations

import pytest

from bot.store import Campaign, CardRow, Message, Store, UnknownCampaign
from tests.store.builders import CHANNEL, HOUR, START, Hands, card, change, entry, new


@pytest.fixture
async def made(store: Store) -> Campaign:
    return await store.create(new(), entry())


async def waiting(store: Store) -> list[bytes]:
    return [row.payload for row in await store.due_messages(START)]


def told(text: str) -> Message:
    return Message(kind="text", payload=text.encode())


async def test_messages_come_in_the_order_they_were_written(store: Store, made: Campaign) -> None:
    await store.commit(change(made.id, 0, outbox=[told("1"), told("2")]))
    await store.commit(change(made.id, 1, outbox=[told("3")]))

    assert await waiting(store) == [b"1", b"2", b"3"]
    assert [row.payload for row in await store.due_messages(START, limit=2)] == [b"1", b"2"]


async def test_a_sent_message_is_not_due_again(store: Store, made: Campaign) -> None:
    await store.add_outbox(made.id, [told("1"), told("2")])
    first, second = await store.due_messages(START)

    await store.mark_sent([first.id])

    assert await store.due_messages(START) == [second]


async def test_of_several_cards_of_a_chapter_the_newest_is_due(store: Store, made: Campaign) -> None:
    await store.commit(change(made.id, 0, outbox=[card(1, "old"), told("between")]))
    await store.commit(change(made.id, 1, outbox=[card(1, "new"), card(2, "other")]))

    due = await store.due_messages(START)

    assert [row.payload for row in due] == [b"between", b'{"text":"new"}', b'{"text":"other"}']
    assert due[1].version == 2


async def test_sending_the_newest_card_settles_the_older_ones(store: Store, made: Campaign) -> None:
    await store.add_outbox(made.id, [card(1, "old"), card(2, "other"), card(1, "new")])
    newest = (await store.due_messages(START))[-1]

    await store.mark_sent([newest.id])

    assert await waiting(store) == [b'{"text":"other"}']


async def test_a_card_written_while_one_is_sent_stays_due(store: Store, made: Campaign) -> None:
    await store.add_outbox(made.id, [card(1, "old")])
    (sending,) = await store.due_messages(START)
    await store.add_outbox(made.id, [card(1, "new")])

    await store.mark_sent([sending.id])

    assert await waiting(store) == [b'{"text":"new"}']


async def test_cards_of_another_campaign_are_left_alone(store: Store, made: Campaign) -> None:
    other = await store.create(new(channel_id=CHANNEL + 1), entry())
    await store.add_outbox(other.id, [card(1, "theirs")])
    await store.add_outbox(made.id, [card(1, "ours")])

    await store.mark_sent([(await store.due_messages(START))[1].id])

    assert await waiting(store) == [b'{"text":"theirs"}']


async def test_other_messages_do_not_supersede_one_another(store: Store, made: Campaign) -> None:
    nudge = Message(kind="nudge", chapter=1)
    await store.add_outbox(made.id, [nudge, nudge])

    due = await store.due_messages(START)
    await store.mark_sent([due[1].id])

    assert await store.due_messages(START) == [due[0]]


async def test_a_message_waits_until_its_time(store: Store, made: Campaign) -> None:
    await store.add_outbox(made.id, [Message(kind="nudge", not_before=START + HOUR)])

    assert await store.due_messages(START) == []
    assert [row.not_before for row in await store.due_messages(START + HOUR)] == [START + HOUR]


async def test_a_postponed_message_counts_its_attempts(store: Store, made: Campaign) -> None:
    await store.add_outbox(made.id, [told("1")])
    (row,) = await store.due_messages(START)

    await store.postpone(row.id, "503", START + HOUR)
    await store.postpone(row.id, "504", START + 2 * HOUR)

    assert await store.due_messages(START + HOUR) == []
    (again,) = await store.due_messages(START + 2 * HOUR)
    assert (again.id, again.attempts, again.error) == (row.id, 2, "504")


async def test_an_older_card_does_not_come_back_while_the_newest_is_postponed(
    store: Store, made: Campaign
) -> None:
    await store.add_outbox(made.id, [card(1, "old"), card(1, "new")])
    (newest,) = await store.due_messages(START)

    await store.postpone(newest.id, "503", START + HOUR)

    assert await store.due_messages(START) == []


async def test_giving_up_a_card_gives_up_the_older_ones(store: Store, made: Campaign) -> None:
    await store.add_outbox(made.id, [card(1, "old"), card(1, "new"), told("kept")])
    newest = (await store.due_messages(START))[0]

    await store.give_up(newest.id, "the channel is gone")

    assert await waiting(store) == [b"kept"]


async def test_a_message_that_was_sent_can_not_be_postponed(store: Store, made: Campaign) -> None:
    await store.add_outbox(made.id, [told("1")])
    (row,) = await store.due_messages(START)
    await store.mark_sent([row.id])

    await store.postpone(row.id, "late", START)

    assert await store.due_messages(START) == []


async def test_the_card_of_a_chapter_is_noted_when_it_is_sent(
    store: Store, made: Campaign, clock: Hands
) -> None:
    await store.add_outbox(made.id, [card(1)])
    (row,) = await store.due_messages(START)
    posted = CardRow(
        campaign_id=made.id, chapter=1, channel_id=CHANNEL, message_id=8, version=0, posted_at=clock()
    )

    await store.mark_sent([row.id], posted)

    assert await store.card(made.id, 1) == posted
    assert await store.card(made.id, 2) is None


async def test_a_card_that_is_posted_anew_replaces_the_one_before(
    store: Store, made: Campaign, clock: Hands
) -> None:
    for message_id in (8, 9):
        posted = CardRow(
            campaign_id=made.id,
            chapter=1,
            channel_id=CHANNEL,
            message_id=message_id,
            version=0,
            posted_at=clock(),
        )
        await store.mark_sent([], posted)

    found = await store.card(made.id, 1)
    assert found is not None
    assert found.message_id == 9


async def test_nothing_is_said_for_no_campaign(store: Store) -> None:
    with pytest.raises(UnknownCampaign):
        await store.add_outbox(41, [told("1")])
