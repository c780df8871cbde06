"""How games between two automatic players go, for the chances of the adviser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Course(NamedTuple):
    """Where games between two such players stand at the beginning of a turn."""

    points: float
    """Points of the French."""
    balance: float
    """How much stronger they are, from -1 to 1."""
    holds: float
    """What is left at the end of a point more or less."""
    spread: float
    """How far games end from what is expected by then, as a standard deviation."""


class Outlook(NamedTuple):
    """How games between two such players go, as BALANCE.md says."""

    end: float
    """Points of the French at the end."""
    strength: float
    """Points that it adds that all troops are theirs."""
    turns: Sequence[Course]
    """The course at the beginning of each turn, and after the last."""


OUTLOOKS: Mapping[str, Outlook] = {
    "1805": Outlook(
        end=20.8,
        strength=4.0,
        turns=(
            Course(0.0, 0.14, 0.80, 5.5),
            Course(0.0, 0.13, 0.80, 5.5),
            Course(0.4, 0.14, 0.62, 5.5),
            Course(5.2, 0.16, 0.62, 5.4),
            Course(8.4, 0.17, 0.70, 5.1),
            Course(8.8, 0.06, 0.58, 5.0),
            Course(11.6, 0.03, 0.57, 4.9),
            Course(13.7, -0.15, 0.63, 4.6),
            Course(16.5, -0.27, 0.72, 4.0),
            Course(19.0, -0.28, 0.70, 3.8),
            Course(20.8, -0.28, 1.0, 1.0),
        ),
    ),
    "1806": Outlook(
        end=28.8,
        strength=10.0,
        turns=(
            Course(0.0, 0.07, 0.80, 7.4),
            Course(0.0, 0.11, 0.80, 7.4),
            Course(0.0, 0.13, 0.80, 7.4),
            Course(8.0, 0.01, 0.45, 7.5),
            Course(13.5, -0.02, 0.73, 7.2),
            Course(20.4, -0.19, 0.52, 7.0),
            Course(24.7, -0.20, 0.46, 6.8),
            Course(28.1, -0.29, 0.62, 6.2),
            Course(28.8, -0.29, 1.0, 1.0),
        ),
    ),
    "1809": Outlook(
        end=23.8,
        strength=4.0,
        turns=(
            Course(12.0, -0.10, 0.80, 6.2),
            Course(10.0, -0.13, 0.80, 6.2),
            Course(11.5, -0.12, 0.68, 6.2),
            Course(12.0, -0.10, 0.74, 6.2),
            Course(15.1, -0.14, 0.32, 6.2),
            Course(17.5, -0.15, 0.36, 6.1),
            Course(19.5, -0.17, 0.31, 6.1),
            Course(20.1, -0.20, 0.36, 5.9),
            Course(21.2, -0.23, 0.39, 5.7),
            Course(23.4, -0.21, 0.60, 5.0),
            Course(23.8, -0.21, 1.0, 1.0),
        ),
    ),
}
"""`python -m tests.grande_armee.outlooks` counts them."""
