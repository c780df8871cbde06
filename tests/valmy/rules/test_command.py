"""Counters, holding boxes, rank and command, activation (2, 3, 6, 8)."""

from __future__ import annotations

import pytest

from engines.core.errors import NotationError
from engines.valmy.actions import parse
from engines.valmy.events import Activated, Checked
from engines.valmy.frames import SetUp
from engines.valmy.phases.placement import lay_out
from engines.valmy.position.command import out_of_command, unit_out_of_command
from engines.valmy.procedure import PROCEDURE
from engines.valmy.state import held_by
from engines.valmy.view import view
from engines.valmy.words import words_of
from tests.valmy.builder import Given, given, ids, small


def camp() -> Given:
    """Leveneur with three brigades at Sedan, Dumouriez with them; the Allies far away."""
    return (
        given()
        .force("dumouriez", "sedan")
        .force("leveneur", "sedan", "f1-f4", "dumouriez")
        .force("dietmann", "sedan", "f5-f8", "leveneur")
        .force("stengel", "sedan", "h1-h2", "leveneur")
        .force("brunswick", "verdun", "")
        .force("courbiere", "verdun", "g1-g3", "brunswick")
    )


def arranging(units: str) -> Given:
    """Leveneur's group before it is set up (3.0)."""
    position = given().having(turn=1)
    for id in ("leveneur", "dietmann", "steinhoffen", "stengel"):
        position.leader(id, "sedan")
    position.units("sedan", units).force("brunswick", "verdun", "")
    return position.phase("set-up", SetUp(("french", "allied")))


def boxes(*sizes: int) -> str:
    """An arrangement of so many units each over Leveneur's leaders."""
    units = iter(ids("f1-f24"))
    leaders = ("leveneur", "dietmann", "steinhoffen", "stengel")
    parts = zip(leaders, sizes, strict=False)
    return "arrange " + "; ".join(
        f"{one}: {' '.join(next(units) for _ in range(size))}" for one, size in parts
    )


@pytest.mark.case("E-3.0-1", "E-3.0-2", "Y-3.0-c", "Y-3.0-d", "Y-3.0-e", "Y-3.0-f", "A-3.0-1", "F-2", "F-12")
def test_units_are_spread_within_command_ratings_and_leaders_do_not_count() -> None:
    table = arranging("f1-f20").table()
    assert table.refused(boxes(7, 6, 6, 1)) == "3.0"
    assert "6 units by his command rating" in table.why
    for sizes in ((6, 6, 6, 2), (5, 5, 5, 5)):
        after = arranging("f1-f20").table().act(boxes(*sizes)).act("arrange auto", seat="allied")
        held = [after.state.units[id].leader for id in ids("f1-f20")]
        assert [held.count(leader) for leader in ("leveneur", "dietmann", "steinhoffen", "stengel")] == list(
            sizes
        )
        assert after.state.leaders["stengel"].superior is None


@pytest.mark.case("Y-3.0-a", "Y-3.0-b", "Y-3.0-e")
def test_at_the_start_leaders_stand_in_their_boxes_and_the_rest_is_in_holding_boxes() -> None:
    units, leaders = lay_out(small())
    assert (leaders["dumouriez"].box, leaders["brunswick"].box, leaders["kellermann"].fate) == (
        "sedan", "verdun", "waiting",
    )  # fmt: skip
    on_map = [id for id, known in leaders.items() if known.fate == "map" and known.superior is None]
    assert on_map == ["dumouriez", "brunswick"]
    assert (leaders["stengel"].superior, leaders["borch"].superior) == ("leveneur", "courbiere")
    held = [known.leader for known in units.values() if known.fate == "map"]
    for leader in leaders:
        assert held.count(leader) <= small().leader[leader].ratings.command
    assert held.count("leveneur") == 6


