"""Pursuit of the routed (4.5, I-10)."""

from __future__ import annotations

import pytest

from data.vendee.schema import Side
from engines.vendee.combat.actions import Pursue
from engines.vendee.combat.events import FellBack, Fought, Pursued
from engines.vendee.combat.frames import Contingent, Pursuit
from engines.vendee.events import PlaceTaken
from engines.vendee.foresight import what_if
from engines.vendee.frames import Activation, Condition, Operations
from engines.vendee.stacks import exactly
from tests.vendee.battles import Fray, attack, kinds, place, stacked
from tests.vendee.builder import Given, Table, given, title
from tests.vendee.rules.test_combat import level
from tests.vendee.rules.test_orders import ordered


def routed(
    position: Given | None = None, *, points: int = 6, generals: tuple[str, ...] = ("stofflet",)
) -> Fray:
    """Republicans are routed out of Vihiers by Anjou, which may pursue."""
    position = (position or level()).points("vihiers", saumur=points)
    fray = attack(
        position, "vihiers", "coron", 6, 6, incidents=("t11", "t3", "t10"), generals=generals, anjou=16
    )
    silent = {"march": "decline", "losses": "lose auto", "retreat": "retreat auto"}
    while fray.asked[1] in silent:
        fray.do(silent[fray.asked[1]])
    return fray


def path(fray: Fray) -> tuple[str, ...]:
    """The first two areas of the rout."""
    frame = fray.state.stack[-1]
    assert isinstance(frame, Pursuit)
    return frame.paths[0]


@pytest.mark.case("V-4.5-m", "I-10")
def test_a_winner_may_follow_a_rout_one_area_or_two() -> None:
    fray = routed()
    first, second = path(fray)
    assert fray.asked == ("royalist", "pursuit")
    assert fray.legal[:3] == [
        "decline",
        f"pursue {first} with all",
        f"pursue {first} > {second} with all",
    ]
    fray.do(f"pursue {first} > {second} with all")
    assert fray.points(second)["anjou"] == 14
    assert fray.where("stofflet") == second


@pytest.mark.case("V-4.5-m")
def test_nobody_pursues_a_retreat() -> None:
    fray = attack(
        level().points("vihiers", saumur=6), "vihiers", "coron", 4, 4, incidents=("t11", "t2"), anjou=9
    )
    fray.settle()
    assert not fray.told(Fought)[0].rout
    assert not fray.told(Pursued)
    assert fray.asked[1] == "activation"


@pytest.mark.case("V-4.5-m", "V-QA-23")
def test_off_the_path_is_refused() -> None:
    fray = routed()
    first, second = path(fray)
    assert fray.refused("pursue coron with all") == "4.5"
    assert fray.refused(f"pursue {second} with all") == "4.5"
    assert fray.refused(f"pursue {first} > {second} > saumur with all") == "4.5"


@pytest.mark.case("V-4.5-m", "V-QA-24", "V-3.4-k")
def test_zones_of_control_do_not_stop_it() -> None:
    fray = routed(level().points("martigne", saumur=1).points("bouille", saumur=1))
    first, second = path(fray)
    fray.do(f"pursue {first} > {second} with all", incidents=("t11", "t3"))
    assert fray.told(Pursued)[0].end == first


@pytest.mark.case("V-4.5-o", "V-3.2-i")
def test_it_costs_no_action_points_and_the_activation_goes_on_from_there() -> None:
    fray = routed()
    first, _ = path(fray)
    fray.do(f"pursue {first} with all")
    assert (fray.group.at, fray.group.spent, fray.group.over) == (first, 2, False)
    assert dict(fray.group.points) == {"anjou": 14}


@pytest.mark.case("V-4.5-o")
def test_inactive_winners_pursue_too() -> None:
    position = level().points("vihiers", anjou=16).general("stofflet", "vihiers")
    fray = attack(position, "vihiers", "concourson", 1, 1, incidents=("t11", "t2", "t5"), saumur=6)
    while fray.asked[1] in ("losses", "retreat"):
        fray.do({"losses": "lose auto", "retreat": "retreat auto"}[fray.asked[1]])
    assert fray.asked == ("royalist", "pursuit")
    assert title().decisions(fray.state)[0].interrupt
    fray.do("pursue concourson with all")
    assert fray.points("concourson")["anjou"] > 0
    assert fray.asked[1] == "operations"


