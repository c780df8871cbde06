"""Action points, costs, zones of control and the Loire (3.1 to 3.4)."""

from __future__ import annotations

import pytest

from data.vendee.schema import Side
from engines.vendee.events import Dropped, Halted, PointsRolled, Stated, Stepped, Stopped
from engines.vendee.frames import Activation, Operations
from engines.vendee.movement.step import too_dear
from engines.vendee.state import controlled
from tests.vendee.builder import Given, Table, given, rows, title


@pytest.mark.case("V-3.1-a", "V-T-AP", "E-06", "V-T-AP-a")
def test_a_general_adds_his_rating_to_the_table() -> None:
    table = given().points("saumur", saumur=4).general("menou", "saumur").table()
    table.act("activate saumur with all", 4, 4)
    assert table.group.ap == 10


@pytest.mark.case("D-02")
@pytest.mark.parametrize(("faces", "points"), [((1, 4), 3), ((1, 5), 4), ((4, 4), 4), ((4, 5), 5)])
def test_action_points_of_rating_one(faces: tuple[int, int], points: int) -> None:
    table = given().points("saumur", saumur=4).general("leigonyer", "saumur").table()
    table.act("activate saumur with all", *faces)
    assert table.group.ap == 2 * points


@pytest.mark.case("V-3.1-c", "V-T-COST-e")
def test_a_path_that_no_roll_can_pay_for_is_walked_as_far_as_the_points_go_and_nobody_is_lost() -> None:
    position = given().hand("royalist").points("cholet", anjou=4).general("cathelineau", "cholet").more()
    table = position.table()
    laps = " > beaupreau > jallais" * 6
    table.act(f"move cholet > jallais{laps} with all", 1, 5)
    assert not [text for text in table.legal if text.startswith("move")]
    (halted,) = table.told(Halted)
    assert (halted.area, halted.next, halted.case) == ("jallais", "beaupreau", "T-COST")
    assert table.points("jallais") == {"anjou": 4}
    assert table.where("cathelineau") == "jallais"
    assert table.act("stop").asked == ("royalist", "operations")


@pytest.mark.case("V-3.1-a")
def test_of_several_generals_the_best_counts() -> None:
    table = (
        given().points("saumur", saumur=4).general("leigonyer", "saumur").general("menou", "saumur").table()
    )
    table.act("activate saumur with all", 4, 4)
    assert table.told(PointsRolled)[0].strategic == 2


@pytest.mark.case("V-3.1-a", "V-3.1-b")
def test_the_best_general_present_counts_once_one_of_their_own_is_there() -> None:
    """Stofflet is of Anjou; Sapinaud, who rates higher, is not."""
    position = given().hand("royalist").points("chalonnes", anjou=3).general("sapinaud", "chalonnes")
    table = position.general("stofflet", "chalonnes").table()
    ratings = title().box.general
    assert ratings["stofflet"].strategic < ratings["sapinaud"].strategic
    before = table.state
    table.act("activate chalonnes with all", 4, 4)
    assert table.told(PointsRolled)[0].strategic == ratings["sapinaud"].strategic
    table.state = before
    table.act("activate chalonnes with anjou:3 stofflet", 4, 4)
    assert table.told(PointsRolled)[0].strategic == ratings["stofflet"].strategic


@pytest.mark.case("V-3.1-b", "V-3.1-c", "E-08")
def test_combat_points_with_a_foreign_general_have_two_points_and_no_die() -> None:
    table = given().hand("royalist").points("chalonnes", anjou=3).general("sapinaud", "chalonnes").table()
    table.act("activate chalonnes with anjou:3 sapinaud")
    assert table.group.ap == 4
    table = given().hand("royalist").points("chalonnes", anjou=3).general("sapinaud", "chalonnes").table()
    table.act("activate chalonnes with anjou:3")
    assert table.where("sapinaud") == "chalonnes"
    assert table.state.officers["sapinaud"].ready == "fresh"


@pytest.mark.case("V-3.1-d", "V-3.2-h", "E-08")
def test_a_general_alone_rolls_for_himself() -> None:
    table = given().hand("royalist").points("chalonnes", anjou=3).general("sapinaud", "chalonnes").table()
    table.act("activate chalonnes with sapinaud", 4, 4)
    assert table.group.ap == 10
    assert table.group.points == {}


@pytest.mark.case("A-20", "A-21")
def test_a_contingent_without_its_general_stays_when_its_two_points_are_spent() -> None:
    table = (
        given().hand("royalist").points("cholet", anjou=4, centre=3).general("cathelineau", "cholet").table()
    )
    table.act("move cholet > jallais > beaupreau > montrevault with all", 3, 3)
    assert table.points("montrevault") == {"anjou": 4}
    assert table.points("beaupreau") == {"centre": 3}
    assert table.told(Dropped)[0].points == {"centre": 3}


