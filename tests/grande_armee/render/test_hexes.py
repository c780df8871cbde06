"""A map of hexes: each river on its hexside, rings where a stack can go."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from data.grande_armee.hexes import Hex, Hexside, hex_at, hexside, neighbours
from render.grande_armee import hex_rings
from render.grande_armee.hexes import (
    STREAM,
    TINTS,
    Bank,
    Ground,
    HexCountry,
    Layout,
    chains,
    corners,
    ends,
    fitted,
    sides,
)
from render.pen import Pen, Point
from render.sheet import Sheet
from render.theme import THEMES, Rgb, ThemeName
from tests.grande_armee.hexes import disc, ring
from tests.render.test_colours import SIGHTS, WELL_APART, difference

MIDDLE = Hex("0504")
GROUNDS: dict[str, Ground] = {"0404": "mountain", "0604": "pass", "0503": "fortress"}
RIVER = hexside(MIDDLE, Hex("0505"))
TERRAIN: dict[Hex, Ground] = {Hex(hex): GROUNDS.get(hex, "clear") for hex in disc(MIDDLE, 3)}
SIDES: dict[Hexside, Bank] = {
    RIVER: "river",
    hexside(MIDDLE, Hex("0605")): "river",
    hexside(Hex("0505"), Hex("0605")): "bridge",
    hexside(Hex("0603"), Hex("0703")): "lake",
}
LAYOUT = fitted(TERRAIN, (40, 40, 1560, 1560))
WIDTH = 800
UNIT = WIDTH / 1600
COSTS = {hex: 1 + (hex not in neighbours(MIDDLE).values()) for hex in disc(MIDDLE, 2)}

INLAND = st.builds(hex_at, st.integers(3, 96), st.integers(3, 96))
CLUMPS = st.sets(st.sampled_from(disc(MIDDLE, 3)), min_size=1)


def pixel(image: Image.Image, at: Point) -> Rgb:
    red, green, blue = image.getpixel((round(at[0] * UNIT), round(at[1] * UNIT)))  # type: ignore[misc]
    return red, green, blue


def middle(ends: tuple[Point, Point]) -> Point:
    return (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2


def differs(one: Image.Image, two: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one, two).getbbox()


@cache
def base(theme: ThemeName, width: int = WIDTH) -> Image.Image:
    """The country as a sheet; treat it as read-only."""
    return drawn(SIDES, theme, width)


def drawn(sides: Mapping[Hexside, Bank], theme: ThemeName, width: int) -> Image.Image:
    sheet = Sheet(width, width / 1600, 1600, THEMES[theme])
    country = HexCountry(sheet.pen, THEMES[theme], LAYOUT, TERRAIN, sides)
    country.land()
    country.lines()
    country.waters()
    return sheet.finished()


@given(INLAND)
def test_two_hexes_that_touch_share_the_two_corners_of_a_side(hex: Hex) -> None:
    for near in neighbours(hex).values():
        start, end = ends(hexside(hex, near))
        assert {start, end} == set(corners(hex)) & set(corners(near))
        assert {(start, end), (end, start)} & set(sides(hex)) & set(sides(near))
    layout = Layout(0, 0, 10)
    for start, end in sides(hex):
        assert math.dist(layout.at(start), layout.at(end)) == pytest.approx(10)
    for near in neighbours(hex).values():
        assert math.dist(layout.centre(hex), layout.centre(near)) == pytest.approx(10 * math.sqrt(3))


@given(CLUMPS, st.integers(1, 40), st.integers(1, 40))
def test_hexes_are_as_large_as_their_box_has_room_for(hexes: set[Hex], wide: int, high: int) -> None:
    layout = fitted(hexes, (100, 200, 100 + wide, 200 + high))
    points = [point for hex in hexes for point in layout.outline(hex)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    assert (left + right) / 2 == pytest.approx(100 + wide / 2)
    assert (top + bottom) / 2 == pytest.approx(200 + high / 2)
    assert max((right - left) / wide, (bottom - top) / high) == pytest.approx(1)


@given(st.sets(st.sampled_from(sorted({pair for hex in disc(MIDDLE, 3) for pair in sides(hex)}))))
def test_sides_are_joined_to_lines_and_none_is_lost(
    chosen: set[tuple[tuple[int, int], tuple[int, int]]],
) -> None:
    lines = chains(sorted(chosen))
    drawn = Counter(frozenset(pair) for line in lines for pair in pairwise(line))
    assert drawn == Counter(frozenset(pair) for pair in chosen)
    met = Counter(corner for pair in chosen for corner in pair)
    assert all(met[corner] == 2 for line in lines for corner in line[1:-1])


@given(CLUMPS)
def test_rings_lie_inside_the_hexes_that_they_go_round(hexes: set[Hex]) -> None:
    lines = hex_rings.contour(LAYOUT, hexes, 0.2)
    for line in lines:
        assert line[0] == line[-1]
        for point in (middle(pair) for pair in pairwise(line)):
            nearest = min(TERRAIN, key=lambda hex: math.dist(LAYOUT.centre(hex), point))
            assert nearest in hexes
    edges = [near for hex in hexes for near in neighbours(hex).values() if near not in hexes]
    assert sum(len(line) - 1 for line in lines) == len(edges)


def test_a_ring_of_hexes_is_ringed_on_its_outside_and_on_its_inside() -> None:
    assert len(hex_rings.contour(LAYOUT, disc(MIDDLE, 2), 0.1)) == 1
    assert len(hex_rings.contour(LAYOUT, ring(MIDDLE, 2), 0.1)) == 2


@pytest.mark.parametrize("theme", THEMES)
def test_a_river_is_on_its_hexside_and_on_no_other(theme: ThemeName) -> None:
    image = base(theme)
    for near in neighbours(MIDDLE).values():
        side = hexside(MIDDLE, near)
        start, end = (LAYOUT.at(corner) for corner in ends(side))
        x, y = middle((start, end))
        bend = LAYOUT.size * 0.05
        seen = {pixel(image, (x + a * bend, y + b * bend)) for a in (-1, 0, 1) for b in (-1, 0, 1)}
        assert (STREAM[theme] in seen) == (side in SIDES), near


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", THEMES)
def test_rivers_and_rings_stand_out_from_every_terrain(theme: ThemeName, sight: str) -> None:
    for ground, tint in TINTS[theme].items():
        assert difference(STREAM[theme], tint, SIGHTS[sight]) > WELL_APART, ground
        assert difference(THEMES[theme].accent, tint, SIGHTS[sight]) > WELL_APART, ground
    assert difference(THEMES[theme].accent, STREAM[theme], SIGHTS[sight]) > WELL_APART


@pytest.mark.parametrize("kind", ["river", "bridge", "lake"])
def test_what_lies_on_a_side_is_told_by_its_shape(kind: Bank) -> None:
    def grey(bank: Bank) -> Image.Image:
        return drawn({RIVER: bank}, "light", 200).convert("L")

    for other in ("river", "bridge", "lake"):
        assert (differs(grey(kind), grey(other)) is None) == (kind == other)


def test_rings_stay_inside_and_leave_the_kept_sheet_and_rivers_to_be_seen() -> None:
    kept = base("light")
    image = kept.copy()
    hex_rings.rings(image, UNIT, LAYOUT, COSTS, THEMES["light"])
    hex_rings.tickets(Pen(image, UNIT), LAYOUT, COSTS, THEMES["light"])
    changed = differs(image, kept)
    assert changed is not None
    points = [point for hex in COSTS for point in LAYOUT.outline(hex)]
    for axis in (0, 1):
        assert changed[axis] >= math.floor(min(point[axis] for point in points) * UNIT)
        assert changed[axis + 2] <= math.ceil(max(point[axis] for point in points) * UNIT)
    for start, end in pairwise(hex_rings.contour(LAYOUT, COSTS, hex_rings.RING[0])[0]):
        assert pixel(image, middle((start, end))) == THEMES["light"].accent
    assert differs(base("light"), kept) is None
    x, y = middle((LAYOUT.at(ends(RIVER)[0]), LAYOUT.at(ends(RIVER)[1])))
    red, _, blue = pixel(image, (x, y))
    assert blue > red + 30


def test_nothing_is_drawn_for_a_stack_that_can_go_nowhere() -> None:
    image = base("dark").copy()
    hex_rings.rings(image, UNIT, LAYOUT, {}, THEMES["dark"])
    hex_rings.tickets(Pen(image, UNIT), LAYOUT, {}, THEMES["dark"])
    assert differs(image, base("dark")) is None


def test_a_cost_makes_room_for_what_is_in_the_middle_of_its_hex() -> None:
    bare = base("light")
    for taken in ((), (MIDDLE,)):
        image = bare.copy()
        hex_rings.tickets(Pen(image, UNIT), LAYOUT, {MIDDLE: 12}, THEMES["light"], taken)
        changed = differs(image, bare)
        assert changed is not None
        x = LAYOUT.centre(MIDDLE)[0] * UNIT
        assert (changed[0] > x) == bool(taken)


def test_a_cost_that_nobody_could_read_is_left_out() -> None:
    tiny = base("light", 60)
    image = tiny.copy()
    hex_rings.tickets(Pen(image, 60 / 1600), LAYOUT, COSTS, THEMES["light"])
    assert differs(image, tiny) is None
