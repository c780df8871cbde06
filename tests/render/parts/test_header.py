"""The head of a map: the name of the turn that is played stands whole, as all the others do."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from data.vendee import load
from render.parts.header import Head, draw
from render.pen import Pen
from render.theme import LIGHT
from render.vendee.layout import HEADER

MONTHS = max((scenario.months for scenario in load().setup.scenario), key=len)


@pytest.mark.parametrize("now", range(1, len(MONTHS) + 1))
def test_no_month_is_cut_when_it_is_the_present_one(now: int, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    def noted(pen: Pen, at: Any, words: str, *args: Any, **named: Any) -> None:
        told.append(words)

    monkeypatch.setattr(Pen, "text", noted)
    pen = Pen(Image.new("RGB", (1600, 160)), 1)
    draw(pen, HEADER, Head("", "", MONTHS, now, ""), LIGHT)
    assert set(MONTHS) <= set(told)
