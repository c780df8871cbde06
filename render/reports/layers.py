"""Many maps of one size as one ground and the tiles that differ from it, in both themes at once."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from PIL import Image, ImageChops

from render.errors import RenderError
from render.theme import THEMES, ThemeName
from render.tints import ENOUGH, map_tints

CELL = 16
"""Side of a tile in pixels: smaller ones are cheaper to store, larger ones cheaper to compare."""
AREA = CELL * CELL
BAND = "RGB"
COLOURS = 256
AT_ONCE = 4096
"""Tiles that are turned into indices at a time: memory is scarce."""
SAME = 0
"""The index of a pixel that is as on the ground."""

Draw = Callable[[ThemeName], Image.Image]
"""Draws one map in a theme."""
Pair = tuple[int, int, int, int, int, int]
"""A colour in the light theme, and what stands for it in the dark one."""


class Frame(msgspec.Struct, frozen=True):
    """One map: the cells that change against the one before, and their tiles."""

    gaps: list[int]
    """The first cell, and from each to the next; cells count from the upper left, row by row."""
    tiles: list[int]
    """Number of the tile among those of its cell, from 1; 0 is the ground."""


class Layers(msgspec.Struct, frozen=True):
    """Maps as they go into a page."""

    width: int
    height: int
    counts: list[int]
    """Number of tiles of each cell."""
    palettes: dict[ThemeName, list[int]]
    """Red, green and blue of each index."""
    frames: list[Frame]
    pixels: bytes
    """Indices of the ground, cell by cell, then those of all tiles, cell by cell."""


class Recorder:
    """Takes maps one by one, and keeps of each what no earlier one had at the same place.

    Tiles that are alike in the light theme are taken to be so in the dark one: of a million of them a hundred
    are not, by some pixels of an edge.
    """

    def __init__(self) -> None:
        self._before: Image.Image | None = None
        self._tiles: list[dict[bytes, int]] = []
        """The light tiles of each cell, with their numbers among all."""
        self._dark: list[bytes] = []
        """The same tiles in the dark theme, by number."""
        self._since: list[int] = []
        """For each cell, the first frame since the last change that shows its tile."""
        self._shown: list[int] = []
        """For each cell, the number of its tile."""
        self._times: list[int] = []
        """The number of frames that show each tile, by its number."""
        self._frames: list[list[tuple[int, int]]] = []
        """For each frame the cells that change, and their tiles."""

    def add(self, draw: Draw) -> None:
        """Take one map; it is drawn in the dark theme only where it shows what none has shown.

        :raises RenderError: its size is not that of the others.
        """
        light = draw("light").convert(BAND)
        if self._before is not None and light.size != self._before.size:
            raise RenderError(f"A map is {light.size} pixels where the first is {self._before.size}")
        frame, changes, new = len(self._frames), list[tuple[int, int]](), list[int]()
        for cell in self._changed(light):
            pixels = _cut(light, cell)
            number = self._tiles[cell].setdefault(pixels, len(self._times))
            if number == len(self._times):
                self._times.append(0)
                new.append(cell)
            if self._shown[cell] >= 0:
                self._times[self._shown[cell]] += frame - self._since[cell]
            self._shown[cell], self._since[cell] = number, frame
            changes.append((cell, number))
        if new:
            dark = draw("dark").convert(BAND)
            self._dark += [_cut(dark, cell) for cell in new]
        self._frames.append(changes)
        self._before = light

    def _changed(self, image: Image.Image) -> Iterable[int]:
        """The cells in which a map differs from the one before."""
        if self._before is None:
            across, down = _cells(image)
            self._tiles = [{} for _ in range(across * down)]
            self._shown, self._since = [-1] * (across * down), [0] * (across * down)
            return range(across * down)
        red, green, blue = ImageChops.difference(self._before, image).split()
        far = ImageChops.lighter(ImageChops.lighter(red, green), blue)
        # One changed pixel of a cell is enough: at full strength it outlasts the mean.
        changed = far.point(lambda value: 255 if value else 0).reduce(CELL).tobytes()
        return [cell for cell, value in enumerate(changed) if value]

    def finished(self) -> Layers:
        """All maps that were taken, at least one: the ground has of each cell what is shown longest."""
        assert self._before is not None
        last = len(self._frames)
        for cell, number in enumerate(self._shown):
            self._times[number] += last - self._since[cell]
        order: list[int] = []
        """Numbers of the tiles as they are stored: those of the ground, then the others by cell."""
        places = [0] * len(self._times)
        """For each tile its number among the tiles of its cell; 0 is the ground's."""
        grounds: list[int] = []
        others: list[int] = []
        counts: list[int] = []
        for tiles in self._tiles:
            ground = max(tiles.values(), key=self._times.__getitem__)
            more = [number for number in tiles.values() if number != ground]
            for place, number in enumerate(more, start=1):
                places[number] = place
            order.append(ground)
            others += more
            grounds += [ground] * len(more)
            counts.append(len(more))
        indices, palettes = self._joint()
        return Layers(
            width=self._before.width,
            height=self._before.height,
            counts=counts,
            palettes=palettes,
            frames=self._told(places),
            pixels=_taken(indices, order) + _differing(_taken(indices, others), _taken(indices, grounds)),
        )

    def _told(self, places: list[int]) -> list[Frame]:
        frames = []
        for changes in self._frames:
            cells = [cell for cell, _ in changes]
            gaps = [after - before for before, after in zip([0, *cells], cells, strict=False)]
            frames.append(Frame(gaps, [places[number] for _, number in changes]))
        return frames

    def _joint(self) -> tuple[bytes, dict[ThemeName, list[int]]]:
        """The indices of all tiles by number, the same in both themes, and the palette of each theme."""
        light = [b""] * len(self._times)
        for tiles in self._tiles:
            for pixels, number in tiles.items():
                light[number] = pixels
        some = slice(None, None, -(-len(light) * AREA // ENOUGH))
        tints = [map_tints(_strip(tiles[some], BAND), COLOURS) for tiles in (light, self._dark)]
        parts = [
            _paired([_strip(tiles[at : at + AT_ONCE], BAND) for tiles in (light, self._dark)], tints)
            for at in range(0, len(light), AT_ONCE)
        ]
        counted = Counter[tuple[int, int]]()
        for part in parts:
            colours: Any = part.getcolors(AT_ONCE * AREA)
            counted.update({pair: count for count, pair in colours})
        first, second = ((tint.getpalette() or []) for tint in tints)
        pairs: dict[tuple[int, int], Pair] = {
            (dark, lit): (*first[3 * lit : 3 * lit + 3], *second[3 * dark : 3 * dark + 3])  # type: ignore[misc]
            for (dark, lit), _ in counted.most_common()
        }
        chosen = list(dict.fromkeys(pairs.values()))[: COLOURS - 1]
        table = [SAME] * (COLOURS * COLOURS)
        for (dark, lit), pair in pairs.items():
            table[COLOURS * lit + dark] = 1 + _nearest(pair, chosen)
        indices = b"".join(
            Image.frombytes("I;16", part.size, part.tobytes()).convert("I").point(table, "L").tobytes()
            for part in parts
        )
        palettes: dict[ThemeName, list[int]] = {
            theme: [0, 0, 0, *(value for pair in chosen for value in pair[at : at + 3])]
            for theme, at in zip(THEMES, (0, 3), strict=True)
        }
        return indices, palettes


def _paired(strips: list[Image.Image], tints: list[Image.Image]) -> Image.Image:
    """Two bytes a pixel: the index in the dark theme, then that in the light one."""
    light, dark = (
        Image.frombytes("L", strip.size, strip.quantize(palette=tint, dither=Image.Dither.NONE).tobytes())
        for strip, tint in zip(strips, tints, strict=True)
    )
    return Image.merge("LA", (dark, light))


def _nearest(pair: Pair, chosen: list[Pair]) -> int:
    a, b, c, d, e, f = pair
    return min(
        range(len(chosen)),
        key=lambda at: (
            (chosen[at][0] - a) ** 2
            + (chosen[at][1] - b) ** 2
            + (chosen[at][2] - c) ** 2
            + (chosen[at][3] - d) ** 2
            + (chosen[at][4] - e) ** 2
            + (chosen[at][5] - f) ** 2
        ),
    )


def _cells(image: Image.Image) -> tuple[int, int]:
    return -(-image.width // CELL), -(-image.height // CELL)


def _cut(image: Image.Image, cell: int) -> bytes:
    """The pixels of a cell; beyond the edge of the map they are black."""
    row, column = divmod(cell, _cells(image)[0])
    left, top = column * CELL, row * CELL
    return image.crop((left, top, left + CELL, top + CELL)).tobytes()


def _strip(tiles: Sequence[bytes], mode: str) -> Image.Image:
    """Tiles below one another."""
    data = b"".join(tiles)
    return Image.frombytes(mode, (CELL, len(data) // len(mode) // CELL), data)


def _taken(indices: bytes, numbers: Iterable[int]) -> bytes:
    return b"".join(indices[number * AREA : (number + 1) * AREA] for number in numbers)


def _differing(tiles: bytes, grounds: bytes) -> bytes:
    """Tiles in which only what differs from the ground below them is left."""
    if not tiles:
        return b""
    strip = _strip([tiles], "L")
    same = ImageChops.difference(strip, _strip([grounds], "L")).point(lambda value: 0 if value else 255)
    strip.paste(SAME, mask=same)
    return strip.tobytes()


def packed(described: Any, pixels: bytes) -> str:
    """A description and pixels as text for a page: the length of the first, both, deflated."""
    text = msgspec.json.encode(described)
    return b64encode(zlib.compress(len(text).to_bytes(4, "little") + text + pixels, 9)).decode()
