"""Whole random games of La Grande Armée in which both sides look for a fight, and what holds in all."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from data.grande_armee.hexes import distance
from engines.core.dice import Dice
from engines.core.events import Event, PhaseBegun
from engines.core.fuzz import random_options
from engines.grande_armee import actions
from engines.grande_armee.actions import END, Action
from engines.grande_armee.events import BattleFought
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee
from tests.grande_armee.invariants import check_state, check_step
from tests.support.depth import depth, seed

TITLE = GrandeArmee()
SCENARIOS = ("1805", "1806", "1809")
_SAVED = 12
"""Of as many states one is written and read."""


def choose(state: State, legal: Sequence[Action], rng: random.Random) -> Action:
    """Anything, but rather towards the enemy and against him.

    A list has thousands of members, which are made when they are looked at: few of them are, and all at its
    end, where what is no march stands.
    """
    count = len(legal)
    looked = {*rng.sample(range(count), min(count, 16)), *range(max(count - 12, 0), count)}
    some = [legal[at] for at in sorted(looked)]
    attacks = [action for action in some if isinstance(action, actions.Attack | actions.Eliminate)]
    if attacks and rng.random() < 0.8:
        return rng.choice(attacks)
    moves = [action for action in some if isinstance(action, actions.Move | actions.March | actions.Triple)]
    if moves and rng.random() < 0.9:
        pieces, kinds = [*state.pieces.values()], TITLE.box.kinds
        near = [piece.hex for piece in rng.sample(pieces, 20) if kinds[piece.kind].side != state.side]
        return min(moves, key=lambda move: min((distance(move.route[-1], hex) for hex in near), default=0))
    busy = [action for action in some if action != END]
    chosen: Sequence[Action] = busy if busy and rng.random() < 0.7 else legal
    return rng.choice(chosen)


def played(scenario: str, name: str) -> Counter[str]:
    """Play a game from check to check; what happened, by type of event and result."""
    rng = random.Random(name)
    dice = Dice(name)
    step = TITLE.setup(scenario, random_options(TITLE, name), dice)
    state, met = step.state, Counter[str]()
    events: list[Event] = step.events
    for number in range(20_000):
        # What arrives when a phase begins is judged at its end.
        judged = bool(events) and isinstance(events[-1], PhaseBegun)
        check_state(TITLE, state, judged=judged, saved=number % _SAVED == 0)
        seats = TITLE.deciding(state)
        if not seats:
            break
        legal = TITLE.legal_actions(state, seats[0])
        action = choose(state, legal, rng)
        before = state
        step = TITLE.apply(state, seats[0], action, dice)
        state, events = step.state, step.events
        try:
            check_step(TITLE, before, state, events)
        except AssertionError as error:
            raise AssertionError(f"{name}: {TITLE.notation(action)}") from error
        met.update(type(event).__name__ for event in events)
        met.update(event.result for event in events if isinstance(event, BattleFought))
    assert TITLE.outcome(state) is not None
    return met


@pytest.mark.case("G-GEN-6", "G-GEN-7", "A-127")
@pytest.mark.deep(seconds=20)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_invariants_hold_in_every_game(scenario: str) -> None:
    met: Counter[str] = Counter()
    for number in range(depth(1, 30)):
        met += played(scenario, seed(f"{scenario}, {number}"))
    assert met["BattleFought"] > 3
    assert met["Retreated"] + met["Scattered"] > 3
