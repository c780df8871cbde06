"""Which regime follows which, who installs it, and what it brings (R-REGIME)."""

from __future__ import annotations

import pytest

from engines.revolution.answers import Purpose
from engines.revolution.deeds.arrest import arrestable
from engines.revolution.events import Settled
from engines.revolution.frames import Bill
from engines.revolution.politics.events import GovernmentChanged, Judged, RegimeInstalled
from engines.revolution.politics.regimes import install_refusal, threatened
from engines.revolution.state import State, deputies, outlaw, outlawed, seated
from engines.revolution.view import view
from tests.revolution.builder import BOX, TITLE, At, Table

SEATS = TITLE.seats


def raised(leader: str | None, commune: int = 17, *options: str) -> At:
    """The Commune is up, and Brunswick stands next to Paris."""
    at = At("regime", *options).set(commune=True, leader=leader).tracks(commune=commune)
    return at.army("brunswick metz")


def able(at: At) -> list[str]:
    """What the Commune's leader may install."""
    leader = at.state.leader or ""
    return [id for id in BOX.regime if install_refusal(BOX, at.state, leader, id) is None]


@pytest.mark.case(
    *("E-33", "E-34", "R-REGIME-17", "R-REGIME-29", "A-03", "A-04", "A-05"),
)
@pytest.mark.parametrize(
    ("leader", "commune", "regimes"),
    [
        ("gironde", 1, ["convention"]),
        ("mountain", 4, ["convention"]),
        ("mountain", 16, ["convention"]),
        ("mountain", 17, ["convention", "terror"]),
        ("sans-culotte", 8, ["convention"]),
        ("sans-culotte", 9, ["convention", "terror"]),
        ("gironde", 20, ["convention"]),
        (None, 20, []),
        ("feuillant", 20, []),
    ],
)
def test_who_may_install_what(leader: str, commune: int, regimes: list[str]) -> None:
    at = raised(leader, commune)
    assert able(at) == regimes
    assert ((leader, "regime") in at.play().asked) == bool(regimes)


@pytest.mark.case("R-REGIME-01", "R-REGIME-30", "R-REGIME-44", "R-REGIME-07", "A-10")
def test_what_follows_what() -> None:
    at = raised("sans-culotte")
    table = at.play()
    table.refused("sans-culotte", "install legislative", "R-REGIME-01")
    table.refused("sans-culotte", "install thermidor", "R-REGIME-01")
    table.do("sans-culotte", "install none")
    assert (table.state.regime, table.state.stage != "regime") == ("legislative", True)
    assert able(raised("sans-culotte").regime("convention")) == ["terror"]
    assert able(raised("sans-culotte").regime("terror")) == []
    assert able(raised("sans-culotte").regime("thermidor")) == []
    at = raised("sans-culotte").regime("terror")
    refusal = install_refusal(BOX, at.state, "sans-culotte", "thermidor")
    assert refusal is not None
    assert refusal.statement == "R-REGIME-44"
    # One change a turn: by the letter nobody is asked for the Terror after the Convention.
    table = raised("sans-culotte").play().do("sans-culotte", "install convention")
    assert ("sans-culotte", "regime") not in table.asked


@pytest.mark.case("R-REGIME-17", "A-07", "A-08", "E-34")
def test_what_threatens_paris() -> None:
    def threat(at: At) -> bool:
        return bool(threatened(BOX, at.state))

    assert not threat(At("regime"))
    assert threat(At("regime").army("brunswick metz"))
    assert not threat(At("regime").army("brunswick strasbourg"))
    assert threat(At("regime").army("army-retz paris"))
    near = BOX.near["paris"][0]
    assert threat(At("regime").army(f"army-retz {near}"))
    assert not threat(At("regime", "-catholic-adjacent-threat").army(f"army-retz {near}"))
    assert threat(At("regime", "-catholic-adjacent-threat").army("army-retz paris"))

    # Seven of the Royalist's and five of the Coalition's, two of them the same: ten.
    royal = At("regime").region("caen", "brest", "rouen", control="royalist")
    royal.region("caen", "brest", "lille", "metz", "dijon", coalition=True)
    assert not threat(royal)
    assert threat(royal.region("lyon", "nevers", control="royalist"))
    twice = At("regime", "double-count-12").region("caen", "brest", "rouen", control="royalist")
    assert threat(twice.region("caen", "brest", "lille", "metz", "dijon", coalition=True))


@pytest.mark.case("A-06")
def test_by_option_the_terror_comes_out_of_two_wars() -> None:
    at = raised("sans-culotte", 17, "terror-from-convention").regime("convention")
    assert able(at) == []
    assert able(at.set(war=True)) == []
    assert able(at.set(civil=True)) == ["terror"]


