"""How games between two automatic players go, for the chances of the adviser.

`python -m tests.grande_armee.outlooks 150` plays as many games of each scenario, from the seeds `outlook-0`
and so on, and prints the table of `data/grande_armee/outlooks.py`.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from math import sqrt
from statistics import mean
from typing import NamedTuple

from data.grande_armee.outlooks import OUTLOOKS, Course
from engines.core.dice import Dice
from engines.grande_armee.actions import Action
from engines.grande_armee.player.adviser import balance
from engines.grande_armee.player.policy import choose_greedy
from engines.grande_armee.score import halves
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee

TITLE = GrandeArmee()
HOLDS = 0.8
"""What a point more at a turn's beginning is worth at the end, unless games tell otherwise."""
PRIOR = 5.0
"""How much games have to differ before they tell, as a variance of points."""


class Seen(NamedTuple):
    """A turn's beginning in one game."""

    points: float
    balance: float
    end: float
    """Points at the end of the game."""


def points(state: State) -> float:
    """What the French have."""
    return halves(TITLE.box, state) / 2


def chosen(state: State, seat: str, rng: random.Random) -> Action:
    """What the player does that does not search."""
    return choose_greedy(TITLE, state, TITLE.legal_actions(state, seat), rng)


def played(scenario: str, seed: str) -> dict[int, Seen]:
    """A game by its turns."""
    dice, rng = Dice(seed), random.Random(seed)
    state = TITLE.setup(scenario, TITLE.chosen({}), dice).state
    begun = {state.turn: (points(state), balance(TITLE.box, state))}
    while deciding := TITLE.deciding(state):
        state = TITLE.apply(state, deciding[0], chosen(state, deciding[0], rng), dice).state
        if not state.over:
            begun.setdefault(state.turn, (points(state), balance(TITLE.box, state)))
    return {turn: Seen(*each, points(state)) for turn, each in begun.items()}


def course(seen: list[Seen], end: float, strength: float) -> Course:
    """What a turn's beginning tells of the end, by least squares."""
    had, apart = mean(each.points for each in seen), mean(each.balance for each in seen)
    rest = [each.end - end - strength * (each.balance - apart) for each in seen]
    more = [each.points - had for each in seen]
    prior = PRIOR * len(seen)
    holds = (sum(map(float.__mul__, more, rest)) + HOLDS * prior) / (
        sum(each * each for each in more) + prior
    )
    spread = sqrt(mean((left - holds * each) ** 2 for left, each in zip(rest, more, strict=True)))
    return Course(round(had, 1), round(apart, 2), round(holds, 2), round(spread, 1))


def main(games: str) -> None:
    """Play, and print."""
    for scenario, known in OUTLOOKS.items():
        by_turn: defaultdict[int, list[Seen]] = defaultdict(list)
        for number in range(int(games)):
            for turn, seen in played(scenario, f"outlook-{number}").items():
                by_turn[turn].append(seen)
        end = mean(seen.end for seen in by_turn[1])
        print(f"{scenario}: end {end:.1f}")
        for turn, all_seen in sorted(by_turn.items()):
            print(f"  {turn}: {course(all_seen, end, known.strength)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
