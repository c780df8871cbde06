"""How long an ordinary game takes by post, and what it asks of its people, turn by turn.

People of three time zones look four times a day, each in the waking hours of their own zone, and decide then
whatever they are asked: as the automatic player would, through the real bot on a simulated Discord, in
simulated time. They have no orders or the usual ones of the title; one or two of them are silent, so that the
automatic player takes their turns when the clock has run out; or one is on vacation for some days.

A press counts as the controls stand: a button or an option one, an option that opens further ones one more,
and so does what is shown first and gone through with; who has to decide opens their panel once in a visit.
Of a way, which the automatic player goes step by step, a person chooses the end: its later steps are no
presses, nor is its end where it can be chosen with it. An activation is over with its phase: what is placed
in the next is no part of it. No map is drawn.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, NamedTuple

import discord
from simcord import Env

import engines
from bot.app.client import Tocsin
from bot.campaigns import standing_orders
from bot.campaigns.setup import Wish
from bot.games.registry import presenter_of
from bot.games.shown import THEN, Does, Sheet
from bot.settings import Settings
from bot.store import Seat, rows
from data.games import GAMES
from engines.core.contract import AnyTitle
from tests.benchmarks.measure import Figure, Report, scratch
from tests.support.fixture import Fixture, fixture_of
from tests.support.table import text

TURNS = 4
LONGEST = timedelta(days=60)
PACE = 30.0
"""Seconds from one action to the next of a person who looks."""
ZONES = (1, -5, 9)
"""Hours by which a person's clock differs from ours: Paris, New York, Tokyo, and so on by turns."""
LOOKS = (7, 12, 18, 22)
DAY = 24
NAMES = ("camille", "maxime", "lucien", "olympe", "joseph", "manon")
CLOCK = "24h"
AWAY = 5
"""Days of a vacation, which begins at once."""
ACTIVATION = 4.0
"""Most presses in an activation; of other games their fixtures say how many a turn may ask for."""
LONG = 24
"""Characters of a line that is noticed when it comes again; a shorter one is a heading or a mark."""
BESIDE = ("place", "event", "done", "begin", "bid", "no-bid")
"""What belongs to other phases than that of the activations."""


class Way(NamedTuple):
    """How people play."""

    ordered: bool = True
    ahead: bool = False
    """Whether they also lay ahead what the game offers for it: plans of battles, queues of activations."""
    silent: int = 0
    away: bool = False


WAYS: Mapping[str, Way] = {
    "no orders": Way(ordered=False),
    "usual orders": Way(),
    "laid ahead": Way(ahead=True),
    "one silent": Way(silent=1),
    "two silent": Way(silent=2),
    "one on vacation": Way(away=True),
}


class Counts:
    """What a game came to, each by turn.

    :ivar pressed: presses by turn and seat, without those that open a panel.
    :ivar activations: presses of each activation by the seat that activates.
    :ivar hands: changes of hand.
    :ivar again: how often lines stand in the channel once more at the end of the turn.
    """

    def __init__(self) -> None:
        self.days: dict[int, float] = {}
        self.visits: Counter[int] = Counter()
        self.hands: Counter[int] = Counter()
        self.pressed: Counter[tuple[int, str]] = Counter()
        self.activations: list[tuple[str, int]] = []
        self.posts: Counter[int] = Counter()
        self.pings: Counter[int] = Counter()
        self.again: Counter[int] = Counter()


