"""How often play waits for the other side in *For God and For the King*, without standing orders and with.

Both sides are played by the greedy policy. Whatever is asked goes to a standing order first, as the bot does
it; a wait is what is left out of turn: the side that is not in hand has to be asked. Several choices of it
without one of the other side between them are one wait, as they are made in one sitting.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from statistics import mean
from typing import NamedTuple

from engines.core.dice import Dice
from engines.core.events import Event
from engines.vendee.combat.events import BattleEnded
from engines.vendee.events import Announced
from engines.vendee.frames import Operations
from engines.vendee.state import State
from engines.vendee.title import Vendee
from tests.benchmarks.measure import Figure, Report

GAMES = 30
MOST_WITH_COMBAT = 2
"""Waits of an activation with combat where both sides have the usual orders; without combat none."""

Orders = Mapping[str, str]
"""Standing orders by kind of decision."""


class Tally(NamedTuple):
    """Waits of each activation and of each turn."""

    quiet: list[int]
    """Of activations without combat."""
    fierce: list[int]
    """Of activations with combat."""
    turns: list[int]
    asked: dict[str, int]
    """How many waits began with each kind of decision."""
    hands: list[int]
    """How often the other side came in hand, by turn; a turn of play by chat costs that anyway."""


class Watch:
    """Counts the waits of one game while it is played."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._last = ""
        self._waits: int | None = None
        self._fought = False

    def turn(self) -> None:
        """A turn begins."""
        self._tally.turns.append(0)
        self._tally.hands.append(0)

    def acted(self, hand: str, seat: str, kind: str) -> None:
        """Somebody has decided who had to be asked.

        :param hand: the side in hand.
        """
        if seat not in (hand, self._last):
            self._tally.turns[-1] += 1
            self._tally.asked[kind] = self._tally.asked.get(kind, 0) + 1
            if self._waits is not None:
                self._waits += 1
        elif kind == "operations" and self._last not in (seat, ""):
            self._tally.hands[-1] += 1
        self._last = seat

    def saw(self, events: Iterable[Event]) -> None:
        """What has happened since."""
        for event in events:
            if isinstance(event, Announced):
                self.close()
                self._waits, self._fought = 0, False
            self._fought = self._fought or isinstance(event, BattleEnded)

    def close(self) -> None:
        """An activation, if there was one, is over."""
        if self._waits is not None:
            (self._tally.fierce if self._fought else self._tally.quiet).append(self._waits)
        self._waits = None


def measured(title: Vendee, games: int, orders: Orders) -> Tally:
    """Whole games between greedy sides that both have these orders."""
    tally = Tally([], [], [], {}, [])
    for number in range(games):
        _play(title, f"waits {number}", orders, Watch(tally))
    return tally


def _play(title: Vendee, seed: str, orders: Orders, watch: Watch) -> None:
    rng, dice = random.Random(seed), Dice(seed)
    step = title.setup(title.scenarios[0].id, {}, dice)
    turn = 0
    while owed := title.decisions(step.state):
        (decision,) = owed
        if step.state.turn != turn:
            turn = step.state.turn
            watch.close()
            watch.turn()
        order = orders.get(decision.kind)
        action = None if order is None else title.answered(step.state, decision, order)
        if action is None:
            watch.acted(in_hand(step.state, decision.seat), decision.seat, decision.kind)
            action = title.suggest(step.state, decision.seat, rng)
            assert action is not None
        step = title.apply(step.state, decision.seat, action, dice)
        watch.saw(step.events)
    watch.close()


def in_hand(state: State, asked: str) -> str:
    """Whose operations it is; outside of them whoever is asked, as each phase is somebody's own."""
    return next((frame.hand for frame in state.stack if isinstance(frame, Operations)), asked)


def orders_of(title: Vendee, name: str) -> Orders:
    """The orders of one of the title's sets, as they are kept."""
    found = next(found for found in title.order_sets if found.id == name)
    return {kind: title.read_order(kind, text) for kind, text in found.orders.items()}


def run() -> Report:
    """Measure."""
    title = Vendee()
    tallies = {"no orders": measured(title, GAMES, {})}
    for found in title.order_sets:
        tallies[f"`{found.id}` orders"] = measured(title, GAMES, orders_of(title, found.id))
    usual = tallies["`usual` orders"]
    figures = [
        Figure("waits per activation with combat, at worst", *_told(usual.fierce), MOST_WITH_COMBAT),
        Figure("waits per activation without combat, at worst", *_told(usual.quiet), 0),
    ]
    return Report(figures, tuple(line for name, tally in tallies.items() for line in _lines(name, tally)))


def _told(waits: list[int]) -> tuple[str, str, float]:
    return f"mean {mean(waits):.2f}", f"{len(waits)} activations", float(max(waits))


def _lines(name: str, tally: Tally) -> list[str]:
    parts = {
        "activation without combat": tally.quiet,
        "activation with combat": tally.fierce,
        "turn": tally.turns,
        "changes of hand, by turn": tally.hands,
    }
    told = [
        f"{part} {mean(waits):.2f}, {max(waits)} at worst, of {len(waits)}" for part, waits in parts.items()
    ]
    kinds = sorted(tally.asked.items(), key=lambda item: -item[1])
    first = ", ".join(f"{kind} {count}" for kind, count in kinds)
    return [f"waits with {name}: {'; '.join(told)}", f"  for {first or 'nothing'}"]
