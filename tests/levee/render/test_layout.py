"""The sheet: everything on it, nothing on top of anything else."""

from __future__ import annotations

import math
from itertools import combinations, permutations

import pytest

from data.levee.schema import Track
from render.levee import Move
from render.levee.layout import (
    ARMY,
    CARTOUCHE,
    COUNTER,
    DECKS,
    GOVERNMENT,
    HEADER,
    HEIGHT,
    HOLDING,
    MAP,
    PARIS_RADIUS,
    RADIUS,
    SHEET,
    laid_out,
    paris_slots,
)
from render.levee.picture import course
from render.parts.placing.boxes import around, within
from render.pen import Box
from tests.levee.render.samples import PACK

LAYOUT = laid_out(PACK.board)
TOUCHED = 5
"""Points of its own road, six units apart, that the end of a name may touch."""
MOST = 2
"""Boxes that an Army goes at once."""
WITHIN_EYESHOT = 1.6
"""Degrees by which a space may be set aside from its true place."""


def apart(one: Box, two: Box) -> bool:
    return one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]


def test_every_space_lies_wholly_on_the_map() -> None:
    for space, at in LAYOUT.spaces.items():
        assert within(around(at, LAYOUT.radius(space) * 1.08), MAP), space


def test_no_two_spaces_touch() -> None:
    for one, two in combinations(LAYOUT.spaces, 2):
        distance = math.dist(LAYOUT.spaces[one], LAYOUT.spaces[two])
        assert distance > LAYOUT.radius(one) + LAYOUT.radius(two), (one, two)


def test_every_space_and_paris_has_its_name() -> None:
    assert set(LAYOUT.labels) == set(LAYOUT.spaces)
    names = {space.name for track in PACK.board.track for space in track.space} | {"Paris"}
    assert {label.lines[0].rstrip(" 12345") for label in LAYOUT.labels.values()} == names


def test_no_two_names_overlap() -> None:
    for one, two in combinations(LAYOUT.labels.values(), 2):
        assert apart(one.box, two.box), (one.lines, two.lines)


def test_a_name_covers_no_space_and_is_not_cut_off() -> None:
    for name, label in LAYOUT.labels.items():
        left, top, right, bottom = label.box
        assert within(label.box, MAP), name
        for space, (x, y) in LAYOUT.spaces.items():
            nearest = (min(max(x, left), right), min(max(y, top), bottom))
            assert math.dist(nearest, (x, y)) >= LAYOUT.radius(space), (name, space)


def test_a_name_lies_on_no_road_and_keeps_off_its_own_space() -> None:
    for space in set(LAYOUT.labels) - {"paris"}:
        left, top, right, bottom = LAYOUT.labels[space].box
        for army, road in LAYOUT.roads.items():
            crossed = [at for at in road if left < at[0] < right and top < at[1] < bottom]
            assert len(crossed) <= (TOUCHED if space in LAYOUT.tracks[army] else 0), (space, army)
        x, y = LAYOUT.spaces[space]
        away = max(left - x, x - right, top - y, y - bottom)
        assert away >= RADIUS + 10, space


def test_every_road_begins_at_the_start_and_ends_in_paris() -> None:
    for track in PACK.board.track:
        start = next(space for space in track.space if space.box == 5)
        road = LAYOUT.roads[track.army]
        assert road[0] == LAYOUT.spaces[start.id]
        assert road[-1] == LAYOUT.paris


def test_a_road_passes_through_its_own_spaces_and_no_others() -> None:
    for track in PACK.board.track:
        own = {space.id for space in track.space} | {"paris"}
        for space, centre in LAYOUT.spaces.items():
            nearest = min(math.dist(centre, point) for point in LAYOUT.roads[track.army])
            if space in own:
                assert nearest < 4, (track.army, space)
            else:
                assert nearest > LAYOUT.radius(space), (track.army, space)


def test_panels_and_map_lie_apart_on_the_sheet() -> None:
    boxes = (HEADER, MAP, GOVERNMENT.box, ARMY.box, HOLDING, DECKS)
    assert all(apart(one, two) for one, two in combinations(boxes, 2))
    assert all(0 < edge < SHEET for box in boxes for edge in box)


@pytest.mark.parametrize("count", range(1, 7))
def test_counters_in_paris_stay_inside_its_walls_and_apart(count: int) -> None:
    slots, side = paris_slots(count)
    assert len(slots) == count
    for one, two in combinations(slots, 2):
        assert max(abs(one[0] - two[0]), abs(one[1] - two[1])) >= side
    for x, y in slots:
        assert math.hypot(x, y) + side / 2 < PARIS_RADIUS * 1.1


@pytest.mark.parametrize(
    ("space", "true"),
    [
        ("london", (-0.13, 51.51)),
        ("dunkirk", (2.38, 51.03)),
        ("rouen", (1.10, 49.44)),
        ("cologne", (6.96, 50.94)),
        ("brussels", (4.35, 50.85)),
        ("arras", (2.78, 50.29)),
        ("troyes", (4.08, 48.30)),
        ("versailles", (2.13, 48.80)),
        ("toulon", (5.93, 43.12)),
        ("nantes", (-1.55, 47.22)),
    ],
)
def test_a_space_stands_near_its_true_place(space: str, true: tuple[float, float]) -> None:
    drawn = next(s.at for track in PACK.board.track for s in track.space if s.id == space)
    across = (drawn[0] - true[0]) * math.cos(math.radians(true[1]))
    assert math.hypot(across, drawn[1] - true[1]) < WITHIN_EYESHOT


@pytest.mark.parametrize("track", PACK.board.track, ids=lambda track: track.army)
def test_no_arrow_crosses_a_name_or_another_space(track: Track) -> None:
    spaces = ["paris", *(space.id for space in sorted(track.space, key=lambda space: space.box))]
    for origin, target in permutations(spaces, 2):
        if abs(spaces.index(origin) - spaces.index(target)) > MOST:
            continue
        way = course(Move(track.army, origin, target), LAYOUT)
        for label in LAYOUT.labels.values():
            left, top, right, low = label.box
            assert not any(left < x < right and top < y < low for x, y in way or ()), (origin, target)


def test_a_counter_can_be_read_on_a_telephone() -> None:
    unit = 400 / SHEET
    assert COUNTER * unit >= 22
    assert all(paris_slots(count)[1] * unit >= 22 for count in range(1, 5))
    assert all(label.size * unit >= 8 for label in LAYOUT.labels.values())


def test_the_key_takes_little_of_the_picture() -> None:
    left, top, right, low = CARTOUCHE
    assert (right - left) * (low - top) <= 0.06 * SHEET * HEIGHT
