"""An action being resolved: the working copy that phases write on, with dice and events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

from msgspec import UNSET, UnsetType

from data.sentences import Phrase, _l
from engines.core.dice import Dice
from engines.core.events import Event, Modifier, Roll, TableRoll

B = TypeVar("B")
S = TypeVar("S")


class Resolution(Generic[B, S]):
    """State, dice and events of one application of the rules; functions that take it call it `ctx`.

    The state is the application's own copy, so the phases may write on it.

    :ivar box: the pack that the game is played with, opened.
    """

    __slots__ = ("box", "dice", "events", "state")

    def __init__(self, box: B, state: S, dice: Dice) -> None:
        self.box = box
        self.state = state
        self.dice = dice
        self.events: list[Event] = []

    def say(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)

    def pair(self, purpose: str) -> tuple[int, int]:
        """Two dice as an ordered pair, the white one and the coloured one."""
        return self.dice.roll(purpose), self.dice.roll(purpose)

    def die(
        self, purpose: Phrase, needed: int, case: str, modifiers: Mapping[str, int] | None = None
    ) -> bool:
        """Roll a die that has to reach `needed`, and add its event with the arithmetic."""
        return self._test(purpose, [self.dice.roll(str(purpose))], needed, case, modifiers)

    def dice_pair(
        self, purpose: str, needed: int, case: str, modifiers: Mapping[str, int] | None = None
    ) -> bool:
        """Roll two dice whose sum has to reach `needed`, and add their event with the arithmetic."""
        return self._test(purpose, list(self.pair(purpose)), needed, case, modifiers)

    def _test(
        self, purpose: Phrase, faces: list[int], needed: int, case: str, modifiers: Mapping[str, int] | None
    ) -> bool:
        terms = [Modifier(label, value) for label, value in (modifiers or {}).items() if value]
        reached = sum(faces) + sum(term.value for term in terms)
        self.say(Roll(purpose, faces, terms, reached, needed, reached >= needed, case))
        return reached >= needed

    def at_most(self, purpose: str, highest: int, case: str, *, roller: str | UnsetType = UNSET) -> bool:
        """Roll a die that succeeds up to a number, and add its event.

        :param roller: the only seat that may know the number, where the subject of the roll is hidden.
        """
        face = self.dice.roll(purpose)
        success = face <= highest
        result = "yes" if success else "no"
        self.say(TableRoll(purpose, [face], _l("1 to {highest}", highest=highest), result, case, roller))
        return success


class Stacked(Protocol):
    """A state with a stack of frames."""

    @property
    def stack(self) -> list[Any]:
        """Frames, the topmost last."""


F = TypeVar("F")
T = TypeVar("T", bound=Stacked)


class StackedResolution(Resolution[B, T], Generic[B, T, F]):
    """A resolution whose state has frames on a stack."""

    __slots__ = ()

    def push(self, *frames: F) -> None:
        """Put frames on the stack; the last is resolved first."""
        self.state.stack.extend(frames)

    def pop(self) -> F:
        """Take the topmost frame off the stack."""
        frame: F = self.state.stack.pop()
        return frame

    def replace(self, frame: F) -> None:
        """Put a changed frame in the place of the topmost."""
        self.state.stack[-1] = frame
