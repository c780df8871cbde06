"""A table as a picture: bands for every second row, columns as wide as their texts, and it in words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from render.errors import RenderError
from render.reports.grid import ACROSS, HEAD, MARGIN, ROW, Grid, draw, grid
from render.theme import THEMES, ThemeName


def table(rows: Sequence[Sequence[str]], columns: int = 2) -> Grid:
    """A table with these rows."""
    heads = ["", "Player", *(str(number) for number in range(1, columns + 1))]
    said = [f"{row[0]}. {row[1]}" for row in rows]
    return Grid(title="Cup", caption="Valmy, round 2", heads=heads, rows=rows, said=said)


TWO = [["1", "Camille", "1 (2)", "½"], ["2", "Maxime", "0 (1)", "½"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_second_row_has_a_band(theme: ThemeName) -> None:
    image = draw(table(TWO), theme)
    x, middle = int(MARGIN + 18), MARGIN + HEAD + ROW / 2
    ground = image.getpixel((x, int(middle + ROW)))
    assert image.getpixel((x, int(middle + 2 * ROW))) != ground
    assert ground == THEMES[theme].panel


def test_a_row_more_makes_it_higher() -> None:
    one, two = draw(table(TWO[:1])), draw(table(TWO))
    assert one.width == two.width == int(ACROSS)
    assert two.height - one.height == int(ROW)


def test_it_is_told_in_words_and_small() -> None:
    made = grid(table(TWO))
    assert made.alt == "Cup. Valmy, round 2. 1. Camille. 2. Maxime."
    assert len(made.data) < 100_000


def test_long_names_and_many_columns_fit() -> None:
    name = "Élisabeth-Philippine-Marie-Hélène of a house with a long name, whose titles fill a line"
    drawn = draw(table([["1", name, *["½ (12)"] * 12]] * 64, columns=12))
    assert drawn.getpixel((int(ACROSS) - 12, 200)) is not None


@pytest.mark.parametrize("rows", [[], TWO * 33, [TWO[0][:3]], [["1", "Camille", *["½ (12)"] * 30]]])
def test_what_has_no_room_is_refused(rows: list[list[str]]) -> None:
    columns = 30 if rows and len(rows[0]) == 32 else 2
    with pytest.raises(RenderError, match="A table has"):
        draw(table(rows, columns))
