"""A page shows what was drawn and says what was told, whoever has told it."""

from __future__ import annotations

import hashlib
import html
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from io import BytesIO

import msgspec
import pytest
from PIL import Image, ImageChops, ImageDraw

from render.reports.webpage import NEAR, TRIED, Reel, Scene, developed, paragraph, webpage

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>{{film}}\"'&"


def drawn(at: int, text: str) -> Image.Image:
    image = Image.new("RGB", (300, 200), (250, 240, 220))
    pen = ImageDraw.Draw(image)
    pen.ellipse((at, 20, at + 80, 100), fill=(200, 30, at))
    pen.text((150, at), text, fill=(0, 0, 0))
    return image


def opened(address: str) -> Image.Image:
    return Image.open(BytesIO(b64decode(address.removeprefix("data:image/png;base64,"))))


def test_each_map_comes_back_from_the_first_and_its_patch() -> None:
    images = [drawn(20, "March"), drawn(90, "April"), drawn(20, "March"), drawn(60, "May")]
    pictures = developed(images, 10**6, 4)
    assert pictures is not None
    assert [patch is None for patch in pictures.patches] == [True, False, True, False]
    for image, patch in zip(images, pictures.patches, strict=True):
        shown = opened(pictures.board).convert("RGB")
        if patch is not None:
            over = opened(patch.data).convert("RGBA")
            shown.paste(over, (patch.x, patch.y), over)
        assert all(high <= NEAR for _, high in ImageChops.difference(shown, image).getextrema())  # type: ignore[misc]
    assert developed(images, pictures.size - 1, 4) is None
    assert developed(images, pictures.size, 4) == pictures
    asked = 0

    def endless() -> Iterator[Image.Image]:
        nonlocal asked
        while True:
            asked += 1
            yield images[asked % 4]

    assert developed(endless(), 20 * pictures.size, 10_000) is None
    assert asked == TRIED


def test_nothing_that_is_told_can_become_markup() -> None:
    pictures = developed([drawn(20, "March")], 10**6, 1)
    assert pictures is not None
    scenes = [Scene(EVIL, [EVIL, f"-# **{EVIL}**"], EVIL, EVIL, 3.0)]
    page = webpage(EVIL, EVIL, [EVIL], [Reel(EVIL, scenes, {"light": pictures})]).decode()
    assert page.count("<script") == page.count("</script>") == 2
    assert "<img src=x" not in page
    assert page.count(html.escape(EVIL)) >= 7
    (film,) = re.findall(r'<script type="application/json" id="film">(.*?)</script>', page)
    assert msgspec.json.decode(film)[0]["alt"] == [EVIL]


def test_the_browser_runs_what_is_ours_and_asks_no_network() -> None:
    pictures = developed([drawn(20, "March")], 10**6, 1)
    assert pictures is not None
    page = webpage("A", "B", [], [Reel("C", [Scene("D", [], "E")], {"dark": pictures})]).decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="(.*?)"', page)
    for name in ("script", "style"):
        (text,) = re.findall(rf"<{name}>(.*?)</{name}>", page, re.DOTALL)
        assert f"{name}-src 'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'; img-src data:;")
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
