"""Campaigns: made, found, listed, altered, ended."""

from __future__ import annotations

from functools import partial

import pytest

from bot.store import (
    Applied,
    CampaignRunningError,
    DuplicateInteraction,
    NotRunningError,
    StaleVersionError,
    Store,
    StoreError,
    UnknownCampaign,
)
from bot.store.rows import campaigns, people
from tests.store.builders import (
    CHANNEL,
    GUILD,
    HOUR,
    START,
    USER,
    Hands,
    applied,
    card,
    change,
    counted,
    entry,
    new,
    owed,
    playing_in,
)


async def test_a_campaign_is_read_back_as_it_was_created(store: Store) -> None:
    made = await store.create(new(clock="none nudge 24h"), entry())

    assert await store.campaign(made.id) == made
    assert made.guild_id == GUILD
    assert made.options == {"bicetre": True, "terror": False}
    assert made.state == b'{"turn":1}'
    assert made.seats == {"france": USER}
    assert (made.status, made.version, made.last_seq) == ("running", 0, 0)
    assert (made.created_at, made.updated_at, made.ended_at) == (START, START, None)
    assert (made.images, made.theme, made.clock) == ("every-turn", "light", "none nudge 24h")
    assert (made.opened, made.private, made.paused_at, made.parked_at) == (0, False, None, None)


async def test_creation_writes_the_set_up_the_outbox_and_the_deadlines(store: Store) -> None:
    made = await store.create(new(), entry(), [card()], [owed()], interaction_id=77)

    assert [row.seq for row in await store.journal(made.id)] == [0]
    assert [(row.kind, row.version) for row in await store.due_messages(START)] == [("card", 0)]
    assert [row.seat for row in await store.deadlines_of(made.id)] == ["france"]
    assert await applied(store, 77) == Applied(made.id, 0)


async def test_a_channel_has_one_running_campaign(store: Store) -> None:
    made = await store.create(new(), entry())

    with pytest.raises(CampaignRunningError) as refused:
        await store.create(new(title="valmy"), entry())

    assert refused.value.campaign_id == made.id
    assert await counted(store) == 1


async def test_a_channel_takes_the_next_campaign_when_the_last_is_over(store: Store) -> None:
    first = await store.create(new(), entry())
    await store.end(first.id, 0)

    second = await store.create(new(), entry())

    running = await store.running_in(CHANNEL)
    assert running is not None
    assert running.id == second.id


async def test_an_interaction_creates_one_campaign(store: Store) -> None:
    made = await store.create(new(), entry(), interaction_id=77)

    with pytest.raises(DuplicateInteraction) as refused:
        await store.create(new(), entry(), interaction_id=77)

    assert (refused.value.campaign_id, refused.value.seq) == (made.id, 0)


async def test_an_interaction_creates_no_second_campaign_after_the_first_is_over(store: Store) -> None:
    made = await store.create(new(), entry(), interaction_id=77)
    await store.end(made.id, 0)

    with pytest.raises(DuplicateInteraction):
        await store.create(new(), entry(), interaction_id=77)

    assert await counted(store) == 1


async def test_the_latest_campaign_of_a_channel_is_found_after_its_end(store: Store) -> None:
    made = await store.create(new(), entry())
    await store.end(made.id, 0)

    assert await store.running_in(CHANNEL) is None
    latest = await store.latest_in(CHANNEL)
    assert latest is not None
    assert (latest.id, latest.status) == (made.id, "ended")


async def test_what_is_not_there_is_none(store: Store) -> None:
    assert await store.campaign(5) is None
    assert await store.campaign_head(5) is None
    assert await store.running_in(CHANNEL) is None
    assert await store.latest_in(CHANNEL) is None
    assert await applied(store, 1) is None


async def test_ending_clears_deadlines_and_says_so(store: Store, clock: Hands) -> None:
    made = await store.create(new(), entry(), (), [owed()])
    clock.advance(HOUR)

    version = await store.end(made.id, 0, [card()], interaction_id=78)

    ended = await store.campaign(made.id)
    assert ended is not None
    assert (version, ended.version, ended.status, ended.ended_at) == (1, 1, "ended", START + HOUR)
    assert await store.deadlines_of(made.id) == []
    assert [row.version for row in await store.due_messages(clock())] == [1]


