"""The control flow of a game: a stack of frames, of which the topmost is resolved.

After an action, and whenever a frame has come to the top, its handler's `go_on` does what needs no
choice, until it either waits for one, has pushed another frame, or has popped its own. With an empty
stack the phase is over. Handlers change the stack and return; they never call one another's `go_on`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar, get_args, get_origin

import msgspec

from data.catalogue import N_
from engines.core.decisions import Decision
from engines.core.refusals import Refusal
from engines.core.resolution import Stacked, StackedResolution

A = TypeVar("A")
B = TypeVar("B")


class Frame(msgspec.Struct, frozen=True, tag_field="frame", gc=False):
    """One step of resolution, as a frozen value; a handler puts a changed one in its place.

    An interrupt is a frame on top of the one that it interrupts.
    """

    @property
    def in_hand(self) -> str | None:
        """The active seat while this is resolved; None where the frames below say it."""
        return None

    def parts(self) -> tuple[Self, ...]:
        """The parts of the frame for the seats that owe decisions; one, unless several decide at once."""
        return (self,)


class Secret(Frame, Generic[A], frozen=True):
    """Several seats decide at once and secretly; their choices are carried out when all are in."""

    seats: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    given: dict[str, A] = {}
    """The choices that are in, in the order of `seats`, so that it makes no difference who was first."""
    changeable: ClassVar[bool] = False
    """Whether a seat may give another answer until the last is in."""

    @property
    def seat(self) -> str:
        """The seat of this part."""
        return self.seats[0]

    def part(self, seat: str) -> Self:
        """A seat's part of the frame, without the choices of the others."""
        return msgspec.structs.replace(self, seats=(seat,), given={})

    def parts(self) -> tuple[Self, ...]:
        return tuple([self.part(seat) for seat in self.seats if seat not in self.given])


F = TypeVar("F", bound=Frame)
H = TypeVar("H", bound=Secret[Any])
S = TypeVar("S", bound=Stacked)
R = TypeVar("R", bound=StackedResolution[Any, Any, Any])


class Handler(ABC, Generic[R, B, S, F, A]):
    """The rules of a phase, or of an interrupt; a subclass says only what differs.

    Questions, legal actions, refusals and defaults for a seat depend on nothing that it may not know.
    """

    kind: ClassVar[str]
    """The kind of its decision."""
    case: ClassVar[str]
    prompt: ClassVar[N_]
    usual: A | None = None
    """The default answer, where it is always the same."""
    takes: ClassVar[tuple[type, ...]] = (object,)
    """The types of its actions, by its own declaration; all others are refused as `unlisted`."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        taken = vars(Handler)["__parameters__"][-1]
        for base in vars(cls).get("__orig_bases__", ()):
            parameters = getattr(get_origin(base), "__parameters__", ())
            actions = dict(zip(parameters, get_args(base), strict=False)).get(taken)
            if actions is not None and not isinstance(actions, TypeVar):
                cls.takes = get_args(actions) or (actions,)

    def asks(self, box: B, state: S, frame: F) -> Decision:
        """The decision that a waiting frame waits for."""
        question = self.question(box, state, frame)
        return Decision(self.seat(box, state, frame), self.kind, question, self.case)

    def question(self, box: B, state: S, frame: F) -> str:
        """What is asked."""
        return str(self.prompt)

    def seat(self, box: B, state: S, frame: F) -> str:
        """The seat that is asked; a handler whose frame names it need not work out the question."""
        return self.asks(box, state, frame).seat

    @abstractmethod
    def legal(self, box: B, state: S, frame: F) -> Sequence[A]:
        """The legal actions; never empty where the frame waits for a choice."""

    def refusal(self, box: B, state: S, frame: F, action: A) -> Refusal | None:
        """The refusal of an action, or None; by the rules, also for actions that are not listed."""
        return None if action in self.legal(box, state, frame) else self.unlisted(box, frame)

    def unlisted(self, box: B, frame: F) -> Refusal:
        """The refusal of an action that is not listed, where all legal ones are listed."""
        raise NotImplementedError

    @abstractmethod
    def act(self, ctx: R, frame: F, action: A) -> None:
        """Carry out an action that was not refused; the frame is the topmost, or a seat's part of it."""

    def go_on(self, ctx: R, frame: F) -> bool:
        """Do what needs no choice; True when the frame waits for one."""
        if self.waits(ctx, frame):
            return True
        self.close(ctx, frame)
        return False

    def waits(self, ctx: R, frame: F) -> bool:
        """Whether a choice is left; the handler first does what needs none."""
        return True

    def close(self, ctx: R, frame: F) -> None:
        """End a step in which no choice is left."""
        ctx.pop()

    def fallback(self, box: B, state: S, frame: F) -> A | None:
        """The default answer; an interrupt always has one."""
        return self.usual

    def ordered(self, box: B, state: S, frame: F, order: str) -> A | None:
        """The action that a standing order gives; None where it has no answer."""
        return self.fallback(box, state, frame)


