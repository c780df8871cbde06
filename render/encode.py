"""An image as bytes that keep a budget: fewer colours or less quality first, then a smaller picture."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Literal

import msgspec
from PIL import Image

from render.errors import RenderError
from render.tints import map_tints

Format = Literal["png", "webp"]

COLOURS = (256, 128, 64, 32)
QUALITIES = (88, 80, 70, 55)
SHRINK = 0.8
SMALLEST = 8


class Encoded(msgspec.Struct, frozen=True):
    """An encoded picture and the size it came out at, in pixels."""

    data: bytes
    width: int
    height: int
    format: Format


def encode(image: Image.Image, budget: int, format: Format = "png") -> Encoded:
    """The best picture of at most `budget` bytes that the ladder has.

    :raises RenderError: not even the smallest fits.
    """
    for scaled in _sizes(image):
        for data in _rungs(scaled, format):
            if len(data) <= budget:
                return Encoded(data, scaled.width, scaled.height, format)
    raise RenderError(f"No picture fits into {budget} bytes")


def _sizes(image: Image.Image) -> Iterator[Image.Image]:
    width, height = image.size
    yield image
    while width * SHRINK >= SMALLEST and height * SHRINK >= SMALLEST:
        width, height = int(width * SHRINK), int(height * SHRINK)
        yield image.resize((width, height), Image.Resampling.LANCZOS)


def _rungs(image: Image.Image, format: Format) -> Iterator[bytes]:
    if format == "png":
        for colours in COLOURS:
            yield png(image, colours)
    else:
        for quality in QUALITIES:
            yield webp(image, quality)


def png(image: Image.Image, colours: int = 256) -> bytes:
    """A palette PNG. Dithering is off: it would cost bytes and speckle the flat tints."""
    stream = io.BytesIO()
    mapped = image.quantize(palette=map_tints(image, colours), dither=Image.Dither.NONE)
    mapped.save(stream, "PNG", compress_level=6)
    return stream.getvalue()


def webp(image: Image.Image, quality: int) -> bytes:
    """A lossy WebP."""
    stream = io.BytesIO()
    image.save(stream, "WEBP", quality=quality, method=2)
    return stream.getvalue()
