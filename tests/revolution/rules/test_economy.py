"""Inflation, income and what is settled at the end of a turn (R-ECON, R-FAME)."""

from __future__ import annotations

from typing import Any

import pytest

from data.revolution.tables import SEATS
from engines.core.dice import Dice
from engines.revolution.answers import Give, Objective, Purpose
from engines.revolution.events import Settled
from engines.revolution.phases.economy import funds, income, minimum
from engines.revolution.state import Joint
from tests.revolution.builder import BOX, TITLE, At


@pytest.mark.case("E-07", "R-ECON-09", "R-KING-17")
def test_minimum_incomes() -> None:
    at = At("income")
    assert [minimum(BOX, at.state, seat) for seat in SEATS] == [350, 400, 350, 350, 350, 350]
    at.person("louis", state="prison").person("barnave", state="dead").person("lameth", state="away")
    assert minimum(BOX, at.state, "feuillant") == 300


@pytest.mark.case("E-08", "R-ECON-05", "R-ECON-08", "R-ECON-10", "R-ECON-11", "A-64")
def test_incomes_of_the_first_turn() -> None:
    table = At("income").purse(**dict.fromkeys(SEATS, 7), government=900).play()
    assert list(table.state.purses.values()) == [457, 1407, 807, 1407, 357, 357, 2300]


@pytest.mark.case("R-ECON-05", "R-ECON-08", "A-64")
@pytest.mark.parametrize(("coalition", "amount"), [(8, 450), (9, 550), (17, 500)])
def test_what_the_coalition_pays(coalition: int, amount: int) -> None:
    at = At("income").tracks(coalition=coalition)
    assert income(BOX, at.state, "royalist") == amount
    # A region that the Coalition holds yields the Royalist nothing.
    at.region("lille", control="royalist")
    assert income(BOX, at.state, "royalist") == amount + 300
    at.region("lille", coalition=True)
    assert income(BOX, at.state, "royalist") == amount
    # It comes on top of the least that anybody has.
    at.region("lille", "tours", "angers", "cholet", "nantes", control=None)
    assert income(BOX, at.state, "royalist") == minimum(BOX, at.state, "royalist") + amount - 400


@pytest.mark.case("E-49", "R-ACT-60", "R-SEQ-05", "R-ACT-61")
def test_paris_pays_who_leads_the_commune() -> None:
    at = At("income").set(commune=True, leader="sans-culotte")
    assert income(BOX, at.state, "sans-culotte") == 800
    assert income(BOX, at.state, "gironde") == 800
    at.set(leader=None)
    assert income(BOX, at.state, "sans-culotte") == 350


@pytest.mark.case("E-48", "R-ECON-12", "R-ECON-13", "R-ACT-50")
def test_what_the_government_is_given() -> None:
    at = At("income").region("lyon", revolt=True).region("lille", coalition=True)
    assert funds(BOX, at.state) == 1700
    at.region("lyon", coalition=True)
    assert funds(BOX, at.state) == 1700
    at.region("lille", "lyon", coalition=False).region("lyon", revolt=False).army("army-retz nantes")
    assert funds(BOX, at.state) == 2200
    at.region(*BOX.region, revolt=True)
    assert funds(BOX, at.state) == 500


@pytest.mark.case("E-47", "R-ECON-06", "R-ECON-02")
def test_full_thousands_move_the_economy() -> None:
    table = At("inflation").tracks(economy=7).set(spent=3499).play()
    assert (table.state.tracks["economy"], table.state.spent) == (10, 0)


def settled(at: At, **objectives: Any) -> dict[str, bool]:
    """What of objectives is met at the end of the turn."""
    for who, objective in objectives.items():
        at.state.objectives[who.replace("_", "-")] = objective
    return {event.actor: event.met for event in at.play().told(Settled)}


@pytest.mark.case("R-FAME-01", "R-FAME-06", "R-FAME-08", "R-FAME-03", "E-51")
@pytest.mark.parametrize(
    ("objective", "fact", "changes", "met"),
    [
        (Objective("raise"), "raise by sans-culotte", {"commune": True}, True),
        (Objective("raise"), "raise by sans-culotte", {}, False),
        (Objective("quell"), "quell by marais", {}, True),
        (Objective("suppress", "bourges"), "suppress bourges by government", {}, False),
        (Objective("suppress", "nimes"), "suppress nimes by government", {}, True),
        (Objective("revolt", "bourges"), "revolt bourges by royalist", {}, True),
        (Objective("plot", "lille"), "plot lille by mountain", {}, True),
        (Objective("plot", "lille"), "plot lille by gironde", {}, False),
        (Objective("convince", "marat"), "convince marat by mountain", {}, True),
        (Objective("convince", "roux"), "convince roux by mountain", {}, False),
        (Objective("regime", "terror"), "regime terror by sans-culotte", {}, False),
        (Objective("law", "economic"), "law maximum by mountain", {}, True),
        (Objective("law", "economic"), "law maximum by gironde", {}, False),
        (Objective("law", "economic"), "law civic by mountain", {}, False),
    ],
)
def test_objectives_of_a_current(objective: Objective, fact: str, changes: Any, met: bool) -> None:
    at = At("fame").set(achieved=[fact], **changes)
    assert settled(at, mountain=objective) == {"mountain": met}


