"""*For God and For the King* under the contract."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from data.catalogue import _, marked
from data.vendee.pack import LIBRARY
from data.vendee.schema import Pack
from engines.core.contract import EditForm, Odds, Outcome
from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.core.edits import EditGrammar
from engines.core.events import ChapterBegun, Edited, Event, PhaseBegun
from engines.core.ordered import OrderKind, OrderSet
from engines.core.searched import Searched
from engines.core.setting import Option, Scenario
from engines.core.title import FramedTitle
from engines.vendee import actions, edit, events
from engines.vendee.actions import Action
from engines.vendee.alike import alike
from engines.vendee.box import Box
from engines.vendee.checks import canonical, check
from engines.vendee.combat import events as combat_events
from engines.vendee.foresight.odds import of_action
from engines.vendee.frames import SIDES, Reinforce, as_side
from engines.vendee.orders.complete import named
from engines.vendee.orders.outside import ORDERS
from engines.vendee.orders.queue import AHEAD
from engines.vendee.orders.sets import ORDER_SETS
from engines.vendee.player.adviser import Adviser
from engines.vendee.player.ahead import after as after_step
from engines.vendee.player.ahead import concerns, next_of
from engines.vendee.player.greedy import greedy
from engines.vendee.position.occupation import first_holders
from engines.vendee.procedure import PROCEDURE
from engines.vendee.published import published
from engines.vendee.resolution import Resolution
from engines.vendee.score import outcome, provisional_outcome
from engines.vendee.state import Officer, State
from engines.vendee.view import View, standing, view
from engines.vendee.words import Words, words_of

POOL = "incidents"


class Vendee(Searched[State, Action], FramedTitle[Box, Resolution, State, Action, View]):
    """The game of two seats, with its hidden counters."""

    id = "vendee"
    name = "For God and For the King"
    designers = ("Jean-Philippe Imbach",)
    publisher = "Vae Victis 60"
    seats = ("republican", "royalist")
    shares: ClassVar[Mapping[str, int]] = {"republican": 720, "royalist": 280}
    scenarios = (
        Scenario(
            "campaign",
            marked("March to October 1793"),
            marked("From the first tocsin of the rising to the day when the Vendée must cross the Loire."),
        ),
    )
    options = (
        Option(
            "bas-poitou",
            marked("Bas-Poitou rises at once"),
            "7.1",
            True,
            marked("Charette and his army begin on the map."),
        ),
        Option(
            "late-passes",
            marked("Only idle hand-overs end"),
            "2.4",
            True,
            marked("The operations end only when both sides hand over in turn without an activation."),
        ),
        Option(
            "known-odds",
            marked("No hopeless attacks"),
            "4.1",
            True,
            marked("Attacks that are seen to be below 1:3 are refused."),
        ),
        Option(
            "powder-cycles",
            marked("Powder is dealt in rounds"),
            "5.2",
            True,
            marked("A large gain gives an army more than one."),
        ),
        Option(
            "all-points-count",
            marked("All Royalists count"),
            "7.2",
            True,
            marked("Chouans, émigrés and deserters count in the final score."),
        ),
    )
    library = LIBRARY
    state_type = State
    decks = (POOL,)
    secrets = True
    order_kinds: tuple[OrderKind, ...] = ORDERS.kinds
    order_sets: tuple[OrderSet, ...] = ORDER_SETS
    orders_told = False
    edit_forms: tuple[EditForm, ...] = edit.FORMS
    event_modules = (events, combat_events)
    procedure = PROCEDURE
    grammar = actions.GRAMMAR

    @property
    def seat_names(self) -> Mapping[str, str]:
        return {"republican": _("Republicans"), "royalist": _("Royalists")}

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
        """The Republicans place first (V-7.1-b)."""
        known = self.box.scenario[scenario]
        absent = set() if options["bas-poitou"] else {"bas-poitou"}
        officers: dict[str, Officer] = {}
        for id, general in self.box.general.items():
            starts = general.enters == "setup" and general.army not in absent
            # Without the option Bas-Poitou's generals come with its first combat points, by E1.
            officers[id] = Officer(
                "arriving" if starts else "pool", None, 1 if starts else None, "fresh", general.army
            )
        return State(
            scenario=scenario,
            options=options,
            turn=1,
            phase="reinforcements",
            stack=[Reinforce("royalist"), Reinforce("republican")],
            morale={side: known.morale[side] for side in SIDES},
            powder=dict.fromkeys(self.box.powder, known.powder),
            forces={},
            officers=officers,
            arrivals={},
            markers={id: event.copies for id, event in self.box.event.items()},
            played=[],
            past=[],
            incidents=list(self.box.incident_pool),
            holder=first_holders(self.box),
            entered=[],
        )

    def begin(self, ctx: Resolution) -> None:
        months = self.box.scenario[ctx.state.scenario].months
        ctx.say(ChapterBegun(1, months[0]))
        ctx.say(PhaseBegun("reinforcements", "2.2"))
        super().begin(ctx)

    def vocabulary(self, state: State) -> Words:
        return self.words

    def in_place(self, state: State, action: Action, text: str, seat: str | None) -> Action:
        """`pass` declines an interrupt, and `end` also ends a step that is no activation."""
        asked = self.procedure.asked(self.box, state)
        return actions.in_place(action, text, asked[0].kind) if asked else action

    def seen(self, state: State, seat: str | None) -> View:
        """The table, the other side's face-down counters by number only."""
        return view(self.box, state, seat)

    def alike(self, state: State, seat: str | None) -> Iterator[State]:
        """The states differ in face-down counters."""
        return alike(self.box, state, seat)

    def published(self, state: State, seat: str | None) -> Mapping[str, Any]:
        """The view with the month by name, both sides in every area, and the score so far."""
        if seat is not None:
            self.seated(seat)
        return published(self.box, state, seat)

    def redact_edit(self, edited: Edited, seat: str | None) -> Edited:
        return edit.redact_for(self.box, edited, seat)

    def outcome(self, state: State) -> Outcome | None:
        """The result, with the count as its working."""
        return outcome(self.box, state)

    def provisional_outcome(self, state: State) -> Outcome:
        """The result if the game ended now."""
        return provisional_outcome(self.box, state)

    def known_outcome(self, state: State, seat: str | None) -> Outcome:
        """The outcome as far as a viewer sees it."""
        return standing(self.box, state, seat)

    def odds(self, state: State, action: Action) -> Odds | None:
        """The chance of a march to the guns, or of the first combat that a path leads to."""
        return of_action(self.box, state, action)

    def read_order(self, kind: str, text: str) -> str:
        """An order that may name areas, armies and generals where a form has capitals."""
        return ORDERS.read(self.words, kind, text)

    def describe_order(self, kind: str, order: str, named: Callable[[str], str]) -> str:
        """A sentence for each phrase that has one."""
        return ORDERS.said(kind, order, named)

    def by_orders(self, state: State, decision: Decision, given: Mapping[str, str]) -> Action | None:
        """A queue answers for the activations that are in it, or has its side asked."""
        ahead = given.get(AHEAD.kind.kind)
        if ahead is not None and concerns(state, decision, ahead):
            return next_of(self.box, state, as_side(decision.seat), ahead)
        return super().by_orders(state, decision, given)

    def outlasts(
        self, seat: str, kind: str, order: str, before: State, after: State, events: Sequence[Event]
    ) -> str:
        """A queue goes on until it stops, or the operations are over."""
        return after_step(self.box, as_side(seat), order, before, after, self.redact_all(events, seat))

    def order_choices(self, state: State, seat: str, kind: str, typed: str) -> list[str]:
        """Forms with the names of areas, generals and armies in them."""
        return ORDERS.offered(self.words, kind, typed, named(self.box, state, as_side(seat)))

    def suggest(self, state: State, seat: str, rng: random.Random) -> Action | None:
        """The greedy policy's action."""
        side = as_side(seat)
        legal = self.procedure.legal(self.box, state, side)
        return greedy(self.box, state, side, legal) if legal else None

    def aim(self, seat: str) -> str:
        """A Republic that has not won is defeated (7.2)."""
        return _("that the Republic does not win") if seat == "royalist" else super().aim(seat)

    @cached_property
    def adviser(self) -> Adviser:
        """The adviser, which plays actions on to the end of the month."""
        return Adviser(self)

    def put_right(self, state: State, words: tuple[str, ...]) -> list[Event]:
        """Face-down counters are never a reason to refuse an edit."""
        return [edit.edit(self.box, state, words)]

    def closed(self, state: State, verb: str) -> str | None:
        return edit.closed(state, verb)

    def chapter(self, state: State) -> tuple[int, str]:
        """The month."""
        return state.turn, self.box.scenario[state.scenario].months[state.turn - 1]

    def check(self, state: State) -> None:
        """Check a state from outside."""
        self.check_setting(state.scenario, state.options)
        check(self.box, state)

    def canonical(self, state: State) -> State:
        return canonical(self.box, state)

    def piles(self, state: State | None, deck: str) -> Iterable[Sequence[str]]:
        """The incidents left in the pool."""
        return [self.box.incident_pool if state is None else state.incidents]
