"""Layers over a map: the zones of control of both sides, and what their supply units reach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PIL import Image, ImageChops

from data.grande_armee.schema import SIDES, Pack, Side
from data.hexes import Hex
from engines.grande_armee.box import ENEMY, Box
from engines.grande_armee.position import Piece, Position, Zone
from engines.grande_armee.supply import in_reach
from engines.grande_armee.view import View
from render.grande_armee.layout import Window
from render.grande_armee.liveries import ARROWS
from render.paper import hatch
from render.parts.hex_rings import contour
from render.parts.once import once
from render.pen import Pen
from render.theme import Theme, Tincture

HATCH: Mapping[Side, Tincture] = {"french": "diagonal", "allied": "counter"}
GAP: Mapping[Zone, float] = {Zone.PARTIAL: 0.42, Zone.TOTAL: 0.2}
"""How far apart the lines of a zone are, in sizes of a hex: a total one is twice as dense."""


@once
def box(pack: Pack) -> Box:
    """The box of a pack."""
    return Box(pack)


def position(view: View, pack: Pack) -> Position:
    """Where everything stands, as the view has it."""
    opened = box(pack)
    kinds = {(kind.nation, kind.arm, kind.strength, kind.allowance): id for id, kind in opened.kinds.items()}
    pieces = {
        id: Piece(
            id if unit.kind == "leader" else kinds[unit.nation, unit.kind, unit.strength, unit.allowance],
            unit.hex,
            unit.disrupted,
        )
        for id, unit in view.units.items()
        if unit.hex is not None
    }
    return Position(opened, pieces, tuple(id for id, unit in view.units.items() if unit.status == "doomed"))


def zones(at: Position, hexes: Iterable[Hex]) -> dict[Side, dict[Zone, list[Hex]]]:
    """Which of some hexes each side controls, by how."""
    made: dict[Side, dict[Zone, list[Hex]]] = {side: {Zone.PARTIAL: [], Zone.TOTAL: []} for side in SIDES}
    for hex in hexes:
        for side in SIDES:
            zone = at.zone(hex, ENEMY[side])
            if zone is not Zone.NONE:
                made[side][zone].append(hex)
    return made


def supplied(at: Position, hexes: Iterable[Hex]) -> dict[Side, list[Hex]]:
    """Which of some hexes usable supply units of each side reach."""
    some = list(hexes)
    return {side: [hex for hex in some if in_reach(at, hex, side)] for side in SIDES}


def draw(pen: Pen, window: Window, view: View, pack: Pack, theme: Theme) -> None:
    """Zones as hatches, twice as dense where they are total, and lines round what supply reaches."""
    at = position(view, pack)
    near = [hex for hex in at.box.terrain if window.near(hex)]
    for side, by_zone in zones(at, near).items():
        for zone, hexes in by_zone.items():
            _hatched(pen, window, hexes, HATCH[side], GAP[zone] * window.size, ARROWS[theme.name][side])
    for side, reached in supplied(at, near).items():
        for line in contour(window.grid, reached, 0.1 if side == "french" else 0.2):
            for ink, width in ((theme.accent_edge, 0.13), (ARROWS[theme.name][side], 0.07)):
                pen.line([*line, line[1]], ink, width * window.size)


def _hatched(
    pen: Pen,
    window: Window,
    hexes: Iterable[Hex],
    tincture: Tincture,
    gap: float,
    ink: tuple[int, int, int],
) -> None:
    left, top, right, low = (round(edge * pen.unit) for edge in window.map)
    mask = Image.new("L", (right - left, low - top), 0)
    over = Pen(mask, pen.unit)
    for hex in hexes:
        over.polygon([(x - left / pen.unit, y - top / pen.unit) for x, y in window.grid.outline(hex)], 150)
    lines = hatch(mask.size, tincture, gap * pen.unit, 0.05 * window.size * pen.unit)
    pen.image.paste(ink, (left, top), ImageChops.multiply(mask, lines))
