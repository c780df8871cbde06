"""Retreat and rout (4.5), and through the enemy (4.6)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from data.vendee.schema import Army, Side
from engines.core.dice import Dice
from engines.vendee.combat import retreat
from engines.vendee.combat.events import FellBack, Fought
from engines.vendee.combat.frames import Battle, Contingent, Losses, Party, Retreat
from engines.vendee.events import Lost, MoraleChanged, PowderChanged
from engines.vendee.frames import Condition
from engines.vendee.procedure import PROCEDURE
from engines.vendee.resolution import Resolution
from tests.vendee.battles import IDLE, Fray, attack, place
from tests.vendee.builder import Given, Table, given, title
from tests.vendee.rules.test_combat import level


def steps(fray: Fray) -> list[str]:
    """Areas that the losers came to."""
    return [step.end for step in fray.told(FellBack)]


def ways(
    position: Given, side: Side, army: str, *path: str, left: int = 2, barred: tuple[str, ...] = ()
) -> list[str]:
    """Where a party may go next."""
    kind = next(kind for kind in title().box.army if kind == army)
    place(position, path[-1], {army: 1})
    party = Party(kind, None, {kind: Condition(fresh=1)}, (), left, path)
    frame = Retreat(side, False, barred, (party,))
    return retreat.ways_out(title().box, position.state, frame)


def beaten_attackers(*faces: int, **points: int) -> Fray:
    """Republicans attack Chantonnay from Sainte-Hermine and lose."""
    return attack(
        level().points("chantonnay", centre=12), "chantonnay", "sainte-hermine", *faces,
        incidents=("t11", "t2", "t5"), force=points or {"la_rochelle": 8},
    )  # fmt: skip


@pytest.mark.case("V-4.5-a", "V-T-CRT-a")
@pytest.mark.parametrize(("faces", "result"), [((3, 4), "AR2-30"), ((1, 1), "AD4-50")])
def test_as_many_areas_as_the_result_says(faces: tuple[int, int], result: str) -> None:
    fray = beaten_attackers(*faces).settle()
    assert fray.told(Fought)[0].result == result
    assert len(steps(fray)) == int(result[2])


@pytest.mark.case("V-4.5-c")
def test_attackers_first_go_back_to_where_they_came_from() -> None:
    assert steps(beaten_attackers(3, 4).settle())[0] == "sainte-hermine"


@pytest.mark.case("V-4.5-c")
def test_marchers_go_back_each_to_where_they_came_from() -> None:
    position = (
        level()
        .points("chantonnay", centre=3)
        .points("les-essarts", centre=3)
        .general("sapinaud", "les-essarts")
    )
    fray = attack(position, "chantonnay", "sainte-hermine", la_rochelle=18)
    fray.do("guns les-essarts with all", 1, 4, 5, incidents=("t11", "t5", "t2")).settle()
    moved = [step for step in fray.told(FellBack) if step.start == "chantonnay"]
    assert "les-essarts" in {step.end for step in moved if "sapinaud" in step.generals}


@pytest.mark.case("V-4.5-d")
def test_defenders_never_go_where_the_attacker_came_from() -> None:
    position = level().points("chantonnay", la_rochelle=1)
    fray = attack(position, "chantonnay", "sainte-hermine", 5, 6, incidents=("t11", "t2"), anjou=12)
    if fray.asked[1] == "retreat":
        assert fray.refused("retreat sainte-hermine") == "4.5"
    fray.settle()
    assert "sainte-hermine" not in steps(fray)


@pytest.mark.case("V-4.5-d", "V-4.5-e", "A-53")
def test_all_areas_from_which_attackers_came_are_barred_on_every_step() -> None:
    found = ways(level(), "republican", "saumur", "vihiers", "concourson", barred=("doue", "martigne"))
    assert "doue" not in found
    assert "martigne" not in found


@pytest.mark.case("V-4.5-e")
def test_out_of_control_before_controlled_before_occupied() -> None:
    position = given().past("e2").points("chemille", saumur=1)
    free = ways(position, "royalist", "anjou", "trementines")
    assert "chemille" not in free
    assert "coron" not in free
    position = given()
    for area in ("cholet", "maulevrier", "jallais", "coron"):
        position.points(area, saumur=2)
    assert ways(position, "royalist", "anjou", "trementines") == ["chemille"]
    position.points("chemille", saumur=2)
    assert set(ways(position, "royalist", "anjou", "trementines")) <= {
        "cholet", "maulevrier", "jallais", "coron", "chemille",
    }  # fmt: skip


@pytest.mark.case("V-4.5-f", "E-20")
def test_republicans_go_towards_a_base_of_their_own_army() -> None:
    assert ways(level(), "republican", "la-rochelle", "chantonnay", "sainte-hermine") == ["lucon"]
    assert ways(level(), "republican", "saumur", "vihiers", "concourson") == ["doue", "bouille"]


@pytest.mark.case("V-4.5-f")
def test_royalists_go_towards_their_own_zone() -> None:
    assert ways(level(), "royalist", "anjou", "doue", "concourson") == ["martigne", "vihiers"]
    assert ways(level(), "royalist", "centre", "mareuil") == ["bournezeau"]
    assert set(ways(level(), "royalist", "anjou", "vihiers")) == {"chanzeaux", "coron"}


@pytest.mark.case("V-4.5-f", "I-08")
def test_of_several_that_are_equal_the_owner_chooses() -> None:
    fray = attack(
        level().points("vihiers", anjou=6), "vihiers", "concourson", 5, 5, incidents=("t11", "t2"), saumur=9
    )
    assert fray.legal[:3] == ["retreat auto", "retreat chanzeaux", "retreat coron"]
    assert fray.refused("retreat argenton") == "4.5"
    assert fray.refused("retreat cholet") == "4.5"


@pytest.mark.case("V-4.5-g")
def test_no_retreat_swims_the_loire() -> None:
    found = ways(level(), "republican", "saumur", "brissac", left=1)
    assert found == ["angers"]
    position = level().points("angers", anjou=3)
    assert "saint-georges" not in ways(position, "republican", "saumur", "brissac")


@pytest.mark.case("V-4.5-b", "V-4.6-c", "V-4.6-d", "D-15")
def test_a_path_that_ends_on_the_enemy_goes_on_with_losses() -> None:
    position = level().points("chantonnay", centre=12)
    position.points("lucon", anjou=1).points("mareuil", anjou=1).points("l-hermenault", anjou=1)
    position.points("bournezeau", centre=1).points("bazoges", centre=1)
    fray = attack(
        position, "chantonnay", "sainte-hermine", 3, 4, incidents=("t11", "t2", "t5"), la_rochelle=9
    ).settle()
    toll = [event for event in fray.told(Lost) if event.case == "4.6"]
    assert [event.points for event in toll] == [{"la-rochelle": 1}]
    assert len(steps(fray)) == 3
    assert [event.side for event in fray.told(MoraleChanged)] == ["royalist"]
    assert fray.told(PowderChanged) == []


def run_into(side: Side, army: str, count: int, area: str, to: str, foe: str, foes: int) -> Table:
    """A party in one area has to go on to the next, where the enemy is."""
    box = title().box
    kind = next(kind for kind in box.army if kind == army)
    position = level()
    place(position, area, {army: count})
    place(position, to, {foe: foes})
    state = position.state
    party = Party(kind, to, {kind: Condition(fresh=count)}, (), 1, (area,))
    battle = Battle(area, side, (), (), stage="end")
    state.stack = [*state.stack, battle, Retreat(side, False, (), (party,))]
    ctx = Resolution(box, state, Dice("any"))
    while not any(isinstance(event, Lost) for event in ctx.events):
        PROCEDURE.handler(state.stack[-1]).go_on(ctx, state.stack[-1])
    table = Table(state)
    table.events = ctx.events
    return table


@pytest.mark.case("D-15", "V-4.6-a", "V-4.6-b", "V-4.6-c")
@pytest.mark.parametrize(
    ("side", "army", "count", "area", "to", "foe", "foes", "lost"),
    [
        ("royalist", "anjou", 10, "concourson", "doue", "saumur", 3, 9),
        ("republican", "saumur", 10, "coron", "trementines", "anjou", 3, 9),
        ("royalist", "anjou", 10, "coron", "vihiers", "saumur", 4, 8),
        ("republican", "saumur", 10, "concourson", "vihiers", "anjou", 4, 8),
        ("royalist", "anjou", 5, "concourson", "doue", "saumur", 3, 5),
    ],
)
def test_running_through_the_enemy(
    side: Side, army: str, count: int, area: str, to: str, foe: str, foes: int, lost: int
) -> None:
    table = run_into(side, army, count, area, to, foe, foes)
    assert table.told(Lost)[0].points == {army: lost}
    assert table.points(to).get(army, 0) == count - lost


@pytest.mark.case("V-4.5-h")
def test_defenders_of_noirmoutier_are_lost() -> None:
    position = level().points("noirmoutier", bas_poitou=4).general("charette", "noirmoutier")
    fray = attack(
        position, "noirmoutier", "beauvoir", 5, 6, 6, incidents=("t11", "t2", "t5"), nantes=20
    ).settle()
    assert fray.points("noirmoutier").get("bas-poitou") is None


@pytest.mark.case("V-4.5-h", "V-3.7-i", "V-4.5-p")
def test_generals_on_noirmoutier_may_be_captured() -> None:
    position = level().points("noirmoutier", bas_poitou=4).general("charette", "noirmoutier")
    fray = attack(
        position, "noirmoutier", "beauvoir", 5, 6, 1, incidents=("t11", "t2", "t5"), nantes=20
    ).settle()
    assert fray.fate("charette") == "captured"
    assert fray.state.morale["republican"] >= 1


@pytest.mark.case("V-4.5-p", "V-3.7-i")
def test_a_general_whose_escort_is_destroyed_may_be_captured() -> None:
    position = level().points("vihiers", anjou=1).general("stofflet", "vihiers")
    fray = attack(position, "vihiers", "concourson", 6, 6, 1, incidents=("t11", "t2"), saumur=10).settle()
    assert fray.fate("stofflet") == "captured"
    position = level().points("vihiers", anjou=1).general("stofflet", "vihiers")
    fray = attack(position, "vihiers", "concourson", 6, 6, 2, incidents=("t11", "t2"), saumur=10).settle()
    assert fray.fate("stofflet") == "map"
    assert fray.where("stofflet") != "vihiers"


@pytest.mark.case("V-4.5-i", "V-QA-21")
def test_at_the_edge_of_the_map_they_go_along_it() -> None:
    assert ways(level(), "republican", "nantes", "coueron", "nantes", left=2)
    assert ways(level(), "republican", "la-rochelle", "coulonges", "fontenay", left=3)


@pytest.mark.case("V-4.5-j", "V-QA-22")
def test_on_the_first_turn_royalists_stay_at_home_while_they_can() -> None:
    position = given().turn(1)
    found = ways(position.points("chantonnay", la_rochelle=9), "royalist", "centre", "bournezeau")
    assert set(found) <= {"chantonnay", "les-essarts"}
    position = given().turn(1).points("reze", nantes=1)
    assert "reze" not in ways(position, "royalist", "loroux", "vertou")


@pytest.mark.case("V-4.5-j", "V-QA-22")
def test_on_the_first_turn_they_leave_when_nothing_else_is_possible() -> None:
    found = ways(given().turn(1), "royalist", "anjou", "fontenay", "vouvant", left=3)
    assert found


@pytest.mark.case("V-4.5-e", "A-52")
def test_nobody_steps_back_while_there_is_another_way() -> None:
    assert "vihiers" not in ways(level(), "republican", "saumur", "doue", "concourson", "vihiers", "martigne")
    held = level().points("noirmoutier", nantes=1)
    assert ways(held, "royalist", "bas-poitou", "beauvoir", "noirmoutier", left=1) == ["beauvoir"]


@pytest.mark.case("V-4.5-l", "V-2.4-d")
def test_the_routed_are_not_activated_again_in_this_phase() -> None:
    position = level().points("vihiers", anjou=4).general("stofflet", "vihiers")
    fray = attack(position, "vihiers", "concourson", 6, 6, incidents=("t11", "t2"), saumur=14).settle()
    assert fray.told(Fought)[0].rout
    where = fray.where("stofflet")
    assert where is not None
    assert fray.state.forces[where]["anjou"].routed == fray.state.forces[where]["anjou"].total
    assert fray.state.officers["stofflet"].ready == "routed"


@pytest.mark.case("V-4.5-l")
def test_those_who_only_retreat_may_still_be_activated() -> None:
    position = level().points("vihiers", anjou=6).general("stofflet", "vihiers")
    fray = attack(position, "vihiers", "concourson", 5, 4, incidents=("t11", "t2"), saumur=11).settle()
    assert not fray.told(Fought)[0].rout
    where = fray.where("stofflet")
    assert where is not None
    assert fray.state.forces[where]["anjou"].fresh == fray.state.forces[where]["anjou"].total


@pytest.mark.case("V-4.5-q", "V-4.1-c", "A-55")
def test_each_army_goes_its_own_way() -> None:
    contingents = (
        Contingent(
            None, {"anjou": Condition(fresh=3), "centre": Condition(fresh=2)}, ("sapinaud", "bonchamps")
        ),
        Contingent(
            "coron", {"anjou": Condition(fresh=1), "chouans": Condition(fresh=1)}, ("stofflet",), joined=True
        ),
    )
    position = (
        given().general("sapinaud", "vihiers").general("bonchamps", "vihiers").general("stofflet", "vihiers")
    )
    found = retreat.parties(position.state, "vihiers", contingents, 2)
    assert [(party.army, party.origin, party.generals) for party in found] == [
        ("anjou", None, ("bonchamps",)),
        ("centre", None, ("sapinaud",)),
        ("anjou", "coron", ("stofflet",)),
    ]
    assert found[2].points == {"anjou": Condition(fresh=1), "chouans": Condition(fresh=1)}


@pytest.mark.case("V-3.5-d")
def test_a_rout_may_throw_republican_armies_together() -> None:
    position = level().points("lucon", saumur=2)
    assert ways(position, "republican", "la-rochelle", "chantonnay", "sainte-hermine", left=1) == ["lucon"]


@pytest.mark.case("V-3.5-k", "A-30", "I-20")
def test_royalists_choose_an_area_where_they_are_welcome() -> None:
    position = level().points("coron", bas_poitou=2)
    assert ways(position, "royalist", "anjou", "vihiers", left=1) == ["chanzeaux"]


@pytest.mark.case("A-30", "V-3.5-i", "I-20")
def test_a_general_of_the_loroux_with_the_centre_goes_where_anjou_is() -> None:
    """La Mothe-Achard is nearer to the Centre's zone, but there the two may not be by themselves."""
    position = level().points("saint-gilles", centre=2).points("apremont", anjou=1)
    party = Party("centre", None, {"centre": Condition(fresh=2)}, ("royrand",), 1, ("saint-gilles",))

    def found(*generals: str) -> list[str]:
        frame = Retreat("royalist", False, ("challans",), (replace(party, generals=generals),))
        return retreat.ways_out(title().box, position.state, frame)

    assert found("royrand") == ["la-mothe-achard"]
    assert found("royrand", "lyrot") == ["apremont"]


