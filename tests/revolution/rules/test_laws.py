"""Laws: who proposes them, how they pass, who pays them, and what they do (R-POL-08 to 30)."""

from __future__ import annotations

import pytest

from data.revolution.tables import SEATS, TRACKS
from engines.revolution.events import Bankrupt, Paid, Thrown
from engines.revolution.politics.events import (
    Counted,
    LawInForce,
    LawPassed,
    LawRejected,
    Proposed,
    TieBroken,
    Vetoed,
)
from engines.revolution.politics.laws import most
from tests.revolution.builder import BOX, TITLE, At, Table

LAWS = (
    *("maximum", "free-prices", "assignats", "emigres", "confiscation", "safety"),
    *("customs", "national-goods", "worship", "civic", "war", "conscription", "levee", "fatherland"),
    *("outlaw-excessive", "outlaw-merciful", "outlaw-terrorists", "trial"),
)


def bill(law: str, proposer: str = "marais", *options: str, helped: bool = False) -> At:
    """A law before the Legislative."""
    return At("laws", *options).set(bills=[f"{law}/{proposer}" + "/helped" * helped])


def vote(table: Table, *yes: str) -> Table:
    """All who are asked now vote, these for it."""
    for seat, kind in table.asked:
        if kind == "vote":
            table.do(seat, f"vote {law_asked(table)} {'yes' if seat in yes else 'no'}")
    return table


def law_asked(table: Table) -> str:
    """What the topmost question is about."""
    subject: str = getattr(table.state.stack[-1], "subject", "")
    return subject


# Proposing.


@pytest.mark.case("R-POL-08", "R-POL-10", "R-POL-14", "R-POL-20", "R-ACT-10")
def test_who_sits_in_the_assembly_proposes_once() -> None:
    table = At("proposals").purse(gironde=49).play()
    # No one of theirs is on the map. The Gironde can't pay, and nobody who is hidden is asked.
    assert table.asked == [("feuillant", "propose")]
    table.do("feuillant", "propose maximum")
    assert table.state.purses["feuillant"] == 1350
    assert table.asked == [("marais", "propose")]
    table.refused("marais", "propose maximum", "R-POL-14")
    table.do("marais", "propose civic")
    assert {kind for _, kind in table.asked} == {"vote"}
    assert [(event.actor, event.law) for event in table.told(Proposed)] == [
        ("feuillant", "maximum"),
        ("marais", "civic"),
    ]
    table = At("proposals").tracks(economy=17).play().do("feuillant", "propose civic")
    assert table.last(Paid).amount == 150


@pytest.mark.case("R-POL-08", "R-POL-09")
def test_a_form_tells_at_once_who_may_propose() -> None:
    table = At("deputies", "-letter").play()
    assert "Feuillant" in table.refused("mountain", "file propose civic", "R-POL-08")
    table.refused("marais", "file propose outlaw-merciful", "R-POL-25")
    table = At("deputies", "-letter").regime("thermidor").play()
    table.refused("gironde", "file propose civic", "R-POL-09")
    # Who may still become a regime's proposer this turn, may put a law on paper.
    table = At("plots", "-letter").regime("convention").play()
    table.refused("sans-culotte", "file propose civic", "R-POL-08")
    table.do("mountain", "file propose outlaw-merciful")


