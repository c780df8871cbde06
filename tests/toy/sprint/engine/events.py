"""What can happen."""

from __future__ import annotations

from typing import ClassVar

from engines.core.events import Event


class Staked(Event, frozen=True, tag="staked"):
    """A runner has made its stake; how much, it alone knows."""

    owner_only: ClassVar[tuple[str, ...]] = ("points",)

    seat: str
    points: int | None

    @property
    def owner(self) -> str:
        """Whoever made it."""
        return self.seat


class Advanced(Event, frozen=True, tag="advanced"):
    """A runner came so far; where a run failed it is where it was."""

    seat: str
    start: int
    end: int


class Shown(Event, frozen=True, tag="shown"):
    """The stakes are shown."""

    stakes: dict[str, int]

    reveals: ClassVar[bool] = True
