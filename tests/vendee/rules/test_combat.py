"""Combat from entry to end: odds, columns, modifiers, results, morale, powder (4.1, 5, the tables)."""

from __future__ import annotations

import pytest

from engines.core.events import Event, TableRoll
from engines.vendee.combat.events import BattleEnded, DesertersJoined, FellBack, Fought
from engines.vendee.combat.reckoning import Clash, Force, Reckoning, reckon
from engines.vendee.events import Lost, MoraleChanged, OfficerFate, PowderChanged
from engines.vendee.frames import enemy
from engines.vendee.state import by_kind, generals_in, side_of
from tests.vendee.battles import IDLE, Fray, attack, kinds
from tests.vendee.builder import Given, given, title


def sums(
    position: Given,
    area: str,
    *entries: str,
    incidents: tuple[str, ...] = (),
    generals: tuple[str, ...] = (),
    fortified: bool = False,
    **points: int,
) -> Reckoning:
    """Terms of an attack on whoever stands in an area."""
    box, state = title().box, position.state
    named = kinds(points)
    side = side_of(next(iter(named)))
    foe = enemy(side)
    forces = {
        side: Force(named, generals),
        foe: Force(by_kind(state, area, foe), tuple(generals_in(box, state, area, foe))),
    }
    drawn = [id for id in box.incident if id in incidents]
    return reckon(box, state, Clash(area, side, forces, entries, fortified), drawn)


def modifiers(found: Reckoning) -> dict[str, int]:
    """Modifiers by label."""
    return {str(term.label): term.value for term in found.modifiers}


def level() -> Given:
    """Markers of arms and powder at 0, so that nothing but the case at hand counts."""
    return given().powder(anjou=0, centre=0, bas_poitou=0)


def example() -> Fray:
    """E-11: 18 against 12 on mixed ground, supplied, double five."""
    return attack(
        level().points("vihiers", anjou=12), "vihiers", "concourson", 5, 5, incidents=IDLE, saumur=18
    )


def fought(fray: Fray) -> Fought:
    """The combat of the last action."""
    return fray.told(Fought)[0]


@pytest.mark.case(
    "E-11", "V-4.1-d", "V-4.1-e", "V-4.1-j", "V-4.1-m", "V-4.1-n", "V-T-CRT-a", "V-T-WLOSS", "A-37"
)
def test_the_example_of_eighteen_against_twelve() -> None:
    fray = example()
    combat = fought(fray)
    assert (combat.ratio, combat.column, combat.total, combat.result) == ("3:2", "3:2", 10, "DR2-40")
    assert combat.losses == {"royalist": 5, "republican": 4}
    assert fray.asked == ("royalist", "retreat")
    fray.do("retreat chanzeaux")
    assert fray.points("vihiers") == {"saumur": 14}
    last = fray.told(FellBack)[-1]
    assert last.points == {"anjou": 7}
    assert fray.points(last.end) == {"anjou": 7}


@pytest.mark.case("E-12", "V-1.2-b", "V-1.2-c", "V-4.1-q")
def test_a_ten_and_a_two_pay_five_and_are_a_five_and_a_two() -> None:
    assert [lost.points for lost in example().told(Lost)] == [{"anjou": 5}, {"saumur": 4}]


@pytest.mark.case("D-07", "V-T-MORALE", "V-5.1-a", "V-QA-16")
def test_thirty_in_all_raise_the_winner_by_three_and_leave_who_retreats() -> None:
    fray = example().do("retreat auto")
    assert [(event.side, event.change, event.after) for event in fray.told(MoraleChanged)] == [
        ("republican", 3, 2)
    ]


@pytest.mark.case("E-13", "V-T-DRM-a", "V-4.1-r")
@pytest.mark.parametrize("lead", [1, 2])
def test_better_morale_is_worth_one_to_its_side_whatever_the_lead(lead: int) -> None:
    position = level().points("vihiers", anjou=4).morale(republican=lead)
    assert modifiers(sums(position, "vihiers", "concourson", saumur=4)) == {"Better morale": 1}
    position = level().points("vihiers", saumur=4).morale(republican=lead)
    assert modifiers(sums(position, "vihiers", "coron", anjou=4)) == {"Better morale": -1}
    position = level().points("vihiers", saumur=4).morale(republican=lead, royalist=lead)
    assert modifiers(sums(position, "vihiers", "coron", anjou=4)) == {}


