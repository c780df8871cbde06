"""*La Grande Armée* under the contract."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import ClassVar

from data.catalogue import _
from data.grande_armee.options import OPTIONS
from data.grande_armee.pack import LIBRARY
from data.grande_armee.schema import SIDES, Pack
from data.grande_armee.texts import SEATS
from engines.core.advice import Advice
from engines.core.contract import EditForm, Outcome
from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.core.edits import EditGrammar
from engines.core.errors import IllegalAction
from engines.core.events import Event
from engines.core.ordered import OrderKind, OrderSet
from engines.core.setting import Option, Scenario
from engines.core.title import FramedTitle
from engines.grande_armee import edit, events
from engines.grande_armee.actions import GRAMMAR, Action
from engines.grande_armee.box import Box, as_side
from engines.grande_armee.checks import canonical, check
from engines.grande_armee.orders.kinds import ORDER_SETS, ORDERS
from engines.grande_armee.phases.sequence import begin, judge
from engines.grande_armee.player.adviser import advise
from engines.grande_armee.player.greedy import greedy
from engines.grande_armee.player.model import Sequel
from engines.grande_armee.procedure import PROCEDURE
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.score import provisional_outcome
from engines.grande_armee.state import State, laid_out
from engines.grande_armee.view import View, view
from engines.grande_armee.words import OrderWords, Words, order_names

_FORCED = frozenset({"resolve", "onward"})
"""Kinds of decision that are made at once where there is no choice."""


class GrandeArmee(FramedTitle[Box, Resolution, State, Action, View]):
    """The campaigns of 1805, 1806 and 1809."""

    id = "grande-armee"
    name = "La Grande Armée"
    designers = ("John Young",)
    publisher = "Simulations Publications"
    seats = SIDES
    shares: ClassVar[Mapping[str, int]] = {"allied": 470, "french": 530}
    options = tuple(Option(*option) for option in OPTIONS)
    advises = True
    secrets = True
    """Plans, standing orders and a seat's own questions are secret; nothing on the map is."""
    library = LIBRARY
    state_type = State
    order_kinds: tuple[OrderKind, ...] = ORDERS.kinds
    order_sets: tuple[OrderSet, ...] = ORDER_SETS
    orders_told = False
    edit_forms: tuple[EditForm, ...] = edit.FORMS
    event_modules = (events,)
    procedure = PROCEDURE
    grammar = GRAMMAR

    @property
    def seat_names(self) -> Mapping[str, str]:
        return {seat: str(name) for seat, name in SEATS.items()}

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:  # type: ignore[override]
        """The scenarios of the pack."""
        known = self.box.scenarios.values()
        return tuple(Scenario(each.id, each.name, each.summary) for each in known)

    def opened(self, pack: Pack) -> Box:
        return Box(pack)

    def edit_grammar(self) -> EditGrammar:
        return edit.grammar(self.box)

    def resolution(self, state: State, dice: Dice) -> Resolution:
        return Resolution(self.box, state, dice)

    def laid_out(self, scenario: str, options: dict[str, bool]) -> State:
        return laid_out(self.box, scenario, options)

    def begin(self, ctx: Resolution) -> None:
        judge(ctx)
        ctx.events.clear()
        begin(ctx)
        super().begin(ctx)

    def vocabulary(self, state: State) -> Words:
        """Units are those on the map, first those of the side that is asked."""
        return Words(self.box, state, next(map(as_side, self.deciding(state)), None))

    def seen(self, state: State, seat: str | None) -> View:
        """The table; all of it lies open."""
        return view(self.box, state, as_side(seat) if seat else None)

    def outcome(self, state: State) -> Outcome | None:
        """The result, with the total in half points."""
        return provisional_outcome(self.box, state) if state.over else None

    def provisional_outcome(self, state: State) -> Outcome:
        """What the total would come to now."""
        return provisional_outcome(self.box, state)

    def known_outcome(self, state: State, seat: str | None) -> Outcome:
        """The outcome as a seat knows it: the whole outcome, because all that counts is open."""
        return self.provisional_outcome(state)

    def odds(self, state: State, action: Action) -> None:
        """No single throw decides: tables have more results than two."""
        return

    def read_order(self, kind: str, text: str) -> str:
        """Hexes, towns and units may be named where a form has them in capitals."""
        return ORDERS.read(OrderWords(self.box), kind, text)

    def describe_order(self, kind: str, order: str, named: Callable[[str], str]) -> str:
        """A sentence for each phrase."""
        return ORDERS.said(kind, order, named)

    def order_choices(self, state: State, seat: str, kind: str, typed: str) -> list[str]:
        """Forms with the hexes and units of the table in them."""
        return ORDERS.offered(OrderWords(self.box), kind, typed, order_names(self.box, state, as_side(seat)))

    def forced(self, state: State, decision: Decision) -> Action | None:
        """The last battle is fought, and a unit that can go nowhere rests."""
        legal = self.legal_actions(state, decision.seat) if decision.kind in _FORCED else []
        return legal[0] if len(legal) == 1 else None

    def suggest(self, state: State, seat: str, rng: random.Random) -> Action | None:
        """What the greedy policy does."""
        legal = self.procedure.legal(self.box, state, seat)
        return greedy(self.box, state, as_side(seat), legal) if legal else None

    def advise(self, state: State, seat: str, rng: random.Random) -> list[Advice[Action]]:
        """What the automatic player would do and what is next to it, with the chance to win after each."""
        self.seated(seat)
        return advise(self.box, state, as_side(seat)) if seat in self.deciding(state) else []

    @cached_property
    def adviser(self) -> Sequel:
        """The model by which the search plays actions on to the end of the turn."""
        return Sequel(self)

    def writable(self, state: State, action: Action) -> State:
        """A copy; of the states of a game the last alone keeps what was worked out, as there are many."""
        own = state.copy()
        state.__dict__.clear()
        return own

    def put_right(self, state: State, words: tuple[str, ...]) -> list[Event]:
        """Carry out an edit; sieges are judged when the phase ends. All can see what would change nothing."""
        before = state.copy()
        edited = edit.edit(self.box, state, words)
        if state == before:
            raise IllegalAction(_("Nothing would change: {words!r} is so already", words=" ".join(words)))
        return [edited]

    def closed(self, state: State, verb: str) -> str | None:
        return edit.closed(state, verb)

    def chapter(self, state: State) -> tuple[int, str]:
        """The Game-Turn and its days."""
        return state.turn, self.box.scenarios[state.scenario].turn[state.turn - 1].dates

    def check(self, state: State) -> None:
        """Check a state from outside."""
        self.check_setting(state.scenario, state.options)
        check(self.box, state)

    def canonical(self, state: State) -> State:
        return canonical(state)
