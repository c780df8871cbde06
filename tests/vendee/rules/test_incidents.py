"""Tactical incidents T1 to T12 (4.3)."""

from __future__ import annotations

import pytest

from engines.vendee.combat.events import (
    BattleEnded,
    DesertersJoined,
    FellBack,
    Fought,
    IncidentsDrawn,
    OutOfPowder,
)
from engines.vendee.combat.frames import Battle, Contingent
from engines.vendee.combat.incidents import joining
from engines.vendee.combat.retreat import can_withdraw
from engines.vendee.events import Halted, Lost, MoraleChanged, OfficerFate, PowderChanged
from engines.vendee.frames import Condition
from tests.vendee.battles import Fray, attack, stacked
from tests.vendee.builder import Given, given, title
from tests.vendee.rules.test_combat import level, settle, sums


@pytest.mark.case("D-05", "V-4.3-a")
@pytest.mark.parametrize(("total", "drawn"), [(9, 1), (10, 2), (19, 2), (20, 3), (29, 3), (30, 4)])
def test_markers_by_the_combat_points_of_both_sides(total: int, drawn: int) -> None:
    assert title().box.charts.incidents(total) == drawn


@pytest.mark.case("V-1.5-b", "V-4.3-d", "V-1.5-a", "V-ER-1")
def test_markers_go_back_after_the_combat() -> None:
    fray = settle(win(("t3", "t10"), royalists=9))
    assert fray.state.incidents == list(title().box.incident_pool)
    assert fray.state.incidents.count("t1") == 3


def win(
    incidents: tuple[str, ...], *faces: int, royalists: int = 9, republicans: int = 2, **extra: object
) -> Fray:
    """Royalists attack from Coron and win by a rout."""
    position = extra.pop("position", None) or level()
    assert isinstance(position, Given)
    position.points("vihiers", saumur=republicans)
    generals = extra.pop("generals", ())
    lots = extra.pop("lots", ())
    assert isinstance(generals, tuple)
    assert isinstance(lots, tuple)
    return attack(
        position,
        "vihiers",
        "coron",
        6,
        6,
        *faces,
        incidents=incidents,
        generals=generals,
        lots=lots,
        anjou=royalists,
    )


@pytest.mark.case("V-4.3-c", "V-CL-5", "A-44")
def test_only_t1_adds_up() -> None:
    fray = win(("t3", "t3"))
    assert [term.value for term in fray.told(Fought)[0].modifiers] == [1]
    assert fray.told(IncidentsDrawn)[0].idle == ("t3",)
    position = level().general("d-elbee", "vihiers").general("stofflet", "vihiers")
    position.points("vihiers", anjou=8)
    fray = attack(
        position,
        "vihiers",
        "concourson",
        2,
        3,
        6,
        6,
        6,
        6,
        incidents=("t1", "t1"),
        lots=("d-elbee",),
        saumur=4,
    )
    fray.settle()
    assert [fray.fate(general) for general in ("d-elbee", "stofflet")] == ["light", "light"]


@pytest.mark.case("V-4.3-T1-e", "V-CL-5", "A-44")
def test_a_second_t1_with_nobody_left_has_no_effect() -> None:
    position = level().points("vihiers", anjou=8).general("d-elbee", "vihiers")
    fray = attack(position, "vihiers", "concourson", 2, 3, 6, 6, incidents=("t1", "t1"), saumur=4)
    fray.settle()
    assert fray.fate("d-elbee") == "light"


@pytest.mark.case("D-20", "V-4.3-T1-a")
@pytest.mark.parametrize(
    ("total", "routed", "fate"),
    [
        (9, False, "light"),
        (9, True, "serious"),
        (7, True, "killed"),
        (7, False, "serious"),
        (6, False, "killed"),
    ],
)
def test_what_becomes_of_him(total: int, routed: bool, fate: str) -> None:
    assert title().box.charts.fate(total, routed) == fate


@pytest.mark.case("V-4.3-b", "V-4.3-T2-a", "V-4.3-T5-a")
def test_what_acts_after_the_combat_is_not_said_to_be_idle() -> None:
    position = level().points("vihiers", saumur=6)
    fray = attack(position, "vihiers", "coron", 6, 6, incidents=("t2", "t5", "t11"), anjou=16)
    assert fray.told(IncidentsDrawn)[0].idle == ("t11",)
    assert {lost.reason for lost in fray.settle().told(Lost)} == {"combat"}


