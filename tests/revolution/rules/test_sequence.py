"""The sequence, forms and what is decided at once (R-SEQ)."""

from __future__ import annotations

import random
from itertools import groupby

import pytest

from data.revolution.tables import SEATS
from engines.core.dice import Dice
from engines.core.errors import NotationError
from engines.core.events import PhaseBegun
from engines.revolution import actions
from engines.revolution.actions import File
from engines.revolution.answers import Objective, Place
from engines.revolution.events import Allied, Confirmed, Offered, OrderSet, Skipped
from engines.revolution.foreseen import foreseen
from engines.revolution.procedure import REGISTRY
from engines.revolution.sequence import STAGES
from tests.revolution.builder import BOX, TITLE, At, Table


def filled(table: Table, **forms: str) -> Table:
    """All fill the form in; those who are not named with nothing."""
    for seat in [seat for seat, _ in table.asked]:
        said = forms.get(seat.replace("-", "_"))
        table.do(seat, f"file {said}" if said else "file auto")
    return table


@pytest.mark.case("R-SEQ-02", "R-SEQ-13", "R-SEQ-14", "R-SEQ-15", "R-SEQ-16", "R-SEQ-17", "R-SEQ-19")
def test_the_sixteen_steps_and_their_parts() -> None:
    assert [step for step, _ in groupby(stage.step for stage in STAGES)] == [
        *("negotiation", "events", "order", "objectives", "placement", "personality", "regional", "politics"),
        *("justice", "debates", "reinforcement", "movement", "combat", "economy", "income", "fame"),
    ]
    ids = [stage.id for stage in STAGES]
    parts = [
        ("arrests", "removals", "convincing"),
        ("plots", "revolts", "pacification", "suppressions", "commune"),
        ("regime", "elections", "deputies", "king", "proposals", "laws"),
        ("critics", "return"),
        ("coalition-movement", "catholic-movement", "government-movement"),
    ]
    for part in parts:
        assert "  ".join(part) in "  ".join(ids)


@pytest.mark.case("R-SEQ-02", "R-SEQ-03")
def test_steps_are_told_in_order() -> None:
    table = filled(Table(TITLE.setup("historical", {}, Dice("steps")).state))
    while table.state.turn == 1:
        seat = table.asked[0][0]
        action = TITLE.legal_actions(table.state, seat)[0]
        step = TITLE.apply(table.state, seat, action, Dice(f"{seat}{table.state.stage}"))
        table.state = step.state
        table.all += step.events
    steps = [event.phase for event in table.told(PhaseBegun)]
    wanted = [step for step, _ in groupby(stage.step for stage in STAGES)]
    assert steps[: len(wanted) - 1] == wanted[1:]


@pytest.mark.case("R-SEQ-04", "E-06")
def test_the_order_of_the_first_turn() -> None:
    table = At("order").play()
    assert table.last(OrderSet).order == (
        *("feuillant", "gironde", "marais", "royalist", "mountain", "sans-culotte"),
    )


@pytest.mark.case("R-SEQ-04", "R-SEQ-05", "A-96")
def test_who_is_even_in_both_throws_dice_and_the_leader_of_the_commune_counts_paris() -> None:
    at = At("order").fame(mountain=9, sans_culotte=9)
    order = at.play(3, 3, 2, 5).last(OrderSet)
    assert order.order[-2:] == ("sans-culotte", "mountain")
    assert order.dice == {"mountain": [3, 2], "sans-culotte": [3, 5]}
    order = At("order").set(commune=True, leader="sans-culotte").play().last(OrderSet)
    assert (order.sums["sans-culotte"], order.sums["gironde"]) == (10, 14)


@pytest.mark.case("R-SEQ-06", "R-SEQ-07")
def test_an_alliance_stands_when_both_declare_it() -> None:
    at = At("talk", "-letter").set(filed=[])
    table = filled(at.play(), marais="ally gironde; ally feuillant", gironde="ally marais")
    assert [event.seats for event in table.told(Allied)] == [("marais", "gironde")]
    assert table.told(Offered) == [Offered("marais", "feuillant", ally=True)]
    assert table.last(Offered).owner == "marais"
    table = at.play()
    table.refused("royalist", "file ally mountain", "R-SEQ-07")
    table.refused("sans-culotte", "ally royalist", "R-SEQ-07")
    table.refused("marais", "file ally marais", "R-SEQ-07")


