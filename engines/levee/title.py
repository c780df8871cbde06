"""*Levée en Masse* under the contract."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from data.levee.pack import LIBRARY
from data.levee.schema import ARMIES, COLOURS, MARKERS, Pack
from engines.core.contract import Decision, Odds, Option, Outcome, Scenario
from engines.core.dice import Dice
from engines.core.edits import EditGrammar
from engines.core.errors import StateError
from engines.core.events import Event, GameOver
from engines.core.refusals import Refusal
from engines.core.title import BoxTitle
from engines.levee import events
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
    Words,
    notation,
    parse,
)
from engines.levee.box import HOLDING, OUT, SPENT, START, Box
from engines.levee.edit import FORMS, edit, grammar
from engines.levee.housekeeping import housekeeping
from engines.levee.odds import french_army_terms, odds
from engines.levee.player.greedy import greedy
from engines.levee.refusals import allowed, refusal
from engines.levee.resolution import Resolution
from engines.levee.reveal import DECK, build, deck_to_reveal_from, reveal
from engines.levee.score import outcome, reckoned
from engines.levee.state import State, canonical, check, held, liberated, reigning
from engines.levee.view import ArmyView, DeckView, LiberatedView, LiberationView, View

SEAT = "france"
EVER: tuple[Action, ...] = (
    *(Political(marker) for marker in MARKERS),
    *(Military(army) for army in ARMIES),
    Naval(),
    RestoreOrder(),
)
"""Actions that are the same with any pack."""


class Levee(BoxTitle[Box, Resolution, State, Action, View]):
    """The base game, with optional rules 10.1 and 10.2."""

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
    library = LIBRARY
    state_type = State
    decks = (DECK,)
    edit_forms = FORMS
    event_modules = (events,)

    def opened(self, pack: Pack) -> Box:
        return Box(pack)

    def edit_grammar(self) -> EditGrammar:
        return grammar(self.box)

    @cached_property
    def words(self) -> Words:
        """The names of what is in the box, as people type them."""
        return Words(self.box)

    @cached_property
    def _liberations(self) -> dict[str, Liberate]:
        return {space: Liberate(space) for space in self.box.round}

    def laid_out(self, scenario: str, options: dict[str, bool]) -> State:
        """Set up by case 3.0."""
        return State(
            scenario=scenario,
            options=options,
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

    def resolution(self, state: State, dice: Dice) -> Resolution:
        return Resolution(self.box, state, dice)

    def begin(self, now: Resolution) -> None:
        """Play the first headline up to its actions."""
        build(now, 0)
        reveal(now)

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
        return allowed(self.box, state, self._candidates(state))

    def refusal(self, state: State, seat: str, action: Action) -> Refusal | None:
        return refusal(self.box, state, action)

    def carry_out(self, now: Resolution, seat: str, action: Action) -> None:
        """Carry out an action; `end` runs Housekeeping and the next headline."""
        act(now, action)
        if isinstance(action, End):
            if housekeeping(now) or not deck_to_reveal_from(now):
                _finish(now)
            else:
                reveal(now)

    def notation(self, action: Action) -> str:
        """`military austria`, `liberate brussels`, `end`."""
        return notation(action)

    def parse(self, state: State, text: str, seat: str | None = None) -> Action:
        """Read an action. A marker that need not be named is left out."""
        action = parse(self.words, text, lambda: self.offered(state, SEAT))
        holding = held(state)
        if (
            isinstance(action, Liberate)
            and action.marker in holding
            and len({self.box.marker_value[marker] for marker in holding}) == 1
        ):
            return Liberate(action.space)
        return action

    def seen(self, state: State, seat: str | None) -> View:
        """All that is on the table; nobody has a secret."""
        box, stands = self.box, self.reckoned(state)
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
            score=stands.score,
            level=stands.title,
        )

    def outcome(self, state: State) -> Outcome | None:
        """The result by case 9, with the score's working."""
        return outcome(self.box, state)

    def reckoned(self, state: State) -> Outcome:
        """The result that this position would have."""
        return reckoned(self.box, state)

    def odds(self, state: State, action: Action) -> Odds | None:
        """Exact chance of success."""
        return odds(self.box, state, action)

    def fallback(self, state: State, decision: Decision) -> Action | None:
        """The turn ends; an Emergency attack is made on the first Army that it may be made on."""
        return End() if decision.kind == "action" else self.legal_actions(state, SEAT)[0]

    def forced(self, state: State, decision: Decision) -> Action | None:
        """The turn ends when nothing else can be done in it (L-4.3-a)."""
        return End() if self.legal_actions(state, SEAT) == [End()] else None

    def suggest(self, state: State, seat: str, rng: random.Random) -> Action | None:
        """The greedy policy's action."""
        legal = self.legal_actions(state, seat)
        return greedy(self.box, state, legal) if legal else None

    def put_right(self, state: State, words: tuple[str, ...]) -> list[Event]:
        return edit(self.box, state, words)

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

    def canonical(self, state: State) -> State:
        return canonical(self.box, state)

    def piles(self, state: State | None, deck: str) -> Iterable[Sequence[str]]:
        """The Draw Pile and the decks to come."""
        decks = [self.box.deck[colour] for colour in COLOURS]
        return decks if state is None else [state.pile, *decks[COLOURS.index(state.colour) + 1 :]]

    def _candidates(self, state: State) -> list[Action]:
        if state.phase == "emergency":
            return [Military(army) for army in ARMIES]
        candidates = list(EVER)
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


def _finish(now: Resolution) -> None:
    now.state.phase = "over"
    result = outcome(now.box, now.state)
    assert result is not None
    now.say(GameOver(result.level, result.case))
