"""A vignette for each kind of headline, as engravers set one at the head of a page."""

from __future__ import annotations

import math
from collections.abc import Callable

from data.levee.schema import Card
from render.paper import blend, frigate
from render.pen import Pen, Point
from render.theme import Rgb, Theme

HALF = 62.0
"""Half of the room of a vignette, including its frame."""


def vignette(pen: Pen, at: Point, card: Card, theme: Theme) -> None:
    """The vignette of a card in its round frame."""
    pen.circle(at, HALF, theme.panel, theme.ink, 3)
    pen.circle(at, HALF - 6, None, theme.faded, 1.5)
    _DRAWN[kind(card)](pen, at, theme)


def kind(card: Card) -> str:
    """The subject of a headline, the most striking first."""
    if card.journee:
        return "journée"
    if card.reaction:
        return "reaction"
    if any(hasattr(each, "markers") for each in card.special):
        return "liberty"
    if card.political:
        return max(card.political, key=lambda marker: abs(card.political[marker]))
    if any(march.army == "britain" for march in card.military):
        return "fleet"
    return "war"


def _at(middle: Point, *ends: Point) -> list[Point]:
    return [(middle[0] + x, middle[1] + y) for x, y in ends]


def _hatched(pen: Pen, middle: Point, left: float, right: float, y: float, theme: Theme) -> None:
    """The ground: a line with strokes below it that grow shorter."""
    pen.line(_at(middle, (left, y), (right, y)), theme.ink, 2)
    for row in range(1, 3):
        inset = row * 9
        pen.line(_at(middle, (left + inset, y + row * 5), (right - inset, y + row * 5)), theme.faded, 1.5)


def _torch(pen: Pen, at: Point, theme: Theme) -> None:
    """Paving stones heaped up below a flag: a journée."""
    _hatched(pen, at, -42, 42, 32, theme)
    for row, (count, start) in enumerate(((4, -33), (3, -24), (2, -15))):
        for number in range(count):
            x, y = start + number * 17, 20 - row * 12
            stone = (at[0] + x, at[1] + y, at[0] + x + 15, at[1] + y + 11)
            pen.rectangle(stone, blend(theme.panel, theme.faded, 0.35), theme.ink, 1.8, 3)
    pen.line(_at(at, (2, -4), (2, -42)), theme.ink, 3)
    wave = [(2.0, -42.0), (14.0, -46.0), (26.0, -40.0), (38.0, -44.0), (38.0, -24.0), (26.0, -20.0)]
    pen.polygon(_at(at, *wave, (14.0, -26.0), (2.0, -22.0)), theme.red, theme.ink, 1.8)


def _cannon(pen: Pen, at: Point, theme: Theme) -> None:
    """A field gun with its balls: war."""
    _hatched(pen, at, -44, 44, 30, theme)
    barrel = _at(at, (-34, 6), (-30, 12), (38, -10), (36, -22), (-34, -4))
    pen.polygon(barrel, blend(theme.panel, theme.faded, 0.55), theme.ink, 2)
    pen.line(_at(at, (-6, 4), (-44, 28)), theme.ink, 4)
    pen.circle((at[0] - 2, at[1] + 12), 18, theme.panel, theme.ink, 3)
    for number in range(8):
        turn = number * math.pi / 4
        pen.line(_at(at, (-2, 12), (-2 + 17 * math.cos(turn), 12 + 17 * math.sin(turn))), theme.ink, 1.8)
    for x, y in ((26, 25), (36, 25), (31, 17)):
        pen.circle((at[0] + x, at[1] + y), 5, theme.ink)


def _crown(pen: Pen, at: Point, theme: Theme) -> None:
    """The crown of Saint Louis: Monarchy."""
    points: list[Point] = [(-34, 26), (-40, -16), (-20, 2), (0, -30), (20, 2), (40, -16), (34, 26)]
    pen.polygon(_at(at, *points), blend(theme.panel, theme.orange, 0.35), theme.ink, 2.2)
    pen.line(_at(at, (-34, 16), (34, 16)), theme.ink, 2)
    for x, y in ((-40, -18), (0, -34), (40, -18)):
        pen.circle((at[0] + x, at[1] + y), 5, theme.red, theme.ink, 1.6)


