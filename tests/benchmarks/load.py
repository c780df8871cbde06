"""A busy evening: a dozen campaigns with maps, and twelve typed actions a second between them.

A simulated Discord, a real SQLite file, and the bot as it runs, its workers included. Actions come over the
gateway at a steady pace, whether the last is answered or not; each is a random legal one that needs no second
press. How long an answer takes counts from the interaction to the request that answers it; how late a map
is, from there until a card hangs that shows that action or a later one. A watchdog asks the loop for its turn
every millisecond. SimCord and this module's own work share the processor with the bot and are in its figures;
SimCord's deep copies, a third of it all, are made in a quicker way.
"""

from __future__ import annotations

import asyncio
import os
import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import monotonic, perf_counter, process_time, thread_time
from typing import Any, NamedTuple
from unittest.mock import patch

import discord
from simcord import ChannelHandle, Env, HttpLogEntry
from simcord.enums import InteractionType
from simcord.interactions import base_payload

import engines
from bot.app.client import Tocsin, now
from bot.campaigns import messages
from bot.campaigns.setup import Wish
from bot.games.registry import presenter_of
from bot.settings import Settings
from bot.store import Campaign, CardRow, Due
from data.games import GAMES
from engines.core.contract import AnyTitle
from tests.benchmarks.measure import Figure, Report, milliseconds, scratch
from tests.benchmarks.sweep import watched

CAMPAIGNS = 12
PACE = 12.0
"""Actions a second, of all campaigns together."""
WARM_UP, MEASURED = 5.0, 25.0
"""Seconds."""
LATEST_ANSWER = 100.0
"""Milliseconds within which nineteen answers of twenty have to be there."""
LATEST_MAP = 2000.0
"""Milliseconds that no map may be late."""
TICKS = os.sysconf("SC_CLK_TCK")


class Action(NamedTuple):
    """One action that was answered."""

    campaign: int
    version: int
    """Of the campaign, with it."""
    begun: float
    answered: float


class Requests(list[HttpLogEntry]):
    """The requests to a simulated Discord; tells when an interaction has been answered, by its token."""

    def __init__(self) -> None:
        super().__init__()
        self.awaited: dict[str, asyncio.Future[float]] = {}

    def append(self, entry: HttpLogEntry) -> None:
        """A request has come in."""
        if entry.path.startswith("/webhooks/"):
            answered = self.awaited.pop(entry.path.split("/")[3], None)
            if answered is not None:
                answered.set_result(perf_counter())
        super().append(entry)


