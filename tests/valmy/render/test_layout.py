"""The map: every box has room of its own, roads go between them, rivers and forests along with them."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from typing import Any

import pytest

from render.parts.placing.boxes import around, grown, meet, within
from render.pen import Box, Pen
from render.valmy import board
from render.valmy.board import BOTTOM as BOARD_BOTTOM
from render.valmy.board import KEY as BOARD_KEY
from render.valmy.board import boxes_of, fitted, parted
from render.valmy.layout import (
    CARTOUCHE,
    CLOSE,
    CLOSE_BOTTOM,
    COMPASS,
    HEADER,
    HIGH,
    LEAST,
    MAP,
    PARALLEL,
    PLATE,
    SHEET,
    ZOOM,
    key,
    laid_out,
)
from render.valmy.roads import CLEAR, crossings, pips
from render.valmy.sheets import roll
from tests.valmy.render.samples import AREAS, PACK, blows, fight, view

WHOLE = laid_out(key(PACK), None)
PHONE = 400 / SHEET
"""From units of the sheet to pixels on a telephone."""
LEGEND = 0.06
"""Most of a picture that a key takes."""
TOUCH = 60.0
"""How much of a road may pass below the corner of a box where there is no other way."""


def test_every_box_has_ground_of_its_own_on_the_map() -> None:
    for id, spot in WHOLE.spots.items():
        assert within(spot.ground, grown(MAP, 1)), id
        assert spot.plate[3] <= spot.field[1], id
    for (one, first), (two, second) in combinations(WHOLE.spots.items(), 2):
        assert not meet(first.ground, second.ground), (one, two)


def test_nothing_else_stands_on_a_box() -> None:
    for box in (around(COMPASS, 76), grown(CARTOUCHE, 8)):
        assert within(box, MAP)
        assert not any(meet(box, spot.ground) for spot in WHOLE.spots.values())


def test_a_road_passes_no_box_that_it_does_not_join() -> None:
    for road in WHOLE.roads:
        others = [spot.ground for id, spot in WHOLE.spots.items() if id not in road.line.between]
        below = [math.dist(a, b) for a, b in pairwise(road.way) if crossings([a], others)]
        assert sum(below) <= TOUCH, road.line.between
        assert crossings(road.way, [grown(MAP, -CLEAR / 2)]) == len(road.way), road.line.between


def test_what_a_road_costs_lies_on_no_box_and_on_no_other_cost() -> None:
    grounds = [spot.ground for spot in WHOLE.spots.values()]
    ways = [
        (road.way, [WHOLE.spots[id].ground for id in road.line.between], road.line.cost)
        for road in WHOLE.roads
    ]
    placed = pips(ways, grounds, 1)
    assert [found.cost for found in placed] == [line.cost for line in PACK.lines.line]
    for line, found in zip(PACK.lines.line, placed, strict=True):
        assert not crossings(found.spots(1), grounds), line.between
    spots = [(n, at) for n, found in enumerate(placed) for at in found.spots(1)]
    touching = {
        (a, b)
        for (a, (x, y)), (b, (u, v)) in combinations(spots, 2)
        if a != b and abs(x - u) + abs(y - v) < 9
    }
    assert touching == set()


def test_the_country_goes_along_with_the_boxes() -> None:
    # Verdun lies on the Meuse, Châlons on the Marne, Vitry too; the Argonne is between its passes.
    rivers = dict(WHOLE.rivers)
    for id, river in (("verdun", "Meuse"), ("dun", "Meuse"), ("chalons", "Marne"), ("vitry", "Marne")):
        ground = grown(WHOLE.spots[id].ground, 30)
        course = [at for way in rivers[river] for at in WHOLE.frame.projection.line(way)]
        assert crossings(course, [ground]), (id, river)
    assert sum(crossings(WHOLE.frame.projection.line(ring), [MAP]) > 0 for ring in WHOLE.forests) == len(
        PACK.country.forest
    )


def test_a_line_runs_on_the_map_as_it_does_in_the_country_to_within_a_right_angle() -> None:
    areas = {area.id: area for area in PACK.board.box}
    for line in PACK.lines.line:
        one, two = line.between
        (lon, lat), (x, y) = areas[one].at, WHOLE.spots[one].at
        east, north = (areas[two].at[0] - lon) * math.cos(math.radians(PARALLEL)), areas[two].at[1] - lat
        across, up = WHOLE.spots[two].at[0] - x, y - WHOLE.spots[two].at[1]
        assert east * across + north * up > 0, line.between


def test_on_a_telephone_a_counter_of_a_close_up_has_22_pixels() -> None:
    field = HIGH - PLATE - 2
    assert min(LEAST / 2, field) * ZOOM * PHONE >= 22
    assert field * PHONE >= 18


@pytest.mark.parametrize("around", [None, "valmy"])
def test_the_key_takes_a_small_part_of_the_picture_and_is_off_the_map(around: str | None) -> None:
    layout = laid_out(key(PACK), around)
    ground = layout.frame.bottom * SHEET
    left, top, right, bottom = layout.key
    assert (right - left) * (bottom - top) <= ground * LEGEND
    boxes: list[Box] = [HEADER, layout.frame.map, layout.state, layout.key]
    assert not any(meet(one, two) for one, two in combinations(boxes, 2))
    assert all(edge > 0 for box in boxes for edge in box)
    assert all(box[2] < SHEET and box[3] < layout.frame.bottom for box in boxes)


def test_the_key_of_the_battle_board_is_small_too() -> None:
    left, top, right, bottom = BOARD_KEY
    assert (right - left) * (bottom - top) <= BOARD_BOTTOM * SHEET * LEGEND


def test_a_close_up_shows_its_box_and_most_of_its_neighbours_whole() -> None:
    for area in AREAS:
        near = laid_out(key(PACK), area)
        assert near.frame.map == CLOSE
        assert near.frame.bottom == CLOSE_BOTTOM
        assert area in near.shown, area
        assert all(within(near.spots[id].ground, grown(CLOSE, 1)) for id in near.shown), area
        assert not any(
            meet(near.spots[a].ground, near.spots[b].ground) for a, b in combinations(near.shown, 2)
        )
        joined = [id for line in PACK.lines.line if area in line.between for id in line.between if id != area]
        assert len(set(joined) & set(near.shown)) >= min(2, len(joined)), area


def test_a_way_goes_along_the_roads_in_either_direction() -> None:
    assert WHOLE.course("sedan", "chemery") == WHOLE.course("chemery", "sedan")[::-1]
    assert WHOLE.course("sedan", "metz") == [WHOLE.spots["sedan"].at, WHOLE.spots["metz"].at]


@pytest.mark.parametrize("units", [1, 12, 60, 190])
def test_on_the_board_all_units_have_room_in_their_box(units: int) -> None:
    seen = view(fight(units))
    assert seen.battle is not None
    parts = parted(seen, seen.battle, roll(PACK), ())
    boxes = boxes_of(seen.battle, parts)
    assert len(boxes) == len(parts) == 10
    assert not any(meet(grown(one, -1), grown(two, -1)) for one, two in combinations(boxes.values(), 2))
    assert all(edge > 0 for box in boxes.values() for edge in box)
    assert max(box[3] for box in boxes.values()) <= BOARD_KEY[1]
    for part in parts:
        left, top, right, bottom = boxes[part.side, part.place]
        wide, high = right - left - 16, bottom - top - 46
        side = fitted(len(part.units), wide, high)
        rows = -(-len(part.units) // max(1, int((wide + 4) // (side + 4))))
        assert rows * (side + 4) <= high + 4 or side == 44, (part.side, part.place)
        # Up to a dozen on a side are as large as the counters of a close-up.
        assert units > 12 or side * PHONE >= 22, (part.side, part.place)


@pytest.mark.parametrize("units", [30, 60])
def test_arrows_and_what_blows_came_to_cover_nothing_of_the_board(
    units: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    covered: list[Box] = []
    clear = board._clear

    def placed(*given: Any) -> tuple[float, Box]:
        x, badge = clear(*given)
        covered.extend([board._shaft(x, given[2]), badge])
        assert not [each for each in given[-2] for one in covered[-2:] if meet(one, each)]
        return x, badge

    monkeypatch.setattr(board, "_clear", placed)
    fought = fight(units)
    board.draw(view(fought), PACK, blows(fought), "light", 400)
    assert len(covered) == 10


def test_before_anybody_has_struck_the_board_tells_how_strong_each_side_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts: list[str] = []
    monkeypatch.setattr(Pen, "fitted", lambda pen, at, text, *more, **given: texts.append(text))
    board.draw(view(fight(12)), PACK, [], "light", 400)
    assert {"French: 12 units, strength 20", "Allies: 12 units, strength 18"} <= set(texts)
