"""Successive pictures as one animated GIF within a budget of bytes."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from PIL import GifImagePlugin, Image, ImageChops

from data.told import told
from render.errors import RenderError, drawing
from render.facade import artist_of
from render.lettering import shortened, wrapped
from render.paper import panel
from render.pen import Pen, Point
from render.reports.plots import die
from render.theme import Theme, ThemeName, palette
from render.tints import tints

BUDGET = 8 * 1024 * 1024
WIDTH = 960
COLOURS = 255
"""One of the 256 colours stands for unchanged pixels."""
UNCHANGED = 255
TRAILER = b";"
FRAME = 1000
SAMPLES = 6
"""Frames that the palette is made from, evenly spaced."""
ROW = 0.04
"""Height of a line of a caption, as a share of the picture's width."""
DICE = 6
"""Most dice that a caption shows."""

NARROWEST = 100

Frame = Callable[[int], Image.Image]
"""Draws one picture of a width in pixels, as often as it is called; all pictures have the same shape."""
Drawn = Callable[[], Image.Image]
Progress = Callable[[int, int], None]
"""Called with the number of finished frames and of all, from one again at each smaller try; an exception from
it stops the work.
"""


class Animation(msgspec.Struct, frozen=True):
    """An encoded animation; `suffix` is that of a file, with its dot."""

    data: bytes
    width: int
    height: int
    frames: int
    left_out: int
    """Frames that did not fit into the budget."""
    suffix: str = ".gif"


class _Rung(NamedTuple):
    """The quality at which pictures are kept."""

    width: float = 1.0
    colours: int = COLOURS
    frames: float = 1.0


LADDER = (
    _Rung(),
    _Rung(0.8),
    _Rung(0.65),
    _Rung(0.65, 128),
    _Rung(0.65, 64),
    _Rung(0.65, 64, 0.66),
    _Rung(0.65, 64, 0.4),
    _Rung(0.5, 64, 0.4),
    _Rung(0.5, 32, 0.2),
    _Rung(0.25, 32, 0.2),
    _Rung(0.25, 16, 0.0),
)
"""The qualities of a film, from the best down: narrower first, then fewer colours, then fewer frames."""


class Caption(msgspec.Struct, frozen=True):
    """The text under a picture."""

    heading: str
    text: str
    score: str = ""
    """The score at the right of the heading."""
    faces: Sequence[int] = ()
    """Dice, before their result."""
    throw: str = ""


class Shot(NamedTuple):
    """One picture of an animation."""

    draw: Frame
    time: int = FRAME
    """Milliseconds that it is shown."""
    passing: bool = False
    """Whether it only leads up to the next, and is left out first where there is no room for all."""


def frame(
    title_id: str,
    view: Any,
    pack: Any,
    moves: Sequence[Any] = (),
    theme: ThemeName = "light",
    *,
    width: int = WIDTH,
    caption: Caption | None = None,
) -> Image.Image:
    """A view drawn for an animation, with a caption under it where one is given.

    :raises RenderError: title or theme unknown, width out of reason, a file missing.
    """
    artist = artist_of(title_id)
    palette(theme, width, "An animation")
    with drawing(f"The map of {title_id}"):
        # All frames have one shape and one ground.
        sheet = {} if artist.still is None else {"sheet": artist.still}
        drawn = artist.draw(view, told(pack), moves=moves, theme=theme, width=width, **sheet)
        return captioned(drawn, caption, theme) if caption else drawn


