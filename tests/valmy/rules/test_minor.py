"""Which battles are fought, Minor Battles, fire, losses, leaders (9.0, 9.1, 9.3, 9.6, 9.5.2, 8.1)."""

from __future__ import annotations

import pytest

from data.valmy.tables import Side
from engines.core.dice import Dice
from engines.valmy.actions import Action
from engines.valmy.combat.actions import STAY, WITHDRAW
from engines.valmy.combat.battle import kind_of, open_battle
from engines.valmy.combat.events import (
    BattleBegun,
    BattleEnded,
    Boosted,
    Fired,
    KindChosen,
    LeaderTested,
    Stayed,
)
from engines.valmy.combat.frames import Battle, Combat, Kind, Withdrawal
from engines.valmy.events import Checked, LeaderLost, StepLost
from engines.valmy.frames import Activations
from engines.valmy.procedure import PROCEDURE
from engines.valmy.resolution import Resolution
from engines.valmy.view import view
from tests.valmy.builder import Given, Table, given, ids, small

MISS = (1, 1)


def battle(french: str, allied: str, *options: str, attacker: str = "allied") -> Given:
    """A battle at Grandpré about to begin; commanders far away."""
    position = given(*options).leader("dumouriez", "sedan").leader("brunswick", "verdun")
    position.units("grandpre", french).units("grandpre", allied)
    position.came("grandpre", "french", "vouziers").came("grandpre", "allied", "clermont")
    side = "allied" if attacker == "allied" else "french"
    return position.phase(
        "activations",
        Activations("french"),
        Combat(side, touched=("grandpre",)),  # type: ignore[arg-type]
    )


@pytest.mark.case("E-9.0-1", "Y-9.0-b", "Y-9.0-c", "Y-9.0-d", "Y-9.0-e", "Y-9.0-g", "A-9.0-1")
def test_numbers_of_units_decide_the_kind_of_battle() -> None:
    kinds = {
        (4, 4): "minor", (1, 4): "minor", (4, 3): "minor", (3, 4): "minor",
        (5, 3): None, (3, 5): None, (12, 1): None,
        (5, 4): "major", (4, 5): "major", (5, 5): "major",
    }  # fmt: skip
    assert {pair: kind_of(small(), *pair) for pair in kinds} == kinds
    table = battle("f1-f3", "g1-g5").leader("leveneur", "grandpre", spent=True).table().go_on()
    assert table.asked == ("french", "kind-of-battle")
    assert view(small(), table.state, "french").boxes["grandpre"]["allied"].held == 0
    table.act("minor")
    assert table.told(KindChosen) == [KindChosen("grandpre", "minor", True)]
    assert table.refused("major") == "4.0"


@pytest.mark.case("Y-9.1-a", "Y-9.1-c", "Y-9.1-d", "A-9.1-2", "Y-9.0-f", "A-9.3.4-1", "Y-9.3.2-d", "Y-9.3-a")
def test_the_defender_fires_first_and_what_falls_does_not_fire_back() -> None:
    table = battle("f1-f2 r1", "g1 j1").table()
    # French fire: two hits; both Allied units flip, one fails its check. The other fires, reduced.
    table.go_on(5, 5, 5, 5, *MISS, 6, 6, 4, 4, 5, 6)
    fired = table.told(Fired)
    assert [event.unit for event in fired] == ["f1", "f2", "r1", "j1"]
    assert [event.column for event in fired] == ["6", "6", "5", "SK"]
    assert (fired[3].total, fired[3].hits) == (10, 1)
    assert table.state.units["g1"].fate == "eliminated"
    assert table.asked == ("french", "losses")
    table.act("lose r1")
    assert table.state.units["r1"].fate == "eliminated"
    assert table.asked == ("allied", "withdrawal")
    table.act("stay").act("stay")
    assert table.asked == ("french", "activation")


