"""Movement, reaction, overruns, displaced leaders (7, 8.0)."""

from __future__ import annotations

import pytest

from engines.valmy.actions import END, Action, Move
from engines.valmy.combat.events import BattleBegun, Fired
from engines.valmy.events import HeldBack, Moved
from engines.valmy.state import Unit, put_units
from engines.valmy.title import Valmy
from engines.valmy.view import view
from tests.valmy.builder import Given, Table, given, small


def march(units: str = "f1-f2", *options: str, at: str = "sedan") -> Given:
    """Leveneur with units under Dumouriez; Brunswick far away."""
    position = given(*options).leader("dumouriez", at).force("leveneur", at, units)
    return position.force("brunswick", "metz")


def forced(table: Table) -> Action | None:
    """What the first decision leaves alone to be done."""
    title = Valmy()
    title.box = small()
    return title.forced(table.state, title.decisions(table.state)[0])


@pytest.mark.case("Y-2.2-a", "Y-2.2-b", "Y-7.1.6-a", "Y-7.1.2-a", "Y-7.1.7-a", "Y-7.1.3.1-a", "F-10")
def test_a_step_costs_its_line_and_nobody_goes_beyond_his_allowance() -> None:
    table = march("f1-f2 l1").table().act("activate leveneur")
    assert table.refused("move sedan > verdun") == "2.2"
    assert table.refused("move sedan > stenay > grandpre > clermont") == "7.1.7"
    assert "1 movement point, 1 more" in table.why
    table.act("move sedan > stenay > grandpre")
    assert table.told(Moved)[0].cost == 1
    assert table.where("leveneur", "f1", "l1", "dumouriez") == ["grandpre", "grandpre", "grandpre", "sedan"]
    assert table.refused("move grandpre > clermont") == "7.1.7"
    assert table.refused("move sedan > stenay") == "6.0"


@pytest.mark.case("E-7.1-1", "Y-7.1.3-a", "Y-7.1.3-b", "Y-7.1.1-a", "A-7.1.3-1")
def test_a_stack_is_as_slow_as_its_slowest_unit_and_faster_without_it() -> None:
    mixed = march("f1 h1-h2").table().act("activate leveneur")
    assert mixed.refused("move sedan > stenay > grandpre > vouziers") == "7.1.7"
    horse = march("h1-h2").table().act("activate leveneur")
    horse.act("move sedan > stenay > grandpre > vouziers")
    assert horse.where("h1") == ["vouziers"]
    # Who drops his foot on the way has the allowance of the horse, less what is spent.
    mixed.act("move sedan > stenay").act("drop f1").act("move stenay > grandpre > clermont > islettes")
    assert mixed.where("f1", "h1", "leveneur") == ["stenay", "islettes", "islettes"]
    alone = march("f1").table().act("activate leveneur with nobody")
    alone.act("move sedan > stenay > grandpre > clermont > islettes")
    assert alone.where("leveneur", "f1") == ["islettes", "sedan"]
    assert alone.state.units["f1"].leader is None


def test_a_movement_in_which_nobody_can_go_on_needs_no_word_of_its_player() -> None:
    table = march("f1").table()
    assert forced(table) is None
    table.act("activate leveneur").act("move sedan > stenay")
    assert forced(table) is None
    table.act("move stenay > grandpre")
    assert forced(table) == END
    # A single unit has to move, and here by one way.
    alone = given().units("metz", "k1").leader("kellermann", "metz").leader("brunswick", "clermont").table()
    alone.act("activate k1 through kellermann", 1)
    assert forced(alone) == Move(("metz", "verdun"))


