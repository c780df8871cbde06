"""How often a battle of *The Valmy Campaign* changes hands, by hand and by a plan.

Both play as the automatic player would. By hand each point is decided; with plans the first question of a
battle is answered by a plan for it. A hand is a run of one person's decisions: in a battle it changes where
the other has to be asked, and once more where the game comes back to a person after it.
"""

from __future__ import annotations

from statistics import mean
from typing import NamedTuple

from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.valmy.actions import Action
from engines.valmy.box import as_side
from engines.valmy.combat.events import BattleBegun, BattleEnded
from engines.valmy.player.greedy import courses, greedy
from engines.valmy.player.outlook import Outlook
from engines.valmy.procedure import PROCEDURE
from engines.valmy.state import State
from engines.valmy.title import Valmy
from tests.benchmarks.measure import Figure, Report

FIGHTS = next(kind for kind in Valmy().order_kinds if kind.kind == "battle-plan")
MOST = 3
"""Changes of hand of a battle by plan."""
GAMES = 2
AHEAD = 3
"""Activations that a queue has at most."""


class Tally(NamedTuple):
    """What was counted."""

    hands: list[int]
    """Changes of hand of each battle."""
    decided: list[int]
    """Decisions in each battle that somebody made."""


class Table:
    """One game between two people."""

    def __init__(self, title: Valmy, seed: str, *, plans: bool) -> None:
        self._title, self._dice, self._plans = title, Dice(seed), plans
        self._state: State = title.setup(title.scenarios[0].id, {}, self._dice).state
        self._given: dict[str, dict[str, str]] = {seat: {} for seat in title.seats}
        self._tally = Tally([], [])
        self._last = ""
        self._battle: tuple[int, int] | None = None

    def play(self) -> Tally:
        """To the end of the game."""
        while owed := self._title.decisions(self._state):
            decision = owed[0]
            action = self._title.by_orders(self._state, decision, self._given[decision.seat])
            if action is None:
                if self._battle is not None:
                    hands, decided = self._battle
                    self._battle = hands + (decision.seat != self._last), decided + 1
                self._last = decision.seat
                action = self._decided(decision)
            self._take(decision.seat, action)
        return self._tally

    def _decided(self, decision: Decision) -> Action:
        """What a person does."""
        side, given = as_side(decision.seat), self._given[decision.seat]
        if self._plans and decision.kind in FIGHTS.answers:
            given[FIGHTS.kind] = "best"
            planned = self._title.by_orders(self._state, decision, given)
            assert planned is not None
            return planned
        box, state = self._title.box, self._state
        return greedy(box, state, side, PROCEDURE.legal(box, state, side))

    def _take(self, seat: str, action: Action) -> None:
        before = self._state
        step = self._title.apply(before, seat, action, self._dice)
        self._state = step.state
        for each, given in self._given.items():
            plan = given.pop(FIGHTS.kind, "")
            kept = plan and self._title.outlasts(each, FIGHTS.kind, plan, before, step.state, step.events)
            if kept:
                given[FIGHTS.kind] = kept
        for event in step.events:
            if isinstance(event, BattleBegun):
                self._battle = (0, 0)
            elif isinstance(event, BattleEnded) and self._battle is not None:
                hands, decided = self._battle
                # It comes back to whoever is asked next.
                back = self._title.deciding(step.state)[:1]
                self._tally.hands.append(hands + (hands > 0 and back != [self._last]))
                self._tally.decided.append(decided)
                self._battle = None


def quiet(title: Valmy, state: State, seat: str, action: Action) -> list[str]:
    """Others who could go next where nobody is, the best first, as parts of a queue."""
    own = courses(Outlook(title.box, state, as_side(seat)))
    return [
        f"{leader} to {course.path[-1]}"
        for leader, _group, course in sorted(own, key=lambda each: -each[2].gain)
        if len(course.path) > 1
        and course.path[-1] in title.box.cost
        and not course.attacks
        and course.gain > 0
        and getattr(action, "who", None) != leader
    ][: AHEAD - 1]


def measured(*, plans: bool, games: int = GAMES) -> Tally:
    """Games in one of the ways."""
    title = Valmy()
    tallies = [Table(title, f"pace {number}", plans=plans).play() for number in range(games)]
    return Tally([each for tally in tallies for each in tally.hands], [n for t in tallies for n in t.decided])


def run() -> Report:
    """Measure."""
    by_hand, planned = measured(plans=False), measured(plans=True)
    battles = f"{len(planned.hands)} battles"
    name, told = "changes of hand of a battle by plan, at worst", f"mean {mean(planned.hands):.2f}"
    return Report(
        [Figure(name, told, battles, float(max(planned.hands)), MOST)],
        tuple(
            f"{way}: changes of hand a battle {mean(tally.hands):.2f}, {max(tally.hands)} at worst; "
            f"decisions {mean(tally.decided):.2f}, {max(tally.decided)} at worst, of {battles}"
            for way, tally in (("by hand", by_hand), ("by plan", planned))
        ),
    )
