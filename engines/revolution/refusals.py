"""The refusals that several chapters of this game share."""

from __future__ import annotations

from data.sentences import _l
from engines.core.refusals import Refusal

OUT_OF_PLACE = "R-SEQ-03"
"""The statement that forbids an action of another step."""


def out_of_place(wanted: str) -> Refusal:
    """The game asks for something else now."""
    return Refusal(OUT_OF_PLACE, _l("You can't do that now. Your decision now: {wanted}", wanted=wanted))