@pytest.mark.case("E-9.3-2", "E-9.3-3", "Y-9.3.1-b", "Y-9.3.3-a", "Y-9.3.3-b", "Y-9.3.3-c", "A-9.3-1")
def test_the_fire_table() -> None:
    box = small()
    assert [box.fire("7", total) for total in (10, 12)] == [1, 2]
    assert [box.fire("6", total) for total in (9, 10)] == [0, 1]
    assert box.fire("6", 8 + box.modifiers.defensive_fire) == 1
    assert box.fire("5", 10 + box.modifiers.defensive_fire + box.modifiers.reduced_fire) == 1
    assert (box.fire("SK", 9), box.fire("9", 9)) == (0, 1)
    assert (box.fire("10", 99), box.fire("3", -5)) == (2, 0)
    assert [box.fire_column(morale) for morale in (1, 3, 10, 12)] == ["3", "3", "10", "10"]
    columns = ["3", "4", "5", "6", "7", "8", "9", "10"]
    for total in range(1, 15):
        row = [box.fire(column, total) for column in columns]
        assert row == sorted(row)
        assert all(box.fire(column, total) <= box.fire(column, total + 1) for column in ("SK", *columns))


@pytest.mark.case("A-9.1-1")
def test_horse_fires_in_a_minor_battle_and_without_the_option_only_where_nobody_has_foot() -> None:
    def fired(*options: str, allied: str) -> list[str]:
        table = battle("h1", allied, *options).table()
        ctx = Resolution(small(), table.state.copy(), Dice("seed"))
        open_battle(ctx, "grandpre", "allied")
        PROCEDURE.resolve(ctx)
        return [event.unit for event in ctx.events if isinstance(event, Fired)][:2]

    assert fired(allied="u1")[0] == "h1"
    assert fired(allied="g1")[0] == "g1"
    assert fired("mounted-fire", allied="g1")[0] == "h1"


@pytest.mark.case("A-9.5.2-5", "Y-9.5.2-a")
def test_leaders_test_only_where_there_was_a_shot_a_charge_or_a_melee() -> None:
    leaders = ("dumouriez", "leveneur", "dietmann", "steinhoffen", "stengel")

    def faced(allied: str, kind: str) -> Table:
        position = battle("f1-f6", allied, "mounted-fire")
        for leader in leaders:
            position.leader(leader, "grandpre")
        return position.table().go_on().act(kind)

    # A squadron that nobody can shoot at hunts no leader: it deploys, faces a line alone and goes.
    idle = faced("u1", "major").act("deploy auto").act("deploy auto").act("boost none").act("charge none")
    assert (idle.told(BattleEnded), idle.told(LeaderTested)) == (
        [BattleEnded("grandpre", ("french",), "french")],
        [],
    )
    assert idle.where("u1") == ["clermont"]
    fired = faced("u1", "minor").act("boost none", *MISS * 12)
    assert {event.leader for event in fired.told(LeaderTested)} == set(leaders)


@pytest.mark.case("I-5", "A-9.1-1")
def test_silence_meets_a_lone_squadron_in_a_minor_battle() -> None:
    def silent(allied: str) -> str:
        table = battle("f1-f6", allied).table().go_on()
        action = PROCEDURE.fallback(small(), table.state, PROCEDURE.asked(small(), table.state)[0])
        assert action is not None
        return action.word  # type: ignore[union-attr]

    assert (silent("u1"), silent("u1-u3")) == ("minor", "minor")
    assert (silent("g1"), silent("u1 g1-g2")) == ("minor", "minor")


