"""Names and counters on a made-up map: a field of six, an island, a sliver."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from PIL import Image

from data.rings import holds
from render.parts.frame import close_up
from render.parts.placing import Plan, place
from render.parts.placing.boxes import around, meet, overlap, within
from render.parts.placing.labels import SIZES, TOWN
from render.parts.placing.seats import Seating, Shape
from render.parts.placing.sums import Grid, Sums
from render.parts.rings import tickets
from render.pen import Pen, Point
from render.theme import LIGHT
from tests.render.parts.fields import FIELDS, WHOLE, sites


@pytest.fixture(scope="module")
def plan() -> Plan:
    return place(sites(), WHOLE)


def test_every_area_has_a_name_and_counters_stand_inside_it(plan: Plan) -> None:
    assert set(plan.labels) == set(plan.seats) == set(plan.sites)
    for id, (x, y) in FIELDS.items():
        outline, label = tuple(plan.sites[id].outline), plan.labels[id]
        assert holds(outline, plan.seats[id][0]), id
        assert label.size in SIZES
        assert all(within(part, (x, y, x + 200, y + 200)) for part in label.parts), id
        assert len({label.sign_at(number) for number in range(label.count)}) == 4


def test_no_two_names_overlap_and_none_covers_the_town_of_another_area(plan: Plan) -> None:
    for one, two in combinations(plan.labels, 2):
        assert not any(overlap(a, b) for a in plan.labels[one].parts for b in plan.labels[two].parts)
        assert not any(meet(part, around(plan.sites[two].at, TOWN)) for part in plan.labels[one].parts)


def test_the_name_of_an_island_lies_in_the_sea(plan: Plan) -> None:
    box = plan.labels["island"].box
    assert not any(
        holds(tuple(site.outline), at)
        for site in plan.sites.values()
        for at in ((box[0], box[1]), (box[2], box[3]))
    )


def test_placing_is_always_the_same(plan: Plan) -> None:
    again = place(sites(), WHOLE)
    assert (again.labels, again.seats) == (plan.labels, plan.seats)


def test_a_close_up_has_larger_names_and_leaves_out_what_it_cuts_off() -> None:
    near = close_up(WHOLE, (1.4, 8.6), (0, 0, 1000, 1000), 1000, zoom=3, size=1.75)
    line = near.projection.line
    scaled = {
        id: site._replace(
            outline=line([country(at) for at in site.outline]), at=near.projection.xy(country(site.at))
        )
        for id, site in sites().items()
    }
    plan = place(scaled, near)
    assert "field 0" in plan.labels
    assert "island" not in plan.labels
    assert all(within(label.box, near.map) for label in plan.labels.values())
    assert min(label.size for label in plan.labels.values()) > max(SIZES)


def country(at: Point) -> Point:
    """Where a point of the whole map lies in the country."""
    return at[0] / 100, 10 - at[1] / 100


def test_what_stands_there_already_is_kept_clear_of(plan: Plan) -> None:
    shape, seating = Shape(((-20.0, -20.0, 20.0, 20.0),), 1), Seating(plan)
    alone = seating.best("field 2", [shape], [])
    taken = shape.at(alone.at)
    other = seating.best("field 2", [shape], taken)
    assert overlap(shape.at(other.at)[0], taken[0]) == 0
    assert seating.best("field 2", [shape], []) == alone


def test_a_ticket_lies_on_nothing_that_is_taken_and_on_no_other(plan: Plan) -> None:
    taken = [around(plan.seats[id][0], 30) for id in ("field 0", "field 1")]
    pen = Pen(Image.new("RGB", (1000, 1000)), 1.0)
    boxes = tickets(pen, plan, {"field 0": "1½", "field 1": "2", "nowhere": "9"}, taken, LIGHT)
    assert len(boxes) == 2
    assert not any(overlap(one, two) for one, two in combinations([*boxes, *taken], 2) if one in boxes)


def test_sums_over_boxes_are_what_counting_gives() -> None:
    chooser = Random(7)
    values = bytes(chooser.randrange(256) for _ in range(12 * 9))
    sums = Sums(Image.frombytes("L", (12, 9), values))
    for _ in range(50):
        (left, right), (top, bottom) = (
            sorted(chooser.sample(range(13), 2)),
            sorted(chooser.sample(range(10), 2)),
        )
        counted = sum(
            values[row * 12 + column] for row in range(top, bottom) for column in range(left, right)
        )
        assert sums.over(left, top, right, bottom) == counted
        assert sums.clipped(left - 0.2, top + 0.3, right + 0.1, bottom) == counted
    assert sums.clipped(-9, -9, 99, 99) == sum(values)
    assert sums.clipped(20, 0, 30, 5) == 0


def test_boxes_fit_where_each_of_their_cells_lies_inside() -> None:
    grid = Grid([(100, 100), (300, 140), (260, 320), (180, 200), (90, 300)], WHOLE)
    for across, down in ((1, 1), (3, 2), (7, 5), (12, 9), (60, 3), (3, 60)):
        rows = grid.fits(across, down)
        for row in range(grid.down - down + 1):
            fitting = {
                column
                for column in range(grid.across - across + 1)
                if grid.inside(column, row, across, down) == across * down
            }
            assert {column for column in range(grid.across) if rows[row] >> column & 1} == fitting
    assert grid.fits(3, 60) == []
