"""The map: every name inside its area, nothing on top of anything else."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest

from data.rings import holds
from render.parts.placing.labels import SIZES, TOWN, WITHIN
from render.pen import Box
from render.vendee.layout import (
    CARTOUCHE,
    CLOSE,
    CLOSE_KEY,
    COMPASS,
    HEADER,
    KEYS,
    MAP,
    MORALE,
    NOTES,
    POWDER,
    SHEET,
    SHIP,
    key,
    laid_out,
)
from tests.vendee.render.samples import AREAS, PACK

LAYOUT = laid_out(key(PACK), None)
WHOLE = LAYOUT.plan
ISLAND = "noirmoutier"


def apart(one: Box, two: Box) -> bool:
    return one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]


def rim(box: Box) -> list[tuple[float, float]]:
    """Points all round a box."""
    left, top, right, bottom = box
    across = [left + (right - left) * n / 12 for n in range(13)]
    down = [top + (bottom - top) * n / 6 for n in range(7)]
    return [(x, y) for x in across for y in (top, bottom)] + [(x, y) for y in down for x in (left, right)]


def test_every_area_has_its_name_and_a_place_for_counters() -> None:
    assert set(WHOLE.labels) == set(WHOLE.seats) == set(AREAS)
    for area in PACK.board.area:
        label = WHOLE.labels[area.id]
        assert "".join(label.lines).replace(" ", "") == area.name.replace(" ", "")


def box(width: float, height: float, at: tuple[float, float]) -> Box:
    return at[0] - width / 2, at[1] - height / 2, at[0] + width / 2, at[1] + height / 2


def test_a_name_and_its_signs_lie_in_their_area_but_for_a_little() -> None:
    for area in set(AREAS) - {ISLAND}:
        parts = WHOLE.labels[area].parts
        ground = sum((part[2] - part[0]) * (part[3] - part[1]) for part in parts)
        outside = sum(WHOLE.grounds[area].outside(part) for part in parts)
        assert outside / ground < 1 - WITHIN + 0.05, area


def test_a_name_on_the_whole_map_can_be_read_at_half_its_width() -> None:
    assert min(label.size for label in WHOLE.labels.values()) >= min(SIZES)


def test_a_name_that_runs_across_a_border_covers_no_town_of_another_area() -> None:
    across = [id for id in AREAS if id != ISLAND and not _inside(id)]
    assert across
    for id in across:
        for other, site in WHOLE.sites.items():
            if other != id:
                assert all(apart(part, box(TOWN, TOWN, site.at)) for part in WHOLE.labels[id].parts), (
                    id,
                    other,
                )


def _inside(area: str) -> bool:
    outline = tuple(WHOLE.sites[area].outline)
    return all(holds(outline, at) for part in WHOLE.labels[area].parts for at in rim(part))


def test_the_name_of_the_island_lies_in_the_sea() -> None:
    at_sea = rim(WHOLE.labels[ISLAND].box)
    for site in WHOLE.sites.values():
        assert not any(holds(tuple(site.outline), at) for at in at_sea)


def test_no_two_names_overlap() -> None:
    parts = [(id, part) for id, label in WHOLE.labels.items() for part in label.parts]
    for (one, first), (two, second) in combinations(parts, 2):
        assert one == two or apart(first, second), (one, two)


def test_counters_stand_first_inside_their_own_area() -> None:
    for area, seats in WHOLE.seats.items():
        assert holds(tuple(WHOLE.sites[area].outline), seats[0]), area


@pytest.mark.parametrize("panel", [*KEYS, CARTOUCHE], ids=[*KEYS._fields, "cartouche"])
def test_a_key_covers_no_area(panel: Box) -> None:
    for area, site in WHOLE.sites.items():
        inside = [at for at in site.outline if panel[0] < at[0] < panel[2] and panel[1] < at[1] < panel[3]]
        assert not inside, area
        assert not any(holds(tuple(site.outline), at) for at in rim(panel)), area


@pytest.mark.parametrize(("at", "size"), [(COMPASS, 104), (SHIP, 84)], ids=["compass", "ship"])
def test_an_ornament_lies_in_the_open_sea_and_on_no_key(at: tuple[float, float], size: float) -> None:
    ornament = box(size, size, at)
    assert all(apart(ornament, panel) for panel in KEYS)
    for area, site in WHOLE.sites.items():
        assert not any(holds(tuple(site.outline), spot) for spot in rim(ornament)), area


@pytest.mark.parametrize(
    "boxes",
    [(HEADER, MAP, MORALE.box, POWDER.box, NOTES), (HEADER, CLOSE, CLOSE_KEY), KEYS],
    ids=["whole", "close", "keys"],
)
def test_panels_and_map_lie_apart_on_the_sheet(boxes: Sequence[Box]) -> None:
    assert all(apart(one, two) for one, two in combinations(boxes, 2))
    assert all(0 < edge < SHEET for box in boxes for edge in box)


def test_a_close_up_names_areas_whose_town_it_cuts_off_where_there_is_room_for_a_stack() -> None:
    near = laid_out(key(PACK), "nantes").plan
    left, top, right, bottom = near.frame.map
    cut = [id for id in near.labels if not near.frame.shows(near.sites[id].at)]
    assert "paimboeuf" in cut
    for id in cut:
        label = near.labels[id].box
        assert left < label[0] < label[2] < right
        assert top < label[1] < label[3] < bottom
        assert left < near.seats[id][0][0] < right


def test_the_map_has_every_bridge_on_the_loire() -> None:
    assert len(LAYOUT.bridges) == len(PACK.board.bridge)
    loire = {
        WHOLE.frame.projection.xy(at)
        for border in PACK.borders.border
        if {LAYOUT.areas[id].bank for id in border.between} == {"left", "right"}
        for at in border.line
    }
    assert all(at in loire for at, _ in LAYOUT.bridges)
