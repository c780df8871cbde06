"""Animated pictures of whole campaigns: made in the background, few at a time, with progress told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import Any

import msgspec
from PIL import Image

import render
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError
from bot.replays import playback
from bot.replays.playback import Leaf, Replay, Replays
from bot.store import Campaign
from bot.surface import layout
from engines.core.contract import AnyTitle
from render import Animation
from render.reports.animate import BUDGET, spaced
from render.theme import ThemeName

AT_ONCE = 2
"""Animations made at the same time, for everybody."""
FEW = 40
"""Up to so many steps each is a frame; of a longer campaign each turn is."""
FRAMES = 120
"""Most frames; of a campaign with more turns they are spaced evenly."""
LONGEST = 600.0
"""Seconds of work: an interaction can be answered for fifteen minutes."""
MARGIN = 64 * 1024
"""Bytes left free below what Discord takes, for the rest of the message."""
EVERY = 2.0
"""Seconds between two words of progress."""
WIDTHS = {"small": 480, "medium": 720, "large": 960}
"""Pixels across."""

STOPPED = "I am being restarted, and the animation was given up. Ask again in a minute."

Tell = Callable[[int, int], Awaitable[None]]
"""Told how many frames are done and of how many, every two seconds at most."""


class Film(msgspec.Struct, frozen=True):
    """An animation and what it shows, in words."""

    animation: Animation
    alt: str


class Films:
    """Makes animations in worker threads, one for a person at a time."""

    def __init__(self, campaigns: Campaigns, replays: Replays) -> None:
        self._campaigns = campaigns
        self._replays = replays
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="film")
        self._makers: dict[int, asyncio.Task[Any] | None] = {}
        self._stop = threading.Event()

    async def make(self, campaign: Campaign, user_id: int, *, width: int, limit: int, tell: Tell) -> Film:
        """The campaign as everybody may know it, as an animation.

        :param width: pixels across at most.
        :param limit: bytes of an attachment that Discord takes.
        :raises PoliteError: too many are being made, there is nothing to show, or the bot is being stopped.
        :raises render.RenderError: it can't be drawn.
        """
        if self._stop.is_set():
            raise PoliteError(STOPPED)
        if user_id in self._makers:
            raise PoliteError("An animation is being made for you already. Ask again when it is done.")
        if len(self._makers) >= AT_ONCE:
            raise PoliteError("Other animations are being made at the moment. Try again in a minute.")
        self._makers[user_id] = asyncio.current_task()
        try:
            replay = await self._replays.of(campaign)
            return await self._made(campaign, replay, width, min(BUDGET, limit - MARGIN), tell)
        finally:
            del self._makers[user_id]

    async def _made(self, campaign: Campaign, replay: Replay, width: int, budget: int, tell: Tell) -> Film:
        title = self._campaigns.title_of(campaign)
        leaves = chosen(replay)
        work = _Work(self._stop)
        frames = [partial(_frame, work, title, leaf, campaign.theme) for leaf in leaves]
        animate = partial(render.animate, frames, budget=budget, width=width, progress=work.done)
        making = asyncio.get_running_loop().run_in_executor(self._pool, animate)
        said = (0, 0)
        try:
            while not (await asyncio.wait([making], timeout=EVERY))[0]:
                if work.told != said:
                    said = work.told
                    await tell(*said)
        except BaseException:
            # Nobody waits for it any more: the thread ends at its next frame.
            work.cancel()
            raise
        return Film(await making, described(title, leaves))

    async def close(self) -> None:
        """Stop what is being made; whoever waits for it is told so before this returns."""
        self._stop.set()
        waiting = [task for task in self._makers.values() if task is not None]
        if waiting:
            await asyncio.wait(waiting)
        self._pool.shutdown(wait=False)


class _Work:
    """What the thread that makes an animation and the loop that waits for it know of each other."""

    def __init__(self, stop: threading.Event) -> None:
        self.told = (0, 0)
        self._stop = stop
        self._given_up = False
        self._until = monotonic() + LONGEST

    def cancel(self) -> None:
        self._given_up = True

    def done(self, frames: int, of: int) -> None:
        self.told = (frames, of)

    def check(self) -> None:
        """Stop the work here where nobody wants it any more.

        :raises PoliteError: the bot is being stopped, or it takes too long.
        """
        if self._stop.is_set() or self._given_up:
            raise PoliteError(STOPPED)
        if monotonic() > self._until:
            raise PoliteError("The animation takes too long to make. Try a smaller size.")


def chosen(replay: Replay) -> Sequence[Leaf]:
    """The leaves that become frames."""
    if len(replay.steps) <= FEW:
        return replay.steps
    return [replay.turns[place] for place in spaced(len(replay.turns), FRAMES)]


def _frame(work: _Work, title: AnyTitle, leaf: Leaf, theme: ThemeName, width: int) -> Image.Image:
    work.check()
    return render.frame(
        title.id,
        title.view(leaf.state, None),
        title.data,
        playback.arrows(title, leaf, None),
        theme,
        width=width,
        caption=caption(leaf),
    )


def caption(leaf: Leaf) -> str:
    """What stands under a frame: `3 · Varennes`, or `Day 3` where the name has the number already."""
    return leaf.name if str(leaf.chapter) in leaf.name else f"{leaf.chapter} · {leaf.name}"


def described(title: AnyTitle, leaves: Sequence[Leaf]) -> str:
    """Alt text of an animation: what it runs through, and its last map."""
    last = leaves[-1]
    start = (
        f"Animated map of {title.name}, from {caption(leaves[0])} to {caption(last)}, "
        f"{len(leaves)} picture{'' if len(leaves) == 1 else 's'}. The last:"
    )
    ends = render.facade.artist_of(title.id).alt(title.view(last.state, None), title.data, moves=())
    return layout.cut(f"{start} {ends}", layout.ALT)


def bar(done: int, of: int) -> str:
    """Progress in ten blocks: `▰▰▰▱▱▱▱▱▱▱ 12 of 45`."""
    full = 10 * done // of if of else 0
    return f"{'▰' * full}{'▱' * (10 - full)} {done} of {of}"