@pytest.mark.case("V-4.5-e", "V-4.5-f", "I-08")
@pytest.mark.parametrize(
    ("order", "area"),
    [
        ("auto", "coron"),
        ("prefer chanzeaux", "chanzeaux"),
        ("towards cholet", "coron"),
        ("towards angers", "chanzeaux"),
    ],
)
def test_standing_orders_for_a_retreat(order: str, area: str) -> None:
    fray = attack(
        level().points("vihiers", anjou=6), "vihiers", "concourson", 5, 5, incidents=("t11", "t2"), saumur=9
    )
    decision = title().decisions(fray.state)[0]
    action = title().ordered(fray.state, decision, title().read_order("retreat", order))
    assert action is not None
    assert decision.interrupt
    assert title().notation(action) in (f"retreat {area}", "retreat auto" if order == "auto" else "")


@pytest.mark.case("V-4.5-e", "I-08")
def test_the_rest_may_be_left_to_the_defaults() -> None:
    fray = attack(
        level().points("vihiers", anjou=6), "vihiers", "concourson", 5, 5, incidents=("t11", "t2"), saumur=9
    ).do("retreat auto")
    assert steps(fray)[0] == "coron"
    assert not any(isinstance(frame, Battle | Retreat) for frame in fray.state.stack)


@pytest.mark.case("I-08")
@pytest.mark.parametrize(("friends", "area"), [((), "coron"), (("chanzeaux",), "chanzeaux")])
def test_whoever_says_nothing_goes_to_friends_and_else_by_a_road(friends: tuple[str, ...], area: str) -> None:
    position = level().points("vihiers", anjou=6)
    for friend in friends:
        position.points(friend, anjou=1)
    assert "coron" in title().box.ground.roads["vihiers"]
    assert "chanzeaux" not in title().box.ground.roads["vihiers"]
    fray = attack(position, "vihiers", "concourson", 5, 5, incidents=("t11", "t2"), saumur=9)
    assert steps(fray.do("retreat auto"))[0] == area