@pytest.mark.case("A-3.0-2", "A-3.0-3", "Y-3.0-a")
def test_both_sides_set_up_at_once_and_what_has_no_room_stands_on_the_map() -> None:
    table = arranging("f1-f24 l1-l2").table()
    table.act(boxes(6, 6, 6, 6))
    assert table.asked == ("allied", "set-up")
    table.act("arrange auto")
    assert [table.state.units[id].leader for id in ids("l1-l2")] == [None, None]
    assert (table.state.phase, table.asked) == ("activations", ("french", "activation"))


@pytest.mark.case("Y-2.1-a", "Y-2.3-g", "Y-2.1-i", "Y-2.1-f")
def test_nobody_is_set_up_under_a_leader_of_another_box_command_or_side() -> None:
    table = arranging("f1-f8").table()
    assert table.refused("arrange brunswick: f1") == "3.0"
    assert table.refused("arrange leveneur: g1") == "3.0"
    assert table.refused("arrange leveneur: f1; leveneur: f2") == "3.0"
    away = arranging("f1-f4").units("grandpre", "f5").table()
    assert away.refused("arrange leveneur: f5") == "2.3"
    other = arranging("f1").units("sedan", "k1").table()
    assert other.refused("arrange leveneur: k1") == "2.1"


@pytest.mark.case("Y-2.1-b", "Y-2.1-c", "Y-2.1-d", "Y-2.1-e", "A-2.1-1", "A-2.1-2", "A-2.1-3", "A-2.1-4")
def test_counters_hold_what_is_printed_on_them() -> None:
    foot, horse, raw = (small().unit[id] for id in ("f1", "h1", "r1"))
    assert (foot.side, foot.army, foot.arm, foot.position, foot.allowance) == (
        "french",
        "adn",
        "infantry",
        "M",
        2,
    )
    assert (foot.full.strength, foot.full.morale, foot.reduced and foot.reduced.morale) == (1, 6, 5)
    assert (horse.arm, horse.position, horse.allowance, horse.steps) == ("cavalry", "F", 4, 2)
    assert (raw.steps, raw.reduced) == (1, None)
    assert small().unit["k1"].army == "adc"
    chief = small().leader["dumouriez"]
    assert (chief.rank, chief.ratings.offence, chief.ratings.command) == (3, 2, 8)
    assert (chief.ratings.defence, chief.ratings.initiative) == (2, 4)


@pytest.mark.case("Y-2.1-f", "Y-2.1-g", "Y-2.1-h", "Y-2.1-i", "Y-2.1-j", "Y-2.3-e", "A-7.1.3.1-2")
def test_who_may_be_under_whom() -> None:
    table = camp().units("sedan", "k1 f9").leader("valence", "sedan").table()
    table.act("assign f9 to dumouriez")
    assert table.state.units["f9"].leader == "dumouriez"
    table.act("assign stengel to dumouriez")
    assert table.state.leaders["stengel"].superior == "dumouriez"
    assert table.refused("assign k1 to leveneur") == "2.1"
    assert table.refused("assign k1 to dumouriez") == "2.1"
    assert table.refused("assign dietmann to stengel") == "2.1"
    assert table.refused("assign valence to dumouriez") == "2.1"
    assert table.refused("assign f1 to brunswick") == "2.1"
    assert table.refused("assign g1 to leveneur") == "2.1"
    elsewhere = camp().units("grandpre", "f9").table()
    assert elsewhere.refused("assign f9 to leveneur") == "2.3"
    full = camp().units("sedan", "f9-f11").table()
    assert full.refused("assign f9 f10 f11 to leveneur") == "3.0"
    assert "6 units by his command rating" in full.why


@pytest.mark.case("Y-2.3-f", "Y-2.3-h", "A-2.3-2", "Y-6.0-e")
def test_units_go_onto_the_map_and_back_for_nothing() -> None:
    table = camp().table().act("show f1 f2")
    assert table.asked == ("french", "activation")
    assert [table.state.units[id].leader for id in ids("f1-f2")] == [None, None]
    assert not table.state.units["f1"].spent
    table.act("assign f1 to stengel")
    assert table.state.units["f1"].leader == "stengel"
    assert table.refused("show f2") == "2.3"
    assert table.refused("show dietmann") == "2.3"
    table.act("activate leveneur").act("end").act("pass").act("show f1")
    assert table.state.leaders["leveneur"].spent


