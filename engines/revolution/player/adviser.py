"""The adviser: forms and answers are played on to the end of the turn, from what a Current may know."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from data.catalogue import N_, _
from data.nouns import listed
from data.revolution.tables import SEATS
from engines.core.memo import MemoLast
from engines.core.search import Budget
from engines.core.strength import Strength
from engines.core.title import FramedTitle
from engines.core.weighed import Weighed
from engines.revolution.actions import EMPTY, Action, File
from engines.revolution.answers import DONE
from engines.revolution.box import Box
from engines.revolution.frames import Form, Question
from engines.revolution.player.greedy import filled, greedy
from engines.revolution.player.sight import as_known
from engines.revolution.player.worth import facts
from engines.revolution.state import State

_LIGHT = ("talk", "war")
"""Forms in which playouts hardly tell one answer from another."""
_MORE = 500
"""Assignats by which a private purse may be fuller than what its owner receives at least."""


class Adviser(Weighed[State, Action]):
    """The adviser of one box."""

    budget = Budget(positions=900, breadth=6)
    labels = MappingProxyType(
        {
            "reach": ("odds", N_("% by the count of points and regimes")),
            "fame": ("fame", N_("Fame")),
            "purse": ("purse", N_("thousand assignats in the purse")),
            "people": ("people", N_("people who are free")),
        }
    )

    def __init__(self, title: FramedTitle[Any, Any, State, Action, Any]) -> None:
        super().__init__(title)
        self._answered: MemoLast[State, State] = MemoLast(lambda known, seat: _drawn(known, self.box, seat))

    def known(self, state: State, seat: str) -> State:
        """The state without the answers of other seats; that they have answered is public."""
        known = as_known(self.box, state, seat)
        _answer(known, {**_given(state), **{one: _NOTHING for one in _given(state) if one != seat}})
        return known

    def sample(self, known: State, seat: str, rng: random.Random) -> State:
        """The others have answered and filed what the automatic player would; private purses differ."""
        drawn = self._answered(known, seat).copy()
        if known.options["private-cash"] and known.stage != "over":
            for other in SEATS:
                drawn.purses[other] += rng.randrange(_MORE) if other != seat else 0
        return drawn

    @property
    def budgets(self) -> Mapping[Strength, Budget]:
        """A second of the processor at most, and five."""
        return {"normal": self.budget._replace(positions=500), "hard": self.budget._replace(positions=2500)}

    def matters(self, known: State, seat: str, strength: Strength) -> bool:
        """Forms but promises and the war; at the full strength all that is asked."""
        frame = known.stack[-1]
        return strength == "hard" or (isinstance(frame, Form) and frame.form not in _LIGHT)

    def candidates(self, state: State, seat: str, listed: Sequence[Action]) -> list[Action]:
        """A form as the automatic player fills it in, without each kind of answer, or empty; or answers."""
        first = greedy(self.box, state, seat)
        if first is None:
            return []
        rest = _lighter(first) if isinstance(first, File) else listed
        return list(dict.fromkeys([first, *rest]))

    def settled(self, start: State, state: State, seat: str) -> bool:
        """A playout ends with the turn."""
        return state.turn != start.turn

    def named(self, action: Action) -> str:
        """A form by the kinds of its answers, as the candidates differ by them."""
        if not isinstance(action, File):
            return super().named(action)
        kinds = dict.fromkeys(answer.question for answer in action.answers)
        if not kinds:
            return _("an empty form")
        return _("a form with {kinds}", kinds=listed([f"`{kind}`" for kind in kinds]))

    def facts(self, state: State) -> Mapping[str, Mapping[str, float]]:
        """The facts of each Current."""
        return facts(self.box, state)


def _drawn(known: State, box: Box, seat: str) -> State:
    """A position in which the other seats have answered and filed what the automatic player would."""
    drawn = known.copy()
    if known.filed:
        forms = tuple(known.filed)
        drawn.papers = {
            one: known.papers.get(one, ()) if one == seat else filled(box, known, one, forms).answers
            for one in SEATS
        }
    given = _given(known)
    _answer(drawn, {one: said if one == seat else greedy(box, known, one) for one, said in given.items()})
    return drawn


_NOTHING: Any = DONE
"""Stands for an answer that is not known."""


def _given(state: State) -> Mapping[str, Any]:
    top = state.stack[-1] if state.stack else None
    return top.given if isinstance(top, Form | Question) else {}


def _answer(state: State, given: Mapping[str, Any]) -> None:
    """Let seats have answered the open question so."""
    if given:
        state.stack[-1] = replace(state.stack[-1], given=dict(given))


def _lighter(form: File) -> Iterator[File]:
    for kind in dict.fromkeys(answer.question for answer in form.answers):
        yield File(tuple(answer for answer in form.answers if answer.question != kind))
    yield EMPTY
