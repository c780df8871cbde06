"""The refusal of an action, as a value: the statement that forbids it and the reason in a sentence."""

from __future__ import annotations

import re
from typing import NamedTuple

from data.cases import is_reading
from data.sentences import Sentence, _l
from engines.core.errors import IllegalAction

_PART = re.compile(r"[A-Z]\d+")
"""A counter or an event that has a case of its own within a case: `6 E2`."""


class Refusal(NamedTuple):
    """The numbered statement that forbids an action, and the reason in a sentence without full stop."""

    statement: str
    """The id of the statement that forbids it; its first letter is the game's: `V-3.2-a`."""
    reason: Sentence

    @property
    def message(self) -> str:
        """The reason in the language that is spoken."""
        return str(self.reason)

    @property
    def case(self) -> str:
        """`3.2` for `V-3.2-a`, `6 E2` for `V-6-E2-a`, `T-COST` for `V-T-COST-e`.

        A book without numbers is cited by the statement itself: `R-FAME-08`; so is a reading: `A-99`.
        """
        game, first, *rest = self.statement.split("-")
        if game == "A" and not rest:
            return self.statement
        # Cases within a chapter that the book does not number stand under the chapter's number.
        first = first.removesuffix(".N")
        if first == "T":
            return f"T-{rest[0]}"
        if first.isalpha():
            return self.statement
        return f"{first} {rest[0]}" if rest and _PART.fullmatch(rest[0]) else first


def owned(refusal: Refusal) -> Refusal:
    """A refusal that says so if it rests on a reading, which a player can look up."""
    statement, reason = refusal
    if not is_reading(statement):
        return refusal
    if refusal.case == statement:
        # The case that follows names it.
        return Refusal(statement, _l("{reason}, by a reading of the rules", reason=reason))
    return Refusal(statement, _l("{reason}, by the reading {statement}", reason=reason, statement=statement))


def illegal(refusal: Refusal) -> IllegalAction:
    """The refusal as an error to raise."""
    return IllegalAction(refusal.message, case=refusal.case)
