"""Silence at the table: where two boards look alike to a seat, all that it meets on the server is alike.

The same is typed in two campaigns whose boards differ only in what these eyes may not know. As long as the
boards look the same to them, so are posts, edits, pings and their times, what is answered after a while and
what by the clock, and to the seat itself its panel, its completions, its refusals and its way back.
"""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import Callable, Coroutine, Iterator, Sequence
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, TypeVar

import pytest

from engines.core.contract import AnyTitle
from engines.core.dice import Dice
from engines.core.errors import EngineError
from tests.core.play import TITLES, Position, combinations, walk
from tests.support.bot_fixtures import cleared
from tests.support.depth import depth, seed
from tests.support.fixture import fixture_of
from tests.support.watched import Sight, Watched

T = TypeVar("T")

HIDING = [title.id for title in TITLES.values() if title.secrets and fixture_of(title.id).hides]
PAIRS = depth(1, 16)
"""Pairs of campaigns of a game."""
ATTEMPTS = 20
"""Boards that are looked at for one on which something is hidden, and stays so."""
STEPS = depth(3, 8)
"""Actions for which a pair is played on."""
TRIED = 12
"""Actions of which one is chosen."""
WAITS = ((14, 1), (7 * 60, 30))
"""Minutes in which a question answers itself, and after which the clock answers what interrupts."""


def boards(title: AnyTitle, chooser: random.Random) -> Iterator[Position]:
    """Boards of a game, of each kind of decision in turn."""
    number, options = chooser.choice(list(enumerate(combinations(title))))
    _, met = walk(title.id, options, number)
    by_kind: dict[str, list[Position]] = {}
    for position in met:
        for decision in title.decisions(position.state)[:1]:
            by_kind.setdefault(decision.kind, []).append(position)
    while True:
        for kind in chooser.sample(list(by_kind), len(by_kind)):
            yield chooser.choice(by_kind[kind])


def alone(title: AnyTitle, state: Any) -> set[str]:
    """Seats with one answer to a question that therefore answers itself after a while."""
    single = set()
    for decision in title.decisions(state):
        interrupts = decision.interrupt and len(title.legal_actions(state, decision.seat)) == 1
        if interrupts or title.forced(state, decision) is not None:
            single.add(decision.seat)
    return single


def chosen(
    title: AnyTitle, states: list[Any], eyes: str | None, chooser: random.Random
) -> tuple[str, str] | None:
    """What is typed next, and by whom; None where no one action can be taken on both boards."""
    seat = chooser.choice(title.deciding(states[0]))
    legal = title.legal_actions(chooser.choice(states), seat)
    actions = chooser.sample(legal, min(TRIED, len(legal)))
    if seat == eyes:
        near = list(islice(fixture_of(title.id).typed(states[0], legal), 200))
        actions += chooser.sample(near, min(2, len(near)))
    else:
        actions = [
            action
            for action in actions
            if not title.notation(action).endswith(" auto")
            and all(title.is_legal(state, seat, action) for state in states)
        ]
    if not actions:
        return None
    interrupting = [action for action in actions if _interrupts(title, states[0], seat, action)]
    return seat, title.notation(chooser.choice(interrupting or actions))


def _interrupts(title: AnyTitle, state: Any, seat: str, action: Any) -> bool:
    """Whether another seat is asked after an action."""
    try:
        after = title.apply(state, seat, action, Dice("silence")).state
    except EngineError:
        return False
    return title.deciding(after) != title.deciding(state)