@pytest.mark.case("I-08", "I-09")
@pytest.mark.parametrize(
    ("side", "army", "here", "better", "worse"),
    [
        ("royalist", "anjou", "tiffauges", "montfaucon", "montaigu"),  # its own country
        ("republican", "saumur", "le-loroux", "vertou", "champtoceaux"),  # in supply
        ("royalist", "anjou", "coron", "les-aubiers", "vihiers"),  # no enemy whom one sees
    ],
)
def test_whoever_says_nothing_keeps_to_supply_and_to_his_own_country_and_off_the_enemy(
    side: Side, army: Army, here: str, better: str, worse: str
) -> None:
    """Between areas that are alike otherwise, whichever comes first on the map."""
    foes = {"anjou": 3} if side == "republican" else {"saumur": 3}
    position = given()
    place(position, "vihiers", foes)
    frame = Retreat(side, False, (), (Party(army, None, {army: Condition(fresh=2)}, (), 1, (here,)),))
    for between in ((better, worse), (worse, better)):
        assert retreat.by_default(title().box, position.state, frame, between) == better


@pytest.mark.case("V-4.5-h")
def test_no_way_out_is_the_end() -> None:
    position = level().points("coueron", nantes=4)
    barred = tuple(title().box.ground.ways["coueron"])
    assert ways(position, "republican", "nantes", "coueron", barred=barred) == []


