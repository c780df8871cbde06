"""One sheet about many campaigns: how often each side won, with the error of the share, and their course."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from data.catalogue import _
from data.nouns import clauses, per_cent
from render.encode import Format
from render.errors import RenderError, drawing
from render.facade import BUDGET, Picture, encoded
from render.geo import dense
from render.lettering import fitting, shortened, stopped
from render.paper import blend, neatline, panel
from render.reports.plots import COLOURS, Series, course
from render.sheet import Sheet
from render.theme import ThemeName, palette

ACROSS = 1600.0
"""Width of the sheet in its own units; its height follows from its contents."""
MARGIN = 32.0
GAP = 16.0
HEAD = 132.0
CAPTION = 58.0
ROW = 44.0
SCALE = 34.0
"""Height of the numbers below the bars."""
COURSE = 480.0
FOOT = 24.0
LABELS = 330.0
NOTES = 320.0
BARS = 8
"""Most bars of a group, and most groups of a sheet."""
LINES = 6
"""Most lines of a course."""


class Bar(msgspec.Struct, frozen=True):
    """A share with the interval that it may lie in, each 0..1, and a note in words."""

    name: str
    share: float
    low: float
    high: float
    note: str
    side: bool = True
    """Whether it is a side's; the games that nobody won are grey."""


class Bars(msgspec.Struct, frozen=True):
    """The shares of one game."""

    name: str
    bars: Sequence[Bar]
    """The bars, at most 8."""


class Season(msgspec.Struct, frozen=True, kw_only=True):
    """The facts about many campaigns, all of them words and numbers for people."""

    title: str
    caption: str
    games: Sequence[Bars]
    """The games, at most 8."""
    course: Sequence[Series] = ()
    """The lines, at most 6; none where there is no course to show."""
    course_name: str = ""
    unit: str = ""
    """What a place on the course stands for, such as `Month`."""


def results(
    season: Season,
    theme: ThemeName = "light",
    *,
    width: int = int(ACROSS),
    budget: int = BUDGET,
    format: Format = "png",
) -> Picture:
    """The sheet, at most `budget` bytes, with its alt text.

    :raises RenderError: theme unknown, width out of reason, budget impossible, a file missing, or more
        games, bars or lines than a sheet has room for.
    """
    with drawing("The results"):
        image = draw(season, theme, width=width)
        return encoded(image, alt(season), budget, format, colours=256)


def draw(season: Season, theme: ThemeName = "light", *, width: int = int(ACROSS)) -> Image.Image:
    """The sheet as an image, RGB, `width` pixels across.

    :raises RenderError: as in `results`.
    """
    colours = palette(theme, width, "A sheet of results")
    _check(season)
    heights = [CAPTION + ROW * len(game.bars) + SCALE + 20 for game in season.games]
    high = MARGIN + HEAD + sum(GAP + each for each in heights) + FOOT + MARGIN / 2
    high += GAP + COURSE if season.course else 0
    sheet = Sheet(width, width / ACROSS, high, colours)
    neatline(sheet.pen, (8, 8, ACROSS - 8, high - 8), colours)
    _head(sheet, season)
    top = MARGIN + HEAD
    for game, tall in zip(season.games, heights, strict=True):
        top += GAP
        _game(sheet, game, top, tall)
        top += tall
    if season.course:
        top += GAP
        box = (MARGIN, top, ACROSS - MARGIN, top + COURSE)
        panel(sheet.pen, box, colours)
        _caption(sheet, season.course_name, top)
        left, _top, right, bottom = box
        course(sheet, season.course, season.unit, (left + 26, top + CAPTION, right - 26, bottom - 20))
    return sheet.finished()


def _check(season: Season) -> None:
    most = max((len(game.bars) for game in season.games), default=0)
    for count, room, name in (
        (len(season.games), BARS, "games"),
        (most, BARS, "bars"),
        (len(season.course), LINES, "lines"),
    ):
        if count > room:
            raise RenderError(f"A sheet of results has room for {room} {name}, not for {count}")
    if not season.games or not all(game.bars for game in season.games):
        raise RenderError("A sheet of results needs at least one bar for each game")


