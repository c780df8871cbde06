"""What stands on the sheet whatever happens: frames, the keys to signs and dress, captions."""

from __future__ import annotations

from data.vendee.schema import BLUE_ARMIES, ROYAL_ARMIES, Army, Side, Terrain
from render.paper import blend, scalloped
from render.pen import Box, Pen, Point
from render.theme import Theme
from render.vendee import arrows, counters, signs
from render.vendee.ground import terrain_sign
from render.vendee.layout import DRESS, HEADER, KEY, MORALE, NOTES, POWDER, TELL, Frame, track_cell
from render.vendee.liveries import MARKS, SIDES, TINTS, dresses
from render.vendee.moves import Manner
from render.vendee.plan import Chart

ROW = 31.5
SMALL = 21.0
TRACK: Point = (-2, 2)
"""Both kinds of track run from −2 to +2 (V-1.6)."""
TERRAINS: tuple[tuple[Terrain, str], ...] = (
    ("clear", "open country"),
    ("mixed", "mixed"),
    ("bocage", "bocage"),
    ("marsh", "marsh"),
)
SIGNS: tuple[tuple[str, str], ...] = (
    ("primary", "primary objective"),
    ("secondary", "objective"),
    ("stronghold", "stronghold"),
    ("base", "base, its army"),
    ("port great", "great port"),
    ("port lesser", "lesser port"),
    ("south", "way to the south"),
)

ORDER: tuple[tuple[Side, tuple[Army, ...]], ...] = (
    ("royalist", ROYAL_ARMIES),
    ("republican", BLUE_ARMIES),
)


def frames(pen: Pen, frame: Frame, chart: Chart, theme: Theme, *, whole: bool) -> None:
    """The frames of header, map and panels, with the signs of the keys."""
    _frame(pen, HEADER, theme)
    pen.rectangle(frame.map, None, theme.ink, 3)
    if not whole:
        return
    for box in (MORALE, POWDER, NOTES, KEY, DRESS, TELL):
        _frame(pen, box, theme)
    for box, rows in ((MORALE, 2), (POWDER, 3)):
        for row in range(rows):
            for value in range(-2, 3):
                share = 0.28 if value == 0 else 0.08
                cell = track_cell(box, value, TRACK, row, rows)
                pen.rectangle(cell, blend(theme.panel, theme.faded, share), theme.faded, 1.5)
    _signs(pen, chart, theme)


def _frame(pen: Pen, box: Box, theme: Theme) -> None:
    left, top, right, bottom = box
    pen.rectangle(box, theme.panel, theme.ink, 3)
    scalloped(pen, (left + 6, top + 6, right - 6, bottom - 6), 10, theme.faded, 1.5)


def _row(number: float) -> float:
    return KEY[1] + 27 + number * ROW


def _signs(pen: Pen, chart: Chart, theme: Theme) -> None:
    """The signs beside the words of the key."""
    x = KEY[0] + 34
    for number, (kind, _) in enumerate(TERRAINS):
        y = _row(number)
        pen.rectangle((x - 20, y - 12, x + 20, y + 12), TINTS[theme.name][kind], theme.faded, 1.5)
        ink = blend(TINTS[theme.name][kind], MARKS[theme.name][kind], 0.85)
        for across in (-9, 9):
            terrain_sign(pen, kind, (x + across, y + 1), 0.85, ink)
    dressed = dresses(chart.armies)
    for number, (name, _) in enumerate(SIGNS, start=len(TERRAINS)):
        sign = "base saumur" if name == "base" else name
        signs.sign(pen, sign, (x, _row(number)), 24, theme, dressed)
    roads = len(TERRAINS) + len(SIGNS)
    for number, (outer, inner) in enumerate(((7.4, 3.4), (2.8, 0.0))):
        ends: list[Point] = [(x - 22, _row(roads + number)), (x + 22, _row(roads + number))]
        pen.line(ends, theme.road, outer)
        if inner:
            pen.line(ends, TINTS[theme.name]["clear"], inner)


