"""Whole games of *For God and For the King* for the tests of its words, and what each side may not know."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from bot.games.shown import Group
from bot.games.vendee.presenter import VendeePresenter
from data.vendee.schema import Side
from engines.core.dice import Dice
from engines.core.events import Event
from engines.vendee.actions import Action, Move
from engines.vendee.combat.actions import Guns, Pursue
from engines.vendee.frames import KINDS, SIDES
from engines.vendee.state import State, by_kind
from engines.vendee.title import Vendee
from tests.vendee.fixtures import VendeeFixture

TITLE = Vendee()
WORDS = VendeePresenter(TITLE)

EYES: tuple[Side | None, ...] = (None, *SIDES)
# Lower-case words that are ids and nothing else; a deserter is also a common noun.
IDS = re.compile(
    "|".join(
        rf"(?<![\w-]){id}(?![\w-])"
        for id in {*TITLE.box.ground.area, *TITLE.box.general, *KINDS, "None"} - {"deserters"}
    )
)


class Moment(NamedTuple):
    """A state of a game and what led to it."""

    state: State
    events: list[Event]


def played(seed: int) -> Iterator[Moment]:
    """A game at random, but with fights wherever there can be one."""
    chooser, dice = random.Random(seed), Dice(f"vendee words {seed}")
    step = TITLE.setup("campaign", {}, dice)
    while True:
        state = step.state
        assert isinstance(state, State)
        yield Moment(state, step.events)
        owed = TITLE.decisions(state)
        if not owed:
            return
        legal = TITLE.legal_actions(state, owed[0].seat)
        bold = [action for action in legal if fierce(state, owed[0].seat, action)]
        action = chooser.choice(bold if bold and chooser.random() < 0.8 else legal)
        step = TITLE.apply(state, owed[0].seat, action, dice)


def fierce(state: State, seat: str, action: Action) -> bool:
    match action:
        case Move((_, area)):
            other = next(side for side in SIDES if side != seat)
            return bool(by_kind(state, area, other))
        case _:
            return isinstance(action, Guns | Pursue)


@cache
def games() -> list[Moment]:
    """Moments of several whole games."""
    return [moment for seed in (3, 14, 19) for moment in played(seed)]


@lru_cache(maxsize=2000)
def groups_at(number: int, seat: str) -> list[Group]:
    """What a seat is offered at a moment of these games, by its number; asked once for all tests."""
    return WORDS.groups(games()[number].state, seat)


def twins(state: State, eyes: str | None) -> Iterator[State]:
    """States that differ only in what these eyes may not know."""
    for twin in VendeeFixture().twins(state, eyes):
        assert isinstance(twin, State)
        yield twin
