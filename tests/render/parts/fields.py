"""A made-up map: a field of six, an island, a sliver."""

from __future__ import annotations

from render.geo import Projection
from render.parts.frame import Frame
from render.parts.placing.labels import Site
from render.pen import Point

WHOLE = Frame(Projection(west=0, north=10, scale=100, parallel=0, left=0, top=0), (0, 0, 1000, 1000), 1000)
FIELDS = {f"field {n}": (40 + n % 3 * 200, 40 + n // 3 * 200) for n in range(6)}


def square(at: Point, wide: float, high: float) -> list[Point]:
    """An outline from its upper left corner, with points between the corners."""
    (x, y), steps = at, range(8)
    edge = [(x + wide * n / 8, y) for n in steps] + [(x + wide, y + high * n / 8) for n in steps]
    return (
        edge
        + [(x + wide - wide * n / 8, y + high) for n in steps]
        + [(x, y + high - high * n / 8) for n in steps]
    )


def sites() -> dict[str, Site]:
    made = {
        id: Site(f"Long {id}", square(at, 200, 200), (at[0] + 100, at[1] + 100), ("a", "b", "c"), flags=1)
        for id, at in FIELDS.items()
    }
    made["sliver"] = Site("Narrow land", square((640, 40), 54, 400), (667, 240))
    made["island"] = Site("Isle", square((820, 700), 24, 24), (832, 712), island=True)
    return made
