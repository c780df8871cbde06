"""Several programs write to one database at once: nothing fails, is lost, or happens twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import URL, Connection, Table, func, select

from bot.store import (
    CampaignRunningError,
    CardRow,
    DuplicateInteraction,
    Guest,
    Guild,
    NotRunningError,
    Order,
    Person,
    StaleVersionError,
    Store,
    StoreError,
    privacy,
    rows,
    schema,
)
from tests.store.builders import (
    CHANNEL,
    MINUTE,
    START,
    USER,
    Hands,
    begun,
    card,
    change,
    counted,
    entry,
    lobby,
    new,
    owed,
)

T = TypeVar("T")
MANY = 4
TIMES = 6
"""Races of each kind: one alone might be won by luck."""
OTHERS = [USER + n for n in range(1, 1 + MANY)]


@pytest.fixture
async def stores(place: Path | URL, clock: Hands) -> AsyncIterator[list[Store]]:
    """Stores of programs of their own, each with its connections, on one database."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(await Store.open(place, clock, busy_seconds=60))
            for _ in range(MANY)
        ]


async def at_once(stores: list[Store], act: Callable[[Store, int], Awaitable[T]]) -> list[T | StoreError]:
    """What each of them gets, in their order; an error that is none of the store's fails the test."""
    acts = (act(store, n) for n, store in enumerate(stores))
    results = await asyncio.gather(*acts, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, StoreError):
            raise result
    return results  # type: ignore[return-value]


async def written(
    stores: list[Store], write: Callable[[Connection, int], T], campaign_id: int | None = None
) -> list[T]:
    """What a write returns to each of those who do it at once; none of them may fail.

    :param campaign_id: whose rows it writes; without it, each of its statements is right by itself. The last
        of them says neither, as one who writes more besides.
    """

    async def act(store: Store, n: int) -> T:
        got: list[T] = []

        def work(connection: Connection) -> None:
            got[:] = [write(connection, n)]

        if n == len(stores) - 1:
            await store.transact(work)
        elif campaign_id is not None:
            await store.transact(work, campaign_id=campaign_id)
        else:
            await store.set(work)
        return got[0]

    results = await at_once(stores, act)
    for result in results:
        if isinstance(result, StoreError):
            raise result
    return results  # type: ignore[return-value]


async def number_of(store: Store, table: Table) -> int:
    """How many rows a table has."""
    return await store.look(lambda c: c.scalar(select(func.count()).select_from(table)) or 0)


async def test_of_several_actions_on_one_board_one_is_applied(stores: list[Store]) -> None:
    made = await stores[0].create(new(), entry())
    for version in range(TIMES):
        results = await at_once(
            stores,
            lambda store, n, version=version: store.commit(change(made.id, version, outbox=[card()])),  # type: ignore[misc]
        )

        assert sum(isinstance(result, StaleVersionError) for result in results) == MANY - 1
        assert sum(not isinstance(result, StoreError) for result in results) == 1
    found = await stores[0].campaign(made.id)
    assert found is not None
    assert (found.version, found.last_seq) == (TIMES, TIMES)
    assert await number_of(stores[0], schema.outbox) == TIMES


async def test_an_action_that_discord_gives_to_several_is_applied_once(stores: list[Store]) -> None:
    made = await stores[0].create(new(), entry())
    for version in range(TIMES):
        results = await at_once(
            stores,
            lambda store, n, version=version: store.commit(  # type: ignore[misc]
                change(made.id, version, interaction_id=1000 + version)
            ),
        )

        assert sum(isinstance(result, DuplicateInteraction) for result in results) == MANY - 1
        assert sum(not isinstance(result, StoreError) for result in results) == 1
    assert await number_of(stores[0], schema.interaction) == TIMES
    assert await number_of(stores[0], schema.journal) == TIMES + 1


async def test_of_actions_of_many_that_try_again_none_is_lost(stores: list[Store]) -> None:
    made = await stores[0].create(new(), entry())

    async def play(store: Store, n: int) -> int:
        done = 0
        while done < TIMES:
            seen = await store.campaign(made.id)
            assert seen is not None
            try:
                await store.commit(change(made.id, seen.version, deadlines=[owed()], outbox=[card()]))
            except StaleVersionError:
                continue
            done += 1
        return done

    assert await at_once(stores, play) == [TIMES] * MANY
    found = await stores[0].campaign(made.id)
    assert found is not None
    assert found.version == found.last_seq == MANY * TIMES
    assert await number_of(stores[0], schema.outbox) == MANY * TIMES
    assert await number_of(stores[0], schema.deadline) == 1


async def test_a_channel_gets_one_campaign(stores: list[Store]) -> None:
    for channel in range(TIMES):
        results = await at_once(
            stores,
            lambda store, n, channel=channel: store.create(new(channel_id=CHANNEL + channel), entry()),  # type: ignore[misc]
        )

        assert sum(isinstance(result, CampaignRunningError) for result in results) == MANY - 1
    assert await counted(stores[0]) == TIMES
    assert await number_of(stores[0], schema.seat) == TIMES


