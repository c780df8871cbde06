"""How many answers are offered and can be put on paper, in fixed positions: a rule less changes a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

import pytest

from data.revolution.tables import SEATS
from engines.revolution.asking import QuestionKind
from engines.revolution.foreseen import foreseen
from engines.revolution.frames import Form
from engines.revolution.procedure import REGISTRY
from engines.revolution.state import State
from tests.revolution.builder import BOX, TITLE, At


def plans() -> At:
    return At("talk", "-letter").set(filed=[])


def deeds() -> At:
    here = "barnave lameth paris", "marat danton paris", "charette cholet", "roux collot paris"
    at = At("arrests", "-letter", "gov-laws-in-legislative", "fast").people(*here, "vergniaud rouen")
    return at.region("caen", revolt=True).set(filed=["talk", "plan"])


def ballots() -> At:
    at = At("laws", "-letter", "tie-asked").people("barnave paris", "charette cholet", "cathelineau paris")
    at.set(bills=["emigres/marais", "civic/gironde"], war=True, entered=True, clergy_17=True)
    at.person("marat", state="prison", region=None).person("barnave", state="prison", region=None)
    return at.army("coburg army-retz nantes", "york lille", "brunswick paris").purse(royalist=200)


def terror() -> At:
    at = At("laws", "-letter", "fast").regime("terror").people("robespierre saint-just paris", "carnot metz")
    at.army("coburg brunswick regular-metz metz").purse(government=100).set(bills=["civic/government"])
    at.person("danton", state="prison", region=None)
    return at.set(war=True, entered=True, convention=True, commune=True)


def offered(state: State) -> Iterator[tuple[str, str, str]]:
    """Seat, kind and notation of each that is drafted for a form."""
    top = state.stack[-1]
    assert isinstance(top, Form)
    for seat in SEATS:
        for kind, note in REGISTRY.asked_in(top.covers).items():
            for draft in note.suggestions(BOX, state, seat):
                yield seat, kind, TITLE.notation(draft[0]) if draft else ""


def typed(state: State) -> Iterator[tuple[str, str, str]]:
    """Seat, kind and notation of each that can be put on a form."""
    top = state.stack[-1]
    assert isinstance(top, Form)
    for seat in SEATS:
        for kind, note in REGISTRY.asked_in(top.covers).items():
            for answer in foreseen(BOX, state, seat, note):
                yield seat, kind, TITLE.notation(answer)


def opened(state: State) -> Iterator[tuple[str, str, str]]:
    """Seat, kind and subject of each question that is known to come."""
    top = state.stack[-1]
    assert isinstance(top, Form)
    for seat in SEATS:
        for kind, note in REGISTRY.asked_in(top.covers).items():
            for subject in note.open(BOX, state, seat) if isinstance(note, QuestionKind) else ():
                yield seat, kind, subject


def counts(entries: Iterator[tuple[str, str, str]]) -> Mapping[str, int]:
    return dict(Counter(kind for _seat, kind, _text in {*entries}))


DRAFTED: Mapping[str, Mapping[str, int]] = {
    "plans": {"ally": 32, "common": 30, "deposition": 18, "event": 3, "event-army": 10},
    "deeds": {
        "arrest": 4,
        "commune": 6,
        "convince": 21,
        "decree": 19,
        "deputies": 15,
        "king": 3,
        "pacify": 3,
        "plot": 11,
        "propose": 61,
        "remove": 2,
        "revolt": 2,
    },
    "ballots": {
        "advance": 3,
        "critics": 24,
        "hide": 3,
        "kidnap": 3,
        "land": 4,
        "muster": 2,
        "pardon": 2,
        "pin": 4,
        "tie": 3,
        "verdict": 18,
        "veto": 2,
        "vote": 18,
        "wish": 6,
    },
    "terror": {
        "advance": 1,
        "carnot": 3,
        "disband": 5,
        "hide": 1,
        "kidnap": 3,
        "land": 4,
        "march": 11,
        "modify": 7,
        "pin": 4,
        "spare": 3,
        "thermidor": 2,
        "wish": 6,
    },
}
"""By position and kind of question, for all seats together; to offer nothing counts as one."""
TYPED: Mapping[str, Mapping[str, int]] = {
    "plans": {},
    "deeds": {
        "arrest": 31,
        "commune": 12,
        "convince": 46,
        "deputies": 15,
        "keep": 36,
        "king": 4,
        "pacify": 26,
        "plot": 8,
        "propose": 114,
        "regime": 5,
        "remove": 93,
        "revolt": 8,
        "suppress": 8,
    },
    "ballots": {
        "disband": 24,
        "hide": 8,
        "muster": 8,
        "pardon": 1,
        "pin": 108,
        "shift": 98,
        "tie": 14,
        "verdict": 60,
        "veto": 6,
        "vote": 60,
        "wish": 108,
    },
    "terror": {
        "capital": 156,
        "carnot": 81,
        "disband": 24,
        "hide": 8,
        "levy": 156,
        "modify": 36,
        "muster": 12,
        "pin": 108,
        "shift": 70,
        "wish": 108,
    },
}


OPEN: Mapping[str, Mapping[str, int]] = {
    "plans": {},
    "deeds": {},
    "ballots": {"critics": 6, "tie": 4, "verdict": 12, "veto": 1, "vote": 12},
    "terror": {"modify": 2, "thermidor": 1},
}
POSITIONS: Mapping[str, Callable[[], At]] = {
    "plans": plans,
    "deeds": deeds,
    "ballots": ballots,
    "terror": terror,
}


@pytest.mark.parametrize("name", POSITIONS)
def test_so_many_answers_are_offered_and_can_be_typed(name: str) -> None:
    state = POSITIONS[name]().play().state
    assert counts(offered(state)) == DRAFTED[name]
    assert counts(typed(state)) == TYPED[name]
    assert counts(opened(state)) == OPEN[name]


@pytest.mark.case("R-REGIME-39", "R-MIL-32")
def test_the_dice_of_a_combat_are_shifted_by_so_much_at_most() -> None:
    state = terror().play().state
    ends = {"carnot": (-1, 1), "shift": (-3, 3)}
    for kind, (least, most) in ends.items():
        shifts = {
            getattr(answer, "by", None)
            for seat in SEATS
            for answer in foreseen(BOX, state, seat, REGISTRY.of[kind])
        }
        assert shifts == {*range(least, most + 1)}
