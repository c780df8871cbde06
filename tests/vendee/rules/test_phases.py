"""The wounded, desertion, the Committee, the end of a turn and the count (2.1, 2.5 to 2.7, 7.2)."""

from __future__ import annotations

import pytest

from data.vendee.schema import RoyalArmy
from engines.vendee.box import share
from engines.vendee.frames import Committee, Desertion, EndOfTurn, Wounded
from engines.vendee.phases import committee, desertion
from engines.vendee.procedure import PROCEDURE
from engines.vendee.resolution import Resolution
from engines.vendee.score import outcome
from engines.vendee.state import State
from tests.vendee.battles import attack
from tests.vendee.builder import Given, given, title


@pytest.mark.case("V-2.1-a", "D-11", "V-2.1-c", "V-2.1-d", "V-QA-26")
@pytest.mark.parametrize(
    ("grade", "faces", "back"),
    [("serious", (6,), True), ("serious", (5,), False), ("light", (3, 3), True), ("light", (1, 4), False)],
)
def test_the_wounded_are_rolled_for(grade: str, faces: tuple[int, ...], back: bool) -> None:
    wound = "serious" if grade == "serious" else "light"
    position = given().turn(3).fate("bonchamps", "serious" if wound == "serious" else "light", 3)
    table = position.phase("wounded", Wounded()).table().go_on(*faces)
    officer = table.state.officers["bonchamps"]
    assert (officer.fate, officer.due) == (("arriving", 3) if back else (wound, 4))


@pytest.mark.case("A-06")
def test_after_the_last_turn_there_is_no_box_to_wait_in() -> None:
    position = given().turn(8).fate("bonchamps", "serious", 8).phase("wounded", Wounded())
    assert position.table().go_on(1).fate("bonchamps") == "removed"


@pytest.mark.case("V-2.1-b")
def test_who_has_recovered_is_placed_in_the_same_turn() -> None:
    position = given().turn(3).fate("bonchamps", "light", 3).phase("wounded", Wounded())
    table = position.table().go_on(3, 3)
    assert title().box.general["bonchamps"].army == "anjou"
    assert table.state.officers["bonchamps"].due == table.state.turn


@pytest.mark.case("E-04", "E-05", "V-2.5-d", "V-QA-19", "V-QA-20", "E-24", "D-06")
@pytest.mark.parametrize(
    ("points", "percent", "lost"),
    [(19, 40, 8), (6, 20, 1), (9, 20, 2), (1, 40, 0), (2, 20, 0), (1, 60, 1), (7, 50, 4)],
)
def test_percentages_round_halves_up(points: int, percent: int, lost: int) -> None:
    assert share(points, percent) == lost


def deserting(position: Given, *faces: int) -> Desertion:
    """The frame after the four rolls."""
    from engines.core.dice import Dice

    dice = Dice(None)
    dice.feed(faces)
    ctx = Resolution(title().box, position.state.copy(), dice)
    desertion.roll(ctx)
    frame = ctx.state.stack[-1]
    assert isinstance(frame, Desertion)
    return frame


@pytest.mark.case("V-2.5-b", "V-2.5-c", "A-16", "D-12", "V-T-TURN")
@pytest.mark.parametrize(
    ("morale", "faces", "owed"),
    [(2, (1, 4), 4), (2, (4, 5), 12), (-2, (1, 4), 12), (-2, (4, 5), 4), (0, (2, 2), 8)],
)
def test_desertion_is_rolled_with_morale_and_not_for_chouans(
    morale: int, faces: tuple[int, int], owed: int
) -> None:
    position = given().morale(royalist=morale).points("cholet", anjou=20, chouans=30, deserters=2)
    assert deserting(position, *faces, 3, 4, 3, 4, 3, 4).owed == {"anjou": owed}


