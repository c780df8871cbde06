"""What is measured of *For God and For the King* alone."""

from __future__ import annotations

from itertools import product
from statistics import median
from time import process_time

import engines
from render.once import forget
from render.theme import THEMES
from render.vendee.layout import Part, key
from render.vendee.picture import base
from tests.benchmarks.measure import Figure, Report, milliseconds
from tests.vendee import waits

WIDTH = 1600
MOST_COLD = 600
"""Milliseconds for a static sheet that nobody has asked for before, with the layout of its names."""
COLD = 3
"""How often each is drawn."""


def cold() -> Report:
    """The static sheet, whole and close up."""
    return Report(
        [_cold("map of the Vendée", None), _cold("close-up of the Vendée", "cholet", "noirmoutier")]
    )


def _cold(name: str, *middles: str | None) -> Figure:
    """A static sheet in both themes, each time as if for the first time."""
    chart, spent = key(engines.find("vendee").data), list[float]()
    for _ in range(COLD):
        for theme, middle in product(THEMES, middles):
            forget()
            # The processor's time: there is no baseline that a busy machine would slow down as well.
            begun = process_time()
            base(chart, theme, WIDTH, Part(middle), False)
            spent.append(process_time() - begun)
    taken = median(spent)
    return Figure(f"{name}, cold sheet", milliseconds(taken), "", taken * 1e3, MOST_COLD, unit="ms")


BENCHMARKS = {"cold-sheet": cold, "waits": waits.run}
