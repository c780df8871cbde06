"""A campaign's life at the table in Chromium, with the real bot and three people: from lobby to summary."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext

from bot.local.host import Table, open_table
from tests.outposts.bot.table import bot_on
from tests.support.page import Message, TablePage

pytestmark = pytest.mark.nightly(seconds=10)

CHIT = "Chit and recruit …"


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A table with *Outposts*, at which nothing may go wrong."""
    lines: list[str] = []
    async with open_table(
        partial(bot_on, tmp_path / "table.db"), channel="vendee", report=lines.append
    ) as opened:
        yield opened
    assert lines == []


async def begun(browser: BrowserContext, table: Table) -> TablePage:
    """Camille has opened the seats and taken Blue, Dominique White; Maxime watches."""
    page = await TablePage.open(await browser.new_page(), table.url)
    await page.slash("/campaign new", {"game": "Outposts", "clock": "two days", "seats": "open"})
    await page.click_button("Take Blue")
    await page.switch_player("Dominique")
    await page.click_button("Take White")
    return page


async def commits(page: TablePage, player: str, choice: str) -> Message:
    """A player gives their commitment on the panel, which is returned."""
    await page.switch_player(player)
    await page.click_button("Play")
    await page.select(CHIT, choice)
    return await page.last_private()


async def attacked(browser: BrowserContext, table: Table) -> TablePage:
    """Blue, who is first by its chit, has attacked Mortagne: White is asked out of turn."""
    page = await begun(browser, table)
    await commits(page, "Dominique", "Chit 1, recruit in Mortagne")
    await commits(page, "Camille", "Chit 6, recruit in Clisson")
    await page.select("March from Clisson …", "Clisson to Mortagne: 3 foot")
    return page


async def test_commitments_are_secret_until_both_are_given(browser: BrowserContext, table: Table) -> None:
    page = await begun(browser, table)
    given = await commits(page, "Dominique", "Chit 1, recruit in Mortagne")
    assert "chit 1, a recruit in Mortagne" in given.text
    await page.switch_player("Maxime")
    card = await page.card()
    assert "✅ White · @Dominique · submitted" in card.text
    assert "⏳ Blue · @Camille · to decide" in card.text
    await page.click_button("Play")
    refusal = await page.last_private()
    assert "You can watch this campaign, but not play in it:" in refusal.text
    assert refusal.buttons == ()
    assert not any("chit 1, a recruit" in message.text for message in await page.messages())

    await commits(page, "Camille", "Chit 6, recruit in Clisson")

    await page.switch_player("Maxime")
    revealed = (await page.card()).text
    assert "Revealed: Blue chit 6, a recruit in Clisson · White chit 1, a recruit in Mortagne." in revealed
    assert "March with one stack or pass · Blue, @Camille" in revealed


async def test_campaign_is_interrupted_undone_paused_leafed_through_and_ended(
    browser: BrowserContext, table: Table
) -> None:
    page = await attacked(browser, table)
    await page.switch_player("Dominique")
    assert "@Dominique (White): Retreat, stand or call the guns in Mortagne" in (await page.public())[-1].text
    await page.click_button("Play")
    await page.select("Answer the attack …", "Call the guns")
    assert "calls the guns" in (await page.card()).text

    await page.slash("/campaign undo")
    await page.click_button("Ask the others")
    await page.slash("/my games")
    assert "Outposts" in (await page.last_private()).text
    await page.switch_player("Camille")
    asked = next(message for message in await page.public() if "Agree" in message.buttons)
    assert asked.text.startswith("↩️ @Camille: @Dominique asks to take back 1 action")
    await page.click_button("Agree")
    assert "Retreat, stand or call the guns in Mortagne · White, @Dominique" in (await page.card()).text

    await page.slash("/campaign pause", {"reason": "Harvest."})
    await page.switch_player("Dominique")
    await page.click_button("Agree")
    await page.switch_player("Camille")
    stopped = await page.card()
    assert "⏸️" in stopped.text
    await page.slash("/campaign resume")
    assert (await page.public())[-1].text.startswith("📣 @Dominique (White): Retreat, stand or call the guns")

    await page.slash("/campaign replay")
    await page.click_button("Step by step")
    await page.click_button("⏮")
    leaf = await page.last_private()
    assert "Step 1 of 4, as seen by Blue" in leaf.text
    assert leaf.images[0].startswith("Map of Outposts, day 1.")

    await page.slash("/campaign concede")
    await page.click_button("Concede")
    summary = (await page.public())[-1]
    assert summary.text.startswith("📜 Outposts is over.")
    assert "Conceded" in summary.images[0]
    assert not any("Play" in message.buttons for message in await page.messages())


async def test_lobby_is_shown_again_at_the_next_opening(browser: BrowserContext, tmp_path: Path) -> None:
    create = partial(bot_on, tmp_path / "table.db")
    async with open_table(create, channel="vendee") as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.slash("/campaign new", {"game": "Outposts", "seats": "open"})
        await page.click_button("Take Blue")
    async with open_table(create, channel="vendee") as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        *_, card = await page.messages()
        assert "Blue @Camille" in card.text
        assert "Take White" in card.buttons