@pytest.mark.case("R-FAME-09", "A-68")
def test_a_common_objective_takes_both() -> None:
    at = At("talk", "-letter").set(filed=[])
    offer = "common {} on economic by marais"
    table = filled(at.play(), marais=offer.format("gironde"), gironde=offer.format("marais"))
    assert table.last(Confirmed).proposer == "marais"
    assert table.told(Offered) == []
    table = filled(at.play(), marais=offer.format("gironde"), gironde="common marais on military by marais")
    assert [event.owner for event in table.told(Offered)] == ["marais", "gironde"]
    assert table.told(Confirmed) == []
    table = at.play()
    table.refused("royalist", "file common mountain on economic by mountain", "R-FAME-09")
    table.refused("marais", "file common gironde on economic by feuillant", "R-FAME-03")


@pytest.mark.case("R-SEQ-10", "A-70")
def test_objectives_are_named_in_turn_order() -> None:
    table = At("government-objective").play()
    assert table.asked == [("feuillant", "government-objective")]
    table.refused("feuillant", "purpose none", "R-SEQ-10")
    table.do("feuillant", "purpose arrest marat")
    for seat in table.state.order:
        assert table.asked == [(seat, "objective")]
        table.do(seat, "objective raise")
    assert {kind for _, kind in table.asked} == {"placement"}


@pytest.mark.case("R-SEQ-10", "A-93")
@pytest.mark.parametrize(
    ("roux", "revolt", "usual"),
    [
        ("free", True, "purpose arrest roux"),
        ("prison", True, "purpose suppress bourges"),
        ("prison", False, "purpose none"),
    ],
)
def test_a_silent_government_names_what_it_can(roux: str, revolt: bool, usual: str) -> None:
    """With everybody jailed whom it may arrest, it is the revolt; none is said where there is nothing."""
    at = At("government-objective").person("roux", state=roux).region("bourges", revolt=revolt)
    for id in ("cadoudal", "cathelineau", "charette", "chouan", "marat", "chaumette", "hebert"):
        at.person(id, state="prison")
    table = at.play()
    (asked,) = TITLE.decisions(table.state)
    action = TITLE.fallback(table.state, asked)
    assert action is not None
    assert TITLE.notation(action) == usual
    table.do("feuillant", usual)


@pytest.mark.case("R-SEQ-10", "R-ACT-31", "R-ACT-37")
def test_a_silent_current_names_what_its_people_can_bring_about() -> None:
    """Plots are where somebody of one's own will stand; to win somebody over nobody need be near."""
    at = At("objective", "own-objectives")
    for id in BOX.region:
        at.region(id, control="gironde" if id == "paris" else "marais", revolt=id != "paris")
    placed = REGISTRY.of["placement"].default(BOX, at.state, "gironde", "")
    assert isinstance(placed, Place)
    assert {region for _person, region in placed.where} == {"paris"}
    objectives = REGISTRY.of["objective"]
    usual = objectives.default(BOX, at.state, "gironde", "")
    assert isinstance(usual, Objective)
    assert usual.aim == "convince"
    assert objectives.refusal(BOX, at.state, "gironde", "", usual) is None
    at.people("brissot paris").region("paris", control=None)
    assert objectives.default(BOX, at.state, "gironde", "") == Objective("plot", "paris")


@pytest.mark.case("R-SEQ-10", "R-SEQ-11")
def test_a_silent_current_stays_at_home_and_names_what_may_come_true_without_it() -> None:
    at = At("objectives")
    for seat in ("royalist", "marais", "mountain", "sans-culotte", "gironde"):
        placed = REGISTRY.of["placement"].default(BOX, at.state, seat, "")
        assert isinstance(placed, Place)
        assert {at.state.regions[region].control for _person, region in placed.where} == {seat}
    objectives = REGISTRY.of["objective"]
    assert objectives.default(BOX, at.state, "marais", "") == Objective("suppress", "bourges")
    assert objectives.default(BOX, at.army("brunswick bourges").state, "marais", "") == Objective("raise")
    raised = at.set(commune=True, leader="mountain")
    assert objectives.default(BOX, raised.state, "marais", "") == Objective("quell")


