"""Silence tells nothing: where boards look alike to a seat, all that it can observe goes on alike.

Two boards that differ only in what somebody may not know are played on side by side with the same actions,
listed and typed. As long as they look the same to these eyes, the same is refused with the same words, the
same events are told, and the same seats are asked the same; where an action without dice parts them for the
seat that took it, its undo is not free.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any

import pytest

from engines.core.contract import AnyTitle
from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.core.errors import EngineError, IllegalAction, NotationError
from engines.core.learnt import choices, comes_to, learns, unspoken
from tests.core.play import TITLES, of_each_kind, twins
from tests.support.depth import depth, seed, tonight
from tests.support.fixture import fixture_of

HIDING = [title.id for title in TITLES.values() if title.secrets and fixture_of(title.id).hides]
BOARDS = depth(2, 20)
"""Boards of each kind of decision."""
PAIRS, ACTING, OWED = 500, 600, 300
"""Boards that a night has time for: with somebody's eyes, with a seat that acts, with one that is asked."""
TWINS = depth(1, 4)
"""Twins of each."""
LISTED, TYPED = depth(3, 10), depth(3, 16)
"""Actions that are tried at each."""
ORDERS = depth(6, 40)
"""Standing orders of all kinds that are given at each."""
STEPS = depth(2, 8)
"""Actions for which a pair of boards is played on."""


@pytest.fixture(params=HIDING)
def title(request: pytest.FixtureRequest) -> AnyTitle:
    """Each title whose boards hide something, in turn."""
    return TITLES[request.param]


def tried(title: AnyTitle, state: Any, seat: str, chooser: random.Random) -> Iterator[Any]:
    """Actions of a seat, listed and not."""
    listed = title.legal_actions(state, seat)
    near = list(islice(fixture_of(title.id).typed(state, listed), 400))
    yield from chooser.sample(listed, min(LISTED, len(listed)))
    yield from chooser.sample(near, min(TYPED, len(near)))


def taken(title: AnyTitle, state: Any, seat: str, action: Any) -> Any:
    """The step of an action, or why it is refused."""
    try:
        return title.apply(state, seat, action, Dice("silence"))
    except EngineError as error:
        return error.message, error.case


def observed(title: AnyTitle, step: Any, eyes: str | None) -> Any:
    """What is told, who is asked what and can do what, and what ends by itself."""
    owed = title.decisions(step.state)
    return (
        title.redact_all(step.events, eyes),
        owed,
        title.given(step.state),
        title.chapter(step.state),
        choices(title, step.state, eyes),
        [unspoken(title, step.state, decision) is None for decision in owed if decision.seat != eyes],
    )


def differences(first: Any, second: Any) -> Any:
    """Where what is observed differs, in short."""
    if not isinstance(first, (list, tuple)) or not isinstance(second, (list, tuple)):
        return first, second
    return [differences(*both) for both in zip_longest(first, second) if both[0] != both[1]]


@pytest.mark.deep(seconds=60)
def test_boards_that_look_alike_go_on_alike(title: AnyTitle) -> None:
    chooser = random.Random(seed(f"silence {title.id}"))
    compared = 0
    found = of_each_kind(title, BOARDS, chooser)
    pairs = [(position.state, eyes) for position in found for eyes in (None, *title.seats)]
    for state, eyes in tonight(pairs, PAIRS, chooser):
        # One of them is enough where it is played on for many actions: another one each night.
        for twin in twins(title, state, eyes, chooser, TWINS)[:1]:
            compared += go_on(title, state, twin, eyes, chooser)
    assert compared > 20


def go_on(title: AnyTitle, one: Any, other: Any, eyes: str | None, chooser: random.Random) -> int:
    """Play two boards on as long as they look alike; gives how many actions were compared."""
    compared = 0
    for _ in range(STEPS):
        owed = title.decisions(one)
        if not owed or any(decision.kind in fixture_of(title.id).tells for decision in owed):
            break
        asked = [decision.seat for decision in owed]
        seat = chooser.choice(asked)
        alike = []
        for action in tried(title, one, seat, chooser):
            if seat != eyes and title.notation(action).endswith(" auto"):
                # The title makes the choice by what its seat knows.
                continue
            steps = [taken(title, state, seat, action) for state in (one, other)]
            if any(isinstance(step, tuple) for step in steps):
                # What another seat may do is not for these eyes.
                assert seat != eyes or steps[0] == steps[1], (title.notation(action), eyes)
                continue
            seen = [title.view(step.state, eyes) for step in steps]
            shown = (fixture_of(title.id).shown(event) for step in steps for event in step.events)
            if seen[0] != seen[1] or any(shown):
                continue
            if any(
                owed.kind in fixture_of(title.id).shows
                for step in steps
                for owed in title.decisions(step.state)
            ):
                continue
            compared += 1
            first, second = (observed(title, step, eyes) for step in steps)
            if first != second:
                pytest.fail(f"{title.notation(action)} before {eyes}: {differences(first, second)}")
            alike.append(steps)
        if not alike:
            break
        one, other = (step.state for step in chooser.choice(alike))
    return compared


