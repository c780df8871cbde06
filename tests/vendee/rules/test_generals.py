"""Generals alone, generals lost on the way, and whom bands follow (1.3, 1.6, 3.1, 3.2, 3.7)."""

from __future__ import annotations

import pytest

from data.vendee.schema import ARMIES
from engines.core.dice import Dice
from engines.core.errors import StateError
from engines.vendee.frames import Activation, Committee, Operations, Refuge, Wounded
from engines.vendee.phases.committee import sit
from engines.vendee.position import isolated
from engines.vendee.position.groups import after_combat
from engines.vendee.resolution import Resolution
from engines.vendee.state import leads
from engines.vendee.tracks.powder import marker_of, shares
from tests.vendee.builder import Given, Table, given, title


def cornered() -> Given:
    """Stofflet on Noirmoutier, whose only way out is held by the enemy too."""
    position = given().points("noirmoutier", nantes=2).points("beauvoir", nantes=2)
    position.general("stofflet", "noirmoutier")
    return position.phase(
        "operations", Operations("republican"), Refuge("royalist", "noirmoutier", ("stofflet",))
    )


@pytest.mark.case("V-3.7-f", "V-3.7-g")
@pytest.mark.parametrize(("face", "fate", "morale"), [(1, "captured", 1), (2, "map", 0), (6, "map", 0)])
def test_a_die_is_rolled_for_each_area_with_enemies_on_the_way(face: int, fate: str, morale: int) -> None:
    table = cornered().table().go_on(face)
    assert table.fate("stofflet") == fate
    assert table.state.morale["republican"] == morale


@pytest.mark.case("V-3.7-e", "V-3.7-f")
def test_the_flight_goes_on_until_no_enemy_counter_is_there() -> None:
    table = cornered().table().go_on(6)
    assert table.where("stofflet") == "beauvoir"
    assert isinstance(table.state.stack[-1], Refuge)
    table.act(table.legal[0])
    assert table.where("stofflet") not in ("beauvoir", "noirmoutier")
    assert not isinstance(table.state.stack[-1], Refuge)


@pytest.mark.case("V-3.7-a", "V-3.7-f")
@pytest.mark.parametrize("friends", [1, 4])
def test_who_flees_to_friends_is_not_rolled_for_though_the_beaten_are_still_there(friends: int) -> None:
    position = given().points("nantes", nantes=friends, anjou=1).points("coueron", anjou=1)
    frame = Refuge("republican", "coueron", ("beysser",))
    position.general("beysser", "coueron").phase("operations", Operations("royalist"), frame)
    table = Table(position.state).go_on()
    assert table.where("beysser") == "nantes"
    assert table.state.stack == [Operations("royalist")]


@pytest.mark.case("V-3.7-e", "V-3.5-m", "A-30")
def test_who_keeps_to_himself_flees_to_others_only_where_nothing_else_is_as_good() -> None:
    position = given().points("belleville", nantes=4).general("la-catheliniere", "belleville")
    position.general("charette", "lege").points("palluau", bas_poitou=3)
    frame = Refuge("royalist", "belleville", ("la-catheliniere",))
    legal = position.phase("operations", Operations("republican"), frame).table().legal
    assert "flee palluau" in legal
    assert "flee lege" not in legal


@pytest.mark.case("V-3.7-g", "V-T-MORALE-a")
def test_a_captured_republican_changes_no_morale() -> None:
    ctx = Resolution(title().box, given().general("menou", "saumur").state, Dice(None))
    isolated.captured(ctx, "menou")
    assert ctx.state.officers["menou"].fate == "captured"
    assert ctx.state.morale == {"republican": 0, "royalist": 0}


@pytest.mark.case("V-3.7-i", "A-33")
@pytest.mark.parametrize(("enemy_there", "faces"), [(True, (1,)), (False, ())])
def test_a_general_whose_escort_died_is_rolled_for_where_enemies_are(
    enemy_there: bool, faces: tuple[int, ...]
) -> None:
    position = given().general("stofflet", "vihiers")
    if enemy_there:
        position.points("vihiers", saumur=1)
    dice = Dice(None)
    dice.feed(faces)
    ctx = Resolution(title().box, position.state, dice)
    isolated.escort_lost(ctx, "vihiers", "royalist", ())
    assert (ctx.state.officers["stofflet"].fate == "captured") == enemy_there


@pytest.mark.case("V-3.7-a")
def test_a_general_with_friends_does_not_flee() -> None:
    position = given().general("stofflet", "vihiers").points("vihiers", saumur=1, centre=1)
    ctx = Resolution(title().box, position.state, Dice(None))
    isolated.settle(ctx, "vihiers", "royalist")
    assert not isinstance(ctx.state.stack[-1], Refuge)


