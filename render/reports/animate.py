"""Pictures in a row as one animated GIF that keeps a budget of bytes."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from PIL import GifImagePlugin, Image, ImageChops

from render.errors import RenderError, drawing
from render.facade import artist_of
from render.lettering import shortened
from render.pen import Pen
from render.theme import ThemeName, palette
from render.tints import tints

BUDGET = 8 * 1024 * 1024
WIDTH = 960
COLOURS = 255
"""One colour of the 256 stands for what has not changed."""
UNCHANGED = 255
TRAILER = b";"
FRAME = 1000
LAST = 5000
SAMPLES = 6
"""Frames that the palette is made from, evenly spaced."""
STRIP = 0.045
"""Height of a caption, as a share of the picture's width."""

NARROWEST = 100

Frame = Callable[[int], Image.Image]
"""Draws one picture so many pixels wide, as often as it is called; all of a row have the same shape."""
Drawn = Callable[[], Image.Image]
Progress = Callable[[int, int], None]
"""Told how many frames are done and of how many, from one again where a smaller try begins; what it raises
stops the work."""


class Animation(msgspec.Struct, frozen=True):
    """An encoded animation; `suffix` is that of a file, with its dot."""

    data: bytes
    width: int
    height: int
    frames: int
    left_out: int
    """Frames that the budget had no room for."""
    suffix: str = ".gif"


class _Rung(NamedTuple):
    """How much of the pictures is kept."""

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
"""From the best down: narrower first, then fewer colours, then fewer frames."""


def frame(
    title_id: str,
    view: Any,
    pack: Any,
    moves: Sequence[Any] = (),
    theme: ThemeName = "light",
    *,
    width: int = WIDTH,
    caption: str = "",
) -> Image.Image:
    """A view drawn for an animation, with a caption under it where one is given.

    :raises RenderError: title or theme unknown, width out of reason, a file missing.
    """
    artist = artist_of(title_id)
    palette(theme, width, "An animation")
    with drawing(f"The map of {title_id}"):
        drawn = artist.draw(view, pack, moves=moves, theme=theme, width=width)
        return captioned(drawn, caption, theme) if caption else drawn


def captioned(image: Image.Image, text: str, theme: ThemeName = "light") -> Image.Image:
    """The picture with a strip under it that has the text, shortened where it is too long.

    :raises RenderError: no such theme, or a picture too narrow or too wide for an animation.
    """
    colours, high = palette(theme, image.width, "An animation"), max(8, round(image.width * STRIP))
    sheet = Image.new("RGB", (image.width, image.height + high), colours.panel)
    sheet.paste(image, (0, 0))
    pen = Pen(sheet, 1)
    pen.line([(0, image.height), (image.width, image.height)], colours.ink, 2)
    size = high * 0.62
    shown = shortened(pen, text, "title", size, image.width * 0.94)
    pen.text((image.width / 2, image.height + high / 2), shown, "title", size, colours.ink)
    return sheet


def animate(
    frames: Sequence[Frame],
    *,
    budget: int = BUDGET,
    width: int = WIDTH,
    duration: int = FRAME,
    last: int = LAST,
    progress: Progress | None = None,
) -> Animation:
    """The frames one after the other for ever, in at most `budget` bytes.

    Where they don't fit they become narrower, then have fewer colours, then are fewer: the first and
    the last stay, with those evenly spaced between. Each frame is drawn again for each try, so that
    few of them are in memory at a time.

    :param width: most pixels across.
    :param duration: how long a frame is shown, in milliseconds; `last` is for the last one.
    :raises RenderError: there is no frame, or not even the smallest animation fits.
    """
    if not frames:
        raise RenderError("There is nothing to animate yet; play a turn first")
    palette("light", width, "An animation")
    for rung in LADDER:
        chosen = spaced(len(frames), max(2, round(len(frames) * rung.frames)))
        times = [duration] * (len(chosen) - 1) + [last]
        wide = max(NARROWEST, round(width * rung.width))
        drawn = [partial(_drawn, frames[number], wide) for number in chosen]
        made = _gif(drawn, times, rung.colours, budget, progress)
        if made is not None:
            return msgspec.structs.replace(made, left_out=len(frames) - len(chosen))
    raise RenderError(f"No animation fits into {budget} bytes")


def spaced(whole: int, count: int) -> list[int]:
    """At most `count` of the numbers 0..whole-1, evenly spaced, the first and the last among them."""
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
    shown: Image.Image | None = None
    for draw, time in zip(frames, times, strict=True):
        image = draw().quantize(palette=palette, dither=Image.Dither.NONE)
        if shown is None:
            data = _header(image) + _encoded(image, (0, 0), time)
        elif image.size != shown.size:
            raise RenderError(f"A frame is {_size(image)} pixels where the first is {_size(shown)}")
        else:
            changed, corner = _changed(shown, image)
            data = _encoded(changed, corner, time, transparency=UNCHANGED)
        shown = image
        yield data


def _size(image: Image.Image) -> str:
    return f"{image.width} × {image.height}"


def _changed(before: Image.Image, after: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """What differs, cut out, and where its corner is; the same pixels in it are see-through."""
    same = ImageChops.difference(_indices(before), _indices(after)).point(lambda v: 0 if v else 255)
    box = ImageChops.invert(same).getbbox() or (0, 0, 1, 1)
    cut = after.crop(box)
    cut.paste(UNCHANGED, mask=same.crop(box))
    return cut, (box[0], box[1])


def _indices(image: Image.Image) -> Image.Image:
    """The indices of a palette's image as a grey one, which can be compared."""
    return Image.frombytes("L", image.size, image.tobytes())


def _header(image: Image.Image) -> bytes:
    """Size, palette, and that it plays for ever."""
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
