"""Weighted values against every throw and draw one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from engines.core.odds import Ways, die, draws, two_dice


def test_two_dice_are_all_their_throws() -> None:
    sums = two_dice().map(sum)
    assert sums.weights == Counter(a + b for a, b in product(range(1, 7), repeat=2))
    assert sums.total == 36
    assert sums.exactly(7) == Fraction(1, 6)
    assert sums.exactly(13) == 0
    assert sums.chance(lambda roll: roll >= 10) == Fraction(1, 6)
    assert sums.mean(lambda roll: roll) == 7


def test_what_is_mapped_to_the_same_is_one_value() -> None:
    assert die().map(lambda face: face % 2 == 0) == Ways({False: 3, True: 3})


def test_what_does_not_depend_on_one_another_lies_side_by_side() -> None:
    both = Ways({"heads": 1, "tails": 1}).beside(die())
    assert both.total == 12
    assert both.exactly(("heads", 6)) == Fraction(1, 12)


@given(st.lists(st.sampled_from("abcd"), max_size=7), st.integers(0, 5))
def test_draws_are_those_of_every_hand_one_by_one(pool: list[str], count: int) -> None:
    worth = {"a": (1, 0), "b": (0, -2), "c": (1, 1), "d": (0, 0)}
    hands = combinations(range(len(pool)), count)
    counted = Counter(
        tuple(sum(worth[kind][place] for kind in {pool[card] for card in hand}) for place in (0, 1))
        for hand in hands
    )
    assert draws(pool, count, worth.__getitem__, (0, 0)).weights == counted
