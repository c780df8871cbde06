"""Where rules of the political phase meet one another, money, people and war."""

from __future__ import annotations

import pytest

from engines.revolution.answers import Purpose
from engines.revolution.events import (
    Bankrupt,
    CommuneRaised,
    Settled,
    Skipped,
    Thrown,
    TrackMoved,
    WarChanged,
)
from engines.revolution.phases.economy import funds
from engines.revolution.politics.events import (
    Counted,
    Elected,
    Judged,
    LawInForce,
    LawRejected,
    RegimeInstalled,
)
from engines.revolution.politics.laws import most
from engines.revolution.politics.proposals import law_refusal
from engines.revolution.politics.regimes import install_refusal
from engines.revolution.politics.votes import tie_breaker
from engines.revolution.state import deputies
from tests.revolution.builder import BOX, TITLE, At, Table


def voted(table: Table, law: str, *yes: str) -> Table:
    for seat in [seat for seat, kind in table.asked if kind == "vote"]:
        table.do(seat, f"vote {law} {'yes' if seat in yes else 'no'}")
    return table


def rolled(table: Table, law: str, *faces: int) -> Table:
    asked = [seat for seat, kind in table.asked if kind == "modify"]
    for seat in asked:
        table.do(seat, f"modify {law} 0", *(faces if seat == asked[-1] else ()))
    return table


def installing(regime: str, seat: str, at: At) -> Table:
    at.set(commune=True, leader=seat).tracks(commune=20)
    return at.army("brunswick metz").play().do(seat, f"install {regime}")


@pytest.mark.case("R-KING-12", "R-KING-13")
def test_a_king_who_is_tried_by_himself_is_not_proposed_for_trial_besides() -> None:
    at = At("proposals").regime("convention", turn=3, recaptured=2, guilt=4).person("louis", state="prison")
    refusal = law_refusal(BOX, at.state, BOX.law["trial"])
    assert refusal is not None
    assert refusal.statement == "R-KING-12"


@pytest.mark.case("R-REGIME-41", "R-REGIME-34", "R-REGIME-47")
def test_an_election_of_the_terror_in_its_first_turn_leaves_those_set_aside_to_come_back() -> None:
    table = installing("terror", "sans-culotte", At("regime").set(turn=4))
    assert table.last(Elected).deputies["gironde"] == 0
    assert (table.state.aside, table.state.election) == (4, 8)
    # The Feuillant sits behind others now, with half its regions.
    assert table.state.deputies["feuillant"] == 4


@pytest.mark.case("R-REGIME-33", "R-ECON-12", "R-MIL-04")
def test_the_terrors_revolts_cost_the_government_and_begin_a_civil_war() -> None:
    before = funds(BOX, At("regime").state)
    table = installing("terror", "mountain", At("regime"))
    lost = sum(BOX.region[id].income for id in ("amiens", "bordeaux", "caen"))
    assert (funds(BOX, table.state), table.state.civil) == (before - lost, True)


@pytest.mark.case("R-REGIME-04", "R-SEQ-17", "R-JUSTICE-05", "R-REGIME-31")
def test_whom_the_terror_catches_in_paris_it_judges_in_the_same_turn() -> None:
    at = At("regime").people("brissot paris").region("paris", control="mountain")
    table = installing("terror", "mountain", at).do("mountain", "propose civic").done("mountain")
    rolled(table, "civic", 4, 4, 6, 5)
    assert [(event.person, event.sentence) for event in table.told(Judged)] == [("brissot", "dead")]


@pytest.mark.case("R-REGIME-11", "R-REGIME-18", "R-FAME-02")
def test_a_government_that_stays_the_girondes_keeps_its_objective() -> None:
    at = At("regime").set(government="gironde")
    at.set(objectives={"government": Purpose("arrest", "marat")})
    assert installing("convention", "gironde", at).state.objectives["government"] is not None


@pytest.mark.case("R-ACT-61", "R-REGIME-17", "R-REGIME-28")
def test_a_leaderless_commune_installs_nothing_and_adds_nothing() -> None:
    at = At("regime").set(commune=True).tracks(commune=20).army("brunswick metz")
    assert not any(kind == "regime" for _, kind in at.play().asked)
    at = At("laws").regime("convention", commune=True)
    assert most(at.state, BOX, "sans-culotte") == 0


@pytest.mark.case("R-REGIME-17", "R-SEQ-14", "R-SEQ-15")
def test_who_raises_the_commune_may_change_the_regime_in_the_same_turn() -> None:
    at = At("commune").people("danton paris").fame(mountain=16).army("brunswick metz").set(order=["mountain"])
    at.set(order=["mountain", *(seat for seat in TITLE.seats if seat != "mountain")])
    table = at.play().do("mountain", "raise by danton", 6, 5)
    assert table.asked == [("mountain", "regime")]
    assert table.last(CommuneRaised).was == "gironde"
    assert table.do("mountain", "install convention").state.government == "gironde"