class Presses:
    """Counts what an action takes on the panel or the card."""

    def __init__(self, title: AnyTitle, counts: Counts) -> None:
        self._title, self._counts = title, counts
        self._last = ("", "")
        self._place = ""
        self._halts: set[str] = set()
        self._counting = False

    def of(self, state: Any, seat: str, action: Any) -> str:
        """Count an action, and return what is handed in: of a form the whole."""
        text, whole = self._title.notation(action), False
        verb = text.split(" ")[0]
        sheet = presenter_of(self._title).sheet(state, seat, None, {})
        # What is proposed on a form is handed in as a whole, by one press; a further leg is proposed with it.
        if sheet is not None and text in (part.partition(" / ")[0] for part in sheet.text.split(THEN)):
            text, whole = sheet.text, True
        on_its_way = sheet is None and (seat, verb) == self._last == (seat, "move")
        if verb == "move" and not on_its_way:
            self._halts = ends(self._title, state, seat)
        # A way that can be ended with its first press needs none more.
        ended = self._last == (seat, "move") and verb == "end" and self._place in self._halts
        cost = 0 if on_its_way or ended else 1 if whole else presses(self._title, state, seat, action)
        self._place = self._title.notation(action).partition(" with ")[0].rpartition(" > ")[2]
        self._counts.pressed[self._title.chapter(state)[0], seat] += cost
        if verb == "activate":
            self._counts.activations.append((seat, 0))
        self._counting = verb == "activate" or (self._counting and verb not in BESIDE)
        if self._counting and self._counts.activations[-1][0] == seat:
            self._counts.activations[-1] = seat, self._counts.activations[-1][1] + cost
        self._last = seat, verb
        return text


def presses(title: AnyTitle, state: Any, seat: str, action: Any) -> int:
    """How many presses take an action on the panel or the card; a typed one counts as one."""
    words, written = presenter_of(title), title.notation(action)
    sheet = words.sheet(state, seat, None, {})
    groups = words.groups(state, seat) if sheet is None else sheet.groups
    if sheet is not None and all(choice.notation != written for each in groups for choice in each.choices):
        return _written(sheet, written)
    first = 1
    if all(choice.notation != written for group in groups for choice in group.choices):
        opening = [c for group in groups for c in group.choices if c.does is Does.OPEN]
        first += any(
            inner.notation == written
            for choice in opening
            for inside in words.within(state, seat, choice.notation)
            for inner in inside.choices
        )
    return first + (words.preview(state, seat, action) is not None)


def _written(sheet: Sheet, written: str) -> int:
    """How many presses write an action and hand it in; for what is not shown a list is opened first."""
    shown = {choice.control for group in sheet.groups for choice in group.choices}
    before, after = (text.split(" ; ") for text in (sheet.text, written))
    parts = [part.removeprefix("file ") for part in after if part not in (*before, "file auto")]
    return 1 + sum(1 if Does.WRITE.control(part) in shown else 2 for part in parts)


def ends(title: AnyTitle, state: Any, seat: str) -> set[str]:
    """Where one press brings a group, and ends its way."""
    groups = presenter_of(title).groups(state, seat)
    ways = [choice.notation.partition(THEN) for group in groups for choice in group.choices]
    return {way.partition(" with ")[0].rpartition(" > ")[2] for way, _, then in ways if then}


