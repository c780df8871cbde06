"""A bot that draws all that it can: prints the most memory in MiB of it and its workers, step by step."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import engines
from bot.app.client import create_bot
from bot.campaigns.service import Campaigns
from bot.campaigns.setup import Wish
from bot.interactions.settings import WIDTHS
from bot.replays.films import WIDTHS as FILMS
from bot.replays.films import Films
from bot.replays.playback import Replays
from bot.settings import Settings
from bot.store import Campaign, Store
from bot.surface.pictures import Pictures
from engines.core.contract import AnyTitle
from render.theme import THEMES
from tests.benchmarks.picture import _met

PROC = Path("/proc")
VIEWS = 4
ACTIONS = 60
KIB = 1024
EVERY = 0.05
"""Seconds between two looks."""


def family() -> set[int]:
    """This process and all that have come from it."""
    parents: dict[int, int] = {}
    for folder in PROC.iterdir():
        if folder.name.isdigit():
            try:
                stat = (folder / "stat").read_text()
            except OSError:
                continue
            parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])
    own, before = {int((PROC / "self").resolve().name)}, 0
    while len(own) > before:
        before = len(own)
        own |= {process for process, parent in parents.items() if parent in own}
    return own


def proportional(process: int) -> float:
    """The MiB of a process, what it shares counted by its share."""
    try:
        lines = (PROC / str(process) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / KIB


@contextmanager
def watched(step: str) -> Iterator[None]:
    """Print the most memory that was held meanwhile."""
    over, most = threading.Event(), [0.0]

    def watch() -> None:
        while not over.wait(EVERY):
            most[0] = max(most[0], sum(map(proportional, family())))

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield
    finally:
        over.set()
        watching.join()
    print(f"{step} {most[0]}", flush=True)


async def played(campaigns: Campaigns, title: AnyTitle, channel: int) -> Campaign:
    """A campaign that was played by one person for a while."""
    chooser = Random(f"memory {title.id}")
    wish = Wish(
        guild_id=1, channel_id=channel, user_id=1, title=title.id, seed="memory", images="never", clock="none"
    )
    campaign = await campaigns.new(wish)
    while campaign.status == "running" and campaign.last_seq < ACTIONS:
        state = campaigns.state_of(campaign)
        seat = title.decisions(state)[0].seat
        action = chooser.choice(title.legal_actions(state, seat))
        campaign = (await campaigns.take(campaign.id, 1, title.notation(action), seat=seat)).campaign
    return campaign


async def mixed(pictures: Pictures, title: AnyTitle) -> None:
    """One map of a title after the other, at each width and in each theme."""
    ((view, moves),) = _met(title, 1)
    for width in WIDTHS:
        for theme in THEMES:
            await pictures.draw(title, view, moves, theme, width)
    pictures._kept.clear()


async def main(database: Path) -> None:
    """Draw all maps, then make the films."""
    settings = Settings(database=database)
    bot = create_bot(settings)
    bot.tree.get_commands()
    pictures = Pictures(settings.picture_workers, settings.picture_budget)
    titles = [*engines.titles().values()]
    for title in titles:
        with watched(f"maps of {title.id}"):
            views = [*_met(title, VIEWS)]
            for width in WIDTHS:
                wishes = [
                    pictures.draw(title, view, moves, theme, width)
                    for view, moves in views
                    for theme in THEMES
                ]
                await asyncio.gather(*wishes)
    clock = lambda: datetime.now(UTC)  # noqa: E731
    async with await Store.open(database, clock) as store:
        campaigns = Campaigns(store, titles, clock)
        films = Films(campaigns, Replays(campaigns))

        async def tell(done: int, of: int) -> None:
            """Nobody waits for it."""

        for channel, title in enumerate(titles, 1):
            campaign = await played(campaigns, title, channel)
            with watched(f"film and maps of {title.id}"):
                film = films.make(campaign, 1, width=max(FILMS.values()), limit=8 * KIB * KIB, tell=tell)
                await asyncio.gather(film, *(mixed(pictures, of) for of in titles))
        await films.close()
    pictures.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
