"""Reviews of campaigns: made in the background, one for each server at a time, and kept."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from bot.campaigns import records
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError
from bot.replays.films import EVERY
from bot.replays.work import Work
from bot.reviews.analyst import Order, analysed
from bot.reviews.words import Reviewed
from bot.store import Campaign
from bot.surface.processes import pack_of
from data.catalogue import N_, _, spoken
from engines.core.review import judging

log = logging.getLogger("tocsin.reviews")

AT_ONCE = 1
"""Reviews made at the same time, for all servers together."""
KEPT = 16
"""Reviews in memory; each takes some kilobytes."""
FORMAT = 1
"""The format of kept reviews; raise it when the same record would be reviewed otherwise."""
STOPPED = N_("I am restarting and had to stop your review. Ask again in a minute.")

Tell = Callable[[int, int], Awaitable[None]]
"""Gets how much of the work is done, and of how much, every two seconds at most."""


class Key(msgspec.Struct, frozen=True):
    """What a review is of. A campaign's seed tells it from one of another database with its number."""

    campaign: int
    commitment: str
    entries: int
    pack: str
    only: str | None
    language: str
    format: int = FORMAT


class _Kept(msgspec.Struct, frozen=True):
    key: Key
    reviewed: Reviewed


class _Making(NamedTuple):
    key: Key
    work: Work
    task: asyncio.Task[Reviewed]


class Reviews:
    """Makes reviews in a process of their own.

    :param folder: where those of campaigns that are over are kept, a file for each campaign and language.
    """

    def __init__(self, campaigns: Campaigns, folder: Path) -> None:
        self._campaigns = campaigns
        self._folder = folder
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="review")
        self._kept: OrderedDict[Key, Reviewed] = OrderedDict()
        self._making: dict[int, _Making] = {}
        """What is being made, by server."""
        self._stop = threading.Event()

    async def of(self, campaign: Campaign, only: str | None, tell: Tell) -> Reviewed:
        """The review of a campaign that is over; of one that goes on, a seat's own.

        :param only: the seat; None where the campaign is over.
        :raises PoliteError: it can't be made, another is being made, or the bot is stopping.
        """
        assert campaign.is_over == (only is None)
        title = self._campaigns.title_of(campaign)
        judging(title)
        key = Key(campaign.id, campaign.commitment, campaign.last_seq, title.pack, only, spoken())
        known = self._kept.get(key) or await asyncio.to_thread(self._read, key)
        if known is None:
            known = await self._waited(await self._begun(campaign, key), tell)
        self._kept[key] = known
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return known

    async def _begun(self, campaign: Campaign, key: Key) -> _Making:
        """The work on a review, which goes on for all who ask for the same."""
        making = self._making.get(campaign.guild_id)
        if making is not None and making.key == key:
            return making
        if self._stop.is_set():
            raise PoliteError(STOPPED)
        if making is not None:
            raise PoliteError(_("Another review is being made for this server. Ask again when it is done."))
        if len(self._making) >= AT_ONCE:
            raise PoliteError(_("Another review is being made at the moment. Try again in a minute."))
        work = Work(self._stop, STOPPED)
        task = asyncio.ensure_future(self._made(campaign, key, work))
        self._making[campaign.guild_id] = making = _Making(key, work, task)
        task.add_done_callback(self._over)
        return making

    def _over(self, task: asyncio.Task[Reviewed]) -> None:
        self._making = {server: making for server, making in self._making.items() if making.task is not task}
        if not task.cancelled():
            # Whoever waited for it may be gone; then nobody else asks what has become of it.
            task.exception()

    async def _made(self, campaign: Campaign, key: Key, work: Work) -> Reviewed:
        title = self._campaigns.title_of(campaign)
        rows = await self._campaigns.store.journal(campaign.id, 0, key.entries)
        record = msgspec.json.encode(records.record(campaign, rows))
        order = Order(pack_of(title), record, key.only)
        loop = asyncio.get_running_loop()
        made = await loop.run_in_executor(self._pool, analysed, order, work, key.language)
        if key.only is None:
            await asyncio.to_thread(self._write, _Kept(key, made))
        return made

    async def _waited(self, making: _Making, tell: Tell) -> Reviewed:
        said = (0, 0)
        while not (await asyncio.wait([making.task], timeout=EVERY))[0]:
            if making.work.told != said:
                said = making.work.told
                await tell(*said)
        return making.task.result()

    def _file(self, key: Key) -> Path:
        return self._folder / f"{key.campaign}-{key.language}.json"

    def _read(self, key: Key) -> Reviewed | None:
        """What is kept of the same entries, pack and way of looking; None if nothing is, or it is damaged."""
        if key.only is not None:
            return None
        with suppress(OSError, msgspec.DecodeError):
            kept = msgspec.json.decode(self._file(key).read_bytes(), type=_Kept)
            if kept.key == key:
                return kept.reviewed
        return None

    def _write(self, kept: _Kept) -> None:
        """Keep it whole or not at all; without room for it, it is made again when it is asked for."""
        file = self._file(kept.key)
        part = file.with_suffix(f".{os.getpid()}.part")
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            part.write_bytes(msgspec.json.encode(kept))
            part.replace(file)
        except OSError as error:
            log.warning("the review of campaign %s is not kept: %s", kept.key.campaign, error)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)

    async def drop(self, campaign_id: int) -> None:
        """Forget the reviews of a campaign."""
        for key in [key for key in self._kept if key.campaign == campaign_id]:
            del self._kept[key]
        await asyncio.to_thread(self._unlink, campaign_id)

    def _unlink(self, campaign_id: int) -> None:
        # With those that a killed bot has left half written.
        for file in self._folder.glob(f"{campaign_id}-*"):
            file.unlink(missing_ok=True)

    async def close(self) -> None:
        """Stop the work; the people who wait for it are told before this returns."""
        self._stop.set()
        tasks = [making.task for making in self._making.values()]
        if tasks:
            await asyncio.wait(tasks)
        self._pool.shutdown(wait=False)