@pytest.mark.case("E-14", "V-T-COL", "V-4.1-f", "V-T-COL-b")
def test_unsupplied_republicans_in_bocage_attack_two_columns_worse() -> None:
    position = level().points("cholet", anjou=4).points("trementines", anjou=1).points("maulevrier", anjou=1)
    position.points("mortagne", anjou=1)
    found = sums(position, "cholet", "jallais", saumur=4)
    assert title().box.charts.columns[title().box.charts.shifted(found.ratio, found.shift)] == "1:2"
    assert {str(term.label) for term in found.shifts} == {"Bocage ground", "No supply"}


def chantonnay() -> Fray:
    """E-16: Chalbos attacks the Centre; d'Elbée and La Rochejaquelein are near, and Sapinaud too."""
    position = given().points("chantonnay", centre=6).points("saint-fulgent", anjou=8)
    position.general("d-elbee", "saint-fulgent").general("la-rochejaquelein", "saint-fulgent")
    position.points("les-essarts", centre=1).general("sapinaud", "les-essarts").powder(anjou=-1)
    return attack(position, "chantonnay", "sainte-hermine", generals=("chalbos",), la_rochelle=11)


@pytest.mark.case("E-16", "V-4.2-c", "D-03")
def test_chantonnay_sapinaud_fails_and_the_angevins_come() -> None:
    fray = chantonnay().do("guns les-essarts with all", 5)
    assert fray.points("les-essarts") == {"centre": 1}
    fray.do("guns saint-fulgent with all", 1, 4, 3, incidents=("t1", "t3", "t11"))
    assert fray.points("chantonnay") == {"anjou": 8, "centre": 6, "la-rochelle": 7}


def after_the_guns() -> Fray:
    """Up to the Royalists' losses."""
    return (
        chantonnay()
        .do("guns les-essarts with all", 5)
        .do("guns saint-fulgent with all", 1, 4, 3, incidents=("t1", "t3", "t11"))
    )


@pytest.mark.case("E-17", "V-4.3-a")
def test_chantonnay_twenty_five_points_draw_three_incidents() -> None:
    fray = after_the_guns()
    assert sum(sum(points.values()) for points in fought(fray).points.values()) == 25


@pytest.mark.case("E-18", "V-4.1-e", "V-T-COL-a")
def test_chantonnay_eleven_against_fourteen_in_bocage_is_one_to_two() -> None:
    combat = fought(after_the_guns())
    assert (combat.ratio, combat.column) == ("2:3", "1:2")


@pytest.mark.case("E-19", "V-4.1-s", "V-4.1-t", "V-T-DRM")
def test_chantonnay_the_modifiers_are_minus_one() -> None:
    combat = fought(after_the_guns())
    assert [term.value for term in combat.modifiers] == [2, -3, 1, -1]
    assert (combat.white, combat.coloured, combat.total, combat.result) == (4, 3, 6, "AR2-40")


@pytest.mark.case("E-20", "V-4.1-o", "V-QA-19")
def test_chantonnay_losses_on_both_sides_and_a_retreat_of_two_areas() -> None:
    fray = after_the_guns()
    assert fought(fray).losses == {"republican": 4, "royalist": 2}
    fray.do("lose anjou:1")
    fray.do("lose centre:1", 4, 5, lots=("d-elbee",))
    assert [step.end for step in fray.told(FellBack)] == ["sainte-hermine", "lucon"]
    assert fray.points("lucon") == {"la-rochelle": 7}
    assert fray.points("chantonnay") == {"anjou": 7, "centre": 5}


