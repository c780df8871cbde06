"""A war in the Vendée that two people fight in a channel, and what has to be true after each action."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import discord
import msgspec
import sqlalchemy as sa
from simcord import HttpLogEntry, InteractionResult, MemberActor, ResponseMessage

from bot.games.registry import presenter_of
from bot.store.schema import campaign as campaigns
from bot.surface import custom_ids
from engines.core.contract import Decision
from engines.core.game import Game
from engines.core.record import digest
from engines.vendee.actions import BEGIN, HAND_OVER, STOP, YIELD, Action, Move
from engines.vendee.state import State
from tests.cli.program import tocsin
from tests.support.duel import choices, panel_of, pressed
from tests.support.life import Life
from tests.support.table import Control, text
from tests.vendee.bot.duel import TITLE, is_shown, way_through
from tests.vendee.bot.games import twins
from tests.vendee.bot.general import asked, state_of

CLOCK = "48h interrupts 6h"
_NUMBER = re.compile(r"\d{6,}|/[^/]{20,}/")
_ALONE = {STOP: "stop", HAND_OVER: "hand-over"}
"""Actions whose commands have names of their own."""
_WITH = {
    "activate": ("activate", "stack"),
    "guns": ("combat guns", "stack"),
    "move": ("move", "path"),
}
"""Commands of what is done with somebody, by verb, each with its first option."""
_REST = {
    "drop": ("drop", "who"),
    "event": ("event", "event"),
    "flee": ("combat flee", "to"),
    "lose": ("combat lose", "what"),
    "pick-up": ("pick-up", "who"),
    "preempt": ("preempt", "stack"),
    "pursue": ("combat pursue", "path"),
    "retreat": ("combat retreat", "to"),
}
"""Commands with one option."""
_WHOLE = ("choose", "desert", "land", "note", "show", "spare")
"""What is typed as it is offered, verb and all."""


class Typed(NamedTuple):
    """A sub-command of `/vendee` with its options, as somebody types it."""

    command: str
    options: dict[str, str | int]


def typed(action: Action) -> Typed:
    """How an action is typed."""
    notation = TITLE.notation(action)
    verb, _, rest = notation.partition(" ")
    if action in _ALONE:
        return Typed(_ALONE[action], {})
    if action in (BEGIN, YIELD):
        return Typed("initiative", {"choice": notation})
    if verb in _WITH:
        command, option = _WITH[verb]
        first, _, who = rest.partition(" with ")
        return Typed(command, {option: first, "with": who})
    if verb in _REST:
        command, option = _REST[verb]
        return Typed(command, {option: rest})
    if verb in _WHOLE:
        return Typed("choose", {"what": notation})
    if verb == "withdraw":
        return Typed("combat withdraw", {"areas": int(rest)})
    if verb == "place":
        what, _, where = rest.rpartition(" ")
        return Typed("place", {"what": what, "where": where} if what else {"what": rest})
    return Typed(notation, {})


class War:
    """A campaign in the hall, and beside it the same game by the rules alone.

    :ivar game: what the bot has stored must always be the same.
    :ivar met: what was asked so far, as `asked` tells it.
    :ivar turns: by month, how often somebody else was asked than before.
    :ivar messages: by month, public messages that were posted; most are tidied away later.
    """

    def __init__(self, life: Life, start: State | None = None) -> None:
        self.life = life
        self.table = life.table
        self.game = Game(TITLE, seed=life.seed, state=start)
        self.met: set[str] = set()
        self.turns: Counter[int] = Counter()
        self.messages: Counter[int] = Counter()
        self._mark = life.mark()
        self._panels: dict[str, ResponseMessage] = {}
        self._current: str | None = None

    @property
    def decision(self) -> Decision:
        """What is asked."""
        (decision,) = self.game.decisions
        return decision

    @property
    def legal(self) -> list[Action]:
        """What whoever is asked may do, as far as it is listed."""
        return TITLE.legal_actions(state_of(self.game), self.decision.seat)

    def player(self, seat: str) -> MemberActor:
        """Who leads a side."""
        return {"royalist": self.life.camille, "republican": self.life.maxime}[seat]

    async def as_it_should_be(self) -> None:
        """What is stored is what the rules give, and nothing was written but what was done."""
        assert (await self.table.campaign()).last_seq == len(self.game.journal)
        assert digest(await self.table.state()) == digest(self.game.state)

    async def took(self, action: Action) -> None:
        """An action was taken in the channel: it stands in the journal once, and led where it had to."""
        self.met.add(asked(self.decision))
        seat = self.decision.seat
        self.game.act(seat, action)
        await self.as_it_should_be()
        month = state_of(self.game).turn
        self.turns[month] += [decision.seat for decision in self.game.decisions] != [seat]
        self.messages[month] += len(self.life.since(self._mark))
        self._mark = max(self._mark, self.life.mark())

    # By commands

    async def type(self, action: Action) -> None:
        """Take an action by its sub-command, and by a button what is shown before it is done."""
        shown = await self.typed(action)
        if is_shown(shown):
            await self._go(shown, self.player(self.decision.seat))
        await self.took(action)

    async def typed(self, action: Action) -> discord.Message:
        """What whoever is asked sees after they have typed an action."""
        who, (command, options) = self.player(self.decision.seat), typed(action)
        # A panel that hangs is brought up to date by a press, not by what is typed.
        self._current = None
        return panel_of(await self.life.slash(who, f"vendee {command}", **options)).message

    async def completes(self, action: Action) -> None:
        """Whoever types an action is offered each part of it."""
        command, options = typed(action)
        for option, value in options.items():
            if isinstance(value, str) and command != "initiative":
                assert value in await self.offered(action, option, value)

    async def offered(self, action: Action, option: str, entered: str) -> list[str]:
        """What is offered for an option of an action's command, of which the others are given."""
        command, options = typed(action)
        others = {key: value for key, value in options.items() if key != option}
        who = self.player(self.decision.seat)
        found = await who.autocomplete(self.life.hall, f"vendee {command}", option, entered, **others)
        return [choice["value"] for choice in found]

    async def foretold(self, action: Move) -> None:
        """A forecast of a way says what it comes to, and nothing is done."""
        who, (_, options) = self.player(self.decision.seat), typed(action)
        told = await self.life.types(who, "vendee forecast", **options)
        assert "Nothing is done." in told
        await self.as_it_should_be()

    async def _go(self, shown: discord.Message, who: MemberActor) -> InteractionResult:
        """Go through with what is shown, of which nothing is done yet."""
        await self.as_it_should_be()
        result = await who.click(shown, custom_id=way_through(shown).custom_id)
        await self.table.bot.outbox.drain()
        return result

    # On panels

    async def panel(self, seat: str) -> ResponseMessage:
        """The panel of a side, brought up to date."""
        actor = self.player(seat)
        if seat not in self._panels:
            self._panels[seat] = await self.life.panel(actor)
        elif self._current != seat:
            result = await actor.click(self._panels[seat].message, custom_id=custom_ids.again(1, seat))
            self._panels[seat] = panel_of(result)
        self._current = seat
        return self._panels[seat]

    async def choices(self) -> dict[Action, Control]:
        """What the panel of whoever is asked offers: what is legal, and ways that are longer than a step."""
        seat = self.decision.seat
        panel, state = await self.panel(seat), state_of(self.game)
        found = {TITLE.parse(state, control.action, seat): control for control in choices(panel)}
        assert all(isinstance(action, Move) for action in set(found) - set(self.legal))
        return found

    async def press(self, action: Action) -> None:
        """Take an action on the panel, and go through with what is shown before it is done."""
        seat = self.decision.seat
        control = (await self.choices())[action]
        result = await pressed(self._panels[seat], self.player(seat), control)
        await self.table.bot.outbox.drain()
        if is_shown(panel_of(result).message):
            result = await self._go(panel_of(result).message, self.player(seat))
        assert panel_of(result).id == self._panels[seat].id
        await self.took(action)

    # What nobody may know

    async def secrets_are_kept(self) -> None:
        """What people are shown would be the same if others hid something else from them."""
        await self._hides(None, self._status)
        for seat in TITLE.seats:
            await self._hides(seat, partial(self._looked, seat))
        await self.as_it_should_be()

    async def _hides(self, seat: str | None, look: Callable[[], Awaitable[object]]) -> None:
        state = state_of(self.game)
        shown = await look()
        for twin in islice(twins(state, seat), 1):
            await self._stands(twin)
            assert await look() == shown
        await self._stands(state)

    async def _status(self) -> str:
        return await self.life.types(self.life.lucien, "campaign status")

    async def _looked(self, seat: str) -> tuple[str, list[Control]]:
        self._current = None
        panel = (await self.panel(seat)).message
        return text(panel), choices(panel)

    async def _stands(self, state: State) -> None:
        stored = sa.update(campaigns).where(campaigns.c.id == 1).values(state=msgspec.json.encode(state))
        await self.table.bot.store.transact(lambda connection: connection.execute(stored), campaign_id=1)

    # The end

    async def is_told(self, folder: Path) -> None:
        """The verdict and the seed are told, and whoever takes the record away can check every die of it."""
        outcome = self.game.outcome
        assert outcome is not None
        assert (await self.table.campaign()).status == "finished"
        summary = text(self.life.public()[-1])
        for line in presenter_of(TITLE).verdict(outcome):
            assert line in summary
        assert f"The seed was `{self.life.seed}`" in summary

        assert (await self.table.record()).journal == self.game.journal
        exported = await self.life.slash(self.life.lucien, "campaign export")
        assert exported.response is not None
        record = folder / "record.json"
        record.write_bytes(await exported.response.attachments[0].read())
        ran = tocsin("verify", record)
        assert ran.status == 0
        assert "came from the seed" in ran.out


