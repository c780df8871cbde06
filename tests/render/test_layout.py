"""The sheet: everything on it, nothing on top of anything else."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from render.levee.labels import Label
from render.levee.layout import (
    ARMY,
    DECKS,
    GOVERNMENT,
    HEADER,
    HOLDING,
    MAP,
    PARIS_RADIUS,
    RADIUS,
    SHEET,
    paris_slots,
)
from render.levee.plan import plan
from render.pen import Box
from tests.render.samples import PACK

PLAN = plan(PACK.board)
WITHIN_EYESHOT = 1.6
"""Degrees by which a space may be set aside from its true place."""


def apart(one: Box, two: Box) -> bool:
    return one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]


def inside(box: Box) -> bool:
    left, top, right, bottom = box
    return MAP[0] < left < right < MAP[2] and MAP[1] < top < bottom < MAP[3]


@pytest.mark.parametrize("space", PLAN.spaces)
def test_every_space_lies_wholly_on_the_map(space: str) -> None:
    x, y = PLAN.spaces[space]
    reach = PLAN.radius(space) * 1.08
    assert inside((x - reach, y - reach, x + reach, y + reach))


def test_no_two_spaces_touch() -> None:
    for one, two in combinations(PLAN.spaces, 2):
        distance = math.dist(PLAN.spaces[one], PLAN.spaces[two])
        assert distance > PLAN.radius(one) + PLAN.radius(two), (one, two)


def test_every_space_and_paris_has_its_name() -> None:
    assert set(PLAN.labels) == set(PLAN.spaces)
    names = {space.name for track in PACK.board.track for space in track.space} | {"Paris"}
    assert {label.text for label in PLAN.labels.values()} == names


def test_no_two_names_overlap() -> None:
    for one, two in combinations(PLAN.labels.values(), 2):
        assert apart(one.box, two.box), (one.text, two.text)


@pytest.mark.parametrize("label", PLAN.labels.values(), ids=lambda label: label.text)
def test_a_name_covers_no_space_and_is_not_cut_off(label: Label) -> None:
    left, top, right, bottom = label.box
    assert inside(label.box)
    for space, (x, y) in PLAN.spaces.items():
        nearest = (min(max(x, left), right), min(max(y, top), bottom))
        assert math.dist(nearest, (x, y)) >= PLAN.radius(space), space


@pytest.mark.parametrize("space", [space for space in PLAN.labels if space != "paris"])
def test_a_name_lies_on_no_road_and_keeps_off_its_own_space(space: str) -> None:
    left, top, right, bottom = PLAN.labels[space].box
    for army, road in PLAN.roads.items():
        assert not any(left < x < right and top < y < bottom for x, y in road), army
    x, y = PLAN.spaces[space]
    away = max(left - x, x - right, top - y, y - bottom)
    assert away >= RADIUS + 10


def test_every_road_begins_at_the_start_and_ends_in_paris() -> None:
    for track in PACK.board.track:
        start = next(space for space in track.space if space.box == 5)
        road = PLAN.roads[track.army]
        assert road[0] == PLAN.spaces[start.id]
        assert road[-1] == PLAN.paris


def test_a_road_passes_through_its_own_spaces_and_no_others() -> None:
    for track in PACK.board.track:
        own = {space.id for space in track.space} | {"paris"}
        for space, centre in PLAN.spaces.items():
            nearest = min(math.dist(centre, point) for point in PLAN.roads[track.army])
            if space in own:
                assert nearest < 4, (track.army, space)
            else:
                assert nearest > PLAN.radius(space), (track.army, space)


@pytest.mark.parametrize(
    ("one", "two"), list(combinations((HEADER, MAP, GOVERNMENT, ARMY, HOLDING, DECKS), 2))
)
def test_panels_and_map_lie_apart_on_the_sheet(one: Box, two: Box) -> None:
    assert apart(one, two)
    assert all(0 < edge < SHEET for edge in (*one, *two))


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