class Table:
    """A campaign that people play by post."""

    def __init__(self, folder: Path, game: str, way: Way) -> None:
        self.title, self.way = engines.find(game), way
        self.counts = Counts()
        self._fixture = fixture_of(game)
        self._presses = Presses(self.title, self.counts)
        self._chance = Random("pace")
        self._env = Env(discord.Client(intents=discord.Intents.none()), check_errors=False, settle_timeout=60)
        self._bot = Tocsin(
            Settings(database=folder / "tocsin.db", sync="always", cooldown="off", picture_workers=0),
            clock=self._env.now,
        )
        self._guild = self._env.create_guild("The Convention")
        self._channel = self._guild.create_text_channel("campaign")
        people = [self._guild.add_member(self._env.create_user(name)) for name in NAMES]
        self._people = dict(zip(self.title.seats, people, strict=False))
        self._seen = 0
        self._hand = ""
        self._turn, self._began = 1, self._env.now()

    async def play(self) -> Counts:
        """The first turns of a game."""
        await self._env.start()
        await self._env.restart_bot(self._bot)
        await self._begin()
        others = self.title.seats[1:]
        silent, away = others[: self.way.silent], others[:1] if self.way.away else []
        back = self._began + timedelta(days=AWAY)
        for seat in away:
            await self._people[seat].slash(self._channel, "my vacation", until=f"+{AWAY} days")
        zones = {seat: zone for seat, zone in zip(self.title.seats, cycle(ZONES)) if seat not in silent}
        end = self._began + LONGEST
        hour = self._began.replace(minute=0, second=0, microsecond=0)
        while hour < end and await self._state() is not None:
            hour += timedelta(hours=1)
            await self._goes_by((hour - self._env.now()).total_seconds())
            for seat, zone in zones.items():
                if (hour.hour + zone) % DAY in LOOKS and (seat not in away or hour > back):
                    await self._looks(seat)
        await self._bot.close()
        await self._env.shutdown()
        return self.counts

    async def _begin(self) -> None:
        wish = Wish(
            self._guild.id,
            self._channel.id,
            self._people[self.title.seats[0]].id,
            self.title.id,
            options={option.id: True for option in self.title.options if option.together},
            clock=f"{CLOCK} overtime player" if self.way.silent else "none",
            seed="pace",
            images="never",
        )
        campaign = await self._bot.campaigns.new(wish)
        sitting = [Seat(seat=seat, user_id=person.id) for seat, person in self._people.items()]
        await self._bot.store.transact(
            lambda connection: rows.seats.change(connection, campaign_id=campaign.id, seats=sitting),
            campaign_id=campaign.id,
        )
        self._id = campaign.id
        for seat in self.title.seats if self.title.order_sets and self.way.ordered else ():
            await self._orders(seat, self.title.orders_in(self.title.order_sets[0], seat))
        await self._bot.outbox.drain()

    async def _orders(self, seat: str, orders: Mapping[str, str | None]) -> None:
        orders = {kind: text and self.title.read_order(kind, text) for kind, text in orders.items()}
        campaign = await self._bot.campaigns.by_id(self._id)
        user = self._people[seat].id
        await standing_orders.give(self._bot.campaigns, campaign, seat, orders, user_id=user)

    async def _state(self) -> Any | None:
        """The state, or None when enough turns have been played."""
        campaign = await self._bot.campaigns.by_id(self._id)
        state = self._bot.campaigns.state_of(campaign)
        turn = self.title.chapter(state)[0]
        if turn != self._turn:
            self._over(turn)
        return state if campaign.status == "running" and turn <= TURNS else None

    def _over(self, turn: int) -> None:
        """A turn is over."""
        now, counts = self._env.now(), self.counts
        counts.days[self._turn] = (now - self._began) / timedelta(days=1)
        posts = [post for post in self._channel.history() if post.created_at >= self._began]
        lines = Counter(line for post in posts for line in {*text(post).splitlines()} if len(line) >= LONG)
        counts.again[self._turn] = sum(count - 1 for count in lines.values())
        self._turn, self._began = turn, now

    async def _goes_by(self, seconds: float) -> None:
        """Let time go by, and note what the bot has posted."""
        if seconds > 0:
            await self._env.advance_time(seconds)
        await self._bot.sweep()
        await self._bot.outbox.drain()
        for request in self._env.http_requests[self._seen :]:
            if request.method == "POST" and request.path.endswith(f"/channels/{self._channel.id}/messages"):
                body = request.json if isinstance(request.json, dict) else {}
                self.counts.posts[self._turn] += 1
                self.counts.pings[self._turn] += len((body.get("allowed_mentions") or {}).get("users") or ())
        self._seen = len(self._env.http_requests)

    async def _looks(self, seat: str) -> None:
        """Somebody looks, and decides whatever they are asked."""
        visited = 0
        user = self._people[seat].id
        while (state := await self._state()) is not None:
            campaign = await self._bot.campaigns.by_id(self._id)
            owed = [each for each in self.title.decisions(state) if each.seat == seat]
            if not owed or campaign.seating[seat].user_id != user:
                return
            if visited != self._turn:
                self.counts.visits[self._turn] += 1
                self.counts.hands[self._turn] += self._hand not in (seat, "")
            visited, self._hand = self._turn, seat
            action = self.title.suggest(state, seat, self._chance)
            assert action is not None
            ahead: Mapping[str, str | None] = {}
            meant = self._bot.campaigns.meant(
                campaign, seat, self._presses.of(state, seat, action), version=campaign.version
            )
            await self._bot.campaigns.go_through(meant, user)
            after = await self._state()
            if self.way.ahead and after and self.title.chapter(after) == self.title.chapter(state):
                ahead = self._fixture.ahead(self.title, state, owed[0], action, after)
            if ahead:
                # The form is opened, and sent.
                self.counts.pressed[self._turn, seat] += 2
                await self._orders(seat, ahead)
            await self._goes_by(PACE)


