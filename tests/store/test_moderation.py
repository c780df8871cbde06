"""Moderators' acts and undone entries: written with the change that they belong to, or not at all."""

from __future__ import annotations

from functools import partial

import pytest
from sqlalchemy import Connection

from bot.store import (
    Applied,
    AuditRow,
    Campaign,
    CardRow,
    DuplicateInteraction,
    StaleVersionError,
    Store,
    UnknownCampaign,
)
from bot.store.rows import audits, requests
from tests.store.builders import (
    CHANNEL,
    GUILD,
    HOUR,
    START,
    USER,
    Hands,
    applied,
    audit,
    card,
    change,
    entry,
    new,
    undo,
)


@pytest.fixture
async def made(store: Store) -> Campaign:
    return await store.create(new(), entry())


async def acts(store: Store, guild_id: int = GUILD, campaign_id: int | None = None) -> list[AuditRow]:
    return await store.look(partial(audits.of_guild, guild_id=guild_id, campaign_id=campaign_id))


async def undone(store: Store, campaign_id: int) -> list[int | None]:
    return [row.undone_by for row in await store.journal(campaign_id)]


async def test_an_act_is_written_with_the_change_that_it_made(
    store: Store, made: Campaign, clock: Hands
) -> None:
    clock.advance(HOUR)

    await store.commit(change(made.id, 0, audit=audit()))

    (row,) = await acts(store)
    assert (row.guild_id, row.campaign_id, row.actor_id, row.act) == (GUILD, made.id, USER, "undo")
    assert (row.reason, row.detail, row.at) == ("a slip", "back to entry 0", START + HOUR)


async def test_a_change_that_is_refused_leaves_no_act(store: Store, made: Campaign) -> None:
    await store.commit(change(made.id, 0, interaction_id=5))

    with pytest.raises(StaleVersionError):
        await store.commit(change(made.id, 0, audit=audit()))
    with pytest.raises(DuplicateInteraction):
        await store.commit(change(made.id, 1, interaction_id=5, audit=audit()))
    with pytest.raises(StaleVersionError):
        await store.end(made.id, 0, audit=audit())

    assert await acts(store) == []


async def test_an_act_that_can_not_be_written_leaves_no_change(store: Store, made: Campaign) -> None:
    with pytest.raises(UnknownCampaign):
        await store.transact(
            partial(audits.put, noted=audit(), now=START),
            partial(audits.put, noted=audit(campaign_id=41), now=START),
            campaign_id=41,
            alone=True,
        )

    assert await acts(store) == []


async def test_ending_a_campaign_can_be_an_act(store: Store, made: Campaign) -> None:
    await store.end(made.id, 0, audit=audit(act="end"))

    assert [row.act for row in await acts(store)] == ["end"]


async def test_acts_are_listed_newest_first_by_server_campaign_and_page(store: Store, made: Campaign) -> None:
    def write(connection: Connection) -> None:
        for number in range(3):
            audits.put(connection, audit(act=f"act-{number}"), START)
        audits.put(connection, audit(act="settings", campaign_id=None, actor_id=None), START)
        audits.put(connection, audit(act="theirs", guild_id=GUILD + 1, campaign_id=None), START)

    await store.transact(write)

    assert [row.act for row in await acts(store)] == ["settings", "act-2", "act-1", "act-0"]
    assert [row.act for row in await acts(store, campaign_id=made.id)] == ["act-2", "act-1", "act-0"]
    assert [row.act for row in await acts(store, GUILD + 1)] == ["theirs"]
    page = await store.look(partial(audits.of_guild, guild_id=GUILD, limit=2, offset=1))
    assert [row.act for row in page] == ["act-2", "act-1"]


async def test_an_undo_marks_what_it_takes_back(store: Store, made: Campaign) -> None:
    for version in range(4):
        await store.commit(change(made.id, version))

    await store.commit(change(made.id, 4, entries=[undo(5, back_to=2)]))

    assert await undone(store, made.id) == [None, None, None, 5, 5, None]


async def test_a_second_undo_leaves_the_marks_of_the_first(store: Store, made: Campaign) -> None:
    for version in range(3):
        await store.commit(change(made.id, version))
    await store.commit(change(made.id, 3, entries=[undo(4, back_to=2)]))
    await store.commit(change(made.id, 4, entries=[entry(5)]))

    await store.commit(change(made.id, 5, entries=[undo(6, back_to=1)]))

    assert await undone(store, made.id) == [None, None, 6, 4, 6, 6, None]


async def test_an_undo_leaves_other_campaigns_alone(store: Store, made: Campaign) -> None:
    other = await store.create(new(channel_id=CHANNEL + 1), entry())
    await store.commit(change(other.id, 0))
    await store.commit(change(made.id, 0))

    await store.commit(change(made.id, 1, entries=[undo(2, back_to=0)]))

    assert await undone(store, other.id) == [None, None]


async def test_a_commit_may_write_several_entries(store: Store, made: Campaign) -> None:
    written = [entry(1), entry(2, user_id=None, source="order"), entry(3, user_id=None, source="order")]

    assert (await store.commit(change(made.id, 0, entries=written, interaction_id=5))).campaign.version == 1

    found = await store.campaign(made.id)
    assert found is not None
    assert (found.version, found.last_seq) == (1, 3)
    assert [(row.seq, row.source) for row in await store.journal(made.id, 1)] == [
        (1, "player"),
        (2, "order"),
        (3, "order"),
    ]
    assert await applied(store, 5) == Applied(made.id, 1)


async def test_cards_of_what_was_taken_back_hang_no_more_and_are_to_be_marked(
    store: Store, made: Campaign
) -> None:
    for chapter in (1, 2, 3):
        hung = CardRow(
            campaign_id=made.id,
            chapter=chapter,
            channel_id=CHANNEL + chapter,
            message_id=80 + chapter,
            version=0,
            posted_at=START,
        )
        await store.mark_sent([], hung)

    await store.commit(change(made.id, 0, retract_from=2, outbox=[card(1)]))

    assert [bool(await store.card(made.id, chapter)) for chapter in (1, 2, 3)] == [True, False, False]
    due = await store.due_messages(START)
    assert [(row.kind, row.version) for row in due] == [("retract", 1), ("retract", 1), ("card", 1)]
    assert due[0].payload == b'{"channel":%d,"message":82}' % (CHANNEL + 2)


async def test_a_request_is_settled_once(store: Store, made: Campaign) -> None:
    def ask(connection: Connection) -> None:
        assert requests.ask(connection, made.id, 4, USER, b"{}", START) == 1

    await store.transact(ask)
    (asked,) = await store.look(partial(requests.open_of, campaign_id=made.id))
    await store.transact(partial(requests.agree, seen=asked, user_id=USER + 1))
    settled: list[bool] = []
    for _ in range(2):
        await store.transact(lambda c: settled.append(requests.settle(c, 1, START + HOUR)))

    found = await store.look(partial(requests.by_id, request_id=1))
    assert found is not None
    assert (found.campaign_id, found.version, found.asker_id, found.body) == (made.id, 4, USER, b"{}")
    assert (found.agreed, found.at, found.settled_at) == ([USER + 1], START, START + HOUR)
    assert settled == [True, False]
    assert await store.look(partial(requests.by_id, request_id=2)) is None