@pytest.mark.case("A-30", "I-20")
def test_royalists_are_choosy_only_within_the_best_class() -> None:
    position = level()
    for area in title().box.ground.ways["vihiers"]:
        position.points(area, bas_poitou=2)
    assert set(ways(position, "royalist", "anjou", "vihiers", left=1)) == {"coron", "chanzeaux"}
    # Chanzeaux is welcoming but controlled from Martigné; Coron is out of control, but Bas-Poitou is there.
    position = level().points("coron", bas_poitou=2)
    for area in ("argenton", "martigne", "concourson"):
        position.points(area, saumur=1)
    assert ways(position, "royalist", "anjou", "vihiers", left=1) == ["coron"]


@pytest.mark.case("A-30", "V-3.5-k", "I-20")
def test_a_retreat_throws_royalists_together_who_may_not_be() -> None:
    position = level().points("vihiers", anjou=3)
    for area in title().box.ground.ways["vihiers"]:
        if area != "concourson":
            position.points(area, bas_poitou=2)
    fray = attack(position, "vihiers", "concourson", 4, 3, incidents=("t11",), saumur=5).settle()
    (last,) = steps(fray)
    assert fray.points(last) == {"anjou": 2, "bas-poitou": 2}


@pytest.mark.case("A-52")
def test_a_rout_does_not_go_back_and_forth_though_it_were_the_way_home() -> None:
    assert "doue" in ways(level(), "republican", "saumur", "martigne")
    assert "doue" not in ways(level(), "republican", "saumur", "doue", "martigne")


