"""One slash command, press and completion, from the interaction to its answer, against a bare command.

Both bots are discord.py clients in this process, each on a Discord simulated by SimCord, with its own
event loop and its own SQLite file in WAL mode with `synchronous = FULL`. The clock runs from the moment
discord.py has read the interaction until the request that answers it reaches Discord: for ours the edit
of the deferred response, or for a press of the card, for the bare one its only response, after it has
committed one row. Ours plays
a campaign without images by random legal commands; the card that is posted or edited after the answer,
in the background, is not in the figure but in the note, which tells the time until all has settled.

SimCord stops the event loop's clock during a command, so `perf_counter` is read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, TypeVar

import aiosqlite
import discord
from discord import app_commands
from simcord import Env, HttpLogEntry

from bot.app.client import Tocsin
from bot.campaigns.setup import Wish
from bot.settings import Settings
from bot.store import Campaign
from tests.benchmarks.measure import Figure, Report, by_turns, milliseconds, scratch
from tests.support.table import PATIENCE, controls

ROUNDS = 150
WARM_UP = 20
MOST = 2.5
MOST_TO_CARD = 6.0
"""A press is answered by the card, which is told anew and committed as said."""
MOST_FOR_COMPLETION = 1.5
"""A completion commits nothing, and is asked for with every letter."""

T = TypeVar("T")


class Requests(list[HttpLogEntry]):
    """The requests to a simulated Discord; notes when one was answered, and when a card was changed."""

    answered = 0.0
    shown = 0.0

    def append(self, entry: HttpLogEntry) -> None:
        """A request has come in."""
        if entry.path.endswith("/callback") or entry.path.startswith("/webhooks/"):
            self.answered = perf_counter()
        elif "/messages" in entry.path:
            self.shown = perf_counter()
        super().append(entry)


class Watched(discord.Client):
    """A client that notes when an interaction has come in."""

    begun = 0.0

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """An event has come in; commands begin after this."""
        if event == "interaction":
            self.begun = perf_counter()
        super().dispatch(event, *args, **kwargs)


class Ours(Watched, Tocsin):
    """The bot as it is."""


class Bare(Watched):
    """A bot with one command, which commits one row and answers."""

    def __init__(self, path: Path) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.path = path
        self.database: aiosqlite.Connection

        @self.tree.command(name="note", description="Keep a word.")
        async def note(interaction: discord.Interaction[Bare], word: str) -> None:
            await self.database.execute(
                "INSERT INTO note (user_id, word) VALUES (?, ?)", (interaction.user.id, word)
            )
            await self.database.commit()
            await interaction.response.send_message("Noted.", ephemeral=True)

    async def setup_hook(self) -> None:
        """Open the database and send the command."""
        self.database = await aiosqlite.connect(self.path)
        await self.database.execute("PRAGMA journal_mode = WAL")
        await self.database.execute("PRAGMA synchronous = FULL")
        await self.database.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, user_id INTEGER, word TEXT)")
        await self.database.commit()
        await self.tree.sync()

    async def close(self) -> None:
        """Close the database too."""
        await self.database.close()
        await super().close()


class Seat:
    """A person at a simulated Discord with one bot, on an event loop of its own.

    :ivar settled: seconds each command took until nothing was left to do.
    """

    def __init__(self, make: Callable[[Env], Watched]) -> None:
        self._runner = asyncio.Runner()
        self.settled: list[float] = []
        self.run(self._sit_down(make))

    async def _sit_down(self, make: Callable[[Env], Watched]) -> None:
        self.env = Env(discord.Client(intents=discord.Intents.none()), settle_timeout=PATIENCE)
        await self.env.start()
        guild = self.env.create_guild("The Convention")
        self.guild_id = guild.id
        self.channel = guild.create_text_channel("levee")
        self.person = guild.add_member(self.env.create_user("camille", global_name="Camille"))
        self.requests = self.env.backend.http_requests = Requests()
        self.bot = make(self.env)
        await self.env.restart_bot(self.bot)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work on this event loop."""
        return self._runner.run(work)

    async def slash(self, command: str, options: dict[str, str]) -> float:
        """Seconds from the interaction to its answer."""
        return await self.timed(self.person.slash(self.channel, command, **options))

    async def timed(self, asking: Awaitable[object]) -> float:
        """Seconds from an interaction to its answer."""
        begun = perf_counter()
        await asking
        self.settled.append(perf_counter() - begun)
        return self.requests.answered - self.bot.begun

    async def pressed(self, pressing: Awaitable[object]) -> float:
        """Seconds from a press to the changed card, which is its answer."""
        await self.timed(pressing)
        return self.requests.shown - self.bot.begun

    def leave(self) -> None:
        """Close everything."""
        self.run(self._leave())
        self._runner.close()

    async def _leave(self) -> None:
        await self.bot.close()
        await self.env.shutdown()


