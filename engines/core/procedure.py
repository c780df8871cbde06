"""How a game goes on: what is being resolved lies on a stack of frames, and the topmost is asked.

After an action, and whenever a frame has come to the top, its handler's `go_on` does what needs no
choice, until it either waits for one, has pushed another frame, or has popped its own. With an empty
stack the phase is over. Handlers change the stack and return; they never call one another's `go_on`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from engines.core.decisions import Decision
from engines.core.refusals import Refusal
from engines.core.resolution import Stacked, StackedResolution

A = TypeVar("A")
B = TypeVar("B")


class Frame(msgspec.Struct, frozen=True, tag_field="frame", gc=False):
    """What is being resolved, as a frozen value; a handler puts a changed one in its place.

    What interrupts something is a frame on top of it.
    """

    @property
    def in_hand(self) -> str | None:
        """The seat whose turn it is while this is resolved; None where the frames below say it."""
        return None

    def parts(self) -> tuple[Self, ...]:
        """The frame as each seat that owes a decision has it: one, unless several decide at once."""
        return (self,)


class Secret(Frame, Generic[A], frozen=True):
    """Several seats decide at once and secretly; carried out when all are in."""

    seats: tuple[str, ...]
    given: dict[str, A] = {}
    """What is in, in the order of `seats`: it makes no difference who was first."""
    changeable: ClassVar[bool] = False
    """Whether a seat may give another answer until the last is in."""

    @property
    def seat(self) -> str:
        """Whose part this is."""
        return self.seats[0]

    def part(self, seat: str) -> Self:
        """The frame as one seat has it, who knows nobody else's choice."""
        return msgspec.structs.replace(self, seats=(seat,), given={})

    def parts(self) -> tuple[Self, ...]:
        return tuple([self.part(seat) for seat in self.seats if seat not in self.given])


F = TypeVar("F", bound=Frame)
H = TypeVar("H", bound=Secret[Any])
S = TypeVar("S", bound=Stacked)
R = TypeVar("R", bound=StackedResolution[Any, Any, Any])


class Handler(ABC, Generic[R, B, S, F, A]):
    """What a phase, or an interrupt, is made of; a subclass says only what differs.

    What a seat is asked, offered, refused, or has answered for it depends on nothing that it may not know.
    """

    usual: A | None = None
    """What silence means, where it is always the same."""

    @abstractmethod
    def asks(self, box: B, state: S, frame: F) -> Decision:
        """Whom a frame that waits is waiting for."""

    def seat(self, box: B, state: S, frame: F) -> str:
        """Who is asked; a handler whose frame says it need not work out what is asked."""
        return self.asks(box, state, frame).seat

    @abstractmethod
    def legal(self, box: B, state: S, frame: F) -> Sequence[A]:
        """What may be chosen; never empty where a choice is waited for."""

    def refusal(self, box: B, state: S, frame: F, action: A) -> Refusal | None:
        """Why an action may not be taken, or None; by the rules, also for what is not listed."""
        return None if action in self.legal(box, state, frame) else self.unlisted(box, frame)

    def unlisted(self, box: B, frame: F) -> Refusal:
        """Why what is not listed may not be taken, where all that may be is listed."""
        raise NotImplementedError

    @abstractmethod
    def act(self, ctx: R, frame: F, action: A) -> None:
        """Carry out an action that was not refused; the frame is the topmost, or a seat's part of it."""

    def go_on(self, ctx: R, frame: F) -> bool:
        """Do what needs no choice; True when the frame waits for one."""
        return True

    def fallback(self, box: B, state: S, frame: F) -> A | None:
        """What silence means; an interrupt always has an answer."""
        return self.usual

    def ordered(self, box: B, state: S, frame: F, order: str) -> A | None:
        """What a standing order comes to; None where it has no answer."""
        return self.fallback(box, state, frame)


class Automatic(Handler[R, B, S, F, A]):
    """A step that asks nobody."""

    def asks(self, box: B, state: S, frame: F) -> Decision:
        raise AssertionError(f"{frame} waits for nobody")

    def legal(self, box: B, state: S, frame: F) -> list[A]:
        return []

    def act(self, ctx: R, frame: F, action: A) -> None:
        raise AssertionError(f"{frame} waits for nobody")

    @abstractmethod
    def go_on(self, ctx: R, frame: F) -> bool: ...


class YesNo(Handler[R, B, S, F, A]):
    """To do one thing, or to decline; either way the frame is done with."""

    silence: bool
    """What silence means."""
    no: A

    @abstractmethod
    def yes(self, frame: F) -> A:
        """The action that may be taken."""

    def legal(self, box: B, state: S, frame: F) -> list[A]:
        return [self.yes(frame), self.no]

    def act(self, ctx: R, frame: F, action: A) -> None:
        ctx.pop()
        if action == self.no:
            self.declined(ctx, frame)
        else:
            self.accepted(ctx, frame)

    @abstractmethod
    def accepted(self, ctx: R, frame: F) -> None:
        """Do it; the frame is off the stack."""

    @abstractmethod
    def declined(self, ctx: R, frame: F) -> None:
        """Leave it; the frame is off the stack."""

    def fallback(self, box: B, state: S, frame: F) -> A:
        return self.yes(frame) if self.silence else self.no


