"""No list and no refusal of one side depends on what the other keeps in its holding boxes (2.3)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engines.core.dice import Dice
from engines.core.record import digest
from engines.valmy.actions import PASS, Action
from engines.valmy.alike import alike
from engines.valmy.frames import Recovery
from engines.valmy.phases.recovery import recoverable
from engines.valmy.procedure import PROCEDURE
from engines.valmy.state import State, units_in
from tests.support.depth import depth, seed
from tests.valmy.builder import given
from tests.valmy.fixtures import FIXTURE, TITLE
from tests.valmy.small import small

LOOKS = 12
"""Each so many actions a position is looked at; each in which a side has met hidden enemies, besides."""


def positions(name: str, most: int) -> Iterator[State]:
    """Positions of a game in which leaders march more often than single units."""
    rng, dice = random.Random(name), Dice(name)
    state = TITLE.setup("campaign", {}, dice).state
    for number in range(most):
        owed = TITLE.decisions(state)
        if not owed:
            return
        if number % LOOKS == 0 or owed[0].kind in ("retreat", "displaced", "reaction", "recovery"):
            yield state
        seat = owed[0].seat
        legal = TITLE.legal_actions(state, seat)
        led = [action for action in legal if getattr(action, "through", "") is None and action != PASS]
        chosen = rng.choice(led if led and rng.random() < 0.9 else legal)
        state = TITLE.apply(state, seat, chosen, dice).state


def said(state: State, seat: str, action: Action) -> tuple[str, str] | None:
    """The refusal of an action."""
    refusal = PROCEDURE.refusal(TITLE.box, state, seat, action)
    return refusal and (refusal.statement, refusal.message)


@pytest.mark.deep(seconds=20)
@pytest.mark.case("A-9.7-8", "A-7.1.6-3", "A-7.2-2", "Y-2.3-b")
def test_no_order_listed_or_typed_is_refused_by_what_is_hidden() -> None:
    fixture, met = FIXTURE(), Counter[str]()
    for number in range(depth(2, 40)):
        for state in positions(seed(f"hidden {number}"), 500):
            decision = TITLE.decisions(state)[0]
            seat = decision.seat
            legal = TITLE.legal_actions(state, seat)
            typed = [*legal[:30], *fixture.typed(state, legal[:30])]
            refused = [(TITLE.notation(action), said(state, seat, action)) for action in typed]
            for twin in fixture.twins(state, seat):
                if digest(twin) == digest(state):
                    continue
                met[decision.kind] += 1
                assert TITLE.legal_actions(twin, seat) == legal
                assert [(TITLE.notation(action), said(twin, seat, action)) for action in typed] == refused
    assert {"activation", "movement", "reaction", "retreat"} <= set(met)


@pytest.mark.case("A-8.0-1", "Y-2.3-d")
@pytest.mark.parametrize("eyes", ["allied", None])
@pytest.mark.parametrize("hidden", [False, True])
def test_the_last_unit_among_enemies_is_on_every_board_that_looks_alike(
    eyes: str | None, *, hidden: bool
) -> None:
    position = given().force("leveneur", "grandpre", "f1").leader("courbiere", "metz")
    position.leader("borch", "grandpre").units("grandpre", "g1", "borch" if hidden else None)
    position.force("dietmann", "sedan", "f2-f3")
    boards = list(alike(small(), position.state, eyes))
    assert boards
    # A leader who is alone with enemies would have gone.
    assert all(units_in(small(), board, "grandpre", "french") for board in boards)


@pytest.mark.case("A-4.4-2", "Y-2.3-b")
def test_boards_that_look_alike_have_other_steps_where_the_units_stand() -> None:
    position = given().force("leveneur", "sedan", "f1").force("dietmann", "metz", "r1").units("verdun", "g1")
    position.phase("recovery", Recovery("french"))
    assert not recoverable(small(), position.state, "french")
    # Only at its base can a unit recover, and of those that could lie there one has two steps.
    boards = list(alike(small(), position.state, "allied"))
    assert [recoverable(small(), board, "french") for board in boards].count(["f1"]) == 1
