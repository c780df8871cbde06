"""The sides' colours and signs. They are the same by day and by night, as counters are."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_, Plural
from data.levee.schema import Army, Colour, Kit, Marker, Unit
from render.paper import blend
from render.parts.arrows import Style
from render.parts.figures import Headgear
from render.theme import Livery, Rgb, Theme

ARMIES: dict[Army, Livery] = {
    "britain": Livery((184, 52, 40), (255, 250, 240), "vertical"),
    "prussia": Livery((31, 45, 72), (255, 250, 240), "cross"),
    "austria": Livery((238, 190, 60), (30, 22, 12), "dots"),
    "piedmont": Livery((124, 184, 220), (18, 28, 44), "horizontal"),
    "vendee": Livery((250, 247, 238), (40, 62, 40), "plain"),
}

KIT: dict[Kit, Livery] = {
    "spain": Livery((214, 108, 30), (34, 16, 6), "chevron"),
    "suvorov": Livery((20, 76, 48), (255, 250, 240), "diagonal"),
    "korsakov": Livery((142, 196, 152), (14, 34, 20), "counter"),
    "support": Livery((196, 120, 168), (30, 6, 24), "dots"),
}
"""Units of the Expansion Kit, which stand beside those of the track that they share."""
UNITS: Mapping[Unit, Livery] = dict([*ARMIES.items(), *KIT.items()])

FIGURES: dict[Unit, Headgear] = {
    "britain": "bearskin",
    "prussia": "mitre",
    "austria": "casque",
    "piedmont": "tricorne",
    "vendee": "round hat",
    "spain": "bicorne",
    "suvorov": "crest",
    "korsakov": "crest",
    "support": "bearskin",
}
"""The soldiers of each power."""

DECKS: dict[Colour, Livery] = {
    "blue": Livery((38, 84, 148), (255, 255, 255), "horizontal"),
    "white": Livery((252, 250, 244), (40, 30, 24), "plain"),
    "red": Livery((186, 40, 40), (255, 255, 255), "vertical"),
}

DECK_NAMES: Mapping[Colour, N_] = {
    "blue": N_("blue deck"),
    "white": N_("white deck"),
    "red": N_("red deck"),
}
COMING: Mapping[Colour, Plural] = {
    "blue": Plural("Blue: {n} left", "Blue: {n} left"),
    "white": Plural("White: {n} left", "White: {n} left"),
    "red": Plural("Red: {n} left", "Red: {n} left"),
}
NONE_LEFT: Mapping[Colour, N_] = {
    "blue": N_("Blue: none left"),
    "white": N_("White: none left"),
    "red": N_("Red: none left"),
}
PILES: Mapping[Colour | None, Plural] = {
    None: Plural("The Draw Pile has {n} card left.", "The Draw Pile has {n} cards left."),
    "blue": Plural("The blue deck has {n} card left.", "The blue deck has {n} cards left."),
    "white": Plural("The white deck has {n} card left.", "The white deck has {n} cards left."),
    "red": Plural("The red deck has {n} card left.", "The red deck has {n} cards left."),
}

MARKERS: dict[Marker, Livery] = {
    "monarchy": Livery((250, 247, 238), (40, 30, 24), "plain"),
    "despotism": Livery((52, 44, 44), (255, 250, 240), "cross"),
    "republic": Livery((38, 84, 148), (255, 255, 255), "horizontal"),
}

MARKER_NAMES: Mapping[Marker, N_] = {
    "monarchy": N_("Monarchy"),
    "despotism": N_("Despotism"),
    "republic": N_("Republic"),
}
REIGNS: Mapping[Marker | None, N_] = {
    None: N_("Nobody reigns"),
    "monarchy": N_("Monarchy reigns"),
    "despotism": N_("Despotism reigns"),
    "republic": N_("Republic reigns"),
}


def moved(theme: Theme, size: float) -> Style:
    """The arrow of a move, in the one colour of changes."""
    return Style(theme.accent, theme.accent_edge, 11, 9, 26, 17, 4, size)


def trace(livery: Livery, theme: Theme) -> Rgb:
    """The colour of a side's lines on the paper of a theme: dark ones are lightened at night."""
    if theme.name == "dark" and sum(livery.fill) < 260:
        return blend(livery.fill, (205, 220, 255), 0.5)
    return livery.fill
