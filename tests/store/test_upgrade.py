"""A database of version 0.1 is brought up to date with everything in it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, Inspector, create_engine, inspect, select, text
from sqlalchemy.exc import IntegrityError

from bot.campaigns import messages
from bot.campaigns.places import hidden
from bot.campaigns.proposals import TakeBack
from bot.clock import notation, rings
from bot.clock.hours import Hours
from bot.posts.scenes import Hung, Phase
from bot.store import Applied, CampaignRunningError, Post, Seat, Sight, Store, StoreError, check
from bot.store.migrate import revision
from bot.store.rows import lapses, people, requests, results, sights
from bot.store.schema import REVISION, meta, metadata
from engines.core.dice import Draw
from tests.store import first
from tests.store.builders import (
    CHANNEL,
    GUILD,
    HOUR,
    START,
    USER,
    Hands,
    applied,
    bells,
    change,
    entry,
    lobby,
    new,
    playing_in,
)
from tests.store.first import ENDED, FINISHED, LAST, RUNNING, SILENT


@pytest.fixture
def old(path: Path) -> Path:
    """Such a database."""
    first.first_database(path)
    return path


@pytest.fixture(scope="module")
def brought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Such a database that the present program has opened once."""
    path = tmp_path_factory.mktemp("brought") / "tocsin.db"
    first.first_database(path)

    async def bring() -> None:
        await (await Store.open(path, Hands())).close()

    asyncio.run(bring())
    return path


@pytest.fixture
async def upgraded(brought: Path, path: Path, clock: Hands) -> AsyncIterator[Store]:
    """The same, opened by the present program."""
    shutil.copyfile(brought, path)
    async with await Store.open(path, clock) as store:
        yield store


async def test_the_old_tables_come_to_the_programs_revision(upgraded: Store, path: Path) -> None:
    assert await upgraded.database.read(revision) == REVISION
    assert check(path) == []


async def test_what_was_there_is_kept_for_whoever_wants_the_earlier_program_back(
    old: Path, clock: Hands
) -> None:
    def found(path: Path) -> list[str]:
        with closing(sqlite3.connect(path)) as database:
            return list(database.iterdump())

    before = found(old)
    async with await Store.open(old, clock):
        kept = old.with_name(f"{old.name}.before-{REVISION}")
    assert found(kept) == before
    # Of a database that is up to date none is made.
    kept.unlink()
    async with await Store.open(old, clock):
        assert not kept.exists()


async def test_every_campaign_is_as_it_was(upgraded: Store) -> None:
    found = {head.id: head for head in await upgraded.campaigns_of(GUILD)}

    assert {number: head.status for number, head in found.items()} == {
        RUNNING: "running",
        SILENT: "running",
        FINISHED: "finished",
        ENDED: "ended",
        LAST: "running",
    }
    over = found[FINISHED]
    assert (over.version, over.outcome, over.ended_at) == (7, b'{"winner":"france"}', START + 2 * HOUR)
    assert (over.images, over.theme, over.channel_id, over.created_by) == (
        "never",
        "dark",
        CHANNEL + 2,
        USER,
    )
    assert (over.options, over.seed, over.commitment) == ({"bicetre": True}, "a seed", "c" * 64)
    assert (over.created_at, over.updated_at) == (START, START + HOUR)
    assert not any(head.private or head.paused_at or head.parked_at for head in found.values())
    whole = await upgraded.campaign(RUNNING)
    assert whole is not None
    assert (whole.state, whole.last_seq, whole.dice_counter) == (b'{"turn":1}', 2, 3)


async def test_campaigns_that_were_over_have_results(upgraded: Store) -> None:
    found = await upgraded.look(partial(results.of_guild, guild_id=GUILD))
    assert [(result.campaign_id, result.how, result.winner) for result in found] == [
        (FINISHED, "decided", "france")
    ]


async def test_channels_of_campaigns_that_were_over_count_as_hidden(upgraded: Store) -> None:
    """Whether everybody could see one that is gone since, nobody knows."""
    found = {head.id: head.channel_id for head in await upgraded.campaigns_of(GUILD)}
    kept = {
        number: await upgraded.look(partial(people.noted, key=hidden(channel_id))) is not None
        for number, channel_id in found.items()
    }
    assert {number for number, hides in kept.items() if hides} == {
        head.id for head in await upgraded.campaigns_of(GUILD) if head.ended_at is not None
    }
    assert kept[FINISHED]
    assert not kept[RUNNING]