class Pair:
    """Two campaigns whose boards look alike to the same eyes, each on a server and in a loop of its own."""

    def __init__(self, title: AnyTitle, eyes: str | None) -> None:
        self.title = title
        self.eyes = eyes
        self._runners: list[asyncio.Runner] = []
        self._sides: list[Watched] = []

    def begin(self, database: Path, state: Any) -> None:
        """Begin the next of the two on a board."""
        runner = asyncio.Runner()
        self._runners.append(runner)
        self._sides.append(runner.run(Watched.begun(database, self.title, state, self.eyes)))

    def each(self, do: Callable[[Watched], Coroutine[Any, Any, T]]) -> list[T]:
        """The same in both."""
        return [runner.run(do(side)) for runner, side in zip(self._runners, self._sides, strict=True)]

    def leave(self) -> None:
        """End both."""
        self.each(lambda side: cleared(side.table))
        for runner in self._runners:
            runner.close()

    def states(self) -> list[Any]:
        """The two boards."""
        return self.each(lambda side: side.state())

    def parted(self) -> bool:
        """Whether the boards look alike no more, or something was shown by the rules."""
        shown = self.each(lambda side: side.revealed())
        states = self.states()
        kinds = {owed.kind for state in states for owed in self.title.decisions(state)}
        by_rule = {*fixture_of(self.title.id).shows, *fixture_of(self.title.id).tells}
        one, other = (self.title.view(state, self.eyes) for state in states)
        return any(shown) or bool(kinds & by_rule) or one != other

    def compare(self, at: object, *, own: bool) -> None:
        """See that the same was to be seen in both since the last time."""
        one, other = (side.sights(own=own) for side in self._sides)
        if one != other:
            pytest.fail("\n".join(map(str, (at, *difference(one, other)))))


def difference(one: Sequence[Sight], other: Sequence[Sight]) -> tuple[object, ...]:
    """Where two sequences first part, in short."""
    for left, right in zip_longest(one, other):
        if left is None or right is None or left[:2] != right[:2]:
            return left, right
        if left.body != right.body:
            letters = enumerate(zip(left.body, right.body, strict=False))
            at = next((at for at, (one_s, other_s) in letters if one_s != other_s), 0)
            return left[:2], *(body[max(0, at - 200) : at + 200] for body in (left.body, right.body))
    return ()


def go_on(pair: Pair, chooser: random.Random) -> int:
    """Play two campaigns on as long as they look alike; gives how often they were compared."""
    title, eyes = pair.title, pair.eyes
    for compared in range(STEPS):
        states = pair.states()
        typed = chosen(title, states, eyes, chooser) if title.decisions(states[0]) else None
        if typed is None:
            return compared
        seat, notation = typed
        pair.each(lambda side: side.plays(*typed))  # noqa: B023 - it is done at once
        if pair.parted():
            return compared
        pair.compare((eyes, seat, notation), own=seat == eyes)
        pair.each(lambda side: side.looks())
        pair.compare((eyes, seat, notation), own=True)
        ones, others = (alone(title, state) for state in pair.states())
        if ones != others:
            # One of them answers itself soon; a player who has a choice could be as quick.
            continue
        minutes = chooser.choice(WAITS)
        pair.each(lambda side: side.waits(*minutes))  # noqa: B023
        if pair.parted():
            return compared + 1
        pair.compare((eyes, minutes), own=False)
    return STEPS


@pytest.mark.deep(seconds=4)
@pytest.mark.parametrize("number", range(PAIRS))
@pytest.mark.parametrize("game", HIDING)
def test_campaigns_that_look_alike_are_alike_on_the_server(
    empty_database: Path, tmp_path: Path, game: str, number: int
) -> None:
    title = TITLES[game]
    chooser = random.Random(seed(f"silence at the table of {game} {number}"))
    for tried, position in enumerate(islice(boards(title, chooser), ATTEMPTS)):
        eyes = chooser.choice((None, *title.seats))
        twins = list(fixture_of(game).twins(position.state, eyes))
        if not twins:
            continue
        pair = Pair(title, eyes)
        for name, state in (("one", position.state), ("other", chooser.choice(twins))):
            pair.begin(Path(shutil.copyfile(empty_database, tmp_path / f"{tried}-{name}.db")), state)
        compared = go_on(pair, chooser)
        pair.leave()
        if compared:
            return
    raise AssertionError("no two boards stayed alike")
