"""*Sprint* under the contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from engines.core import hidden
from engines.core.checks import require
from engines.core.contract import IN_SIGHT, EditForm, Odds, Outcome, Step, Title, Working
from engines.core.decisions import Decision
from engines.core.declared import verbs
from engines.core.dice import Dice
from engines.core.edits import EditGrammar, possible
from engines.core.errors import IllegalAction
from engines.core.events import TABLE_EVENTS, ChapterBegun, Edited, Event, GameOver, Roll, events_in
from engines.core.notation import Grammar
from engines.core.setting import Option, Scenario

from ..data import LIBRARY, Pack
from . import events
from .actions import Action, Run, Stake, Walk
from .events import Shown
from .handlers import HANDLERS, STAKES, Handler
from .state import SEATS, State
from .view import View

FURTHEST = 18
PLACE = EditForm("place", "place SEAT FIELD", "Put a runner on a field.")
EDITS = EditGrammar({PLACE: [SEATS, [str(field) for field in range(FURTHEST + 1)]]})


class Sprint(Title[State, Action]):
    """The game, which has no options."""

    id = "sprint"
    name = "Sprint"
    designers = ("Anybody",)
    publisher = "Nobody"
    seats = SEATS
    seat_names: Mapping[str, str] = {"north": "North", "south": "South"}
    scenarios = (Scenario("meadow", "The long meadow", "Six rounds."),)
    options: tuple[Option, ...] = ()
    state_type = State
    secrets = True
    edit_forms = EDITS.forms
    handlers: Mapping[type[Any], Handler] = HANDLERS
    """What each verb allows and does."""

    def __init__(self, pack: Pack | None = None) -> None:
        self.data = pack or LIBRARY.load()
        self.board = self.data.board
        self.pack = f"{self.data.about.id}@{self.data.digest[:16]}"
        self.grammar: Grammar[None, Action] = Grammar(verbs(*self.handlers), few=True)

    def setup(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Step[State]:
        """Both runners at the start, North about to stake."""
        self.scenario(scenario)
        fields, stakes = dict.fromkeys(SEATS, 0), dict[str, int | None].fromkeys(SEATS)
        state = State(scenario, self.chosen(options), 0, [*SEATS], fields, stakes)
        return Step(state, [ChapterBegun(1, "The stakes")])

    def decisions(self, state: State) -> list[Decision]:
        """One runner at a time."""
        if not state.order:
            return []
        kind, prompt, case = (
            ("race", "Walk or run", "2.1") if state.round else ("stake", "Make a stake", "1.1")
        )
        return [Decision(state.order[0], kind, prompt, case)]

    def legal_actions(self, state: State, seat: str) -> list[Action]:
        """A stake before the race, a walk or a run in it."""
        self.seated(seat)
        if state.order[:1] != [seat]:
            return []
        return [action for handler in self.handlers.values() for action in handler.legal(state)]

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step[State]:
        """Carry out an action and pass the turn."""
        if action not in self.legal_actions(state, seat):
            raise self._refusal(state, seat, action)
        state = msgspec.structs.replace(
            state, order=state.order[1:], fields=dict(state.fields), stakes=dict(state.stakes)
        )
        told = self.handlers[type(action)].act(self.board, state, seat, action, dice)
        if not state.order:
            told += self._next_round(state)
        return Step(state, told)

    def _refusal(self, state: State, seat: str, action: Action) -> IllegalAction:
        if not state.order:
            return IllegalAction("The race is over", case="3.3")
        if state.order[0] != seat:
            return IllegalAction("It is the other runner's turn", case="2.1")
        if state.round == 0:
            return IllegalAction("Before the race a stake of 1, 2 or 3 is made", case="1.1")
        return IllegalAction("The stakes are made: walk or run", case="2.1")

    def _next_round(self, state: State) -> list[Event]:
        state.round += 1
        if state.round <= self.board.rounds:
            state.order = [*SEATS]
            return [ChapterBegun(*self.chapter(state))]
        outcome = self.outcome(state)
        assert outcome is not None
        made = {seat: points for seat, points in state.stakes.items() if points is not None}
        return [Shown(made), GameOver(outcome.level, outcome.case)]

    def notation(self, action: Action) -> str:
        """`stake 2`, `walk`, `run`."""
        return self.grammar.notation(action)

    def parse(self, state: State, text: str, seat: str | None = None) -> Action:
        """Read an action; the suggestions are the typing side's own."""
        return self.grammar.parse(None, text, lambda: self._offered(state, seat))

    def filled(self, state: State, verb: type[Action], typed: Mapping[str, str | int], seat: str) -> Action:
        """Read the fields of a verb."""
        return self.grammar.filled(None, verb, typed, lambda: self._offered(state, seat))

    def _offered(self, state: State, seat: str | None) -> list[str]:
        return [] if seat is None else [*map(self.notation, self.legal_actions(state, seat))]

    def alike(self, state: State, seat: str | None) -> Iterator[State]:
        """Other stakes than those that a seat does not know."""
        for shift in range(1, len(STAKES)):
            stakes = {
                side: points
                if points is None or side == seat or not state.order
                else (points - 1 + shift) % 3 + 1
                for side, points in state.stakes.items()
            }
            yield msgspec.structs.replace(state, stakes=stakes)

    def view(self, state: State, seat: str | None) -> View:
        """The race with one's own stake; at the end with both."""
        if seat is not None:
            self.seated(seat)
        stakes = {
            side: points if side == seat or not state.order else None for side, points in state.stakes.items()
        }
        return View(state.round, [*state.order], dict(state.fields), stakes)

    def redact_for(self, event: Event, seat: str | None) -> Event | None:
        """A stake without its points to whom it is not."""
        return hidden.redact_for(event, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Who has won; None while they run."""
        return None if state.order else self.provisional_outcome(state)

    def known_outcome(self, state: State, seat: str | None) -> Outcome:
        """The same, without stakes that the viewer may not know."""
        if not state.order:
            return self.provisional_outcome(state)
        known = self.provisional_outcome(msgspec.structs.replace(state, stakes=self.view(state, seat).stakes))
        return msgspec.structs.replace(known, facts={IN_SIGHT: True})

    def provisional_outcome(self, state: State) -> Outcome:
        """North's points less South's if the race ended here, so that the sign names the winner."""
        working = []
        for seat, sign in zip(SEATS, (1, -1), strict=True):
            name, field, stake = self.seat_names[seat], state.fields[seat], state.stakes[seat] or 0
            working.append(Working(f"{name}'s fields", sign * field, "3.1"))
            if field >= self.board.stride * stake:
                working.append(Working(f"{name}'s stake", sign * self.board.worth * stake, "3.2"))
        score = sum(line.value for line in working)
        if score == 0:
            return Outcome(None, "tie", "A dead heat", 0, "3.1", working)
        winner = SEATS[score < 0]
        return Outcome(winner, f"{winner}-wins", f"{self.seat_names[winner]} wins", score, "3.1", working)

    def odds(self, state: State, action: Action) -> Odds | None:
        """Of a run."""
        needed = self.board.needed
        return Odds(Fraction(7 - needed, 6), needed, []) if isinstance(action, Run) else None

    def chapter(self, state: State) -> tuple[int, str]:
        """The round; the stakes are the first leaf."""
        number = min(state.round, self.board.rounds)
        return number + 1, f"Round {number}" if number else "The stakes"

    def check(self, state: State) -> None:
        """Check a state that came from outside."""
        self.check_setting(state.scenario, state.options)
        rounds = self.board.rounds
        require(0 <= state.round <= rounds + 1, "round", f"it is at most {rounds + 1}")
        going = [[*SEATS], [SEATS[1]]] if state.round <= rounds else [[]]
        require(state.order in going, "order", "it is whoever is still to act")
        require(tuple(state.fields) == SEATS == tuple(state.stakes), "fields", "they are of both runners")
        require(all(0 <= field <= FURTHEST * 2 for field in state.fields.values()), "fields", "they are few")
        for seat, points in state.stakes.items():
            made = state.round > 0 or seat not in state.order
            require(points in STAKES if made else points is None, "stakes", "they are 1, 2 or 3 once made")

    def event_types(self) -> list[type[Event]]:
        """Its own and those of every table."""
        return [*events_in(events), ChapterBegun, GameOver, Roll, *TABLE_EVENTS]

    def fallback(self, state: State, decision: Decision) -> Action | None:
        """The least: a stake of 1, a walk."""
        return Walk() if state.round else Stake(1)

    def edit(self, state: State, text: str) -> Step[State]:
        """Put a runner on a field."""
        words = EDITS.parse(text)
        _, seat, field = words
        if not state.order:
            raise IllegalAction("The game is over; an undo goes back before its end")
        if state.fields[seat] == int(field):
            raise IllegalAction("Nothing would change: that is so already")
        after = msgspec.structs.replace(state, fields=state.fields | {seat: int(field)})
        return Step(after, [Edited(" ".join(words))])

    def edit_choices(self, state: State, typed: str) -> list[str]:
        """Edits that are possible."""
        return possible(self, state, EDITS.near(typed))
