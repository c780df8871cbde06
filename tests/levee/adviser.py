"""How the adviser learns: `python -m tests.levee.adviser` plays it against the deck and writes its weights.

It starts from the games of the greedy policy and learns from its own, round by round: each position at
the end of a turn is moved towards what the next turn made of it, weighed by all its dice, and a part of
the way towards how the game ended. `data/levee/BALANCE.md` has how well it plays.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from math import exp, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

import data.levee
from data.levee.adviser import Weights
from engines.core.dice import Dice
from engines.core.simulate import Setup, play_many
from engines.levee.actions import Action, End
from engines.levee.player.adviser import Search
from engines.levee.player.greedy import greedy
from engines.levee.player.policy import STUDY
from engines.levee.player.turn import Turn
from engines.levee.player.value import course, facts, spread
from engines.levee.score import VICTORIES
from engines.levee.state import State
from engines.levee.title import SEAT, Levee

FILE = Path(data.levee.__file__).parent / "adviser.toml"
POINTS = 9
"""Points of the game between which a weight changes."""
WIDTH = 5
"""Actions that are looked into at each step while it learns; in play it looks into all."""
LATER = 0.7
"""The share of what is known later in a position's lesson, over what the next turn was worth."""
RATE, EPOCHS = 0.06, 6
WORKERS = 2


class Lesson(NamedTuple):
    """A position at the end of a turn: its facts, when it was, and the chance that it turned out to have."""

    facts: list[str]
    at: float
    chance: float


def game(scenario: str, seed: str, weights: Weights | None) -> list[Lesson]:
    """One game by the weights, or by the greedy policy, and what is to be learned from it."""
    title, dice = Levee(), Dice(seed)
    state = title.setup(scenario, {}, dice).state
    ended: list[tuple[list[str], float]] = []
    worth: list[float] = []
    turn, search = 0, None
    while title.decisions(state):
        if state.turn != turn:
            turn, now = state.turn, Turn(title.box, state)
            search = None if weights is None else Search(now, weights, WIDTH)
            if search is not None:
                worth.append(search.worth(now.board(state), state.actions_left))
        action = _choose(title, state, search)
        if isinstance(action, End):
            ended.append((facts(now, now.board(state)), course(now)))
        state = title.apply(state, SEAT, action, dice).state
    outcome = title.outcome(state)
    assert outcome is not None
    target = float(outcome.level in VICTORIES)
    if state.paris_fell:
        ended.pop()
        worth = worth[: len(ended)] if not worth else worth[: len(ended) + 1]
    found = []
    for number in reversed(range(len(ended))):
        if worth and number + 1 < len(worth):
            target = LATER * target + (1 - LATER) * worth[number + 1]
        if ended[number][1] < 1:
            found.append(Lesson(*ended[number], target))
    return found


def _choose(title: Levee, state: State, search: Search | None) -> Action:
    if search is None:
        return greedy(title.box, state, title.legal_actions(state, SEAT))
    return search.best(search.turn.board(state), state.actions_left)


def learn(weights: dict[str, list[float]], lessons: Sequence[Lesson], seed: str) -> None:
    """Move the weights towards the lessons, by gradient with a step of its own for each weight."""
    chooser = random.Random(seed)
    steps: dict[str, list[float]] = defaultdict(lambda: [1.0] * POINTS)
    order = list(lessons)
    for epoch in range(EPOCHS):
        rate = RATE * (1 - epoch / EPOCHS)
        chooser.shuffle(order)
        for told, at, chance in order:
            (first, one), (second, other) = spread(at, POINTS)
            rows = [weights[fact] for fact in told]
            total = sum(row[first] * one + row[second] * other for row in rows)
            wrong = chance - 1 / (1 + exp(-total))
            for fact, row in zip(told, rows, strict=True):
                step = steps[fact]
                for point, share in ((first, one), (second, other)):
                    change = wrong * share
                    step[point] += change * change
                    row[point] += rate * change / sqrt(step[point])


def train(
    scenario: str, rounds: int, games: int, pool: ProcessPoolExecutor, say: Callable[[str], None]
) -> dict[str, list[float]]:
    """The weights of a scenario."""
    weights: dict[str, list[float]] = defaultdict(lambda: [0.0] * POINTS)
    kept: list[list[Lesson]] = []
    for number in range(rounds + 1):
        given = dict(weights) if number else None
        count = games if number else 3 * games
        seeds = [f"learn-{number}-{each}" for each in range(count)]
        played = list(pool.map(game, [scenario] * count, seeds, [given] * count, chunksize=10))
        won = sum(bool(lessons) and lessons[0].chance > 1 / 2 for lessons in played)
        say(f"{scenario}, round {number}: about {won / count:.1%} won")
        kept = [*kept[-2:], list(chain.from_iterable(played))]
        learn(weights, list(chain.from_iterable(kept[-1:] if number < 2 else kept)), f"{scenario}-{number}")
    return {fact: weights[fact] for fact in sorted(weights)}


def written(learned: dict[str, dict[str, list[float]]]) -> str:
    """The file of weights."""
    lines = [
        "# What the adviser thinks of the facts of a position: the weight of each at some points,",
        "# evenly spread over the game. Written by `python -m tests.levee.adviser`, not by hand.",
    ]
    for scenario, weights in learned.items():
        lines += ["", f"[{scenario}]"]
        for fact, values in weights.items():
            lines.append(f'"{fact}" = [{", ".join(f"{value:.2f}" for value in values)}]')
    return "\n".join(lines) + "\n"


class Measured(NamedTuple):
    """How often a scenario was won, of the same games by the adviser and by the greedy policy."""

    scenario: str
    games: int
    adviser: float
    greedy: float
    error: float
    """Standard error of the difference."""


def measure(scenario: str, games: int, seed: str = "advised") -> Measured:
    """Play paired games: the same seed for both, so the same headlines while they come alike."""
    title, setup = Levee(), Setup(scenario)
    played = {
        policy: list(play_many(title, STUDY, policy, games, seed, setup=setup))
        for policy in ("adviser", "greedy")
    }
    won = {policy: [float(game.winner is not None) for game in each] for policy, each in played.items()}
    gained = [one - other for one, other in zip(won["adviser"], won["greedy"], strict=True)]
    return Measured(
        scenario,
        games,
        fmean(won["adviser"]),
        fmean(won["greedy"]),
        stdev(gained) / sqrt(games),
    )


def main(scenarios: Iterable[str], rounds: int = 5, games: int = 500) -> None:
    """Learn scenarios anew and keep the others."""
    import tomllib

    learned = tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    with ProcessPoolExecutor(WORKERS) as pool:
        for scenario in scenarios:
            learned[scenario] = train(scenario, rounds, games, pool, lambda line: print(line, flush=True))
            FILE.write_text(written(learned), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] or [scenario.id for scenario in Levee().scenarios])
