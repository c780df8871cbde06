"""Readings that follow the rulebook's words, and the options that leave them."""

from __future__ import annotations

import msgspec
import pytest

from engines.revolution.actions import notation
from engines.revolution.answers import Objective, Purpose
from engines.revolution.events import Settled
from engines.revolution.facts import Fact, Tried, deed, known, moved
from engines.revolution.hopes import decided
from engines.revolution.phases.objectives import possible
from engines.revolution.politics.events import Counted, LawPassed, LawRejected
from engines.revolution.war.armies import generals_in
from engines.revolution.war.combat import can_hide
from tests.revolution.builder import BOX, At


@pytest.mark.case("R-ACT-62", "A-49")
def test_the_leader_of_the_commune_may_put_it_down_and_keep_paris() -> None:
    at = (
        At("commune")
        .set(commune=True, leader="sans-culotte")
        .people("roux paris")
        .region("paris", control="gironde")
    )
    table = at.play().do("sans-culotte", "quell by roux", 6, 6)
    assert (table.state.commune, table.state.regions["paris"].control) == (False, "sans-culotte")


@pytest.mark.case("R-ACT-12", "A-97", "R-MIL-12", "R-MIL-26", "R-MIL-36")
def test_a_general_who_has_acted_raises_and_leads_no_army() -> None:
    def acted(stage: str, *options: str) -> At:
        at = At(stage, *options).people("charette cholet").person("charette", used=True)
        return at.set(clergy_17=True)

    raising = acted("catholic-arrival").play()
    assert raising.asked != [("royalist", "muster")]
    acted("catholic-arrival").forbids("royalist", "muster army-retz by charette", "R-ACT-12")
    marching = acted("catholic-movement").army("army-retz cholet")
    marching.forbids("royalist", "advance army-retz along cholet > bourges led by charette", "R-ACT-12")
    assert not can_hide(BOX, marching.state, "cholet")
    assert not generals_in(BOX, marching.state, "cholet")
    # By option he does both.
    still = acted("catholic-arrival", "generals-act-on").play()
    assert still.asked == [("royalist", "muster")]
    assert can_hide(BOX, acted("battles", "generals-act-on").army("army-retz cholet").state, "cholet")


@pytest.mark.case("R-EVENT-18", "R-REGIME-50")
def test_what_an_event_adds_against_the_terrorists_counts_where_deputies_vote() -> None:
    at = At("laws").regime("thermidor", bills=["outlaw-terrorists/government"]).deputies(0, 9, 8, 0, 0, 0)

    def table(bonus: int) -> tuple[int, int, int, bool]:
        at.set(bonuses={"outlaw-terrorists": bonus} if bonus else {})
        voted = at.play()
        for seat, _kind in voted.asked:
            voted.do(seat, f"vote outlaw-terrorists {'yes' if seat == 'marais' else 'no'}")
        counted = voted.last(Counted)
        assert bool(voted.told(LawPassed)) != bool(voted.told(LawRejected))
        return counted.yes, counted.no, counted.added, bool(voted.told(LawPassed))

    assert table(0) == (8, 9, 0, False)
    assert table(2) == (10, 9, 2, True)


@pytest.mark.case("A-47", "R-ACT-39", "R-ACT-52", "R-ACT-54")
def test_a_contested_region_is_suppressed_by_a_current_and_not_by_the_government() -> None:
    def contested(stage: str) -> At:
        at = At(stage).region("caen", revolt=True, control=None).army("brunswick regular-metz caen")
        return at.people("barnave caen")

    table = contested("suppressions").play().do("feuillant", "suppress caen by barnave", 6, 6)
    assert (table.state.regions["caen"].revolt, table.state.regions["caen"].control) == (False, "feuillant")
    contested("pacification").forbids("feuillant", "pacify caen", "R-ACT-52")
    held = At("suppressions").region("caen", revolt=True, control=None).army("brunswick caen")
    held.people("barnave caen").forbids("feuillant", "suppress caen by barnave", "R-ACT-39")


