"""A campaign of *La Grande Armée* by commands and panels, and beside it by the rules alone."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec
from simcord import MemberActor

from bot.games.grande_armee.choices import ROOMY
from bot.games.grande_armee.course import CHANGES, CLEAR, PROPOSE
from bot.games.grande_armee.presenter import GrandeArmeePresenter
from bot.games.shown import Does
from data.grande_armee.texts import WRITTEN
from engines.core import declared
from engines.core.game import Game
from engines.grande_armee import actions
from engines.grande_armee.actions import Plain
from engines.grande_armee.frames import Moving
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee
from tests.support.duel import choices, panel_of, played
from tests.support.life import Life
from tests.support.match import Match, Typed, is_shown

TITLE = GrandeArmee()
WORDS = GrandeArmeePresenter(TITLE)
MARCHES = ("move", "march", "triple", "onward", "combine", "break", "eliminate")
LONGEST = 100
"""Characters of what an option of a list can take."""
FORCED = 0.2
"""How often a forced march that may go on does, and how often those who are attacked fall back."""


class Campaign(Match):
    """A campaign in the hall: Camille leads the French, Maxime the Allies, or the automatic player does."""

    def __init__(self, life: Life, scenario: str, *, alone: bool = False) -> None:
        people: Mapping[str, MemberActor] = {"french": life.camille, "allied": life.maxime}
        if alone:
            people = {"french": life.camille}
        super().__init__(life, TITLE, people)
        self.game = Game(TITLE, scenario=scenario, seed=life.seed)

    def typed_as(self, action: Any) -> Typed:
        """The sub-command that the verb of an action has, with what the action fills."""
        if isinstance(action, Plain):
            return Typed(action.word, {})
        verb: type[msgspec.Struct] = type(action)
        tag = str(verb.__struct_config__.tag)
        options = {
            name: field.write(value)
            for name, field in declared.fields(verb).items()
            if (value := getattr(action, name)) not in (None, ()) or field.kind.nothing is not None
        }
        return Typed(tag if tag in MARCHES else f"battle {tag}", {k: v for k, v in options.items() if v})

    async def took(self, action: Any) -> None:
        """An action was taken; the automatic player has answered already, and nobody waits for it."""
        self.met.add(self.asked(self.decision))
        self.game.act(self.decision.seat, action)
        await self.answered()

    async def answered(self) -> None:
        """Follow what else was done: the rest of what was handed in, and what the automatic player did."""
        for entry in (await self.table.record()).journal[len(self.game.journal) :]:
            person = entry.seat in self._actors
            assert entry.source == ("player" if person else "automatic")
            self.met.add(self.asked(self.decision))
            self.game.act(entry.seat, entry.action, source=entry.source)
        await self.as_it_should_be()
        assert {decision.seat for decision in self.game.decisions} <= {*self._actors}

    async def press(self, action: Any) -> None:
        """Take an action on the panel; marches are written, and handed in together."""
        if self.decision.kind == "movement" and action != actions.END:
            await self.march()
        elif self.decision.kind == "declare" and isinstance(action, actions.Attack | actions.Spend):
            await self._declare(action)
        elif len(TITLE.notation(action)) > LONGEST:
            await self._fill_in(action)
        else:
            await self._cleared()
            await super().press(action)

    async def _fill_in(self, action: Any) -> None:
        """Take an action that is too long for a list by the form of its verb."""
        seat = self.decision.seat
        who = self.player(seat)
        verb: type[msgspec.Struct] = type(action)
        form = await self.life.press(who, await self.panel(seat), str(WRITTEN[declared.word(verb)]))
        fields = declared.fields(verb).items()
        values = {name: field.write(getattr(action, name)) for name, field in fields}
        self._panels[seat] = panel_of(await who.submit_modal(form, values))
        if is_shown(self._panels[seat].message):
            self._panels[seat] = panel_of(await self._go(self._panels[seat].message, who))
        await self.table.bot.outbox.drain()
        await self.took(action)

    async def march(self) -> None:
        """Press what writes the marches that are proposed, and hand them in; or end the movement."""
        await self._cleared()
        offered = {control.action for control in choices(await self.panel(self.decision.seat))}
        if Does.WRITE.control(CHANGES.notation(PROPOSE)) not in offered:
            await super().press(actions.END)
            return
        await self._pressed(Does.WRITE.control(CHANGES.notation(PROPOSE)))
        await self._pressed(Does.HAND_IN.value)
        await self.answered()

    async def _declare(self, action: Any) -> None:
        """Write an attack, or the supply for one, by the panel or a part of a list, and hand it in.

        An attack of a part of a stack may be too long for any list: it has a form.
        """
        await self._cleared()
        found = self._writes(action) or await self._opened(action)
        if found is None and len(TITLE.notation(action)) > ROOMY:
            await self._fill_in(action)
            return
        assert found is not None, f"{TITLE.notation(action)} is nowhere on the panel"
        await self._pressed(found)
        await self._pressed(Does.HAND_IN.value)
        await self.answered()

    def _writes(self, action: Any) -> str | None:
        """What writes an action alone, where the panel offers it."""
        offered = {control.action for control in choices(self._panels[self.decision.seat])}
        writes = Does.WRITE.control(TITLE.notation(action))
        return writes if writes in offered else None

    async def _opened(self, action: Any) -> str | None:
        """Open the parts of lists until one offers an action."""
        seat = self.decision.seat
        for opener in [
            each.action for each in choices(self._panels[seat]) if each.action.startswith(Does.OPEN.value)
        ]:
            await self._pressed(opener)
            if (found := self._writes(action)) is not None:
                return found
            self._current = None
            await self.panel(seat)
        return None

    async def _cleared(self) -> None:
        """Nothing is written."""
        offered = {control.action for control in choices(await self.panel(self.decision.seat))}
        if Does.WRITE.control(CHANGES.notation(CLEAR)) in offered:
            await self._pressed(Does.WRITE.control(CHANGES.notation(CLEAR)))

    async def _pressed(self, action: str) -> None:
        """Press what does nothing but change what is written, or hands it in."""
        seat = self.decision.seat
        self._panels[seat] = panel_of(await played(await self.panel(seat), self.player(seat), action))
        await self.table.bot.outbox.drain()

    @property
    def state(self) -> State:
        """The board."""
        state = self.game.state
        assert isinstance(state, State)
        return state


class Marshal:
    """Chooses as the automatic player does; now and then a march is forced on, and somebody falls back.

    What it does can be typed, and stands on the panel.
    """

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def choose(self, campaign: Campaign) -> Any:
        """An action for whoever is asked first."""
        seat, state = campaign.decision.seat, campaign.state
        bold = self.chance.random() < FORCED
        if bold and campaign.decision.kind == "defence":
            # A unit that can ride to hundreds of hexes has the likeliest on the panel; others are typed.
            listed = {choice.notation for choice in WORDS.choices(state, seat)}
            going = [each for each in campaign.legal if isinstance(each, actions.Retreat)]
            if going := [each for each in going if TITLE.notation(each) in listed]:
                return self.chance.choice(going)
        if bold and campaign.decision.kind == "option":
            return actions.ROLL
        if isinstance(state.stack[-1], Moving) and self.chance.random() < FORCED / 10:
            forced = [each for each in campaign.legal if isinstance(each, actions.March)]
            if forced:
                return self.chance.choice(forced)
        return TITLE.suggest(state, seat, self.chance)
