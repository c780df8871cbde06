"""The palette for a picture's many colours, chosen so that no side's tint is lost among the paper's."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import chain

from PIL import Image

from render.theme import Rgb

ENOUGH = 500_000
"""Pixels that are sampled: choosing is slow, and more of them make no visible difference."""
ROUNDS = 2
MANY = 200
"""Colours that are enough to keep the flat tints exact, and an octree of the others."""
_CHOSEN = "tints"
"""The key among the data that Pillow keeps with an image and its copies."""
FLAT = 24
"""Flat tints that are kept: the paper's, the country's, the inks."""


def tints(image: Image.Image, colours: int) -> Image.Image:
    """A palette of at most `colours` colours for an RGB picture, as an image that has it.

    The median cut alone mixes small areas of a bright tint with the browns beside it; moving each colour to
    the mean of the pixels that it stands for keeps them apart.
    """
    return _sample(image).quantize(colours, Image.Quantize.MEDIANCUT, ROUNDS, dither=Image.Dither.NONE)


def map_tints(image: Image.Image, colours: int, *, sure: Iterable[Rgb] = ()) -> Image.Image:
    """A palette of at most `colours` colours for a map, chosen in a fifth of the time.

    An octree has a colour for every tint, however rare, but mixes similar pale ones: the most frequent of
    these are kept exact. With few colours the median cut does better.

    :param sure: colours that must be among them too, as later pictures will have them.
    """
    if colours < MANY:
        return tints(image, colours)
    sample = _sample(image)
    flat = list(dict.fromkeys([*_commonest(sample), *sure]))
    others = sample.quantize(colours - len(flat), Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    chosen = Image.new("P", (1, 1))
    chosen.putpalette([*chain.from_iterable(flat), *(others.getpalette() or ())])
    return chosen


def kept(sheet: Image.Image, chosen: Image.Image) -> Image.Image:
    """A sheet (RGB) in chosen tints, a third as large: the base of maps, for `opened`."""
    return sheet.quantize(palette=chosen, dither=Image.Dither.NONE)


def opened(kept: Image.Image) -> Image.Image:
    """A sheet to draw on (RGB), from a kept one; it is encoded in the same tints."""
    sheet = kept.convert("RGB")
    sheet.info[_CHOSEN] = kept
    return sheet


def chosen_for(image: Image.Image) -> Image.Image | None:
    """The tints of the kept sheet that a picture is drawn on; None where there is none."""
    return image.info.get(_CHOSEN)


def _sample(image: Image.Image) -> Image.Image:
    step = math.ceil(math.sqrt(image.width * image.height / ENOUGH))
    if step == 1:
        return image
    size = (math.ceil(image.width / step), math.ceil(image.height / step))
    return image.resize(size, Image.Resampling.NEAREST)


def _commonest(image: Image.Image) -> list[tuple[int, int, int]]:
    """The most frequent colours."""
    counted = image.convert("RGB").getcolors(image.width * image.height) or []
    return [colour for _, colour in sorted(counted, reverse=True)[:FLAT] if isinstance(colour, tuple)]