class Player:
    """Plays random legal commands, campaign after campaign."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(database=folder / "tocsin.db", sync="always", cooldown="off")
        self.seat = Seat(lambda env: Ours(settings, clock=env.now))
        self._chooser = Random("command")

    @property
    def bot(self) -> Tocsin:
        """The bot that is played with."""
        bot = self.seat.bot
        assert isinstance(bot, Tocsin)
        return bot

    def play(self, number: int) -> float:
        """Seconds that the next command took."""
        return self.seat.run(self._play(number, self._type))

    def press(self, number: int) -> float:
        """Seconds that the next press of a button or choice in a select took."""
        return self.seat.run(self._play(number, self._press))

    def complete(self, number: int) -> float:
        """Seconds that it took to offer actions while one is typed."""
        return self.seat.run(self._complete(number))

    async def _complete(self, number: int) -> float:
        await self._campaign(number)
        seat = self.seat
        return await seat.timed(seat.person.autocomplete(seat.channel, "play", "action", "m"))

    async def _type(self, campaign: Campaign, action: str) -> float:
        verb, _, target = action.partition(" ")
        name = "done" if verb == "end" else verb
        group = self.bot.tree.get_command("levee")
        assert isinstance(group, app_commands.Group)
        command = group.get_command(name)
        assert isinstance(command, app_commands.Command)
        options = {command.parameters[0].name: target} if command.parameters else {}
        return await self.seat.slash(f"levee {name}", options)

    async def _press(self, campaign: Campaign, action: str) -> float:
        # On a busy machine it may still show the board before.
        await self.bot.outbox.drain()
        card = self.seat.channel.history()[-1]
        # The last of them is no action, but opens the board.
        chosen = next(
            each for each in controls(card) if each.custom_id.count(":") >= 5 and each.action == action
        )
        person = self.seat.person
        if chosen.value is None:
            return await self.seat.pressed(person.click(card, custom_id=chosen.custom_id))
        return await self.seat.pressed(person.select(card, [chosen.value], custom_id=chosen.custom_id))

    async def _play(self, number: int, way: Callable[[Campaign, str], Awaitable[float]]) -> float:
        campaign = await self._campaign(number)
        title = self.bot.campaigns.title_of(campaign)
        state = self.bot.campaigns.state_of(campaign)
        legal = title.legal_actions(state, title.seats[0])
        # Whoever ends a turn with something left to do is asked first.
        chosen = self._chooser.choice(
            [action for action in legal if title.notation(action) != "end"] or legal
        )
        spent = await way(campaign, title.notation(chosen))
        after = await self.bot.store.campaign(campaign.id)
        assert after is not None
        assert after.version > campaign.version
        return spent

    async def _campaign(self, number: int) -> Campaign:
        campaign = await self.bot.store.running_in(self.seat.channel.id)
        if campaign is not None:
            return campaign
        wish = Wish(
            guild_id=self.seat.guild_id,
            channel_id=self.seat.channel.id,
            user_id=self.seat.person.id,
            title="levee",
            images="never",
            seed=f"benchmark {number}",
        )
        campaign = await self.bot.campaigns.new(wish)
        await self.bot.outbox.drain()
        return campaign


def run() -> Report:
    """Measure."""
    with scratch() as folder, ExitStack() as leaving:
        player = Player(folder)
        leaving.callback(player.seat.leave)
        bare = Seat(lambda _: Bare(folder / "bare.db"))
        leaving.callback(bare.leave)
        figures = []
        for name, way, most in (
            ("slash command", player.play, MOST),
            ("press, to the changed card", player.press, MOST_TO_CARD),
            ("completion", player.complete, MOST_FOR_COMPLETION),
        ):
            pair = by_turns(
                way,
                lambda number: bare.run(bare.slash("note", {"word": f"word {number}"})),
                rounds=ROUNDS,
                warm_up=WARM_UP,
            )
            figures.append(Figure(name, milliseconds(pair.ours), milliseconds(pair.theirs), pair.ratio, most))
    settled, bare_settled = median(player.seat.settled[WARM_UP:]), median(bare.settled[WARM_UP:])
    note = (
        f"command: settled, with its card, after {milliseconds(settled)}; "
        f"bare after {milliseconds(bare_settled)}; SimCord's own work is in both"
    )
    return Report(figures, (note,))