@pytest.mark.case("V-3.1-e", "V-3.2-i", "V-QA-11")
def test_without_its_general_a_group_keeps_its_points_but_drops_nobody() -> None:
    position = given().more().points("saumur", saumur=6).general("menou", "saumur")
    table = position.table().act("activate saumur with all", 4, 4)
    assert "drop saumur:1" in table.legal
    ctx = Resolution(title().box, table.state.copy(), Dice(None))
    ctx.send_off("menou", "light", "4.3 T7", 3)
    after_combat(ctx, won=True, points={"saumur": 6}, generals=())
    table.state = ctx.state
    assert table.group.ap == 10
    assert table.refused("drop saumur:1") == "3.2"
    table.act("move saumur > doue > concourson")
    assert table.points("concourson") == {"saumur": 6}


@pytest.mark.case("V-2.4-b")
def test_a_lost_combat_ends_the_activation() -> None:
    position = given().more().points("saumur", saumur=6).general("menou", "saumur")
    table = position.table().act("activate saumur with all", 4, 4)
    ctx = Resolution(title().box, table.state.copy(), Dice(None))
    after_combat(ctx, won=False, points={}, generals=())
    table.state = ctx.state
    assert not any(isinstance(frame, Activation) for frame in table.go_on().state.stack)


@pytest.mark.case("A-26")
def test_a_combat_ends_the_march_by_road_through_controlled_areas() -> None:
    position = given().more().points("saumur", saumur=6).general("menou", "saumur")
    table = position.table().act("move saumur > doue with all", 4, 4)
    assert table.group.by_road
    ctx = Resolution(title().box, table.state.copy(), Dice(None))
    after_combat(ctx, won=True, points={"saumur": 5}, generals=("menou",))
    table.state = ctx.state
    assert not table.group.by_road


@pytest.mark.case("V-3.2-b")
def test_combat_points_need_no_general_to_act() -> None:
    table = given().more().points("saumur", saumur=6).table().act("move saumur > doue with all").act("stop")
    assert table.points("doue") == {"saumur": 6}


@pytest.mark.case("V-3.3-a")
def test_towns_and_strongholds_change_no_cost() -> None:
    ground = title().box.ground
    for town, open_country in (("parthenay", "secondigny"), ("thouars", "montreuil")):
        assert ground.area[town].stronghold
        assert not ground.area[open_country].stronghold
    assert ground.step["saint-varent", "thouars"].republican == 2
    assert ground.step["montreuil", "doue"].republican == 2


@pytest.mark.case("A-02", "V-1.3-c")
def test_deserters_and_emigres_follow_any_royalist_and_chouans_anjous() -> None:
    state = given().state
    assert leads(state, "charette", "deserters")
    assert leads(state, "sapinaud", "emigres")
    assert leads(state, "stofflet", "chouans")
    assert not leads(state, "sapinaud", "chouans")
    assert not leads(state, "menou", "deserters")


@pytest.mark.case("V-1.6-d", "A-62", "A-02")
def test_the_loroux_use_the_marker_of_whom_they_are_with() -> None:
    assert shares({"loroux": 3}) == {"anjou": 3}
    assert shares({"loroux": 3, "bas-poitou": 2}) == {"bas-poitou": 5}
    assert shares({"anjou": 3, "centre": 4, "loroux": 2}) == {"anjou": 5, "centre": 4}
    assert shares({"centre": 4, "loroux": 5}) == {"centre": 9}
    assert shares({"anjou": 3, "centre": 4, "loroux": 2, "deserters": 1}) == {"anjou": 6, "centre": 4}


@pytest.mark.case("V-4.1-t", "A-36", "I-17")
def test_the_army_with_most_combat_points_lends_its_marker() -> None:
    assert marker_of({"anjou": 8, "centre": 6}) == ("anjou",)
    assert marker_of({"anjou": 6, "centre": 6}) == ("anjou", "centre")


@pytest.mark.case("V-1.6-e")
def test_a_track_ends_at_its_ends() -> None:
    ctx = Resolution(title().box, given().morale(royalist=1).state, Dice(None))
    ctx.change_morale("royalist", 3, "test", "5")
    assert ctx.state.morale["royalist"] == 2
    ctx.change_powder("anjou", -1, "test", "5")
    assert ctx.state.powder["anjou"] == -2


