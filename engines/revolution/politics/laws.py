"""Laws: voted on or rolled for, vetoed, paid by the Government, and their effects (R-POL-11 to 30)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from data.catalogue import _
from data.revolution.bills import bill_id, helps, law_of, proposal, unhelped
from data.revolution.effects import Bonus
from data.revolution.tables import Track
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import Modify, Reaction, Veto
from engines.revolution.asking import QuestionKind, ask
from engines.revolution.box import GOVERNMENT, Box
from engines.revolution.deeds.roll import once
from engines.revolution.frames import Bill
from engines.revolution.handler import Automatic
from engines.revolution.politics import trial
from engines.revolution.politics.events import LawInForce, LawPassed, LawRejected, Vetoed
from engines.revolution.politics.king import king_acts
from engines.revolution.politics.proposals import endangered, lawmakers
from engines.revolution.politics.regimes import install
from engines.revolution.politics.votes import (
    TRIAL,
    OnBills,
    broken,
    cast,
    collect,
    count,
    meant,
    owns,
    retried,
    titled,
    unproposed,
    voters,
)
from engines.revolution.purposes import Purpose
from engines.revolution.refusals import out_of_place
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, king_holder, outlaw, seated
from engines.revolution.words import ALL

VETOED = ("anti-privilege", "anti-clerical")
"""Types that the King may veto (R-POL-28, R-POL-29)."""
VETO: Mapping[Track, int] = {"commune": 3, "clergy": -3}
"""The tracks that a veto moves."""
ANTICLERICAL = -2
"""Fame of the King's holder for the veto of an Anti-Clerical law."""
_SPARED = Refusal("R-POL-28", _l("The King vetoes Anti-Privilege and Anti-Clerical laws alone"))
ENOUGH = 2
"""Laws to be rejected before Thermidor (R-REGIME-44)."""
_BONUSES: Mapping[str, Bonus] = {
    "outlaw-excessive": "outlaw-excessive",
    "outlaw-merciful": "outlaw-merciful",
    "outlaw-terrorists": "outlaw-terrorists",
}


def most(state: State, box: Box, seat: str) -> int:
    """The most by which a Current may change the roll for a law, either way (R-REGIME-27, R-REGIME-28)."""
    if state.commune and state.leader == seat:
        return 3
    if not seated(box, state, seat):
        return 0
    return 2 if seat == "marais" else 1


class Modifying(OnBills):
    """Each seat's secret change to the roll for a law; by default 0, for its own law all (A-23)."""

    kind = "modify"

    def open(self, box: Box, state: State, seat: str) -> list[str]:
        rolled = box.regime[state.regime].vote == "fame" and most(state, box, seat)
        trial = state.options["trial-needs-roll"]
        bills = (unhelped(bill) for bill in state.bills if trial or law_of(bill) != "trial")
        return [*bills] if rolled else []

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _(
            "Help or hinder {law}, by up to {most}", law=titled(box, subject), most=most(state, box, seat)
        )

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        able = most(state, box, seat)
        return [Modify(subject, by) for by in range(-able, able + 1)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: AnyAnswer) -> Refusal | None:
        if not isinstance(answer, Modify) or not meant(answer.of, subject):
            return out_of_place(_("what you add to the roll: modify {subject} +1", subject=subject))
        return self._range(box, state, seat, answer)

    def _range(self, box: Box, state: State, seat: str, answer: Modify) -> Refusal | None:
        able = most(state, box, seat)
        if abs(answer.by) <= able:
            return None
        if not able:
            return Refusal(
                "R-REGIME-27",
                _l("You add nothing, because you neither sit in the Assembly nor control the Commune"),
            )
        return Refusal("R-REGIME-27", _l("You may add from -{able} to +{able}", able=able))

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: AnyAnswer) -> Refusal | None:
        assert isinstance(answer, Modify)
        unknown = unproposed(box, state, answer.of)
        if unknown is None and box.regime[state.regime].vote == "deputies":
            regime = box.name(state.regime)
            said = f"vote {law_of(answer.of)} yes"
            return Refusal(
                "R-REGIME-16",
                _l("Under {regime} laws are voted on: {said}, for one", regime=regime, said=said),
            )
        return unknown or self._range(box, state, seat, answer)

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        able = most(state, box, seat)
        if not able or not state.bills or box.regime[state.regime].vote != "fame":
            return []
        bills = [unhelped(bill) for bill in state.bills]
        return [(), *(tuple(Modify(bill, by) for bill in bills) for by in (able, -able, 1))]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        return Modify(subject, most(state, box, seat) if owns(state, seat, subject) else 0)

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, AnyAnswer]) -> None:
        cast(ctx, self.kind, subject, {s: said.by for s, said in given.items() if isinstance(said, Modify)})


