"""Set-up, placement and the totals of reinforcements (2.2, 7.1)."""

from __future__ import annotations

import msgspec
import pytest

from data.vendee.schema import Army, Side
from engines.core.dice import Dice
from engines.vendee.box import Box
from engines.vendee.events import Lost
from engines.vendee.frames import Reinforce
from engines.vendee.phases.placement import counters, open_areas, preferred
from engines.vendee.resolution import Resolution
from engines.vendee.state import points_in
from engines.vendee.tracks.raising import add_arrivals
from engines.vendee.view import sees
from tests.vendee.builder import Table, areas, given, title


def fresh_game(*faces: int, **options: bool) -> Table:
    """A new game whose first rolls are fed."""
    dice = Dice("set-up")
    dice.feed(faces)
    return Table(title().setup("campaign", {k.replace("_", "-"): v for k, v in options.items()}, dice).state)


@pytest.mark.case("V-7.1-a", "V-7.1-b", "V-7.1-c", "V-7.1-j", "V-T-REINF-e")
def test_the_republicans_place_first_what_the_national_guards_roll() -> None:
    table = fresh_game(1, 1, 3, 3, 6, 6)
    assert table.asked == ("republican", "reinforcements")
    assert table.state.arrivals == {"nantes": 4, "saumur": 5, "la-rochelle": 6}
    assert table.state.morale == {"republican": 0, "royalist": 0}
    assert set(table.state.powder.values()) == {-2}
    arriving = {id for id, officer in table.state.officers.items() if officer.fate == "arriving"}
    assert {"canclaux", "beysser", "quetineau", "gauvilliers", "boulard", "chalbos"} <= arriving
    assert "menou" not in arriving


@pytest.mark.case("V-7.1-d", "E-25", "V-CL-6", "A-82", "V-7.1-e", "V-QA-04")
def test_republicans_start_near_their_own_bases_and_bases_may_stay_empty() -> None:
    table = fresh_game(3, 3, 3, 3, 3, 3)
    assert table.refused("place nantes:1 les-sables") == "7.1"
    assert table.refused("place nantes:1 machecoul") == "7.1"
    table.act("place nantes:5 pornic")
    assert table.points("pornic") == {"nantes": 5}
    table.act("place auto")
    assert "done" in table.legal


@pytest.mark.case("I-24", "V-7.1-d")
def test_at_the_start_the_title_places_republicans_at_their_bases_with_their_generals() -> None:
    table = fresh_game(3, 3, 3, 3, 3, 3).act("place auto")
    assert {area: dict(table.points(area)) for area in table.state.forces} == {
        "nantes": {"nantes": 5},
        "angers": {"saumur": 5},
        "les-sables": {"la-rochelle": 5},
    }
    assert [table.where(id) for id in ("canclaux", "quetineau", "chalbos")] == [
        "nantes",
        "angers",
        "les-sables",
    ]
    assert "done" in table.legal


@pytest.mark.case("I-24", "V-7.1-h", "V-3.5-n")
def test_at_the_start_the_title_places_royalists_at_their_first_objectives_and_shares_bas_poitou() -> None:
    table = fresh_game(3, 3, 3, 3, 3, 3).act("place auto").act("done", 3, 3, 3, 3, 3, 3, 3, 3)
    table.roll_on("place auto")
    stacks = {
        area: (dict(table.points(area)), [id for id in table.state.officers if table.where(id) == area])
        for area in table.state.forces
        if points_in(table.state, area, "royalist")
    }
    assert stacks == {
        "cholet": ({"anjou": 20}, ["cathelineau", "stofflet", "d-elbee", "bonchamps"]),
        "mortagne": ({"centre": 10}, ["royrand", "sapinaud"]),
        "le-loroux": ({"loroux": 4}, ["lyrot"]),
        # He has his quarter at the first objective; the rest is with those who may not stand with him.
        "machecoul": ({"bas-poitou": 2}, ["la-catheliniere"]),
        "challans": ({"bas-poitou": 6}, ["charette", "joly"]),
    }


