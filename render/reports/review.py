"""One sheet about a game in hindsight: each side's chance over the turns, its costliest moments, its luck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec
from PIL import Image, ImageChops, ImageDraw

from data.catalogue import N_, _
from data.nouns import per_cent
from render.encode import Format
from render.errors import RenderError, drawing
from render.facade import BUDGET, Picture, encoded
from render.lettering import fitting, shortened, stopped
from render.paper import blend, hatch, neatline, panel
from render.pen import Box, Pen, Point
from render.reports.plots import COLOURS, chapter_ticks
from render.sheet import Sheet
from render.theme import Livery, ThemeName, palette

ACROSS = 1600.0
"""Width of the sheet in its own units; its height follows from its contents."""
MARGIN, GAP, INSET = 32.0, 18.0, 34.0
HEAD = 196.0
CURVE, AXIS = 720.0, 74.0
"""Heights of the curve and of the numbers below it."""
GUTTER = 152.0
"""Room for the percentages beside the curve."""
CAPTION, ROW = 84.0, 74.0
BARS = 170.0
"""Height of the luck of each turn."""
CELL = 152.0
"""Height of the row of the costliest moments."""
LETTERS, SMALL = 44.0, 40.0
"""Large enough to be read where a phone shows the sheet at a quarter of its size."""
DISC = 38.0
SIDES, MOMENTS = 6, 5
STEPS = 12
"""Points of a curve between two turns."""
FULL = 0.1
"""The luck of a turn that fills its half of the strip, at least."""
PAPER = (247, 238, 215)
WASH = 0.14
"""How much of the paper shines through a side's colour."""


class Course(msgspec.Struct, frozen=True):
    """A side: its chance at the end of each turn, 0..1, and its luck in each, in the same units."""

    name: str
    chances: Sequence[float]
    """The chances from the set-up on."""
    luck: Sequence[float] = ()
    """The luck of each turn; empty where it is not counted."""
    livery: Livery | None = None


class Moment(msgspec.Struct, frozen=True):
    """A costly decision."""

    side: int
    at: float
    """The time, in turns from the set-up."""
    lost: str
    """What it cost, in words: `−8%`."""
    when: str


class Hindsight(msgspec.Struct, frozen=True, kw_only=True):
    """What a review shows, all of it words and numbers for people."""

    title: str
    """The result, in a line."""
    subtitle: str
    sides: Sequence[Course]
    """The sides, at most 6. If their chances are of one game that one of them wins, they add up to 1."""
    turns: Sequence[int]
    """Numbers of the turns after the set-up."""
    moments: Sequence[Moment]
    """The moments, at most 5, the costliest first."""
    moments_name: str
    unit: str | N_ = N_("Turn")


def hindsight(
    shown: Hindsight,
    theme: ThemeName = "light",
    *,
    width: int = int(ACROSS),
    budget: int = BUDGET,
    format: Format = "png",
) -> Picture:
    """The sheet, at most `budget` bytes, with its alt text.

    :raises RenderError: theme unknown, width out of reason, budget impossible, a file missing, or more
        sides or moments than a sheet has room for.
    """
    with drawing("The review"):
        image = draw(shown, theme, width=width)
        return encoded(image, alt(shown), budget, format, colours=256)


def draw(shown: Hindsight, theme: ThemeName = "light", *, width: int = int(ACROSS)) -> Image.Image:
    """The sheet as an image, RGB, `width` pixels across.

    :raises RenderError: as in `hindsight`.
    """
    colours = palette(theme, width, "A review")
    if not 0 < len(shown.sides) <= SIDES or len(shown.moments) > MOMENTS:
        raise RenderError(f"A review has room for {SIDES} sides and {MOMENTS} moments")
    lucky = any(side.luck for side in shown.sides)
    dice = (CAPTION + (BARS if len(shown.sides) < 3 else ROW * len(shown.sides)) + 26) if lucky else 0.0
    cells = (CAPTION + CELL) if shown.moments else 0.0
    curve = CURVE + AXIS + 2 * INSET
    high = 2 * MARGIN + HEAD + GAP + curve + (GAP + cells if cells else 0) + (GAP + dice if dice else 0)
    sheet = Sheet(width, width / ACROSS, high, colours)
    neatline(sheet.pen, (8, 8, ACROSS - 8, high - 8), colours)
    _head(sheet, shown)
    top = MARGIN + HEAD + GAP
    plot = _curve(sheet, shown, (MARGIN, top, ACROSS - MARGIN, top + curve))
    top += curve + GAP
    if cells:
        _moments(sheet, shown, (MARGIN, top, ACROSS - MARGIN, top + cells))
        top += cells + GAP
    if dice:
        _dice(sheet, shown, (MARGIN, top, ACROSS - MARGIN, top + dice), plot)
    return sheet.finished()