@pytest.mark.case("R-POL-15", "R-POL-23", "R-POL-24", "R-POL-25", "R-POL-21", "R-POL-22", "A-30")
def test_which_laws_can_be_proposed_when() -> None:
    def laws(at: At, seat: str) -> set[str]:
        table = at.set(order=[seat, *(other for other in SEATS if other != seat)]).play()
        legal = [TITLE.notation(answer) for answer in TITLE.legal_actions(table.state, seat)]
        return {text.split()[1] for text in legal if text.startswith("propose")}

    privilege, clerical = {"emigres", "confiscation", "safety"}, {"customs", "national-goods", "worship"}
    government = {"outlaw-excessive", "outlaw-merciful", "outlaw-terrorists"}
    every = set(LAWS) - government - {"levee", "fatherland", "trial"}
    assert laws(At("proposals"), "marais") == every
    assert laws(At("proposals"), "feuillant") == every - privilege
    assert laws(At("proposals").army("brunswick metz"), "marais") == every | {"fatherland"}
    convention = At("proposals").regime("convention")
    assert laws(convention, "marais") == every | {"levee"}
    terror = At("proposals").regime("terror")
    assert laws(terror, "mountain") == every | {"levee", "outlaw-excessive", "outlaw-merciful"}
    thermidor = At("proposals").regime("thermidor")
    wanted = (every - privilege - clerical) | {"levee", "outlaw-terrorists"}
    assert laws(thermidor, "marais") == wanted
    once = At("proposals").set(passed=["war", "conscription", "fatherland"]).army("brunswick metz")
    assert laws(once, "marais") == every - {"war", "conscription"}
    assert "war" not in laws(At("proposals").set(war=True), "marais")
    # By option conscription is for war alone, and may come again.
    code = At("proposals", "-conscription")
    assert "conscription" not in laws(code, "marais")
    assert "conscription" in laws(code.set(war=True, passed=["conscription"]), "marais")
    assert "conscription" not in laws(code.set(laws=["conscription"]), "marais")
    table = At("proposals").play()
    table.refused("feuillant", "propose emigres", "R-POL-15")
    table.refused("feuillant", "propose levee", "R-POL-23")
    table.refused("feuillant", "propose fatherland", "R-POL-24")
    table.refused("feuillant", "propose outlaw-excessive", "R-POL-25")
    table = At("proposals").set(war=True, passed=["conscription"]).play()
    table.refused("feuillant", "propose war", "R-POL-21")
    table.refused("feuillant", "propose conscription", "R-POL-22")
    thermidor.play().refused("marais", "propose customs", "R-POL-15")


@pytest.mark.case("R-POL-09", "A-29", "A-27", "R-POL-20")
def test_the_government_proposes_one_law_to_three_free_of_charge() -> None:
    table = At("proposals").regime("terror").purse(government=0).play()
    assert table.asked == [("mountain", "propose")]
    table.refused("mountain", "done", "R-POL-09")
    decision = TITLE.decisions(table.state)[0]
    silence = TITLE.fallback(table.state, decision)
    assert silence is not None
    assert TITLE.notation(silence) == "propose civic"
    # What it clearly can't pay it may propose.
    table.do("mountain", "propose free-prices")
    enough = TITLE.fallback(table.state, TITLE.decisions(table.state)[0])
    assert enough is not None
    assert TITLE.notation(enough) == "done"
    table.do("mountain", "propose civic")
    table.refused("mountain", "propose civic", "R-POL-20")
    table.do("mountain", "propose maximum")
    assert table.state.purses["mountain"] == 350
    assert {kind for _, kind in table.asked} == {"modify"}
    table = At("proposals").regime("thermidor").play().do("marais", "propose civic").done("marais")
    assert {kind for _, kind in table.asked} == {"vote"}


@pytest.mark.case("A-28")
def test_by_option_the_government_proposes_under_the_legislative_too() -> None:
    table = At("proposals", "gov-laws-in-legislative").purse(gironde=0, marais=0).play()
    assert table.asked == [("feuillant", "decree")]
    table.refused("feuillant", "decree emigres", "R-POL-15")
    table.do("feuillant", "decree civic").done("feuillant")
    assert (table.state.purses["feuillant"], table.asked) == (1400, [("feuillant", "propose")])
    table.do("feuillant", "propose civic")
    assert [event.actor for event in table.told(Proposed)] == ["government", "feuillant"]
    vote(table, "feuillant", "marais")
    assert (table.state.fame["government"], table.state.fame["feuillant"]) == (11, 12)
    vote(table, "feuillant", "marais")
    assert table.state.fame["feuillant"] == 13
    assert At("proposals").play().asked == [("feuillant", "propose")]
    table = At("deputies", "-letter").play()
    table.refused("feuillant", "file decree civic", "R-POL-08")


