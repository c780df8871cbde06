"""The Major Battle on its board (9.2 to 9.5)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from data.sentences import Phrase
from data.valmy.tables import Side
from engines.valmy.actions import notation
from engines.valmy.checks import check
from engines.valmy.combat.board import standing
from engines.valmy.combat.events import (
    ChargeChecked,
    Charged,
    Fired,
    Fought,
    LeaderTested,
    LossesTaken,
    Pursued,
    ReserveRolled,
    Stands,
)
from engines.valmy.combat.frames import Battle, Board, Combat, Place, Sacrifice, Withdrawal
from engines.valmy.combat.major import ROUND
from engines.valmy.combat.melee import reckon as melee_terms
from engines.valmy.combat.shock import cheapest
from engines.valmy.combat.shock import reckon as charge_terms
from engines.valmy.events import Checked, LeaderLost
from engines.valmy.frames import Activations
from engines.valmy.procedure import PROCEDURE
from engines.valmy.view import view
from tests.valmy.builder import Given, Table, given, small

MISS = (1, 1)


def field(french: str, allied: str, *options: str, attacker: Side = "french", **lines: str) -> Given:
    """A Major Battle at Grandpré about to begin; commanders far away."""
    position = given(*options).leader("dumouriez", "chalons").leader("brunswick", "metz")
    position.units("grandpre", french).units("grandpre", allied)
    position.came("grandpre", "french", lines.get("by", "stenay")).came("grandpre", "allied", "clermont")
    frames = (Combat(attacker, fought=("grandpre",)), Battle("grandpre", attacker, kind="major"))
    return position.phase("activations", Activations("allied"), *frames)


def deployed(position: Given, defender: str = "auto", attacker: str = "auto", *faces: int) -> Table:
    """With both sides on the board, after the skirmish."""
    return position.table().go_on().act(f"deploy {defender}").act(f"deploy {attacker}", *faces)


@pytest.mark.case("Y-9.2.1-a", "Y-9.2.1-b", "Y-9.2.1-c", "A-9.2.1-1", "A-9.2.1-2", "A-9.2.1-3", "I-6")
def test_the_defender_deploys_first_by_the_positions_on_the_counters() -> None:
    position = field("f1-f3 l1 h1-h2", "g1 j1 u1").leader("kohler", "grandpre").leader("stengel", "grandpre")
    table = position.table().go_on()
    assert table.asked == ("allied", "deployment")
    for text in (
        "main : g1 j1 ; left : u1", "main : g1 u1 ; skirmish : j1", "left : g1 ; main : u1 ; skirmish : j1",
        "main : g1 ; skirmish : j1", "skirmish : g1 j1 ; left : u1",
        "main : g1 f1 ; skirmish : j1 ; left : u1",
    ):  # fmt: skip
        assert table.refused(f"deploy {text}") == "9.2.1", text
    assert table.refused("deploy main : g1 ; skirmish : j1 kohler ; left : u1") == "9.2.1"
    assert table.refused("deploy reserve : g1 ; skirmish : j1 ; left : u1") == "9.2.1"
    for typed, said in (("left : u1 ; right : u1", "not in two"), ("main : f1", "not yours in this battle")):
        assert table.refused(f"deploy {typed}") == "9.2.1"
        assert said in table.why
    table.act("deploy main : g1 ; skirmish : j1 ; reserve : u1 ; left : kohler")
    assert table.asked == ("french", "deployment")
    seen = view(small(), table.state, "french").battle
    assert seen is not None
    assert (seen.places["u1"], seen.places["kohler"], seen.box) == ("reserve", "left", "grandpre")
    table.act("deploy auto")
    battle = view(small(), table.state, None).battle
    assert battle is not None
    assert [battle.places[id] for id in ("f1", "l1", "h1", "h2", "stengel")] == [
        "main", "skirmish", "left", "right", "main",
    ]  # fmt: skip


@pytest.mark.case("E-9.2-1", "Y-9.2.2-a", "Y-9.2.3-a", "Y-9.2.4-a", "Y-9.2.10-a", "Y-9.2.12-e", "Y-9.2.12-f")
@pytest.mark.case(
    "Y-9.3-a", "Y-9.3-b", "Y-9.3.1-a", "Y-9.3.1-c", "Y-9.3.2-a", "Y-9.3.2-b", "Y-9.3.2-c", "A-9.3.1-1"
)
@pytest.mark.case("Y-9.5-a", "A-9.2.12-4", "A-9.2.3-1", "A-9.2.4-1", "Y-9.2.12-b", "A-9.0-5")
def test_two_rounds_in_the_order_of_the_board() -> None:
    table = deployed(field("f1-f2 l1", "g1-g2 j1"), "auto", "auto", *MISS * 2, *MISS * 4)
    fired = [(event.unit, event.case) for event in table.told(Fired)]
    assert fired[:2] == [("j1", "9.3.1"), ("l1", "9.3.1")]
    assert fired[2:] == [("g1", "9.3.2"), ("g2", "9.3.2"), ("f1", "9.3.2"), ("f2", "9.3.2")]
    assert [event.units for event in table.told(Stands)] == [("j1",), ("l1",)]
    assert table.asked == ("french", "melee")
    table.act("melee").act("lead f1", 3).act("commit none", 5).act("commit none")
    table.act("lead g1", 6, 6)
    # 2:4 is 1:2, and -2 for the lower morale: 10, no effect.
    assert table.told(Fought)[0].losses == (0, 0)
    assert table.asked == ("french", "withdrawal")
    table.act("stay").act("stay")
    assert table.asked == ("french", "reserve")
    table.act("commit l1").act("commit j1", *MISS * 6)
    assert [event.unit for event in table.told(Fired)] == ["g1", "g2", "j1", "f1", "f2", "l1"]
    assert {event.case for event in table.told(Fired)} == {"9.3.2"}
    table.act("hold").act("halt")
    # There is no third round: both stay.
    assert (table.asked, table.where("f1", "g1")) == (("allied", "activation"), ["grandpre", "grandpre"])


@pytest.mark.case("Y-9.2.3-b", "Y-9.3.1-b", "A-9.6-2")
def test_skirmishers_fire_at_main_where_nobody_skirmishes() -> None:
    table = deployed(field("f1-f2", "g1-g2 j1"), "auto", "auto", 5, 5)
    assert table.told(Fired)[0].column == "SK"
    assert table.asked == ("french", "losses")
    assert table.refused("lose l1") == "9.3.4"


@pytest.mark.case("Y-9.2.11-a", "A-9.2.11-1", "A-9.2.11-2", "Y-9.2.12-g")
def test_the_defender_may_take_up_a_declined_melee_or_halt_the_battle() -> None:
    position = field("f1-f2", "g1-g2")
    table = deployed(position, "auto", "auto", *MISS * 4).act("hold")
    assert (table.asked, table.legal) == (("allied", "melee"), ["melee", "halt"])
    taken = table.act("halt").state
    assert taken.stack == [Activations("allied")]
    table = deployed(position, "auto", "auto", *MISS * 4).act("hold").act("melee").act("lead g2")
    table.act("lead f2", 4, 4)
    fought = table.told(Fought)[0]
    assert (fought.attacker, fought.strengths, fought.column, fought.total) == ("allied", (4, 2), "2:1", 10)
    assert table.told(LossesTaken) == []
    # A side that withdraws ends the battle at once.
    ended = deployed(position, "auto", "auto", *MISS * 4).act("melee").act("lead f1").act("lead g1", 6, 6)
    ended.act("withdraw")
    assert (ended.where("f1", "f2"), ended.asked) == (["stenay", "stenay"], ("allied", "activation"))


@pytest.mark.case("E-9.5-1", "Y-9.5E-a")
def test_odds_are_rounded_in_the_defenders_favour() -> None:
    pairs = {
        (7, 3): "2:1", (2, 5): "1:3", (3, 3): "1:1", (5, 6): "1:2", (9, 2): "4:1",
        (30, 2): "5:1", (1, 9): "1:3",
    }  # fmt: skip
    assert {pair: small().odds("melee", *pair) for pair in pairs} == pairs


@pytest.mark.case("E-9.5-3", "Y-9.2.12-c", "Y-9.5G-a", "Y-9.5.1-a", "A-9.5-1", "Y-9.0-f")
def test_the_melee_table() -> None:
    box = small()
    assert [box.melee("2:1", total) for total in (7, 5, 9)] == [(1, 2), (1, 1), (0, 2)]
    assert box.melee("1:2", 10) == (0, 0)
    assert (box.melee("1:1", -9), box.melee("1:1", 40)) == (box.melee("1:1", 1), box.melee("1:1", 15))
    columns = box.column["melee"]
    for total in range(1, 16):
        for one, other in pairwise(columns):
            worse, better = box.melee(one, total), box.melee(other, total)
            assert worse[0] >= better[0]
            assert worse[1] <= better[1]
    ways = {total: 6 - abs(7 - total) for total in range(2, 13)}
    both = [sum(ways[total] * box.melee("1:1", total)[side] for total in ways) for side in (0, 1)]
    assert both == [37, 37]


@pytest.mark.case(
    "E-9.5-2",
    "Y-9.5F-a",
    "Y-9.5F-b",
    "Y-9.5F-d",
    "Y-8.1-c",
    "Y-8.3-b",
    "A-8.1-2",
    "A-9.5-2",
    "A-9.5-11",
    "I-20",
)
def test_leaders_and_lead_units_modify_a_melee() -> None:
    position = field("f1-f3 f11-f15", "s1-s2").leader("dumouriez", "grandpre")
    position.force("stengel", "grandpre", "f1-f3", "leveneur").force("dietmann", "grandpre", "f11-f15")
    position.leader("leveneur", "grandpre", "dumouriez")
    table = deployed(position.leader("courbiere", "grandpre")).act("boost none", *MISS * 10)
    table.act("melee").act("lead f1").act("lead s1", 1, 1)
    modifiers = {term.label: term.value for term in table.told(Fought)[0].modifiers}
    # Leveneur leads Stengel's units as a Division Leader; Dietmann is none, and Courbière has nobody here.
    assert modifiers == {"Leveneur": 1, "Dumouriez": 2, "Morale": -2}
    even = field("f1-f3 f11-f13", "g1", "morale-difference")
    even.force("leveneur", "grandpre", "f1-f3").force("dietmann", "grandpre", "f11-f13")
    even.force("courbiere", "grandpre", "g1")
    table = deployed(even).act("boost none").act("boost none", *MISS * 7).act("melee").act("lead f1", 1, 1)
    modifiers = {term.label: term.value for term in table.told(Fought)[0].modifiers}
    assert modifiers == {"Leveneur": 1, "Morale": -2, "Courbiere": -2}
    # The leader of all counts once, beside one of a division, also with the most units of his own.
    both = field("f1-f3 f11-f15", "g1-g2").leader("dumouriez", "grandpre")
    both.force("leveneur", "grandpre", "f1-f3").force("dumouriez", "grandpre", "f11-f15")
    table = deployed(both).act("boost none", *MISS * 10).act("melee").act("lead f1")
    table.act("lead g1", 1, 1)
    modifiers = {term.label: term.value for term in table.told(Fought)[0].modifiers}
    assert modifiers == {"Leveneur": 1, "Dumouriez": 2, "Morale": -2}
    # Of two Division Leaders the one with most units under him, his subordinates' among them.
    two = field("f1-f2 k1-k3", "g1-g2").force("valence", "grandpre", "k1-k3").leader("leveneur", "grandpre")
    two.force("stengel", "grandpre", "f1-f2", "leveneur")
    table = deployed(two).act("boost none", *MISS * 7).act("melee").act("lead f1").act("lead g1", 1, 1)
    assert {term.label for term in table.told(Fought)[0].modifiers} == {"Valence", "Morale"}
    # Who stands openly on the map is of his division as well, but not who is under another leader there.
    shown = field("f1-f4 k1-k2", "g1-g2").leader("valence", "grandpre").leader("leveneur", "grandpre")
    shown.force("steinhoffen", "grandpre", "f1-f3")
    table = deployed(shown).act("boost none", *MISS * 8).act("melee").act("lead f1").act("lead g1", 1, 1)
    assert {term.label for term in table.told(Fought)[0].modifiers} == {"Valence", "Morale"}


@pytest.mark.case("A-9.5-2", "Y-9.5F-d")
@pytest.mark.parametrize(("lead", "modifier"), [("q1", 0), ("g1", 2), ("g2", 2)])
def test_any_difference_of_the_lead_units_counts_two(lead: str, modifier: int) -> None:
    position = field("f1", "q1 g2", attacker="allied").units("grandpre", "g1", reduced=True)
    table = deployed(position, "auto", "auto", *MISS * 3)
    terms = melee_terms(small(), table.state, "allied", {"allied": lead, "french": "f1"})
    assert {term.label: term.value for term in terms.modifiers} == ({"Morale": modifier} if modifier else {})


@pytest.mark.case(
    "E-9.5-4", "Y-9.5A-a", "Y-9.5H-a", "Y-9.5-b", "Y-9.5.1-b", "A-9.5.1-1", "Y-9.2.12-d", "I-21"
)
def test_the_lead_unit_loses_first_and_checks_come_after_both_sides_losses() -> None:
    position = field("f1-f6", "g1-g3", attacker="allied")
    table = deployed(position, "auto", "auto", *MISS * 9).act("melee").act("lead g1")
    assert table.refused("lead g2") == "9.5"
    # 6:6 with +2 for the morale of the guard: 1:1, 5 is 2/0.
    table.act("lead f1", 1, 2)
    assert table.told(Fought)[0].losses == (2, 0)
    assert table.asked == ("allied", "losses")
    assert table.refused("lose g2 g1") == "9.5H"
    assert table.refused("lose g1 g1") == "9.5.1"
    table.act("lose g1 g3", 4, 3, 4, 4)
    assert [(event.purpose, event.success) for event in table.told(Checked)] == [
        ("morale of g1", True),
        ("morale of g3", False),
    ]
    # A lead unit that is reduced already loses its second step all the same.
    worn = field("f1-f6", "g1-g3", attacker="allied").units("grandpre", "g1", reduced=True)
    table = deployed(worn, "auto", "auto", *MISS * 9).act("melee").act("lead g1").act("lead f1", 4, 2)
    assert table.told(Fought)[0].losses == (1, 0)
    assert table.state.units["g1"].fate == "eliminated"


@pytest.mark.case("Y-9.5A-a", "Y-9.5B-a", "Y-9.5C-a", "Y-9.5D-a", "Y-9.5-b")
def test_the_attacker_names_his_lead_unit_before_anybody_comes_up() -> None:
    position = field("f1-f3", "g1-g2").units("clermont", "g3")
    table = deployed(position, "main : g1 ; reserve : g2", "main : f1 f2 ; reserve : f3", *MISS * 3)
    table.act("melee")
    assert (table.asked, table.legal) == (("french", "naming"), ["lead f1", "lead f2"])
    assert table.refused("lead f3") == "9.5"
    assert table.act("lead f2").asked == ("allied", "reinforcement")
    table.act("end", 6).act("commit f3", 6).act("commit g2")
    # The defender names his when all are up.
    assert (table.asked, table.legal) == (("allied", "naming"), ["lead g1", "lead g2"])
    assert table.act("lead g2", 6, 6).told(Fought)[0].leads == {"french": "f2", "allied": "g2"}
    # A single unit in Main leads, whoever comes up beside it; into an empty Main he moves units first.
    table = deployed(position, "auto", "main : f1 ; reserve : f2 f3", *MISS * 3).act("melee")
    table.act("end", 6).act("commit f2 f3").act("lead g1", 6, 6)
    assert table.told(Fought)[0].leads["french"] == "f1"
    empty = deployed(field("l1-l2", "g1"), "auto", "auto", *MISS * 2).act("melee", 6)
    assert empty.act("commit l1 l2").legal == ["lead l1", "lead l2"]


@pytest.mark.case("Y-9.5H-a", "Y-9.6-a", "Y-9.2.12-d")
def test_who_lost_a_step_checks_its_morale_also_when_the_enemy_is_destroyed() -> None:
    table = deployed(field("r1", "g1-g3", attacker="allied"), "auto", "auto", *MISS * 4).act("melee")
    # 6:1 with +2 for the morale of the guard: 4 is 1/2, and 8 is above its reduced morale of 7.
    table.act("lead g1", 1, 1, 4, 4)
    assert table.told(Fought)[0].losses == (1, 2)
    assert [(event.purpose, event.success) for event in table.told(Checked)] == [("morale of g1", False)]
    assert {table.state.units[id].fate for id in ("r1", "g1")} == {"eliminated"}
    # The first who checks may be the last of its side; the other side's checks follow all the same.
    last = field("f1-f2", "g1", attacker="allied").units("grandpre", "f1", reduced=True)
    table = deployed(last, "auto", "auto", *MISS * 3).act("melee").act("lead f2", 3, 2, 6, 6, 1, 1)
    assert table.told(Fought)[0].losses == (1, 1)
    assert [(event.purpose, event.success) for event in table.told(Checked)] == [
        ("morale of g1", False),
        ("morale of f2", True),
    ]


@pytest.mark.case("Y-9.5C-a", "Y-9.5D-a", "A-9.5-5", "A-9.5-7", "A-9.2.12-1", "A-9.5-9", "A-9.2.1-3", "I-19")
def test_reserves_go_in_as_the_die_allows_and_an_empty_main_withdraws() -> None:
    position = field("f1-f4 h1", "g1-g2")
    table = deployed(position, "auto", "main : f1 ; reserve : f2 f3 f4 h1", *MISS * 3).act("melee", 2)
    assert (table.told(ReserveRolled)[0].face, table.asked) == (2, ("french", "reserve"))
    assert table.refused("commit f2 f3 f4") == "9.5"
    for elsewhere in ("f1", "u1"):
        assert table.refused(f"commit {elsewhere}") == "9.2.12"
        assert "not in your Reserve" in table.why
    table.act("commit f2 h1").act("lead g1", *MISS)
    # Horse comes up too, takes no part in this melee, and may charge from Main in the next round.
    assert standing(small(), table.state, "french", "main") == ["f1", "f2", "h1"]
    assert table.told(Fought)[0].strengths == (2, 4)
    horse = field("f1 h1 h2", "g1-g2")
    table = deployed(horse, "auto", "main : f1 ; reserve : h1 h2", *MISS * 3).act("melee", 6)
    assert table.legal == ["commit auto", "commit none", "commit h1", "commit h2"]
    assert standing(small(), table.act("commit auto").state, "french", "main") == ["f1"]
    thin = field("l1 h1", "g1-g2", attacker="allied")
    table = deployed(thin, "skirmish : l1 ; reserve : h1", "auto", *MISS).act("melee").act("lead g1", 6)
    assert (table.asked, table.legal) == (("french", "reserve"), ["commit auto", "commit none", "commit l1"])
    assert table.refused("commit h1") == "9.2.1"
    empty = field("f1-f4", "j1-j4 u1", attacker="allied")
    table = deployed(empty, "auto", "auto", *MISS * 4)
    assert standing(small(), table.state, "allied", "main") == []
    table.act("charge none").act("melee", 6).act("commit none")
    assert table.where("j1", "u1") == ["clermont", "clermont"]


@pytest.mark.case("Y-9.5B-a", "A-7.2-5", "A-9.5-3", "A-9.5-4", "A-9.5-10", "I-18")
def test_who_is_not_active_may_draw_units_from_beside_into_his_reserve() -> None:
    position = (
        field("f1-f2", "g1-g2").units("clermont", "g3").units("islettes", "g4").units("vouziers", "g5 f9")
    )
    position.force("kohler", "valmy", "u1-u2").leader("courbiere", "clermont")
    table = deployed(position, "auto", "auto", *MISS * 4).act("melee").act("lead f1")
    assert table.asked == ("allied", "reinforcement")
    assert "react clermont > grandpre with courbiere" in table.legal
    assert table.refused("react vouziers > grandpre with g5") == "9.5"
    assert table.refused("react islettes > grandpre with g4") == "2.2"
    table.act("react clermont > grandpre with g3").act("react valmy > grandpre with kohler").act("end", 4)
    assert standing(small(), table.state, "allied", "reserve") == ["g3", "u1", "u2"]
    assert table.asked == ("allied", "reserve")
    table.act("commit g3").act("lead g3", 1, 1)
    assert table.told(Fought)[0].strengths == (2, 6)


@pytest.mark.case("A-9.5-3", "Y-7.2-d")
def test_nobody_is_drawn_into_a_battle_out_of_a_box_that_was_just_entered() -> None:
    position = given().leader("dumouriez", "sedan").leader("brunswick", "metz").units("verdun", "f9")
    position.force("leveneur", "stenay", "f1-f5").units("grandpre", "g1-g5").units("clermont", "g9")
    position.leader("courbiere", "clermont").force("kohler", "valmy", "u1-u2")
    table = position.table().act("activate leveneur with f1 f2 f3 f4 f5 f9")
    table.act("move stenay > grandpre").act("move verdun > clermont").act("end").act("end")
    # Who has entered Clermont falls there; the Allies are alone in it again.
    table.act("attack clermont").act("boost none", 6, 6, 1, 2)
    assert table.state.units["f9"].fate == "eliminated"
    table.act("deploy auto").act("deploy auto").act("boost none", *MISS * 10).act("melee")
    table.act("lead f1")
    assert table.asked == ("allied", "reinforcement")
    assert table.legal == ["react valmy > grandpre with kohler", "end"]
    assert table.refused("react clermont > grandpre with courbiere") == "7.2"


@pytest.mark.case("A-9.5-10", "A-9.4.3-4")
def test_who_was_driven_out_of_the_battle_is_not_drawn_back_into_it() -> None:
    position = field("f1-f4 h1", "g1-g4 u1").units("clermont", "g5")
    position.phase("activations", Activations("allied"), Combat("french", touched=("grandpre",)))
    table = position.table().go_on().act("deploy main : g1 g2 g3 g4 ; left : u1")
    table.act("deploy main : f1 f2 f3 f4 ; left : h1").act("charge left : h1").act("charge none", 1, 1)
    table.act("ride", 5, 1, 1)
    assert (table.told(Charged)[0].result, table.where("u1")) == ("DR", ["clermont"])
    table.act("keep", *MISS * 8).act("melee").act("add none").act("lead f1")
    assert table.legal == ["react clermont > grandpre with g5", "end"]
    assert table.refused("react clermont > grandpre with u1") == "9.5"


def charge(french: str, allied: str, **leaders: str) -> Table:
    """French horse on the left announce a charge; the Allies on theirs are asked next."""
    position = field(f"f1 {french}", f"g1 {allied}")
    for leader in leaders:
        position.leader(leader, "grandpre")
    left = f" ; left : {allied}" if allied else ""
    theirs = "".join(f" {id}" for id in leaders if id in ("kohler", "eben"))
    ours = "".join(f" {id}" for id in leaders if id in ("stengel", "dietmann"))
    table = position.table().go_on()
    table.act(f"deploy main : g1{left or ' '}{theirs if left else ''}".strip())
    table.act(f"deploy main : f1 ; left : {french}{ours}")
    while table.asked[1] == "boosts":
        table.act("boost none")
    return table.act(f"charge left : {french}{ours}")


@pytest.mark.case("A-2.1-4", "Y-9.3.2-d", "Y-9.2.7-b", "A-9.2.5-1")
def test_foot_on_a_flank_fires_at_those_who_charge_it_before_they_come_on() -> None:
    position = field("f1 h1", "g1 q1")
    table = position.table().go_on().act("deploy main : g1 ; left : q1").act("deploy main : f1 ; left : h1")
    # Nobody there can counter-charge: two dice of the fire, one of the charge, two of the pursuit.
    table.act("charge left : h1", 1, 1).act("ride", 1, 1, 1, 1, 1)
    assert [(event.unit, event.total) for event in table.told(Fired)] == [("q1", 4)]
    assert [(event.column, event.result) for event in table.told(Charged)] == [("4:1", "DR")]
    assert table.asked == ("french", "after-charge")


@pytest.mark.case("E-9.4-1", "Y-9.4-a", "Y-9.4-b", "Y-9.4-c", "Y-9.4-d", "Y-9.2.5-a", "Y-9.2.7-a", "A-9.4-3")
@pytest.mark.case("Y-9.4.4-a", "Y-9.4.4-b", "A-9.2.5-1", "A-9.4-1", "A-9.4-2")
def test_charges_are_announced_before_fire_checked_with_one_roll_and_may_be_called_off() -> None:
    position = field("f1 h1-h3", "g1 u1").units("grandpre", "h2", reduced=True)
    table = deployed(position, "main : g1 ; left : u1", "main : f1 ; left : h1 h2 ; right : h3")
    assert table.told(Fired) == []
    assert table.refused("charge left : h3") == "9.4"
    assert table.refused("charge main : f1") == "9.4"
    assert table.refused("charge reserve : h1") == "9.2.5"
    assert table.refused("cancel left") == "4.0"
    table.act("charge left : h1 h2 ; right : h3").act("charge none", 3, 4)
    assert (table.told(ChargeChecked)[0].passed, table.told(ChargeChecked)[0].failed) == (
        ("h1", "h3"),
        ("h2",),
    )
    # Who has let the announcements go by charges no more.
    assert table.refused("charge left : h1") == "9.4"
    assert table.refused("cancel main") == "9.4.4"
    # The right faces nobody and strikes Main: fire at the riders, then fire of both lines.
    table.roll_on("cancel left")
    assert table.told(Charged) == []
    assert [(event.unit, event.modifiers != []) for event in table.told(Fired)] == [
        ("g1", True),
        ("g1", False),
        ("f1", False),
    ]
    ended = deployed(position, "main : g1 ; left : u1", "main : f1 ; left : h1 h2 ; right : h3")
    assert ended.act("charge none").asked == ("allied", "counter-charges")


@pytest.mark.case(
    "E-9.4.2-1", "E-9.4-2", "Y-9.4.1-c", "Y-9.4.2-a", "Y-9.4.2-b", "E-9.4.2-2", "A-9.4.2-1", "A-9.4.2-2"
)
@pytest.mark.case("A-9.3.2-1")
def test_the_best_morale_and_one_leader_modify_a_charge() -> None:
    box = small()
    assert [box.odds("charge", *pair) for pair in ((5, 4), (3, 4), (8, 3))] == ["1:1", "1:2", "2:1"]
    table = charge("h1 h2", "u1").act("charge none", 1, 1).act("ride").roll_on("lead h1", 1)
    charged = table.told(Charged)[0]
    assert (charged.strengths, charged.column) == ((4 * 2, 2), "4:1")
    assert [(term.label, term.value) for term in charged.modifiers] == [("Morale", -1)]
    assert "u1" not in [shot.unit for shot in table.told(Fired)]
    led = charge("h1", "u1", stengel="french").act("charge none", 1, 1).roll_on("ride", 1)
    assert {term.label: term.value for term in led.told(Charged)[0].modifiers} == {"Morale": -1, "Stengel": 2}
    both = charge("h1", "u1", stengel="french", kohler="allied").act("charge left : kohler", 1, 1)
    both.roll_on("ride", 1)
    assert sum(term.value for term in both.told(Charged)[0].modifiers) == 0
    # He lends it to cavalry, or to who is charged; by himself he charges nobody.
    position = field("h1", "u1").leader("stengel", "grandpre")
    alone = deployed(position, "left : u1", "left : h1 stengel").act("boost none")
    assert alone.refused("charge left : stengel") == "9.4"


@pytest.mark.case("E-9.4-4")
def test_the_charge_table() -> None:
    box = small()
    assert [box.charge("2:1", total) for total in (2, 6)] == ["EX", "½DE"]
    assert box.charge("1:1", 0) == "AE"
    order = ["AE", "AR*", "AR", "EX", "BR", "DR", "DR*", "½DE", "DE"]
    columns = box.column["charge"]
    for total in range(-3, 11):
        row = [order.index(box.charge(column, total)) for column in columns]
        assert row == sorted(row)
        assert all(box.charge(column, total) in order[row[nth] :] for nth, column in enumerate(columns))
    assert {box.charge(column, die) for column in columns for die in range(1, 7)} == set(order)


def resolve(face: int, *faces: int, french: str = "h1", allied: str = "u1") -> Table:
    """One squadron of morale 7 and strength 2, doubled, against one of 8 and 2: 2:1 and -1."""
    table = (
        charge(french, allied).act("charge none", 1, 1).act("ride")
        if " " in french
        else charge(french, allied)
    )
    if " " in french:
        return table.roll_on(f"lead {french.split(maxsplit=1)[0]}", face, *faces)
    return table.act("charge none", 1, 1).roll_on("ride", face, *faces)


@pytest.mark.case("Y-9.4.3-a", "Y-9.4.3-b", "Y-9.4.3-c", "Y-9.4.3-d", "Y-9.4.3-e", "Y-9.4.3-g", "A-9.4.3-2")
@pytest.mark.case("A-9.4.3-4", "A-9.4-4", "Y-9.2.9-a", "A-9.2.9-1", "Y-9.7-a", "I-14")
def test_results_of_a_charge() -> None:
    def fates(table: Table) -> tuple[str, str, str]:
        french, allied = (table.state.units[id].box or "gone" for id in ("h1", "u1"))
        return table.told(Charged)[0].result, french, allied

    # At 2:1 a 1 with -1 is 0: the charger loses a step, checks against 6, and goes by the way it came.
    star = resolve(1, 2, 3)
    assert (fates(star), star.state.units["h1"].reduced) == (("AR*", "stenay", "grandpre"), True)
    assert fates(resolve(1, 6, 6)) == ("AR*", "gone", "grandpre")
    assert fates(resolve(2)) == ("AR", "stenay", "grandpre")
    assert fates(resolve(3)) == ("EX", "gone", "gone")
    assert fates(resolve(4)) == ("BR", "stenay", "clermont")
    assert resolve(5).told(Charged)[0].result == "DR"
    away = resolve(6)
    assert (away.told(Charged)[0].result, away.state.units["u1"].reduced) == ("DR*", True)
    # Four to one ends in the ruin of the defender, five squadrons of one to four in that of the charger.
    assert fates(resolve(6, french="h1 h2")) == ("DE", "grandpre", "gone")
    # In an exchange those who charged lose as much at least, and may lose more.
    exchange = resolve(1, french="h1 h2")
    assert (exchange.told(Charged)[0].result, exchange.asked) == ("EX", ("french", "sacrifice"))
    assert exchange.act("lose h1 h2", 3, 3, 3, 3).state.units["h2"].fate == "eliminated"
    ruin = charge("h1", "u1 u2 u3 u4").act("charge none", 1, 1).act("ride").roll_on("lead u1", 2)
    assert fates(ruin) == ("AE", "gone", "grandpre")


@pytest.mark.case("E-9.4-3", "Y-9.4.3-c", "Y-9.4.3-f", "A-9.4.3-1", "A-9.4.3-3", "A-9.4.3-5", "I-13")
def test_strength_is_lost_in_whole_units() -> None:
    box = small()
    state = given().units("grandpre", "u1-u3 g1-g2 f1").state

    def lost(points: int, *units: str, least: bool = False) -> tuple[str, ...]:
        return cheapest(box, state, Sacrifice("allied", units, points, least))

    assert lost(5 // 2, "u1", "u2", "f1") == ("u1",)
    assert lost(1 // 2, "f1") == ()
    assert lost(4 // 2, "u1", "u2") == ("u1",)
    assert lost(3, "u1", "u2", "u3", least=True) == ("u1", "u2")
    assert lost(9, "u1", "u2", least=True) == ("u1", "u2")
    half = (
        charge("h1 h2 h3", "u1 u2").act("charge none", 1, 1).act("ride").act("lead h1").roll_on("lead u1", 6)
    )
    # 12 to 4 is 3:1: with 5 half of the four points go, one squadron.
    assert (half.told(Charged)[0].result, half.asked) == ("½DE", ("allied", "sacrifice"))
    assert half.refused("lose u1 u2") == "9.4.3"
    assert half.refused("lose f1") == "9.4.3"
    half.roll_on("lose u2")
    assert half.state.units["u2"].fate == "eliminated"
    # Where nobody whole fits into the half, it costs what DR* does: a step and the check.
    worn = charge("h1 h2", "u1").act("charge none", 1, 1).act("ride").roll_on("lead h1", 5, 1, 1)
    assert (worn.told(Charged)[0].result, worn.state.units["u1"].reduced) == ("½DE", True)
    assert worn.where("u1") != ["grandpre"]
    dear = charge("h1 h2", "u1").act("charge none", 1, 1).act("ride").roll_on("lead h1", 2)
    assert dear.told(Charged)[0].result == "BR"


@pytest.mark.case(
    "E-9.4-5", "Y-9.4.5-a", "Y-9.4.5-b", "Y-9.4.5-c", "A-9.4.5-1", "A-9.4.5-4", "A-9.4.2-4", "I-27"
)
def test_pursuit() -> None:
    # A destroyed flank: 9 is above the morale of 7, and both are away until the turn ends.
    hot = resolve(6, 5, 4, french="h1 h2")
    assert hot.asked == ("french", "naming")
    assert hot.refused("lead u1") == "9.4.2"
    hot.roll_on("lead h2", 4, 4)
    assert (hot.told(Pursued)[0].unit, hot.told(Pursued)[0].pursues) == ("h2", True)
    assert {hot.state.units[id].fate for id in ("h1", "h2")} == {"pursuing"}
    held = resolve(6, french="h1 h2").act("lead h1", 3, 4)
    assert held.asked == ("french", "after-charge")
    state = held.state
    for word, places, strength in (("join", "main", 5), ("keep", "left", 9), ("main", "main", 9)):
        table = given().table()
        table.state = state
        table.roll_on(word, *MISS * 2)
        assert {table.state.stack[2].board.places[id] for id in ("h1", "h2")} == {places}  # type: ignore[union-attr]
        table.roll_on("melee")
        if table.asked[1] == "adding":
            table.roll_on("add auto")
        while table.asked[1] == "naming":
            table.roll_on("lead f1", 3, 3)
        fought = table.told(Fought)[0]
        assert fought.strengths[0] == strength, word
        assert "Charge from the flank" in {term.label for term in fought.modifiers}


@pytest.mark.case("Y-9.2.6-a", "Y-9.2.8-a", "Y-9.4.1-a", "Y-9.4.1-b", "Y-9.4.1-d", "A-9.2.8-1", "A-9.4.1-1")
@pytest.mark.case("Y-9.4.5-b", "A-9.4.5-4")
@pytest.mark.parametrize(("faces", "fate"), [((4, 4), "pursuing"), ((3, 4), "map")])
def test_who_has_destroyed_the_last_enemy_on_a_flank_may_pursue_too(
    faces: tuple[int, int], fate: str
) -> None:
    table = deployed(field("f1 h1", "q1"), "left : q1", "main : f1 ; left : h1").act("charge left : h1", 1, 1)
    table.act("ride", *MISS, 5, *faces)
    assert (table.told(Charged)[0].result, table.told(Pursued)[0].pursues) == ("DE", fate == "pursuing")
    assert table.state.units["h1"].fate == fate
    # Nobody is left to fight: no melee, and no question about it.
    assert table.asked == ("allied", "activation")


@pytest.mark.case("A-9.4.1-2", "A-9.4.2-3", "A-9.4.5-2", "Y-9.4.4-a", "A-9.2.7-1", "I-9", "I-10")
def test_a_counter_charge_comes_first_and_undoubled() -> None:
    table = charge("h1", "u1 u2")
    assert table.asked == ("allied", "counter-charges")
    assert table.refused("charge right : u1") == "9.4"
    table.act("charge left : u1 u2", 3, 4).act("ride", 3, 4)
    assert table.told(ChargeChecked)[0].side == "allied"
    answered = table.act("ride").roll_on("lead u1", 5)
    first = answered.told(Charged)[0]
    # Four points against two that are not doubled, and one better morale.
    assert (first.counter, first.side, first.strengths, first.column, first.total) == (
        True,
        "allied",
        (4, 2),
        "2:1",
        6,
    )
    assert first.result == "½DE"
    assert len(answered.told(Charged)) == 1
    # Driven off, they leave the flank to the charge, which strikes Main: 2 doubled and 1 against 2.
    driven = charge("h1 h2 h3", "u1").act("charge left : u1", 3, 4).act("ride", 3, 4).act("ride")
    driven.roll_on("lead h1", 1, *MISS)
    # 2:6 with one better morale is AE; nobody is left there, and Main fires at the riders.
    assert [(event.counter, event.result) for event in driven.told(Charged)] == [(True, "AE")]
    assert next((shot.unit, bool(shot.modifiers)) for shot in driven.told(Fired)) == ("g1", True)
    left = charge("h1 h2 h3", "u1 u2").act("charge left : u1", 3, 4).act("ride", 3, 4).act("ride")
    left.roll_on("lead h1", 2).roll_on("lead h2", 6)
    # With another squadron there the charge goes on against it, doubled.
    strengths = [(event.counter, event.strengths) for event in left.told(Charged)]
    assert strengths == [(False, (12, 2))]
    off = charge("h1", "u1").act("charge left : u1", 3, 4).act("ride", 3, 4).roll_on("cancel left", 2)
    assert [(event.counter, event.result) for event in off.told(Charged)] == [(False, "AR")]


@pytest.mark.case("A-9.4.4-1")
@pytest.mark.parametrize("way", ["called off", "failed"])
def test_who_was_to_meet_a_charge_that_does_not_come_charges_on_his_own(way: str) -> None:
    table = charge("h1", "u1 u2").act(
        "charge left : u1 u2", *((3, 4) if way == "called off" else (6, 6, 3, 4))
    )
    if way == "called off":
        table.act("cancel left", 3, 4)
    assert table.asked == ("allied", "calling-off")
    table.act("ride").roll_on("lead u1", 1)
    charged = table.told(Charged)[0]
    assert (charged.side, charged.counter, charged.strengths, charged.defenders) == (
        "allied",
        False,
        (8, 2),
        ("h1",),
    )


@pytest.mark.case(
    "A-9.2.5-2", "Y-9.5F-c", "A-9.5-8", "Y-9.2.7-b", "Y-9.3.2-d", "A-9.3.2-2", "A-9.3.2-3", "A-9.3.2-4"
)
def test_a_charge_on_main_is_fired_at_once_and_joins_the_melee_doubled() -> None:
    position = field("f1 h1-h2", "g1")
    table = deployed(position, "auto", "main : f1 ; left : h1 ; right : h2")
    table.act("charge left : h1 ; right : h2", 1, 1).act("ride", *MISS, *MISS, *MISS)
    shots = [(event.unit, bool(event.modifiers)) for event in table.told(Fired)]
    assert shots == [("g1", True), ("g1", False), ("f1", False)]
    table.act("melee").act("lead h1", 1, 1)
    fought = table.told(Fought)[0]
    assert fought.strengths == (1 + 2 * 2 * 2, 2)
    assert {term.label: term.value for term in fought.modifiers} == {"Charge from the flank": 2, "Morale": -2}


@pytest.mark.case("A-9.4.1-3", "Y-9.4.1-a", "Y-9.4.1-c")
def test_horse_in_main_answers_those_who_ride_past_an_empty_flank() -> None:
    position = field("f1 h1-h2", "g1 u1")
    places: dict[str, Place] = {"f1": "main", "h1": "left", "h2": "right", "g1": "main", "u1": "main"}
    board = Board(round=2, places=places, ready=("u1",), doubled=("u1",), joined={"u1": 2})
    position.state.stack[-1] = Battle("grandpre", "french", kind="major", step=ROUND, board=board)
    table = position.table().go_on().act("charge left : h1 ; right : h2")
    answered = table.act("charge main : u1", 3, 4).act("ride", 3, 4).act("ride")
    assert answered.asked == ("french", "naming")
    check(small(), answered.state)
    # One total against both of them, neither side doubled, and a better morale.
    driven = given().table()
    driven.state = answered.state
    driven.roll_on("lead h1", 1, *MISS)
    charged = driven.told(Charged)[0]
    assert (charged.side, charged.counter, charged.strengths, charged.total) == ("allied", True, (2, 4), 2)
    assert charged.result == "AR*"
    assert next((shot.unit, bool(shot.modifiers)) for shot in driven.told(Fired)) == ("g1", True)
    answered.roll_on("lead h1", 6, *MISS)
    assert (answered.told(Charged)[0].result, answered.where("h1", "h2")) == ("DR*", ["stenay", "stenay"])
    # Who has answered strikes Main no more, and is in the melee as he was.
    assert len(answered.told(Charged)) == 1


@pytest.mark.case("A-9.2.6-1", "A-9.2.12-2", "Y-9.2.12-a", "I-17")
def test_the_defender_may_charge_where_he_is_not_charged() -> None:
    position = field("f1 h1", "g1 u1-u2")
    table = deployed(position, "main : g1 ; left : u1 u2", "main : f1 ; left : h1")
    table.act("charge none").act("charge left : u1 u2", 1, 1).act("ride").roll_on("lead u1", 6, 1, 1)
    charged = table.told(Charged)[0]
    assert (charged.side, charged.strengths, charged.counter) == ("allied", (8, 2), False)
    # Cavalry that did not charge is no part of the melee, whatever flank is empty.
    idle = deployed(field("f1 h1", "g1"), "auto", "auto").act("charge none", *MISS * 2).act("melee", 1, 1)
    assert idle.told(Fought)[0].strengths == (1, 2)


@pytest.mark.case("I-22", "I-24")
def test_silence_stays_unless_the_enemy_has_more_than_twice_the_strength() -> None:
    def silent(french: str, kind: str) -> str:
        position = field(french, "g1-g2").phase("activations", Activations("allied"))
        battle = Battle("grandpre", "french", kind=kind)  # type: ignore[arg-type]
        position.phase("activations", Activations("allied"), battle, Withdrawal("french", "grandpre", True))
        (decision,) = PROCEDURE.asked(small(), position.state)
        action = PROCEDURE.fallback(small(), position.state, decision)
        assert action is not None
        return notation(action)

    assert [silent("f1", "major"), silent("f1-f2", "major"), silent("f1", "minor")] == [
        "withdraw",
        "stay",
        "stay",
    ]


@pytest.mark.case("A-9.5-6")
def test_nobody_attacks_with_nobody() -> None:
    position = field("f1", "u1", attacker="allied")
    table = deployed(position, "auto", "reserve : u1")
    # The attacker is not asked: it is for the defender to attack, or to halt the battle.
    assert (table.asked, table.legal) == (("french", "melee"), ["melee", "halt"])
    assert small().odds("melee", 1, 0) == small().column["melee"][-1]


@pytest.mark.case("A-9.2.12-3", "A-9.2.12-5")
def test_who_has_only_flanks_withdraws_before_a_line() -> None:
    table = deployed(field("h1-h2", "g1-g2"), "auto", "auto").act("charge none")
    assert table.where("h1", "h2") == ["stenay", "stenay"]
    both = deployed(field("h1", "u1"), "left : u1", "right : h1").act("charge none").act("charge none")
    assert (both.where("h1", "u1"), both.asked) == (["grandpre", "grandpre"], ("allied", "activation"))


@pytest.mark.case("Y-9.5.2-c", "Y-9.5.2-a", "Y-9.5.2-d", "I-11")
def test_a_leader_who_shares_in_a_charge_falls_on_any_doubles() -> None:
    def end(faces: tuple[int, int], more: str) -> Table:
        position = field("f1 h1", "g1 u1").leader("stengel", "grandpre")
        table = position.table().go_on().act("deploy main : g1 ; left : u1")
        table.act("deploy main : f1 ; left : h1 stengel").act("boost none").act(f"charge left : h1{more}")
        table.act("charge none", 1, 1).roll_on("ride", 2, *MISS, *MISS).act("hold").act("halt", *faces)
        return table

    assert [bool(end((1, 1), more).told(LeaderLost)) for more in (" stengel", "")] == [True, False]
    assert end((1, 2), " stengel").told(LeaderTested)[0].above == 0
    assert end((5, 5), "").told(LeaderLost) != []


@pytest.mark.case("Y-9.5.2-a", "Y-9.5.2-c", "A-9.5.2-1", "A-9.4.2-2", "A-9.2.12-5")
def test_who_leaves_a_battle_rolls_for_it_too() -> None:
    def tests(table: Table) -> dict[str, tuple[int, bool]]:
        return {event.leader: (event.above, event.killed) for event in table.told(LeaderTested)}

    # Stengel withdraws with his side, as he might have done after the roll of a Minor Battle.
    position = field("f1-f2", "g1-g2").leader("stengel", "grandpre").leader("borch", "grandpre")
    table = deployed(position).act("boost none").act("boost none", *MISS * 4).act("melee").act("lead f1")
    table.act("lead g1", 6, 6).act("withdraw", 1, 2, 5, 5)
    assert (table.where("stengel"), tests(table)) == (
        ["stenay"],
        {"borch": (11, False), "stengel": (9, True)},
    )
    # His charge is driven off, and with the last of his units he is gone before the end.
    position = field("h1", "u1-u2").leader("stengel", "grandpre")
    table = deployed(position, "left : u1 u2", "left : h1 stengel").act("boost none")
    table.act("charge left : h1 stengel").act("charge none", 1, 1).act("ride").act("lead u1", 1, 1, 1)
    assert table.told(Charged)[0].result == "AR"
    assert (table.where("h1", "stengel"), tests(table)) == (["stenay"] * 2, {"stengel": (0, True)})
    # It is shot down on the way: he rode with it all the same.
    position = field("f1 h1", "g1").leader("stengel", "grandpre")
    table = deployed(position, "auto", "main : f1 ; left : h1 stengel").act("boost none")
    table.act("charge left : h1 stengel", 1, 1).act("ride", 6, 6, *MISS * 2)
    assert table.state.units["h1"].fate == "eliminated"
    assert tests(table.act("hold").act("halt", 1, 1)) == {"stengel": (0, True)}


@pytest.mark.case("Y-9.2.3-b", "Y-9.3.4-e")
def test_skirmishers_before_an_empty_main_fire_at_nobody() -> None:
    table = deployed(field("f1 l1", "u1-u2"), "left : u1 u2")
    assert (table.told(Fired), table.asked) == ([], ("allied", "counter-charges"))


@pytest.mark.case("Y-9.4.2-b", "A-9.4.2-2", "A-9.4.2-3", "A-9.4.1-3")
def test_each_side_has_the_leader_of_the_boxes_that_it_charges_from() -> None:
    position = field("h1 h2", "g1 u1").leader("stengel", "grandpre").leader("kohler", "grandpre")
    places: dict[str, Place] = {
        "h1": "left", "stengel": "left", "h2": "right", "g1": "main", "u1": "main", "kohler": "main",
    }  # fmt: skip
    board = Board(
        places=places,
        declared={
            "french": (("left", ("h1", "stengel")), ("right", ("h2",))),
            "allied": (("main", ("u1", "kohler")),),
        },
    )
    state = position.state
    state.stack[-1] = Battle("grandpre", "french", kind="major", board=board)

    def terms(others: tuple[Place, ...] | None) -> dict[Phrase, int]:
        found = charge_terms(small(), state, "allied", "main", ["u1"], ["h1"], counter=True, others=others)
        return {term.label: term.value for term in found.modifiers}

    # Who answers in Main has the leader there, and those who come from the flanks theirs.
    assert terms(("left", "right")) == {"Morale": 1, "Kohler": 2, "Stengel": -1}
    assert terms(None) == {"Morale": 1, "Kohler": 2}


@pytest.mark.case("Y-9.4.3-f", "A-9.4.3-1")
def test_the_owner_chooses_also_where_a_single_point_is_lost() -> None:
    position = field("f1-f2", "g1-g2")
    position.state.stack.append(Sacrifice("french", ("f1", "f2"), 1, least=False))
    table = position.table().go_on()
    assert (table.asked, table.legal) == (("french", "sacrifice"), ["lose auto", "lose f1", "lose f2"])
    whole = field("f1-f2", "g1-g2")
    whole.state.stack.append(Sacrifice("french", ("f1", "f2"), 2, least=True))
    # Where all of them go nobody is asked.
    assert whole.table().go_on().state.lost["french"] == 2
