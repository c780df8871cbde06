"""A game that two people play in a channel, by commands or on panels, and beside it by the rules alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import discord
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.campaigns import standing_orders
from bot.desk.panel import ONLY
from bot.games.registry import presenter_of
from bot.games.shown import THEN, Does
from bot.interactions.orders import ASK
from bot.surface import custom_ids
from engines.core.contract import AnyTitle
from engines.core.decisions import Decision
from engines.core.game import Game
from engines.core.record import digest
from tests.cli.program import tocsin
from tests.support.duel import choices, panel_of, pressed
from tests.support.life import Life
from tests.support.table import Control, controls, text


class Typed(NamedTuple):
    """A sub-command of a game with its options, as somebody types it."""

    command: str
    options: dict[str, str | int]


class Match:
    """A campaign in the hall, and beside it the same game by the rules alone.

    A subclass says how an action is typed.

    :ivar game: what the bot has stored must always be the same.
    :ivar met: kinds of decision that were asked so far.
    """

    def __init__(
        self, life: Life, title: AnyTitle, actors: Mapping[str, MemberActor], start: Any = None
    ) -> None:
        self.life = life
        self.table = life.table
        self.title = title
        self.game = Game(title, seed=life.seed, state=start)
        self.met: set[str] = set()
        self._actors = actors
        self._panels: dict[str, ResponseMessage] = {}
        self._current: str | None = None

    def typed_as(self, action: Any) -> Typed:
        """How an action is typed."""
        raise NotImplementedError

    def asked(self, decision: Decision) -> str:
        """What a kind of decision is called in `met`."""
        return decision.kind

    @property
    def decision(self) -> Decision:
        """What is asked, of one seat after the other where several are."""
        return self.game.decisions[0]

    @property
    def legal(self) -> list[Any]:
        """What whoever is asked may do, as far as it is listed."""
        return [*self.title.legal_actions(self.game.state, self.decision.seat)]

    def player(self, seat: str) -> MemberActor:
        """Who leads a side."""
        return self._actors[seat]

    async def asked_each_time(self) -> None:
        """Nothing goes unsaid in the channel: beside it nobody has orders."""
        for kind in self.title.order_kinds:
            if kind.implicit:
                texts = {kind.kind: self.title.read_order(kind.kind, ASK)}
                campaign = await self.table.campaign()
                for seat in filter(kind.concerns, self._actors):
                    who = self.player(seat).id
                    await standing_orders.give(self.table.bot.campaigns, campaign, seat, texts, user_id=who)

    async def as_it_should_be(self) -> None:
        """What is stored is what the rules give, and nothing was written but what was done."""
        assert (await self.table.campaign()).last_seq == len(self.game.journal)
        assert digest(await self.table.state()) == digest(self.game.state)

    async def took(self, action: Any) -> None:
        """An action was taken in the channel: it stands in the journal once, and led where it had to."""
        self.met.add(self.asked(self.decision))
        self.game.act(self.decision.seat, action)
        await self.as_it_should_be()

    # By commands

    async def type(self, action: Any) -> None:
        """Take an action by its sub-command, and by a button what is shown before it is done."""
        seat, shown = self.decision.seat, await self.typed(action)
        if is_shown(shown):
            self._panels[seat] = panel_of(await self._go(shown, self.player(seat)))
        await self.took(action)

    async def typed(self, action: Any) -> discord.Message:
        """What whoever is asked sees after they have typed an action."""
        who, (command, options) = self.player(self.decision.seat), self.typed_as(action)
        seat, self._current = self.decision.seat, None
        result = await self.life.slash(who, f"{self.title.id} {command}", **options)
        shown = panel_of(result)
        if controls(shown.message):
            # It has replaced the panel.
            self._panels[seat] = shown
        return shown.message

    async def offered(self, action: Any, option: str, entered: str) -> list[str]:
        """What is offered for an option of an action's command, of which the others are given."""
        command, options = self.typed_as(action)
        others = {key: value for key, value in options.items() if key != option}
        who = self.player(self.decision.seat)
        found = await who.autocomplete(
            self.life.hall, f"{self.title.id} {command}", option, entered, **others
        )
        return [choice["value"] for choice in found]

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

    async def choices(self) -> dict[Any, Control]:
        """What the panel of whoever is asked offers; what opens further choices is not looked into."""
        seat = self.decision.seat
        return self._read(choices(await self.panel(seat)))

    def _read(self, found: list[Control]) -> dict[Any, Control]:
        seat, state = self.decision.seat, self.game.state
        return {
            self.title.parse(state, control.action, seat): control
            for control in found
            if not control.action.startswith((Does.OPEN.value, Does.WRITE.value, Does.ORDER.value))
            and THEN not in control.action
        }

    async def press(self, action: Any) -> None:
        """Take an action on the panel, and go through with what is shown before it is done."""
        seat = self.decision.seat
        found = await self.choices()
        if action not in found:
            found = await self._open(action)
        result = await pressed(self._panels[seat], self.player(seat), found[action])
        await self.table.bot.outbox.drain()
        if is_shown(panel_of(result).message):
            result = await self._go(panel_of(result).message, self.player(seat))
        self._panels[seat] = panel_of(result)
        await self.took(action)

    async def _open(self, action: Any) -> dict[Any, Control]:
        """Open the further choices in which an action is; nothing is done by it."""
        seat = self.decision.seat
        for control in choices(self._panels[seat]):
            if self._leads(control.action, action):
                result = await pressed(self._panels[seat], self.player(seat), control)
                self._panels[seat] = panel_of(result)
                await self.as_it_should_be()
                found = self._read(choices(self._panels[seat]))
                return found if action in found else await self._open(action)
        raise AssertionError(f"{self.title.notation(action)} is nowhere on the panel")

    def _leads(self, opener: str, action: Any) -> bool:
        """Whether what opens further choices leads to an action, through others or at once."""
        if not opener.startswith(Does.OPEN.value):
            return False
        seat, state, words = self.decision.seat, self.game.state, presenter_of(self.title)
        key = opener.removeprefix(Does.OPEN.value)
        group = key.removeprefix(ONLY)
        groups = words.within(state, seat, key) if group == key else words.groups(state, seat)
        inside = [
            choice.control for each in groups if key in (group, f"{ONLY}{each.id}") for choice in each.choices
        ]
        return any(
            self._leads(text, action)
            if text.startswith(Does.OPEN.value)
            else THEN not in text and self.title.parse(state, text, seat) == action
            for text in inside
        )

    # The end

    async def is_told(self, folder: Path) -> None:
        """The verdict and the seed are told, and whoever takes the record away can check every die of it."""
        outcome = self.game.outcome
        assert outcome is not None
        assert (await self.table.campaign()).status == "finished"
        summary = text(self.life.public()[-1])
        for line in presenter_of(self.title).verdict(outcome):
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


def way_through(message: discord.Message) -> Control:
    """The button that goes through with what is shown."""
    return next(control for control in controls(message) if control.custom_id.split(":")[1] == "go")


def is_shown(message: discord.Message) -> bool:
    """Whether a message shows what an action leads to, before it is done."""
    return any(control.custom_id.split(":")[1] == "go" for control in controls(message))
