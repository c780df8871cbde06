"""`/campaign replay page:`: a campaign as one file, opened from disk in a real browser."""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.async_api import BrowserContext, expect
from playwright.async_api import Page as Tab

from bot.campaigns.progress import Progress
from bot.replays import pages
from bot.replays.pages import About, Page, Rung, page
from bot.replays.playback import Replay, replayed
from bot.replays.storyboard import storyboard
from engines.core.game import Game
from render import RenderError, frame
from render.theme import ThemeName
from tests.support.bot_fixtures import Tables
from tests.support.facing import TITLE, facing, played_out
from tests.support.plays import long_game
from tests.support.table import Table, said

LIMIT = 8 * 1024 * 1024
NEAR, FAR = 3.0, 40
"""Differences of a colour, in steps of 255: the mean of a map, and of ten by ten pixels."""
EVIL = "<img src=x onerror=document.title='caught'>"


async def nothing(done: int, of: int, token: str) -> None:
    """Progress that nobody is told of."""


def film_in(made: Page) -> dict[str, Any]:
    """What is packed into a page, without its pixels."""
    (text,) = re.findall(r'id="film">(.*?)</script>', made.data.decode())
    data = zlib.decompress(b64decode(text))
    length = int.from_bytes(data[:4], "little")
    return msgspec.json.decode(data[4 : 4 + length], type=dict[str, Any])


def names_in(made: Page) -> list[str]:
    """Whose eyes a page has."""
    return [reel["name"] for reel in film_in(made)["reels"]]


def three_turns() -> tuple[Game, Replay]:
    """The beginning of a long game of *Levée en Masse*."""
    game = long_game()
    replay = replayed(game.title, game.record())
    return game, replay._replace(steps=replay.steps[:9], turns=replay.turns[:3])


async def test_it_comes_to_whoever_asks_alone(table: Table) -> None:
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


async def test_of_what_goes_on_it_has_no_secret_and_of_what_is_over_each_side(closed_table: Tables) -> None:
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
    assert "chit 1" in str(film_in(told))


def test_it_fits_and_says_what_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game, replay = three_turns()
    replay = replay._replace(steps=replay.steps[:5])
    monkeypatch.setattr(pages, "LADDER", (Rung(50, 0, 200), Rung(2, 0, 200)))
    told: list[tuple[int, int]] = []

    def made(most: int) -> Page:
        told.clear()
        return page(game.title, replay, About("", []), True, most, lambda *at: told.append(at))

    whole = made(LIMIT)
    assert (whole.left_out, told[-1]) == ("", (whole.scenes, whole.scenes))
    assert len(film_in(whole)["frames"]) == whole.scenes
    assert made(len(whole.data)) == whole
    least = made(len(whole.data) - 1)
    assert least.left_out == "5 moments share 2 maps."
    assert (least.scenes, told[-1]) == (2, (2, 2))
    with pytest.raises(RenderError, match="fits into"):
        made(len(least.data) - 1)


def test_where_there_is_no_room_for_what_each_side_knew_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(TITLE, seed="two")
    replay = replayed(TITLE, game.record())

    def made(*rungs: Rung) -> Page:
        monkeypatch.setattr(pages, "LADDER", rungs)
        return page(TITLE, replay, About("", []), True, LIMIT, lambda *_at: None)

    assert len(names_in(made(Rung(3, 2, 200)))) == 3
    alone = made(Rung(3, 0, 200))
    assert len(names_in(alone)) == 1
    assert alone.left_out.startswith("Left out to save space: what each side knew.")


