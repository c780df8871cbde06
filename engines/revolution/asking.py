"""Questions: one mechanism for a single question, for all seats at once, and for seats in turn.

Where a form covers a kind of question, the first answer on file of the seat that concerns it and is legal
now answers it. An answer that is not legal is skipped, and only its owner learns of it; a seat that has
given none takes the default. Else the seat is asked, live. Either way `resolved` of the kind gets all answers
at once, so that a chapter is written once for both ways.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import count
from math import gcd
from operator import itemgetter
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, get_args

import msgspec

from data.catalogue import N_, _, retold
from engines.core import procedure
from engines.core.decisions import Decision
from engines.core.listed import Each
from engines.core.refusals import Refusal
from engines.revolution import actions, forms
from engines.revolution.actions import EMPTY, Action, AnyAnswer, File
from engines.revolution.answers import DONE, Done, Give
from engines.revolution.box import GOVERNMENT, Box
from engines.revolution.events import Altered, Answered, FormShut, Skipped
from engines.revolution.facts import deed
from engines.revolution.frames import Form, Question, Turns
from engines.revolution.refusals import out_of_place
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, hidden_purse, seat_of
from engines.revolution.words import ALL, words_of

T = TypeVar("T")

PLENTY = 1_000_000
"""Enough assignats to pay any cost."""
ANY = 9
"""The distance of an answer to all questions of a kind from one that names a question."""


class NoteKind(Generic[T]):
    """A kind of entry in a form that is never a question of its own, by the type of its answers."""

    kind: ClassVar[str]
    """The `question` of the answers, and the kind of the decision."""
    form: ClassVar[str]
    """The form that has it; empty: none."""
    also: ClassVar[str] = ""
    """Another form in which it can be answered in advance."""

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: T) -> Refusal | None:
        """The refusal of an answer that nothing earlier in the turn could make legal."""
        return None

    def suggestions(self, box: Box, state: State, seat: str) -> Sequence[tuple[AnyAnswer, ...]]:
        """Suggested answers for a form, each a choice of several that go together."""
        return []


AnyNote: TypeAlias = NoteKind[Any]


class QuestionKind(NoteKind[T], ABC):
    """A kind of question; a subclass defines the question, its answers and their effects.

    A `seat` is a Current's, or the Government where `in_turns` asks the Government.
    """

    case: ClassVar[str]
    unpaid: ClassVar[bool] = False
    """Whether it is asked because a purse is too small: then all see its result."""
    lasting: ClassVar[bool] = False
    """Whether one answer on file holds for every such question while it is valid."""
    wants: ClassVar[N_ | None] = None
    """What is to be answered, for whoever answers something else; None: what is asked."""
    takes: ClassVar[tuple[type, ...]]
    """The types of its answers, by its own declaration."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for answers in get_args(vars(cls).get("__orig_bases__", (cls,))[0]):
            cls.takes = get_args(answers) or (answers,)

    @abstractmethod
    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        """The text of the question, public to all."""

    @abstractmethod
    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        """The legal answers now; never empty. In turns, `DONE` is among them."""

    def refuses(self, box: Box, state: State, seat: str, subject: str, answer: Any) -> Refusal | None:
        """The refusal of any answer now."""
        if type(answer) in self.takes:
            return self.refusal(box, state, seat, subject, answer)
        return self.unlisted(box, state, seat, subject)

    def unlisted(self, box: Box, state: State, seat: str, subject: str) -> Refusal:
        """The refusal of what is none of its answers."""
        asked = self.wants(subject=subject) if self.wants else self.prompt(box, state, seat, subject)
        return out_of_place(asked)

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: T) -> Refusal | None:
        """The refusal of an answer of its own type; by default of one that is not listed."""
        listed = answer in self.legal(box, state, seat, subject)
        return None if listed else self.unlisted(box, state, seat, subject)

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        """The default answer."""
        return DONE

    def open(self, box: Box, state: State, seat: str) -> Sequence[str]:
        """Subjects of the questions that a seat will be asked, as far as they are known now."""
        return ()

    def distance(self, box: Box, state: State, answer: AnyAnswer, subject: str) -> int | None:
        """The distance of an answer from one that names only this question; None for an unrelated answer.

        0: it names the question, or its kind has only one. The more questions it concerns, the greater.
        """
        if answer.about in ("", subject):
            return 0
        return ANY if answer.about == ALL else None

    @abstractmethod
    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, T]) -> None:
        """All have answered: carry it out. In turns, one seat has, and `DONE` does not get here."""


