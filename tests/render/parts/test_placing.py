"""Names and counters on a made-up map: a field of six, an island, a sliver; three owners."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from PIL import Image

from data.rings import holds
from render.geo import Projection
from render.parts.frame import Frame, close_up
from render.parts.placing import Plan, place
from render.parts.placing.boxes import around, meet, overlap, within
from render.parts.placing.crowds import Crowd, Stack, seated
from render.parts.placing.forms import Former
from render.parts.placing.labels import SIZES, TOWN, Site
from render.parts.placing.seats import Seating, Shape
from render.parts.placing.spaces import Surroundings
from render.parts.placing.sums import Grid, Sums
from render.parts.rings import tickets
from render.pen import Box, Pen, Point
from render.theme import LIGHT

WHOLE = Frame(Projection(west=0, north=10, scale=100, parallel=0, left=0, top=0), (0, 0, 1000, 1000), 1000)
FIELDS = {f"field {n}": (40 + n % 3 * 200, 40 + n // 3 * 200) for n in range(6)}


def square(at: Point, wide: float, high: float) -> list[Point]:
    """An outline from its upper left corner, with points between the corners."""
    (x, y), steps = at, range(8)
    edge = [(x + wide * n / 8, y) for n in steps] + [(x + wide, y + high * n / 8) for n in steps]
    return (
        edge
        + [(x + wide - wide * n / 8, y + high) for n in steps]
        + [(x, y + high - high * n / 8) for n in steps]
    )


def sites() -> dict[str, Site]:
    made = {
        id: Site(f"Long {id}", square(at, 200, 200), (at[0] + 100, at[1] + 100), ("a", "b", "c"), flags=1)
        for id, at in FIELDS.items()
    }
    made["sliver"] = Site("Narrow land", square((640, 40), 54, 400), (667, 240))
    made["island"] = Site("Isle", square((820, 700), 24, 24), (832, 712), island=True)
    return made


@pytest.fixture(scope="module")
def plan() -> Plan:
    return place(sites(), WHOLE)


def sprite(wide: int, high: int) -> Image.Image:
    return Image.new("RGBA", (wide, high), (200, 0, 0, 255))


def crowd(plan: Plan, heights: dict[str, tuple[int, ...]]) -> Crowd:
    """Stacks of counters with a chip below each; as many owners in an area as it has numbers of counters."""
    former = Former(1.0, plan.frame.size)
    stacks = [
        Stack(area, f"owner {owner}", former.forms([sprite(38, 44)] * count, [([sprite(70, 22)], 0.0)]))
        for area, counts in heights.items()
        for owner, count in enumerate(counts)
    ]
    return seated(stacks, plan)


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


def test_stacks_of_three_owners_lie_apart_and_leave_the_name_to_be_read(plan: Plan) -> None:
    made = crowd(plan, {"field 0": (1, 2, 1), "field 1": (3,), "field 4": (2, 2), "sliver": (1,)})
    assert {seated.stack.owner for seated in made.stacks} == {"owner 0", "owner 1", "owner 2"}
    for one, two in combinations(made.stacks, 2):
        assert sum(overlap(a, b) for a in one.rows for b in two.rows) < 40
    for id, label in made.labels.items():
        hidden = sum(
            overlap(row, part) for seated in made.stacks for row in seated.rows for part in label.parts
        )
        assert hidden < 0.15 * sum(overlap(part, part) for part in label.parts), id


def test_the_forms_of_a_stack_come_best_first_and_hold_all_its_pictures() -> None:
    forms = Former(1.0, 1.0).forms(
        [sprite(38, 44)] * 4, [([sprite(80, 22)] * 3, 0.0), ([sprite(50, 22)] * 3, 9.0)]
    )
    assert [form.shape.cost for form in forms] == sorted(form.shape.cost for form in forms)
    assert {len(form.pieces) for form in forms} == {7}
    for form in forms:
        rows = form.shape.rows
        assert not any(overlap(one, two) for one, two in combinations(rows, 2))


def test_what_stands_there_already_is_kept_clear_of(plan: Plan) -> None:
    shape, seating = Shape(((-20.0, -20.0, 20.0, 20.0),), 1), Seating(plan)
    alone = seating.best("field 2", [shape], [])
    taken = shape.at(alone.at)
    other = seating.best("field 2", [shape], taken)
    assert overlap(shape.at(other.at)[0], taken[0]) == 0
    assert seating.best("field 2", [shape], []) == alone


def test_a_ticket_lies_on_no_stack_and_on_no_other(plan: Plan) -> None:
    made = crowd(plan, {"field 0": (2,), "field 1": (2,)})
    taken = [row for seated in made.stacks for row in seated.rows]
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


def test_a_name_beside_a_space_keeps_off_roads_and_boxes() -> None:
    road = [(float(x), 500.0) for x in range(500, 1000, 5)]
    surroundings = Surroundings([(300, 440, 460, 560)], road, (0, 0, 1000, 1000))
    label = place({"a": Site("Town", square((400, 400), 200, 200), (500, 500))}, WHOLE).labels["a"]
    put = surroundings.named(label, (500, 500), 40).box
    assert surroundings.cost(put, 90) == 0
    assert surroundings.clearest((500, 500), 80, ((1, 0), (-1, 0), (0, 1))) == (0, 1)


def test_what_reaches_beyond_the_map_is_dearest() -> None:
    surroundings = Surroundings([], [], (0, 0, 1000, 1000))
    inside: Box = (500, 500, 600, 520)
    assert surroundings.cost(inside, 90) == 0 < surroundings.cost((950, 500, 1050, 520), 90)
