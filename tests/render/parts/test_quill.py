"""A pen that keeps its letters: it writes and measures as any other, to the pixel."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from render.parts.quill import Quill
from render.pen import Pen

UNIT = 1.5


@pytest.mark.parametrize("anchor", ["mm", "lm", "rm"])
@pytest.mark.parametrize("halo", [None, (255, 250, 240)])
def test_it_writes_as_any_pen_does(anchor: str, halo: tuple[int, int, int] | None) -> None:
    drawn = []
    for kind in (Pen, Quill, Quill):
        sheet = Image.new("RGB", (180, 60), (200, 190, 170))
        kind(sheet, UNIT).text((60, 20), "Nîmes", "bold", 20, (20, 14, 10), anchor=anchor, halo=halo)
        drawn.append(sheet)
    first, *kept = drawn
    assert first.getcolors(1 << 16) is not None
    for again in kept:
        assert ImageChops.difference(first, again).getbbox() is None


def test_it_measures_as_any_pen_does() -> None:
    sheet = Image.new("RGB", (1, 1))
    pen, quill = Pen(sheet, UNIT), Quill(sheet, UNIT)
    for text, room in (("Strasbourg", 60.0), ("Lille", 400.0), ("Montpellier", 20.0)):
        assert quill.length(text, "title", 30) == pen.length(text, "title", 30)
        assert quill.fit(text, "title", 30, room, 12) == pen.fit(text, "title", 30, room, 12)