@pytest.mark.case("V-4.5-n", "V-4.1-b", "I-11")
def test_entering_the_enemy_ends_it_in_a_combat_at_once() -> None:
    fray = routed(level().points("argenton", saumur=3))
    assert path(fray)[0] == "argenton"
    fray.do(f"pursue {' > '.join(path(fray))} with all", 6, 5, incidents=("t11", "t3"))
    assert [event.end for event in fray.told(Pursued)] == ["argenton"]
    combat = fray.told(Fought)[0]
    assert (combat.area, combat.attacker) == ("argenton", "royalist")
    fray.settle()
    assert (fray.group.at, fray.group.over) == ("argenton", False)


@pytest.mark.case("V-4.5-n", "V-4.1-b")
def test_the_combat_into_which_a_pursuit_would_lead_is_foreseen() -> None:
    fray, box = routed(level().points("argenton", saumur=3)), title().box
    way = path(fray)
    foreseen = what_if.pursued(box, fray.state, "royalist", Pursue(way))
    assert foreseen is not None
    combat, pursuers = foreseen
    assert (combat.area, combat.attackers) == ("argenton", 14)
    assert (pursuers.origin, sum(held.total for held in pursuers.points.values())) == ("vihiers", 14)
    away = Pursue(way, exactly({"nantes": 1}, ()))
    assert what_if.pursued(box, fray.state, "royalist", away) is None


@pytest.mark.case("V-2.4-b", "V-4.5-n")
def test_an_active_group_that_loses_in_pursuit_ends_its_activation() -> None:
    fray = routed(level().points("argenton", saumur=40))
    fray.do("pursue argenton with all", 1, 1, incidents=("t11", "t2", "t5", "t8")).settle()
    assert fray.asked[1] == "operations"


@pytest.mark.case("V-4.5-m", "V-3.2-c", "A-57")
def test_a_part_pursues_with_a_general_of_its_army_only() -> None:
    fray = routed()
    first, _ = path(fray)
    assert fray.refused(f"pursue {first} with anjou:5") == "4.5"
    assert fray.refused(f"pursue {first} with stofflet") == "4.5"
    fray.do(f"pursue {first} with anjou:5 stofflet")
    assert fray.points(first) == {"anjou": 5}
    assert fray.points("vihiers") == {"anjou": 9}
    assert fray.group.at == first


@pytest.mark.case("A-57", "V-3.2-c")
def test_an_army_without_a_general_pursues_whole_beside_a_part_of_one_that_has_one() -> None:
    position = level()
    place(position, "vihiers", {"anjou": 9, "loroux": 4})
    part = Contingent(None, {"anjou": Condition(fresh=9), "loroux": Condition(fresh=4)}, ("stofflet",))
    position.general("stofflet", "vihiers")
    frame = Pursuit("royalist", "vihiers", (part,), (("concourson",),), active=False)
    fray = Fray(position.having(stack=[Operations("royalist"), frame]).state, stacked(()))
    assert fray.refused("pursue concourson with anjou:5 loroux:2 stofflet") == "4.5"
    assert fray.refused("pursue concourson with loroux:4 stofflet") == "4.5"
    fray.do("pursue concourson with anjou:5 loroux:4 stofflet")
    assert fray.points("concourson") == {"anjou": 5, "loroux": 4}