@pytest.mark.case("E-21", "E-22", "V-4.3-T1-a", "V-4.3-T1-c", "V-T-POWDER-b")
def test_chantonnay_d_elbee_is_wounded_and_the_royalists_take_heart() -> None:
    fray = after_the_guns().do("lose auto", 4, 5, lots=("d-elbee",))
    officer = fray.state.officers["d-elbee"]
    assert (officer.fate, officer.due) == ("light", 3)
    assert fray.state.morale == {"royalist": 2, "republican": 0}
    assert fray.told(PowderChanged) == []
    assert fray.told(BattleEnded) == [BattleEnded("chantonnay", "royalist")]


@pytest.mark.case("D-01", "V-4.1-e", "V-4.1-g", "V-4.1-h")
@pytest.mark.parametrize(
    ("attackers", "defenders", "column", "long"),
    [
        (10, 7, "1:1", False),
        (14, 7, "2:1", False),
        (13, 20, "1:2", False),
        (5, 15, "1:3", False),
        (5, 16, "1:3", True),
    ],
)
def test_ratio_to_column(attackers: int, defenders: int, column: str, long: bool) -> None:
    found = sums(level().points("vihiers", anjou=defenders), "vihiers", "concourson", saumur=attackers)
    assert title().box.charts.columns[found.ratio] == column
    assert modifiers(found) == ({"Odds below 1:3": -2} if long else {})


@pytest.mark.case("D-08", "V-4.1-i")
def test_shifts_stop_at_the_ends_of_the_table() -> None:
    def column(found: Reckoning) -> str:
        return title().box.charts.columns[title().box.charts.shifted(found.ratio, found.shift)]

    assert (
        column(sums(level().points("chantonnay", centre=9), "chantonnay", "sainte-hermine", saumur=3))
        == "1:3"
    )
    assert column(sums(level().points("doue", anjou=2), "doue", "saumur", saumur=8)) == "4:1"
    assert column(sums(level().points("doue", saumur=4), "doue", "bouille", anjou=4)) == "2:3"
    assert column(sums(level().points("vouvant", anjou=4), "vouvant", "fontenay", la_rochelle=4)) == "1:1"
    assert (
        column(
            sums(level().points("la-chataigneraie", la_rochelle=4), "la-chataigneraie", "moncoutant", anjou=4)
        )
        == "3:2"
    )


@pytest.mark.case("V-T-COL-a")
@pytest.mark.parametrize(
    ("area", "entry", "value"),
    [
        ("doue", "bouille", -1),
        ("vihiers", "coron", 0),
        ("angles", "moutiers", 1),
        ("secondigny", "coulonges", 1),
    ],
)
def test_terrain_helps_the_same_side_in_attack_and_defence(area: str, entry: str, value: int) -> None:
    attack_ = sums(level().points(area, la_rochelle=4), area, entry, anjou=4)
    defence = sums(level().points(area, anjou=4), area, entry, la_rochelle=4)
    ground = [
        {t.label: t.value for t in found.shifts if "ground" in str(t.label)} for found in (attack_, defence)
    ]
    assert [sum(found.values()) for found in ground] == [value, -value]


@pytest.mark.case("V-4.1-u", "V-T-COL-c")
def test_bridges_are_defended_in_whole_or_in_part() -> None:
    position = level().points("nantes", nantes=4)
    total_ = sums(position, "nantes", "reze", anjou=4)
    partial = sums(position, "nantes", "reze", "mauves", anjou=4)
    dry = sums(position, "nantes", "mauves", anjou=4)
    assert [found.shift for found in (total_, partial, dry)] == [-2, -1, 0]


@pytest.mark.case("V-4.1-u", "V-T-COL", "A-103")
def test_the_gois_is_always_defended_in_full() -> None:
    found = sums(level().points("noirmoutier", bas_poitou=4), "noirmoutier", "beauvoir", nantes=4)
    assert {term.label: term.value for term in found.shifts} == {"Attack across the Gois": -2}
    joined = sums(level().points("beauvoir", bas_poitou=4), "beauvoir", "noirmoutier", "machecoul", nantes=4)
    assert "Attack across the Gois" in {term.label for term in joined.shifts if term.value == -2}