# Votes.


@pytest.mark.case("E-26", "R-REGIME-16", "A-20", "A-22", "R-REGIME-09")
def test_a_majority_of_all_deputies_hidden_ones_too() -> None:
    table = bill("civic").play()
    table.refused("marais", "vote emigres yes", "R-SEQ-03")
    assert len(table.asked) == 6
    vote(table, "feuillant", "gironde", "royalist")
    assert (table.last(Counted).yes, table.last(Counted).no) == (14, 12)
    assert (table.state.fame["marais"], len(table.told(LawPassed))) == (11, 1)
    table = vote(bill("civic", "gironde").play(), "marais", "royalist")
    assert (table.last(Counted).yes, table.told(LawRejected)[0].law) == (12, "civic")


@pytest.mark.case("E-26", "R-REGIME-16", "R-REGIME-50", "A-81", "A-82")
def test_who_breaks_a_tie() -> None:
    yes = ("marais", "royalist", "mountain")
    broken = vote(bill("civic").play(), *yes).last(TieBroken)
    assert (broken.seat, broken.yes) == ("feuillant", False)
    held = vote(bill("civic").play(), "feuillant", "gironde", "sans-culotte").last(TieBroken)
    assert (held.seat, held.yes) == ("feuillant", True)
    kidnapped = bill("civic").set(kidnapped=True).person("louis", current="royalist")
    broken = vote(kidnapped.play(), *yes).last(TieBroken)
    assert (broken.seat, broken.yes) == ("royalist", True)
    dead = bill("civic").set(government="gironde").person("louis", state="dead")
    assert vote(dead.play(), *yes).last(TieBroken).seat == "gironde"
    thermidor = bill("civic", "government").regime("thermidor").deputies(0, 9, 12, 2, 0, 1)
    thermidor.person("louis", current="royalist")
    table = vote(thermidor.play(), "marais")
    assert (table.last(TieBroken).seat, table.state.fame["government"]) == ("marais", 11)


@pytest.mark.case("A-110")
def test_who_breaks_a_tie_without_deputies_is_asked_and_by_option_always() -> None:
    apart = bill("civic").person("louis", current="royalist").deputies(0, 8, 10, 2, 0, 0)
    table = vote(apart.play(), "marais")
    assert table.asked == [("royalist", "tie")]
    assert table.do("royalist", "tie civic yes").told(LawPassed)
    for answer, passed in (("yes", True), ("no", False)):
        table = vote(bill("civic", "marais", "tie-asked").play(), "marais", "royalist", "mountain")
        assert table.asked == [("feuillant", "tie")]
        assert bool(table.do("feuillant", f"tie civic {answer}").told(LawPassed)) == passed
    form = At("laws", "-letter").set(bills=["civic/marais"])
    message = form.play().refused("feuillant", "file tie civic yes", "R-REGIME-16")
    assert "as your deputies have voted" in message


@pytest.mark.case("A-20", "R-FAME-10")
def test_silence_is_for_ones_own_law_alone_and_one_that_is_voted_down_costs_no_fame() -> None:
    table = bill("civic").play()
    for seat, _ in table.asked:
        (owed,) = (decision for decision in TITLE.decisions(table.state) if decision.seat == seat)
        silent = TITLE.fallback(table.state, owed)
        assert silent is not None
        table.do(seat, TITLE.notation(silent))
    assert (table.last(Counted).yes, table.last(Counted).no) == (10, 16)
    assert table.state.fame["marais"] == 10


# Rolls.


