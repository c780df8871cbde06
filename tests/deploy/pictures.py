"""Makes the README's pictures anew: `python -m tests.deploy.pictures`."""

from __future__ import annotations

import asyncio
import random
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.async_api import async_playwright

import engines
import render
from bot.app.client import create_bot
from bot.games.registry import presenter_of
from bot.local.host import open_table
from bot.settings import Settings
from engines.core.events import Event
from engines.core.game import Game
from engines.levee.player.policy import choose_greedy
from engines.levee.state import State
from engines.vendee.actions import Activate
from engines.vendee.player.policy import choose_greedy as choose_greedy_of_two
from engines.vendee.state import State as Campaign
from tests.support import chromium
from tests.support.page import TablePage

FOLDER = Path(__file__).parents[2] / "deploy" / "pictures"
BUDGET = 500 * 1024
SEED, ACTIONS = "s27", 181
"""A game that is in doubt after so many actions, late, with an Army in Paris and one at its gates."""
PURSUIT, TURNS = "jena", 3
"""A campaign of 1806 after so many turns, with the armies at grips in Thuringia."""
STORM, MARCHES = "storm-5", 251
"""A campaign after so many actions: the royalists of Anjou have taken Thouars behind the columns."""


def board() -> bytes:
    """The map of that game, as PNG."""
    title = engines.find("levee")
    game = Game(title, seed=SEED)
    chapter: list[Event] = list(game.opening_events)
    for _ in range(ACTIONS):
        assert isinstance(game.state, State)
        before = title.chapter(game.state)
        legal = title.legal_actions(game.state, title.seats[0])
        events = game.act(title.seats[0], choose_greedy(title, game.state, legal, random.Random(SEED)))
        chapter = [*chapter, *events] if title.chapter(game.state) == before else events
    view = title.view(game.state, None)
    moves = presenter_of(title).moves(chapter)
    return render.picture(title.id, view, title.data, moves, budget=BUDGET).data


def campaign() -> bytes:
    """The map of a campaign in the Vendée with the moves since the last activation began, as PNG."""
    title = engines.find("vendee")
    game = Game(title, seed=STORM)
    latest: list[Event] = []
    chooser = random.Random(STORM)
    for _ in range(MARCHES):
        assert isinstance(game.state, Campaign)
        seat = game.decisions[0].seat
        action = choose_greedy_of_two(title, game.state, title.legal_actions(game.state, seat), chooser)
        events = game.act(seat, action)
        latest = list(events) if isinstance(action, Activate) else [*latest, *events]
    view = title.view(game.state, None)
    moves = presenter_of(title).moves(title.redact_all(latest, None))
    return render.picture(title.id, view, title.data, moves, budget=BUDGET).data


def war() -> bytes:
    """The theatre of war of a campaign of 1806 with the moves of its last turn, as PNG."""
    title = engines.find("grande-armee")
    game = Game(title, scenario="1806", seed=PURSUIT)
    turns: dict[int, list[Event]] = {}
    chooser = random.Random(PURSUIT)
    while (turn := title.chapter(game.state)[0]) <= TURNS:
        seat = game.decisions[0].seat
        action = title.suggest(game.state, seat, chooser)
        assert action is not None
        turns.setdefault(turn, []).extend(game.act(seat, action))
    view = title.view(game.state, None)
    moves = presenter_of(title).moves(turns[TURNS])
    return render.picture(title.id, view, title.data, moves, budget=BUDGET).data


async def table() -> bytes:
    """The local table's page after a few actions, as PNG."""
    executable = chromium.find()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=Path(folder) / "table.db")
        async with (
            open_table(lambda clock: create_bot(settings, clock=clock, fresh=True)) as opened,
            async_playwright() as playwright,
        ):
            browser = await playwright.chromium.launch(executable_path=executable, args=chromium.ARGUMENTS)
            page = await browser.new_page(viewport={"width": 1280, "height": 1180})
            seated = await TablePage.open(page, opened.url)
            await seated.slash("/campaign new", {"game": "Levée"})
            await seated.slash("/levee political", {"marker": "republic"})
            await seated.click_button("End the turn")
            await seated.last_image()
            await seated.to_end()
            shot = await page.screenshot()
            await browser.close()
    return shot


def within(picture: bytes) -> bytes:
    """A PNG within the budget, with a palette of its own where it would be too large."""
    if len(picture) <= BUDGET:
        return picture
    packed = BytesIO()
    Image.open(BytesIO(picture)).convert("RGB").quantize(256).save(packed, "PNG", optimize=True)
    return packed.getvalue()


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "levee.png").write_bytes(within(board()))
    (FOLDER / "vendee.png").write_bytes(within(campaign()))
    (FOLDER / "grande_armee.png").write_bytes(within(war()))
    (FOLDER / "table.png").write_bytes(within(asyncio.run(table())))
