"""*La Révolution Française* under the contract."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

import msgspec

from data.catalogue import _, marked
from data.revolution.pack import LIBRARY
from data.revolution.schema import Pack
from data.revolution.tables import SEATS
from data.sentences import _l
from engines.core.contract import Odds, Outcome
from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.core.edits import EditGrammar
from engines.core.events import Event
from engines.core.ordered import OrderKind, OrderSet
from engines.core.refusals import Refusal
from engines.core.searched import Searched
from engines.core.setting import Scenario
from engines.core.title import FramedTitle
from engines.revolution import actions, edit, events, orders
from engines.revolution.actions import EMPTY, Action, File
from engines.revolution.alike import alike
from engines.revolution.answers import Give
from engines.revolution.asking import wrapped
from engines.revolution.box import GOVERNMENT, Box
from engines.revolution.checks import canonical, check
from engines.revolution.events import Thrown
from engines.revolution.foreseen import nothing
from engines.revolution.frames import Form
from engines.revolution.options import OPTIONS
from engines.revolution.player.adviser import Adviser
from engines.revolution.player.greedy import greedy, usual_form
from engines.revolution.politics import events as politics_events
from engines.revolution.procedure import PROCEDURE, REGISTRY
from engines.revolution.resolution import Resolution
from engines.revolution.score import outcome, provisional_outcome
from engines.revolution.sequence import begin_turn
from engines.revolution.state import Army, Person, Region, State, seat_of
from engines.revolution.view import View, view
from engines.revolution.war import events as war_events
from engines.revolution.war.ways import completed
from engines.revolution.war_answers import Advance, March
from engines.revolution.words import Words, words_of


class Revolution(Searched[State, Action], FramedTitle[Box, Resolution, State, Action, View]):
    """The game of six seats, in forms that all fill in at once, or question by question."""

    id = "revolution"
    name = "La Révolution Française"
    designers = ("Marcé", "Goyon")
    publisher = "Azure Wish Editions"
    seats = SEATS
    shares: ClassVar[Mapping[str, int]] = {
        "royalist": 143,
        "feuillant": 165,
        "marais": 290,
        "gironde": 228,
        "mountain": 86,
        "sans-culotte": 88,
    }
    scenarios = (
        Scenario(
            "historical",
            marked("October 1791 to September 1795"),
            marked("Six Currents from the Legislative Assembly to Thermidor."),
        ),
    )
    options = OPTIONS
    library = LIBRARY
    state_type = State
    secrets = True
    collects = True
    order_kinds: tuple[OrderKind, ...] = orders.ORDER_KINDS
    order_sets: tuple[OrderSet, ...] = orders.ORDER_SETS
    edit_forms = edit.FORMS
    event_modules = (events, politics_events, war_events)
    procedure = PROCEDURE
    grammar = actions.GRAMMAR

    @property
    def seat_names(self) -> Mapping[str, str]:
        return {
            "royalist": _("Royalist"),
            "feuillant": _("Feuillant"),
            "marais": _("Marais"),
            "gironde": _("Gironde"),
            "mountain": _("Mountain"),
            "sans-culotte": _("Sans-Culotte"),
        }

    def opened(self, pack: Pack) -> Box:
        return Box(pack)

    def edit_grammar(self) -> EditGrammar:
        return edit.grammar(self.box)

    @cached_property
    def words(self) -> Words:
        """The names of the box's parts, as people type them."""
        return words_of(self.box)

    def resolution(self, state: State, dice: Dice) -> Resolution:
        return Resolution(self.box, state, dice)

    def laid_out(self, scenario: str, options: dict[str, bool]) -> State:
        """Currents in their regions, people off the map until they are first placed (R-SETUP)."""
        box, start = self.box, self.box.scenario[scenario]
        holder = {id: seat for seat, current in box.current.items() for id in current.regions}
        return State(
            scenario=scenario,
            options=options,
            turn=1,
            stage="talk",
            stack=[],
            regime=start.regime,
            government=start.government,
            order=list(SEATS),
            purses={
                **{seat: box.current[seat].cash for seat in SEATS},
                GOVERNMENT: start.government_cash,
            },
            fame={**{seat: box.current[seat].fame for seat in SEATS}, GOVERNMENT: start.government_fame},
            deputies={seat: box.current[seat].deputies for seat in SEATS},
            tracks={**start.tracks},
            regions={id: Region(holder.get(id), id in start.revolts) for id in box.region},
            people={id: Person(person.start) for id, person in box.person.items()},
            armies={
                id: Army(army.enters[0] if army.kind == "regular" else None) for id, army in box.army.items()
            },
            election=start.election,
        )

    def begin(self, ctx: Resolution) -> None:
        begin_turn(ctx)
        super().begin(ctx)

    def writable(self, state: State, action: Action) -> State:
        """A form for which other seats are waited for changes only the stack."""
        top = state.stack[-1]
        if isinstance(action, File) and isinstance(top, Form) and len(top.given) + 1 < len(top.seats):
            return msgspec.structs.replace(state, stack=state.stack.copy())
        return state.copy()

    def vocabulary(self, state: State) -> Words:
        return self.words

    def notation(self, action: Action) -> str:
        """An action as its verb writes it; the last one is kept."""
        return actions.notation(action)

    def in_place(self, state: State, action: Action, text: str, seat: str | None) -> Action:
        """A single answer is a form by itself where one is asked for."""
        if isinstance(action, March | Advance):
            action = completed(self.box, state, action)
        asked = (*self.decisions(state), *self.given(state))
        owed = next((known for known in asked if known.seat == seat), None)
        return wrapped(action, owed)

    def beside(self, action: Action) -> bool:
        """Gifts of money are allowed at any time (R-SEQ-08)."""
        return isinstance(action, Give)

    def talks(self, state: State) -> bool:
        """Private talk is for step 1 (R-SEQ-06)."""
        top = state.stack[-1] if state.stack else None
        return isinstance(top, Form) and top.form == "talk"

    def talk_refusal(self, state: State, seats: Collection[str]) -> Refusal | None:
        """Any two Currents may talk at the beginning of a turn, also those that never ally (R-SEQ-06)."""
        if not self.talks(state):
            return Refusal("R-SEQ-06", _l("Private talk is for the beginning of a turn"))
        return None

    def seen(self, state: State, seat: str | None) -> View:
        """The table, with only the seat's own answers on file and secret answers."""
        return view(self.box, state, seat)

    def alike(self, state: State, seat: str | None) -> Iterator[State]:
        """The states differ in the answers of all other seats."""
        return alike(self.box, state, seat)

    def published(self, state: State, seat: str | None) -> Mapping[str, object]:
        """The view under the names that programs may rely on."""
        built: Mapping[str, object] = msgspec.to_builtins(self.view(state, seat))
        return built

    def outcome(self, state: State) -> Outcome | None:
        """The result, with the winner's points as its working."""
        return outcome(self.box, state)

    def provisional_outcome(self, state: State) -> Outcome:
        """The result if the game ended now."""
        return provisional_outcome(self.box, state)

    def known_outcome(self, state: State, seat: str | None) -> Outcome:
        """The outcome as a seat knows it: the whole outcome, because all facts that count are public."""
        return self.provisional_outcome(state)

    def odds(self, state: State, action: Action) -> Odds | None:
        """None: a result has two parts, A and B, so no chance of success can be given."""
        return None

    def rolled(self, before: State, after: State, event: Event) -> tuple[str, Sequence[int]] | None:
        """Dice on the result table; the Government's have no seat where it changed hands in the meantime."""
        if not isinstance(event, Thrown):
            return None
        seat = seat_of(before, event.actor)
        own = seat if seat == seat_of(after, event.actor) else ""
        return own, [face for throw in event.throws for face in throw]

    def read_order(self, kind: str, text: str) -> str:
        """Answers with `;` between them, names in full."""
        return orders.read(self.words, kind, text)

    def describe_order(self, kind: str, order: str, named: Callable[[str], str]) -> str:
        """A sentence for each answer that names no subject."""
        return orders.said(order)

    def order_choices(self, state: State, seat: str, kind: str, typed: str) -> list[str]:
        """Forms of an order that begin with the typed text."""
        return orders.offered(self.words, kind, typed)

    def fallback(self, state: State, decision: Decision) -> Action | None:
        """The default answer; a form is filled in as by the automatic player, but promises nothing."""
        if isinstance(state.stack[-1], Form):
            return usual_form(self.box, state, decision.seat)
        return super().fallback(state, decision)

    def ordered(self, state: State, decision: Decision, order: str) -> Action | None:
        """The answer of an order; where it says `usual`, the default fills the rest of a form."""
        usual, text = orders.split(order)
        said = super().ordered(state, decision, text)
        if not usual or not isinstance(said, File):
            return said
        kinds = {answer.question for answer in said.answers}
        rest = usual_form(self.box, state, decision.seat).answers
        return File((*said.answers, *(answer for answer in rest if answer.question not in kinds)))

    def forced(self, state: State, decision: Decision) -> Action | None:
        """A form in which a seat can put no answer is handed in empty; all can see that it could put none."""
        top = state.stack[-1] if state.stack else None
        if not isinstance(top, Form):
            return None
        notes = REGISTRY.asked_in(top.covers).values()
        return EMPTY if nothing(self.box, state, decision.seat, notes) else None

    def suggest(self, state: State, seat: str, rng: random.Random) -> Action | None:
        """The greedy policy's action."""
        return greedy(self.box, state, seat) if seat in self.deciding(state) else None

    @cached_property
    def adviser(self) -> Adviser:
        """The adviser, which plays forms and answers on to the end of the turn."""
        return Adviser(self)

    def put_right(self, state: State, words: tuple[str, ...]) -> list[Event]:
        return [edit.edit(self.box, state, words)]

    def chapter(self, state: State) -> tuple[int, str]:
        """The turn and its half-year."""
        return state.turn, self.box.scenario[state.scenario].turn[state.turn - 1].dates

    def check(self, state: State) -> None:
        """Check a state from outside."""
        self.check_setting(state.scenario, state.options)
        check(self.box, state)

    def canonical(self, state: State) -> State:
        return canonical(self.box, state)