@pytest.mark.case("V-2.5-e", "V-2.5-f")
def test_the_order_of_desertion() -> None:
    box = title().box
    state = (
        given()
        .points("doue", anjou=1)
        .points("vihiers", anjou=1)
        .points("mortagne", anjou=1)
        .points("cholet", anjou=1)
        .state
    )
    order: list[list[str]] = []
    while state.forces:
        order.append(desertion.places(box, state, "anjou"))
        state.forces = {area: held for area, held in state.forces.items() if area != order[-1][0]}
    assert order == [["doue"], ["vihiers"], ["mortagne"], ["cholet"]]


@pytest.mark.case("V-2.5-e", "I-23")
def test_within_a_class_the_royalists_choose() -> None:
    position = given().points("cholet", anjou=5).points("jallais", anjou=5).points("vihiers", anjou=1)
    table = position.phase("desertion", Desertion({"anjou": 3})).table()
    assert table.refused("desert anjou:1 cholet") == "2.5"
    table.go_on()
    assert table.points("vihiers") == {}
    table.act("desert anjou:1 jallais")
    assert table.refused("desert anjou:2 cholet") == "2.5"
    table.roll_on("desert auto")
    assert sum(table.points(area).get("anjou", 0) for area in ("cholet", "jallais")) == 8


@pytest.mark.case("I-23")
def test_by_default_no_garrison_goes_home_whole_while_a_larger_stack_is_left() -> None:
    position = given().points("cholet", anjou=5).points("jallais", anjou=1).points("beaupreau", anjou=2)
    table = position.phase("desertion", Desertion({"anjou": 3})).table().roll_on("desert auto")
    left = {area: table.points(area).get("anjou", 0) for area in ("cholet", "jallais", "beaupreau")}
    assert left == {"cholet": 3, "jallais": 1, "beaupreau": 1}


@pytest.mark.case("I-23")
def test_by_default_generals_keep_a_point_before_areas_without_one() -> None:
    position = given().points("cholet", anjou=3).points("jallais", anjou=1).points("beaupreau", anjou=1)
    table = position.general("stofflet", "cholet").phase("desertion", Desertion({"anjou": 4})).table()
    table.roll_on("desert auto")
    assert table.state.officers["stofflet"].area == "cholet"
    assert [table.points(area).get("anjou", 0) for area in ("cholet", "jallais", "beaupreau")] == [1, 0, 0]


@pytest.mark.case("I-23")
def test_by_default_armies_of_one_stack_save_as_many_areas_as_they_can() -> None:
    # The one point of Anjou that stays is needed in Jallais, so Cholet keeps one of the Centre.
    owed: dict[RoyalArmy, int] = {"anjou": 1, "centre": 1}
    position = given().points("cholet", anjou=1, centre=1).points("jallais", anjou=1)
    position = position.points("beaupreau", centre=1, emigres=1).phase("desertion", Desertion(owed))
    table = position.table().roll_on("desert auto")
    assert [table.points(area) for area in ("cholet", "jallais")] == [{"centre": 1}, {"anjou": 1}]


@pytest.mark.case("V-2.5-b", "V-2.5-e")
def test_the_royalists_alone_know_how_many_of_which_army_still_go_home() -> None:
    position = given().points("cholet", anjou=9).points("jallais", anjou=9)
    table = position.phase("desertion", Desertion({"anjou": 3})).table()
    known = {seat: title().view(table.state, seat).leaving for seat in ("royalist", "republican", None)}
    assert known == {"royalist": {"anjou": 3}, "republican": None, None: None}
    table.act("desert anjou:2 cholet")
    assert title().view(table.state, "royalist").leaving == {"anjou": 1}


@pytest.mark.case("V-2.5-b", "V-2.5-e")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("desert anjou:2 cholet", "1 combat point of {anjou} must still desert"),
        ("desert centre:1 cholet", "no combat points of {centre} must still desert"),
    ],
)
def test_who_may_not_go_home_is_told_with_the_number(text: str, told: str) -> None:
    position = given().points("cholet", anjou=9).points("jallais", anjou=9)
    table = position.phase("desertion", Desertion({"anjou": 1})).table()
    names = {"anjou": title().box.whose("anjou"), "centre": title().box.whose("centre")}
    assert table.reason(text) == told.format(**names)


