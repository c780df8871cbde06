"""The key on a sheet of its own: spaces, markers and the soldiers of each power."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from PIL import Image

from data.catalogue import _
from data.levee.schema import COLOURS, Border, Pack, Shape
from render.geo import dense
from render.levee import counters
from render.levee.ground import space
from render.levee.liveries import DECK_NAMES, MARKER_NAMES, MARKERS, moved
from render.parts import arrows
from render.parts.key_sheet import Part, draw
from render.parts.keys import Entry, sprite
from render.pen import Pen, Point
from render.theme import Theme

FULL, SMALL = 74.0, 0.35
"""Side of a counter that has all its details, and the factor by which the key shrinks it."""


def sheet(pack: Pack, theme: Theme, width: int) -> tuple[Image.Image, str]:
    """All signs of the map on a sheet `width` pixels wide, and their meanings in words."""
    tracks, kit = pack.board.track, pack.board.unit or ()
    soldiers = [
        _sprite(track.short, partial(counters.army, track.army, track.letter, track.battle_value))
        for track in tracks
    ]
    soldiers += [
        _sprite(
            each.short,
            partial(counters.army, each.id, each.letter, each.battle_value, stationary=each.stationary),
        )
        for each in kit
    ]
    usual = partial(counters.army, "austria", "Au", 4)
    states = [(_("turned back by a card"), partial(usual, rotated=True))]
    if kit:
        states += [
            (_("disorganized"), partial(usual, condition=1)),
            (_("routed"), partial(usual, condition=2)),
            (_("led by Napoleon"), partial(usual, napoleon=True)),
            (_("stationary"), partial(usual, stationary=True)),
        ]
    parts = [
        Part(_("Spaces and moves"), _spaces()),
        Part(_("Armies and their soldiers"), [*soldiers, *(_sprite(*state) for state in states)]),
        Part(_("Markers"), _markers()),
    ]
    return draw(_("Key to the map"), parts, theme, width)


def _sprite(words: str, make: Callable[..., Image.Image], full: float = FULL) -> Entry:
    return sprite(words, partial(make, side=full), SMALL * FULL / full)


def _spaces() -> list[Entry]:
    shapes: tuple[tuple[Shape, Border | None, str], ...] = (
        ("start", None, _("start of an Army")),
        ("round", None, _("space abroad")),
        ("square", None, _("space in France")),
        ("square", "red", _("enemy there: −3 VP")),
        ("square", "orange", _("enemy there: −1 VP")),
    )
    return [
        *(Entry(partial(_space, shape=shape, border=border), words) for shape, border, words in shapes),
        Entry(_number, _("boxes to Paris")),
        Entry(_arrow, _("moved this turn")),
        Entry(partial(_ring, broken=False), _("came this turn")),
        Entry(partial(_ring, broken=True), _("left this turn")),
    ]


def _space(pen: Pen, at: Point, theme: Theme, *, shape: Shape, border: Border | None) -> None:
    space(pen, at, 11, shape, border, line=theme.faded, theme=theme)


def _number(pen: Pen, at: Point, theme: Theme) -> None:
    pen.text(at, "3", "bold", 24, theme.number)


def _arrow(pen: Pen, at: Point, theme: Theme) -> None:
    arrows.draw(pen, dense([(at[0] - 20, at[1]), (at[0] + 20, at[1])], 2), moved(theme, 0.4))


def _ring(pen: Pen, at: Point, theme: Theme, *, broken: bool) -> None:
    turns = [n * math.pi / 60 for n in range(121)]
    ring = [(at[0] + 11 * math.cos(turn), at[1] + 11 * math.sin(turn)) for turn in turns]
    if broken:
        pen.dashes(ring, theme.accent, 3.4, 8, 6)
    else:
        pen.line(ring, theme.accent, 3.4)


def _markers() -> list[Entry]:
    return [
        _sprite(_("Liberation"), counters.liberation),
        _sprite(_("not yet in play"), partial(counters.liberation, faint=True)),
        _sprite(_("spent"), partial(counters.liberation, spent=True)),
        _sprite(_("Disorder"), counters.disorder),
        _sprite(_("French Army"), partial(counters.french, "+1"), 62),
        *(_sprite(str(MARKER_NAMES[marker]), partial(counters.political, marker), 44) for marker in MARKERS),
        *(_sprite(str(DECK_NAMES[colour]), partial(counters.pack_of, colour), 42) for colour in COLOURS),
    ]