@pytest.mark.case("V-3.2-a", "V-T-COST-a", "E-07", "V-3.2-d", "V-T-COST-b", "V-3.2-j", "V-3.3-b")
def test_menous_march() -> None:
    """Three steps by royal road, two points dropped, then bocage; the last half is lost."""
    table = given().points("saumur", saumur=6).general("menou", "saumur").points("angers", saumur=1).table()
    table.act("move saumur > doue > concourson > vihiers with all", 4, 4)
    assert table.group.spent == 3
    table.act("drop 2")
    table.act("move vihiers > chanzeaux")
    assert table.points("vihiers") == {"saumur": 2}
    assert table.points("chanzeaux") == {"saumur": 4}
    assert table.act("stop").asked == ("republican", "operations")


@pytest.mark.case("V-3.2-f", "V-3.2-k", "V-2.4-d")
def test_who_was_dropped_counts_as_activated() -> None:
    table = given().points("saumur", saumur=6).general("menou", "saumur").points("angers", saumur=1).table()
    table.act("move saumur > doue with all", 4, 4).act("drop 2").act("stop")
    assert table.refused("activate doue with all") == "2.4"


@pytest.mark.case("V-3.2-c", "V-3.2-g", "A-22")
def test_without_a_general_of_their_own_combat_points_move_together() -> None:
    table = given().hand("royalist").points("cholet", anjou=4).general("royrand", "cholet").table()
    assert table.refused("activate cholet with anjou:3") == "3.2"
    assert table.refused("activate cholet with anjou:3 royrand") == "3.2"
    table.act("activate cholet with anjou:4")
    assert table.refused("drop 1") == "3.2"


@pytest.mark.case("V-3.2-c", "V-2.4-a")
def test_with_a_general_of_its_own_a_part_may_be_activated() -> None:
    table = given().hand("royalist").points("cholet", anjou=4).general("stofflet", "cholet").table()
    table.act("activate cholet with anjou:3 stofflet", 1, 1)
    assert table.state.forces["cholet"]["anjou"].fresh == 1


@pytest.mark.case("V-2.4-l", "V-QA-12")
def test_of_two_generals_one_may_be_activated_now_and_the_other_later() -> None:
    table = (
        given()
        .hand("royalist")
        .points("cholet", anjou=4)
        .general("stofflet", "cholet")
        .general("bonchamps", "cholet")
        .table()
    )
    table.act("move cholet > beaupreau with anjou:2 stofflet", 1, 1).act("stop")
    table.act("activate cholet with anjou:2 bonchamps", 1, 1)
    assert table.group.generals == ("bonchamps",)


@pytest.mark.case("V-3.2-d", "V-3.2-e")
def test_a_led_group_picks_up_who_was_not_activated_and_they_share_what_is_left() -> None:
    table = (
        given()
        .hand("royalist")
        .points("cholet", anjou=4)
        .general("stofflet", "cholet")
        .points("beaupreau", anjou=2, centre=1)
        .points("beaupreau", anjou=1, ready="activated")
        .table()
    )
    table.act("move cholet > beaupreau with all", 1, 1)
    assert table.refused("pick up anjou:3") == "3.2"
    assert table.refused("pick up centre:1") == "3.2"
    table.act("pick up anjou:2")
    assert table.group.points == {"anjou": 6}
    assert table.group.spent == 2


@pytest.mark.case("V-T-COST-e", "D-09", "A-83")
def test_the_first_step_is_always_possible_and_a_second_is_not() -> None:
    table = given().more().points("saint-varent", saumur=2).table()
    table.act("move saint-varent > argenton with all")
    assert table.points("argenton") == {"saumur": 2}
    assert isinstance(table.events[-1], Stopped)


@pytest.mark.case("V-T-COST-c", "V-T-COST-d")
def test_a_path_that_cannot_be_walked_says_at_which_step() -> None:
    table = given().points("saumur", saumur=2).table()
    assert table.refused("move saumur > thouars with all") == "3.2"
    assert table.refused("move saumur > montreuil > angers with all") == "3.2"


@pytest.mark.case("V-3.3-c")
def test_republicans_cross_the_loire_from_outside_the_zones_to_where_no_royalist_is() -> None:
    table = given().points("la-menitre", saumur=2).points("cholet", anjou=1).table()
    table.act("move la-menitre > gennes with all")
    assert table.points("gennes") == {"saumur": 2}
    table = given().points("la-menitre", saumur=2).general("stofflet", "gennes").table()
    assert table.refused("move la-menitre > gennes with all") == "3.3"
    table = given().points("champtoceaux", nantes=2).table()
    assert table.refused("move champtoceaux > ancenis with all") == "3.3"