@pytest.mark.case("A-53")
def test_areas_from_which_others_marched_in_are_barred_too() -> None:
    position = level().points("vihiers", saumur=4).points("argenton", anjou=2).general("stofflet", "argenton")
    fray = attack(position, "vihiers", "coron", generals=("bonchamps",), anjou=20)
    fray.do("guns argenton with all", 1, 6, 6, incidents=("t11", "t3", "t10"))
    while fray.asked[1] == "losses":
        fray.do("lose auto")
    frame = next((frame for frame in fray.state.stack if isinstance(frame, Retreat)), None)
    if frame is not None:
        assert set(frame.barred) == {"coron", "argenton"}
        fray.do("retreat auto")
    assert {"coron", "argenton"}.isdisjoint(steps(fray))


def surrounded(*faces: int) -> Table:
    """Two combat points with Canclaux, beaten in Couëron, to which the enemy came from all sides."""
    position = level().points("coueron", nantes=2, anjou=3).general("canclaux", "coueron")
    party = Party("nantes", None, {"nantes": Condition(fresh=2)}, ("canclaux",), 2, ("coueron",))
    barred = tuple(title().box.ground.ways["coueron"])
    state = position.state
    attacking = Contingent("nantes", {"anjou": Condition(activated=3)})
    battle = Battle("coueron", "royalist", (attacking,), (), stage="spoils")
    state.stack = [*state.stack, battle, Retreat("republican", False, barred, (party,))]
    dice = Dice(None)
    dice.feed(faces)
    ctx = Resolution(title().box, state, dice)
    while isinstance(state.stack[-1], Retreat):
        PROCEDURE.handler(state.stack[-1]).go_on(ctx, state.stack[-1])
    table = Table(state)
    table.events = ctx.events
    return table


