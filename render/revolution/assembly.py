"""The Assembly as a hemicycle, the Left on the left; with its votes, once they are public."""

from __future__ import annotations

import math
from collections.abc import Mapping

from data.catalogue import _, ngettext
from engines.revolution.view import View
from render.lettering import shortened, wrapped
from render.pen import Box, Pen, Point
from render.revolution import counters
from render.revolution.liveries import GREY, SEATS
from render.revolution.moves import Vote
from render.theme import Livery, Theme

BENCHES = ("sans-culotte", "mountain", "gironde", "marais", "royalist", "feuillant")
"""The benches from left to right; hidden deputies sit among their hosts."""
INNER, OUTER = 92.0, 180.0
ROWS = 3
LARGEST = 40.0
COUNT = 48.0
"""The height of the count within the benches."""
WORDS, NOTES, LINES = 190.0, 118.0, 4
"""Room for the text beside the benches, above and below, and its lines."""


def draw(pen: Pen, box: Box, view: View, vote: Vote | None, theme: Theme, *, alone: bool = False) -> None:
    """The benches in their panel.

    :param alone: on a sheet that itself names the subject of the vote and each Current's vote: then hidden
        deputies wear their colours too, and the present state is left out.
    """
    left, _top, right, bottom = box
    past = alone and vote is not None
    middle = ((left + right) / 2 if past else right - OUTER - LARGEST / 2 - 10, bottom - 24)
    held = view.deputies if vote is None else vote.sitting(view.deputies)
    sitting = [seat for seat in BENCHES for _one in range(held.get(seat, 0))]
    spots, side = benches(len(sitting), middle)
    for seat, at in zip(sitting, spots, strict=True):
        cast = None if vote is None else _ballot(dict(vote.cast).get(seat))
        livery = SEATS[seat] if past else dressed(view, seat)
        pen.stamp(counters.deputy(livery, side, cast, theme.name, pen.unit), at)
    title, count = (None, str(len(sitting))) if vote is None else (vote.title, f"{vote.yes} : {vote.no}")
    room = free(side)
    below = ngettext("deputy", "deputies", len(sitting))
    if vote is not None:
        below = vote.result
    size = pen.fit(count, "bold", 48, room, 24)
    pen.text((middle[0], middle[1] - 31), count, "bold", size, theme.ink)
    size = pen.fit(below, "italic", 22, room, 14)
    pen.text((middle[0], middle[1] + 6), below, "italic", size, theme.ink)
    if not past:
        _beside(pen, box, view, held, title or _("The Assembly"), theme)


def free(side: float) -> float:
    """Most width of the count, whose upper corners come nearest to the innermost seats."""
    return 2 * math.sqrt((INNER - side / 2 - 3) ** 2 - COUNT**2)


def _beside(pen: Pen, box: Box, view: View, held: Mapping[str, int], title: str, theme: Theme) -> None:
    """The text at the left of the benches: the subject of the vote, the hidden and the absent Currents."""
    left, top = box[0] + 18, box[1]
    lines = wrapped(pen, title, "title", 26, WORDS)[:LINES]
    for row, line in enumerate(lines):
        size = pen.fit(line, "title", 26, WORDS, 15)
        pen.text(
            (left, top + 30 + row * 28),
            shortened(pen, line, "title", size, WORDS),
            "title",
            size,
            theme.ink,
            anchor="lm",
        )
    hidden = sum(count for seat, count in held.items() if seat not in view.seated)
    notes = [_("{number} hidden", number=hidden)] if hidden else []
    if view.aside:
        notes.append(_("{number} set aside", number=view.aside))
    for row, words in enumerate(notes):
        size = pen.fit(words, "italic", 21, NOTES, 14)
        at = (left, box[3] - 28 - (len(notes) - 1 - row) * 26)
        pen.text(at, words, "italic", size, theme.ink, anchor="lm")


def _ballot(cast: bool | None) -> counters.Ballot:
    return "none" if cast is None else "yes" if cast else "no"


def dressed(view: View, seat: str) -> Livery:
    """The dress of a Current's deputies: grey, where they are hidden from the viewer."""
    return SEATS[seat] if seat in view.seated or seat == view.seat else GREY


def benches(count: int, middle: Point) -> tuple[list[Point], float]:
    """Seats for `count` deputies from left to right, and their size."""
    pitch = (OUTER - INNER) / (ROWS - 1)
    radii = [INNER + row * pitch for row in range(ROWS)]
    total = sum(radii)
    numbers = [round(count * radius / total) for radius in radii]
    numbers[-1] += count - sum(numbers)
    seats: list[tuple[float, float]] = []
    for number, radius in zip(numbers, radii, strict=True):
        seats += [(math.pi * (1 - (n + 0.5) / number), radius) for n in range(number)]
    seats.sort(key=lambda seat: (-seat[0], seat[1]))
    gaps = [math.pi * radius / number for number, radius in zip(numbers, radii, strict=True) if number]
    side = min([LARGEST, pitch - 3, *(gap - 3 for gap in gaps)])
    return [(middle[0] + r * math.cos(turn), middle[1] - r * math.sin(turn)) for turn, r in seats], side