@pytest.mark.case("E-9.3-1", "Y-9.1-b", "Y-9.3.4-a", "Y-9.3.4-b", "Y-9.3.4-c", "Y-9.3.4-d")
def test_nobody_loses_a_second_step_while_another_has_lost_none() -> None:
    position = battle("f1-f4", "g1-g3").units("grandpre", "g3", reduced=True)
    table = position.table().go_on(5, 5, 5, 5, *MISS, *MISS, 1, 1, 1, 1, *MISS, *MISS, *MISS)
    # Two hits on two whole units leave no choice.
    assert [table.state.units[id].reduced for id in ("g1", "g2", "g3")] == [True] * 3
    three = position.table().go_on(5, 5, 5, 5, 5, 5, *MISS)
    assert three.asked == ("allied", "losses")
    assert three.refused("lose g3 g1 g2") == "9.3.4"
    assert three.refused("lose g1 g1 g2") == "9.3.4"
    assert three.refused("lose g1 g2") == "9.3.4"
    assert three.refused("lose g1 g2 f1") == "9.3.4"
    for gone in ("g1", "g2", "g3"):
        after = position.table().go_on(5, 5, 5, 5, 5, 5, *MISS)
        dice = [1, 1] * 2 if gone == "g3" else [1, 1]
        after.act(f"lose g1 g2 {gone}", *dice, *MISS, *MISS)
        assert [id for id in ("g1", "g2", "g3") if after.state.units[id].fate == "eliminated"] == [gone]
    assert "lose auto" in three.legal


@pytest.mark.case("Y-9.3.4-e")
def test_hits_beyond_the_last_step_are_lost() -> None:
    table = battle("f1-f4", "g1").table().go_on(6, 6, 6, 6, 6, 6, *MISS)
    assert table.state.units["g1"].fate == "eliminated"
    assert (table.state.lost["allied"], table.asked) == (1, ("french", "activation"))


@pytest.mark.case("E-9.6-1", "Y-9.6-a", "Y-9.6-b", "Y-9.6-c", "A-9.6-1", "A-9.6-2")
def test_who_loses_a_step_checks_its_reduced_morale_at_once() -> None:
    # Reduced, foot has a morale of 5.
    for faces, fate in (((2, 3), "map"), ((2, 4), "eliminated")):
        table = battle("f1", "g1", attacker="french").table()
        extra = MISS if fate == "map" else ()
        table.go_on(5, 5, *faces, *extra)
        assert (table.state.units["f1"].fate, table.told(Checked)[0].highest) == (fate, 5)
    # What goes at once rolls nothing: one-step units, and second steps.
    assert battle("r1", "g1", attacker="french").table().go_on(5, 5).told(Checked) == []
    twice = battle("f1", "g1", attacker="french").units("grandpre", "f1", reduced=True)
    assert twice.table().go_on(5, 5).told(StepLost)[0].gone


@pytest.mark.case(
    "E-8.1-1", "E-8.1-2", "Y-8.1-a", "Y-8.1-b", "Y-8.3-a", "A-8.1-1", "A-8.1-3", "A-8.1-4", "I-7"
)
@pytest.mark.case("A-9.6-3")
def test_leaders_raise_the_morale_of_their_units_up_to_ten() -> None:
    position = battle("f1-f3 k1", "j1 g1", attacker="french").leader("dumouriez", "grandpre")
    table = position.table().go_on()
    assert table.asked == ("french", "boosts")
    assert table.refused("boost f1:1 f2:1 f3:1") == "8.1"
    assert table.refused("boost k1:1") == "8.1"
    assert table.refused("boost g1:1") == "8.1"
    for text in ("boost f1:1 f2:1", "boost f1:2"):
        assert position.table().go_on().act(text, *MISS * 6, 1, 2).told(Boosted) != []
    raised = position.table().go_on().act("boost f1:2", *MISS * 6, 1, 2)
    assert [event.column for event in raised.told(Fired)] == ["8", "SK", "8", "6", "6", "6"]
    # In defence it is his other rating, asked first; a morale of 9 takes one point and no more.
    allied = (
        battle("f1", "j1 g1", attacker="french").leader("courbiere", "grandpre").leader("stengel", "grandpre")
    )
    table = allied.table().go_on()
    assert table.asked == ("allied", "boosts")
    assert table.refused("boost j1:2") == "8.1"
    assert "1 above it" in table.why
    table.act("boost j1:1 g1:1")
    assert table.asked == ("french", "boosts")
    # The raised morale holds for the check of 9.6 too.
    table = battle("f1", "g1", attacker="allied").leader("stengel", "grandpre").table().go_on()
    table.act("boost f1:1", *MISS, 5, 5, 2, 4, 1, 2)
    assert table.told(Checked)[0].highest == 6