@pytest.mark.case("V-4.3-T1-a")
@pytest.mark.parametrize(
    ("anjou", "faces", "incidents", "loser", "rout"),
    [
        (16, (6, 6), ("t1", "t3", "t10"), "republican", True),
        (5, (1, 2), ("t1", "t3"), "royalist", False),
        (2, (1, 1), ("t1",), "royalist", True),
    ],
)
def test_one_is_taken_off_for_a_rout_of_his_own_side_alone(
    anjou: int, faces: tuple[int, int], incidents: tuple[str, ...], loser: str, rout: bool
) -> None:
    position = level().points("vihiers", saumur=6)
    fray = attack(
        position, "vihiers", "coron", *faces, 5, 4, incidents=incidents, generals=("stofflet",), anjou=anjou
    ).settle()
    (fought,) = fray.told(Fought)
    assert (fought.loser, fought.rout) == (loser, rout)
    assert fray.fate("stofflet") == ("serious" if (loser, rout) == ("royalist", True) else "light")


@pytest.mark.case("V-4.3-T1-b", "V-QA-25")
@pytest.mark.parametrize(("general", "change"), [("bonchamps", -1), ("d-elbee", 0)])
def test_only_a_great_general_s_death_is_felt(general: str, change: int) -> None:
    position = level().points("vihiers", anjou=2).general(general, "vihiers")
    fray = attack(position, "vihiers", "concourson", 1, 2, 1, 1, incidents=("t1",), saumur=2)
    fray.settle()
    assert fray.fate(general) == "killed"
    assert sum(event.change for event in fray.told(MoraleChanged)) == change


@pytest.mark.case("V-4.3-T1-c", "V-2.1-a")
def test_a_wound_on_the_last_turn_takes_him_out_of_the_game() -> None:
    position = level().turn(8).points("vihiers", anjou=2).general("d-elbee", "vihiers")
    fray = attack(position, "vihiers", "concourson", 1, 2, 6, 6, incidents=("t1",), saumur=2)
    fray.settle()
    assert fray.fate("d-elbee") == "removed"


@pytest.mark.case("V-4.3-T1-f")
def test_who_marched_in_took_part() -> None:
    position = level().points("vihiers", anjou=2).points("coron", anjou=1).general("stofflet", "coron")
    fray = attack(position, "vihiers", "concourson", saumur=2)
    fray.do("guns coron with all", 1, 1, 2, 6, 6, incidents=("t1",))
    fray.settle()
    assert fray.fate("stofflet") == "light"


def t2(republicans: int, *, morale: int = 0, joined: int = 0, royalists: int = 30) -> Fray:
    """Republicans rout with T2 drawn."""
    position = level().morale(republican=morale).having(deserters=joined)
    if joined:
        position.points("cholet", deserters=joined)
    return settle(
        win(("t2", "t11", "t10", "t9"), royalists=royalists, republicans=republicans, position=position)
    )


@pytest.mark.case("D-17", "V-4.3-T2-a", "V-4.3-T2-b", "V-4.3-T2-c", "V-4.3-T2-d", "A-45")
@pytest.mark.parametrize(
    ("republicans", "morale", "joined", "comes"),
    [(9, 0, 0, 1), (10, 0, 1, 1), (4, 0, 0, 0), (10, 0, 0, 2), (9, 2, 0, 1), (10, 0, 2, 0)],
)
def test_deserters(republicans: int, morale: int, joined: int, comes: int) -> None:
    fray = t2(republicans, morale=0, joined=joined)
    assert fray.state.deserters == joined + comes
    assert joining(title().box, given().having(deserters=joined).state, republicans) == comes


@pytest.mark.case("D-17", "V-4.3-T2-a")
def test_no_deserters_while_republican_morale_is_good() -> None:
    position = level().morale(republican=2)
    fray = settle(win(("t2", "t11"), royalists=12, republicans=5, position=position))
    assert fray.state.morale["republican"] == 1
    assert fray.state.deserters == 0


@pytest.mark.case("V-4.3-T2-c", "V-4.3-T2-d")
def test_deserters_join_in_the_area_and_the_marker_goes_with_the_second() -> None:
    fray = t2(10)
    assert "t2" not in fray.state.incidents
    assert fray.points("vihiers")["deserters"] == 2


