"""Roads between boxes, and a country stretched under them."""

from __future__ import annotations

import math

import pytest
from PIL import Image

from render.parts.stretch import Stretch
from render.pen import Box, Pen
from render.valmy.roads import LIFTS, crossings, pips, way

BOUNDS: Box = (0, 0, 400, 400)


def test_a_road_is_straight_where_nothing_stands_in_its_way_and_bends_past_what_does() -> None:
    straight = way((50, 200), (350, 200), [], BOUNDS)
    assert {y for _, y in straight} == {200}
    between: Box = (180, 180, 220, 260)
    bent = way((50, 200), (350, 200), [between], BOUNDS)
    assert not crossings(bent, [between])
    assert (bent[0], bent[-1]) == ((50, 200), (350, 200))
    # The shorter way is above it; where that leaves the map it is below.
    assert min(y for _, y in bent) < 180
    assert max(y for _, y in way((50, 20), (350, 20), [(180, 0, 220, 40)], BOUNDS)) > 40
    assert LIFTS[0] == 0


def test_what_roads_cost_lies_on_neither_boxes_nor_each_other() -> None:
    ends: list[Box] = [(0, 180, 40, 220), (360, 180, 400, 220)]
    across = way((20, 200), (380, 200), [], BOUNDS)
    down = way((200, 20), (200, 380), [], BOUNDS)
    standing: Box = (170, 250, 230, 380)
    placed = pips([(across, ends, 3), (down, [], 2)], [*ends, standing], 1.0)
    assert [found.cost for found in placed] == [3, 2]
    first, second = (found.spots(1.0) for found in placed)
    assert not crossings([*first, *second], [*ends, standing])
    assert min(math.dist(a, b) for a in first for b in second) > 15
    pen = Pen(Image.new("RGB", (400, 400)), 1.0)
    placed[0].draw(pen, size=1.0, ink=(255, 255, 255), edge=(9, 9, 9))
    assert all(pen.image.getpixel((round(x), round(y))) == (255, 255, 255) for x, y in first)


def test_a_stretched_country_takes_places_where_they_are_wanted_and_the_rest_along() -> None:
    origins = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.5, 0.5)]
    targets = [(0.0, 0.0), (10.0, 0.0), (0.0, 10.0), (10.0, 10.0), (7.0, 3.0)]
    plate = Stretch(origins, targets)
    for origin, target in zip(origins, targets, strict=True):
        assert plate.at(origin) == pytest.approx(target)
    x, y = plate.at((0.5, 0.45))
    assert 5 < x < 9
    assert 1 < y < 3
    line = plate.line([(0.0, 0.0), (1.0, 1.0)], 0.25)
    assert line[0] == pytest.approx((0.0, 0.0))
    assert line[-1] == pytest.approx((10.0, 10.0))
    assert len(line) == 6
    same = Stretch(origins[:4], [(2 * x + 1, 3 * y) for x, y in origins[:4]])
    assert same.at((0.3, 0.7)) == pytest.approx((1.6, 2.1))
