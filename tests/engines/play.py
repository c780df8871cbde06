"""Random play of any title, for the tests that run over all of them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import product
from typing import NamedTuple

import msgspec

import engines
from data.cases import Statement, Statements, load
from data.cases_parser import parse
from engines.core.contract import AnyTitle
from engines.core.game import Game
from tests.titles.outposts.title import Outposts

TITLES: Mapping[str, AnyTitle] = {**engines.titles(), "outposts": Outposts()}
"""The project's titles, and one of the tests' own that has what they have not."""

GAMES = {"outposts": 12}
"""Games per combination of options that the conformance suite looks at, where it is not `USUAL`."""
USUAL = 6

Options = tuple[tuple[str, bool], ...]


class Position(NamedTuple):
    """A state met in play, and the seats that owe a decision in it."""

    state: msgspec.Struct
    seats: tuple[str, ...]


@cache
def statements(title_id: str) -> Statements:
    """The rule cases of a title."""
    if title_id in engines.titles():
        return load(title_id)
    source = files(f"tests.titles.{title_id}").joinpath("cases.md").read_text(encoding="utf-8")
    read = [Statement(entry.id, entry.id.split("-")[1], "rule", entry.text) for entry in parse(source)]
    return Statements(title_id, tuple(read))


def combinations(title: AnyTitle) -> list[Options]:
    """Every combination of a title's options."""
    ids = [option.id for option in title.options]
    return [tuple(zip(ids, values, strict=True)) for values in product((False, True), repeat=len(ids))]


@cache
def walk(title_id: str, options: Options, number: int) -> tuple[Game, tuple[Position, ...]]:
    """A random game to its end with every position on the way.

    Each second game is a lucky one: most of its dice show 6, so that it lasts and sees what is late.
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
        worth_a_die = [action for action in legal if title.odds(game.state, action) is not None]
        if number % 2 and worth_a_die and chooser.random() < 0.9:
            legal = worth_a_die
            game.dice.feed([6])
        game.act(seat, chooser.choice(legal))
    positions.append(Position(game.state, ()))
    return game, tuple(positions)


@cache
def games(title_id: str) -> tuple[Game, ...]:
    """Finished games of a title with every combination of options."""
    title = TITLES[title_id]
    return tuple(
        walk(title_id, options, number)[0]
        for options in combinations(title)
        for number in range(GAMES.get(title_id, USUAL))
    )


@cache
def positions(title_id: str) -> tuple[Position, ...]:
    """All positions of those games, the last of each included."""
    title = TITLES[title_id]
    return tuple(
        position
        for options in combinations(title)
        for number in range(GAMES.get(title_id, USUAL))
        for position in walk(title_id, options, number)[1]
    )


@cache
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