@pytest.mark.case("V-4.3-T2-a")
def test_a_mere_retreat_brings_no_deserters() -> None:
    fray = attack(
        level().points("vihiers", saumur=9), "vihiers", "coron", 4, 3, incidents=("t2", "t11"), anjou=10
    )
    fray.settle()
    assert fray.state.deserters == 0


@pytest.mark.case("V-4.3-T3-a", "V-T-DRM")
def test_t3_helps_the_royalists_by_one() -> None:
    assert (
        sums(level().points("vihiers", saumur=4), "vihiers", "coron", incidents=("t3",), anjou=4).modifier
        == 1
    )
    position = level().points("vihiers", anjou=4)
    assert sums(position, "vihiers", "concourson", incidents=("t3",), saumur=4).modifier == -1


@pytest.mark.case("V-4.3-T4-a", "V-T-COL")
def test_t4_helps_the_republicans_by_two_columns() -> None:
    assert (
        sums(level().points("vihiers", saumur=4), "vihiers", "coron", incidents=("t4",), anjou=4).shift == -2
    )
    position = level().points("vihiers", anjou=4)
    assert sums(position, "vihiers", "concourson", incidents=("t4",), saumur=4).shift == 2


@pytest.mark.case("V-4.3-T5-a")
def test_t5_with_a_rout_cheers_the_royalists_once_for_all() -> None:
    fray = settle(win(("t5", "t11"), royalists=8, republicans=2))
    assert fray.state.morale["royalist"] == 2
    assert "t5" not in fray.state.incidents


@pytest.mark.case("V-4.3-T5-a", "V-4.3-d", "A-86")
def test_t5_without_a_rout_goes_back() -> None:
    fray = settle(
        attack(level().points("vihiers", anjou=4), "vihiers", "concourson", 4, 3, incidents=("t5",), saumur=4)
    )
    assert "t5" in fray.state.incidents


def powderless(*more: str, **points: int) -> Fray:
    """Royalists are attacked in Chantonnay and have run out of powder."""
    position = level().points("chantonnay", centre=points.get("centre", 6)).general("royrand", "chantonnay")
    return attack(
        position,
        "chantonnay",
        "sainte-hermine",
        incidents=("t6", *more),
        generals=("chalbos",),
        la_rochelle=points.get("la_rochelle", 6),
    )


@pytest.mark.case("V-4.3-T6-a", "V-4.3-T6-b", "V-QA-27", "V-4.3-T6-d", "V-2.6-f", "I-06")
def test_t6_lets_a_defender_withdraw_without_loss() -> None:
    fray = powderless("t3")
    assert fray.asked == ("royalist", "withdraw")
    fray.do("withdraw 1")
    fray.do("retreat les-herbiers")
    assert fray.points("les-herbiers") == {"centre": 6}
    assert fray.where("royrand") == "les-herbiers"
    assert fray.told(BattleEnded) == [BattleEnded("chantonnay", None)]
    assert not [
        event for event in fray.events if isinstance(event, Lost | MoraleChanged | PowderChanged | Fought)
    ]
    assert fray.group.at == "chantonnay"
    assert not fray.group.over
    assert fray.state.fought == []


@pytest.mark.case("A-26", "V-3.4-h", "V-4.3-T6-d")
def test_who_was_not_fought_by_the_road_goes_on_by_it() -> None:
    position = given().more().points("vihiers", saumur=8).general("menou", "vihiers")
    position.points("coron", anjou=4).points("chemille", anjou=3)
    fray = Fray(position.state, stacked(()))
    fray.do("move vihiers > coron > trementines with all", 3, 3, incidents=("t6", "t11"))
    fray.do("decline").do("decline").do("withdraw 1").do("retreat chemille")
    assert fray.points("trementines") == {"saumur": 8}


