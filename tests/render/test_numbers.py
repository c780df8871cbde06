"""The numbers of places: read on a telephone, where a panel shows a picture 274 pixels wide."""

from __future__ import annotations

import math

import pytest
from PIL import Image, ImageChops

from render.numbers import SHEET, corners, numbered
from render.theme import THEMES, ThemeName

TELEPHONE = 274
READ = 5
"""Fewest pixels of a digit's height that can be read there."""


def test_a_number_is_whole_at_the_edge_and_beside_those_of_places_that_overlap() -> None:
    palette = THEMES["light"]
    sheet = Image.new("RGB", (1600, 400), palette.panel)
    places = [corners((0, 0, 110, 100)), corners((1570, 0, 1600, 30)), *[corners((500, 150, 610, 250))] * 2]
    shown = []
    for count in range(1, 5):
        before, after = sheet.copy(), sheet.copy()
        numbered(before, places[: count - 1], palette)
        numbered(after, places[:count], palette)
        disc = ImageChops.difference(before, after).getbbox()
        assert disc is not None
        shown.append(disc)
    # Each is as broad as it is high, so that nothing is cut off.
    assert all(abs((right - left) - (low - top)) <= 1 for left, top, right, low in shown)
    (*_, third, fourth) = [((a + c) / 2, (b + d) / 2, (c - a) / 2) for a, b, c, d in shown]
    assert math.dist(third[:2], fourth[:2]) >= third[2] + fourth[2] - 1


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("number", [1, 28])
def test_a_number_is_high_enough_for_a_telephone_and_its_digits_lie_on_it(
    theme: ThemeName, number: int
) -> None:
    palette = THEMES[theme]
    sheet = Image.new("RGB", (1600, 400), palette.panel)
    # An area of the Vendée is about so large on its whole map.
    places = [corners((40 * n, 200, 40 * n + 110, 300)) for n in range(1, number + 1)]
    before = sheet.copy()
    numbered(before, places[:-1], palette)
    after = sheet.copy()
    numbered(after, places, palette)
    disc = ImageChops.difference(before, after).getbbox()
    assert disc is not None
    left, top, right, low = disc
    # Digits that run over its edge would make it broader than high.
    assert abs((right - left) - (low - top)) <= 2
    edge = (right - left) * 3 // 20
    middle = after.crop((left + edge, top + edge, right - edge, low - edge))
    ink = ImageChops.difference(middle, Image.new("RGB", middle.size, palette.ink)).convert("L")
    box = ink.point(lambda value: 255 * (value > 120)).getbbox()
    assert box is not None
    assert (box[3] - box[1]) * TELEPHONE / SHEET >= READ