async def measured(folder: Path, game: str, way: Way) -> Counts:
    """Play an ordinary game's first turns."""
    return await Table(folder, game, way).play()


def ways(game: str) -> dict[str, Way]:
    """The ways in which a game can be played."""
    fixture, title = fixture_of(game), engines.find(game)
    return {
        name: way
        for name, way in WAYS.items()
        if (way.silent + way.away < len(title.seats) and (way.silent < 2 or len(title.seats) > 2))
        and (title.order_sets or not way.ordered)
        and (type(fixture).ahead is not Fixture.ahead or not way.ahead)
    }


def run() -> Report:
    """Measure."""
    figures: list[Figure] = []
    notes: list[str] = []
    for game in GAMES:
        most, seats = fixture_of(game).asked, len(engines.find(game).seats)
        tallies = dict[str, Counts]()
        for name, way in ways(game).items():
            with scratch() as folder:
                tallies[name] = counts = asyncio.run(measured(folder, game, way))
            days, turns = mean(counts.days.values()), f"{len(counts.days)} turns"
            worst = f"at worst {max(counts.days.values()):.1f}"
            figures.append(Figure(f"{game}, {name}: days a turn", worst, turns, days, most.days[name]))
            notes.append(f"{game}, {name}: {_told(counts)}")
        counts = next(tallies[way] for way in ("laid ahead", "usual orders", "no orders") if way in tallies)
        pressed = [counts.pressed[turn, seat] for turn in counts.days for seat in engines.find(game).seats]
        unit = [cost for _, cost in counts.activations] or pressed
        what, bound = ("an activation", ACTIVATION) if counts.activations else ("a turn", most.presses)
        figures += [
            _each(f"{game}: messages a player and turn", counts.posts, seats, most.posts),
            _each(f"{game}: pings a player and turn", counts.pings, seats, most.pings),
            _each(f"{game}: visits of a player a turn", counts.visits, seats, most.visits),
            _each(f"{game}: lines told twice in a turn", counts.again, 1, most.again),
            Figure(
                f"{game}: presses of {what}", f"{mean(unit):.1f}", f"at most {max(unit)}", mean(unit), bound
            ),
        ]
    return Report(figures, tuple(notes))


def _each(name: str, counted: Counter[int], seats: int, bound: float) -> Figure:
    """What the dearest turn came to for each seat."""
    dearest = max(counted.values()) / seats
    return Figure(name, f"{dearest:.1f}", "", dearest, bound)


def _told(counts: Counts) -> str:
    turns = list(counts.days)
    days = ", ".join(f"{days:.1f}" for days in counts.days.values())
    parts = {
        "visits": counts.visits,
        "changes of hand": counts.hands,
        "posts": counts.posts,
        "pings": counts.pings,
        "lines again": counts.again,
    }
    told = [f"{name} {', '.join(str(each[turn]) for turn in turns)}" for name, each in parts.items()]
    return "; ".join([f"days {days}", *told, f"presses {sum(counts.pressed.values())}"])
