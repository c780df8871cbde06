"""The laws of the clocks, whatever people do: nobody's time is over before they were told and awake, no hours
that are set move a deadline, and no change of hands gives time twice."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from bot.clock import deadlines, notation, rings
from bot.clock.hours import Hours, is_open, without_weekends, woken
from bot.clock.rings import LONG_WEEKEND
from bot.errors import PoliteError
from bot.outbox.parking import shut_out
from bot.pauses import by_hand
from bot.seats.change import By
from bot.seats.handover import Seats
from bot.store import rows
from tests.support.clockwork import BLUE, FOURTH, MINUTE, START, THIRD, WHITE, Clockwork
from tests.support.depth import depth, seed

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


CLOCKS = (
    "6h interrupts 1h overtime pass",
    "24h interrupts 6h overtime player",
    "12h interrupts 4h overtime pass awake 5h",
    "bank 8h +2h max 12h interrupts 2h overtime pass",
)
STORIES = depth(1, 20)
"""Campaigns that are lived through with each clock."""
LONGEST = depth(3, 7) * DAY
"""How long they are, if they do not end before."""


def some_hours(rng: random.Random) -> Hours:
    """Quiet hours of any length, or none, and weekends."""
    begins, length = rng.randrange(1440), rng.choice([0, 60, 480, 600, 900, 1380])
    off = rng.random() < 0.3
    return Hours("UTC", begins, (begins + length) % 1440, off) if length else Hours(weekends_off=off)


class Asked(NamedTuple):
    """A decision that somebody owes: since when, by which hours, and when they were told of it."""

    since: datetime
    hours: Hours
    told: datetime | None
    clock: timedelta


class Watched:
    """A clockwork of which it is watched who owes what and who was told."""

    def __init__(self, work: Clockwork, clock: str) -> None:
        self.work = work
        self.clock = notation.read(clock)
        self.asked: dict[tuple[str, str], Asked] = {}
        self.seen = 0
        self.pinged = 0
        self.fallen = 0

    async def look(self, knowing: int | None = None) -> None:
        """See what has happened since the last look, and that every deadline that fell was lawful."""
        work, campaign = self.work, await self.work.campaign()
        entries = await work.store.journal(1, self.seen + 1)
        self.seen += len(entries)
        first = {row.seat: row for row in reversed(entries)}
        for (seat, _), asked in list(self.asked.items()):
            row = first.get(seat)
            if row is not None and row.source in ("default", "automatic"):
                self._lawful(asked, row.at)
        banks = await work.deadlines()
        now_owed = {(each.seat, each.kind): each for each in await work.owed()}
        self.asked = {key: asked for key, asked in self.asked.items() if key in now_owed}
        for key in now_owed:
            user = campaign.seats[key[0]]
            if key not in self.asked or key[0] in first:
                allowed = banks[key].allowed if key in banks else None
                assert allowed is not None or campaign.status != "running"
                self.asked[key] = Asked(work.time, await work.person(user), None, allowed or timedelta())
        for ping in work.channel.pings[self.pinged :]:
            self._told({seat for seat, user in campaign.seats.items() if user == ping.user}, ping.at)
        self.pinged = len(work.channel.pings)
        if knowing is not None:
            self._told(set(campaign.held_by(knowing)), work.time)

    def _told(self, seats: set[str], at: datetime) -> None:
        for key, asked in self.asked.items():
            if key[0] in seats and asked.told is None and asked.since <= at:
                self.asked[key] = asked._replace(told=at)

    def _lawful(self, asked: Asked, at: datetime) -> None:
        self.fallen += 1
        assert asked.told is not None, f"fell at {at}, and nobody was told"
        least = min(asked.clock, self.clock.awake)
        bounded = at - asked.since >= LONG_WEEKEND - DAY
        assert woken(asked.hours, asked.told, at) >= (HOUR / 2 if bounded else least), (asked, at)
        assert is_open(without_weekends(asked.hours) if bounded else asked.hours, at)

    async def moves_nothing(self, user: int, new: Hours) -> None:
        """Hours are set, and every deadline stays where it was; one that nobody knew of may come closer."""
        before = await self.work.deadlines()
        await self.work.hours(user, new)
        for key, row in (await self.work.deadlines()).items():
            was = before[key]
            if was.told_at is not None or row == was:
                assert row.due_at == was.due_at
            elif row.due_at is not None and was.due_at is not None:
                assert row.due_at <= max(was.due_at, _afresh(row, self.work.time))

    async def falls_in_time(self) -> None:
        """After a sweep no deadline stands that could have fallen."""
        campaign = await self.work.campaign()
        shut = await self.work.store.look(partial(rows.people.noted, key=shut_out(1)))
        if campaign.stands_still or shut or campaign.status != "running":
            return
        for row in (await self.work.deadlines()).values():
            if row.due_at is not None and row.due_at <= self.work.time and row.told_at is not None:
                hours = await self.work.person(campaign.seats[row.seat])
                assert deadlines.falls_from(self.clock, row, hours, self.work.time) > self.work.time, row


def _afresh(row: Any, now: datetime) -> datetime:
    """When a deadline ends of which somebody is told only now."""
    by = msgspec.json.decode(row.hours, type=Hours)
    falls = rings.falls(rings.Timing(row.since, row.allowed, now, row.awake), by)
    assert falls is not None
    return falls


def lived(clock: str, story: Callable[[Clockwork], Awaitable[None]]) -> None:
    """A campaign from its beginning, in a folder of its own."""

    async def run() -> None:
        with tempfile.TemporaryDirectory() as folder:
            work = Clockwork(Path(folder) / "tocsin.db")
            try:
                await work.begin(clock)
                await story(work)
            finally:
                await work.close()

    asyncio.run(run())


@pytest.mark.deep(seconds=65)
@pytest.mark.parametrize("clock", CLOCKS)
def test_no_deadline_falls_before_its_seat_was_told_and_awake_and_no_hours_move_it(clock: str) -> None:
    rng = random.Random(seed(clock))

    async def something(work: Clockwork, watched: Watched) -> int | None:
        """Somebody does something now and then; gives who knows of what follows."""
        match rng.choices(["nothing", "act", "hours", "shut", "fail", "pause"], [54, 24, 13, 3, 4, 2])[0]:
            case "act":
                seat = await work.act(rng.randrange(1000))
                return None if seat is None else (await work.campaign()).seats[seat]
            case "hours":
                user = rng.choice([BLUE, WHITE])
                await watched.moves_nothing(user, some_hours(rng))
                return user
            case "shut":
                work.channel.shut = True
            case "fail":
                work.channel.fails = True
            case "pause" if (await work.campaign()).paused_at is None:
                await by_hand.pause(work.campaigns, 1, user_id=99, reason="")
        return None

    async def story(work: Clockwork) -> None:
        watched = Watched(work, clock)
        await watched.look()
        while work.time < START + LONGEST and (await work.campaign()).status == "running":
            knowing = await something(work, watched)
            await work.drain()
            await watched.look(knowing)
            for _ in range(rng.choice([1, 1, 2, 6])):
                await work.swept(rng.choice([7, 45, 60]) * MINUTE)
                await watched.look()
                await watched.falls_in_time()
            work.channel.shut = work.channel.shut and rng.random() < 0.7
            work.channel.fails = work.channel.fails and rng.random() < 0.7
            if (await work.campaign()).paused_at is not None and rng.random() < 0.4:
                await by_hand.resume(work.campaigns, 1, user_id=99)
        fallen.append(watched.fallen)

    fallen: list[int] = []
    for _ in range(STORIES):
        lived(clock, story)
    # How often is a matter of luck.
    assert sum(fallen) > STORIES // 4


@pytest.mark.deep(seconds=26)
@pytest.mark.parametrize("clock", ["24h interrupts 6h", "bank 24h +4h max 48h interrupts 6h"])
def test_no_change_of_hands_gives_a_decision_time_twice_nor_fills_a_bank(clock: str) -> None:
    rng = random.Random(seed(clock))

    async def story(work: Clockwork) -> None:
        seats = Seats(work.campaigns)
        for _ in range(60):
            await work.swept(rng.choice([7, 45, 60]) * MINUTE)
            if (await work.campaign()).status != "running":
                break
            before, banks = await left_of(work), await held(work)
            acted = (await work.act(rng.randrange(1000))) if rng.random() < 0.15 else None
            if acted is not None:
                # Another decision, or the same that is owed anew.
                given.clear()
                continue
            with suppress(PoliteError):
                await _hands(seats, rng)
            await work.drain()
            for key, left in (await left_of(work)).items():
                if left > before[key]:
                    given[key] += 1
                    assert given[key] == 1, f"{key} has a new clock for the {given[key]}th time"
                    # A bank pays for no interrupts.
                    assert not clock.startswith("bank") or (await work.deadlines())[key].interrupt
            assert await held(work) == banks

    given: Counter[tuple[str, str]] = Counter()
    for _ in range(STORIES):
        given.clear()
        lived(clock, story)


async def _hands(seats: Seats, rng: random.Random) -> None:
    """White's seat is lent, taken, left or taken back."""
    campaign = await seats._campaigns.by_id(1)
    sitting = campaign.seating["white"]
    holder = sitting.user_id or WHITE
    match rng.choice(["lend", "sit", "back", "leave", "take", "replace"]):
        case "lend":
            await seats.lend(1, holder, "white", rng.choice([THIRD, FOURTH]), None)
        case "sit" if sitting.reserved_for is not None:
            await seats.sit(1, sitting.reserved_for, "white")
        case "back":
            await seats.back(1, sitting.owner_id or holder, "white")
        case "leave":
            await seats.leave(1, holder, "white")
        case "take":
            await seats.take(1, rng.choice([WHITE, THIRD, FOURTH]), "white")
        case "replace":
            await seats.offer(1, "white", rng.choice([WHITE, THIRD, FOURTH]), By(BLUE))


async def left_of(work: Clockwork) -> dict[tuple[str, str], timedelta]:
    """What is left of each decision."""
    return {
        key: deadlines.left(row, Hours(), work.time) or timedelta()
        for key, row in (await work.deadlines()).items()
    }


async def held(work: Clockwork) -> dict[str, timedelta | None]:
    """What seats hold in their banks."""
    return {name: seat.bank for name, seat in (await work.campaign()).seating.items()}
