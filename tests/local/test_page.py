"""The table in Chromium, with a small bot: what a person can do and see there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.async_api import BrowserContext, expect

from bot.local import Clock, host
from bot.local.channels import channels
from bot.local.host import open_table
from tests.local.herald import TOWNS, Herald
from tests.support.page import TablePage

pytestmark = pytest.mark.nightly(seconds=10)

ringing: Callable[[Clock], Herald] = partial(Herald, rings=True)


async def test_command_posts_a_card_with_a_large_picture(browser: BrowserContext) -> None:
    async with open_table(Herald) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.slash("/card")
        answer, card = await page.messages()
        assert answer.private
        assert answer.text == "The card is on its way."
        assert card.author == "Tocsin"
        assert card.text.startswith("Turn 1,")
        assert card.buttons == ("Advance",)
        picture = await page.last_image()
        assert (picture.width, picture.height, picture.alt) == (1600, 1100, "Map of turn 1")


async def test_button_changes_the_card_and_its_picture(browser: BrowserContext) -> None:
    async with open_table(Herald) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.slash("/card")
        before = await page.last_image()
        await page.click_button("Advance")
        after = await page.last_image()
        assert after.alt == "Map of turn 2"
        assert after.source != before.source
        assert (await page.messages())[-1].text.startswith("Turn 2,")


async def test_choice_in_a_select_is_answered_in_private(browser: BrowserContext) -> None:
    async with open_table(Herald) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.slash("/card")
        await page.select("March to", "Bressuire")
        answer = (await page.messages())[-1]
        assert answer.private
        assert answer.text == "You march to Bressuire."


async def test_a_list_at_the_foot_of_a_telephone_stays_open_however_long_the_alt_text(
    browser: BrowserContext,
) -> None:
    async with open_table(partial(Herald, also=" with its towns" * 60)) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.page.set_viewport_size({"width": 400, "height": 850})
        for _ in range(3):
            await page.slash("/card")
        await page.to_end()
        await page.last_image()
        await page.page.locator(".select-trigger").last.click()
        await expect(page.page.locator(".select-list:popover-open .select-option")).to_have_count(len(TOWNS))


async def test_options_are_typed_and_completed(browser: BrowserContext) -> None:
    async with open_table(Herald) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.slash("/town", {"name": "sau", "times": "2", "loudly": "True"})
        assert (await page.messages())[-1].text == "SAUMUR SAUMUR"


async def test_other_player_sees_the_card_but_not_the_private_answer(browser: BrowserContext) -> None:
    async with open_table(Herald) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.slash("/card")
        await page.switch_player("Dominique")
        (card,) = await page.messages()
        assert card.text.startswith("Turn 1,")


async def test_what_the_bot_posts_unasked_appears_by_itself(browser: BrowserContext) -> None:
    async with open_table(ringing) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.slash("/card")
        bells = page.page.locator("#channel-message-list").get_by_text("The bell rings.")
        await expect(bells.first).to_be_visible(timeout=30_000)


async def test_the_page_turns_to_another_channel_and_back(browser: BrowserContext) -> None:
    async with open_table(Herald) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.slash("/card")
        for channel, cards in (("valmy", 0), ("levee-en-masse", 1)):
            await page.slash("/table", {"channel": channel})
            await expect(page.page.locator("#channel-topic")).to_have_text(
                channels()[channel], timeout=30_000
            )
            await page.wait()
            assert len(await page.public()) == cards
            await page.slash("/card")
            assert (await page.public())[-1].text.startswith("Turn ")


async def test_an_answer_that_takes_too_long_is_announced_and_comes_later(
    browser: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "PATIENCE", 8.0)
    async with open_table(Herald) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        with pytest.raises(AssertionError, match="action-timeout"):
            await page.slash("/think", {"seconds": "12"})
        late = page.page.get_by_text("This takes longer than usual.")
        await expect(late).to_be_visible()
        await expect(page.page.get_by_role("log").get_by_text("I think so.")).to_be_visible(timeout=30_000)
        await expect(late).to_have_count(0)
        # The command that was typed is still there.
        await page.page.locator("#send-message").click()
        await expect(late).to_be_visible(timeout=30_000)


async def test_a_page_that_is_loaded_again_shows_the_same_channel(browser: BrowserContext) -> None:
    async with open_table(Herald) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        topic = page.page.locator("#channel-topic")
        await expect(topic).not_to_have_text(channels()["valmy"])
        await page.slash("/table", {"channel": "valmy"})
        await expect(topic).to_have_text(channels()["valmy"], timeout=30_000)
        await page.wait()
        # The list of channels is asked for every two seconds.
        await expect(page.page.locator(".rooms [aria-current]")).to_have_text("valmy")
        await page.page.reload()
        await expect(topic).to_have_text(channels()["valmy"], timeout=30_000)


async def test_error_is_an_apology_and_the_page_stays_usable(browser: BrowserContext) -> None:
    lines: list[str] = []
    async with open_table(Herald, report=lines.append) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.slash("/fail")
        apology = (await page.messages())[-1]
        assert apology.private
        assert lines[0].split()[1] in apology.text
        await page.slash("/town", {"name": "cho"})
        assert (await page.messages())[-1].text == "Cholet"
