"""Paper and the engraver's tools: hatches, hachures along a coast, compass, neatline."""

from __future__ import annotations

import math

from PIL import Image, ImageChops, ImageFilter

from render.pen import Box, Pen, Point
from render.theme import Rgb, Theme, Tincture


def hatch(size: tuple[int, int], tincture: Tincture, gap: float, width: float) -> Image.Image:
    """A mask (mode L) of `size` pixels, hatched as the heraldic engravers do, lines `gap` pixels apart."""
    mask = Image.new("L", size, 0)
    pen = Pen(mask, 1)
    wide, high = size
    if tincture in ("horizontal", "cross"):
        for row in range(int(high / gap) + 1):
            pen.line([(0, (row + 0.5) * gap), (wide, (row + 0.5) * gap)], 255, width)
    if tincture in ("vertical", "cross"):
        for column in range(int(wide / gap) + 1):
            pen.line([((column + 0.5) * gap, 0), ((column + 0.5) * gap, high)], 255, width)
    if tincture in ("diagonal", "counter"):
        for step in range(int((wide + high) / (gap * 1.4)) + 1):
            x = step * gap * 1.4
            ends = [(x, 0), (x - high, high)] if tincture == "counter" else [(x - high, 0), (x, high)]
            pen.line([(float(a), float(b)) for a, b in ends], 255, width)
    if tincture == "chevron":
        for row in range(-1, int(high / gap) + 2):
            columns = range(int(wide / gap) + 2)
            pen.line([(n * gap, (row + (0.0 if n % 2 else 0.8)) * gap) for n in columns], 255, width)
    if tincture == "dots":
        for row in range(int(high / gap) + 1):
            for column in range(int(wide / gap) + 1):
                x = (column + (0.5 if row % 2 else 0)) * gap
                pen.circle((x, (row + 0.5) * gap), width * 0.9, 255)
    return mask


def shore(land: Image.Image, reach: float, gap: float, width: float) -> tuple[Image.Image, tuple[int, int]]:
    """A mask of short level hachures in the water along the coast of `land` (mode L, 255 on land), and where
    it begins: only the columns that have water are worked on, since blurring is slow.
    """
    sea = ImageChops.invert(land).getbbox() or (0, 0, 0, 0)
    # Beyond three times its reach and a little the blur has no effect.
    left, right = max(0, sea[0] - math.ceil(reach * 4)), min(land.width, sea[2] + math.ceil(reach * 4))
    near = land.crop((left, 0, right, land.height))
    nearness = near.filter(ImageFilter.GaussianBlur(reach)).point(
        lambda v: 0 if v < 18 else min(255, 40 + v * 2)
    )
    lines = hatch(near.size, "horizontal", gap, width)
    return ImageChops.subtract(ImageChops.multiply(nearness, lines), near), (left, 0)


def edge(mask: Image.Image, depth: float) -> Image.Image:
    """A mask that is strongest along the inner edge of `mask` and fades inwards over `depth` pixels."""
    inward = ImageChops.invert(mask).filter(ImageFilter.GaussianBlur(depth))
    return ImageChops.multiply(inward.point(lambda v: min(255, v * 2)), mask)


