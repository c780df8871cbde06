"""The refusals that several chapters of this game share."""

from __future__ import annotations

from data.catalogue import Plural
from data.sentences import Sentence, _l, say_by
from engines.core.refusals import Refusal

OUT_OF_PLACE = "V-2-a"
"""The statement that forbids an action of another phase."""


def of_which_army(count: int) -> Sentence:
    """The reason where combat points lack the name of their army."""
    forms = Plural("Say of which army the combat point is", "Say of which army the {n} combat points are")
    return say_by(forms, n=count)


def out_of_place(wanted: str) -> Refusal:
    """An action of another phase."""
    return Refusal(OUT_OF_PLACE, _l("You can't do that now. Your decision now: {wanted}", wanted=wanted))
