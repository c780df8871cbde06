"""Random play of any title, for the tests that run over all of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product, zip_longest
from typing import Any, NamedTuple

import msgspec

import engines
from data.cases import load
from engines.core.contract import AnyTitle
from engines.core.fuzz import random_game
from engines.core.game import Game
from engines.core.record import Played, replay
from tests.support.depth import depth
from tests.support.effort import shared
from tests.support.fixture import fixture_of

TITLES: Mapping[str, AnyTitle] = engines.titles()
"""The project's titles, and those of others that are installed: the tests' own has what ours have not."""

MOST_COMBINATIONS = 8
"""Where there are more, only some of them are walked."""
FLIPPED = 8
"""Combinations by night in which some options, together all, are the other way."""
MOST_ALIKE = depth(60, 300)
"""Positions of one kind of decision that are looked at; long games have more than anybody learns from."""
MOST_POSITIONS = depth(640, 20_000)
"""Positions that are looked at in all, of each kind alike: games with many kinds take their share of each."""
MOST_STEPS = depth(1500, 40_000)
"""Steps of replays that are looked at, by whole games."""
MOST_TWINS = depth(2, 1000)
"""Boards that look alike to somebody with which one board is compared."""
FEW_ALIKE = 20
"""Positions with a decision that is hardly ever met, which are made for those that look at it."""

Options = tuple[tuple[str, bool], ...]


class Position(NamedTuple):
    """A state met in play, and the seats that owe a decision in it."""

    state: msgspec.Struct
    seats: tuple[str, ...]


@cache
def described(case: str, title: AnyTitle) -> bool:
    """Whether the rulebook has statements of a case, or is cited by the statement."""
    return bool(load(title.id).get(case) or load(title.id).by_case(case))


def all_on(title: AnyTitle) -> dict[str, bool]:
    """Every option, but of those that exclude each other the first alone."""
    return _compatible(title, {option.id: True for option in title.options})


def _compatible(title: AnyTitle, options: dict[str, bool]) -> dict[str, bool]:
    for option in title.options:
        if options[option.id]:
            options |= dict.fromkeys(option.excludes, False)
    return options


def combinations(title: AnyTitle) -> list[Options]:
    """Every combination of a title's options; of many none, all, the usual, and each option the other way.

    Of very many several at once are the other way; of those that exclude each other the first stays on.
    """
    ids = [option.id for option in title.options]
    if 2 ** len(ids) <= MOST_COMBINATIONS:
        return [tuple(zip(ids, values, strict=True)) for values in product((False, True), repeat=len(ids))]
    usual = {option.id: option.default for option in title.options}
    parts = min(len(ids), depth(fixture_of(title.id).flipped, FLIPPED))
    flipped = [usual | {id: not usual[id] for id in ids[part::parts]} for part in range(parts)]
    some = [dict.fromkeys(ids, False), all_on(title), usual, *flipped]
    return list(dict.fromkeys(tuple(_compatible(title, options).items()) for options in some))


@cache
@shared()
def walk(title_id: str, options: Options, number: int) -> tuple[Game, tuple[Position, ...]]:
    """A random game to its end with every position on the way.

    Of each three games one is lucky: most of its dice show 6, so that it lasts and sees what is late. One
    is sensible: most of its actions are those of the automatic players, so that it sees what needs a plan.
    """
    title = TITLES[title_id]
    chooser = random.Random(f"{title_id} {options} {number}")
    game = Game(title, chooser.choice(title.scenarios).id, dict(options), seed=f"walk {number}")
    positions = []
    while game.decisions:
        seats = tuple(decision.seat for decision in game.decisions)
        positions.append(Position(game.state, seats))
        seat = chooser.choice(seats)
        legal = title.legal_actions(game.state, seat)
        if number % 3 == 1 and chooser.random() < 0.9:
            worth_a_die = [action for action in legal if title.odds(game.state, action) is not None]
            if worth_a_die:
                legal = worth_a_die
                game.dice.feed([6])
        sensible = number % 3 == 2 and chooser.random() < 0.8
        suggested = title.suggest(game.state, seat, chooser) if sensible else None
        game.act(seat, suggested or chooser.choice(legal))
    positions.append(Position(game.state, ()))
    return game, tuple(positions)


def usual_walk(title_id: str) -> tuple[Game, tuple[Position, ...]]:
    """A sensible game with the usual options, played once for all that look at it."""
    return walk(title_id, tuple((option.id, option.default) for option in TITLES[title_id].options), 2)


@cache
@shared()
def fuzzed(title_id: str, name: str, options: Options, *, meddle: bool = False) -> Game:
    """A game of the fuzzer to its end, played once for all that look at it."""
    return random_game(TITLES[title_id], name, options=dict(options), meddle=meddle)


def walks(title_id: str) -> Iterator[tuple[Game, tuple[Position, ...]]]:
    """Lucky games and others with every combination of options."""
    for start, options in enumerate(combinations(TITLES[title_id])):
        for number in range(fixture_of(title_id).walks):
            yield walk(title_id, options, start + number)


@cache
@shared()
def games(title_id: str) -> tuple[Game, ...]:
    """Finished games of a title with every combination of options."""
    return tuple(game for game, _ in walks(title_id))


@cache
@shared()
def replays(title_id: str) -> tuple[tuple[Game, tuple[Played, ...]], ...]:
    """The first of those games with the steps of their replay, from the journal alone without the seed."""
    title = TITLES[title_id]
    found: list[tuple[Game, tuple[Played, ...]]] = []
    for game in games(title_id):
        if sum(len(steps) for _, steps in found) < MOST_STEPS:
            found.append((game, tuple(replay(title, game.record(reveal_seed=False)))))
    return tuple(found)


@cache
@shared()
def positions(title_id: str) -> tuple[Position, ...]:
    """Positions of those games, the last of each included; of each kind of decision as many at most."""
    title = TITLES[title_id]
    alike: dict[str, list[Position]] = {}
    for _, met in walks(title_id):
        for position in met:
            owed = title.decisions(position.state)
            alike.setdefault(owed[0].kind if owed else "over", []).append(position)
    for state in [state for found in alike.values() for state, _ in found]:
        for made in fixture_of(title_id).seldom(state):
            decision, *_ = title.decisions(made)
            same = alike.setdefault(decision.kind, [])
            if len(same) < FEW_ALIKE:
                same.append(Position(made, tuple(each.seat for each in title.decisions(made))))
    chooser = random.Random(title_id)
    most = min(MOST_ALIKE, MOST_POSITIONS // len(alike))
    kept = [chooser.sample(found, min(most, len(found))) for found in alike.values()]
    return tuple(position for found in kept for position in found)


@cache
def _by_kind(title_id: str) -> dict[str, list[Position]]:
    """The positions that can be gone on from, by the kind of decision that is owed first."""
    title, found = TITLES[title_id], dict[str, list[Position]]()
    for position in positions(title_id):
        for decision in title.decisions(position.state)[:1]:
            found.setdefault(decision.kind, []).append(position)
    return found


def of_each_kind(title: AnyTitle, count: int, chooser: random.Random) -> list[Position]:
    """So many of the positions before each kind of decision."""
    alike = _by_kind(title.id).values()
    return [met for found in alike for met in chooser.sample(found, min(count, len(found)))]


@cache
def _varied(title_id: str) -> tuple[Position, ...]:
    chooser = random.Random(title_id)
    drawn = [chooser.sample(found, len(found)) for found in _by_kind(title_id).values()]
    return tuple(position for turn in zip_longest(*drawn) for position in turn if position is not None)


def sample(title: AnyTitle, count: int) -> list[Position]:
    """So many of the positions that can be gone on from, of each kind in turn; the same in each run."""
    return [*_varied(title.id)[:count]]


def twins(
    title: AnyTitle, state: Any, eyes: str | None, chooser: random.Random, most: int = MOST_TWINS
) -> list[Any]:
    """Some of the boards that look alike to a seat, or to the public."""
    found = list(fixture_of(title.id).twins(state, eyes))
    return chooser.sample(found, min(most, len(found)))


@cache
@shared()
def notations(title_id: str) -> tuple[str, ...]:
    """Every notation that was legal somewhere in those games."""
    title = TITLES[title_id]
    return tuple(
        sorted(
            {
                title.notation(action)
                for position in positions(title_id)
                for seat in position.seats
                for action in title.legal_actions(position.state, seat)
            }
        )
    )
