"""How often play waits for the other side in *The Valmy Campaign*, without standing orders and with.

Whatever is asked goes to a standing order first, as the bot does it; a wait is what is left out of turn: the
side that is not in hand has to be asked. Several choices of it without one of the other side between them
are one wait, as they are made in one sitting.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from statistics import mean
from typing import NamedTuple

from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.core.events import Event
from engines.valmy.actions import PASS, Action, Activate
from engines.valmy.combat.events import BattleBegun, BattleEnded, KindChosen
from engines.valmy.state import State
from engines.valmy.title import Valmy
from tests.benchmarks.measure import Figure, Report

GAMES = 10
MOST = {"minor": 1, "major": 3, "outside": 0}
"""Waits of a battle by its kind, and outside battles, where both sides ask to be asked about battles."""

Orders = Mapping[str, str]
"""Standing orders by kind of decision."""
Player = Callable[[Valmy, State, Decision, random.Random], Action]


class Tally(NamedTuple):
    """Waits of each battle by its kind, and between battles."""

    battles: dict[str, list[int]]
    outside: list[int]
    asked: dict[str, int]
    """How many waits began with each kind of decision."""


class Watch:
    """Counts the waits of one game while it is played."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._last = ""
        self._kind: str | None = None
        self._waits = 0

    def acted(self, hand: str, decision: Decision) -> None:
        """Somebody has decided who had to be asked.

        :param hand: the side in hand.
        """
        if decision.seat not in (hand, self._last):
            asked = self._tally.asked
            asked[decision.kind] = asked.get(decision.kind, 0) + 1
            if self._kind is None:
                self._tally.outside.append(1)
            else:
                self._waits += 1
        self._last = decision.seat

    def saw(self, events: Iterable[Event]) -> None:
        """What has happened since."""
        for event in events:
            match event:
                case BattleBegun():
                    self._kind, self._waits = "minor", 0
                case KindChosen(kind=kind):
                    self._kind = kind
                case BattleEnded() if self._kind is not None:
                    self._tally.battles[self._kind].append(self._waits)
                    self._kind = None
                case _:
                    pass


def at_random(title: Valmy, state: State, decision: Decision, rng: random.Random) -> Action:
    """Chance, which leads stacks more often than single units, so that there are battles of all sizes."""
    legal = title.legal_actions(state, decision.seat)
    led = [action for action in legal if isinstance(action, Activate) and action.through is None]
    others = [action for action in legal if action != PASS] or legal
    return rng.choice(led if led and rng.random() < 0.9 else others)


def measured(title: Valmy, games: int, orders: Orders, player: Player = at_random) -> Tally:
    """Games between sides that both have these orders."""
    tally = Tally({"minor": [], "major": []}, [], {})
    for number in range(games):
        _play(title, f"waits {number}", orders, Watch(tally), player)
    return tally


def _play(title: Valmy, seed: str, orders: Orders, watch: Watch, player: Player) -> None:
    rng, dice = random.Random(seed), Dice(seed)
    step = title.setup(title.scenarios[0].id, {}, dice)
    while owed := title.decisions(step.state):
        decision = owed[0]
        order = orders.get(decision.kind)
        action = None if order is None else title.answered(step.state, decision, order)
        if action is None:
            watch.acted(in_hand(step.state, decision.seat), decision)
            action = player(title, step.state, decision, rng)
        step = title.apply(step.state, decision.seat, action, dice)
        watch.saw(step.events)


def in_hand(state: State, asked: str) -> str:
    """Whose turn it is; outside of activations whoever is asked, as each phase is somebody's own."""
    return next((frame.in_hand for frame in reversed(state.stack) if frame.in_hand), None) or asked


def orders_of(title: Valmy, name: str) -> Orders:
    """The orders of one of the title's sets, as they are kept."""
    found = next(found for found in title.order_sets if found.id == name)
    return {kind: title.read_order(kind, text) for kind, text in found.orders.items()}


def run() -> Report:
    """Measure."""
    title = Valmy()
    tallies = {"no orders": measured(title, GAMES, {})}
    for found in title.order_sets:
        tallies[f"`{found.id}` orders"] = measured(title, GAMES, orders_of(title, found.id))
    careful = tallies["`careful` orders"]
    figures = [
        Figure(f"waits of a {kind} battle, at worst", *_told(waits), MOST[kind])
        for kind, waits in careful.battles.items()
    ]
    figures.append(
        Figure(
            "waits outside battles",
            f"{len(careful.outside)}",
            f"{GAMES} games",
            float(len(careful.outside)),
            0,
        )
    )
    return Report(figures, tuple(line for name, tally in tallies.items() for line in _lines(name, tally)))


def _told(waits: list[int]) -> tuple[str, str, float]:
    return f"mean {mean(waits):.2f}", f"{len(waits)} battles", float(max(waits))


def _lines(name: str, tally: Tally) -> list[str]:
    told = [
        f"{kind} battle {mean(waits):.2f}, {max(waits)} at worst, of {len(waits)}"
        for kind, waits in tally.battles.items()
        if waits
    ]
    kinds = sorted(tally.asked.items(), key=lambda item: -item[1])
    first = ", ".join(f"{kind} {count}" for kind, count in kinds)
    return [
        f"waits with {name}: {'; '.join(told)}; outside battles {len(tally.outside)}",
        f"  for {first or 'nothing'}",
    ]