@pytest.mark.case("Y-7.1.4-a", "Y-7.1.4-b", "A-7.1.4-1", "A-7.1.4-2")
def test_who_is_dropped_stays_and_nobody_is_picked_up() -> None:
    position = march("f1-f2").units("stenay", "f3").force("dietmann", "sedan", "f4", "leveneur")
    table = position.table().act("activate leveneur with f1 f2 dietmann")
    table.act("move sedan > stenay").act("drop f2 dietmann")
    assert table.refused("move stenay > grandpre with f1 leveneur f3") == "7.1.4"
    assert table.refused("move stenay > grandpre with f2") == "7.1.4"
    assert table.refused("drop f3") == "7.1.4"
    assert table.refused("drop leveneur") == "7.1.3"
    table.act("move stenay > grandpre")
    assert table.where("leveneur", "f1", "f2", "f3", "dietmann") == ["grandpre"] * 2 + ["stenay"] * 3
    assert table.refused("move stenay > sedan") == "7.1.4"
    # What ends is the movement of their own activation: they may still react.
    later = given().units("stenay", "f1", spent=True).leader("dumouriez", "sedan").hand("allied")
    later.leader("brunswick", "clermont").force("courbiere", "clermont", "g1-g2")
    later.table().act("activate courbiere").act("move clermont > grandpre").act("end").act(
        "react stenay > grandpre with f1"
    )


@pytest.mark.case("Y-7.1.3.1-b", "Y-8.2-a", "A-7.1.3.1-1", "A-7.1.3.1-2", "A-7.1.4-1")
def test_who_goes_on_has_room_for_all_whom_a_dropped_leader_led() -> None:
    position = march("f1-f6").force("dietmann", "sedan", "f7-f12", "leveneur")
    table = position.table().act("activate leveneur")
    assert table.refused("move sedan > stenay with all but dietmann") == "7.1.3.1"
    table.act("move sedan > stenay").act("drop dietmann")
    assert table.refused("move stenay > grandpre") == "7.1.3.1"
    assert not [each for each in table.legal if each.startswith("move")]
    table.act("drop f7 f8 f9").act("drop f10 f11 f12").act("move stenay > grandpre")
    assert table.where("f1", "f6", "f7", "dietmann") == ["grandpre"] * 2 + ["stenay"] * 2
    # They stay in the holding box of their leader, who stays with them.
    assert {table.state.units[id].leader for id in ("f7", "f12")} == {"dietmann"}
    # Before the first step, too: who goes leaves his own units, and not to another who is full.
    alone = position.table().act("activate leveneur").act("move sedan > stenay with leveneur")
    alone.act("move sedan > grandpre")
    assert alone.where("f1", "f7", "dietmann") == ["sedan", "grandpre", "grandpre"]
    assert alone.refused("move sedan > stenay") == "7.1.4"
    # Of another division nobody takes anybody on.
    other = given().force("brunswick", "verdun", "s1-s2").force("courbiere", "verdun", "g1", "brunswick")
    mixed = other.leader("dumouriez", "reims").hand("allied").table().act("activate brunswick")
    mixed.act("move verdun > clermont").act("drop brunswick")
    assert mixed.refused("move clermont > grandpre") == "7.1.3.1"
    assert mixed.act("drop s1 s2").act("move clermont > grandpre").where("g1") == ["grandpre"]


@pytest.mark.case("E-7.1-2", "Y-7.1.7-b", "A-7.1.7-1", "A-7.1.7-2")
def test_one_box_is_always_open_as_the_only_step() -> None:
    table = march("f1-f2", at="grandpre").table().act("activate leveneur")
    assert small().cost["grandpre"]["valmy"] == 3
    assert table.refused("move grandpre > clermont > islettes > valmy") == "7.1.7"
    table.act("move grandpre > valmy")
    assert table.where("leveneur", "f1") == ["valmy", "valmy"]
    assert table.refused("move valmy > chalons") == "7.1.7"
    later = march("f1", at="vouziers").table().act("activate leveneur").act("move vouziers > grandpre")
    assert later.refused("move grandpre > sedan") == "7.1.7"


@pytest.mark.case("A-7.1.8-2")
def test_a_line_costs_no_more_to_the_stack_that_used_it_alone() -> None:
    position = march("h1").units("stenay", "h2")
    table = position.table().act("activate leveneur with h1 h2").act("move sedan > stenay > sedan")
    assert [move.cost for move in table.told(Moved)] == [1, 1]
    both = position.table().act("activate leveneur with h1 h2").act("move sedan > stenay with leveneur h1")
    both.act("move stenay > sedan with h2")
    assert both.told(Moved)[0].cost == 2
    both.act("move stenay > sedan with leveneur h1")
    assert both.told(Moved)[0].cost == 2
    # A leader without units who takes the same line makes it no dearer.
    led = march("h1").leader("dietmann", "sedan").table().act("activate leveneur with h1 dietmann")
    led.act("move sedan > stenay with leveneur h1").act("move sedan > stenay with dietmann")
    led.act("move stenay > sedan with leveneur h1")
    assert led.told(Moved)[0].cost == 1


