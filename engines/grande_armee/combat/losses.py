"""Losses that a player chooses: of a half exchange, and of stacks without supply (CRT 7, 8; MOV M; FOR A)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.grande_armee.box import Kind


def pays(lost: Sequence[Kind], attackers: Sequence[Kind], defenders: int) -> bool:
    """Whether attackers lost pay for a half exchange, by printed strengths (G-CRT-7, G-CRT-8, A-105).

    :param attackers: the combat units of the attack, of which `lost` are some.
    :param defenders: printed strength of the defenders eliminated.
    """
    owed = 2 * sum(kind.strength for kind in lost) >= defenders
    return owed or len(lost) == len(attackers)


def cheapest(attackers: Sequence[Kind], defenders: int) -> tuple[int, ...]:
    """The places of the attackers that pay with the least strength, then with the fewest units."""
    ways: dict[int, tuple[int, ...]] = {0: ()}
    for place, kind in enumerate(attackers):
        for strength, chosen in sorted(ways.items(), reverse=True):
            with_it = (*chosen, place)
            known = ways.get(strength + kind.strength)
            if known is None or len(with_it) < len(known):
                ways[strength + kind.strength] = with_it
    enough = [strength for strength in ways if 2 * strength >= defenders]
    return ways[min(enough)] if enough else tuple(range(len(attackers)))


def excess(troops: Sequence[Kind], capacity: int | None) -> int:
    """Fewest units that must go from a stack without supply (A-13, G-FOR-A-2).

    :param capacity: strength that a Fortress supplies; None in the open, where one unit may stay.
    """
    if capacity is None:
        return max(0, len(troops) - 1)
    left = sorted(kind.strength for kind in troops)
    while sum(left) > capacity:
        left.pop()
    return len(troops) - len(left)


def suffices(gone: Sequence[Kind], troops: Sequence[Kind], capacity: int | None) -> bool:
    """Whether units destroyed are a smallest number that makes a stack legal."""
    if len(gone) != excess(troops, capacity):
        return False
    left = sum(kind.strength for kind in troops) - sum(kind.strength for kind in gone)
    return capacity is None or left <= capacity
