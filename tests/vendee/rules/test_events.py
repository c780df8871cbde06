"""Event markers, each in its window (6)."""

from __future__ import annotations

import pytest

from data.vendee.schema import Side
from engines.vendee.events import FleetCame, FleetWaits, Sailed
from engines.vendee.frames import (
    SIDES,
    EndOfTurn,
    Leaders,
    Occupied,
    Operations,
    Plan,
    Refuge,
    Reinforce,
    Wounded,
)
from engines.vendee.state import AnyFrame, Landing
from tests.vendee.battles import attack
from tests.vendee.builder import Given, given, title

NOTHING = (1, 2)
"""A pair of dice that is no double."""


@pytest.mark.case("V-1.4-a", "V-6-a")
def test_each_side_has_its_own_markers() -> None:
    assert given().reinforcing("republican").table().refused("event e1") == "1.4"
    assert given().reinforcing("royalist").table().refused("event e9") == "1.4"


@pytest.mark.case("V-1.4-b", "V-2.2-r", "V-QA-30")
def test_a_played_marker_is_gone_and_one_alarm_a_turn_is_allowed() -> None:
    table = given().reinforcing("royalist").table().roll_on("event e1")
    assert table.state.markers["e1"] == 3
    assert table.refused("event e1") == "2.2"


@pytest.mark.case("V-2.2-r")
def test_one_mobilisation_a_turn() -> None:
    table = given().turn(5).reinforcing("republican").table().roll_on("event e9")
    assert table.refused("event e10") == "2.2"


@pytest.mark.case("V-6-E1-a")
def test_no_alarm_on_the_first_turn() -> None:
    assert given().turn(1).reinforcing("royalist", anjou=1).table().refused("event e1") == "6 E1"


@pytest.mark.case("V-6-E1-c", "V-T-REINF-d", "D-13", "A-65")
def test_a_natural_double_for_anjou_brings_chouans() -> None:
    """Dice 3 and 3 with La Gâtine quiet are 4: a total of 20, and Chouans all the same."""
    table = given().reinforcing("royalist").table()
    table.act("event e1", 3, 3, 1, 2, 1, 2, 1, 2, 6, 6)
    assert table.state.arrivals["anjou"] == 20
    assert table.state.arrivals["chouans"] == 6


@pytest.mark.case("V-6-E1-c", "V-6-E8-a")
@pytest.mark.parametrize(("faces", "come"), [((3, 3), False), ((6, 6), True)])
def test_with_the_flotilla_only_a_double_six_does(faces: tuple[int, int], come: bool) -> None:
    table = given().past("e8").reinforcing("royalist").table()
    table.act("event e1", *faces, 1, 2, 1, 2, 1, 2, *((3, 3) if come else ()))
    assert ("chouans" in table.state.arrivals) == come


@pytest.mark.case("V-6-E2-a")
@pytest.mark.parametrize(("morale", "allowed"), [(0, False), (1, True), (2, True)])
def test_la_gatine_rises_with_good_morale(morale: int, allowed: bool) -> None:
    table = given().morale(royalist=morale).reinforcing("royalist").table()
    if allowed:
        table.act("event e2")
    else:
        assert table.refused("event e2") == "6 E2"


@pytest.mark.case("V-6-E2-b", "V-6-E2-c", "A-67")
def test_la_gatine_brings_la_rochejaquelein_and_four_points_without_an_alarm() -> None:
    table = given().morale(royalist=1).reinforcing("royalist").table().act("event e2")
    assert "place la-rochejaquelein bressuire" in table.legal
    table.act("place la-rochejaquelein bressuire").act("done")
    assert table.state.arrivals == {"anjou": 4}
    assert table.refused("event e1") == "2.2"
    table.roll_on("place anjou:4 bressuire")
    assert table.points("bressuire") == {"anjou": 4}


