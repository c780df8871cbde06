"""The gate: whether the bot accepts an interaction or minds an event, asked before any work for it."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

import discord

from bot import logs, metrics
from bot.app.cooldown import HEAVY, LOOKUPS, PRESSES, Cooldown
from bot.campaigns.languages import Languages
from bot.errors import RESTARTING
from bot.store import Store, StoreError
from data.catalogue import N_, _, speak
from data.sentences import Phrase, _l

log = logging.getLogger("tocsin.gate")

GONE = (10062, 40060)
"""The interaction is gone, or was answered elsewhere: there is no one to tell of a refusal."""
ELSEWHERE = N_(
    "Campaigns are played in the channels of a server that I am on, so that I can post in "
    "them. Nothing was changed: ask somebody who manages a server to invite me there."
)
HELD = 2.5
"""Seconds that an interaction waits until a bot that stands by takes over; Discord waits for three."""
NOTED = 1000
"""Interactions that a bot knows it has taken up: more than come while another one holds them."""
SHORTEST = timedelta(seconds=1)
"""Discord's timestamps have whole seconds."""


class Gate:
    """Admits interactions while the bot is open and the person is not too fast, and knows what is under way.

    :param clock: the time, aware, UTC.
    :param cooldown: whether rate limits hold.
    :param heavy: full names of the expensive commands.
    :param steady: a clock that does not step: a clock that goes back would lock every person out.
    """

    def __init__(
        self,
        clock: Callable[[], datetime],
        *,
        cooldown: bool = True,
        heavy: Collection[str] = (),
        steady: Callable[[], datetime] | None = None,
    ) -> None:
        self._clock = clock
        self._steady = steady or clock
        self._cooldown = cooldown
        self._heavy_commands = heavy
        self._presses, self._heavy, self._lookups = map(Cooldown, (PRESSES, HEAVY, LOOKUPS))
        self._inside: dict[asyncio.Task[Any], tuple[str, float]] = {}
        """What kind of interaction each task answers, and since when."""
        self._minding: set[asyncio.Task[Any]] = set()
        """The tasks that act on events of Discord."""
        self._homes: dict[int, int] = {}
        """The server of each campaign, which never changes."""
        self.closed = False
        self.taken: deque[int] = deque(maxlen=NOTED)
        """The interactions that this bot has taken up, to answer or to refuse them."""
        self._before: Collection[int] = ()
        """The interactions that the bot before this one has taken up."""
        self._in_order = False
        """Whether that is known of all."""
        self._serving = asyncio.Event()
        self._serving.set()
        self._leaves = False
        self.holds: Callable[[], bool] = lambda: True
        """Whether this bot may still answer."""
        self.languages: Languages | None = None
        """Known as soon as the store is open."""

    async def admits(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether the interaction may go on in the present task; if not, the person has been told why.

        Or another bot, which has heard it as well, answers.
        """
        waits = not self._serving.is_set()
        if not await self.serves() or interaction.id in self._before or (waits and not self._in_order):
            log.info("interaction %s is left to another bot", interaction.id)
            return False
        speak(interaction.locale, interaction.guild_locale or interaction.locale)
        refusal = _elsewhere(interaction) or self._refusal(interaction)
        # Before anything is awaited: a bot that leaves waits for all that it has taken up.
        self.taken.append(interaction.id)
        self._enter(interaction)
        await self._speak_as_chosen(interaction)
        if refusal is None:
            logs.about(interaction=interaction.id, guild=interaction.guild_id)
            return True
        await _refuse(interaction, str(refusal))
        return False

    def _enter(self, interaction: discord.Interaction[Any]) -> None:
        """Count the present task among those that answer an interaction, until it ends."""
        task = _present()
        if task not in self._inside:
            self._inside[task] = _kind(interaction), monotonic()
            task.add_done_callback(self._ended)

    async def minds(self) -> bool:
        """Whether the bot is to act in the present task on what has just happened on Discord."""
        if not await self.serves():
            return False
        task = _present()
        self._minding.add(task)
        task.add_done_callback(self._minding.discard)
        return True

    async def serves(self) -> bool:
        """Whether this bot is the one to act on what has just happened; one that stands by waits to be."""
        if not self._serving.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(HELD):
                    await self._serving.wait()
        return self._serving.is_set() and not self._leaves and self.holds()

    def stand_by(self) -> None:
        """Leave all to another bot, until this one goes on."""
        self._serving.clear()

    def go_on(self, before: Collection[int] | None) -> None:
        """Serve people from now on.

        :param before: the interactions that the bot before has taken up; None if that is not known, so that
            those that have waited are not answered.
        """
        self._before, self._in_order = before or (), before is not None
        self._serving.set()

    async def leave(self, patience: float) -> None:
        """Leave all others to the bot that stands by, and wait `patience` seconds for those inside."""
        self._leaves = True
        await self.close(patience)

    async def _speak_as_chosen(self, interaction: discord.Interaction[Any]) -> None:
        """Go on in the languages that the person and the server have set, if they can be read."""
        if self.languages is None or interaction.guild_id is None:
            return
        user_id = interaction.user.id
        # The handler meets the error of a store that can't be read, and reports it.
        with suppress(StoreError):
            own = await self.languages.of_person(user_id, interaction.locale.value)
            speak(own, await self.languages.of_server(interaction.guild_id))

    async def at_home(self, interaction: discord.Interaction[Any], campaign_id: int, store: Store) -> bool:
        """Whether a control is pressed on the server of its campaign; if not, the person has been told."""
        logs.about(campaign=campaign_id)
        if campaign_id not in self._homes:
            try:
                campaign = await store.campaign_head(campaign_id)
            except StoreError:
                # The handler of the press meets the same error, and reports it.
                return True
            if campaign is None:
                return True
            self._homes[campaign_id] = campaign.guild_id
        if self._homes[campaign_id] == interaction.guild_id:
            return True
        await _refuse(
            interaction, _("That button belongs to a campaign on another server. Nothing was changed.")
        )
        return False

    @property
    def under_way(self) -> int:
        """The number of interactions that are being answered."""
        return len(self._inside)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        kind, since = self._inside.pop(task)
        metrics.INTERACTIONS.labels(kind).observe(monotonic() - since)

    def _refusal(self, interaction: discord.Interaction[Any]) -> Phrase | N_ | None:
        if self.closed:
            return RESTARTING
        if not self._cooldown:
            return None
        now, user = self._steady(), interaction.user.id
        if interaction.type is discord.InteractionType.autocomplete:
            free_at = self._lookups.take(user, now)
        else:
            free_at = self._presses.take(user, now)
            if free_at is None and _named(interaction) in self._heavy_commands:
                free_at = self._heavy.take(user, now)
        if free_at is None:
            return None
        moment = discord.utils.format_dt(self._clock() + max(free_at - now, SHORTEST), "R")
        return _l("You are going too fast for me. Nothing was changed. Try again {moment}.", moment=moment)

    async def close(self, patience: float) -> None:
        """Admit no one any more, and wait `patience` seconds for those inside."""
        self.closed = True
        inside = (self._inside.keys() | self._minding) - {asyncio.current_task()}
        if not inside:
            return
        log.info("waiting for %d interactions and events", len(inside))
        _done, late = await asyncio.wait(inside, timeout=patience)
        if late:
            log.warning("%d interactions and events were not done with in time", len(late))


_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "lookup",
    discord.InteractionType.component: "control",
    discord.InteractionType.modal_submit: "form",
}


def _present() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None
    return task


def _kind(interaction: discord.Interaction[Any]) -> str:
    return _KINDS.get(interaction.type, "other")


def _elsewhere(interaction: discord.Interaction[Any]) -> N_ | None:
    """Why a command is refused that should not exist: outside the servers that the bot is on."""
    if interaction.type is not discord.InteractionType.application_command:
        return None
    alone = interaction.is_user_integration() and not interaction.is_guild_integration()
    return ELSEWHERE if interaction.guild_id is None or alone else None


async def _refuse(interaction: discord.Interaction[Any], text: str) -> None:
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await interaction.response.send_message(text, ephemeral=True)
    except discord.HTTPException as error:
        if error.code not in GONE:
            log.warning("a refusal could not be told: %s", error)


def _named(interaction: discord.Interaction[Any]) -> str:
    """Full name of a command, read here because the tree asks before its look-up; empty for a control."""
    if interaction.type is not discord.InteractionType.application_command:
        return ""
    data: Any = interaction.data
    words = []
    while data is not None:
        words.append(data["name"])
        # 1 and 2: a sub-command, or a group of them; other types are options.
        data = next((option for option in data.get("options", ()) if option["type"] in (1, 2)), None)
    return " ".join(words)
