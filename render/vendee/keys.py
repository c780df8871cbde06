"""The keys of the map: the country's signs, the armies' dress, and what counters and arrows tell."""

from __future__ import annotations

from data.vendee.schema import BLUE_ARMIES, ROYAL_ARMIES, Army, Side, Terrain
from render.paper import blend
from render.pen import Box, Pen, Point
from render.theme import Rgb, Theme
from render.vendee import arrows, counters, reach, signs
from render.vendee.ground import terrain_sign
from render.vendee.layout import Frame
from render.vendee.liveries import MARKS, SIDES, TINTS, dresses, line_of
from render.vendee.moves import Manner
from render.vendee.plan import Chart

SMALL = 20.0
COLUMN = 226.0
"""Width of a column where the key to the country has several."""
TOLD = 18.0
TELLS = 5
"""Rows of the key to counters."""

ASLEEP = "asleep"

TERRAINS: tuple[tuple[Terrain, str], ...] = (
    ("clear", "open country"),
    ("mixed", "mixed country"),
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
WAYS: tuple[tuple[str, str], ...] = (
    ("royal", "royal road"),
    ("major", "major road"),
    ("bridge", "bridge"),
    ("causeway", "causeway"),
    ("town", "town; parish"),
    ("zone", "zone of an army"),
    (ASLEEP, "Gâtine, yet to rise"),
)
MANNERS: tuple[tuple[Manner, str], ...] = (
    ("march", "march, landing"),
    ("attack", "attack"),
    ("retreat", "retreat"),
    ("rout", "rout"),
)
ORDER: tuple[tuple[Side, tuple[Army, ...]], ...] = (
    ("royalist", ROYAL_ARMIES),
    ("republican", BLUE_ARMIES),
)


def country(pen: Pen, frame: Frame, chart: Chart, theme: Theme, *, gatine: bool) -> None:
    """The signs of the key to the country, all but its words.

    :param gatine: whether la Gâtine has risen; from then on it is no entry.
    """
    dressed, entries = dresses(chart.armies), entries_of(gatine=gatine)
    for (kind, name, _), at in zip(entries, _spots(frame.key, len(entries)), strict=True):
        match kind:
            case "terrain":
                _terrain(pen, at, name, theme)
            case "sign":
                signs.sign(pen, "base saumur" if name == "base" else name, at, 22, theme, dressed)
            case _:
                _way(pen, at, name, chart, theme)


def words(pen: Pen, frame: Frame, theme: Theme, *, gatine: bool) -> None:
    """The words of the key to the country."""
    entries = entries_of(gatine=gatine)
    for (_, _, text), (x, y) in zip(entries, _spots(frame.key, len(entries)), strict=True):
        pen.text((x + 28, y), text, "text", SMALL, theme.ink, anchor="lm")


def entries_of(*, gatine: bool) -> list[tuple[str, str, str]]:
    """Kind, name and words of each entry of the key to the country."""
    return [
        *(("terrain", name, text) for name, text in TERRAINS),
        *(("sign", name, text) for name, text in SIGNS),
        *(("way", name, text) for name, text in WAYS if not (gatine and name == ASLEEP)),
    ]


def _spots(box: Box, count: int) -> list[Point]:
    """Where so many entries go: below each other, in as many columns as there is room for."""
    left, top, right, bottom = box
    rows = -(-count // max(1, int((right - left) / COLUMN)))
    pitch = min((bottom - top - 20) / rows, 31)
    start = (top + bottom - pitch * rows) / 2 + pitch / 2
    return [(left + 36 + n // rows * COLUMN, start + n % rows * pitch) for n in range(count)]


def _terrain(pen: Pen, at: Point, name: str, theme: Theme) -> None:
    x, y = at
    kind = next(kind for kind, _ in TERRAINS if kind == name)
    pen.rectangle((x - 20, y - 10, x + 20, y + 10), TINTS[theme.name][kind], theme.faded, 1.5)
    ink = blend(TINTS[theme.name][kind], MARKS[theme.name][kind], 0.85)
    for across in (-9, 9):
        terrain_sign(pen, kind, (x + across, y + 1), 0.8, ink)


def _way(pen: Pen, at: Point, name: str, chart: Chart, theme: Theme) -> None:
    x, y = at
    ends: list[Point] = [(x - 22, y), (x + 22, y)]
    paper = TINTS[theme.name]["clear"]
    line = line_of(dresses(chart.armies)["anjou"], theme.name)
    match name:
        case "royal":
            pen.line(ends, theme.road, 7.4)
            pen.line(ends, paper, 3.4)
        case "major":
            pen.line(ends, theme.road, 2.8)
        case "bridge":
            pen.rectangle((x - 22, y - 5, x + 22, y + 5), blend(theme.sea, theme.water, 0.25))
            signs.bridge(pen, at, (0, 1), 0.8, theme)
        case "causeway":
            _broken(pen, at, theme.road, 5, 6, 4)
        case "town":
            signs.town(pen, (x - 9, y), 1.1, theme, great=True)
            signs.town(pen, (x + 10, y), 1.1, theme, great=False)
        case "zone":
            pen.rectangle((x - 22, y - 4, x + 22, y + 5), blend(TINTS[theme.name]["bocage"], line, 0.62))
            pen.rectangle((x - 22, y - 4, x + 22, y - 1.5), line)
        case _:
            _broken(pen, at, line, 8, 9, 7)


def _broken(pen: Pen, at: Point, ink: Rgb, width: float, on: float, off: float) -> None:
    """A broken line of the key."""
    x, y = at
    start = x - 22
    while start < x + 22:
        pen.line([(start, y), (min(start + on, x + 22), y)], ink, width)
        start += on + off


def dress(pen: Pen, frame: Frame, chart: Chart, theme: Theme) -> None:
    """The key to armies: those of both sides with colour, pattern and letter."""
    left, top, right, _ = frame.dress
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


def tell(pen: Pen, frame: Frame, chart: Chart, theme: Theme) -> None:
    """The key to counters: face down, activated, routed; generals, flags, and arrows."""
    left, top, right, bottom = frame.tell
    pitch = (bottom - top - 16) / TELLS
    rows = [top + 8 + (n + 0.5) * pitch for n in range(TELLS)]
    second, third = left + (right - left) * 0.336, left + (right - left) * 0.618
    _table(pen, left + 12, rows, theme)
    _counters(pen, second, rows, chart, theme)
    for y, (manner, text) in zip(rows, MANNERS, strict=False):
        arrows.specimen(pen, (third + 2, y), (third + 48, y), manner, theme)
        pen.text((third + 60, y), text, "text", TOLD, theme.ink, anchor="lm")
    pen.text((third + 26, rows[-1]), "+2", "bold", SMALL, theme.ink)
    pen.text((third + 60, rows[-1]), "more generals", "text", TOLD, theme.ink, anchor="lm")


def _table(pen: Pen, x: float, rows: list[float], theme: Theme) -> None:
    """What lies face down, who holds a place, the stack in hand, what a way costs, a general."""
    for column, side in enumerate(SIDES):
        at = x + 14 + column * 32
        sprite = counters.back(side, 3 - column, size=0.6, theme=theme.name, unit=pen.unit)
        pen.stamp(sprite, (at, rows[0]))
        signs.flag(pen, (at, rows[1] + 2), 22, side, theme)
        chip = counters.chip("Abc", side, "fresh", size=0.72, theme=theme.name, unit=pen.unit)
        pen.stamp(chip, (at - 1 + 2 * column, rows[4]))
    box = (x + 17, rows[2] - 10, x + 43, rows[2] + 10)
    pen.rectangle(box, None, theme.accent_edge, 6, 6)
    pen.rectangle(box, None, theme.accent, 3.4, 6)
    reach.ticket(pen, (x + 30, rows[3]), "1½", 16.5, theme)
    for y, text in zip(rows, ("face down", "held by", "in hand", "AP to go", "generals"), strict=True):
        pen.text((x + 68, y), text, "text", TOLD, theme.ink, anchor="lm")


def _counters(pen: Pen, x: float, rows: list[float], chart: Chart, theme: Theme) -> None:
    """Combat points and generals by what they have done."""
    dressed = dresses(chart.armies)
    for y, ready, text in zip(
        rows, ("fresh", "activated", "routed"), ("ready", "activated", "routed"), strict=False
    ):
        sprites = [
            counters.army(
                dressed[id], points, side=side, ready=ready, size=0.62, theme=theme.name, unit=pen.unit
            )
            for id, points, side in (("anjou", 8, "royalist"), ("saumur", 12, "republican"))
        ]
        for column, sprite in enumerate(sprites):
            pen.stamp(sprite, (x + 12 + column * 26, y))
        pen.text((x + 56, y), text, "text", TOLD, theme.ink, anchor="lm")
    for y, ready, text in zip(rows[3:], ("activated", "routed"), ("activated", "routed"), strict=True):
        sprite = counters.chip("Abc", "royalist", ready, size=0.78, theme=theme.name, unit=pen.unit)
        pen.stamp(sprite, (x + 25, y))
        pen.text((x + 56, y), text, "text", TOLD, theme.ink, anchor="lm")
