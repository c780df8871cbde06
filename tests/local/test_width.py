"""The page at the local table is as wide as its window, in Chromium."""

from __future__ import annotations

import json

from playwright.async_api import BrowserContext, Route, expect

from bot.local.host import open_table
from tests.local.herald import Herald
from tests.support.page import TablePage

WIDE, HIGH = 400, 850
ROOM = """app => {
    const { width, height } = app.getBoundingClientRect();
    return [width, height, app.parentElement.scrollWidth];
}"""


async def test_the_page_fits_a_window_of_which_the_table_has_not_heard(browser: BrowserContext) -> None:
    """SimCord refuses a new size that comes together with a message, and the page does not send it again."""
    refused: list[str] = []

    async def late(route: Route) -> None:
        asked = json.loads(route.request.post_data or "{}")
        if asked.get("kind") == "configure_presentation":
            refused.append(asked["kind"])
            asked["published_revision"] = 0
        await route.continue_(post_data=json.dumps(asked))

    async with open_table(Herald) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.page.route("**/api/action", late)
        await page.page.set_viewport_size({"width": WIDE, "height": HIGH})
        await page.slash("/card")
        await page.last_image()
        assert refused
        await expect(page.page.get_by_role("button", name="Advance")).to_be_in_viewport(ratio=1)
        wide, high, scrolled = await page.page.locator("#preview-app").evaluate(ROOM)
        assert wide == scrolled == WIDE
        assert high < HIGH
        # A long description of an option does not push the page aside.
        await page.page.locator("#channel-composer-input").fill("/think")
        await page.page.locator(".command-entry").click()
        await expect(page.page.locator(".command-context-detail")).to_contain_text("For how many seconds")
        assert await page.page.locator("#preview-app").evaluate("app => app.scrollWidth") == WIDE
