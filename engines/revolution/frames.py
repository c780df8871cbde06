"""The frames of this game's stack, the topmost first, each with one handler."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from engines.core.procedure import Frame, Secret
from engines.revolution.actions import AnyAnswer, File
from engines.revolution.purposes import Purpose


class Opening(Frame, frozen=True, tag="opening"):
    """A stage is about to begin; the form before it is on top."""


class Form(Secret[File], frozen=True, tag="form"):
    """All fill in a form, at once and secretly; it may be changed until the last is in."""

    form: str = ""
    covers: tuple[str, ...] = ()
    """The forms that it covers, by the names of `forms.FORMS`."""

    changeable = True


class Question(Secret[AnyAnswer], frozen=True, tag="question"):
    """A question to one seat, or to several at once and secretly."""

    kind: str = ""
    """The kind of question."""
    subject: str = ""
    """The subject among the questions of its kind: a law, a prisoner, a region."""

    changeable = True


class Turns(Frame, frozen=True, tag="turns"):
    """Seats act one after the other, each as often as it likes (R-SEQ-03)."""

    kind: str
    left: tuple[str, ...]
    """The active seat, and those after it."""


class Throw(Frame, frozen=True, tag="throw"):
    """An action was rolled for several times, and one roll is to be kept (R-ACT-06)."""

    actor: str
    """A seat, or the Government."""
    action: AnyAnswer
    column: int
    faces: tuple[tuple[int, int], ...]
    modifiers: tuple[tuple[str, int], ...]
    fame: int
    """The change of Fame before modifiers."""
    purpose: Purpose
    kept: int = -1
    """Which roll was chosen, from 0; -1: the best."""
    told: bool = False
    """Whether all have seen the dice."""


class Bill(Frame, frozen=True, tag="bill"):
    """A law that is before the Assembly: voted on or rolled for, vetoed, paid (R-POL-08 to 16)."""

    law: str
    proposer: str
    """A seat, or the Government; empty for the trial that no actor proposed (R-KING-12)."""
    helped: bool = False
    stage: str = "begun"
    """The stage of the vote in `laws.py`, from `begun` to `over`."""
    cast: dict[str, int | None] = msgspec.field(default_factory=dict)
    """The vote of each seat: 1 for yes, 0 for no, or the change to a roll; None if it gave no answer."""


class Ballot(Frame, frozen=True, tag="ballot"):
    """A vote on something other than a law: a prisoner, or the Government itself (R-JUSTICE-02)."""

    kind: str
    """The kind of question: `verdict` or `critics`."""
    subject: str = ""
    cast: dict[str, int | None] = msgspec.field(default_factory=dict)
    asked: bool = False
    tie: bool | None = None
    """The decision of a tie."""


class Deposition(Ballot, frozen=True, tag="deposition"):
    """The Assembly's vote on the King's deposition, for an event of that id (R-EVENT-12)."""


class Battle(Frame, frozen=True, tag="battle"):
    """A combat in a region (R-MIL-30), or in the Paris box (R-MIL-39)."""

    region: str
    stage: str = "hide"
    """The next stage: `hide`, `wish`, `roll`, `shift`, `carnot`, `result`, `spare`."""
    box: bool = False
    attacker: str = ""
    """`revolutionary` or `enemy`."""
    faces: tuple[int, int] = (0, 0)
    shift: int = 0
    carnot: int = 0


class Upkeep(Frame, frozen=True, tag="upkeep"):
    """The owners of armies pay for them (R-MIL-14, R-MIL-17)."""

    actor: str


ANY_FRAME: TypeAlias = (
    Opening | Form | Question | Turns | Throw | Bill | Ballot | Deposition | Battle | Upkeep
)
