"""Sheets besides the poster: the Assembly alone with its vote, and a battle below its ground."""

from __future__ import annotations

import math

from PIL import Image

from data.catalogue import N_
from data.revolution.schema import Pack
from engines.revolution.view import View
from render.battle import Battle, Force
from render.paper import neatline, panel
from render.parts import muster
from render.pen import Box, Pen, Point
from render.revolution import assembly, counters, panels
from render.revolution.layout import ASSEMBLY, CLOSE, HEADER, MAP, SHEET
from render.revolution.liveries import COALITION, SEATS
from render.revolution.moves import Vote
from render.sheet import Sheet
from render.theme import Livery, Theme

VOTE = "vote"
"""The sheet that shows only the Assembly."""
BENCHES = "benches"
"""The same before a vote."""
GROUND = "ground"
"""The sheet that shows only the map, as near as it shows all regions to be framed."""
ROW = 92.0
COLUMN = 760.0
FLAG = 96.0
EDGE = 24.0
FOUGHT, LINE, LETTERS = 276.0, 38.0, 34
"""Height of the panel of a combat: without its lines, and of each; letters in a line of a force."""
SIDES = {
    "allied": COALITION,
    "catholic": SEATS["royalist"],
    "revolutionary": Livery((36, 66, 136), (255, 250, 240), "plain"),
}
CAST = {True: N_("for"), False: N_("against"), None: N_("abstains")}


def vote(view: View, pack: Pack, cast: Vote | None, theme: Theme, width: int) -> Image.Image:
    """The Assembly with its last vote, and below it each Current's vote."""
    unit = width / SHEET
    left, _top, right, head = HEADER
    share = (right - left) / (ASSEMBLY[2] - ASSEMBLY[0])
    start = head + 8
    end = start + (ASSEMBLY[3] - ASSEMBLY[1]) * share
    bottom = end + 8 + ROW * 3 + 24
    sheet = Sheet(width, unit, bottom + EDGE, theme)
    for box in (HEADER, (left, start, right, end), (left, end + 8, right, bottom)):
        panel(sheet.pen, box, theme)
    neatline(sheet.pen, (8, 8, SHEET - 8, bottom + EDGE - 8), theme)
    made = sheet.finished()
    pen, large = Pen(made, unit), Pen(made, unit * share)
    if cast is None:
        panels.header(pen, view, pack, theme)
    else:
        banner(pen, cast.title, theme)
    benches: Box = (left / share, start / share, right / share, end / share)
    assembly.draw(large, benches, view, cast, theme, alone=True)
    for number, current in enumerate(pack.setup.current):
        x = left + 24 + number % 2 * COLUMN
        y = end + 20 + ROW * (number // 2 + 0.5)
        _line(pen, (x, y), current.id, current.name, view, cast, theme)
    return made


def _line(pen: Pen, at: Point, seat: str, name: str, view: View, cast: Vote | None, theme: Theme) -> None:
    """A Current: its deputies, and their vote."""
    x, y = at
    count = (view.deputies if cast is None else cast.sitting(view.deputies)).get(seat, 0)
    pen.stamp(counters.badge(seat, 76, theme.name, pen.unit), (x + 40, y))
    pen.text((x + 92, y), str(count), "bold", 50, theme.ink, anchor="lm")
    size = pen.fit(name, "title", 44, 300, 24)
    pen.text((x + 170, y), name, "title", size, theme.ink, anchor="lm")
    if cast is not None and count:
        said = dict(cast.cast).get(seat)
        ballot: counters.Ballot = "none" if said is None else "yes" if said else "no"
        pen.stamp(counters.deputy(SEATS[seat], 60, ballot, theme.name, pen.unit), (x + 520, y))
        pen.text((x + 562, y), str(CAST[said]), "italic", 36, theme.ink, anchor="lm")


def cropped(whole: Image.Image, theme: Theme) -> Image.Image:
    """The whole map without the panels below it."""
    unit, bottom = whole.width / SHEET, MAP[3] + EDGE
    made = whole.crop((0, 0, whole.width, round(bottom * unit)))
    neatline(Pen(made, unit), (8, 8, SHEET - 8, bottom - 8), theme)
    return made


def banner(pen: Pen, title: str, theme: Theme) -> None:
    """The head of a sheet about the past: turn, step and Government may be others by now."""
    left, top, right, low = HEADER
    size = pen.fit(title, "title", 66, right - left - 60, 30)
    pen.text(((left + right) / 2, (top + low) / 2), title, "title", size, theme.ink)


def fought(near: Image.Image, battle: Battle, middle: float, theme: Theme) -> Image.Image:
    """A battle below its ground."""
    unit = near.width / SHEET

    def dress(force: Force) -> muster.Dressed:
        flags = [
            counters.army(kind, str(number), hidden=False, high=FLAG, theme=theme.name, unit=unit)
            for kind, number in force.points
        ]
        return muster.Dressed(flags, [], SIDES[force.side])

    lines = max(len(battle.sums), *(_lines(force) for force in battle.forces))
    return muster.fought(near, unit, CLOSE, middle, battle, dress, theme, FOUGHT + LINE * lines)


def _lines(force: Force) -> int:
    """About how many lines a force has below its flags, which are two lines high."""
    return 2 + sum(math.ceil(len(said) / LETTERS) for said in (force.lost, force.went))
