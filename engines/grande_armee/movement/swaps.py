"""Combination and breakdown: which lines of the chart fit, and what they cost (MOV Q to T, CB)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from data.grande_armee.schema import Swap
from engines.grande_armee.box import Box


def combining(box: Box, scenario: str, kinds: Sequence[str]) -> Swap | None:
    """The line by which exactly these kinds combine, or None (G-MOV-Q-2)."""
    counted = Counter(kinds)
    return next(
        (swap for swap in box.swaps(scenario) if counted == {swap.piece: swap.number}),
        None,
    )


def breaking(box: Box, scenario: str, kind: str) -> Swap | None:
    """The line by which a kind breaks down, or None."""
    return box.breaks[scenario].get(kind)


def spent_at_start(box: Box, result: str, spent: Sequence[int]) -> int | None:
    """Movement points that each resulting unit has spent at the start of the phase (G-MOV-R-1, A-17).

    :param spent: by the units that are swapped.
    :returns: None where a resulting unit would have spent more than its allowance.
    """
    total = max(spent) + box.figures.swap
    return total if total <= box.kinds[result].allowance else None


def left_at_end(box: Box, result: str, left: Sequence[int]) -> int | None:
    """Movement points that a unit combined at the end of the phase has left, or None (G-MOV-S-1, A-17).

    :param left: of the units that are combined; slow units may come of fast ones.
    """
    least = min(left) - box.figures.swap
    return min(least, box.kinds[result].allowance) if least >= 0 else None