async def test_hours_between_reminders_become_a_clock(upgraded: Store) -> None:
    found = {head.id: head.clock for head in await upgraded.campaigns_of(GUILD)}

    assert found == {
        RUNNING: "none nudge 24h",
        SILENT: "none",
        FINISHED: "none nudge 720h",
        ENDED: "none",
        LAST: "none nudge 1h",
    }
    assert all(notation.read(clock).kind == "none" for clock in found.values())


async def test_only_presses_on_the_present_card_are_in_time(upgraded: Store) -> None:
    assert all(head.opened == head.version for head in await upgraded.campaigns_of(GUILD))


async def test_everybody_keeps_their_seat(upgraded: Store) -> None:
    for head in await upgraded.campaigns_of(GUILD):
        assert head.seating == {"france": Seat(seat="france", user_id=USER + head.id)}
    assert await playing_in(upgraded, USER + LAST) == [LAST]


async def test_whoever_sits_or_has_acted_has_seen_what_the_seat_knows(upgraded: Store) -> None:
    for head in await upgraded.campaigns_of(GUILD):
        seen = await upgraded.look(partial(sights.of_campaign, campaign_id=head.id))
        assert Sight(seat="france", user_id=USER + head.id) in seen
        assert all(sight.seat == "france" and not sight.agreed for sight in seen)


async def test_the_journal_is_as_it_was(upgraded: Store) -> None:
    rows = await upgraded.journal(RUNNING)

    assert [(row.seq, row.seat, row.action) for row in rows] == [
        (0, "", ""),
        (1, "france", "end"),
        (2, "france", "end"),
    ]
    assert rows[2].draws == [Draw("d6", "attack on Austria", "4")]
    assert {(row.kind, row.source, row.undone_by) for row in rows} == {("act", "player", None)}
    assert rows[2].at == datetime(2026, 3, 1, 18, 2, tzinfo=UTC)


async def test_deadlines_keep_their_next_ring(upgraded: Store) -> None:
    (first_owed,) = await upgraded.deadlines_of(RUNNING)
    (rung_twice,) = await upgraded.deadlines_of(LAST)

    assert (first_owed.kind, first_owed.ring, first_owed.next_ring_at) == ("action", 0, START + 25 * HOUR)
    assert (rung_twice.kind, rung_twice.ring, rung_twice.next_ring_at) == ("reaction", 2, START + 6 * HOUR)
    for owed in (first_owed, rung_twice):
        # A reminder is no deadline: nothing runs out.
        assert (owed.seat, owed.since, owed.allowed, owed.due_at) == ("france", START + HOUR, None, None)
        assert (owed.interrupt, owed.muted) == (False, False)


async def test_what_runs_was_told_and_nobody_has_missed_a_turn(upgraded: Store) -> None:
    for owed in [*await upgraded.deadlines_of(RUNNING), *await upgraded.deadlines_of(LAST)]:
        assert (owed.told_at, owed.awake, owed.hours, owed.handed) == (owed.since, 0 * HOUR, None, False)
    for head in await upgraded.campaigns_of(GUILD):
        assert {(seat.missed, seat.played_in, seat.rest_handed) for seat in head.seating.values()} == {
            (0, None, False)
        }


async def test_the_next_reminder_is_the_one_that_was_next(upgraded: Store) -> None:
    (to_ring,) = await bells(upgraded, START + 6 * HOUR)
    (rung_twice,) = await upgraded.deadlines_of(to_ring)
    campaign = await upgraded.campaign_head(to_ring)
    assert campaign is not None

    ring = rings.next_ring(
        notation.read(campaign.clock),
        rings.Timing(rung_twice.since, rung_twice.allowed),
        Hours(),
        rung_twice.ring,
        now=START + 6 * HOUR,
    )

    # As before: after three reminders the fourth comes eight pauses later.
    assert ring is not None
    assert (ring.number, ring.at) == (3, START + 14 * HOUR)


async def test_what_is_unsaid_is_said_once_and_in_order(upgraded: Store) -> None:
    due = await upgraded.due_messages(START)

    assert [(row.id, row.kind, row.chapter) for row in due] == [
        (12, "card", 2),
        (14, "nudge", None),
        (15, "nudge", None),
    ]


