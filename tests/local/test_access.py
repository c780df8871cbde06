"""The table's page in Chromium: what follows by itself, the keyboard, and what a screen reader is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import discord
import pytest
from playwright.async_api import BrowserContext, Page, Route, expect

from bot.local import Clock
from bot.local.channels import channels
from bot.local.host import open_table
from tests.local.herald import Herald
from tests.support.page import TablePage

pytestmark = pytest.mark.nightly(seconds=10)

ringing: Callable[[Clock], Herald] = partial(Herald, rings=True)
END = "box => box.scrollHeight - box.scrollTop - box.clientHeight"
PLACE = "box => box.scrollTop"
DEVELOPERS = (
    "Capture",
    "Inspector",
    "Refresh preview",
    "More",
    "End preview session",
    "Search",
    "View response",
)


async def tree(page: Page) -> list[dict[str, Any]]:
    """The nodes of Chromium's accessibility tree that are told."""
    session = await page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = (await session.send("Accessibility.getFullAXTree"))["nodes"]
    return [node for node in nodes if not node["ignored"]]


def named(nodes: list[dict[str, Any]], role: str) -> list[str]:
    """The names of the nodes of a role, in their order."""
    return [node["name"]["value"] for node in nodes if node["role"]["value"] == role]


async def focused(page: Page) -> str:
    """What the keyboard is at."""
    name: str = await page.evaluate(
        "() => { const at = document.activeElement;"
        " return at.getAttribute('aria-label') || at.labels?.[0]?.innerText || at.innerText.trim(); }"
    )
    return name


async def test_a_screen_reader_finds_channels_messages_pictures_and_controls(browser: BrowserContext) -> None:
    async with open_table(Herald) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.slash("/card")
        await page.last_image()
        nodes = await tree(page.page)
        assert await page.page.title() == "Tocsin: the local table"
        assert named(nodes, "navigation") == ["Channels"]
        (log,) = [node for node in nodes if node["role"]["value"] == "log"]
        assert log["name"]["value"] == "Messages"
        assert {each["name"]: each["value"]["value"] for each in log["properties"]}["live"] == "polite"
        assert named(nodes, "image") == ["Map of turn 1"]
        assert "Viewing as" in named(nodes, "combobox")
        assert "March to" in named(nodes, "combobox")
        assert "Message" in named(nodes, "textbox")
        buttons = named(nodes, "button")
        assert [name for name in buttons if name in channels()] == list(channels())
        assert "Advance" in buttons
        assert not any(name.startswith(DEVELOPERS) for name in buttons)
        assert not any(not name for name in (*buttons, *named(nodes, "combobox"), *named(nodes, "textbox")))


async def test_the_keyboard_goes_from_the_channels_to_the_newest_controls_and_on(
    browser: BrowserContext,
) -> None:
    async with open_table(Herald) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.slash("/card")
        await page.page.locator(".skip").focus()
        order: list[str] = []
        while len(order) < 30 and (not order or order[-1] != "Message"):
            order.append(await focused(page.page))
            await page.page.keyboard.press("Tab")
        names = ["Skip to the message box", "Channels", "Viewing as", *channels(), "Messages", "Advance"]
        assert [name for name in order if name in names] == names
        assert order.index("March to") > order.index("Messages")

        button = page.page.get_by_role("button", name="Advance")
        await button.focus()
        await page._act(partial(page.page.keyboard.press, "Enter"), "Enter on a button")
        await expect(page.page.get_by_alt_text("Map of turn 2")).to_be_visible()
        assert await focused(page.page) == "Advance"

        await page.page.get_by_role("combobox", name="March to").focus()
        await page.page.keyboard.press("Enter")
        await page.page.keyboard.press("ArrowDown")
        await page._act(partial(page.page.keyboard.press, "Enter"), "Enter in a list")
        assert (await page.messages())[-1].text.startswith("You march to ")

        await page.page.locator(".skip").focus()
        await page.page.keyboard.press("Enter")
        assert await focused(page.page) == "Message"


async def test_the_answer_to_what_was_pressed_is_in_view_however_long_the_channel(
    browser: BrowserContext,
) -> None:
    async with open_table(Herald) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        timeline = page.page.locator("#channel-timeline")
        for _ in range(3):
            await page.slash("/card")
            assert await timeline.evaluate(END) <= 1
        # From far above, without scrolling: the answer stands at the end.
        await page.page.get_by_role("button", name="Advance").first.scroll_into_view_if_needed()
        assert await timeline.evaluate(END) > 500
        trigger = page.page.get_by_role("combobox", name="March to").first
        await page._act(partial(_pick, page, trigger), "a list far above")
        await expect(page.page.locator(".channel-message").last).to_be_in_viewport(ratio=1)


