"""How often play waits for the other side; `python -m tests.vendee.waits` measures it over more games."""

from __future__ import annotations

import pytest

from engines.vendee.frames import SIDES
from tests.support.depth import depth
from tests.vendee.builder import title
from tests.vendee.waits import MOST_WITH_COMBAT, Tally, measured, orders_of

GAMES = depth(1, 10)
pytestmark = pytest.mark.deep(seconds=10)


@pytest.fixture(scope="module")
def usual() -> Tally:
    """Games in which both sides have the usual orders."""
    return measured(title(), GAMES, orders_of(title(), "usual"))


@pytest.fixture(scope="module")
def careful() -> Tally:
    """Games in which both want to be asked about combats."""
    return measured(title(), GAMES, orders_of(title(), "careful"))


def test_with_the_usual_orders_an_activation_with_combat_waits_twice_at_most(usual: Tally) -> None:
    assert len(usual.fierce) > 10
    assert max(usual.fierce) <= MOST_WITH_COMBAT


def test_with_the_usual_orders_an_activation_without_combat_waits_for_nobody(usual: Tally) -> None:
    assert len(usual.quiet) > 10
    assert max(usual.quiet) == 0


def test_with_the_usual_orders_a_turn_waits_for_nobody_out_of_turn(usual: Tally) -> None:
    assert max(usual.turns) == 0


def test_who_is_careful_is_waited_for_in_combats_alone(careful: Tally) -> None:
    assert max(careful.quiet) <= 1
    assert set(careful.asked) <= {"fortify", "march", "withdraw", "pursuit"}
    assert sum(careful.fierce) / len(careful.fierce) <= 1


def test_without_orders_the_same_measure_finds_waits() -> None:
    found = measured(title(), 1, {})
    assert sum(found.fierce) > 0
    assert sum(found.quiet) > 0
    assert sum(found.turns) >= sum(found.fierce) + sum(found.quiet)


@pytest.mark.parametrize("seat", SIDES)
def test_the_usual_orders_answer_every_kind_of_interrupt(seat: str) -> None:
    always = {"preemption", "march", "losses", "retreat", "pursuit", "refuge"}
    of_royalists = {"fortify", "withdraw", "occupation", "powder-tie"}
    orders = title().orders_in(title().order_sets[0], seat)
    assert always | (of_royalists if seat == "royalist" else set()) <= set(orders)


@pytest.mark.parametrize("seat", SIDES)
@pytest.mark.parametrize("name", [found.id for found in title().order_sets])
def test_every_set_has_orders_that_can_be_kept(name: str, seat: str) -> None:
    found = next(found for found in title().order_sets if found.id == name)
    assert set(found.orders) <= {kind.kind for kind in title().order_kinds}
    kept = title().orders_in(found, seat)
    assert list(kept) == [k.kind for k in title().order_kinds if k.kind in found.orders and k.concerns(seat)]
