"""Disk, database and fonts fail for real: a clear message, a traceback in the log only, nothing lost."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from bot.campaigns import messages
from bot.outbox.outbox import Outbox
from bot.store import (
    Campaign,
    DatabaseCorrupt,
    DatabaseLocked,
    NewerSchemaError,
    OutboxRow,
    Unwritable,
    schema,
)
from bot.store.rows import campaigns
from render import fonts
from tests.store.builders import content, damage, write
from tests.support.bot_fixtures import Tables
from tests.support.table import Table, controls, said, text, whispered

ANTHEM = "Aux armes, citoyens! " * 500
INCIDENT = re.compile(r"\(incident `([0-9a-f]{6})`\)")


def incident_in(table: Table, told: str) -> str:
    """The traceback in the log under the number that was told; nothing of it was told itself."""
    number = INCIDENT.search(told)
    assert number is not None
    records = [r for r in table.incidents.take() if number[1] in r.getMessage()]
    assert len(records) == 1
    assert records[0].exc_info is not None
    assert "Nothing was lost" in told
    assert "Traceback" not in told
    assert str(table.db_path) not in told
    return logged(records[0])


def logged(record: logging.LogRecord) -> str:
    """A log record as it is written, with its traceback."""
    return logging.Formatter().format(record)


@contextmanager
def locked(table: Table) -> Iterator[None]:
    """Another program holds the database."""
    with closing(sqlite3.connect(table.db_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def on_file(table: Table, statement: str) -> Any:
    """Give SQLite a statement of its own; gives the first value of its answer."""
    assert table.db_path.exists()
    return await table.bot.store.database.write(lambda c: c.exec_driver_sql(statement).scalar())


async def impatient(table: Table) -> None:
    """Do not wait long for other programs."""
    await on_file(table, "PRAGMA busy_timeout = 20")


async def test_a_locked_database_changes_nothing_and_says_so(table: Table) -> None:
    await table.new()
    await impatient(table)
    before = await table.snapshot()
    with locked(table):
        told = said(await table.camille.slash(table.channel, "levee political", marker="republic"))
        assert await table.snapshot() == before
        assert "**Government**" in said(await table.camille.slash(table.channel, "campaign status"))

    assert told.startswith("Another program has locked the saved games.")
    assert "DatabaseLocked" in incident_in(table, told)
    await table.camille.slash(table.channel, "levee political", marker="republic")
    assert await table.actions() == ["political republic"]


async def test_a_press_meets_a_locked_database(table: Table) -> None:
    await table.new()
    await impatient(table)
    control = controls(table.card())[0]
    with locked(table):
        told = whispered(await table.press(control))
    assert "DatabaseLocked" in incident_in(table, told)
    assert whispered(await table.press(control)) == ""
    assert await table.actions() == [control.action]


async def test_the_dice_of_a_failed_action_are_rolled_again_alike(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.new()
    await table.new(channel=hall)
    await impatient(table)
    with locked(table):
        await table.camille.slash(table.channel, "levee political", marker="republic")
    table.incidents.take()
    await table.camille.slash(table.channel, "levee political", marker="republic")
    await table.camille.slash(hall, "levee political", marker="republic")
    assert (await table.campaign(1)).state == (await table.campaign(2)).state


async def test_a_card_that_was_posted_but_not_noted_goes_out_under_the_same_nonce(table: Table) -> None:
    await impatient(table)
    await table.bot.campaigns.new(table.wish())
    with locked(table), pytest.raises(DatabaseLocked):
        await table.bot.outbox.drain()
    # Another process does not know of it.
    await table.restart()
    await table.sweep(60)
    once, again = [post["nonce"] for post in table.posts()]
    assert once == again
    assert await table.unsaid() == []


async def test_while_the_database_takes_nothing_nothing_is_posted_twice(table: Table) -> None:
    await impatient(table)
    await table.new()
    said = [messages.say("hear, hear"), messages.say("on a topic", topic="topic")]
    await table.bot.store.add_outbox(1, said)
    with locked(table):
        # Discord knows a nonce for some minutes only.
        for _minute in range(9):
            with suppress(DatabaseLocked):
                await table.bot.outbox.drain()
            await table.env.advance_time(60)
    table.incidents.take()
    for _minute in range(3):
        await table.sweep(60)
    assert [post.get("content") for post in table.posts()[1:]] == ["hear, hear", "on a topic"]
    assert await table.unsaid() == []


async def test_a_drain_ends_only_when_all_that_it_sends_has_ended(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.new()
    await table.new(channel=hall)
    store = table.bot.store
    await impatient(table)
    for campaign_id in (1, 2):
        await store.add_outbox(campaign_id, [messages.say("hear, hear")])
    ended = []

    async def post(row: OutboxRow, campaign: Campaign) -> None:
        # The second campaign is slow: the first has met the locked database long before it is done.
        for _ in range(3 if campaign.id == 2 else 0):
            with suppress(DatabaseLocked):
                await store.transact(lambda connection: None)
        ended.append(campaign.id)

    outbox = Outbox(store, {messages.SAY: post}, table.bot.parking, table.env.now)
    with locked(table), pytest.raises(DatabaseLocked):
        await outbox.drain()
    assert ended == [1, 2]


async def test_the_sweep_waits_for_a_locked_database(table: Table) -> None:
    await table.new(clock="none nudge 1h")
    await impatient(table)
    await table.env.advance_time(3601)
    with locked(table):
        await table.bot.sweep()
    assert len(table.posts()) == 1
    await table.sweep()
    assert "the tocsin rings" in table.posts()[-1]["content"]


async def test_a_full_disk_changes_nothing_and_says_so(table: Table) -> None:
    await table.new()
    before = await table.snapshot()
    pages = await on_file(table, "PRAGMA page_count")
    await on_file(table, f"PRAGMA max_page_count = {pages}")

    for _ in range(50):
        told = said(await table.camille.slash(table.channel, "levee done"))
        if "incident" in told:
            break
        before = await table.snapshot()

    assert told.startswith("The disk is full, so I can't save anything.")
    assert "DiskFull" in incident_in(table, told)
    assert await table.snapshot() == before
    await on_file(table, f"PRAGMA max_page_count = {pages * 9}")
    assert "incident" not in said(await table.camille.slash(table.channel, "levee done"))
    assert len(await table.actions()) == len(before[2]) + 1
    await table.verify()


async def test_a_file_that_is_no_database_stops_the_start_and_is_left_alone(
    closed_table: Tables, database: Path
) -> None:
    write(database, ANTHEM)
    table = await closed_table()
    with pytest.raises(DatabaseCorrupt, match="damaged or not a database"):
        await table.start()
    assert content(database) == ANTHEM.encode()


async def test_a_database_of_a_newer_program_stops_the_start_and_is_left_alone(
    closed_table: Tables, database: Path
) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
        before = list(connection.iterdump())
    table = await closed_table()
    with pytest.raises(NewerSchemaError, match="install the newer program that wrote it"):
        await table.start()
    with closing(sqlite3.connect(database)) as connection:
        assert list(connection.iterdump()) == before


async def test_a_database_whose_folder_cannot_be_made_stops_the_start(
    closed_table: Tables, tmp_path: Path
) -> None:
    write(tmp_path / "file", "not a folder")
    table = await closed_table(database=tmp_path / "file" / "tocsin.db")
    with pytest.raises(Unwritable, match="can't be made"):
        await table.start()


async def test_a_state_that_cannot_be_read_is_an_incident_and_other_campaigns_go_on(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.new()
    await table.new(channel=hall)
    await table.bot.store.database.write(
        lambda c: c.exec_driver_sql("UPDATE campaign SET state = '{}' WHERE id = 1").close()
    )
    told = said(await table.camille.slash(table.channel, "levee done"))
    assert "ValidationError" in incident_in(table, told)
    assert "incident" not in said(await table.camille.slash(hall, "levee done"))
    assert await table.actions(2) == ["end"]


async def test_what_is_about_all_campaigns_of_a_person_goes_on_beside_one_that_can_not_be_read(
    table: Table,
) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.new()
    await table.new(channel=hall)
    damaged = partial(campaigns.alter, campaign_id=1, state=b"{}")
    await table.bot.store.transact(damaged, campaign_id=1)
    await table.restart()
    listed = said(await table.camille.slash(hall, "my games"))
    assert f"<#{hall.id}>" in listed
    kept = said(await table.camille.slash(hall, "my hours", zone="UTC", quiet="23:00-08:00"))
    assert "23:00" in kept
    asked = await table.camille.slash(hall, "privacy forget")
    assert asked.response is not None
    (button,) = [each for each in controls(asked.response.message) if each.label == "Forget me"]
    told = await table.camille.click(asked.response.message, custom_id=button.custom_id)
    assert "You are forgotten" in whispered(told)
    assert [(await table.campaign(each)).seats for each in (1, 2)] == [{}, {}]


async def test_damage_inside_the_file_is_an_incident(closed_table: Tables, database: Path) -> None:
    table = await closed_table()
    await table.start()
    for place in range(12):
        await table.new(channel=table.guild.create_text_channel(f"hall-{place}"))
    await table.new()
    await table.bot.close()
    damage(database, 4096)
    with pytest.raises(DatabaseCorrupt, match="is damaged"):
        await table.start()


async def test_a_campaign_waits_for_its_pack(table: Table) -> None:
    campaign = await table.new()
    store = table.bot.store

    async def play_with(pack: str) -> None:
        await store.database.write(lambda c: c.execute(update(schema.campaign).values(pack=pack)).close())

    await play_with("somebody's own")
    for command in ("levee done", "campaign status", "levee card", "help"):
        told = said(await table.camille.slash(table.channel, command))
        assert "the pack somebody's own, which is not installed here" in told
        assert "Nothing is lost" in told
    await play_with(campaign.pack)
    assert "not installed" not in said(await table.camille.slash(table.channel, "levee done"))
    assert await table.actions() == ["end"]


@pytest.fixture
def no_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for role in fonts.FILES:
        monkeypatch.setitem(fonts.FILES, role, "gone.ttf")
    fonts.face.cache_clear()
    yield
    fonts.face.cache_clear()


async def test_a_campaign_whose_pack_is_gone_can_be_ended(table: Table) -> None:
    await table.new()
    await table.bot.store.database.write(
        lambda c: c.exec_driver_sql("UPDATE campaign SET pack = 'gone@1' WHERE id = 1").close()
    )
    campaign = await table.campaign()
    await table.bot.campaigns.end(campaign, version=campaign.version)
    assert (await table.campaign()).status == "ended"


@pytest.mark.usefixtures("no_fonts")
async def test_without_fonts_a_campaign_goes_on_without_its_map(table: Table) -> None:
    await table.new(images="every-action")
    assert table.card().attachments == []
    await table.press(controls(table.card())[0])
    assert len(await table.actions()) == 1
    assert len(table.cards()) == 1
    assert text(table.card()).startswith("## Turn 1")
    records = table.incidents.take()
    assert len(records) == 2
    assert all("drawing the map of campaign 1" in record.getMessage() for record in records)
    assert "gone.ttf can't be read" in logged(records[0])


@pytest.mark.usefixtures("no_fonts")
async def test_without_fonts_a_map_that_is_asked_for_is_an_incident(table: Table) -> None:
    await table.new()
    told = said(await table.camille.slash(table.channel, "campaign map"))
    assert "gone.ttf can't be read" in incident_in(table, told)


async def test_a_map_that_could_not_be_drawn_for_a_while_comes_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as without:
        for role in fonts.FILES:
            without.setitem(fonts.FILES, role, "gone.ttf")
        fonts.face.cache_clear()
        await table.new(images="every-turn")
    fonts.face.cache_clear()
    assert len(table.incidents.take()) == 1
    await table.press(controls(table.card())[0])
    assert len(await table.actions()) == 1
    await table.camille.slash(table.channel, "levee done")
    assert len(table.card().attachments) == 1
