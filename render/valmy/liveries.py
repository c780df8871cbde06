"""The sides' and armies' colours, and the country's tints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from data.catalogue import N_
from data.valmy.schema import FLAG, SIDE, Army, Command, Nation
from data.valmy.tables import Side
from render.parts.arrows import Style
from render.parts.counters import BLACK, BONE, Dress, ink_on
from render.parts.figures import Headgear
from render.parts.flags import BLUE, RED
from render.theme import Rgb, Theme, ThemeName
from render.valmy.moves import Manner

Ground = Literal["clear", "forest"]

DRESS: dict[Army, Dress] = {
    "adn": Dress((30, 66, 132), BONE, "plain", "N"),
    "adc": Dress((158, 196, 232), BLACK, "plain", "C"),
    "allied": Dress((146, 30, 36), BONE, "plain", "A"),
}
"""The book's colours: blue and red, and black letters on the Armée du Centre."""
SIDES: Mapping[Side, N_] = {"french": N_("French"), "allied": N_("Allies")}
INITIATIVE: Mapping[Side, N_] = {"french": N_("French initiative"), "allied": N_("Allied initiative")}
ARMY: dict[Side, Army] = {"french": "adn", "allied": "allied"}
"""The army whose colours stand for a side."""

HEADGEAR: dict[Nation, Headgear] = {"french": "bicorne", "prussian": "mitre", "austrian": "casque"}
"""The hats by which the soldiers of each nation are known."""

TINTS: dict[ThemeName, dict[Ground, Rgb]] = {
    "light": {"clear": (248, 238, 206), "forest": (205, 219, 168)},
    "dark": {"clear": (64, 58, 46), "forest": (42, 58, 40)},
}
MARKS: dict[ThemeName, dict[Ground, Rgb]] = {
    "light": {"clear": (228, 212, 166), "forest": (112, 142, 82)},
    "dark": {"clear": (86, 78, 60), "forest": (84, 112, 70)},
}
"""Ink of the signs of the ground."""
ARROWS: dict[ThemeName, dict[Side, Rgb]] = {
    "light": {"french": BLUE, "allied": RED},
    "dark": {"french": (112, 160, 240), "allied": (240, 92, 84)},
}


def nation(command: Command) -> Nation:
    """The nation of a command's flag."""
    return command.nation or FLAG[SIDE[command.army]]


def band(command: Command) -> tuple[Rgb, Rgb]:
    """The colour of a command's counters, and the ink on it."""
    code = command.colour
    fill: Rgb = (int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16))
    return fill, ink_on(fill)


def style(manner: Manner, ink: Rgb, theme: Theme, size: float) -> Style:
    """The arrow of a manner: a full line is a march, two heads a reaction, a broken line a retreat."""
    edge = theme.accent_edge if theme.name == "dark" else BONE
    heads = 2 if manner == "reaction" else 1
    return Style(ink, edge, broken=manner == "retreat", heads=heads, size=size)
