"""What the bot is at when it is killed: steps at given times, each of which may be done again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import discord
import msgspec

import engines
from bot.app.sweep import Sweep
from bot.app.wakes import Wakes
from bot.app.wiring import posters
from bot.campaigns import messages, sheets, standing_orders
from bot.campaigns.progress import Progress
from bot.campaigns.service import Campaigns
from bot.campaigns.setup import Wish
from bot.errors import PoliteError
from bot.games.registry import presenter_of
from bot.outbox.outbox import Outbox
from bot.outbox.parking import Parking
from bot.store import CampaignRunningError, Seat, Store
from bot.surface.pictures import Pictures
from bot.undo.take_back import Undos
from engines.core.contract import AnyTitle
from engines.core.errors import EngineError
from engines.core.fuzz import random_game
from engines.core.game import Game
from engines.core.record import Record, replay
from engines.valmy.view import battle_of
from render import Picture
from tests.kill.world import World
from tests.store.builders import applied, counted

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
GUILD, CHANNEL = 70_001, 70_002
PEOPLE = (80_001, 80_002)

TITLES: list[AnyTitle] = [*engines.titles().values()]


class Blank(Pictures):
    """Draws nothing: a map takes longer than all else, and no kill can spoil it."""

    async def draw(self, *_: Any, **__: Any) -> Picture:
        return Picture(b"", 1, 1, "A blank", ".webp")


class Life:
    """One life of the bot: everything of it but discord.py."""

    def __init__(self, store: Store, world: World, now: list[datetime]) -> None:
        self.store = store
        self.world = world
        self._now = now
        client = cast(discord.Client, world)
        self.campaigns = Campaigns(store, TITLES, self.clock)
        # A summary is a second of work.
        said_by = {
            **posters(client, self.campaigns, Blank(1, 1000), self.clock),
            messages.SUMMARY: _no_summary,
        }
        self.parking = Parking(client, self.campaigns)
        self.outbox = Outbox(store, said_by, self.parking, self.clock)
        self.sweep = Sweep(self.campaigns, self.outbox)

    @classmethod
    async def open(cls, folder: Path, world: World) -> Life:
        now = [START]
        return cls(await Store.open(folder / "tocsin.db", lambda: now[0]), world, now)

    def clock(self) -> datetime:
        return self._now[0]

    async def close(self) -> None:
        await self.outbox.close()
        await self.store.close()

    async def live(self, steps: Sequence[Step], *, hurried: bool = False) -> None:
        """Do what is left to be done; each step begins as a start of the bot does.

        :param hurried: somebody is quicker than the start, and acts before what was left is said.
        """
        self._now[0] = START + timedelta(minutes=steps[-1].minutes)
        for step in steps[self.world.done() :]:
            self._now[0] = START + timedelta(minutes=step.minutes)
            if not hurried:
                await self.sweep()
                await self.outbox.drain()
            hurried = False
            await step.do(self)
            self.world.write(kind="done")
            await self.outbox.drain()
        await self.outbox.drain()


async def _no_summary(*_: Any) -> None:
    """Pictures are slow, and have tests of their own."""


class Step(NamedTuple):
    """Something that happens so many minutes after the start."""

    minutes: int
    do: Callable[[Life], Awaitable[None]]


@cache
def played(title: str, seed: str) -> Record:
    """A whole game to be played again."""
    chosen = next(each for each in TITLES if each.id == title)
    return random_game(chosen, seed).record()


def new(record: Record, *, lobby: bool = False, clock: str = "none") -> Step:
    """Begin a campaign, or open its lobby."""

    async def do(life: Life) -> None:
        wish = Wish(
            guild_id=GUILD,
            channel_id=CHANNEL,
            user_id=PEOPLE[0],
            title=record.title,
            scenario=record.scenario,
            options=record.options,
            images="never",
            clock=clock,
            lobby=lobby,
            seed=record.seed,
        )
        try:
            await life.campaigns.new(wish, interaction_id=1)
        except CampaignRunningError:
            assert await applied(life.store, 1)

    return Step(0, do)


def against(record: Record, clock: str) -> Step:
    """Begin a campaign against the automatic player, which has the first seat."""

    async def do(life: Life) -> None:
        wish = Wish(
            guild_id=GUILD,
            channel_id=CHANNEL,
            user_id=PEOPLE[0],
            title=record.title,
            images="never",
            clock=clock,
            automatic=frozenset(life.campaigns.titles[record.title].seats[:1]),
            seed=record.seed,
        )
        try:
            await life.campaigns.new(wish, interaction_id=1)
        except CampaignRunningError:
            assert await applied(life.store, 1)
        await Wakes(life.campaigns).catch_up()

    return Step(0, do)


def begin(record: Record, minutes: int) -> Step:
    """Let a lobby's campaign begin, with people in all seats by turns."""

    async def do(life: Life) -> None:
        lobby = await life.campaigns.by_id(1)
        seats = life.campaigns.titles[record.title].seats
        sitting = {
            seat: Seat(seat=seat, user_id=user) for seat, user in zip(seats, cycle(PEOPLE), strict=False)
        }
        try:
            await life.campaigns.begin(lobby, sitting, user_id=PEOPLE[0], seed=record.seed, interaction_id=2)
        except PoliteError:
            assert await applied(life.store, 2)

    return Step(minutes, do)