def blend(below: Rgb, above: Rgb, share: float) -> Rgb:
    """A colour between two: `share` 0 gives the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(below, above, strict=True))
    return red, green, blue


def compass(pen: Pen, centre: Point, radius: float, theme: Theme) -> None:
    """A compass rose of sixteen points with a lily for north."""
    x, y = centre
    pen.circle(centre, radius * 0.74, None, theme.faded, 1.5)
    pen.circle(centre, radius * 0.68, None, theme.faded, 1)
    for points, reach, girth in ((8, 0.6, 0.1), (4, 0.78, 0.15), (4, 1.0, 0.17)):
        for number in range(points):
            turn = 2 * math.pi * number / points
            if points == 8:
                turn += math.pi / 8
            elif girth == 0.15:
                turn += math.pi / 4
            tip = (x + radius * reach * math.sin(turn), y - radius * reach * math.cos(turn))
            for side, fill in ((-1, theme.ink), (1, theme.paper)):
                flank = turn + side * math.pi / 4
                waist = (x + radius * girth * math.sin(flank), y - radius * girth * math.cos(flank))
                pen.polygon([centre, waist, tip], fill, theme.ink, 1)
    pen.text((x, y - radius * 1.2), "N", "title", radius * 0.42, theme.ink)


def scalloped(pen: Pen, box: Box, radius: float, ink: Rgb, width: float) -> None:
    """A rule with hollowed corners."""
    left, top, right, bottom = box
    corners = ((left, top, 0), (right, top, 90), (right, bottom, 180), (left, bottom, 270))
    outline = []
    for x, y, turn in corners:
        for step in range(9):
            angle = math.radians(turn + 90 - step * 11.25)
            outline.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    pen.polygon(outline, None, ink, width)


def panel(pen: Pen, box: Box, theme: Theme) -> None:
    """A panel's paper and frame."""
    left, top, right, bottom = box
    pen.rectangle(box, theme.panel, theme.ink, 3)
    scalloped(pen, (left + 6, top + 6, right - 6, bottom - 6), 10, theme.faded, 1.5)


def frigate(pen: Pen, foot: Point, size: float, ink: Rgb, sail: Rgb) -> None:
    """A ship of the line under sail, as engravers fill an empty sea."""
    x, y = foot

    def at(across: float, up: float) -> Point:
        return x + across * size, y - up * size

    for across, height in ((-0.3, 0.78), (0.02, 0.95), (0.33, 0.7)):
        pen.line([at(across, 0.1), at(across, height)], ink, 1.8)
        pen.polygon([at(across, height), at(across - 0.12, height - 0.035), at(across, height - 0.07)], ink)
        for low, high, wide in ((0.16, 0.38, 0.15), (0.4, 0.6, 0.12), (0.62, 0.76, 0.08)):
            if high < height:
                sheet = [
                    at(across - wide, low),
                    at(across - wide * 0.8, high),
                    at(across + wide * 0.75, high),
                ]
                belly = [at(across + wide * 1.25, (low + high) / 2), at(across + wide, low)]
                pen.polygon([*sheet, *belly], sail, ink, 1.5)
                pen.line([at(across + wide * 0.5, low + 0.02), at(across + wide * 0.55, high - 0.03)], ink, 1)
    pen.line([at(0.44, 0.12), at(0.66, 0.3)], ink, 1.8)
    pen.polygon([at(0.36, 0.62), at(0.64, 0.28), at(0.4, 0.2)], sail, ink, 1.5)
    pen.polygon(
        [at(-0.5, 0.2), at(-0.44, 0.0), at(0.36, 0.0), at(0.5, 0.15), at(-0.1, 0.1), at(-0.4, 0.13)], ink
    )
    for row, reach in ((0.03, 0.62), (0.08, 0.45), (0.13, 0.25)):
        pen.line([at(-reach, -row), at(reach, -row)], ink, 1)


def neatline(pen: Pen, box: Box, theme: Theme, *, bar: float = 9, pitch: float = 60) -> None:
    """An atlas frame: two rules with a black and white bar between them."""
    left, top, right, bottom = box
    pen.rectangle(box, None, theme.ink, 3)
    inner = (left + bar, top + bar, right - bar, bottom - bar)
    for low, high in ((top, inner[1]), (inner[3], bottom)):
        for start, end in _bars(left, right, pitch):
            pen.rectangle((start, low, end, high), theme.ink)
    for low, high in ((left, inner[0]), (inner[2], right)):
        for start, end in _bars(top, bottom, pitch):
            pen.rectangle((low, start, high, end), theme.ink)
    pen.rectangle(inner, None, theme.ink, 2)


def _bars(start: float, end: float, pitch: float) -> list[Point]:
    pieces = max(2, round((end - start) / pitch))
    length = (end - start) / pieces
    return [(start + piece * length, start + (piece + 1) * length) for piece in range(0, pieces, 2)]