_AIMS: tuple[tuple[str, Objective | Purpose, Fact, dict[str, bool]], ...] = (
    ("mountain", Objective("raise"), Fact.made("raise", "", "sans-culotte"), {"commune": True}),
    ("mountain", Objective("quell"), Fact.made("quell", "", "government"), {}),
    ("royalist", Objective("revolt", "caen"), Fact.made("revolt", "caen", "mountain"), {"revolt": True}),
    ("royalist", Objective("suppress", "lyon"), Fact.made("suppress", "lyon", "government"), {}),
    ("mountain", Objective("regime", "legislative"), Fact.made("regime", "legislative", "gironde"), {}),
    ("government", Purpose("suppress", "lyon"), Fact.made("suppress", "lyon", "marais"), {}),
)


@pytest.mark.case("A-111", "R-FAME-08")
@pytest.mark.parametrize(("seat", "aim", "deed", "board"), _AIMS)
def test_by_option_an_objective_is_met_by_ones_own_action_alone(
    seat: str, aim: Objective | Purpose, deed: Fact, board: dict[str, bool]
) -> None:
    for options, achieved, met in (
        ((), deed, True),
        (("own-objectives",), deed, False),
        (("own-objectives",), Fact.made(deed.kind, deed.of, seat), True),
    ):
        at = At("fame", *options).set(objectives={seat: aim}, achieved=[achieved])
        if board.get("commune"):
            at.set(commune=True, leader="sans-culotte")
        if board.get("revolt"):
            at.region("caen", revolt=True)
        settled = at.play().told(Settled)[0]
        assert (settled.actor, settled.met) == (seat, met), options


@pytest.mark.case("A-111", "A-107")
@pytest.mark.parametrize(
    ("seat", "aim"),
    [
        ("feuillant", Objective("revolt", "caen")),
        ("royalist", Objective("raise")),
        ("sans-culotte", Objective("regime", "thermidor")),
    ],
)
def test_by_option_nothing_is_named_that_is_for_others_to_do(seat: str, aim: Objective) -> None:
    by_words, own = At("objectives"), At("objectives", "own-objectives")
    if aim.of == "thermidor":
        by_words.regime("terror")
        own.regime("terror")
    assert possible(BOX, by_words.state, seat, aim)
    assert not possible(BOX, own.state, seat, aim)
    # Enemies in Paris or a raised Commune, which would speak against it too, are not what is told.
    said = own.forbids(seat, notation(aim), "R-FAME-03")
    assert said == "At this table you name what you can do yourself, and that others alone can do (A-111)"


@pytest.mark.case("A-111")
def test_by_option_what_others_do_gives_no_hope_once_ones_own_step_is_over() -> None:
    for options, expected in (((), {}), (("own-objectives",), {"mountain": False})):
        at = At("laws", *options).set(objectives={"mountain": Objective("raise")})
        assert decided(BOX, at.state) == expected


def test_facts_of_a_turn_keep_their_text_and_are_refused_where_they_can_not_be() -> None:
    plot, rising = Fact.made("plot", "nimes", "feuillant"), Fact.made("raise", "", "marais")
    stored = msgspec.json.encode([plot, rising])
    assert stored == b'["plot nimes by feuillant","raise by marais"]'
    read = msgspec.json.decode(stored, type=list[Fact])
    assert [(fact.kind, fact.of, fact.actor) for fact in read] == [
        ("plot", "nimes", "feuillant"),
        ("raise", "", "marais"),
    ]
    assert known(read, "plot", "nimes")
    assert not known(read, "plot", "nimes", "marais")
    for text in ("plot nimes", "dance nimes by feuillant", "plot nimes by nobody"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert([text], list[Fact])
    assert msgspec.convert(["move regular-paris", "government arrest marat"], list[Tried]) == [
        moved("regular-paris"),
        deed("government", "arrest marat"),
    ]
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(["nobody arrest marat"], list[Tried])
