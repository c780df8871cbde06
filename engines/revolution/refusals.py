"""What this game says when it refuses an action."""

from __future__ import annotations

from data.catalogue import _
from engines.core.refusals import Refusal

OUT_OF_PLACE = "R-SEQ-03"
"""What forbids an action of another step."""


def out_of_place(wanted: str) -> Refusal:
    """Something else is asked for now."""
    return Refusal(OUT_OF_PLACE, _("That can't be done now; what is asked for is {wanted}", wanted=wanted))
