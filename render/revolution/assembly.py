"""The Assembly as a hemicycle, the Left on the left; how it voted, once all may know."""

from __future__ import annotations

import math

from data.catalogue import _, ngettext
from engines.revolution.view import View
from render.lettering import shortened
from render.pen import Pen, Point
from render.revolution import counters
from render.revolution.layout import ASSEMBLY
from render.revolution.liveries import GREY, SEATS
from render.revolution.moves import Vote
from render.theme import Livery, Theme

BENCHES = ("sans-culotte", "mountain", "gironde", "marais", "royalist", "feuillant")
"""From left to right; those who hide sit among whom they hide with."""
INNER, OUTER = 92.0, 180.0
ROWS = 3
LARGEST = 40.0


def draw(pen: Pen, view: View, vote: Vote | None, theme: Theme) -> None:
    """The benches in their panel."""
    left, top, right, bottom = ASSEMBLY
    middle = ((left + right) / 2, bottom - 24)
    sitting = [(seat, dressed(view, seat)) for seat in BENCHES for _one in range(view.deputies[seat])]
    spots, side = benches(len(sitting), middle)
    for (seat, livery), at in zip(sitting, spots, strict=True):
        cast = None if vote is None else _ballot(vote.cast.get(seat))
        pen.stamp(counters.deputy(livery, side, cast, theme.name, pen.unit), at)
    room = (INNER - LARGEST / 2) * 2 - 8
    if vote is None:
        number = str(len(sitting))
        pen.text((middle[0], middle[1] - 38), number, "bold", 50, theme.ink)
        pen.text((middle[0], middle[1] - 4), _plural(len(sitting)), "italic", 22, theme.ink)
    else:
        pen.text((middle[0], middle[1] - 40), f"{vote.yes} : {vote.no}", "bold", 46, theme.ink)
        words = _("carried") if vote.passed else _("rejected")
        pen.text((middle[0], middle[1] - 6), words, "bold", 22, theme.ink)
        title = shortened(pen, vote.title, "italic", 22, right - left - 40)
        pen.text(((left + right) / 2, top + 22), title, "italic", 22, theme.ink)
    notes = [_("The Assembly")] if vote is None else []
    for row, words in enumerate(notes):
        pen.text((left + 20, top + 30 + row * 26), words, "title", 32, theme.ink, anchor="lm")
    hidden = sum(count for seat, count in view.deputies.items() if seat not in view.seated)
    told = []
    if hidden:
        told.append(_("{number} hidden", number=hidden))
    if view.aside:
        told.append(_("{number} set aside", number=view.aside))
    for row, words in enumerate(told):
        if pen.length(words, "italic", 22) < room:
            at = (right - 20, top + (30 if vote is None else 56) + row * 26)
            pen.text(at, words, "italic", 22, theme.ink, anchor="rm")


def _plural(count: int) -> str:
    return ngettext("deputy", "deputies", count)


def _ballot(cast: bool | None) -> counters.Ballot:
    return "none" if cast is None else "yes" if cast else "no"


def dressed(view: View, seat: str) -> Livery:
    """What a Current's deputies wear: grey, where they hide from whoever looks."""
    return SEATS[seat] if seat in view.seated or seat == view.seat else GREY


def benches(count: int, middle: Point) -> tuple[list[Point], float]:
    """Seats for so many from left to right, and how large they are."""
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