async def test_a_nudge_that_waits_can_be_read_by_the_present_program(upgraded: Store) -> None:
    _, rings, moot = await upgraded.due_messages(START)

    assert rings.payload == messages.nudge("france", "reaction", "nudge").payload
    # Nothing is owed there any more, so that nobody is reminded.
    assert moot.payload == messages.nudge("", "", "nudge").payload


async def test_cards_and_interactions_are_known_still(upgraded: Store) -> None:
    hung = await upgraded.card(RUNNING, 1)

    assert hung is not None
    assert (hung.message_id, hung.channel_id, hung.version) == (80, CHANNEL, 1)
    assert await applied(upgraded, 77) == Applied(RUNNING, 2)


async def test_ids_go_on_counting(upgraded: Store) -> None:
    made = await upgraded.create(new(channel_id=CHANNEL + 9), entry())
    await upgraded.add_outbox(made.id, [messages.card(1)])

    assert made.id == LAST + 1
    assert (await upgraded.due_messages(START))[-1].id == 16


async def test_the_campaigns_go_on(upgraded: Store) -> None:
    assert (await upgraded.commit(change(RUNNING, 2, entries=[entry(3)]))).campaign.version == 3


async def test_a_channel_still_has_one_campaign_and_a_lobby_counts(upgraded: Store) -> None:
    with pytest.raises(CampaignRunningError):
        await upgraded.create(lobby(), None)
    await upgraded.create(lobby(channel_id=CHANNEL + 2), None)
    with pytest.raises(CampaignRunningError):
        await upgraded.create(new(channel_id=CHANNEL + 2), entry())