def forget_shorter(requests: list[HttpLogEntry]) -> None:
    """Keep, of requests of one shape, those that are longest somewhere: limits have no more to say of others.

    Looking at each of some thousand requests would take longer than the war.
    """
    longest: dict[object, tuple[int, HttpLogEntry]] = {}
    for entry in requests:
        sizes: Counter[str] = Counter()
        for place, size in _sizes(entry.json):
            sizes[place] = max(sizes[place], size)
        shape = entry.method, _NUMBER.sub("#", entry.path), frozenset(sizes)
        sizes["all"] = len(json.dumps(entry.json))
        for place, size in sizes.items():
            if size > longest.get((shape, place), (-1, entry))[0]:
                longest[shape, place] = size, entry
    kept = {id(entry) for _, entry in longest.values()}
    requests[:] = [entry for entry in requests if id(entry) in kept]


def _sizes(value: Any, place: str = "") -> Iterator[tuple[str, int]]:
    """The length of each text and list, by where it is."""
    match value:
        case str():
            yield place, len(value)
        case dict():
            for key, part in value.items():
                yield from _sizes(part, f"{place}.{key}")
        case list() | tuple():
            yield place, len(value)
            for part in value:
                yield from _sizes(part, f"{place}.*")
        case _:
            yield place, 0
