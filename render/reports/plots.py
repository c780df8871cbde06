"""Plots of a campaign: tracks by chapter as lines, faces of dice as bars with the expected numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec

from data.catalogue import _
from data.nouns import figure
from render.geo import dense
from render.lettering import plain, shortened
from render.paper import blend
from render.pen import Box, Pen, Point
from render.sheet import Sheet
from render.theme import Rgb

COLOURS: tuple[Rgb, ...] = (
    (0, 114, 178),
    (230, 159, 0),
    (0, 158, 115),
    (213, 94, 0),
    (86, 180, 233),
    (204, 121, 167),
)
"""Okabe and Ito's, for tracks without a colour of their own."""
DASHES: tuple[tuple[float, float] | None, ...] = (None, (22, 12), (8, 9), (34, 16), (14, 20), (4, 14))
"""Dash and gap of each track, with the markers the second cue: where tracks have the same values, the gaps
show those below."""
WIDTHS = (7.0, 4.0)
"""The width of the first line, which lies lowest and has no gaps, and of the others."""
EDGE = 3.0
FLAT = 2.5
"""How many times as far as all others a track may reach on their scale."""
GAP = 30.0
"""The gap between two scales."""
MARKS = 9
"""Markers on a line, beside that at its end."""
LEGEND = 36.0
AXIS = 40.0
LETTERS = 23.0
SWATCH = 62.0
NOTE = 28.0
"""Height of a line below a histogram."""
EXPECTED = 196.0
"""Room for the key of its broken line, beside the caption above it."""


class Series(msgspec.Struct, frozen=True):
    """A track over the campaign: a value for each chapter, None where it has none."""

    name: str
    values: Sequence[float | None]
    colour: Rgb | None = None