class Vetoes(OnBills):
    """The King's veto, before the law is paid (R-POL-28 to 30)."""

    kind = "veto"

    def open(self, box: Box, state: State, seat: str) -> list[str]:
        if seat != king_holder(state) or not king_acts(state):
            return []
        return [unhelped(bill) for bill in state.bills if box.law[law_of(bill)].type in VETOED]

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Veto {box}, or let it pass", box=titled(box, subject))

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Veto(subject, False), Veto(subject, True)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: AnyAnswer) -> Refusal | None:
        if isinstance(answer, Veto) and meant(answer.of, subject):
            return None
        return out_of_place(_("whether the King vetoes: veto {subject} yes, or no", subject=law_of(subject)))

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: AnyAnswer) -> Refusal | None:
        assert isinstance(answer, Veto)
        if not king_acts(state):
            return Refusal("R-POL-30", _l("The King vetoes under the Legislative alone, while he is free"))
        if seat != king_holder(state):
            return Refusal(
                "R-POL-28",
                _l("The King is in the hands of {king_holder}", king_holder=box.name(king_holder(state))),
            )
        known = box.law.get(law_of(answer.of))
        if (law_of(answer.of) if known is None else known.type) not in (ALL, *VETOED):
            return _SPARED
        return unproposed(box, state, answer.of)

    def idle(self, box: Box, state: State, seat: str, answer: Veto) -> Refusal | None:
        """The refusal of a veto that meets none of the laws that are proposed."""
        meets = (self.distance(box, state, answer, bill) is not None for bill in self.open(box, state, seat))
        return None if not answer.yes or any(meets) else _SPARED

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != king_holder(state) or not king_acts(state):
            return []
        able = tuple(Veto(bill, True) for bill in self.open(box, state, seat))
        return [(), able] if able else []

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        return Veto(subject, False)

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, AnyAnswer]) -> None:
        for seat, answer in given.items():
            assert isinstance(answer, Veto)
            if answer.yes:
                law = law_of(subject)
                ctx.say(Vetoed(seat, law))
                for track, by in VETO.items():
                    ctx.move(track, by, "POL")
                if ctx.box.law[law].type == "anti-clerical":
                    ctx.gain(seat, ANTICLERICAL, "POL", "veto")
                _go(ctx, "over")


class Reactions(QuestionKind[Reaction]):
    """The Marais may install Thermidor after a second or later law was rejected (R-REGIME-44)."""

    kind, case, form, lasting = "thermidor", "REGIME", "votes", True

    def open(self, box: Box, state: State, seat: str) -> list[str]:
        order = box.regime["thermidor"]
        return [""] if state.regime in order.follows and seat in order.government else []

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Install Thermidor now that laws were rejected, or not")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Reaction(False), Reaction(True)]

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Reaction) -> Refusal | None:
        order = box.regime["thermidor"]
        if seat not in order.government:
            return Refusal(
                "R-REGIME-44",
                _l(
                    "{name} is for {government} to install",
                    name=order.name,
                    government=box.name(order.government[0]),
                ),
            )
        if state.regime not in order.follows:
            return Refusal("R-REGIME-01", _l("{name} follows the Terror alone", name=order.name))
        return None

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        order = box.regime["thermidor"]
        able = state.regime in order.follows and seat in order.government
        return [(), (Reaction(True),)] if able else []

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        return Reaction(False)

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Reaction]) -> None:
        for seat, answer in given.items():
            if answer.yes:
                ctx.state.bills.clear()
                install(ctx, "thermidor", seat)


