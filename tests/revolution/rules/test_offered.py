"""What is offered ahead for a form, and what may be named as an objective, at the edges of each condition."""

from __future__ import annotations

import pytest

from engines.revolution.actions import File
from engines.revolution.answers import (
    Arrest,
    Convince,
    Install,
    Objective,
    Pacify,
    Plot,
    Purpose,
    Quell,
    Raise,
    Remove,
    Revolt,
    Suppress,
)
from engines.revolution.forms import FORMS
from engines.revolution.frames import Form
from engines.revolution.phases.objectives import possible
from engines.revolution.player.politics import installs
from engines.revolution.player.sight import Sight
from engines.revolution.procedure import REGISTRY
from engines.revolution.state import Joint, State
from engines.revolution.war_answers import Land, Levy, Muster
from tests.revolution.builder import BOX, TITLE, At


def offered(kind: str, state: State, seat: str) -> list[object]:
    return [answer for choice in REGISTRY.of[kind].suggestions(BOX, state, seat) for answer in choice]


def possibly(at: At, seat: str, aim: str, of: str = "") -> bool:
    return possible(BOX, at.state, seat, Objective(aim, of))


@pytest.mark.case("R-MIL-11", "R-MIL-12", "R-MIL-13")
def test_armies_to_raise_are_offered_to_the_royalist_where_army_and_general_are() -> None:
    at = At("laws", "-letter").people("charette cadoudal nantes", "chouan tours")
    raised = [Muster("army-centre", "cadoudal"), Muster("army-centre", "charette")]
    assert offered("muster", at.state, "royalist") == raised
    assert REGISTRY.of["muster"].suggestions(BOX, at.state, "royalist")[0] == ()
    assert not REGISTRY.of["muster"].suggestions(BOX, at.state, "feuillant")
    nobody = At("laws", "-letter").people("charette chouan tours", "cathelineau cadoudal paris")
    assert not REGISTRY.of["muster"].suggestions(BOX, nobody.state, "royalist")
    one = at.army("army-centre nantes").state
    assert {answer.army for answer in offered("muster", one, "royalist") if isinstance(answer, Muster)} == {
        "army-catholic"
    }
    none_left = at.army("army-catholic army-retz nantes").state
    assert not REGISTRY.of["muster"].suggestions(BOX, none_left, "royalist")


@pytest.mark.case("R-MIL-10", "R-MIL-15", "R-MIL-16")
def test_landings_and_levies_are_offered_to_whom_they_belong_and_as_many_as_there_are() -> None:
    at = At("laws", "-letter")
    landings = {Land("quiberon", "brest"), Land("quiberon", "nantes")}
    assert landings <= set(offered("land", at.state, "royalist"))
    assert not REGISTRY.of["land"].suggestions(BOX, at.state, "feuillant")
    assert not REGISTRY.of["levy"].suggestions(BOX, at.state, "feuillant")
    called = at.set(levy=2, laws=["conscription"]).state
    assert offered("levy", called, "feuillant").count(Levy("paris")) == 3
    assert Levy("nantes") not in offered("levy", called, "feuillant")
    assert not REGISTRY.of["levy"].suggestions(BOX, called, "gironde")


@pytest.mark.case("R-FAME-03", "R-ACT-35")
def test_the_king_is_no_aim_once_he_is_kidnapped_and_everybody_else_still_is() -> None:
    at, away = At("objectives"), At("objectives").set(kidnapped=True)
    assert possibly(at, "royalist", "convince", "louis")
    assert not possibly(away, "royalist", "convince", "louis")
    assert possibly(away, "marais", "convince", "danton")
    assert not possibly(at, "mountain", "convince", "danton")
    assert not possibly(at, "gironde", "convince", "danton")
    assert not possibly(at.person("danton", state="dead"), "marais", "convince", "danton")