async def test_a_campaign_ends_once(store: Store) -> None:
    made = await store.create(new(), entry())
    await store.end(made.id, 0, interaction_id=78)

    with pytest.raises(DuplicateInteraction):
        await store.end(made.id, 0, interaction_id=78)
    with pytest.raises(StaleVersionError):
        await store.end(made.id, 0)
    with pytest.raises(NotRunningError):
        await store.end(made.id, 1)
    with pytest.raises(UnknownCampaign):
        await store.end(made.id + 1, 0)


async def test_ending_notes_the_entry_that_the_campaign_stood_at(store: Store) -> None:
    made = await store.create(new(), entry())
    await store.commit(change(made.id, 0))

    await store.end(made.id, 1, interaction_id=78)

    assert await applied(store, 78) == Applied(made.id, 1)


async def test_lists_are_newest_first_and_by_page(store: Store) -> None:
    made = [await store.create(new(channel_id=CHANNEL + n), entry()) for n in range(5)]
    await store.create(new(guild_id=GUILD + 1, channel_id=CHANNEL + 9), entry())

    page = await store.campaigns_of(GUILD, limit=2, offset=1)

    assert [head.id for head in page] == [made[3].id, made[2].id]
    assert page[0].seats == {"france": USER}


async def test_lists_can_be_of_one_status(store: Store) -> None:
    over = await store.create(new(), entry())
    await store.end(over.id, 0)
    running = await store.create(new(), entry())

    assert [head.id for head in await store.campaigns_of(GUILD, "running")] == [running.id]
    assert [head.id for head in await store.campaigns_of(GUILD, "ended")] == [over.id]
    assert await store.campaigns_of(GUILD, "finished") == []


async def test_the_tables_of_somebody_are_those_where_they_sit(store: Store) -> None:
    mine = await store.create(new(seats={"royalist": USER + 1, "republic": USER}), entry())
    theirs = await store.create(new(channel_id=CHANNEL + 1, seats={"france": USER + 1}), entry())

    assert await playing_in(store, USER) == [mine.id]
    assert await playing_in(store, USER + 1) == [mine.id, theirs.id]
    assert await store.look(partial(people.playing_in, user_id=USER, guild_id=GUILD + 1)) == []


async def test_a_table_is_left_when_its_campaign_is_over(store: Store) -> None:
    over = await store.create(new(), entry())
    await store.end(over.id, 0)

    assert await playing_in(store, USER) == []


async def test_how_a_campaign_is_shown_can_be_set_and_its_version_stays(store: Store) -> None:
    made = await store.create(new(), entry())

    await store.transact(partial(campaigns.alter, campaign_id=made.id, theme="dark", clock="48h"))

    head = await store.campaign_head(made.id)
    assert head is not None
    assert (head.images, head.theme, head.clock, head.version) == ("every-turn", "dark", "48h", 0)


async def test_a_campaign_can_be_paused_parked_and_moved(store: Store) -> None:
    made = await store.create(new(), entry())

    await store.transact(
        partial(campaigns.alter, campaign_id=made.id, paused_at=START, parked_at=START + HOUR),
        partial(campaigns.alter, campaign_id=made.id, channel_id=CHANNEL + 1),
    )

    found = await store.running_in(CHANNEL + 1)
    assert found is not None
    assert (found.paused_at, found.parked_at) == (START, START + HOUR)
    assert await store.running_in(CHANNEL) is None


async def test_no_campaign_can_not_be_altered(store: Store) -> None:
    with pytest.raises(UnknownCampaign):
        await store.transact(partial(campaigns.alter, campaign_id=41, theme="dark"))


async def test_steps_of_one_transaction_are_all_done_or_none(store: Store) -> None:
    made = await store.create(new(), entry())

    with pytest.raises(UnknownCampaign):
        await store.transact(
            partial(campaigns.alter, campaign_id=made.id, theme="dark"),
            partial(campaigns.alter, campaign_id=41, theme="dark"),
        )

    assert await store.campaign(made.id) == made


async def test_a_status_that_there_is_not_is_refused(store: Store) -> None:
    made = await store.create(new(), entry())

    with pytest.raises(StoreError):
        await store.transact(partial(campaigns.alter, campaign_id=made.id, status="lost"))

    assert await store.campaign(made.id) == made