@pytest.mark.case("Y-2.3-a", "Y-2.3-b", "Y-2.3-c", "Y-2.3-d", "A-2.3-1", "Y-9.0-g")
def test_a_holding_box_is_seen_by_its_owner_alone() -> None:
    state = camp().units("grandpre", "f20").state
    own, theirs, public = (view(small(), state, seat) for seat in ("french", "allied", None))
    assert own.units["f1"].leader == "leveneur"
    assert own.leaders["dietmann"].superior == "leveneur"
    assert own.boxes["sedan"]["french"].held == 10
    for seen in (theirs, public):
        assert (seen.boxes["sedan"]["french"].held, seen.boxes["grandpre"]["french"].held) == (None, 0)
        assert seen.boxes["sedan"]["french"].leaders == ["dumouriez"]
        assert "f1" not in seen.units
        assert (seen.leaders["dietmann"].box, seen.leaders["dietmann"].superior) == (None, None)
        assert seen.units["f20"].box == "grandpre"
    twin = camp().units("grandpre", "f20").units("sedan", "f12-f14", "leveneur", reduced=True).state
    assert view(small(), twin, "allied") == theirs


@pytest.mark.case("Y-6.0-a", "Y-6.0-b", "Y-7.0-c", "Y-4.2-a", "Y-8.4-d", "Y-8.4-e", "Y-8.5-d", "A-6.0-2")
def test_in_range_of_the_overall_leader_nobody_rolls_and_standing_still_is_an_activation() -> None:
    table = camp().table().act("activate leveneur with stengel f1")
    assert table.told(Activated) == [
        Activated("french", "leveneur", "sedan", True, ("leveneur", "stengel"), ("f1", "h1", "h2"))
    ]
    assert table.told(Checked) == []
    table.act("end")
    state = table.state
    assert [state.leaders[id].spent for id in ("leveneur", "stengel", "dietmann")] == [True, True, False]
    assert [state.units[id].spent for id in ("f1", "f2", "h1", "f5")] == [True, False, True, False]
    table.act("pass")
    assert table.refused("activate leveneur") == "6.1"
    assert table.refused("activate stengel") == "6.1"
    assert table.refused("activate dumouriez with stengel") == "8.4"
    assert table.refused("activate dietmann with f1") == "6.1"
    assert table.act("activate dumouriez with dietmann").asked == ("french", "movement")


@pytest.mark.case(
    "Y-3.0-g", "Y-6.0-c", "Y-6.0-d", "Y-8.5-a", "Y-8.5-e", "E-6.0-1", "A-4.3-2", "A-6.1-1", "A-6.1-5"
)
def test_out_of_range_a_leader_rolls_his_initiative_and_failing_is_spent() -> None:
    far = given().force("dumouriez", "sedan").force("brunswick", "verdun")
    far.force("stengel", "valmy", "h3-h4").leader("steinhoffen", "valmy")
    table = far.table()
    done = table.act("activate stengel", 3)
    assert done.asked == ("french", "movement")
    table = far.table().act("activate stengel with h3", 4)
    assert table.asked == ("allied", "activation")
    assert [table.state.units[id].spent for id in ("h3", "h4")] == [True, False]
    assert (table.told(Checked)[0].highest, table.told(Checked)[0].faces) == (3, [4])
    table.act("pass")
    assert table.refused("activate stengel") == "6.1"
    assert table.refused("activate h3 through stengel") == "6.1"
    assert table.refused("activate steinhoffen with h3") == "6.1"
    assert table.act("activate h4 through stengel", 3).asked == ("french", "movement")
    # A subordinate goes along once his superior is activated (8.4), and has tried nothing before that.
    chief = far.force("leveneur", "valmy", "h1").force("stengel", "valmy", "h3-h4", "leveneur").table()
    chief.act("activate leveneur with stengel h1", 6).act("pass")
    assert chief.act("activate stengel", 3).asked == ("french", "movement")


