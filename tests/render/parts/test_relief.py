"""Hills and woods: engraved on both sides of a ridge, kept off names, the same every time."""

from __future__ import annotations

from PIL import Image, ImageStat

from render.parts.relief import Slope, hills, wood
from render.pen import Box, Pen

PAPER, LIT, SHADE = (255, 255, 255), (160, 160, 160), (0, 0, 0)
RIDGE = [(40.0, 100.0), (120.0, 100.0), (200.0, 100.0)]


def drawn(*clear: Box) -> Image.Image:
    image = Image.new("RGB", (240, 200), PAPER)
    pen = Pen(image, 1)
    hills(pen, RIDGE, Slope(LIT, SHADE, 24, 4), clear=clear)
    wood(pen, (120, 30), 1, SHADE, clear=clear)
    return image


def test_hachures_run_down_both_sides_and_the_shade_is_away_from_the_light() -> None:
    image = drawn().convert("L")
    north, south = (ImageStat.Stat(image.crop((60, y, 180, y + 14))).mean[0] for y in (82, 104))
    assert south < north < 255


def test_nothing_is_engraved_where_a_name_stands() -> None:
    box = (100.0, 0.0, 140.0, 200.0)
    left, top, right, low = 116, 0, 124, 200
    assert drawn(box).crop((left, top, right, low)).getcolors() == [(1600, PAPER)]
    assert drawn().tobytes() == drawn().tobytes()
