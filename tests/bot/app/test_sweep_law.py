"""In any order of sweeps, restarts and actions each ring comes at most once, never in
quiet hours, and each overtime exactly once."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from bot.app.sweep import Sweep
from bot.campaigns.messages import Nudge
from bot.campaigns.service import Campaigns
from bot.campaigns.setup import Wish
from bot.clock.hours import Hours, is_open, without_weekends
from bot.clock.notation import Clock, read
from bot.clock.rings import LONG_WEEKEND
from bot.people import timetable
from bot.store import Seat, Store, StoreError
from bot.store.rows import people
from tests.outposts.game.engine.title import Outposts
from tests.support.depth import depth

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
BLUE, WHITE = 11, 12
TITLE = Outposts()

CLOCKS = st.sampled_from(
    [
        "4h interrupts 1h",
        "2h overtime pass",
        "5h interrupts 2h overtime player",
        "bank 4h +1h max 6h overtime pass",
        "none nudge 1h",
    ]
)


class Wait(NamedTuple):
    """Time goes by, and after an odd number of minutes there is a sweep."""

    minutes: int


class Act(NamedTuple):
    """Whoever is asked acts."""

    choice: int


class Quiet(NamedTuple):
    """Somebody sets quiet hours that begin so many minutes from now."""

    user: int
    begins: int
    length: int


EVENTS = st.one_of(
    st.builds(Wait, st.integers(30, 59)),
    st.builds(Wait, st.integers(1, 59)),
    st.builds(Wait, st.integers(1, 59)),
    st.builds(Wait, st.integers(60, 600)),
    st.builds(Act, st.integers(0, 1000)),
    st.builds(Quiet, st.sampled_from([BLUE, WHITE]), st.integers(1, 90), st.integers(60, 300)),
    st.sampled_from(["sweep", "sweeps", "sweep", "restart", "killed", "pause", "resume"]),
)


class Silent:
    """An outbox that keeps what is to be said in the database."""

    def kick(self) -> None:
        """Nothing is sent."""


class Story:
    """One campaign of Outposts over a real database, on a clock of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.time = START
        self.hours: dict[int, list[tuple[datetime, Hours]]] = {
            user: [(START, Hours())] for user in (BLUE, WHITE)
        }

    async def begin(self, clock: str) -> None:
        """Set it up."""
        await self.open()
        await self.sweep()
        wish = Wish(1, 2, BLUE, "outposts", seed="law", clock=clock, lobby=True)
        lobby = await self.campaigns.new(wish)
        sitting = {"blue": Seat(seat="blue", user_id=BLUE), "white": Seat(seat="white", user_id=WHITE)}
        await self.campaigns.begin(lobby, sitting, user_id=BLUE, seed="law")

    async def open(self) -> None:
        """Start the bot's inner parts."""
        self.store = await Store.open(self.path, lambda: self.time)
        self.campaigns = Campaigns(self.store, [TITLE], lambda: self.time)
        self.sweep = Sweep(self.campaigns, Silent())  # type: ignore[arg-type]

    async def killed(self) -> None:
        """Sweep, die in one of its transactions, and start again."""
        whole = self.store.database.write

        async def dies(work: Any, of: Collection[int] | None = None) -> Any:
            raise StoreError("The machine is gone.")

        self.store.database.write = dies  # type: ignore[method-assign]
        await self.sweep()
        self.store.database.write = whole  # type: ignore[method-assign]
        await self.restart()

    async def restart(self) -> None:
        """Close and open again."""
        await self.store.close()
        await self.open()

    async def happen(self, event: object) -> None:
        """Let one thing happen."""
        match event:
            case Wait(minutes):
                self.time += timedelta(minutes=minutes)
                if minutes % 2:
                    await self.sweep()
            case Act(choice):
                await self.act(choice)
            case Quiet(user, begins, length):
                begins = (self.time.hour * 60 + self.time.minute + begins) % 1440
                new = Hours("UTC", begins, (begins + length) % 1440)
                await timetable.change_hours(self.campaigns, user, lambda _: new)
                self.hours[user].append((self.time, new))
            case "sweeps":
                await asyncio.gather(self.sweep(), self.sweep())
            case "sweep":
                await self.sweep()
            case "pause" | "resume":
                await self.pause(event)
            case _:
                steps: dict[object, Callable[[], Awaitable[None]]] = {
                    "restart": self.restart,
                    "killed": self.killed,
                }
                await steps[event]()

    async def pause(self, event: str) -> None:
        """Pause or resume, where that can be."""
        from bot.pauses import by_hand

        campaign = await self.campaigns.by_id(1)
        if campaign.status == "running" and (event == "pause") == (campaign.paused_at is None):
            if event == "pause":
                await by_hand.pause(self.campaigns, 1, user_id=BLUE, reason="")
            else:
                await by_hand.resume(self.campaigns, 1, user_id=BLUE)

    async def act(self, choice: int) -> None:
        """Whoever is asked takes one of the first legal actions."""
        campaign = await self.campaigns.by_id(1)
        state = self.campaigns.state_of(campaign)
        owed = TITLE.decisions(state)
        if not owed or campaign.paused_at is not None:
            return
        seat = owed[choice % len(owed)].seat
        legal = TITLE.legal_actions(state, seat)
        action = TITLE.notation(legal[choice % len(legal)])
        await self.campaigns.take(1, campaign.seats[seat], action, seat=seat)

    def open_at(self, user: int, at: datetime) -> bool:
        """Whether somebody could be rung then, by the hours that they had then."""
        return is_open(self.held(user, at)[-1], at)

    def held(self, user: int, at: datetime) -> list[Hours]:
        """The hours that somebody has had until then, the present ones last."""
        return [hours for since, hours in self.hours[user] if since <= at]

    def falls_open(self, user: int, since: datetime, at: datetime) -> bool:
        """Whether what somebody was asked may end then: by hours that they had while they were asked.

        Hours that are set meanwhile hold for what is asked from then on.
        """
        older, all_of_them = self.held(user, since), self.held(user, at)
        asked_by = all_of_them[len(older) - 1 :]
        # At the bound of a decision weekends count no longer.
        bounded = at - since >= LONG_WEEKEND - timedelta(days=1)
        return any(is_open(without_weekends(hours) if bounded else hours, at) for hours in asked_by)

    async def check(self, clock: Clock) -> None:
        """See that the law was kept."""
        rung = await self.store.look(
            lambda c: c.execute(
                text("SELECT payload, created_at, version FROM outbox WHERE kind = 'nudge'")
            ).all()
        )
        journal = await self.store.journal(1)
        count: Counter[tuple[str, str, str, int]] = Counter()
        users = {"blue": BLUE, "white": WHITE}
        for payload, created, _ in rung:
            nudge = msgspec.json.decode(payload, type=Nudge)
            at = datetime.fromtimestamp(created / 1000, UTC)
            acts = sum(row.seat == nudge.seat and row.at <= at for row in journal)
            assert self.open_at(users[nudge.seat], at), f"{nudge} at {at}"
            if nudge.stage in ("half", "near", "last"):
                count[nudge.seat, nudge.kind, nudge.stage, acts] += 1
        assert all(times == 1 for times in count.values()), count
        played = [row for row in journal if row.source in ("default", "automatic")]
        for row in played:
            before = [other.at for other in journal if other.seat == row.seat and other.seq < row.seq]
            assert self.falls_open(users[row.seat], max(before, default=START), row.at), row
        if clock.overtime == "pass":
            moments = Counter((row.seat, row.at) for row in played)
            assert all(times == 1 for times in moments.values()), moments
        for owed in await self.store.deadlines_of(1):
            awake = await self.store.look(partial(people.noted, key="swept_at"))
            campaign = await self.campaigns.by_id(1)
            if campaign.paused_at is None and awake == self.time.isoformat() and owed.next_ring_at:
                assert owed.next_ring_at > self.time  # whatever was due is rung


@pytest.mark.deep(seconds=48)
@settings(max_examples=depth(5, 100))
@given(clock=CLOCKS, events=st.lists(EVENTS, min_size=40, max_size=60))
def test_any_order_of_sweeps_restarts_and_actions_rings_each_ring_once(
    clock: str, events: list[object]
) -> None:
    async def run() -> None:
        with tempfile.TemporaryDirectory() as folder:
            story = Story(Path(folder) / "tocsin.db")
            try:
                await story.begin(clock)
                for event in events:
                    await story.happen(event)
                await story.sweep()
                await story.check(read(clock))
            finally:
                await story.store.close()

    asyncio.run(run())
