"""Campaigns of Outposts over a real database and the real outbox, on a clock of their own, without a client.

Only Discord itself is stood in for, by a channel that takes messages or refuses them: thousands of hours go
by in a test, and each ping that was taken is known.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import discord

from bot.app.sweep import Sweep
from bot.campaigns import messages
from bot.campaigns.service import Campaigns
from bot.campaigns.setup import Wish
from bot.clock.hours import Hours
from bot.outbox.outbox import Outbox
from bot.outbox.parking import Parking
from bot.people import timetable
from bot.posts.calls import Calls
from bot.posts.say import Speaker
from bot.store import Campaign, CardRow, DeadlineRow, OutboxRow, Seat, Store, rows
from engines.core.decisions import Decision
from tests.outposts.game.engine.title import Outposts

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
BLUE, WHITE, THIRD, FOURTH = 11, 12, 13, 14
TITLE = Outposts()
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


class Ping(NamedTuple):
    """Somebody was pinged."""

    at: datetime
    user: int
    text: str


class Channel:
    """A channel, and the client that knows only it."""

    def __init__(self, work: Clockwork) -> None:
        self.id = 2
        self.shut = self.fails = False
        self.pings: list[Ping] = []
        self.posts: list[str] = []
        self._work = work
        self._numbers = itertools.count(100)

    def get_partial_messageable(self, channel_id: int, *, guild_id: int) -> Any:
        return self

    def get_partial_message(self, message_id: int) -> Any:
        return self

    def get_user(self, user_id: int) -> Any:
        return self

    def get_guild(self, guild_id: int) -> Any:
        return None

    def is_ready(self) -> bool:
        return False

    async def delete(self) -> None:
        """A message is gone."""

    async def send(
        self, content: str = "", *, allowed_mentions: discord.AllowedMentions, **given: Any
    ) -> Any:
        """Take a message, or refuse it."""
        if self.shut and not given.get("nonce", "").startswith("d-"):
            response: Any = SimpleNamespace(status=403, reason="Forbidden")
            raise discord.Forbidden(response, {"code": 50013, "message": "Missing Permissions"})
        if self.fails:
            raise ConnectionError("Discord is down")
        users = allowed_mentions.users if isinstance(allowed_mentions.users, list) else []
        self.posts.append(content)
        self.pings += [Ping(self._work.time, user.id, content) for user in users]
        return SimpleNamespace(id=next(self._numbers), channel=self)


class Clockwork:
    """One campaign, its sweep and its outbox.

    :ivar time: what the clock shows.
    :ivar evenly: what it would show if it had never stepped.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.time = self.evenly = START
        self.channel = Channel(self)
        self.store: Store

    async def begin(self, clock: str, users: Iterable[int] = (BLUE, WHITE), *, seed: str = "law") -> None:
        """Open everything, and let the campaign begin."""
        await self.open()
        lobby = await self.campaigns.new(Wish(1, 2, BLUE, "outposts", seed=seed, clock=clock, lobby=True))
        sitting = {name: Seat(seat=name, user_id=user) for name, user in zip(TITLE.seats, users, strict=True)}
        await self.campaigns.begin(lobby, sitting, user_id=BLUE, seed=seed)
        await self.drain()

    async def open(self) -> None:
        """Start the bot's inner parts."""
        client: Any = self.channel
        self.store = await Store.open(self.path, lambda: self.time)
        self.campaigns = Campaigns(self.store, [TITLE], lambda: self.time)
        speaker = Speaker(client, self.campaigns)
        calls = Calls(client, self.campaigns, speaker)
        posters = {
            messages.CARD: _unseen,
            messages.RETRACT: _unseen,
            messages.SUMMARY: _unseen,
            messages.NOTICE: calls.notice,
            messages.NUDGE: calls.nudge,
            messages.SAY: speaker.say,
            messages.OFFER: speaker.offer,
            messages.DIRECT: speaker.direct,
        }
        parking = Parking(client, self.campaigns)
        self.outbox = Outbox(self.store, posters, parking, lambda: self.time, self.steady)
        self.sweep = Sweep(self.campaigns, self.outbox, steady=self.steady)

    def steady(self) -> datetime:
        """The even time."""
        return self.evenly

    async def close(self) -> None:
        """Close the database."""
        await self.outbox.close()
        await self.store.close()

    async def drain(self) -> None:
        """Say all that is due."""
        await self.outbox.close()
        await self.outbox.drain()

    async def swept(self, passed: timedelta) -> None:
        """Let time go by with a sweep at least once an hour, and say what is due."""
        while passed:
            now = min(HOUR, passed)
            self.time, self.evenly, passed = self.time + now, self.evenly + now, passed - now
            await self.sweep()
            await self.drain()

    async def hours(self, user: int, new: Hours) -> None:
        """Somebody sets hours; vacations stay."""
        await timetable.change_hours(self.campaigns, user, lambda old: new)

    async def campaign(self) -> Campaign:
        """As it is stored."""
        return await self.campaigns.by_id(1)

    async def owed(self) -> list[Decision]:
        """What is owed now."""
        return TITLE.decisions(self.campaigns.state_of(await self.campaign()))

    async def deadlines(self) -> dict[tuple[str, str], DeadlineRow]:
        """All deadlines by seat and kind."""
        return {(row.seat, row.kind): row for row in await self.store.deadlines_of(1)}

    async def act(self, choice: int) -> str | None:
        """Somebody who is asked takes a legal action; gives their seat."""
        campaign = await self.campaign()
        state = self.campaigns.state_of(campaign)
        owed = [each for each in TITLE.decisions(state) if each.seat in campaign.seats]
        if not owed or campaign.stands_still or campaign.status != "running":
            return None
        seat = owed[choice % len(owed)].seat
        legal = TITLE.legal_actions(state, seat)
        action = TITLE.notation(legal[choice % len(legal)])
        await self.campaigns.take(1, campaign.seats[seat], action, seat=seat)
        return seat

    async def person(self, user: int) -> Hours:
        """What somebody has set."""
        return (await timetable.person_of(self.campaigns, user))[1]

    async def guild(self, **values: Any) -> None:
        """What the server has set."""
        from bot.store import Guild

        await self.store.transact(partial(rows.people.put_guild, settings=Guild(id=1, **values)))


async def _unseen(row: OutboxRow, campaign: Campaign) -> CardRow | None:
    return None
