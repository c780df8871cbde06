"""How the weights of `worth.toml` are fitted, and how far the chances that they give are right.

`python -m tests.support.worth revolution 500` plays as many games of the automatic player from the seeds
`fit-0` and so on, fits the weights on four games of five and prints them, with a table of chances and wins
on the fifth, which took no part.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from typing import Any, NamedTuple

from engines import titles
from engines.core.dice import Dice
from engines.core.weighed import Weighed, shares

Facts = Mapping[str, Mapping[str, float]]
EPOCHS, RATE, PULL = 400, 0.5, 0.0002
"""Steps of the descent, their length, and how much a weight is pulled to 0."""
FIFTH = 5


class Lesson(NamedTuple):
    """What counted in a position, and what became of it."""

    game: int
    facts: Facts
    won: Mapping[str, float]
    """By seat; a draw is half a win of each of two."""


def lessons(model: Weighed[Any, Any], number: int) -> Iterator[Lesson]:
    """The positions of a game at which playouts may end, one after the other."""
    title, dice = model.title, Dice(f"fit-{number}")
    rng = random.Random(f"fit-{number}")
    start = state = title.setup(title.scenarios[0].id, title.chosen({}), dice).state
    met: list[Facts] = []
    while deciding := title.deciding(state):
        if model.settled(start, state, deciding[0]):
            start = state
            met.append(model.facts(state))
        chosen = title.suggest(state, deciding[0], rng)
        assert chosen is not None
        state = title.apply(state, deciding[0], chosen, dice).state
    outcome = title.outcome(state)
    assert outcome is not None
    won = {
        seat: 1 / len(title.seats) if outcome.winner is None else float(outcome.winner == seat)
        for seat in title.seats
    }
    yield from (Lesson(number, facts, won) for facts in met)


def fitted(weighed: Iterable[str], known: Sequence[Lesson]) -> dict[str, float]:
    """Weights by which the results are likeliest: gradient descent, each fact in units of its own spread."""
    names = list(weighed)
    scale = {
        name: (sum(seat[name] ** 2 for each in known for seat in each.facts.values()) / len(known)) ** 0.5
        or 1.0
        for name in names
    }
    scaled = [
        (
            {seat: {name: of[name] / scale[name] for name in names} for seat, of in each.facts.items()},
            each,
        )
        for each in known
    ]
    found, speed = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0)
    for _epoch in range(EPOCHS):
        slope = {name: PULL * weight for name, weight in found.items()}
        for facts, each in scaled:
            for seat, share in shares(found, facts).items():
                wrong = (share - each.won[seat]) / len(known)
                for name in names:
                    slope[name] += wrong * facts[seat][name]
        for name in names:
            speed[name] = 0.9 * speed[name] - RATE * slope[name]
            found[name] += speed[name]
    return {name: found[name] / scale[name] for name in names}


def loss(weights: Mapping[str, float], known: Iterable[Lesson]) -> float:
    """The mean of the logarithm of what was said of those who won, with its sign changed."""
    said = [
        -sum(each.won[seat] * log(share) for seat, share in shares(weights, each.facts).items())
        for each in known
    ]
    return sum(said) / len(said)


class Tenth(NamedTuple):
    """Chances within a tenth of the scale, and what became of them."""

    number: int
    said: float
    won: float

    @property
    def error(self) -> float:
        """The standard error of the share of wins."""
        return float((self.said * (1 - self.said) / self.number) ** 0.5)


def tenths(weights: Mapping[str, float], known: Iterable[Lesson]) -> dict[int, Tenth]:
    """Chances of all seats, by tenths."""
    met: dict[int, list[tuple[float, float]]] = {}
    for each in known:
        for seat, share in shares(weights, each.facts).items():
            met.setdefault(min(9, int(share * 10)), []).append((share, each.won[seat]))
    return {
        place: Tenth(len(pairs), *(sum(column) / len(pairs) for column in zip(*pairs, strict=True)))
        for place, pairs in sorted(met.items())
    }


def distance(weights: Mapping[str, float], known: Sequence[Lesson]) -> float:
    """How far chances are from wins on average, in points of a hundred."""
    parts = tenths(weights, known).values()
    total = sum(part.number for part in parts)
    return 100 * sum(abs(part.said - part.won) * part.number for part in parts) / total


def table(weights: Mapping[str, float], known: Sequence[Lesson]) -> Iterator[str]:
    """Chances and wins, by tenths."""
    yield "| chance | positions | said | won | error |\n|---|---|---|---|---|"
    for place, part in tenths(weights, known).items():
        cells = " | ".join(f"{100 * value:.1f} %" for value in (part.said, part.won, part.error))
        yield f"| {10 * place} to {10 * place + 10} % | {part.number} | {cells} |"
    yield f"\nmean distance {distance(weights, known):.1f} points"


if __name__ == "__main__":
    game, games = sys.argv[1], int(sys.argv[2])
    title: Any = titles()[game]
    model = title.adviser
    known = [lesson for number in range(games) for lesson in lessons(model, number)]
    seen = [each for each in known if each.game % FIFTH]
    kept = [each for each in known if not each.game % FIFTH]
    weights = fitted(model.weights, seen)
    print("\n".join(f"{name} = {weight:.4f}" for name, weight in weights.items()))
    print("\n".join(table(weights, kept)))
    print(f"loss {loss(weights, seen):.4f} where it was fitted, {loss(weights, kept):.4f} elsewhere")
