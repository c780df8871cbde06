"""The proposal of laws by Currents and the Government (R-POL-08 to 10, 14, 15, 17 to 26; R-KING-13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from data.catalogue import N_, _
from data.revolution.bills import bill_id, helps, law_of, unhelped
from data.revolution.schema import Law
from data.revolution.tables import REGIMES, Regime
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import DONE, Decree, Done, Propose
from engines.revolution.asking import QuestionKind, ask, one_by_one, writers
from engines.revolution.box import GOVERNMENT, KING, PARIS, Box
from engines.revolution.deeds.roll import cost, unpaid
from engines.revolution.politics.events import Proposed
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, armies_in, hidden_purse, people_in

MOST = 3
"""Laws that the Government proposes in a turn (R-POL-09)."""
DEFAULT = "civic"
_TYPES: Mapping[str, str] = {
    "anti-privilege": "R-POL-15",
    "anti-clerical": "R-POL-15",
    "military": "R-POL-23",
}
"""The statement that keeps a type of law out of a regime."""


def reachable(box: Box, state: State) -> list[Regime]:
    """Regimes under which step 8 may be played: others too while it has not begun (R-REGIME-07)."""
    following = [id for id, order in box.regime.items() if order.commune and state.regime in order.follows]
    return [state.regime, *(following if state.stage in ("arrests", "plots") else ())]


def official(box: Box, state: State) -> bool:
    """Whether only the Government proposes."""
    return box.regime[state.regime].government_proposes


def lawmakers(box: Box, state: State) -> int:
    """Laws that lawmakers in Paris help, under the Terror (R-REGIME-38)."""
    if state.regime != "terror":
        return 0
    number = sum("lawmaker" in box.person[id].groups for id in people_in(state, PARIS))
    return number if state.options["lawmaker-bonus"] else number and MOST


def endangered(box: Box, state: State, *sides: str) -> bool:
    """Whether an enemy army, of some sides or of any, is in or next to Paris (R-POL-24)."""
    wanted = sides or ("allied", "catholic")
    return any(armies_in(box, state, id, *wanted) for id in (PARIS, *box.near[PARIS]))


def law_refusal(box: Box, state: State, law: Law) -> Refusal | None:
    """The refusal of a law to any proposer now."""
    name, options = box.name(law.id), state.options
    if law.once and law.id in state.passed and (law.id != "conscription" or options["conscription"]):
        case = {"war": "R-POL-21", "conscription": "R-POL-22"}.get(law.id, "R-POL-24")
        return Refusal(case, _l("{name} is passed once in the game", name=name))
    if law.id == "war" and state.war:
        return Refusal("R-POL-21", _l("There is war already"))
    if law.id == "conscription" and not options["conscription"] and (not state.war or law.id in state.laws):
        return Refusal(
            "R-POL-22", _l("By this table's rules conscription takes foreign war, and is not in force")
        )
    if law.id == "fatherland" and not endangered(box, state):
        return Refusal("R-POL-24", _l("No enemy army is in Paris or next to it"))
    if law.id == "trial":
        refusal = _trial_refusal(box, state)
        if refusal is not None:
            return refusal
    if not law.repeats and (law.id in state.voted or law.id in map(law_of, state.bills)):
        return Refusal("R-POL-14", _l("{name} was proposed this turn, and is voted on once", name=name))
    return None


def regime_refusal(box: Box, law: Law, regime: Regime, seat: str) -> Refusal | None:
    """The refusal of a law to a Current at any time under a regime."""
    if regime not in (law.regimes or REGIMES):
        case = "R-KING-13" if law.id == "trial" else "R-POL-25" if law.government else _TYPES[law.type]
        said = _l("{name} can't be proposed under {known}", name=box.name(law.id), known=box.name(regime))
        return Refusal(case, said)
    if law.type == "anti-privilege" and seat == "feuillant":
        return Refusal("R-POL-15", _l("The Feuillant proposes no Anti-Privilege law"))
    return None


def _trial_refusal(box: Box, state: State) -> Refusal | None:
    """He is tried in prison; acquitted, under Thermidor once more, if the Government condemned him."""
    known, tried = state.people[KING].state, sum(state.trials.values())
    if known == "dead":
        return Refusal("R-KING-13", _l("The King is dead"))
    if state.recaptured:
        return Refusal("R-KING-12", _l("The King was taken again, and is tried this turn by himself"))
    if state.trials.get(state.regime) and state.regime != "terror":
        return Refusal("R-KING-13", _l("The King is tried once under this regime"))
    if state.regime == "thermidor" and tried:
        if state.government_guilty and not state.kidnapped:
            return None
        return Refusal(
            "R-KING-13", _l("A second trial is for a King whom the Government condemned in the first")
        )
    return None if known == "prison" else Refusal("R-KING-13", _l("The King is not in prison"))


def proposers(box: Box, regime: Regime) -> list[str]:
    """The seats that may propose under a regime; where only the Government proposes, its Current."""
    order = box.regime[regime]
    return [*(order.government if order.government_proposes else order.seated)]


def proposal_refusal(box: Box, state: State, proposer: str, law: Law) -> Refusal | None:
    """The refusal of a law to a Current, or the Government, now, at any price."""
    mine = proposer == GOVERNMENT
    refusal = regime_refusal(box, law, state.regime, state.government if mine else proposer)
    refusal = refusal or law_refusal(box, state, law)
    if refusal is not None:
        return refusal
    if law.government and not mine:
        return Refusal("R-POL-25", _l("The Government alone proposes the {name}", name=box.name(law.id)))
    if bill_id(law.id, proposer) in map(unhelped, state.bills):
        return Refusal("R-POL-20", _l("You have proposed the {name} this turn", name=box.name(law.id)))
    return None


def may_pass(box: Box, state: State, seat: str, *law_types: str) -> str | None:
    """The first type of which a Current or the Government can propose a law, or needs not to (R-FAME-08)."""
    able = [GOVERNMENT] if official(box, state) else proposers(box, state.regime)
    if not state.options["law-objective-anyone"]:
        able = [seat] if seat in able else []
    for law_type in law_types if able else ():
        for proposer in able:
            who = state.government if proposer == GOVERNMENT else proposer
            for law in _laws(box, law_type, state.regime, who):
                if proposal_refusal(box, state, proposer, law) is None:
                    return law_type
    return None


@lru_cache(maxsize=256)
def _laws(box: Box, law_type: str, regime: Regime, seat: str) -> Sequence[Law]:
    """The laws of a type that a Current can ever propose under a regime."""
    return [law for law in box.laws_of.get(law_type, ()) if regime_refusal(box, law, regime, seat) is None]


def put_forward(ctx: Resolution, proposer: str, law: str, *, helped: bool = False) -> None:
    """Bring a law before the Assembly."""
    ctx.state.bills.append(bill_id(law, proposer, helped=helped))
    ctx.state.proposed.append(proposer)
    ctx.say(Proposed(proposer, law, helped))


def _able(box: Box, state: State, seat: str) -> list[Regime]:
    """Regimes that may come before step 8, and under which a Current proposes."""
    return [regime for regime in reachable(box, state) if seat in proposers(box, regime)]


def _never(box: Box, law: Law, regimes: Iterable[Regime], seat: str) -> Refusal | None:
    """The refusal of a law to a Current under all of several regimes."""
    first = None
    for regime in regimes:
        refusal = regime_refusal(box, law, regime, seat)
        if refusal is None:
            return None
        first = first or refusal
    return first


@lru_cache(maxsize=128)
def _sheets(box: Box, able: tuple[Regime, ...], seat: str) -> Sequence[tuple[Propose, ...]]:
    """Suggestions for the form: nothing, each law by itself, and some that follow one another."""
    laws = [Propose(id) for id, law in box.law.items() if able and _never(box, law, able, seat) is None]
    sets = [tuple(laws[at : at + MOST]) for at in range(len(laws))]
    return [(), *((answer,) for answer in laws), *sets] if laws else []


class Proposing(QuestionKind[Propose | Done]):
    """A law of each Current that is seated, or one to three of the Government's, in its order."""

    kind, case, form = "propose", "POL", "politics"
    wants = N_("a law: propose civic, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        if official(box, state):
            return _(
                "Propose a law for the Government, which has {government} to pay laws with",
                government=state.purses[GOVERNMENT],
            )
        return _("Propose a law, or none")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        bills: list[Propose | Done] = [DONE, *(Propose(id) for id in box.law)]
        if self._helps(box, state):
            bills += [Propose(id, True) for id in box.law]
        return [one for one in bills if not self.refusal(box, state, seat, subject, one)]

    def _helps(self, box: Box, state: State) -> bool:
        return helps(state.bills) < lawmakers(box, state)

    def refusal(
        self, box: Box, state: State, seat: str, subject: str, answer: Propose | Done
    ) -> Refusal | None:
        mine = official(box, state)
        if isinstance(answer, Done):
            if mine and not state.bills:
                said = _l("The Government proposes a law at least; the Civic law is always there")
                return Refusal("R-POL-09", said)
            return None
        refusal = proposal_refusal(box, state, GOVERNMENT if mine else seat, box.law[answer.law])
        if refusal is not None:
            return refusal
        if answer.helped and not self._helps(box, state):
            return Refusal("R-REGIME-38", _l("No lawmaker in Paris is left to help another law"))
        return None if mine else unpaid(box, state, seat, "propose", 1)

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Propose | Done) -> Refusal | None:
        assert isinstance(answer, Propose)
        able = _able(box, state, seat)
        if not able:
            order = box.regime[state.regime]
            case = "R-POL-09" if order.government_proposes else "R-POL-08"
            who = tuple(map(box.name, proposers(box, state.regime)))
            return Refusal(
                case,
                _l("Under {regime} laws are proposed by {who}", regime=box.name(state.regime), who=who),
            )
        return _never(box, box.law[answer.law], able, seat)

    def suggestions(self, box: Box, state: State, seat: str) -> Sequence[tuple[AnyAnswer, ...]]:
        return _sheets(box, tuple(_able(box, state, seat)), seat)

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        return Propose(DEFAULT) if official(box, state) and not state.bills else DONE

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Propose | Done]) -> None:
        state, mine = ctx.state, official(ctx.box, ctx.state)
        for seat, answer in given.items():
            if not isinstance(answer, Propose):
                continue
            if not mine:
                ctx.spend(seat, cost(ctx.box, state, "propose"), "propose")
            put_forward(ctx, GOVERNMENT if mine else seat, answer.law, helped=answer.helped)
            if mine and state.proposed.count(GOVERNMENT) < MOST:
                ask(ctx, "propose", [seat])


