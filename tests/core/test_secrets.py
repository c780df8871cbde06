"""What a seat may not know changes nothing that it can see: no text, no picture, no choice, no effort.

Each game is played twice through the real bot, in two channels side by side. At several boards the state
stored of the second is swapped for a twin that differs only in what one audience may not know; that
audience then asks for everything that it can. What comes back, and what the bot did for it, must be the
same to the byte.
"""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from simcord import ChannelHandle, MemberActor
from sqlalchemy import Connection, update

import engines
from bot.app.client import Tocsin, create_bot
from bot.campaigns import journal, sheets
from bot.desk import screens
from bot.games.registry import presenter_of
from bot.games.shown import Does
from bot.settings import Settings
from bot.store import Campaign, Guild, JournalRow, Order, Seat, schema
from bot.store.rows import orders, people, seats
from bot.surface import custom_ids
from data.games import games
from engines.core.contract import AnyTitle
from engines.core.dice import Dice
from engines.core.errors import EngineError
from engines.core.record import digest
from tests.bot.games.test_served import looked_up
from tests.support.bot_fixtures import closed_table, database, empty_database
from tests.support.depth import NIGHT, depth, seed
from tests.support.fixture import fixture_of
from tests.support.gateway import Delivery, deliver
from tests.support.statements import heard
from tests.support.table import Table, adds

__all__ = ["closed_table", "database", "empty_database"]

Tables = Callable[..., Awaitable[Table]]

STEPS = 8
"""Actions that are taken of each game."""
LOOKS = (0, 1, 5)
"""Before which of them every audience looks."""
FAR = depth(100, 400)
"""Actions within which the next of a long game's boards has to come; otherwise another game is begun."""
GAMES = 20
"""Within which each of them has to come; as many as there are boards begin alike."""
AUDIENCES = depth(2, 3)
"""Who looks around at a board, the public among them: by day they take turns, by night they are drawn."""
SWAPS = depth(1, 3)
"""Twins of each board for each audience."""
COUNTED = ("legal_actions", "apply", "view", "decisions", "given", "odds", "outcome", "redact_for", "chapter")
"""What a call of the rules can cost; a parse and a notation cost next to nothing."""
COMMANDS = ("status", "view", "map", "log", "show")
_NUMBER = re.compile(r"\d{17,20}")
_SELECT = re.compile(r'("id": )\d{5,10}\b')
"""A list's number, which is drawn."""
_CAMPAIGN = re.compile(rf"(t1:[a-z]+:|(?:{'|'.join(games())})-)\d+")
_PROPOSAL = re.compile(r"(t1:go:\d+:)\d+")
"""A row's number: the second table may have been shown more before."""
_TOKEN = re.compile(r"/\d{17,20}/[^/]{20,}")


