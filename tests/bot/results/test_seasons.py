"""Campaigns that are over are archived by a server's setting; what they prove stays provable."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest
from sqlalchemy import func, select, text

from bot.moderation.seasons import AT_ONCE
from bot.store import Ended, rows
from bot.store.schema import chapter_start, journal, sight
from bot.store.spectator_tables import archive
from engines.core.record import Record
from tests.bot.campaigns.test_places import thread_of
from tests.bot.results.test_page import checked, made, texts
from tests.outposts.bot.test_campaigns import played_out
from tests.outposts.game.engine.title import Outposts
from tests.support.life import DAY, Life

KEPT = 30


async def count(life: Life, table: Any) -> int:
    """The rows of a table that campaign 1 has."""
    query = select(func.count()).select_from(table).where(table.c.campaign_id == 1)
    number = await life.table.bot.store.look(lambda connection: connection.scalar(query))
    assert number is not None
    return number


async def season(life: Life) -> None:
    """A server that archives after thirty days, with a campaign that was played out and one that goes on."""
    told = await life.types(life.therese, "settings", keep=KEPT)
    assert "**Archived** 30 days after the end" in told
    await life.outposts()
    await played_out(life.table.bot.campaigns, 1)
    await life.table.bot.outbox.drain()
    life.hall = life.guild.create_text_channel("square")
    await life.outposts()
    await life.committed()


async def later(life: Life, days: int) -> None:
    """So many days later."""
    await life.env.advance_time(days * DAY)
    # A leap of the clock is not believed at once.
    for _time in range(3):
        await life.table.sweep(900)


async def test_a_campaign_is_archived_when_its_time_has_come(life: Life) -> None:
    await season(life)
    store = life.table.bot.store
    before = await store.journal(1)
    record = await life.table.record()
    await later(life, KEPT - 1)
    assert await count(life, archive) == 0
    await later(life, 2)
    assert await count(life, archive) == 1
    assert await count(life, journal) == 1
    for spent in (chapter_start, sight):
        assert await count(life, spent) == 0
    after = await store.journal(1)
    assert after == [msgspec.structs.replace(row, user_id=None) for row in before]
    assert await life.table.record() == record
    assert (await life.table.verify()).entries == len(before) - 1
    assert (await life.table.campaign(2)).status == "running"
    assert len(await store.journal(2)) > 1
    await later(life, 1)
    assert await count(life, archive) == 1


async def test_an_archived_campaign_is_still_read_and_replayed(life: Life) -> None:
    await season(life)
    hall, life.hall = life.hall, life.table.channel
    store = life.table.bot.store
    last = (await store.journal(1))[-1]
    chapters = {
        number: await store.journal_of_chapter(1, number) for number in range(1, last.chapter_after + 1)
    }
    log = await life.types(life.lucien, "campaign log", turn=1)
    await later(life, KEPT + 1)
    assert await count(life, archive) == 1
    for number, entries in chapters.items():
        old = await store.journal_of_chapter(1, number)
        assert [row.seq for row in old] == [row.seq for row in entries]
    tail = await store.journal(1, last.seq)
    assert [row.seq for row in tail] == [last.seq]
    assert await life.types(life.lucien, "campaign log", turn=1) == log
    assert "Blue" in await life.types(life.lucien, "campaign status")
    assert (await life.slash(life.lucien, "campaign replay")).response is not None
    assert (await life.slash(life.lucien, "campaign export")).response is not None
    life.hall = hall


async def test_the_thread_of_an_archived_campaign_is_locked(life: Life) -> None:
    await life.types(life.therese, "settings", keep=KEPT)
    thread = await thread_of(life, discord.ChannelType.public_thread)
    await life.outposts()
    await played_out(life.table.bot.campaigns, 1)
    await life.table.bot.outbox.drain()
    await later(life, KEPT + 1)
    kept = life.env.backend.channels[thread.id].thread_metadata
    assert kept is not None
    assert kept.archived
    assert kept.locked


async def test_a_thread_in_which_another_campaign_goes_on_stays_open(life: Life) -> None:
    await life.types(life.therese, "settings", keep=KEPT)
    thread = await thread_of(life, discord.ChannelType.public_thread)
    await life.outposts()
    await played_out(life.table.bot.campaigns, 1)
    await life.table.bot.outbox.drain()
    await life.outposts()
    await later(life, KEPT + 1)
    assert await count(life, archive) == 1
    kept = life.env.backend.channels[thread.id].thread_metadata
    assert kept is not None
    assert not kept.locked


def keep_reviews(folder: Path) -> None:
    """Reviews of three campaigns."""
    folder.mkdir(parents=True)
    for name in ("1-en.json", "1-fr.json", "2-en.json", "11-en.json"):
        (folder / name).write_bytes(b"{}")


def kept_reviews(folder: Path) -> list[str]:
    """The reviews that are left."""
    return sorted(file.name for file in folder.iterdir())


async def test_reviews_of_an_archived_campaign_go(life: Life) -> None:
    await season(life)
    keep_reviews(life.table.bot.reviews._folder)
    await later(life, KEPT + 1)
    assert kept_reviews(life.table.bot.reviews._folder) == ["11-en.json", "2-en.json"]


async def test_results_and_their_page_stay_as_they_were(
    life: Life, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOCSIN_DATABASE", str(life.table.db_path))
    monkeypatch.setattr("bot.app.client.all_titles", lambda _: [Outposts()])
    await season(life)
    of_guild = partial(rows.results.of_guild, guild_id=life.guild.id)
    before, record = await life.table.bot.store.look(of_guild), await life.table.record()
    assert (await made(life, tmp_path / "before")).status == 0
    await later(life, KEPT + 1)
    assert await count(life, archive) == 1
    assert await life.table.bot.store.look(of_guild) == before
    assert (await made(life, tmp_path / "after")).status == 0
    old, new = texts(tmp_path / "before"), texts(tmp_path / "after")
    # What is usual may be left out; the values are the same.
    assert [msgspec.json.decode(each.pop("records/1.json"), type=Record) for each in (old, new)] == [
        record
    ] * 2
    assert new == old
    ran = await checked(tmp_path / "after")
    assert (ran.status, ran.err) == (0, "")


async def test_nothing_is_archived_where_the_server_does_not_want_it(life: Life) -> None:
    await season(life)
    await life.types(life.therese, "settings", clear="keep_days")
    await later(life, 400)
    assert await count(life, archive) == 0
    assert await count(life, journal) > 1


async def test_campaigns_that_can_not_be_archived_hold_up_no_others(life: Life) -> None:
    await life.types(life.therese, "settings", keep=KEPT)
    for number in range(1, AT_ONCE + 3):
        life.hall = life.guild.create_text_channel(f"hall-{number}")
        await life.outposts()
        over = await life.table.campaign(number)
        ending = Ended("conceded", "blue", by=life.camille.id)
        await life.table.bot.campaigns.end(over, version=over.version, ending=ending)
        await life.env.advance_time(60)
    spoilt = text("UPDATE journal SET draws = '{}' WHERE campaign_id <= :most AND seq = 0")
    await life.table.bot.store.transact(lambda connection: connection.execute(spoilt, {"most": AT_ONCE}))
    await later(life, KEPT + 1)
    archived = await life.table.bot.store.look(
        lambda connection: connection.scalars(select(archive.c.campaign_id)).all()
    )
    assert sorted(archived) == [AT_ONCE + 1, AT_ONCE + 2]
    assert len(life.table.incidents.take()) == AT_ONCE
    # They are tried again the next day.
    await life.table.sweep(DAY)
    assert len(life.table.incidents.take()) == AT_ONCE