@pytest.mark.case("V-6-E2-b", "A-66", "V-QA-31", "V-2.2-a")
def test_with_an_alarm_in_the_phase_there_is_no_gift() -> None:
    table = given().morale(royalist=1).reinforcing("royalist").table().act("event e2")
    table.act("event e1", 1, 3, 1, 2, 1, 2, 1, 2).roll_on("place auto")
    # A total of 4 without the -2 of a quiet Gâtine.
    assert sum(kinds["anjou"].total for kinds in table.state.forces.values() if "anjou" in kinds) == 20
    if table.asked[1] == "reinforcements":
        table.roll_on("done")
    assert not table.state.gift
    assert sum(kinds["anjou"].total for kinds in table.state.forces.values() if "anjou" in kinds) == 20


@pytest.mark.case("V-6-E3-a", "I-15", "A-64")
def test_lescure_is_freed_at_the_first_occupation_of_bressuire() -> None:
    position = given().more().hand("royalist").points("les-aubiers", anjou=2)
    table = position.table().act("move les-aubiers > bressuire with all")
    assert table.asked == ("royalist", "occupation")
    table.act("event e3")
    assert table.where("lescure") == "bressuire"


@pytest.mark.case("V-6-E3-a")
def test_lescure_stays_where_the_table_has_put_him() -> None:
    position = given().more().hand("royalist").points("les-aubiers", anjou=2)
    position = position.points("cholet", anjou=3).general("lescure", "cholet", ready="activated")
    table = position.table().act("move les-aubiers > bressuire with all").act("event e3")
    assert table.where("lescure") == "cholet"
    assert table.state.officers["lescure"].ready == "activated"


@pytest.mark.case("I-15", "I-17", "I-12")
@pytest.mark.parametrize("hand", SIDES)
@pytest.mark.parametrize(
    "frame",
    [
        Occupied("e3", "bressuire"),
        Leaders(1, ("anjou", "centre"), (), True, "won", "5.2"),
        Refuge("royalist", "cholet", ("stofflet",)),
    ],
)
def test_a_choice_of_a_side_interrupts_the_turn_of_the_other_alone(frame: AnyFrame, hand: Side) -> None:
    position = given().more().phase("operations", Operations(hand), frame)
    (decision,) = title().decisions(position.state)
    assert (decision.seat, decision.interrupt) == ("royalist", hand == "republican")


@pytest.mark.case("A-64")
def test_e3_declined_is_gone() -> None:
    position = given().more().hand("royalist").points("les-aubiers", anjou=2).points("argenton", anjou=2)
    table = position.table().act("move les-aubiers > bressuire with all").act("decline").act("stop")
    table.act("move argenton > bressuire with all")
    assert table.asked != ("royalist", "occupation")
    assert table.fate("lescure") == "pool"


@pytest.mark.case("V-6-E4-a", "V-5.2-e", "V-QA-05", "D-14", "V-T-POWDER", "A-60", "A-61", "A-84")
def test_thouars_taken_brings_the_bishop_and_five_powder() -> None:
    position = given().more().hand("royalist").points("argenton", anjou=12, centre=4)
    table = position.table().act("move argenton > thouars with all")
    assert table.asked == ("royalist", "occupation")
    table.act("event e4")
    # Thouars is a stronghold too.
    assert table.state.morale["royalist"] == 2
    assert table.state.powder == {"anjou": 1, "centre": 0, "bas-poitou": -2}


@pytest.mark.case("I-15", "V-6-E4-a")
@pytest.mark.parametrize(("morale", "silent"), [(0, "event e4"), (1, "decline")])
def test_silence_plays_e4_where_morale_can_still_rise(morale: int, silent: str) -> None:
    """Thouars itself brings one up; at the highest the bishop could but be found out."""
    position = given().more().hand("royalist").points("argenton", anjou=4).morale(royalist=morale)
    table = position.table().act("move argenton > thouars with all")
    (decision,) = title().decisions(table.state)
    for answer in (title().fallback(table.state, decision), title().ordered(table.state, decision, "auto")):
        assert answer is not None
        assert title().notation(answer) == silent
    told = title().ordered(table.state, decision, "play")
    assert told is not None
    assert title().notation(told) == "event e4"


