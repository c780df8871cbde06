"""Correctness counted: the number of action sequences from fixed positions of the frozen pack.

Every die shows a 3 and the deck comes in the order of its numbers. A finished game has no continuation.
When a rule is meant to change, work out by hand why a count moves before it is pinned anew.
"""

from __future__ import annotations

from contextlib import suppress

import pytest

from data.levee.schema import ARMIES, COLOURS, MARKERS
from engines.core.dice import Dice
from engines.core.errors import IllegalAction
from engines.levee.actions import (
    Action,
    End,
    Levy,
    Liberate,
    Military,
    Naval,
    Political,
    RestoreOrder,
    Spirit,
)
from engines.levee.reveal import DECK
from engines.levee.state import State
from engines.levee.title import SEAT, Levee
from tests.levee.builder import Position, frozen, position


def dice(title: Levee, state: State) -> Dice:
    """Dice that show 3 and a deck in order."""
    result = Dice(None)
    result.feed([3] * 6)
    following = COLOURS[COLOURS.index(state.colour) + 1 :]
    result.stack(DECK, [*state.pile, *(id for colour in following for id in title.box.decks[False][colour])])
    return result


def perft(title: Levee, state: State, depth: int) -> int:
    """Number of sequences of `depth` legal actions."""
    actions = title.legal_actions(state, SEAT)
    if depth == 1:
        return len(actions)
    return sum(
        perft(title, title.apply(state, SEAT, action, dice(title, state)).state, depth - 1)
        for action in actions
    )


def at(here: Position) -> tuple[Levee, State]:
    start = here.start()
    return start.title, start.state


def opening() -> tuple[Levee, State]:
    title = Levee(frozen())
    return title, title.setup("base", {}, Dice(None)).state


def crowded() -> Position:
    """Armies on every kind of space, markers wherever they can be."""
    here = position(frozen()).deck("white", left=8).tracks(m=2, d=1, r=2).disorder()
    here = here.army("britain", 2).army("prussia", 3).army("austria", 4).army("piedmont", 1).army("vendee", 0)
    return here.liberated("brussels").holding()


POSITIONS = {
    "opening": opening(),
    "crowded": at(crowded()),
    "crowded, all options": at(crowded().option("levee-en-masse", "spirit-of-89")),
    "besieged": at(
        position(frozen())
        .deck("red", left=3)
        .tracks(m=0, d=4, r=-1)
        .army("austria", 0)
        .army("piedmont", 0)
        .army("britain", 0)
        .actions(0)
    ),
    "nobody left": at(
        position(frozen()).off("britain", "prussia", "austria", "piedmont", "vendee").holding(2)
    ),
    "contested": at(
        position(frozen())
        .deck("blue", left=5)
        .army("prussia", 3)
        .army("britain", 4)
        .liberated("coblenz", "at-sea")
        .option("spirit-of-89", "levee-en-masse")
    ),
    "rotated Prussia": at(position(frozen()).deck("blue", left=7).army("prussia", 2).rotated("prussia")),
    "the last card": at(
        position(frozen()).deck("red", left=0).army("vendee", 2).disorder().tracks(m=1, d=3, r=3)
    ),
}


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("opening", [3, 12, 54, 347]),
        ("crowded", [13, 152, 1749, 7630]),
        ("crowded, all options", [15, 184, 2237, 14617]),
        ("besieged", [4, 9, 12, 6]),
        ("nobody left", [14, 183, 1506, 3597]),
        ("contested", [9, 72, 628, 5265]),
        ("rotated Prussia", [5, 26, 154, 608]),
        ("the last card", [6, 30, 25]),
    ],
)
def test_perft(name: str, counts: list[int]) -> None:
    assert [perft(*POSITIONS[name], depth) for depth in range(1, len(counts) + 1)] == counts


def conceivable(title: Levee, state: State) -> list[Action]:
    """Every action that can be written down, legal or not."""
    spaces = ["paris", "holding", *title.box.space]
    return [
        *(Political(marker) for marker in MARKERS),
        *(Military(army) for army in ARMIES),
        *(Liberate(space) for space in spaces[2:]),
        *(Levy(space) for space in spaces),
        *(Spirit(space) for space in spaces[2:]),
        *(Naval(), RestoreOrder(), End()),
    ]


@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_offered_is_what_is_accepted(name: str) -> None:
    title, state = POSITIONS[name]
    accepted = []
    for action in conceivable(title, state):
        with suppress(IllegalAction):
            title.apply(state, SEAT, action, dice(title, state))
            accepted.append(action)
    legal = title.legal_actions(state, SEAT)

    assert len(set(legal)) == len(legal)
    assert set(accepted) == set(legal)
