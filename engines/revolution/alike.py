"""States that look the same to a Current: others have other answers on file and have answered otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from data.revolution.tables import SEATS
from engines.revolution.actions import EMPTY, File
from engines.revolution.answers import Keep
from engines.revolution.box import Box
from engines.revolution.frames import Form, Question
from engines.revolution.procedure import REGISTRY
from engines.revolution.state import State


def alike(box: Box, state: State, seat: str | None) -> Iterator[State]:
    """States in which all other seats have other purses, answers on file and answers to the open question."""
    others = {other for other in SEATS if other != seat}
    if state.options["private-cash"] and state.stage != "over":
        for amount in (0, 5000):
            twin = state.copy()
            twin.purses.update(dict.fromkeys(others, amount))
            yield twin
    if others & {*state.papers}:
        twin = state.copy()
        for other in others & {*state.papers}:
            twin.papers[other] = (*state.papers[other], Keep(1))
        yield twin
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Form) and others & {*top.given}:
        filed = {
            other: (EMPTY if form.answers else File((Keep(1),))) if other in others else form
            for other, form in top.given.items()
        }
        twin = state.copy()
        twin.stack[-1] = replace(top, given=filed)
        yield twin
    elif isinstance(top, Question) and len(top.seats) > 1 and others & {*top.given}:
        question = REGISTRY.of[top.kind]
        said = {
            other: next((known for known in legal if known != answer), answer) if other in others else answer
            for other, answer in top.given.items()
            if (legal := question.legal(box, state, other, top.subject))
        }
        twin = state.copy()
        twin.stack[-1] = replace(top, given=said)
        yield twin
