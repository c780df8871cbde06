"""Films and pages of whole campaigns: made in the background, few at a time, with a progress display."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import msgspec
from PIL import Image

import render
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError
from bot.games.registry import presenter_of
from bot.games.wording import faces_in
from bot.replays import pages, storyboard
from bot.replays.pages import Page
from bot.replays.playback import Replay, Replays
from bot.replays.storyboard import Beat
from bot.replays.work import STOPPED, Work
from bot.store import Campaign, CampaignHead
from bot.surface import layout, room
from data.catalogue import _, retold, speaking, spoken
from data.told import told
from engines.core.contract import AnyTitle, Outcome
from render import Animation, Caption, Shot
from render.once import forget
from render.reports.animate import BUDGET
from render.theme import ThemeName

AT_ONCE = 2
"""Animations made at the same time, for all people together."""
BEATS = 90
"""Most beats of a film; further events are joined to them."""
FRAMES = 150
"""Most shots of beats, with the shots in which arrows come one after the other."""
ARROWS = 3
"""Most shots that lead up to all arrows of a beat."""
OPENING, QUICK, CLOSING = 2500, 450, 6000
"""Milliseconds of the title, of a shot that leads up to another, and of the last shot."""
LEAST, READING, LONGEST_SHOT = 900, 15, 2600
"""Milliseconds of a beat: at least, for each character under it, at most."""
MARGIN = 64 * 1024
"""Bytes below Discord's limit that stay free for the rest of the message."""
EVERY = 2.0
"""Seconds between two progress updates."""
WIDTHS = {"small": 480, "medium": 720, "large": 960}
"""Pixels across."""

T = TypeVar("T")
Names = Mapping[int, str]
"""Display names by user."""

Tell = Callable[[int, int], Awaitable[None]]
"""Gets the number of frames that are done and the number of all, every two seconds at most."""


class Film(msgspec.Struct, frozen=True):
    """An animation and its description."""

    animation: Animation
    alt: str


class Films:
    """Makes animations in worker threads, one for each server at a time."""

    def __init__(self, campaigns: Campaigns, replays: Replays) -> None:
        self._campaigns = campaigns
        self._replays = replays
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="film")
        self._makers: dict[int, asyncio.Task[Any] | None] = {}
        """The tasks that wait for what is being made, by server."""
        self._stop = threading.Event()

    async def make(self, campaign: Campaign, *, width: int, limit: int, tell: Tell) -> Film:
        """The public view of a campaign, as an animation.

        :param width: most pixels across.
        :param limit: most bytes of an attachment on Discord.
        :raises PoliteError: too many are being made, there is nothing to show, or the bot is stopping.
        :raises render.RenderError: it can't be drawn.
        """
        title, budget = self._campaigns.title_of(campaign), min(BUDGET, limit - MARGIN)

        def film(work: Work, replay: Replay) -> Film:
            beats = storyboard.storyboard(title, replay, None, BEATS)
            frames = shots(work, title, campaign, beats)
            made = render.animate(frames, budget=budget, width=width, progress=work.done)
            return Film(made, described(title, beats))

        return await self._made(campaign, film, tell)

    async def page(self, campaign: Campaign, *, names: Names, limit: int, tell: Tell) -> Page:
        """The campaign as one web page: in the public view, and in each seat's view when it is over.

        :param names: of the players.
        :param limit: most bytes of an attachment on Discord.
        :raises PoliteError: as in `make`.
        :raises render.RenderError: it can't be drawn.
        """
        title = self._campaigns.title_of(campaign)

        def page(work: Work, replay: Replay) -> Page:
            about = pages.about(title, campaign, replay, names)
            most = min(limit - MARGIN, pages.MOST)

            def tell(done: int, of: int) -> None:
                work.check()
                work.done(done, of)

            return pages.page(title, replay, about, campaign.is_over, most, tell)

        return await self._made(campaign, page, tell)

    async def _made(self, campaign: Campaign, make: Callable[[Work, Replay], T], tell: Tell) -> T:
        """Run `make` in a thread and report its progress; one for each server at a time."""
        if self._stop.is_set():
            raise PoliteError(STOPPED)
        server = campaign.guild_id
        if server in self._makers:
            raise PoliteError(
                _("A film or page is being made for this server already. Ask again when it is done.")
            )
        if len(self._makers) >= AT_ONCE:
            raise PoliteError(_("Other films or pages are being made at the moment. Try again in a minute."))
        self._makers[server] = asyncio.current_task()
        try:
            replay = await self._replays.of(campaign)
            work = Work(self._stop)
            task = partial(_told, spoken(), make, work, replay)
            with room.growing(room.FILM):
                making = asyncio.get_running_loop().run_in_executor(self._pool, task)
                return await self._waited(work, making, tell)
        finally:
            del self._makers[server]

    async def _waited(self, work: Work, making: asyncio.Future[T], tell: Tell) -> T:
        said = (0, 0)
        try:
            while not (await asyncio.wait([making], timeout=EVERY))[0]:
                if work.told != said:
                    said = work.told
                    await tell(*said)
        except BaseException:
            # The caller no longer waits: the thread ends at its next frame.
            work.cancel()
            raise
        return await making

    async def close(self) -> None:
        """Stop all work; the people who wait for it are told before this returns."""
        self._stop.set()
        waiting = [task for task in self._makers.values() if task is not None]
        if waiting:
            await asyncio.wait(waiting)
        self._pool.shutdown(wait=False)