class Dice(msgspec.Struct, frozen=True):
    """The dice of a seat: how many times each face came, 1 first, and a note."""

    name: str
    faces: Sequence[int]
    note: str = ""


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers from at or below `low` to at or above `high`, at most about `most` of them."""
    # Values closer than a float can divide are drawn as equal.
    if high - low <= max(abs(low), abs(high), 1) * 1e-9:
        high = max(high, low + 1)
    rough = (high - low) / max(1, most - 1)
    scale = 10.0 ** math.floor(math.log10(rough))
    step = next(scale * nice for nice in (1, 2, 5, 10) if scale * nice >= rough * 0.999)
    step = max(1.0, step) if float(low).is_integer() and float(high).is_integer() else step
    first, last = math.floor(low / step), math.ceil(high / step)
    return [place * step for place in range(first, last + 1)]


def course(sheet: Sheet, series: Sequence[Series], chapters: str, box: Box) -> None:
    """Lines over the chapters, with a legend above them."""
    left, top, right, bottom = box
    known = [value for one in series for value in one.values if value is not None]
    long = max((len(one.values) for one in series), default=0)
    if not known:
        sheet.write(
            ((left + right) / 2, (top + bottom) / 2), _("Nothing was noted."), "italic", 25, sheet.theme.faded
        )
        return
    top += _legend(sheet, series, box) + 16
    parts = bands(series)
    gutter = max(_gutter(sheet, part) for part in parts)
    high = (bottom - AXIS - top - GAP * (len(parts) - 1)) / len(parts)
    across = (right - 12 - left - gutter) / max(1, long - 1)
    for place, part in enumerate(parts):
        above = top + (high + GAP) * place
        _band(sheet, part, across, (left + gutter, above, right - 12, above + high))
    _chapters(sheet, (left + gutter, top, right - 12, bottom - AXIS), long, across, chapters)


Band = Sequence[tuple[int, Series]]
"""Tracks on one scale, each with its number among all."""


def bands(series: Sequence[Series]) -> list[Band]:
    """Tracks that share a scale; the first has its own where it would press the others flat."""
    numbered = list(enumerate(series))
    reach = [max((abs(value) for value in one.values if value is not None), default=0.0) for one in series]
    if len(series) > 1 and reach[0] > FLAT * max(reach[1:]) > 0:
        return [numbered[:1], numbered[1:]]
    return [numbered]


def _scale(part: Band) -> list[float]:
    known = [value for _, one in part for value in one.values if value is not None]
    return ticks(min(known), max(known), 6 if len(part) > 1 else 5)


def _gutter(sheet: Sheet, part: Band) -> float:
    """Room for the numbers beside a band."""
    return max(sheet.pen.length(plain(value), "text", LETTERS) for value in _scale(part)) + 16


def _band(sheet: Sheet, part: Band, across: float, plot: Box) -> None:
    """Lines on one scale."""
    marks = _scale(part)
    down = (plot[3] - plot[1]) / (marks[-1] - marks[0])

    def at(place: int, value: float) -> Point:
        return plot[0] + across * place, plot[3] - (value - marks[0]) * down

    _grid(sheet, plot, marks, down)
    for number, one in part:
        for run in _runs(one.values):
            points = [at(place, value) for place, value in run]
            _line(sheet, points, number, one)
            marked = _marked([place for place, _value in run], len(one.values), number)
            for (place, _value), point in zip(run, points, strict=True):
                if place in marked:
                    mark(sheet.pen, point, number, _colour(one, number), sheet.theme.ink)


def _runs(values: Sequence[float | None]) -> Iterator[list[tuple[int, float]]]:
    """Stretches without a gap."""
    run: list[tuple[int, float]] = []
    for place, value in enumerate(values):
        if value is None:
            if run:
                yield run
            run = []
        else:
            run.append((place, value))
    if run:
        yield run


def _marked(places: Sequence[int], long: int, number: int) -> set[int]:
    """The chapters that get a marker: each track its own, so that markers don't cover one another."""
    pace = max(1, math.ceil(long / MARKS))
    return {place for place in places if place % pace == number * pace // 6 % pace} | {places[-1]}


def _legend(sheet: Sheet, series: Sequence[Series], box: Box) -> float:
    """Names with their signs, row by row; returns the height that they take."""
    left, top, right, _ = box
    x, row = left, 0
    for number, one in enumerate(series):
        shown = shortened(sheet.pen, one.name, "text", LETTERS, (right - left) * 0.6)
        wide = SWATCH + 12 + sheet.pen.length(shown, "text", LETTERS)
        if x > left and x + wide > right:
            x, row = left, row + 1
        y = top + LEGEND * (row + 0.5)
        _line(sheet, [(x, y), (x + SWATCH, y)], number, one)
        mark(sheet.pen, (x + SWATCH / 2, y), number, _colour(one, number), sheet.theme.ink)
        sheet.write((x + SWATCH + 12, y), shown, "text", LETTERS, sheet.theme.ink, anchor="lm")
        x += wide + 34
    return LEGEND * (row + 1)


def _grid(sheet: Sheet, plot: Box, marks: Sequence[float], down: float) -> None:
    colours = sheet.theme
    for value in marks:
        y = plot[3] - (value - marks[0]) * down
        nought = value == 0
        ink = colours.faded if nought else blend(colours.panel, colours.faded, 0.4)
        sheet.pen.line([(plot[0] - 6, y), (plot[2] + 6, y)], ink, 2 if nought else 1)
        sheet.write((plot[0] - 14, y), plain(value), "text", LETTERS, colours.ink, anchor="rm")


def _chapters(sheet: Sheet, plot: Box, long: int, across: float, chapters: str) -> None:
    colours = sheet.theme
    base = plot[3] + 12
    for place in chapter_ticks(long):
        x = plot[0] + across * (place - 1)
        sheet.pen.line([(x, base - 6), (x, base + 2)], colours.ink, 2)
        shown = _("{chapters} 1", chapters=chapters) if place == 1 else str(place)
        sheet.write((x, base + 18), shown, "text", LETTERS, colours.ink)
    sheet.pen.line([(plot[0] - 6, base - 6), (plot[2] + 6, base - 6)], colours.ink, 2)


def chapter_ticks(long: int) -> list[int]:
    """Numbers of the chapters to print: the first, round ones, and the last; at most about nine."""
    if long <= 8:
        return list(range(1, long + 1))
    step = next(step for step in (2, 5, 10, 20, 50, 100, 200, 500, 1000) if long / step <= 7 or step == 1000)
    between = [place for place in range(step, long, step) if long - place >= step * 0.6]
    return [1, *(place for place in between if place > 1 + step * 0.4), long]


def _line(sheet: Sheet, points: Sequence[Point], number: int, series: Series) -> None:
    """A coloured line on one of ink, so that it is visible on any ground."""
    dash, wide = DASHES[number % len(DASHES)], WIDTHS[number > 0]
    for ink, width in ((sheet.theme.ink, wide + EDGE), (_colour(series, number), wide)):
        if len(points) > 1 and dash is not None:
            sheet.pen.dashes(dense(points), ink, width, *dash)
        elif len(points) > 1:
            sheet.pen.line(points, ink, width)


def mark(pen: Pen, centre: Point, number: int, fill: Rgb, ink: Rgb) -> None:
    """The marker of a track: disc, square, triangle, diamond, triangle on its head, cross."""
    x, y = centre
    shapes: tuple[Sequence[Point] | None, ...] = (
        None,
        ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        ((0, -1.25), (1.2, 0.95), (-1.2, 0.95)),
        ((0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0)),
        ((0, 1.25), (1.2, -0.95), (-1.2, -0.95)),
        _CROSS,
    )
    shape, size = shapes[number % len(shapes)], 7.5
    if shape is None:
        pen.circle(centre, size * 1.1, fill, ink, 2)
    else:
        pen.polygon([(x + size * a, y + size * b) for a, b in shape], fill, ink, 2)


_CROSS: Sequence[Point] = (
    *((-0.5, -1.4), (0.5, -1.4), (0.5, -0.5), (1.4, -0.5), (1.4, 0.5), (0.5, 0.5)),
    *((0.5, 1.4), (-0.5, 1.4), (-0.5, 0.5), (-1.4, 0.5), (-1.4, -0.5), (-0.5, -0.5)),
)


def _colour(series: Series, number: int) -> Rgb:
    return series.colour or COLOURS[number % len(COLOURS)]


def histogram(sheet: Sheet, seat: Dice, box: Box) -> None:
    """Six bars with their counts, a broken line for the expected number, and the note under them."""
    left, top, right, bottom = box
    colours, dice = sheet.theme, sum(seat.faces)
    if not dice:
        sheet.write(((left + right) / 2, (top + bottom) / 2), _("No dice"), "italic", 25, colours.faded)
        return
    note = _wrapped(sheet.pen, seat.note, right - left)
    bottom -= NOTE * len(note)
    for number, line in enumerate(note):
        at = (left, bottom + NOTE * (number + 0.5))
        sheet.write(at, line, "text", 22, colours.ink, anchor="lm")
    base, ceiling = bottom - 46, top + 12
    tall = (base - ceiling) / max(*seat.faces, dice / 6)
    pitch = (right - left) / 6
    for place, times in enumerate(seat.faces):
        middle = left + pitch * (place + 0.5)
        reach = min(40.0, pitch * 0.32)
        if times:
            bar = (middle - reach, base - times * tall, middle + reach, base)
            sheet.pen.rectangle(bar, colours.road)
        count = str(times)
        start = middle - (32 + sheet.pen.length(count, "bold", 22)) / 2
        die(sheet.pen, (start + 12, base + 22), 12, place + 1, colours.disc, colours.ink)
        sheet.write((start + 32, base + 22), count, "bold", 22, colours.ink, anchor="lm")
    _expected(sheet, [(left, base - dice / 6 * tall), (right, base - dice / 6 * tall)])
    sheet.pen.line([(left, base), (right, base)], colours.ink, 2)
    legend = _("expected {number}", number=figure(dice / 6, ".1f"))
    sheet.write((right, top - 24), legend, "italic", 22, colours.ink, anchor="rm")
    end = right - sheet.pen.length(legend, "italic", 22) - 10
    _expected(sheet, [(end - 34, top - 24), (end, top - 24)])


def _expected(sheet: Sheet, ends: Sequence[Point]) -> None:
    sheet.pen.dashes(dense(ends), sheet.theme.panel, 7, 12, 7)
    sheet.pen.dashes(dense(ends), sheet.theme.accent, 3, 12, 7)


def die(pen: Pen, centre: Point, reach: float, face: int, fill: Rgb, ink: Rgb) -> None:
    """A die with its face up."""
    x, y = centre
    pen.rectangle((x - reach, y - reach, x + reach, y + reach), fill, ink, 1.5, radius=4)
    spots: list[Point] = [(0, 0)] if face % 2 else []
    if face >= 2:
        spots += [(-1, -1), (1, 1)]
    if face >= 4:
        spots += [(1, -1), (-1, 1)]
    if face == 6:
        spots += [(-1, 0), (1, 0)]
    for a, b in spots:
        pen.circle((x + a * reach * 0.52, y + b * reach * 0.52), reach * 0.17, ink)


def _wrapped(pen: Pen, text: str, width: float, most: int = 3) -> list[str]:
    """The text in lines, the last shortened where there would be more than `most`."""
    lines: list[str] = []
    words = text.split()
    while words:
        if len(lines) == most - 1:
            return [*lines, shortened(pen, " ".join(words), "text", 22, width)]
        line = words.pop(0)
        while words and pen.length(f"{line} {words[0]}", "text", 22) <= width:
            line += f" {words.pop(0)}"
        lines.append(shortened(pen, line, "text", 22, width))
    return lines