@pytest.mark.case("E-7.1-3", "Y-7.1.8-a", "Y-7.1.8-b", "A-7.1.8-1", "A-8.4-3")
def test_a_line_that_others_have_used_costs_one_more_either_way() -> None:
    position = (
        march("f1").force("stengel", "sedan", "f2").force("dietmann", "stenay", "f3").units("sedan", "f4")
    )
    table = (
        position.table().act("activate leveneur").act("move sedan > stenay > sedan").act("end").act("pass")
    )
    assert table.state.traffic["french"] == (("sedan", "stenay"),)
    table.act("activate stengel")
    assert table.refused("move sedan > stenay > grandpre") == "7.1.7"
    table.act("move sedan > stenay")
    assert table.told(Moved)[0].cost == 2
    table.act("end").act("pass").act("activate dietmann")
    assert table.refused("move stenay > sedan > grandpre") == "7.1.7"
    # A leader without units neither pays nor counts, and each side has lines of its own.
    lone = march("f1").leader("dietmann", "sedan").table().act("activate dietmann with nobody")
    lone.act("move sedan > stenay").act("end").act("pass")
    assert lone.state.traffic["french"] == ()


@pytest.mark.case("Y-7.0-a", "A-7.0-1", "A-7.0-2")
def test_units_beside_the_leader_move_by_themselves_and_join_nobody() -> None:
    table = march("f1").units("stenay", "h2-h3").table().act("activate leveneur with f1 h2 h3")
    table.act("move stenay > sedan")
    assert table.where("h2", "h3", "f1") == ["sedan"] * 3
    table.act("move sedan > stenay with leveneur f1")
    assert table.refused("move sedan > grandpre with f1 h2") == "7.1.4"
    table.act("move sedan > stenay with h2 h3")
    assert table.where("f1", "h2") == ["stenay", "stenay"]


@pytest.mark.case("A-7.1.6-1", "A-9.7-8")
def test_an_enemy_unit_stops_a_move_and_a_leader_without_units_gives_way() -> None:
    held = march("h1").units("stenay", "g1-g2").table().act("activate leveneur")
    held.act("move sedan > stenay > grandpre")
    assert held.where("h1") == ["stenay"]
    assert held.refused("move stenay > sedan") == "7.1.4"
    alone = march("h1").leader("kohler", "stenay").table().act("activate leveneur")
    alone.act("move sedan > stenay > grandpre")
    assert (alone.asked, alone.legal) == (("allied", "displaced"), ["flee verdun", "flee grandpre"])
    alone.act("flee verdun")
    assert alone.where("h1", "kohler") == ["grandpre", "verdun"]


@pytest.mark.case("A-7.1.6-2")
def test_a_contested_box_is_left_by_the_way_one_came_or_with_enough_staying() -> None:
    def position(more: str = "") -> Given:
        found = march("f1-f2", at="grandpre").units("grandpre", f"f3-f4 {more}").units("grandpre", "g1-g3")
        return found.came("grandpre", "french", "stenay").came("grandpre", "allied", "clermont")

    table = position().table().act("activate leveneur")
    assert table.refused("move grandpre > vouziers") == "7.1.6"
    assert table.why.endswith(", by the reading A-7.1.6-2")
    assert table.refused("move grandpre > chalons") == "2.2"
    assert "reading" not in table.why
    table.act("move grandpre > stenay")
    assert table.where("f1") == ["stenay"]
    table = position("f5").table().act("activate leveneur").act("move grandpre > vouziers")
    assert table.where("f1") == ["vouziers"]
    free = march("f1-f2", "any-line", at="grandpre").units("grandpre", "g1-g3")
    free.came("grandpre", "french", "stenay")
    assert free.table().act("activate leveneur").act("move grandpre > vouziers").where("f1") == ["vouziers"]