@pytest.mark.case("V-4.1-a", "V-4.3-T6-d")
@pytest.mark.parametrize(
    ("seen", "asked"), [(False, ("republican", "activation")), (True, ("royalist", "fortify"))]
)
def test_a_path_leads_into_no_combat_that_was_not_in_sight(seen: bool, asked: tuple[str, str]) -> None:
    """The Royalists withdraw to where the path goes on: whether to fight them there is asked."""
    position = given().more().points("vihiers", saumur=8).general("menou", "vihiers")
    position.points("coron", anjou=4)
    if seen:
        position.points("chemille", anjou=3)
    fray = Fray(position.state, stacked(()))
    fray.do("move vihiers > coron > chemille with all", 6, 6, incidents=("t6", "t11"))
    while fray.asked[1] != "withdraw":
        fray.do("decline")
    fray.do("withdraw 1").do("retreat chemille")
    assert fray.asked == asked
    assert [(halt.area, halt.next, halt.case) for halt in fray.told(Halted)] == (
        [] if seen else [("coron", "chemille", "4.1")]
    )


@pytest.mark.case("V-4.3-T6-a", "V-T-DRM")
def test_t6_fought_costs_the_royalists_two() -> None:
    fray = powderless("t11").do("decline", 3, 4)
    assert {str(term.label): term.value for term in fray.told(Fought)[0].modifiers}["T6 Out of Powder!"] == 2
    found = sums(level().points("vihiers", saumur=4), "vihiers", "coron", incidents=("t6",), anjou=4)
    assert found.modifier == -2


@pytest.mark.case("V-4.3-T6-c", "V-QA-29")
def test_t6_leaves_an_attacker_his_activation() -> None:
    fray = attack(level().points("vihiers", saumur=3), "vihiers", "coron", incidents=("t6",), anjou=4)
    fray.do("withdraw 1")
    assert fray.points("coron") == {"anjou": 4}
    assert (fray.group.at, fray.group.over, dict(fray.group.points)) == ("coron", False, {"anjou": 4})

    # Of two armies the group stays one, as it may go on.
    position = level().points("vihiers", saumur=3)
    fray = attack(position, "vihiers", "coron", incidents=("t6",), generals=("royrand",), anjou=4, centre=2)
    fray.do("withdraw 2").settle()
    assert {tuple(step.points.items()) for step in fray.told(FellBack)} == {(("anjou", 4), ("centre", 2))}


@pytest.mark.case("A-106", "A-46")
def test_t6_leaves_an_active_group_of_two_armies_together() -> None:
    position = level().points("vihiers", saumur=3).general("stofflet", "coron").general("royrand", "coron")
    fray = attack(position, "vihiers", "coron", incidents=("t6",), anjou=4, centre=2)
    while fray.asked[1] != "withdraw":
        fray.do("decline")
    fray.do("withdraw 2").do("retreat auto")
    assert fray.points(fray.group.at) == {"anjou": 4, "centre": 2}
    assert fray.group.at != "coron"
    assert dict(fray.group.points) == {"anjou": 4, "centre": 2}


@pytest.mark.case("V-4.3-e", "V-QA-28")
def test_t6_withdrawn_makes_t1_and_t7_void() -> None:
    fray = powderless("t1", centre=4, la_rochelle=6).do("withdraw 1").do("retreat auto")
    assert not fray.told(OfficerFate)
    fray = powderless("t7").do("withdraw 2").do("retreat auto")
    assert not fray.told(OfficerFate)


@pytest.mark.case("V-4.3-T6-a", "A-46")
def test_t6_is_one_area_or_two() -> None:
    fray = powderless("t3").do("withdraw 2").do("retreat auto")
    assert len(fray.told(FellBack)) == 2


@pytest.mark.case("V-4.3-T6-a", "V-4.5-h", "A-88")
def test_t6_on_noirmoutier_means_to_fight() -> None:
    position = level().points("noirmoutier", bas_poitou=4)
    fray = attack(position, "noirmoutier", "beauvoir", 3, 4, incidents=("t6",), nantes=4)
    assert fray.told(OutOfPowder) == [OutOfPowder("noirmoutier", 0, forced=True)]
    assert fray.told(Fought)


@pytest.mark.case("V-4.3-T6-a", "I-06")
@pytest.mark.parametrize(
    ("order", "action"),
    [
        ("fight", "decline"),
        ("withdraw 1", "withdraw 1"),
        ("withdraw 2 if at most 1:1", "withdraw 2"),
        ("withdraw 2 if at most 1:2", "decline"),
    ],
)
def test_standing_orders_for_t6(order: str, action: str) -> None:
    fray = powderless("t3")
    decision = title().decisions(fray.state)[0]
    found = title().ordered(fray.state, decision, title().read_order("withdraw", order))
    assert found is not None
    assert title().notation(found) == action