def lettering(pen: Pen, chart: Chart, theme: Theme, *, whole: bool) -> None:
    """The captions that never change."""
    if not whole:
        return
    x = KEY[0] + 62
    words = [*(text for _, text in TERRAINS), *(text for _, text in SIGNS), "royal road", "major road"]
    for number, text in enumerate(words):
        pen.text((x, _row(number)), text, "text", SMALL, theme.ink, anchor="lm")
    _dress(pen, chart, theme)
    _tell(pen, theme)
    for box, caption in ((MORALE, "Morale"), (POWDER, "Powder")):
        pen.text((box[0] + 22, box[1] + 28), caption, "title", 30, theme.ink, anchor="lm")
        for value in range(-2, 3):
            cell = track_cell(box, value, TRACK, 0, 2 if box == MORALE else 3)
            pen.text(((cell[0] + cell[2]) / 2, box[1] + 30), signed(value), "bold", SMALL, theme.ink)
    for row, side in enumerate(("Royalist", "Republican")):
        cell = track_cell(MORALE, -2, TRACK, row, 2)
        at = (MORALE[0] + 22, (cell[1] + cell[3]) / 2)
        pen.text(at, side, "bold", 25, theme.ink, anchor="lm")
    for row, army in enumerate(id for id in ROYAL_ARMIES if id != "loroux"):
        cell = track_cell(POWDER, -2, TRACK, row, 3)
        at = (POWDER[0] + 22, (cell[1] + cell[3]) / 2)
        pen.text(at, dresses(chart.armies)[army].short, "bold", 24, theme.ink, anchor="lm")


def _dress(pen: Pen, chart: Chart, theme: Theme) -> None:
    """The key to counters: the armies of both sides with colour, pattern and letter."""
    left, top, right, _ = DRESS
    dressed = dresses(chart.armies)
    pitch = (right - left - 16) / 2
    for column, (side, ids) in enumerate(ORDER):
        x = left + 14 + column * pitch
        pen.text((x, top + 24), f"{SIDES[side]}s", "title", 23, theme.ink, anchor="lm")
        for row, id in enumerate(ids):
            y = top + 55 + row * 35.5
            sprite = counters.army(
                dressed[id], None, side=side, ready="fresh", size=0.78, theme=theme.name, unit=pen.unit
            )
            pen.stamp(sprite, (x + 16, y))
            size = pen.fit(dressed[id].short, "text", 19, pitch - 46, 12)
            pen.text((x + 38, y), dressed[id].short, "text", size, theme.ink, anchor="lm")


def _tell(pen: Pen, theme: Theme) -> None:
    """The key to what lies face down, who holds a place, and what the arrows mean."""
    left, top, right, bottom = TELL
    for column, side in enumerate(SIDES):
        sprite = counters.back(side, 3 - column, size=0.9, theme=theme.name, unit=pen.unit)
        pen.stamp(sprite, (left + 38 + column * 46, top + 36))
        signs.flag(pen, (left + 38 + column * 46, top + 106), 26, side, theme)
    for row, words in enumerate((("face", "down"), ("held by",))):
        for line, word in enumerate(words):
            y = top + 36 + row * 70 + (line - (len(words) - 1) / 2) * 23
            pen.text((left + 116, y), word, "text", SMALL - 1, theme.ink, anchor="lm")
    x = right - 186
    ends: tuple[tuple[Manner, str], ...] = (
        ("march", "march"),
        ("attack", "attack"),
        ("retreat", "retreat"),
        ("rout", "rout"),
    )
    for row, (manner, word) in enumerate(ends):
        y = top + 26 + row * ((bottom - top - 46) / 3)
        arrows.specimen(pen, (x, y), (x + 72, y), manner, theme)
        pen.text((x + 96, y), word, "text", SMALL - 1, theme.ink, anchor="lm")


def signed(value: int) -> str:
    """A number with its sign: `−1`, `0`, `+2`."""
    return f"−{-value}" if value < 0 else f"+{value}" if value else "0"