@pytest.mark.case("R-SEQ-12", "A-45")
def test_of_a_silent_government_somebody_goes_to_paris_who_has_influence_there_alone() -> None:
    at = At("placement").regime("convention").set(government="mountain")
    state = at.people("robespierre marat danton saint-just lille").state
    placed = REGISTRY.of["placement"].default(BOX, state, "mountain", "")
    assert isinstance(placed, Place)
    assert [person for person, region in placed.where if region == "paris"] == ["danton"]


@pytest.mark.case("R-REGIME-07", "R-REGIME-17")
def test_a_regime_is_offered_ahead_where_it_could_come_this_turn_and_else_among_the_rest() -> None:
    def offered(at: At, seat: str = "sans-culotte") -> list[str]:
        drafts = REGISTRY.of["regime"].suggestions(BOX, at.state, seat)
        return [TITLE.notation(answer) for draft in drafts for answer in draft]

    assert offered(At("plots")) == []
    near = At("plots").army("brunswick metz")
    assert offered(near) == []
    assert offered(near.people("roux paris")) == ["install convention"]
    assert offered(near, "marais") == []
    assert offered(near.person("roux", used=True)) == []
    assert offered(near.set(commune=True, leader="mountain")) == []
    assert offered(near, "mountain") == ["install convention"]
    rest = foreseen(BOX, At("plots").state, "sans-culotte", REGISTRY.of["regime"])
    assert {TITLE.notation(answer) for answer in rest} == {"install convention", "install terror"}


@pytest.mark.case("R-FAME-03", "R-FAME-04", "R-FAME-05", "R-SEQ-10", "R-SEQ-21", "A-72")
def test_what_is_no_objective_now() -> None:
    at = At("objectives")
    at.forbids("mountain", "objective quell", "R-FAME-03")
    at.forbids("mountain", "objective suppress lyon", "R-FAME-03")
    at.forbids("mountain", "objective revolt paris", "R-FAME-03")
    at.forbids("mountain", "objective plot lille", "R-FAME-03")
    at.forbids("mountain", "objective regime thermidor", "R-FAME-03")
    at.forbids("mountain", "objective law economic", "R-FAME-08")
    at.forbids("mountain", "objective convince roux", "R-ACT-32")
    at.forbids("mountain", "objective common", "R-FAME-09")
    at.forbids("mountain", "objective none", "R-SEQ-10")
    at.forbids("feuillant", "purpose law economic", "R-FAME-04")
    at.forbids("feuillant", "purpose suppress lyon", "R-FAME-04")
    at.forbids("feuillant", "purpose arrest danton", "R-FAME-04")
    for typed in ("objective turn feuillant", "coup", "referendum"):
        with pytest.raises(NotationError):
            actions.parse(TITLE.words, typed, list)


@pytest.mark.case("R-SEQ-11", "R-SEQ-12", "R-KING-01", "A-45", "R-SEQ-20")
def test_everybody_is_placed_and_the_government_has_somebody_in_paris() -> None:
    at = At("placement").person("barnave", state="prison").person("lameth", state="dead")
    people = "la-fayette in {}, laclos in nimes, dandre in nimes"
    at.forbids("feuillant", f"place {people.format('lyon')}", "R-SEQ-12")
    at.forbids("feuillant", "place la-fayette in paris", "R-SEQ-11")
    at.forbids("feuillant", f"place {people.format('paris')}, louis in paris", "R-KING-01")
    at.forbids("feuillant", f"place {people.format('paris')}, barnave in paris", "R-SEQ-11")
    at.forbids("feuillant", f"place {people.format('paris')}, marat in paris", "R-SEQ-11")
    table = at.play().do("feuillant", f"place {people.format('paris')}")
    assert table.state.people["dandre"].region == "nimes"
    # With the capital moved, nobody need be in Paris.
    table = at.set(capital="tours").play().do("feuillant", f"place {people.format('lyon')}")
    assert table.asked == [("gironde", "placement")]