@pytest.mark.case("V-1.6-f", "V-ER-4")
def test_any_number_of_stacks_may_be_activated() -> None:
    position = given().points("cholet", anjou=1).points("beaupreau", anjou=1)
    places = [area for area in title().box.ground.placement["saumur"] if area != "saumur"][:9]
    for area in places:
        position.points(area, saumur=1)
    table = position.table()
    for area in places[:8]:
        table.act(f"activate {area} with all").act("stop")
    assert table.asked == ("republican", "operations")


@pytest.mark.case("V-7.1-i")
def test_in_the_first_turn_no_royalist_leaves_his_zone() -> None:
    position = given().turn(1).more().hand("royalist").points("vallet", loroux=2).points("chanzeaux", anjou=2)
    table = position.table()
    assert table.refused("move vallet > clisson > tiffauges with all") == "7.1"
    assert table.refused("move chanzeaux > vihiers with all") == "7.1"
    table.act("move vallet > clisson with all")


@pytest.mark.case("V-1.2-a", "A-85", "A-01")
def test_counters_are_worth_one_to_ten_and_change_keeps_the_total() -> None:
    from engines.vendee.position.sight import fewest

    assert [fewest({"anjou": count}) for count in (1, 2, 3, 5, 9, 10, 18)] == [1, 1, 2, 1, 3, 1, 4]
    assert fewest({"anjou": 5, "centre": 5}) == 2


@pytest.mark.case("A-18")
def test_the_mayencais_have_an_exemption_of_their_own() -> None:
    position = given().past("e13").having(attached="nantes")
    for general in ("canclaux", "beysser", "kleber", "haxo"):
        position.general(general, "nantes")
    ctx = Resolution(title().box, position.state, Dice(None))
    sit(ctx)
    frame = ctx.state.stack[-1]
    assert isinstance(frame, Committee)
    assert set(frame.accused) == {"nantes", "mayence"}


@pytest.mark.case("V-0.3-a")
def test_two_dice_are_an_ordered_pair() -> None:
    dice = Dice(None)
    dice.feed([2, 5])
    assert Resolution(title().box, given().state, dice).pair("combat") == (2, 5)
    assert [draw.value for draw in dice.take()] == ["2", "5"]


@pytest.mark.case("V-1.3-a", "V-1.1-a")
def test_there_are_eight_armies_and_every_general_has_two_ratings() -> None:
    assert len(ARMIES) == 8
    for general in title().box.general.values():
        assert 0 <= general.strategic <= 3
        assert 0 <= general.tactical <= 3


@pytest.mark.case("I-02")
def test_silence_in_hand_hands_over_and_the_prompt_warns() -> None:
    table = given().more().hand("republican", passed=True).points("saumur", saumur=1).table()
    decision = title().decisions(table.state)[0]
    assert "hand over to end the operations" in decision.prompt
    action = title().fallback(table.state, decision)
    assert action is not None
    assert title().notation(action) == "pass"


@pytest.mark.case("I-24", "V-2.2-q")
def test_silence_places_all_and_plays_no_event() -> None:
    position = given().reinforcing("royalist", anjou=9, bas_poitou=10).fate("charette", "arriving", 2)
    table = position.fate("la-catheliniere", "arriving", 2).fate("stofflet", "arriving", 2).table()
    action = title().fallback(table.state, title().decisions(table.state)[0])
    assert action is not None
    table.roll_on(title().notation(action))
    assert table.state.arrivals == {}
    assert table.fate("charette") == table.fate("stofflet") == "map"
    where = table.where("la-catheliniere")
    assert where is not None
    assert where != table.where("charette")
    assert table.points(where)["bas-poitou"] >= 2


@pytest.mark.case("A-08")
def test_republicans_without_any_place_lose_their_points_and_their_generals_wait() -> None:
    position = given().reinforcing("republican", nantes=3).fate("vergnes", "arriving", 2)
    ground = title().box.ground
    for base in ground.bases["nantes"]:
        for area in (base, *ground.neighbours[base]):
            position.points(area, bas_poitou=1)
    table = position.having(markers=dict.fromkeys(position.state.markers, 0)).table().roll_on("done")
    assert table.state.officers["vergnes"].due == 3
    assert "nantes" not in {kind for kinds in table.state.forces.values() for kind in kinds}


def test_markers_of_readiness_come_off_after_operations() -> None:
    position = given().general("stofflet", "cholet", ready="activated")
    title().check(position.state)
    with pytest.raises(StateError, match=r"officers\.stofflet: markers come off"):
        title().check(position.phase("wounded", Wounded()).state)