@pytest.mark.case("V-T-DRM", "V-T-DRM-c")
def test_a_stronghold_costs_either_attacker_one() -> None:
    position = level().points("parthenay", saumur=4)
    assert modifiers(sums(position, "parthenay", "amailloux", anjou=4)) == {"Stronghold": -1}
    position = level().points("parthenay", anjou=4)
    assert modifiers(sums(position, "parthenay", "airvault", saumur=4)) == {"Stronghold": -1}


@pytest.mark.case("V-T-DRM-b")
@pytest.mark.parametrize(("marker", "value"), [(-2, -2), (-1, -1), (0, 0), (1, 0), (2, 0)])
def test_powder_hurts_below_zero_and_helps_nobody(marker: int, value: int) -> None:
    found = sums(given().powder(anjou=marker).points("vihiers", saumur=4), "vihiers", "coron", anjou=4)
    assert sum(modifiers(found).values()) == value
    found = sums(given().powder(anjou=marker).points("vihiers", anjou=4), "vihiers", "concourson", saumur=4)
    assert sum(modifiers(found).values()) == -value


@pytest.mark.case("V-4.1-t")
def test_the_most_numerous_army_gives_the_marker_and_of_a_tie_the_better() -> None:
    position = given().powder(anjou=-1, centre=0)
    position.points("vihiers", saumur=4)
    assert sum(modifiers(sums(position, "vihiers", "coron", anjou=5, centre=4)).values()) == -1
    assert sum(modifiers(sums(position, "vihiers", "coron", anjou=4, centre=5)).values()) == 0
    assert sum(modifiers(sums(position, "vihiers", "coron", anjou=4, centre=4)).values()) == 0


@pytest.mark.case("V-4.1-s")
def test_a_general_without_combat_points_of_his_army_does_not_count() -> None:
    position = level().points("vihiers", saumur=4)
    assert modifiers(sums(position, "vihiers", "coron", generals=("bonchamps",), anjou=4)) == {"Bonchamps": 3}
    assert modifiers(sums(position, "vihiers", "coron", generals=("bonchamps",), centre=4)) == {}
    found = sums(position, "vihiers", "coron", generals=("d-elbee", "bonchamps"), anjou=4)
    assert modifiers(found) == {"Bonchamps": 3}


@pytest.mark.case("V-6-E6-a", "V-T-DRM")
def test_fortifications_are_worth_one_to_the_royalists() -> None:
    position = level().points("chantonnay", centre=4)
    found = sums(position, "chantonnay", "sainte-hermine", fortified=True, la_rochelle=4)
    assert modifiers(found) == {"E6 Fortifications": -1}


@pytest.mark.case("V-T-DRM-d")
def test_modifiers_have_no_limit() -> None:
    position = given().points("parthenay", saumur=20).general("westermann", "parthenay").morale(republican=2)
    position.points("parthenay", la_rochelle=1)
    found = sums(position, "parthenay", "amailloux", incidents=("t6", "t9", "t10"), anjou=4)
    assert found.modifier == -3 - 1 - 2 - 1 - 2 - 2 - 1 - 1


@pytest.mark.case("V-T-CRT", "V-T-CRT-b")
def test_totals_beyond_the_table_read_its_first_and_last_row() -> None:
    charts = title().box.charts
    assert charts.combat(0, -9) == charts.combat(0, 2)
    assert charts.combat(7, 30) == charts.combat(7, 12)
    assert (charts.combat(0, 2).rout, charts.combat(0, 2).areas, charts.combat(0, 2).percent) == (True, 4, 60)


@pytest.mark.case("V-4.1-k")
def test_every_result_has_a_loser_and_the_areas_of_its_kind() -> None:
    charts = title().box.charts
    for column in range(8):
        for roll in range(2, 13):
            result = charts.combat(column, roll)
            assert result.areas in ((3, 4) if result.rout else (1, 2))


