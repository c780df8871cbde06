"""The slots of standing orders: boxes, leaders and units, odds, numbers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar, TypeVar

from engines.core.orders import Order, Slot, number, one, several
from engines.valmy import words
from engines.valmy.words import Words

C_co = TypeVar("C_co", covariant=True)
ODDS = ("1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1")
_NAME = r"[0-9a-z][0-9a-z -]*?"
"""Units have numbers in their names."""


def _odds(kept: str) -> Fraction:
    """The ratio of own strength to enemy strength."""
    ours, theirs = map(int, kept.split(":"))
    return Fraction(ours, theirs)


def fold(text: str) -> str:
    """Typed text made uniform, signs without spaces before them: `1:1`, `with dillon; with stengel`."""
    return words.fold(text).replace(" : ", ":").replace(" ,", ",").replace(" ;", ";")


class ValmyOrder(Order[C_co]):
    """An order with these slots."""

    slots: ClassVar[Mapping[str, Slot]] = {
        "BOXES": several(Words.box, "BOX"),
        "COUNTER": one(Words.counter, "LEADER", "UNIT")._replace(regex=_NAME),
        "LEADER": one(Words.leader, "LEADER")._replace(regex=_NAME),
        "BOX": one(Words.box, "BOX"),
        "UNITS": several(Words.unit, "UNIT")._replace(regex=rf"{_NAME}(?:, {_NAME})*?"),
        "ODDS": Slot("|".join(ODDS), ("1:1",), value=_odds, stands="ODDS"),
        "NUMBER": number("[1-9][0-9]?"),
        "CHIT": number("[1-3]"),
        "TURN": number("[1-9][0-9]?"),
        "RANK": number("[1-3]"),
        "DIFFERENCE": Slot("-?[0-9]", ("1",), value=int, stands="NUMBER"),
        "KIND": Slot("minor|major", ("minor",)),
        "FIRST": Slot("line|cavalry|skirmishers", ("line",)),
        "WING": Slot("split|left|right|reserve", ("left",)),
        "PLACE": Slot("main|reserve|left|right", ("reserve",)),
    }