@pytest.mark.case("V-2.5-g", "V-3.7-j", "A-17")
def test_a_general_stripped_by_desertion_comes_back_next_turn() -> None:
    position = (
        given().points("vihiers", anjou=1).general("stofflet", "vihiers").general("bonchamps", "cholet")
    )
    table = position.phase("desertion", Desertion({"anjou": 1})).table().go_on()
    table.go_on()
    assert (table.fate("stofflet"), table.state.officers["stofflet"].due) == ("arriving", 3)
    assert table.where("bonchamps") == "cholet"


@pytest.mark.case("V-2.5-a", "V-QA-08")
@pytest.mark.parametrize(("turn", "deserts"), [(1, True), (7, True), (8, False)])
def test_desertion_is_on_turns_one_to_seven(turn: int, deserts: bool) -> None:
    position = (
        given().turn(turn).points("cholet", anjou=10).points("saumur", saumur=1).hand("royalist", passed=True)
    )
    table = position.table().roll_on("hand over")
    assert (sum(table.points(area).get("anjou", 0) for area in ("cholet",)) < 10) == deserts


def sitting(position: Given) -> Committee:
    """The frame at its opening."""
    from engines.core.dice import Dice

    ctx = Resolution(title().box, position.state.copy(), Dice(None))
    committee.sit(ctx)
    frame = ctx.state.stack[-1]
    assert isinstance(frame, Committee)
    return frame


@pytest.mark.case("V-2.6-b", "V-2.6-e", "V-2.6-c")
def test_who_fought_or_stands_in_a_zone_is_left_in_peace() -> None:
    position = (
        given().general("menou", "saumur").general("quetineau", "saumur").general("gauvilliers", "angers")
    )
    position.general("canclaux", "nantes")
    assert sitting(position).accused == {"saumur": ("quetineau", "gauvilliers", "menou")}
    position.having(fought=["menou"]).general("quetineau", "chemille").points("chemille", saumur=1)
    assert sitting(position).accused == {}


@pytest.mark.case("V-2.6-g")
@pytest.mark.parametrize(("risen", "accused"), [(False, 2), (True, 0)])
def test_la_gatine_counts_only_after_e2(risen: bool, accused: int) -> None:
    position = given().general("menou", "bressuire").general("quetineau", "argenton")
    position.points("bressuire", saumur=1).points("argenton", saumur=1)
    if risen:
        position.past("e2")
    assert len(sitting(position).accused.get("saumur", ())) == accused


@pytest.mark.case("V-2.6-d", "D-10", "I-22")
@pytest.mark.parametrize(
    ("general", "faces", "saved"),
    [
        ("menou", (3, 5), False),
        ("menou", (4, 5), True),
        ("quetineau", (3, 3), False),
        ("quetineau", (3, 4), True),
        ("rossignol", (2, 2), False),
        ("rossignol", (2, 3), True),
    ],
)
def test_the_committee_judges_by_birth(general: str, faces: tuple[int, int], saved: bool) -> None:
    position = given().general(general, "saumur").general("gauvilliers", "saumur")
    frame = Committee({"saumur": (general, "gauvilliers")})
    table = position.phase("committee", frame).table()
    assert table.refused("spare canclaux") == "2.6"
    from engines.core.dice import Dice

    dice = Dice(None)
    dice.feed(faces)
    ctx = Resolution(title().box, table.state.copy(), dice)
    action = title().parse(table.state, "spare gauvilliers")
    PROCEDURE.handler(frame).act(ctx, frame, action)
    PROCEDURE.resolve(ctx)
    assert (ctx.state.officers[general].fate == "map") == saved


@pytest.mark.case("A-19", "V-4.3-T8-a", "V-2.6-h")
def test_who_was_denounced_is_tried_besides() -> None:
    position = given().fate("menou", "tribunal").general("quetineau", "saumur").fate("leigonyer", "light", 3)
    frame = sitting(position)
    assert frame.tried == ("menou",)
    assert frame.accused == {}