@pytest.mark.case("R-REGIME-19", "R-MIL-01", "R-MIL-11")
def test_three_more_may_bring_foreign_war_and_catholic_armies_at_once() -> None:
    state = installing("convention", "gironde", At("regime").tracks(coalition=15, clergy=14)).state
    assert (state.war, state.tracks["coalition"], state.clergy_17) == (True, 20, True)


@pytest.mark.case("R-POL-06", "R-REGIME-16", "R-JUSTICE-02")
def test_turned_deputies_vote_on_laws_and_on_prisoners() -> None:
    at = At("deputies").people("sieyes paris").purse(feuillant=0, gironde=0).person("marat", state="prison")
    table = at.play().do("marais", "turn feuillant by sieyes", 6, 5).do("marais", "propose civic")
    voted(table, "civic", "marais")
    assert (table.last(Counted).yes, len(table.told(LawInForce))) == (15, 1)
    for seat in [seat for seat, kind in table.asked if kind == "verdict"]:
        table.do(seat, f"verdict marat {'guilty' if seat == 'marais' else 'innocent'}")
    assert table.state.people["marat"].state == "prison"


@pytest.mark.case("R-POL-01", "R-POL-06", "R-REGIME-47")
def test_under_thermidor_who_has_no_deputies_may_still_turn_some_and_vote_with_them() -> None:
    at = At("deputies").regime("thermidor").deputies(0, 6, 12, 4, 0, 2).people("cadoudal paris")
    table = at.play().do("royalist", "turn feuillant by cadoudal", 6, 5).do("marais", "propose civic")
    table.done("marais")
    assert ("royalist", "vote") in table.asked
    assert deputies(table.state, "royalist") == 5


@pytest.mark.case("R-ACT-09", "R-POL-11", "R-POL-17")
def test_an_economic_law_is_paid_at_the_prices_that_it_ends() -> None:
    at = At("laws").tracks(economy=17).set(bills=["free-prices/marais", "civic/gironde"])
    table = voted(at.play(), "free-prices", "marais", "feuillant")
    assert (table.state.purses["government"], table.state.tracks["economy"]) == (2300 - 450, 10)
    voted(table, "civic", "marais", "feuillant")
    assert table.state.purses["government"] == 2300 - 450 - 100


@pytest.mark.case("R-ECON-15", "A-91", "R-POL-14", "R-REGIME-43")
def test_the_first_law_that_passes_may_leave_nothing_for_the_second() -> None:
    at = At("laws").regime("terror", bills=["maximum/government", "civic/government"], rejected=1)
    table = rolled(at.purse(government=100).play(), "maximum", 6, 4)
    rolled(table, "civic", 6, 4)
    assert [event.law for event in table.told(LawInForce)] == ["maximum"]
    # One bankruptcy, and no rejected law: the Marais is not asked.
    assert (len(table.told(Bankrupt)), table.state.rejected, table.state.regime) == (1, 1, "terror")


@pytest.mark.case("R-POL-21", "R-MIL-01", "R-POL-16")
def test_after_a_war_that_came_by_itself_it_may_be_declared_once_it_is_over() -> None:
    at = At("proposals").set(war=True).tracks(coalition=20)
    assert law_refusal(BOX, at.state, BOX.law["war"]) is not None
    assert law_refusal(BOX, at.set(war=False).state, BOX.law["war"]) is None


@pytest.mark.case("R-POL-24", "R-MIL-36", "A-32")
def test_the_fatherland_is_in_danger_by_a_catholic_army_too() -> None:
    law = BOX.law["fatherland"]
    near = BOX.near["paris"][0]
    assert law_refusal(BOX, At("proposals").army(f"army-retz {near}").state, law) is None
    assert law_refusal(BOX, At("proposals").army("army-retz nantes").state, law) is not None
    assert law_refusal(BOX, At("proposals").army(f"volunteer-1 {near}").state, law) is not None


@pytest.mark.case("R-KING-15", "R-MIL-01", "R-WIN-06")
def test_a_guilty_king_may_bring_war() -> None:
    at = At("laws", "-trial-needs-roll").regime("convention", bills=["trial/gironde", "war/marais"])
    at.person("louis", state="prison").tracks(coalition=13).deputies(0, 4, 9, 8, 3, 1)
    table = voted(at.play(), "king", "marais", "gironde")
    assert (table.state.war, table.state.people["louis"].state) == (True, "dead")
    # The declaration that was proposed before is rolled for all the same, and brings no second war.
    rolled(table, "war", 6, 5)
    assert table.state.tracks["coalition"] == 20
    assert len([event for event in table.told(WarChanged) if event.war == "foreign"]) == 1


