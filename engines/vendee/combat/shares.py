"""Losses shared out: in proportion to each holding, rank by rank."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


def in_proportion(have: Mapping[K, int], owed: int) -> dict[K, int]:
    """Whole shares of a loss; the remainder goes to the largest fractions, in order."""
    available = {key: max(0, count) for key, count in have.items()}
    all_ = sum(available.values())
    owed = min(owed, all_)
    if not owed:
        return {}
    shares = {key: count * owed // all_ for key, count in available.items()}
    by_remainder = sorted(available, key=lambda key: -(available[key] * owed % all_))
    for key in by_remainder[: owed - sum(shares.values())]:
        shares[key] += 1
    return shares


def share_out(owed: int, ranks: Sequence[Mapping[K, int]], kept: Mapping[K, int]) -> dict[K, int]:
    """Losses by rank, in proportion to the holdings within it.

    :param kept: holdings that are spared as long as there are any others.
    """
    paid: dict[K, int] = {}
    for sparing in (kept, {}):
        for rank in ranks:
            left = {key: count - paid.get(key, 0) - sparing.get(key, 0) for key, count in rank.items()}
            for key, count in in_proportion(left, owed).items():
                paid[key] = paid.get(key, 0) + count
                owed -= count
    return {key: count for key, count in paid.items() if count}
