"""Step 9: prisoners under each regime, and the King's pardon (R-JUSTICE-01 to 09)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.revolution.events import PersonMoved, Thrown
from engines.revolution.phases.economy import minimum
from engines.revolution.politics.events import Counted, Judged, TieBroken
from tests.revolution.builder import BOX, At, Table


def jailed(*people: str, options: tuple[str, ...] = (), **changes: Any) -> At:
    at = At("justice", *options).set(**changes)
    for id in people:
        at.person(id, state="prison")
    return at


def verdict(table: Table, person: str, *guilty: str) -> Table:
    for seat in [seat for seat, kind in table.asked if kind == "verdict"]:
        table.do(seat, f"verdict {person} {'guilty' if seat in guilty else 'innocent'}")
    return table


@pytest.mark.case("E-40", "R-JUSTICE-01", "R-JUSTICE-02", "R-JUSTICE-03", "A-20", "R-SEQ-17")
@pytest.mark.parametrize(
    ("guilty", "state"),
    [(("feuillant", "gironde", "mountain"), "prison"), (("marais", "royalist", "sans-culotte"), "free")],
)
def test_the_deputies_judge_and_the_kings_holder_breaks_ties(guilty: tuple[str, ...], state: str) -> None:
    table = jailed("marat").play()
    table.refused(table.asked[0][0], "arrest marat", "R-SEQ-03")
    verdict(table, "marat", *guilty)
    assert [(e.yes, e.no) for e in table.told(Counted) if e.kind == "verdict"] == [(13, 13)]
    assert table.last(TieBroken).seat == "feuillant"
    known = table.state.people["marat"]
    assert (known.state, known.region) == (state, None)


@pytest.mark.case("R-JUSTICE-01", "R-JUSTICE-02", "R-JUSTICE-08", "E-40", "A-20")
def test_each_prisoner_is_judged_and_none_dies_under_the_legislative() -> None:
    at = jailed("roux", "marat", "louis")
    table = verdict(at.play(), "roux", "feuillant", "marais")
    assert table.asked[0][1] == "verdict"
    for seat in [seat for seat, _ in table.asked]:
        table.done(seat)
    assert [(event.person, event.sentence) for event in table.told(Judged)] == [
        ("roux", "prison"),
        ("marat", "free"),
    ]
    assert table.last(Counted).yes == 0
    assert table.state.people["louis"].state == "prison"


@pytest.mark.case("E-41", "R-JUSTICE-04", "R-JUSTICE-05", "R-JUSTICE-06", "R-JUSTICE-07")
@pytest.mark.parametrize(
    ("regime", "person", "faces", "state"),
    [
        ("convention", "charette", (3, 4), "dead"),
        ("convention", "charette", (3, 3), "prison"),
        ("convention", "roux", (3, 4), "prison"),
        ("convention", "roux", (3, 3), "free"),
        ("convention", "barnave", (3, 3), "free"),
        ("terror", "roux", (3, 4), "dead"),
        ("terror", "roux", (3, 3), "prison"),
        ("thermidor", "danton", (3, 4), "dead"),
        ("thermidor", "danton", (3, 3), "prison"),
        ("thermidor", "roux", (3, 4), "prison"),
        ("thermidor", "roux", (3, 3), "free"),
        ("thermidor", "charette", (6, 5), "dead"),
    ],
)
def test_the_government_rolls(regime: str, person: str, faces: tuple[int, int], state: str) -> None:
    table = jailed(person).regime(regime).play(*faces)
    assert table.told(Judged)[0].sentence == state
    assert table.state.people[person].state == state
    # Who stays where he is goes nowhere.
    assert [event.person for event in table.told(PersonMoved)] == [person] * (state != "prison")
    if state == "dead":
        assert table.state.people[person].region is None


@pytest.mark.case("R-JUSTICE-06", "R-POL-25", "R-ACT-04", "R-ACT-05", "R-JUSTICE-07")
def test_outlaws_by_law_die_under_thermidor_and_doubles_are_the_governments() -> None:
    at = jailed("collot").regime("thermidor", outlawed=["terrorist"])
    table = at.play(6, 6)
    assert (table.state.people["collot"].state, table.state.fame["government"]) == ("dead", 11)
    assert table.told(Thrown)[0].actor == "government"
    at = jailed("collot").regime("thermidor")
    table = at.play(1, 1)
    assert (table.state.people["collot"].state, table.state.fame["government"]) == ("free", 9)
    before = minimum(BOX, At("justice").state, "sans-culotte")
    assert minimum(BOX, At("justice").person("collot", state="dead").state, "sans-culotte") == before - 50


@pytest.mark.case("R-KING-06", "R-JUSTICE-08", "A-81")
def test_the_king_frees_his_holders_own_people() -> None:
    at = jailed("charette", "cadoudal", "marat").person("louis", current="royalist")
    table = at.play()
    assert table.asked == [("royalist", "pardon")]
    table.refused("royalist", "convince charette", "R-SEQ-03")
    table.refused("royalist", "pardon marat", "R-KING-06")
    table.refused("royalist", "pardon chouan", "R-KING-06")
    table.do("royalist", "pardon charette").done("royalist")
    assert table.state.people["charette"].state == "free"
    # Who was pardoned is not judged, and the others are.
    verdict(table, "marat", "feuillant", "marais")
    verdict(table, "cadoudal")
    assert {event.person for event in table.told(Judged)} == {"cadoudal", "marat"}
    for changes in ({"kidnapped": True}, {"recaptured": 1}):
        at = jailed("charette", **changes).person("louis", current="royalist")
        assert not any(kind == "pardon" for _, kind in at.play().asked)
    assert (
        not jailed("charette")
        .regime("convention")
        .person("louis", current="royalist")
        .play(1, 2)
        .told(Counted)
    )


@pytest.mark.case("R-JUSTICE-09")
def test_prisoners_neither_act_nor_count_as_influential() -> None:
    at = At("plots").person("dandre", state="prison").people("barnave marseille")
    table = at.play()
    table.refused("feuillant", "plot marseille by dandre", "R-ACT-37")
    table.do("feuillant", "plot marseille by barnave", 1, 2)
    assert dict(table.last(Thrown).modifiers)["influence"] == 2


@pytest.mark.case("R-JUSTICE-02", "R-KING-06", "R-JUSTICE-04")
def test_verdicts_on_paper() -> None:
    at = At("laws", "-letter").person("marat", state="prison").person("charette", state="prison")
    table = at.play()
    table.refused("royalist", "file pardon charette", "R-KING-06")
    table.refused("royalist", "file verdict roux guilty", "R-JUSTICE-01")
    at.regime("convention", bills=["civic/marais"]).play().refused(
        "royalist", "file verdict marat guilty", "R-JUSTICE-04"
    )
    for seat in ("feuillant", "marais"):
        table.do(seat, "file verdict marat innocent ; verdict all guilty ; declare support")
    for seat in ("royalist", "gironde", "mountain", "sans-culotte"):
        table.done(seat)
    assert {event.person: event.sentence for event in table.told(Judged)} == {
        "marat": "free",
        "charette": "prison",
    }