@pytest.mark.case("R-KING-16", "R-KING-17", "R-POL-30", "A-67")
def test_a_king_who_was_acquitted_is_free_and_vetoes_nothing_outside_the_legislative() -> None:
    at = At("laws", "-trial-needs-roll").regime("convention", bills=["trial/gironde", "customs/marais"])
    table = voted(at.person("louis", state="prison").deputies(0, 4, 9, 8, 3, 1).play(), "king")
    assert table.state.people["louis"].state == "free"
    rolled(table, "customs", 6, 5)
    assert table.last(LawInForce).law == "customs"


@pytest.mark.case("R-REGIME-16", "R-KING-14", "A-82")
def test_who_breaks_which_tie() -> None:
    at = At("laws").person("louis", current="royalist")
    assert tie_breaker(at.state, "civic/marais") == "royalist"
    assert tie_breaker(at.state, "king") == "feuillant"
    assert tie_breaker(at.set(recaptured=1).person("louis", state="prison").state, "marat") == "royalist"
    assert tie_breaker(at.person("louis", state="dead").state, "marat") == "feuillant"


@pytest.mark.case("R-REGIME-44", "R-POL-09", "A-78", "R-JUSTICE-06")
def test_thermidor_drops_the_third_law_and_its_government_proposes_from_the_next_turn() -> None:
    bills = ["civic/government", "maximum/government", "assignats/government"]
    at = At("laws").regime("terror", bills=bills, proposed=["government"] * 3).fame(government=3)
    table = rolled(rolled(at.play(), "civic", 1, 2), "maximum", 1, 2)
    assert (table.state.fame["government"], table.asked) == (1, [("marais", "thermidor")])
    table.do("marais", "thermidor yes")
    assert [event.law for event in table.told(LawRejected)] == ["civic", "maximum"]
    assert (table.last(RegimeInstalled).government, table.state.fame["government"]) == ("marais", 10)
    assert not any(kind in ("propose", "modify", "vote") for _, kind in table.asked)


@pytest.mark.case("R-REGIME-43", "R-REGIME-44", "A-26")
def test_rejected_laws_of_the_convention_do_not_count() -> None:
    at = At("laws").regime("convention", bills=["civic/gironde", "maximum/marais", "assignats/mountain"])
    table = at.play()
    for law in ("civic", "maximum", "assignats"):
        rolled(table, law, 1, 2)
    assert table.state.rejected == 0
    assert len(table.told(LawRejected)) == 3
    assert not any(kind == "thermidor" for _, kind in table.asked)


@pytest.mark.case("R-POL-27", "R-JUSTICE-06", "R-REGIME-48")
def test_terrorists_outlawed_in_paris_are_judged_as_outlaws_in_the_same_turn() -> None:
    at = At("laws").regime("thermidor", bills=["outlaw-terrorists/government"]).deputies(0, 4, 9, 4, 0, 2)
    at.people("collot barere paris", "billaud lyon")
    table = at.play()
    asked = [seat for seat, _ in table.asked]
    for seat in asked:
        faces = (6, 5, 1, 2) if seat == asked[-1] else ()
        table.do(seat, "vote outlaw-terrorists yes", *faces)
    assert {event.person: event.sentence for event in table.told(Judged)} == {
        "collot": "dead",
        "barere": "prison",
    }
    assert table.state.people["billaud"].state == "free"


@pytest.mark.case("R-KING-02", "R-REGIME-10", "R-SEQ-15")
def test_the_kings_action_is_his_new_holders_in_the_same_turn() -> None:
    at = At("convincing").fame(royalist=19).set(order=["royalist", *TITLE.seats[1:]])
    table = at.play().do("royalist", "convince louis", 6, 4).done("royalist")
    while ("royalist", "king") not in table.asked:
        table.done(table.asked[0][0])
    table.do("royalist", "royal with-marker")
    assert table.last(TrackMoved).now == 5


@pytest.mark.case("R-POL-28", "R-REGIME-16", "R-KING-05")
def test_who_has_won_the_king_vetoes_what_he_has_voted_for() -> None:
    at = At("laws").person("louis", current="royalist").set(bills=["customs/gironde"])
    table = voted(at.play(), "customs", "royalist", "gironde", "marais")
    assert table.asked == [("royalist", "veto")]
    assert table.do("royalist", "veto customs yes").state.fame["royalist"] == 6


@pytest.mark.case("R-REGIME-25", "R-SEQ-05", "R-REGIME-14")
def test_an_election_counts_what_is_controlled_after_the_regional_actions() -> None:
    at = At("commune").set(turn=4).people("danton paris").fame(mountain=16)
    at.set(order=["mountain", *(seat for seat in TITLE.seats if seat != "mountain")])
    table = at.play().do("mountain", "raise by danton", 6, 5)
    # Paris and Lille are two regions: one deputy, and the other half sits with the Gironde.
    assert table.last(Elected).deputies["mountain"] == 1
    assert table.last(Elected).deputies["gironde"] == 4