def _head(sheet: Sheet, shown: Hindsight) -> None:
    box = (MARGIN, MARGIN, ACROSS - MARGIN, MARGIN + HEAD)
    panel(sheet.pen, box, sheet.theme)
    wide = ACROSS - 2 * MARGIN - 2 * INSET
    ink = sheet.theme.ink
    size = sheet.pen.fit(shown.title, "title", 84, wide, 54)
    title = shortened(sheet.pen, shown.title, "title", size, wide)
    sheet.write((ACROSS / 2, MARGIN + 78), title, "title", size, ink)
    size = sheet.pen.fit(shown.subtitle, "italic", 46, wide, 34)
    subtitle = shortened(sheet.pen, shown.subtitle, "italic", size, wide)
    sheet.write((ACROSS / 2, MARGIN + 148), subtitle, "italic", size, blend(ink, sheet.theme.faded, 0.5))


def _livery(shown: Hindsight, number: int) -> Livery:
    known = shown.sides[number].livery
    known = known or Livery(COLOURS[number % len(COLOURS)], (255, 250, 240), "plain")
    return msgspec.structs.replace(known, fill=blend(known.fill, PAPER, WASH))


# ---- the curve


def _curve(sheet: Sheet, shown: Hindsight, box: Box) -> Box:
    """The chances as areas above one another, the first side's lowest; returns the place of the plot."""
    left, top, right, bottom = box
    colours, pen = sheet.theme, sheet.pen
    panel(pen, box, colours)
    plot = (left + GUTTER, top + INSET, right - INSET - 10, bottom - INSET - AXIS)
    last = max(1, len(shown.turns))
    edges = _edges(shown)
    pen.rectangle(plot, blend(colours.panel, colours.paper, 0.6))
    for number in range(len(shown.sides)):
        lower, upper = edges[number], edges[number + 1]
        points = [*_on(plot, lower, last), *reversed(_on(plot, upper, last))]
        _area(pen, points, _livery(shown, number))
    for quarter in range(5):
        y = plot[3] - (plot[3] - plot[1]) * quarter / 4
        ink = blend(colours.panel, colours.ink, 0.75 if quarter == 2 else 0.3)
        if 0 < quarter < 4:
            _dashed(pen, (plot[0], y), (plot[2], y), ink, 3 if quarter == 2 else 1.5)
        if quarter % 2 == 0:
            sheet.write((plot[0] - 16, y), per_cent(25 * quarter), "text", SMALL, colours.ink, anchor="rm")
    for edge in edges[1:-1] if len(shown.sides) > 1 else edges[1:]:
        line = _on(plot, edge, last)
        pen.line(line, colours.panel, 11)
        pen.line(line, colours.ink, 6)
    pen.rectangle(plot, None, colours.ink, 4)
    _ticks(sheet, shown, plot, last)
    _names(sheet, shown, plot, edges, last)
    _medallions(sheet, shown, plot, edges, last)
    return plot


def _edges(shown: Hindsight) -> list[list[float]]:
    """The lower edge of each side's area and the upper one of the last, at even steps through the turns."""
    sums = [[0.0] * len(shown.sides[0].chances)]
    for side in shown.sides:
        sums.append([before + chance for before, chance in zip(sums[-1], side.chances, strict=True)])
    smooth = [_smooth(edge) for edge in sums]
    for below, above in pairwise(smooth):
        above[:] = [min(1.0, max(low, high)) for low, high in zip(below, above, strict=True)]
    return smooth