@pytest.mark.case("I-24")
def test_the_title_places_royalists_at_objectives_then_with_their_army_then_in_map_order() -> None:
    position = given().points("jallais", anjou=2)
    ground = title().box.ground
    primary, secondary = (
        [area for area in ground.objectives["anjou"] if ground.area[area].objective == kind]
        for kind in ("primary", "secondary")
    )
    first = [*primary, *secondary, "jallais"]
    rest = [area for area in open_areas(title().box, position.state, "anjou") if area not in first]
    assert preferred(title().box, position.state, "anjou") == [*first, *rest]


@pytest.mark.case("I-24", "V-2.2-h")
def test_the_bases_that_are_left_come_before_what_lies_next_to_a_lost_one() -> None:
    position = given().turn(3).points("angers", anjou=3)
    open_to = preferred(title().box, position.state, "saumur")
    own = title().box.ground.bases["saumur"]
    assert "angers" not in open_to
    assert set(open_to[: len(own) - 1]) == set(own) - {"angers"}


@pytest.mark.case("I-24")
def test_a_general_is_placed_by_the_title_with_most_men_of_his_army() -> None:
    position = given().points("saumur", saumur=2).points("doue", saumur=6).points("thouars", saumur=6)
    table = position.fate("menou", "arriving", 2).reinforcing("republican").more().table().act("place auto")
    bases = title().box.ground.bases["saumur"]
    assert table.where("menou") == max(bases, key=lambda area: table.points(area).get("saumur", 0))


@pytest.mark.case("V-2.2-a")
def test_what_can_be_placed_has_to_be() -> None:
    assert fresh_game().refused("done") == "2.2"


@pytest.mark.case("V-7.1-f", "V-7.1-g", "V-T-REINF-b", "V-7.1-h", "A-77", "A-78", "F-Q-4")
def test_the_royalists_roll_for_four_armies_with_two_less_for_anjou() -> None:
    table = fresh_game()
    table.act("place auto").act("done", 3, 3, 3, 3, 3, 3, 3, 3)
    assert table.state.arrivals == {"anjou": 20, "centre": 10, "loroux": 4, "bas-poitou": 8}
    assert table.refused("place anjou:1 jallais") == "7.1"
    table.act("place anjou:20 cathelineau cholet")
    assert table.points("cholet") == {"anjou": 20}


@pytest.mark.case("A-77")
def test_without_the_option_bas_poitou_comes_with_the_first_alarm() -> None:
    table = fresh_game(bas_poitou=False)
    assert table.state.officers["charette"].fate == "pool"
    later = fresh_game(3, 3, 3, 3, 3, 3, bas_poitou=False).act("place auto").act("done", 3, 3, 3, 3, 3, 3)
    assert set(later.state.arrivals) == {"anjou", "centre", "loroux"}
    table = given(bas_poitou=False).reinforcing("royalist").points("lege", bas_poitou=1).table()
    table.roll_on("event e1")
    assert table.state.officers["charette"].fate == "arriving"
    assert table.state.officers["canclaux"].fate == "pool"


@pytest.mark.case("V-2.2-b", "E-02")
def test_a_republican_figure_is_added() -> None:
    table = given().turn(3).reinforcing("republican").points("nantes", nantes=14).table()
    table.act("event e10", 1, 1, 2, 1, 1, 1, 1)
    table.act("place nantes:8 nantes")
    assert table.points("nantes") == {"nantes": 22}


@pytest.mark.case("V-2.2-c", "A-07", "A-01")
def test_what_the_box_has_no_counters_for_is_lost() -> None:
    pack = title().box.pack
    armies = [
        msgspec.structs.replace(army, pool=20) if army.id == "nantes" else army for army in pack.armies.army
    ]
    box = Box(msgspec.structs.replace(pack, armies=msgspec.structs.replace(pack.armies, army=armies)))
    ctx = Resolution(box, given().points("nantes", nantes=14).having(at_sea=["nantes"]).state, Dice(None))
    add_arrivals(ctx, "nantes", 3)
    add_arrivals(ctx, "nantes", 5)
    assert ctx.state.arrivals == {"nantes": 5}


@pytest.mark.case("V-2.2-g")
@pytest.mark.parametrize("side", ["republican", "royalist"])
def test_after_the_first_turn_nothing_comes_by_itself(side: Side) -> None:
    table = given().phase("reinforcements", Reinforce(side)).table().go_on()
    assert table.state.arrivals == {}


