"""The ladder of encodings never breaks its budget."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from render.encode import Encoded, Format, encode
from render.errors import RenderError
from render.levee import draw
from tests.levee.render.samples import CROWDED, PACK

WIDTH = 400


@pytest.fixture(scope="module")
def picture() -> Image.Image:
    return draw(CROWDED, PACK, width=WIDTH).reduce(2)


def opened(encoded: Encoded) -> Image.Image:
    with Image.open(io.BytesIO(encoded.data)) as image:
        image.load()
        return image


@pytest.mark.parametrize("format", ["png", "webp"])
@pytest.mark.parametrize("budget", [400_000, 20_000, 7_000, 2_000, 600])
def test_it_keeps_the_budget(picture: Image.Image, budget: int, format: Format) -> None:
    encoded = encode(picture, budget, format)
    assert len(encoded.data) <= budget
    image = opened(encoded)
    assert image.size == (encoded.width, encoded.height)
    assert image.format == format.upper()


@pytest.mark.parametrize("format", ["png", "webp"])
def test_with_room_to_spare_it_keeps_the_size(picture: Image.Image, format: Format) -> None:
    encoded = encode(picture, 400_000, format)
    assert (encoded.width, encoded.height) == picture.size


def test_it_gives_up_colours_before_it_gives_up_size(picture: Image.Image) -> None:
    full = encode(picture, 400_000, "png")
    less = encode(picture, len(full.data) - 1, "png")
    assert (less.width, less.height) == picture.size
    assert len(less.data) < len(full.data)


def test_the_flat_tints_of_a_map_stay_as_they_are_and_small_bright_ones_come_close() -> None:
    paper, sea, spot = (239, 226, 196), (222, 219, 196), (150, 24, 90)
    image = Image.radial_gradient("L").resize((600, 600)).convert("RGB")
    image.paste(paper, (0, 0, 600, 250))
    image.paste(sea, (0, 250, 600, 450))
    image.paste(spot, (10, 10, 22, 22))
    shown = opened(encode(image, 400_000)).convert("RGB")
    assert shown.getpixel((300, 100)) == paper
    assert shown.getpixel((300, 300)) == sea
    found = shown.getpixel((16, 16))
    assert isinstance(found, tuple)
    assert max(abs(one - two) for one, two in zip(found, spot, strict=True)) <= 8


@pytest.mark.parametrize("format", ["png", "webp"])
def test_an_impossible_budget_is_refused(picture: Image.Image, format: Format) -> None:
    with pytest.raises(RenderError, match="fits into 20 bytes"):
        encode(picture, 20, format)