class Meter:
    """Counts what a bot does: statements of its database, calls of its rules, pictures that it draws."""

    def __init__(self) -> None:
        self.done: Counter[str] = Counter()

    def rules(self, of: type[AnyTitle]) -> AnyTitle:
        """A title with its calls counted."""
        calls = {name: self._counted(name, getattr(of, name)) for name in COUNTED}
        made: AnyTitle = type(f"Counted{of.__name__}", (of,), calls)()
        return made

    def _counted(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            self.done[name] += 1
            return method(*args, **kwargs)

        return call

    def pictures(self, bot: Tocsin) -> None:
        """Count what a bot draws."""
        draw = bot.pictures._begin
        bot.pictures._begin = self._counted("draw", draw)  # type: ignore[method-assign]

    @contextmanager
    def running(self) -> Iterator[Counter[str]]:
        """What is done within, statements included."""
        self.done = Counter()

        with heard(lambda *_: self.done.update(["statement"])):
            yield self.done
        self.done = Counter()


class Answer(NamedTuple):
    """All that came of one thing that somebody asked."""

    asked: str
    requests: list[str]
    """Everything that was sent to Discord for it, without the numbers that Discord makes up."""
    pictures: list[tuple[str, str | None, bytes]]
    """Name, alt text and bytes of what was sent to whoever asked."""
    hung: list[tuple[str, str | None, bytes]]
    """The same of what hangs on the cards."""
    effort: Counter[str]
    """What the bot did: how long that takes is what a watch could tell."""

    def in_channel(self) -> Answer:
        """What of it everybody sees."""
        return self._replace(
            requests=[each for each in self.requests if " /channels/#/" in each], pictures=[]
        )


class Side:
    """One of the two campaigns, in its channel."""

    def __init__(self, table: Table, channel: ChannelHandle, title: AnyTitle, meter: Meter) -> None:
        self.table = copy.copy(table)
        self.table.channel = channel
        self.title = title
        self.meter = meter
        self.campaign_id = 0
        self.written = 0
        """How often something was written that is not handed in."""
        self._begun: msgspec.Struct | None = None

    async def begin(self, name: str) -> None:
        """Begin the campaign, with somebody else in each seat; its card hangs when this returns."""
        wish = self.table.wish(seed(name), channel=self.table.channel, images="every-action")
        campaign = await self.table.bot.campaigns.new(wish._replace(title=self.title.id))
        self.campaign_id = campaign.id
        sitting = [Seat(seat=name, user_id=self.actor(name).id) for name in self.title.seats]
        await self.table.bot.store.transact(
            partial(seats.change, campaign_id=campaign.id, seats=sitting), campaign_id=campaign.id
        )
        await self.table.camille.slash(self.table.channel, "campaign show")
        # What is looked up once and kept, such as the server of a campaign, is looked up before it counts.
        await self.answers(self.title.seats[0])

    def actor(self, seat: str | None) -> MemberActor:
        """Whoever sits there; who has no seat is the public."""
        table: Any = self.table
        actor: MemberActor = table.sitting[self.title.seats.index(seat)] if seat else table.watcher
        return actor

    async def state(self) -> Any:
        """The state as it is stored."""
        return await self.table.state(self.campaign_id)

    async def journal(self) -> list[JournalRow]:
        """The journal as it is stored."""
        return await self.table.bot.store.journal(self.campaign_id)

    async def ask(self, asked: str, asking: Callable[[], Awaitable[Any]]) -> Answer:
        """What comes of asking."""
        # A journal that was swapped is read as if the bot had never read another.
        self.table.bot.campaigns.read_again(self.campaign_id)
        if self._begun is not None:
            number, _ = self.title.chapter(self._begun)
            self.table.bot.campaigns.history.begins(
                self.campaign_id, number, msgspec.json.encode(self._begun)
            )
        env, before = self.table.env, len(self.table.env.http_requests)
        self.table.bot.pictures._kept.clear()
        # Nor is a view left from the question before: of two twins that are alike the second would have one.
        presenter_of(self.title)._views._last = None
        with self.meter.running() as effort:
            result = await asking()
            await self.table.bot.outbox.drain()
        # The reply and the card are made side by side: which is sent first is nobody's secret.
        sent = sorted(_plain(entry.method, entry.path, entry.json) for entry in env.http_requests[before:])
        response = getattr(result, "response", None)
        own = [] if response is None else await _pictures(response.attachments)
        hung = await _pictures([each for card in self.table.cards() for each in card.attachments])
        return Answer(asked, sent, own, hung, effort)

    async def answers(self, seat: str | None) -> list[Answer]:
        """All that an audience can ask for without acting."""
        actor, channel = self.actor(seat), self.table.channel
        wishes: list[tuple[str, Callable[[], Awaitable[Any]]]] = [
            (f"/campaign {name}", partial(actor.slash, channel, f"campaign {name}")) for name in COMMANDS
        ]
        wishes += [
            ("/help", partial(actor.slash, channel, "help")),
            *(
                (name, partial(actor.slash, channel, name, **self._looked_up(name, given)))
                for name, given in fixture_of(self.title.id).look_ups
            ),
            *(
                (f"completion of {name}", partial(actor.autocomplete, channel, name, parameter, ""))
                for name, parameter in fixture_of(self.title.id).completed
            ),
            ("/orders list", partial(actor.slash, channel, "orders list")),
            ("completion", partial(actor.autocomplete, channel, "play", "action", "")),
            ("a word too many", partial(actor.slash, channel, "play", action="committ retreet moove 6")),
            ("Play", partial(self._press, actor, custom_ids.play(self.campaign_id))),
            ("My view", partial(self._press, actor, custom_ids.view(self.campaign_id))),
            ("Earlier", partial(self._press, actor, custom_ids.before(self.campaign_id, 999))),
            *(
                (f"panel of {own}", partial(self._press, actor, custom_ids.again(self.campaign_id, own)))
                for own in self.title.seats
            ),
        ]
        answers = [await self.ask(asked, asking) for asked, asking in wishes]
        # At one of two tables it may look more often, and what follows has one panel to refresh, or none.
        await self.table.bot.desk.screens.panels.forget()
        return answers

    def _looked_up(self, command: str, given: Mapping[str, str]) -> dict[str, str]:
        """The options of a look-up: by night another place or counter each night."""
        box: Any = getattr(self.title, "box", None)
        ids = {name: made.ids(box) for name, made in looked_up(self.title, command).items()}
        return {
            option: Random(seed(command)).choice([*ids[option]]) if NIGHT and option in ids else value
            for option, value in given.items()
        }

    async def _press(self, actor: MemberActor, custom_id: str) -> Any:
        delivery = Delivery.press(self.table, custom_id, actor)
        await deliver(self.table, delivery)
        return delivery.result

    async def act(self, seat: str, action: str) -> Answer:
        """What comes of an action that is typed, while the panel of its seat is open."""
        await self._press(self.actor(seat), custom_ids.play(self.campaign_id))
        asking = partial(self.actor(seat).slash, self.table.channel, "play", action=action)
        answer = await self.ask(action, asking)
        await self.table.bot.desk.screens.panels.forget()
        return answer

    async def swap(self, state: msgspec.Struct, rows: list[JournalRow]) -> None:
        """Let a state, and rows of the journal, be what is stored."""
        await self.table.bot.store.transact(
            partial(_stored, of=self.campaign_id, state=state, rows=rows), campaign_id=self.campaign_id
        )
        self.stands(state)

    async def beside(self, seat: str | None) -> None:
        """Let all others write what they do not hand in, and order something: both lie beside the board."""
        campaigns, campaign = self.table.bot.campaigns, await self.table.campaign(self.campaign_id)
        ordered = dict(_orders(self.title))
        for other in self.title.seats:
            if other == seat:
                continue
            change = await self._change(campaign, other)
            if change is not None:
                self.written += 1
                assert await sheets.write(campaigns, campaign, other, change, 1)
            for kind, text in ordered.items():
                given = Order(seat=other, kind=kind, text=text)
                await campaigns.store.transact(
                    partial(orders.give, campaign_id=campaign.id, given=given, now=self.table.env.now())
                )

    async def _change(self, campaign: Campaign, seat: str) -> str | None:
        """What a seat can put on what it writes, be it behind a list; None where it writes nothing."""
        campaigns, keys = self.table.bot.campaigns, [""]
        for key in keys:
            writing = await sheets.sheet(campaigns, campaign, seat, key)
            for choice in (each for group in writing.groups for each in group.choices) if writing else ():
                if adds(choice):
                    return choice.notation
                if not key and choice.does is Does.OPEN:
                    keys.append(choice.notation)
        return None

    async def alone(self) -> None:
        """Take back what was written and ordered beside the board."""
        store = self.table.bot.store
        for seat in self.title.seats:
            await store.transact(
                partial(people.unnote, key=f"sheets:{self.campaign_id}:{seat}"),
                partial(orders.revoke, campaign_id=self.campaign_id, seat=seat),
            )

    def stands(self, state: msgspec.Struct) -> None:
        """Let a state be how the chapter began: of one that nobody has played it can't be found out."""
        self._begun = state


def _orders(title: AnyTitle) -> Iterator[tuple[str, str]]:
    """Standing orders of each kind, with a choice in place of what stands for one."""
    named = fixture_of(title.id).ordered
    for order in title.order_kinds:
        for form in order.forms:
            typed = re.sub(r"[A-Z]{2,}", lambda capital: named.get(capital[0], capital[0]), form)
            with suppress(EngineError):
                yield order.kind, title.read_order(order.kind, typed)


def _stored(connection: Connection, *, of: int, state: msgspec.Struct, rows: list[JournalRow]) -> None:
    campaign, journal = schema.campaign, schema.journal
    connection.execute(update(campaign).where(campaign.c.id == of).values(state=msgspec.json.encode(state)))
    for row in rows:
        values: dict[str, Any] = {"events": row.events, "action": row.action}
        if row is rows[-1]:
            values["digest"] = digest(state)
        connection.execute(
            update(journal).where(journal.c.campaign_id == of, journal.c.seq == row.seq).values(values)
        )


async def _pictures(files: Iterable[Any]) -> list[tuple[str, str | None, bytes]]:
    return [(_CAMPAIGN.sub(r"\1#", each.filename), each.description, await each.read()) for each in files]


def _plain(method: str, path: str, body: Any) -> str:
    """A request without tokens, nonces, the numbers that Discord makes up, and which campaign it is of."""
    if isinstance(body, dict):
        body = {key: value for key, value in body.items() if key != "nonce"}
    path = _TOKEN.sub("/#/token", path)
    plain = _SELECT.sub(r"\1#", _NUMBER.sub("#", f"{method} {path} {json.dumps(body, sort_keys=True)}"))
    return _CAMPAIGN.sub(r"\1#", _PROPOSAL.sub(r"\1#", plain))


def untold(title: AnyTitle, rows: list[JournalRow], seat: str | None) -> list[JournalRow]:
    """A journal that holds nothing beyond what an audience is told of it."""
    found = []
    for row in rows:
        happened = journal.read_events(title, row.events)
        told = [title.redact_for(each, seat) or each for each in happened]
        hidden = msgspec.structs.replace(row, events=msgspec.json.encode(told), action="hidden")
        found.append(row if told == happened else hidden)
    return found


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view waits for its picture, however busy the machine is: what is shown first is no matter of luck."""
    monkeypatch.setattr(screens, "PATIENCE", 60)


async def still_table(tables: Tables, of: type[AnyTitle]) -> tuple[Table, AnyTitle, Meter]:
    """A table whose bot does nothing of its own, and what it does is counted."""
    meter = Meter()
    title = meter.rules(of)

    def create(settings: Settings, clock: Callable[..., Any]) -> Tocsin:
        return create_bot(settings, clock=clock, titles=[title])

    table = await tables(create, cooldown="off")
    await table.start()
    # It sweeps, and looks whether it is well, by real time: in the midst of what is counted.
    assert table.bot.scheduler is not None
    table.bot.scheduler.pause()
    # Small maps show the same and are drawn sooner.
    small = Guild(id=table.guild.id, image_width=400)
    await table.bot.store.transact(partial(people.put_guild, settings=small))
    meter.pictures(table.bot)
    watcher, *more = (
        table.guild.add_member(table.env.create_user(name)) for name in ("watcher", *title.seats[2:])
    )
    table.watcher, table.sitting = watcher, (table.camille, table.maxime, *more)  # type: ignore[attr-defined]
    # The bot reads a language once: not in the first of two answers that are compared.
    languages = table.bot.campaigns.languages
    await languages.of_server(table.guild.id)
    for person in (watcher, *table.sitting):  # type: ignore[attr-defined]
        await languages.of_person(person.id, "en")
    return table, title, meter


async def both_sides(
    table: Table, title: AnyTitle, meter: Meter, number: int = 0, alike: int = 1
) -> tuple[Side, Side]:
    """Two campaigns of the title that have begun alike, in channels of their own.

    :param alike: how many of these numbers begin alike.
    """
    channels = [table.guild.create_text_channel(f"{name}-{number}") for name in ("shown", "twin")]
    shown, swapped = (Side(table, channel, title, meter) for channel in channels)
    again = number // alike
    for each in (shown, swapped):
        await each.begin(f"fog {again}" if again else "fog")
    return shown, swapped


def silent(title: AnyTitle, states: list[msgspec.Struct], seat: str, eyes: str | None, action: Any) -> bool:
    """Whether an action rolls no die, and by the rules shows `eyes` the same at each of these boards."""
    seen = []
    for state in states:
        try:
            step = title.apply(state, seat, action, Dice(None))
        except EngineError:
            return False
        seen.append((title.view(step.state, eyes), title.redact_all(step.events, eyes)))
    return all(each == seen[0] for each in seen)


def asks_on(title: AnyTitle, state: Any, seat: str, action: Any) -> bool:
    """Whether the seat that takes an action without dice is the one that is asked next."""
    return title.deciding(title.apply(state, seat, action, Dice(None)).state) == [seat]


def differences(first: list[Answer], second: list[Answer]) -> list[str]:
    """What two tables answered differently, and how."""
    return [
        f"{one.asked}: {field}: {_told(getattr(one, field))} not {_told(getattr(other, field))}"
        for one, other in zip(first, second, strict=True)
        for field in Answer._fields
        if getattr(one, field) != getattr(other, field)
    ]


def _told(value: Any) -> str:
    """What differs, without the pictures' bytes."""
    return re.sub(r"b'\\x89PNG.*?'(?=\))", "…", str(value))[:2000]


def twins(title: AnyTitle, state: Any, seat: str | None) -> list[Any]:
    """Boards that look alike to an audience; where all boards are open the same one, for what lies beside."""
    if title.secrets and not fixture_of(title.id).hides:
        return [state]
    return [*islice(fixture_of(title.id).twins(state, seat), SWAPS)]


async def look_around(shown: Side, swapped: Side, turn: int) -> None:
    """Audiences look at both tables, the second with whatever they may not know changed."""
    title = shown.title
    state, rows = await shown.state(), await shown.journal()
    shown.stands(state)
    # The rules alone are asked for each of them at every board.
    audiences = [None, *title.seats]
    turns = [audiences[place % len(audiences)] for place in range(turn, turn + len(audiences))]
    if NIGHT:
        Random(seed(f"audiences {turn}")).shuffle(turns)
    for seat in turns[:AUDIENCES]:
        expected = await shown.answers(seat)
        for twin in twins(title, state, seat):
            await swapped.swap(twin, untold(title, rows, seat))
            await swapped.beside(seat)
            assert differences(expected, await swapped.answers(seat)) == []
            await swapped.alone()
    await swapped.swap(state, rows)


async def go_on(shown: Side, swapped: Side, chooser: Random, *, openly: bool) -> bool:
    """A seat acts at both tables; gives whether the second had been swapped, and the answers compared.

    :param openly: swap what the public may not know, and compare what the channel sees; otherwise what the
        acting seat may not know, and compare everything.
    """
    title = shown.title
    state = await shown.state()
    seat = chooser.choice(title.decisions(state)).seat
    eyes = None if openly else seat
    found = twins(title, state, eyes)[:1]
    legal = [*title.legal_actions(state, seat)]
    chooser.shuffle(legal)
    quiet = [action for action in legal[:40] if found and silent(title, [state, *found], seat, eyes, action)]
    if quiet:
        await swapped.swap(found[0], await swapped.journal())
    action = title.notation((quiet or legal)[0])
    shown.stands(state)
    swapped.stands(found[0] if quiet else state)
    if found == [state] and any(asks_on(title, state, seat, action) for action in quiet[:1]):
        # All that differs lies beside the board, and nothing that the others have ordered is asked.
        await swapped.beside(seat)
    first, second = await shown.act(seat, action), await swapped.act(seat, action)
    await swapped.alone()
    assert [row.action for row in await shown.journal()] == [row.action for row in await swapped.journal()]
    if openly:
        first, second = first.in_channel(), second.in_channel()
    assert differences([first], [second]) == []
    await swapped.swap(await shown.state(), await shown.journal())
    return bool(quiet)


async def go_on_to(kinds: Collection[str], *sides: Side) -> str | None:
    """Let the automatic players carry both campaigns on until one of those decisions is owed; nobody looks.

    :returns: which; None where none came.
    """
    found = None
    for side in sides:
        found = None
        for _ in range(FAR):
            state = await side.state()
            decisions = side.title.decisions(state)
            found = next((each.kind for each in decisions if each.kind in kinds), None)
            if found is not None or not decisions:
                break
            seat = decisions[0].seat
            action = side.title.suggest(state, seat, Random(seed("suggested")))
            user = side.actor(seat).id
            await side.table.bot.campaigns.take(side.campaign_id, user, side.title.notation(action))
        await side.table.bot.outbox.drain()
    return found


@pytest.mark.deep(seconds=40)
@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("game", [game for game in games() if fixture_of(game).boards])
async def test_at_each_board_of_a_long_game_too(closed_table: Tables, game: str) -> None:
    still = await still_table(closed_table, type(engines.find(game)))
    chooser = Random(seed("secrets"))
    to_come = {*fixture_of(game).boards[:: depth(2, 1)]}
    compared = 0
    for number in range(GAMES):
        # Another game for each: after an action at random a board that is rare comes late or never.
        shown, swapped = await both_sides(*still, number, len(fixture_of(game).boards))
        if kind := await go_on_to(to_come, shown, swapped):
            to_come.remove(kind)
            await look_around(shown, swapped, len(to_come))
            compared += await go_on(shown, swapped, chooser, openly=bool(len(to_come) % 2))
        if not to_come:
            break
    assert not to_come
    assert compared
    assert swapped.written or not presenter_of(swapped.title).has_sheets


@pytest.mark.deep(seconds=8)
@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("game", [game for game in games() if not fixture_of(game).boards])
async def test_what_an_audience_may_not_know_changes_nothing_that_it_sees(
    closed_table: Tables, game: str
) -> None:
    shown, swapped = await both_sides(*await still_table(closed_table, type(engines.find(game))))
    chooser = Random(seed("secrets"))
    compared = 0
    for step in range(STEPS):
        if (await shown.table.campaign(shown.campaign_id)).status != "running":
            break
        if step in LOOKS:
            await look_around(shown, swapped, LOOKS.index(step))
        compared += await go_on(shown, swapped, chooser, openly=bool(step % 2))
    assert compared or not shown.title.secrets
    assert swapped.written or not presenter_of(shown.title).has_sheets