@pytest.mark.case("A-10", "V-2.2-a")
def test_the_republicans_end_their_step_before_the_alarm_is_rolled() -> None:
    table = given().more().reinforcing("republican").table().roll_on("done")
    assert table.asked == ("royalist", "reinforcements")
    assert not any(text.startswith("event e8") for text in table.legal)


@pytest.mark.case("V-2.2-d", "E-03", "V-6-E1-b", "V-2.2-e", "V-T-REINF", "V-T-REINF-a")
def test_a_royalist_figure_is_a_total() -> None:
    position = given().past("e2", "e8").points("cholet", anjou=8).points("mortagne", centre=30)
    table = position.reinforcing("royalist").table().act("event e1", 2, 2, 6, 6, 3, 3, 3, 3)
    assert table.state.arrivals == {"anjou": 12, "loroux": 4, "bas-poitou": 8}


@pytest.mark.case("V-QA-01", "V-2.2-f", "V-6-E1-d")
def test_chouans_and_deserters_are_not_counted() -> None:
    position = given().past("e2", "e8").points("cholet", anjou=10, chouans=3, deserters=2)
    table = position.reinforcing("royalist").table().act("event e1", 2, 2, 6, 6, 3, 3, 3, 3)
    assert table.state.arrivals["anjou"] == 10


@pytest.mark.case("V-T-REINF-c")
@pytest.mark.parametrize(("left_free", "centre"), [(False, 8), (True, 10)])
def test_four_less_when_every_objective_is_lost(left_free: bool, centre: int) -> None:
    position = given().past("e2", "e8").points("mortagne", saumur=1).points("montaigu", saumur=1)
    if not left_free:
        position.points("les-herbiers", saumur=1)
    table = position.reinforcing("royalist").table().act("event e1", 1, 2, 3, 4, 3, 3, 3, 3)
    assert table.state.arrivals["centre"] == (centre if left_free else 8)


@pytest.mark.case("V-2.2-h", "V-2.2-o")
def test_republicans_arrive_at_their_own_bases() -> None:
    table = given().reinforcing("republican", saumur=4).points("thouars", anjou=1).table()
    assert areas(table.legal, "place saumur:4") >= {"angers", "saumur"}
    assert table.refused("place saumur:1 nantes") == "2.2"
    assert table.refused("place saumur:1 thouars") == "2.2"


@pytest.mark.case("V-2.2-i", "V-2.2-j", "V-QA-02", "V-QA-03")
def test_next_to_a_lost_base_also_in_the_enemys_control() -> None:
    table = given().reinforcing("republican", saumur=4).points("thouars", anjou=1).table()
    table.act("place saumur:1 airvault")
    table = given().reinforcing("republican", saumur=4).table()
    assert table.refused("place saumur:1 airvault") == "2.2"


@pytest.mark.case("V-2.2-k")
def test_placement_obeys_stacking() -> None:
    table = given().reinforcing("republican", saumur=4).points("angers", nantes=1).table()
    assert table.refused("place saumur:1 angers") == "3.5"


@pytest.mark.case("V-2.2-q", "V-3.5-l")
@pytest.mark.parametrize("who", ["bas-poitou:1", "charette"])
def test_bas_poitou_is_not_placed_with_a_general_of_the_centre_either(who: str) -> None:
    position = given().reinforcing("royalist", bas_poitou=4).fate("charette", "arriving", 2)
    table = position.general("royrand", "belleville").table()
    assert table.refused(f"place {who} belleville") == "3.5"
    assert f"place {who} belleville" not in table.legal
    table.act(f"place {who} lege")


@pytest.mark.case("V-2.2-l", "V-2.2-p")
def test_royalists_arrive_in_their_zone_out_of_control() -> None:
    table = (
        given().reinforcing("royalist", anjou=4).points("vihiers", saumur=1).points("coron", anjou=3).table()
    )
    assert table.refused("place anjou:1 coron") == "2.2"
    assert table.refused("place anjou:1 mortagne") == "2.2"
    table.act("place anjou:1 cholet")


