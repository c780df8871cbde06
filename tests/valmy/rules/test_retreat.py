"""Retreats (9.7)."""

from __future__ import annotations

import pytest

from engines.core.dice import Dice
from engines.valmy.combat.frames import Battle, Combat, Retreat
from engines.valmy.events import Barred, Checked
from engines.valmy.frames import Activations, Displaced
from engines.valmy.position.refuge import barred, destinations, open_boxes
from engines.valmy.resolution import Resolution
from engines.valmy.state import Unit, put_units
from tests.valmy.builder import Given, Table, given, ids, small


def retreat(units: str, leaders: tuple[str, ...] = (), *, attacks: bool = False) -> Given:
    """The French retreat from Grandpré, into which the Allies came from Clermont."""
    position = (
        given().leader("dumouriez", "sedan").leader("brunswick", "verdun").units("grandpre", f"{units} g1")
    )
    for leader in leaders:
        position.leader(leader, "grandpre")
    position.came("grandpre", "allied", "clermont").came("grandpre", "french", "vouziers")
    frames = (Combat("allied"), Retreat("french", "grandpre", tuple(ids(units)), leaders, attacks))
    return position.phase("activations", Activations("french"), *frames)


@pytest.mark.case("Y-9.7-b", "Y-9.7-c", "Y-2.2-b", "A-9.7-6", "A-9.7-7", "A-9.7-8", "I-14")
def test_a_retreat_goes_back_to_a_box_without_enemies_from_which_none_came() -> None:
    box = small()
    table = retreat("f1-f2").table().go_on()
    # Sedan (2 from Grandpré) and Stenay are nearer the base; Vouziers and Valmy are farther.
    assert table.legal == ["retreat auto", "retreat sedan", "retreat stenay"]
    assert table.refused("retreat clermont") == "9.7"
    assert table.refused("retreat chalons") == "9.7"
    assert table.refused("retreat vouziers") == "9.7"
    assert table.refused("retreat west") == "9.7"
    assert table.act("retreat auto").where("f1", "f2") == ["sedan", "sedan"]
    held = retreat("f1").units("stenay", "g2").leader("kohler", "sedan").state
    assert destinations(box, held, "grandpre", "adn", attacker=False) == ["sedan"]
    # Where all ways lead away from the base, the least far.
    both = retreat("f1").units("stenay", "g2").units("sedan", "g3").state
    assert destinations(box, both, "grandpre", "adn", attacker=False) == ["vouziers"]
    # An attacker goes by a line by which his own came.
    assert destinations(box, held, "grandpre", "adn", attacker=True) == ["vouziers"]
    assert destinations(box, retreat("f1").state, "grandpre", "adc", attacker=False) == ["valmy", "vouziers"]


@pytest.mark.case("A-9.7-2", "A-9.7-3", "A-9.2.12-5")
def test_a_retreat_may_split_and_leaders_go_with_the_last() -> None:
    position = retreat("f1-f3", ("leveneur", "stengel")).units("grandpre", "f2-f3", "stengel")
    table = position.table().go_on().act("retreat sedan with f1")
    assert table.where("f1", "leveneur") == ["sedan", "grandpre"]
    assert table.refused("retreat stenay with f1") == "9.7"
    assert table.refused("retreat stenay with f1 f2") == "9.7"
    table.act("retreat stenay")
    assert table.where("f2", "f3", "stengel", "leveneur") == ["stenay"] * 4
    assert table.state.units["f2"].leader == "stengel"
    assert table.state.traffic["french"] == ()


@pytest.mark.case("E-9.7-1", "Y-9.7-d", "A-9.7-1", "A-9.7-4", "I-15")
def test_with_no_box_open_a_check_decides_who_gets_through_one_enemy_box() -> None:
    shut = (
        retreat("h1-h2")
        .units("stenay", "g2")
        .units("sedan", "g3")
        .units("vouziers", "g4")
        .units("valmy", "g5")
    )
    assert small().unit["h1"].full.morale == 7
    table = shut.table().go_on(2, 3, 3, 3)
    assert [(event.total, event.success) for event in table.told(Checked)] == [(7, True), (8, False)]
    assert table.state.units["h2"].fate == "eliminated"
    # Through one box of enemies, to the next without; the box they came from may be passed.
    behind = ["retreat verdun", "retreat islettes", "retreat chalons", "retreat reims"]
    assert table.legal == ["retreat auto", *behind]
    table.act("retreat chalons")
    assert table.where("h1") == ["chalons"]


@pytest.mark.case("Y-9.7-e")
def test_two_boxes_of_enemies_are_too_many() -> None:
    shut = (
        retreat("h1").units("stenay", "g2").units("sedan", "g3").units("vouziers", "g4").units("valmy", "g5")
    )
    shut.units("islettes", "g6").units("chalons", "g7").units("reims", "g8").units("verdun", "g9")
    table = shut.table().go_on(1, 1)
    assert table.told(Checked)[0].success
    assert table.state.units["h1"].fate == "eliminated"


@pytest.mark.case("A-8.0-1")
def test_leaders_whose_units_are_all_lost_are_displaced() -> None:
    shut = retreat("h1", ("stengel",)).units("stenay", "g2").units("sedan", "g3").units("vouziers", "g4")
    shut.state.stack.insert(2, Battle("grandpre", "allied", kind="minor", step=7))
    lost = shut.units("valmy", "g5").units("clermont", "g6").table().go_on(6, 6)
    assert lost.state.leaders["stengel"].fate == "eliminated"