class Registry:
    """The kinds of questions and notes of the game; each chapter registers its own."""

    def __init__(self, notes: Iterable[AnyNote]) -> None:
        self._all = tuple(notes)
        self.of: dict[str, QuestionKind[Any]] = {
            question.kind: question for question in self._all if isinstance(question, QuestionKind)
        }
        self._asked: dict[tuple[str, ...], Mapping[str, AnyNote]] = {}
        self._form = {note.kind: note.form for note in self._all}

    def is_closed(self, state: State, answer: Action) -> bool:
        """Whether the form of an answer was closed this turn."""
        return self._form.get(getattr(answer, "question", "")) in state.filed

    def misplaced(self, state: State, answer: AnyAnswer) -> Refusal | None:
        """The refusal of an answer that belongs in another form than the open one."""
        said = actions.notation(answer)
        return forms.misplaced(state, self._form.get(answer.question, ""), said)

    def asked_in(self, covers: tuple[str, ...]) -> Mapping[str, AnyNote]:
        """The kinds that forms ask for, by name; they never change."""
        notes = self._asked.get(covers)
        if notes is None:
            notes = self._asked[covers] = {
                note.kind: note for note in self._all if note.form in covers or note.also in covers
            }
        return notes


# Functions by which chapters ask.


def on_papers(state: State, kind: str) -> dict[str, list[AnyAnswer]]:
    """For each seat its answers on file of a kind that is never a question of its own."""
    return {
        seat: [answer for answer in papers if answer.question == kind]
        for seat, papers in state.papers.items()
    }


def writers(state: State, kind: str) -> list[str]:
    """The seats with answers on file of a kind; each learns the reason where its answer is illegal."""
    return [seat for seat, answers in on_papers(state, kind).items() if answers]


def ask(ctx: Resolution, kind: str, seats: Iterable[str], subject: str = "") -> None:
    """Ask seats at once; a single seat is asked alone. The answers go to `resolved` of the kind."""
    ctx.push(Question(tuple(seats), kind=kind, subject=subject))


def one_by_one(ctx: Resolution, kind: str, seats: Iterable[str]) -> None:
    """Ask seats one after the other, each once."""
    ctx.push(*(Question((seat,), kind=kind) for seat in reversed(list(seats))))


def in_turns(ctx: Resolution, kind: str, *, government: bool = False) -> None:
    """Let all Currents act in turn order, each as often as it likes; or only the Government."""
    ctx.push(Turns(kind, (GOVERNMENT,) if government else tuple(ctx.state.order)))


def fitting(
    question: QuestionKind[Any], box: Box, state: State, said: Iterable[AnyAnswer], subject: str
) -> list[tuple[AnyAnswer, bool]]:
    """Answers to one question, each with whether it was given for several; the most specific first."""
    kind = question.kind
    concerned = [
        (far, answer)
        for answer in said
        if answer.question == kind and (far := question.distance(box, state, answer, subject)) is not None
    ]
    return [(answer, far > 0) for far, answer in sorted(concerned, key=itemgetter(0))] if concerned else []


def first_legal(
    question: QuestionKind[Any], box: Box, state: State, actor: str, subject: str, said: Iterable[AnyAnswer]
) -> AnyAnswer | None:
    """The first of several answers that is legal for a question now."""
    for answer, general in fitting(question, box, state, said, subject):
        meant = answer.on(subject) if general else answer
        if question.refuses(box, state, actor, subject, meant) is None:
            return meant
    return None


def standing(box: Box, order: str) -> tuple[AnyAnswer, ...]:
    """The answers of a standing order in its stored form."""
    answers = (actions.parse(words_of(box), part, list) for part in order.split(actions.SEPARATOR))
    return tuple(
        answer for answer in answers if not isinstance(answer, File | Give) and not isinstance(answer, Done)
    )