async def test_it_opens_from_disk(
    browser: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, replay = three_turns()
    monkeypatch.setattr(pages, "LADDER", (Rung(50, 0, 300),))
    about = About("It goes on.", [f"France: {EVIL}"])
    made = page(game.title, replay, about, False, LIMIT, lambda *_at: None)
    tab, faults = await opened(browser, tmp_path, made)
    shown, heading = tab.locator("#map"), tab.locator("#heading")
    await expect(tab.locator("#count")).to_have_text(f"1 of {made.scenes}")
    await expect(shown).to_have_attribute("aria-label", re.compile("^Map of Levée en Masse, turn 1"))
    await tab.keyboard.press("ArrowRight")
    await expect(tab.locator("#count")).to_have_text(f"2 of {made.scenes}")
    await tab.keyboard.press("End")
    await expect(heading).to_have_text(re.compile("^3 · "))
    await tab.locator("#slider").fill("0")
    await expect(heading).to_have_text(re.compile("^1 · "))
    await tab.locator(".scene").nth(3).click()
    await expect(tab.locator("#count")).to_have_text(f"4 of {made.scenes}")
    await tab.locator("summary").click()
    await expect(tab.get_by_text(EVIL)).to_be_visible()
    for width in (400, 1280):
        await tab.set_viewport_size({"width": width, "height": 850})
        assert await tab.evaluate("document.documentElement.scrollWidth") == width
        assert await shown.evaluate("map => map.getBoundingClientRect().width") > 300
    assert await tab.title() == "Levée en Masse"
    assert faults == []


async def test_each_map_is_shown_as_it_is_drawn_in_both_themes(
    browser: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, replay = three_turns()
    monkeypatch.setattr(pages, "LADDER", (Rung(50, 0, 300),))
    made = page(game.title, replay, About("", []), False, LIMIT, lambda *_at: None)
    beats = storyboard(game.title, replay, None, 50)
    tab, _ = await opened(browser, tmp_path, made)
    steps = (*range(len(beats)), *reversed(range(len(beats) - 1)))
    themes: tuple[ThemeName, ...] = ("light", "dark")
    for theme in themes:
        await expect(tab.locator("html")).to_have_attribute("data-theme", theme)
        await tab.keyboard.press("Home")
        for before, at in pairwise((0, *steps)):
            if before != at:
                await tab.keyboard.press("ArrowRight" if at > before else "ArrowLeft")
            await expect(tab.locator("#count")).to_have_text(f"{at + 1} of {made.scenes}")
            seen = await tab.evaluate("document.getElementById('map').toDataURL()")
            image = Image.open(BytesIO(b64decode(seen.removeprefix("data:image/png;base64,")))).convert("RGB")
            view = game.title.view(beats[at].state, None)
            meant = frame(game.title.id, view, game.title.data, beats[at].moves, theme, width=300)
            assert image.size == meant.size
            # Colours are rounded to 255 pairs; a piece that is missing or elsewhere is farther off.
            assert max(ImageStat.Stat(ImageChops.difference(image, meant).reduce(10)).mean) < NEAR
            assert max(high for _, high in ImageChops.difference(image, meant).reduce(10).getextrema()) < FAR  # type: ignore[misc]
        await tab.keyboard.press("t")


async def test_a_map_that_is_drawn_large_shows_what_is_new(
    browser: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, replay = three_turns()
    monkeypatch.setattr(pages, "LADDER", (Rung(4, 0, 1300),))
    made = page(game.title, replay, About("", []), False, LIMIT, lambda *_at: None)
    drawn = [
        frame(game.title.id, game.title.view(beat.state, None), game.title.data, beat.moves, width=1300)
        for beat in storyboard(game.title, replay, None, 4)
    ]
    tab, _ = await opened(browser, tmp_path, made)
    await tab.set_viewport_size({"width": 400, "height": 850})
    await expect(tab.locator("#large")).to_have_attribute("aria-pressed", "true")
    for at, (before, after) in enumerate(pairwise(drawn), start=1):
        await tab.keyboard.press("ArrowRight")
        await expect(tab.locator("#count")).to_have_text(f"{at + 1} of {made.scenes}")
        # Between the header and the panels below the map.
        shown = 0, after.height // 8, after.width, after.height * 5 // 6
        new = ImageChops.difference(before.crop(shown), after.crop(shown)).convert("L").reduce(4)
        left, top, wide, high = await tab.evaluate(
            "(frame => [frame.scrollLeft, frame.scrollTop, frame.clientWidth, frame.clientHeight])"
            "(document.getElementById('frame'))"
        )
        seen = [n // 4 for n in (left, top - shown[1], left + wide, top + high - shown[1])]
        assert new.crop((seen[0], max(0, seen[1]), seen[2], seen[3])).getbbox() is not None, at


async def test_a_screen_reader_hears_each_step(
    browser: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, replay = three_turns()
    monkeypatch.setattr(pages, "LADDER", (Rung(50, 0, 200),))
    made = page(game.title, replay, About("It goes on.", []), False, LIMIT, lambda *_at: None)
    tab, _ = await opened(browser, tmp_path, made)
    picture = tab.get_by_role("img")
    before = await picture.get_attribute("aria-label")
    await tab.get_by_role("button", name="On", exact=True).focus()
    await tab.keyboard.press("Enter")
    told = tab.get_by_role("status")
    await expect(told).to_have_text(re.compile(rf"^2 of {made.scenes}\. 1 · "))
    line = await tab.locator(".scene[aria-current] p").first.text_content()
    assert line is not None
    await expect(told).to_contain_text(line)
    assert await picture.get_attribute("aria-label") != before
    slider = tab.get_by_role("slider", name="Scene")
    await slider.focus()
    await tab.keyboard.press("End")
    await expect(slider).to_have_attribute("aria-valuetext", re.compile(f"{made.scenes} of {made.scenes}$"))
    await expect(tab.get_by_role("button", name="On", exact=True)).to_be_disabled()


async def test_each_side_has_its_own_maps_and_story(
    browser: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "LADDER", (Rung(3, 4, 200),))
    game = Game(TITLE, seed="two")
    made = page(TITLE, replayed(TITLE, game.record()), About("", []), True, LIMIT, lambda *_at: None)
    tab, faults = await opened(browser, tmp_path, made)
    eyes = tab.get_by_role("combobox", name="Seen by")
    for name in names_in(made):
        await eyes.select_option(name)
        await expect(tab.locator(".log:visible")).to_have_attribute("aria-label", name)
        assert await tab.locator(".log:visible").count() == 1
    assert faults == []


async def opened(browser: BrowserContext, folder: Path, made: Page) -> tuple[Tab, list[str]]:
    """A page opened from disk, and a list that gets what it complains of."""
    file = folder / "levee-1.html"
    file.write_bytes(made.data)
    tab, faults = await browser.new_page(), list[str]()
    tab.on("console", lambda message: faults.append(message.text))
    tab.on("pageerror", lambda error: faults.append(str(error)))
    await tab.goto(file.as_uri())
    return tab, faults
