"""Waiting lists: people who wait for the same thing are asked together, by a lobby of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import Connection

from bot.campaigns import messages
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError, StaleError
from bot.seats.lapses import LOBBY
from bot.seats.lobby import Lobby
from bot.store import Campaign, rows
from bot.store.lobbies import Opening, OpeningRow, Seeker
from data.catalogue import _
from data.sentences import _l
from engines.core.contract import AnyTitle

NEAR = timedelta(hours=3)
"""Time zones that are no further apart are near to each other."""
LOOKS = (timedelta(days=1), timedelta(days=7), timedelta(days=30))
"""The times after which a person is told that they still wait; after the last they wait no more."""
AGAIN = timedelta(days=1)
"""The time after which people are asked again for whom a lobby could not be opened."""
PINGED = timedelta(days=1)
"""How often the role of a game is pinged at most."""
UNSAID = "waiting:"
"""Begins the store's key for what a waiting list still has to say; a server, a game and a person follow."""
_DAY = timedelta(days=1)
_SOON = timedelta(hours=1)


class Word(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is still to be said of a waiting list: no campaign has begun whose outbox could have it.

    It is written in the transaction of what it tells, and deleted once it was said.
    """

    guild: int
    title: str
    at: datetime
    channel: int | None = None
    """Where the role of the game is pinged; None for a direct message."""
    user: int | None = None
    """The person who is told that they still wait."""
    since: datetime | None = None
    """The time since when they do."""

    @property
    def key(self) -> str:
        """The store's key."""
        return f"{UNSAID}{self.guild}:{self.title}:{self.user or 'role'}"


def _say(connection: Connection, word: Word) -> None:
    rows.people.note(connection, word.key, msgspec.json.encode(word).decode())


class WaitingLists:
    """What people do with the waiting lists of a server. Each change is one transaction, which also asks
    whoever can now play together."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store

    async def seek(self, seeks: Seeker) -> list[Seeker]:
        """Put a person on a list; returns all their lists on that server.

        :raises PoliteError: they are asked by a lobby of this game already.
        """
        title = self._campaigns.titles[seeks.title]
        own: list[Seeker] = []

        def work(connection: Connection) -> None:
            before = rows.seekers.of_person(connection, seeks.guild_id, seeks.user_id)
            if any(each.title == seeks.title and each.opening_id is not None for each in before):
                raise StaleError(_l("A lobby is asking you already: answer there whether it suits you."))
            rows.seekers.put(connection, seeks)
            now = self._store.now()
            fill(connection, title, seeks.guild_id, now)
            own.extend(rows.seekers.of_person(connection, seeks.guild_id, seeks.user_id))
            waits = any(each.title == seeks.title and each.opening_id is None for each in own)
            if waits and rows.guild_games.ping(connection, seeks.guild_id, seeks.title, now, now - PINGED):
                word = Word(guild=seeks.guild_id, title=seeks.title, at=now, channel=seeks.channel_id)
                _say(connection, word)

        await self._store.transact(work)
        return own

    async def stop(self, guild_id: int, user_id: int, title: str) -> None:
        """Take a person off a list.

        :raises StaleError: they don't stand on it.
        """

        def work(connection: Connection) -> None:
            own = rows.seekers.of_person(connection, guild_id, user_id)
            left = next((each for each in own if each.title == title), None)
            if left is None:
                raise StaleError(_l("You don't wait for that game any more."))
            self._drop(connection, left)

        await self._store.transact(work)

    async def accept(self, campaign_id: int, user_id: int) -> str:
        """A lobby still suits a person: they draw a seat in it, and wait for nothing else here.

        :raises PoliteError: they were not asked, or answered before.
        """
        asked = partial(_asked, campaign_id=campaign_id, user_id=user_id)
        await Lobby(self._campaigns).wait(campaign_id, user_id, None, asked)
        return _(
            "You are in. Seats are drawn by lot when all places are taken; the lobby's card lets you choose "
            "one yourself. You are off all other waiting lists of this server."
        )

    async def decline(self, campaign_id: int, user_id: int) -> str:
        """A lobby does not suit a person any more: somebody else is asked in their place.

        :raises PoliteError: they were not asked, or answered before.
        """

        def work(connection: Connection) -> None:
            self._drop(connection, _asked(connection, campaign_id, user_id))

        async with self._campaigns.writing(campaign_id, wait=True):
            await self._store.transact(work)
        return _(
            "Thank you for saying so. You are off the waiting list of this game; others stay as they are."
        )

    async def lapse(self, seen: Seeker) -> None:
        """Let a person who has not answered in time wait no more, and ask somebody else."""

        def work(connection: Connection) -> None:
            own = rows.seekers.of_person(connection, seen.guild_id, seen.user_id)
            if seen in own:
                self._drop(connection, seen)

        async with self._lobby_of(seen):
            await self._store.transact(work)

    @asynccontextmanager
    async def _lobby_of(self, seen: Seeker) -> AsyncIterator[None]:
        """Be the only writer of the lobby that asks a person, so that they don't answer in this moment."""
        asks = None
        if seen.opening_id is not None:
            asks = await self._store.look(partial(rows.openings.by_id, opening_id=seen.opening_id))
        if asks is None or asks.campaign_id is None:
            yield
            return
        async with self._campaigns.writing(asks.campaign_id, wait=True):
            yield

    async def look(self, seen: Seeker) -> None:
        """Look whether a person who waits can play now, or is to be told that they still wait."""
        now = self._store.now()
        tells = seen.stage < len(LOOKS) - 1 and now - seen.at >= LOOKS[seen.stage]
        stage = seen.stage + tells

        def work(connection: Connection) -> None:
            rows.seekers.looked(connection, seen, max(seen.at + LOOKS[stage], now + _SOON), stage)
            title = self._campaigns.titles.get(seen.title)
            if title is not None:
                fill(connection, title, seen.guild_id, now)
            waiting = rows.seekers.waiting(connection, seen.guild_id, seen.title)
            if tells and any(each.id == seen.id for each in waiting):
                word = Word(guild=seen.guild_id, title=seen.title, at=now, user=seen.user_id, since=seen.at)
                _say(connection, word)

        await self._store.transact(work)

    def _drop(self, connection: Connection, left: Seeker) -> None:
        """Take a person off a list, and see whom that lets play: their place is free, and so are they."""
        rows.seekers.drop(connection, left.guild_id, left.user_id, left.title)
        if left.opening_id is not None:
            self._pass_on(connection, left.opening_id, left.user_id)
        own = rows.seekers.of_person(connection, left.guild_id, left.user_id)
        for name in [left.title, *(each.title for each in own)]:
            title = self._campaigns.titles.get(name)
            if title is not None:
                fill(connection, title, left.guild_id, self._store.now())

    def _pass_on(self, connection: Connection, opening_id: int, user_id: int) -> None:
        """Let another person have a lobby that was opened in the name of a person who does not play in it."""
        row = rows.openings.by_id(connection, opening_id)
        lobby = None if row is None or row.campaign_id is None else _lobby(connection, row.campaign_id)
        if lobby is None or lobby.created_by != user_id:
            return
        asked = [each.user_id for each in rows.seekers.asked(connection, opening_id)]
        heirs = [*_inside(connection, lobby), *asked]
        heir = next((each for each in heirs if each not in (0, user_id)), None)
        if heir is not None:
            rows.campaigns.alter(connection, lobby.id, created_by=heir)
            rows.outbox.add(connection, lobby.id, [messages.card(messages.LOBBY)], self._store.now())


def _lobby(connection: Connection, campaign_id: int) -> Campaign | None:
    """A campaign that has not begun; None for one that has."""
    campaign = rows.campaigns.by_id(connection, campaign_id)
    return campaign if campaign is not None and campaign.status == "lobby" else None


def first_look(at: datetime) -> datetime:
    """The time when a person who begins to wait is looked at first."""
    return at + LOOKS[0]


def fill(connection: Connection, title: AnyTitle, guild_id: int, now: datetime) -> None:
    """Ask those who can play together: first for free places of lobbies, then for new ones."""
    waiting = rows.seekers.waiting(connection, guild_id, title.id)
    if not waiting:
        return
    for row in rows.seekers.lobbies(connection, guild_id, title.id, now - LOBBY):
        lobby = None if row.campaign_id is None else rows.campaigns.by_id(connection, row.campaign_id)
        others = set() if lobby is None else _inside(connection, lobby)
        able = [each for each in waiting if each.user_id not in others]
        asked = _into(row, lobby, able, _free(connection, row, lobby, title), now)
        if asked:
            waiting = [each for each in waiting if each not in asked]
            _ask(connection, row, lobby, asked, now)
    while (group := together(waiting, len(title.seats), now)) is not None:
        waiting = [each for each in waiting if each not in group]
        _open(connection, title, group, now)


def together(waiting: Sequence[Seeker], seats: int, now: datetime) -> list[Seeker] | None:
    """People who suit each other and fill the seats; whoever has waited longest goes first.

    Whoever has waited for a day may begin with half the seats, and never alone.
    """
    for first in waiting:
        group = [first]
        for other in waiting:
            if len(group) < seats and other not in group and all(_suit(other, each, now) for each in group):
                group.append(other)
        patient = first.stage > 0 or now - first.at >= _DAY
        if len(group) >= (max(2, (seats + 1) // 2) if patient else seats):
            return group
    return None


def _suit(one: Seeker, other: Seeker, now: datetime) -> bool:
    """Whether two people can play together."""
    return (
        (None in (one.scenario, other.scenario) or one.scenario == other.scenario)
        and (None in (one.clock, other.clock) or one.clock == other.clock)
        and _near(one.zone, [other.zone], now)
    )


def _near(zone: str | None, others: Iterable[str | None], now: datetime) -> bool:
    """Whether a time zone is near to all others that are set."""
    if zone is None:
        return True
    here = now.astimezone(ZoneInfo(zone)).utcoffset() or timedelta()
    for other in others:
        if other is not None:
            apart = abs(here - (now.astimezone(ZoneInfo(other)).utcoffset() or timedelta()))
            if min(apart, _DAY - apart) > NEAR:
                return False
    return True


def _inside(connection: Connection, lobby: Campaign) -> Collection[int]:
    """The people who have a place in a lobby already, or have one kept: their list is for another game."""
    drawing = {each.user_id for each in rows.seats.guests(connection, lobby.id).values() if each.waiting}
    return drawing | {each.user_id or each.reserved_for or 0 for each in lobby.seating.values()}


def _free(connection: Connection, row: OpeningRow, lobby: Campaign | None, title: AnyTitle) -> int:
    """The places of a lobby that nobody has or is asked for."""
    asked = len(rows.seekers.asked(connection, row.id))
    if lobby is None:
        return len(title.seats) - asked
    drawing = sum(each.waiting for each in rows.seats.guests(connection, lobby.id).values())
    vacant = [
        each for each in lobby.seating.values() if not (each.user_id or each.automatic or each.reserved_for)
    ]
    return len(vacant) - drawing - asked


def _into(
    row: OpeningRow, lobby: Campaign | None, waiting: Sequence[Seeker], free: int, now: datetime
) -> list[Seeker]:
    """The people who are asked for the free places of a lobby."""
    scenario = row.body.scenario if lobby is None else lobby.scenario
    clock = row.body.clock if lobby is None else lobby.clock
    zones, asked = list[str | None](row.body.zones), list[Seeker]()
    for each in waiting:
        if (
            len(asked) < free
            and each.user_id not in row.body.asked
            and each.scenario in (None, scenario)
            and each.clock in (None, clock)
            and _near(each.zone, zones, now)
        ):
            asked.append(each)
            zones.append(each.zone)
    return asked


def _ask(
    connection: Connection, row: OpeningRow, lobby: Campaign | None, asked: Sequence[Seeker], now: datetime
) -> None:
    """Ask people for the free places of a lobby, once."""
    people = [each.user_id for each in asked]
    zones = [each.zone for each in asked if each.zone is not None]
    rows.openings.also(connection, row, people, zones)
    until = None if lobby is None else now + rows.seekers.ANSWER
    rows.seekers.ask(connection, [each.id for each in asked], row.id, until)
    if lobby is not None:
        rows.outbox.add(connection, lobby.id, [messages.ask(people)], now)


def _open(connection: Connection, title: AnyTitle, group: Sequence[Seeker], now: datetime) -> None:
    """Have a lobby opened for people who suit each other."""
    first = group[0]
    body = Opening(
        title=title.id,
        created_by=first.user_id,
        scenario=next((each.scenario for each in group if each.scenario is not None), None),
        clock=next((each.clock for each in group if each.clock is not None), None),
        asked=[each.user_id for each in group],
        zones=[each.zone for each in group if each.zone is not None],
    )
    opening_id = rows.openings.ask(connection, first.guild_id, first.channel_id, body, now)
    rows.seekers.ask(connection, [each.id for each in group], opening_id, None)


def _asked(connection: Connection, campaign_id: int, user_id: int) -> Seeker:
    """The person whom a lobby asks.

    :raises PoliteError: it does not.
    """
    row = rows.openings.of_campaign(connection, campaign_id)
    asked = [] if row is None else rows.seekers.asked(connection, row.id)
    own = next((each for each in asked if each.user_id == user_id), None)
    if own is None:
        raise PoliteError(
            _l("You are not asked here, or have answered already. The lobby's card shows who plays.")
        )
    return own