@pytest.mark.case("A-76", "A-69")
def test_anybodys_law_by_option() -> None:
    at = At("fame", "law-objective-anyone").set(achieved=["law civic by gironde"])
    assert settled(at, mountain=Objective("law", "political")) == {"mountain": True}


@pytest.mark.case("R-FAME-09", "A-68")
@pytest.mark.parametrize(
    ("fact", "met"), [("law maximum by marais", True), ("law maximum by gironde", False)]
)
def test_a_common_objective_counts_for_both(fact: str, met: bool) -> None:
    at = At("fame").set(joints=[Joint(("marais", "gironde"), "economic", "marais")], achieved=[fact])
    assert settled(at, marais=Objective("common"), gironde=Objective("common")) == {
        "marais": met,
        "gironde": met,
    }


@pytest.mark.case("R-FAME-02", "R-FAME-04", "R-FAME-07", "E-51")
@pytest.mark.parametrize(
    ("purpose", "fact", "met"),
    [
        (Purpose("suppress", "nimes"), "suppress nimes by government", True),
        (Purpose("suppress", "bourges"), "defeat bourges by government", False),
        (Purpose("arrest", "marat"), "arrest marat by government", True),
        (Purpose("defeat", "lille"), "defeat lille by government", True),
        (Purpose("law", "political"), "law civic by government", True),
        (Purpose("law", "political"), "law civic by mountain", False),
    ],
)
def test_objectives_of_the_government(purpose: Purpose, fact: str, met: bool) -> None:
    at = At("fame").person("marat", state="prison").set(achieved=[fact])
    at.state.objectives["government"] = purpose
    table = at.play()
    assert [event.met for event in table.told(Settled)] == [met]
    assert table.state.fame["government"] == (11 if met else 9)
    assert table.state.fame["feuillant"] == (12 if met else 11)


@pytest.mark.case("R-ECON-01", "A-96")
def test_fame_and_tracks_stay_within_their_limits() -> None:
    at = At("fame").fame(mountain=20, gironde=1).set(achieved=["raise by marais"], commune=True)
    at.state.objectives.update({"mountain": Objective("raise"), "gironde": Objective("quell")})
    table = at.play()
    assert (table.state.fame["mountain"], table.state.fame["gironde"]) == (20, 1)
    assert At("inflation").tracks(economy=19).set(spent=5000).play().state.tracks["economy"] == 20


@pytest.mark.case("R-ECON-14", "A-63")
@pytest.mark.parametrize(("options", "again"), [((), False), (("-bankruptcy-limit",), True)])
def test_bankruptcy_costs_fame_once(options: tuple[str, ...], again: bool) -> None:
    ctx = TITLE.resolution(At("laws", *options).state, Dice("bankrupt"))
    assert ctx.bankrupt("ECON")
    assert (ctx.state.fame["feuillant"], ctx.state.fame["government"]) == (7, 8)
    assert not ctx.bankrupt("ECON")
    ctx.state.turn = 2
    assert ctx.bankrupt("ECON") == again


@pytest.mark.case("A-65")
def test_purses_are_open_but_by_option() -> None:
    for options, seen in (((), 1400), (("private-cash",), None)):
        state = At("order", *options).state
        assert TITLE.view(state, "marais").purses["gironde"] == seen
        assert TITLE.view(state, "gironde").purses["gironde"] == 1400
        assert TITLE.view(state, None).purses["government"] == 2300
        step = TITLE.apply(state, "gironde", Give("marais", 100), Dice("gift"))
        told = {eyes: len(TITLE.redact_all(step.events, eyes)) for eyes in (None, "gironde", "marais")}
        assert told == dict.fromkeys((None, "gironde", "marais"), 1) | ({None: 0} if options else {})


@pytest.mark.case("A-92")
def test_what_no_longer_holds_does_not_count() -> None:
    at = At("fame").set(achieved=["convince marat by mountain", "arrest roux by government"])
    at.person("marat", state="dead")
    at.state.objectives["government"] = Purpose("arrest", "roux")
    assert settled(at, mountain=Objective("convince", "marat")) == {"government": False, "mountain": False}
    at.person("marat", state="prison").person("roux", state="dead")
    assert settled(at, mountain=Objective("convince", "marat")) == {"government": True, "mountain": True}
