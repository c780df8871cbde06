"""This game's common refusals."""

from __future__ import annotations

from data.catalogue import ngettext
from data.sentences import _l
from engines.core.refusals import Refusal

OUT_OF_PLACE = "V-2-a"
"""The statement that forbids an action of another phase."""


def of_which_army(count: int) -> str:
    """The reason where combat points lack the name of their army."""
    return ngettext(
        "Say of which army the combat point is", "Say of which army the {n} combat points are", count
    )


def out_of_place(wanted: str) -> Refusal:
    """An action of another phase."""
    return Refusal(
        OUT_OF_PLACE, _l("That is not asked for now; what is asked for is {wanted}", wanted=wanted)
    )
