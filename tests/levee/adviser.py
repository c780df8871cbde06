"""How the adviser learns: `python -m tests.levee.adviser` plays it against the deck and writes it down.

It begins with rough values and learns from its own games, round by round: each position at the end of a
turn is moved towards what the next turn made of it, weighed by all its dice, and a part of the way
towards how the game ended. A round of a scenario takes some twenty minutes of CPU, most of it play.
`data/levee/BALANCE.md` has how well it plays.
"""

from __future__ import annotations

import random
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec

import data.levee
from data.levee.adviser import Net, scaled
from data.levee.schema import MARKERS
from engines.core.dice import Dice
from engines.core.simulate import Setup, play_many
from engines.levee.actions import End
from engines.levee.player.adviser import Search
from engines.levee.player.policy import STUDY
from engines.levee.player.turn import Turn
from engines.levee.player.value import ahead, facts, summed, won
from engines.levee.score import VICTORIES
from engines.levee.title import SEAT, Levee

FILE = Path(data.levee.__file__).parent / "adviser.toml"
SUMS = 8
ROUNDS, GAMES = 14, 2000
KEPT = 4
"""Rounds whose lessons are learned together."""
MEAN = 3
"""Rounds at the end, of which the mean is what was learned."""
EPOCHS = 4, 4, 4, 2
"""How often the lessons of the first rounds are gone through, and of all others."""
WIDTH = 3
"""Actions that are looked into at each step while it learns; in play it looks into all."""
LATER = 0.95
"""The share of what is known later in a position's lesson, over what the next turn was worth."""
RATE = 0.02
"""How far a lesson moves what it is about, in the first half of the rounds; then less and less."""
WORKERS = 2
DANGER = (-25.0, -3.0, -1.4, -0.56, -0.22, -0.09)
"""What a unit is worth to begin with, by its box."""
REIGN = {"republic": 0.7, "monarchy": -0.7}
BOX = {"monarchy": -0.4, "despotism": -0.3, "republic": 0.2}


class Lesson(NamedTuple):
    """A position at the end of a turn: its facts, and the chance that it turned out to have."""

    facts: list[str]
    chance: float


class Learner:
    """A net that changes."""

    def __init__(self, title: Levee, scenario: str) -> None:
        self.chooser = random.Random(f"learn {scenario}")
        self.counts = [1.0, *(self.chooser.uniform(-0.3, 0.3) for _ in range(SUMS - 1))]
        self.facts: dict[str, list[float]] = defaultdict(self._row)
        for unit in title.box.units(kit=True):
            for at, danger in enumerate(DANGER):
                self.facts[f"{unit} {at}"][0] = danger
        for marker in MARKERS:
            self.facts[f"{marker} reigns"][0] = REIGN.get(marker, 0.0)
            for at in range(-1, 5):
                self.facts[f"{marker} {at}"][0] = BOX[marker] * at
        self.facts["disorder"][0] = -0.5

    def _row(self) -> list[float]:
        return [0.0, *(self.chooser.uniform(-0.1, 0.1) for _ in range(SUMS - 1))]

    @property
    def net(self) -> Net:
        """The net as it is now."""
        return Net([*self.counts], {fact: [*row] for fact, row in sorted(self.facts.items())})

    def learn(self, lessons: Sequence[Lesson], rate: float, epochs: int) -> None:
        """Move the net towards lessons, by gradient with a step of its own for each number."""
        counted = [1.0] * SUMS
        steps: dict[str, list[float]] = defaultdict(lambda: [1.0] + [0.1] * (SUMS - 1))
        order = list(lessons)
        for epoch in range(epochs):
            step = rate * (1 - epoch / epochs)
            self.chooser.shuffle(order)
            for told, chance in order:
                rows = [self.facts[fact] for fact in told]
                sums = summed(rows, [0.0] * SUMS)
                wrong = chance - won(self.counts, sums)
                pulls = [
                    wrong * count if at == 0 or each > 0 else 0.0
                    for at, (count, each) in enumerate(zip(self.counts, sums, strict=True))
                ]
                for at, each in enumerate(sums):
                    if at and each > 0:
                        counted[at] += (wrong * each) ** 2
                        self.counts[at] += step * wrong * each / sqrt(counted[at])
                for fact, row in zip(told, rows, strict=True):
                    gone = steps[fact]
                    for at, pull in enumerate(pulls):
                        if pull:
                            gone[at] += pull * pull
                            row[at] += step * pull / sqrt(gone[at])