@pytest.mark.case("R-JUSTICE-04", "R-KING-13", "R-REGIME-20")
def test_the_king_is_not_rolled_for_among_the_prisoners() -> None:
    table = At("justice").regime("convention").person("louis", state="prison").play()
    assert table.told(Judged) == []
    assert table.state.people["louis"].state == "prison"


@pytest.mark.case("R-ACT-04", "R-FAME-10", "R-REGIME-26")
def test_fame_does_not_fall_below_one() -> None:
    at = At("laws").regime("convention", bills=["civic/marais"]).fame(marais=1)
    table = rolled(at.play(), "civic", 1, 1)
    assert (table.state.fame["marais"], table.last(Thrown).result) == (1, "C")


@pytest.mark.case("R-REGIME-29", "R-REGIME-17", "A-06")
def test_twelve_regions_are_a_threat_and_paris_counts_among_them() -> None:
    at = At("regime").set(commune=True, leader="sans-culotte").tracks(commune=9)
    at.region("caen", "brest", "rouen", "amiens", "lille", "metz", "dijon", control="royalist")
    assert install_refusal(BOX, at.state, "sans-culotte", "terror") is not None
    at.region("lyon", coalition=True)
    assert install_refusal(BOX, at.state, "sans-culotte", "terror") is None
    assert not at.play().told(Settled)


@pytest.mark.case("R-REGIME-17", "R-KING-05", "R-ACT-10")
def test_whoever_wrote_in_vain_is_told_why_and_nobody_else_is() -> None:
    table = At("plots", "-letter").set(commune=True, leader="gironde").play()
    table.do("mountain", "file install convention").do("gironde", "file install convention")
    for seat in ("royalist", "feuillant", "marais", "sans-culotte"):
        table.done(seat)
    why = {event.owner: str(event.reason) for event in table.told(Skipped)}
    assert "Who controls" in why["mountain"]
    assert "No enemy army" in why["gironde"]
    table = At("deputies", "-letter").purse(feuillant=30).play()
    table.do("feuillant", "file royal without ; propose civic").do("royalist", "file royal without")
    for seat in ("marais", "gironde", "mountain", "sans-culotte"):
        table.done(seat)
    told = [(event.owner, str(event.reason)) for event in table.told(Skipped)]
    assert [(seat, "missing" in reason) for seat, reason in told] == [
        ("feuillant", True),
        ("royalist", False),
        ("feuillant", True),
    ]


@pytest.mark.case("R-REGIME-26", "R-REGIME-38", "R-REGIME-16", "R-POL-28", "A-20")
def test_what_is_listed_and_what_silence_says() -> None:
    table = At("laws", "-letter").regime("convention", bills=["civic/marais"]).play()
    table.refused("gironde", "file vote civic yes", "R-REGIME-26")
    table.refused("gironde", "file vote marat yes", "R-POL-14")

    def listed(at: At) -> set[str]:
        table = at.play()
        return {TITLE.notation(answer) for answer in TITLE.legal_actions(table.state, table.asked[0][0])}

    assert "propose civic helped" not in listed(At("proposals").regime("terror"))
    assert "propose civic helped" in listed(At("proposals").regime("terror").people("robespierre paris"))
    decrees = listed(At("proposals", "gov-laws-in-legislative"))
    assert {"decree civic", "done"} <= decrees
    assert "decree emigres" not in decrees
    # Whoever breaks a tie in silence votes as before; one answers what is asked, and no other law.
    for yes in (("marais", "royalist", "mountain"), ("feuillant", "gironde", "sans-culotte")):
        table = voted(At("laws", "tie-asked").set(bills=["customs/marais"]).play(), "customs", *yes)
        silent = TITLE.fallback(table.state, TITLE.decisions(table.state)[0])
        assert silent is not None
        said = TITLE.notation(silent)
        assert said == f"tie customs/marais {'yes' if 'feuillant' in yes else 'no'}"
    table.refused("feuillant", "tie civic yes", "R-SEQ-03")
    table.do("feuillant", "tie customs yes").refused("feuillant", "veto civic yes", "R-SEQ-03")


@pytest.mark.case("A-95", "R-MIL-04")
def test_civil_war_does_nothing_to_laws() -> None:
    def after(at: At) -> tuple[dict[str, int], int]:
        table = voted(at.set(bills=["customs/marais"]).play(), "customs", "marais", "feuillant")
        state = table.do("feuillant", "veto customs no").state
        return dict(state.tracks.items()), state.purses["government"]

    assert after(At("laws").army("army-retz nantes").set(civil=True)) == after(At("laws"))
    assert not any("civil" in field for field in BOX.mods("legislative", "economy").terms.__struct_fields__)
