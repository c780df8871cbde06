"""One accepted action is one transaction: all of it once, or none of it."""

from __future__ import annotations

import asyncio
from datetime import datetime
from functools import partial

import pytest

from bot.store import (
    DuplicateInteraction,
    NotRunningError,
    StaleVersionError,
    Store,
    StoreError,
    UnknownCampaign,
    rows,
)
from engines.core.dice import Draw
from tests.store.builders import CHANNEL, HOUR, START, USER, Hands, applied, card, change, entry, new, owed


async def test_a_commit_writes_everything_that_follows(store: Store, clock: Hands) -> None:
    made = await store.create(new(), entry(), (), [owed(kind="setup")])
    clock.advance(HOUR)

    committed = await store.commit(
        change(
            made.id,
            0,
            dice_counter=9,
            deadlines=[owed(due=START + 3 * HOUR)],
            outbox=[card()],
            interaction_id=5,
        )
    )

    found = await store.campaign(made.id)
    assert found is not None
    assert committed == (found, await store.next_due(made.id, clock()))
    assert (found.version, found.last_seq, found.dice_counter) == (1, 1, 9)
    assert found.state == b'{"turn":2}'
    assert (found.status, found.updated_at, found.ended_at) == ("running", START + HOUR, None)
    assert [(row.kind, row.due_at) for row in await store.deadlines_of(made.id)] == [
        ("action", START + 3 * HOUR)
    ]
    assert [(row.version, row.created_at) for row in await store.due_messages(clock())] == [(1, START + HOUR)]
    assert await applied(store, 5) is not None


async def test_a_journal_entry_is_read_back_as_it_was_written(store: Store, clock: Hands) -> None:
    made = await store.create(new(), entry())
    written = entry(
        1, user_id=None, draws=[Draw("d6", "siege of Toulon", "6")], events=b"[]", chapter_after=2
    )
    clock.advance(HOUR)

    await store.commit(change(made.id, 0, entries=[written]))

    row = (await store.journal(made.id))[1]
    assert row.at == START + HOUR
    assert {name: getattr(row, name) for name in written.__struct_fields__} == {
        name: getattr(written, name) for name in written.__struct_fields__
    }


async def test_the_last_action_finishes_the_campaign(store: Store, clock: Hands) -> None:
    made = await store.create(new(), entry())
    clock.advance(HOUR)

    await store.commit(change(made.id, 0, status="finished", outcome=b'{"winner":"france"}'))

    found = await store.latest_in(CHANNEL)
    assert found is not None
    assert (found.status, found.outcome, found.ended_at) == ("finished", b'{"winner":"france"}', START + HOUR)
    with pytest.raises(NotRunningError):
        await store.commit(change(made.id, 1))


async def test_a_stale_commit_writes_nothing(store: Store) -> None:
    made = await store.create(new(), entry())
    await store.commit(change(made.id, 0))

    with pytest.raises(StaleVersionError) as refused:
        await store.commit(change(made.id, 0, outbox=[card()], deadlines=[owed()], interaction_id=6))

    assert (refused.value.expected, refused.value.stored) == (0, 1)
    assert await applied(store, 6) is None
    assert await store.due_messages(START) == []
    assert await store.deadlines_of(made.id) == []
    assert len(await store.journal(made.id)) == 2


async def test_a_commit_on_a_campaign_that_was_paused_meanwhile_writes_nothing(store: Store) -> None:
    """A pause is no new version; who reads the campaign again, a moderator, goes on."""
    made = await store.create(new(), entry())
    await store.transact(partial(rows.campaigns.alter, campaign_id=made.id, paused_at=START))

    with pytest.raises(StaleVersionError):
        await store.commit(change(made.id, 0))
    assert len(await store.journal(made.id)) == 1
    assert (await store.commit(change(made.id, 0, paused_at=START))).campaign.version == 1


async def test_of_two_commits_at_once_one_wins(store: Store) -> None:
    made = await store.create(new(), entry())

    ended = await asyncio.gather(
        *(store.commit(change(made.id, 0, interaction_id=n)) for n in (1, 2)), return_exceptions=True
    )

    assert sorted(type(result).__name__ for result in ended) == ["Committed", "StaleVersionError"]
    assert len(await store.journal(made.id)) == 2


async def test_the_same_interaction_twice_at_once_is_applied_once(store: Store) -> None:
    made = await store.create(new(), entry())

    ended = await asyncio.gather(
        *(store.commit(change(made.id, 0, interaction_id=7)) for _ in range(2)), return_exceptions=True
    )

    assert sorted(type(result).__name__ for result in ended) == ["Committed", "DuplicateInteraction"]


async def test_an_interaction_that_comes_again_is_told_what_it_led_to(store: Store) -> None:
    made = await store.create(new(), entry())
    await store.commit(change(made.id, 0))
    await store.commit(change(made.id, 1, interaction_id=7))

    with pytest.raises(DuplicateInteraction) as refused:
        await store.commit(change(made.id, 2, interaction_id=7))

    assert (refused.value.campaign_id, refused.value.seq) == (made.id, 2)
    assert len(await store.journal(made.id)) == 3


@pytest.mark.parametrize("interaction_id", [None, 7])
async def test_a_commit_to_no_campaign_is_refused(store: Store, interaction_id: int | None) -> None:
    with pytest.raises(UnknownCampaign):
        await store.commit(change(41, 0, interaction_id=interaction_id))


async def test_a_journal_entry_is_never_written_over(store: Store) -> None:
    made = await store.create(new(), entry())

    with pytest.raises(StoreError):
        await store.commit(change(made.id, 0, entries=[entry(0, action="another")]))

    found = await store.campaign(made.id)
    assert found == made


async def test_the_journal_is_read_in_part(store: Store) -> None:
    made = await store.create(new(), entry())
    for version in range(5):
        await store.commit(change(made.id, version))

    assert [row.seq for row in await store.journal(made.id, 2)] == [2, 3, 4, 5]
    assert [row.seq for row in await store.journal(made.id, 2, 3)] == [2, 3]
    assert [row.seq for row in await store.journal_tail(made.id, 2)] == [4, 5]
    assert await store.journal(made.id + 1) == []


async def test_a_chapter_has_the_entries_that_touch_it(store: Store) -> None:
    made = await store.create(new(), entry())
    for version, (before, after) in enumerate([(1, 1), (1, 2), (2, 4), (4, 4)]):
        await store.commit(
            change(made.id, version, entries=[entry(version + 1, chapter_before=before, chapter_after=after)])
        )

    touched = {
        chapter: [row.seq for row in await store.journal_of_chapter(made.id, chapter)]
        for chapter in range(1, 6)
    }

    assert touched == {1: [0, 1, 2], 2: [2, 3], 3: [3], 4: [3, 4], 5: []}


async def test_a_time_without_zone_is_refused(store: Store) -> None:
    made = await store.create(new(), entry())

    with pytest.raises(StoreError, match="no time zone"):
        await store.commit(change(made.id, 0, deadlines=[owed(due=datetime(2026, 3, 1))]))  # noqa: DTZ001

    assert (await store.journal_tail(made.id, 1))[0].seq == 0


async def test_big_ids_keep_all_their_bits(store: Store) -> None:
    largest = 2**63 - 1
    made = await store.create(
        new(channel_id=largest, seats={"france": largest}), entry(user_id=USER), interaction_id=largest
    )

    found = await store.running_in(largest)
    assert found is not None
    assert found.seats == {"france": largest}
    assert await applied(store, largest) is not None
    assert made.channel_id == largest