@pytest.mark.case("V-2.7-a", "V-2-a")
def test_after_the_eighth_turn_the_points_are_counted() -> None:
    from engines.core.dice import Dice

    for turn_number in (7, 8):
        position = given().turn(turn_number).points("cholet", saumur=25).phase("end", EndOfTurn())
        ctx = Resolution(title().box, position.state.copy(), Dice("end"))
        PROCEDURE.resolve(ctx)
        assert (ctx.state.phase == "over") == (turn_number == 8)


def final(position: Given) -> tuple[int | None, str, str | None]:
    """Score, level and winner."""
    position.phase("over")
    result = outcome(title().box, position.turn(8).state)
    assert result is not None
    return result.score, result.level, result.winner


@pytest.mark.case("V-2.6-a", "V-2.5-a")
@pytest.mark.parametrize("number", [1, 8])
def test_the_committee_sits_every_turn(number: int) -> None:
    from engines.core.dice import Dice
    from engines.vendee.phases.sequence import next_phase

    position = given().turn(number).phase("desertion")
    ctx = Resolution(title().box, position.state, Dice(None))
    next_phase(ctx)
    assert ctx.state.phase == "committee"
    assert isinstance(ctx.state.stack[-1], Committee)


@pytest.mark.case("V-7.2-a", "V-7.2-c", "V-7.2-e", "D-16")
def test_what_the_republic_counts() -> None:
    assert final(given().points("mortagne", saumur=9)) == (3, "political", None)
    assert final(given().points("mortagne", saumur=28).points("machecoul", nantes=1)) == (
        6,
        "tactical",
        "republican",
    )


@pytest.mark.case("V-7.2-b", "V-7.2-f", "A-79", "D-16")
def test_what_the_royalists_count() -> None:
    position = given().points("pornic", bas_poitou=1).points("les-sables", bas_poitou=1)
    assert final(position) == (-10, "tactical", "royalist")
    position.points("lucon", anjou=1).points("fontenay", anjou=26)
    assert final(position) == (-19, "strategic", "royalist")


@pytest.mark.case("A-79")
def test_chouans_count_unless_the_option_is_off() -> None:
    assert final(given().points("cholet", anjou=8, chouans=2))[0] == -2
    assert final(given(all_points_count=False).points("cholet", anjou=8, chouans=2))[0] == 0


@pytest.mark.case("V-7.2-d", "V-CL-7")
@pytest.mark.parametrize(("blue_far", "score"), [(False, -5), (True, 0)])
def test_a_bridge_counts_when_no_republican_is_at_its_other_end(blue_far: bool, score: int) -> None:
    position = given().points("brissac", anjou=3)
    if blue_far:
        position.points("angers", saumur=1)
    assert final(position)[0] == score


@pytest.mark.case("V-2.6-f")
def test_to_drive_generals_away_is_no_combat() -> None:
    position = given().points("doue", saumur=4).general("menou", "doue").general("stofflet", "concourson")
    table = position.table().act("move doue > concourson with all", 4, 4)
    assert table.where("stofflet") != "concourson" or table.asked[1] == "refuge"
    assert table.state.fought == []


def contested(area: str, origin: str) -> State:
    """Royalists have attacked Republicans in an area, and Sapinaud may march to the guns."""
    position = given().powder(anjou=0, centre=0).points(area, saumur=4)
    position.points("tiffauges", centre=4).general("sapinaud", "tiffauges")
    fray = attack(position, area, origin, anjou=8)
    assert fray.asked == ("royalist", "march")
    return fray.state


@pytest.mark.case("V-7.2-c", "A-60")
def test_while_a_combat_in_an_objective_is_undecided_it_counts_for_nobody() -> None:
    state = contested("mortagne", "cholet")
    assert title().published(state, None)["score"] == {"republican": 0, "royalist": 0}