class Decrees(QuestionKind[Decree | Done]):
    """By option, the Government proposes up to three free laws under the Legislative (A-28)."""

    kind, case, form = "decree", "POL", "politics"
    wants = N_("a law for the Government: decree civic, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Propose a law for the Government, or none")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [
            DONE,
            *(Decree(id) for id in box.law if not proposal_refusal(box, state, GOVERNMENT, box.law[id])),
        ]

    def refusal(
        self, box: Box, state: State, seat: str, subject: str, answer: Decree | Done
    ) -> Refusal | None:
        if isinstance(answer, Done):
            return None
        return proposal_refusal(box, state, GOVERNMENT, box.law[answer.law])

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Decree | Done) -> Refusal | None:
        if not state.options["gov-laws-in-legislative"] or state.regime != "legislative":
            return Refusal("R-POL-08", _l("The Government proposes no laws of its own here"))
        if seat != state.government:
            return Refusal(
                "R-POL-09",
                _l("The Government is run by {government}", government=box.name(state.government)),
            )
        return None

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != state.government or self.refusal_ahead(box, state, seat, DONE) is not None:
            return []
        return [(), *((Decree(id),) for id in box.law)]

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Decree | Done]) -> None:
        for seat, answer in given.items():
            if isinstance(answer, Decree):
                put_forward(ctx, GOVERNMENT, answer.law)
                if ctx.state.proposed.count(GOVERNMENT) < MOST:
                    ask(ctx, "decree", [seat])


def begin(ctx: Resolution) -> None:
    """Ask only the Government where it proposes; else the seated Currents, in turn order (A-28, A-29)."""
    state, box = ctx.state, ctx.box
    if official(box, state):
        ask(ctx, "propose", [state.government])
        return
    seated = box.regime[state.regime].seated
    wrote = writers(state, "propose")
    price = cost(box, state, "propose")
    # Where cash is private a Current that can't pay is asked all the same.
    able = [s for s in seated if s in wrote or hidden_purse(state, s) or state.purses[s] >= price]
    one_by_one(ctx, "propose", [seat for seat in state.order if seat in able])
    if state.regime == "legislative" and state.options["gov-laws-in-legislative"]:
        ask(ctx, "decree", [state.government])
