"""One sheet about a finished campaign: result, last map, the score's working, its course, its dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from PIL import Image

from data.catalogue import N_, _
from data.nouns import clauses, labelled
from render.encode import Format
from render.errors import RenderError, drawing
from render.facade import BUDGET, Picture, encoded
from render.fonts import Role
from render.lettering import ALT, fitting, shortened, stopped
from render.paper import blend, neatline, panel
from render.pen import Box
from render.reports.plots import EXPECTED, Dice, Series, bands, course, histogram
from render.sheet import Sheet
from render.theme import Rgb, ThemeName, palette

ACROSS = 1600.0
"""Width of the sheet in its own units; its height follows from its contents."""
MARGIN = 32.0
GAP = 16.0
HEAD = 176.0
FOOT = 60.0
MAP = 800.0
TALLEST = 1000.0
"""Most height of the map's panel, and its least."""
LOWEST = 420.0
INSET = 14.0
"""The gap between the map and its frame."""
COURSE = 460.0
"""Height of the course of the tracks, at least."""
SCALE = 80.0
"""The extra height for a scale of its own."""
CAPTION = 58.0
ROW = 38.0
DICE = 330.0
ROWS = 12
SEATS = 6
SERIES = 6


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a finished campaign, all of them words and numbers for people."""

    title: str
    """The title of the game."""
    result: str
    """The winner and the kind of win, in a line."""
    level: str
    score: str = ""
    """The score with its sign; empty where there is none."""
    working: Sequence[tuple[str, str]] = ()
    """Lines of the score's working, at most 12 of them shown."""
    chapters: str | N_ = N_("Turn")
    """The unit in which the campaign's length is counted."""
    series: Sequence[Series] = ()
    """Tracks of the campaign, at most 6, one value for each chapter."""
    dice: Sequence[Dice] = ()
    """The dice of each seat, at most 6."""
    footer: Sequence[str] = ()
    """Dates, number of turns, hash of the seed."""


def summary(
    story: Story,
    board: Image.Image,
    theme: ThemeName = "light",
    *,
    width: int = int(ACROSS),
    budget: int = BUDGET,
    format: Format = "png",
) -> Picture:
    """The sheet, at most `budget` bytes, with its alt text.

    :param board: the last map, of any size.
    :raises RenderError: theme unknown, width out of reason, budget impossible, a file missing, or more
        seats, tracks or lines than a sheet has room for.
    """
    with drawing("The summary"):
        image = draw(story, board, theme, width=width)
        return encoded(image, alt(story), budget, format, colours=256)


def draw(
    story: Story, board: Image.Image, theme: ThemeName = "light", *, width: int = int(ACROSS)
) -> Image.Image:
    """The sheet as an image, RGB, `width` pixels across.

    :raises RenderError: as in `summary`.
    """
    colours = palette(theme, width, "A summary")
    _check(story)
    panels = _panels(story, board)
    high = panels.bottom + FOOT + MARGIN / 2
    sheet = Sheet(width, width / ACROSS, high, colours)
    neatline(sheet.pen, (8, 8, ACROSS - 8, high - 8), sheet.theme)
    _head(sheet, story)
    _board(sheet, board, panels.board)
    if panels.table is not None:
        _panel(sheet, panels.table, _("The score"))
        _table(sheet, story, panels.table)
    if panels.course is not None:
        _panel(sheet, panels.course, _("The course of the campaign"))
        course(sheet, story.series, str(story.chapters), _inside(panels.course))
    for seat, box in zip(story.dice, panels.dice, strict=True):
        alone = len(story.dice) == 1
        _panel(sheet, box, _("Dice of {seat}", seat=seat.name) if alone else seat.name, right=EXPECTED)
        histogram(sheet, seat, _inside(box))
    _foot(sheet, story, high)
    return sheet.finished()


def _inside(box: Box) -> Box:
    """The inside of a panel below its caption."""
    left, top, right, bottom = box
    return left + 26, top + CAPTION, right - 26, bottom - 20


def _check(story: Story) -> None:
    for things, most, name in (
        (story.working, ROWS, "working"),
        (story.series, SERIES, "series"),
        (story.dice, SEATS, "dice"),
    ):
        if len(things) > most:
            raise RenderError(f"A summary has room for {most} of {name}, not for {len(things)}")


