"""Outlines of the areas, put together from their borders so that neighbours share every point."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from data.rings import Ring, ring
from data.vendee.schema import Border, Borders, Place


def outlines(borders: Borders) -> dict[str, Ring]:
    """The outline of each area.

    :raises OpenOutline: if the borders of an area don't join to one line.
    """
    return {area: ring(lines) for area, lines in by_area(borders.border).items()}


def by_area(borders: Sequence[Border]) -> dict[str, list[Sequence[Place]]]:
    """The lines round each area, in the order of the list."""
    lines: dict[str, list[Sequence[Place]]] = defaultdict(list)
    for border in borders:
        for area in border.between:
            lines[area].append(border.line)
    return dict(lines)
