"""How long *The Valmy Campaign* takes two people who look four times a day, by hand, with plans, and queues.

Both play as the automatic player would, and answer everything that they are asked when they look. Who is by
hand decides each point; with plans the first question of a battle is answered by a plan for it; with queues
whoever activates a leader also queues those who go where nobody is, and with nobody left to go a pass; usual
orders answer the rest out of turn. A hand is a run of one person's decisions: in a battle it changes where
the other has to be asked, and once more where the game comes back to a person after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import mean
from typing import NamedTuple

from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.valmy.actions import PASS, Action
from engines.valmy.box import as_side
from engines.valmy.combat.events import BattleBegun, BattleEnded
from engines.valmy.frames import Activations
from engines.valmy.player.greedy import courses, greedy
from engines.valmy.player.outlook import Outlook
from engines.valmy.procedure import PROCEDURE
from engines.valmy.state import State
from engines.valmy.title import Valmy
from tests.benchmarks.measure import Figure, Report
from tests.valmy.waits import orders_of

LOOKS: Mapping[str, tuple[float, ...]] = {"french": (7, 12, 18, 22), "allied": (13.5, 18.5, 24.5, 28.5)}
"""Hours of a day in Paris at which each looks; one of them lives in New York."""
DAY = 24
WAYS: Mapping[str, tuple[int | None, float | None]] = {
    "by hand": (None, None),
    "usual orders": (None, None),
    "plans": (3, None),
    "plans and queues": (3, 4.0),
    "plans, queues and usual orders": (3, 2.0),
}
"""The most changes of hand of a battle, and the most days that a turn takes on average."""
GAMES = 2
AHEAD = 3
"""Activations that a queue has at most."""


class Tally(NamedTuple):
    """What was counted."""

    hands: list[int]
    """Changes of hand of each battle."""
    decided: list[int]
    """Decisions in each battle that somebody made."""
    days: list[float]
    """Of each turn."""


class Table:
    """One game between two people.

    :ivar hours: since the first morning.
    """

    def __init__(self, title: Valmy, seed: str, *, plans: bool, queues: bool, usual: bool) -> None:
        self._title, self._dice = title, Dice(seed)
        self._plans, self._queues = plans, queues
        self.state: State = title.setup(title.scenarios[0].id, {}, self._dice).state
        orders = orders_of(title, "usual") if usual else {}
        self._given: dict[str, dict[str, str]] = {seat: dict(orders) for seat in title.seats}
        self.hours = float(LOOKS["french"][0])
        self.tally = Tally([], [], [])
        self._last = ""
        self._looked: dict[str, float] = dict.fromkeys(title.seats, 0.0)
        self._battle: tuple[int, int] | None = None

    def play(self) -> Tally:
        """To the end of the game."""
        turn, began = self.state.turn, self.hours
        while owed := self._title.decisions(self.state):
            decision = owed[0]
            action = self._title.by_orders(self.state, decision, self._given[decision.seat])
            if action is None:
                self._comes(decision.seat)
                action = self._decided(decision)
            self._take(decision.seat, action)
            if self.state.turn != turn:
                self.tally.days.append((self.hours - began) / DAY)
                turn, began = self.state.turn, self.hours
        return self.tally

    def _comes(self, seat: str) -> None:
        """Whoever is asked looks, if they have not just played."""
        if self._battle is not None:
            hands, decided = self._battle
            self._battle = hands + (seat != self._last), decided + 1
        if seat != self._last:
            looks = (DAY * day + hour for day in range(-1, 1000) for hour in LOOKS[seat])
            # Whoever has looked looks again at the next hour, however quick the other is.
            self.hours = next(look for look in looks if look >= self.hours and look > self._looked[seat])
            self._looked[seat] = self.hours
        self._last = seat

    def _decided(self, decision: Decision) -> Action:
        """What a person does, and what they say ahead."""
        side, given = as_side(decision.seat), self._given[decision.seat]
        fights = next(kind for kind in self._title.order_kinds if kind.kind == "battle-plan")
        if self._plans and decision.kind in fights.answers:
            given["battle-plan"] = "best"
            planned = self._title.by_orders(self.state, decision, given)
            assert planned is not None
            return planned
        action = greedy(self._title.box, self.state, side, PROCEDURE.legal(self._title.box, self.state, side))
        if self._queues and isinstance(self.state.stack[-1], Activations):
            # Whoever still has somebody to send is asked again after these.
            ahead = ["then pass"] if action == PASS else self._quiet(decision.seat, action)
            given["next"] = "; ".join(ahead or ["none"])
        return action

    def _quiet(self, seat: str, action: Action) -> list[str]:
        """Others who go where nobody is, the best first."""
        own = courses(Outlook(self._title.box, self.state, as_side(seat)))
        ranked = sorted(own, key=lambda each: -each[2].gain)
        return [
            f"{leader} to {course.path[-1]}"
            for leader, _group, course in ranked
            if len(course.path) > 1
            and course.path[-1] in self._title.box.cost
            and not course.attacks
            and course.gain > 0
            and getattr(action, "who", None) != leader
        ][: AHEAD - 1]

    def _take(self, seat: str, action: Action) -> None:
        before = self.state
        step = self._title.apply(before, seat, action, self._dice)
        self.state = step.state
        for each, given in self._given.items():
            for kind in [kind for kind in ("battle-plan", "next") if kind in given]:
                kept = self._title.outlasts(each, kind, given[kind], before, self.state, step.events)
                given[kind] = kept
                if not kept:
                    del given[kind]
        for event in step.events:
            if isinstance(event, BattleBegun):
                self._battle = (0, 0)
            elif isinstance(event, BattleEnded) and self._battle is not None:
                hands, decided = self._battle
                # It comes back to whoever is asked next.
                back = self._title.deciding(self.state)[:1]
                self.tally.hands.append(hands + (hands > 0 and back != [self._last]))
                self.tally.decided.append(decided)
                self._battle = None


def measured(way: str, games: int = GAMES) -> Tally:
    """Games in one of the ways."""
    title = Valmy()
    tables = [
        Table(title, f"pace {number}", plans="plans" in way, queues="queues" in way, usual="usual" in way)
        for number in range(games)
    ]
    tallies = [table.play() for table in tables]
    return Tally(*([each for tally in tallies for each in tally[of]] for of in range(3)))  # type: ignore[arg-type]


def run() -> Report:
    """Measure."""
    figures: list[Figure] = []
    notes: list[str] = []
    for way, (hands, days) in WAYS.items():
        tally = measured(way)
        battles, turns = f"{len(tally.hands)} battles", f"{len(tally.days)} turns"
        if hands is not None:
            name, told = f"changes of hand of a battle, at worst, {way}", f"mean {mean(tally.hands):.2f}"
            figures.append(Figure(name, told, battles, float(max(tally.hands)), hands))
        if days is not None:
            name, told = f"days a turn, {way}", f"at worst {max(tally.days):.1f}"
            figures.append(Figure(name, told, turns, mean(tally.days), days))
        notes.append(
            f"{way}: changes of hand a battle {mean(tally.hands):.2f}, {max(tally.hands)} at worst; "
            f"decisions {mean(tally.decided):.2f}, {max(tally.decided)} at worst, of {battles}; "
            f"days a turn {mean(tally.days):.2f}, {max(tally.days):.2f} at worst, of {turns}"
        )
    return Report(figures, tuple(notes))