class Automatic(Handler[R, B, S, F, A]):
    """A step without a question."""

    def asks(self, box: B, state: S, frame: F) -> Decision:
        raise AssertionError(f"{frame} waits for nobody")

    def legal(self, box: B, state: S, frame: F) -> list[A]:
        return []

    def act(self, ctx: R, frame: F, action: A) -> None:
        raise AssertionError(f"{frame} waits for nobody")

    @abstractmethod
    def go_on(self, ctx: R, frame: F) -> bool: ...


class YesNo(Handler[R, B, S, F, A]):
    """A choice to do one thing or to decline; either way the frame ends."""

    silence: bool
    """Whether the default is to do it."""
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
        """Tell only the seat that its choice has changed: other seats may not know."""

    def noted(self, ctx: R, frame: H, action: A) -> None:
        """Say that a seat's choice is in, if that is public; the choice stays secret."""

    def go_on(self, ctx: R, frame: H) -> bool:
        if len(frame.given) < len(frame.seats):
            return True
        ctx.pop()
        self.shown(ctx, frame)
        return False

    @abstractmethod
    def shown(self, ctx: R, frame: H) -> None:
        """All are in: show and carry out the choices; the frame is off the stack."""


class Procedure(ABC, Generic[R, B, S, A]):
    """The control flow of a whole game: a handler for each kind of frame, and the order of the phases."""

    def __init__(self, handlers: Mapping[type[Frame], Handler[R, B, S, Any, Any]]) -> None:
        self._handlers = handlers

    @abstractmethod
    def next_phase(self, ctx: R) -> bool:
        """Begin the phase after the one that is over; False when the game is over."""

    @abstractmethod
    def waits(self, box: B, state: S, seat: str) -> Refusal:
        """The refusal for a seat that owes no decision."""

    def handler(self, frame: Frame) -> Handler[R, B, S, Any, Any]:
        """The handler of a frame."""
        return self._handlers[type(frame)]

    def resolve(self, ctx: R) -> None:
        """Go on until a seat has to choose or the game is over."""
        stack = ctx.state.stack
        while stack or self.next_phase(ctx):
            if stack and self.handler(stack[-1]).go_on(ctx, stack[-1]):
                return

    def asked(self, box: B, state: S) -> list[Decision]:
        """The decisions that seats owe now; none when the game is over."""
        if not state.stack:
            return []
        frame = state.stack[-1]
        return self._asks(box, state, frame, frame.parts())

    def deciding(self, box: B, state: S) -> list[str]:
        """The seats that owe a decision."""
        if not state.stack:
            return []
        frame = state.stack[-1]
        if isinstance(frame, Secret):
            return [seat for seat in frame.seats if seat not in frame.given]
        return [self.handler(frame).seat(box, state, frame)]

    def given(self, box: B, state: S) -> list[Decision]:
        """The decisions that were made and stay secret until all are in."""
        top = state.stack[-1] if state.stack else None
        if not isinstance(top, Secret):
            return []
        return self._asks(box, state, top, [top.part(seat) for seat in top.given])

    def changeable(self, box: B, state: S) -> list[Decision]:
        """The decisions that may be changed until all are in."""
        top = state.stack[-1] if state.stack else None
        return self.given(box, state) if isinstance(top, Secret) and top.changeable else []

    def _asks(self, box: B, state: S, frame: Frame, parts: Iterable[Frame]) -> list[Decision]:
        """The decisions of the parts of a frame; they interrupt the active seat if it owes none of them."""
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
        """The actions that a seat may choose now."""
        frame = self._part(box, state, seat)
        return [] if frame is None else self.handler(frame).legal(box, state, frame)

    def refusal(self, box: B, state: S, seat: str, action: A) -> Refusal | None:
        """The refusal of a seat's action now, or None."""
        frame = self._part(box, state, seat) or self._changed(state, seat)
        if frame is None:
            return self.waits(box, state, seat)
        handler = self.handler(frame)
        if not isinstance(action, handler.takes):
            return handler.unlisted(box, frame)
        return handler.refusal(box, state, frame, action)

    def act(self, ctx: R, seat: str, action: A) -> None:
        """Carry out an action that was not refused, up to the next choice."""
        # A seat without a question was refused before this.
        frame: Frame = ctx.state.stack[-1]
        if isinstance(frame, Secret):
            frame = frame.part(seat)
        self.handler(frame).act(ctx, frame, action)
        self.resolve(ctx)

    def fallback(self, box: B, state: S, decision: Decision) -> A | None:
        """The default answer to a decision that is owed."""
        frame = self._owed(box, state, decision)
        return None if frame is None else self.handler(frame).fallback(box, state, frame)

    def ordered(self, box: B, state: S, decision: Decision, order: str) -> A | None:
        """The action that a standing order gives for a decision that is owed."""
        frame = self._owed(box, state, decision)
        return None if frame is None else self.handler(frame).ordered(box, state, frame, order)

    def _part(self, box: B, state: S, seat: str) -> Frame | None:
        """The part of the topmost frame that asks a seat."""
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