@pytest.mark.case("E-9.5.2-1", "Y-9.5.2-a", "Y-9.5.2-b", "A-9.5.2-1", "A-9.5.2-2", "A-9.5.2-3", "Y-9.5.2-d")
def test_doubles_above_the_army_morale_kill_a_leader() -> None:
    def killed(leader: str, *faces: int, lost: int = 0, replaced: bool = False) -> bool:
        position = battle("f1", "g1").leader(leader, "grandpre", replaced=replaced)
        position.having(lost={"french": lost, "allied": 0})
        table = position.table().go_on()
        if not replaced:
            table.act("boost none", *MISS, *MISS, *faces)
        else:
            table = position.table().go_on(*MISS, *MISS)
        return bool(table.told(LeaderLost))

    assert [killed("leveneur", *faces) for faces in ((5, 5), (4, 4), (6, 4))] == [True, False, False]
    assert [killed("courbiere", *faces) for faces in ((5, 5), (6, 6))] == [False, True]
    assert killed("leveneur", 4, 4, lost=10)
    table = battle("f1", "g1").leader("leveneur", "grandpre").table().go_on()
    table.act("boost none", *MISS, *MISS, 5, 5)
    seen = view(small(), table.state, None)
    assert (seen.leaders["leveneur"].command, seen.leaders["leveneur"].rank) == (4, 2)
    assert seen.score["allied"] == 2 + 2
    # A replacement never rolls; his defence of 0 raises nobody.
    position = battle("f1", "g1").leader("leveneur", "grandpre", replaced=True)
    assert position.table().go_on(*MISS, *MISS).told(LeaderTested) == []


@pytest.mark.case("A-9.5.2-4")
def test_a_replacement_with_a_lower_rating_lets_the_surplus_go() -> None:
    position = battle("f1-f6", "g1").units("grandpre", "f1-f6", "leveneur").leader("leveneur", "grandpre")
    table = position.table().go_on().act("minor").act("boost none", *MISS * 7, 6, 6)
    assert table.asked == ("french", "surplus")
    # Nobody else learns how many are in the holding box.
    assert not any(letter.isdigit() for letter in PROCEDURE.asked(small(), table.state)[0].prompt)
    assert table.refused("release f1") == "3.0"
    assert table.refused("release f1 g1") == "8.2"
    table.act("release f1 f4")
    held = [id for id in ids("f1-f6") if table.state.units[id].leader == "leveneur"]
    assert held == ["f2", "f3", "f5", "f6"]
    assert table.state.leaders["leveneur"].replaced


@pytest.mark.case("A-9.0-2", "Y-9.0-a", "A-9.0-4", "A-6.1-5")
def test_which_boxes_fight_and_in_which_order() -> None:
    position = given().leader("dumouriez", "sedan").leader("brunswick", "verdun").hand("allied")
    position.force("courbiere", "clermont", "g1-g2").units("grandpre", "f1").units("vouziers", "f2 g9")
    position.units("islettes", "f3")
    table = position.table().act("activate courbiere with g1 g2")
    table.act("move clermont > grandpre with courbiere g1").act("end")
    table.act("end")
    assert [event.box for event in table.told(BattleBegun)] == ["grandpre"]
    everywhere = given("all-battles")
    everywhere.state = position.state.copy()
    everywhere.state.options = {**position.state.options, "all-battles": True}
    table = everywhere.table().act("activate courbiere with g1 g2")
    table.act("move clermont > grandpre").act("end").act("end")
    assert (table.asked, table.legal) == (("allied", "combat"), ["attack grandpre", "attack vouziers"])
    assert table.refused("end") == "9.0"
    assert table.refused("attack islettes") == "9.0"
    stands = given().leader("dumouriez", "sedan").leader("brunswick", "verdun").hand("allied")
    stands.force("courbiere", "clermont", "g1").units("clermont", "f1")
    table = stands.table().act("activate courbiere").act("end")
    assert table.legal == ["attack clermont", "end"]
    assert table.act("end").asked == ("french", "activation")


