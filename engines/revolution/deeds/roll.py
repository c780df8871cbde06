"""A roll on the result table: thrown as often as was paid, and one throw kept (R-ACT-01 to 11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from data.catalogue import N_, Plural, _
from data.revolution.tables import Deed, Letter
from data.sentences import _l, say_by
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import Keep
from engines.revolution.asking import QuestionKind, ask
from engines.revolution.box import GOVERNMENT, Box
from engines.revolution.events import Thrown, Tossed
from engines.revolution.forms import covered
from engines.revolution.frames import Throw
from engines.revolution.handler import Automatic
from engines.revolution.purposes import Purpose
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, bonus, factor, seat_of

Terms = Iterable[tuple[str, int]]
"""Modifiers of Fame, each with its reason."""
Outcome = Callable[[Resolution, str, AnyAnswer, Letter], None]
"""Carries out a result, for an actor and its action."""


def cost(box: Box, state: State, deed: Deed, rolls: int = 1) -> int:
    """The price of `rolls` attempts now (R-ACT-06, R-ACT-09)."""
    return box.tables.costs.deed[deed] * factor(box, state) * rolls


TOO_DEAR = Plural(
    "That costs {price} assignats, and you have {purse}: {n} is missing",
    "That costs {price} assignats, and you have {purse}: {n} are missing",
)
_DEARER = Plural(
    "That costs {price} assignats, and the Government has {purse}: {n} is missing",
    "That costs {price} assignats, and the Government has {purse}: {n} are missing",
)


def unpaid(box: Box, state: State, actor: str, deed: Deed, rolls: int) -> Refusal | None:
    """The refusal of an action that the actor can't pay, or None (R-ACT-10)."""
    price, purse = cost(box, state, deed, rolls), state.purses[actor]
    if rolls < 1:
        return Refusal("R-ACT-06", _l("It takes a roll at least"))
    if price <= purse:
        return None
    dear = _DEARER if actor == GOVERNMENT else TOO_DEAR
    return Refusal("R-ACT-10", say_by(dear, n=price - purse, price=price, purse=purse))


def throw(ctx: Resolution, actor: str, action: AnyAnswer, deed: Deed, rolls: int, terms: Terms) -> None:
    """Pay and throw on the actor's Fame; the result follows when a throw was kept.

    A column has no ends (R-ACT-02, R-ACT-03, R-ACT-13).
    """
    box, state = ctx.box, ctx.state
    terms = [("tracks", bonus(box, state, actor)), *terms]
    ctx.spend(actor, cost(box, state, deed, rolls), deed)
    purpose = Purpose.deed(deed, getattr(action, "region", ""), getattr(action, "person", ""))
    faces = tuple(ctx.pair(purpose) for _ in range(rolls))
    column = box.column(state.fame[actor] + sum(by for _, by in terms))
    kept = tuple([term for term in terms if term[1]])
    ctx.push(Throw(actor, action, column, faces, kept, state.fame[actor], purpose))
    if rolls > 1 and len({_worth(box, column, pair) for pair in faces}) > 1:
        if not covered(state, Keeping.form):
            ctx.say(Tossed(actor, purpose, [face for pair in faces for face in pair]))
            ctx.replace(msgspec.structs.replace(ctx.state.stack[-1], told=True))
        ask(ctx, "keep", [seat_of(state, actor)])


def _worth(box: Box, column: int, pair: tuple[int, int]) -> tuple[int, int]:
    """The rank of a throw: its letter, then its double."""
    letter = box.result(column, sum(pair))
    return "CBA".index(letter), (sum(pair) == 12) - (sum(pair) == 2)


def best(box: Box, throw: Throw) -> int:
    """The throw to keep, from 0: the best letter, then the better double."""
    if len(throw.faces) == 1:
        return 0
    return max(range(len(throw.faces)), key=lambda nth: _worth(box, throw.column, throw.faces[nth]))


class Keeping(QuestionKind[Keep]):
    """The choice of the throw to keep."""

    kind, case, form, lasting = "keep", "ACT", "people", True
    wants = N_("a roll to keep: keep 2, or keep 0 for the best")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Keep one of the rolls")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        frame = next((frame for frame in reversed(state.stack) if isinstance(frame, Throw)), None)
        rolls = len(frame.faces) if frame is not None else 0
        return [Keep(0), *(Keep(number) for number in range(1, rolls + 1))]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Keep) -> Refusal | None:
        if answer in self.legal(box, state, seat, subject):
            return None
        return Refusal("R-ACT-06", _l("There is no roll {roll}", roll=answer.roll))

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        return Keep(0)

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Keep]) -> None:
        frame = ctx.state.stack[-1]
        (answer,) = given.values()
        assert isinstance(frame, Throw)
        kept = answer.roll - 1 if answer.roll else best(ctx.box, frame)
        ctx.replace(msgspec.structs.replace(frame, kept=kept))


class Settling(Automatic[Throw]):
    """A throw was kept: apply its double, then its result (R-ACT-04, R-ACT-05).

    :param outcomes: by kind of action.
    """

    def __init__(self, outcomes: Mapping[type[AnyAnswer], Outcome]) -> None:
        self._outcomes = outcomes

    def go_on(self, ctx: Resolution, frame: Throw) -> bool:
        ctx.pop()
        box = ctx.box
        kept = frame.kept if frame.kept >= 0 else best(box, frame)
        total = sum(frame.faces[kept])
        letter = box.result(frame.column, total)
        ctx.say(
            Thrown(
                actor=frame.actor,
                purpose=frame.purpose,
                fame=frame.fame,
                modifiers=list(frame.modifiers),
                column=frame.column,
                faces=[] if frame.told else [face for pair in frame.faces for face in pair],
                throws=list(frame.faces),
                kept=kept,
                result=letter,
                case="ACT",
            )
        )
        double(ctx, frame.actor, total)
        self._outcomes[type(frame.action)](ctx, frame.actor, frame.action, letter)
        return False


def once(
    ctx: Resolution, actor: str, purpose: Purpose, terms: Terms, case: str, *, tracks: bool = True
) -> Letter:
    """Throw a single time, apply its double too, and return the letter (R-ACT-08).

    :param tracks: whether what the tracks add to the actor's Fame counts (R-ACT-13).
    """
    box, state = ctx.box, ctx.state
    modifiers = [("tracks", bonus(box, state, actor) * tracks), *terms]
    modifiers = [(label, by) for label, by in modifiers if by]
    column = box.column(state.fame[actor] + sum(by for _, by in modifiers))
    faces = ctx.pair(purpose)
    letter = box.result(column, sum(faces))
    shown = [*faces], [faces]
    ctx.say(Thrown(actor, purpose, state.fame[actor], modifiers, column, *shown, 0, letter, case))
    double(ctx, actor, sum(faces))
    return letter


def double(ctx: Resolution, actor: str, total: int) -> None:
    """Two ones cost a point of Fame, two sixes win one, with any letter (R-ACT-04)."""
    if total == 2:
        ctx.gain(actor, -1, "ACT", "two-ones")
    elif total == 12:
        ctx.gain(actor, 1, "ACT", "two-sixes")
