"""Maps come back from their ground and tiles, in both themes."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageDraw

from render.errors import RenderError
from render.reports.layers import AREA, CELL, Layers, Recorder
from render.theme import THEMES, ThemeName

SIZE = (300, 200)
"""No multiple of a tile's side."""
PAPER = {"light": (250, 240, 220), "dark": (30, 30, 40)}
INKS: dict[ThemeName, list[tuple[int, int, int]]] = {
    "light": [(200, 30, 40), (250, 240, 120), (20, 60, 160)],
    "dark": [(200, 30, 40), (240, 240, 240), (90, 140, 255)],
}
"""The second is near the paper in the light theme, and far from it in the dark one."""


def drawn(theme: ThemeName, at: int, ink: int) -> Image.Image:
    image = Image.new("RGB", SIZE, PAPER[theme])
    pen = ImageDraw.Draw(image)
    pen.rectangle((10, 150, 290, 190), fill=INKS[theme][0])
    pen.ellipse((at, 20, at + 80, 100), fill=INKS[theme][ink], outline=INKS[theme][2], width=5)
    return image


def shown(layers: Layers, theme: ThemeName) -> list[Image.Image]:
    """What a browser makes of them."""
    across, cells = -(-layers.width // CELL), len(layers.counts)
    firsts = [cells + sum(layers.counts[:cell]) for cell in range(cells)]
    assert len(layers.pixels) == AREA * (cells + sum(layers.counts))
    inks = layers.palettes[theme]
    state, images = [0] * cells, []
    for frame in layers.frames:
        cell = 0
        for gap, tile in zip(frame.gaps, frame.tiles, strict=True):
            cell += gap
            state[cell] = tile
        sheet = Image.new("RGB", (layers.width, layers.height))
        for cell, tile in enumerate(state):
            ground = layers.pixels[cell * AREA : (cell + 1) * AREA]
            at = (firsts[cell] + tile - 1) * AREA
            over = layers.pixels[at : at + AREA] if tile else bytes(AREA)
            indices = [upper or lower for upper, lower in zip(over, ground, strict=True)]
            pixels = bytes(value for index in indices for value in inks[3 * index : 3 * index + 3])
            corner = cell % across * CELL, cell // across * CELL
            sheet.paste(Image.frombytes("RGB", (CELL, CELL), pixels), corner)
        images.append(sheet)
    return images


MAPS = ((20, 0), (90, 1), (20, 0), (91, 2), (20, 1))


@pytest.mark.parametrize("theme", THEMES)
def test_each_map_comes_back_as_it_was_drawn(theme: ThemeName) -> None:
    recorder = Recorder()
    for at, ink in MAPS:
        recorder.add(lambda theme, at=at, ink=ink: drawn(theme, at, ink))  # type: ignore[misc]
    for (at, ink), image in zip(MAPS, shown(recorder.finished(), theme), strict=True):
        assert ImageChops.difference(image, drawn(theme, at, ink)).getbbox() is None


def test_what_was_shown_before_is_neither_kept_nor_drawn_twice() -> None:
    recorder, asked = Recorder(), list[ThemeName]()

    def draw(theme: ThemeName, at: int) -> Image.Image:
        asked.append(theme)
        return drawn(theme, at, 0)

    for at in (20, 90, 20, 90, 90):
        recorder.add(lambda theme, at=at: draw(theme, at))  # type: ignore[misc]
    layers = recorder.finished()
    assert asked == ["light", "dark", "light", "dark", "light", "light", "light"]
    assert max(layers.counts) == 1
    assert layers.frames[-1].gaps == []
    few = Recorder()
    for at in (20, 90):
        few.add(lambda theme, at=at: drawn(theme, at, 0))  # type: ignore[misc]
    assert len(few.finished().pixels) == len(layers.pixels)


def test_the_ground_has_what_is_shown_longest() -> None:
    recorder = Recorder()
    for at in (20, 90, 90, 90):
        recorder.add(lambda theme, at=at: drawn(theme, at, 0))  # type: ignore[misc]
    layers = recorder.finished()
    assert not any(layers.frames[1].tiles)
    assert any(layers.frames[0].tiles)


def test_all_maps_have_one_size() -> None:
    recorder = Recorder()
    recorder.add(lambda theme: drawn(theme, 20, 0))
    with pytest.raises(RenderError, match=r"\(10, 10\) pixels where the first is \(300, 200\)"):
        recorder.add(lambda _theme: Image.new("RGB", (10, 10)))