def _smooth(values: Sequence[float]) -> list[float]:
    """A curve through values that never goes beyond two neighbours (Fritsch and Carlson)."""
    if len(values) < 3:
        return [
            start + (end - start) * step / STEPS for start, end in pairwise(values) for step in range(STEPS)
        ] + [values[-1]]
    slopes = [end - start for start, end in pairwise(values)]
    tangents = [slopes[0]]
    tangents += [2 * a * b / (a + b) if a * b > 0 else 0.0 for a, b in pairwise(slopes)]
    tangents.append(slopes[-1])
    curve: list[float] = []
    for place, (start, end) in enumerate(pairwise(values)):
        for step in range(STEPS):
            t = step / STEPS
            curve.append(
                (2 * t**3 - 3 * t**2 + 1) * start
                + (t**3 - 2 * t**2 + t) * tangents[place]
                + (3 * t**2 - 2 * t**3) * end
                + (t**3 - t**2) * tangents[place + 1]
            )
    return [*curve, values[-1]]


def _on(plot: Box, edge: Sequence[float], last: int) -> list[Point]:
    return [_at(plot, step / STEPS, value, last) for step, value in enumerate(edge)]


def _at(plot: Box, turn: float, value: float, last: int) -> Point:
    left, top, right, bottom = plot
    return left + (right - left) * turn / last, bottom - (bottom - top) * value


def _area(pen: Pen, points: Sequence[Point], livery: Livery) -> None:
    """A polygon in a side's colour, with its hatch in the ink of engravers."""
    pen.polygon(points, livery.fill)
    if livery.tincture == "plain":
        return
    image, unit = pen.image, pen.unit
    mask = Image.new("L", image.size, 0)
    ImageDraw.Draw(mask).polygon([(x * unit, y * unit) for x, y in points], 255)
    box = mask.getbbox()
    if box is None:
        return
    mask = mask.crop(box)
    lines = hatch(mask.size, livery.tincture, 22 * unit, max(1.0, 2.4 * unit))
    image.paste(blend(livery.fill, livery.ink, 0.3), box[:2], ImageChops.multiply(mask, lines))


def _dashed(pen: Pen, start: Point, end: Point, ink: tuple[int, int, int], width: float) -> None:
    pieces = 48
    for piece in range(0, pieces, 2):
        a, b = piece / pieces, (piece + 1) / pieces
        across, y = end[0] - start[0], start[1]
        pen.line([(start[0] + across * a, y), (start[0] + across * b, y)], ink, width)


def _ticks(sheet: Sheet, shown: Hindsight, plot: Box, last: int) -> None:
    """The turns' numbers, each below the end of its turn."""
    for place in chapter_ticks(len(shown.turns)):
        x, y = _at(plot, place, 0, last)
        sheet.pen.line([(x, y), (x, y + 12)], sheet.theme.ink, 3)
        number = str(shown.turns[place - 1])
        sheet.write((x, y + 42), number, "text", SMALL, sheet.theme.ink)
    sheet.write((plot[0] - 16, plot[3] + 42), str(shown.unit), "italic", SMALL, sheet.theme.ink, anchor="rm")


def _names(sheet: Sheet, shown: Hindsight, plot: Box, edges: Sequence[Sequence[float]], last: int) -> None:
    """Each side's name in its area, where that is highest, unless it has no room anywhere."""
    tall = plot[3] - plot[1]
    for number, side in enumerate(shown.sides):
        livery = _livery(shown, number)
        for size in (64.0, 52.0, 42.0, 34.0):
            half = sheet.pen.length(side.name, "title", size) / 2 + 24
            room = half * last / (plot[2] - plot[0])
            best = _roomiest(edges[number], edges[number + 1], room, last)
            if best is not None and best[1] * tall >= size * 1.25:
                turn, _high, middle = best
                x, y = _at(plot, turn, middle, last)
                sheet.write((x, y), side.name, "title", size, livery.ink, halo=livery.fill)
                break


