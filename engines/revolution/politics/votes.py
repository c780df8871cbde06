"""Votes of the deputies: all of a Current's together, secretly and at once, then shown (A-20, A-22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from data.catalogue import _
from data.revolution.bills import law_of, proposal, unhelped
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import DONE, Done, Tie, Vote
from engines.revolution.asking import QuestionKind, ask
from engines.revolution.box import GOVERNMENT, KING, Box
from engines.revolution.frames import Ballot, Bill
from engines.revolution.politics import events
from engines.revolution.politics.events import Counted, TieBroken
from engines.revolution.refusals import out_of_place
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, deputies, king_holder
from engines.revolution.words import ALL, LAW_TYPES

Cast: TypeAlias = Mapping[str, int | None]
TRIAL = "king"
"""The subject of the vote on the King's guilt."""
_STEP = 3
"""Ways to name a proposer: the proposer itself, the Current of a proposing Government, none."""


def owns(state: State, seat: str, subject: str) -> bool:
    """Whether a law is a Current's own, or the Government's that it runs."""
    proposer = proposal(subject).proposer
    return seat == (state.government if proposer == GOVERNMENT else proposer)


class OnBills(QuestionKind[AnyAnswer]):
    """A question about a law that is proposed; an answer may name the law, its type or all, and a proposer.

    The most specific answer counts: the law before its type, its type before all, and each with the
    proposer before the same without one. Of the Government's laws the proposer is also its Current.
    """

    case, form, lasting = "POL", "votes", True

    def distance(self, box: Box, state: State, answer: AnyAnswer, subject: str) -> int | None:
        what, by, _helped = proposal(answer.about)
        law, proposer, _helped = proposal(subject)
        known = box.law.get(law)
        widths = (law, "" if known is None else known.type, ALL)
        if what not in widths:
            return None
        if by == proposer:
            return _STEP * widths.index(what)
        if by and not (proposer == GOVERNMENT and by == state.government):
            return None
        return _STEP * widths.index(what) + (1 if by else 2)


def titled(box: Box, subject: str) -> str:
    """The title of a bill, a prisoner or the King's guilt for people."""
    if subject == TRIAL:
        return _("the King's guilt")
    law, proposer, _helped = proposal(subject)
    return (
        _("{law}, proposed by {proposer}", law=box.name(law), proposer=box.name(proposer))
        if proposer
        else box.name(law)
    )


def unproposed(box: Box, state: State, of: str) -> Refusal | None:
    """The refusal of a vote on a law that was not proposed (R-POL-14)."""
    if law_of(of) in (ALL, *LAW_TYPES) or any(meant(of, unhelped(bill)) for bill in state.bills):
        return None
    return Refusal("R-POL-14", _l("{box} is not before the Assembly", box=titled(box, of)))


def tried(state: State) -> bool:
    """Whether the King may be tried this turn."""
    return retried(state) or any(law_of(bill) == "trial" for bill in state.bills)


def retried(state: State) -> bool:
    """Whether a recaptured King is tried again without a proposal, in the turn after (R-KING-12)."""
    return 0 < state.recaptured < state.turn and state.people[KING].state != "dead"


def meant(of: str, subject: str) -> bool:
    """Whether an answer's subject, perhaps a law without its proposer, is that of this question."""
    return of in (subject, law_of(subject))


def voters(state: State) -> list[str]:
    """The seats with deputies to vote with, hidden ones too, in turn order (R-REGIME-16, R-POL-06)."""
    return [seat for seat in state.order if deputies(state, seat) > 0]


def sitting(state: State) -> dict[str, int]:
    """The number of deputies with which each Current votes."""
    return {seat: deputies(state, seat) for seat in state.deputies}


