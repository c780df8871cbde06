"""How often play waits for the other side; `python -m tests.valmy.waits` measures it over more games."""

from __future__ import annotations

import pytest

from engines.valmy.orders.battle import PLAN
from engines.valmy.orders.sets import PLAN as SENSIBLE
from engines.valmy.title import Valmy
from tests.support.depth import depth
from tests.valmy.waits import MOST, measured, orders_of

TITLE = Valmy()
GAMES = depth(1, 10)
pytestmark = pytest.mark.deep(seconds=10)


def test_with_the_usual_orders_nobody_waits() -> None:
    tally = measured(TITLE, GAMES, orders_of(TITLE, "usual"))
    assert len(tally.battles["minor"]) > 5
    assert len(tally.battles["major"]) > 5
    assert sum(tally.battles["minor"] + tally.battles["major"] + tally.outside) == 0


def test_who_is_careful_is_waited_for_in_battles_alone() -> None:
    tally = measured(TITLE, GAMES, orders_of(TITLE, "careful"))
    for kind, waits in tally.battles.items():
        assert max(waits) <= MOST[kind], kind
    assert not tally.outside
    assert set(tally.asked) <= {"kind-of-battle", "deployment", "withdrawal"}


def test_without_orders_the_same_measure_finds_waits() -> None:
    tally = measured(TITLE, 1, {})
    assert max(tally.battles["major"]) > MOST["major"]
    assert tally.outside


@pytest.mark.parametrize("seat", TITLE.seats)
@pytest.mark.parametrize("name", [found.id for found in TITLE.order_sets])
def test_every_set_has_orders_that_can_be_kept(name: str, seat: str) -> None:
    found = next(found for found in TITLE.order_sets if found.id == name)
    assert list(TITLE.orders_in(found, seat)) == [k.kind for k in TITLE.order_kinds if k.kind in found.orders]
    assert set(found.orders) <= {kind.kind for kind in TITLE.order_kinds}


def test_the_sensible_plan_has_every_part_of_a_plan() -> None:
    assert {order.kind.kind for order in PLAN} <= set(SENSIBLE)
