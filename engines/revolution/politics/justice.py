"""Step 9: the King's pardon, and the sentences of prisoners (R-JUSTICE-01 to 09, R-KING-06)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from data.catalogue import N_, _
from data.revolution.tables import SEATS, Letter
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import DONE, Done, Pardon, Verdict
from engines.revolution.asking import QuestionKind
from engines.revolution.box import GOVERNMENT, Box
from engines.revolution.deeds.roll import once
from engines.revolution.frames import Ballot, Turns
from engines.revolution.politics.events import Judged
from engines.revolution.politics.king import king_acts
from engines.revolution.politics.votes import cast, on_prisoner, prisoners, voters
from engines.revolution.purposes import Purpose
from engines.revolution.refusals import out_of_place
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, deputies, king_holder, outlaw
from engines.revolution.words import ALL

Sentence = Literal["dead", "prison", "free"]


class Pardons(QuestionKind[Pardon]):
    """The King frees his holder's own people, without a vote (R-KING-06)."""

    kind, case, form = "pardon", "KING", "votes"
    wants = N_("whom the King pardons: pardon charette, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Let the King free somebody of yours, or leave it")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [DONE, *(Pardon(id) for id in prisoners(state) if state.people[id].current == seat)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Pardon) -> Refusal | None:
        return self.refusal_ahead(box, state, seat, answer)

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Pardon) -> Refusal | None:
        name = box.name(answer.person)
        if not king_acts(state):
            return Refusal("R-KING-06", _l("The King pardons under the Legislative alone, while he is free"))
        if seat != king_holder(state):
            return Refusal(
                "R-KING-06",
                _l("The King is in the hands of {king_holder}", king_holder=box.name(king_holder(state))),
            )
        if answer.person not in prisoners(state):
            return Refusal("R-KING-06", _l("{name} is not in prison", name=name))
        if state.people[answer.person].current != seat:
            return Refusal("R-KING-06", _l("{name} is not one of yours", name=name))
        return None

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != king_holder(state) or not king_acts(state):
            return []
        pardons = self.legal(box, state, seat, "")[1:]
        return [(), tuple(pardons)] if pardons else []

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Pardon]) -> None:
        for answer in given.values():
            ctx.person(answer.person, "free", "KING", "pardon")


class Verdicts(QuestionKind[AnyAnswer]):
    """Under the Legislative the deputies judge each prisoner; by default innocent (R-JUSTICE-02, A-20)."""

    kind, case, form, lasting = "verdict", "JUSTICE", "votes", True

    def open(self, box: Box, state: State, seat: str) -> list[str]:
        return prisoners(state) if state.regime == "legislative" and deputies(state, seat) else []

    def distance(self, box: Box, state: State, answer: AnyAnswer, subject: str) -> int | None:
        return on_prisoner(state, answer.about, subject)

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Is {subject} guilty?", subject=box.name(subject))

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Verdict(subject, True), Verdict(subject, False), DONE]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: AnyAnswer) -> Refusal | None:
        if isinstance(answer, Done) or (isinstance(answer, Verdict) and answer.person == subject):
            return None
        return out_of_place(
            _("your deputies' verdict: verdict {subject} guilty, or innocent", subject=subject)
        )

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: AnyAnswer) -> Refusal | None:
        assert isinstance(answer, Verdict)
        if state.regime != "legislative":
            regime = box.name(state.regime)
            return Refusal(
                "R-JUSTICE-04",
                _l("Under {regime} the Government rolls for each prisoner", regime=regime),
            )
        if answer.person not in (ALL, *SEATS, *prisoners(state)):
            return Refusal(
                "R-JUSTICE-01", _l("{person} is not judged this turn", person=box.name(answer.person))
            )
        return None

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        judged = prisoners(state) if state.regime == "legislative" and deputies(state, seat) else []
        return (
            [(), *(tuple(Verdict(id, guilty) for id in judged) for guilty in (True, False))] if judged else []
        )

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, AnyAnswer]) -> None:
        cast(
            ctx,
            self.kind,
            subject,
            {seat: int(said.guilty) if isinstance(said, Verdict) else None for seat, said in given.items()},
        )


def begin(ctx: Resolution) -> None:
    """Every prisoner but the King, in the order of the pack; pardons come before verdicts."""
    state = ctx.state
    if state.regime == "legislative":
        ctx.push(*(Ballot("verdict", id) for id in reversed(prisoners(state))))
        if king_acts(state):
            ctx.push(Turns("pardon", (king_holder(state),)))
        return
    for id in prisoners(state):
        _sentenced(ctx, id, _rolled(ctx, id))


def wanted(state: State, frame: Ballot) -> list[str]:
    """The seats that vote on a prisoner: none on one who was pardoned."""
    return voters(state) if frame.subject in prisoners(state) else []


def decided(ctx: Resolution, frame: Ballot, guilty: bool) -> None:
    """The guilty stay in prison, the innocent go free; no prisoner dies of it (R-JUSTICE-02)."""
    if frame.subject in prisoners(ctx.state):
        _sentenced(ctx, frame.subject, "prison" if guilty else "free")


def _rolled(ctx: Resolution, id: str) -> Sentence:
    """The sentence, by a roll on the Government's Fame and by the prisoner (R-JUSTICE-04 to 06)."""
    state = ctx.state
    harsh = {
        "convention": state.people[id].current == "royalist",
        "terror": True,
        "thermidor": outlaw(ctx.box, state, id),
    }[state.regime]
    letter: Letter = once(ctx, GOVERNMENT, Purpose.of("verdict", id), [], "JUSTICE")
    if harsh:
        return "prison" if letter == "C" else "dead"
    return "free" if letter == "C" else "prison"


def _sentenced(ctx: Resolution, id: str, sentence: Sentence) -> None:
    ctx.say(Judged(id, sentence))
    if sentence != "prison":
        ctx.person(id, sentence, "JUSTICE", "verdict")
