"""The sheet of a game in hindsight."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from PIL import Image

import render
from render import Course, Hindsight, Moment, RenderError, hindsight
from render.reports.review import STEPS, _smooth, draw, percent
from render.theme import Livery

BLUE = Livery((36, 66, 136), (255, 250, 240), "horizontal")
RED = Livery((186, 38, 40), (255, 250, 240), "vertical")


def shown(sides: Sequence[Course], moments: Sequence[Moment] = ()) -> Hindsight:
    return Hindsight(
        title="The French win on points",
        subtitle="A game in hindsight",
        sides=sides,
        turns=range(1, len(sides[0].chances)),
        moments=moments,
        moments_name="The dearest decisions",
    )


def duel(luck: bool = True) -> list[Course]:
    chances = (0.5, 0.7, 0.4, 1.0)
    return [
        Course("French", chances, (0.05, -0.1, 0.0) if luck else (), BLUE),
        Course("Allies", [1 - each for each in chances], (-0.05, 0.1, 0.0) if luck else (), RED),
    ]


MOMENTS = (Moment(0, 1.5, "−8%", "Turn 2"), Moment(1, 1.6, "−3%", "Turn 2"))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1600])
def test_it_is_as_wide_as_it_is_asked_to_be(theme: render.ThemeName, width: int) -> None:
    picture = hindsight(shown(duel(), MOMENTS), theme, width=width)
    assert picture.width == width
    with Image.open(io.BytesIO(picture.data)) as image:
        assert image.size == (picture.width, picture.height)


def test_the_sides_areas_share_the_plot_as_their_chances_do() -> None:
    image = draw(shown(duel()))
    middle = [image.getpixel((590, y)) for y in range(300, 900, 3)]
    blue = sum(pixel[2] > pixel[0] + 40 for pixel in middle if isinstance(pixel, tuple))
    red = sum(pixel[0] > pixel[2] + 40 for pixel in middle if isinstance(pixel, tuple))
    assert blue > 1.5 * red > 0


def test_a_curve_goes_through_its_values_and_never_beyond_two_of_them() -> None:
    values = [0.5, 0.5, 0.9, 0.1, 0.2, 1.0]
    curve = _smooth(values)
    assert curve[::STEPS] == values
    for place in range(len(values) - 1):
        low, high = sorted(values[place : place + 2])
        part = curve[place * STEPS : (place + 1) * STEPS]
        assert all(low - 1e-9 <= each <= high + 1e-9 for each in part)
    assert _smooth([0.2, 0.6])[-1] == 0.6
    assert _smooth([0.3]) == [0.3]


@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_there_is_room_for_one_to_six_sides_with_and_without_luck(count: int) -> None:
    for luck in ((), (0.1, -0.2)):
        sides = [Course(f"Side {number}", [1 / count] * 3, luck) for number in range(count)]
        assert draw(shown(sides), width=400).width == 400
    with pytest.raises(RenderError):
        draw(shown([Course("Side", [0.1, 0.2])] * 7))


def test_a_game_that_has_just_begun_has_a_sheet_too() -> None:
    picture = hindsight(shown([Course("France", [0.5])]), width=300)
    assert picture.width == 300
    assert "The chance of France goes from 50% to 50%." in picture.alt


def test_moments_at_the_edges_and_over_one_another_stay_on_the_sheet() -> None:
    moments = [Moment(0, at, "−1%", "Turn 1") for at in (0.0, 0.01, 0.02, 2.99, 3.0)]
    assert draw(shown(duel(), moments), width=500).width == 500
    with pytest.raises(RenderError):
        draw(shown(duel(), [*moments, *moments]))


def test_it_is_told_in_words() -> None:
    alt = hindsight(shown(duel(), MOMENTS)).alt
    assert alt.startswith(
        "The French win on points. A game in hindsight. 1: French, Turn 2, −8%. 2: Allies, "
    )
    assert "The chance of French goes from 50% to 100%. The dice brought French −5%." in alt


def test_a_difference_has_its_sign() -> None:
    assert [percent(each) for each in (-0.084, 0.0, 0.004, 0.3)] == ["−8%", "±0%", "±0%", "+30%"]