@pytest.mark.case("A-9.1-3", "A-9.7-5", "Y-9.7-a", "Y-9.7-b", "Y-9.7-f", "A-9.2.12-5", "I-24")
def test_after_the_round_the_attacker_then_the_defender_may_withdraw_whole() -> None:
    position = (
        battle("f1-f2", "g1-g2").leader("kohler", "grandpre").leader("kohler", "grandpre", replaced=True)
    )
    table = position.table().go_on(*MISS * 4)
    assert table.asked == ("allied", "withdrawal")
    assert table.refused("retreat clermont") == "4.0"
    table.act("withdraw")
    assert table.told(Stayed) == [Stayed("allied", "grandpre", True)]
    assert table.where("g1", "g2", "kohler") == ["clermont"] * 3
    assert table.state.traffic == {"french": (), "allied": ()}
    assert table.asked == ("french", "activation")
    other = position.table().go_on(*MISS * 4).act("stay").act("withdraw")
    assert other.where("f1", "f2") in (["sedan", "sedan"], ["grandpre", "grandpre"])


@pytest.mark.case("Y-9.0-a", "A-9.0-4")
def test_the_end_of_a_battle_says_who_holds_the_box_and_who_acts_next() -> None:
    position = battle("f1", "g1").units("stenay", "f2").units("stenay", "g2")
    position.state.stack[-1] = Combat("allied", touched=("grandpre", "stenay"))
    table = position.table().go_on().act("attack grandpre", *MISS * 2).act("stay").roll_on("stay", *MISS * 2)
    assert table.told(BattleEnded)[0] == BattleEnded("grandpre", ("french", "allied"), "allied")
    withdrawn = position.table().go_on().act("attack grandpre", *MISS * 2).roll_on("withdraw", *MISS * 2)
    assert withdrawn.told(BattleEnded)[0].holds == ("french",)
    last = battle("f1", "g1").table().go_on(*MISS * 2).act("stay").act("stay")
    assert last.told(Stayed) == [Stayed("french", "grandpre", False)]
    assert last.told(BattleEnded) == [BattleEnded("grandpre", ("french", "allied"), "french")]


@pytest.mark.case("I-7", "Y-8.1-a", "Y-8.1-b")
def test_the_usual_boost_gives_every_point_up_to_the_cap() -> None:
    sides: dict[Side, str] = {"french": "leveneur", "allied": "courbiere"}
    for side, leader in sides.items():
        # A leader of one point, and one of two before a rifleman of morale 9.
        table = battle("f1", "j1", attacker="french").leader(leader, "grandpre").table().go_on()
        assert table.asked == (side, "boosts")
        table.act("boost auto", *MISS * 2, 1, 2)
        assert table.told(Boosted) == [Boosted(side, {"f1" if side == "french" else "j1": 1})]


@pytest.mark.case("I-22", "I-24")
def test_silence_withdraws_from_a_major_battle_with_less_than_half_the_enemys_strength() -> None:
    def silent(french: str, kind: Kind) -> Action | None:
        position = battle(french, "g1-g2")
        battle_ = Battle("grandpre", "allied", kind=kind)
        position.state.stack.extend((battle_, Withdrawal("french", "grandpre", attacks=False)))
        return PROCEDURE.fallback(small(), position.state, PROCEDURE.asked(small(), position.state)[0])

    # The guards have four points: one is less than half of them, two are half.
    assert [silent(french, "major") for french in ("f1", "f1-f2", "f1-f3")] == [WITHDRAW, STAY, STAY]
    assert silent("f1", "minor") == STAY
