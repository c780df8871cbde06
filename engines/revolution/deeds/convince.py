"""Winning personalities over (R-ACT-31 to 36)."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_, _
from data.revolution.effects import Bonus
from data.revolution.tables import Letter
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import DONE, Convince
from engines.revolution.asking import QuestionKind, in_turns
from engines.revolution.box import KING, Box, as_seat
from engines.revolution.deeds.roll import throw, unpaid
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, outlawed

BONUSES: Mapping[str, Bonus] = {
    "feuillant": "turn-convince-feuillant",
    "gironde": "turn-convince-gironde",
    "mountain": "turn-convince-mountain",
}
"""Event bonuses for turning deputies and convincing personalities."""


def convince_terms(box: Box, state: State, seat: str, person: str) -> list[tuple[str, int]]:
    """Modifiers of Fame (R-ACT-33, events)."""
    terms = [("event", state.bonuses.get(BONUSES[seat], 0))] if seat in BONUSES else []
    if seat != box.person[person].primary:
        terms.append(("second Current", box.tables.modifiers.secondary))
    return [(label, by) for label, by in terms if by]


class Convincing(QuestionKind[Convince]):
    """Each Current, as often as it pays for (A-42); none of its people need be near (R-ACT-31)."""

    kind, case, form = "convince", "ACT", "people"
    wants = N_("whom you want to win over: convince danton x 2, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Win somebody over, or leave it")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        others = [id for id, able in box.faces.items() if seat in able and state.people[id].current != seat]
        attempts = map(Convince, others)
        return [DONE, *(one for one in attempts if not self.refusal(box, state, seat, subject, one))]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Convince) -> Refusal | None:
        refusal = self.refusal_ahead(box, state, seat, answer)
        if refusal is not None:
            return refusal
        status, name = state.people[answer.person], box.person[answer.person].name
        if status.current == seat:
            return Refusal("R-ACT-31", _l("{name} is yours already", name=name))
        if status.state == "dead":
            return Refusal("R-JUSTICE-07", _l("{name} is dead", name=name))
        if answer.person == KING and state.kidnapped:
            return Refusal("R-ACT-35", _l("The King was kidnapped, and nobody else can win him over"))
        return unpaid(box, state, seat, "convince", answer.rolls)

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Convince) -> Refusal | None:
        able = box.faces[answer.person]
        if seat in able:
            return None
        who = tuple(box.name(other) for other in able)
        return Refusal(
            "R-ACT-32",
            _l("{name} listens to {who} alone", name=box.person[answer.person].name, who=who),
        )

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        people = [answer for answer in self.legal(box, state, seat, "")[1:] if isinstance(answer, Convince)]
        each = [(Convince(answer.person, 1 + place % 2),) for place, answer in enumerate(people)]
        return [(), *each, tuple(people)] if people else []

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Convince]) -> None:
        for seat, answer in given.items():
            terms = convince_terms(ctx.box, ctx.state, seat, answer.person)
            throw(ctx, seat, answer, "convince", answer.rolls, terms)


def convinced(ctx: Resolution, actor: str, action: AnyAnswer, letter: Letter) -> None:
    """A: he changes Current; B: he is off the map for a turn, unless he is in prison, away or the King."""
    assert isinstance(action, Convince)
    box, state, id = ctx.box, ctx.state, action.person
    status = state.people[id]
    if letter == "A":
        before = status.current
        ctx.convert(id, as_seat(actor), "ACT")
        ctx.note("convince", id, actor)
        freed = outlawed(box, state, before) and not outlawed(box, state, actor)
        if status.state == "prison" and id != KING and freed:
            ctx.person(id, "away", "ACT", "release")
    elif letter == "B" and status.state == "free" and id != KING:
        ctx.person(id, "away", "ACT", "convincing")


def begin(ctx: Resolution) -> None:
    """Begin the attempts to convince people, which come after all removals (R-SEQ-13)."""
    in_turns(ctx, "convince")