async def test_a_lobby_begins_once_and_a_campaign_ends_once(stores: list[Store]) -> None:
    for channel in range(TIMES):
        made = await stores[0].create(lobby(channel_id=CHANNEL + channel), None)

        begins = await at_once(stores, lambda store, n: store.begin(made.id, 0, begun(), sitting=[]))  # noqa: B023
        ends = await at_once(stores, lambda store, n: store.end(made.id, 1))  # noqa: B023

        for results, version in ((begins, 1), (ends, 2)):
            assert [result for result in results if not isinstance(result, StoreError)] == [version]
            refused = [result for result in results if isinstance(result, StoreError)]
            assert all(isinstance(error, StaleVersionError | NotRunningError) for error in refused)
    assert await number_of(stores[0], schema.journal) == TIMES
    assert await number_of(stores[0], schema.pack) == 1


async def test_lines_of_a_persons_notes_that_are_added_at_once_are_all_kept(stores: list[Store]) -> None:
    for channel in range(TIMES):
        made = await stores[0].create(new(channel_id=CHANNEL + channel), entry())

        await written(
            stores,
            lambda c, n: rows.notes.add(c, made.id, USER, f"line {n}", START, most=99),  # noqa: B023
            made.id,
        )

        kept = await stores[0].look(partial(rows.notes.of_campaign, campaign_id=made.id))
        assert sorted(kept[USER]) == [f"line {n}" for n in range(MANY)]


async def test_settings_that_are_changed_at_once_are_all_kept(stores: list[Store]) -> None:
    changes: list[dict[str, Any]] = [
        {"hours": b'{"zone":"UTC"}'},
        {"digest": 480},
        {"goes_on": False},
        {"next_digest_at": START},
    ]
    whole = {name: value for one in changes for name, value in one.items()}
    for user in range(1, 1 + TIMES):
        await written(stores, lambda c, n: rows.people.alter_person(c, user, **changes[n]))  # noqa: B023

        assert await stores[0].look(partial(rows.people.persons, ids=[user])) == {
            user: Person(user_id=user, **whole)
        }


async def test_settings_of_a_server_that_are_changed_at_once_are_all_kept(stores: list[Store]) -> None:
    after = Guild(id=0, clock="3d", language="de", image_width=800, moderator_role=7)
    names = ["clock", "language", "image_width", "moderator_role"]
    for guild in range(1, 1 + TIMES):

        def write(connection: Connection, n: int, guild: int = guild) -> None:
            settings = Guild(id=guild, **{names[n]: getattr(after, names[n])})
            rows.people.put_guild(connection, settings, [names[n]])

        await written(stores, write)

        found = await stores[0].look(partial(rows.people.guild_of, guild_id=guild))
        assert [getattr(found, name) for name in names] == [getattr(after, name) for name in names]


def once(campaign_id: int) -> dict[str, tuple[Table, Callable[[Connection, int], object]]]:
    """Writes of which each leaves one row, by whomever and however often it is written."""
    hung = CardRow(
        campaign_id=campaign_id, chapter=1, channel_id=CHANNEL, message_id=5, version=0, posted_at=START
    )
    order = Order(seat="france", kind="action", text="pass")
    return {
        "note": (schema.meta, lambda c, n: rows.people.note(c, "key", str(n))),
        "guest": (schema.guest, lambda c, n: rows.seats.put_guest(c, campaign_id, Guest(user_id=USER))),
        "offer": (schema.offer, lambda c, n: rows.offers.note(c, campaign_id, "france", USER, START)),
        "order": (schema.standing_order, lambda c, n: rows.orders.give(c, campaign_id, order, START)),
        "card": (schema.card, lambda c, n: rows.outbox.hang(c, hung)),
        "pack": (schema.pack, lambda c, n: rows.packs.keep(c, "levee", "levee-1:abc", b"pack", START)),
        "wake": (schema.wake, lambda c, n: rows.wakes.put_once(c, campaign_id, START)),
        "clock": (schema.deadline, lambda c, n: rows.deadlines.restart(c, campaign_id, "france", [owed()])),
        "clocks": (schema.deadline, lambda c, n: rows.deadlines.replace(c, campaign_id, [owed()])),
        "chapter": (
            schema.chapter_start,
            lambda c, n: rows.chapter_starts.fill(c, campaign_id, 0, 1, b"state"),
        ),
        "sight": (schema.sight, lambda c, n: rows.sights.saw(c, campaign_id, USER + 9, ["republic"])),
    }