def begin(ctx: Resolution) -> None:
    """Laws in the order of their proposal; before them the trial of a recaptured King (R-KING-12)."""
    state, box = ctx.state, ctx.box
    free = lawmakers(box, state) - helps(state.bills)
    for place, bill in enumerate(state.bills):
        # Lawmakers whom no proposal names help the first laws of the list.
        law, proposer, helped = proposal(bill)
        if free > 0 and proposer == GOVERNMENT and not helped:
            state.bills[place] = bill_id(law, proposer, helped=True)
            free -= 1
    if retried(state):
        ctx.push(Bill("trial", "", stage="trial"))
    else:
        _next(ctx)


def _next(ctx: Resolution) -> None:
    """The next law that was proposed."""
    if ctx.state.bills:
        law, proposer, helped = proposal(ctx.state.bills.pop(0))
        ctx.push(Bill(law, proposer, helped=helped))


def _go(ctx: Resolution, stage: str) -> Bill:
    """Move the topmost law to another stage."""
    frame = ctx.state.stack[-1]
    assert isinstance(frame, Bill)
    frame = replace(frame, stage=stage)
    ctx.replace(frame)
    return frame


class Passing(Automatic[Bill]):
    """A law goes its way."""

    def go_on(self, ctx: Resolution, frame: Bill) -> bool:
        STAGES[frame.stage](ctx, frame)
        return False


def _begun(ctx: Resolution, frame: Bill) -> None:
    state, box = ctx.state, ctx.box
    state.voted.append(frame.law)
    subject = bill_id(frame.law, frame.proposer)
    by_roll = box.regime[state.regime].vote == "fame"
    if frame.law == "trial" and not (by_roll and state.options["trial-needs-roll"]):
        _go(ctx, "trial")
    elif by_roll:
        _go(ctx, "counting")
        collect(ctx, "modify", [seat for seat in state.order if most(state, box, seat)], subject)
    else:
        _go(ctx, "counting")
        collect(ctx, "vote", voters(state), subject)


def _counting(ctx: Resolution, frame: Bill) -> None:
    if ctx.box.regime[ctx.state.regime].vote == "fame":
        _roll(ctx, frame)
        return
    subject = bill_id(frame.law, frame.proposer)
    event = ctx.state.bonuses.get(_BONUSES[frame.law], 0) if frame.law in _BONUSES else 0
    lead = count(ctx, "vote", subject, frame.cast, event)
    if frame.proposer == GOVERNMENT:
        _danger(ctx, [seat for seat, vote in frame.cast.items() if vote == 0])
    if lead:
        _go(ctx, "passed" if lead > 0 else "rejected")
    else:
        _go(ctx, "tied")
        yes = broken(ctx, subject, frame.cast)
        if yes is not None:
            _go(ctx, "passed" if yes else "rejected")


def _roll(ctx: Resolution, frame: Bill) -> None:
    """One roll on the proposer's Fame: A and B pass, C costs him a point (R-REGIME-26, R-REGIME-42)."""
    state, box = ctx.state, ctx.box
    official = frame.proposer == GOVERNMENT
    terms = [(seat, by or 0) for seat, by in frame.cast.items()]
    if official:
        terms.append(("event", state.bonuses.get("laws", 0)))
    if frame.law in _BONUSES:
        terms.append(("event", state.bonuses.get(_BONUSES[frame.law], 0)))
    if frame.helped:
        terms.append(("lawmaker", box.tables.modifiers.lawmaker))
    tracks = state.options["track-bonus-on-law-rolls"]
    letter = once(ctx, frame.proposer, Purpose.of("law", frame.law), terms, "POL", tracks=tracks)
    if official:
        _danger(ctx, [seat for seat, by in frame.cast.items() if (by or 0) < 0])
    _go(ctx, "rejected" if letter == "C" else "passed")


def _danger(ctx: Resolution, against: list[str]) -> None:
    """While the Fatherland is in danger, a seated Current that opposes the Government loses Fame (A-32)."""
    state, box = ctx.state, ctx.box
    if "fatherland" in state.laws:
        for seat in against:
            if seated(box, state, seat):
                ctx.gain(seat, -1, "POL", "danger")