@pytest.mark.case("A-93", "R-SEQ-20")
def test_who_has_nobody_is_passed_over_and_who_was_away_is_back() -> None:
    at = At("placement")
    for id, person in at.state.people.items():
        if person.current == "feuillant":
            at.person(id, state="away")
    table = at.play()
    assert table.asked == [("gironde", "placement")]
    table = At("fame").person("marat", state="away").play()
    assert table.state.people["marat"].state == "free"


@pytest.mark.case("R-SEQ-03")
def test_a_form_asks_all_six_and_may_be_changed_until_the_last_is_in() -> None:
    table = At("arrests", "-letter").people("marat paris").play()
    assert table.asked == [(seat, "people") for seat in SEATS]
    table.do("feuillant", "file arrest marat x 2")
    assert [seat for seat, _ in table.asked] == [seat for seat in SEATS if seat != "feuillant"]
    assert TITLE.legal_actions(table.state, "feuillant") == []
    before = TITLE.view(table.state, "gironde")
    table.do("feuillant", "arrest marat x 3")
    # The others learn that it is in, and nothing of what it says.
    assert TITLE.view(table.state, "gironde") == before
    assert TITLE.view(table.state, "feuillant").own == "file arrest marat x 3"
    assert TITLE.view(table.state, "gironde").answered == ["feuillant"]
    table.refused("gironde", "file arrest marat", "R-ACT-15")
    table.refused("gironde", "file plot lyon by roland", "R-SEQ-03")
    for seat in SEATS:
        if seat not in ("feuillant", "sans-culotte"):
            table.do(seat, "file auto")
    table.do("sans-culotte", "done", 1, 2, 2, 2, 1, 3)
    assert table.state.people["marat"].state == "free"
    assert {kind for _, kind in table.asked} == {"regions"}


@pytest.mark.case("R-ACT-10")
def test_what_is_not_legal_when_its_turn_comes_is_skipped_and_its_owner_told() -> None:
    at = At("arrests", "-letter").people("roux marat paris").purse(government=150)
    table = at.play()
    for seat in SEATS[2:]:
        table.do(seat, "file auto")
    table.do("feuillant", "file arrest marat; arrest roux")
    table.do("royalist", "file auto", 1, 2)
    (skipped,) = table.told(Skipped)
    assert (skipped.action, skipped.owner) == ("arrest roux", "feuillant")
    assert TITLE.redact_for(skipped, "gironde") is None


@pytest.mark.case("R-SEQ-03")
@pytest.mark.parametrize(
    ("options", "regime", "most"),
    [((), "legislative", 6), ((), "convention", 5), ((), "terror", 5), (("fast",), "legislative", 3)],
)
def test_waits_after_the_talk(options: tuple[str, ...], regime: str, most: int) -> None:
    at = (
        At("order", "-letter", *options).regime(regime)
        if regime != "legislative"
        else At("order", "-letter", *options)
    )
    table, waits = at.play(), []
    while table.state.turn == 1:
        seat, kind = table.asked[0]
        waits.append((table.state.stage, kind))
        action = TITLE.legal_actions(table.state, seat)[0]
        assert action == File()
        table.state = TITLE.apply(table.state, seat, action, Dice(f"{seat}{table.state.stage}")).state
    assert len(set(waits)) <= most


@pytest.mark.case("A-70")
def test_sealed_objectives_by_the_letter() -> None:
    table = At("government-objective", "sealed-steps").play()
    assert table.asked == [(seat, "plan") for seat in SEATS]


def test_who_can_put_nothing_on_a_form_has_no_choice_and_all_can_see_that() -> None:
    left = 0
    for game in ("empty 0", "empty 1"):
        state, chance = At("talk", "-letter").set(filed=[]).play().state, random.Random(game)
        dice = Dice(game)
        while asked := TITLE.decisions(state):
            for decision in asked if not TITLE.given(state) else ():
                forced = TITLE.forced(state, decision)
                left += forced is not None
                poor, rich = state.copy(), state.copy()
                poor.purses[decision.seat], rich.purses[decision.seat], poor.papers = 0, 9999, {}
                assert TITLE.forced(poor, decision) == TITLE.forced(rich, decision) == forced
                if forced is not None:
                    assert TITLE.legal_actions(state, decision.seat) == [forced]
            action = TITLE.suggest(state, asked[0].seat, chance)
            assert action is not None
            state = TITLE.apply(state, asked[0].seat, action, dice).state
    assert left
