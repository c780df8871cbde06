"""What counts for a person's reliability."""

from __future__ import annotations

from datetime import timedelta

import msgspec

MONTHS = 3
"""Months that count, with the present one; older ones are deleted."""
FEWEST = 10
"""The number of decisions below which nothing is said about a person."""
ABANDONED = 10
"""The missed decisions that an abandoned seat counts as."""


class Conduct(msgspec.Struct, frozen=True, kw_only=True):
    """What a person did in campaigns with a clock, in a month or in several."""

    answered: int = 0
    """Decisions that they took before their time was over."""
    took: timedelta = timedelta()
    """The time from the question to the answer, of all of these together."""
    missed: int = 0
    """Decisions for which their time ran out."""
    abandoned: int = 0
    """Seats of running campaigns that they gave up, or that a substitute took because they did not play."""

    @property
    def counts(self) -> bool:
        """Whether it is enough to say something."""
        return self.answered + self.missed >= FEWEST or self.abandoned > 0

    @property
    def percent(self) -> int:
        """The share of decisions in time."""
        weighed = self.answered + self.missed + ABANDONED * self.abandoned
        return 100 if not weighed else 100 * self.answered // weighed

    def suits(self, least: int | None) -> bool:
        """Whether it is enough for a condition; a person of whom little is known meets it."""
        return least is None or not self.counts or self.percent >= least

    @property
    def average(self) -> timedelta:
        """The average time for an answer."""
        return self.took / self.answered if self.answered else timedelta()