@pytest.mark.case("A-84")
def test_by_option_each_army_gains_but_one() -> None:
    position = given(powder_cycles=False).more().hand("royalist").points("argenton", anjou=12, centre=4)
    table = position.table().act("move argenton > thouars with all").act("decline")
    assert table.state.powder == {"anjou": -1, "centre": -1, "bas-poitou": -2}


@pytest.mark.case("V-5.2-d", "D-14")
def test_a_marker_stops_at_its_end() -> None:
    position = given().more().hand("royalist").points("argenton", anjou=4)
    table = position.table().act("move argenton > thouars with all").act("decline")
    assert table.state.powder["anjou"] == 2


@pytest.mark.case("I-17", "V-5.2-a")
def test_where_armies_tie_the_royalists_choose_who_is_first() -> None:
    position = given().more().hand("royalist").points("argenton", anjou=3, centre=3)
    table = position.table().act("move argenton > thouars with all").act("decline")
    assert table.asked == ("royalist", "powder-tie")
    table.act("choose centre")
    assert table.state.powder == {"anjou": 0, "centre": 1, "bas-poitou": -2}


@pytest.mark.case("I-17", "V-5.2-a")
def test_a_tie_for_a_later_place_is_theirs_to_break_too() -> None:
    position = given().points("rocheserviere", anjou=8, centre=4, bas_poitou=4)
    fray = attack(position, "rocheserviere", "montaigu", 1, 2, incidents=("t11", "t3", "t1"), nantes=12)
    while fray.asked[1] in ("losses", "retreat"):
        fray.do("lose auto" if fray.asked[1] == "losses" else "retreat auto")
    assert fray.legal[:2] == ["choose centre", "choose bas-poitou"]
    fray.do("choose bas-poitou")
    assert fray.state.powder == {"anjou": -1, "centre": -2, "bas-poitou": -1}


@pytest.mark.case("I-17", "V-5.2-a", "V-5.2-d")
def test_of_three_that_tie_two_places_are_chosen() -> None:
    tie = Leaders(2, ("anjou", "centre", "bas-poitou"), (), False, "won", "5.2")
    table = given().more().phase("operations", Operations("royalist"), tie).table().act("choose centre")
    assert table.legal[:2] == ["choose anjou", "choose bas-poitou"]
    table.act("choose bas-poitou")
    assert table.state.powder == {"anjou": -2, "centre": -1, "bas-poitou": -1}


@pytest.mark.case("V-QA-18", "V-5.2-e", "V-T-POWDER-c", "A-60")
def test_a_base_counts_again_only_after_it_was_lost() -> None:
    held = given().having(holder={**given().state.holder, "thouars": "royalist"})
    table = held.more().hand("royalist").points("argenton", anjou=4).table()
    table.act("move argenton > thouars with all").act("decline")
    assert table.state.powder["anjou"] == -2
    retaken = given().having(holder={**given().state.holder, "thouars": "royalist"})
    table = retaken.more().points("montreuil", saumur=1).table().act("move montreuil > thouars with all")
    assert table.state.holder["thouars"] == "republican"
    assert table.state.powder["anjou"] == -2


@pytest.mark.case("V-5.1-d", "V-QA-17")
def test_a_stronghold_taken_lifts_morale() -> None:
    table = given().more().hand("royalist").points("amailloux", anjou=2).table()
    table.act("move amailloux > parthenay with all")
    assert table.state.morale["royalist"] == 1


@pytest.mark.case("V-5.1-c", "E-23")
def test_the_first_primary_objective_lost_costs_two_once() -> None:
    table = given().more().points("les-aubiers", saumur=4).table()
    table.act("move les-aubiers > chatillon with all")
    assert table.state.morale["royalist"] == -2
    cholet = given().having(objective_lost=True).more().points("trementines", saumur=2).table()
    cholet.act("move trementines > cholet with all")
    assert cholet.state.morale["royalist"] == 0


@pytest.mark.case("V-6-E4-b", "V-2.1-e")
@pytest.mark.parametrize(("die", "change"), [(1, -2), (2, -2), (3, -1), (5, -1), (6, 0)])
def test_a_double_one_exposes_the_bishop(die: int, change: int) -> None:
    position = given().turn(3).having(bishop=True, bishop_since=2).phase("wounded", Wounded())
    table = position.morale(royalist=0).table().go_on(1, 1, die)
    assert table.state.morale["royalist"] == change
    assert not table.state.bishop


