"""An attacker swaps what a seat may not know, in games that are new: two thousand times a night and game.

At each swap all is compared that the seat can ask for without a trace: completions with names of either side,
what it can do, refusals of what it types. What an action without dice shows to it can't be taken back freely.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from bot.games.registry import presenter_of
from engines.core.contract import AnyTitle
from engines.core.learnt import comes_to
from tests.bot.games.test_served import TYPED, Typed, completions, names, offered
from tests.core.play import TITLES, combinations, walk
from tests.core.test_silence import HIDING, free
from tests.support.depth import seed
from tests.support.fixture import fixture_of

SWAPS = 2000
TWINS = 4
"""Swaps of a board, at most."""
BOARDS = 250
"""Boards of a game."""
KINDS = 2
"""Kinds of standing order that are completed at each."""
LISTED, TYPED_TOO = 2, 3
"""Actions that are tried at each, listed and not."""


def boards(title: AnyTitle, chooser: random.Random) -> Iterator[tuple[str, Any, list[Any]]]:
    """Boards of new games, each with a seat and with swaps that look alike to it."""
    while True:
        _, met = walk.__wrapped__(title.id, chooser.choice(combinations(title)), chooser.randrange(10**6))
        for position in chooser.sample(met, min(BOARDS, len(met))):
            seat = chooser.choice(title.seats)
            twins = list(fixture_of(title.id).twins(position.state, seat))
            yield seat, position.state, chooser.sample(twins, min(TWINS, len(twins)))


@pytest.mark.nightly(seconds=60)
@pytest.mark.parametrize("game", HIDING)
def test_no_swap_is_seen(game: str) -> None:
    title, known, swaps = TITLES[game], names(TITLES[game]), 0
    chooser = random.Random(seed(f"swaps of {game}"))
    for seat, state, twins in boards(title, chooser):
        see_completions(title, seat, state, twins, chooser.choice((None, *known)), chooser)
        if seat in title.deciding(state):
            see_actions(title, seat, state, twins, chooser)
        swaps += len(twins)
        if swaps >= SWAPS:
            return


def see_completions(
    title: AnyTitle, seat: str, state: Any, twins: list[Any], name: str | None, chooser: random.Random
) -> None:
    """Each option is completed alike."""
    if not completions(title):
        return
    options = Typed(name, *chooser.sample(names(title), 2))
    begun, words = chooser.choice(TYPED).format(name or ""), presenter_of(title)
    kinds = [kind.kind for kind in chooser.sample(title.order_kinds, min(KINDS, len(title.order_kinds)))]
    expected = offered(title, words, state, (seat, name), options, begun, kinds)
    for twin in twins:
        assert offered(title, words, twin, (seat, name), options, begun, kinds) == expected, (name, begun)


def see_actions(title: AnyTitle, seat: str, state: Any, twins: list[Any], chooser: random.Random) -> None:
    """The same can be done, and what shows more than was known stays done."""
    legal = title.legal_actions(state, seat)
    near = list(islice(fixture_of(title.id).typed(state, legal), 200))
    tried = [
        *chooser.sample(legal, min(LISTED, len(legal))),
        *chooser.sample(near, min(TYPED_TOO, len(near))),
    ]
    for twin in twins:
        assert title.legal_actions(twin, seat) == legal
        for action in tried:
            seen, other = (comes_to(title, board, seat, action, seat) for board in (state, twin))
            if seen != other:
                for board in (state, twin):
                    assert free(title, board, seat, action) is not True, title.notation(action)
