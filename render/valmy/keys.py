"""The key on a sheet of its own: the map, units and leaders, the soldiers of each nation."""

from __future__ import annotations

from functools import partial

from PIL import Image

from data.catalogue import N_, _
from data.valmy.schema import Army, Nation, Pack
from data.valmy.tables import Arm
from render.parts.figures import figure
from render.parts.flags import GOLD, flag
from render.parts.key_sheet import Part, draw
from render.parts.keys import Entry, sprite
from render.pen import Pen, Point
from render.theme import Theme
from render.valmy import board, counters
from render.valmy.counters import outline
from render.valmy.liveries import DRESS, HEADGEAR
from render.valmy.panels import key_to_map

FULL = 84.0
"""Side of a unit that has all its details."""
POSITIONS = (("M", N_("fights in Main")), ("F", N_("fights on a flank")), ("S", N_("skirmishes")))
ARMS: tuple[tuple[Arm, N_], ...] = (("infantry", N_("foot")), ("cavalry", N_("horse")))
SOLDIERS: dict[Nation, N_] = {
    "french": N_("French"),
    "prussian": N_("Prussians"),
    "austrian": N_("Austrians"),
}
ARMIES: dict[Army, N_] = {
    "adn": N_("Armée du Nord"),
    "adc": N_("Armée du Centre"),
    "allied": N_("Allied army"),
}


def sheet(pack: Pack, theme: Theme, width: int) -> tuple[Image.Image, str]:
    """All signs of the map and of the battle board, `width` pixels wide, and their meanings in words."""
    country = key_to_map((0, 0, 0, 0), theme).entries
    parts = [
        Part(_("The map"), country),
        Part(_("Armies and their soldiers"), [*_armies(), *_nations()]),
        Part(_("Units and leaders in battle"), _units()),
    ]
    return draw(_("Key to the map"), parts, theme, width)


def _armies() -> list[Entry]:
    return [Entry(partial(_army, army=army), str(words)) for army, words in ARMIES.items()]


def _army(pen: Pen, at: Point, theme: Theme, *, army: Army) -> None:
    shape = [(at[0] - 18 + x, at[1] - 12 + y) for x, y in outline(army, 37, 25, 0.5)]
    pen.polygon(shape, DRESS[army].fill, theme.ink, 1.6)


def _nations() -> list[Entry]:
    return [Entry(partial(_nation, nation=nation), str(words)) for nation, words in SOLDIERS.items()]


def _nation(pen: Pen, at: Point, theme: Theme, *, nation: Nation) -> None:
    x, y = at
    flag(pen, (x - 22, y - 9, x + 4, y + 9), nation, theme.ink)
    figure(pen, HEADGEAR[nation], (x + 14, y), 26, theme.ink, theme.panel)


def _units() -> list[Entry]:
    foot = board.SAMPLES[0][0]
    samples = [
        *((seen, str(words)) for seen, words in board.SAMPLES),
        (foot._replace(whole=1, steps=1), _("dots: steps left")),
        (foot._replace(band=GOLD), _("band: its command")),
    ]
    return [
        *(Entry(partial(_letters, text=letter), str(words)) for letter, words in POSITIONS),
        *(Entry(partial(_arm, arm=arm), str(words)) for arm, words in ARMS),
        *(
            sprite(words, partial(counters.troops, seen._replace(name=""), side=FULL), 34 / FULL)
            for seen, words in samples
        ),
        Entry(partial(_letters, text="2-8-2"), _("off., command, def.")),
    ]


def _letters(pen: Pen, at: Point, theme: Theme, *, text: str) -> None:
    pen.text(at, text, "bold", 26 if len(text) == 1 else 17, theme.ink)


def _arm(pen: Pen, at: Point, theme: Theme, *, arm: Arm) -> None:
    counters.kind(pen, (at[0] - 14, at[1] - 9, at[0] + 14, at[1] + 9), arm, theme.ink, 1)
