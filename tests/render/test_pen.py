"""A pen writes from what it has kept as it wrote at first, and draws of a line what an image can show."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageDraw

from render.fonts import FILES, Role, face
from render.pen import Pen

UNIT = 1.5
PAPER, INK, HALO = (200, 190, 170), (20, 14, 10), (255, 250, 240)


def test_kept_letters_are_those_of_the_font_and_stand_on_whole_pixels() -> None:
    font, size = face("bold", 30), (460, 60)
    for anchor in ("mm", "lm", "rm"):
        for halo, stroke in ((None, 0), (HALO, 6)):
            for text in ("Nîmes", "Rue  de l'Âge", "Rue de Nîmes "):
                plain = Image.new("RGB", size, PAPER)
                ImageDraw.Draw(plain).text(
                    (230, 30), text, INK, font, anchor, stroke_width=stroke, stroke_fill=halo
                )
                for _ in range(2):
                    sheet = Image.new("RGB", size, PAPER)
                    Pen(sheet, UNIT).text((153.4, 19.9), text, "bold", 20, INK, anchor=anchor, halo=halo)
                    # What is kept with its rim is rounded once more.
                    least = 1 if halo is None else 2
                    apart = ImageChops.difference(plain, sheet).point(lambda v, least=least: v // least)
                    assert apart.getbbox() is None, (anchor, halo, text)


@pytest.mark.parametrize("role", FILES)
def test_no_letter_is_kerned_with_a_blank(role: Role) -> None:
    # A text is as wide as its words and blanks: so it is measured, and put together of kept words.
    for pixels in (9, 20, 46):
        font = face(role, pixels)
        for code in (*range(0x21, 0x7F), *range(0xA1, 0x180)):
            letter = chr(code)
            for text in (f"{letter} ", f" {letter}"):
                assert font.getlength(text) == font.getlength(letter) + font.getlength(" "), (text, pixels)


def test_spaced_letters_are_as_wide_as_they_measure() -> None:
    sheet = Image.new("RGB", (400, 60), PAPER)
    pen = Pen(sheet, UNIT)
    for anchor, start in (("lm", 20.0), ("mm", 130.0), ("rm", 240.0)):
        empty = sheet.copy()
        Pen(empty, UNIT).text((start, 20), "ANJOU", "title", 20, INK, anchor=anchor, spacing=12)
        box = ImageChops.difference(empty, sheet).getbbox()
        assert box is not None
        wide = pen.length("ANJOU", "title", 20, 12) * UNIT
        left = start * UNIT - {"l": 0.0, "m": wide / 2, "r": wide}[anchor[0]]
        assert abs(box[0] - left) < 4
        assert abs(box[2] - left - wide) < 4


def test_the_greatest_size_that_fits_is_found_and_none_below_the_smallest() -> None:
    pen = Pen(Image.new("RGB", (1, 1)), UNIT)
    assert pen.fit("Lille", "title", 30, 400, 12) == 30
    assert pen.fit("Montpellier", "title", 30, 20, 12) == 12
    size = pen.fit("Strasbourg", "title", 30, 60, 12)
    assert pen.length("Strasbourg", "title", size) <= 60 < pen.length("Strasbourg", "title", size + 1)


def test_of_a_line_that_leaves_the_image_all_is_drawn_that_can_be_seen() -> None:
    way = [
        (-900.0, 40.0),
        (-300.0, -200.0),
        (20.0, 20.0),
        (60.0, 5.0),
        (500.0, 300.0),
        (60.0, 55.0),
        (-20.0, 30.0),
    ]
    whole = Image.new("L", (1500, 600), 0)
    Pen(whole, 1).line([(x + 950, y + 250) for x, y in way], 255, 12)
    seen = Image.new("L", (80, 60), 0)
    Pen(seen, 1).line(way, 255, 12)
    assert ImageChops.difference(seen, whole.crop((950, 250, 1030, 310))).getbbox() is None


def test_a_line_does_not_gape_where_it_bends() -> None:
    sheet = Image.new("L", (120, 120), 0)
    Pen(sheet, 1).line([(10, 60), (60, 60), (60, 110)], 255, 20)
    # The outside of a right angle is round: its corner is free, and what lies before it is drawn.
    assert sheet.getpixel((65, 55)) == 255
    assert sheet.getpixel((69, 51)) == 0


def test_on_a_part_of_a_sheet_it_draws_what_the_sheet_shows_there() -> None:
    sprite = Image.new("RGBA", (20, 12), (*INK, 255))

    def drawn(pen: Pen) -> Image.Image:
        pen.line([(10, 10), (70, 40), (120, 20)], INK, 5)
        pen.rectangle((30, 30, 90, 60), PAPER, INK, 2)
        pen.circle((60, 40), 14, HALO)
        pen.text((70, 50), "Jena", "bold", 20, INK, halo=HALO)
        pen.stamp(sprite, (84, 56))
        return pen.image

    whole = drawn(Pen(Image.new("RGB", (200, 120), PAPER), UNIT))
    corner = (60, 40)
    part = drawn(Pen(Image.new("RGB", (100, 60), PAPER), UNIT, corner))
    assert ImageChops.difference(part, whole.crop((*corner, 160, 100))).getbbox() is None
