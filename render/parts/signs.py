"""The signs of a map: towns, churches, works, pennants, anchors, bridges; drawn with any pen."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from render.parts.counters import Dress
from render.pen import Pen, Point
from render.theme import Rgb, Theme

Growth = Literal["bocage", "mixed", "marsh", "clear", "forest"]


class Mark(NamedTuple):
    """A sign above a name, and the army that it belongs to, if any."""

    kind: str
    dress: Dress | None = None


def sign(pen: Pen, mark: Mark, at: Point, side: float, theme: Theme) -> None:
    """A sign by its kind."""
    match mark.kind:
        case "base" if mark.dress is not None:
            base(pen, at, side, mark.dress, theme)
        case "stronghold":
            stronghold(pen, at, side, theme)
        case "primary" | "secondary":
            church(pen, at, side, theme, great=mark.kind == "primary")
        case "great port" | "port":
            anchor(pen, at, side, theme, great=mark.kind == "great port")
        case _:
            southward(pen, at, side, theme)


def town(pen: Pen, at: Point, size: float, theme: Theme, *, great: bool) -> None:
    """A town, or a parish, where the roads meet."""
    radius = 5.2 * size if great else 3.6 * size
    pen.circle(at, radius, theme.disc, theme.ink, 1.6 * size)
    if great:
        pen.circle(at, radius * 0.42, theme.red)


def church(pen: Pen, at: Point, side: float, theme: Theme, *, great: bool) -> None:
    """An objective: a church with its cross, the primary ones with a double cross on a red nave."""
    x, y = at
    s = side / 24
    nave = [(-8, 10), (-8, 1), (0, -4), (8, 1), (8, 10)]
    fill = theme.red if great else theme.disc
    ink = theme.ink
    pen.polygon([(x + a * s, y + b * s) for a, b in nave], fill, ink, 1.7 * s)
    pen.line([(x, y - 4 * s), (x, y - 12 * s)], ink, 2.2 * s)
    pen.line([(x - 3.5 * s, y - 9.4 * s), (x + 3.5 * s, y - 9.4 * s)], ink, 2 * s)
    if great:
        pen.line([(x - 5 * s, y - 6.4 * s), (x + 5 * s, y - 6.4 * s)], ink, 2 * s)
    pen.rectangle((x - 2 * s, y + 4 * s, x + 2 * s, y + 10 * s), ink)


def stronghold(pen: Pen, at: Point, side: float, theme: Theme) -> None:
    """A work with four bastions."""
    x, y = at
    points = []
    for corner in range(4):
        middle = math.pi / 4 + corner * math.pi / 2
        for turn, reach in ((-0.42, 0.3), (-0.3, 0.42), (0.0, 0.55), (0.3, 0.42), (0.42, 0.3)):
            points.append(
                (x + side * reach * math.cos(middle + turn), y + side * reach * math.sin(middle + turn))
            )
    pen.polygon(points, theme.ink)
    pen.rectangle((x - side * 0.17, y - side * 0.17, x + side * 0.17, y + side * 0.17), theme.disc)


def base(pen: Pen, at: Point, side: float, dress: Dress, theme: Theme) -> None:
    """A base: the pennant of its army, with its letter."""
    x, y = at
    s = side / 24
    pen.line([(x - 8 * s, y + 11 * s), (x - 8 * s, y - 11 * s)], theme.ink, 2.2 * s)
    flag = [(x - 7 * s, y - 11 * s), (x + 12 * s, y - 3.5 * s), (x - 7 * s, y + 5 * s)]
    pen.polygon(flag, dress.fill, theme.ink, 1.5 * s)
    pen.text((x - 2.2 * s, y - 3.2 * s), dress.letter, "bold", 11.5 * s, dress.ink)


def anchor(pen: Pen, at: Point, side: float, theme: Theme, *, great: bool) -> None:
    """A port; a great one on a disc of its own."""
    x, y = at
    s = side / 24
    ink = theme.ink
    if great:
        pen.circle(at, 11.5 * s, theme.disc, ink, 1.6 * s)
        s *= 0.82
    pen.circle((x, y - 7.4 * s), 2.6 * s, None, ink, 1.7 * s)
    pen.line([(x, y - 5 * s), (x, y + 9 * s)], ink, 2.3 * s)
    pen.line([(x - 5 * s, y - 2 * s), (x + 5 * s, y - 2 * s)], ink, 2 * s)
    pen.arc((x, y + 1 * s), 8.2 * s, (15, 165), ink, 2.3 * s)


def southward(pen: Pen, at: Point, side: float, theme: Theme) -> None:
    """Access to the south: an arrow that leaves the map."""
    x, y = at
    s = side / 24
    pen.line([(x, y - 10 * s), (x, y + 3 * s)], theme.ink, 3.4 * s)
    pen.polygon([(x - 7 * s, y + 1 * s), (x + 7 * s, y + 1 * s), (x, y + 11 * s)], theme.ink)


def bridge(pen: Pen, at: Point, along: Point, size: float, theme: Theme) -> None:
    """Two parapets over the river."""
    x, y = at
    length, half, flare = 11 * size, 4.6 * size, 3.4 * size
    a, b = along
    pen.line([(x - a * length, y - b * length), (x + a * length, y + b * length)], theme.disc, half * 1.6)
    for side in (-1, 1):
        rail = []
        for reach, out in ((-length - flare, half + flare), (-length, half), (length, half)):
            rail.append((x + a * reach - b * out * side, y + b * reach + a * out * side))
        end = (length + flare, half + flare)
        rail.append((x + a * end[0] - b * end[1] * side, y + b * end[0] + a * end[1] * side))
        pen.line(rail, theme.ink, 2.2 * size)


def swords(pen: Pen, at: Point, size: float, ink: Rgb, edge: Rgb) -> None:
    """Crossed swords: a battle."""
    x, y = at
    for colour, grow in ((edge, 3.0), (ink, 0.0)):
        for side in (-1, 1):
            tip = (x + side * 15 * size, y - 15 * size)
            hilt = (x - side * 13 * size, y + 13 * size)
            pen.line([tip, hilt], colour, (4.2 + grow) * size)
            guard = (x - side * 7.5 * size, y + 7.5 * size)
            pen.line(
                [
                    (guard[0] - 5 * size, guard[1] - side * 5 * size),
                    (guard[0] + 5 * size, guard[1] + side * 5 * size),
                ],
                colour,
                (3.4 + grow) * size,
            )


def growth(pen: Pen, at: Point, size: float, turn: int = 0, *, kind: Growth, ink: Rgb) -> None:
    """The growth of an area: hedge trees, a tree, reeds in water, a furrow, trees close together."""
    x, y = at

    def stroke(width: float, *ends: Point) -> None:
        pen.line([(x + across * size, y + down * size) for across, down in ends], ink, width * size)

    match kind:
        case "bocage":
            tilt = (-2.4, 0.0, 2.4)[turn % 3]
            stroke(1.5, (-7, tilt), (7, -tilt))
            for share in (-0.7, 0.0, 0.7):
                at = (x + 7 * share * size, y - tilt * size * share - 1.8 * size)
                pen.circle(at, (2.9 if share else 3.5) * size, ink)
        case "mixed":
            pen.circle((x, y - 2.5 * size), 3.2 * size, ink)
            stroke(1.5, (0, 0), (0, 3))
        case "marsh":
            stroke(1.6, (-8, 0), (8, 0))
            stroke(1.6, (-4, 4), (4, 4))
            for lean in (-2.6, 0.0, 2.6):
                stroke(1.5, (lean * 0.5, 0), (lean, -6))
        case "forest":
            for across, down, radius in ((-4.2, 0.8, 3.6), (4.2, 0.4, 3.8), (0.0, -2.6 - turn % 2, 4.6)):
                pen.circle((x + across * size, y + down * size), radius * size, ink)
            stroke(1.6, (0, 2), (0, 7))
            stroke(2.0, (-7, 7), (7.6, 7))
        case _:
            for row in (0.0, 4.5):
                stroke(1.3, (-6, row), (6, row))