@pytest.mark.case("I-10", "A-56")
def test_a_pursuit_by_order_goes_as_far_as_it_may() -> None:
    """In the first turn nobody leaves home: of two areas the first is still open."""
    position = level().turn(1).points("trementines", anjou=9)
    part = Contingent(None, {"anjou": Condition(fresh=9)})
    frame = Pursuit("royalist", "trementines", (part,), (("coron", "vihiers"),), active=False)
    fray = Fray(position.having(stack=[Operations("republican"), frame]).state, stacked(()))
    assert ordered(fray, "pursue 2") == "pursue coron with all"
    fray.state.turn = 2
    assert ordered(fray, "pursue 2") == "pursue coron > vihiers with all"
    assert ordered(fray, "pursue 2 in zones") == "pursue coron with all"


@pytest.mark.case("V-4.5-m")
def test_without_a_general_all_pursue_or_none() -> None:
    fray = routed(generals=())
    first, _ = path(fray)
    assert fray.refused(f"pursue {first} with anjou:5") == "4.5"
    fray.do(f"pursue {first} with all")
    assert fray.points(first) == {"anjou": 14}


@pytest.mark.case("V-7.1-i")
def test_on_the_first_turn_no_royalist_pursues_out_of_his_zone() -> None:
    position = given().turn(1).powder(anjou=0).points("coron", saumur=6)
    fray = attack(
        position,
        "coron",
        "trementines",
        6,
        6,
        incidents=("t11", "t3", "t10"),
        generals=("stofflet",),
        anjou=16,
    ).settle()
    rout = fray.told(FellBack)
    assert title().box.ground.zone_of(rout[0].end, False) is None
    assert fray.told(Fought)[0].rout
    assert not fray.told(Pursued)


@pytest.mark.case("V-4.5-n", "V-6-E6-b")
def test_fortifications_may_be_played_against_pursuers() -> None:
    position = level().points("vihiers", anjou=4).points("coron", anjou=2)
    fray = attack(position, "vihiers", "concourson", 6, 6, incidents=("t11", "t2", "t5"), saumur=20)
    fray.do("retreat coron")
    while fray.asked[1] == "retreat":
        fray.do("retreat auto")
    assert fray.asked == ("republican", "pursuit")
    fray.do("pursue coron with all")
    assert fray.asked == ("royalist", "fortify")
    fray.do("event e6", 3, 4, incidents=("t11", "t2", "t5"))
    assert "E6 Fortifications" in {str(term.label) for term in fray.told(Fought)[0].modifiers}


@pytest.mark.case("V-5.1-d", "V-5.2-e")
def test_places_are_taken_on_the_way() -> None:
    fray = routed(level().points("martigne", anjou=1).points("bouille", anjou=1), points=4)
    way = path(fray)
    fray.do(f"pursue {' > '.join(way)} with all")
    taken = {event.area for event in fray.told(PlaceTaken)}
    assert taken == {area for area in way if title().box.ground.area[area].base}


@pytest.mark.case("V-4.5-m", "I-10")
@pytest.mark.parametrize(
    ("order", "areas"), [("never", 0), ("pursue 1", 1), ("pursue 2", 2), ("pursue 2 if at most 5", 2)]
)
def test_standing_orders_for_a_pursuit(order: str, areas: int) -> None:
    fray = routed()
    decision = title().decisions(fray.state)[0]
    action = title().ordered(fray.state, decision, title().read_order("pursuit", order))
    way = " > ".join(path(fray)[:areas])
    assert action is not None
    assert title().notation(action) == (f"pursue {way} with all" if areas else "decline")


@pytest.mark.case("V-4.5-m", "I-10")
def test_silence_is_no_pursuit() -> None:
    fray = routed().do("decline")
    assert fray.group.at == "vihiers"
    assert not fray.told(Pursued)


def pursuing(position: Given, at: str, *way: str, side: Side = "republican", **points: int) -> Fray:
    """A side has routed somebody along a way and may pursue."""
    place(position, at, points)
    part = Contingent(None, {kind: Condition(fresh=count) for kind, count in kinds(points).items()})
    position.state.stack = [Operations("royalist"), Pursuit(side, at, (part,), (way,), active=False)]
    return Fray(position.state, stacked(()))


