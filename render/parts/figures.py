"""Small figures of soldiers by nation: their hats distinguish them where colours are not visible."""

from __future__ import annotations

from typing import Literal

from render.pen import Pen, Point
from render.theme import Rgb

Headgear = Literal["bicorne", "mitre", "casque", "bearskin", "tricorne", "round hat", "crest"]

BODY: tuple[Point, ...] = ((-0.37, 0.5), (-0.34, 0.25), (-0.2, 0.15), (0.2, 0.15), (0.34, 0.25), (0.37, 0.5))
BELTS: tuple[tuple[Point, Point], ...] = (((-0.19, 0.17), (0.17, 0.5)), ((0.19, 0.17), (-0.17, 0.5)))
FACE, CHIN = 0.15, 0.02
"""Radius of the face, and how far down its middle is."""
HATS: dict[Headgear, tuple[Point, ...]] = {
    "bicorne": (
        *((-0.46, -0.04), (-0.34, -0.2), (-0.16, -0.36), (0.0, -0.41), (0.16, -0.36), (0.34, -0.2)),
        *((0.46, -0.04), (0.2, -0.12), (0.0, -0.08), (-0.2, -0.12)),
    ),
    "mitre": (
        (-0.18, -0.05),
        (-0.2, -0.2),
        (-0.09, -0.38),
        (0.0, -0.5),
        (0.09, -0.38),
        (0.2, -0.2),
        (0.18, -0.05),
    ),
    "casque": ((-0.18, -0.05), (-0.18, -0.26), (-0.02, -0.28), (0.06, -0.46), (0.22, -0.46), (0.2, -0.05)),
    "bearskin": (
        *((-0.18, -0.05), (-0.23, -0.2), (-0.21, -0.38), (-0.1, -0.49), (0.1, -0.49), (0.21, -0.38)),
        *((0.23, -0.2), (0.18, -0.05)),
    ),
    "tricorne": (
        *((0.0, 0.0), (-0.3, -0.1), (-0.42, -0.3), (-0.16, -0.24), (-0.1, -0.36), (0.1, -0.36)),
        *((0.16, -0.24), (0.42, -0.3), (0.3, -0.1)),
    ),
    "round hat": (
        *((-0.4, -0.04), (-0.4, -0.11), (-0.15, -0.14), (-0.13, -0.33), (0.13, -0.33), (0.15, -0.14)),
        *((0.4, -0.11), (0.4, -0.04)),
    ),
    "crest": (
        *((-0.17, -0.05), (-0.17, -0.18), (-0.3, -0.1), (-0.3, -0.28), (-0.18, -0.44), (0.0, -0.5)),
        *((0.18, -0.44), (0.3, -0.28), (0.3, -0.1), (0.17, -0.18), (0.17, -0.05)),
    ),
}
"""The outline of each hat, from the middle of the figure, which is 1 high."""
FEATHER: dict[Headgear, tuple[Point, ...]] = {
    "bicorne": ((0.17, -0.34), (0.15, -0.5), (0.26, -0.5)),
    "round hat": ((0.1, -0.3), (0.22, -0.46), (0.38, -0.5)),
}
"""Parts that stand on some of them."""


def figure(pen: Pen, headgear: Headgear, at: Point, high: float, ink: Rgb, ground: Rgb) -> None:
    """A soldier down to his chest in an ink, with a rim, face and belts in that of the ground."""
    x, y = at
    rim = high * 0.1

    def placed(outline: tuple[Point, ...]) -> list[Point]:
        return [(x + across * high, y + down * high) for across, down in outline]

    hat, feather = placed(HATS[headgear]), placed(FEATHER.get(headgear, ()))
    for shape in (placed(BODY), hat):
        pen.polygon(shape, ground, ground, rim * 1.6)
    pen.polygon(placed(BODY), ink)
    for belt in BELTS:
        pen.line(placed(belt), ground, high * 0.05)
    pen.circle((x, y + CHIN * high), FACE * high, ground, ink, high * 0.05)
    pen.polygon(hat, ink)
    if feather:
        pen.line(feather, ground, high * 0.16)
        pen.line(feather, ink, high * 0.08)
