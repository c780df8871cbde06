"""A campaign that begins on a given board, and what one pair of eyes sees of it on the server."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from simcord import HttpLogEntry, InteractionResult, MemberActor

from bot.campaigns import journal
from bot.store import Seat
from bot.surface import custom_ids
from engines.core.contract import AnyTitle, Step
from engines.core.dice import Dice
from tests.support.bot_fixtures import laid
from tests.support.duel import door
from tests.support.fixture import fixture_of
from tests.support.life import create
from tests.support.match import is_shown, way_through
from tests.support.table import Table

CLOCK = "24h interrupts 6h overtime pass"
_ID = re.compile(r"\d{15,}")
_TOKEN = re.compile(r"(/(?:webhooks|interactions)/\d+)/[^/]+")
_ASKED = re.compile(r"t1:(?:go|no):[0-9a-zA-Z_-]+")
_TIME = re.compile(r"<t:(\d+)")
_DIRECT, _PRIVATE = 1, 12
"""Types of channels that not everybody reads."""


class Sight(NamedTuple):
    """One thing that somebody could see."""

    at: int
    """Minutes since the campaign began."""
    what: str
    body: str

    @property
    def answer(self) -> bool:
        """Whether it answers what its viewer has typed or pressed."""
        return " /webhooks" in self.what or " /interactions" in self.what


def beginning(title: AnyTitle, state: Any) -> AnyTitle:
    """The title with a board on which its campaigns begin."""

    def setup(self: AnyTitle, scenario: str, options: Mapping[str, bool], dice: Dice) -> Step[Any]:
        return Step(state, [])

    made: AnyTitle = type("Beginning", (type(title),), {"setup": setup})(title.data)
    return made


class Watched:
    """A campaign in a channel, each seat with a player of its own.

    :ivar eyes: the seat that looks; None for the public.
    """

    def __init__(self, table: Table, title: AnyTitle, eyes: str | None) -> None:
        self.table = table
        self.title = title
        self.eyes = eyes
        self.players = {seat: self._person(seat) for seat in title.seats}
        self.public = self._person("spectator")
        self._looked = 0
        self._sights: list[Sight] = []
        self._seq = 0
        self._names: dict[str, str] = {}
        self._began = table.env.now().timestamp()

    def _person(self, name: str) -> MemberActor:
        return self.table.guild.add_member(self.table.env.create_user(name, global_name=name.title()))

    @classmethod
    async def begun(cls, database: Path, title: AnyTitle, state: Any, eyes: str | None) -> Watched:
        """A campaign that begins on this board."""
        table = await laid(partial(create, titles=[beginning(title, state)]), database=database)
        await table.start()
        watched = cls(table, title, eyes)
        await watched.begin(state)
        return watched

    async def begin(self, state: Any) -> None:
        """Begin the campaign on a board, which the title of the table sets up."""
        bot, (scenario, options) = self.table.bot, self.title.agreed(state)
        wish = self.table.wish(clock=CLOCK, lobby=True)
        lobby = await bot.campaigns.new(
            wish._replace(title=self.title.id, scenario=scenario, options=options)
        )
        sitting = {seat: Seat(seat=seat, user_id=who.id) for seat, who in self.players.items()}
        await bot.campaigns.begin(lobby, sitting, user_id=self.table.camille.id, seed="silence")
        await bot.outbox.drain()
        self.sights(own=False)

    @property
    def viewer(self) -> MemberActor:
        """Whose eyes they are."""
        return self.public if self.eyes is None else self.players[self.eyes]

    async def state(self) -> Any:
        """The board."""
        return await self.table.state()

    async def view(self) -> Any:
        """The board as it is seen."""
        return self.title.view(await self.state(), self.eyes)

    async def revealed(self) -> bool:
        """Whether anything was revealed by the rules since the last call."""
        rows = await self.table.bot.store.journal(1)
        lately = [row for row in rows if row.seq > self._seq]
        self._seq = rows[-1].seq
        events = (event for row in lately for event in journal.read_events(self.title, row.events))
        return any(fixture_of(self.title.id).shown(event) for event in events)

    def sights(self, *, own: bool) -> list[Sight]:
        """What could be seen since the last call.

        :param own: whether it was the viewer who typed and pressed.
        """
        self._look(own=own)
        seen, self._sights = self._sights, []
        # An answer to a press and what is posted beside it are on their ways at once.
        return sorted(seen, key=lambda sight: sight.answer)

    def _look(self, *, own: bool) -> None:
        entries = self.table.env.http_requests
        lately, self._looked = entries[self._looked :], len(entries)
        at = self._minute(self.table.env.now().timestamp())
        self._sights += [
            Sight(at, f"{entry.method} {self._place(entry)}", self._body(entry))
            for entry in lately
            if entry.method != "GET" and self._visible(entry, own=own)
        ]

    def _visible(self, entry: HttpLogEntry, *, own: bool) -> bool:
        if entry.path.startswith(("/webhooks", "/interactions")):
            return own
        if (place := re.match(r"/channels/(\d+)", entry.path)) is None:
            return False
        channel = self.table.env.backend.channels.get(int(place[1]))
        if channel is not None and channel.type == _DIRECT:
            return self.viewer.id in channel.recipient_ids
        return channel is None or channel.type != _PRIVATE

    def _place(self, entry: HttpLogEntry) -> str:
        return self._plain(_TOKEN.sub(r"\1", entry.path))

    def _body(self, entry: HttpLogEntry) -> str:
        text = json.dumps(_shown(entry.json), ensure_ascii=False, sort_keys=True)
        text = _TIME.sub(lambda at: f"<t:+{self._minute(int(at[1]))}", text)
        return self._plain(_ASKED.sub("t1:asked", text))

    def _minute(self, at: float) -> int:
        return round((at - self._began) / 60)

    def _plain(self, text: str) -> str:
        """A text with ids numbered as they first came up."""
        return _ID.sub(lambda id: self._names.setdefault(id[0], f"#{len(self._names)}"), text)

    async def plays(self, seat: str, notation: str) -> None:
        """Let a seat type an action, and go through with what is shown before it is done."""
        who = self.players[seat]
        result = await who.slash(self.table.channel, "play", action=notation, seat=seat)
        shown = None if result.response is None else result.response.message
        if shown is not None and is_shown(shown):
            await who.click(shown, custom_id=way_through(shown).custom_id)
        await self.table.bot.outbox.drain()

    async def looks(self) -> None:
        """Let the viewer look at all that can be looked at without anything being done."""
        for command in ("campaign status", "campaign deadline", "campaign view"):
            await self._types(command)
        if self.eyes is not None:
            for command in ("campaign undo", "my games", "orders list"):
                await self._types(command)
            await self.viewer.autocomplete(self.table.channel, "play", "action", "")
            if (await self.table.campaign()).status == "running":
                await self.viewer.click(door(self.table), custom_id=custom_ids.play(1))

    async def _types(self, command: str) -> InteractionResult:
        result = await self.viewer.slash(self.table.channel, command)
        await self.table.bot.outbox.drain()
        return result

    async def waits(self, minutes: int, step: int) -> None:
        """Let time go by, and look each so many minutes at what is due."""
        for _ in range(minutes // step):
            await self.table.sweep(60 * step)
            self._look(own=False)


def _shown(body: Any) -> Any:
    """What of a request reaches people: not the numbers by which programs know its parts."""
    match body:
        case dict():
            hidden = {"nonce"} if isinstance(body.get("id"), str) else {"nonce", "id"}
            return {key: _shown(part) for key, part in body.items() if key not in hidden}
        case list():
            return [_shown(part) for part in body]
        case _:
            return body
