"""What this game says when it refuses an action."""

from __future__ import annotations

from data.catalogue import _, ngettext
from engines.core.refusals import Refusal

OUT_OF_PLACE = "V-2-a"
"""What forbids an action of another phase."""


def of_which_army(count: int) -> str:
    """What to say where an army is to be named with combat points, and is not."""
    return ngettext(
        "Say of which army the combat point is", "Say of which army the {n} combat points are", count
    )


def out_of_place(wanted: str) -> Refusal:
    """An action of another phase."""
    return Refusal(OUT_OF_PLACE, _("That is not asked for now; what is asked for is {wanted}", wanted=wanted))