@pytest.mark.deep(seconds=10)
def test_what_an_action_without_dice_shows_its_seat_is_not_taken_back_freely(title: AnyTitle) -> None:
    """Of two boards that look alike to a seat and that its action parts, neither lets it be taken back.

    And what parts them is said by an event that reveals, or is one of the few decisions that show something
    by the rules: all else is told by silence.
    """
    chooser = random.Random(seed(f"reveals {title.id}"))
    found = of_each_kind(title, BOARDS, chooser)
    acting = [(position.state, seat) for position in found for seat in position.seats]
    for state, seat in tonight(acting, ACTING, chooser):
        alike = twins(title, state, seat, chooser, TWINS)
        for action in tried(title, state, seat, chooser) if alike else ():
            seen = comes_to(title, state, seat, action, seat)
            for twin in alike:
                if comes_to(title, twin, seat, action, seat) != seen:
                    for board in (state, twin):
                        assert free(title, board, seat, action) is not True, title.notation(action)
                    assert declared(title, [state, twin], seat, action), title.notation(action)


def free(title: AnyTitle, state: Any, seat: str, action: Any) -> bool | None:
    """Whether an action can be taken back freely; None where it is refused or rolls dice."""
    try:
        step = title.apply(state, seat, action, Dice(None))
    except EngineError:
        return None
    return not (any(event.reveals for event in step.events) or learns(title, state, seat, action))


def declared(title: AnyTitle, states: Sequence[Any], seat: str, action: Any) -> bool:
    """Whether an action that shows something is known to do so, or rolls dice, or ends the game."""
    shows = fixture_of(title.id).shows
    for state in states:
        try:
            step = title.apply(state, seat, action, Dice(None))
        except EngineError as error:
            # It needs a die; what is refused at one of the boards alone is shown by silence.
            return not isinstance(error, IllegalAction)
        owed = title.decisions(step.state)
        if not owed or any(fixture_of(title.id).shown(event) for event in step.events):
            return True
        if any(decision.kind in shows for decision in (*title.decisions(state), *owed)):
            return True
    return False


@pytest.mark.deep(seconds=20)
def test_a_standing_order_answers_by_what_its_seat_knows(title: AnyTitle) -> None:
    chooser = random.Random(seed(f"orders {title.id}"))
    answered = 0
    found = of_each_kind(title, BOARDS, chooser)
    owed = [(state, decision) for state, _ in found for decision in title.decisions(state)]
    for state, decision in tonight(owed, OWED, chooser):
        alike = twins(title, state, decision.seat, chooser, TWINS)
        for kind, text in orders(title, state, decision, chooser) if alike else ():
            answer = _answer(title, state, decision, kind, text)
            answered += answer is not None
            for twin in alike:
                assert _answer(title, twin, decision, kind, text) == answer, text
    assert answered > 20 or not title.order_kinds


def _answer(title: AnyTitle, state: Any, decision: Decision, kind: str, text: str) -> Any:
    """What an order of a kind, or a plan, comes to."""
    if kind == decision.kind:
        return title.ordered(state, decision, text)
    return title.by_orders(state, decision, {kind: text})


def orders(
    title: AnyTitle, state: Any, decision: Decision, chooser: random.Random
) -> Iterator[tuple[str, str]]:
    """Standing orders for a decision, made word by word of what is offered while somebody types."""
    kinds = [each.kind for each in title.order_kinds if decision.kind in (each.answers or (each.kind,))]
    for kind in kinds * ORDERS:
        text = ""
        for _ in range(chooser.randint(1, 5)):
            offered = title.order_choices(state, decision.seat, kind, text)
            text = f"{chooser.choice(offered)} " if offered else text
        try:
            yield kind, title.read_order(kind, text.strip())
        except NotationError:
            # It is not at its end yet.
            continue
