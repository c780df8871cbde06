"""Ways of pieces in words: the cost of each step, the reach of their points, the chance to arrive."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate

from bot.games.parts.lines import joined
from bot.games.wording import percent
from data.catalogue import _


def costs(start: str, steps: Sequence[tuple[str, str]], total: str, *notes: str) -> str:
    """Each step of a way with its cost, and the sum: `Cholet → Mortagne 1 → Tiffauges 2 = **3**`."""
    legs = [f"→ {end} {price}" for end, price in steps]
    return joined(f"-# {start} ", [*legs, f"= {total}", *notes], " ")


def carries(points: Sequence[tuple[str, Fraction]], ends: Sequence[tuple[str, Fraction]]) -> Iterator[str]:
    """The reach of a group by dice that are still to be rolled.

    :param points: the points that they may give, with the chance of each.
    :param ends: the areas of a way, step by step, each with the chance to get there.
    """
    have = " · ".join(f"{some} ({percent(chance)})" for some, chance in points)
    short = [f"{end} {percent(chance)}" for end, chance in ends if chance < 1]
    yield (
        _("-# 🎲 Action points {have}", have=have)
        if short
        else _("-# 🎲 Action points {have}: enough in any case.", have=have)
    )
    if short:
        yield joined(_("Chance to get as far as "), short)


def reach(steps: Sequence[tuple[str, int]], amount: Callable[[int], str]) -> tuple[tuple[str, str], ...]:
    """Areas of a way by their ids, each with the cost to get there, for a close-up of the map."""
    spent = accumulate(cost for _, cost in steps)
    return tuple((end, amount(cost)) for (end, _), cost in zip(steps, spent, strict=True))