@pytest.mark.case("V-3.5-q", "V-3.5-c")
def test_pursuers_pass_through_another_army_but_do_not_stay_with_it() -> None:
    fray = pursuing(level().points("montreuil", saumur=2), "bouille", "montreuil", "doue", la_rochelle=4)
    assert fray.refused("pursue montreuil with all") == "3.5"
    assert fray.legal == ["decline", "pursue montreuil > doue with all"]
    fray.do("pursue montreuil > doue with all")
    assert fray.points("doue") == {"la-rochelle": 4}


@pytest.mark.case("V-3.5-q", "V-3.5-k")
def test_royalist_pursuers_do_not_enter_where_they_are_not_welcome() -> None:
    position = level().points("coron", bas_poitou=2)
    fray = pursuing(position, "vihiers", "coron", "trementines", side="royalist", anjou=4)
    assert fray.refused("pursue coron with all") == "3.5"
    assert fray.refused("pursue coron > trementines with all") == "3.5"


@pytest.mark.case("V-4.1-h", "V-4.5-n")
def test_nobody_pursues_knowingly_into_hopeless_odds() -> None:
    position = level().points("montreuil", anjou=13)
    fray = pursuing(position, "bouille", "montreuil", "doue", saumur=4)
    assert fray.refused("pursue montreuil with all") == "4.1"


@pytest.mark.case("A-56", "V-7.1-i")
def test_the_first_turn_binds_pursuers_too() -> None:
    position = level().turn(1)
    fray = pursuing(position, "coron", "vihiers", "concourson", side="royalist", anjou=4)
    assert fray.refused("pursue vihiers with all") == "7.1"
    later = pursuing(level().turn(2), "coron", "vihiers", "concourson", side="royalist", anjou=4)
    assert "pursue vihiers with all" in later.legal


@pytest.mark.case("A-57", "V-4.5-m")
def test_of_several_paths_the_winner_follows_one() -> None:
    position = level()
    place(position, "vihiers", {"anjou": 9})
    part = Contingent(None, {"anjou": Condition(fresh=9)})
    paths = (("concourson", "doue"), ("martigne",))
    position.state.stack = [
        Operations("royalist"),
        Pursuit("royalist", "vihiers", (part,), paths, active=False),
    ]
    fray = Fray(position.state, stacked(()))
    assert {"pursue concourson with all", "pursue martigne with all"} <= set(fray.legal)
    fray.do("pursue martigne with all")
    assert fray.points("martigne") == {"anjou": 9}
    assert not fray.points("concourson")
    assert fray.asked[1] != "pursuit"


@pytest.mark.case("I-11", "V-4.5-n")
def test_in_the_combat_of_a_pursuit_all_choices_come_again() -> None:
    position = level().points("argenton", saumur=3).points("bouille", saumur=2).general("menou", "bouille")
    fray = routed(position).do("pursue argenton with all", incidents=("t6", "t3"))
    # The group is told of what it has lost when all is over.
    assert fray.group.points == {"anjou": 14}
    if fray.asked == ("republican", "march"):
        fray.do("decline")
    assert fray.asked == ("royalist", "withdraw")


@pytest.mark.case("V-3.5-o", "V-4.5-m")
def test_where_charette_does_not_bring_himself_to_pursue_his_group_stays_whole() -> None:
    position = level().points("les-essarts", centre=2)
    place(position, "belleville", {"bas_poitou": 5}, "activated")
    position.general("charette", "belleville", ready="activated")
    points = kinds({"bas_poitou": 5})
    group = Activation("royalist", "belleville", points, ("charette",), "palluau", ap=20, rolled=True)
    victors = (Contingent("palluau", {"bas-poitou": Condition(activated=5)}, ("charette",)),)
    pursuit = Pursuit("royalist", "belleville", victors, (("les-essarts",),), active=True)
    position.state.stack = [Operations("royalist", acted=True), group, pursuit]
    table = Table(position.state).act("pursue les-essarts with bas-poitou:3 charette", 1)
    assert table.group.points == points


