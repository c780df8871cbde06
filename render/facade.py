"""The common way to a picture of every title."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec
from PIL import Image

from data.games import games, half
from data.told import told
from render.battle import Battle
from render.encode import Format, encode
from render.errors import RenderError, drawing
from render.numbers import SHEET, numbered
from render.pen import Point
from render.theme import Livery, Theme, ThemeName, palette
from render.tints import tints

BUDGET = 400 * 1024
FINE = 4
"""Decimals of a place on a picture."""

Outline: TypeAlias = tuple[Point, ...]
"""A place on a picture, in shares of its width and height."""


class Picture(msgspec.Struct, frozen=True):
    """An encoded picture; `suffix` is that of a file, with its dot."""

    data: bytes
    width: int
    height: int
    alt: str
    suffix: str
    spots: Mapping[str, Outline] = {}
    """The offered places that are on it, in the order of their numbers."""


def encoded(
    image: Image.Image,
    words: str,
    budget: int = BUDGET,
    format: Format = "png",
    *,
    colours: int | None = None,
) -> Picture:
    """An image with its words, at most `budget` bytes.

    :param colours: the most that a PNG has; without it they are chosen as for a map.
    :raises RenderError: not even the smallest fits.
    """
    if colours is not None and format == "png":
        image = image.quantize(palette=tints(image, colours), dither=Image.Dither.NONE).convert("RGB")
    made = encode(image, budget, format)
    return Picture(made.data, made.width, made.height, words, f".{made.format}")


class CloseUp(NamedTuple):
    """The content of a picture besides the whole map."""

    around: str | None = None
    """The area in the middle of a close-up."""
    reach: tuple[tuple[str, str], ...] = ()
    """Areas to be ringed, each with a short text: the cost to go there."""
    sheet: str | None = None
    """Another sheet than the default one, by the title's own word for it."""
    battle: Battle | None = None
    """A battle there, drawn below the ground."""
    moves: tuple[Any, ...] = ()
    """Possible further moves, as the title's moves, beside those that were made."""
    offered: tuple[str, ...] = ()
    """Places among which a seat chooses; those that are on the picture are numbered in this order."""


WHOLE = CloseUp()


class Artist(msgspec.Struct, frozen=True):
    """The functions that draw and describe one title. Views, packs and moves are the title's own types."""

    draw: Callable[..., Image.Image]
    alt: Callable[..., str]
    spots: Callable[[Any, Any, Sequence[Any], CloseUp], Mapping[str, Sequence[Point]]] | None = None
    """The outlines of the offered places that are on a picture, in units of a sheet 1600 across; of a view, a
    pack, moves and the content."""
    close_ups: bool = False
    """Whether `draw` takes `around` and `reach`."""
    battles: bool = False
    """Whether `draw` takes `battle`."""
    key: Callable[[Any, Theme, int], tuple[Image.Image, str]] | None = None
    """Draws all signs of the map with their meanings: of a pack, in a theme, at a width in pixels."""
    sheets: tuple[str, ...] = ()
    """The other sheets beside the default; where there is any, `draw` takes `sheet`."""
    still: str | None = None
    """The sheet that has the same ground through a whole game, if the default does not."""
    scale: float = 1.0
    """How much larger the sheet `still` has to be drawn, so that its counters can be read on a page."""
    seats: Mapping[str, Livery] = {}
    """The colours of the seats in reports; those that it does not have get one."""


def artist_of(title_id: str) -> Artist:
    """The artist of a title.

    :raises RenderError: there is no such title.
    """
    if title_id not in games():
        raise RenderError(f"There is no map of {title_id}; there is one of {', '.join(games())}")
    artist: Artist = half(title_id, "render")
    return artist


def picture(
    title_id: str,
    view: Any,
    pack: Any,
    moves: Sequence[Any] = (),
    theme: ThemeName = "light",
    *,
    width: int = 1600,
    budget: int = BUDGET,
    format: Format = "png",
    close: CloseUp = WHOLE,
) -> Picture:
    """Draw and encode a view, at most `budget` bytes.

    :raises RenderError: it can't be drawn: title or theme unknown, width out of range, budget impossible,
        a file missing, a fault of the artist's.
    """
    artist, pack = artist_of(title_id), told(pack)
    palette(theme, width, "A map")
    if close._replace(sheet=None, battle=None, offered=()) != WHOLE and not artist.close_ups:
        raise RenderError(f"There are no close-ups of the map of {title_id}")
    closer: dict[str, Any] = {"around": close.around, "reach": dict(close.reach)} if artist.close_ups else {}
    if close.sheet is not None and close.sheet not in artist.sheets:
        known = ", ".join(("map", *artist.sheets))
        raise RenderError(f"There is no sheet {close.sheet} of {title_id}; there is {known}")
    if artist.sheets:
        closer["sheet"] = close.sheet
    fought = {"battle": close.battle} if artist.battles else {}
    with drawing(f"The map of {title_id}"):
        drawn = artist.draw(view, pack, moves=moves, theme=theme, width=width, **closer, **fought)
        words = close.battle.words if close.battle else artist.alt(view, pack, moves=moves, **closer)
        if not (close.offered and artist.spots):
            return encoded(drawn, words, budget, format)
        spots = artist.spots(view, pack, moves, close)
        numbered(drawn, spots.values(), palette(theme, width, "A map"))
        made = encoded(drawn, words, budget, format)
        high = SHEET * drawn.height / drawn.width
        return msgspec.structs.replace(
            made, spots={place: _shares(outline, high) for place, outline in spots.items()}
        )


def _shares(outline: Sequence[Point], high: float) -> Outline:
    return tuple((round(x / SHEET, FINE), round(y / high, FINE)) for x, y in outline)


def has_key(title_id: str) -> bool:
    """Whether the signs of a title's map have a sheet of their own, since its map has little room."""
    return artist_of(title_id).key is not None


def key(title_id: str, pack: Any, theme: ThemeName = "light", *, width: int = 1600) -> Picture:
    """The key to a map on a sheet of its own.

    :raises RenderError: as for a picture; there is no such sheet.
    """
    artist, colours = artist_of(title_id), palette(theme, width, "A key")
    if artist.key is None:
        raise RenderError(f"The key of {title_id} is on its map")
    with drawing(f"The key of {title_id}"):
        drawn, words = artist.key(told(pack), colours, width)
        return encoded(drawn, words)
