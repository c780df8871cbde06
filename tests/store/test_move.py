"""All that is stored moves to another database, on another engine, and back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import URL, Connection, func, select, update

from bot.store import Guild, Seat, Store, StoreError, move, rows, schema
from tests.store.builders import (
    CHANNEL,
    START,
    USER,
    Hands,
    audit,
    begun,
    card,
    change,
    entry,
    lobby,
    new,
    owed,
)
from tests.support.postgresql import PostgreSQL

LIVES = 12


@pytest.fixture(params=["to a server", "to a file", "on the server", "beside the file"])
async def ways(
    request: pytest.FixtureRequest, path: Path, tmp_path: Path, postgresql: PostgreSQL
) -> AsyncIterator[tuple[Path | URL, Path | URL]]:
    """Where everything is, and where it is to be."""
    with postgresql.database() as one, postgresql.database() as two:
        places: dict[str, tuple[Path | URL, Path | URL]] = {
            "to a server": (path, one),
            "to a file": (one, path),
            "on the server": (one, two),
            "beside the file": (path, tmp_path / "other.db"),
        }
        yield places[request.param]


@pytest.fixture
async def both(ways: tuple[Path | URL, Path | URL], clock: Hands) -> AsyncIterator[tuple[Store, Store]]:
    """The store with something of everything in it, and an empty one."""
    async with AsyncExitStack() as stack:
        source, target = [await stack.enter_async_context(await Store.open(place, clock)) for place in ways]
        await fill(source)
        yield source, target


async def fill(store: Store) -> None:
    """Campaigns with all that belongs to one, people, servers, and ids that were used and are gone."""
    for n in range(LIVES):
        made = await store.create(
            new(channel_id=CHANNEL + n, whole=bytes(range(256)), clock="3d"), entry(), [card()], [owed()]
        )
        for version in range(3):
            await store.commit(
                change(made.id, version, outbox=[card(text="Ça ira")], interaction_id=99 * n + version + 1)
            )
        await store.transact(
            partial(rows.people.alter_person, user_id=USER + n, digest=n),
            partial(rows.people.put_guild, settings=Guild(id=n + 1, language="de")),
            partial(rows.people.note, key=f"Ä{n}", value="z"),
            partial(rows.people.note, key=f"a{n}", value="z"),
            partial(rows.requests.ask, campaign_id=made.id, version=1, asker_id=USER, body=b"{}", now=START),
            partial(rows.audits.put, noted=audit(campaign_id=made.id), now=START),
        )
    waiting = await store.create(lobby(channel_id=1), None)
    await store.begin(waiting.id, 0, begun(), sitting=[Seat(seat="royalist", user_id=USER)])
    await store.end(waiting.id, 1)
    await store.transact(_gone)


def _gone(connection: Connection) -> None:
    """Two proposals, of which the last is taken: its button must never mean another one."""
    rows.proposals.put(connection, USER, b"{}", START)
    last = rows.proposals.put(connection, USER, b"{}", START)
    rows.proposals.take(connection, last, USER, START)


async def next_proposal(store: Store) -> int:
    made = 0

    def put(connection: Connection) -> None:
        nonlocal made
        made = rows.proposals.put(connection, USER, b"{}", START)

    await store.transact(put)
    return made


async def everything(store: Store) -> dict[str, set[str]]:
    """Every row of every table, as the program reads it."""

    def work(connection: Connection) -> dict[str, set[str]]:
        return {
            table.name: {repr(tuple(row)) for row in connection.execute(select(table))}
            for table in schema.metadata.sorted_tables
        }

    return await store.look(work)


async def test_everything_is_there_afterwards(
    both: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = both
    monkeypatch.setattr(move, "ROWS", 5)
    before = await everything(source)

    count = await move.move(source, target)

    assert await everything(target) == before == await everything(source)
    assert count == sum(map(len, before.values())) > 10 * LIVES
    assert await target.campaign(3) == await source.campaign(3)


async def test_ids_go_on_where_they_were(both: tuple[Store, Store]) -> None:
    source, target = both

    await move.move(source, target)

    assert await next_proposal(target) == await next_proposal(source) == 3
    for store in both:
        made = await store.create(new(channel_id=7), entry(), [card()])
        assert made.id == LIVES + 2


class Killed(BaseException):
    """The program dies."""


async def test_after_an_interruption_it_goes_on(
    both: tuple[Store, Store],
    ways: tuple[Path | URL, Path | URL],
    clock: Hands,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source, target = both
    monkeypatch.setattr(move, "ROWS", 5)
    whole = await everything(source)
    real, deaths = move._put, 0
    while True:
        left = [7]

        def put(*args: object, left: list[int] = left, **rest: object) -> None:
            if not left[0]:
                raise Killed
            left[0] -= 1
            real(*args, **rest)  # type: ignore[arg-type]

        monkeypatch.setattr(move, "_put", put)
        try:
            await move.move(source, target)
        except Killed:
            deaths += 1
            with pytest.raises(StoreError, match="is not finished: run `tocsin move-store` again"):
                await Store.open(ways[1], clock, alone=True)
            # A table that takes longer than a life would never be done.
            left_over = await target.look(partial(rows.people.noted, key=schema.MOVED))
            assert left_over is not None
            monkeypatch.setattr(move, "ROWS", move.ROWS * 2)
        else:
            break

    assert deaths >= 2
    assert await everything(target) == whole
    await target.close()
    async with await Store.open(ways[1], clock, alone=True) as bot:
        assert await bot.campaign(1) is not None


async def test_a_move_whose_end_was_not_told_is_told_once_more(both: tuple[Store, Store]) -> None:
    source, target = both
    count = await move.move(source, target)
    before = await everything(target)

    assert await move.move(source, target) == count

    assert await everything(target) == before
    await source.transact(partial(rows.people.note, key="since", value=""))
    with pytest.raises(StoreError, match="holds campaigns or settings already; name an empty one"):
        await move.move(source, target)


async def test_a_database_with_something_in_it_is_left_alone(both: tuple[Store, Store]) -> None:
    source, target = both
    await target.transact(partial(rows.people.note, key="mine", value=""))
    before = await everything(target)

    with pytest.raises(StoreError, match="holds campaigns or settings already; name an empty one"):
        await move.move(source, target)

    assert await everything(target) == before


async def test_a_copy_that_is_not_the_same_is_no_copy(
    both: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = both
    real = move._note

    async def note(store: Store, whole: list[str]) -> None:
        await real(store, whole)
        if whole and whole[-1] == "campaign":
            await source.transact(
                lambda c: c.execute(update(schema.campaign).values(dice_counter=99)).close()
            )

    monkeypatch.setattr(move, "_note", note)

    with pytest.raises(StoreError, match="is not the same in the table campaign"):
        await move.move(source, target)

    assert await target.look(lambda c: c.scalar(select(func.count()).select_from(schema.campaign)))
    assert await target.look(partial(rows.people.noted, key=schema.MOVED)) is not None
