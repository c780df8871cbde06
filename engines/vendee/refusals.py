"""Why an action can't be taken: the statement that forbids it and the reason in a sentence."""

from __future__ import annotations

import re
from typing import NamedTuple

from engines.core.errors import IllegalAction

OUT_OF_PLACE = "V-2-a"
"""What forbids an action of another phase."""
_PART = re.compile(r"[ET]\d+")


class Refusal(NamedTuple):
    """The statement that forbids an action, and the reason in a sentence without full stop."""

    statement: str
    message: str

    @property
    def case(self) -> str:
        """`3.2` for `V-3.2-a`, `6 E2` for `V-6-E2-a`, `T-COST` for `V-T-COST-e`."""
        first, *rest = self.statement.removeprefix("V-").split("-")
        if first == "T":
            return f"T-{rest[0]}"
        return f"{first} {rest[0]}" if rest and _PART.fullmatch(rest[0]) else first


def illegal(reason: Refusal) -> IllegalAction:
    """The refusal as an error to raise."""
    return IllegalAction(reason.message, case=reason.case)


def counted(number: int, noun: str) -> str:
    """`1 combat point`, `2 combat points`, `no combat points`."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


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
