"""One telephone screen, in Chromium with the real bot: picture, result and controls."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import BrowserContext, expect

from bot.games.registry import game_of
from data.games import GAMES, half
from tests.levee.test_page import table_on
from tests.support.page import TablePage

pytestmark = pytest.mark.nightly(seconds=30)

HIGH = 850
AGAINST = "Against the automatic player …"
AROUND = 48 + 44 + 16
"""The channel's name above and the composer below, with its margin; the toolbar is the local table's own."""
HEIGHT = """(image, edge) => {
    const message = image.closest('.channel-message');
    const controls = [...message.querySelectorAll('.component-button, .select-trigger')];
    const bottom = Math.max(...controls.map(each => each.getBoundingClientRect().bottom));
    return bottom - image.getBoundingClientRect()[edge];
}"""


async def height(page: TablePage, edge: Literal["top", "bottom"] = "top") -> float:
    """Pixels from an edge of the newest picture to the foot of the last control of its message."""
    await page.last_image()
    image = page.page.locator("#channel-message-list .gallery-image").last
    taken: float = await image.evaluate(HEIGHT, edge)
    return taken


async def test_picture_result_and_controls_of_every_game_fit_one_screen(
    browser: BrowserContext, tmp_path: Path
) -> None:
    """In Levée when an action has ended its turn; of a panel, picture, result and controls."""
    async with table_on(tmp_path / "table.db", []) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.page.set_viewport_size({"width": 400, "height": HIGH})
        taken = {}
        for name in GAMES:
            channel, title = game_of(name).channel, half(name, "engine").name
            if name != GAMES[0]:
                await page.slash("/table", {"channel": channel})
            await expect(page.page.locator("#channel-name")).to_have_text(channel)
            await page.slash("/help")
            if half(name, "engine").advises:
                await page.click_button(f"Play {title}")
                await page.click_button("Republic +1")
                await page.click_button("Republic +1")
                taken[name] = await height(page)
            else:
                first = next(iter(half(name, "engine").seat_names.values()))
                await page.select(AGAINST, f"{first}: {title}")
                taken[name] = await height(page)
                await page.click_button("Play")
                # What is being written stands between the map and its controls, as long as it is.
                edge: Literal["top", "bottom"] = "bottom" if game_of(name).presenter.has_sheets else "top"
                taken[f"{name}, panel"] = await height(page, edge)
        assert {name: fits for name, fits in taken.items() if fits > HIGH - AROUND} == {}
