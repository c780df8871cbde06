"""Who sees no red or no green still tells the sides apart, and who sees no colour has a sign."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations

import pytest

from render.levee.liveries import ARMIES, DECKS, KIT, MARKERS, trace
from render.theme import DARK, LIGHT, Livery, Rgb, Theme
from tests.levee.render.samples import PACK

Matrix = tuple[tuple[float, float, float], ...]

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
SIGHTS: dict[str, Matrix] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

TO_XYZ: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)
WELL_APART = 20.0
"""CIE 1976 difference; 2.3 is just noticeable."""


def linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def times(matrix: Matrix, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def lab(colour: Rgb, sight: Matrix) -> tuple[float, float, float]:
    seen = tuple(min(1.0, max(0.0, value)) for value in times(sight, tuple(map(linear, colour))))
    x, y, z = (
        ratio ** (1 / 3) if ratio > 0.008856 else 7.787 * ratio + 16 / 116
        for ratio in (value / white for value, white in zip(times(TO_XYZ, seen), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Rgb, two: Rgb, sight: Matrix = SIGHTS["full"]) -> float:
    return math.dist(lab(one, sight), lab(two, sight))


def luminance(colour: Rgb) -> float:
    return times(TO_XYZ, tuple(map(linear, colour)))[1]


def contrast(one: Rgb, two: Rgb) -> float:
    """Contrast ratio as WCAG 2 defines it."""
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("liveries", [ARMIES, KIT, DECKS, MARKERS], ids=["armies", "kit", "decks", "markers"])
def test_sides_differ_in_every_sight(liveries: Mapping[str, Livery], sight: str) -> None:
    for one, two in combinations(liveries, 2):
        apart = difference(liveries[one].fill, liveries[two].fill, SIGHTS[sight])
        assert apart > WELL_APART, (one, two)


@pytest.mark.parametrize("liveries", [ARMIES, KIT, DECKS, MARKERS], ids=["armies", "kit", "decks", "markers"])
def test_every_side_has_a_hatch_of_its_own(liveries: Mapping[str, Livery]) -> None:
    hatches = [livery.tincture for livery in liveries.values()]
    assert len(set(hatches)) == len(hatches)


@pytest.mark.parametrize("liveries", [ARMIES, KIT, DECKS, MARKERS], ids=["armies", "kit", "decks", "markers"])
def test_letters_stand_out_from_their_counter(liveries: Mapping[str, Livery]) -> None:
    for side, livery in liveries.items():
        assert contrast(livery.fill, livery.ink) >= 4.5, side


def test_every_army_has_letters_of_its_own() -> None:
    letters = [track.letter for track in PACK.board.track]
    assert len(set(letters)) == len(letters) == 5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_text_stands_out_from_its_ground(theme: Theme) -> None:
    for ground in (theme.paper, theme.panel, theme.land, theme.home, theme.disc):
        assert contrast(theme.ink, ground) >= 7
    assert contrast(theme.number, theme.home) >= 4.5


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_arrows_stand_out_from_the_land(theme: Theme, sight: str) -> None:
    assert difference(theme.accent, theme.home, SIGHTS[sight]) > WELL_APART
    assert contrast(theme.accent, theme.home) >= 3


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_roads_stand_out_from_their_edges(theme: Theme) -> None:
    for army, livery in ARMIES.items():
        assert difference(trace(livery, theme), theme.home) > 10, army