@pytest.mark.parametrize("what", list(once(0)))
async def test_what_is_written_by_many_stands_there_once(stores: list[Store], what: str) -> None:
    for channel in range(TIMES):
        made = await stores[0].create(new(channel_id=CHANNEL + channel, pack=f"levee-{channel}:abc"), entry())
        table, write = once(made.id)[what]
        await stores[0].transact(lambda c: c.execute(table.delete()).close())  # noqa: B023

        await written(stores, write, None if what in ("note", "pack") else made.id)

        assert await number_of(stores[0], table) == 1


async def test_what_may_be_taken_once_is_taken_by_one(stores: list[Store]) -> None:
    made = await stores[0].create(new(), entry(), deadlines=[owed()])
    for _ in range(TIMES):
        put = await written(stores[:1], lambda c, n: rows.proposals.put(c, USER, b"{}", START))
        (seen,) = await stores[0].deadlines_of(made.id)
        then = (seen.ring + 1, START + MINUTE * (seen.ring + 1))
        asked = await written(stores[:1], lambda c, n: rows.requests.ask(c, made.id, 0, USER, b"{}", START))

        taken = await written(stores, lambda c, n: rows.proposals.take(c, put[0], USER, START))  # noqa: B023
        rung = await written(
            stores,
            lambda c, n: rows.deadlines.ring(c, seen, then, [card()], START),  # noqa: B023
            made.id,
        )
        settled = await written(stores, lambda c, n: rows.requests.settle(c, asked[0], START), made.id)  # noqa: B023

        assert sorted(taken, key=str) == [None] * (MANY - 1) + [b"{}"]
        assert sorted(rung) == [False] * (MANY - 1) + [True]
        assert sorted(settled) == [False] * (MANY - 1) + [True]
    assert await number_of(stores[0], schema.outbox) == TIMES


async def test_a_digest_is_due_to_one(stores: list[Store]) -> None:
    day = timedelta(days=1)
    await stores[0].transact(
        partial(rows.people.alter_person, user_id=USER, digest=480, next_digest_at=START)
    )
    for _ in range(TIMES):
        seen = (await stores[0].look(partial(rows.people.persons, ids=[USER])))[USER]
        assert seen.next_digest_at is not None
        then = seen.next_digest_at + day

        passed = await written(stores, lambda c, n: rows.people.next_digest(c, seen, then))  # noqa: B023

        assert sorted(passed) == [False] * (MANY - 1) + [True]


async def test_everyone_who_agrees_at_once_has_agreed(stores: list[Store]) -> None:
    made = await stores[0].create(new(), entry())
    for _ in range(TIMES):
        (asked,) = await written(stores[:1], lambda c, n: rows.requests.ask(c, made.id, 0, 1, b"{}", START))
        seen = await stores[0].look(partial(rows.requests.by_id, request_id=asked))
        assert seen is not None
        await stores[0].transact(lambda c: c.execute(schema.sight.delete()).close())

        agreed = await written(stores, lambda c, n: rows.requests.agree(c, seen, OTHERS[n]), made.id)  # noqa: B023
        await written(
            stores, lambda c, n: rows.sights.agree(c, made.id, "france", USER, [OTHERS[n]]), made.id
        )

        # The last of them knows that nobody else is awaited.
        assert sorted(map(len, agreed)) == [1, 2, 3, 4]
        assert max(agreed, key=len) == OTHERS
        (sight,) = await stores[0].look(partial(rows.sights.of_campaign, campaign_id=made.id))
        assert sight.agreed == OTHERS


async def test_messages_that_are_written_and_sent_at_once_are_all_there(stores: list[Store]) -> None:
    made = await stores[0].create(new(), entry())
    for _ in range(TIMES):
        await at_once(stores, lambda store, n: store.add_outbox(made.id, [card(chapter=n)]))
    waiting = await stores[0].due_messages(START)
    # Of a chapter's cards only the newest is sent, and the older ones with it.
    assert [row.chapter for row in sorted(waiting, key=lambda row: row.chapter or 0)] == list(range(MANY))

    await at_once(stores, lambda store, n: store.mark_sent([row.id for row in waiting]))

    assert await stores[0].due_messages(START) == []
    assert await number_of(stores[0], schema.outbox) == MANY * TIMES


async def test_a_person_who_is_forgotten_while_the_game_goes_on_is_gone(stores: list[Store]) -> None:
    for channel in range(TIMES):
        made = await stores[0].create(new(channel_id=CHANNEL + channel), entry())

        async def act(store: Store, n: int, campaign_id: int = made.id) -> None:
            if n % 2:
                await store.transact(lambda c: privacy.forget(c, USER))
            else:
                played = change(campaign_id, 0, entries=[entry(1, user_id=None)])
                await store.commit(played)

        results = await at_once(stores, act)

        # Who leaves changes the campaign, so that an action that was read before may come too late.
        assert all(result is None or isinstance(result, StaleVersionError) for result in results)
        kept = await stores[0].look(partial(privacy.of, user_id=USER))
        assert [name for name, found in kept.items() if found and name != "user"] == []
    assert await number_of(stores[0], schema.campaign) == TIMES
