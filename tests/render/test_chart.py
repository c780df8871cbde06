"""The chart of a simulation: its size follows from its bars, their length from the counts."""

from __future__ import annotations

import pytest
from PIL import Image

from render.errors import RenderError
from render.reports.chart import LABELS, MARGIN, SHEET, chart
from render.theme import THEMES

BARS = [("Blue", 10, "10"), ("White", 20, "20"), ("Red", 0, "0")]


def lengths(image: Image.Image, theme: str = "light") -> list[int]:
    """Lengths in pixels of the runs of bar colour, in the order in which they are met from the top."""
    colour = THEMES[theme].road  # type: ignore[index]
    found: list[int] = []
    before = 0
    for y in range(image.height):
        run = sum(image.getpixel((x, y)) == colour for x in range(int(MARGIN + LABELS), image.width))
        if run and not before:
            found.append(run)
        before = run
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_bars_are_as_long_as_their_counts(theme: str) -> None:
    image = chart("Title", "caption", [("Losses", BARS)], theme, width=int(SHEET))  # type: ignore[arg-type]
    blue, white = lengths(image, theme)
    assert white == pytest.approx(2 * blue, abs=4)


def test_height_grows_with_the_bars() -> None:
    one = chart("Title", "caption", [("Losses", BARS)])
    two = chart("Title", "caption", [("Losses", BARS), ("Losses", BARS)])
    assert (one.width, two.width) == (1200, 1200)
    assert two.height > one.height


def test_all_counts_may_be_nought() -> None:
    assert lengths(chart("Title", "caption", [("Losses", [("Blue", 0, "0")])])) == []


@pytest.mark.parametrize("width", [99, 4001])
def test_a_width_out_of_reason(width: int) -> None:
    with pytest.raises(RenderError, match=str(width)):
        chart("Title", "caption", [("Losses", BARS)], width=width)


@pytest.mark.parametrize("panels", [[], [("Losses", [])]])
def test_a_chart_without_bars(panels: list[tuple[str, list[tuple[str, int, str]]]]) -> None:
    with pytest.raises(RenderError):
        chart("Title", "caption", panels)


def test_an_unknown_theme() -> None:
    with pytest.raises(RenderError, match="sepia"):
        chart("Title", "caption", [("Losses", BARS)], "sepia")  # type: ignore[arg-type]
