"""The typefaces of the pictures, read from `data/fonts`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

from PIL import ImageFont

from render.errors import RenderError

Role = Literal["title", "text", "bold", "italic"]

FOLDER = Path(__file__).resolve().parent.parent / "data" / "fonts"

FILES: dict[Role, str] = {
    "title": "im-fell-great-primer-sc/IMFellGreatPrimerSC-Regular.ttf",
    "text": "libre-caslon-text/LibreCaslonText-Regular.ttf",
    "bold": "libre-caslon-text/LibreCaslonText-Bold.ttf",
    "italic": "libre-caslon-text/LibreCaslonText-Italic.ttf",
}


@lru_cache(maxsize=256)
def face(role: Role, pixels: int, folder: Path = FOLDER) -> ImageFont.FreeTypeFont:
    """The typeface of a role at a size in pixels.

    :raises RenderError: its file is missing or is no font.
    """
    path = folder / FILES[role]
    try:
        # The basic layout is the same on every machine; the other depends on a library that may be absent.
        return ImageFont.truetype(str(path), max(1, pixels), layout_engine=ImageFont.Layout.BASIC)
    except OSError as error:
        raise RenderError(f"The font {FILES[role]} can't be read from data/fonts: {error}") from error