def act(record: Record, number: int, minutes: int) -> Step:
    """Take the action of an entry of the record, as one interaction of whoever sits there."""
    entry = record.journal[number]

    async def do(life: Life) -> None:
        campaign, due = await life.campaigns.by_id(1), None
        try:
            acted = await life.campaigns.take(
                1, campaign.seats[entry.seat], entry.action, seat=entry.seat, interaction_id=100 + number
            )
            due = acted.due
        except (PoliteError, EngineError):
            # It was taken in an earlier life, and nobody was told.
            assert await applied(life.store, 100 + number)
        life.outbox.kick(due)

    return Step(minutes, do)


def lead(record: Record, entries: int, minutes: int) -> Step:
    """Take the first actions of a record in one go."""

    async def do(life: Life) -> None:
        campaign = await life.campaigns.by_id(1)
        if campaign.last_seq:
            return
        progress = Progress(life.campaigns.title_of(campaign), campaign)
        for entry in record.journal[:entries]:
            progress.take(entry.seat, entry.action, user_id=PEOPLE[0])
        await life.campaigns.commit(progress, user_id=PEOPLE[0])

    return Step(minutes, do)


def wait(minutes: int) -> Step:
    """Nothing happens but that time goes by."""

    async def do(life: Life) -> None:
        pass

    return Step(minutes, do)


def adopt(record: Record) -> Step:
    """Take a record in."""

    async def do(life: Life) -> None:
        try:
            await life.campaigns.adopt(record, guild_id=GUILD, channel_id=CHANNEL, user_id=PEOPLE[0])
        except CampaignRunningError:
            assert await counted(life.store) == 1

    return Step(0, do)


def undo(entries: int, minutes: int) -> Step:
    """Take the last entries back, as a moderator."""

    async def do(life: Life) -> None:
        campaign = await life.campaigns.by_id(1)
        rows = await life.store.journal(1)
        if rows[-1].kind == "undo":
            return
        await Undos(life.campaigns).take_back(
            1, campaign.version, len(rows) - 1 - entries, user_id=PEOPLE[0], source="moderator"
        )

    return Step(minutes, do)


def lose_channel(minutes: int) -> Step:
    """The channel is deleted."""

    async def do(life: Life) -> None:
        await life.parking.park_channel(CHANNEL)

    return Step(minutes, do)


def action(variant: int) -> list[Step]:
    """A campaign is begun and played."""
    record = played("levee", f"kill {variant}")
    return [new(record), *(act(record, number, 1 + number) for number in range(14))]


def lobby(variant: int) -> list[Step]:
    """A lobby begins, and two seats decide in secret."""
    record = played("outposts", f"kill {variant}")
    acts = [act(record, number, 10 + number) for number in range(6)]
    return [new(record, lobby=True), begin(record, 5), *acts, wait(30)]


def sweep(variant: int) -> list[Step]:
    """Nobody plays: half time, near the end, over, overtime; then the bot is away for a day."""
    record = played("outposts", "kill 0")
    # Half time and the ring near the end lie so far apart that both ring though a killed bot asks late.
    clock = f"8h overtime {('call', 'pass', 'player')[variant]}"
    times = [*range(50, 601, 50), 2000, *range(2040, 2401, 45)]
    return [new(record, lobby=True, clock=clock), begin(record, 5), *map(wait, times)]


def taking_in(variant: int) -> list[Step]:
    """A record is taken in, checked by a replay."""
    record = played("levee", f"kill {variant}")
    return [adopt(msgspec.structs.replace(record, seed=None, journal=record.journal[:-1]))]


def taking_back(variant: int) -> list[Step]:
    """Actions are taken back by a replay."""
    record = played("levee", f"kill {variant}")
    acts = [act(record, number, 1 + number) for number in range(8)]
    return [new(record), *acts, undo(2 * variant + 1, 20), wait(30)]


def parking(variant: int) -> list[Step]:
    """The channel is lost in the middle of a game."""
    record = played("outposts", f"kill {variant}")
    return [
        new(record, lobby=True, clock="24h"),
        begin(record, 5),
        act(record, 0, 10),
        lose_channel(15),
        wait(60),
    ]


def automatic(variant: int) -> list[Step]:
    """Somebody who plays against the automatic player lets their time run out."""
    record = played("outposts", f"kill {variant}")
    clock = f"4h overtime {('call', 'pass', 'player')[variant]}"
    return [against(record, clock), *map(wait, range(50, 601, 50))]