@pytest.mark.case("V-4.3-T7-a", "V-T-MORALE-a")
def test_t7_strikes_a_republican_and_moves_no_morale() -> None:
    position = level().points("vihiers", saumur=2).general("menou", "vihiers").general("quetineau", "vihiers")
    fray = attack(position, "vihiers", "coron", 1, 2, 3, 3, incidents=("t7",), lots=("menou",), anjou=2)
    fray.settle()
    assert fray.fate("menou") == "killed"
    assert fray.told(MoraleChanged) == []


@pytest.mark.case("V-4.3-T8-a")
def test_t8_sends_a_beaten_republican_before_the_tribunal() -> None:
    position = level().points("vihiers", anjou=6)
    fray = attack(position, "vihiers", "concourson", 1, 2, incidents=("t8",), generals=("menou",), saumur=3)
    fray.settle()
    assert fray.fate("menou") == "tribunal"


@pytest.mark.case("V-4.3-T8-b")
def test_t8_spares_a_victor() -> None:
    position = level().points("vihiers", anjou=2)
    fray = attack(position, "vihiers", "concourson", 6, 6, incidents=("t8",), generals=("menou",), saumur=6)
    fray.settle()
    assert fray.fate("menou") == "map"


@pytest.mark.case("V-4.3-T8-a", "V-4.3-T7-a", "A-48")
def test_t8_takes_one_of_those_whom_t7_has_left() -> None:
    position = level().points("vihiers", anjou=12)
    fray = attack(
        position,
        "vihiers",
        "concourson",
        1,
        2,
        1,
        1,
        incidents=("t8", "t7"),
        lots=("menou",),
        generals=("menou", "quetineau"),
        saumur=6,
    )
    fray.settle()
    assert (fray.fate("menou"), fray.fate("quetineau")) == ("killed", "tribunal")


@pytest.mark.case("V-4.3-T9-a", "V-T-DRM")
@pytest.mark.parametrize(
    ("area", "entry", "value"), [("doue", "concourson", 2), ("vihiers", "concourson", 1)]
)
def test_t9_is_the_horse(area: str, entry: str, value: int) -> None:
    position = level().points(area, anjou=4)
    assert sums(position, area, entry, incidents=("t9",), saumur=4).modifier == value
    position = level().points(area, saumur=4)
    assert sums(position, area, entry, incidents=("t9",), anjou=4).modifier == -value


@pytest.mark.case("V-4.3-T10-a", "V-T-DRM")
def test_t10_is_the_guns() -> None:
    assert (
        sums(
            level().points("vihiers", anjou=4), "vihiers", "concourson", incidents=("t10",), saumur=4
        ).modifier
        == 1
    )
    assert (
        sums(level().points("vihiers", saumur=4), "vihiers", "coron", incidents=("t10",), anjou=4).modifier
        == -1
    )


@pytest.mark.case("V-4.3-T11-a", "V-4.3-b")
def test_t11_wants_mayencais() -> None:
    position = level().points("vihiers", anjou=4).having(attached="saumur")
    assert sums(position, "vihiers", "concourson", incidents=("t11",), saumur=4).modifier == 0
    assert sums(position, "vihiers", "concourson", incidents=("t11",), saumur=3, mayence=1).modifier == 1
    position = level().points("vihiers", mayence=4).having(attached="saumur")
    assert sums(position, "vihiers", "coron", incidents=("t11",), anjou=4).modifier == -1


@pytest.mark.case("V-4.3-T12-a", "V-T-COL")
def test_t12_spares_a_force_that_is_half_of_mayence() -> None:
    position = level().points("vihiers", anjou=4).having(attached="saumur")
    assert sums(position, "vihiers", "concourson", incidents=("t12",), saumur=4).shift == -2
    assert sums(position, "vihiers", "concourson", incidents=("t12",), saumur=3, mayence=2).shift == -2
    assert sums(position, "vihiers", "concourson", incidents=("t12",), saumur=2, mayence=2).shift == 0
    position = level().points("vihiers", saumur=4)
    assert sums(position, "vihiers", "coron", incidents=("t12",), anjou=4).shift == 2


