"""Questions that random games hardly ever come to, each on a table where it can be asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from data.revolution.pack import LIBRARY
from data.revolution.tables import SEATS
from engines.revolution.box import GOVERNMENT, PARIS
from engines.revolution.frames import Ballot, Battle, Bill, Deposition, Question, Turns, Upkeep
from engines.revolution.state import State, put_army, put_person, put_region

ROYALIST, ENEMY, OURS = "royalist", "enemy", "revolutionary"
CIVIC = "civic/marais"
ROWS = LIBRARY.load().events.row
ARMY_ROW = next(row.id for row in ROWS if "special lose-army" in row.effects)
ASKING = next(row.id for row in ROWS if row.yes and "special deposition" not in row.effects)


def rare(state: State) -> Iterator[State]:
    """The same table at such a question, one after the other; nothing is on paper for it."""
    for at in (_politics, _enemies, _war):
        yield from at(state)


def _asked(state: State, stage: str, *stack: Any) -> State:
    made = state.copy()
    made.stage, made.stack = stage, [*stack]
    made.filed, made.papers = [], {}
    return made


def _one(kind: str, seat: str, subject: str = "") -> Question:
    return Question((seat,), kind=kind, subject=subject)


def _politics(state: State) -> Iterator[State]:
    """Ties, the King's deposition, Thermidor."""
    tied = Bill("civic", "marais", stage="tied", cast=dict.fromkeys(SEATS, 0))
    yield _asked(state, "laws", tied, _one("tie", "feuillant", CIVIC))
    yield _asked(
        state, "laws", Bill("emigres", "marais", stage="paying"), _one("veto", "feuillant", "emigres/marais")
    )
    jailed = _asked(
        state,
        "justice",
        Ballot("verdict", "marat", asked=True),
        Question(SEATS, kind="verdict", subject="marat"),
    )
    put_person(jailed, "marat", state="prison")
    yield jailed
    jailed = _asked(state, "justice", Turns("pardon", ("feuillant",)))
    put_person(jailed, "barnave", state="prison")
    yield jailed
    made = _asked(state, "proposals", _one("decree", state.government))
    made.options = {**state.options, "gov-laws-in-legislative": True}
    yield made
    yield _asked(state, "commune-event", _one("event", state.government, ASKING))
    row = "legislative-commune-3"
    voting = Deposition("deposition", row, asked=True)
    yield _asked(state, "commune-event", voting, Question(SEATS, kind="deposition", subject=row))
    made = _asked(
        state, "laws", Bill("civic", GOVERNMENT, stage="over"), _one("thermidor", "marais", "civic")
    )
    made.regime, made.government, made.rejected = "terror", "mountain", 2
    yield made
    made = _asked(state, "laws", Bill("civic", "marais", stage="counting"), _one("modify", "marais", CIVIC))
    made.regime, made.government = "convention", "gironde"
    yield made
    made = _asked(state, "regime", _one("regime", "sans-culotte"))
    made.commune, made.leader, made.tracks = True, "sans-culotte", {**state.tracks, "commune": 20}
    put_army(made, "brunswick", region="metz")
    yield made


def _fallen(state: State) -> State:
    made = _asked(state, "commune-event", _one("event-army", ROYALIST, ARMY_ROW))
    made.war = made.entered = True
    return made


def _enemies(state: State) -> Iterator[State]:
    """What the Royalist decides: landings, armies of his own, the King."""
    yield _fallen(state)
    made = _asked(state, "coalition-arrival", _one("land", ROYALIST, "quiberon"))
    put_region(made, "brest", control=ROYALIST)
    made.war = made.entered = made.convention = True
    yield made
    made = _asked(state, "catholic-arrival", Turns("muster", (ROYALIST,)))
    made.clergy_17 = True
    put_person(made, "charette", region="cholet")
    yield made
    made = _asked(state, "catholic-movement", Turns("advance", (ROYALIST,)))
    put_army(made, "army-retz", region="nantes")
    made.civil = True
    yield made
    made = _asked(state, "coalition-movement", _one("escort", ROYALIST, "coburg"))
    put_army(made, "coburg", region="lille")
    made.kidnapped, made.king_at, made.war, made.entered = True, "lille", True, True
    put_person(made, "louis", current=ROYALIST)
    yield made
    made = _asked(state, "kidnapping", _one("kidnap", ROYALIST))
    put_army(made, "coburg", region=PARIS)
    made.war = made.entered = True
    yield made


def _fight(state: State, region: str, attacker: str, stage: str) -> State:
    made = _asked(state, "battles", Battle(region, stage, attacker=attacker, faces=(3, 4)))
    made.war = made.entered = True
    put_army(made, "coburg", region=region)
    put_army(made, "brunswick", region=region)
    put_army(made, "regular-lille", region=region)
    return made


def _war(state: State) -> Iterator[State]:
    """Combat, and what the Government decides."""
    made = _fight(state, "lille", ENEMY, "carnot")
    made.stack.append(_one("shift", ROYALIST, "lille"))
    yield made
    made = _fight(state, "lille", OURS, "result")
    made.stack.append(_one("carnot", "mountain", "lille"))
    made.regime, made.government = "terror", "mountain"
    yield made
    made = _fight(state, "lille", "", "roll")
    made.stack.append(Question((ROYALIST, state.government), kind="wish", subject="lille"))
    yield made
    made = _fight(state, "cholet", "", "wish")
    put_army(made, "army-retz", region="cholet")
    put_person(made, "charette", region="cholet")
    made.civil = True
    made.stack.append(_one("hide", ROYALIST, "cholet"))
    yield made
    made = _fight(state, "lille", "", "roll")
    made.stage, made.stack = "holding", [_one("pin", state.government, "lille")]
    yield made
    made = _fight(state, PARIS, ENEMY, "spare")
    made.commune = True
    made.stack.append(_one("spare", state.government, PARIS))
    yield made
    made = _asked(state, "military-control", _one("capital", state.government))
    put_army(made, "coburg", region=PARIS)
    made.war = made.entered = True
    yield made
    made = _asked(state, "government-arrival", _one("levy", state.government))
    made.levy = 3
    yield made
    made = _asked(state, "maintenance", Upkeep(GOVERNMENT), Turns("disband", (GOVERNMENT,)))
    made.purses[GOVERNMENT] = 100
    yield made
    made = _asked(state, "government-movement", Turns("march", (GOVERNMENT,)))
    yield made
