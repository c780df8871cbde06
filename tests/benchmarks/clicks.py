"""What an ordinary game asks of its people: presses, and what the channel has to read, by turn.

The automatic player leads every seat, each with the usual orders of the title, through the real bot on a
simulated Discord. A press counts as the controls stand: a button or an option one, an option that opens
further ones one more, and so does what is shown first and gone through with. Of a way, which the automatic
player goes step by step, a person chooses the end: its later steps are no presses, nor is its end where it
can be chosen with it. An activation is over with its phase: what is placed in the next is no part of it.
Half a minute lies between two actions. No map is drawn.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

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
from tests.support.fixture import fixture_of

TURNS = 5
PACE = 30.0
"""Seconds from one action to the next."""
ACTIVATION = 3.0
"""Most presses in an activation; of other games their fixtures say how many a turn may ask for."""
NAMES = ("camille", "maxime", "lucien", "olympe", "joseph", "manon")
BESIDE = ("place", "event", "done", "begin", "bid", "no-bid")
"""What belongs to other phases than that of the activations."""


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


class Counts:
    """What a game came to.

    :ivar pressed: presses by turn and seat.
    :ivar activations: presses of each activation by the seat that activates.
    :ivar waits: changes of hand within a turn.
    """

    def __init__(self) -> None:
        self.pressed: Counter[tuple[int, str]] = Counter()
        self.activations: list[tuple[str, int]] = []
        self.posts: Counter[int] = Counter()
        self.pings: Counter[int] = Counter()
        self.edits: Counter[int] = Counter()
        self.waits: Counter[int] = Counter()


async def measure(folder: Path, game: str, *, ordered: bool = True) -> Counts:
    """Play an ordinary game's first turns.

    :param ordered: each seat has the usual orders.
    """
    env = Env(discord.Client(intents=discord.Intents.none()), check_errors=False, settle_timeout=60)
    await env.start()
    bot = Tocsin(
        Settings(database=folder / f"{game}-{ordered}.db", sync="always", cooldown="off", picture_workers=0),
        clock=env.now,
    )
    guild = env.create_guild("The Convention")
    channel = guild.create_text_channel(game)
    people = [guild.add_member(env.create_user(name)) for name in NAMES]
    await env.restart_bot(bot)
    title = engines.find(game)
    wish = Wish(guild.id, channel.id, people[0].id, game, seed="clicks", images="never")
    campaign = await bot.campaigns.new(wish)
    holders = dict(zip(title.seats, (person.id for person in people), strict=False))
    sitting = [Seat(seat=seat, user_id=user) for seat, user in holders.items()]
    await bot.store.transact(
        lambda connection: rows.seats.change(connection, campaign_id=campaign.id, seats=sitting),
        campaign_id=campaign.id,
    )
    for seat in title.seats if title.order_sets and ordered else ():
        given = title.orders_in(title.order_sets[0], seat)
        present = await bot.campaigns.by_id(campaign.id)
        await standing_orders.give(bot.campaigns, present, seat, given, user_id=holders[seat])
    await bot.outbox.drain()
    counts, chance, place, counting = Counts(), Random("clicks"), "", False
    seen, since, last = len(env.http_requests), 0, ("", "")
    halts: set[str] = set()
    while True:
        campaign = await bot.campaigns.by_id(campaign.id)
        state = bot.campaigns.state_of(campaign)
        turn = title.chapter(state)[0]
        if campaign.status != "running" or turn > TURNS:
            break
        owed = title.decisions(state)[0]
        action = title.suggest(state, owed.seat, chance)
        assert action is not None
        verb = title.notation(action).split(" ")[0]
        # What is proposed on a form is handed in as a whole, by one press; a further leg is proposed with it.
        text, whole = title.notation(action), False
        sheet = presenter_of(title).sheet(state, owed.seat, None, {})
        if sheet is not None and text in (part.partition(" / ")[0] for part in sheet.text.split(THEN)):
            text, whole = sheet.text, True
        on_its_way = sheet is None and (owed.seat, verb) == last == (owed.seat, "move")
        if verb == "move" and not on_its_way:
            halts = ends(title, state, owed.seat)
        if sheet is not None and THEN in sheet.text and text in sheet.text.split(THEN):
            text = sheet.text
        # A way that can be ended with its first press needs none more.
        ended = last == (owed.seat, "move") and verb == "end" and place in halts
        cost = 0 if on_its_way or ended else 1 if whole else presses(title, state, owed.seat, action)
        place = title.notation(action).partition(" with ")[0].rpartition(" > ")[2]
        counts.pressed[turn, owed.seat] += cost
        if verb == "activate":
            counts.activations.append((owed.seat, 0))
        counting = verb == "activate" or (counting and verb not in BESIDE)
        if counting and counts.activations[-1][0] == owed.seat:
            counts.activations[-1] = owed.seat, counts.activations[-1][1] + cost
        # Who is asked otherwise than first in a turn takes it over from somebody else.
        counts.waits[turn] += turn == since and owed.seat != last[0]
        since, last = turn, (owed.seat, verb)
        meant = bot.campaigns.meant(campaign, owed.seat, text, version=campaign.version)
        await bot.campaigns.go_through(meant, holders[owed.seat])
        await env.advance_time(PACE)
        await bot.sweep()
        await bot.outbox.drain()
        for request in env.http_requests[seen:]:
            body = request.json if isinstance(request.json, dict) else {}
            if request.path.endswith(f"/channels/{channel.id}/messages") and request.method == "POST":
                counts.posts[turn] += 1
                counts.pings[turn] += len((body.get("allowed_mentions") or {}).get("users") or ())
            elif request.method == "PATCH" and "/messages/" in request.path:
                counts.edits[turn] += 1
        seen = len(env.http_requests)
    await bot.close()
    await env.shutdown()
    return counts


def run() -> Report:
    """Measure."""
    figures, notes = [], []
    with scratch() as folder:
        for game in GAMES:
            title = engines.find(game)
            counts = asyncio.run(measure(folder, game))
            seats, most = len(title.seats), fixture_of(game).asked
            turns = sorted(counts.posts)
            posts = max(counts.posts[turn] / seats for turn in turns)
            pings = max(counts.pings[turn] / seats for turn in turns)
            figures += [
                Figure(f"{game}: messages a player and turn", f"{posts:.1f}", "", posts, most.posts),
                Figure(f"{game}: pings a player and turn", f"{pings:.1f}", "", pings, most.pings),
            ]
            pressed = [counts.pressed[turn, seat] for turn in turns for seat in title.seats]
            unit = [cost for _, cost in counts.activations] or pressed
            what, bound = ("activation", ACTIVATION) if counts.activations else ("turn", most.presses)
            figures.append(
                Figure(
                    f"{game}: presses of a{'n' * (what[0] == 'a')} {what}",
                    f"{mean(unit):.1f}",
                    f"at most {max(unit)}",
                    mean(unit),
                    bound,
                )
            )
            notes.append(
                f"clicks, {game}: presses a turn and seat {mean(pressed):.1f}, at most {max(pressed)}; edits "
                f"a turn {mean(counts.edits.values()):.1f}; posts by turn {list(counts.posts.values())}, "
                f"pings {list(counts.pings.values())}, changes of hand {list(counts.waits.values())}"
            )
    return Report(figures, tuple(notes))
