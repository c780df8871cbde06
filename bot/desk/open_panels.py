"""The panels that people have open, one each in a channel: the new replaces the old, and it follows the game.

Kept in memory only: a panel that is not known here answers its buttons, and a press makes it known.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import aiohttp
import discord

from bot import logs
from bot.campaigns.places import Newest
from bot.errors import incident
from bot.store import Campaign, StoreError
from data.catalogue import public, speak

log = logging.getLogger("tocsin.showing")

Interaction = discord.Interaction[Any]

UNANSWERABLE = (10062, 40060, 50027, 10008, 10015)
"""The interaction is gone, was answered elsewhere, or its token ran out: the card shows the result."""
LIFE = timedelta(minutes=14)
"""How long a panel is kept up to date; Discord lets a message of an interaction be changed for 15 minutes."""
AGED = 30
"""Seconds from one look for panels that grow too old to the next."""
LAST = timedelta(seconds=AGED + 10)
"""How long before the end of its life a panel that asks nothing says that it no longer follows the game."""
MOST = 500
"""Panels that are known at most; the one that was touched longest ago is forgotten first."""

Sent = discord.InteractionMessage | discord.WebhookMessage
"""A message of an interaction, which its token lets the bot change."""
Key = tuple[int | None, int]
"""A channel and a person."""


class Moment(NamedTuple):
    """How far a campaign had come, as everybody may know it."""

    version: int
    status: str
    paused_at: datetime | None
    due: tuple[tuple[str, datetime | None], ...]
    """The seats that have a deadline, each with its time."""

    @classmethod
    def of(cls, campaign: Campaign) -> Moment:
        """The moment of a campaign as it was read."""
        due = tuple((row.seat, row.due_at) for row in campaign.deadlines)
        return cls(campaign.version, campaign.status, campaign.paused_at, due)

    def follows(self, other: Moment) -> bool:
        """Whether it is later; a campaign that is paused or gets more time keeps its version."""
        return self != other and self.version >= other.version

    def stands(self, other: Moment) -> bool:
        """Whether neither the game nor its clock has stopped or gone on between the two."""
        return (self.status, self.paused_at) == (other.status, other.paused_at)


class Look(NamedTuple):
    """What tells whether another view would look the same."""

    parts: bytes
    picture: bytes | None


class Shown(NamedTuple):
    """What a message shows."""

    campaign: int
    seat: str
    moment: Moment
    stamped: int
    """The version of its controls."""
    news: Sequence[str] = ()
    """The lines of what happened that it has."""
    waits: bool = False
    """Whether its seat has nothing to decide."""
    asks: bool = False
    """Whether its seat owes a decision."""
    inside: bool = False
    """Whether it is something that was opened from the panel: a preview, a list, a map, a form."""
    look: Look | None = None
    """The look of the view; None if it is not known."""


class Screen:
    """A private message in which one view replaces another."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.turn = 0
        self._drawing: asyncio.Future[Any] | None = None

    def begin(self, drawing: asyncio.Future[Any] | None = None) -> int:
        """A new view is coming, or none any more: cancel the picture of the one before."""
        if self._drawing is not None:
            self._drawing.cancel()
        self._drawing = drawing
        self.turn += 1
        return self.turn


class Open:
    """A panel that a person has open.

    :ivar message: edits and deletes itself by the token of the interaction that showed it last.
    :ivar followup: sends another message by that token.
    :ivar until: when that token is no longer used.
    :ivar newest: the public message that stood below all others when the panel was looked at.
    :ivar known: how far its campaign has come.
    :ivar ends: whether it is to follow the game no longer, and to say so.
    :ivar context: the languages of its person.
    """

    def __init__(
        self,
        key: Key,
        message: Sent,
        followup: discord.Webhook,
        screen: Screen,
        shown: Shown,
        until: datetime,
    ) -> None:
        self.key = key
        self.message = message
        self.followup = followup
        self.screen = screen
        self.shown = shown
        self.until = until
        self.newest = 0
        self.known = shown.moment
        self.ends = False
        self.context = copy_context()

    @property
    def user_id(self) -> int:
        """The person."""
        return self.key[1]


class _Answering:
    """Interactions of a person in a channel that are being answered.

    :ivar pressed: the messages whose controls were pressed.
    :ivar moved: how far campaigns have come meanwhile.
    """

    def __init__(self) -> None:
        self.pressed: list[int | None] = []
        self.moved: dict[int, Moment] = {}


