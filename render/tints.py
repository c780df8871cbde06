"""The colours that stand for a picture's many, chosen so that no side's tint is lost among the paper's."""

from __future__ import annotations

import math
from itertools import chain

from PIL import Image

ENOUGH = 500_000
"""Pixels that are looked at: choosing is slow, and more of them change nothing that is seen."""
ROUNDS = 2
MANY = 200
"""Colours that are enough to keep the flat tints as they are, and an octree of the others."""
FLAT = 24
"""Flat tints that are kept: the paper's, the country's, the inks."""


def tints(image: Image.Image, colours: int) -> Image.Image:
    """A palette of at most that many colours for a picture (RGB), as an image that has it.

    The median cut alone mixes small areas of a bright tint with the browns beside it; moving each
    colour to the middle of what it stands for keeps them apart.
    """
    return _sample(image).quantize(colours, Image.Quantize.MEDIANCUT, ROUNDS, dither=Image.Dither.NONE)


def map_tints(image: Image.Image, colours: int) -> Image.Image:
    """The same for a map, chosen in a fifth of the time.

    An octree has a colour for every tint, however little there is of it, but mixes pale ones that are
    alike: those of which there is most are kept as they are. With few colours the median cut does better.
    """
    if colours < MANY:
        return tints(image, colours)
    sample = _sample(image)
    flat = _commonest(sample)
    others = sample.quantize(colours - len(flat), Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    chosen = Image.new("P", (1, 1))
    chosen.putpalette([*chain.from_iterable(flat), *(others.getpalette() or ())])
    return chosen


def _sample(image: Image.Image) -> Image.Image:
    step = math.ceil(math.sqrt(image.width * image.height / ENOUGH))
    if step == 1:
        return image
    size = (math.ceil(image.width / step), math.ceil(image.height / step))
    return image.resize(size, Image.Resampling.NEAREST)


def _commonest(image: Image.Image) -> list[tuple[int, int, int]]:
    """The colours of which there is most."""
    counted = image.convert("RGB").getcolors(image.width * image.height) or []
    return [colour for _, colour in sorted(counted, reverse=True)[:FLAT] if isinstance(colour, tuple)]