class Asking(procedure.Secretly[Resolution, Box, State, Question, Action]):
    """A question to one seat or to several."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    def asks(self, box: Box, state: State, frame: Question) -> Decision:
        question = self.registry.of[frame.kind]
        prompt = question.prompt(box, state, frame.seat, frame.subject)
        return Decision(frame.seat, frame.kind, prompt, question.case)

    def legal(self, box: Box, state: State, frame: Question) -> list[Action]:
        return [*self.registry.of[frame.kind].legal(box, state, frame.seat, frame.subject)]

    def refusal(self, box: Box, state: State, frame: Question, action: Action) -> Refusal | None:
        question = self.registry.of[frame.kind]
        if isinstance(action, File | Give):
            return out_of_place(question.prompt(box, state, frame.seat, frame.subject))
        return question.refuses(box, state, frame.seat, frame.subject, action)

    def noted(self, ctx: Resolution, frame: Question, action: Action) -> None:
        top = ctx.state.stack[-1]
        if isinstance(top, Question) and len(top.seats) > 1:
            ctx.say(Answered(frame.seat, frame.kind, frame.subject, actions.notation(action)))

    def altered(self, ctx: Resolution, frame: Question, action: Action) -> None:
        ctx.say(Altered(frame.seat, frame.kind, frame.subject, actions.notation(action)))

    def go_on(self, ctx: Resolution, frame: Question) -> bool:
        question = self.registry.of[frame.kind]
        if not forms.covered(ctx.state, question.form):
            return super().go_on(ctx, frame)
        given = {seat: self.on_paper(ctx, question, seat, frame.subject) for seat in frame.seats}
        ctx.pop()
        self.shown(ctx, msgspec.structs.replace(frame, given=given))
        return False

    def on_paper(self, ctx: Resolution, question: QuestionKind[Any], actor: str, subject: str) -> AnyAnswer:
        """An actor's answer on file, if it is legal now; else the default."""
        seat = seat_of(ctx.state, actor)
        said = ctx.state.papers.get(seat)
        for answer, general in fitting(question, ctx.box, ctx.state, said, subject) if said else ():
            if not (question.lasting or general):
                self._use(ctx, seat, answer)
            meant = answer.on(subject) if general else answer
            refusal = question.refuses(ctx.box, ctx.state, actor, subject, meant)
            if refusal is None:
                return meant
            ctx.say(Skipped(seat, actions.notation(answer), refusal.reason, refusal.case))
        return question.default(ctx.box, ctx.state, actor, subject)

    def _use(self, ctx: Resolution, seat: str, answer: AnyAnswer) -> None:
        left = [*ctx.state.papers[seat]]
        left.remove(answer)
        ctx.state.papers[seat] = tuple(left)

    def shown(self, ctx: Resolution, frame: Question) -> None:
        if len(frame.seats) > 1:
            ctx.say(FormShut(frame.kind, frame.subject))
        self.registry.of[frame.kind].resolved(ctx, frame.subject, frame.given)

    def fallback(self, box: Box, state: State, frame: Question) -> Action:
        return self.registry.of[frame.kind].default(box, state, frame.seat, frame.subject)

    def ordered(self, box: Box, state: State, frame: Question, order: str) -> Action | None:
        question = self.registry.of[frame.kind]
        return first_legal(question, box, state, frame.seat, frame.subject, standing(box, order))