@pytest.mark.case("V-6-E4-c")
def test_the_bishop_is_not_doubted_in_the_turn_of_his_coming() -> None:
    given().turn(3).having(bishop=True, bishop_since=3).phase("wounded", Wounded()).table().go_on()


@pytest.mark.case("V-6-E5-a", "I-16", "A-69")
def test_messengers_may_be_sent_in_any_decision_from_the_second_turn() -> None:
    table = given().hand("royalist").points("cholet", anjou=1).table()
    table.act("event e5")
    assert table.state.messengers
    assert table.asked == ("royalist", "operations")
    first = given().turn(1).hand("royalist").points("cholet", anjou=1).table()
    assert first.refused("event e5") == "6 E5"


@pytest.mark.case("V-6-E5-b", "V-6-E7-a", "V-6-E7-b")
@pytest.mark.parametrize(
    ("faces", "watched", "morale"),
    [((1, 1), False, 1), ((3, 3), False, 0), ((3, 3), True, 1), ((1, 2), True, 0)],
)
def test_messengers_are_caught(faces: tuple[int, int], watched: bool, morale: int) -> None:
    position = given().having(messengers=True).phase("wounded", Wounded())
    if watched:
        position.past("e7")
    table = position.table().go_on(*faces)
    assert table.state.morale["republican"] == morale
    assert table.state.messengers


@pytest.mark.case("V-6-E5-c", "A-68", "A-70")
def test_a_double_six_brings_england_and_a_secret_note() -> None:
    table = given().past("e7").having(messengers=True).phase("wounded", Wounded()).table().go_on(6, 6)
    assert isinstance(table.state.stack[-1], Plan)
    assert table.state.morale["royalist"] == 1
    assert not table.state.messengers
    assert table.refused("note cholet 4") == "6 E5"
    assert table.refused("note pornic 2") == "6 E5"
    assert table.reason("done").endswith("as in note les-sables 6")
    table.act("note beauvoir 4")
    assert table.state.landing == Landing("beauvoir", 4)
    assert title().view(table.state, "republican").landing is None
    assert title().view(table.state, None).landing is None
    assert title().view(table.state, "royalist").landing == Landing("beauvoir", 4)


@pytest.mark.case("V-6-E5-d", "V-6-E5-e", "V-6-E5-f", "V-6-E5-g", "V-6-E5-i")
@pytest.mark.parametrize(
    ("area", "points", "powder"),
    [
        ("les-sables", 6, {"anjou": 2, "centre": 2, "bas-poitou": 2}),
        ("pornic", 4, {"anjou": -2, "centre": 2, "bas-poitou": 2}),
        ("beauvoir", 2, {"anjou": -2, "centre": -2, "bas-poitou": 2}),
    ],
)
def test_what_the_english_bring(area: str, points: int, powder: dict[str, int]) -> None:
    position = given().having(landing=Landing(area, 2)).points(area, bas_poitou=2)
    table = position.phase("reinforcements", Reinforce("royalist")).table().go_on().go_on()
    if table.asked[1] == "powder":
        table.act("choose centre")
    assert table.points(area)["emigres"] == points
    assert table.state.powder == powder
    assert table.state.morale["royalist"] == 2


@pytest.mark.case("V-6-E5-h")
def test_the_fleet_waits_a_turn_and_then_leaves() -> None:
    position = (
        given().having(landing=Landing("pornic", 2)).points("lege", bas_poitou=1).reinforcing("royalist")
    )
    table = position.table().roll_on("done")
    assert table.told(FleetWaits)
    assert table.state.delayed
    later = given().turn(3).having(landing=Landing("pornic", 2), delayed=True).points("lege", bas_poitou=1)
    table = later.morale(royalist=1).reinforcing("royalist").table().roll_on("done")
    assert table.told(FleetCame)[0].result == "left"
    assert table.state.morale["royalist"] == -1
    assert table.state.landing is None


