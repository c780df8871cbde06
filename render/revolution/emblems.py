"""The emblems of Currents, Coalition, King and Commune, drawn with a few strokes in any size."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from render.pen import Pen, Point
from render.theme import Rgb

Shape = Sequence[Point]


def _at(centre: Point, size: float, shape: Shape) -> list[Point]:
    """A shape in halves of its size about a point, up being up."""
    return [(centre[0] + x * size, centre[1] - y * size) for x, y in shape]


def _mirrored(shape: Shape) -> list[Point]:
    return [(-x, y) for x, y in shape]


def lily(pen: Pen, at: Point, size: float, ink: Rgb, _: Rgb) -> None:
    """The lily of the Bourbons."""
    petal = [(0.0, 1.0), (0.2, 0.62), (0.26, 0.3), (0.12, -0.05), (0.1, -0.16)]
    pen.polygon(_at(at, size, [*petal, *reversed(_mirrored(petal))]), ink)
    side = [
        (0.14, -0.16),
        (0.2, 0.12),
        (0.36, 0.44),
        (0.62, 0.54),
        (0.84, 0.38),
        (0.8, 0.08),
        (0.6, -0.02),
        (0.64, 0.16),
        (0.5, 0.2),
        (0.4, 0.02),
        (0.36, -0.16),
    ]
    foot = [(0.08, -0.3), (0.34, -0.34), (0.3, -0.66), (0.18, -0.5), (0.08, -0.42)]
    for shape in (side, foot):
        for half in (shape, _mirrored(shape)):
            pen.polygon(_at(at, size, half), ink)
    pen.polygon(_at(at, size, [(-0.46, -0.14), (0.46, -0.14), (0.46, -0.3), (-0.46, -0.3)]), ink)
    pen.polygon(_at(at, size, [(0.12, -0.3), (0.0, -0.92), (-0.12, -0.3)]), ink)


def law(pen: Pen, at: Point, size: float, ink: Rgb, paper: Rgb) -> None:
    """The tables of the constitution."""
    for left in (-0.74, 0.04):
        arch = [
            (left + 0.35 + 0.35 * math.cos(turn), 0.3 + 0.38 * math.sin(turn))
            for turn in (n * math.pi / 12 for n in range(13))
        ]
        pen.polygon(_at(at, size, [*arch, (left, -0.72), (left + 0.7, -0.72)]), ink)
        for row in (0.28, 0.02, -0.24, -0.5):
            pen.line(_at(at, size, [(left + 0.14, row), (left + 0.56, row)]), paper, 0.1 * size)


def reeds(pen: Pen, at: Point, size: float, ink: Rgb, _: Rgb) -> None:
    """Bulrushes over water."""
    for foot, head, top in ((-0.16, -0.5, 0.52), (0.0, 0.04, 0.86), (0.16, 0.54, 0.46)):
        pen.line(_at(at, size, [(foot, -0.62), (head, top)]), ink, 0.11 * size)
        end = (head + (head - foot) * 0.02, top)
        start = (head - (head - foot) * 0.34, top - 0.46)
        pen.line(_at(at, size, [start, end]), ink, 0.29 * size)
        for point in (start, end):
            pen.circle(_at(at, size, [point])[0], 0.14 * size, ink)
    leaf = [(-0.1, -0.62), (-0.46, -0.1), (-0.86, 0.1), (-0.56, -0.28), (-0.24, -0.64)]
    for half in (leaf, _mirrored(leaf)):
        pen.polygon(_at(at, size, half), ink)
    wave = [(-0.78 + n * 0.13, -0.76 + 0.07 * (-1) ** n) for n in range(13)]
    pen.line(_at(at, size, wave), ink, 0.11 * size)


def crescent(pen: Pen, at: Point, size: float, ink: Rgb, _: Rgb) -> None:
    """The moon that the Garonne makes at Bordeaux, over its waves."""
    turns = [math.pi * (1.06 + n * 0.88 / 16) for n in range(17)]
    outer = [(0.86 * math.cos(turn), 0.46 + 0.92 * math.sin(turn)) for turn in turns]
    inner = [(0.7 * math.cos(turn), 0.62 + 0.58 * math.sin(turn)) for turn in reversed(turns)]
    pen.polygon(_at(at, size, [*outer, *inner]), ink)
    star = [
        (
            math.cos(math.pi / 2 + n * math.pi / 5) * (0.34 if n % 2 == 0 else 0.14),
            0.42 + math.sin(math.pi / 2 + n * math.pi / 5) * (0.34 if n % 2 == 0 else 0.14),
        )
        for n in range(10)
    ]
    pen.polygon(_at(at, size, star), ink)
    wave = [(-0.6 + n * 0.12, -0.72 + 0.07 * (-1) ** n) for n in range(11)]
    pen.line(_at(at, size, wave), ink, 0.11 * size)


def peak(pen: Pen, at: Point, size: float, ink: Rgb, paper: Rgb) -> None:
    """A mountain with its snow."""
    pen.polygon(_at(at, size, [(-0.92, -0.6), (-0.44, 0.2), (-0.26, -0.04), (0.14, 0.78), (0.92, -0.6)]), ink)
    snow = [(0.14, 0.78), (0.4, 0.3), (0.26, 0.16), (0.14, 0.3), (0.02, 0.12), (-0.1, 0.28)]
    pen.polygon(_at(at, size, snow), paper)
    pen.line(_at(at, size, [(-0.09, 0.3), (0.14, 0.78), (0.41, 0.3)]), ink, 0.09 * size)


def cap(pen: Pen, at: Point, size: float, ink: Rgb, paper: Rgb) -> None:
    """The cap of liberty with its cockade."""
    crown = [
        (-0.72, -0.34),
        (-0.7, 0.1),
        (-0.5, 0.5),
        (-0.1, 0.76),
        (0.34, 0.78),
        (0.72, 0.56),
        (0.86, 0.22),
        (0.72, 0.06),
        (0.56, 0.24),
        (0.44, 0.3),
        (0.56, 0.0),
        (0.64, -0.34),
    ]
    pen.polygon(_at(at, size, crown), ink)
    pen.polygon(_at(at, size, [(-0.82, -0.4), (0.74, -0.4), (0.74, -0.66), (-0.82, -0.66)]), ink)
    pen.circle(_at(at, size, [(-0.34, 0.0)])[0], 0.24 * size, paper)
    pen.circle(_at(at, size, [(-0.34, 0.0)])[0], 0.12 * size, ink)


def eagle(pen: Pen, at: Point, size: float, ink: Rgb, _: Rgb) -> None:
    """The double eagle of the Empire."""
    wing = [
        (0.1, 0.36),
        (0.34, 0.72),
        (0.62, 0.82),
        (0.9, 0.66),
        (0.82, 0.42),
        (0.92, 0.2),
        (0.74, 0.1),
        (0.78, -0.16),
        (0.58, -0.16),
        (0.54, -0.42),
        (0.34, -0.3),
        (0.14, -0.42),
    ]
    for half in (wing, _mirrored(wing)):
        pen.polygon(_at(at, size, half), ink)
    pen.polygon(_at(at, size, [(-0.2, 0.4), (0.2, 0.4), (0.22, -0.36), (-0.22, -0.36)]), ink)
    pen.polygon(_at(at, size, [(-0.1, -0.3), (0.1, -0.3), (0.34, -0.88), (0.0, -0.76), (-0.34, -0.88)]), ink)
    for side in (-1, 1):
        pen.line(_at(at, size, [(side * 0.08, 0.34), (side * 0.13, 0.72)]), ink, 0.14 * size)
        pen.circle(_at(at, size, [(side * 0.15, 0.76)])[0], 0.13 * size, ink)
        pen.polygon(_at(at, size, [(side * 0.2, 0.86), (side * 0.2, 0.68), (side * 0.4, 0.7)]), ink)


def crown(pen: Pen, at: Point, size: float, ink: Rgb, paper: Rgb) -> None:
    """A royal crown."""
    rim = [(-0.72, -0.62), (0.72, -0.62), (0.72, -0.3), (-0.72, -0.3)]
    tines = [(-0.7, -0.3), (-0.92, 0.46), (-0.42, 0.06), (0.0, 0.72), (0.42, 0.06), (0.92, 0.46), (0.7, -0.3)]
    for shape in (rim, tines):
        pen.polygon(_at(at, size, shape), ink)
    pen.line(_at(at, size, [(-0.7, -0.3), (0.7, -0.3)]), paper, 0.07 * size)
    for x, y in ((-0.92, 0.5), (0.0, 0.78), (0.92, 0.5)):
        pen.circle(_at(at, size, [(x, y)])[0], 0.13 * size, ink)
    for x in (-0.4, 0.0, 0.4):
        pen.circle(_at(at, size, [(x, -0.46)])[0], 0.08 * size, paper)


def bell(pen: Pen, at: Point, size: float, ink: Rgb, paper: Rgb) -> None:
    """The tocsin."""
    side = [(0.0, 0.86), (0.26, 0.78), (0.4, 0.52), (0.46, 0.06), (0.6, -0.24), (0.86, -0.48)]
    pen.polygon(_at(at, size, [*side, *reversed(_mirrored(side))]), ink)
    pen.line(_at(at, size, [(-0.56, -0.3), (0.56, -0.3)]), paper, 0.08 * size)
    pen.circle(_at(at, size, [(0.0, -0.66)])[0], 0.2 * size, ink)
    pen.circle(_at(at, size, [(0.0, 0.9)])[0], 0.16 * size, ink)


EMBLEMS: Mapping[str, Callable[[Pen, Point, float, Rgb, Rgb], None]] = {
    "royalist": lily,
    "feuillant": law,
    "marais": reeds,
    "gironde": crescent,
    "mountain": peak,
    "sans-culotte": cap,
    "coalition": eagle,
    "king": crown,
    "commune": bell,
}
