"""*Outposts* under the contract."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from engines.core.contract import Decision, Odds, Option, OrderKind, Outcome, Scenario, Step, Title
from engines.core.dice import Dice
from engines.core.edits import possible, refuse_impossible
from engines.core.errors import UsageError
from engines.core.events import (
    TABLE_EVENTS,
    ChapterBegun,
    Event,
    GameOver,
    PhaseBegun,
    Roll,
    TableRoll,
    events_in,
)
from tests.titles.outposts import actions, events, pack
from tests.titles.outposts.act import DECK, Turn, act, begin, guns_modifiers
from tests.titles.outposts.actions import Action, Commit, Guns, Lose, Move, Pass, Retreat, Stand
from tests.titles.outposts.edit import FORMS, edit, grammar
from tests.titles.outposts.pack import SEATS, UNITS
from tests.titles.outposts.policy import suggestion
from tests.titles.outposts.refusals import refusal, refuse
from tests.titles.outposts.score import outcome
from tests.titles.outposts.state import (
    Phase,
    Stack,
    State,
    asked,
    check,
    copy,
    held,
    units_in_battle,
)
from tests.titles.outposts.view import View, view

_KIND: dict[Phase, tuple[str, str]] = {
    "commit": ("Commit a chit and the area of a recruit", "3.1"),
    "march": ("March with one stack or pass", "5.1"),
    "answer": ("Retreat, stand or call the guns", "6.1"),
    "loss": ("Choose the units to lose", "7.3"),
}
_BELOW = re.compile(r"retreat below ([1-9][0-9]?)")


class Outposts(Title[State, Action]):
    """The game with its one option."""

    id = "outposts"
    name = "Outposts"
    designers = ("The Tocsin project",)
    publisher = "The Tocsin project"
    seats = SEATS
    scenarios = (Scenario("base", "The lanes of the Sèvre", "Two sides, six days."),)
    options = (Option("more-guns", "More guns", "1.3", False, "One more call for the guns each."),)
    state_type = State
    secrets = True
    edit_forms = FORMS
    decks = (DECK,)
    order_kinds = (
        OrderKind(
            "answer", "6.1", ("stand", "guns", "retreat", "retreat below 3"), "When a stack is attacked"
        ),
        OrderKind("loss", "7.3", ("auto",), "Which units are lost"),
    )

    def __init__(self) -> None:
        self.data = pack.load()
        self._grammar = grammar(self.data)
        self.pack = f"{self.data.id}@{self.data.digest[:16]}"
        self.seat_names: Mapping[str, str] = {seat: str(self.data.seat[seat]["name"]) for seat in SEATS}

    def setup(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Step[State]:
        """Both sides in their places, at the first commitment."""
        self.scenario(scenario)
        chosen = self.chosen(options)
        areas: dict[str, Stack | None] = dict.fromkeys(self.data.area)
        for seat in SEATS:
            for area, units in self.data.seat[seat].items():
                if isinstance(units, dict):
                    areas[area] = Stack(seat, {unit: units.get(unit, 0) for unit in UNITS})
        state = State(
            scenario=scenario,
            options=chosen,
            turn=1,
            phase="commit",
            commitments=dict.fromkeys(SEATS),
            chits={seat: list(self.data.chits) for seat in SEATS},
            guns={seat: int(str(self.data.seat[seat]["guns"])) + chosen["more-guns"] for seat in SEATS},
            pool=list(self.data.incidents),
            incident="",
            areas=areas,
            marching=[],
            attack=None,
            owed=dict.fromkeys(SEATS, 0),
        )
        turn = Turn(self.data, state, dice)
        begin(turn)
        return Step(state, turn.events)

    def decisions(self, state: State) -> list[Decision]:
        """Both sides at once while they commit, else one."""
        return [self._decision(state, seat) for seat in asked(state)]

    def given(self, state: State) -> list[Decision]:
        """Commitments that wait for the other side's."""
        return [self._decision(state, seat) for seat in SEATS if state.commitments[seat] is not None]

    def _decision(self, state: State, seat: str) -> Decision:
        prompt, case = _KIND[state.phase]
        if state.attack is not None:
            prompt += f" in {self.data.area[state.attack.target].name}"
        interrupt = bool(state.marching) and seat != state.marching[0]
        return Decision(seat, state.phase, prompt, case, interrupt)

    def legal_actions(self, state: State, seat: str) -> list[Action]:
        """Every action that the rules allow the side now."""
        self.seated(seat)
        if seat not in asked(state):
            return []
        candidates = self._candidates(state, seat)
        return [action for action in candidates if refusal(self.data, state, seat, action) is None]

    def _candidates(self, state: State, seat: str) -> Iterator[Action]:
        match state.phase:
            case "commit":
                for chit, area in product(state.chits[seat], held(state, seat)):
                    yield Commit(chit, area)
            case "march":
                for area in held(state, seat):
                    stack = state.areas[area]
                    assert stack is not None
                    splits = list(product(*(range(stack.units[unit] + 1) for unit in UNITS)))
                    for path in self._paths(state, seat, (area,)):
                        for foot, horse in splits:
                            yield Move(path, foot, horse)
                yield Pass()
            case "answer":
                yield Stand()
                yield Guns()
                yield from map(Retreat, self.data.area)
            case "loss":
                yield from (*map(Lose, UNITS), Lose())

    def _paths(self, state: State, seat: str, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(path) > self.data.incidents[state.incident].reach:
            return
        for area in self.data.area[path[-1]].borders:
            if area not in path:
                yield (*path, area)
                stack = state.areas[area]
                if stack is None or stack.seat == seat:
                    yield from self._paths(state, seat, (*path, area))

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step[State]:
        """Carry out an action, up to the next choice."""
        self.seated(seat)
        refuse(self.data, state, seat, action)
        turn = Turn(self.data, copy(state), dice)
        act(turn, seat, action)
        return Step(turn.state, turn.events)

    def notation(self, action: Action) -> str:
        """`commit 3 nantes`, `move nantes > clisson with foot:2`, `guns`."""
        return actions.notation(action)

    def parse(self, state: State, text: str, seat: str | None = None) -> Action:
        """Read an action; the suggestions are the typing side's own."""
        return actions.parse(
            self.data,
            text,
            lambda: [] if seat is None else [*map(self.notation, self.legal_actions(state, seat))],
        )

    def view(self, state: State, seat: str | None) -> View:
        """The table without the other side's units and commitment."""
        if seat is not None:
            self.seated(seat)
        return view(state, seat)

    def told(self, event: Event, seat: str | None) -> Event:
        """Commitments, units on the march and losses without what only their owner knows."""
        return events.told(event, seat)

    def outcome(self, state: State) -> Outcome | None:
        """The result, with the areas held as its working."""
        return outcome(self.data, state)

    def odds(self, state: State, action: Action) -> Odds | None:
        """Of the guns only: combat depends on strengths that neither side knows of the other."""
        if not isinstance(action, Guns) or state.phase != "answer":
            return None
        modifiers = guns_modifiers(self.data, state, asked(state)[0])
        needed = 4 - sum(modifier.value for modifier in modifiers)
        return Odds(Fraction(7 - needed, 6), 4, [(modifier.label, modifier.value) for modifier in modifiers])

    def read_order(self, kind: str, text: str) -> str:
        """Any number may stand in `retreat below 3`."""
        return text if kind == "answer" and _BELOW.fullmatch(text) else super().read_order(kind, text)

    def ordered(self, state: State, decision: Decision, order: str) -> Action | None:
        """What an order comes to; a stack that can't do as ordered stands."""
        if decision.kind == "loss":
            return Lose()
        if decision.kind != "answer":
            return None
        seat = decision.seat
        if order == "guns":
            return Guns() if state.guns[seat] else Stand()
        below = _BELOW.fullmatch(order)
        strength = self.data.weight(units_in_battle(state, seat))
        if order == "retreat" or (below and strength < int(below[1])):
            ways = [way for way in self.legal_actions(state, seat) if isinstance(way, Retreat)]
            return ways[0] if ways else Stand()
        return Stand()

    def fallback(self, state: State, decision: Decision) -> Action | None:
        """The least that a side can do: lowest chit, no march, stand, foot first."""
        match decision.kind:
            case "commit":
                return Commit(min(state.chits[decision.seat]), held(state, decision.seat)[0])
            case "march":
                return Pass()
            case "answer":
                return Stand()
            case _:
                return Lose()

    def suggest(self, state: State, seat: str, rng: random.Random) -> Action | None:
        """What a cautious beginner would do."""
        legal = self.legal_actions(state, seat)
        return suggestion(self.data, self.view(state, seat), seat, legal, rng) if legal else None

    def edit(self, state: State, text: str) -> Step[State]:
        """Put something right; that a stack is so already is not said, as it would tell its units."""
        words = self._grammar.parse(text)
        after = copy(state)
        happened = edit(self.data, after, words)
        refuse_impossible(self, after)
        return Step(after, happened)

    def edit_choices(self, state: State, typed: str) -> list[str]:
        """Edits that are possible."""
        return possible(self, state, self._grammar.near(typed))

    def chapter(self, state: State) -> tuple[int, str]:
        """The day."""
        return state.turn, f"Day {state.turn}"

    def check(self, state: State) -> None:
        """Check a state from outside."""
        self.check_setting(state.scenario, state.options)
        check(self.data, state)

    def event_types(self) -> Sequence[type[Event]]:
        """Shared events and the game's own."""
        return (ChapterBegun, PhaseBegun, Roll, TableRoll, GameOver, *TABLE_EVENTS, *events_in(events))

    def may_come(self, state: State | None, deck: str, before: Sequence[str] = ()) -> Sequence[str]:
        """Incidents that are left in the pool."""
        if deck != DECK:
            raise UsageError(f"{self.name} has no deck {deck!r}; it has {DECK!r}")
        left = list(self.data.incidents) if state is None else state.pool
        return [incident for incident in left if incident not in before]