@pytest.mark.case("V-4.3-T2-c")
def test_deserters_cost_the_republicans_nobody() -> None:
    position = level()
    fray = win(("t2", "t11"), royalists=9, republicans=5, position=position)
    joined, lost = 0, 0
    while True:
        joined += sum(event.points for event in fray.told(DesertersJoined))
        lost += sum(
            sum((event.points or {}).values()) for event in fray.told(Lost) if event.side == "republican"
        )
        if fray.asked[1] not in ("losses", "retreat", "pursuit"):
            break
        fray.do({"losses": "lose auto", "retreat": "retreat auto", "pursuit": "decline"}[fray.asked[1]])
    left = sum(kinds.get("saumur", 0) for kinds in map(fray.points, fray.state.forces))
    assert (joined, left) == (1, 5 - lost)


def cannon(*faces: int) -> Fray:
    """Republicans are attacked with T5 drawn."""
    return attack(level().points("vihiers", saumur=4), "vihiers", "coron", *faces, incidents=("t5",), anjou=4)


@pytest.mark.case("A-86")
def test_t5_goes_back_after_a_mere_retreat_of_republicans_too() -> None:
    fray = cannon(5, 4).settle()
    assert (fray.told(Fought)[0].loser, fray.told(Fought)[0].rout) == ("republican", False)
    assert "t5" in fray.state.incidents


@pytest.mark.case("A-87", "V-4.3-T6-a", "I-06")
@pytest.mark.parametrize("attacker", ["royalist", "republican"])
def test_t6_asks_the_royalists_alone_and_hurts_them_alone(attacker: str) -> None:
    attacks = attacker == "royalist"
    position = level().points("vihiers", saumur=4) if attacks else level().points("vihiers", anjou=4)
    own = {"anjou": 4} if attacks else {"saumur": 4}
    fray = attack(position, "vihiers", "coron" if attacks else "concourson", incidents=("t6",), force=own)
    assert fray.asked == ("royalist", "withdraw")
    fray.do("decline", 3, 4)
    assert {term.value for term in fray.told(Fought)[0].modifiers} == {-2 if attacks else 2}


@pytest.mark.case("A-88", "V-4.5-h")
def test_t6_lets_nobody_leave_noirmoutier_wherever_the_enemy_came_from() -> None:
    landed = Contingent("vue", {"nantes": Condition(activated=4)})
    held = Contingent(None, {"bas-poitou": Condition(fresh=4)})
    battle = Battle("noirmoutier", "republican", (landed,), (held,), stage="powder")
    state = given().points("noirmoutier", bas_poitou=4, nantes=4).state
    assert not can_withdraw(title().box, state, battle)


@pytest.mark.case("A-88")
def test_t6_without_any_area_free_of_enemies_means_to_fight() -> None:
    position = level().points("vihiers", anjou=4)
    for area in ("chanzeaux", "coron", "argenton", "martigne"):
        position.points(area, saumur=1)
    fray = attack(position, "vihiers", "concourson", 3, 4, incidents=("t6",), saumur=4)
    assert fray.told(OutOfPowder) == [OutOfPowder("vihiers", 0, forced=True)]
    assert fray.told(Fought)


@pytest.mark.case("A-46", "V-4.5-c", "V-4.5-d")
def test_t6_goes_by_the_rules_of_a_retreat() -> None:
    position = level().points("vihiers", anjou=3)
    fray = attack(position, "vihiers", "coron", incidents=("t6",), saumur=4).do("withdraw 1")
    assert [step.end for step in fray.told(FellBack)] == ["chanzeaux"]
    fray = attack(level().points("vihiers", saumur=3), "vihiers", "coron", incidents=("t6",), anjou=4)
    fray.do("withdraw 2").settle()
    path = [step.end for step in fray.told(FellBack)]
    assert path[0] == "coron"
    assert len(path) == 2


@pytest.mark.case("A-47", "V-4.3-T7-a")
def test_the_death_of_a_great_republican_moves_no_morale() -> None:
    assert title().box.general["westermann"].tactical == 3
    position = level().points("vihiers", la_rochelle=2).general("westermann", "vihiers")
    fray = attack(position, "vihiers", "coron", 1, 2, 3, 3, incidents=("t7",), anjou=2).settle()
    assert fray.fate("westermann") == "killed"
    assert fray.told(MoraleChanged) == []