def _cap(pen: Pen, at: Point, theme: Theme) -> None:
    """The cap of liberty on its pike: the Republic."""
    pen.line(_at(at, (-4, 44), (-4, 0)), theme.ink, 4)
    cap: list[Point] = [(-30, 8), (-28, -18), (-6, -38), (20, -34), (36, -14), (28, -6), (12, -14), (24, 8)]
    pen.polygon(_at(at, *cap), theme.red, theme.ink, 2.2)
    pen.line(_at(at, (-30, 6), (24, 6)), theme.disc, 5)
    pen.circle((at[0] - 14, at[1] - 6), 6, theme.disc, theme.ink, 1.5)
    pen.circle((at[0] - 14, at[1] - 6), 2.6, theme.red)


def _axe(pen: Pen, at: Point, theme: Theme) -> None:
    """Rods bound about an axe: Despotism."""
    for x in (-10, -5, 0, 5, 10):
        pen.line(_at(at, (x, 42), (x, -34)), theme.ink, 4.2)
        pen.line(_at(at, (x, 42), (x, -34)), blend(theme.panel, theme.faded, 0.4), 2)
    blade: list[Point] = [(11, -34), (34, -40), (38, -22), (34, -4), (11, -12)]
    pen.polygon(_at(at, *blade), blend(theme.panel, theme.faded, 0.25), theme.ink, 2)
    for y in (-2, 14, 30):
        pen.line(_at(at, (-13, y), (13, y + 5)), theme.red, 3.4)


def _scales(pen: Pen, at: Point, theme: Theme) -> None:
    """A balance: reaction."""
    pen.line(_at(at, (0, 38), (0, -34)), theme.ink, 3.4)
    pen.line(_at(at, (-34, -18), (34, -34)), theme.ink, 3)
    pen.line(_at(at, (-16, 40), (16, 40)), theme.ink, 4)
    for x, y in ((-34, -18), (34, -34)):
        for side in (-12, 12):
            pen.line(_at(at, (x, y), (x + side, y + 30)), theme.faded, 1.5)
        bowl = _at(at, (x - 15, y + 30), (x + 15, y + 30), (x + 8, y + 39), (x - 8, y + 39))
        pen.polygon(bowl, blend(theme.panel, theme.orange, 0.3), theme.ink, 1.8)


def _tree(pen: Pen, at: Point, theme: Theme) -> None:
    """A tree of liberty with its cap: other peoples are set free."""
    _hatched(pen, at, -36, 36, 36, theme)
    pen.line(_at(at, (0, 36), (0, -12)), theme.ink, 6)
    leaf: Rgb = blend(theme.panel, (60, 110, 60), 0.6)
    for x, y, reach in ((-18, -4, 13), (18, -4, 13), (-10, -18, 13), (10, -18, 13), (0, -8, 15)):
        pen.circle((at[0] + x, at[1] + y), reach, leaf, theme.ink, 1.4)
    pen.polygon(_at(at, (-11, -28), (-6, -44), (8, -42), (12, -28)), theme.red, theme.ink, 1.8)


def _fleet(pen: Pen, at: Point, theme: Theme) -> None:
    """A ship of the line: Britain stirs."""
    sail = blend(theme.panel, theme.disc, 0.8)
    frigate(pen, (at[0], at[1] + 30), 78, blend(theme.sea, theme.ink, 0.8), sail)


_DRAWN: dict[str, Callable[[Pen, Point, Theme], None]] = {
    "journée": _torch,
    "reaction": _scales,
    "liberty": _tree,
    "monarchy": _crown,
    "despotism": _axe,
    "republic": _cap,
    "fleet": _fleet,
    "war": _cannon,
}
KINDS = tuple(_DRAWN)