class _Panels(NamedTuple):
    """The places of the panels; None for an empty panel."""

    board: Box
    table: Box | None
    course: Box | None
    dice: list[Box]
    bottom: float


def _panels(story: Story, board: Image.Image) -> _Panels:
    """Map and score beside each other; below the score the panel that best fills the map's height."""
    left, right, top = MARGIN, ACROSS - MARGIN, MARGIN + HEAD + GAP
    middle = left + MAP
    table, high = _table_height(story), _board_height(board, MAP)
    filler = _filler(story, high - table)
    beside = [height for height in (table, filler) if height]
    if not beside:
        bottom = top + _board_height(board, right - left)
        return _below(story, (left, top, right, bottom), None, None, bottom)
    bottom = top + max(high, sum(beside) + GAP * (len(beside) - 1))
    split = top + table if table and filler else bottom if table else top - GAP
    upper = (middle + GAP, top, right, split) if table else None
    lower = (middle + GAP, split + GAP, right, bottom) if filler else None
    return _below(story, (left, top, middle, bottom), upper, lower, bottom)


def _filler(story: Story, room: float) -> float:
    """Least height of the panel below the score, 0 for none: one seat's dice, or the course of several."""
    if len(story.dice) == 1:
        return DICE
    if story.dice and story.series and abs(room - GAP - _course_height(story)) < abs(room):
        return _course_height(story)
    return 0.0


def _course_height(story: Story) -> float:
    return COURSE + SCALE * (len(bands(story.series)) - 1)