@pytest.mark.case(
    *("R-REGIME-02", "R-REGIME-18", "R-REGIME-19", "R-REGIME-20", "R-REGIME-23", "R-REGIME-24"),
    *("R-REGIME-03", "R-REGIME-04", "R-REGIME-06", "R-REGIME-11", "E-39"),
)
def test_the_convention() -> None:
    at = raised("mountain").fame(government=7).set(turn=3, rejected=1)
    at.person("roland", state="prison").person("barnave", state="prison").people("lameth la-fayette paris")
    at.set(objectives={"government": Purpose("arrest", "marat")}, outlawed=["excessive"])
    at.people("hebert paris")
    table = at.play().do("mountain", "install convention")
    state = table.state
    assert (state.regime, state.government, state.fame["government"]) == ("convention", "gironde", 10)
    assert (state.tracks["clergy"], state.tracks["coalition"]) == (7, 7)
    assert [seat for seat in SEATS if seated(BOX, state, seat)] == ["marais", "gironde", "mountain"]
    assert [seat for seat in SEATS if outlawed(BOX, state, seat)] == ["royalist", "feuillant"]
    assert (state.people["louis"].state, state.people["roland"].state) == ("prison", "free")
    assert [state.people[id].state for id in ("barnave", "lameth", "la-fayette")] == ["prison"] * 3
    assert (state.rejected, state.outlawed, state.convention) == (0, [], True)
    assert state.people["hebert"].state == "free"
    assert not outlaw(BOX, state, "hebert")
    assert state.objectives["government"] is None
    assert table.last(GovernmentChanged).government == "gironde"
    assert (table.last(RegimeInstalled).by, table.last(RegimeInstalled).why) == ("mountain", "army")
    # An election at once, and the next four turns later.
    assert (deputies(state, "royalist"), state.election) == (0, 7)
    assert view(BOX, state, None).king.state == "prison"


@pytest.mark.case("R-REGIME-02")
def test_a_famous_government_keeps_its_fame() -> None:
    table = raised("gironde").fame(government=14).play().do("gironde", "install convention")
    assert table.state.fame["government"] == 14


@pytest.mark.case(
    *("R-REGIME-03", "R-REGIME-31", "R-REGIME-32", "R-REGIME-33", "R-REGIME-34", "R-REGIME-36", "A-17"),
)
def test_the_terror_out_of_the_legislative() -> None:
    at = raised("mountain").region("bordeaux", revolt=True).army("volunteer-1 caen")
    at.people("brissot vergniaud paris", "roland lyon").person("saint-just", state="prison")
    table = at.play().do("mountain", "install terror")
    state = table.state
    assert (state.regime, state.government, state.people["louis"].state) == ("terror", "mountain", "prison")
    assert (state.tracks["clergy"], state.tracks["coalition"]) == (7, 7)
    revolts = [id for id, region in state.regions.items() if region.revolt]
    assert sorted(revolts) == ["amiens", "bordeaux", "bourges", "caen"]
    assert state.regions["caen"].control == "gironde"
    assert state.civil
    assert list(state.deputies.values()) == [0, 8, 10, 0, 1, 1]
    assert (state.aside, state.election) == (4, 4)
    assert [state.people[id].state for id in ("brissot", "vergniaud", "roland")] == [
        "prison",
        "prison",
        "free",
    ]
    assert state.people["saint-just"].state == "free"


@pytest.mark.case("A-17")
def test_by_option_the_terror_elects_at_once() -> None:
    table = raised("mountain", 17, "terror-new-election").play().do("mountain", "install terror")
    assert (table.state.election, table.state.deputies["gironde"]) == (5, 0)
    assert table.state.deputies["feuillant"] == 4


@pytest.mark.case("R-REGIME-36", "R-REGIME-04", "E-39")
def test_the_terror_out_of_the_convention() -> None:
    at = raised("sans-culotte").regime("convention", turn=5, election=7).fame(government=12)
    # Acquitted and released, the King stays free; who was an outlaw before is not arrested for it now.
    at.people("dantraigues brissot paris")
    table = at.play().do("sans-culotte", "install terror")
    state = table.state
    assert (state.people["louis"].state, state.election, state.fame["government"]) == ("free", 7, 12)
    assert (state.people["dantraigues"].state, state.people["brissot"].state) == ("free", "prison")


def rejected(*options: str, turn: int = 1) -> At:
    """A law that is about to be rolled for under the Terror, after one was rejected."""
    at = At("laws", *options).regime("terror", rejected=1, aside=4, turn=turn)
    at.deputies(0, 4, 8, 0, 4, 2).people("robespierre danton paris", "carnot lyon")
    return at.set(bills=["civic/government", "maximum/government"], proposed=["government"] * 2)


def failed(at: At) -> Table:
    """The law is rejected."""
    table = at.play()
    table.do("marais", "modify civic -2")
    return table.do("mountain", "modify civic -1", 1, 2)