@pytest.mark.case("A-6.0-1", "A-6.0-3", "A-6.0-4", "A-8.5-1", "A-8.5-2", "Y-8.5-c")
def test_command_is_three_points_to_the_overall_leader_of_the_army() -> None:
    position = (
        camp()
        .force("steinhoffen", "clermont", "f12")
        .leader("kellermann", "valmy")
        .force("valence", "islettes", "k1")
        .units("islettes", "f13")
    )
    box, state = small(), position.state
    # Sedan to Clermont is 3, to Les Islettes 4; Kellermann commands the Centre alone.
    assert not out_of_command(box, state, "steinhoffen")
    assert not out_of_command(box, state, "valence")
    assert not out_of_command(box, state, "kellermann")
    assert unit_out_of_command(box, state, "f13")
    assert not unit_out_of_command(box, state, "k1")
    assert view(box, state, "allied").units["f13"].out_of_command
    # Who takes along a unit beyond the range rolls for all, who leaves it does not.
    assert position.table().act("activate steinhoffen with f12").told(Checked) == []
    rolled = position.table().act("activate steinhoffen with f12 f13", 2).told(Checked)
    assert (rolled[0].highest, rolled[0].case) == (2, "8.5")
    away = position.leader("leveneur", "islettes").state
    assert out_of_command(box, away, "leveneur")


@pytest.mark.case(
    "Y-6.1-a", "Y-6.1-b", "Y-6.1-d", "Y-6.1-e", "Y-6.1-f", "Y-6.1-g", "E-6.1-1", "A-6.1-2", "A-6.1-3"
)
def test_a_single_unit_tries_through_its_leader_once() -> None:
    position = (
        camp().units("islettes", "f13-f15").units("grandpre", "f16").leader("stengel", "sedan", spent=True)
    )
    assert small().apart("islettes", "sedan") == 4
    table = position.table()
    assert table.refused("activate f13 through brunswick") == "6.1"
    assert position.leader("valence", "sedan").table().refused("activate f13 through valence") == "6.1"
    assert position.table().act("activate f13 through stengel", 2).asked == ("french", "movement")
    table.act("activate f13 through stengel", 3)
    # The die was too high by one for the distance: the side goes on, its leader is as he was.
    assert table.asked == ("french", "activation")
    assert table.told(Checked)[0].total == 4
    assert table.refused("activate f13 through leveneur") == "6.1"
    assert table.refused("activate leveneur with f13") == "6.1"
    assert not table.state.leaders["leveneur"].spent
    table.act("activate f16 through stengel", 3)
    assert table.told(Activated)[0].who == "f16"


@pytest.mark.case("A-6.1-4", "Y-7.1.5-a")
def test_a_single_unit_has_to_move_and_moves_alone() -> None:
    table = camp().units("grandpre", "f13-f14").table().act("activate f13 through leveneur", 1)
    assert table.refused("end") == "6.1"
    assert PROCEDURE.asked(small(), table.state)[0].prompt == "Move the unit: it has to move"
    assert table.refused("move grandpre > vouziers with f13 f14") == "7.1.4"
    table.act("move grandpre > vouziers")
    assert PROCEDURE.asked(small(), table.state)[0].prompt == "Move the unit, or end the movement"
    table.act("end")
    assert table.where("f13", "f14") == ["vouziers", "grandpre"]