def _roomiest(
    lower: Sequence[float], upper: Sequence[float], room: float, last: int
) -> tuple[float, float, float] | None:
    """Where an area is highest over a stretch: its middle in turns, the height there, and half-way up."""
    reach = max(1, round(room * STEPS))
    best: tuple[float, float, float] | None = None
    for middle in range(reach, len(lower) - reach):
        low = max(lower[middle - reach : middle + reach + 1])
        high = min(upper[middle - reach : middle + reach + 1])
        if high > low and (best is None or high - low > best[1]):
            best = middle / STEPS, high - low, (low + high) / 2
    return best


def _medallions(
    sheet: Sheet, shown: Hindsight, plot: Box, edges: Sequence[Sequence[float]], last: int
) -> None:
    """A numbered disc for each costly moment, on its side's edge; where two would overlap, one is higher."""
    taken: list[Point] = []
    for number, moment in sorted(enumerate(shown.moments, start=1), key=lambda each: each[1].at):
        step = min(len(edges[0]) - 1, max(0, round(moment.at * STEPS)))
        low, high = edges[moment.side][step], edges[moment.side + 1][step]
        on = (
            high
            if len(shown.sides) < 3 and moment.side == 0
            else low
            if len(shown.sides) == 2
            else (low + high) / 2
        )
        x, y = foot = _at(plot, step / STEPS, on, last)
        x = min(plot[2] - DISC, max(plot[0] + DISC, x))
        y = min(plot[3] - DISC - 6, max(plot[1] + DISC + 6, y))
        while any(abs(x - a) < 2.1 * DISC and abs(y - b) < 2.1 * DISC for a, b in taken):
            y -= 2.2 * DISC
            if y < plot[1] + DISC:
                x, y = x + 2.2 * DISC, foot[1]
        taken.append((x, y))
        sheet.pen.line([foot, (x, y)], sheet.theme.ink, 4)
        _disc(sheet, (x, y), number, _livery(shown, moment.side))


def _disc(sheet: Sheet, centre: Point, number: int, livery: Livery) -> None:
    sheet.pen.circle(centre, DISC + 7, sheet.theme.panel, sheet.theme.ink, 4)
    sheet.pen.circle(centre, DISC, livery.fill, sheet.theme.ink, 3)
    sheet.write((centre[0], centre[1] - 1), str(number), "bold", 48, livery.ink)


# ---- below the curve


def _caption(sheet: Sheet, text: str, box: Box) -> float:
    """Write a panel's caption; returns where it ends."""
    wide = box[2] - box[0] - 2 * INSET
    size = sheet.pen.fit(text, "title", 54, wide, 40)
    shown = shortened(sheet.pen, text, "title", size, wide)
    sheet.write((box[0] + INSET, box[1] + 50), shown, "title", size, sheet.theme.ink, anchor="lm")
    return box[0] + INSET + sheet.pen.length(shown, "title", size)


def _moments(sheet: Sheet, shown: Hindsight, box: Box) -> None:
    """The costly moments with their cost."""
    panel(sheet.pen, box, sheet.theme)
    _caption(sheet, shown.moments_name, box)
    pitch = (box[2] - box[0] - 2 * INSET) / MOMENTS
    y = box[1] + CAPTION + CELL / 2 - 12
    for place, moment in enumerate(shown.moments):
        x = box[0] + INSET + pitch * place
        _disc(sheet, (x + DISC + 10, y), place + 1, _livery(shown, moment.side))
        after, room = x + 2 * DISC + 34, pitch - 2 * DISC - 44
        size = sheet.pen.fit(moment.lost, "bold", 58, room, 40)
        sheet.write((after, y - 26), moment.lost, "bold", size, sheet.theme.ink, anchor="lm")
        size = sheet.pen.fit(moment.when, "text", SMALL, room, 30)
        when = shortened(sheet.pen, moment.when, "text", size, room)
        sheet.write((after, y + 34), when, "text", size, sheet.theme.ink, anchor="lm")


def percent(share: float) -> str:
    """A difference of chances with its sign."""
    whole = round(100 * share)
    return per_cent(f"{'−' if whole < 0 else '+' if whole else '±'}{abs(whole)}")


