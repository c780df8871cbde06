"""A bot that draws all that it can, of all games or of those named, and says each step as it begins it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Collection
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
from bot.settings import Settings
from bot.store import Campaign, Store
from bot.surface.pictures import Pictures
from engines.core.contract import AnyTitle
from render.theme import THEMES
from tests.benchmarks.picture import _met

VIEWS = 4
ACTIONS = 60
KIB = 1024


def begin(step: str) -> None:
    """Say what comes next to whoever looks at this process."""
    print(step, flush=True)


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


async def main(database: Path, games: Collection[str]) -> None:
    """Draw all maps, then make the films."""
    settings = Settings(database=database)
    bot = create_bot(settings)
    bot.tree.get_commands()
    pictures = Pictures(settings.picture_workers, settings.picture_budget)
    titles = [title for title in engines.titles().values() if not games or title.id in games]
    for title in titles:
        begin(f"maps of {title.id}")
        views = [*_met(title, VIEWS)]
        for width in WIDTHS:
            wishes = [
                pictures.draw(title, view, moves, theme, width) for view, moves in views for theme in THEMES
            ]
            await asyncio.gather(*wishes)
    clock = lambda: datetime.now(UTC)  # noqa: E731
    async with await Store.open(database, clock) as store:
        campaigns = Campaigns(store, titles, clock)
        films = Films(campaigns)

        async def tell(done: int, of: int, token: str) -> None:
            """Nobody waits for it."""

        for channel, title in enumerate(titles, 1):
            campaign = await played(campaigns, title, channel)
            begin(f"film of {title.id}, maps of all")
            film = films.make(campaign, width=max(FILMS.values()), limit=8 * KIB * KIB, tell=tell)
            await asyncio.gather(film, *(mixed(pictures, of) for of in titles))
        await films.close()
    pictures.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2:]))
