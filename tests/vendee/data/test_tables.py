"""The tables of the Vendée: row by row as in the cases file, and read as the worked examples read them."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import pytest

import data.vendee
from data.vendee.tables import Column
from engines.vendee.box import Box, Result, share

BOX = Box(data.vendee.load())
CHARTS = BOX.charts
TABLES = BOX.pack.tables
G = BOX.ground
CASES = files("data.vendee").joinpath("cases.md").read_text(encoding="utf-8")
PRINTED: dict[str, dict[str, Any]] = {
    table["id"]: table
    for table in (json.loads(block) for block in re.findall(r"```json\n(.*?)```", CASES, flags=re.S))
}
"""The tables as the cases file has them."""


def rolls(row: list[int | None], lowest: int = -8, highest: int = 22) -> range:
    """The totals of a printed row, open ends cut far away."""
    low, high = row
    return range(lowest if low is None else low, (highest if high is None else high) + 1)


def test_every_printed_table_is_tested_here() -> None:
    assert set(PRINTED) == {
        f"V-T-{name}"
        for name in (
            "STACK",
            "REINF",
            "COST",
            "AP",
            "TURN",
            "CRT",
            "DRM",
            "COL",
            "WLOSS",
            "MORALE",
            "POWDER",
        )
    }


COLUMNS: dict[Column, str] = {
    "anjou": "V_Anjou",
    "centre": "V_Centre",
    "bas-poitou": "V_BasPoitou",
    "loroux-chouans": "V_Loroux_or_Chouans",
    "national-guards": "R_NationalGuards",
    "minor": "R_Minor",
    "major": "R_Major",
}


@pytest.mark.case("V-T-REINF", "V-T-REINF-a")
@pytest.mark.parametrize("column", COLUMNS)
def test_reinforcements(column: Column) -> None:
    printed = PRINTED["V-T-REINF"]
    for row, points in zip(printed["rows"], printed["cols"][COLUMNS[column]], strict=True):
        assert {CHARTS.reinforcements(column, roll) for roll in rolls(row)} == {points}
    assert len(TABLES.reinforcement.columns) == len(printed["cols"])


@pytest.mark.case("V-T-REINF-b", "V-T-REINF-c", "V-CL-3")
def test_modifiers_of_reinforcement() -> None:
    printed = [entry["mod"] for entry in PRINTED["V-T-REINF"]["mods_V"]]
    assert [TABLES.reinforcement.quiet_gatine, TABLES.reinforcement.objectives_lost] == printed


@pytest.mark.case("D-13", title="vendee")
def test_a_six_for_anjou_before_the_gatine_rises_gives_twenty() -> None:
    assert CHARTS.reinforcements("anjou", 6 + TABLES.reinforcement.quiet_gatine) == 20


@pytest.mark.case("V-T-COST", "V-T-COST-b", "V-T-COST-d")
@pytest.mark.parametrize(
    ("kind", "printed"),
    [
        ("clear", "enter_clear"),
        ("mixed", "enter_mixed"),
        ("marsh", "enter_marsh"),
        ("bocage", "enter_bocage"),
        ("major", "enter_by_major_road"),
        ("royal", "enter_by_royal_road"),
        ("gois", "cross_gois"),
        ("loire", "cross_loire_off_bridge"),
    ],
)
def test_costs_in_half_points(kind: str, printed: str) -> None:
    for side, letter in ((TABLES.costs.royalist, "V"), (TABLES.costs.republican, "R")):
        cost = PRINTED["V-T-COST"][printed][letter]
        assert getattr(side, kind) == (None if cost is None else 2 * cost)


@pytest.mark.case("V-T-COST-a", "V-T-COST-c", "V-3.3-b", "A-23", title="vendee")
@pytest.mark.parametrize(
    ("start", "end", "royalist", "republican"),
    [
        ("lucon", "sainte-hermine", 1, 1),
        ("chantonnay", "sainte-hermine", 1, 1),
        ("sainte-hermine", "l-hermenault", 2, 2),
        ("l-hermenault", "vouvant", 2, 4),
        ("vihiers", "chanzeaux", 2, 6),
        ("chanzeaux", "vihiers", 2, 4),
        ("machecoul", "bourgneuf", 2, 6),
        ("chemille", "trementines", 2, 2),
        ("fontenay", "l-hermenault", 2, 2),
        ("nantes", "reze", 1, 1),
        ("angers", "brissac", 2, 2),
        ("nantes", "vertou", None, 8),
        ("saint-florent", "varades", None, 8),
        ("beauvoir", "noirmoutier", 4, 4),
        ("noirmoutier", "beauvoir", 4, 4),
    ],
)
def test_a_step_costs_the_cheapest_rate_of_the_area_entered(
    start: str, end: str, royalist: int | None, republican: int | None
) -> None:
    assert G.step[start, end].royalist == royalist
    assert G.step[start, end].republican == republican


@pytest.mark.case("V-3.3-d")
def test_royalists_cross_the_loire_by_bridges_only() -> None:
    for (start, end), step in G.step.items():
        assert (step.royalist is None) == (step.way == "loire"), (start, end)


@pytest.mark.case("V-T-AP")
def test_action_points() -> None:
    printed = PRINTED["V-T-AP"]
    assert CHARTS.action_points_without_general == 2 * printed["no_general_of_own_army"]
    for row in printed["with_general_or_isolated_general"]:
        base = int(row["ap"].removesuffix("+SR"))
        for roll in rolls(row["roll"], 2, 12):
            assert [CHARTS.action_points(roll, rating) for rating in range(4)] == [
                2 * (base + rating) for rating in range(4)
            ]


@pytest.mark.case("D-02", "E-06", title="vendee")
@pytest.mark.parametrize(
    ("rating", "roll", "points"),
    [(1, 5, 3), (1, 6, 4), (1, 8, 4), (1, 9, 5), (0, 2, 2), (0, 12, 4), (3, 9, 7), (2, 8, 5)],
)
def test_action_points_of_the_examples(rating: int, roll: int, points: int) -> None:
    assert CHARTS.action_points(roll, rating) == 2 * points


@pytest.mark.case("V-T-TURN")
def test_desertion() -> None:
    for row in PRINTED["V-T-TURN"]["rows"]:
        assert {CHARTS.desertion(roll) for roll in rolls(row["roll"])} == {row["pct"]}


@pytest.mark.case("D-12", title="vendee")
@pytest.mark.parametrize(("roll", "percent"), [(5 + 2, 20), (9 + 2, 60), (5 - 2, 60), (9 - 2, 20)])
def test_desertion_of_the_examples(roll: int, percent: int) -> None:
    assert CHARTS.desertion(roll) == percent


@pytest.mark.case("V-T-CRT", "V-T-CRT-a", "V-T-CRT-b", "V-4.1-j", "V-4.1-k")
def test_combat_results() -> None:
    printed = PRINTED["V-T-CRT"]
    assert list(CHARTS.columns) == printed["cols"]
    for row in printed["rows"]:
        for column, code in enumerate(row["res"]):
            expected = Result(
                "attacker" if code[0] == "A" else "defender", code[1] == "D", int(code[2]), int(code[4:])
            )
            assert {CHARTS.combat(column, roll) for roll in rolls(row["roll"])} == {expected}


@pytest.mark.case("V-4.1-j")
def test_a_retreat_is_one_or_two_areas_and_a_rout_three_or_four() -> None:
    results = {CHARTS.combat(column, roll) for column in range(8) for roll in range(2, 13)}
    assert {result.areas for result in results if not result.rout} == {1, 2}
    assert {result.areas for result in results if result.rout} == {3, 4}


@pytest.mark.case("D-01", "V-4.1-e", "V-4.1-g", "A-91", title="vendee")
@pytest.mark.parametrize(
    ("attackers", "defenders", "column", "long"),
    [
        (7, 7, "1:1", False),
        (8, 7, "1:1", False),
        (10, 7, "1:1", False),
        (11, 7, "3:2", False),
        (14, 7, "2:1", False),
        (20, 7, "2:1", False),
        (21, 7, "3:1", False),
        (27, 7, "3:1", False),
        (28, 7, "4:1", False),
        (70, 7, "4:1", False),
        (2, 3, "2:3", False),
        (13, 20, "1:2", False),
        (9, 20, "1:3", False),
        (5, 15, "1:3", False),
        (5, 16, "1:3", True),
        (3, 10, "1:3", True),
        (2, 7, "1:3", True),
        (11, 14, "2:3", False),
    ],
)
def test_odds_are_rounded_for_the_defender(attackers: int, defenders: int, column: str, long: bool) -> None:
    odds = CHARTS.odds(attackers, defenders)
    assert (CHARTS.columns[odds.column], odds.long) == (column, long)


@pytest.mark.case("D-08", "V-4.1-i", "A-35", title="vendee")
@pytest.mark.parametrize(
    ("column", "shift", "shifted"),
    [("1:3", -1, "1:3"), ("4:1", 1, "4:1"), ("1:1", -1, "2:3"), ("1:1", 1, "3:2"), ("1:1", -2, "1:2")],
)
def test_columns_stop_at_the_ends_of_the_table(column: str, shift: int, shifted: str) -> None:
    index = CHARTS.columns.index(column)
    assert CHARTS.columns[CHARTS.shifted(index, shift)] == shifted


@pytest.mark.case("V-T-DRM", "V-T-DRM-b")
def test_die_modifiers() -> None:
    printed = {entry["k"]: entry for entry in PRINTED["V-T-DRM"]["list"]}
    modifiers, incident = TABLES.modifiers, BOX.incident
    morale = printed["side with strictly better morale"]
    assert (modifiers.better_morale, -modifiers.better_morale) == (morale["attacker"], morale["defender"])
    low, lower = printed["V A&P marker at -1"], printed["V A&P marker at -2"]
    assert modifiers.powder == [lower["V_attacks"], low["V_attacks"], 0, 0, 0]
    assert -modifiers.stronghold == printed["defender in stronghold"]["v"]
    assert -modifiers.long_odds == printed["true odds below 1:3"]["v"]
    assert -BOX.event["e6"].drm == printed["E6"]["v"]
    assert (incident["t3"].favours, incident["t3"].drm) == ("royalist", printed["T3"]["V_attacks"])
    assert (incident["t6"].favours, -incident["t6"].drm) == ("republican", printed["T6 fought"]["V_attacks"])
    assert incident["t9"].drm_clear == printed["T9 clear"]["R_attacks"]
    for id, name in (("t9", "T9 elsewhere"), ("t10", "T10"), ("t11", "T11 with Mayencais CP")):
        found = incident[id]  # type: ignore[index]
        assert (found.favours, found.drm) == ("republican", printed[name]["R_attacks"])
    assert len(printed) == 15


@pytest.mark.case("V-T-DRM")
def test_no_other_incident_modifies_the_dice() -> None:
    assert {id for id, incident in BOX.incident.items() if incident.drm} == {"t3", "t6", "t9", "t10", "t11"}
    assert {id for id, event in BOX.event.items() if event.drm} == {"e6"}


@pytest.mark.case("V-T-COL")
def test_column_shifts() -> None:
    printed = {entry["k"]: entry for entry in PRINTED["V-T-COL"]["list"]}
    shifts, incident = TABLES.shifts, BOX.incident
    assert shifts.bocage == shifts.marsh == printed["bocage or marsh"]["n"]
    assert shifts.unsupplied == printed["R force unsupplied"]["n"]
    assert -shifts.clear == printed["clear"]["n"]
    assert shifts.mixed == printed["mixed"]["n"]
    assert shifts.bridge_partial == printed["partial bridge defence"]["n"]
    assert shifts.bridge_total == printed["total bridge defence"]["n"]
    assert shifts.gois == printed["attack across the Gois"]["n"]
    assert (incident["t4"].favours, incident["t4"].shift) == ("republican", printed["T4"]["n"])
    treachery = printed["T12 (Mayencais under half of R CP)"]
    assert (incident["t12"].favours, incident["t12"].shift) == ("royalist", treachery["n"])
    assert len(printed) == 9
    assert sum(bool(found.shift) for found in incident.values()) == 2


@pytest.mark.case("V-T-WLOSS", "V-4.1-n")
def test_losses_of_the_winner() -> None:
    printed = PRINTED["V-T-WLOSS"]
    for white in range(1, 7):
        for coloured in range(1, 7):
            kind = "equal" if white == coloured else f"coloured{'>' if coloured > white else '<'}white"
            assert CHARTS.winner_percent(white, coloured) == printed[kind]


@pytest.mark.case("V-T-MORALE", "V-5.1-b")
def test_morale_of_a_combat() -> None:
    assert {CHARTS.morale(points) for points in range(10)} == {(0, 0)}
    for row in PRINTED["V-T-MORALE"]["combat"]:
        expected = (row["winner"], row["loser_if_routed"])
        assert {CHARTS.morale(points) for points in rolls(row["total"], 0, 99)} == {expected}


@pytest.mark.case("V-T-MORALE")
def test_morale_of_single_occasions() -> None:
    royalist, republican = PRINTED["V-T-MORALE"]["V"], PRINTED["V-T-MORALE"]["R"]
    ours, theirs = TABLES.morale.royalist, TABLES.morale.republican
    assert {
        "first primary objective R-occupied (once per game)": ours.first_objective_lost,
        "TR3 general killed by T1": ours.great_general_killed,
        "stronghold taken": ours.stronghold_taken,
        "T5 with R rout": ours.marie_jeanne,
        "E4 played": ours.bishop,
        "E4 exposed": {"1-2": CHARTS.fraud(1), "3-5": CHARTS.fraud(3), "6": CHARTS.fraud(6)},
        "E5 accepted": ours.english_accept,
        "E5 landed": ours.english_land,
        "E5 failed": ours.english_fail,
        "E12": ours.mayence_arrives,
        "first Mayencais retreat or rout": ours.mayence_first_beaten,
    } == royalist
    assert {
        "V general captured": theirs.general_captured,
        "E5 emissaries captured": theirs.emissaries_captured,
        "E12": theirs.mayence_arrives,
    } == republican
    assert [CHARTS.fraud(roll) for roll in range(1, 7)] == [-2, -2, -1, -1, -1, 0]
    assert TABLES.morale.great_general == 3


@pytest.mark.case("V-T-POWDER", "V-T-POWDER-a")
def test_arms_and_powder() -> None:
    printed = PRINTED["V-T-POWDER"]
    assert {CHARTS.powder(points)[0] for points in range(5)} == {0}
    for name, sign in (("R_rout", 1), ("V_rout", -1)):
        for row in printed[name]:
            expected = (sign * row["v"], row["how"] == "single army")
            assert {CHARTS.powder(points) for points in rolls(row["cp"], 0, 99)} == {expected}
    assert TABLES.powder.base_taken == printed["supply base taken by V"]


@pytest.mark.case("V-1.6-b", "V-1.6-c")
def test_markers_run_from_two_below_to_two_above() -> None:
    assert (TABLES.morale.lowest, TABLES.morale.highest) == (-2, 2)
    assert (TABLES.powder.lowest, TABLES.powder.highest) == (-2, 2)
    assert BOX.powder == ("anjou", "centre", "bas-poitou")


STACKING = {
    "ANJ": "anjou",
    "CEN": "centre",
    "LOR": "loroux",
    "BP": "bas-poitou",
    "NAN": "nantes",
    "SAU": "saumur",
    "LAR": "la-rochelle",
}
STACK_RULES = {
    "free": "free",
    "pass-only": "pass-only",
    "never": "never",
    "only-with-ANJ": "with-anjou",
    "free-unless-La-Catheliniere": "unless-alone",
    "test-5-6-Charette-or-Joly": "test",
}


@pytest.mark.case("V-T-STACK")
def test_stacking() -> None:
    printed = PRINTED["V-T-STACK"]
    rules = {(entry.enters, entry.where): entry.rule for entry in TABLES.stacking}
    for pair, rule in {**printed["V"], **printed["before_E13_R"]}.items():
        names = re.split(r"\+|->", pair)
        if set(names) <= set(STACKING):
            first, second = (STACKING[name] for name in names)
            expected = STACK_RULES[rule]
            assert rules.get((first, second), "free") == expected, pair
            if "+" in pair:
                assert rules.get((second, first), "free") == expected, pair
    assert {id for id, general in BOX.general.items() if general.alone} == {"la-catheliniere"}
    assert {id for id, general in BOX.general.items() if general.bold} == {"charette", "joly"}
    assert TABLES.tests.charette == 5


@pytest.mark.case("V-4.6-a", "V-4.6-b", "A-58", title="vendee")
def test_retreat_into_the_enemy() -> None:
    ours, theirs = TABLES.retreat.royalist, TABLES.retreat.republican
    assert (ours.clear, ours.mixed, ours.bocage, ours.marsh) == (3, 2, 1, 1)
    assert (theirs.clear, theirs.mixed, theirs.bocage, theirs.marsh) == (1, 2, 3, 3)


@pytest.mark.case("D-05", "E-17", "V-4.3-a", title="vendee")
@pytest.mark.parametrize(
    ("points", "drawn"), [(9, 1), (10, 2), (19, 2), (20, 3), (29, 3), (30, 4), (25, 3), (2, 1), (120, 4)]
)
def test_incidents_by_size_of_combat(points: int, drawn: int) -> None:
    assert CHARTS.incidents(points) == drawn


@pytest.mark.case("V-4.3-T1-a", "D-20", title="vendee")
@pytest.mark.parametrize(
    ("roll", "routed", "fate"),
    [
        (12, False, "light"),
        (9, False, "light"),
        (8, False, "serious"),
        (7, False, "serious"),
        (6, False, "killed"),
        (9, True, "serious"),
        (7, True, "killed"),
    ],
)
def test_fates_of_generals(roll: int, routed: bool, fate: str) -> None:
    assert CHARTS.fate(roll, routed) == fate


@pytest.mark.case("V-2.1-a", "D-11", title="vendee")
def test_recovery_of_the_wounded() -> None:
    assert TABLES.wounds.recovers == 6


@pytest.mark.case("V-4.3-T2-b", "V-4.3-T2-d")
@pytest.mark.parametrize(("points", "most"), [(4, 0), (5, 1), (9, 1), (10, 2), (40, 2)])
def test_deserters(points: int, most: int) -> None:
    assert CHARTS.deserters(points) == most
    assert TABLES.deserters.most == BOX.band["deserters"].most == 2


@pytest.mark.case("V-2.6-d", "D-10", title="vendee")
@pytest.mark.parametrize(("status", "needed"), [("noble", 9), ("neutral", 7), ("sans-culotte", 5)])
def test_the_committee(status: str, needed: int) -> None:
    committee = TABLES.committee
    modifier = {"noble": committee.noble, "sans-culotte": committee.sans_culotte}.get(status, 0)
    assert committee.saved - modifier == needed
    assert committee.exempt == 1


@pytest.mark.case("D-03", "D-19", title="vendee")
@pytest.mark.parametrize(("rating", "faces"), [(0, 0), (1, 1), (2, 3), (3, 5), (4, 6)])
def test_marches_to_the_guns(rating: int, faces: int) -> None:
    assert sum(die < TABLES.tests.guns_factor * rating for die in range(1, 7)) == faces
    assert (TABLES.tests.captured, TABLES.tests.mayence_stolen) == (1, 2)


@pytest.mark.case("V-6-E15-b")
def test_the_voyage() -> None:
    assert [CHARTS.voyage(die) for die in range(1, 7)] == ["lost", "delayed", *["landed"] * 4]


@pytest.mark.case("V-6-E5-e", "V-6-E5-f", "V-6-E5-g")
@pytest.mark.parametrize(
    ("area", "points", "markers"),
    [
        ("paimboeuf", 6, "all"),
        ("les-sables", 6, "all"),
        ("pornic", 4, "bas-poitou-and-one"),
        ("bourgneuf", 2, "bas-poitou"),
    ],
)
def test_landings(area: str, points: int, markers: str) -> None:
    assert (G.landing[area].points, G.landing[area].markers) == (points, markers)


@pytest.mark.case("V-7.2-a", "V-7.2-b", "V-7.2-e")
def test_victory() -> None:
    victory = TABLES.victory
    assert (victory.primary, victory.secondary, victory.republican_ten) == (3, 1, 1)
    assert (victory.sea, victory.bridge, victory.south, victory.royalist_ten) == (10, 5, 5, 2)
    assert (victory.tactical, victory.strategic) == (5, 15)


@pytest.mark.case("D-06", "E-04", "E-05", "E-11", "E-24", title="vendee")
@pytest.mark.parametrize(
    ("points", "percent", "lost"),
    [
        (1, 50, 1),
        (2, 30, 1),
        (1, 30, 0),
        (3, 20, 1),
        (5, 10, 1),
        (4, 10, 0),
        (5, 50, 3),
        (10, 70, 7),
        (19, 40, 8),
        (12, 40, 5),
        (12, 30, 4),
        (1, 40, 0),
        (2, 20, 0),
        (1, 60, 1),
        (7, 50, 4),
        (11, 40, 4),
    ],
)
def test_shares_are_rounded_to_nearest_halves_up(points: int, percent: int, lost: int) -> None:
    assert share(points, percent) == lost


@pytest.mark.case("E-11", title="vendee")
def test_the_example_of_the_losses() -> None:
    odds = CHARTS.odds(18, 12)
    assert CHARTS.combat(odds.column, 10) == Result("defender", rout=False, areas=2, percent=40)


@pytest.mark.case("E-18", "E-19", "E-20", "E-22", title="vendee")
def test_the_battle_of_chantonnay() -> None:
    odds = CHARTS.odds(11, 14)
    column = CHARTS.shifted(odds.column, -TABLES.shifts.bocage)
    chalbos, rochejaquelein = BOX.general["chalbos"], BOX.general["la-rochejaquelein"]
    powder = TABLES.modifiers.powder[-1 - TABLES.powder.lowest]
    modifier = chalbos.tactical - rochejaquelein.tactical - powder - BOX.incident["t3"].drm
    assert (CHARTS.columns[column], modifier) == ("1:2", -1)
    assert CHARTS.combat(column, 7 + modifier) == Result("attacker", rout=False, areas=2, percent=40)
    assert CHARTS.winner_percent(4, 3) == 20
    assert CHARTS.morale(25)[0] == 2
