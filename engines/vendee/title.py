"""*For God and For the King* under the contract."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import data.vendee
from data.vendee.schema import Pack, Side
from engines.core.contract import (
    Decision,
    EditForm,
    Odds,
    Option,
    OrderKind,
    OrderSet,
    Outcome,
    Scenario,
    Step,
    Title,
)
from engines.core.dice import Dice
from engines.core.edits import possible, refuse_impossible
from engines.core.errors import UsageError
from engines.core.events import (
    TABLE_EVENTS,
    ChapterBegun,
    Edited,
    Event,
    GameOver,
    PhaseBegun,
    Roll,
    TableRoll,
    events_in,
)
from engines.vendee import actions, combat_events, edit, events, procedure
from engines.vendee.actions import Action
from engines.vendee.box import Box
from engines.vendee.checks import check
from engines.vendee.frames import SIDES, Reinforce
from engines.vendee.greedy import greedy
from engines.vendee.occupation import first_holders
from engines.vendee.odds import of_action
from engines.vendee.order_choices import order_choices
from engines.vendee.order_sets import ORDER_SETS
from engines.vendee.orders import ORDER_KINDS, read_order
from engines.vendee.published import published
from engines.vendee.refusals import illegal
from engines.vendee.score import outcome
from engines.vendee.state import Officer, State
from engines.vendee.turn import Turn
from engines.vendee.view import View, told, view
from engines.vendee.words import words_of

POOL = "incidents"


class Vendee(Title[State, Action]):
    """The game of two seats, with its hidden counters.

    :param pack: the data to play with; the project's own when None.
    """

    id = "vendee"
    name = "For God and For the King"
    designers = ("Jean-Philippe Imbach",)
    publisher = "Vae Victis 60"
    seats = ("republican", "royalist")
    seat_names: Mapping[str, str] = {"republican": "Republicans", "royalist": "Royalists"}
    scenarios = (
        Scenario(
            "campaign",
            "March to October 1793",
            "From the first tocsin of the rising to the day when the Vendée must cross the Loire.",
        ),
    )
    options = (
        Option(
            "bas-poitou", "Bas-Poitou rises at once", "7.1", True, "Charette and his army begin on the map."
        ),
        Option(
            "late-passes",
            "Only idle hands pass",
            "2.4",
            False,
            "A hand-over after an activation does not count as a pass.",
        ),
        Option(
            "known-odds",
            "No hopeless attacks",
            "4.1",
            True,
            "Attacks that are seen to be below 1:3 are refused.",
        ),
        Option(
            "powder-cycles",
            "Powder is dealt in rounds",
            "5.2",
            True,
            "A large gain gives an army more than one.",
        ),
        Option(
            "all-points-count",
            "All royalists count",
            "7.2",
            True,
            "Chouans, émigrés and deserters count in the final score.",
        ),
    )
    state_type = State
    decks = (POOL,)
    secrets = True
    order_kinds: tuple[OrderKind, ...] = ORDER_KINDS
    order_sets: tuple[OrderSet, ...] = ORDER_SETS
    edit_forms: tuple[EditForm, ...] = edit.FORMS

    def __init__(self, pack: Pack | None = None) -> None:
        self.box = Box(pack or data.vendee.load())
        self.data = self.box.pack
        self.pack = f"{self.box.pack.about.id}@{self.box.pack.digest[:16]}"
        self.words = words_of(self.box)

    def setup(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Step[State]:
        """The Republicans place first (V-7.1-b)."""
        known = self.box.scenario[self.scenario(scenario).id]
        chosen = self.chosen(options)
        absent = set() if chosen["bas-poitou"] else {"bas-poitou"}
        officers: dict[str, Officer] = {}
        for id, general in self.box.general.items():
            starts = general.enters == "setup" and general.army not in absent
            # Without the option Bas-Poitou's generals come with its first combat points, by E1.
            officers[id] = Officer(
                "arriving" if starts else "pool", None, 1 if starts else None, "fresh", general.army
            )
        state = State(
            scenario=scenario,
            options=chosen,
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
        turn = Turn(self.box, state, dice)
        turn.say(ChapterBegun(1, known.months[0]), PhaseBegun("reinforcements", "2.2"))
        procedure.resolve(turn)
        return Step(state, turn.events)

    def decisions(self, state: State) -> list[Decision]:
        """The one that the topmost frame waits for."""
        decision = procedure.asked(self.box, state)
        return [] if decision is None else [decision]

    def legal_actions(self, state: State, seat: str) -> list[Action]:
        """What the seat may choose now; other paths and parts of stacks can be typed."""
        return procedure.legal(self.box, state, self._side(seat))

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step[State]:
        """Carry out an action, up to the next choice."""
        side = self._side(seat)
        reason = procedure.refusal(self.box, state, side, action)
        if reason is not None:
            raise illegal(reason)
        turn = Turn(self.box, state.copy(), dice)
        procedure.act(turn, side, action)
        return Step(turn.state, turn.events)

    def _side(self, seat: str) -> Side:
        self.seated(seat)
        return next(side for side in SIDES if side == seat)

    def notation(self, action: Action) -> str:
        """`move thouars > bressuire with all but 3`, `event e1`, `hand over`."""
        return actions.notation(action)

    def parse(self, state: State, text: str, seat: str | None = None) -> Action:
        """Read an action; the suggestions are the typing side's own.

        `pass` declines an interrupt, and `end` ends a step that is no activation, too.
        """
        action = actions.parse(
            self.words,
            text,
            lambda: [] if seat is None else [*map(self.notation, self.legal_actions(state, seat))],
        )
        asked = procedure.asked(self.box, state)
        return action if asked is None else actions.in_place(action, text, asked.kind)

    def view(self, state: State, seat: str | None) -> View:
        """The table, the other side's face-down counters by number only."""
        if seat is not None:
            self.seated(seat)
        return view(self.box, state, seat)

    def published(self, state: State, seat: str | None) -> Mapping[str, Any]:
        """The view with the month by name, both sides in every area, and the score so far."""
        if seat is not None:
            self.seated(seat)
        return published(self.box, state, seat)

    def told(self, event: Event, seat: str | None) -> Event | None:
        """An event without what only its owner knows."""
        if isinstance(event, Edited):
            return edit.told(self.box, event, seat)
        known = told(event, seat)
        return None if known is None else combat_events.told(known, seat)

    def outcome(self, state: State) -> Outcome | None:
        """The result, with the count as its working."""
        return outcome(self.box, state)

    def odds(self, state: State, action: Action) -> Odds | None:
        """The chance of a march to the guns, or of the first combat that a path leads to."""
        return of_action(self.box, state, action)

    def read_order(self, kind: str, text: str) -> str:
        """Areas, armies and generals may be named where a form has them in capitals."""
        return read_order(self.words, kind, text)

    def order_choices(self, state: State, seat: str, kind: str, typed: str) -> list[str]:
        """Forms with the names of areas, generals and armies in them."""
        return order_choices(self.box, self.words, state, self._side(seat), kind, typed)

    def ordered(self, state: State, decision: Decision, order: str) -> Action | None:
        """What an order comes to for the decision that is owed."""
        if decision not in self.decisions(state):
            return None
        frame = state.stack[-1]
        return procedure.handler(frame).ordered(self.box, state, frame, order)

    def fallback(self, state: State, decision: Decision) -> Action | None:
        """What silence means by section I of the cases."""
        if decision not in self.decisions(state):
            return None
        frame = state.stack[-1]
        return procedure.handler(frame).fallback(self.box, state, frame)

    def suggest(self, state: State, seat: str, rng: random.Random) -> Action | None:
        """What the greedy policy does."""
        side = self._side(seat)
        legal = procedure.legal(self.box, state, side)
        return greedy(self.box, state, side, legal) if legal else None

    def edit(self, state: State, text: str) -> Step[State]:
        """Put something right; what lies face down is never a reason to refuse it."""
        words = edit.grammar(self.box).parse(text)
        after = state.copy()
        edited = edit.edit(self.box, after, words)
        refuse_impossible(self, after)
        return Step(after, [edited])

    def edit_choices(self, state: State, typed: str) -> list[str]:
        """Edits that are possible in this decision."""
        verbs = edit.open_verbs(state)
        return possible(self, state, edit.grammar(self.box, verbs).near(typed)) if verbs else []

    def chapter(self, state: State) -> tuple[int, str]:
        """The month."""
        return state.turn, self.box.scenario[state.scenario].months[state.turn - 1]

    def check(self, state: State) -> None:
        """Check a state from outside."""
        self.check_setting(state.scenario, state.options)
        check(self.box, state)

    def event_types(self) -> Sequence[type[Event]]:
        """Shared events and the game's own."""
        return (
            ChapterBegun,
            PhaseBegun,
            Roll,
            TableRoll,
            GameOver,
            *TABLE_EVENTS,
            *events_in(events, combat_events),
        )

    def may_come(self, state: State | None, deck: str, before: Sequence[str] = ()) -> Sequence[str]:
        """Incidents that are left in the pool."""
        if deck != POOL:
            raise UsageError(f"{self.name} has no deck {deck!r}; it has {POOL!r}")
        left: list[str] = list(self.box.incident_pool if state is None else state.incidents)
        for drawn in before:
            if drawn in left:
                left.remove(drawn)
        return left