@pytest.mark.case("E-8.4-1", "Y-8.4-a", "Y-8.4-b", "Y-8.4-c", "A-8.4-1", "A-8.4-2")
def test_rank_limits_the_leaders_who_are_activated_together() -> None:
    table = camp().force("steinhoffen", "sedan", "", "leveneur").table()
    for text in ("dietmann stengel", "leveneur", "leveneur stengel"):
        camp().table().act(f"activate dumouriez with {text}")
    assert table.refused("activate dumouriez with dietmann stengel steinhoffen") == "8.4"
    assert table.refused("activate dumouriez with leveneur dietmann stengel") == "8.4"
    assert table.refused("activate leveneur with dietmann stengel") == "8.4"
    assert table.refused("activate stengel with dietmann") == "2.1"
    assert table.refused("activate leveneur with dumouriez") == "2.1"
    allied = given().force("brunswick", "verdun").leader("courbiere", "verdun", "brunswick")
    allied.leader("kohler", "verdun", "brunswick").leader("borch", "verdun", "courbiere").hand("allied")
    assert allied.table().refused("activate brunswick with courbiere kohler") == "8.4"
    assert allied.table().act("activate brunswick with courbiere borch").asked[1] == "movement"
    allied.leader("kalckreuth", "verdun", "brunswick")
    assert allied.table().refused("activate brunswick with courbiere kalckreuth") == "8.4"
    # Who names leaders alone brings his own holding box, as they bring theirs.
    whole = camp().table().act("activate leveneur with stengel").told(Activated)[0].units or ()
    assert set(whole) == {"f1", "f2", "f3", "f4", "h1", "h2"}
    away = camp().leader("stengel", "grandpre").table()
    assert away.refused("activate leveneur with stengel") == "8.4"


@pytest.mark.case("Y-7.0-a", "Y-7.0-b", "Y-7.1.3.1-b", "Y-8.2-a", "A-7.0-2", "A-7.1.3.1-1")
def test_a_leader_takes_along_who_is_in_his_box_or_beside_it_up_to_his_rating() -> None:
    position = camp().units("grandpre", "f12-f14").units("vouziers", "f15").units("sedan", "f16")
    table = position.table()
    assert table.refused("activate leveneur with f1 f15") == "7.0"
    assert table.refused("activate leveneur with f1 f2 f3 f4 f12 f13 f14") == "7.1.3.1"
    assert "6 units" in table.why
    table.act("activate leveneur with f1 f2 f3 f16 f12 f13")
    assert table.state.units["f16"].leader == "leveneur"
    assert table.state.units["f12"].leader is None
    # Each leader is held to his own rating: with Stengel there is room for his six more.
    both = position.table().act("activate leveneur with stengel f1 f2 f3 f4 f12 f13 f14 h1 h2")
    assert len(both.told(Activated)[0].units or ()) == 9


def test_what_cannot_be_read_is_refused_with_an_example() -> None:
    words = words_of(small())
    for text in (
        "arrange leveneur f1",
        "assign f1",
        "activate nobody",
        "activate leveneur with all f1",
        "boost f1:1 f1:1",
        "move sedan > nowhere",
        "drop ,",
        "show , ,",
        "recover ,",
        "boost ,",
        "commit ,",
    ):
        with pytest.raises(NotationError):
            parse(words, text, list)


@pytest.mark.case("Y-7.1.3.1-b", "A-7.1.3.1-1", "Y-8.4-b")
def test_nobody_is_refused_for_whom_there_is_room_under_another_leader() -> None:
    # Brunswick has 8, Köhler and Eben 5 each: 4 of the second rank, 8 of Köhler's and 6 of Eben's fill them.
    position = given().leader("brunswick", "verdun").hand("allied").units("verdun", "s1-s4 u1-u8 e1-e6")
    position.leader("kohler", "verdun", "brunswick").leader("eben", "verdun", "brunswick")
    everybody = " ".join(ids("s1-s4 u1-u8 e1-e6"))
    table = position.leader("dumouriez", "reims").table()
    table.act(f"activate brunswick with kohler eben {everybody}")
    held = [len(held_by(table.state, id)) for id in ("brunswick", "kohler", "eben")]
    assert held == [8, 5, 5]