def rolled(at: At, *faces: int, **by: int) -> Table:
    """All who may add to the roll do, and it is thrown."""
    table = at.play()
    asked = [seat for seat, kind in table.asked if kind == "modify"]
    for seat in asked:
        number = by.get(seat.replace("-", "_"), 0)
        table.do(seat, f"modify {law_asked(table)} {number}", *(faces if seat == asked[-1] else ()))
    return table


@pytest.mark.case("E-30", "R-REGIME-26", "R-REGIME-27", "R-REGIME-28", "R-FAME-10", "A-23")
@pytest.mark.parametrize(("faces", "fame"), [((3, 4), 12), ((2, 3), 10)])
def test_a_law_is_rolled_for_under_the_convention(faces: tuple[int, int], fame: int) -> None:
    at = bill("civic", "gironde").regime("convention", commune=True, leader="sans-culotte")
    table = rolled(at, *faces, gironde=1, marais=2, mountain=-1, sans_culotte=3)
    thrown = table.last(Thrown)
    assert (thrown.column, thrown.fame) == (BOX.column(16), 11)
    assert dict(thrown.modifiers) == {"gironde": 1, "marais": 2, "mountain": -1, "sans-culotte": 3}
    assert table.state.fame["gironde"] == fame


@pytest.mark.case("R-REGIME-27", "R-REGIME-28", "A-23", "R-REGIME-42")
def test_who_adds_how_much() -> None:
    def ranges(at: At) -> list[int]:
        return [most(at.state, BOX, seat) for seat in SEATS]

    at = bill("civic", "gironde").regime("convention")
    assert ranges(at) == [0, 0, 2, 1, 1, 0]
    assert ranges(at.set(commune=True)) == [0, 0, 2, 1, 1, 0]
    assert ranges(at.set(leader="gironde")) == [0, 0, 2, 3, 1, 0]
    assert ranges(at.set(leader="sans-culotte")) == [0, 0, 2, 1, 1, 3]
    at = bill("civic", "government").regime("terror")
    assert ranges(at) == [0, 0, 2, 0, 1, 0]
    table = at.play()
    table.refused("marais", "modify civic 3", "R-REGIME-27")
    silent = {d.seat: TITLE.fallback(table.state, d) for d in TITLE.decisions(table.state)}
    said = {seat: TITLE.notation(answer) for seat, answer in silent.items() if answer is not None}
    # Silence helps one's own as much as it can, and others not.
    assert said == {"marais": "modify civic/government 0", "mountain": "modify civic/government +1"}


@pytest.mark.case("R-REGIME-42", "R-REGIME-38", "A-25", "A-88")
def test_lawmakers_help_two_laws_or_one() -> None:
    def helped(at: At) -> list[int]:
        table = at.play()
        for _ in range(3):
            table.do("marais", f"modify {law_asked(table)} 0")
            table.do("mountain", f"modify {law_asked(table)} 0", 3, 5)
        return [dict(event.modifiers).get("lawmaker", 0) for event in table.told(Thrown)]

    def at(*options: str) -> At:
        bills = ["civic/government", "maximum/government", "assignats/government"]
        return At("laws", *options).regime("terror", bills=bills, proposed=["government"] * 3)

    assert helped(at()) == [0, 0, 0]
    assert helped(at().people("robespierre paris", "saint-just lille")) == [2, 0, 0]
    both = at().people("robespierre paris", used=True).people("saint-just paris")
    assert helped(both.person("saint-just", current="gironde")) == [2, 2, 0]
    chosen = both.set(bills=["civic/government", "maximum/government", "assignats/government/helped"])
    assert helped(chosen) == [2, 0, 2]
    assert helped(at("-lawmaker-bonus").people("robespierre paris")) == [2, 2, 2]
    proposing = At("proposals").regime("terror").people("robespierre paris").play()
    proposing.do("mountain", "propose civic helped")
    proposing.refused("mountain", "propose maximum helped", "R-REGIME-38")