@pytest.mark.case("R-FAME-03", "R-ACT-46", "R-ACT-57", "R-ACT-39")
def test_regions_and_the_commune_are_aims_as_long_as_they_can_come_about() -> None:
    at = At("objectives")
    assert possibly(at, "mountain", "suppress", "bourges")
    assert not possibly(at, "mountain", "suppress", "caen")
    assert possibly(at, "mountain", "revolt", "caen")
    assert not possibly(at, "mountain", "revolt", "bourges")
    assert not possibly(at, "mountain", "revolt", "paris")
    assert possibly(at, "mountain", "raise")
    assert not possibly(at, "mountain", "quell")
    raised = At("objectives").set(commune=True, leader="mountain")
    assert not possibly(raised, "mountain", "raise")
    assert possibly(raised, "mountain", "quell")
    assert not possibly(raised, "feuillant", "plot", "paris")
    entered = At("objectives").army("brunswick paris").set(war=True, entered=True)
    assert possibly(entered, "royalist", "revolt", "paris")
    assert not possibly(entered, "mountain", "raise")
    marked = At("objectives").region("paris", coalition=True, control=None)
    assert not possibly(marked, "mountain", "raise")
    assert possibly(marked, "royalist", "plot", "paris")
    # Where anybody's deed counts, what speaks against an aim is told, whoever could do it.
    said = entered.forbids("feuillant", "objective raise", "R-ACT-57")
    assert said == "Enemies are in Paris, and nobody can raise the Commune"
    assert not possibly(marked, "feuillant", "plot", "paris")


@pytest.mark.case("R-FAME-03", "R-REGIME-01")
def test_a_regime_is_an_aim_where_it_follows_the_present_one() -> None:
    at = At("objectives")
    follows = {
        of
        for of in ("legislative", "convention", "terror", "thermidor")
        if possibly(at, "mountain", "regime", of)
    }
    assert follows == {"convention", "terror"}
    assert possibly(At("objectives").regime("terror"), "marais", "regime", "thermidor")


@pytest.mark.case("R-FAME-04", "R-SEQ-10")
def test_the_governments_objective_is_offered_to_and_taken_from_its_current_alone() -> None:
    at = At("government-objective", "-letter").region("caen", revolt=True).army("brunswick bourges")
    purposes = REGISTRY.of["government-objective"]
    assert not purposes.suggestions(BOX, at.state, "gironde")
    ours = set(offered("government-objective", at.state, "feuillant"))
    assert {Purpose("arrest", "marat"), Purpose("suppress", "caen"), Purpose("defeat", "bourges")} <= ours
    assert not {Purpose("suppress", "bourges"), Purpose("arrest", "danton"), Purpose("defeat", "caen")} & ours
    assert not any(answer.aim == "law" for answer in ours if isinstance(answer, Purpose))
    table = at.play()
    table.refused("gironde", "file purpose arrest marat", "R-FAME-04")
    table.do("feuillant", "file purpose arrest marat")
    jailed = at.person("marat", state="prison", region=None).state
    assert Purpose("arrest", "marat") not in offered("government-objective", jailed, "feuillant")
    proposing = At("government-objective", "-letter").regime("terror").state
    assert Purpose("law", "political") in offered("government-objective", proposing, "mountain")


@pytest.mark.case("R-SEQ-10", "A-111")
def test_silence_means_to_win_over_whoever_is_at_large_and_no_king_before_others() -> None:
    def silent(at: At, seat: str) -> object:
        # Nothing is left to plot for.
        at.region(*BOX.region, revolt=True)
        return REGISTRY.of["objective"].default(BOX, at.state, seat, "")

    own = At("objectives", "own-objectives").person("louis", current="royalist")
    assert silent(own, "feuillant") == Objective("convince", "sieyes")
    jailed = At("objectives", "own-objectives").person("danton", state="prison")
    assert silent(jailed, "marais") == Objective("convince", "desmoulins")
    assert silent(At("objectives", "own-objectives"), "marais") == Objective("convince", "danton")