class InTurns(procedure.Handler[Resolution, Box, State, Turns, Action]):
    """Seats act one after the other, each until it has done enough."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self._registry = asking.registry

    def asks(self, box: Box, state: State, frame: Turns) -> Decision:
        question = self._registry.of[frame.kind]
        actor = frame.left[0]
        prompt = question.prompt(box, state, actor, "")
        return Decision(seat_of(state, actor), frame.kind, prompt, question.case)

    def seat(self, box: Box, state: State, frame: Turns) -> str:
        return seat_of(state, frame.left[0])

    def legal(self, box: Box, state: State, frame: Turns) -> list[Action]:
        return [*self._registry.of[frame.kind].legal(box, state, frame.left[0], "")]

    def refusal(self, box: Box, state: State, frame: Turns, action: Action) -> Refusal | None:
        question = self._registry.of[frame.kind]
        if action == DONE:
            return None
        if isinstance(action, File | Give):
            return out_of_place(question.prompt(box, state, frame.left[0], ""))
        return question.refuses(box, state, frame.left[0], "", action)

    def act(self, ctx: Resolution, frame: Turns, action: Action) -> None:
        assert isinstance(action, AnyAnswer)
        if isinstance(action, Done):
            ctx.replace(Turns(frame.kind, frame.left[1:]))
        else:
            ctx.state.tried.append(deed(frame.left[0], actions.written(action)))
            self._registry.of[frame.kind].resolved(ctx, "", {frame.left[0]: action})

    def go_on(self, ctx: Resolution, frame: Turns) -> bool:
        question = self._registry.of[frame.kind]
        on_paper = forms.covered(ctx.state, question.form)
        for place, actor in enumerate(frame.left):
            if on_paper:
                answer = self._asking.on_paper(ctx, question, actor, "")
                if answer == DONE:
                    continue
            elif self._idle(ctx.box, ctx.state, actor, question):
                continue
            frame = Turns(frame.kind, frame.left[place:])
            ctx.replace(frame)
            if on_paper:
                self.act(ctx, frame, answer)
            return not on_paper
        ctx.pop()
        return False

    def _idle(self, box: Box, state: State, actor: str, question: QuestionKind[Any]) -> bool:
        """Whether an actor has no action and is not asked; a full purse is assumed where it is secret."""
        if hidden_purse(state, actor) and not question.unpaid:
            state = msgspec.structs.replace(state, purses={**state.purses, actor: PLENTY})
        return question.legal(box, state, actor, "") == [DONE]

    def fallback(self, box: Box, state: State, frame: Turns) -> Action:
        return DONE

    def ordered(self, box: Box, state: State, frame: Turns, order: str) -> Action:
        """The rest of the order: each of its actions is done once a turn."""
        question, actor = self._registry.of[frame.kind], frame.left[0]
        done, left = Counter(state.tried), list[AnyAnswer]()
        for answer in standing(box, order):
            name = deed(actor, actions.written(answer))
            if done[name]:
                done[name] -= 1
            else:
                left.append(answer)
        return first_legal(question, box, state, actor, "", left) or DONE


_LISTED = 12
"""Forms that are listed beside the empty one; every other form can be typed."""


@cache
def _pace(place: int, total: int) -> int:
    """A step that differs by place and visits all of a total before it repeats."""
    return next(pace for pace in count(max(1, total // _LISTED) + place) if gcd(pace, total) == 1)


class Filing(procedure.Secretly[Resolution, Box, State, Form, Action]):
    """A form that all fill in at once."""

    usual = EMPTY

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def asks(self, box: Box, state: State, frame: Form) -> Decision:
        kind = forms.FORMS[frame.form]
        prompt = forms.prompt(frame.form, frame.covers)
        return Decision(frame.seat, frame.form, retold(prompt), kind.case)

    def legal(self, box: Box, state: State, frame: Form) -> Sequence[Action]:
        """The empty form, and selections of suggestions, each kind with its next suggestion."""
        seat = frame.seat
        # Spread over all suggestions, with a different step for each kind.
        spread: list[tuple[Sequence[tuple[AnyAnswer, ...]], int, int]] = []
        for question in self._registry.asked_in(frame.covers).values():
            if total := len(drafts := question.suggestions(box, state, seat)):
                spread.append((drafts, _pace(len(spread), total), total))
        of_most, pace, total = max(spread, key=itemgetter(2), default=((), 1, 0))

        def filled(number: int) -> File:
            return File(
                tuple([answer for some, pace, total in spread for answer in some[number * pace % total]])
            )

        numbers = [*range(min(total, _LISTED))]
        choices = [of_most[number * pace % total] for number in numbers]
        if len({*choices}) < len(choices):
            return list(dict.fromkeys((EMPTY, *map(filled, numbers))))
        # Where one kind repeats no suggestion, no form repeats; each form is made when it is looked at.
        if () in choices and filled(empty := choices.index(())) == EMPTY:
            numbers.remove(empty)
        return Each(range(1 + len(numbers)), lambda at: filled(numbers[at - 1]) if at else EMPTY)

    def refusal(self, box: Box, state: State, frame: Form, action: Action) -> Refusal | None:
        if not isinstance(action, File):
            return out_of_place(_("a form: file and answers with ; between them, or file auto"))
        questions, seat = self._registry.asked_in(frame.covers), frame.seat
        for answer in action.answers:
            question = questions.get(answer.question)
            if question is None:
                wanted = _("the form {form!r}", form=frame.form)
                return self._registry.misplaced(state, answer) or out_of_place(wanted)
            refusal = question.refusal_ahead(box, state, seat, answer)
            if refusal is not None:
                return refusal
        return None

    def ordered(self, box: Box, state: State, frame: Form, order: str) -> Action:
        """The answers of the order that can go into the form."""
        questions = self._registry.asked_in(frame.covers)
        return File(
            tuple(
                answer
                for answer in standing(box, order)
                if answer.question in questions
                and questions[answer.question].refusal_ahead(box, state, frame.seat, answer) is None
            )
        )

    def noted(self, ctx: Resolution, frame: Form, action: Action) -> None:
        ctx.say(Answered(frame.seat, frame.form, "", actions.notation(action)))

    def altered(self, ctx: Resolution, frame: Form, action: Action) -> None:
        ctx.say(Altered(frame.seat, frame.form, "", actions.notation(action)))

    def shown(self, ctx: Resolution, frame: Form) -> None:
        state = ctx.state
        state.filed.extend(form for form in frame.covers if form not in state.filed)
        for seat, form in frame.given.items():
            # Unused answers of an earlier form stay on file; the newest answers come first.
            state.papers[seat] = (*form.answers, *state.papers.get(seat, ()))
        ctx.say(FormShut(frame.form))


def wrapped(action: Action, decision: Decision | None) -> Action:
    """A single answer as a form with nothing else in it, where a form is asked for."""
    if decision is None or decision.kind not in forms.FORMS or isinstance(action, File | Give):
        return action
    return EMPTY if isinstance(action, Done) else File((action,))