@pytest.mark.case(
    *("E-35", "R-REGIME-43", "R-REGIME-44", "R-REGIME-45", "R-REGIME-46", "R-REGIME-47", "A-78", "A-26"),
    *("R-REGIME-06", "R-REGIME-03"),
)
def test_thermidor_comes_at_once_after_a_second_law_was_rejected() -> None:
    at = rejected().fame(government=6).set(objectives={"government": Purpose("law", "economic")})
    for id in ("barnave", "cadoudal", "roux"):
        at.person(id, state="prison")
    table = failed(at)
    assert (table.state.fame["government"], table.asked) == (5, [("marais", "thermidor")])
    # Of the Mountain two are caught in Paris, and are judged at once by the new method.
    table.do("marais", "thermidor yes", *(6, 5), *(1, 2), *(6, 5), *(1, 2))
    state = table.state
    assert (state.regime, state.government, state.former) == ("thermidor", "marais", "mountain")
    assert (table.last(RegimeInstalled).by, table.last(RegimeInstalled).why) == ("marais", "rejected")
    assert (state.fame["government"], state.rejected, state.bills) == (10, 0, [])
    assert (state.deputies["mountain"], state.deputies["gironde"], state.aside) == (0, 4, 0)
    assert (state.deputies["sans-culotte"], state.deputies["royalist"]) == (2, 0)
    assert [seat for seat in SEATS if seated(BOX, state, seat)] == ["feuillant", "marais", "gironde"]
    assert state.people["barnave"].state == "free"
    judged = {event.person: event.sentence for event in table.told(Judged)}
    assert judged.keys() == {"cadoudal", "roux", "danton", "robespierre"}
    assert state.people["carnot"].state == "free"
    assert not any(event.actor == "government" for event in table.told(Settled))
    assert not any(isinstance(frame, Bill) for frame in state.stack)
    assert table.last(RegimeInstalled).former == "mountain"
    assert not any(event.kind == "propose" for event in TITLE.decisions(state))


@pytest.mark.case("R-REGIME-44", "R-REGIME-43", "E-35")
def test_one_rejected_law_is_not_enough_and_a_declined_one_goes_on() -> None:
    table = failed(rejected().set(rejected=0))
    assert (table.state.rejected, table.state.regime) == (1, "terror")
    assert all(kind == "modify" for _, kind in table.asked)
    table = failed(rejected()).do("marais", "thermidor no")
    assert (table.state.rejected, len(table.state.bills)) == (2, 0)
    assert {kind for _, kind in table.asked} == {"modify"}


@pytest.mark.case("R-REGIME-05", "R-REGIME-22", "R-REGIME-40", "R-REGIME-48")
def test_who_may_be_arrested_under_each_regime() -> None:
    def caught(state: State) -> set[str]:
        return {id for id in BOX.person if arrestable(BOX, state, id)}

    def held(*seats: str) -> set[str]:
        start = At("arrests").state.people
        return {id for id, person in start.items() if person.current in seats and id != "louis"}

    four = {"marat", "chaumette", "hebert", "roux"}
    assert caught(At("arrests").regime("convention").state) == held("royalist", "feuillant") | four
    terror = At("arrests").regime("terror")
    everybody = held("royalist", "gironde", "feuillant") | {"roux"}
    assert caught(terror.state) == everybody
    terror.set(outlawed=["excessive", "merciful"])
    assert caught(terror.state) == everybody | {"hebert", "chaumette", "danton", "desmoulins"}
    thermidor = At("arrests").regime("thermidor")
    assert caught(thermidor.state) == held("royalist", "mountain") | four
    # By name, whoever holds them.
    thermidor.set(outlawed=["terrorist"]).person("barere", current="marais")
    assert {"barere", "billaud", "collot"} <= caught(thermidor.state)


@pytest.mark.case("A-80")
def test_a_prisoner_who_was_convinced_goes_with_his_new_current() -> None:
    at = raised("mountain").regime("convention").person("danton", state="prison", current="gironde")
    at.person("desmoulins", state="prison")
    state = at.play().do("mountain", "install terror").state
    assert (state.people["danton"].state, state.people["desmoulins"].state) == ("prison", "free")
    assert outlaw(BOX, state, "danton")


@pytest.mark.case("R-REGIME-20", "A-81", "R-JUSTICE-07")
def test_a_king_who_is_kidnapped_or_dead_is_not_imprisoned() -> None:
    at = raised("mountain").set(kidnapped=True).person("louis", current="royalist")
    assert at.play().do("mountain", "install convention").state.people["louis"].state == "free"
    dead = raised("mountain").person("louis", state="dead")
    assert dead.play().do("mountain", "install convention").state.people["louis"].state == "dead"


@pytest.mark.case("R-REGIME-19", "A-33")
def test_a_regime_may_bring_war_and_moves_a_coalition_at_war() -> None:
    at = raised("mountain").tracks(coalition=14)
    assert at.play().do("mountain", "install convention").state.war
    at = raised("mountain").set(war=True, entered=True).tracks(coalition=12)
    assert at.play().do("mountain", "install convention").state.tracks["coalition"] == 15


@pytest.mark.case("R-REGIME-07", "R-REGIME-17")
def test_in_forms_a_regime_is_installed_before_the_laws_and_refused_to_whom_it_is_not_for() -> None:
    at = At("plots", "-letter").set(commune=True, leader="mountain").tracks(commune=17).army("brunswick metz")
    table = at.play()
    table.refused("royalist", "file install convention", "R-REGIME-17")
    table.refused("gironde", "file install terror", "R-REGIME-29")
    table.do("mountain", "file install terror")
    for seat in SEATS:
        if seat != "mountain":
            table.do(seat, "done")
    assert table.state.regime == "terror"