def _below(story: Story, board: Box, table: Box | None, filler: Box | None, bottom: float) -> _Panels:
    """The remaining panels: the course over the whole width, then dice in even rows of up to three."""
    dice = [filler] if filler is not None and len(story.dice) == 1 else []
    course_box = None if dice else filler
    if story.series and course_box is None:
        course_box = (MARGIN, bottom + GAP, ACROSS - MARGIN, bottom + GAP + _course_height(story))
        bottom = course_box[3]
    seats = len(story.dice) - len(dice)
    for count in [seats] if 0 < seats <= 3 else [(seats + 1) // 2, seats // 2] if seats else []:
        pitch = (ACROSS - 2 * MARGIN + GAP) / count
        lefts = [MARGIN + pitch * column for column in range(count)]
        dice += [(left, bottom + GAP, left + pitch - GAP, bottom + GAP + DICE) for left in lefts]
        bottom += GAP + DICE
    return _Panels(board, table, course_box, dice, bottom)


def _board_height(board: Image.Image, wide: float) -> float:
    """Height of the map's panel of that width."""
    high = (wide - 2 * INSET) * board.height / board.width + 2 * INSET
    return min(TALLEST, max(LOWEST, high))


def _table_height(story: Story) -> float:
    lines = len(story.working)
    if not lines and not story.score:
        return 0.0
    return CAPTION + ROW * (lines + bool(story.score)) + 26


def _panel(sheet: Sheet, box: Box, caption: str, *, right: float = 0) -> None:
    """A frame with its caption, which leaves `right` units free behind it."""
    left, top, end, _ = box
    colours = sheet.theme
    panel(sheet.pen, box, colours)
    if caption:
        wide = end - left - 60 - right
        size = sheet.pen.fit(caption, "title", 34, wide, 25)
        shown = shortened(sheet.pen, caption, "title", size, wide)
        sheet.write((left + 26, top + 34), shown, "title", size, colours.ink, anchor="lm")


def _head(sheet: Sheet, story: Story) -> None:
    box = (MARGIN, MARGIN, ACROSS - MARGIN, MARGIN + HEAD)
    _panel(sheet, box, "")
    seal = 128.0 if story.score else 0.0
    wide = ACROSS - 2 * MARGIN - 80 - (seal + 40 if seal else 0)
    left, middle = MARGIN + 36, ACROSS - MARGIN - 36 - seal / 2
    lines: tuple[tuple[str, float, float, Role, Rgb], ...] = (
        (story.level, 52, 68, "title", sheet.theme.ink),
        (story.result, 108, 34, "text", sheet.theme.ink),
        (story.title, 143, 24, "italic", blend(sheet.theme.ink, sheet.theme.faded, 0.5)),
    )
    for text, y, size, role, ink in lines:
        fitting = sheet.pen.fit(text, role, size, wide, size * 0.6)
        shown = shortened(sheet.pen, text, role, fitting, wide)
        sheet.write((left, MARGIN + y), shown, role, fitting, ink, anchor="lm")
    if story.score:
        _seal(sheet, (middle, MARGIN + HEAD / 2), seal / 2, story.score)


def _seal(sheet: Sheet, centre: tuple[float, float], radius: float, score: str) -> None:
    colours = sheet.theme
    sheet.pen.circle(centre, radius, colours.disc, colours.ink, 4)
    sheet.pen.circle(centre, radius - 8, None, colours.faded, 2)
    size = sheet.pen.fit(score, "bold", 56, radius * 1.3, 18)
    x, y = centre
    sheet.write((x, y - 8), score, "bold", size, colours.ink)
    sheet.write((x, y + 30), _("score"), "italic", 22, colours.ink)


def _board(sheet: Sheet, board: Image.Image, box: Box) -> None:
    _panel(sheet, box, "")
    left, top, right, bottom = box
    wide, high = right - left - 2 * INSET, bottom - top - 2 * INSET
    share = min(wide / board.width, high / board.height)
    sheet.paste(board, ((left + right) / 2, (top + bottom) / 2), board.width * share, board.height * share)


def _table(sheet: Sheet, story: Story, box: Box) -> None:
    left, top, right, _low = box
    colours = sheet.theme
    y = top + CAPTION + ROW / 2
    for label, value in story.working:
        shown = shortened(sheet.pen, label, "text", 25, right - left - 52 - 90)
        sheet.write((left + 26, y), shown, "text", 25, colours.ink, anchor="lm")
        sheet.write((right - 30, y), value, "bold", 25, colours.ink, anchor="rm")
        sheet.pen.line(
            [(left + 26, y + ROW / 2), (right - 26, y + ROW / 2)],
            blend(colours.panel, colours.faded, 0.45),
            1,
        )
        y += ROW
    if story.score:
        sheet.pen.line([(left + 26, y - ROW / 2 + 2), (right - 26, y - ROW / 2 + 2)], colours.ink, 3)
        sheet.write((left + 26, y + 4), _("Score"), "bold", 28, colours.ink, anchor="lm")
        sheet.write((right - 30, y + 4), story.score, "bold", 28, colours.ink, anchor="rm")


def _foot(sheet: Sheet, story: Story, high: float) -> None:
    text = " · ".join(story.footer)
    wide = ACROSS - 2 * MARGIN - 20
    size = sheet.pen.fit(text, "italic", 24, wide, 18)
    shown = shortened(sheet.pen, text, "italic", size, wide)
    sheet.write((ACROSS / 2, high - MARGIN / 2 - FOOT / 2 - 6), shown, "italic", size, sheet.theme.ink)


def alt(story: Story) -> str:
    """The sheet in words, at most 1024 characters; sentences beyond that are left out from the end."""
    return fitting(_sentences(story)) or _("{title}: the campaign is over.", title=story.title)[:ALT]


def _sentences(story: Story) -> list[str]:
    sentences = [f"{labelled(story.title, story.level)}.", stopped(story.result)]
    if story.score:
        sentences.append(_("Score {points}.", points=story.score))
    if story.working:
        sentences.append(f"{clauses(labelled(label, value) for label, value in story.working)}.")
    for series in story.series:
        known = [value for value in series.values if value is not None]
        if known:
            sentences.append(
                _("{track} {value} all the time.", track=series.name, value=_number(known[0]))
                if min(known) == max(known)
                else _(
                    "{track} from {first} to {last}, between {low} and {high}.",
                    track=series.name,
                    first=_number(known[0]),
                    last=_number(known[-1]),
                    low=_number(min(known)),
                    high=_number(max(known)),
                )
            )
    for seat in story.dice:
        faces = ", ".join(f"{times} × {face}" for face, times in enumerate(seat.faces, start=1))
        thrown = _("Dice of {seat}: {faces}.", seat=seat.name, faces=faces)
        sentences.append(f"{thrown} {stopped(seat.note)}".rstrip())
    sentences.extend(stopped(line) for line in story.footer)
    return [sentence for sentence in sentences if sentence]


def _number(value: float) -> str:
    """A number with the decimal mark of the language."""
    return _("{value:g}", value=float(value)).replace("-", "−")