@pytest.mark.case("V-3.3-d", "V-3.3-e")
def test_royalists_cross_by_bridges_only() -> None:
    table = given().hand("royalist").points("gennes", anjou=2).table()
    assert table.refused("move gennes > la-menitre with all") == "3.3"
    table = given().hand("royalist").points("brissac", anjou=2).table()
    table.act("move brissac > angers with all")
    assert "anjou" in table.points("angers")


@pytest.mark.case("V-3.3-f", "A-23")
def test_noirmoutier_is_reached_by_the_gois_for_two_points() -> None:
    table = given().more().hand("royalist").points("beauvoir", bas_poitou=2).table()
    table.act("move beauvoir > noirmoutier with all")
    assert table.points("noirmoutier") == {"bas-poitou": 2}
    assert isinstance(table.events[-1], Stopped)


@pytest.mark.case("V-3.4-a", "V-3.4-g", "E-09", "V-3.4-j")
def test_from_one_controlled_area_to_another_there_is_no_way() -> None:
    table = (
        given()
        .hand("royalist")
        .points("chalonnes", anjou=2)
        .points("chanzeaux", saumur=4)
        .points("saint-florent", anjou=1)
        .table()
    )
    assert table.refused("move chalonnes > chemille with all") == "3.4"
    table.act("move chalonnes > jallais with all")
    assert table.points("jallais") == {"anjou": 2}


@pytest.mark.case("V-3.4-b", "V-3.4-i")
def test_generals_alone_control_nothing_and_heed_no_control() -> None:
    table = given().hand("royalist").points("chalonnes", anjou=2).general("menou", "chanzeaux").table()
    table.act("move chalonnes > chemille with all")
    table = given().hand("royalist").general("stofflet", "chalonnes").points("chanzeaux", saumur=4).table()
    table.act("move chalonnes > chemille with stofflet", 1, 1)
    assert table.where("stofflet") == "chemille"


FACING = given().points("vihiers", saumur=1).points("coron", anjou=1)
APART = given().points("noirmoutier", nantes=1).points("beauvoir", bas_poitou=1)
NANTES = given().points("nantes", nantes=1)


@pytest.mark.parametrize(
    ("position", "area", "side", "control"),
    rows(
        {
            "over a bridge": ("V-3.4-d V-3.4-e E-10", NANTES, "reze", "republican", True),
            "over the Loire": ("V-3.4-d V-3.4-e E-10", NANTES, "vertou", "republican", False),
            "back over a bridge": (
                "V-3.4-d V-3.4-e E-10",
                given().points("reze", anjou=1),
                "nantes",
                "royalist",
                False,
            ),
            "from Noirmoutier": ("V-3.4-c", APART, "beauvoir", "republican", False),
            "to Noirmoutier": ("V-3.4-c", APART, "noirmoutier", "royalist", False),
            "where Republicans are": ("V-3.4-f V-QA-13", FACING, "vihiers", "royalist", True),
            "where Royalists are": ("V-3.4-f V-QA-13", FACING, "coron", "republican", True),
        }
    ),
)
def test_combat_points_control_the_areas_around_them(
    position: Given, area: str, side: Side, control: bool
) -> None:
    assert controlled(title().box, position.state, area, side) == control


@pytest.mark.case("V-3.4-h", "V-ER-2", "A-24", "A-25")
def test_by_road_one_passes_a_controlled_area_that_was_entered_by_road() -> None:
    """Royalists in Martigné and Bouillé control Doué, Concourson and Vihiers."""
    position = given().points("saumur", saumur=4).general("menou", "saumur")
    position.points("bouille", anjou=1).points("argenton", anjou=1).hand("republican").past("e2")
    table = position.table()
    table.act("move saumur > doue > concourson > vihiers with all", 4, 4)
    assert table.points("vihiers") == {"saumur": 4}
    started_in_it = given().points("doue", saumur=4).points("bouille", anjou=1).table()
    assert started_in_it.refused("move doue > concourson with all") == "3.4"


@pytest.mark.case("V-3.6-e", "I-13")
def test_whoever_enters_next_to_face_down_enemies_is_told_whether_they_control() -> None:
    position = given().points("vihiers", saumur=4).general("menou", "vihiers").points("jallais", anjou=2)
    table = position.table()
    table.act("move vihiers > chanzeaux with all", 4, 4)
    assert not table.told(Stated)
    table = (
        given().points("martigne", saumur=4).general("menou", "martigne").points("chemille", anjou=2).table()
    )
    table.act("move martigne > chanzeaux with all", 4, 4)
    assert table.told(Stated) == [Stated("republican", "chanzeaux", True)]


