"""A story with its maps as one web page that needs no server: everything is in the file."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from io import BytesIO
from pathlib import Path

import msgspec
from PIL import Image, ImageChops, ImageFilter

from data.catalogue import N_, _, spoken
from render.encode import png
from render.theme import ThemeName
from render.tints import tints

TEMPLATE = Path(__file__).with_name("webpage.html")
COLOURS = 127
"""Of a patch."""
UNCHANGED = 255
"""The index that stands for pixels equal to the first map's."""
NEAR = 24
"""Invisible differences of a colour, in steps of 255: rounding to few colours makes such."""

ROUND = 9
"""Pixels across of the surroundings that go along with each changed pixel."""

WORDS: Mapping[str, N_] = {
    "about_it": N_("About this campaign"),
    "no_script": N_(
        "The maps need scripts, which are part of this file; without them the story can be read."
    ),
    "scene": N_("Scene"),
    "first_key": N_("First scene (Home)"),
    "first": N_("First scene"),
    "back_key": N_("Back (left arrow)"),
    "back": N_("Back"),
    "play_key": N_("Play (space)"),
    "play": N_("Play"),
    "pause": N_("Pause"),
    "on_key": N_("On (right arrow)"),
    "on": N_("On"),
    "last_key": N_("Last scene (End)"),
    "last": N_("Last scene"),
    "of": N_("{done} of {of}"),
    "large_key": N_("Larger map (z)"),
    "large": N_("Larger map"),
    "theme_key": N_("Dark or light (t)"),
    "theme": N_("Dark or light"),
    "eyes": N_("Seen by"),
}
"""The page's own words, by their places in the template."""

TRIED, PLAINLY = 12, 1.2
"""After so many maps the estimate is made whether all would be so many times too large."""


class Scene(msgspec.Struct, frozen=True):
    """The text beside one map. Lines are Markdown from untrusted sources."""

    heading: str
    lines: Sequence[str]
    alt: str
    score: str = ""
    points: float | None = None
    """The score as a number, for its curve."""


class Patch(msgspec.Struct, frozen=True):
    """The changed part against the first map, and its place, in pixels."""

    x: int
    y: int
    width: int
    height: int
    data: str


class Pictures(msgspec.Struct, frozen=True):
    """The maps of a reel: the first whole, of each the difference from it; None where there is none."""

    width: int
    height: int
    board: str
    patches: list[Patch | None]

    @property
    def size(self) -> int:
        """About how many bytes they take."""
        return len(self.board) + sum(len(patch.data) for patch in self.patches if patch is not None)


class Reel(msgspec.Struct, frozen=True):
    """The story as one viewer knows it."""

    name: str
    scenes: Sequence[Scene]
    pictures: Mapping[ThemeName, Pictures]


def developed(images: Iterable[Image.Image], most: int, count: int) -> Pictures | None:
    """Maps as they go into a page; None as soon as they take more than `most` bytes, or clearly will.

    :param images: at least one; all of one size.
    :param count: the number of images.
    """
    board: Image.Image | None = None
    patches: list[Patch | None] = []
    data, room = "", most
    for number, image in enumerate(images, start=1):
        if board is None:
            # The compared pixels are the shown ones, or rounded colours would count as changes.
            encoded = png(image)
            with Image.open(BytesIO(encoded)) as opened:
                board = opened.convert("RGB")
            data = _address(encoded)
            room -= len(data)
            patches.append(None)
        else:
            patch = _patch(board, image)
            patches.append(patch)
            room -= 0 if patch is None else len(patch.data)
        if room < 0 or (number == TRIED and (most - room) / TRIED * count > most * PLAINLY):
            return None
    assert board is not None
    return Pictures(board.width, board.height, data, patches)


def _patch(board: Image.Image, image: Image.Image) -> Patch | None:
    """The difference from the board, cut out; unchanged pixels in it are transparent."""
    red, green, blue = ImageChops.difference(board, image).split()
    far = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    # Surrounding pixels go along: where a browser scales both, the old ones would shine through at the edges.
    changed = far.point(lambda value: 255 if value > NEAR else 0).filter(ImageFilter.MaxFilter(ROUND))
    box = changed.getbbox()
    if box is None:
        return None
    cut = image.crop(box)
    flat = cut.quantize(palette=tints(cut, COLOURS), dither=Image.Dither.NONE)
    # The file has as many colours as the palette, and the last stands for none.
    flat.putpalette(bytes(flat.getpalette() or ()).ljust(768, b"\0"))
    flat.paste(UNCHANGED, mask=ImageChops.invert(changed.crop(box)))
    stream = BytesIO()
    flat.save(stream, "PNG", transparency=UNCHANGED, compress_level=9)
    return Patch(box[0], box[1], *flat.size, _address(stream.getvalue()))