@pytest.mark.case("A-24", "R-ACT-04", "R-ECON-04", "R-REGIME-42")
def test_tracks_help_a_currents_own_law_and_doubles_count() -> None:
    at = bill("civic", "mountain").regime("convention").tracks(commune=17)
    table = rolled(at, 1, 1)
    assert table.last(Thrown).modifiers == [("tracks", 1)]
    # Two ones cost a point, and so does the rejected law.
    assert table.state.fame["mountain"] == 7
    without = bill("civic", "mountain", "-track-bonus-on-law-rolls").regime("convention").tracks(commune=17)
    assert rolled(without, 3, 5).last(Thrown).modifiers == []
    terror = bill("civic", "government").regime("terror", bonuses={"laws": -4}).tracks(commune=17)
    table = rolled(terror, 6, 6)
    assert table.last(Thrown).modifiers == [("event", -4)]
    assert table.state.fame["government"] == 12
    outlaw = bill("outlaw-merciful", "government").regime("terror", bonuses={"outlaw-merciful": 2})
    assert rolled(outlaw, 3, 5).last(Thrown).modifiers == [("event", 2)]


# Paying, and effects.


@pytest.mark.case("E-27", "R-POL-11", "R-POL-13", "R-POL-18", "R-ACT-11")
def test_the_government_pays_and_the_proposer_is_famous() -> None:
    table = At("proposals").purse(feuillant=0, gironde=0).play().do("marais", "propose emigres")
    vote(table, "marais", "gironde", "royalist")
    assert table.asked == [("feuillant", "veto")]
    table.do("feuillant", "veto emigres no")
    state = table.state
    assert table.last(LawInForce).law == "emigres"
    paid = [(event.actor, event.amount) for event in table.told(Paid)]
    assert paid[:2] == [("marais", 50), ("government", 50)]
    assert state.fame["marais"] == 11
    assert [state.tracks[track] for track in ("commune", "clergy", "coalition")] == [1, 7, 7]


@pytest.mark.case("R-POL-17", "R-POL-18", "R-POL-19", "R-POL-20", "R-POL-21", "R-POL-22", "R-POL-23")
def test_what_each_law_costs_and_does() -> None:
    found = {
        law.id: (law.cost, law.fame, *(law.tracks.get(track, 0) for track in TRACKS))
        for law in BOX.law.values()
    }
    assert found == {
        "maximum": (100, -1, -5, 0, 0, 3),
        "free-prices": (150, -2, -7, 0, 0, 3),
        "assignats": (100, -1, -4, 0, 0, 2),
        "emigres": (50, 1, 0, 3, 3, -3),
        "confiscation": (100, 0, 0, 2, 4, -3),
        "safety": (50, 1, 0, 2, 2, -2),
        "customs": (50, 1, 0, 3, 3, -3),
        "national-goods": (100, 0, 0, 4, 2, -3),
        "worship": (50, 1, 0, 2, 2, -2),
        "civic": (50, 1, 0, 0, 0, 0),
        "war": (100, 1, 0, 3, 0, 0),
        "conscription": (100, 0, 0, 0, 5, 0),
        "levee": (200, -1, 0, 3, 0, 0),
        "fatherland": (100, 0, 0, 0, 0, 0),
        "outlaw-excessive": (100, 0, 0, 0, 0, 0),
        "outlaw-merciful": (100, 0, 0, 0, 0, 0),
        "outlaw-terrorists": (100, 0, 0, 0, 0, 0),
        "trial": (0, 0, 0, 0, 0, 0),
    }
    assert tuple(BOX.law) == LAWS


@pytest.mark.case("R-POL-17", "R-POL-23", "R-REGIME-42", "R-POL-13")
def test_an_economic_law_of_the_government_costs_it_fame() -> None:
    table = rolled(bill("maximum", "government").regime("terror").tracks(economy=10), 6, 5)
    assert (table.state.fame["government"], table.state.fame["mountain"]) == (9, 9)
    assert (table.state.tracks["economy"], table.state.tracks["commune"]) == (5, 7)
    assert table.told(Paid)[0].amount == 200