@pytest.mark.case("A-54", "V-3.7-i")
@pytest.mark.parametrize(("face", "fate"), [(1, "captured"), (2, "map")])
def test_without_any_way_they_are_lost_and_their_generals_rolled_for(face: int, fate: str) -> None:
    table = surrounded(face)
    assert table.points("coueron") == {"anjou": 3}
    assert [event.points for event in table.told(Lost)] == [{"nantes": 2}]
    assert table.fate("canclaux") == fate


@pytest.mark.case("A-55")
def test_one_army_of_one_origin_takes_one_path() -> None:
    position = level().points("vihiers", anjou=8, centre=4)
    fray = attack(position, "vihiers", "concourson", 5, 5, incidents=("t11", "t2", "t5"), saumur=16)
    while fray.asked[1] == "losses":
        fray.do("lose auto")
    frame = fray.state.stack[-1]
    assert isinstance(frame, Retreat)
    assert [(party.army, party.origin) for party in frame.parties] == [("anjou", None), ("centre", None)]
    fray.do("retreat chanzeaux")
    assert fray.told(FellBack)[0].points == {"anjou": frame.parties[0].points["anjou"].total}


@pytest.mark.case("A-105")
def test_a_general_without_points_of_his_army_goes_with_the_largest_party() -> None:
    position = level().points("vihiers", anjou=4, centre=8).general("charette", "vihiers")
    fray = attack(position, "vihiers", "concourson", 5, 5, incidents=("t11", "t2", "t5"), saumur=16)
    while fray.asked[1] == "losses":
        fray.do("lose auto")
    frame = fray.state.stack[-1]
    assert isinstance(frame, Retreat)
    assert {party.army: party.generals for party in frame.parties} == {"anjou": (), "centre": ("charette",)}


@pytest.mark.case("I-08", "I-09")
def test_by_default_nobody_goes_where_only_the_enemy_leads_on() -> None:
    """From Couëron they could only turn back, and end there; from Mauves only Ancenis leads on."""
    position = level().points("nantes", nantes=4).points("les-herbiers", centre=1)
    fray = attack(position, "nantes", "reze", 5, 4, incidents=IDLE[:2], anjou=12).settle()
    assert [step.end for step in fray.told(FellBack)] == ["mauves", "ancenis"]
    position = level().points("nantes", nantes=4).points("ancenis", anjou=3)
    fray = attack(position, "nantes", "reze", 5, 4, incidents=IDLE[:2], anjou=12).settle()
    assert [step.end for step in fray.told(FellBack)] == ["coueron"]


@pytest.mark.case("A-59", "V-4.6-a", "I-09")
def test_each_enemy_area_on_the_way_takes_its_toll() -> None:
    position = level().points("concourson", anjou=20).points("doue", saumur=2).points("saumur", saumur=1)
    for area in title().box.ground.ways["doue"]:
        if area != "concourson":
            position.points(area, saumur=1 if area != "saumur" else 0)
    box, state = title().box, position.state
    party = Party("anjou", "doue", {"anjou": Condition(fresh=20)}, (), 2, ("concourson",))
    battle = Battle("concourson", "royalist", (), (), stage="spoils")
    state.stack = [*state.stack, battle, Retreat("royalist", False, ("concourson",), (party,), chosen=True)]
    ctx = Resolution(box, state, Dice(None))
    while isinstance(state.stack[-1], Retreat | Losses):
        PROCEDURE.handler(state.stack[-1]).go_on(ctx, state.stack[-1])
    tolls = [(event.area, event.points) for event in ctx.events if isinstance(event, Lost)]
    assert tolls[0] == ("doue", {"anjou": 6})
    assert len(tolls) == 2
