"""The map and the calendar of Valmy: held to what the rulebook states and to the marches of history."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from data.valmy.schema import Line
from tests.valmy.data.roads import BOX, EXIT, JOINED, PACK, distance, turns

PASSES = [box.id for box in sorted(BOX.values(), key=lambda box: box.gap or 0) if box.gap]
LINES = PACK.lines.line
LAST = len(PACK.setup.scenario[0].turn)
FORCE = {force.id: force for force in PACK.setup.force}


def km(line: Line) -> float:
    a, b = (BOX[id].at for id in line.between)
    east = (a[0] - b[0]) * 111.32 * math.cos(math.radians((a[1] + b[1]) / 2))
    return math.hypot(east, (a[1] - b[1]) * 111.2)


@pytest.mark.case("Y-2.2-a", "F-9", "Y-10.2-f", "Y-11.2-f")
def test_the_map_has_what_the_rulebook_names() -> None:
    assert (len(BOX), len(LINES)) == (55, 112)
    assert {id: box.base for id, box in BOX.items() if box.base} == {
        "verdun": "allied",
        "sedan": "adn",
        "chalons": "adc",
    }
    cities = {id: box.city for id, box in BOX.items() if box.city}
    assert [id for id, side in cities.items() if side == "allied"] == ["verdun"]
    assert {"sedan", "chalons"} < cities.keys()
    west = [id for id, box in BOX.items() if box.exit]
    assert west == ["reims", "epernay", "vertus"]
    assert max(BOX[id].at[0] for id in west) < min(box.at[0] for id, box in BOX.items() if id not in west)


def test_the_cost_of_a_line_follows_the_rule_of_its_file() -> None:
    for line in LINES:
        stages = km(line) * {"great-road": 0.85, "road": 1, "track": 1.25}[line.road]
        expected = min(3, 1 + (stages > 16.5) + (stages > 28) + line.defile)
        assert line.cost == expected, line.between
        assert km(line) < 42, line.between
    assert {line.cost for line in LINES} == {1, 2, 3}
    assert min(len(joined) for joined in JOINED.values()) == 2


def test_the_range_of_command_covers_a_part_of_the_map() -> None:
    in_range = sum(distance("grandpre", id) <= PACK.tables.figures.range for id in BOX)
    assert 5 <= in_range <= len(BOX) // 2


def test_the_passes_of_the_argonne_lie_from_south_to_north_and_each_leads_to_paris() -> None:
    assert PASSES == ["les-islettes", "la-chalade", "grandpre", "la-croix-aux-bois", "le-chesne"]
    assert all(BOX[a].at[1] <= BOX[b].at[1] for a, b in pairwise(PASSES))
    ways = {id: turns("verdun", id, EXIT, without=set(PASSES) - {id}) for id in PASSES}
    assert ways == {
        "les-islettes": 6,
        "la-chalade": 7,
        "grandpre": 6,
        "la-croix-aux-bois": 7,
        "le-chesne": 7,
    }
    around = [turns("verdun", id, EXIT, without=PASSES) for id in ("mezieres", "bar-le-duc", "passavant")]
    assert min(around) >= ways["les-islettes"], "to go round the forest is no quicker than the great road"


def test_no_two_boxes_cut_the_allies_line() -> None:
    for cut in ((a, b) for a in BOX for b in BOX if a < b and "verdun" not in (a, b)):
        seen, queue = {"verdun"}, ["verdun"]
        while queue:
            fresh = JOINED[queue.pop()].keys() - seen - set(cut)
            seen |= fresh
            queue.extend(fresh)
        assert any(BOX[id].exit for id in seen), cut


@pytest.mark.parametrize(
    ("force", "stops", "date", "allowance"),
    [
        ("dumouriez", ["mouzon", "la-berliere", "buzancy", "grandpre"], 4, 2),
        ("chazot", ["chemery", "le-chesne", "grandpre"], 9, 2),
        ("dillon", ["les-islettes"], 5, 2),
        ("duval", ["le-chesne"], 9, 2),
        ("dubouquet", ["le-chesne"], 10, 2),
        ("kellermann", ["bar-le-duc"], 11, 2),
        ("kellermann", ["bar-le-duc", "vitry", "valmy"], 20, 2),
        ("beurnonville", ["valmy"], 19, 2),
        ("first-rank", ["landres"], 12, 2),
        ("first-rank", ["landres", "grandpre", "massiges", "valmy"], 20, 2),
        ("clerfayt", ["buzancy", "la-croix-aux-bois"], 12, 2),
    ],
)
def test_the_marches_of_history_can_be_made_in_their_time(
    force: str, stops: list[str], date: int, allowance: int
) -> None:
    start = FORCE[force]
    turn = start.turn + turns(start.box, *stops, allowance=allowance) - 1
    assert 2 * turn - 1 <= date


def test_the_prussian_lines_reach_the_passes_in_the_week_of_history_and_can_still_win() -> None:
    """Grandpré was first looked at on the 8th and forced about the 12th; the game ends on the 24th."""
    first = FORCE["first-rank"].turn
    reached = first + min(turns("verdun", id) for id in PASSES) - 1
    assert 8 <= 2 * reached <= 12
    assert first + turns("verdun", "les-islettes", EXIT) - 1 <= LAST - 2
    assert max(first + turns("verdun", id, EXIT) - 1 for id in PASSES) <= LAST


def test_the_calendar_runs_from_verdun_to_four_days_after_valmy() -> None:
    dates = [turn.dates for turn in PACK.setup.scenario[0].turn]
    assert dates == [f"{2 * turn - 1}–{2 * turn} September" for turn in range(1, 13)]


def test_rivers_and_forests_lie_on_the_map_and_the_passes_in_the_argonne() -> None:
    west, east = min(box.at[0] for box in BOX.values()) - 0.4, max(box.at[0] for box in BOX.values()) + 0.4
    south, north = min(box.at[1] for box in BOX.values()) - 0.4, max(box.at[1] for box in BOX.values()) + 0.4
    places = [place for river in PACK.country.river for stretch in river.course for place in stretch]
    places += [place for forest in PACK.country.forest for place in forest.outline]
    assert all(west < x < east and south < y < north for x, y in places)
    argonne = [
        place for forest in PACK.country.forest if forest.name == "Argonne" for place in forest.outline
    ]
    for id in PASSES:
        assert min(math.dist(BOX[id].at, place) for place in argonne) < 0.06, id
