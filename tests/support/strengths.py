"""How strong the automatic player is: paired games of one strength against another, seats and seeds swapped.

`python -m tests.support.strengths valmy normal quick 20` plays 20 pairs of games from the seeds `pair-0` and
so on: each seed twice, with the seats swapped. `quick` is the player that does not search. In a game of more
than two seats the first strength sits among players of the second, in each seat once a seed, and the same
game is played with none of it.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engines import find
from engines.core.contract import AnyTitle, Outcome
from engines.core.dice import Dice
from engines.core.record import digest
from engines.core.simulate import LIMIT
from engines.core.strength import STRENGTHS

QUICK, CHANCE = "quick", "random"
"""The player that does not search, and one that takes any legal action."""


class Ended(NamedTuple):
    """A game between players of given strengths."""

    seed: str
    players: Mapping[str, str]
    """The strength of each seat."""
    outcome: Outcome
    spent: Mapping[str, list[float]]
    """Seconds of the processor by strength, for each decision with more than one candidate."""


def chosen(title: AnyTitle, state: Any, seat: str, player: str, rng: random.Random) -> Any:
    """What a player does."""
    if player == CHANCE:
        return rng.choice(title.legal_actions(state, seat))
    if player == QUICK:
        return title.suggest(state, seat, rng)
    strength = next(known for known in STRENGTHS if known == player)
    known = title.known(state, seat)
    return title.decide(known, seat, strength, digest(known))


def played(title: AnyTitle, seed: str, players: Mapping[str, str], scenario: str = "") -> Ended:
    """Play a game to its end."""
    dice, rng = Dice(seed), random.Random(seed)
    state = title.setup(scenario or title.scenarios[0].id, title.chosen({}), dice).state
    spent: dict[str, list[float]] = {player: [] for player in players.values()}
    for _ in range(LIMIT):
        deciding = title.deciding(state)
        if not deciding:
            outcome = title.outcome(state)
            assert outcome is not None
            return Ended(seed, players, outcome, spent)
        seat, began = deciding[0], time.process_time()
        action = chosen(title, state, seat, players[seat], rng)
        spent[players[seat]].append(time.process_time() - began)
        state = title.apply(state, seat, action, dice).state
    raise AssertionError(f"the game of {seed} does not end")


def pairs(
    title: AnyTitle, one: str, other: str, seeds: Sequence[str], scenario: str = ""
) -> Iterator[tuple[Ended, str]]:
    """Games with the seat, or seats, of the first player swapped, each with the seat that it has."""
    for seed in seeds:
        for seat in title.seats:
            players = {each: one if each == seat else other for each in title.seats}
            yield played(title, seed, players, scenario), seat


class Share(NamedTuple):
    """A share of games won."""

    games: int
    won: float

    def __str__(self) -> str:
        share = self.won / self.games
        error = (share * (1 - share) / self.games) ** 0.5
        return f"{self.won:g} of {self.games}: {100 * share:.1f} % (standard error {100 * error:.1f})"


def of_seat(outcome: Outcome, seat: str) -> float:
    """The part of a win; a draw is half of one."""
    return 0.5 if outcome.winner is None else float(outcome.winner == seat)


def main(game: str, one: str, other: str, number: str, first: str = "0", scenario: str = "") -> None:
    """Play, and print each game and the sum."""
    title = find(game)
    seeds = [f"pair-{place}" for place in range(int(first), int(first) + int(number))]
    wins: Counter[str] = Counter()
    usual: Counter[str] = Counter()
    spent: dict[str, list[float]] = {}
    games = 0
    for game_, seat in pairs(title, one, other, seeds, scenario):
        games += 1
        wins[seat] += of_seat(game_.outcome, seat)  # type: ignore[assignment]
        for player, seconds in game_.spent.items():
            spent.setdefault(player, []).extend(seconds)
        print(game_.seed, one, "as", seat, game_.outcome.winner, game_.outcome.score, flush=True)
    print(f"{one} against {other}, {seeds[0]} to {seeds[-1]}: {Share(games, sum(wins.values()))}")
    if len(title.seats) > 2:
        for seed in seeds:
            usual[played(title, seed, dict.fromkeys(title.seats, other), scenario).outcome.winner or ""] += 1
    for seat in title.seats:
        among = f", {usual[seat]} with {other}" if len(title.seats) > 2 else ""
        print(f"  as {seat}: {Share(len(seeds), wins[seat])}{among}")
    for player, seconds in spent.items():
        mean, most = sum(seconds) / len(seconds), max(seconds)
        print(f"  {player}: {len(seconds)} decisions, {1000 * mean:.1f} ms in the mean, {most:.2f} s at most")


if __name__ == "__main__":
    main(*sys.argv[1:])
