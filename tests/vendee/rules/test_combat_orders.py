"""Standing orders in and after combats (section I of the cases)."""

from __future__ import annotations

import pytest

from engines.vendee.actions import DECLINE
from engines.vendee.combat.frames import Contingent, Pursuit
from engines.vendee.frames import Condition, Operations
from tests.vendee.battles import Fray, attack, kinds, place, stacked
from tests.vendee.builder import Given, title
from tests.vendee.rules.test_combat import level
from tests.vendee.rules.test_orders import ordered


def called() -> Fray:
    """The Centre is attacked in Chantonnay; Sapinaud and Royrand could come."""
    position = level().points("chantonnay", centre=6).points("les-essarts", centre=2)
    position.general("sapinaud", "les-essarts").points("bournezeau", centre=3).general(
        "royrand", "bournezeau"
    )
    return attack(position, "chantonnay", "sainte-hermine", la_rochelle=6)


@pytest.mark.case("I-04")
@pytest.mark.parametrize(
    ("order", "answer"),
    [
        ("never from les-essarts; always", "guns bournezeau with all"),
        ("never from bournezeau, les-essarts; always", "decline"),
        ("if at most 1:2 from bournezeau; always leave 1", "guns les-essarts with centre:1 sapinaud"),
        ("always from bournezeau", "guns bournezeau with all"),
    ],
)
def test_each_stack_marches_by_the_first_clause_that_names_it(order: str, answer: str) -> None:
    assert ordered(called(), order) == answer


@pytest.mark.case("I-04", "V-3.6-d")
@pytest.mark.parametrize("order", ["never", "always", "if at most 1:1 leave 2"])
def test_where_a_side_is_asked_only_to_hide_that_none_can_march_any_order_answers(order: str) -> None:
    position = level().points("chantonnay", centre=6).points("les-essarts", centre=3)
    fray = attack(position, "chantonnay", "sainte-hermine", la_rochelle=6)
    assert fray.asked == ("royalist", "march")
    assert fray.legal == ["decline", "event e5"]
    decision = title().decisions(fray.state)[0]
    assert title().answered(fray.state, decision, title().read_order("march", order)) == DECLINE


def bleeding() -> Fray:
    """Ten Royalists of two armies under Bonchamps have lost three."""
    position = (
        level().points("vihiers", anjou=7, centre=3).general("bonchamps", "vihiers").morale(republican=2)
    )
    return attack(position, "vihiers", "concourson", 5, 5, incidents=("t11", "t5", "t2"), saumur=15)


@pytest.mark.case("I-07")
@pytest.mark.parametrize(
    ("order", "lost"),
    [
        ("auto", "lose auto"),
        ("keep 7 with generals", "lose centre:3"),
        ("keep 5 with generals", "lose anjou:1 centre:2"),
        ("spare centre keep 5 with generals", "lose anjou:2 centre:1"),
        ("spare centre", "lose anjou:3"),
        ("spare centre keep 9 with generals", "lose centre:3"),
    ],
)
def test_so_many_points_stay_with_each_general_while_they_can(order: str, lost: str) -> None:
    assert ordered(bleeding(), order) == lost


@pytest.mark.case("I-08")
def test_losers_retreat_towards_a_general_of_their_own() -> None:
    for where, area in (("cholet", "coron"), ("chalonnes", "chanzeaux")):
        position = level().points("vihiers", anjou=6).general("cathelineau", where)
        position.general("menou", "bressuire")
        fray = attack(position, "vihiers", "concourson", 5, 5, incidents=("t11", "t2"), saumur=9)
        assert ordered(fray, "towards cathelineau") == f"retreat {area}"
    assert ordered(fray, "towards menou") == "retreat coron"


def victorious(
    at: str, *way: str, generals: tuple[str, ...] = (), position: Given | None = None, **points: int
) -> Fray:
    """Royalists may pursue along a way."""
    position = position or level()
    place(position, at, points)
    for general in generals:
        position.general(general, at)
    held = {kind: Condition(fresh=count) for kind, count in kinds(points).items()}
    frame = Pursuit("royalist", at, (Contingent(None, held, generals),), (way,), active=False)
    position.state.stack = [Operations("republican"), frame]
    return Fray(position.state, stacked(()))


@pytest.mark.case("I-10")
def test_a_pursuit_leaves_nobody_behind_or_one_where_the_area_is_held() -> None:
    def fray(*generals: str) -> Fray:
        return victorious("vihiers", "concourson", "doue", generals=generals, anjou=5)

    assert ordered(fray("stofflet"), "pursue 1") == "pursue concourson with all"
    assert ordered(fray("stofflet"), "pursue 1 holding vihiers") == "pursue concourson with anjou:4 stofflet"
    assert ordered(fray("stofflet"), "pursue 1 holding cholet") == "pursue concourson with all"
    assert ordered(fray(), "pursue 1 holding vihiers") == "decline"
    one = victorious("vihiers", "concourson", generals=("stofflet",), anjou=1)
    assert ordered(one, "pursue 1 holding vihiers") == "decline"


@pytest.mark.case("I-10", "A-57")
@pytest.mark.parametrize(
    ("anjou", "answer"), [(5, "with anjou:4 centre:2 stofflet"), (1, "with anjou:1 stofflet")]
)
def test_an_army_without_a_general_goes_whole_or_holds_the_area_for_the_others(
    anjou: int, answer: str
) -> None:
    fray = victorious("vihiers", "concourson", generals=("stofflet",), anjou=anjou, centre=2)
    assert ordered(fray, "pursue 1 holding vihiers") == f"pursue concourson {answer}"


@pytest.mark.case("I-10")
@pytest.mark.parametrize(
    ("way", "answer"),
    [
        (("coron", "vihiers"), "pursue coron with all"),
        (("coron", "chemille"), "pursue coron > chemille with all"),
        (("vihiers", "martigne"), "decline"),
    ],
)
def test_a_pursuit_may_be_kept_within_the_zones(way: tuple[str, ...], answer: str) -> None:
    start = "maulevrier" if way[0] == "coron" else "coron"
    assert ordered(victorious(start, *way, anjou=5), "pursue 2 in zones") == answer


@pytest.mark.case("I-05", "I-10")
def test_charette_pursues_to_the_centre_only_where_the_order_spends_his_test() -> None:
    position = level().points("les-essarts", centre=2)
    fray = victorious("belleville", "les-essarts", generals=("charette",), position=position, bas_poitou=5)
    assert ordered(fray, "pursue 1") == "decline"
    assert ordered(fray, "pursue 1 with test") == "pursue les-essarts with all"
