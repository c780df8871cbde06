"""What is told of a roll, and why something is refused, does not depend on what one may not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

import engines
from data.games import games
from engines.core.contract import AnyTitle
from engines.core.dice import Dice
from engines.core.errors import EngineError
from engines.core.events import Event, Roll, TableRoll
from tests.support.depth import depth, seed
from tests.support.fixture import fixture_of

FAR = depth(400, 4000)
"""Actions of a game that is looked at."""
EACH = depth(2, 40)
"""Boards of each kind of decision."""
ACTIONS = 12
"""Actions that are compared at each board."""
ROLLS = (Roll, TableRoll)


def boards(title: AnyTitle, policy: Random) -> Iterator[tuple[Any, str]]:
    """States of a game that plays itself, and who decides, but few of each kind of decision."""
    state = title.setup(
        title.scenarios[0].id, title.chosen(fixture_of(title.id).diced), Dice(seed("rolls"))
    ).state
    met: Counter[str] = Counter()
    dice = Dice(seed("rolls on"))
    for _ in range(FAR):
        owed = title.decisions(state)
        if not owed:
            return
        met[owed[0].kind] += 1
        if met[owed[0].kind] <= EACH:
            yield state, owed[0].seat
        action = title.suggest(state, owed[0].seat, policy)
        if action is None:
            action = title.fallback(state, owed[0])
        state = title.apply(state, owed[0].seat, action, dice).state


class Told(NamedTuple):
    """What some eyes are told of an action, and see after it."""

    events: list[Event]
    view: Any


def told(title: AnyTitle, state: Any, seat: str, action: Any, eyes: str | None) -> Told | str:
    """What comes of an action with given dice, or why it is refused."""
    try:
        step = title.apply(state, seat, action, Dice("alike"))
    except EngineError as refused:
        return refused.message
    return Told(title.redact_all(step.events, eyes), title.view(step.state, eyes))


def verdict_apart(event: Event) -> Event:
    """A roll without what came of it."""
    if isinstance(event, Roll):
        return msgspec.structs.replace(event, success=False, natural=False)
    return msgspec.structs.replace(event, result="") if isinstance(event, TableRoll) else event


def rolls(told: Told) -> list[Event]:
    """The rolls that are told."""
    return [event for event in told.events if isinstance(event, ROLLS)]


def alike_but_for_rolls(one: Told, other: Told) -> bool:
    """Whether nothing that is told or seen besides shows, or follows from, what was hidden."""
    others = ([event for event in told.events if not isinstance(event, ROLLS)] for told in (one, other))
    return one.view == other.view and next(others) == next(others)


@pytest.mark.deep(seconds=30)
@pytest.mark.parametrize(
    "game", [game for game in games() if engines.find(game).secrets and fixture_of(game).hides]
)
def test_a_roll_tells_no_more_of_who_is_hidden_than_die_and_verdict(game: str) -> None:
    title, chooser = engines.find(game), Random(seed("rolls"))
    rolled: Counter[str] = Counter()
    refused = diced = 0
    for state, seat in boards(title, chooser):
        legal = title.legal_actions(state, seat)
        for eyes in (None, *title.seats):
            for twin in islice(fixture_of(game).twins(state, eyes), 2):
                near = list(islice(fixture_of(game).typed(state, legal), 40))
                for action in chooser.sample([*legal, *near], min(ACTIONS, len(legal) + len(near))):
                    one, other = (told(title, each, seat, action, eyes) for each in (state, twin))
                    if isinstance(one, str) or isinstance(other, str):
                        # What somebody else's counters allow them is told to nobody.
                        assert seat != eyes or one == other, "a refusal tells what is hidden"
                        refused += seat == eyes
                        continue
                    rolled.update(type(event).__name__ for event in rolls(one))
                    diced += any(getattr(event, "faces", None) for event in one.events)
                    if alike_but_for_rolls(one, other):
                        assert [*map(verdict_apart, rolls(one))] == [*map(verdict_apart, rolls(other))]
    # Some games tell of dice by what came of them, which the secrecy suite compares like any other event.
    assert rolled or diced
    assert refused or not fixture_of(game).unlisted
