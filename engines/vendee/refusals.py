"""What this game says when it refuses an action."""

from __future__ import annotations

from engines.core.refusals import Refusal

OUT_OF_PLACE = "V-2-a"
"""What forbids an action of another phase."""


def are(number: int) -> str:
    """The verb for so many."""
    return "is" if number == 1 else "are"


def of_which_army(count: int) -> str:
    """What to say where an army is to be named with combat points, and is not."""
    points = "combat point" if count == 1 else f"{count} combat points"
    return f"Say of which army the {points} {are(count)}"


def out_of_place(wanted: str) -> Refusal:
    """An action of another phase."""
    return Refusal(OUT_OF_PLACE, f"That is not asked for now; what is asked for is {wanted}")
