"""The colours that stand for a picture's many, chosen so that no side's tint is lost among the paper's."""

from __future__ import annotations

import math

from PIL import Image

ENOUGH = 500_000
"""Pixels that are looked at: choosing is slow, and more of them change nothing that is seen."""
ROUNDS = 2


def tints(image: Image.Image, colours: int) -> Image.Image:
    """A palette of at most that many colours for a picture (RGB), as an image that has it.

    The median cut alone mixes small areas of a bright tint with the browns beside it; moving each
    colour to the middle of what it stands for keeps them apart.
    """
    step = math.ceil(math.sqrt(image.width * image.height / ENOUGH))
    if step > 1:
        size = (math.ceil(image.width / step), math.ceil(image.height / step))
        image = image.resize(size, Image.Resampling.NEAREST)
    return image.quantize(colours, Image.Quantize.MEDIANCUT, ROUNDS, dither=Image.Dither.NONE)
