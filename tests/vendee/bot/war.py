"""A war in the Vendée that two people fight in a channel, and what has to be true after each action."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import msgspec
import sqlalchemy as sa
from simcord import HttpLogEntry

from bot.store.schema import campaign as campaigns
from engines.core.decisions import Decision
from engines.core.game import Game
from engines.vendee.actions import BEGIN, HAND_OVER, STOP, YIELD, Action, Move
from engines.vendee.state import State
from tests.support.duel import choices
from tests.support.life import Life
from tests.support.match import Match, Typed
from tests.support.table import Control, text
from tests.vendee.bot.duel import TITLE
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


class War(Match):
    """A war in the hall.

    :ivar turns: by month, how often somebody else was asked than before.
    :ivar messages: by month, public messages that were posted; most are tidied away later.
    """

    game: Game

    def __init__(self, life: Life, start: State | None = None) -> None:
        super().__init__(life, TITLE, {"royalist": life.camille, "republican": life.maxime}, start)
        self.turns: Counter[int] = Counter()
        self.messages: Counter[int] = Counter()
        self._mark = life.mark()

    def typed_as(self, action: Action) -> Typed:
        return typed(action)

    def asked(self, decision: Decision) -> str:
        return asked(decision)

    async def took(self, action: Action) -> None:
        seat = self.decision.seat
        await super().took(action)
        month = state_of(self.game).turn
        self.turns[month] += [decision.seat for decision in self.game.decisions] != [seat]
        self.messages[month] += len(self.life.since(self._mark))
        self._mark = max(self._mark, self.life.mark())

    async def completes(self, action: Action) -> None:
        """Whoever types an action is offered each part of it."""
        command, options = typed(action)
        for option, value in options.items():
            if isinstance(value, str) and command != "initiative":
                assert value in await self.offered(action, option, value)

    async def foretold(self, action: Move) -> None:
        """A forecast of a way says what it comes to, and nothing is done."""
        who, (_, options) = self.player(self.decision.seat), typed(action)
        told = await self.life.types(who, "vendee forecast", **options)
        assert "Nothing is done." in told
        await self.as_it_should_be()

    async def choices(self) -> dict[Action, Control]:
        """What is legal, and ways that are longer than a step."""
        found = await super().choices()
        assert all(isinstance(action, Move) for action in set(found) - set(self.legal))
        return found

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
