"""The sheet of results: bars as long as their shares, whiskers round them, and all of it in words."""

from __future__ import annotations

import pytest
from PIL import Image

from render.errors import RenderError
from render.reports.plots import COLOURS, Series
from render.reports.results import ACROSS, LABELS, MARGIN, NOTES, Bar, Bars, Season, draw, results
from render.theme import THEMES, ThemeName

GAME = Bars(
    "Valmy",
    [
        Bar("French", 0.25, 0.1, 0.5, "2 (25%)"),
        Bar("Allies", 0.5, 0.3, 0.8, "4 (50%)"),
        Bar("Nobody", 0.25, 0.1, 0.5, "2 (25%)", side=False),
    ],
)
COURSE = [Series("French", [0.0, 25.0]), Series("Allies", [100.0, 50.0])]


def season(*games: Bars, **changed: object) -> Season:
    """A season's facts."""
    values = {"title": "Results", "caption": "8 campaigns", "games": games or (GAME,)}
    return Season(**values | changed)  # type: ignore[arg-type]


def reach(image: Image.Image, colour: tuple[int, int, int]) -> int:
    """How far the bar of a colour goes, in pixels from where bars begin."""
    first = int(MARGIN + LABELS)
    columns = [
        x
        for x in range(first, int(ACROSS - NOTES))
        if sum(image.getpixel((x, y)) == colour for y in range(0, image.height, 2)) >= 2
    ]
    return max(columns) - first


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_bars_are_as_long_as_their_shares(theme: ThemeName) -> None:
    image = draw(season(), theme)
    whole = ACROSS - 2 * MARGIN - LABELS - NOTES
    french, allies = reach(image, COLOURS[0]), reach(image, COLOURS[1])
    assert allies == pytest.approx(2 * french, abs=6)
    assert french == pytest.approx(whole / 4, abs=8)
    # Games that nobody won have no side's colour.
    assert not any(image.getpixel((int(MARGIN + LABELS) + 20, y)) == COLOURS[2] for y in range(image.height))
    assert image.getpixel((1, 1)) == THEMES[theme].paper


def test_height_grows_with_games_and_course() -> None:
    one, two = draw(season()), draw(season(GAME, GAME))
    courses = draw(season(course=COURSE, course_name="Course", unit="Month"))
    assert one.width == two.width == courses.width == int(ACROSS)
    assert one.height < two.height
    assert one.height < courses.height


def test_a_picture_is_told_in_words() -> None:
    made = results(season(course=COURSE, course_name="Course", unit="Month"))
    assert made.alt == (
        "Results. 8 campaigns. Valmy: French 2 (25%); Allies 4 (50%); Nobody 2 (25%). "
        "French goes from 0 to 25. Allies goes from 100 to 50."
    )
    assert len(made.data) < 200_000


@pytest.mark.parametrize(
    "wrong",
    [
        season(*[GAME] * 9),
        season(Bars("Valmy", list(GAME.bars) * 3)),
        season(Bars("Valmy", [])),
        season(course=COURSE * 4),
    ],
    ids=["games", "bars", "no-bar", "lines"],
)
def test_what_has_no_room_is_refused(wrong: Season) -> None:
    with pytest.raises(RenderError, match="A sheet of results"):
        draw(wrong)