class Evening:
    """Campaigns of one title under load."""

    def __init__(self, env: Env, bot: Tocsin, title: AnyTitle) -> None:
        self.env, self.bot, self.title = env, bot, title
        self.requests = env.backend.http_requests = Requests()
        self.actions: list[Action] = []
        self.shown: dict[int, list[tuple[int, float]]] = {}
        """Versions of each campaign that its card has shown, and when."""
        self.offered = 0
        self.choosing = 0.0
        """Processor seconds of the search for actions, which is no work of the bot."""
        self._busy: set[int] = set()
        self._chooser = Random(title.id)
        self._channels: dict[int, ChannelHandle] = {}
        self._playing: set[asyncio.Task[None]] = set()

    async def begin(self, shard: int | None = None, **wished: Any) -> None:
        """Seat one person at every campaign, on both sides.

        :param shard: that their server belongs to.
        :param wished: of each campaign.
        """
        guild = self.env.create_guild("The Convention", shard_id=shard)
        self.guild_id = guild.id
        self.person = guild.add_member(self.env.create_user("camille", global_name="Camille"))
        await self.env.restart_bot(self.bot)
        let_time_pass()
        self._watch_cards()
        for number in range(CAMPAIGNS):
            channel = guild.create_text_channel(f"{self.title.id}-{number}")
            wish = Wish(guild.id, channel.id, self.person.id, self.title.id, seed=f"load {number}", **wished)
            self._channels[(await self.bot.campaigns.new(wish)).id] = channel
        await self.bot.outbox.drain()

    def _watch_cards(self) -> None:
        post = self.bot.outbox._posters[messages.CARD]

        async def posted(row: Due, campaign: Campaign) -> CardRow | None:
            card = await post(row, campaign)
            self.shown.setdefault(campaign.id, []).append((campaign.version, perf_counter()))
            return card

        self.bot.outbox._posters = {**self.bot.outbox._posters, messages.CARD: posted}

    async def play(self, seconds: float) -> None:
        """Offer actions at the pace, then see the last ones out."""
        begun = perf_counter()
        number = 0
        while (at := begun + number / PACE) < begun + seconds:
            await asyncio.sleep(max(0.0, at - perf_counter()))
            number += 1
            free = [campaign for campaign in self._channels if campaign not in self._busy]
            if free:
                self.offered += 1
                # Whoever has waited longest acts next.
                task = asyncio.get_running_loop().create_task(self._act(free[0]))
                self._playing.add(task)
                task.add_done_callback(self._playing.discard)
                self._channels[free[0]] = self._channels.pop(free[0])
        await asyncio.gather(*self._playing)

    async def hurry(self, actions: int) -> None:
        """Take so many actions in every campaign, each as soon as the last is answered."""

        async def one(campaign_id: int) -> None:
            for _ in range(actions):
                await self._act(campaign_id)

        await asyncio.gather(*map(one, self._channels))

    async def _act(self, campaign_id: int) -> None:
        self._busy.add(campaign_id)
        campaign = await self.bot.campaigns.by_id(campaign_id)
        begun = thread_time()
        action = self._choice(campaign)
        self.choosing += thread_time() - begun
        if action is not None:
            begun = perf_counter()
            answered = await self._type(campaign, action)
            assert (await self.bot.campaigns.by_id(campaign_id)).version > campaign.version, action
            self.actions.append(Action(campaign_id, campaign.version + 1, begun, answered))
        self._busy.discard(campaign_id)

    def _choice(self, campaign: Campaign) -> tuple[str, str] | None:
        """A seat and an action of it that is taken without being shown first."""
        title, state = self.title, self.bot.campaigns.state_of(campaign)
        words = presenter_of(title)
        for decision in title.decisions(state):
            legal = title.legal_actions(state, decision.seat)
            for action in self._chooser.sample(legal, min(len(legal), 20)):
                if words.preview(state, decision.seat, action) is None:
                    return decision.seat, title.notation(action)
        return None

    async def _type(self, campaign: Campaign, action: tuple[str, str]) -> float:
        """Send `/play` over the gateway; gives when it was answered."""
        command = self.env.backend.find_command("play", self.guild_id)
        assert command is not None
        given: Mapping[str, str] = {"action": action[1], "seat": action[0]}
        data: dict[str, Any] = {
            "id": str(command["id"]),
            "name": "play",
            "type": 1,
            "options": [{"name": key, "type": 3, "value": value} for key, value in given.items()],
        }
        _, payload = base_payload(
            self.env.backend,
            type=InteractionType.APPLICATION_COMMAND,
            channel_id=campaign.channel_id,
            guild_id=self.guild_id,
            user_id=self.person.id,
            data=data,
        )
        answered: asyncio.Future[float] = asyncio.Future()
        self.requests.awaited[payload["token"]] = answered
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return await answered

    def forget(self) -> None:
        """The warm-up is over."""
        self.actions.clear()
        self.requests.clear()
        self.offered = 0

    def lateness(self) -> list[float]:
        """Seconds from each answer until a card showed that action or a later one."""
        return [
            max(
                0.0,
                min(at for version, at in self.shown[action.campaign] if version >= action.version)
                - action.answered,
            )
            for action in self.actions
        ]