@pytest.mark.case("V-3.6-e", "V-3.4-g")
def test_a_step_that_face_down_counters_forbid_is_not_paid_and_is_not_tried_twice() -> None:
    position = given().past("e2").points("vihiers", saumur=4).general("menou", "vihiers")
    table = position.points("coron", anjou=3).points("les-aubiers", anjou=1).table()
    table.act("activate vihiers with all", 4, 4)
    assert "move vihiers > argenton with all" in table.legal
    table.act("move vihiers > argenton")
    assert table.points("vihiers") == {"saumur": 4}
    assert table.group.spent == 0
    assert "move vihiers > argenton with all" not in table.legal
    assert table.refused("move vihiers > argenton") == "3.4"


@pytest.mark.case("V-3.6-e", "V-3.4-g", "V-3.4-j")
def test_a_step_to_face_down_generals_in_a_controlled_area_is_not_offered_again_when_it_came_to_nothing() -> (
    None
):
    """It might have been an attack; when their owner has said that he only controls the area it is none."""
    position = given().past("e2").points("vihiers", saumur=4).general("menou", "vihiers")
    position.points("coron", anjou=1).points("les-aubiers", anjou=1).general("stofflet", "argenton")
    table = position.table().act("activate vihiers with all", 4, 4)
    assert "move vihiers > argenton with all" in table.legal
    table.act("move vihiers > argenton")
    assert (table.group.at, table.group.spent, table.where("stofflet")) == ("vihiers", 0, "argenton")
    assert "move vihiers > argenton with all" not in table.legal
    assert table.refused("move vihiers > argenton") == "3.4"


@pytest.mark.case("V-3.6-e", "V-3.4-g", "V-3.4-j")
def test_face_down_generals_in_an_area_that_is_seen_to_be_controlled_are_no_combat_to_pass_by() -> None:
    position = given().hand("royalist").more().points("vue", bas_poitou=2).general("menou", "reze")
    position.points("port-saint-pere", nantes=9).having(preempted=True)
    table = position.table().act("move vue > reze with all")
    assert (table.group.at, table.where("menou")) == ("vue", "reze")
    assert table.refused("move vue > reze") == "3.4"


@pytest.mark.case("V-3.7-b", "V-3.7-c", "V-3.7-d", "A-32")
def test_lone_generals_go_round_combat_points_and_pay_for_the_ground_next_to_them() -> None:
    table = given().general("menou", "doue").points("concourson", anjou=3).table()
    assert table.refused("move doue > concourson with menou") == "3.7"
    table = given().general("menou", "saumur").points("concourson", anjou=3).table()
    table.act("move saumur > doue with menou", 1, 1)
    assert table.group.spent == 2


@pytest.mark.case("V-3.7-e", "V-3.7-h", "I-12")
def test_lone_generals_flee_when_combat_points_enter() -> None:
    table = given().points("doue", saumur=4).general("stofflet", "concourson").table()
    table.act("move doue > concourson with all")
    assert table.points("concourson") == {"saumur": 4}
    assert table.asked == ("royalist", "refuge")
    assert "flee doue" not in table.legal
    assert table.refused("flee doue") == "3.7"
    table.act(table.legal[0])
    assert table.where("stofflet") not in ("concourson", "doue")


@pytest.mark.case("V-4.1-h", "A-34")
def test_attacks_known_to_be_hopeless_are_refused() -> None:
    position = given().points("doue", saumur=3)
    table = position.points("concourson", anjou=10).table()
    assert table.refused("move doue > concourson with all") == "4.1"
    free = given(known_odds=False).points("doue", saumur=3).points("concourson", anjou=10).table()
    assert "move doue > concourson with all" not in free.legal


@pytest.mark.case("V-3.5-c", "V-3.6-e", "V-3.7-d", "A-32")
@pytest.mark.parametrize(("ap", "where"), [(4, "port-saint-pere"), (6, "port-saint-pere"), (8, "machecoul")])
def test_lone_generals_do_not_sneak_to_where_they_may_neither_stay_nor_go_on(ap: int, where: str) -> None:
    """By road two points lead through another army's area; cross-country the first step costs them both."""
    position = given().more().general("beysser", "port-saint-pere", ready="activated")
    position.points("machecoul", la_rochelle=3).points("lege", bas_poitou=2)
    start = "port-saint-pere"
    group = Activation("republican", start, {}, ("beysser",), start, ap=ap, rolled=True, steps=1)
    position.state.stack = [Operations("republican", acted=True), group]
    table = Table(position.state).act("move port-saint-pere > machecoul with all")
    assert ("machecoul", True) in [(event.area, event.controlled) for event in table.told(Stated)]
    assert table.where("beysser") == where