@pytest.mark.case("V-2.2-m", "V-QA-06")
def test_without_an_open_area_of_its_own_an_army_arrives_next_door_in_a_friendly_zone() -> None:
    position = given().reinforcing("royalist", loroux=3)
    table = position.points("vallet", nantes=1).points("reze", nantes=1).table()
    # Nantes and Mauves, over the river, are next to the zone and open, but in nobody's.
    assert areas(table.legal, "place loroux:3") == {"rocheserviere", "montaigu", "tiffauges"}
    assert table.refused("place loroux:3 nantes") == "2.2"
    assert "must arrive in Rocheservière, Montaigu or Tiffauges" in table.reason("place loroux:3 nantes")


@pytest.mark.case("A-102", "V-2.2-m", "V-2.2-q")
def test_where_stacking_closes_the_whole_zone_an_army_arrives_next_door_too() -> None:
    position = given().reinforcing("royalist", loroux=3).fate("lyrot", "arriving", 2)
    for area in ("vertou", "le-loroux", "vallet", "clisson", "aigrefeuille"):
        position.points(area, centre=1)
    table = position.points("montaigu", centre=1).points("montfaucon", anjou=1, centre=1).table()
    beside = {"reze", "saint-philbert", "rocheserviere", "tiffauges", "champtoceaux", "montrevault"}
    open_to = areas(table.legal, "place loroux:3")
    assert open_to == areas(table.legal, "place lyrot") == (beside - {"reze"}) | {"montfaucon"}
    assert table.refused("place loroux:3 vallet") == table.refused("place lyrot reze") == "2.2"
    # One area that takes them is enough to bind them to their zone.
    table = position.points("vallet", anjou=1).table()
    assert areas(table.legal, "place loroux:3") == {"vallet"}


@pytest.mark.case("A-102", "V-3.5-n")
def test_la_catheliniere_who_finds_no_room_at_home_is_given_nobody_who_does() -> None:
    position = given().reinforcing("royalist", bas_poitou=6).fate("la-catheliniere", "arriving", 2)
    for area in ("vue", "machecoul", "challans", "saint-philbert", "belleville"):
        position.points(area, nantes=1)
    table = position.general("charette", "la-mothe-achard").table()
    assert areas(table.legal, "place la-catheliniere") == {"bournezeau"}
    table.act("place bas-poitou:6 la-mothe-achard").act("place la-catheliniere bournezeau")


@pytest.mark.case("A-98", "V-2.2-i", "V-2.2-m")
def test_areas_across_the_loire_are_next_to_one_another() -> None:
    lost = given().reinforcing("republican", nantes=4).points("nantes", anjou=1).table()
    assert areas(lost.legal, "place nantes:4") == {"coueron", "paimboeuf", "mauves", "reze", "vertou"}
    shut = given().reinforcing("royalist", loroux=3)
    for area in ("vallet", "reze", "montaigu", "tiffauges", "rocheserviere", "champtoceaux"):
        shut.points(area, nantes=1)
    assert areas(shut.table().legal, "place loroux:3") == {"nantes", "mauves"}


@pytest.mark.case("V-2.2-n", "V-QA-07", "A-09")
def test_without_any_area_points_are_lost_and_generals_wait() -> None:
    position = given().reinforcing("royalist", loroux=3).fate("lyrot", "arriving", 2)
    ground = title().box.ground
    zone = set(ground.zones(gatine=False).areas["loroux"])
    near = {near for area in zone for near in ground.neighbours[area]}
    for area in sorted(zone | near, key=ground.order.__getitem__):
        position.points(area, nantes=1)
    position.having(markers={**position.state.markers, "e1": 0, "e2": 0, "e5": 0})
    table = position.table()
    assert table.legal == ["done"]
    assert table.reason("place loroux:3 angers").startswith("No area in or next to their own zone is open to")
    table.roll_on("done")
    assert table.state.officers["lyrot"].due == 3
    assert [lost.points for lost in table.told(Lost)] == [{"loroux": 3}]


