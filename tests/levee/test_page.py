"""*Levée en Masse* at the table in Chromium, with the real bot: from `/campaign new` to the next turn."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext

from bot.app.client import create_bot
from bot.local.host import Table, open_table
from bot.settings import Settings
from tests.support.page import TablePage

WIDE = 1600

by_night = pytest.mark.nightly(seconds=10)


def table_on(database: Path, lines: list[str]) -> AbstractAsyncContextManager[Table]:
    settings = Settings(database=database)
    return open_table(lambda clock: create_bot(settings, clock=clock), report=lines.append)


async def started(browser: BrowserContext, table: Table) -> TablePage:
    page = await TablePage.open(await browser.new_page(), table.url)
    await page.slash("/campaign new", {"game": "Levée"})
    return page


@by_night
async def test_campaign_begins_with_a_wide_map_and_its_alt_text(
    browser: BrowserContext, tmp_path: Path
) -> None:
    lines: list[str] = []
    async with table_on(tmp_path / "table.db", lines) as table:
        page = await started(browser, table)
        picture = await page.last_image()
        assert picture.width >= WIDE
        assert "Paris" in picture.alt
        card = (await page.messages())[-1]
        assert card.author == "Tocsin"
        assert card.text.startswith("Turn 1 ·")
    assert lines == []


async def test_action_typed_and_completed_draws_a_new_map(browser: BrowserContext, tmp_path: Path) -> None:
    lines: list[str] = []
    async with table_on(tmp_path / "table.db", lines) as table:
        page = await started(browser, table)
        before = await page.last_image()
        await page.slash("/levee political", {"marker": "rep"})
        after = await page.last_image()
        assert after.source != before.source
        assert after.width >= WIDE
        *_, told = [message for message in await page.messages() if message.private]
        assert "Republic" in told.text
    assert lines == []


@by_night
async def test_turn_is_ended_with_a_button_and_the_next_headline_follows(
    browser: BrowserContext, tmp_path: Path
) -> None:
    lines: list[str] = []
    async with table_on(tmp_path / "table.db", lines) as table:
        page = await started(browser, table)
        await page.click_button("End the turn")
        await page.click_button("End the turn all the same")
        cards = [message for message in await page.messages() if message.text.startswith("Turn ")]
        assert cards[-1].text.startswith("Turn 2 ·")
        assert cards[-2].buttons == ()
    assert lines == []


@by_night
async def test_second_player_watches_but_may_not_play(browser: BrowserContext, tmp_path: Path) -> None:
    lines: list[str] = []
    async with table_on(tmp_path / "table.db", lines) as table:
        page = await started(browser, table)
        board = await page.last_image()
        await page.switch_player("Dominique")
        assert (await page.last_image()).alt == board.alt
        await page.slash("/levee done")
        refusal = (await page.messages())[-1]
        assert refusal.private
        cards = [message.text for message in await page.messages() if message.text.startswith("Turn ")]
        assert len(cards) == 1
        assert cards[0].startswith("Turn 1 ·")
    assert lines == []


@by_night
async def test_campaign_goes_on_at_the_next_opening(browser: BrowserContext, tmp_path: Path) -> None:
    lines: list[str] = []
    async with table_on(tmp_path / "table.db", lines) as table:
        page = await started(browser, table)
        heading = (await page.messages())[-1].text.splitlines()[0]
    async with table_on(tmp_path / "table.db", lines) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        assert await page.messages() == []
        await page.slash("/campaign show")
        cards = [message.text for message in await page.messages() if message.text.startswith("Turn ")]
        assert [card.splitlines()[0] for card in cards] == [heading]
        assert (await page.last_image()).width >= WIDE
    assert lines == []