def captioned(image: Image.Image, caption: Caption, theme: ThemeName = "light") -> Image.Image:
    """The picture with four lines under it: the turn, the events, the dice.

    :raises RenderError: no such theme, or a picture too narrow or too wide for an animation.
    """
    colours, row = palette(theme, image.width, "An animation"), max(8, round(image.width * ROW))
    wide, size, left = image.width, row * 0.62, row * 0.5
    sheet = Image.new("RGB", (wide, image.height + 4 * row), colours.panel)
    sheet.paste(image, (0, 0))
    pen = Pen(sheet, 1)
    pen.line([(0, image.height), (wide, image.height)], colours.ink, 2)
    first, *rows = (image.height + row * (line + 0.56) for line in range(4))
    ends = pen.length(caption.score, "bold", size) + row if caption.score else 0.0
    heading = shortened(pen, caption.heading, "title", size * 1.1, wide - ends - 2 * left)
    pen.text((left, first), heading, "title", size * 1.1, colours.ink, anchor="lm")
    pen.text((wide - left, first), caption.score, "bold", size, colours.ink, anchor="rm")
    room, most = wide - 2 * left, len(rows) - bool(caption.faces)
    lines = wrapped(pen, caption.text, "text", size, room)
    if len(lines) > most:
        lines[most - 1 :] = [shortened(pen, " ".join(lines[most - 1 :]), "text", size, room)]
    for line, y in zip(lines, rows, strict=False):
        pen.text((left, y), shortened(pen, line, "text", size, room), "text", size, colours.ink, anchor="lm")
    if caption.faces:
        _dice(pen, caption, (left, rows[-1]), row, wide - left, colours)
    return sheet


def _dice(pen: Pen, caption: Caption, at: Point, row: float, end: float, colours: Theme) -> None:
    """The dice as rolled, and their result."""
    x, y = at
    reach = row * 0.36
    for number, face in enumerate(caption.faces[:DICE]):
        die(pen, (x + reach + number * reach * 2.4, y), reach, face, colours.disc, colours.ink)
    x += min(len(caption.faces), DICE) * reach * 2.4 + reach
    size = pen.fit(caption.throw, "italic", row * 0.58, end - x, row * 0.44)
    shown = shortened(pen, caption.throw, "italic", size, end - x)
    pen.text((x, y), shown, "italic", size, colours.ink, anchor="lm")


def titled(image: Image.Image, name: str, lines: Sequence[str], theme: ThemeName = "light") -> Image.Image:
    """A title page: the picture faded, and on a cartouche the name with some lines under it.

    :raises RenderError: as `captioned`.
    """
    colours = palette(theme, image.width, "An animation")
    sheet = Image.blend(image.convert("RGB"), Image.new("RGB", image.size, colours.paper), 0.72)
    pen, wide, high = Pen(sheet, 1), sheet.width, sheet.height
    size, pitch = wide * 0.075, wide * 0.05
    half = (size * 1.7 + pitch * len(lines)) / 2
    box = (wide * 0.08, high / 2 - half, wide * 0.92, high / 2 + half)
    panel(pen, box, colours)
    fitted = pen.fit(name, "title", size, wide * 0.76, size * 0.4)
    pen.text((wide / 2, box[1] + size * 0.95), name, "title", fitted, colours.ink)
    for number, line in enumerate(lines):
        fitted = pen.fit(line, "italic", pitch * 0.62, wide * 0.76, pitch * 0.3)
        shown = shortened(pen, line, "italic", fitted, wide * 0.76)
        pen.text(
            (wide / 2, box[1] + size * 1.5 + pitch * (number + 0.5)), shown, "italic", fitted, colours.ink
        )
    return sheet


def animate(
    shots: Sequence[Shot],
    *,
    budget: int = BUDGET,
    width: int = WIDTH,
    progress: Progress | None = None,
) -> Animation:
    """The shots one after the other in a loop, in at most `budget` bytes.

    Where they don't fit they become narrower, then have fewer colours, then are fewer: first those that only
    lead up to another go, then all but the first, the last, and others evenly spaced between.
    Each is drawn again for each try, so that few of them are in memory at a time.

    :param width: most pixels across.
    :raises RenderError: there is no frame, or not even the smallest animation fits.
    """
    if not shots:
        raise RenderError("There is nothing to animate yet; play a turn first")
    palette("light", width, "An animation")
    for rung in LADDER:
        chosen = list(shots)
        if rung.frames < 1:
            chosen = [shot for shot in shots if not shot.passing]
            chosen = [
                chosen[place] for place in spaced(len(chosen), max(2, round(len(chosen) * rung.frames)))
            ]
        wide = max(NARROWEST, round(width * rung.width))
        drawn = [partial(_drawn, shot.draw, wide) for shot in chosen]
        made = _gif(drawn, [shot.time for shot in chosen], rung.colours, budget, progress)
        if made is not None:
            return msgspec.structs.replace(made, left_out=len(shots) - len(chosen))
    raise RenderError(f"No animation fits into {budget} bytes")


