"""Two palettes: paper by day, paper by candlelight.

Hues follow Okabe and Ito's advice for colour-blind readers and differ in lightness as well; no fact is
shown by hue alone (`Tincture` gives every colour its engraver's hatch).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from render.errors import RenderError

ThemeName = Literal["light", "dark"]
Rgb = tuple[int, int, int]
Tincture = Literal["plain", "horizontal", "vertical", "diagonal", "counter", "cross", "dots", "chevron"]


class Livery(msgspec.Struct, frozen=True):
    """A side's colour, the ink that reads on it, and its hatch in the engravers' heraldic code."""

    fill: Rgb
    ink: Rgb
    tincture: Tincture


class Theme(msgspec.Struct, frozen=True):
    """Colours of one theme, RGB 0..255."""

    name: ThemeName
    paper: Rgb
    panel: Rgb
    sea: Rgb
    land: Rgb
    home: Rgb
    """The land of the game's subject: France."""
    home_edge: Rgb
    ink: Rgb
    faded: Rgb
    """Ink of ornaments: hachures, rivers, mountains, lettering of countries."""
    water: Rgb
    """Ink of coasts' hachures and rivers."""
    road: Rgb
    disc: Rgb
    accent: Rgb
    """Changes: arrows."""
    accent_edge: Rgb
    red: Rgb
    orange: Rgb
    number: Rgb
    """Ink of the numbers of spaces."""


LIGHT = Theme(
    name="light",
    paper=(239, 226, 196),
    panel=(247, 238, 215),
    sea=(222, 219, 196),
    land=(243, 232, 206),
    home=(249, 236, 205),
    home_edge=(226, 178, 140),
    ink=(43, 32, 24),
    faded=(139, 119, 92),
    water=(112, 128, 126),
    road=(92, 72, 50),
    disc=(253, 247, 230),
    accent=(150, 24, 90),
    accent_edge=(253, 247, 230),
    red=(178, 34, 34),
    orange=(217, 119, 6),
    number=(130, 60, 20),
)

DARK = Theme(
    name="dark",
    paper=(30, 28, 30),
    panel=(40, 38, 40),
    sea=(22, 30, 38),
    land=(46, 42, 40),
    home=(62, 54, 46),
    home_edge=(126, 88, 58),
    ink=(240, 228, 200),
    faded=(140, 124, 100),
    water=(84, 110, 124),
    road=(190, 168, 128),
    disc=(78, 68, 58),
    accent=(255, 140, 200),
    accent_edge=(24, 18, 22),
    red=(238, 92, 76),
    orange=(246, 166, 60),
    number=(255, 190, 110),
)

THEMES: dict[ThemeName, Theme] = {"light": LIGHT, "dark": DARK}


def palette(name: ThemeName, width: int, what: str) -> Theme:
    """The theme of a picture that is to be `width` pixels wide.

    :raises RenderError: there is no such theme, or the width is out of range.
    """
    if name not in THEMES:
        raise RenderError(f"There is no theme {name}; there are {' and '.join(THEMES)}")
    if not 100 <= width <= 4000:
        raise RenderError(f"{what} is 100 to 4000 pixels wide, not {width}")
    return THEMES[name]