@pytest.mark.case("A-7.1.6-3", "A-6.1-4")
def test_how_many_hold_a_box_is_found_out_as_one_sets_out() -> None:
    def position(held: str, stays: str = "f3-f4") -> Given:
        found = march("f1-f2", at="grandpre").units("grandpre", stays)
        found.force("courbiere", "grandpre", held)
        return found.came("grandpre", "french", "stenay").came("grandpre", "allied", "clermont")

    listed = [position(held).table().act("activate leveneur").legal for held in ("g1-g2", "g1-g4")]
    assert listed[0] == listed[1]
    assert "move grandpre > vouziers" in listed[0]
    few, many = (
        position(held).table().act("activate leveneur").act("move grandpre > vouziers")
        for held in ("g1-g2", "g1-g4")
    )
    assert (few.where("f1"), few.told(HeldBack)) == (["vouziers"], [])
    assert many.where("f1", "leveneur") == ["grandpre"] * 2
    assert many.told(HeldBack) == [HeldBack("french", "grandpre")]
    assert HeldBack.reveals
    assert (many.legal, many.refused("move grandpre > stenay")) == (["end"], "7.1.4")
    # At least one enemy is there: who leaves nobody is refused, whatever is hidden.
    assert position("g1", "").table().act("activate leveneur").refused("move grandpre > vouziers") == "7.1.6"
    single = position("g1-g9", "f5").table().act("activate f5 through leveneur", 1)
    single.act("move grandpre > vouziers")
    assert (single.where("f5"), single.legal) == (["grandpre"], ["end"])
    single.act("end")
    reacting = (
        entered(at="")
        .force("stengel", "stenay", "f1")
        .units("stenay", "f2")
        .force("borch", "stenay", "g5-g7")
    )
    reacting.came("stenay", "french", "sedan").came("stenay", "allied", "verdun")
    table = reacting.table().act("activate courbiere").act("move clermont > grandpre").act("end")
    table.act("react stenay > grandpre with stengel")
    assert (table.where("f1"), len(table.told(HeldBack))) == (["stenay"], 1)
    assert table.asked == ("french", "reaction")
    assert table.refused("react stenay > grandpre with stengel") == "7.2"


@pytest.mark.case("A-7.1.6-2", "Y-7.1.7-b")
def test_who_never_came_in_by_a_line_leaves_by_any() -> None:
    garrison = march("f1-f2", at="sedan").force("courbiere", "sedan", "g1-g4")
    garrison.came("sedan", "allied", "grandpre")
    assert garrison.table().act("activate leveneur").act("move sedan > grandpre").where("f1") == ["grandpre"]
    joined = garrison.units("sedan", "f3").came("sedan", "french", "stenay").table().act("activate leveneur")
    joined.act("move sedan > grandpre")
    assert joined.told(HeldBack)


@pytest.mark.case("A-7.1.6-2", "Y-7.2-d")
def test_nobody_reacts_past_those_who_stand_in_his_box() -> None:
    position = entered(at="").force("stengel", "stenay", "f1-f2").units("stenay", "g5-g7")
    position.came("stenay", "french", "sedan").came("stenay", "allied", "verdun")
    table = position.table().act("activate courbiere").act("move clermont > grandpre").act("end")
    assert table.refused("react stenay > grandpre") == "7.1.6"
    position.came("stenay", "french", "grandpre")
    table = position.table().act("activate courbiere").act("move clermont > grandpre").act("end")
    assert table.act("react stenay > grandpre").where("f1", "g5") == ["grandpre", "stenay"]


def entered(*, at: str = "grandpre") -> Given:
    """The Allies go from Clermont to Grandpre; French around."""
    position = given().leader("brunswick", "clermont").force("courbiere", "clermont", "g1-g4")
    position.leader("dumouriez", "sedan").hand("allied")
    return position.force("stengel", at, "f1-f3") if at else position


