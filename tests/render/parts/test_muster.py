"""The panel of a battle: its dice, the sum line by line, and the result."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from render.battle import Battle, Force
from render.parts.muster import Dressed, draw
from render.pen import Pen, Point
from render.theme import THEMES, Livery

SUMS = [(f"+{number}", f"the reason of number {number}") for number in range(1, 12)]


class Lettered(Pen):
    """A pen that keeps where it wrote what, and how large."""

    def __init__(self, *told: Any) -> None:
        super().__init__(*told)
        self.wrote: dict[str, tuple[float, float]] = {}

    def text(self, at: Point, text: str, role: Any, size: float, *more: Any, **also: Any) -> None:
        self.wrote[text] = at[1], size
        super().text(at, text, role, size, *more, **also)


@pytest.mark.parametrize("lines", [3, 8, 11])
@pytest.mark.parametrize("result", ["A: they win", "DR1-20: the Royalists of the whole Vendée retreat"])
def test_the_sum_of_a_battle_ends_above_its_result(lines: int, result: str) -> None:
    pen = Lettered(Image.new("RGB", (1600, 700), "white"), 1.0)
    force = Force("royalist", "One side", (), (), 3)
    battle = Battle("Combat", (force, force), (4, 4), tuple(SUMS[:lines]), result, "As it was told.")
    dressed = Dressed([], [], Livery((0, 0, 0), (255, 255, 255), "plain"))
    draw(pen, (24, 20, 1576, 610), battle, lambda _: dressed, THEMES["light"])
    (last, letters), ends = (
        pen.wrote[SUMS[lines - 1][1]],
        [part for part in pen.wrote if part in result and len(part) > 1],
    )
    top, size = min(pen.wrote[part] for part in ends)
    assert last + letters / 2 <= top - size / 2
