"""One telephone screen, in Chromium with the real bot: picture, result and controls."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from msgspec import Struct
from playwright.async_api import BrowserContext, expect

from bot.app.client import Tocsin
from bot.campaigns import sheets
from bot.games.registry import game_of
from bot.store.rows import campaigns
from data.games import GAMES
from engines.core.contract import AnyTitle
from engines.core.errors import NotationError
from tests.core.play import TITLES, walk
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


FROM_TOP = """message => {
    const bottoms = [...message.querySelectorAll('.component-button, .select-trigger')].map(
        each => each.getBoundingClientRect().bottom);
    return Math.max(...bottoms) - message.getBoundingClientRect().top;
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
            channel, title = game_of(name).channel, TITLES[name]
            if name != GAMES[0]:
                await page.slash("/table", {"channel": channel})
            await expect(page.page.locator("#channel-name")).to_have_text(channel)
            await page.slash("/help")
            if len(title.seats) == 1:
                await page.click_button(f"Play {title.name}")
                await page.click_button("Raise Republic")
                await page.click_button("Raise Republic")
                taken[name] = await height(page)
            else:
                await page.select(AGAINST, against(title, title.seats[0]))
                taken[name] = await height(page)
                await page.click_button("Play")
                # What is being written stands between the map and its controls, as long as it is.
                edge: Literal["top", "bottom"] = "bottom" if game_of(name).presenter.has_sheets else "top"
                taken[f"{name}, panel"] = await height(page, edge)
        assert {name: fits for name, fits in taken.items() if fits > HIGH - AROUND} == {}


async def test_whole_panel_with_a_picture_asked_out_of_turn_fits_one_screen(
    browser: BrowserContext, tmp_path: Path
) -> None:
    """With what usual orders do, and their button; one question of each kind in a game of each title.

    The message with its heading is no higher than a screen, and from its picture on it is seen whole.
    """
    async with table_on(tmp_path / "table.db", []) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.page.set_viewport_size({"width": 400, "height": HIGH})
        assert isinstance(table.bot, Tocsin)
        store, taken = table.bot.store, {}
        for name, title in TITLES.items():
            seat, asked = out_of_turn(title) if name in GAMES and title.order_sets else ("", {})
            if not asked:
                continue
            await page.slash("/table", {"channel": game_of(name).channel})
            await expect(page.page.locator("#channel-name")).to_have_text(game_of(name).channel)
            await page.slash("/help")
            await page.select(AGAINST, against(title, seat))
            await page.last_image()
            (head,) = (
                each for each in await store.campaigns_of(table.bot.guilds[0].id) if each.title == name
            )
            for kind, state in asked.items():
                stands = partial(campaigns.alter, campaign_id=head.id, state=msgspec.json.encode(state))
                await store.transact(stands, campaign_id=head.id)
                await page.click_button("Play")
                shown = page.page.locator(".channel-message").last
                await expect(shown.get_by_role("button", name="Usual orders")).to_be_visible()
                await page.last_image()
                taken[f"{name}, {kind}"] = await shown.evaluate(FROM_TOP), await height(page)
        assert len(taken) > 1
        low = HIGH, HIGH - AROUND
        assert {name: high for name, high in taken.items() if high[0] > low[0] or high[1] > low[1]} == {}


async def test_a_form_with_three_lines_its_map_and_its_controls_fit_one_screen(
    browser: BrowserContext, tmp_path: Path
) -> None:
    """From the top of the map, which what is written stands below; a form of each kind."""
    async with table_on(tmp_path / "table.db", []) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.page.set_viewport_size({"width": 400, "height": HIGH})
        assert isinstance(table.bot, Tocsin)
        bot, taken = table.bot, {}
        for name in (each for each in GAMES if game_of(each).presenter.has_sheets):
            title = TITLES[name]
            seat = title.seats[0]
            await page.slash("/table", {"channel": game_of(name).channel})
            await expect(page.page.locator("#channel-name")).to_have_text(game_of(name).channel)
            await page.slash("/help")
            await page.select(AGAINST, against(title, seat))
            await page.last_image()
            (head,) = (
                each for each in await bot.store.campaigns_of(table.bot.guilds[0].id) if each.title == name
            )
            for kind, state in each_asked(title, seat).items():
                stands = partial(campaigns.alter, campaign_id=head.id, state=msgspec.json.encode(state))
                await bot.store.transact(stands, campaign_id=head.id)
                lines = await written(bot, head.id, seat, 3)
                await page.click_button("Play")
                taken[f"{name}, {kind}, {lines}"] = await height(page)
        assert taken
        assert {name: fits for name, fits in taken.items() if fits > HIGH - AROUND} == {}


def against(title: AnyTitle, seat: str) -> str:
    """What the list offers for a seat, in the first scenario where there are several."""
    several = len(title.scenarios) > 1
    return f"{title.seat_names[seat]}: {title.name}" + (f": {title.scenarios[0].name}" if several else "")


def each_asked(title: AnyTitle, seat: str) -> dict[str, Struct]:
    """A position of a random game with each kind of decision of a seat."""
    usual = tuple((option.id, option.default) for option in title.options)
    asked: dict[str, Struct] = {}
    for position in walk(title.id, usual, 0)[1]:
        for decision in title.decisions(position.state):
            if decision.seat == seat:
                asked.setdefault(decision.kind, position.state)
    return asked


async def written(bot: Tocsin, campaign_id: int, seat: str, most: int) -> int:
    """Put on a form about so many lines that can be on it; gives how many there are."""
    campaign = await bot.campaigns.by_id(campaign_id)
    title, state = bot.campaigns.title_of(campaign), bot.campaigns.state_of(campaign)
    whole = [title.notation(action) for action in title.legal_actions(state, seat)]
    now = round(bot.store.now().timestamp() * 1000)
    for text in sorted(whole, key=lambda each: abs(each.count(";") + 1 - most)):
        # A form takes only some of the actions of its decision.
        with suppress(NotationError):
            if await sheets.write(bot.campaigns, campaign, seat, text, now):
                return text.count(";") + 1
    return 0


def out_of_turn(title: AnyTitle) -> tuple[str, dict[str, Struct]]:
    """The seat that a random game asks out of turn first, and a position with each kind of question to it."""
    usual = tuple((option.id, option.default) for option in title.options)
    asked = [
        (decision.seat, decision.kind, position.state)
        for position in walk(title.id, usual, 0)[1]
        for decision in title.decisions(position.state)
        if decision.interrupt
    ]
    seat = asked[0][0] if asked else ""
    return seat, {kind: state for whose, kind, state in asked if whose == seat}
