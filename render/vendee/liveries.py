"""The sides' and armies' colours, their patterns, and the country's tints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal, Protocol

import msgspec

from data.catalogue import N_
from data.vendee.schema import Armies, Side, Terrain
from render.paper import blend
from render.parts.arrows import Style
from render.parts.counters import BONE, Dress, ink_on
from render.theme import Rgb, Theme, ThemeName
from render.vendee.moves import Manner

Readiness = Literal["fresh", "activated", "routed"]
"""The readiness of combat points and of generals, as views have it."""
READINESS: tuple[Readiness, ...] = ("fresh", "activated", "routed")

BLUE: Rgb = (30, 66, 132)
RED: Rgb = (196, 36, 44)

TINTS: dict[ThemeName, dict[Terrain, Rgb]] = {
    "light": {
        "clear": (250, 240, 206),
        "mixed": (239, 231, 192),
        "bocage": (216, 223, 177),
        "marsh": (203, 221, 208),
    },
    "dark": {
        "clear": (72, 64, 48),
        "mixed": (59, 56, 43),
        "bocage": (44, 55, 40),
        "marsh": (38, 58, 62),
    },
}
MARKS: dict[ThemeName, dict[Terrain, Rgb]] = {
    "light": {
        "clear": (226, 208, 160),
        "mixed": (152, 158, 98),
        "bocage": (158, 174, 116),
        "marsh": (104, 146, 138),
    },
    "dark": {
        "clear": (94, 84, 62),
        "mixed": (96, 98, 62),
        "bocage": (66, 84, 56),
        "marsh": (76, 116, 120),
    },
}
"""Ink of the terrain's signs."""

ARROWS: dict[ThemeName, dict[Side, Rgb]] = {
    "light": {"royalist": RED, "republican": BLUE},
    "dark": {"royalist": (240, 92, 84), "republican": (112, 160, 240)},
}
SIDES: Mapping[Side, N_] = {"royalist": N_("Royalists"), "republican": N_("Republicans")}
INITIATIVE: Mapping[tuple[Side, bool], N_] = {
    ("royalist", False): N_("Royalist initiative"),
    ("royalist", True): N_("Royalist initiative, pre-empted"),
    ("republican", False): N_("Republican initiative"),
    ("republican", True): N_("Republican initiative, pre-empted"),
}
"""The words for the initiative, by the side that has it, and by whether it was pre-empted."""
READY: Mapping[Readiness, N_] = {
    "fresh": N_("ready"),
    "activated": N_("activated"),
    "routed": N_("routed"),
}


class Held(Protocol):
    """Combat points of a kind as a view has them."""

    @property
    def fresh(self) -> int: ...
    @property
    def activated(self) -> int: ...
    @property
    def routed(self) -> int: ...


@lru_cache(maxsize=8)
def _dresses(encoded: bytes) -> dict[str, Dress]:
    armies = msgspec.json.decode(encoded, type=Armies)
    dressed: dict[str, Dress] = {
        army.id: Dress(*_colours(army.colour), army.pattern, army.letter, army.short) for army in armies.army
    }
    for band in armies.band:
        dressed[band.id] = Dress(*_colours(band.colour), "plain", band.letter, band.short)
    return dressed


def dresses(armies: Armies) -> dict[str, Dress]:
    """Dress of each army and band."""
    return _dresses(msgspec.json.encode(armies))


def _colours(code: str) -> tuple[Rgb, Rgb]:
    fill: Rgb = (int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16))
    return fill, ink_on(fill)


def line_of(dress: Dress, theme: ThemeName) -> Rgb:
    """The colour of an army's border on the paper of a theme: dark ones are lightened at night."""
    return blend(dress.fill, BONE, 0.3) if theme == "dark" else dress.fill


def style(manner: Manner, ink: Rgb, theme: Theme, size: float) -> Style:
    """The arrow of a manner: a full line is a march, a broken one a retreat; a rout has two heads."""
    edge = theme.accent_edge if theme.name == "dark" else BONE
    broken, heads = manner in ("retreat", "rout"), 2 if manner == "rout" else 1
    return Style(ink, edge, broken=broken, heads=heads, size=size)


def conditions(held: Held) -> Iterator[tuple[Readiness, int]]:
    """Combat points by their readiness, each a counter of its own."""
    for ready, points in zip(READINESS, (held.fresh, held.activated, held.routed), strict=True):
        if points:
            yield ready, points