def spaced(whole: int, count: int) -> list[int]:
    """Evenly spaced numbers out of 0..whole-1, at most `count`, the first and the last among them."""
    if count >= whole:
        return list(range(whole))
    return [round(step * (whole - 1) / (count - 1)) for step in range(count)]


def _drawn(draw: Frame, width: int) -> Image.Image:
    image = draw(width).convert("RGB")
    if image.width == width:
        return image
    return image.resize((width, max(1, round(image.height * width / image.width))), Image.Resampling.LANCZOS)


def _gif(
    frames: Sequence[Drawn], times: Sequence[int], colours: int, budget: int, progress: Progress | None
) -> Animation | None:
    """The frames as a GIF; None as soon as they are over the budget."""
    palette = _palette(frames, colours)
    pieces: list[bytes] = []
    room = budget - len(TRAILER)
    for piece in _pieces(frames, times, palette):
        pieces.append(piece)
        room -= len(piece)
        if room < 0:
            return None
        if progress is not None:
            progress(len(pieces), len(frames))
    data = b"".join([*pieces, TRAILER])
    with Image.open(io.BytesIO(data)) as made:
        return Animation(data, *made.size, frames=len(frames), left_out=0)


def _pieces(frames: Sequence[Drawn], times: Sequence[int], palette: Image.Image) -> Iterator[bytes]:
    """The file frame by frame, all but its end."""
    before: Image.Image | None = None
    shown = Image.new("P", (1, 1))
    for draw, time in zip(frames, times, strict=True):
        image = draw()
        if before is None:
            shown = _flat(image, palette)
            yield _header(shown) + _encoded(shown, (0, 0), time)
        elif image.size != before.size:
            raise RenderError(f"A frame is {_size(image)} pixels where the first is {_size(before)}")
        else:
            # Only what changes is looked at again: to find the nearest colours takes longer than to draw.
            box = ImageChops.difference(before, image).getbbox() or (0, 0, 1, 1)
            part = _flat(image.crop(box), palette)
            changed, (across, down) = _changed(shown.crop(box), part)
            yield _encoded(changed, (box[0] + across, box[1] + down), time, transparency=UNCHANGED)
            shown.paste(part, box)
        before = image


def _flat(image: Image.Image, palette: Image.Image) -> Image.Image:
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _size(image: Image.Image) -> str:
    return f"{image.width} × {image.height}"


def _changed(before: Image.Image, after: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """The changed part, cut out, and its corner; unchanged pixels in it are transparent."""
    same = ImageChops.difference(_indices(before), _indices(after)).point(lambda v: 0 if v else 255)
    box = ImageChops.invert(same).getbbox() or (0, 0, 1, 1)
    cut = after.crop(box)
    cut.paste(UNCHANGED, mask=same.crop(box))
    return cut, (box[0], box[1])


def _indices(image: Image.Image) -> Image.Image:
    """The indices of a palette image as a grey image, which can be compared."""
    return Image.frombytes("L", image.size, image.tobytes())


def _header(image: Image.Image) -> bytes:
    """The size, the palette, and the endless loop."""
    sizes = b"".join(side.to_bytes(2, "little") for side in image.size)
    colours = bytes(image.getpalette() or ()).ljust(3 * 256, b"\0")
    return b"GIF89a" + sizes + b"\xf7\0\0" + colours + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"


def _encoded(image: Image.Image, corner: tuple[int, int], time: int, **more: int) -> bytes:
    # Disposal 1 leaves the frame standing, so that the next one draws only what changes.
    return b"".join(GifImagePlugin.getdata(image, corner, duration=time, disposal=1, **more))


def _palette(frames: Sequence[Drawn], colours: int) -> Image.Image:
    """One palette for all frames, or colours would flicker from one to the next."""
    chosen = spaced(len(frames), SAMPLES)
    first = frames[0]()
    wide, high = first.size
    sheet = Image.new("RGB", (wide, high * len(chosen)))
    sheet.paste(first)
    for row, number in enumerate(chosen[1:], start=1):
        sheet.paste(frames[number](), (0, row * high))
    return tints(sheet, colours)