@pytest.mark.case(
    "E-7.2-1", "Y-7.2-a", "Y-7.2-b", "Y-7.2-c", "Y-7.2-d", "Y-4.2-b", "Y-7.2-e", "Y-7.2-f", "A-7.2-3"
)
def test_reaction_goes_one_box_into_what_was_just_entered() -> None:
    position = (
        entered(at="vouziers").units("grandpre", "f4").units("stenay", "f5").units("sedan", "f6", spent=True)
    )
    position.leader("stengel", "vouziers", spent=True)
    table = position.table().act("activate courbiere with g1").act("move clermont > grandpre").act("end")
    assert table.asked == ("french", "reaction")
    assert table.refused("react grandpre > vouziers with f4") == "7.2"
    assert table.refused("react vouziers > reims") == "7.2"
    assert table.refused("react sedan > stenay with f6") == "7.2"
    assert table.refused("react vouziers > grandpre > stenay") == "7.2"
    table.act("react vouziers > grandpre").act("react sedan > grandpre with f6")
    assert table.where("stengel", "f1", "f3", "f6") == ["grandpre"] * 4
    assert table.state.leaders["stengel"].spent
    assert table.refused("react grandpre > vouziers with f1") == "7.2"
    table.act("react stenay > grandpre with f5").act("end")
    assert table.told(BattleBegun)[0].defenders == 6
    assert table.state.traffic["french"] == ()


@pytest.mark.case("Y-7.2-g", "Y-6.1-c", "A-7.2-4")
def test_stacks_react_under_a_leader_within_his_rating_and_others_one_by_one() -> None:
    position = entered(at="vouziers").units("stenay", "f4-f9").units("vouziers", "f10-f14")
    table = position.table().act("activate courbiere").act("move clermont > grandpre").act("end")
    assert table.refused("react stenay > grandpre with f4 f5") == "7.2"
    assert table.refused("react vouziers > grandpre with stengel f1 f2 f3 f10 f11 f12 f13") == "7.1.3.1"
    table.act("react vouziers > grandpre with stengel f1 f2 f3 f10 f11").act(
        "react stenay > grandpre with f4"
    )
    assert table.where("f10", "f12", "f4", "f5") == ["grandpre", "vouziers", "grandpre", "stenay"]
    assert not table.state.units["f4"].spent


@pytest.mark.case("A-7.2-1", "Y-7.1.4-b", "A-9.0-2")
def test_who_was_dropped_on_the_way_opens_reaction_and_may_attack_where_he_stands() -> None:
    for leave in ("drop g1", ""):
        table = entered(at="stenay").table().act("activate courbiere with g1 g2")
        table.act("move clermont > grandpre")
        if leave:
            table.act(leave).act("move grandpre > vouziers")
        else:
            table.act("move grandpre > vouziers with all but g1")
        table.act("end")
        assert table.asked == ("french", "reaction"), leave
        assert table.act("react stenay > grandpre").where("f1", "g1") == ["grandpre"] * 2
    place = entered(at="").units("clermont", "f1").came("clermont", "allied", "verdun")
    stands = place.came("clermont", "french", "islettes").table()
    stands.act("activate courbiere").act("move clermont > verdun with courbiere g1 g2").act("end")
    assert stands.legal == ["attack clermont", "end"]


@pytest.mark.case("A-7.2-1", "A-7.2-2", "A-7.2-5")
def test_what_opens_reaction_is_a_piece_that_stands_there_and_lone_leaders_need_own_units() -> None:
    # A leader whose holding box is empty looks like one who has units.
    lone = entered(at="vouziers").table().act("activate courbiere with nobody")
    lone.act("move clermont > grandpre").act("end")
    assert (lone.asked, lone.legal) == (("french", "reaction"), ["react vouziers > grandpre", "end"])
    assert lone.act("react vouziers > grandpre").where("courbiere") == ["clermont"]
    passed = entered(at="stenay").leader("leveneur", "sedan").table().act("activate courbiere with g1 g2")
    passed.act("move clermont > grandpre > vouziers").act("end")
    assert passed.asked == ("french", "activation")
    table = entered(at="vouziers").leader("leveneur", "sedan").units("sedan", "f4").table()
    table.act("activate courbiere").act("move clermont > grandpre").act("end")
    assert table.refused("react sedan > grandpre with leveneur") == "7.2"
    table.act("react sedan > grandpre with f4").act("react sedan > grandpre with leveneur")
    assert table.where("leveneur") == ["grandpre"]


