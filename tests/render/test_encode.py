"""The ladder of encodings never breaks its budget."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from render.encode import Encoded, Format, encode
from render.errors import RenderError
from render.levee import draw
from tests.render.samples import CROWDED, PACK

WIDTH = 400


@pytest.fixture(scope="module")
def picture() -> Image.Image:
    return draw(CROWDED, PACK, width=WIDTH)


def opened(encoded: Encoded) -> Image.Image:
    with Image.open(io.BytesIO(encoded.data)) as image:
        image.load()
        return image


@pytest.mark.parametrize("format", ["png", "webp"])
@pytest.mark.parametrize("budget", [400_000, 60_000, 20_000, 5_000, 1_500, 600])
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


@pytest.mark.parametrize("format", ["png", "webp"])
def test_an_impossible_budget_is_refused(picture: Image.Image, format: Format) -> None:
    with pytest.raises(RenderError, match="fits into 20 bytes"):
        encode(picture, 20, format)