@pytest.mark.case("A-9.7-8", "Y-9.7-c", "A-8.0-1")
def test_what_a_holding_box_hides_bars_a_retreat_when_it_is_tried() -> None:
    def around(held: str) -> Table:
        position = retreat("h1", ("stengel",)).force("kohler", "stenay", held).leader("eben", "sedan")
        return position.table().go_on()

    free, barred = around(""), around("u1-u2")
    assert free.legal == barred.legal == ["retreat auto", "retreat sedan", "retreat stenay"]
    assert free.act("retreat stenay").where("h1", "stengel") == ["stenay", "stenay"]
    barred.act("retreat stenay")
    # Sedan alone is left, and one way is taken.
    assert barred.told(Barred) == [Barred("french", "stenay")]
    assert Barred.reveals
    assert barred.where("h1", "stengel") == ["sedan", "sedan"]
    assert around("u1").act("retreat auto").where("h1") == ["sedan"]
    # With all of them barred the check follows, as with boxes that were seen to be held.
    shut = retreat("h1").units("sedan", "g3").units("vouziers", "g4").units("valmy", "g5")
    table = shut.force("kohler", "stenay", "u1").table().go_on(2, 3)
    assert [type(event) for event in table.events[:2]] == [Barred, Checked]
    assert table.legal == [
        "retreat auto", "retreat verdun", "retreat islettes", "retreat chalons", "retreat reims",
    ]  # fmt: skip
    # So it is with the boxes behind: what is found held there as well is too much.
    behind = retreat("h1").units("sedan", "g3").units("stenay", "g2")
    behind.units("vouziers", "g4").units("valmy", "g5").units("islettes", "g6").units("chalons", "g7")
    behind.units("verdun", "g9").force("kohler", "reims", "u1")
    table = behind.table().go_on(2, 3)
    assert (len(table.told(Barred)), table.state.units["h1"].fate) == (1, "eliminated")


@pytest.mark.case("A-9.7-7", "A-9.7-8")
def test_a_line_bars_a_retreat_unseen_if_nobody_saw_who_came_by_it() -> None:
    def after(held: str) -> Table:
        position = given().leader("dumouriez", "chalons").units("grandpre", "f1-f2")
        position.came("grandpre", "french", "vouziers")
        position.units("grandpre", "g1").came("grandpre", "allied", "clermont")
        position.force("kohler", "stenay", held).leader("brunswick", "verdun")
        return position.hand("allied").table().act("activate kohler").act("move stenay > grandpre")

    for held, lines in (("", ("clermont",)), ("u1", ("clermont", "stenay"))):
        state = after(held).state
        assert state.came["grandpre"]["allied"] == lines
        assert state.veiled == {"grandpre": {"allied": ("stenay",)}}
        assert open_boxes(small(), state, "grandpre", "adn") == ["sedan", "stenay", "valmy", "vouziers"]
        assert ("stenay" in barred(small(), state, "grandpre", "adn")) == bool(held)
    # Who lies open is seen to come, and so is a stack that comes alone among enemies and stays.
    shown = after("u1").act("end").state
    assert shown.veiled
    alone = given().leader("dumouriez", "chalons").units("grandpre", "f1").force("kohler", "stenay", "u1")
    table = alone.leader("brunswick", "verdun").hand("allied").table()
    table.act("activate kohler").act("move stenay > grandpre")
    assert (table.state.veiled, table.state.came["grandpre"]["allied"]) == ({}, ("stenay",))
    opened = after("u1").state
    put_units(opened, {"u2": Unit("map", "stenay")})
    ctx = Resolution(small(), opened, Dice(None))
    ctx.carry("allied", "stenay", "grandpre", ("u2",), (), "movement")
    assert opened.veiled == {"grandpre": {"allied": ()}}


@pytest.mark.case("A-7.1.6-2", "A-9.7-7")
def test_who_was_driven_into_a_box_leaves_it_by_any_line() -> None:
    table = retreat("f1").table().go_on().act("retreat stenay")
    assert table.state.came == {"grandpre": {"allied": ("clermont",)}}
    # Behind a box of enemies the battle is not even beside, and its line would be no way out.
    shut = retreat("h1").units("stenay", "g2").units("sedan", "g3").units("vouziers", "g4")
    table = shut.units("valmy", "g5").table().go_on(2, 3).act("retreat chalons")
    kept = table.state.came.get("chalons", {}).get("french", ())
    followed = given().leader("kellermann", "chalons").leader("brunswick", "verdun")
    followed.units("chalons", "k1 g6-g7").came("chalons", "french", *kept).came("chalons", "allied", "valmy")
    assert followed.table().act("activate k1 through kellermann", 1).legal == [
        "move chalons > valmy",
        "move chalons > reims",
    ]


@pytest.mark.case("A-8.0-1", "A-9.7-8")
def test_a_lone_leader_finds_out_as_he_goes_which_box_is_free() -> None:
    def fleeing(held: str) -> Table:
        position = given().leader("dumouriez", "sedan").leader("stengel", "grandpre")
        position.leader("brunswick", "metz")
        position.units("grandpre", "g1").force("kohler", "stenay", held)
        position.phase("activations", Activations("french"), Displaced("french", "stengel", "grandpre"))
        return position.table().go_on()

    free, held = fleeing(""), fleeing("u1")
    assert free.legal == held.legal == ["flee sedan", "flee stenay"]
    assert free.act("flee stenay").where("stengel") == ["stenay"]
    assert held.act("flee stenay").told(Barred) == [Barred("french", "stenay")]
    assert held.where("stengel") == ["sedan"]


@pytest.mark.case("A-9.7-6")
def test_any_box_that_the_book_allows_may_be_an_option() -> None:
    position = retreat("f1", attacks=True)
    position.state.options = {**position.state.options, "any-retreat": True}
    table = position.table().go_on()
    assert table.legal == [
        "retreat auto",
        *(f"retreat {box}" for box in ("sedan", "stenay", "valmy", "vouziers")),
    ]
    assert table.refused("retreat clermont") == "9.7"
