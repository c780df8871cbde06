"""How often a turn of *La Révolution Française* waits for people after the talk, with orders and without.

All six Currents are played by the automatic player, and every question that stands goes to standing orders
first, as the bot does it. A wait is what is left: a form, or a question, for which somebody has to be asked.
What the Government alone fills in is a wait too.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping
from statistics import mean

from engines.core.dice import Dice
from engines.revolution.state import State
from engines.revolution.title import Revolution
from tests.benchmarks.measure import Figure, Report

GAMES = 12
MOST = {"legislative": 6, "convention": 5, "terror": 5, "thermidor": 6}
"""Waits of a turn after the talk, by the regime that it begins in."""
MOST_FAST = 3

Waits = dict[str, list[int]]
"""Of each turn, by its regime."""


def orders_of(title: Revolution, id: str) -> dict[str, dict[str, str]]:
    """A set of orders, by Current."""
    found = next(each for each in title.order_sets if each.id == id)
    return {seat: title.orders_in(found, seat) for seat in title.seats}


def measured(
    title: Revolution, games: int, orders: Mapping[str, Mapping[str, str]], *, fast: bool = False
) -> Waits:
    """The waits of each turn of some games."""
    waits: Waits = defaultdict(list)
    for number in range(games):
        rng, dice = random.Random(number), Dice(f"waits {number}")
        state = title.setup("historical", title.chosen({"fast": fast}), dice).state
        turn, asked, regime = 0, "", ""
        while title.outcome(state) is None:
            if state.turn != turn:
                turn, asked, regime = state.turn, "talk", state.regime
                waits[regime].append(0)
            state, wait = _answered(title, state, orders, rng, dice)
            if wait and wait != asked:
                waits[regime][-1] += 1
                asked = wait
    return waits


def _answered(
    title: Revolution,
    state: State,
    orders: Mapping[str, Mapping[str, str]],
    rng: random.Random,
    dice: Dice,
) -> tuple[State, str]:
    """The state after one answer, and what somebody had to be asked for it; empty where an order gave it."""
    decisions = title.decisions(state)
    for decision in decisions:
        order = orders.get(decision.seat, {}).get(decision.kind)
        action = None if order is None else title.answered(state, decision, order)
        if action is not None:
            return title.apply(state, decision.seat, action, dice).state, ""
    first = decisions[0]
    action = title.suggest(state, first.seat, rng)
    assert action is not None
    return title.apply(state, first.seat, action, dice).state, first.kind


def run() -> Report:
    """Measure."""
    title = Revolution()
    tallies = {"no orders": measured(title, GAMES, {})}
    for found in title.order_sets:
        tallies[f"`{found.id}` orders"] = measured(title, GAMES, orders_of(title, found.id))
    fast = measured(title, GAMES, {}, fast=True)
    figures = [
        Figure(
            f"waits of a turn, {regime}",
            f"mean {mean(turns):.1f}",
            f"{len(turns)} turns",
            max(turns),
            MOST[regime],
        )
        for regime, turns in tallies["no orders"].items()
    ]
    turns = [wait for each in fast.values() for wait in each]
    figures.append(
        Figure(
            "waits of a turn, fast", f"mean {mean(turns):.1f}", f"{len(turns)} turns", max(turns), MOST_FAST
        )
    )
    notes = [
        f"waits with {name}: {_told(tally)}" for name, tally in {**tallies, "the option `fast`": fast}.items()
    ]
    return Report(figures, tuple(notes))


def _told(tally: Waits) -> str:
    return "; ".join(f"{regime} {mean(turns):.2f}, {max(turns)} at worst" for regime, turns in tally.items())
