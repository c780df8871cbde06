"""*Outposts* under the contract."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from engines.core.contract import Odds, Outcome
from engines.core.dice import Dice
from engines.core.edits import EditGrammar
from engines.core.events import Edited, Event
from engines.core.ordered import OrderKind
from engines.core.setting import Option, Scenario
from engines.core.title import FramedTitle
from tests.outposts.game.data.pack import LIBRARY, SEATS, UNITS, Pack, Units
from tests.outposts.game.engine import actions, events
from tests.outposts.game.engine.actions import Action, Commit, Guns
from tests.outposts.game.engine.edit import FORMS, edit, grammar
from tests.outposts.game.engine.player.greedy import suggestion
from tests.outposts.game.engine.procedure import BELOW, DAYS, DECK, Resolution, guns_modifiers
from tests.outposts.game.engine.score import outcome, provisional_outcome
from tests.outposts.game.engine.state import Stack, State, check, held
from tests.outposts.game.engine.view import View, view

_OTHER_UNITS: tuple[Units, ...] = ({"foot": 3, "horse": 0}, {"foot": 0, "horse": 2}, {"foot": 1, "horse": 1})


class Outposts(FramedTitle[Pack, Resolution, State, Action, View]):
    """The game with its one option."""

    id = "outposts"
    name = "Outposts"
    designers = ("The Tocsin project",)
    publisher = "The Tocsin project"
    seats = SEATS
    scenarios = (Scenario("base", "The lanes of the Sèvre", "Six days."),)
    options = (Option("more-guns", "More guns", "1.3", False, "One more call for the guns each."),)
    library = LIBRARY
    state_type = State
    secrets = True
    edit_forms = FORMS
    decks = (DECK,)
    event_modules = (events,)
    procedure = DAYS
    grammar = actions.GRAMMAR
    order_kinds = (
        OrderKind(
            "answer", "6.1", ("stand", "guns", "retreat", "retreat below 3"), "When a stack is attacked"
        ),
        OrderKind("loss", "7.3", ("auto",), "Which units are lost"),
    )

    def __init__(self, pack: Pack | None = None) -> None:
        super().__init__(pack)
        self.words = actions.Words(self.data)
        self.seats = self.data.seats

    @property
    def seat_names(self) -> dict[str, str]:
        return {seat: str(self.data.seat[seat]["name"]) for seat in self.seats}

    def opened(self, pack: Pack) -> Pack:
        return pack

    def edit_grammar(self) -> EditGrammar:
        return grammar(self.box)

    def resolution(self, state: State, dice: Dice) -> Resolution:
        return Resolution(self.box, state, dice)

    def laid_out(self, scenario: str, options: dict[str, bool]) -> State:
        """The sides in their places."""
        areas: dict[str, Stack | None] = dict.fromkeys(self.data.area)
        for seat in self.seats:
            for area, units in self.data.seat[seat].items():
                if isinstance(units, dict):
                    areas[area] = Stack(seat, {unit: units.get(unit, 0) for unit in UNITS})
        return State(
            scenario=scenario,
            options=options,
            turn=0,
            stack=[],
            chits={seat: list(self.data.chits) for seat in self.seats},
            guns={seat: int(str(self.data.seat[seat]["guns"])) + options["more-guns"] for seat in self.seats},
            pool=list(self.data.incidents),
            incident="",
            areas=areas,
            attack=None,
            owed=dict.fromkeys(self.seats, 0),
        )

    def vocabulary(self, state: State) -> actions.Words:
        return self.words

    def seen(self, state: State, seat: str | None) -> View:
        """The table without the other side's units and commitment."""
        return view(state, seat)

    def alike(self, state: State, seat: str | None) -> Iterator[State]:
        """Units and commitments are hidden: others behind every screen but the seat's own."""
        for number, units in enumerate(_OTHER_UNITS):
            twin = state.copy()
            attack = twin.attack
            # A battle whose losses are being taken has been revealed.
            revealed = attack.target if attack is not None and twin.phase == "loss" else None
            for area, stack in twin.areas.items():
                if stack is not None and stack.seat != seat and area != revealed:
                    stack.units = {unit: units[unit] for unit in UNITS}
            if attack is not None and attack.seat != seat and revealed is None:
                attack.units = {unit: units[unit] for unit in UNITS}
            for side in twin.given:
                if side != seat:
                    chits, areas = twin.chits[side], held(twin, side)
                    twin.given[side] = Commit(chits[number % len(chits)], areas[number % len(areas)])
            yield twin

    def redact_edit(self, edited: Edited, seat: str | None) -> Edited:
        """What is in a stack, only its owner is told."""
        verb, *words = edited.words or ("",)
        return edited if verb != "stack" or words[0] == seat else Edited(" ".join((verb, *words[:2])))

    def outcome(self, state: State) -> Outcome | None:
        """The result, with the areas held as its working."""
        return outcome(self.data, state)

    def provisional_outcome(self, state: State) -> Outcome:
        """The result that this position would have."""
        return provisional_outcome(self.data, state)

    def known_outcome(self, state: State, seat: str | None) -> Outcome:
        """The same: all see who holds what."""
        return self.provisional_outcome(state)

    def odds(self, state: State, action: Action) -> Odds | None:
        """Of the guns only: combat depends on strengths that neither side knows of the other."""
        if not isinstance(action, Guns) or state.phase != "answer":
            return None
        modifiers = guns_modifiers(self.data, state, self.decisions(state)[0].seat)
        needed = 4 - sum(modifier.value for modifier in modifiers)
        return Odds(Fraction(7 - needed, 6), 4, [(modifier.label, modifier.value) for modifier in modifiers])

    def read_order(self, kind: str, text: str) -> str:
        """Any number may stand in `retreat below 3`."""
        return text if kind == "answer" and BELOW.fullmatch(text) else super().read_order(kind, text)

    def suggest(self, state: State, seat: str, rng: random.Random) -> Action | None:
        """What a cautious beginner would do."""
        legal = self.legal_actions(state, seat)
        return suggestion(self.data, self.view(state, seat), seat, legal, rng) if legal else None

    def chapter(self, state: State) -> tuple[int, str]:
        """The day."""
        return state.turn, f"Day {state.turn}"

    def check(self, state: State) -> None:
        """Check a state from outside."""
        self.check_setting(state.scenario, state.options)
        check(self.data, state)

    def put_right(self, state: State, words: tuple[str, ...]) -> list[Event]:
        """That a stack is so already is not said, as it would tell its units."""
        return edit(self.data, state, words)

    def piles(self, state: State | None, deck: str) -> Iterable[Sequence[str]]:
        """Incidents that are left in the pool."""
        return [list(self.data.incidents) if state is None else state.pool]
