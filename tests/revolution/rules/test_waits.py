"""How often a turn waits for people; `python -m tests.benchmarks forms` measures it over more games."""

from __future__ import annotations

from engines.revolution.title import Revolution
from tests.revolution.waits import MOST, MOST_FAST, measured, orders_of

TITLE = Revolution()


def test_a_turn_waits_no_oftener_than_its_regime_has_forms() -> None:
    waits = measured(TITLE, 2, {})
    assert {regime: max(turns) <= MOST[regime] for regime, turns in waits.items()} == dict.fromkeys(
        waits, True
    )
    assert max(map(max, measured(TITLE, 1, {}, fast=True).values())) <= MOST_FAST


def test_orders_answer_forms_so_that_nobody_has_to_be_asked() -> None:
    assert max(map(max, measured(TITLE, 1, orders_of(TITLE, "usual")).values())) < MOST["legislative"]
    assert max(map(max, measured(TITLE, 1, orders_of(TITLE, "away")).values())) == 0