def _address(picture: bytes) -> str:
    return f"data:image/png;base64,{b64encode(picture).decode()}"


def webpage(title: str, result: str, about: Sequence[str], reels: Sequence[Reel]) -> bytes:
    """The page; its texts come from any author and are escaped.

    :param about: lines that are folded away at first.
    """
    film = [
        {"name": reel.name, "alt": [scene.alt for scene in reel.scenes], "pictures": reel.pictures}
        for reel in reels
    ]
    parts = {name: escape(str(words)) for name, words in WORDS.items()} | {
        "language": spoken() or "en",
        "title": escape(title),
        "result": escape(result),
        "about": "".join(f"<p>{escape(line)}</p>" for line in about),
        "curves": "".join(_curve(reel, number) for number, reel in enumerate(reels)),
        "logs": "".join(_log(reel, number) for number, reel in enumerate(reels)),
        # Inside an element for data, only its end tag could be taken for markup.
        "film": msgspec.json.encode(film).decode().replace("<", "\\u003c"),
        "policy": _policy(),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], _template()).encode()


@cache
def _template() -> str:
    return TEMPLATE.read_text(encoding="utf-8")


def _policy() -> str:
    """The browser's permissions: our own script and style, pictures that are in the file, no network."""
    allowed = {}
    for name in ("script", "style"):
        (text,) = re.findall(rf"<{name}>(.*?)</{name}>", _template(), re.DOTALL)
        allowed[name] = b64encode(hashlib.sha256(text.encode()).digest()).decode()
    rules = [f"{name}-src 'sha256-{digest}'" for name, digest in allowed.items()]
    return "; ".join(["default-src 'none'", "img-src data:", *rules, "base-uri 'none'", "form-action 'none'"])


def _log(reel: Reel, number: int) -> str:
    """The story as a list, which can be read without a script, too."""
    parts, before = [], None
    for place, scene in enumerate(reel.scenes):
        if scene.heading != before:
            parts.append(f'<li class="chapter"><h2>{escape(scene.heading)}</h2></li>')
            before = scene.heading
        paragraphs = "".join(map(paragraph, scene.lines or [_("-# Nothing that all can see.")]))
        label = escape(_("Show scene {number}", number=place + 1))
        parts.append(
            f'<li class="scene" data-place="{place}" data-heading="{escape(scene.heading)}" '
            f'data-score="{escape(scene.score)}">'
            f'<button type="button" class="jump" aria-label="{label}">{place + 1}</button>'
            f"{paragraphs}</li>"
        )
    hidden = " hidden" if number else ""
    return f'<ol class="log" aria-label="{escape(reel.name)}"{hidden}>{"".join(parts)}</ol>'


def paragraph(line: str) -> str:
    """A line of the story's Markdown as a paragraph: strong, emphasis, small print."""
    small = line.startswith("-# ")
    text = escape(line.removeprefix("-# ").lstrip("# "))
    for sign, tag in ((r"\*\*", "strong"), ("__", "strong"), (r"\*", "em")):
        text = re.sub(rf"(?<!\\){sign}(?=\S)(.+?)(?<=[^\s\\]){sign}", rf"<{tag}>\1</{tag}>", text)
    text = re.sub(r"\\([\\*_`~|#-])", r"\1", text)
    return f'<p class="small">{text}</p>' if small else f"<p>{text}</p>"


def _curve(reel: Reel, number: int) -> str:
    """The course of the score; empty where there is none."""
    known = [(place, scene.points) for place, scene in enumerate(reel.scenes) if scene.points is not None]
    if len(known) < 2:
        return ""
    low, high = min(0.0, *(value for _, value in known)), max(0.0, *(value for _, value in known))
    span, end = max(1.0, high - low), max(1, len(reel.scenes) - 1)
    points = " ".join(f"{place},{40 - 40 * (value - low) / span:.1f}" for place, value in known)
    nought = 40 + 40 * low / span
    return (
        f'<svg class="curve" data-reel="{number}" viewBox="0 -2 {end} 44" preserveAspectRatio="none" '
        f'aria-hidden="true"{" hidden" if number else ""}>'
        f'<line x1="0" x2="{end}" y1="{nought:.1f}" y2="{nought:.1f}"/><polyline points="{points}"/>'
        '<line class="at" x1="0" x2="0" y1="-2" y2="42"/></svg>'
    )
