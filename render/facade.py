"""One way to a picture for every title."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from PIL import Image

from render import levee
from render.encode import Format, encode
from render.errors import RenderError
from render.theme import THEMES, ThemeName

BUDGET = 400 * 1024


class Picture(msgspec.Struct, frozen=True):
    """An encoded picture; `suffix` is that of a file, with its dot."""

    data: bytes
    width: int
    height: int
    alt: str
    suffix: str


class Artist(msgspec.Struct, frozen=True):
    """How one title is drawn and described. Views, packs and moves are the title's own types."""

    draw: Callable[..., Image.Image]
    alt: Callable[..., str]


ARTISTS: dict[str, Artist] = {"levee": Artist(levee.draw, levee.alt)}


def register(title_id: str, artist: Artist) -> None:
    """Add the artist of a title from elsewhere; what is there stays.

    :raises ValueError: the title has another one.
    """
    if ARTISTS.setdefault(title_id, artist) != artist:
        raise ValueError(f"{title_id} is drawn by another artist already")


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
) -> Picture:
    """Draw and encode a view, at most `budget` bytes.

    :raises RenderError: title or theme unknown, width out of reason, budget impossible, a file missing.
    """
    artist = ARTISTS.get(title_id)
    if artist is None:
        raise RenderError(f"There is no map of {title_id}; there is one of {', '.join(ARTISTS)}")
    if theme not in THEMES:
        raise RenderError(f"There is no theme {theme}; there are {' and '.join(THEMES)}")
    if not 100 <= width <= 4000:
        raise RenderError(f"A map is 100 to 4000 pixels wide, not {width}")
    encoded = encode(artist.draw(view, pack, moves=moves, theme=theme, width=width), budget, format)
    return Picture(
        data=encoded.data,
        width=encoded.width,
        height=encoded.height,
        alt=artist.alt(view, pack, moves=moves),
        suffix=f".{encoded.format}",
    )
