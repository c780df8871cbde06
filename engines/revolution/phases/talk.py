"""Step 1: talk, declared alliances, and common objectives that both have to offer (R-SEQ-06, R-FAME-09)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from data.revolution.tables import SEATS, Seat
from data.sentences import _l, first
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import Ally, Common
from engines.revolution.asking import NoteKind, on_papers
from engines.revolution.box import Box, strangers
from engines.revolution.events import Allied, Confirmed, Offered
from engines.revolution.politics.proposals import may_pass
from engines.revolution.resolution import Resolution
from engines.revolution.state import Joint, State
from engines.revolution.words import LAW_TYPES

_PARTNERS: Mapping[str, Sequence[Seat]] = {
    seat: [other for other in SEATS if other != seat and not strangers(seat, other)] for seat in SEATS
}
"""The Currents with which each may deal."""
_DECLARED: Mapping[str, Sequence[tuple[Ally, ...]]] = {
    seat: [(), *((Ally(other),) for other in others)] for seat, others in _PARTNERS.items()
}


class Alliances(NoteKind[Ally]):
    """Declared alliances; they bind no Current (R-SEQ-06)."""

    kind, form = "ally", "talk"

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Ally) -> Refusal | None:
        return _partner_refusal(box, seat, answer.seat, "R-SEQ-07")

    def suggestions(self, box: Box, state: State, seat: str) -> Sequence[tuple[AnyAnswer, ...]]:
        return _DECLARED[seat]


class Offers(NoteKind[Common]):
    """Common objectives that are offered: passing a type of law that one of the two proposes."""

    kind, form = "common", "talk"

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Common) -> Refusal | None:
        if answer.proposer not in (seat, answer.seat):
            return Refusal("R-FAME-03", _l("One of the two proposes the law of a common objective"))
        refusal = _partner_refusal(box, seat, answer.seat, "R-FAME-09")
        if refusal is None and not may_pass(box, state, answer.proposer, answer.law_type):
            who = first(box.name(answer.proposer))
            return Refusal("R-FAME-08", _l("{who} can propose no law of that type this turn", who=who))
        return refusal

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        drafts: list[tuple[AnyAnswer, ...]] = [()]
        for number, other in enumerate(_PARTNERS[seat]):
            turned = LAW_TYPES[number:] + LAW_TYPES[:number]
            for proposer in sorted((seat, other)):
                kind = may_pass(box, state, proposer, *turned)
                if kind is not None:
                    drafts.append((Common(other, kind, proposer),))
                    break
        return drafts


def _partner_refusal(box: Box, seat: str, other: str, statement: str) -> Refusal | None:
    if other == seat:
        return Refusal(statement, _l("It takes another Current"))
    if strangers(seat, other):
        return Refusal(
            statement,
            _l("{seat} never allies with {other}", seat=first(box.name(seat)), other=box.name(other)),
        )
    return None


def begin(ctx: Resolution) -> None:
    """Mutual declarations stand; of common objectives, one for each Current (A-68)."""
    allies, offers = on_papers(ctx.state, "ally"), on_papers(ctx.state, "common")
    for one, other in combinations(SEATS, 2):
        declared = [(seat, to) for seat, to in ((one, other), (other, one)) if Ally(to) in allies[seat]]
        if len(declared) == 2:
            ctx.say(Allied((one, other)))
        for seat, to in declared[: len(declared) % 2]:
            ctx.say(Offered(seat, to, ally=True))
    bound: set[str] = set()
    for one, other in combinations(SEATS, 2):
        for offer in offers[one]:
            assert isinstance(offer, Common)
            met = Common(one, offer.law_type, offer.proposer) in offers[other]
            if offer.seat == other and met and not bound & {one, other}:
                bound |= {one, other}
                proposer = one if offer.proposer == one else other
                ctx.state.joints.append(Joint((one, other), offer.law_type, proposer))
                ctx.say(Confirmed((one, other), offer.law_type, offer.proposer))
    for seat in SEATS:
        for offer in offers[seat]:
            assert isinstance(offer, Common)
            if not any(set(joint.seats) == {seat, offer.seat} for joint in ctx.state.joints):
                ctx.say(Offered(seat, offer.seat))