@pytest.mark.case("V-5.1-b", "V-T-POWDER-a", "V-QA-15")
def test_small_combats_change_neither_morale_nor_powder() -> None:
    fray = attack(level().points("vihiers", saumur=2), "vihiers", "coron", 6, 6, incidents=("t11",), anjou=7)
    assert fought(fray).rout
    assert fray.told(MoraleChanged) == []
    assert fray.told(PowderChanged) == []


@pytest.mark.case("V-T-MORALE-b", "V-5.1-a", "V-T-POWDER", "V-5.2-b")
def test_a_rout_moves_both_morales_and_one_marker_for_a_few() -> None:
    fray = attack(
        level().points("vihiers", saumur=6), "vihiers", "coron", 6, 6, incidents=("t11", "t3"), anjou=13
    ).do("retreat auto")
    assert fray.state.morale == {"royalist": 1, "republican": -1}
    assert fray.state.powder == {"anjou": 1, "centre": 0, "bas-poitou": 0}


@pytest.mark.case("V-5.2-a", "V-T-POWDER", "V-5.2-c")
def test_a_greater_rout_is_dealt_to_those_who_took_part_the_most_numerous_first() -> None:
    position = level().points("vihiers", saumur=10)
    fray = attack(
        position, "vihiers", "coron", 6, 6, incidents=("t11", "t3", "t10"), anjou=12, centre=7
    )  # fmt: skip
    fray = settle(fray)
    assert fray.state.powder == {"anjou": 1, "centre": 1, "bas-poitou": 0}


@pytest.mark.case("V-T-POWDER", "V-5.2-b")
def test_a_rout_of_a_few_royalists_costs_one_of_them() -> None:
    fray = attack(
        level().points("doue", anjou=6), "doue", "saumur", 6, 6, incidents=IDLE, saumur=24, generals=()
    )
    assert settle(fray).state.powder["anjou"] == -1


@pytest.mark.case("V-T-POWDER", "V-T-MORALE")
def test_a_rout_of_royalists_costs_them_powder() -> None:
    fray = attack(
        level().points("doue", anjou=10), "doue", "saumur", 6, 6, incidents=IDLE, saumur=40, generals=()
    )
    fray = settle(fray)
    assert fray.state.powder["anjou"] == -2
    assert fray.state.morale == {"republican": 2, "royalist": -2}


def settle(fray: Fray) -> Fray:
    """To the end of the combat."""
    return fray.settle()


@pytest.mark.case("V-5.1-e")
def test_the_first_defeat_of_the_mayencais_cheers_the_royalists_once() -> None:
    position = level().points("vihiers", mayence=2).having(attached="saumur")
    fray = settle(attack(position, "vihiers", "coron", 4, 5, incidents=("t5",), anjou=5))
    assert fray.state.morale["royalist"] == 1
    assert fray.state.mayence_beaten
    position = level().points("vihiers", mayence=2).having(attached="saumur", mayence_beaten=True)
    fray = settle(attack(position, "vihiers", "coron", 4, 5, incidents=("t5",), anjou=5))
    assert fray.state.morale["royalist"] == 0


@pytest.mark.case("V-4.1-a", "V-4.1-b", "V-4.1-v")
def test_entering_means_attacking_and_costs_no_more_than_the_step() -> None:
    position = level().hand("royalist").points("coron", anjou=8).general("stofflet", "coron")
    table = position.points("vihiers", saumur=2).table()
    table.roll_on("move coron > vihiers with all")
    combat = next(event for event in table.events if isinstance(event, Fought))
    assert combat.attacker == "royalist"


@pytest.mark.case("V-4.1-w", "V-QA-10", "V-4.1-v")
def test_a_winning_group_keeps_its_action_points() -> None:
    fray = settle(
        attack(level().points("vihiers", saumur=2), "vihiers", "coron", 6, 6, incidents=("t11",), anjou=6)
    )
    assert fray.group.at == "vihiers"
    assert not fray.group.over
    assert fray.group.spent == 2