class Secretly(Handler[R, B, S, H, A]):
    """Several seats decide at once. Each part of the frame is asked by itself; `frame.seat` is its seat."""

    def seat(self, box: B, state: S, frame: H) -> str:
        return frame.seat

    def act(self, ctx: R, frame: H, action: A) -> None:
        whole: H = ctx.state.stack[-1]
        seat, before = frame.seat, whole.given
        given = {**before, seat: action}
        if seat not in before and before:
            given = {one: given[one] for one in whole.seats if one in given}
        ctx.replace(msgspec.structs.replace(whole, given=given))
        if seat in before:
            self.altered(ctx, frame, action)
        else:
            self.noted(ctx, frame, action)

    def altered(self, ctx: R, frame: H, action: A) -> None:
        """Say to a seat alone that its choice is another now: that it thought again is nobody else's."""

    def noted(self, ctx: R, frame: H, action: A) -> None:
        """Say that a seat's choice is in, if that is told; what it is, stays its own."""

    def go_on(self, ctx: R, frame: H) -> bool:
        if len(frame.given) < len(frame.seats):
            return True
        ctx.pop()
        self.shown(ctx, frame)
        return False

    @abstractmethod
    def shown(self, ctx: R, frame: H) -> None:
        """All are in: show and carry out what was given; the frame is off the stack."""


class Procedure(ABC, Generic[R, B, S, A]):
    """The control flow of a whole game: a handler for each kind of frame, and which phase follows which."""

    def __init__(self, handlers: Mapping[type[Frame], Handler[R, B, S, Any, A]]) -> None:
        self._handlers = handlers

    @abstractmethod
    def next_phase(self, ctx: R) -> bool:
        """Begin what follows the phase that is over; False when the game is over."""

    @abstractmethod
    def waits(self, box: B, state: S, seat: str) -> Refusal:
        """Why a seat of which nothing is asked can do nothing."""

    def handler(self, frame: Frame) -> Handler[R, B, S, Any, A]:
        """Who handles a frame."""
        return self._handlers[type(frame)]

    def resolve(self, ctx: R) -> None:
        """Go on until somebody has to choose or the game is over."""
        stack = ctx.state.stack
        while stack or self.next_phase(ctx):
            if stack and self.handler(stack[-1]).go_on(ctx, stack[-1]):
                return

    def asked(self, box: B, state: S) -> list[Decision]:
        """What is to be decided now; nothing when the game is over."""
        if not state.stack:
            return []
        frame = state.stack[-1]
        return self._asks(box, state, frame, frame.parts())

    def deciding(self, box: B, state: S) -> list[str]:
        """Who is asked."""
        if not state.stack:
            return []
        frame = state.stack[-1]
        if isinstance(frame, Secret):
            return [seat for seat in frame.seats if seat not in frame.given]
        return [self.handler(frame).seat(box, state, frame)]

    def given(self, box: B, state: S) -> list[Decision]:
        """What was decided and stays secret until all are in."""
        top = state.stack[-1] if state.stack else None
        if not isinstance(top, Secret):
            return []
        return self._asks(box, state, top, [top.part(seat) for seat in top.given])

    def changeable(self, box: B, state: S) -> list[Decision]:
        """What was decided and may be decided otherwise until all are in."""
        top = state.stack[-1] if state.stack else None
        return self.given(box, state) if isinstance(top, Secret) and top.changeable else []

    def _asks(self, box: B, state: S, frame: Frame, parts: Iterable[Frame]) -> list[Decision]:
        """What the parts of a frame ask; it interrupts whoever is in hand and is not asked himself."""
        handler = self.handler(frame)
        asked = [handler.asks(box, state, part) for part in parts]
        hand = next((below.in_hand for below in reversed(state.stack) if below.in_hand is not None), None)
        if hand is None:
            return asked
        return [
            decision if decision.seat == hand else msgspec.structs.replace(decision, interrupt=True)
            for decision in asked
        ]

    def legal(self, box: B, state: S, seat: str) -> Sequence[A]:
        """What a seat may choose now."""
        frame = self._part(box, state, seat)
        return [] if frame is None else self.handler(frame).legal(box, state, frame)

    def refusal(self, box: B, state: S, seat: str, action: A) -> Refusal | None:
        """Why a seat may not take an action now, or None."""
        frame = self._part(box, state, seat) or self._changed(state, seat)
        if frame is None:
            return self.waits(box, state, seat)
        return self.handler(frame).refusal(box, state, frame, action)

    def act(self, ctx: R, seat: str, action: A) -> None:
        """Carry out an action that was not refused, up to the next choice."""
        # The seat was found to be one that is asked when nothing was refused.
        frame: Frame = ctx.state.stack[-1]
        if isinstance(frame, Secret):
            frame = frame.part(seat)
        self.handler(frame).act(ctx, frame, action)
        self.resolve(ctx)

    def fallback(self, box: B, state: S, decision: Decision) -> A | None:
        """What silence means for a decision that is owed."""
        frame = self._owed(box, state, decision)
        return None if frame is None else self.handler(frame).fallback(box, state, frame)

    def ordered(self, box: B, state: S, decision: Decision, order: str) -> A | None:
        """What a standing order comes to for a decision that is owed."""
        frame = self._owed(box, state, decision)
        return None if frame is None else self.handler(frame).ordered(box, state, frame, order)

    def _part(self, box: B, state: S, seat: str) -> Frame | None:
        """The frame in which a seat is asked, as it has it."""
        top: Frame | None = state.stack[-1] if state.stack else None
        if isinstance(top, Secret):
            return top.part(seat) if seat in top.seats and seat not in top.given else None
        if top is not None and self.handler(top).seat(box, state, top) == seat:
            return top
        return None

    def _changed(self, state: S, seat: str) -> Frame | None:
        """The frame in which a seat has answered and may answer again; nothing is listed for it."""
        top: Frame | None = state.stack[-1] if state.stack else None
        if isinstance(top, Secret) and top.changeable and seat in top.given:
            return top.part(seat)
        return None

    def _owed(self, box: B, state: S, decision: Decision) -> Frame | None:
        frame = self._part(box, state, decision.seat)
        asked = frame is not None and self._asks(box, state, frame, (frame,)) == [decision]
        return frame if asked else None
