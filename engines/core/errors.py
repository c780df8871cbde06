"""The errors of an engine. Each carries one sentence for the person who asked."""

from __future__ import annotations

from data.catalogue import _


class EngineError(Exception):
    """An expected refusal: `message` is a sentence without full stop, `kind` the referee's word for it."""

    kind = "usage"

    def __init__(self, message: str, *, case: str = "", choices: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.case = case
        """Number of the rule case, `7.2`, or empty where no rule is concerned."""
        self.choices = choices
        """Nearest legal notations, best first."""

    def __str__(self) -> str:
        return f"{self.message} ({self.case})" if self.case else self.message


class IllegalAction(EngineError):
    """The rules forbid it here."""

    kind = "illegal"


class NotationError(EngineError):
    """A text can't be read as an action."""

    kind = "notation"


class AmbiguousNotation(NotationError):
    """A text could mean more than one action; `choices` has them."""


class DiceError(EngineError):
    """An impossible face or card."""

    kind = "dice"


class StateError(EngineError):
    """A state that can't be loaded; the message names the field."""

    kind = "state"


class UsageError(EngineError):
    """The request is malformed: unknown title, scenario, option or seat."""


class ReplayError(EngineError):
    """A record whose journal does not follow from its beginning.

    :ivar entry: sequence number of the first entry that does not follow, counted from 1.
    """

    kind = "illegal"

    def __init__(self, entry: int, message: str, *, case: str = "") -> None:
        super().__init__(_("Entry {entry}: {message}", entry=entry, message=message), case=case)
        self.entry = entry