@pytest.mark.case("V-4.1-h", "A-34", "A-20")
def test_who_has_no_action_points_for_the_step_does_not_count_among_the_attackers() -> None:
    """The Centre, without a general, has gone its two points: four would attack thirteen."""
    position = given().hand("royalist").more().points("trementines", anjou=4, centre=8)
    position.general("d-elbee", "trementines").points("chalonnes", saumur=13)
    table = position.table().act("move trementines > coron > chemille with all", 4, 4)
    assert table.points("chemille") == {"anjou": 4, "centre": 8}
    assert table.refused("move chemille > chalonnes") == "4.1"


@pytest.mark.case("V-T-COST-e")
@pytest.mark.parametrize(
    ("cost", "left", "told"),
    [
        (2, 1, "Doué costs 1 action point, and ½ is left"),
        (6, 3, "Doué costs 3 action points, and 1½ are left"),
        (1, 0, "Doué costs ½ action point, and none is left"),
    ],
)
def test_a_price_is_told_in_the_right_number(cost: int, left: int, told: str) -> None:
    assert str(too_dear("Doué", cost, left)) == told


@pytest.mark.case("V-1.2-b")
@pytest.mark.parametrize(
    ("points", "text", "told"),
    [
        (1, "show cholet 2", "They can lie as 1 counter"),
        (3, "show cholet 9", "They can lie as 2 to 3 counters"),
        (2, "show cholet 1", "They lie as 1 counter already"),
    ],
)
def test_change_that_is_refused_says_how_many_counters_there_can_be(
    points: int, text: str, told: str
) -> None:
    table = given().hand("royalist").points("cholet", anjou=points).table()
    assert table.reason(text) == told


@pytest.mark.case("V-3.2-c")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("activate cholet with anjou:2", "There is 1 combat point of {anjou} to choose from"),
        ("activate cholet with loroux:1", "There are no combat points of {loroux} to choose from"),
        ("activate cholet with 1", "Say of which army the combat point is, as in anjou:1"),
    ],
)
def test_who_is_not_there_to_be_chosen_is_told_with_the_number(text: str, told: str) -> None:
    table = given().hand("royalist").points("cholet", anjou=1, centre=2).table()
    names = {"anjou": title().box.whose("anjou"), "loroux": title().box.whose("loroux")}
    assert table.reason(text) == told.format(**names)


@pytest.mark.case("V-1.2-b", "I-18")
@pytest.mark.parametrize(("who", "shown"), [("all", {"jallais": {"royalist": 4}}), ("anjou:3 stofflet", {})])
def test_a_whole_stack_lies_as_many_counters_where_it_comes_to(who: str, shown: dict[str, object]) -> None:
    """Four points lie as four counters; of a part that leaves nothing of the kind is kept."""
    position = given().hand("royalist").more().points("cholet", anjou=4).general("stofflet", "cholet")
    table = position.having(shown={"cholet": {"royalist": 4}}).table()
    assert table.act(f"move cholet > jallais with {who}", 3, 4).state.shown == shown


@pytest.mark.case("V-1.2-b", "I-18")
def test_a_stack_that_comes_to_others_lies_as_the_fewest_counters() -> None:
    position = given().hand("royalist").more().points("cholet", anjou=4).points("jallais", anjou=2)
    table = position.general("stofflet", "cholet").having(shown={"cholet": {"royalist": 4}}).table()
    assert table.act("move cholet > jallais with all", 3, 4).state.shown == {}


@pytest.mark.case("V-3.7-d", "A-32")
@pytest.mark.parametrize(("controlled", "by_road"), [(False, {True, False}), (True, {False})])
def test_a_step_is_told_to_be_by_road_where_one_is_used(controlled: bool, by_road: set[bool]) -> None:
    """A lone general goes cross-country where the enemy controls."""
    ground, seen = title().box.ground, set()
    for near in ground.neighbours["cholet"]:
        position = given().hand("royalist").more().general("stofflet", "cholet")
        if controlled:
            beyond = next(area for area in sorted(ground.controlled_from[near]) if area != "cholet")
            position.points(beyond, saumur=1)
        step = position.table().act(f"move cholet > {near} with all", 3, 4).told(Stepped)[0]
        seen.add(step.by_road)
        road = ground.step["cholet", near].road is not None
        assert step.by_road == (road and not controlled)
    assert seen == by_road
