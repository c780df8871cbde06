"""A story with its maps as one web page that needs no server: everything is in the file."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path

import msgspec

from data.catalogue import N_, _, language_of, spoken
from render.reports.layers import CELL, Layers, packed

TEMPLATE = Path(__file__).with_name("webpage.html")
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
    "older": N_("The maps need a newer browser; the story can be read without them."),
}
"""The page's own words, by their places in the template."""


class Scene(msgspec.Struct, frozen=True):
    """The text beside one map. Lines are Markdown from untrusted sources."""

    heading: str
    lines: Sequence[str]
    alt: str
    score: str = ""
    points: float | None = None
    """The score as a number, for its curve."""


class Reel(msgspec.Struct, frozen=True):
    """The story as one viewer knows it."""

    name: str
    scenes: Sequence[Scene]


def webpage(title: str, result: str, about: Sequence[str], reels: Sequence[Reel], maps: Layers) -> bytes:
    """The page; its texts come from any author and are escaped.

    :param about: lines that are folded away at first.
    :param maps: of the scenes of all reels, one reel after the other.
    """
    logs = [_log(reel) for reel in reels]
    film = {
        "width": maps.width,
        "height": maps.height,
        "cell": CELL,
        "counts": maps.counts,
        "palettes": maps.palettes,
        "frames": maps.frames,
        "reels": [{"name": reel.name, "alt": [scene.alt for scene in reel.scenes]} for reel in reels],
        # The first is in the page itself, where it can be read without a script.
        "logs": logs[1:],
    }
    parts = {name: escape(str(words)) for name, words in WORDS.items()} | {
        "language": language_of(spoken()) or "en",
        "title": escape(title),
        "result": escape(result),
        "about": "".join(f"<p>{escape(line)}</p>" for line in about),
        "curves": "".join(_curve(reel, number) for number, reel in enumerate(reels)),
        "log": logs[0],
        "film": packed(film, maps.pixels),
        "policy": _policy(),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], _template()).encode()


@cache
def _template() -> str:
    return TEMPLATE.read_text(encoding="utf-8")


def _policy() -> str:
    """The browser's permissions: our own script and style, and no network."""
    allowed = {}
    for name in ("script", "style"):
        (text,) = re.findall(rf"<{name}>(.*?)</{name}>", _template(), re.DOTALL)
        allowed[name] = b64encode(hashlib.sha256(text.encode()).digest()).decode()
    rules = [f"{name}-src 'sha256-{digest}'" for name, digest in allowed.items()]
    return "; ".join(["default-src 'none'", *rules, "base-uri 'none'", "form-action 'none'"])


def _log(reel: Reel) -> str:
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
    return f'<ol class="log" aria-label="{escape(reel.name)}">{"".join(parts)}</ol>'


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
