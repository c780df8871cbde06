"""`/campaign replay page:`: a campaign as one file, opened from disk in a real browser."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.async_api import BrowserContext, expect

from bot.campaigns.progress import Progress
from bot.replays import pages
from bot.replays.pages import About, Page, Rung, page
from bot.replays.playback import Replay, replayed
from bot.replays.work import Work
from engines.core.game import Game
from render import RenderError
from tests.support.bot_fixtures import Tables
from tests.support.facing import TITLE, facing, played_out
from tests.support.plays import long_game
from tests.support.table import Table, said

LIMIT = 8 * 1024 * 1024
EVIL = "<img src=x onerror=document.title='caught'>"
SMALL = Rung(3, 200)


async def nothing(done: int, of: int) -> None:
    """Progress that nobody is told of."""


def film_in(made: Page) -> list[dict[str, Any]]:
    """The maps of a page, by whose eyes it has."""
    (film,) = re.findall(r'id="film">(.*?)</script>', made.data.decode())
    return msgspec.json.decode(film, type=list[dict[str, Any]])


def names_in(made: Page) -> list[str]:
    """Whose eyes a page has."""
    return [reel["name"] for reel in film_in(made)]


def three_turns() -> tuple[Game, Replay]:
    """The beginning of a long game of *Levée en Masse*."""
    game = long_game()
    replay = replayed(game.title, game.record())
    return game, replay._replace(steps=replay.steps[:9], turns=replay.turns[:3])


async def test_it_comes_to_whoever_asks_alone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "LADDER", (SMALL,))
    await table.new()
    made = await table.camille.slash(table.channel, "campaign replay", page=True)
    assert made.response is not None
    assert made.response.ephemeral
    (file,) = made.response.attachments
    assert file.filename == "levee-1.html"
    data = (await file.read()).decode()
    assert data.startswith("<!doctype html>")
    assert "France: Camille" in data
    assert "It shows public information only." in said(made)


async def test_of_what_goes_on_it_has_no_secret_and_of_what_is_over_each_side(
    closed_table: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "LADDER", (SMALL,))
    camp = await closed_table()
    await camp.start()
    made = []
    for name, commitment, foot in (("here", "commit 6 clisson", 2), ("there", "commit 1 nantes", 5)):
        campaign = await facing(camp, camp.guild.create_text_channel(name))
        progress = Progress(TITLE, campaign)
        progress.edit(f"stack blue nantes foot:{foot} horse:1", user_id=None)
        progress.take("blue", commitment, user_id=camp.camille.id)
        async with camp.bot.campaigns.writing(campaign.id):
            campaign, _ = await camp.bot.campaigns.commit(progress, user_id=camp.camille.id)
        made.append(await camp.bot.films.page(campaign, names={}, limit=LIMIT, tell=nothing))
    assert made[0] == made[1]
    assert names_in(made[0]) == [str(pages.PUBLIC)]
    over = await played_out(camp.bot.campaigns, campaign.id)
    told = await camp.bot.films.page(over, names={}, limit=LIMIT, tell=nothing)
    assert names_in(told) == [str(pages.PUBLIC), "As seen by Blue", "As seen by White"]
    assert b"chit 1" in told.data


def test_it_fits_and_says_what_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game, replay = three_turns()
    replay = replay._replace(steps=replay.steps[:5])
    monkeypatch.setattr(pages, "LADDER", (Rung(50, 200, both=True), Rung(50, 200), Rung(2, 200)))
    work = Work(threading.Event())

    def made(most: int) -> Page:
        return page(game.title, replay, About("", []), True, "dark", most, work)

    whole = made(LIMIT)
    assert (whole.left_out, work.told) == ("", (2 * whole.scenes, 2 * whole.scenes))
    dark = film_in(whole)[0]["pictures"]["dark"]
    room = len(dark["board"]) + sum(len(patch["data"]) for patch in dark["patches"] if patch)
    assert made(pages.WORDS + room).left_out == "Left out to save space: the light maps."
    least = made(pages.WORDS + room - 1)
    assert least.left_out == "Left out to save space: the light maps. 5 moments share 2 maps."
    assert least.scenes == 2
    with pytest.raises(RenderError, match="fits into"):
        made(pages.WORDS)


async def test_it_opens_from_disk(
    browser: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, replay = three_turns()
    monkeypatch.setattr(pages, "LADDER", (Rung(50, 300, both=True),))
    about = About("It goes on.", [f"France: {EVIL}"])
    made = page(game.title, replay, about, False, "light", LIMIT, Work(threading.Event()))
    file = tmp_path / "levee-1.html"
    file.write_bytes(made.data)
    tab = await browser.new_page()
    faults: list[str] = []
    tab.on("console", lambda message: faults.append(message.text))
    tab.on("pageerror", lambda error: faults.append(str(error)))
    await tab.goto(file.as_uri())
    shown, heading = tab.locator("#map"), tab.locator("#heading")
    await expect(tab.locator("#count")).to_have_text(f"1 of {made.scenes}")
    await expect(shown).to_have_attribute("aria-label", re.compile("^Map of Levée en Masse, turn 1"))
    await tab.keyboard.press("ArrowRight")
    await expect(tab.locator("#count")).to_have_text(f"2 of {made.scenes}")
    await tab.keyboard.press("End")
    await expect(heading).to_have_text(re.compile("^3 · "))
    await expect(tab.locator("#map img")).to_have_count(2)
    await tab.locator("#slider").fill("0")
    await expect(heading).to_have_text(re.compile("^1 · "))
    await tab.locator(".scene").nth(3).click()
    await expect(tab.locator("#count")).to_have_text(f"4 of {made.scenes}")
    before = await tab.locator("#map img.board").get_attribute("src")
    await tab.keyboard.press("t")
    await expect(tab.locator("html")).to_have_attribute("data-theme", "dark")
    await expect(tab.locator("#map img.board")).not_to_have_attribute("src", before or "")
    await tab.locator("summary").click()
    await expect(tab.get_by_text(EVIL)).to_be_visible()
    for width in (400, 1280):
        await tab.set_viewport_size({"width": width, "height": 850})
        assert await tab.evaluate("document.documentElement.scrollWidth") == width
        assert await shown.evaluate("map => map.getBoundingClientRect().width") > 300
    assert await tab.title() == "Levée en Masse"
    assert faults == []
