"""Films and pages of whole campaigns: made by processes of their own, with progress and a way to cancel."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec
from PIL import Image

import render
from bot.campaigns import records
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError
from bot.games.registry import presenter_of
from bot.games.wording import faces_in
from bot.replays import pages, storyboard
from bot.replays.pages import Page
from bot.replays.playback import Replay, begun, playable, replayed
from bot.replays.process import Task, Tell, worked, worked_elsewhere
from bot.replays.storyboard import Beat
from bot.replays.work import STOPPED, Work
from bot.store import Campaign, CampaignHead
from bot.surface import layout, room
from bot.surface.drawers import Drawers, NoDrawer
from bot.surface.processes import Pack, opened, pack_of
from data.catalogue import N_, _, retold, spoken
from data.told import told
from engines import with_pack
from engines.core.contract import AnyTitle, Outcome
from engines.core.record import Record
from render import Animation, Caption, Shot
from render.reports.animate import BUDGET
from render.theme import ThemeName

AT_ONCE = 1
"""Films and pages made at the same time, for all people together: each takes much memory."""
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

CANCELLED = N_("Cancelled. Nothing was made.")
DIED = N_("The film or page broke off before it was done. Nothing of the campaign is lost. Ask again.")

T = TypeVar("T")
Names = Mapping[int, str]
"""Display names by user."""

Said = Callable[[int, int, str], Awaitable[None]]
"""Gets the number of frames that are done and of all, none at first, every two seconds at most; and the token
with which the work can be cancelled.
"""


class Order(NamedTuple):
    """All that a film or page is made of."""

    pack: Pack
    record: bytes
    campaign: Campaign


class _Making(NamedTuple):
    token: str
    work: Work
    task: asyncio.Task[Any] | None
    """The task that waits for it."""


class Film(msgspec.Struct, frozen=True):
    """An animation and its description."""

    animation: Animation
    alt: str


class Films:
    """Makes films and pages in processes of their own, one for each server at a time.

    :param drawers: they make them in the bot's place, while there are any.
    """

    def __init__(self, campaigns: Campaigns, drawers: Drawers | None = None) -> None:
        self._campaigns = campaigns
        self._drawers = drawers
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="film")
        self._making: dict[int, _Making] = {}
        """What is being made, by server."""
        self._stop = threading.Event()

    async def make(self, campaign: Campaign, *, width: int, limit: int, tell: Said) -> Film:
        """The public view of a campaign, as an animation.

        :param width: most pixels across.
        :param limit: most bytes of an attachment on Discord.
        :raises PoliteError: too many are being made, there is nothing to show, it was cancelled, its process
            has died, or the bot is stopping.
        :raises render.RenderError: it can't be drawn.
        """
        make = partial(_film, budget=min(BUDGET, limit - MARGIN), width=width)
        return await self._made(campaign, make, tell)

    async def page(self, campaign: Campaign, *, names: Names, limit: int, tell: Said) -> Page:
        """The campaign as one web page: in the public view, and in each seat's view when it is over.

        :param names: of the players.
        :param limit: most bytes of an attachment on Discord.
        :raises PoliteError: as in `make`.
        :raises render.RenderError: it can't be drawn.
        """
        make = partial(_page, names=names, most=min(limit - MARGIN, pages.MOST))
        return await self._made(campaign, make, tell)

    async def _made(self, campaign: Campaign, make: Callable[[Order, Tell], T], tell: Said) -> T:
        """Have a process run `make` and report its progress; one for each server at a time."""
        if self._stop.is_set():
            raise PoliteError(STOPPED)
        begun(campaign)
        server = campaign.guild_id
        if server in self._making:
            raise PoliteError(
                _("A film or page is being made for this server already. Ask again when it is done.")
            )
        if len(self._making) >= AT_ONCE:
            raise PoliteError(_("Other films or pages are being made at the moment. Try again in a minute."))
        made = _Making(secrets.token_hex(4), Work(self._stop), asyncio.current_task())
        self._making[server] = made
        try:
            rows = await self._campaigns.store.journal(campaign.id, 0, campaign.last_seq)
            record = msgspec.json.encode(records.record(campaign, rows))
            order = Order(pack_of(self._campaigns.title_of(campaign)), record, campaign)
            making = asyncio.create_task(self._worked(partial(make, order), made.work))
            return await self._waited(made, making, tell)
        finally:
            del self._making[server]

    async def _worked(self, task: Task[T], work: Work) -> T:
        if self._drawers is not None:
            with suppress(NoDrawer):
                return await worked_elsewhere(self._drawers, task, work, DIED, spoken())
        room.beside[self, work] = room.FILM
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._pool, worked, task, work, DIED, spoken()
            )
        finally:
            del room.beside[self, work]

    async def _waited(self, made: _Making, making: asyncio.Future[T], tell: Said) -> T:
        said: tuple[int, int] | None = None
        try:
            while not making.done():
                if made.work.told != said:
                    said = made.work.told
                    await tell(*said, made.token)
                await asyncio.wait([making], timeout=EVERY)
        except BaseException:
            # The caller no longer waits: the thread ends its process, and nobody asks what has become of it.
            made.work.cancel()
            making.add_done_callback(lambda left: left.cancelled() or left.exception())
            raise
        return await making

    def cancel(self, token: str) -> bool:
        """Cancel the work that has this token; False if it is no longer going on."""
        wanted = [making.work for making in self._making.values() if making.token == token]
        for work in wanted:
            work.cancel(CANCELLED)
        return bool(wanted)

    async def close(self) -> None:
        """Stop all work; the people who wait for it are told before this returns."""
        self._stop.set()
        waiting = [making.task for making in self._making.values() if making.task is not None]
        if waiting:
            await asyncio.wait(waiting)
        self._pool.shutdown(wait=False)


def _replayed(order: Order) -> tuple[AnyTitle, Replay]:
    title = with_pack(opened(order.pack))
    replay = replayed(title, msgspec.json.decode(order.record, type=Record))
    return title, playable(title, order.campaign, replay)


def _film(order: Order, tell: Tell, *, budget: int, width: int) -> Film:
    title, replay = _replayed(order)
    beats = storyboard.storyboard(title, replay, None, BEATS)
    frames = shots(title, order.campaign, beats)
    return Film(render.animate(frames, budget=budget, width=width, progress=tell), described(title, beats))


def _page(order: Order, tell: Tell, *, names: Names, most: int) -> Page:
    title, replay = _replayed(order)
    about = pages.about(title, order.campaign, replay, names)
    return pages.page(title, replay, about, order.campaign.is_over, most, tell)


def shots(title: AnyTitle, campaign: CampaignHead, beats: Sequence[Beat]) -> list[Shot]:
    """The shots of a film: its title, each beat with its arrows one after the other, the ending."""
    theme, draw = campaign.theme, partial(_drawn, title, campaign.theme)
    made = [Shot(partial(_title, title, campaign, beats), OPENING)]
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
        made.append(Shot(partial(_drawn, title, theme, beats[-1], ended, ())))
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
    title: AnyTitle,
    theme: ThemeName,
    beat: Beat,
    caption: Caption,
    moves: Sequence[Any],
    width: int,
) -> Image.Image:
    view = title.view(beat.state, None)
    return render.frame(title.id, view, title.data, moves, theme, width=width, caption=caption)


def _title(title: AnyTitle, campaign: CampaignHead, beats: Sequence[Beat], width: int) -> Image.Image:
    empty = Caption("", "")
    board = _drawn(title, campaign.theme, beats[0], empty, (), width)
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
