"""The scroll with a map's title: its scale is true, and is there only where there is one."""

from __future__ import annotations

from PIL import Image

from render.parts.cartouche import BAR, Cartouche
from render.pen import Pen
from render.theme import LIGHT

SHOWN = Cartouche((20, 20, 420, 200), ["Anjou"], ["1793"], kilometre=8.0, long=20)


def printed(each: Cartouche) -> Image.Image:
    pen = Pen(Image.new("RGB", (440, 220), LIGHT.paper), 1)
    each.scroll(pen, LIGHT)
    return pen.image


def test_its_bar_is_as_long_as_it_says() -> None:
    with_bar, without = printed(SHOWN), printed(SHOWN._replace(kilometre=None))
    rows = [
        [x for x in range(440) if with_bar.getpixel((x, y)) != without.getpixel((x, y))] for y in range(220)
    ]
    struck = [row for row in rows if row]
    assert len(struck) <= BAR + 2
    assert all(abs(row[-1] - row[0] - 20 * 8.0) <= 3 for row in struck)


def test_its_words_stay_between_its_rolls() -> None:
    before = printed(SHOWN)
    pen = Pen(before.copy(), 1)
    SHOWN._replace(title=["A title rather long for its scroll"]).letters(pen, LIGHT)
    changed = [
        x for x in range(440) for y in range(220) if pen.image.getpixel((x, y)) != before.getpixel((x, y))
    ]
    assert 40 < min(changed) < max(changed) < 400
