"""*Levée en Masse* under the contract."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import data.levee
from data.levee.schema import ARMIES, COLOURS, MARKERS, Pack
from engines.core.contract import Decision, Odds, Option, Outcome, Scenario, Step, Title
from engines.core.dice import Dice
from engines.core.edits import possible, refuse_impossible
from engines.core.errors import IllegalAction, StateError, UsageError
from engines.core.events import TABLE_EVENTS, ChapterBegun, Event, GameOver, PhaseBegun, Roll, events_in
from engines.levee import actions, events
from engines.levee.act import act
from engines.levee.actions import (
    Action,
    End,
    Levy,
    Liberate,
    Military,
    Naval,
    Political,
    RestoreOrder,
    Spirit,
)
from engines.levee.box import HOLDING, OUT, SPENT, START, Box
from engines.levee.edit import FORMS, edit, grammar
from engines.levee.greedy import greedy
from engines.levee.housekeeping import housekeeping
from engines.levee.odds import french_army_terms, odds
from engines.levee.refusals import refusal, refuse
from engines.levee.reveal import DECK, build, deck_to_reveal_from, reveal
from engines.levee.score import outcome
from engines.levee.state import State, check, held, liberated, reigning
from engines.levee.turn import Turn
from engines.levee.view import ArmyView, DeckView, LiberatedView, LiberationView, View

SEAT = "france"


class Levee(Title[State, Action]):
    """The base game, with optional rules 10.1 and 10.2.

    :param pack: the data to play with; the project's own when None.
    """

    id = "levee"
    name = "Levée en Masse"
    designers = ("John Welch",)
    publisher = "Victory Point Games"
    seats = (SEAT,)
    seat_names: Mapping[str, str] = {SEAT: "France"}
    scenarios = (
        Scenario("base", "The Revolution, 1789 to 1802", "Three decks of headlines, 48 cards, one player."),
    )
    options = (
        Option(
            "levee-en-masse",
            "Calling a levée en masse",
            "10.1",
            False,
            "Give up a Liberation marker for an Emergency Military Action.",
        ),
        Option(
            "spirit-of-89",
            "The Spirit of '89",
            "10.2",
            False,
            "Liberated spaces may fight the Army in them, free, at a risk.",
        ),
    )
    state_type = State
    decks = (DECK,)
    edit_forms = FORMS

    def __init__(self, pack: Pack | None = None) -> None:
        self.box = Box(pack or data.levee.load())
        self.data = self.box.pack
        self.pack = f"{self.box.pack.about.id}@{self.box.pack.digest[:16]}"
        self._fixed: tuple[Action, ...] = (
            *(Political(marker) for marker in MARKERS),
            *(Military(army) for army in ARMIES),
            Naval(),
            RestoreOrder(),
        )
        self._grammar = grammar(self.box)
        self._liberations = {space: Liberate(space) for space in self.box.round}

    def setup(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Step[State]:
        """Set up by case 3.0 and play the first headline up to its actions."""
        self.scenario(scenario)
        state = State(
            scenario=scenario,
            options=self.chosen(options),
            turn=0,
            phase="actions",
            colour="blue",
            pile=[],
            headline="",
            actions_left=0,
            tracks={"monarchy": 4, "despotism": -1, "republic": -1},
            french_army=0,
            disorder=False,
            boxes=dict.fromkeys(ARMIES, START),
            rotated=[],
            markers=dict.fromkeys(self.box.marker_value, OUT),
            stormed=[],
            rallied=[],
            paris_fell=False,
        )
        turn = Turn(self.box, state, dice)
        build(turn, 0)
        reveal(turn)
        return Step(state, turn.events)

    def decisions(self, state: State) -> list[Decision]:
        """France acts; after a levée en masse it owes the Emergency attack."""
        if state.phase == "over":
            return []
        if state.phase == "emergency":
            return [Decision(SEAT, "emergency", "Choose the Army that the levée en masse attacks", "10.1")]
        left = f"{state.actions_left} action{'' if state.actions_left == 1 else 's'} left"
        return [Decision(SEAT, "action", f"Take an action or end the turn: {left}", "4.3")]

    def legal_actions(self, state: State, seat: str) -> list[Action]:
        """Every action that the rules allow now."""
        self.seated(seat)
        if state.phase == "over":
            return []
        return [action for action in self._candidates(state) if refusal(self.box, state, action) is None]

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step[State]:
        """Carry out an action; `end` runs Housekeeping and the next headline."""
        self.seated(seat)
        refuse(self.box, state, action)
        turn = Turn(self.box, state.copy(), dice)
        act(turn, action)
        if isinstance(action, End):
            if housekeeping(turn) or not deck_to_reveal_from(turn):
                _finish(turn)
            else:
                reveal(turn)
        return Step(turn.state, turn.events)

    def notation(self, action: Action) -> str:
        """`military austria`, `liberate brussels`, `end`."""
        return actions.notation(action)

    def parse(self, state: State, text: str, seat: str | None = None) -> Action:
        """Read an action; see `engines.levee.actions.parse`. A marker that need not be named is left out."""
        action = actions.parse(
            self.box, text, lambda: [actions.notation(legal) for legal in self.legal_actions(state, SEAT)]
        )
        holding = held(state)
        if (
            isinstance(action, Liberate)
            and action.marker in holding
            and len({self.box.marker_value[marker] for marker in holding}) == 1
        ):
            return Liberate(action.space)
        return action

    def view(self, state: State, seat: str | None) -> View:
        """All that is on the table; nobody has a secret."""
        if seat is not None:
            self.seated(seat)
        box = self.box
        armies: dict[str, ArmyView] = {}
        for army, at in state.boxes.items():
            armies[army] = ArmyView(
                at,
                None if at is None else box.at[army][at],
                None if at is None else box.shape(army, at),
                None if at is None else box.border(army, at),
                army in state.rotated,
                box.battle_value[army],
            )
        places = list(state.markers.values())
        return View(
            turn=state.turn,
            phase=state.phase,
            headline=state.headline,
            headline_title=box.cards[state.headline].title,
            actions_left=state.actions_left,
            actions_given=box.cards[state.headline].actions,
            deck=DeckView(state.colour, len(state.pile)),
            tracks=dict(state.tracks),
            reigning=reigning(state.tracks),
            french_army=state.french_army,
            disorder=state.disorder,
            armies=armies,
            liberation=LiberationView(
                out_of_play=places.count(OUT),
                holding=places.count(HOLDING),
                spent=places.count(SPENT),
                spaces={
                    space: LiberatedView(box.space[space].box, box.marker_value[marker])
                    for space, marker in liberated(state).items()
                },
            ),
            options=dict(state.options),
            paris_fell=state.paris_fell,
        )

    def outcome(self, state: State) -> Outcome | None:
        """The result by case 9, with the score's working."""
        return outcome(self.box, state)

    def odds(self, state: State, action: Action) -> Odds | None:
        """Exact chance of success."""
        return odds(self.box, state, action)

    def fallback(self, state: State, decision: Decision) -> Action | None:
        """The turn ends; an Emergency attack is made on the first Army that it may be made on."""
        return End() if decision.kind == "action" else self.legal_actions(state, SEAT)[0]

    def suggest(self, state: State, seat: str, rng: random.Random) -> Action | None:
        """The greedy policy's action."""
        legal = self.legal_actions(state, seat)
        return greedy(self.box, state, legal) if legal else None

    def edit(self, state: State, text: str) -> Step[State]:
        """Put something right; see `engines.levee.edit`."""
        words = self._grammar.parse(text)
        after = state.copy()
        happened = edit(self.box, after, words)
        refuse_impossible(self, after)
        if after == state:
            raise IllegalAction(f"Nothing would change: {' '.join(words)!r} is so already")
        return Step(after, happened)

    def edit_choices(self, state: State, typed: str) -> list[str]:
        """Edits that would change something."""
        return possible(self, state, self._grammar.near(typed))

    def chapter(self, state: State) -> tuple[int, str]:
        """The turn and its headline."""
        return state.turn, self.box.cards[state.headline].title

    def check(self, state: State) -> None:
        """Check a state from outside."""
        self.check_setting(state.scenario, state.options)
        check(self.box, state)
        value, _ = french_army_terms(self.box, state)
        if state.phase != "over" and state.french_army != value:
            raise StateError(f"french_army: card and government put the French Army at {value}")
        if self.decisions(state) and not self.legal_actions(state, SEAT):
            raise StateError("phase: there is no Army that the Emergency attack could be made on")

    def event_types(self) -> Sequence[type[Event]]:
        """Shared events and those of `engines.levee.events`."""
        return (ChapterBegun, PhaseBegun, Roll, GameOver, *TABLE_EVENTS, *events_in(events))

    def may_come(self, state: State | None, deck: str, before: Sequence[str] = ()) -> Sequence[str]:
        """Cards of the Draw Pile; of the next deck when the pile is empty."""
        if deck != DECK:
            raise UsageError(f"{self.name} has no deck {deck!r}; it has {DECK!r}")
        piles: list[Sequence[str]] = [self.box.deck[colour] for colour in COLOURS]
        if state is not None:
            piles = [state.pile, *piles[COLOURS.index(state.colour) + 1 :]]
        for pile in piles:
            left = [card for card in pile if card not in before]
            if left:
                return left
        return ()

    def _candidates(self, state: State) -> list[Action]:
        if state.phase == "emergency":
            return [Military(army) for army in ARMIES]
        candidates = list(self._fixed)
        holding = held(state)
        if holding:
            values = {self.box.marker_value[marker] for marker in holding}
            if len(values) == 1:
                candidates += self._liberations.values()
            else:
                candidates += [Liberate(space, marker) for space in self.box.round for marker in holding]
        places = list(liberated(state))
        if state.options["levee-en-masse"]:
            candidates += [Levy(origin) for origin in [*([HOLDING] if holding else []), *places]]
        if state.options["spirit-of-89"]:
            candidates += [Spirit(space) for space in places]
        candidates.append(End())
        return candidates


def _finish(turn: Turn) -> None:
    turn.state.phase = "over"
    result = outcome(turn.box, turn.state)
    assert result is not None
    turn.say(GameOver(result.level, result.case))