def _passed(ctx: Resolution, frame: Bill) -> None:
    state, law = ctx.state, ctx.box.law[frame.law]
    ctx.say(LawPassed(frame.law, frame.proposer))
    if frame.law == "trial":
        _go(ctx, "trial")
        return
    _go(ctx, "paying")
    if law.type in VETOED and king_acts(state):
        ask(ctx, "veto", [king_holder(state)], bill_id(frame.law, frame.proposer))


def _rejected(ctx: Resolution, frame: Bill) -> None:
    """The proposer of a law that failed its roll loses Fame; Terror counts it (R-FAME-10, R-REGIME-43)."""
    state, box = ctx.state, ctx.box
    terror = state.regime in box.regime["thermidor"].follows
    state.rejected += terror
    ctx.say(LawRejected(frame.law, frame.proposer, state.rejected))
    if box.regime[state.regime].vote == "fame":
        ctx.gain(frame.proposer, -1, "POL", "rejected")
    _go(ctx, "over")
    if terror and state.rejected >= ENOUGH:
        ask(ctx, "thermidor", [box.regime["thermidor"].government[0]])


def _paying(ctx: Resolution, frame: Bill) -> None:
    """The Government pays, or is bankrupt and the law has no effect (R-POL-11, R-POL-12)."""
    price = ctx.price(ctx.box.law[frame.law].cost)
    if ctx.state.purses[GOVERNMENT] >= price:
        ctx.spend(GOVERNMENT, price, frame.law)
        _enact(ctx, frame, price)
    else:
        ctx.bankrupt("POL")
    _go(ctx, "over")


def _enact(ctx: Resolution, frame: Bill, price: int) -> None:
    state, law = ctx.state, ctx.box.law[frame.law]
    ctx.say(LawInForce(frame.law, frame.proposer, price))
    ctx.note("law", frame.law, frame.proposer)
    ctx.gain(frame.proposer, law.fame, "POL", law.id)
    if law.once:
        state.passed.append(law.id)
    for track, by in law.tracks.items():
        ctx.move(track, by, "POL")
    if law.id == "war":
        # The threat may have come since the law was proposed.
        if not state.war:
            ctx.declare_war("POL")
    elif law.id in ("conscription", "fatherland"):
        state.laws.append(law.id)
        if law.id == "fatherland" and not endangered(ctx.box, state, "allied"):
            state.lapsing.append(law.id)
    elif law.armies:
        # All volunteers of the law come at the next reinforcement.
        state.levy += law.armies
    if law.outlaws:
        before = [id for id in state.people if outlaw(ctx.box, state, id)]
        state.outlawed.extend(law.outlaws)
        ctx.jail_outlaws("POL", spared=before)


def _try(ctx: Resolution, frame: Bill) -> None:
    ctx.replace(replace(frame, stage="judging", cast={}))
    collect(ctx, "vote", voters(ctx.state), TRIAL)


def _judging(ctx: Resolution, frame: Bill) -> None:
    """Guilty takes more than innocent; the Government's Current breaks a tie (R-KING-14)."""
    lead = count(ctx, "vote", TRIAL, frame.cast, trial.added(ctx.state))
    trial.remember(ctx, frame.cast)
    if lead:
        _go(ctx, "guilty" if lead > 0 else "innocent")
    else:
        _go(ctx, "hung")
        yes = broken(ctx, TRIAL, frame.cast)
        if yes is not None:
            _go(ctx, "guilty" if yes else "innocent")


def _sentence(guilty: bool) -> Callable[[Resolution, Bill], None]:
    def judged(ctx: Resolution, frame: Bill) -> None:
        trial.judged(ctx, guilty=guilty)
        _go(ctx, "over")

    return judged


def _over(ctx: Resolution, frame: Bill) -> None:
    ctx.pop()
    _next(ctx)


STAGES: Mapping[str, Callable[[Resolution, Bill], None]] = {
    "begun": _begun,
    "counting": _counting,
    "passed": _passed,
    "rejected": _rejected,
    "paying": _paying,
    "trial": _try,
    "judging": _judging,
    "guilty": _sentence(True),
    "innocent": _sentence(False),
    "over": _over,
}