@pytest.mark.case("V-2.4-b", "V-4.5-k")
def test_a_losing_group_ends_its_activation() -> None:
    fray = settle(
        attack(
            level().points("vihiers", saumur=9).points("trementines", centre=2),
            "vihiers",
            "coron",
            1,
            2,
            incidents=("t11", "t2"),
            anjou=6,
        )
    )
    assert fray.asked[1] == "operations"


@pytest.mark.case("V-2.6-b")
def test_republican_generals_who_fought_are_remembered() -> None:
    position = level().points("vihiers", anjou=2)
    fray = settle(
        attack(
            position,
            "vihiers",
            "concourson",
            6,
            6,
            incidents=("t11",),
            generals=("menou", "quetineau"),
            saumur=6,
        )
    )
    assert fray.state.fought == ["quetineau", "menou"]


@pytest.mark.case("V-3.6-b")
def test_what_fights_lies_face_up_for_all() -> None:
    combat = fought(after_the_guns())
    assert title().redact_for(combat, None) == combat


@pytest.mark.case("A-37", "V-4.1-c")
def test_losses_are_paid_before_anybody_retreats() -> None:
    fray = example().do("retreat auto")
    assert sum(fray.told(FellBack)[0].points.values()) == 12 - 5


def after_combat(event: Event) -> str | None:
    """What an event after the dice is about."""
    match event:
        case TableRoll(purpose=("t1" | "t7") as purpose):
            return purpose
        case OfficerFate(fate=fate):
            return fate
        case Lost() | FellBack() | MoraleChanged() | PowderChanged() | DesertersJoined() | BattleEnded():
            return type(event).__name__
        case _:
            return None


@pytest.mark.case("A-80", "V-4.1-c")
def test_what_follows_a_combat_comes_in_this_order() -> None:
    """Four markers, drawn the other way round; the Republicans rout out of Vihiers and lose two generals."""
    position = (
        level().points("vihiers", saumur=10).general("menou", "vihiers").general("quetineau", "vihiers")
    )
    fray = attack(
        position, "vihiers", "coron", 6, 6, 6, 6, 4, 4, generals=("stofflet",), anjou=24,
        incidents=("t8", "t7", "t1", "t2"), lots=("menou",),
    )  # fmt: skip
    events = list(fray.events)
    while fray.asked[1] in ("losses", "retreat"):
        events += fray.do({"losses": "lose auto", "retreat": "retreat auto"}[fray.asked[1]]).events
    told = [name for name in map(after_combat, events) if name is not None]
    assert list(dict.fromkeys(told)) == [
        "Lost", "FellBack", "MoraleChanged", "PowderChanged", "DesertersJoined",
        "t1", "light", "t7", "serious", "tribunal", "BattleEnded",
    ]  # fmt: skip
    assert fray.asked == ("royalist", "pursuit")


@pytest.mark.case("A-80", "V-4.3-T5-a", "V-4.3-T2-a")
def test_the_cannon_goes_with_morale_and_before_powder() -> None:
    position = level().points("vihiers", saumur=6)
    fray = attack(position, "vihiers", "coron", 6, 6, incidents=("t2", "t5"), anjou=9).settle()
    order = [
        str(event.reason) if isinstance(event, MoraleChanged) else type(event)
        for event in fray.events
        if isinstance(event, MoraleChanged | PowderChanged | DesertersJoined)
    ]
    cannon = order.index(title().box.incident["t5"].name)
    assert cannon == 2
    assert order[3:] == [PowderChanged, DesertersJoined]


@pytest.mark.case("A-63", "V-T-POWDER-a")
@pytest.mark.parametrize(("began", "gain"), [(5, 1), (4, 0)])
def test_a_rout_counts_by_those_who_began_the_combat(began: int, gain: int) -> None:
    fray = attack(
        level().points("vihiers", saumur=began), "vihiers", "coron", 6, 6, incidents=("t11", "t3"), anjou=11
    )
    lost = [event.points for event in fray.events if isinstance(event, Lost) and event.side == "republican"]
    fray.settle()
    assert fray.told(Fought)[0].rout
    assert began - (lost[0] or {})["saumur"] < 5
    assert fray.state.powder["anjou"] == gain