@pytest.fixture
def reopened(upgraded: Store, path: Path) -> Iterator[Connection]:
    """The upgraded file, by a connection that has not seen it before."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = ON")
        yield connection
    engine.dispose()


@pytest.mark.parametrize(
    ("change_to", "refused"),
    [
        ("campaign SET status = 'lost'", "ck_campaign_status"),
        ("campaign SET images = 'sometimes'", "ck_campaign_images"),
        ("campaign SET clock = NULL", "campaign.clock"),
        (f"campaign SET channel_id = {CHANNEL}, status = 'lobby'", "campaign.channel_id"),
        (f"seat SET campaign_id = 41 WHERE campaign_id = {LAST}", "FOREIGN KEY"),
        (f"deadline SET campaign_id = 41 WHERE campaign_id = {LAST}", "FOREIGN KEY"),
        (f"journal SET campaign_id = 41 WHERE campaign_id = {LAST}", "FOREIGN KEY"),
    ],
)
def test_what_can_not_be_is_refused(reopened: Connection, change_to: str, refused: str) -> None:
    with pytest.raises(IntegrityError, match=refused):
        reopened.execute(text(f"UPDATE {change_to}"))


def described(tables: Inspector, name: str) -> dict[str, object]:
    """A table without the order of its columns, as no statement relies on it."""
    return {
        "columns": {
            (column["name"], str(column["type"]), column["nullable"], column["default"])
            for column in tables.get_columns(name)
        },
        "key": tables.get_pk_constraint(name)["constrained_columns"],
        "foreign keys": {(str(key["name"]), key["referred_table"]) for key in tables.get_foreign_keys(name)},
        "checks": {(str(rule["name"]), rule["sqltext"]) for rule in tables.get_check_constraints(name)},
        "indexes": {
            (
                str(index["name"]),
                tuple(index["column_names"]),
                bool(index["unique"]),
                str(index.get("dialect_options", {}).get("sqlite_where")),
            )
            for index in tables.get_indexes(name)
        },
    }


def test_the_upgraded_tables_are_those_that_the_program_would_make(
    reopened: Connection, tmp_path: Path
) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'made.db'}")
    metadata.create_all(engine)
    with engine.connect() as connection:
        made, found = inspect(connection), inspect(reopened)
        for name in metadata.tables:
            assert described(found, name) == described(made, name)
    engine.dispose()


def test_the_snapshot_stays_the_last_column(reopened: Connection) -> None:
    # Or a list of campaigns would walk through their snapshots.
    assert inspect(reopened).get_columns("campaign")[-1]["name"] == "state"


async def test_a_stray_row_stops_the_upgrade_and_nothing_is_changed(old: Path, clock: Hands) -> None:
    with closing(sqlite3.connect(old)) as other:
        other.execute("INSERT INTO seat VALUES (41, 'france', 1)")
        other.commit()
        before = list(other.iterdump())

    with pytest.raises(StoreError, match="seat"):
        await Store.open(old, clock)

    with closing(sqlite3.connect(old)) as other:
        assert list(other.iterdump()) == before


async def test_a_request_that_waits_and_a_pause_are_kept(path: Path, clock: Hands) -> None:
    first.with_request(path)
    async with await Store.open(path, clock) as store:
        (asked,) = await store.look(partial(requests.open_of, campaign_id=LAST))
        # Whoever had agreed is asked again: seats agreed then, people do now.
        assert (asked.asker_id, asked.version, asked.agreed) == (USER + LAST, 1, [])
        assert msgspec.json.decode(asked.body, type=TakeBack) == TakeBack(campaign=LAST, version=1, back_to=0)
        paused = await store.campaign_head(LAST)
        assert paused is not None
        assert (paused.paused_at, paused.paused_by, paused.paused_as) == (START, None, None)
        assert (paused.ending, paused.several) == (None, False)
        assert [*await store.look(partial(lapses.due, now=START))] == [LAST]
        await store.transact(partial(requests.settle, request_id=asked.id, now=START))
        assert await store.look(partial(requests.open_of, campaign_id=LAST)) == []
    assert check(path) == []


REQUEST = "INSERT INTO request (campaign_id, version, body, agreed, at, settled_at)"


async def test_campaigns_in_which_time_may_end_something_are_looked_at_and_no_others(
    path: Path, clock: Hands
) -> None:
    def write(connection: Connection) -> None:
        for statement, campaign_id in (
            ("UPDATE campaign SET status = 'lobby' WHERE id = :id", SILENT),
            ("UPDATE seat SET until = 1 WHERE campaign_id = :id", ENDED),
            ("UPDATE seat SET offered_at = 1 WHERE campaign_id = :id", FINISHED),
            (f"{REQUEST} VALUES (:id, 1, '', '[]', 1, NULL)", LAST),
            (f"{REQUEST} VALUES (:id, 1, '', '[]', 1, 2)", RUNNING),
        ):
            connection.execute(text(statement), {"id": campaign_id})

    first.of_revision(path, "0010", write)
    async with await Store.open(path, clock) as store:
        assert {*await store.look(partial(lapses.due, now=START))} == {SILENT, ENDED, FINISHED, LAST}
    assert check(path) == []


async def test_posts_keep_their_places_and_the_scenes_of_a_chapter_come_together(
    path: Path, clock: Hands
) -> None:
    notes = {
        f"scene/{RUNNING}/12/10": "7/110/aa11+bb22/goes-on",
        **{f"scene/{RUNNING}/12/{number}": f"7/{100 + number}/aa11/closed" for number in range(10)},
        # It was posted for an old version.
        f"scene/{RUNNING}/2/0": "7/99//over",
        "request:3": "7/200",
        "swept": "2026-01-01T00:00:00+00:00",
    }

    def write(connection: Connection) -> None:
        statement = text("INSERT INTO meta (key, value) VALUES (:key, :value)")
        connection.execute(statement, [{"key": key, "value": value} for key, value in notes.items()])

    first.of_revision(path, "0012", write)
    async with await Store.open(path, clock) as store:
        kept = await store.look(lambda c: {row.key: row.value for row in c.execute(select(meta))})
    scenes, others = (
        {key: value for key, value in kept.items() if key.startswith("scene/") is of} for of in (True, False)
    )
    assert {key: msgspec.json.decode(value, type=list[Hung]) for key, value in scenes.items()} == {
        f"scene/{RUNNING}/12": [
            *(Hung(7, 100 + number, "aa11", "", Phase.CLOSED) for number in range(10)),
            Hung(7, 110, "aa11", "bb22", Phase.GOES_ON),
        ],
        f"scene/{RUNNING}/2": [Hung(7, 99, "", "", Phase.OVER)],
    }
    assert msgspec.json.decode(others["request:3"], type=Post) == Post(7, 200)
    assert others["swept"] == notes["swept"]
