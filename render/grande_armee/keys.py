"""The key on a sheet of its own: the map, the counters of each nation, the layers."""

from __future__ import annotations

from functools import partial

from PIL import Image

from data.catalogue import _
from data.grande_armee.schema import NATIONS, Nation, Pack
from data.grande_armee.texts import ARMIES
from render.grande_armee import layers
from render.grande_armee.hexes import RELIEF, STREAM, TINTS
from render.grande_armee.panels import key_to_map
from render.parts.flags import flag
from render.parts.key_sheet import Part, draw
from render.parts.keys import Entry
from render.parts.relief import Slope, hills
from render.pen import Pen, Point
from render.theme import Theme


def sheet(pack: Pack, theme: Theme, width: int) -> tuple[Image.Image, str]:
    """All signs of the map on a sheet `width` pixels wide, and their meanings in words."""
    del pack
    country = [
        Entry(_mountains, _("mountains: no cavalry")),
        Entry(_pass, _("pass: defence doubled")),
        Entry(_river, _("river, not bridged")),
        Entry(_bridge, _("bridge")),
    ]
    parts = [
        Part(_("The map"), [*country, *key_to_map((0, 0, 0, 0), theme).entries]),
        Part(
            _("The armies"),
            [Entry(partial(_nation, nation=nation), str(ARMIES[nation])) for nation in NATIONS],
        ),
        Part(_("The sheet with zones of control and supply"), layers.entries()),
    ]
    return draw(_("Key to the map"), parts, theme, width)


def _mountains(pen: Pen, at: Point, theme: Theme) -> None:
    x, y = at
    tint, ink = TINTS[theme.name]["mountain"], RELIEF[theme.name]
    pen.rectangle((x - 22, y - 13, x + 22, y + 13), tint)
    hills(pen, [(x - 16, y + 3), (x, y - 3), (x + 16, y)], Slope(ink, ink, 10, 3.4))


def _pass(pen: Pen, at: Point, theme: Theme) -> None:
    x, y = at
    pen.rectangle((x - 22, y - 13, x + 22, y + 13), TINTS[theme.name]["pass"])
    pen.line([(x - 20, y + 8), (x - 6, y - 3), (x + 6, y + 3), (x + 20, y - 8)], theme.road, 3.6)


def _river(pen: Pen, at: Point, theme: Theme) -> None:
    x, y = at
    pen.line([(x - 22, y), (x - 8, y - 6), (x + 8, y + 6), (x + 22, y)], STREAM[theme.name], 6)


def _bridge(pen: Pen, at: Point, theme: Theme) -> None:
    _river(pen, at, theme)
    x, y = at
    pen.line([(x, y - 10), (x, y + 10)], theme.disc, 8)
    for side in (-1, 1):
        pen.line([(x + side * 5, y - 10), (x + side * 5, y + 10)], theme.ink, 2.4)


def _nation(pen: Pen, at: Point, theme: Theme, *, nation: Nation) -> None:
    x, y = at
    flag(pen, (x - 20, y - 13, x + 20, y + 13), nation, theme.ink)