@pytest.mark.case("V-3.5-n", "A-27", "D-18", "V-2.2-q")
@pytest.mark.parametrize(("army", "quota"), [(8, 2), (7, 2), (10, 2), (11, 3)])
def test_la_catheliniere_gets_his_fifth(army: int, quota: int) -> None:
    position = given().reinforcing("royalist", bas_poitou=army).fate("la-catheliniere", "arriving", 2)
    table = position.table()
    assert table.refused(f"place bas-poitou:{army} lege") == "3.5"
    table.act(f"place bas-poitou:{army - quota} lege")
    assert table.refused("place bas-poitou:1 lege") == "3.5"
    table.act(f"place bas-poitou:{quota} la-catheliniere machecoul")


@pytest.mark.case("V-2.2-o", "V-3.7-e")
def test_generals_alone_make_room_for_arrivals() -> None:
    table = given().reinforcing("royalist", anjou=9).general("menou", "jallais").table()
    table.act("place anjou:1 jallais")
    assert table.asked == ("republican", "refuge") or table.where("menou") != "jallais"
    assert table.points("jallais") == {"anjou": 1}


@pytest.mark.case("V-3.6-a")
def test_where_counters_lie_face_down() -> None:
    box = title().box
    state = given().points("cholet", anjou=2).points("doue", saumur=2).state
    assert not sees(box, state, "republican", "royalist", "cholet")
    assert not sees(box, state, "royalist", "republican", "doue")
    assert sees(box, state, "royalist", "royalist", "cholet")
    state = given().points("doue", anjou=2).points("cholet", saumur=2).state
    assert sees(box, state, "republican", "royalist", "doue")
    assert sees(box, state, None, "republican", "cholet")


@pytest.mark.case("V-3.6-f")
def test_la_gatine_hides_royalists_from_the_moment_of_e2() -> None:
    box = title().box
    assert sees(box, given().points("bressuire", anjou=2).state, "republican", "royalist", "bressuire")
    state = given().past("e2").points("bressuire", anjou=2).state
    assert not sees(box, state, "republican", "royalist", "bressuire")


@pytest.mark.case("V-3.6-b", "V-3.6-c", "I-14")
def test_where_both_sides_are_all_is_seen() -> None:
    box = title().box
    state = given().points("cholet", anjou=2).general("menou", "cholet").state
    assert sees(box, state, "republican", "royalist", "cholet")


@pytest.mark.case("V-3.6-d", "A-31", "E-01", "V-1.2-b", "I-18")
def test_backs_are_counted_and_change_may_be_made() -> None:
    table = given().hand("royalist").points("cholet", anjou=10).general("bonchamps", "cholet").table()
    seen = title().view(table.state, "republican").areas["cholet"]["royalist"]
    assert (seen.counters, seen.points, seen.generals) == (2, None, None)
    table.act("show cholet 4")
    assert title().view(table.state, "republican").areas["cholet"]["royalist"].counters == 5
    assert table.points("cholet") == {"anjou": 10}
    assert table.refused("show cholet 11") == "1.2"
    assert table.refused("show cholet 4") == "1.2"


@pytest.mark.case("V-1.2-b", "A-31")
def test_what_is_shown_changes_only_when_its_owner_shows_it() -> None:
    """As far as there are points for it: losses, partings and marches do not change it by themselves."""
    position = given().points("cholet", anjou=9).general("d-elbee", "cholet").points("saumur", saumur=3)
    position.hand("royalist")
    table = position.table().act("show cholet 6").act("activate cholet with anjou:2 d-elbee", 6, 6)
    table.act("move cholet > mortagne with all")
    assert table.state.shown == {"cholet": {"royalist": 6}}
    whole = position.table().act("show cholet 6").roll_on("move cholet > mortagne with all")
    assert whole.state.shown == {"mortagne": {"royalist": 6}}
    few = position.table().act("show cholet 6").roll_on("move cholet > mortagne with anjou:5 d-elbee")
    assert few.state.shown == {"cholet": {"royalist": 4}}


def test_armies_are_gone_through_in_their_order() -> None:
    kinds: tuple[Army, ...] = ("anjou", "bas-poitou", "centre", "loroux", "mayence", "nantes", "saumur")
    asked = counters(given().state, dict.fromkeys(reversed(kinds), 1), ())
    assert asked == [(army, None) for army in kinds]
