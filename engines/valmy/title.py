"""*The Valmy Campaign* under the contract."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from data.catalogue import _, marked
from data.valmy.pack import LIBRARY
from data.valmy.schema import SIDES, Pack
from engines.core.contract import EditForm, Odds, Outcome
from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.core.edits import EditGrammar
from engines.core.events import ChapterBegun, Edited, Event, PhaseBegun, Undone
from engines.core.ordered import OrderKind, OrderSet
from engines.core.searched import Searched
from engines.core.setting import Option, Scenario
from engines.core.title import FramedTitle
from engines.valmy import actions, edit, events
from engines.valmy.actions import Action
from engines.valmy.alike import alike
from engines.valmy.box import Box, as_side
from engines.valmy.checks import canonical, check
from engines.valmy.combat import events as combat_events
from engines.valmy.foresight.odds import of_action
from engines.valmy.frames import SetUp
from engines.valmy.orders.complete import named
from engines.valmy.orders.outside import ORDERS
from engines.valmy.orders.plan import ASK, BATTLE_PLAN, parts
from engines.valmy.orders.queue import AHEAD
from engines.valmy.orders.sets import ORDER_SETS
from engines.valmy.phases.placement import lay_out
from engines.valmy.player.adviser import Adviser
from engines.valmy.player.ahead import after as after_step
from engines.valmy.player.ahead import next_of
from engines.valmy.player.greedy import greedy
from engines.valmy.procedure import PROCEDURE
from engines.valmy.published import published
from engines.valmy.resolution import Resolution
from engines.valmy.score import outcome, provisional_outcome
from engines.valmy.state import State
from engines.valmy.view import View, fight_of, view
from engines.valmy.words import Words, words_of


class Valmy(Searched[State, Action], FramedTitle[Box, Resolution, State, Action, View]):
    """The game of two seats, with its hidden holding boxes."""

    id = "valmy"
    name = "The Valmy Campaign"
    designers = ()
    """No known source credits one."""
    publisher = "Turning Point Simulations"
    seats = SIDES
    shares: ClassVar[Mapping[str, int]] = {"french": 543, "allied": 457}
    scenarios = (
        Scenario(
            "campaign",
            marked("September 1792"),
            marked(
                "Verdun has fallen, and two French armies have to find each other before Brunswick is in "
                "Paris."
            ),
        ),
    )
    options = (
        Option(
            "all-battles",
            marked("Every contested box fights"),
            "9.0",
            False,
            marked(
                "A Combat phase fights in all boxes that both sides hold, and not only where somebody "
                "came in."
            ),
        ),
        Option(
            "mounted-fire",
            marked("Cavalry always fires"),
            "9.1",
            True,
            marked("In a Minor Battle cavalry fires even where there is foot."),
        ),
        Option(
            "morale-difference",
            marked("Lead units by how much"),
            "9.5",
            False,
            marked(
                "In melee the lead units' morale counts by its difference, and not as 2 for the better one."
            ),
        ),
        Option(
            "falling-morale",
            marked("Army morale falls by the turn"),
            "10.2.2",
            False,
            marked("An army that shakes is tested again in a later turn, and not at once."),
        ),
        Option(
            "any-line",
            marked("Out of a contested box by any line"),
            "7.1.6",
            False,
            marked("Units may leave a box that enemies hold too by any line, even if others stay behind."),
            later=True,
        ),
        Option(
            "any-retreat",
            marked("Retreats to any side"),
            "9.7",
            False,
            marked("A retreat ends in any box beside that 9.7 leaves open, also farther from the base."),
            later=True,
        ),
        Option(
            "exit-any-turn",
            marked("The march out counts in any turn"),
            "11.1.1",
            False,
            marked(
                "Once Brunswick is out, the line to Verdun is looked for at the end of each turn, and not "
                "only of that in which he left."
            ),
            later=True,
        ),
        Option(
            "base-entered",
            marked("One enemy unit in a base is enough"),
            "10.2",
            False,
            marked(
                "An enemy unit in a base takes it even beside a garrison, and one French base that is lost "
                "shakes the whole side."
            ),
            later=True,
        ),
    )
    library = LIBRARY
    state_type = State
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
        return {"french": _("French"), "allied": _("Allies")}

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
        """Both sides spread their units over their leaders at once (3.0, A-3.0-3)."""
        units, leaders = lay_out(self.box)
        return State(
            scenario=scenario,
            options=options,
            turn=1,
            phase="set-up",
            stack=[SetUp(SIDES)],
            units=units,
            leaders=leaders,
            chits={side: tuple(self.box.figures.chits) for side in SIDES},
            initiative=self.box.scenario[scenario].initiative,
            traffic=dict.fromkeys(SIDES, ()),
            came={},
            lost=dict.fromkeys(SIDES, 0),
            morale=dict.fromkeys(SIDES, "steady"),
            fallen=[],
            control=dict(self.box.cities),
        )

    def begin(self, ctx: Resolution) -> None:
        ctx.say(ChapterBegun(1, self.chapter(ctx.state)[1]))
        ctx.say(PhaseBegun("set-up", "3.0"))
        super().begin(ctx)

    def vocabulary(self, state: State) -> Words:
        return self.words

    def in_place(self, state: State, action: Action, text: str, seat: str | None) -> Action:
        """`pass` and `end` also decline a question out of turn."""
        asked = self.procedure.asked(self.box, state)
        return actions.in_place(action, asked[0].kind) if asked else action

    def seen(self, state: State, seat: str | None) -> View:
        """The table; of the other side's holding boxes only the counters that fight."""
        return view(self.box, state, seat)

    def alike(self, state: State, seat: str | None) -> Iterator[State]:
        """The states differ in the holding boxes, as far as the open decision allows."""
        return (twin for twin in alike(self.box, state, seat) if self.can_be(twin))

    def published(self, state: State, seat: str | None) -> Mapping[str, Any]:
        """The view under the names that programs may rely on."""
        if seat is not None:
            self.seated(seat)
        return published(self.box, state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """The result, with the count in half points as its working."""
        return outcome(self.box, state)

    def provisional_outcome(self, state: State) -> Outcome:
        """The winner on points."""
        return provisional_outcome(self.box, state)

    def known_outcome(self, state: State, seat: str | None) -> Outcome:
        """The outcome as a seat knows it: the whole outcome, because all that counts is public."""
        return self.provisional_outcome(state)

    def odds(self, state: State, action: Action) -> Odds | None:
        """The die of an activation, or of a unit's recovery; None where no single throw decides."""
        return of_action(self.box, state, action)

    def redact_edit(self, edited: Edited, seat: str | None) -> Edited:
        return edit.redact_for(self.box, edited, seat)

    def read_order(self, kind: str, text: str) -> str:
        """An order that may name boxes, leaders and units where a form has capitals."""
        return ORDERS.read(self.words, kind, text)

    def describe_order(self, kind: str, order: str, named: Callable[[str], str]) -> str:
        """A sentence for each phrase that has one."""
        return ORDERS.said(kind, order, named)

    def by_orders(self, state: State, decision: Decision, given: Mapping[str, str]) -> Action | None:
        """A plan for a battle answers it, with the automatic player; a queue gives the next activations."""
        plan, ahead = given.get(BATTLE_PLAN.kind.kind), given.get(AHEAD.kind.kind)
        if ahead is not None and decision.kind in AHEAD.kind.answers:
            return next_of(self.box, state, as_side(decision.seat), ahead)
        if plan is None or decision.kind not in BATTLE_PLAN.kind.answers:
            return super().by_orders(state, decision, given)
        order = parts(plan).get(decision.kind)
        if order is None:
            return self.suggest(state, decision.seat, random.Random(0))  # noqa: S311 - it draws nothing
        return None if order == ASK else self.ordered(state, decision, order)

    def outlasts(
        self, seat: str, kind: str, order: str, before: State, after: State, events: Sequence[Event]
    ) -> str:
        """A plan for a battle is over with it, or when an undo leaves it; a queue goes on until it stops."""
        if kind == AHEAD.kind.kind:
            seen = self.redact_all(events, seat)
            return after_step(self.box, as_side(seat), order, before, after, seen)
        left = any(isinstance(event, Undone) for event in events) and fight_of(before) != fight_of(after)
        over = left or any(isinstance(event, combat_events.BattleEnded) for event in events)
        return "" if over else order

    def order_choices(self, state: State, seat: str, kind: str, typed: str) -> list[str]:
        """Forms with the names of boxes and of the side's own counters in them."""
        return ORDERS.offered(self.words, kind, typed, named(self.box, state, as_side(seat)))

    def suggest(self, state: State, seat: str, rng: random.Random) -> Action | None:
        """The greedy policy's action."""
        side = as_side(seat)
        legal = self.procedure.legal(self.box, state, side)
        return greedy(self.box, state, side, legal) if legal else None

    @cached_property
    def adviser(self) -> Adviser:
        """The adviser, which plays actions on from positions that look alike to the seat."""
        return Adviser(self)

    def forced(self, state: State, decision: Decision) -> Action | None:
        """A side's own movement ends when none of its movers can go on; a single unit takes its only way.

        A side without counters left to activate passes, and one without lost steps recovers nothing.
        """
        asked = decision.kind in ("activation", "movement", "recovery")
        legal = self.legal_actions(state, decision.seat) if asked else []
        return legal[0] if len(legal) == 1 else None

    def open_ended(self, decision: Decision) -> bool:
        """Whether more actions are legal than are listed: of the ways to deploy only the usual one is."""
        return decision.kind == "deployment"

    def put_right(self, state: State, words: tuple[str, ...]) -> list[Event]:
        """The contents of holding boxes are never a reason to refuse an edit."""
        return [edit.edit(self.box, state, words)]

    def closed(self, state: State, verb: str) -> str | None:
        return edit.closed(state, verb)

    def chapter(self, state: State) -> tuple[int, str]:
        """The turn and its days."""
        return state.turn, self.box.scenario[state.scenario].turn[state.turn - 1].dates

    def check(self, state: State) -> None:
        """Check a state from outside."""
        self.check_setting(state.scenario, state.options)
        check(self.box, state)

    def canonical(self, state: State) -> State:
        return canonical(self.box, state)
