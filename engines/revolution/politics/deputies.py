"""Turning deputies of another Current for a turn (R-POL-01 to 07)."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_, _
from data.nouns import listed
from data.sentences import _l, first
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import DONE, Turn
from engines.revolution.asking import QuestionKind, in_turns
from engines.revolution.box import KING, PARIS, Box, as_seat
from engines.revolution.deeds.convince import BONUSES
from engines.revolution.deeds.regional import able
from engines.revolution.deeds.roll import cost, once, unpaid
from engines.revolution.politics.events import DeputiesReturned, DeputiesTurned
from engines.revolution.politics.proposals import reachable
from engines.revolution.purposes import Purpose
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, Turned, put_person

NUMBERS = {"A": 5, "B": 3, "C": 0}
"""How many are turned (R-POL-03)."""


def left(state: State, seat: str) -> int:
    """A Current's own deputies that no other has turned yet (R-POL-04)."""
    return state.deputies[seat] - sum(turned.number for turned in state.turned if turned.of == seat)


def turn_terms(state: State, seat: str) -> list[tuple[str, int]]:
    """Event bonuses (R-EVENT-11)."""
    by = state.bonuses.get(BONUSES[seat], 0) if seat in BONUSES else 0
    return [("event", by)] if by else []


class Turning(QuestionKind[Turn]):
    """One roll for each of the Current's people in Paris who has not acted yet (R-POL-05)."""

    kind, case, form = "deputies", "POL", "politics"
    wants = N_("whose deputies you turn: turn marais by barnave, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Turn deputies, or leave it")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        people = able(state, seat, PARIS) if box.regime[state.regime].turning else []
        # The refusal is the same for every person.
        turned = [
            other
            for other in box.current[as_seat(seat)].turns
            if people and not self.refusal(box, state, seat, subject, Turn(other, people[0]))
        ]
        return [DONE, *(Turn(other, person) for person in people for other in turned)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Turn) -> Refusal | None:
        name = box.person[answer.person].name
        if not box.regime[state.regime].turning:
            return Refusal(
                "R-POL-01", _l("Nobody turns deputies under {regime}", regime=box.name(state.regime))
            )
        if answer.seat not in box.current[as_seat(seat)].turns:
            them = listed(map(box.name, box.current[as_seat(seat)].turns), "or")
            return Refusal("R-POL-02", _l("You turn deputies of {them} alone", them=them))
        if answer.person == KING:
            return Refusal("R-POL-05", _l("{name} turns no deputies", name=name))
        status = state.people[answer.person]
        if status.used or (status.current, status.state, status.region) != (seat, "free", PARIS):
            return Refusal("R-POL-05", _l("It takes one of your people in Paris who has done nothing yet"))
        if not left(state, answer.seat):
            return Refusal(
                "R-POL-04", _l("{seat} has no deputies left to turn", seat=first(box.name(answer.seat)))
            )
        return unpaid(box, state, seat, "turn", 1)

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Turn) -> Refusal | None:
        if not any(box.regime[regime].turning for regime in reachable(box, state)):
            return Refusal(
                "R-POL-01", _l("Nobody turns deputies under {regime}", regime=box.name(state.regime))
            )
        if answer.seat not in box.current[as_seat(seat)].turns:
            them = listed(map(box.name, box.current[as_seat(seat)].turns), "or")
            return Refusal("R-POL-02", _l("You turn deputies of {them} alone", them=them))
        return None

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        turns = self.legal(box, state, seat, "")[1:]
        return [(), *((answer,) for answer in turns)] if turns else []

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Turn]) -> None:
        state = ctx.state
        for seat, answer in given.items():
            put_person(state, answer.person, used=True)
            ctx.spend(seat, cost(ctx.box, state, "turn"), "turn")
            letter = once(ctx, seat, Purpose.of("turn", answer.seat), turn_terms(state, seat), "POL")
            number = min(NUMBERS[letter], left(state, answer.seat))
            if number:
                state.turned.append(Turned(as_seat(answer.seat), as_seat(seat), number))
            ctx.say(DeputiesTurned(seat, answer.seat, number))


def begin(ctx: Resolution) -> None:
    """Let the Currents turn deputies in turn order, where the regime allows it."""
    if ctx.box.regime[ctx.state.regime].turning:
        in_turns(ctx, "deputies")


def give_back(ctx: Resolution) -> None:
    """Return all deputies to their own Currents, after the debates (R-SEQ-18)."""
    if ctx.state.turned:
        ctx.state.turned.clear()
        ctx.say(DeputiesReturned())
