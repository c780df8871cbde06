"""The answer that a form will give to each question that is known to come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import Pardon, Tie, Vote
from engines.revolution.asking import AnyNote, QuestionKind, first_legal
from engines.revolution.box import Box
from engines.revolution.state import State


class Foretold(NamedTuple):
    """One question, and the form's answer to it."""

    question: str
    subject: str
    answer: AnyAnswer
    """The form's answer, or the default."""


def foretold(
    box: Box, state: State, seat: str, notes: Iterable[AnyNote], said: Sequence[AnyAnswer]
) -> list[Foretold]:
    """The answers of a form, question by question; without one for a tie, the seat's vote decides it.

    A prisoner whom the form pardons is not judged (R-KING-06).
    """
    pardoned = {answer.person for answer in said if isinstance(answer, Pardon)}
    answers: list[Foretold] = []
    votes: dict[str, bool] = {}
    questions = [note for note in notes if isinstance(note, QuestionKind)]
    for question in sorted(questions, key=lambda question: question.kind == "tie"):
        for subject in question.open(box, state, seat):
            if subject in pardoned:
                continue
            answer = first_legal(question, box, state, seat, subject, said)
            if answer is None:
                answer = question.default(box, state, seat, subject)
                if isinstance(answer, Tie):
                    answer = Tie(subject, votes.get(subject, False))
            if question.kind in ("vote", "verdict"):
                votes[subject] = getattr(answer, "yes" if isinstance(answer, Vote) else "guilty", False)
            answers.append(Foretold(question.kind, subject, answer))
    return answers