@pytest.mark.case("V-6-E6-a", "V-6-E6-b", "I-03", "A-71")
@pytest.mark.parametrize(
    ("origin", "target", "asked"), [("vihiers", "coron", True), ("doue", "concourson", False)]
)
def test_e6_is_asked_before_republicans_enter_bocage(origin: str, target: str, asked: bool) -> None:
    position = given().more().points(origin, saumur=8).points(target, anjou=4)
    table = position.table().roll_on(f"move {origin} > {target} with all")
    assert (table.asked == ("royalist", "fortify")) == asked
    if asked:
        table.roll_on("event e6")
        assert table.state.markers["e6"] == 0


@pytest.mark.case("V-6-E6-b")
def test_e6_is_not_for_the_royalists_own_attacks() -> None:
    position = given().more().hand("royalist").points("coron", anjou=8).points("chemille", saumur=4)
    table = position.table().roll_on("move coron > chemille with all")
    assert table.asked != ("royalist", "fortify")
    assert given().reinforcing("royalist").table().refused("event e6") == "6 E6"


@pytest.mark.case("V-6-E7-a", "V-6-E8-a", "A-72")
def test_e7_and_e8_cost_a_combat_point() -> None:
    table = given().reinforcing("republican").points("lucon", la_rochelle=2).table()
    assert table.refused("event e8") == "6 E8"
    assert table.refused("event e8 nantes nantes") == "6 E8"
    table.act("event e7 la-rochelle lucon")
    assert table.points("lucon") == {"la-rochelle": 1}


@pytest.mark.case("V-1.2-b", "A-31")
@pytest.mark.parametrize(
    ("event", "faces"),
    [("e7 nantes paimboeuf", ()), ("e8 nantes paimboeuf", ()), ("e15 nantes paimboeuf", (1,))],
)
def test_where_a_combat_point_is_given_up_the_rest_lies_as_it_was_shown_to_as_far_as_it_can(
    event: str, faces: tuple[int, ...]
) -> None:
    table = given().more().reinforcing("republican").points("paimboeuf", nantes=3).table()
    table.act("show paimboeuf 3").act(f"event {event}", *faces)
    stack = title().view(table.state, None).areas["paimboeuf"]["republican"]
    assert stack.counters == 2


@pytest.mark.case("V-6-E9-a")
def test_e9_from_april() -> None:
    table = given().reinforcing("republican").table().act("event e9", 3, 3, 3, 3, 3, 3)
    assert table.state.arrivals == {"nantes": 24, "saumur": 24, "la-rochelle": 10}
    for general in ("vergnes", "berruyer", "leigonyer", "d-ayat"):
        assert table.fate(general) == "arriving"
    assert given().turn(1).reinforcing("republican", nantes=1).table().refused("event e9") == "6 E9"


@pytest.mark.case("V-6-E10-a", "V-6-E10-b")
@pytest.mark.parametrize(("face", "due"), [(5, 3), (6, 3), (4, 4), (1, 4)])
def test_e10_brings_biron_at_once_or_a_turn_later(face: int, due: int) -> None:
    position = given().turn(3).general("berruyer", "saumur").reinforcing("republican")
    table = position.table().act("event e10", face, 3, 3, 3, 3, 3, 3)
    assert table.state.officers["biron"].due == due
    assert table.fate("berruyer") == "removed"
    assert table.fate("menou") == table.fate("westermann") == "arriving"
    assert table.state.arrivals == {"nantes": 10, "saumur": 10, "la-rochelle": 24}


@pytest.mark.case("V-6-E11-a", "V-6-E11-b")
def test_e11_leaves_saumur_one_of_its_generals() -> None:
    position = (
        given().turn(5).general("menou", "saumur").fate("leigonyer", "light", 6).general("biron", "lucon")
    )
    table = position.reinforcing("republican").table()
    assert table.refused("event e11") == "6 E11"
    table.act("event e11 menou", 3, 3, 3, 3, 3, 3)
    assert table.fate("menou") == "map"
    assert table.fate("leigonyer") == table.fate("quetineau") == table.fate("biron") == "removed"
    assert table.fate("rossignol") == table.fate("ronsin") == table.fate("santerre") == "arriving"


