"""All answers that a form can hold, also those that only later events of the turn can make legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from data.revolution.bills import proposal, unhelped
from engines.revolution import answers as a
from engines.revolution import war_answers
from engines.revolution.actions import AnyAnswer
from engines.revolution.asking import AnyNote
from engines.revolution.box import PARIS, Box, as_seat
from engines.revolution.phases.placement import available
from engines.revolution.politics.laws import most
from engines.revolution.politics.regimes import CASES
from engines.revolution.politics.votes import TRIAL, prisoners, tried
from engines.revolution.procedure import REGISTRY
from engines.revolution.state import State, deputies, garrisoned, king_holder, put_army
from engines.revolution.war.armies import on_map
from engines.revolution.war.reinforcement import conscripts, to_come
from engines.revolution.words import ALL

_ROLLS = range(1, 7)
_EITHER = (True, False)
_ON_PEOPLE: Mapping[str, Callable[[str], AnyAnswer]] = {
    "arrest": a.Arrest,
    "remove": a.Remove,
    "convince": a.Convince,
    "pardon": a.Pardon,
}
_BY_PEOPLE: Mapping[str, Callable[[str, str], AnyAnswer]] = {
    "plot": a.Plot,
    "revolt": a.Revolt,
    "suppress": a.Suppress,
}
_ASKED: Mapping[str, Callable[[str, bool], AnyAnswer]] = {
    "pin": war_answers.Pin,
    "hide": war_answers.Hide,
    "wish": war_answers.Wish,
}


def foreseen(box: Box, state: State, seat: str, note: AnyNote) -> Iterator[AnyAnswer]:
    """The answers of one kind that a seat can put in a form, whether or not they will be of use this turn."""
    kinds = (box, state, seat, note.kind)
    for answer in chain(_deeds(*kinds), _votes(*kinds), _wars(*kinds)):
        if note.refusal_ahead(box, state, seat, answer) is None:
            yield answer


def nothing(box: Box, state: State, seat: str, notes: Iterable[AnyNote]) -> bool:
    """Whether a seat can put no answer in a form; this ignores its secrets, purse and answers on file."""
    return not any(
        any(note.suggestions(box, state, seat)) or any(True for _ in foreseen(box, state, seat, note))
        for note in notes
    )


def _deeds(box: Box, state: State, seat: str, kind: str) -> Iterable[AnyAnswer]:
    mine = [(at, id) for id in available(state, seat) if (at := state.people[id].region)]
    if kind in _ON_PEOPLE:
        return [_ON_PEOPLE[kind](id) for id, person in state.people.items() if person.state != "dead"]
    if kind in _BY_PEOPLE:
        return [_BY_PEOPLE[kind](at, id) for at, id in mine]
    match kind:
        case "keep":
            return [a.Keep(roll) for roll in _ROLLS]
        case "pacify":
            return [a.Pacify(id) for id in box.region]
        case "commune":
            return [act(id) for at, id in mine if at == PARIS for act in (a.Raise, a.Quell)]
        case "deputies":
            return [a.Turn(of, id) for of in box.current[as_seat(seat)].turns for _at, id in mine]
        case "regime":
            return [a.Install(id) for id in CASES]
        case "king":
            return [a.Royal(marker) for marker in _EITHER]
        case "propose":
            return [a.Propose(id, helped) for helped in (False, True) for id in box.law]
    return []


def _votes(box: Box, state: State, seat: str, kind: str) -> Iterable[AnyAnswer]:
    bills, judged = [unhelped(bill) for bill in state.bills], prisoners(state)
    trial = [TRIAL] if tried(state) else []
    laws = _named(bills)
    accused = (*judged, *dict.fromkeys(state.people[id].current for id in judged), ALL) if judged else ()
    able = most(state, box, seat)
    match kind:
        case "vote" if deputies(state, seat):
            return [a.Vote(of, yes) for of in (*laws, *trial) for yes in _EITHER]
        case "modify":
            return [a.Modify(of, by) for of in laws for by in range(-able, able + 1)]
        case "veto":
            return [
                a.Veto(of, yes) for of in _named(REGISTRY.of[kind].open(box, state, seat)) for yes in _EITHER
            ]
        # The King may die in one vote before another ties; then the Government's Current breaks the tie.
        case "tie" if seat in (king_holder(state), state.government):
            return [a.Tie(of, yes) for of in (*bills, *trial, *accused) for yes in _EITHER]
        case "verdict" if deputies(state, seat):
            return [a.Verdict(of, guilty) for of in accused for guilty in _EITHER]
    return []


def _named(bills: Sequence[str]) -> tuple[str, ...]:
    """Bills, all those of each proposer, and all: no law is proposed any more when a form asks about them."""
    proposers = dict.fromkeys(proposal(bill).proposer for bill in bills)
    return (*bills, *(f"{ALL}/{proposer}" for proposer in proposers), ALL) if bills else ()


def _wars(box: Box, state: State, _seat: str, kind: str) -> Iterable[AnyAnswer]:
    regions = (*box.region, ALL)
    if kind == "muster":
        waiting = to_come(box, state, "catholic")
        return [war_answers.Muster(army, id) for army in waiting for id in box.person]
    # After the votes it is known whether volunteers are raised, and whether there is an enemy to fight.
    if kind == "levy" and (_coming(state) or _levied(box, state)):
        return [war_answers.Levy(id) for id in box.region]
    fights = _coming(state) or any(box.army[id].side != "revolutionary" for id in on_map(box, state))
    match kind:
        case "disband":
            return [war_answers.Disband(id) for id, army in state.armies.items() if not army.gone]
        case "pin" | "hide" | "wish" if fights:
            return [_ASKED[kind](id, yes) for id in regions for yes in _EITHER]
        case "shift" if fights:
            return [war_answers.Shift(id, by) for id in (ALL, *garrisoned(state)) for by in range(-3, 4)]
        case "carnot" if fights:
            return [war_answers.Carry(id, by) for id in regions for by in (-1, 0, 1)]
        case "capital" if fights:
            return [war_answers.Capital(id) for id in box.region]
    return []


def _coming(state: State) -> bool:
    """Whether votes, and with them wars and armies, are still to come this turn."""
    return "votes" not in state.filed


def _levied(box: Box, state: State) -> int:
    """How many volunteers the present laws raise this turn."""
    return min(state.levy + conscripts(box, state), len(to_come(box, state, "volunteer")))


def ahead(box: Box, state: State, seat: str, said: Iterable[AnyAnswer]) -> State:
    """The state after a form's armies were raised; the form's moves begin from it."""
    said = [*said]
    levies = [one for one in said if isinstance(one, war_answers.Levy)]
    wanting = _levied(box, state) - len(levies) if seat == state.government else 0
    if wanting > 0:
        usual = REGISTRY.of["levy"].default(box, state, seat, "")
        levies += [usual] * wanting if isinstance(usual, war_answers.Levy) else []
    raised = dict(zip(to_come(box, state, "volunteer"), (one.region for one in levies), strict=False))
    for muster in said:
        if isinstance(muster, war_answers.Muster) and muster.army in to_come(box, state, "catholic"):
            raised[muster.army] = state.people[muster.general].region or ""
    raised = {army: region for army, region in raised.items() if region}
    if not raised:
        return state
    state = state.copy()
    for army, region in raised.items():
        put_army(state, army, region=region)
    return state