async def _pick(page: TablePage, trigger: Any) -> None:
    await trigger.focus()
    await page.page.keyboard.press("Enter")
    await page.page.keyboard.press("Enter")


async def test_a_card_that_changes_where_it_was_pressed_keeps_its_controls_in_view(
    browser: BrowserContext,
) -> None:
    """Its picture comes late, and makes the card higher."""
    async with open_table(Herald) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.page.set_viewport_size({"width": 1280, "height": 500})
        await page.slash("/card")
        await page.slash("/card")
        hold = asyncio.Event()

        async def late(route: Route) -> None:
            await hold.wait()
            await route.continue_()

        await page.page.route("**/api/assets/**", late)
        advance = page.page.get_by_role("button", name="Advance").first
        await advance.click()
        await expect(page.page.locator(".markdown-paragraph", has_text="Turn 2")).to_be_visible()
        hold.set()
        await page.wait()
        await page.last_image()
        await expect(advance).to_be_in_viewport(ratio=1)


async def test_who_reads_further_up_is_left_there_and_who_is_at_the_end_follows(
    browser: BrowserContext,
) -> None:
    async with open_table(ringing) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.page.set_viewport_size({"width": 1000, "height": 500})
        bells = page.page.locator("#channel-message-list").get_by_text("The bell rings.")
        await page.slash("/card")
        timeline = page.page.locator("#channel-timeline")
        await expect(bells.first).to_be_visible(timeout=30_000)
        assert await timeline.evaluate(END) <= 1
        await timeline.hover()
        await page.page.mouse.wheel(0, -100_000)
        await page.page.wait_for_function("() => document.getElementById('channel-timeline').scrollTop === 0")
        at, before = 0, await bells.count()
        await expect(bells).not_to_have_count(before, timeout=30_000)
        await page.wait()
        assert await timeline.evaluate(PLACE) == at
        newer = page.page.get_by_role("button", name="New messages")
        await expect(newer).to_be_visible()
        await newer.click()
        await page.wait()
        assert await timeline.evaluate(END) <= 1


async def test_each_tab_turns_to_channels_and_threads_that_its_player_may_see(
    browser: BrowserContext,
) -> None:
    async with open_table(Herald) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        beside = await TablePage.open(await browser.new_page(), table.url)
        first, valmy = page.page.locator("#channel-name"), page.page.get_by_role("button", name="valmy")
        here = await first.inner_text()
        await valmy.click()
        await expect(first).to_have_text("valmy")
        await expect(valmy).to_have_attribute("aria-current", "page")
        await expect(beside.page.locator("#channel-name")).to_have_text(here)
        await page.slash("/card")
        assert [message.text[:6] for message in await page.public()] == ["Turn 1"]
        # What is new elsewhere is told, by more than a colour.
        news = beside.page.get_by_role("button", name="valmy new messages")
        await expect(news).to_be_visible()
        await news.click()
        await expect(beside.page.get_by_alt_text("Map of turn 1")).to_be_visible()

        room = next(each for each in table.bot.guilds[0].text_channels if each.name == "valmy")
        thread = await room.create_thread(name="Kellermann", type=discord.ChannelType.private_thread)
        await thread.add_user(discord.Object(table.players[1].id))
        await page.switch_player("Dominique")
        await page.page.get_by_role("button", name="Kellermann").click()
        await expect(first).to_have_text("Kellermann")
        await expect(beside.page.get_by_role("button", name="Kellermann")).to_have_count(0)


@pytest.mark.parametrize(("scheme", "paper"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(50, 51, 57)")])
async def test_the_page_is_light_or_dark_as_its_reader_has_it(
    browser: BrowserContext, scheme: Any, paper: str
) -> None:
    async with open_table(Herald) as table:
        tab = await browser.new_page()
        await tab.emulate_media(color_scheme=scheme)
        page = await TablePage.open(tab, table.url)
        await page.slash("/card")
        colour = "element => getComputedStyle(element).backgroundColor"
        assert await tab.locator("body").evaluate(colour) == paper


async def test_the_page_speaks_the_language_of_the_browser(browser: BrowserContext) -> None:
    async with open_table(Herald) as table:
        tab = await browser.new_page()
        await tab.set_extra_http_headers({"Accept-Language": "fr-FR,fr;q=0.9"})
        await TablePage.open(tab, table.url)
        assert await tab.locator("html").get_attribute("lang") == "fr"
        assert named(await tree(tab), "navigation") == ["Salons"]