@pytest.mark.case("E-29", "R-POL-21", "R-MIL-01", "R-POL-16", "A-33")
def test_war_is_declared_and_laws_move_the_coalition_no_more() -> None:
    at = At("laws").set(bills=["war/gironde", "confiscation/marais"])
    table = vote(at.play(), "gironde", "marais")
    state = table.state
    assert (state.war, state.tracks["coalition"], state.tracks["clergy"]) == (True, 20, 7)
    assert (state.fame["gironde"], state.passed) == (12, ["war"])
    vote(table, "gironde", "marais").do("feuillant", "veto confiscation no")
    assert (table.state.tracks["coalition"], table.state.tracks["clergy"]) == (20, 9)


@pytest.mark.case("R-POL-22", "R-POL-23", "R-MIL-15")
def test_laws_that_raise_armies() -> None:
    at = At("laws").set(bills=["conscription/marais", "civic/gironde"])
    table = vote(at.play(), "marais", "gironde")
    state = table.state
    assert (state.laws, state.passed, state.tracks["coalition"]) == (["conscription"], ["conscription"], 9)
    assert state.lapsing == []
    at = At("laws").regime("convention", bills=["levee/gironde", "civic/marais"])
    table = at.play()
    for seat in [seat for seat, _ in table.asked]:
        table.do(seat, "modify levee 0", *((6, 5) if len(table.asked) == 1 else ()))
    assert (table.state.levy, table.state.passed, table.state.fame["gironde"]) == (3, [], 10)


@pytest.mark.case("R-POL-14", "R-POL-20")
def test_several_may_pass_the_civic_law() -> None:
    table = At("laws").set(bills=["civic/marais", "civic/gironde"]).play()
    vote(table, "marais", "gironde")
    vote(table, "marais", "gironde")
    assert (table.state.fame["marais"], table.state.fame["gironde"]) == (11, 12)
    # On paper one word is for both, or for one of them.
    at = At("laws", "-letter").set(bills=["civic/marais", "civic/gironde"])
    table = at.play()
    table.refused("marais", "file vote emigres yes", "R-POL-14")
    table.refused("marais", "file modify civic 1", "R-REGIME-16")
    table.refused("feuillant", "file veto civic yes", "R-POL-28")
    table.do("marais", "file vote civic yes ; vote civic/gironde no").do("feuillant", "file vote civic yes")
    for seat in SEATS:
        if seat not in ("marais", "feuillant"):
            table.done(seat)
    assert [(event.subject, event.yes) for event in table.told(Counted) if event.kind == "vote"] == [
        ("civic/marais", 18),
        ("civic/gironde", 12),
    ]


@pytest.mark.case("R-POL-12", "A-91", "A-27", "R-POL-14")
def test_a_law_that_cannot_be_paid_has_no_effect() -> None:
    at = bill("civic").purse(government=49)
    table = vote(at.play(), "marais", "feuillant")
    assert table.told(LawPassed)
    assert not table.told(LawInForce)
    bankrupt = table.last(Bankrupt)
    assert (bankrupt.government, bankrupt.fame) == ("feuillant", True)
    # Five for who governs and two for the Government, nothing for the proposer, and no objective is met.
    assert table.state.fame["government"] == 8
    assert (table.state.fame["feuillant"], table.state.fame["marais"]) == (7, 10)
    assert (table.state.achieved, table.state.voted) == ([], ["civic"])