class OpenPanels:
    """Knows the open panels, and has those brought up to date whose campaign has moved.

    A panel is refreshed by one task at a time, which shows the newest state, and not while an interaction of
    its person is answered there. What brings it about is public: a campaign has moved, and its card says so.
    A panel with a decision stands below what was posted last.

    :param clock: the time, aware, UTC.
    :param newest: the newest public messages.
    :param renew: brings a panel up to date; returns False if it is none any more.
    """

    def __init__(
        self, clock: Callable[[], datetime], newest: Newest, renew: Callable[[Open], Awaitable[bool]]
    ) -> None:
        self._clock = clock
        self._newest = newest
        self._renew = renew
        self._panels: OrderedDict[Key, Open] = OrderedDict()
        """The open panels, by the time at which they were shown last."""
        self._of_campaign: defaultdict[int, set[Key]] = defaultdict(set)
        self._answering: dict[Key, _Answering] = {}
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._closed = False

    def __len__(self) -> int:
        return len(self._panels)

    @contextmanager
    def answering(self, interaction: Interaction) -> Iterator[None]:
        """While an interaction is answered, nothing of its person is refreshed there: the answer wins."""
        key = key_of(interaction)
        here = self._answering.setdefault(key, _Answering())
        pressed = None if interaction.message is None else interaction.message.id
        here.pressed.append(pressed)
        try:
            yield
        finally:
            here.pressed.remove(pressed)
            if not here.pressed:
                del self._answering[key]
                self._go_on(key)

    async def shows(
        self, interaction: Interaction, message: Sent, screen: Screen, shown: Shown | None
    ) -> None:
        """A message shows a panel from now on, and the panel before it is deleted.

        :param shown: None for anything else; if it stands in the panel's message, it was opened from there.
        """
        key = key_of(interaction)
        before = self._panels.get(key)
        same = before if before is not None and before.message.id == message.id else None
        if shown is None and same is not None:
            shown = _inside(same)
        if shown is None or self._closed:
            return
        panel = Open(key, message, interaction.followup, screen, shown, self._clock() + LIFE)
        here = self._answering.get(key)
        known = [same.known] if same is not None and same.known.follows(same.shown.moment) else []
        known += [here.moved[shown.campaign]] if here is not None and shown.campaign in here.moved else []
        for moment in known:
            panel.known = moment if moment.follows(panel.known) else panel.known
        if before is not None:
            self._drop(before)
        self._panels[key] = panel
        self._of_campaign[shown.campaign].add(key)
        while len(self._panels) > MOST or not self._lives(next(iter(self._panels.values()))):
            self._drop(next(iter(self._panels.values())))
        # A press on it that is still being answered shows the last view, and becomes the panel.
        if before is not None and same is None and not (here and before.message.id in here.pressed):
            await self.delete(before)

    def _lives(self, panel: Open) -> bool:
        return self._clock() < panel.until

    def _drop(self, panel: Open) -> None:
        """Forget a panel, if it is still the one there."""
        if self._panels.get(panel.key) is panel:
            del self._panels[panel.key]
            keys = self._of_campaign[panel.shown.campaign]
            keys.discard(panel.key)
            if not keys:
                del self._of_campaign[panel.shown.campaign]

    def is_open(self, panel: Open) -> bool:
        """Whether a panel is still the one there, and may be changed: an answer that is under way wins."""
        return self._panels.get(panel.key) is panel and panel.key not in self._answering

    def looks(self, interaction: Interaction, message: Sent, look: Look) -> None:
        """A panel looks otherwise now."""
        panel = self._panels.get(key_of(interaction))
        if panel is not None and panel.message.id == message.id and not panel.shown.inside:
            panel.shown = panel.shown._replace(look=look)

    def opens(self, interaction: Interaction) -> None:
        """A person has opened a form from a panel, who is left in peace while it can be submitted."""
        if (panel := self._pressed(interaction)) is not None:
            panel.shown = _inside(panel)

    def closes(self, interaction: Interaction) -> None:
        """The message of an interaction is deleted."""
        if (panel := self._pressed(interaction)) is not None:
            self._drop(panel)

    def _pressed(self, interaction: Interaction) -> Open | None:
        """The panel that an interaction was made on."""
        panel, message = self._panels.get(key_of(interaction)), interaction.message
        return panel if panel and message and panel.message.id == message.id else None

    async def delete(self, panel: Open) -> None:
        """Delete the message of a panel, while Discord takes that."""
        panel.screen.begin()
        if not self._lives(panel):
            return
        async with panel.screen.lock:
            await deleted(panel.message)

    def stir(self, campaign: Campaign) -> None:
        """A campaign has moved, as its card says."""
        moment = Moment.of(campaign)
        for here in self._answering.values():
            here.moved[campaign.id] = moment
        for key in [*self._of_campaign.get(campaign.id, ())]:
            panel = self._panels[key]
            if not self._lives(panel):
                self._drop(panel)
            else:
                panel.known = moment if moment.follows(panel.known) else panel.known
                self._go_on(key)

    async def age(self) -> None:
        """Let each panel that asks nothing say that it follows the game no longer, while its token lives."""
        for panel in [*self._panels.values()]:
            if self._clock() < panel.until - LAST:
                return
            if not (panel.shown.asks or panel.shown.inside) and self._lives(panel):
                panel.ends = True
                self._go_on(panel.key)

    def _go_on(self, key: Key) -> None:
        """Bring a panel up to date in the background, unless that is under way or has to wait."""
        panel = self._panels.get(key)
        if panel is None or key in self._answering or key in self._tasks or self._closed:
            return
        if panel.ends or panel.known.follows(panel.shown.moment) or self._is_buried(panel):
            refreshing = self._refresh(panel)
            self._tasks[key] = asyncio.get_running_loop().create_task(refreshing, context=panel.context)

    def _is_buried(self, panel: Open) -> bool:
        """Whether something was posted below a decision since the panel was looked at."""
        newest = self._newest.of(panel.key[0])
        return panel.shown.asks and newest > max(panel.message.id, panel.newest)

    async def _refresh(self, panel: Open) -> None:
        logs.about_nothing()
        panel.newest = self._newest.of(panel.key[0])
        wanted, was, done = panel.known, panel.shown, False
        try:
            done = await self._renew(panel)
            if not done:
                self._drop(panel)
        except discord.HTTPException as error:
            if error.code in UNANSWERABLE:
                self._drop(panel)
            else:
                log.warning("a panel is not kept up to date: %s", error)
        except (StoreError, discord.RateLimited, aiohttp.ClientError, OSError) as error:
            # The next change tries again.
            log.warning("a panel is not kept up to date: %s", error)
        except Exception as error:  # noqa: BLE001 - whatever it is, its person can press Play
            self._drop(panel)
            incident(error, f"refreshing a panel of campaign {panel.shown.campaign}")
        finally:
            del self._tasks[panel.key]
            if panel.ends:
                self._drop(panel)
        if panel.known == wanted and panel.shown is not was:
            # What it shows was the newest that there is.
            panel.known = panel.shown.moment
        if done or panel.known != wanted or self._panels.get(panel.key) is not panel:
            self._go_on(panel.key)

    def speaks(self, user_id: int, language: object) -> None:
        """A person has chosen another language, which the panels have when they are refreshed."""
        for panel in self._of(user_id):
            panel.context.run(lambda: speak(language, public()))

    async def forget_person(self, user_id: int) -> None:
        """Delete the panels of a person who is forgotten."""
        for panel in self._of(user_id):
            self._drop(panel)
            await self.delete(panel)

    def _of(self, user_id: int) -> list[Open]:
        return [panel for panel in self._panels.values() if panel.user_id == user_id]

    async def forget(self) -> None:
        """Forget every panel, and stop what is under way."""
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        # One that had not begun has not taken itself out.
        self._tasks.clear()
        self._panels.clear()
        self._of_campaign.clear()

    async def close(self) -> None:
        """Refresh nothing any more: the bot stops, or another one goes on."""
        self._closed = True
        await self.forget()


async def deleted(message: Sent) -> None:
    """Delete an old panel; where Discord fails it stays, and answers its buttons."""
    try:
        await message.delete()
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
        if getattr(error, "code", None) not in UNANSWERABLE:
            log.warning("an old panel stays: %s", error)


def key_of(interaction: Interaction) -> Key:
    """The place of an interaction's panel."""
    return interaction.channel_id, interaction.user.id


def _inside(panel: Open) -> Shown:
    """What a panel shows when something else was opened from it."""
    return panel.shown._replace(asks=False, inside=True, look=None)
