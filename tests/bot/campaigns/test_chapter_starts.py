"""The position in which a chapter began is a row: no card replays a journal to find it out."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, select

from bot.campaigns.chapters import Chapters
from bot.campaigns.progress import Progress
from bot.store import JournalRow
from bot.store.rows import chapter_starts
from bot.store.schema import chapter_start
from engines.core.record import replay
from tests.support.statements import heard
from tests.support.table import Table


async def boards(table: Table) -> list[tuple[JournalRow, Any]]:
    """The entries that stand, each with the board after it."""
    campaign = await table.campaign()
    rows = await table.bot.store.journal(campaign.id)
    title, record = table.bot.campaigns.title_of(campaign), await table.bot.campaigns.record(campaign)
    played = {step.number: step.state for step in replay(title, record)}
    return [(row, played[row.seq]) for row in rows if row.undone_by is None and row.kind != "undo"]


async def stored(table: Table) -> dict[int, Any]:
    """The boards that are stored, by chapter."""
    title = table.bot.campaigns.title_of(await table.campaign())
    chapters = await table.bot.store.look(lambda c: list(c.scalars(select(chapter_start.c.chapter))))
    found = {}
    for chapter in chapters:
        state = await table.bot.store.look(partial(chapter_starts.of, campaign_id=1, chapter=chapter))
        assert state is not None
        found[chapter] = msgspec.json.decode(state, type=title.state_type)
    return found


async def act(table: Table, chooser: Random) -> bool:
    """Take one action at random; whether the game goes on."""
    await table.bot.campaigns.take(1, table.camille.id, chooser.choice(await table.legal()))
    return (await table.campaign()).status == "running"


async def take_back(table: Table, back_to: int) -> None:
    """Return to an entry, as a moderator."""
    campaigns = table.bot.campaigns
    async with campaigns.writing(1):
        campaign = await campaigns.by_id(1)
        standing = await boards(table)
        state = next(board for row, board in standing if row.seq == back_to)
        progress = Progress(campaigns.title_of(campaign), campaign)
        taken = sum(row.seq > back_to for row, _ in standing)
        progress.undo(back_to, state, taken, user_id=table.camille.id, source="moderator")
        await campaigns.commit(progress, user_id=table.camille.id)


@pytest.mark.parametrize("seed", ["one", "two", "three"])
async def test_each_row_is_the_last_board_before_its_chapter(table: Table, seed: str) -> None:
    await table.new(seed=seed)
    chooser, undos = Random(seed), 0
    for number in range(60):
        if not await act(table, chooser):
            break
        standing = await boards(table)
        if number % 9 == 8:
            undos += 1
            row, _ = chooser.choice(standing[:-1])
            await take_back(table, row.seq)
            standing = await boards(table)
        for chapter, board in (await stored(table)).items():
            before = [after for row, after in standing if row.chapter_after < chapter]
            assert board == (before[-1] if before else standing[0][1])
    assert undos > 0


async def test_a_card_of_a_campaign_that_is_not_kept_in_memory_reads_no_journal(table: Table) -> None:
    campaign = await table.new()
    chooser = Random("card")
    while table.bot.campaigns.chapter_of(campaign) < 3:
        assert await act(table, chooser)
        campaign = await table.campaign()
    title, number = table.bot.campaigns.title_of(campaign), table.bot.campaigns.chapter_of(campaign)
    known = await table.bot.campaigns.history.start(campaign, title, number)
    asked: list[str] = []

    with heard(lambda statement, values: asked.append(statement)):
        found = await Chapters(table.bot.store).start(campaign, title, number)

    assert found == known
    assert [statement for statement in asked if "journal" in statement] == []


async def test_an_old_database_is_filled_as_it_is_read(table: Table) -> None:
    campaign = await table.new()
    chooser = Random("old")
    while table.bot.campaigns.chapter_of(campaign) < 3:
        assert await act(table, chooser)
        campaign = await table.campaign()
    title, before = table.bot.campaigns.title_of(campaign), await stored(table)
    await table.bot.store.transact(lambda c: c.execute(delete(chapter_start)))

    for number in sorted(before, reverse=True):
        await Chapters(table.bot.store).start(campaign, title, number)

    assert await stored(table) == before