def _dice(sheet: Sheet, shown: Hindsight, box: Box, plot: Box) -> None:
    panel(sheet.pen, box, sheet.theme)
    if len(shown.sides) < 3:
        _strip(sheet, shown, box, plot)
        return
    _caption(sheet, _("Luck of the dice"), box)
    middle = (plot[0] + plot[2]) / 2 + 130
    sums = [sum(side.luck) for side in shown.sides]
    most = max(0.1, *map(abs, sums))
    for number, (side, luck) in enumerate(zip(shown.sides, sums, strict=True)):
        y = box[1] + CAPTION + ROW * (number + 0.5)
        end = middle + luck / most * (plot[2] - middle - 190)
        livery = _livery(shown, number)
        sheet.pen.rectangle(
            (min(middle, end), y - 24, max(middle, end), y + 24), livery.fill, sheet.theme.ink, 3
        )
        name = shortened(sheet.pen, side.name, "text", LETTERS, 470)
        sheet.write((box[0] + INSET, y), name, "text", LETTERS, sheet.theme.ink, anchor="lm")
        anchor, beside = ("lm", max(middle, end) + 18) if luck >= 0 else ("rm", min(middle, end) - 18)
        sheet.write((beside, y), percent(luck), "bold", LETTERS, sheet.theme.ink, anchor=anchor)
    sheet.pen.line([(middle, box[1] + CAPTION), (middle, box[3] - 26)], sheet.theme.ink, 4)


def _strip(sheet: Sheet, shown: Hindsight, box: Box, plot: Box) -> None:
    """The luck of each turn below the turn: upwards for the first side, downwards for the other."""
    end = _caption(sheet, _("Luck of the dice"), box) + 40
    parts = " · ".join(f"{side.name} {percent(sum(side.luck))}" for side in shown.sides)
    wide = box[2] - INSET - end
    size = sheet.pen.fit(parts, "text", LETTERS, wide, 30)
    parts = shortened(sheet.pen, parts, "text", size, wide)
    sheet.write((end, box[1] + 50), parts, "text", size, sheet.theme.ink, anchor="lm")
    first, last = shown.sides[0].luck, max(1, len(shown.turns))
    middle, half = box[1] + CAPTION + BARS / 2, BARS / 2
    most = max(FULL, *map(abs, first))
    for turn, luck in enumerate(first):
        start, end = (_at(plot, turn + share, 0, last)[0] for share in (0.14, 0.86))
        livery = _livery(shown, 0 if luck >= 0 or len(shown.sides) < 2 else 1)
        fill = (
            livery.fill if luck >= 0 or len(shown.sides) > 1 else blend(livery.fill, sheet.theme.panel, 0.6)
        )
        high = half * luck / most
        if abs(high) >= 2:
            sheet.pen.rectangle(
                (start, middle - max(0.0, high), end, middle - min(0.0, high)), fill, sheet.theme.ink, 3
            )
    sheet.pen.line([(plot[0], middle), (plot[2], middle)], sheet.theme.ink, 4)


def alt(shown: Hindsight) -> str:
    """The sheet in words, at most 1024 characters; sentences beyond that are left out from the end."""
    sentences = [stopped(shown.title), stopped(shown.subtitle)]
    for number, moment in enumerate(shown.moments, start=1):
        name = shown.sides[moment.side].name
        sentences.append(
            _(
                "{number}: {name}, {when}, {lost}.",
                number=number,
                name=name,
                when=moment.when,
                lost=moment.lost,
            )
        )
    for side in shown.sides:
        # A game that was ended in its first turn has one chance alone.
        first, last = side.chances[0], side.chances[-1]
        sentences.append(
            _(
                "The chance of {side} goes from {first}% to {last}%.",
                side=side.name,
                first=round(100 * first),
                last=round(100 * last),
            )
        )
        if side.luck:
            sentences.append(
                _("The dice brought {side} {luck}.", side=side.name, luck=percent(sum(side.luck)))
            )
    return fitting(sentences)