def collect(ctx: Resolution, kind: str, seats: Sequence[str], subject: str = "") -> None:
    """Ask all at once; by option `open-votes` one after the other, and each answer is public (A-22)."""
    if not ctx.state.options["open-votes"]:
        if seats:
            ask(ctx, kind, seats, subject)
        return
    for seat in reversed(seats):
        ask(ctx, kind, [seat], subject)


def cast(ctx: Resolution, kind: str, subject: str, votes: Cast) -> None:
    """Add votes to the frame of their question, which lies below."""
    stack = ctx.state.stack
    if ctx.state.options["open-votes"]:
        for seat, value in votes.items():
            ctx.say(events.Cast(kind, subject, seat, value))
    for place in range(len(stack) - 1, -1, -1):
        frame = stack[place]
        if isinstance(frame, Bill | Ballot):
            stack[place] = replace(frame, cast={**frame.cast, **votes})
            return
    raise AssertionError("nothing is voted on")


def count(ctx: Resolution, kind: str, subject: str, votes: Cast, added: int = 0) -> int:
    """Show and count votes; returns the deputies for less those against (A-20).

    :param added: votes for, of no Current.
    """
    held = sitting(ctx.state)
    # On the Government, neither is not a vote against: critics vote -1.
    against = -1 if kind == "critics" else 0
    yes = sum(held[seat] for seat, vote in votes.items() if vote == 1) + added
    no = sum(held[seat] for seat, vote in votes.items() if (vote or 0) == against)
    ctx.say(Counted(kind, subject, dict(votes), yes, no, added, held))
    return yes - no


def tie_breaker(state: State, subject: str) -> str:
    """The seat that breaks a tie: the King's holder under the Legislative, else the Government's Current.

    The same where the King is dead, and at his own trial (R-REGIME-16, R-REGIME-50, R-JUSTICE-03, R-KING-14).
    """
    by_king = state.regime == "legislative" and subject != TRIAL and state.people[KING].state != "dead"
    return king_holder(state) if by_king else state.government


def prisoners(state: State) -> list[str]:
    """The people who are judged in step 9: every prisoner but the King (R-JUSTICE-01)."""
    return [id for id, person in state.people.items() if person.state == "prison" and id != KING]


def on_prisoner(state: State, about: str, prisoner: str) -> int | None:
    """The distance of an answer from one that names only this prisoner: he, his Current, or all of them."""
    widths = (prisoner, state.people[prisoner].current, ALL)
    return widths.index(about) if about in widths else None


class Votes(OnBills):
    """The deputies' vote for a law or against it, or on the King's guilt (A-20)."""

    kind = "vote"

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Vote on {box}", box=titled(box, subject))

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Vote(subject, True), Vote(subject, False), DONE]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: AnyAnswer) -> Refusal | None:
        if isinstance(answer, Done) or (isinstance(answer, Vote) and meant(answer.of, subject)):
            return None
        return out_of_place(_("your deputies' vote: vote {subject} yes, or no", subject=subject))

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: AnyAnswer) -> Refusal | None:
        assert isinstance(answer, Vote)
        if answer.of == TRIAL:
            return None
        unknown = unproposed(box, state, answer.of)
        if unknown is None and box.regime[state.regime].vote == "fame":
            regime = box.name(state.regime)
            said = f"modify {law_of(answer.of)} +1"
            return Refusal(
                "R-REGIME-26",
                _l("Under {regime} laws are rolled for: {said}, for one", regime=regime, said=said),
            )
        return unknown

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if not deputies(state, seat):
            return []
        by_vote = box.regime[state.regime].vote == "deputies"
        of = [*(state.bills if by_vote else ()), *([TRIAL] if tried(state) else ())]
        of = [unhelped(name) for name in of]
        return [(), *(tuple(Vote(name, yes) for name in of) for yes in (True, False))] if of else []

    def open(self, box: Box, state: State, seat: str) -> list[str]:
        if not deputies(state, seat):
            return []
        by_vote = box.regime[state.regime].vote == "deputies"
        bills = [unhelped(bill) for bill in state.bills if by_vote and law_of(bill) != "trial"]
        return [*bills, *([TRIAL] if tried(state) else ())]

    def distance(self, box: Box, state: State, answer: AnyAnswer, subject: str) -> int | None:
        """An answer for all laws does not cover the King's guilt, which needs its own."""
        if subject == TRIAL:
            return 0 if answer.about == TRIAL else None
        return super().distance(box, state, answer, subject)

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        """A Current votes for its own law and against every other."""
        return Vote(subject, True) if owns(state, seat, subject) else DONE

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, AnyAnswer]) -> None:
        votes = {seat: int(said.yes) if isinstance(said, Vote) else None for seat, said in given.items()}
        cast(ctx, self.kind, subject, votes)