def battle(variant: int) -> list[Step]:
    """A battle is fought, which has a post of its own."""
    record = played("valmy", f"kill {variant}")
    title = next(each for each in TITLES if each.id == "valmy")
    before = next(step.number for step in replay(title, record) if battle_of(cast(Any, step.state))) - 1
    acts = [act(record, before + number, 10 + number) for number in range(12)]
    return [new(record), lead(record, before, 5), *acts]


def interrupts(variant: int) -> list[Step]:
    """Actions of one side are interrupted by questions to the other."""
    record = played("vendee", f"kill {variant}")
    title = next(each for each in TITLES if each.id == "vendee")
    steps = replay(title, record)
    asking = [
        step.number
        for step in steps
        if any(owed.interrupt for owed in title.decisions(cast(Any, step.state)))
    ]
    before = asking[len(asking) // 2] - 4
    acts = [act(record, before + number, 10 + number) for number in range(12)]
    return [new(record), lead(record, before, 5), *acts]


def collection(variant: int) -> list[Step]:
    """Some of six answer, one thinks again and hands money over; the clock answers for the others."""
    title = next(each for each in TITLES if each.id == "revolution")
    game = Game(title, seed=f"kill {variant}")
    for seat, text in (
        ("gironde", "file ally marais"),
        ("mountain", "file auto"),
        ("gironde", "file ally feuillant ; depose no"),
        ("feuillant", "give gironde 50"),
        ("marais", "file ally gironde"),
    )[variant:]:
        game.act(seat, text)
    record = game.record()
    acts = [act(record, number, 10 + number) for number in range(len(record.journal))]
    return [new(record, lobby=True, clock="4h"), begin(record, 5), *acts, *map(wait, range(50, 601, 50))]


def order(seat: str, texts: Mapping[str, str], minutes: int) -> Step:
    """A seat gives standing orders, which answer what it is asked already."""

    async def do(life: Life) -> None:
        campaign = await life.campaigns.by_id(1)
        await standing_orders.give(life.campaigns, campaign, seat, texts, user_id=PEOPLE[0])

    return Step(minutes, do)


def hand_in(number: int, minutes: int) -> Step:
    """The seat that is asked hands in what its panel begins with: a sheet, a plan, or what it is advised."""

    async def do(life: Life) -> None:
        if await applied(life.store, 100 + number):
            return
        campaign = await life.campaigns.by_id(1)
        title, state = life.campaigns.title_of(campaign), life.campaigns.state_of(campaign)
        words, seat = presenter_of(title), title.deciding(state)[0]
        writing = await sheets.sheet(life.campaigns, campaign, seat)
        plan = words.form(state, seat, "defence")
        if writing is not None and writing.text:
            text = writing.text
        elif plan is not None:
            text = words.filled(state, seat, plan.id, {field.id: field.value for field in plan.fields})
        else:
            text = title.notation(title.suggest(state, seat, Random(0)))
        meant = life.campaigns.meant(campaign, seat, text, version=campaign.version)
        user = campaign.seats[seat]
        assert user is not None
        await life.campaigns.go_through(meant, user, interaction_id=100 + number)
        life.outbox.kick()

    return Step(minutes, do)


def marches(variant: int) -> list[Step]:
    """A whole sheet of marches is handed in, then attacks; the defence is a plan, or was ordered."""
    title = next(each for each in TITLES if each.id == "grande-armee")
    game = Game(title, scenario="1809", seed="kill 0")
    began = 0
    while game.decisions[0].kind != "defence":
        seat, kind = game.decisions[0].seat, game.decisions[0].kind
        before, action = len(game.journal), title.suggest(game.state, seat, Random(0))
        assert action is not None
        game.act(seat, action)
        if kind == "swap":
            began = before + 1
    answers = {"defence": "auto", "stacking": "auto"} if variant else {}
    record, defender = game.record(), game.decisions[0].seat
    played_on = [hand_in(number, 20 + number) for number in range(12)]
    return [
        new(record, lobby=True),
        begin(record, 5),
        lead(record, began, 10),
        order(defender, {kind: title.read_order(kind, text) for kind, text in answers.items()}, 15),
        *played_on,
    ]


SCENARIOS: dict[str, Callable[[int], list[Step]]] = {
    "action": action,
    "lobby": lobby,
    "sweep": sweep,
    "import": taking_in,
    "undo": taking_back,
    "parking": parking,
    "automatic": automatic,
    "battle": battle,
    "interrupts": interrupts,
    "collection": collection,
    "marches": marches,
}
"""By name, each with its variants."""
UNTIMED = ("action", "battle", "interrupts")
"""Nothing rings in them, so that it is the same whether the sweep or a player comes first."""