def _told(language: str, make: Callable[[Work, Replay], T], work: Work, replay: Replay) -> T:
    """Run `make` in a thread, in the language of the person who asked."""
    try:
        with speaking(language):
            return make(work, replay)
    finally:
        # Other processes draw the maps: the cache of a film would stay in this process for nothing.
        forget()


def shots(work: Work, title: AnyTitle, campaign: CampaignHead, beats: Sequence[Beat]) -> list[Shot]:
    """The shots of a film: its title, each beat with its arrows one after the other, the ending."""
    theme, draw = campaign.theme, partial(_drawn, work, title, campaign.theme)
    made = [Shot(partial(_title, work, title, campaign, beats), OPENING)]
    between = _between(beats)
    for beat in beats:
        caption = captioned(title, beat)
        made += [
            Shot(partial(draw, beat, caption, beat.moves[:arrows]), QUICK, passing=True)
            for arrows in _leading_up(len(beat.moves), between)
        ]
        reading = READING * (len(caption.text) + len(caption.throw))
        made.append(Shot(partial(draw, beat, caption, beat.moves), min(LEAST + reading, LONGEST_SHOT)))
    if campaign.outcome is not None:
        outcome = msgspec.json.decode(campaign.outcome, type=Outcome)
        said = " ".join(
            storyboard.sentence(line.lstrip("# ")) for line in presenter_of(title).verdict(outcome)[:2]
        )
        ended = Caption(beats[-1].heading, said)
        made.append(Shot(partial(_drawn, work, title, theme, beats[-1], ended, ())))
    return [*made[:-1], made[-1]._replace(time=CLOSING)]


def _between(beats: Sequence[Beat]) -> int:
    """Most shots that lead up to all arrows of a beat, so that the last beats have theirs, too."""
    room = FRAMES - len(beats)
    taken = {
        most: sum(len(_leading_up(len(beat.moves), most)) for beat in beats) for most in range(ARROWS + 1)
    }
    return max(most for most in taken if taken[most] <= max(room, 0))


def _leading_up(moves: int, most: int) -> list[int]:
    """The numbers of arrows in the shots that lead up to all of them."""
    between = min(moves - 1, most)
    return [max(1, round(moves * step / (between + 1))) for step in range(1, between + 1)]


def captioned(title: AnyTitle, beat: Beat) -> Caption:
    """The caption of a beat."""
    lines = [line for line in beat.caption if not faces_in(line)]
    thrown = next((line for line in reversed(beat.caption) if faces_in(line)), "")
    faces, throw = faces_in(thrown), storyboard.plain(thrown)
    points = None if beat.stands is None else beat.stands.score
    return Caption(
        heading=beat.heading,
        text=_lettered(" ".join(storyboard.sentence(line) for line in lines)),
        score="" if points is None else _("Score {points}", points=presenter_of(title).points(points)),
        faces=faces,
        throw=_lettered(throw.removeprefix("+".join(map(str, faces))).lstrip(" ,")),
    )


def _lettered(text: str) -> str:
    """A text with only the characters of the map's font."""
    return text.replace("→", "›")


def _drawn(
    work: Work,
    title: AnyTitle,
    theme: ThemeName,
    beat: Beat,
    caption: Caption,
    moves: Sequence[Any],
    width: int,
) -> Image.Image:
    work.check()
    view = title.view(beat.state, None)
    return render.frame(title.id, view, title.data, moves, theme, width=width, caption=caption)


def _title(
    work: Work, title: AnyTitle, campaign: CampaignHead, beats: Sequence[Beat], width: int
) -> Image.Image:
    empty = Caption("", "")
    board = _drawn(work, title, campaign.theme, beats[0], empty, (), width)
    lines = [
        retold(title.scenario(campaign.scenario).name),
        _("{heading} to {heading_2}", heading=beats[0].heading, heading_2=beats[-1].heading),
    ]
    return render.titled(board, title.name, lines, campaign.theme)


def described(title: AnyTitle, beats: Sequence[Beat]) -> str:
    """Alt text of an animation: its course, and its last map."""
    last = beats[-1]
    start = (
        _(
            "Animated map of {name}, from {heading} to {heading_2}, {number} scene. The last:",
            name=title.name,
            heading=beats[0].heading,
            heading_2=last.heading,
            number=len(beats),
        )
        if len(beats) == 1
        else _(
            "Animated map of {name}, from {heading} to {heading_2}, {number} scenes. The last:",
            name=title.name,
            heading=beats[0].heading,
            heading_2=last.heading,
            number=len(beats),
        )
    )
    ends = render.facade.artist_of(title.id).alt(title.view(last.state, None), told(title.data), moves=())
    return layout.cut(f"{start} {ends}", layout.ALT)


def bar(done: int, of: int) -> str:
    """Progress in ten blocks: `▰▰▰▱▱▱▱▱▱▱ 12 of 45`."""
    full = 10 * done // of if of else 0
    return f"{'▰' * full}{'▱' * (10 - full)} {_('{done} of {of}', done=done, of=of)}"
