"""Places on a map at the local table, in Chromium with the real bot: a press chooses, a second confirms."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Locator, expect

from bot.games.registry import game_of
from bot.local.host import Table
from tests.core.play import TITLES
from tests.levee.test_page import table_on
from tests.local.test_access import named, tree
from tests.local.test_telephone import AGAINST, against
from tests.support.page import TablePage

pytestmark = pytest.mark.nightly(seconds=15)

SCREENS = (("light", 400, 850), ("dark", 1280, 900))
GAME, SEAT = "grande-armee", "allied"


async def panel_of(browser: BrowserContext, table: Table, scheme: str, wide: int, high: int) -> TablePage:
    """The first panel of a game with a large map against the automatic player."""
    page = await TablePage.open(await browser.new_page(), table.url)
    await page.page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
    await page.page.set_viewport_size({"width": wide, "height": high})
    await page.slash("/table", {"channel": game_of(GAME).channel})
    await expect(page.page.locator("#channel-name")).to_have_text(game_of(GAME).channel)
    await page.slash("/help")
    await page.select(AGAINST, against(TITLES[GAME], SEAT))
    await page.click_button("Play")
    return page


def places(page: TablePage) -> Locator:
    """The places on the newest map."""
    return page.page.locator(".places").last.locator("polygon")


async def options(page: TablePage) -> list[str]:
    """All that the lists and buttons of the newest message offer."""
    message = page.page.locator(".channel-message").last
    return [
        *await message.locator(".select-option .option-label").all_text_contents(),
        *await message.locator(".component-button").all_text_contents(),
    ]


@pytest.mark.parametrize(("scheme", "wide", "high"), SCREENS)
async def test_a_place_is_chosen_by_one_press_and_confirmed_by_a_second(
    browser: BrowserContext, tmp_path: Path, scheme: str, wide: int, high: int
) -> None:
    lines: list[str] = []
    async with table_on(tmp_path / "table.db", lines) as table:
        page = await panel_of(browser, table, scheme, wide, high)
        first = places(page).first
        await expect(first).to_be_visible()
        label = await first.get_attribute("aria-label") or ""
        before = await page._last_action()
        await first.focus()
        await page.page.keyboard.press("Enter")
        await expect(first).to_have_attribute("aria-pressed", "true")
        note = page.page.locator(".place-note:not([hidden])")
        await expect(note).to_contain_text("Press again to confirm")
        choices = await note.get_by_role("button").all_text_contents()
        assert "; ".join(choices) == label
        await page.page.keyboard.press("Escape")
        await expect(note).to_have_count(0)
        assert await page._last_action() == before

        async def twice() -> None:
            # Of several choices the second press is on one of their buttons.
            for _ in range(2 + (len(choices) > 1)):
                await page.page.keyboard.press("Enter")

        await page._act(twice, label)
        # It did what the list does, and the places of the next choice lie on the next map.
        await expect(places(page).first).not_to_have_attribute("aria-label", label)
    assert lines == []


async def test_each_place_is_a_button_that_says_what_a_control_offers(
    browser: BrowserContext, tmp_path: Path
) -> None:
    async with table_on(tmp_path / "table.db", []) as table:
        page = await panel_of(browser, table, "light", 1280, 900)
        await expect(places(page).first).to_be_visible()
        labels = [await each.get_attribute("aria-label") or "" for each in await places(page).all()]
        nodes = await tree(page.page)
        assert set(labels) <= {*named(nodes, "button")}
        assert "Places to choose on the map" in named(nodes, "group")
        offered = await options(page)
        parts = [part for label in labels for part in label.split("; ") if " · " in part]
        assert [number for number, label in enumerate(labels, 1) if f"{number} · " not in label] == []
        assert [part for part in parts if not any(each in part for each in offered)] == []


async def test_nobody_else_is_told_of_places(browser: BrowserContext, tmp_path: Path) -> None:
    async with table_on(tmp_path / "table.db", []) as table:
        page = await panel_of(browser, table, "light", 1280, 900)
        await expect(places(page).first).to_be_visible()
        async with page.page.expect_response("**/api/spots") as told:
            await page.switch_player("Dominique")
        assert await (await told.value).json() == {}
        await expect(page.page.locator(".places")).to_have_count(0)
