"""Panels of whole games on a telephone, in Chromium with the real bot: no higher than its screen."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
from playwright.async_api import BrowserContext, expect

from bot.app.client import Tocsin
from bot.games.registry import game_of
from bot.store.rows import campaigns
from data.games import GAMES
from tests.core.play import TITLES, usual_walk
from tests.levee.test_page import table_on
from tests.local.test_telephone import AGAINST, AROUND, HIGH, against, height
from tests.support.depth import seed
from tests.support.page import TablePage

BOARDS = 40
"""Boards of a game that are looked at in a night."""


@pytest.mark.nightly(seconds=240)
@pytest.mark.parametrize("game", [name for name in GAMES if TITLES[name].secrets])
async def test_panels_of_a_whole_game_fit_one_screen(
    browser: BrowserContext, tmp_path: Path, game: str
) -> None:
    """From the picture's top to the last control."""
    title, chance = TITLES[game], Random(seed(game))
    seat = chance.choice(title.seats)
    met = [each.state for each in usual_walk(game)[1] if seat in each.seats]
    chosen = chance.sample(met, min(BOARDS, len(met)))
    async with table_on(tmp_path / "table.db", []) as table:
        page = await TablePage.open(await browser.new_page(), table.url)
        await page.page.set_viewport_size({"width": 400, "height": HIGH})
        assert isinstance(table.bot, Tocsin)
        store, taken = table.bot.store, {}
        await page.slash("/table", {"channel": game_of(game).channel})
        await expect(page.page.locator("#channel-name")).to_have_text(game_of(game).channel)
        await page.slash("/help")
        await page.select(AGAINST, against(title, seat))
        (head,) = await store.campaigns_of(table.bot.guilds[0].id)
        for number, state in enumerate(chosen):
            stands = partial(campaigns.alter, campaign_id=head.id, state=msgspec.json.encode(state))
            await store.transact(stands, campaign_id=head.id)
            await page.click_button("Play")
            kinds = sorted(each.kind for each in title.decisions(state) if each.seat == seat)
            taken[number, *kinds] = await height(page)
        assert {each: high for each, high in taken.items() if high > HIGH - AROUND} == {}