@pytest.mark.case("Y-7.2-a", "I-3")
def test_reaction_is_asked_while_for_all_that_the_enemy_sees_somebody_could() -> None:
    def after(position: Given, *reactions: str) -> tuple[str, str]:
        table = position.leader("dumouriez", "reims").table()
        table.act("activate courbiere").act("move clermont > grandpre").act("end")
        for reaction in reactions:
            assert table.asked == ("french", "reaction")
            table.act(reaction)
        return table.asked

    # The last who is beside has reacted: there is a battle at once.
    assert after(entered(at="stenay"), "react stenay > grandpre") == ("french", "boosts")
    assert after(entered(at="").units("stenay", "f1-f2"), "react stenay > grandpre with f1") == (
        "french",
        "reaction",
    )
    # A unit that stands alone and is held by enemies in its box could not.
    held = entered(at="").units("stenay", "f1").units("stenay", "g5").came("stenay", "french", "sedan")
    assert after(held) == ("french", "activation")
    # Whether a leader has anybody with him is his side's secret.
    assert after(entered(at="").leader("stengel", "stenay")) == ("french", "reaction")


def overrun(units: str = "f1-f5", enemy: str = "g1") -> Given:
    """A French stack that comes upon Allies at Stenay."""
    return march(units).units("stenay", enemy)


@pytest.mark.case("E-7.3-1", "Y-7.3-a", "Y-7.3-b", "Y-7.3-c", "Y-7.3-d", "Y-7.3-g", "A-7.3-1", "A-9.0-3")
def test_a_single_unit_that_is_destroyed_lets_the_stack_go_on() -> None:
    position = overrun()
    position.units("stenay", "g1", reduced=True)
    table = position.table().act("activate leveneur").act("move sedan > stenay > grandpre")
    assert table.asked == ("french", "overrun")
    table.act("overrun").act("boost none", *(6, 1), *(5, 5), *(1, 1) * 4, *(1, 2))
    # Leveneur is rolled for, as after any combat.
    assert table.state.units["g1"].fate == "eliminated"
    assert [event.unit for event in table.told(Fired)] == ["g1", "f1", "f2", "f3", "f4", "f5"]
    assert table.where("f1", "leveneur") == ["grandpre", "grandpre"]
    assert table.asked == ("french", "movement")


@pytest.mark.case("Y-9.5.2-d", "Y-7.3-d", "Y-8.2-a")
def test_whom_a_replacement_releases_on_the_march_stays_and_the_stack_goes_on() -> None:
    position = overrun("f1-f6").units("stenay", "g1", reduced=True)
    table = position.table().act("activate leveneur").act("move sedan > stenay > grandpre").act("overrun")
    table.act("boost none", *(1, 1), *(6, 6), *(1, 1) * 5, *(5, 5)).act("release f5 f6")
    assert table.where("f1", "f6", "leveneur") == ["grandpre", "stenay", "grandpre"]
    # Where no step is left nobody has to be left behind.
    assert table.legal == ["end"]


@pytest.mark.case("Y-7.3-e", "A-7.3-3", "Y-9.1-a", "A-8.1-4")
def test_a_unit_that_survives_ends_the_movement_and_is_fought_again() -> None:
    table = overrun().table().act("activate leveneur").act("move sedan > stenay > grandpre")
    table.act("overrun").act("boost none", *(1, 1) * 6, *(1, 2))
    assert table.where("f1", "g1") == ["stenay", "stenay"]
    assert table.refused("move stenay > grandpre") == "7.1.4"
    table.act("end")
    assert table.asked == ("allied", "kind-of-battle")


