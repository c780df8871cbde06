"""The nations' colours, the country's tints, and the arrows of each manner of moving."""

from __future__ import annotations

from data.grande_armee.schema import Nation, Side
from render.grande_armee.moves import AHEAD, Manner
from render.parts.arrows import Style
from render.parts.counters import BLACK, BONE, Dress
from render.theme import Rgb, Theme, ThemeName

DRESS: dict[Nation, Dress] = {
    "french": Dress((32, 70, 140), BONE, "plain", "F"),
    "austrian": Dress((246, 240, 222), BLACK, "plain", "A"),
    "prussian": Dress((66, 64, 70), BONE, "plain", "P"),
    "russian": Dress((46, 104, 62), BONE, "plain", "R"),
}
"""The coats of the time: blue, white, the dark blue of Prussia taken darker still, green."""
ARROWS: dict[ThemeName, dict[Side, Rgb]] = {
    "light": {"french": (30, 66, 150), "allied": (176, 30, 36)},
    "dark": {"french": (112, 160, 240), "allied": (240, 92, 84)},
}
_PRUSSIAN: dict[ThemeName, Rgb] = {"light": (70, 96, 140), "dark": (110, 140, 200)}
_HESSIAN: dict[ThemeName, Rgb] = {"light": (150, 84, 120), "dark": (196, 120, 160)}
_BAVARIAN: dict[ThemeName, Rgb] = {"light": (96, 170, 206), "dark": (120, 190, 220)}
BANDS: dict[str, dict[ThemeName, Rgb]] = {
    "austria": {"light": (214, 150, 40), "dark": (216, 160, 70)},
    "saxony": {"light": (84, 140, 84), "dark": (110, 176, 110)},
    "thuringia": {"light": (190, 120, 80), "dark": (220, 150, 110)},
    "bayreuth-french": {"light": (40, 80, 190), "dark": (90, 130, 240)},
    **dict.fromkeys(("prussia", "bayreuth", "ansbach"), _PRUSSIAN),
    **dict.fromkeys(("hesse", "westphalia"), _HESSIAN),
    **dict.fromkeys(("tyrol", "ansbach-bavarian"), _BAVARIAN),
}
"""The washes along the frontiers, as hand-coloured maps had them; of other lands they are grey."""


def style(manner: Manner, ink: Rgb, theme: Theme, size: float) -> Style:
    """The arrow of a manner: a full line is a march, two heads a forced one, a broken line a retreat.

    A march still to be made is hollow; one of several turns is broken besides.
    """
    edge = theme.accent_edge if theme.name == "dark" else BONE
    heads = 2 if manner in ("forced", "rolled") else 1
    inks = (edge, ink) if manner in AHEAD else (ink, edge)
    return Style(*inks, broken=manner in ("retreat", "ordered"), heads=heads, size=size)
