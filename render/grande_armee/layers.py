"""Layers over a map: the zones of control of both sides, and the reach of their supply units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial

from PIL import Image, ImageChops

from data.catalogue import _
from data.grande_armee.hexes import Hex
from data.grande_armee.schema import SIDES, Pack, Side
from engines.grande_armee.layers import CONTROLS, Control, layers
from engines.grande_armee.view import View
from render.grande_armee import counters
from render.grande_armee.country import country, key
from render.grande_armee.hex_rings import contour
from render.grande_armee.hexes import TINTS
from render.grande_armee.layout import Window
from render.grande_armee.liveries import ARROWS
from render.paper import hatch
from render.parts.counters import hatched
from render.parts.keys import Entry
from render.pen import Pen, Point
from render.theme import Theme, Tincture

HATCH: Mapping[Side, Tincture] = {"french": "diagonal", "allied": "counter"}
GAP: Mapping[Control, float] = {"partial": 0.42, "total": 0.2}
"""How far apart the lines of a zone are, in sizes of a hex: a total one is twice as dense."""


def draw(pen: Pen, window: Window, view: View, pack: Pack, theme: Theme) -> None:
    """Zones as hatches, twice as dense where they are total, and lines round the reach of supply."""
    near = layers(view, pack, [hex for hex in country(key(pack, view.scenario)).terrain if window.near(hex)])
    for side, by_control in near.zones.items():
        for control, hexes in by_control.items():
            _hatched(pen, window, hexes, HATCH[side], GAP[control] * window.size, ARROWS[theme.name][side])
    # Hexes in reach may lie beyond the frame.
    left, top, right, low = (round(edge * pen.unit) for edge in window.map)
    part = pen.image.crop((left, top, right, low))
    over = Pen(part, pen.unit, (left, top))
    for side, reached in near.supplied.items():
        for line in contour(window.grid, reached, 0.1 if side == "french" else 0.2):
            for ink, width in ((theme.accent_edge, 0.13), (ARROWS[theme.name][side], 0.07)):
                over.line((*line, line[1]), ink, width * window.size)
    pen.image.paste(part, (left, top))


def _hatched(
    pen: Pen, window: Window, hexes: Iterable[Hex], tincture: Tincture, gap: float, ink: tuple[int, int, int]
) -> None:
    left, top, right, low = (round(edge * pen.unit) for edge in window.map)
    mask = Image.new("L", (right - left, low - top), 0)
    over = Pen(mask, pen.unit, (left, top))
    for hex in hexes:
        over.polygon(window.grid.outline(hex), 150)
    box = mask.getbbox()
    if box is not None:
        lines = _lines(mask.size, tincture, round(gap * pen.unit, 2), round(0.05 * window.size * pen.unit, 2))
        pen.image.paste(
            ink, (left + box[0], top + box[1]), ImageChops.multiply(mask.crop(box), lines.crop(box))
        )


@lru_cache(maxsize=8)
def _lines(size: tuple[int, int], tincture: Tincture, gap: float, width: float) -> Image.Image:
    """A hatch of all of a map; treat it as read-only."""
    return hatch(size, tincture, gap, width)


def entries() -> list[Entry]:
    """The signs of the layers, and what they mean."""
    words: dict[tuple[Side, Control], str] = {
        ("french", "partial"): _("French, partial"),
        ("french", "total"): _("French, total"),
        ("allied", "partial"): _("Allied, partial"),
        ("allied", "total"): _("Allied, total"),
    }
    zones = [
        Entry(partial(_zone, side=side, zone=zone), words[side, zone])
        for side in SIDES
        for zone in CONTROLS.values()
    ]
    return [*zones, Entry(_supply, _("reach of supply"))]


def _zone(pen: Pen, at: Point, theme: Theme, *, side: Side, zone: Control) -> None:
    x, y = at
    box = (x - 22, y - 13, x + 22, y + 13)
    pen.rectangle(box, TINTS[theme.name]["clear"])
    hatched(pen, box, ARROWS[theme.name][side], HATCH[side], GAP[zone] * 38, 2)


def _supply(pen: Pen, at: Point, theme: Theme) -> None:
    x, y = at
    pen.rectangle((x - 20, y - 13, x + 20, y + 13), None, ARROWS[theme.name]["french"], 3)
    counters.wheel(pen, at, 8, theme.ink, theme.panel)