@pytest.mark.case("Y-7.3-f", "A-7.3-4", "A-7.3-6")
def test_overruns_that_do_not_take_place() -> None:
    few = overrun("f1-f4").table().act("activate leveneur").act("move sedan > stenay")
    assert few.asked == ("french", "movement")
    assert few.refused("overrun") == "7.3"
    two = overrun(enemy="g1-g2").table().act("activate leveneur").act("move sedan > stenay")
    assert two.asked == ("french", "movement")
    assert two.refused("overrun") == "7.3"
    assert overrun().table().act("activate leveneur").refused("overrun") == "7.3"
    # A leader with the unit does not save it; declining stops the stack.
    led = overrun().leader("kohler", "stenay").table().act("activate leveneur").act("move sedan > stenay")
    assert led.act("decline").refused("move stenay > grandpre") == "7.1.4"


@pytest.mark.case("A-7.3-2", "A-7.3-5")
def test_who_reacts_may_overrun_too_and_ends_there() -> None:
    position = given().leader("brunswick", "clermont").force("courbiere", "clermont", "g1").hand("allied")
    position.leader("dumouriez", "sedan").force("stengel", "vouziers", "f1-f6")
    table = position.table().act("activate courbiere").act("move clermont > grandpre").act("end")
    table.act("react vouziers > grandpre")
    assert table.asked == ("french", "overrun")
    table.act("overrun").act("boost none").act(
        "boost none", *(1, 1), *(6, 6), *(1, 1) * 5, *(3, 3), *(1, 2), *(1, 2)
    )
    assert table.state.units["g1"].reduced
    assert table.asked == ("french", "reaction")
    less = overrun().table().act("activate leveneur").act("move sedan > stenay > grandpre")
    put_units(less.state, {"g1": Unit("map", "stenay", reduced=True)})
    put_units(less.state, {"f1": Unit("map", "stenay", "leveneur", reduced=True)})
    less.act("overrun").act("boost none", *(6, 5)).act("lose f2", *(6, 6), *(6, 6), *(1, 1) * 3, *(1, 2))
    # Four are left of five, and they go on.
    assert less.where("f1", "f2", "f3") == ["grandpre", None, "grandpre"]


@pytest.mark.case("A-8.0-1", "I-25", "Y-9.2.1-a")
def test_a_leader_alone_among_enemies_goes_back_to_his_own_or_is_lost() -> None:
    own = march("h1").leader("kohler", "grandpre").units("clermont", "g1").units("vouziers", "g2").table()
    own.act("activate leveneur").act("move sedan > stenay > grandpre")
    assert own.where("kohler") == ["clermont"]
    base = march("h1").leader("kohler", "verdun").table()
    base.act("activate leveneur").act("move sedan > stenay > verdun")
    assert base.where("kohler") == ["clermont"]
    shut = march("h1").leader("kohler", "reims").units("vouziers", "f7").units("chalons", "f8")
    shut = shut.leader("kohler", "reims", replaced=True).force("stengel", "valmy", "h2")
    table = shut.leader("dumouriez", "chalons").table().act("activate stengel")
    table.act("move valmy > chalons > reims")
    assert table.state.leaders["kohler"].fate == "eliminated"
    assert view(small(), table.state, None).score["french"] == 2 * 1 + 2 * 3


@pytest.mark.case("A-11.1.1-2", "A-11.1.1-6", "A-11.2-6")
def test_the_allies_leave_by_the_west_edge_and_stay_out() -> None:
    position = given().leader("brunswick", "chalons").hand("allied")
    position.force("courbiere", "chalons", "g1-g2", "brunswick")
    position.leader("dumouriez", "sedan").force("stengel", "vouziers", "f1")
    table = position.table().act("activate courbiere")
    assert table.refused("move chalons > west") == "11.1.1"
    table.act("move chalons > reims > west")
    assert {table.state.units[id].fate for id in ("g1", "g2")} == {"exited"}
    assert (table.state.left, table.where("g1", "courbiere")) == (["courbiere"], [None, None])
    assert table.state.gates == ["reims"]
    assert (table.state.leaders["courbiere"].superior, table.state.units["g1"].leader) == (None, None)
    table.act("end").act("activate stengel")
    assert table.refused("move vouziers > reims > west") == "11.1.1"
