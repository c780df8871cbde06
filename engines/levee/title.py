"""*Levée en Masse* under the contract."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import msgspec

from data.catalogue import _
from data.levee.pack import LIBRARY
from data.levee.schema import ARMIES, COLOURS, MARKERS, Marker, Pack, Unit
from engines.core.advice import Advice
from engines.core.contract import Odds, Outcome
from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.core.edits import EditGrammar
from engines.core.errors import StateError
from engines.core.events import Event
from engines.core.hindsight import Hindsight
from engines.core.refusals import Refusal
from engines.core.setting import Preset, Scenario
from engines.core.title import BoxTitle
from engines.levee import events
from engines.levee.act import act
from engines.levee.actions import (
    GRAMMAR,
    Action,
    Commit,
    Deploy,
    End,
    Keep,
    Levy,
    Liberate,
    Military,
    Naval,
    Political,
    Recall,
    Reroll,
    RestoreOrder,
    Spirit,
    Words,
    notation,
)
from engines.levee.box import HOLDING, OUT, PARIS, SPENT, START, Box
from engines.levee.combat import may_reroll
from engines.levee.edit import FORMS, edit, grammar
from engines.levee.odds import french_army_terms, odds, passes, test_pending
from engines.levee.options import OPTIONS
from engines.levee.player.adviser import Adviser
from engines.levee.player.greedy import greedy
from engines.levee.player.hindsight import InHindsight
from engines.levee.refusals import AFLOAT, AT_SEA, GOAL, allowed, refusal
from engines.levee.resolution import Resolution
from engines.levee.reveal import DECK, build, given, reveal
from engines.levee.scenario import SETTINGS, presets, scenarios
from engines.levee.score import outcome, provisional_outcome
from engines.levee.state import State, canonical, check, held, left, liberated, marker_in, nearest, reigning
from engines.levee.view import ArmyView, DeckView, LiberatedView, LiberationView, PendingView, View

SEAT = "france"
_POLITICS: dict[Marker, Action] = {marker: Political(marker) for marker in MARKERS}
_NAVAL, _RESTORE_ORDER, _COMMIT, _END = Naval(), RestoreOrder(), Commit(), End()
_ANSWERS = (Keep(), Reroll(), _COMMIT)


class Levee(BoxTitle[Box, Resolution, State, Action, View]):
    """The base game and the Expansion Kit, with their optional rules."""

    id = "levee"
    name = "Levée en Masse"
    designers = ("John Welch",)
    publisher = "Victory Point Games"
    seats = (SEAT,)
    options = OPTIONS
    advises = True
    library = LIBRARY
    grammar = GRAMMAR
    state_type = State
    decks = (DECK,)
    edit_forms = FORMS
    event_modules = (events,)

    @property
    def seat_names(self) -> Mapping[str, str]:
        return {SEAT: _("France")}

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:  # type: ignore[override]
        """The scenarios of the base game, and with the Expansion Kit in the pack its own."""
        return scenarios(self.box.kit)

    @cached_property
    def presets(self) -> tuple[Preset, ...]:  # type: ignore[override]
        """The presets whose scenario the pack has."""
        return presets(self.box.kit)

    def opened(self, pack: Pack) -> Box:
        return Box(pack)

    def edit_grammar(self) -> EditGrammar:
        return grammar(self.box)

    @cached_property
    def words(self) -> Words:
        """The names of the box's parts, as people type them."""
        return Words(self.box)

    @cached_property
    def _attacks(self) -> dict[Unit, Action]:
        return {army: Military(army) for army in self.box.track_of}

    @cached_property
    def _liberate(self) -> list[Action]:
        return [Liberate(space) for space in self.box.round]

    def laid_out(self, scenario: str, options: dict[str, bool]) -> State:
        """Set up by case 3.0; parts of the Expansion Kit stay out until a card brings them (X-3.0-b)."""
        kit = SETTINGS[scenario].kit
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
            boxes={unit: START if unit in ARMIES else None for unit in self.box.units(kit)},
            rotated=[],
            markers=dict.fromkeys(self.box.markers[kit], OUT),
            stormed=[],
            rallied=[],
            paris_fell=False,
        )

    def resolution(self, state: State, dice: Dice) -> Resolution:
        return Resolution(self.box, state, dice)

    def begin(self, ctx: Resolution) -> None:
        """Play the first headline up to its actions."""
        build(ctx, COLOURS[0])
        reveal(ctx)

    def decisions(self, state: State) -> list[Decision]:
        """France acts; after a levée en masse it owes the Emergency attack."""
        if state.phase == "over":
            return []
        if state.phase == "emergency":
            return [Decision(SEAT, "emergency", _("Choose the Army that the levée en masse attacks"), "10.1")]
        if state.pending is not None:
            power = self.box.power(state.pending.army)
            prompt = _("Accept the die against {power}, or change it", power=power)
            return [Decision(SEAT, "die", prompt, "10.4")]
        prompt = _("Take an action or end the turn: {left} left, failures count", left=state.actions_left)
        return [Decision(SEAT, "action", prompt, "4.3")]

    def deciding(self, state: State) -> list[str]:
        """France, until the game is over."""
        return [] if state.phase == "over" else [SEAT]

    def legal_actions(self, state: State, seat: str) -> list[Action]:
        """Every action that the rules allow now."""
        self.seated(seat)
        if state.phase == "over":
            return []
        return allowed(self.box, state, self._candidates(state))

    def refusal(self, state: State, seat: str, action: Action) -> Refusal | None:
        return refusal(self.box, state, action)

    def carry_out(self, ctx: Resolution, seat: str, action: Action) -> None:
        act(ctx, action)

    def notation(self, action: Action) -> str:
        """`military austria`, `liberate brussels`, `end`."""
        return notation(action)

    def vocabulary(self, state: State) -> Words:
        return self.words

    def offered(self, state: State, seat: str | None) -> list[str]:
        """The only seat's legal actions: there are no secrets."""
        return super().offered(state, SEAT)

    def in_place(self, state: State, action: Action, text: str, seat: str | None) -> Action:
        """A marker that need not be named is left out."""
        if isinstance(action, Liberate | Levy) and action.marker in self._alike(state, action):
            return msgspec.structs.replace(action, marker=None)
        if isinstance(action, Spirit) and action.army in self._foes(state, action.space, only=True):
            return Spirit(action.space)
        return action

    def _alike(self, state: State, action: Liberate | Levy) -> list[str]:
        """Markers that an action need not name, because they are interchangeable."""
        if isinstance(action, Levy) and action.origin != HOLDING:
            marker = marker_in(state, action.origin)
            return [] if marker is None else [marker]
        holding = held(state)
        return holding if self.box.alike(holding) else []

    def seen(self, state: State, seat: str | None) -> View:
        """All that is on the table; the game has no secrets."""
        box, stands = self.box, self.provisional_outcome(state)
        armies: dict[str, ArmyView] = {}
        for army, at in state.boxes.items():
            armies[army] = ArmyView(
                at,
                None if at is None else box.at[army][at],
                None if at is None else box.shape(army, at),
                None if at is None else box.border(army, at),
                army in state.rotated,
                box.battle_value[army],
                army in box.stationary,
                state.conditions.get(army, 0),
                state.napoleon == army,
            )
        places = list(state.markers.values())
        return View(
            turn=state.turn,
            phase=state.phase,
            headline=state.headline,
            headline_title=box.cards[state.headline].title,
            actions_left=state.actions_left,
            actions_given=given(box.cards[state.headline], state),
            deck=self._pile_seen(state),
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
            level=str(stands.title),
            kit=state.setting.kit,
            era=state.colour,
            napoleon=state.napoleon,
            pending=self._die_seen(state),
            extra=state.extra,
            reserves=may_reroll(state),
        )

    def _pile_seen(self, state: State) -> DeckView:
        """How many cards are left, and of which colour; the pile has a colour where all are of one."""
        coming = [self.box.cards[card].deck for card in left(self.box, state)]
        colours = {colour: coming.count(colour) for colour in COLOURS if colour in coming}
        mixed = state.setting.order != "decks" and len(colours) > 1
        alone = state.colour if state.setting.order == "decks" else next(iter(colours), state.colour)
        return DeckView(None if mixed else alone, len(state.pile), colours)

    def _die_seen(self, state: State) -> PendingView | None:
        """The waiting die, with its present test."""
        if state.pending is None:
            return None
        test = test_pending(self.box, state, state.pending)
        face = state.pending.face
        total = face + test.added
        return PendingView(state.pending.army, face, total, test.threshold + 1, passes(test, face))

    def outcome(self, state: State) -> Outcome | None:
        """The result by case 9, with the score's working."""
        return outcome(self.box, state)

    def provisional_outcome(self, state: State) -> Outcome:
        """The result that this position would have."""
        return provisional_outcome(self.box, state)

    def odds(self, state: State, action: Action) -> Odds | None:
        """Exact chance of success."""
        return odds(self.box, state, action)

    def fallback(self, state: State, decision: Decision) -> Action | None:
        """The turn ends, a die stands; an Emergency attack is made on the first Army that may be attacked."""
        match decision.kind:
            case "action":
                return End()
            case "die":
                return Keep()
            case _:
                return self.legal_actions(state, SEAT)[0]

    def forced(self, state: State, decision: Decision) -> Action | None:
        """The turn ends when no other action is left in it (L-4.3-a)."""
        # Asked after each action, so the end of the turn is tried last.
        legal = (each for each in self._candidates(state) if self.refusal(state, SEAT, each) is None)
        first = next(legal, None)
        return first if isinstance(first, End) else None

    def suggest(self, state: State, seat: str, rng: random.Random) -> Action | None:
        """The greedy policy's action."""
        legal = self.legal_actions(state, seat)
        return greedy(self.box, state, legal) if legal else None

    def advise(self, state: State, seat: str, rng: random.Random) -> list[Advice[Action]]:
        """The three best actions by an exact expectation to the end of the turn."""
        self.seated(seat)
        return self._adviser.advise(state)

    def hindsight(self) -> Hindsight[State, Action]:
        """The adviser's expectation."""
        return InHindsight(self._adviser)

    @cached_property
    def _adviser(self) -> Adviser:
        return Adviser(self.box)

    def put_right(self, state: State, words: tuple[str, ...]) -> list[Event]:
        return edit(self.box, state, words)

    def chapter(self, state: State) -> tuple[int, str]:
        """The turn and its headline."""
        return state.turn, self.box.cards[state.headline].title

    def check(self, state: State) -> None:
        """Check a state from outside."""
        self.check_setting(state.scenario, state.options)
        check(self.box, state)
        value, _terms = french_army_terms(self.box, state)
        if state.phase != "over" and state.french_army != value:
            raise StateError(
                _("french_army: card and government put the French Army at {value}", value=value)
            )
        if self.decisions(state) and not self.legal_actions(state, SEAT):
            raise StateError(_("phase: there is no Army that the Emergency attack could be made on"))
        if state.phase == "die" and len(self.legal_actions(state, SEAT)) < 2:
            raise StateError(_("pending: nothing can be done about that die"))

    def canonical(self, state: State) -> State:
        return canonical(self.box, state)

    def piles(self, state: State | None, deck: str) -> Iterable[Sequence[str]]:
        """The Draw Pile and the decks to come; before set-up all cards."""
        if state is None:
            # The scenario is not known: any of its cards may come.
            return [[card for deck in self.box.decks[True].values() for card in deck]]
        setting = state.setting
        decks = self.box.decks[setting.kit]
        if setting.order != "decks":
            return [state.pile]
        return [state.pile, *(decks[colour] for colour in COLOURS[COLOURS.index(state.colour) + 1 :])]

    def _candidates(self, state: State) -> list[Action]:
        """Actions to check by the rules: most of those that the position obviously rules out are left out."""
        if state.phase == "die":
            return [*_ANSWERS]
        # Without actions left only free attacks remain: in Paris, and those of the kit.
        pays = state.actions_left or state.extra or state.phase == "emergency"
        within = (START + 1 if state.on("decisive-outcomes") else START) if pays else 1
        attacks = [
            self._attacks[army]
            for army, at in state.boxes.items()
            if at is not None and at < within and not (at == AT_SEA and army == "britain")
        ]
        if state.phase == "emergency":
            return attacks
        holding = held(state)
        candidates = self._paid(state, attacks, holding) if state.actions_left else attacks
        if state.on("levee-en-masse"):
            candidates += [*self._levies(holding), *map(Levy, liberated(state))]
        if state.on("spirit-of-89"):
            candidates += [spirit for space in liberated(state) for spirit in self._spirits(state, space)]
        if state.on("he-who-fears") and not state.disorder:
            candidates.append(_COMMIT)
        if state.napoleon == HOLDING:
            candidates += [Deploy(army) for army in state.boxes]
        elif state.napoleon != OUT:
            candidates.append(Recall())
        candidates.append(_END)
        return candidates

    def _paid(self, state: State, attacks: Sequence[Action], holding: Sequence[str]) -> list[Action]:
        """Actions that cost one, including attacks that may be free."""
        candidates = [_POLITICS[marker] for marker, at in state.tracks.items() if at != GOAL[marker]]
        candidates += attacks
        if state.boxes["britain"] in AFLOAT:
            candidates.append(_NAVAL)
        if state.disorder:
            candidates.append(_RESTORE_ORDER)
        candidates += self._liberations(holding)
        return candidates

    def _liberations(self, holding: Sequence[str]) -> Sequence[Action]:
        """A marker to each space that can be liberated, named where values differ (L-7.4-c)."""
        if not holding:
            return []
        if self.box.alike(holding):
            return self._liberate
        return [Liberate(space, marker) for space in self.box.round for marker in holding]

    def _levies(self, holding: Sequence[str]) -> Sequence[Action]:
        """A marker of the Holding Box given up, named where values differ (L-10.1-a)."""
        if not holding:
            return []
        return [Levy(HOLDING)] if self.box.alike(holding) else [Levy(HOLDING, each) for each in holding]

    def _spirits(self, state: State, space: str) -> list[Action]:
        """The attacks of a liberated space, the Army named where there is a choice (X-7.2-c)."""
        foes = self._foes(state, space)
        return [Spirit(space)] if len(foes) < 2 else [Spirit(space, unit) for unit in foes]

    def _foes(self, state: State, space: str, only: bool = False) -> list[Unit]:
        """The units that a space of a track could fight; with `only`, none where there are several."""
        foes = nearest(self.box, state, self.box.army_of[space]) if space != PARIS else []
        return [] if only and len(foes) > 1 else foes
