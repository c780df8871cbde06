"""A page shows what was drawn and says what was told, whoever has told it."""

from __future__ import annotations

import hashlib
import html
import re
import zlib
from base64 import b64decode, b64encode
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageDraw

from render.reports.layers import Layers, Recorder
from render.reports.webpage import Reel, Scene, paragraph, webpage

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>{{film}}\"'&"


def drawn(at: int, text: str) -> Image.Image:
    image = Image.new("RGB", (300, 200), (250, 240, 220))
    pen = ImageDraw.Draw(image)
    pen.ellipse((at, 20, at + 80, 100), fill=(200, 30, at))
    pen.text((150, at), text, fill=(0, 0, 0))
    return image


def recorded(*images: Image.Image) -> Layers:
    """Maps that are the same in both themes."""
    recorder = Recorder()
    for image in images:
        recorder.add(lambda _theme, image=image: image)  # type: ignore[misc]
    return recorder.finished()


def film_in(page: str) -> dict[str, Any]:
    """What is packed into a page, without its pixels."""
    (text,) = re.findall(r'<script type="text/plain" id="film">(.*?)</script>', page)
    data = zlib.decompress(b64decode(text))
    length = int.from_bytes(data[:4], "little")
    return msgspec.json.decode(data[4 : 4 + length], type=dict[str, Any])


def test_nothing_that_is_told_can_become_markup() -> None:
    scenes = [Scene(EVIL, [EVIL, f"-# **{EVIL}**"], EVIL, EVIL, 3.0)]
    page = webpage(EVIL, EVIL, [EVIL], 2 * [Reel(EVIL, scenes)], recorded(*2 * [drawn(20, "March")])).decode()
    assert page.count("<script") == page.count("</script>") == 2
    assert "<img src=x" not in page
    assert page.count(html.escape(EVIL)) >= 7
    film = film_in(page)
    assert [reel["alt"] for reel in film["reels"]] == 2 * [[EVIL]]
    (second,) = film["logs"]
    assert "<script" not in second
    assert "<img" not in second
    assert second.count(html.escape(EVIL)) >= 4


def test_the_browser_runs_what_is_ours_and_asks_no_network() -> None:
    page = webpage("A", "B", [], [Reel("C", [Scene("D", [], "E")])], recorded(drawn(20, "March"))).decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="(.*?)"', page)
    for name in ("script", "style"):
        (text,) = re.findall(rf"<{name}>(.*?)</{name}>", page, re.DOTALL)
        assert f"{name}-src 'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "http:" not in page
    assert "https:" not in page


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("**Austria** goes to *Arras* (1).", "<p><strong>Austria</strong> goes to <em>Arras</em> (1).</p>"),
        ("-# 3+6 < 10 __so__", '<p class="small">3+6 &lt; 10 <strong>so</strong></p>'),
        (r"\*not\* 2 * 3 * 4", "<p>*not* 2 * 3 * 4</p>"),
    ],
)
def test_markdown_is_shown_as_it_is_meant(line: str, shown: str) -> None:
    assert paragraph(line) == shown