def _caption(sheet: Sheet, text: str, top: float) -> None:
    wide = ACROSS - 2 * MARGIN - 60
    shown = shortened(sheet.pen, text, "title", 30, wide)
    sheet.write((MARGIN + 26, top + 34), shown, "title", 30, sheet.theme.ink, anchor="lm")


def _head(sheet: Sheet, season: Season) -> None:
    panel(sheet.pen, (MARGIN, MARGIN, ACROSS - MARGIN, MARGIN + HEAD), sheet.theme)
    wide = ACROSS - 2 * MARGIN - 80
    faded = blend(sheet.theme.ink, sheet.theme.faded, 0.5)
    size = sheet.pen.fit(season.title, "title", 52, wide, 30)
    shown = shortened(sheet.pen, season.title, "title", size, wide)
    sheet.write((MARGIN + 36, MARGIN + 50), shown, "title", size, sheet.theme.ink, anchor="lm")
    under = shortened(sheet.pen, season.caption, "italic", 26, wide)
    sheet.write((MARGIN + 36, MARGIN + 100), under, "italic", 26, faded, anchor="lm")


def _game(sheet: Sheet, game: Bars, top: float, tall: float) -> None:
    """The bars of a game; a whisker shows between which shares the true one may lie."""
    colours, pen = sheet.theme, sheet.pen
    panel(pen, (MARGIN, top, ACROSS - MARGIN, top + tall), colours)
    _caption(sheet, game.name, top)
    left, right = MARGIN + LABELS, ACROSS - MARGIN - NOTES
    first, last = top + CAPTION, top + CAPTION + ROW * len(game.bars)
    for quarter in range(5):
        x = left + (right - left) * quarter / 4
        ink = colours.faded if quarter == 2 else blend(colours.panel, colours.faded, 0.4)
        pen.line([(x, first), (x, last)], ink, 2 if quarter == 2 else 1)
        sheet.write((x, last + 18), per_cent(25 * quarter), "text", 20, colours.ink)
    for number, bar in enumerate(game.bars):
        y = first + ROW * (number + 0.5)
        name = shortened(pen, bar.name, "text", 25, LABELS - 50)
        sheet.write((left - 16, y), name, "text", 25, colours.ink, anchor="rm")
        low, share, high = (left + (right - left) * each for each in (bar.low, bar.share, bar.high))
        if bar.share:
            fill = COLOURS[number % len(COLOURS)] if bar.side else colours.faded
            pen.rectangle((left, y - 14, max(share, left + 2), y + 14), fill, colours.ink, 2)
        for ink, wide in ((colours.panel, 7), (colours.ink, 3)):
            pen.line(dense([(low, y), (high, y)]), ink, wide)
            for end in (low, high):
                pen.line([(end, y - 9), (end, y + 9)], ink, wide)
        note = shortened(pen, bar.note, "text", 22, NOTES - 46)
        sheet.write((right + 24, y), note, "text", 22, colours.ink, anchor="lm")
    pen.line([(left, first), (left, last)], colours.ink, 2)


def alt(season: Season) -> str:
    """The sheet in words, at most 1024 characters; sentences beyond that are left out from the end."""
    sentences = [stopped(season.title), stopped(season.caption)]
    for game in season.games:
        bars = clauses(f"{bar.name} {bar.note}" for bar in game.bars)
        sentences.append(_("{game}: {bars}.", game=game.name, bars=bars))
    for line in season.course:
        known = [value for value in line.values if value is not None]
        if known:
            sentences.append(
                _(
                    "{line} goes from {first:.0f} to {last:.0f}.",
                    line=line.name,
                    first=known[0],
                    last=known[-1],
                )
            )
    return fitting(sentences) or stopped(season.title)