@pytest.mark.case("R-POL-25", "R-POL-27")
def test_outlaws_in_paris_are_imprisoned_at_once() -> None:
    at = At("laws").regime("terror", bills=["outlaw-merciful/government", "civic/government"])
    at.people("danton robespierre paris", "desmoulins lyon")
    table = (
        at.play().do("marais", "modify outlaw-merciful 0").do("mountain", "modify outlaw-merciful 0", 6, 5)
    )
    state = table.state
    assert [state.people[id].state for id in ("danton", "robespierre", "desmoulins")] == [
        "prison",
        "free",
        "free",
    ]
    assert state.outlawed == ["merciful"]
    # Of an event that helps such a law nothing is told where there was none.
    thrown = next(event for event in table.told(Thrown) if event.purpose == "law outlaw-merciful")
    assert "event" not in [label for label, _ in thrown.modifiers]


@pytest.mark.case("R-POL-24", "A-32", "A-94")
def test_while_the_fatherland_is_in_danger_opposing_the_government_costs_fame() -> None:
    at = bill("civic", "government").regime(
        "terror", laws=["fatherland"], commune=True, leader="sans-culotte"
    )
    table = rolled(at, 3, 5, marais=-1, mountain=0, sans_culotte=-3)
    assert [table.state.fame[seat] for seat in ("marais", "mountain", "sans-culotte")] == [9, 9, 8]
    thermidor = bill("civic", "government").regime("thermidor", laws=["fatherland"])
    table = thermidor.deputies(0, 8, 12, 4, 0, 2).play()
    table.do("feuillant", "vote civic no").done("gironde").do("marais", "vote civic yes")
    table.do("sans-culotte", "vote civic no")
    assert [table.state.fame[seat] for seat in ("feuillant", "gironde", "sans-culotte")] == [11, 11, 8]
    # A law of a Current's own may be opposed, and without the law anything.
    convention = bill("civic", "gironde").regime("convention", laws=["fatherland"])
    assert rolled(convention, 3, 5, marais=-2).state.fame["marais"] == 10


# Veto.


@pytest.mark.case("E-28", "R-POL-28", "R-POL-29", "R-POL-12", "A-79")
@pytest.mark.parametrize(("law", "fame"), [("customs", 10), ("emigres", 12)])
def test_a_veto_voids_a_law_and_angers_the_street(law: str, fame: int) -> None:
    table = vote(bill(law, "gironde").tracks(commune=3).play(), "gironde", "marais")
    assert table.asked == [("feuillant", "veto")]
    table.do("feuillant", f"veto {law} yes")
    state = table.state
    assert (state.tracks["commune"], state.tracks["clergy"], state.tracks["coalition"]) == (6, 1, 4)
    assert (state.fame["feuillant"], state.fame["gironde"]) == (fame, 11)
    assert (table.last(Vetoed).law, table.told(LawInForce), table.told(Paid)) == (law, [], [])
    assert state.rejected == 0


@pytest.mark.case("R-POL-30", "A-67", "A-81", "A-82")
def test_when_there_is_no_veto() -> None:
    for at in (
        bill("civic"),
        bill("customs").set(kidnapped=True).person("louis", current="royalist"),
        bill("customs").set(recaptured=1),
        bill("customs").person("louis", state="dead"),
        bill("customs").person("louis", state="prison"),
    ):
        assert not any(kind == "veto" for _, kind in vote(at.play(), "marais", "feuillant").asked)
    convention = bill("customs", "gironde").regime("convention")
    assert not any(kind == "veto" for _, kind in rolled(convention, 6, 5).asked)
    away = bill("customs").set(king_at="lyon", capital="lyon")
    assert vote(away.play(), "marais", "feuillant").asked == [("feuillant", "veto")]
    table = bill("customs", "marais", "-letter").play()
    table.refused("gironde", "file veto customs yes", "R-POL-28")
    table = bill("civic", "marais", "-letter").play()
    table.refused("feuillant", "file veto civic yes", "R-POL-28")
    table = bill("customs", "gironde", "-letter").regime("convention").play()
    table.refused("feuillant", "file veto customs yes", "R-POL-30")