def game(scenario: str, seed: str, net: Net) -> list[Lesson]:
    """One game, and what is to be learned from it, last things first."""
    title, dice = Levee(), Dice(seed)
    state = title.setup(scenario, {}, dice).state
    ended: list[list[str]] = []
    worth: list[float] = []
    turn = 0
    while title.decisions(state):
        if state.turn != turn:
            turn, now = state.turn, Turn(title.box, state)
            search = Search(now, net, WIDTH, most=sys.maxsize)
            worth.append(min(1.0, search.worth(now.board(state), state.actions_left)))
        action = search.best(now.board(state), state.actions_left)
        if isinstance(action, End):
            ended.append([*facts(now, now.board(state)), *ahead(now)])
        state = title.apply(state, SEAT, action, dice).state
    outcome = title.outcome(state)
    assert outcome is not None
    target = float(outcome.level in VICTORIES)
    # The last turn is no lesson: its worth is the result itself, or Paris fell in it.
    lessons = []
    for number in reversed(range(len(ended) - 1)):
        target = LATER * target + (1 - LATER) * worth[number + 1]
        lessons.append(Lesson(ended[number], target))
    return lessons


def mean(nets: Sequence[Net]) -> Net:
    """The mean of some nets."""
    return Net(
        [fmean(each) for each in zip(*(net.counts for net in nets), strict=True)],
        {
            fact: [fmean(each) for each in zip(*(net.facts[fact] for net in nets), strict=True)]
            for fact in nets[0].facts
        },
    )


def train(
    scenario: str, rounds: int, games: int, pool: ProcessPoolExecutor, say: Callable[[str], None]
) -> Net:
    """What is learned of a scenario."""
    learner = Learner(Levee(), scenario)
    kept: list[list[Lesson]] = []
    nets: list[Net] = []
    for number in range(rounds):
        seeds = [f"learn-{number}-{each}" for each in range(games)]
        played = list(pool.map(game, [scenario] * games, seeds, [learner.net] * games, chunksize=10))
        ends = fmean(lessons[0].chance if lessons else 0.0 for lessons in played)
        say(f"{scenario}, round {number}: about {ends:.1%} won")
        kept = [*kept[1 - KEPT :], [lesson for lessons in played for lesson in lessons]]
        share = min(1.0, 2 * (rounds - number) / rounds)
        together = [lesson for lessons in kept for lesson in lessons]
        learner.learn(together, RATE * share, EPOCHS[min(number, len(EPOCHS) - 1)])
        nets.append(learner.net)
    return mean(nets[-MEAN:])


def written(learned: dict[str, Net]) -> str:
    """The file of what was learned, in thousandths."""
    lines = [
        "# What the adviser has learned: what each fact of a position adds to some sums, in thousandths,",
        "# and how much each sum counts. Written by `python -m tests.levee.adviser`, not by hand.",
    ]
    for scenario, net in learned.items():
        lines += ["", f"[{scenario}]", f"counts = {[round(each, 3) for each in net.counts]}"]
        lines += ["", f"[{scenario}.facts]"]
        lines += [f'"{fact}" = {list(map(round, row))}' for fact, row in scaled(net, 1000).facts.items()]
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


def main(scenarios: Iterable[str], rounds: int = ROUNDS, games: int = GAMES) -> None:
    """Learn scenarios anew and keep the others."""
    known = tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    learned = {scenario: scaled(msgspec.convert(net, Net), 1 / 1000) for scenario, net in known.items()}
    with ProcessPoolExecutor(WORKERS) as pool:
        for scenario in scenarios:
            learned[scenario] = train(scenario, rounds, games, pool, lambda line: print(line, flush=True))
            FILE.write_text(written(learned), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] or [scenario.id for scenario in Levee().scenarios])