def let_time_pass() -> None:
    """Give the bot's timers the real clock, as at a real Discord.

    SimCord has them wait until all that is under way is done, be it a picture that nobody waits for.
    """
    loop: Any = asyncio.get_running_loop()
    loop.time = monotonic
    for method in ("call_later", "call_at"):
        setattr(loop, method, getattr(asyncio.BaseEventLoop, method).__get__(loop))


@contextmanager
def copied_quickly() -> Iterator[None]:
    """Have SimCord copy what goes to and fro by `pickle`: its own way takes a third of the processor time."""

    def copied(payload: Any) -> Any:
        return pickle.loads(pickle.dumps(payload, pickle.HIGHEST_PROTOCOL))  # noqa: S301 - our own

    with patch("copy.deepcopy", copied), patch("simcord.components.deepcopy", copied):
        yield


class Measured(NamedTuple):
    """One evening."""

    offered: int
    seconds: float
    answers: list[float]
    lateness: list[float]
    bot: float
    """Processor seconds of the bot's process."""
    workers: float
    """Processor seconds of its workers."""
    held: float
    requests: int
    memory: int
    """MiB of the bot and its workers together."""


def spent(process: int, *, ended: bool = False) -> float:
    """Processor seconds of another process.

    :param ended: with those of its children that have ended.
    """
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11 : 15 if ended else 13])) / TICKS
    return 0.0


def resident(process: int) -> int:
    """Bytes that a process has in memory."""
    with suppress(OSError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


async def measure(folder: Path, title_id: str, begun: Callable[[], object] = lambda: None) -> Measured:
    """Play an evening.

    :param begun: called when the warm-up is over.
    """
    env = Env(discord.Client(intents=discord.Intents.none()), check_errors=False, settle_timeout=60)
    await env.start()
    bot = Tocsin(Settings(database=folder / f"{title_id}.db", sync="always", cooldown="off"), clock=now)
    evening = Evening(env, bot, engines.find(title_id))
    await evening.begin()
    await evening.play(WARM_UP)
    evening.forget()
    workers = bot.pictures._crew.processes()
    begun()
    before, of_workers, since = process_time(), sum(map(spent, workers)), perf_counter()
    async with watched() as longest:
        await evening.play(MEASURED)
        seconds = perf_counter() - since
        await bot.outbox.drain()
    measured = Measured(
        offered=evening.offered,
        seconds=seconds,
        answers=[action.answered - action.begun for action in evening.actions],
        lateness=evening.lateness(),
        bot=process_time() - before,
        workers=sum(map(spent, workers)) - of_workers,
        held=longest[0],
        requests=len(evening.requests),
        memory=sum(map(resident, (os.getpid(), *workers))) >> 20,
    )
    await bot.close()
    await env.shutdown()
    return measured


def run() -> Report:
    """Measure."""
    figures, notes = [], []
    with scratch() as folder, copied_quickly():
        for title_id in GAMES:
            evening = asyncio.run(measure(folder, title_id))
            actions = len(evening.answers)
            slow = quantiles(evening.answers, n=20)[-1]
            late = max(evening.lateness)
            figures += [
                Figure(
                    f"{title_id}: nineteen answers of twenty",
                    milliseconds(slow),
                    f"median {milliseconds(median(evening.answers))}",
                    slow * 1e3,
                    LATEST_ANSWER,
                    unit="ms",
                ),
                Figure(
                    f"{title_id}: latest map",
                    milliseconds(late),
                    f"median {milliseconds(median(evening.lateness))}",
                    late * 1e3,
                    LATEST_MAP,
                    unit="ms",
                ),
            ]
            notes.append(
                f"load, {title_id}: {actions / evening.seconds:.1f} actions a second of {PACE:g} offered; "
                f"an action costs {milliseconds(evening.bot / actions)} of the processor in the bot and "
                f"{milliseconds(evening.workers / actions)} in its workers, and "
                f"{evening.requests / actions:.1f} requests; "
                f"the loop was held {milliseconds(evening.held)} at most; {evening.memory} MiB"
            )
    return Report(figures, tuple(notes))
