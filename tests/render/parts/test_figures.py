"""Soldiers of the nations: each is known by its outline alone, also as small as a telephone shows it."""

from __future__ import annotations

from itertools import combinations

from PIL import Image, ImageChops

from render.parts.figures import HATS, Headgear, figure
from render.pen import Pen

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
HIGH = 30
"""Pixels of a sheet of 1600."""
APART = 30
"""Black pixels by which two of them differ at least."""


def drawn(headgear: Headgear) -> Image.Image:
    pen = Pen(Image.new("RGB", (4 * HIGH, 4 * HIGH), WHITE), 4)
    figure(pen, headgear, (HIGH / 2, HIGH / 2), HIGH, BLACK, WHITE)
    return pen.image.reduce(4).convert("L")


def test_no_two_look_alike_without_colour() -> None:
    seen = {headgear: drawn(headgear) for headgear in HATS}
    for one, two in combinations(seen, 2):
        differing = ImageChops.difference(seen[one], seen[two]).point(lambda v: v > 128 and 255)
        assert sum(differing.histogram()[128:]) >= APART, (one, two)


def test_a_soldier_stays_in_his_square() -> None:
    for headgear in HATS:
        pen = Pen(Image.new("RGB", (2 * HIGH, 2 * HIGH), WHITE), 1)
        figure(pen, headgear, (HIGH, HIGH), HIGH, BLACK, WHITE)
        left, top, right, bottom = ImageChops.invert(pen.image.convert("L")).getbbox() or (0, 0, 0, 0)
        half = HIGH / 2 + 1.5
        assert HIGH - half <= min(left, top), headgear
        assert max(right, bottom) <= HIGH + half, headgear