@pytest.mark.case("A-111", "R-ACT-39", "R-ACT-45", "R-ACT-56")
def test_by_option_each_aim_is_for_whoever_could_act_on_it() -> None:
    own = At("objectives", "own-objectives")
    assert possibly(own, "marais", "suppress", "bourges")
    assert possibly(own, "royalist", "suppress", "bourges")
    held = At("objectives", "own-objectives").army("brunswick bourges")
    assert not possibly(held, "marais", "suppress", "bourges")
    assert possibly(held, "royalist", "suppress", "bourges")
    assert [seat for seat in BOX.current if possibly(own, seat, "revolt", "caen")] == [
        "royalist",
        "mountain",
        "sans-culotte",
    ]
    raisers = {seat for seat in BOX.current if possibly(own, seat, "raise")}
    assert raisers == {"gironde", "mountain", "sans-culotte"}
    raised = At("objectives", "own-objectives", "-commune-suppress-open").set(commune=True, leader="mountain")
    assert {seat for seat in BOX.current if possibly(raised, seat, "quell")} == raisers
    installers = {seat for seat in BOX.current if possibly(own, seat, "regime", "terror")}
    assert installers == {"mountain", "sans-culotte"}


@pytest.mark.case("R-FAME-03", "A-92")
def test_a_common_objective_is_aimed_at_by_the_two_who_have_one() -> None:
    joined = At("objectives").set(joints=[Joint(("marais", "gironde"), "economic", "marais")])
    assert {seat for seat in BOX.current if possibly(joined, seat, "common")} == {"gironde", "marais"}


@pytest.mark.case("R-MIL-08", "R-MIL-10")
def test_a_landing_is_put_on_the_royalists_form_where_the_army_can_come_in() -> None:
    table = At("laws", "-letter").play()
    table.refused("royalist", "file land quiberon in paris", "R-MIL-10")
    table.refused("feuillant", "file land quiberon in brest", "R-MIL-08")
    table.do("royalist", "file land quiberon in brest")


def test_silence_proposes_a_regime_only_to_who_may_come_to_lead_the_commune() -> None:
    """Nobody of the Gironde is in Paris: whatever others do, it installs no regime this turn."""
    away = At("regions").people("brissot lyon")
    assert installs(Sight(BOX, away.state, "gironde"), "") == []
    there = At("regions").people("brissot paris")
    assert Install("convention") in installs(Sight(BOX, there.state, "gironde"), "")


def test_the_listed_forms_come_by_every_draft_of_each_matter() -> None:
    people = ("charette cadoudal nantes", "barnave lameth paris", "danton marat robespierre tours")
    several = 0
    for stage in ("plots", "laws", "arrests", "proposals"):
        table = At(stage, "-letter").people(*people).play()
        for seat in {seat for seat, kind in table.asked if kind in FORMS}:
            filed = [form for form in TITLE.legal_actions(table.state, seat) if isinstance(form, File)]
            (covers,) = [frame.covers for frame in table.state.stack if isinstance(frame, Form)]
            questions = REGISTRY.asked_in(covers).values()
            for drafts in [question.suggestions(BOX, table.state, seat) for question in questions]:
                known = {answer for draft in drafts for answer in draft}
                listed = {tuple(answer for answer in form.answers if answer in known) for form in filed}
                if len(drafts) < len(filed):
                    assert {*drafts} <= listed
                    several += len(drafts) > 2
    assert several > 4


def test_an_action_is_one_roll_where_no_number_is_named() -> None:
    state = At("plots").play().state
    for answer in (
        *(Arrest("marat"), Remove("marat"), Convince("marat")),
        Plot("lyon", "danton"),
        Revolt("lyon", "danton"),
        Pacify("lyon"),
        Suppress("lyon", "danton"),
        Raise("danton"),
        Quell("danton"),
    ):
        assert answer.rolls == 1
        assert TITLE.parse(state, TITLE.notation(answer), "feuillant") == answer
