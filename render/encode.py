"""An image as bytes within a budget: fewer colours or less quality first, then a smaller picture."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Literal

import msgspec
from PIL import Image

from render.errors import RenderError
from render.tints import chosen_for, map_tints

Format = Literal["png", "webp"]

COLOURS = (256, 128, 64, 32)
EFFORTS = (4, 9)
"""How hard a PNG is compressed: in half the default time for a twentieth more bytes, then fully."""
QUALITIES = (88, 80, 70, 55)
SHRINK = 0.8
SMALLEST = 8


class Encoded(msgspec.Struct, frozen=True):
    """An encoded picture and its final size, in pixels."""

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
            mapped = _mapped(image, colours)
            for effort in EFFORTS:
                yield _png(mapped, effort)
    else:
        for quality in QUALITIES:
            yield webp(image, quality)


def png(image: Image.Image, colours: int = 256) -> bytes:
    """A palette PNG."""
    return _png(_mapped(image, colours), EFFORTS[0])


def _mapped(image: Image.Image, colours: int) -> Image.Image:
    """The picture in a number of tints."""
    chosen = chosen_for(image) if colours == max(COLOURS) else None
    palette = map_tints(image, colours) if chosen is None else chosen
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _png(mapped: Image.Image, effort: int) -> bytes:
    stream = io.BytesIO()
    mapped.save(stream, "PNG", compress_level=effort)
    return stream.getvalue()


def webp(image: Image.Image, quality: int) -> bytes:
    """A lossy WebP."""
    stream = io.BytesIO()
    image.save(stream, "WEBP", quality=quality, method=2)
    return stream.getvalue()