@pytest.mark.case("A-97", "V-3.5-p", "V-4.5-m")
def test_where_charette_does_not_bring_himself_to_pursue_joly_still_may() -> None:
    position = level().points("les-essarts", centre=2).general("charette", "belleville")
    place(position.general("joly", "belleville"), "belleville", {"bas_poitou": 5})
    victors = (Contingent(None, {"bas-poitou": Condition(fresh=5)}, ("charette", "joly")),)
    pursuit = Pursuit("royalist", "belleville", victors, (("les-essarts",),), active=False)
    group = Activation("royalist", "belleville", {}, (), "belleville", rolled=True)
    position.state.stack = [Operations("royalist", acted=True), group, pursuit]
    table = Table(position.state).act("pursue les-essarts with bas-poitou:3 charette", 1)
    assert table.asked == ("royalist", "pursuit")
    assert table.refused("pursue les-essarts with bas-poitou:3 charette") == "3.5"
    table.act("pursue les-essarts with bas-poitou:5 joly", 5)
    assert table.points("les-essarts") == {"centre": 2, "bas-poitou": 5}


@pytest.mark.case("V-3.5-q", "V-3.5-m", "V-3.5-o")
def test_nobody_pursues_to_where_a_failed_test_would_leave_him_and_he_may_not_stay() -> None:
    position = level().points("les-essarts", centre=2).general("la-catheliniere", "belleville")
    place(position.general("charette", "palluau"), "palluau", {"bas_poitou": 5})
    victors = (Contingent(None, {"bas-poitou": Condition(fresh=5)}, ("charette",)),)
    way = ("belleville", "les-essarts")
    position.state.stack = [Operations("royalist"), Pursuit("royalist", "palluau", victors, (way,), False)]
    assert Table(position.state).refused("pursue belleville > les-essarts with all") == "3.5"


def followed_by_marchers(enemies: int) -> Fray:
    """Sapinaud, who has marched to the guns, pursues without the active group, and meets the enemy."""
    position = (
        level()
        .morale(republican=2, royalist=-2)
        .points("vihiers", saumur=4)
        .points("argenton", saumur=enemies)
    )
    position.points("chanzeaux", centre=5).general("sapinaud", "chanzeaux")
    fray = attack(
        position, "vihiers", "coron", 1, 6, 6, incidents=("t11", "t3"), generals=("stofflet",), anjou=10
    ).do("guns chanzeaux with all")
    while fray.asked[1] != "pursuit":
        fray.do({"march": "decline", "losses": "lose auto", "retreat": "retreat auto"}[fray.asked[1]])
    return fray.do("pursue argenton with centre:5 sapinaud")


@pytest.mark.case("V-4.2-j", "A-57")
def test_a_group_that_follows_its_pursuers_to_the_guns_has_ended_its_activation() -> None:
    fray = followed_by_marchers(4)
    assert fray.group.at == "vihiers"
    fray.do("guns vihiers with all", 1, 6, 6, incidents=("t11", "t3"))
    assert (fray.group.points, fray.group.generals) == ({}, ())
    fray.settle()
    assert fray.asked[1] == "operations"
    assert fray.points("argenton")["anjou"] > 0


@pytest.mark.case("V-4.5-k", "V-4.5-o")
@pytest.mark.parametrize(("faces", "goes_on"), [((1, 1), True), ((6, 6), False)])
def test_a_group_to_which_the_enemy_pursues_goes_on_with_those_who_are_left(
    faces: tuple[int, int], goes_on: bool
) -> None:
    fray = followed_by_marchers(12)
    had = fray.group.points["anjou"]
    fray.do("decline", 1, 1, incidents=("t11", "t2"))
    while fray.asked[1] != "pursuit":
        fray.do({"losses": "lose auto", "retreat": "retreat auto"}[fray.asked[1]])
    fray.do("pursue vihiers with all", *faces, incidents=("t11", "t3")).settle()
    assert fray.asked[1] == ("activation" if goes_on else "operations")
    if goes_on:
        assert fray.group.points == {"anjou": fray.points("vihiers")["anjou"]}
        assert fray.group.points["anjou"] < had