BROKEN = {"tied": ("rejected", "passed"), "hung": ("innocent", "guilty")}
"""The next stage of a bill after a tie was broken by no, and by yes."""


def broken(ctx: Resolution, subject: str, votes: Cast) -> bool | None:
    """A tie's result by the vote of the seat that breaks it; None where it had none and is asked (A-110)."""
    seat = tie_breaker(ctx.state, subject)
    if _asked_by_itself(ctx.state) or seat not in votes:
        ask(ctx, "tie", [seat], subject)
        return None
    yes = votes[seat] == 1
    ctx.say(TieBroken(seat, subject, yes))
    return yes


def _asked_by_itself(state: State) -> bool:
    return state.options.get("tie-asked", False)


class Ties(OnBills):
    """A tie is broken by a seat that had no vote; by option also by one that has voted (A-110)."""

    kind = "tie"

    def open(self, box: Box, state: State, seat: str) -> list[str]:
        if self.refusal_ahead(box, state, seat, DONE) is not None:
            return []
        by_vote = box.regime[state.regime].vote == "deputies"
        bills = [unhelped(bill) for bill in state.bills if by_vote and law_of(bill) != "trial"]
        judged = prisoners(state) if state.regime == "legislative" else []
        of = [*bills, *([TRIAL] if tried(state) else ()), *judged]
        return [subject for subject in of if tie_breaker(state, subject) == seat]

    def distance(self, box: Box, state: State, answer: AnyAnswer, subject: str) -> int | None:
        if subject in box.person and answer.about != ALL:
            return on_prisoner(state, answer.about, subject)
        return super().distance(box, state, answer, subject)

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Break the tie on {box}", box=titled(box, subject))

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Tie(subject, True), Tie(subject, False)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: AnyAnswer) -> Refusal | None:
        if isinstance(answer, Tie) and meant(answer.of, subject):
            return None
        return out_of_place(_("how the tie is broken: tie {subject} yes, or no", subject=law_of(subject)))

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: AnyAnswer) -> Refusal | None:
        if _asked_by_itself(state) or deputies(state, seat) <= 0:
            return None
        return Refusal("R-REGIME-16", _l("A tie that you break goes as your deputies have voted"))

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != tie_breaker(state, "") or self.refusal_ahead(box, state, seat, DONE) is not None:
            return []
        of = [*state.bills, *(prisoners(state) if state.regime == "legislative" else ())]
        return [(), *(tuple(Tie(unhelped(name), yes) for name in of) for yes in (True, False))] if of else []

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        voted = next((f.cast for f in reversed(state.stack) if isinstance(f, Bill | Ballot)), {})
        return Tie(subject, voted.get(seat) == 1)

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, AnyAnswer]) -> None:
        for seat, answer in given.items():
            assert isinstance(answer, Tie)
            ctx.say(TieBroken(seat, subject, answer.yes))
            frame = ctx.state.stack[-1]
            if isinstance(frame, Ballot):
                ctx.replace(replace(frame, tie=answer.yes))
            else:
                assert isinstance(frame, Bill)
                ctx.replace(replace(frame, stage=BROKEN[frame.stage][answer.yes]))