@pytest.mark.case("V-6-E12-a", "V-6-E12-b", "V-6-E12-c", "D-19", "A-73")
@pytest.mark.parametrize(
    ("army", "faces", "joined"),
    [("nantes", (2,), "saumur"), ("nantes", (3,), "nantes"), ("saumur", (), "saumur")],
)
def test_e12_may_be_claimed_by_saumur(army: str, faces: tuple[int, ...], joined: str) -> None:
    table = given().turn(7).reinforcing("republican").table().act(f"event e12 {army}", *faces, 3, 3)
    assert table.state.attached == joined
    assert table.state.arrivals == {"mayence": 24}
    assert table.state.morale == {"republican": 1, "royalist": -1}
    assert table.fate("kleber") == table.fate("marceau") == "arriving"


@pytest.mark.case("V-6-E12-d", "V-1.3-b")
def test_mayencais_arrive_at_the_bases_of_their_hosts_and_marceau_at_la_rochelles() -> None:
    table = given().turn(7).reinforcing("republican").table().act("event e12 nantes", 6, 3, 3)
    assert "place mayence:24 nantes" in table.legal
    assert "place marceau lucon" in table.legal
    assert table.refused("place mayence:1 saumur") == "2.2"


@pytest.mark.case("V-6-E13-a", "V-6-E13-b", "A-74", "A-75")
def test_e13_brings_lechelle_to_an_army_of_choice() -> None:
    position = given().turn(8).general("canclaux", "nantes").reinforcing("republican")
    table = position.table().act("event e13")
    assert table.asked == ("republican", "commander")
    table.act("choose saumur")
    assert table.state.officers["lechelle"].army == "saumur"
    assert table.fate("canclaux") == table.fate("aubert-du-bayet") == "removed"
    assert "place lechelle saumur" in table.legal
    table.roll_on("event e12 nantes")
    assert table.fate("aubert-du-bayet") == "removed"


@pytest.mark.case("V-6-E14-a", "I-25", "V-2.7-b")
@pytest.mark.parametrize(("morale", "asked"), [(-2, True), (-1, False)])
def test_e14_wins_at_once(morale: int, asked: bool) -> None:
    position = given().morale(royalist=morale).phase("end", EndOfTurn())
    for area in ("mortagne", "chatillon", "cholet"):
        position.points(area, saumur=1)
    table = position.table() if asked else position.table().go_on()
    if asked:
        table.act("event e14")
        result = title().outcome(table.state)
        assert result is not None
        assert (result.winner, result.level) == ("republican", "galerne")
    else:
        assert table.state.stack == []


@pytest.mark.case("V-6-E15-a", "V-6-E15-b", "V-6-E15-d")
def test_a_point_that_sails_may_be_lost_delayed_or_land() -> None:
    def position() -> Given:
        return given().more().reinforcing("republican", nantes=2).points("paimboeuf", nantes=2)

    assert position().table().refused("event e15 nantes nantes") == "6 E15"
    lost = position().table().act("event e15 nantes paimboeuf", 1)
    assert lost.points("paimboeuf") == {"nantes": 1}
    assert lost.told(Sailed) == [Sailed("nantes", "lost", None, "paimboeuf")]
    late = position().table().act("event e15 nantes", 2)
    assert late.state.at_sea == ["nantes"]
    assert late.state.arrivals == {"nantes": 1}
    landed = position().table().act("event e15 nantes paimboeuf", 3)
    assert landed.asked == ("republican", "port")
    landed.act("land noirmoutier")
    assert landed.points("noirmoutier") == {"nantes": 1}


@pytest.mark.case("V-6-E15-c", "A-76")
def test_a_landing_obeys_stacking_and_does_not_attack() -> None:
    position = given().more().reinforcing("republican", nantes=2).points("les-sables", la_rochelle=2)
    table = position.points("pornic", anjou=1).table().act("event e15 nantes", 6)
    assert table.refused("land les-sables") == "3.5"
    assert table.refused("land pornic") == "6 E15"
    assert table.refused("land cholet") == "6 E15"
